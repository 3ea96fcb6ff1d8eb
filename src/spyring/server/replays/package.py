"""Registers the replays."""

from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.replays.replays import Replays
from spyring.server.replays.routes import router
from spyring.server.replays.scenes import Scenes


def package(core: Services) -> Package:
    """The replays of one server."""
    return Package(parts=(Replays(core.live_tables), Scenes(core.live_tables)), routes=(router,))
