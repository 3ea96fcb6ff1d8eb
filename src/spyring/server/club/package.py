"""Registers what a club adds to its server."""

from spyring.server.club.audit import Audit
from spyring.server.club.house import House
from spyring.server.club.schema import TABLES
from spyring.server.club.webhooks import Webhooks
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks


def package(core: Services) -> Package:
    """The house of one club."""
    house = House(core.settings, core.database)
    hooks = Hooks()
    hooks.sweep.append(house.refresh)  # notices a banner that a command has set
    webhooks = Webhooks(core)
    hooks.made.append(webhooks.opened)
    hooks.over.append(webhooks.over)
    hooks.changed.append(webhooks.table_changed)
    return Package(
        parts=(Audit(core.database), house, webhooks), jobs=(webhooks,), tables=TABLES, hooks=hooks
    )
