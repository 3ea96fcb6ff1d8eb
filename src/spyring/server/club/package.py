"""Registers what a club adds to its server."""

from spyring.server.club.audit import Audit
from spyring.server.club.branding import Branding
from spyring.server.club.schema import TABLES
from spyring.server.club.webhooks import Webhooks
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks


def package(core: Services) -> Package:
    """The house of one club."""
    branding = Branding(core.settings, core.database)
    hooks = Hooks()
    hooks.sweep.append(branding.refresh)  # notices a banner that a command has set
    webhooks = Webhooks(core)
    hooks.table_created.append(webhooks.opened)
    hooks.game_over.append(webhooks.over)
    hooks.announced.append(webhooks.told)
    hooks.table_changed.append(webhooks.table_changed)
    return Package(
        parts=(Audit(core.database), branding, webhooks), jobs=(webhooks,), tables=TABLES, hooks=hooks
    )
