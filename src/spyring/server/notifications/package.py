"""Registers the notifications."""

from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks, Measure
from spyring.server.notifications.notifier import Notifier
from spyring.server.notifications.routes import router
from spyring.server.notifications.schema import TABLES


def package(core: Services) -> Package:
    """The notifications of one server."""
    notifier = Notifier(core.settings, core.live_tables, core.database)
    hooks = Hooks()
    hooks.table_changed.append(notifier.table_changed)
    hooks.person_seen.append(notifier.mark_active)
    about = "Deliveries that failed, tries counted."
    hooks.measures.append(Measure("spyring_undelivered", about, notifier.failures, label="kind", grows=True))
    return Package(parts=(notifier,), routes=(router,), jobs=(notifier,), tables=TABLES, hooks=hooks)
