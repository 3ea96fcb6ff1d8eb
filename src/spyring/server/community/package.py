"""Registers the community."""

from spyring.server.community.account_data import AccountData
from spyring.server.community.history import History
from spyring.server.community.invitations import Invitations
from spyring.server.community.relations import Relations, muted_by
from spyring.server.community.reports import Reporting
from spyring.server.community.results import write_down
from spyring.server.community.routes import router
from spyring.server.community.schema import TABLES
from spyring.server.community.vacations import Vacations
from spyring.server.conversation.talk import Talk
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks
from spyring.server.notifications.notifier import Notifier


def package(core: Services) -> Package:
    """The community of one server; it sends letters by the notifications."""
    relations = Relations(core.database)
    history = History(core.live_tables)
    invitations = Invitations(core.live_tables, relations, core.part(Notifier))
    parts = (
        relations,
        history,
        invitations,
        AccountData(core, history, relations),
        Reporting(core.database, core.live_tables),
        Vacations(core.playing, core.settings.vacation_days),
    )
    core.part(Talk).unheard.append(muted_by)
    hooks = Hooks()
    hooks.game_over.append(write_down)
    hooks.require_welcome.append(relations.require_welcome)
    hooks.invited_tables.append(invitations.tables)
    hooks.admits.append(invitations.is_invited)
    hooks.rematch_offered.append(invitations.offer)
    return Package(parts=parts, routes=(router,), tables=TABLES, hooks=hooks)
