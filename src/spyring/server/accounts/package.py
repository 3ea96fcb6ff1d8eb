"""Registers accounts."""

from spyring.server.accounts.accounts import Accounts
from spyring.server.accounts.recovery import Recovery
from spyring.server.accounts.routes import router
from spyring.server.accounts.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.notifications.notifier import Notifier


def package(core: Services) -> Package:
    """The accounts of one server; the notifications send their letters."""
    accounts = Accounts(core.people)
    recovery = Recovery(accounts, core.sessions, core.part(Notifier))
    return Package(parts=(accounts, recovery), routes=(router,), tables=TABLES)
