"""Registers accounts."""

from spyring.server.accounts.accounts import Accounts
from spyring.server.accounts.identities import Identities
from spyring.server.accounts.provider import Provider
from spyring.server.accounts.recovery import Recovery
from spyring.server.accounts.registration import Registration
from spyring.server.accounts.routes import router
from spyring.server.accounts.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.notifications.notifier import Notifier


def package(core: Services) -> Package:
    """The accounts of one server; the notifications send their letters."""
    registration = Registration(core.settings, core.database)
    accounts = Accounts(core.people, registration)
    recovery = Recovery(accounts, core.sessions, core.part(Notifier))
    provider = Provider(core.settings, core.database)
    identities = Identities(provider, accounts)
    parts = (accounts, registration, recovery, provider, identities)
    return Package(parts=parts, routes=(router,), tables=TABLES)
