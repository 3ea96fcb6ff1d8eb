"""Registers the puzzles."""

from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.puzzles.puzzles import Puzzles
from spyring.server.puzzles.routes import router
from spyring.server.puzzles.schema import TABLES


def package(core: Services) -> Package:
    """The puzzles of one server."""
    return Package(parts=(Puzzles(core.shelf, core.database),), routes=(router,), tables=TABLES)
