"""Registers clubs and their evenings."""

from spyring.server.clubs.clubs import Clubs
from spyring.server.clubs.evenings import Evenings
from spyring.server.clubs.routes import router
from spyring.server.clubs.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks


def package(core: Services) -> Package:
    """The clubs of one server."""
    clubs = Clubs(core)
    evenings = Evenings(core, clubs)
    hooks = Hooks()
    hooks.admits.append(evenings.admits)
    return Package(parts=(clubs, evenings), routes=(router,), jobs=(evenings,), tables=TABLES, hooks=hooks)
