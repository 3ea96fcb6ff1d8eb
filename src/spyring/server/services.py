"""A server with all packages beside the core."""

from typing import Final

from spyring.server.accounts.accounts import Accounts
from spyring.server.accounts.identities import Identities
from spyring.server.accounts.package import package as accounts
from spyring.server.accounts.provider import Provider
from spyring.server.accounts.recovery import Recovery
from spyring.server.accounts.registration import Registration
from spyring.server.admin.operator import Operator
from spyring.server.admin.package import package as admin
from spyring.server.admin.retention import Retention
from spyring.server.analysis.analyses import Analyses
from spyring.server.analysis.package import package as analysis
from spyring.server.campaigns.campaigns import Campaigns
from spyring.server.campaigns.package import package as campaigns
from spyring.server.club.audit import Audit
from spyring.server.club.branding import Branding
from spyring.server.club.package import package as club
from spyring.server.club.webhooks import Webhooks
from spyring.server.clubs.clubs import Clubs
from spyring.server.clubs.evenings import Evenings
from spyring.server.clubs.package import package as clubs
from spyring.server.community.account_data import AccountData
from spyring.server.community.history import History
from spyring.server.community.invitations import Invitations
from spyring.server.community.package import package as community
from spyring.server.community.relations import Relations
from spyring.server.community.reports import Reporting
from spyring.server.community.vacations import Vacations
from spyring.server.conversation.hints import Hints
from spyring.server.conversation.package import package as conversation
from spyring.server.conversation.talk import Notebooks, Talk
from spyring.server.core import services as core
from spyring.server.core.settings import Settings
from spyring.server.core.times import Time
from spyring.server.donations.donations import Donations
from spyring.server.donations.package import package as donations
from spyring.server.leagues.leagues import Leagues
from spyring.server.leagues.package import package as leagues
from spyring.server.mcp import package as mcp
from spyring.server.metrics.package import package as metrics
from spyring.server.notifications.notifier import Notifier
from spyring.server.notifications.package import package as notifications
from spyring.server.puzzles.package import package as puzzles
from spyring.server.puzzles.puzzles import Puzzles
from spyring.server.replays.archive import Archives
from spyring.server.replays.package import package as replays
from spyring.server.replays.replays import Replays
from spyring.server.replays.scenes import Scenes

# Each may use the services of the ones before it.
PACKAGES: Final = (
    metrics,
    club,
    notifications,
    conversation,
    accounts,
    community,
    leagues,
    clubs,
    replays,
    analysis,
    puzzles,
    campaigns,
    donations,
    mcp,
    admin,
)


class Services(core.Services):
    """The services of the core and of all packages, by the names that pages and commands know."""

    def __init__(self, settings: Settings, time: Time | None = None) -> None:
        super().__init__(settings, time, PACKAGES)
        self.notifier = self.part(Notifier)
        self.audit = self.part(Audit)
        self.branding = self.part(Branding)
        self.webhooks = self.part(Webhooks)
        self.talk = self.part(Talk)
        self.notebooks = self.part(Notebooks)
        self.hints = self.part(Hints)
        self.accounts = self.part(Accounts)
        self.relations = self.part(Relations)
        self.clubs = self.part(Clubs)
        self.evenings = self.part(Evenings)
        self.history = self.part(History)
        self.invitations = self.part(Invitations)
        self.account_data = self.part(AccountData)
        self.recovery = self.part(Recovery)
        self.registration = self.part(Registration)
        self.provider = self.part(Provider)
        self.identities = self.part(Identities)
        self.reporting = self.part(Reporting)
        self.vacations = self.part(Vacations)
        self.replays = self.part(Replays)
        self.scenes = self.part(Scenes)
        self.archives = self.part(Archives)
        self.analyses = self.part(Analyses)
        self.puzzles = self.part(Puzzles)
        self.campaigns = self.part(Campaigns)
        self.donations = self.part(Donations)
        self.leagues = self.part(Leagues)
        self.operator = self.part(Operator)
        self.retention = self.part(Retention)
