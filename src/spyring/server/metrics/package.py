"""Registers the metrics."""

from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks
from spyring.server.metrics.metrics import Metrics, folder_for
from spyring.server.metrics.routes import router


def package(core: Services) -> Package:
    """The metrics of one server."""
    folder = folder_for(core.settings.database_url) if core.database.shared else None
    metrics = Metrics(core.hooks.measures, folder, core.database.worker)
    hooks = Hooks()
    hooks.request_answered.append(metrics.count_request)
    hooks.move_made.append(metrics.count_move)
    hooks.bot_thought.append(metrics.count_thought)
    hooks.timed_out.append(metrics.count_timeout)
    return Package(parts=(metrics,), routes=(router,), jobs=(metrics,), hooks=hooks)
