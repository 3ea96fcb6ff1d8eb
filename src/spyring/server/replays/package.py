"""Registers the replays."""

from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks
from spyring.server.replays.archive import Archives, wait_for_archive
from spyring.server.replays.replays import Replays
from spyring.server.replays.routes import router, tables
from spyring.server.replays.scenes import Scenes
from spyring.server.replays.schema import TABLES


def package(core: Services) -> Package:
    """The replays of one server."""
    archives = Archives(core.database, core.live_tables.finished)
    hooks = Hooks()
    hooks.game_over.append(wait_for_archive)
    hooks.archives.append(archives.load)
    hooks.sweep.append(archives.fill)
    parts = (Replays(core.live_tables, core.seating), Scenes(core.live_tables), archives)
    return Package(parts=parts, routes=(router, tables), tables=TABLES, hooks=hooks)
