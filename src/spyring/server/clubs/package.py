"""Registers clubs and their evenings."""

from spyring.server.clubs.clubs import Clubs
from spyring.server.clubs.evenings import Evenings
from spyring.server.clubs.routes import router
from spyring.server.clubs.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks
from spyring.server.leagues.leagues import Leagues


def package(core: Services) -> Package:
    """The clubs of one server."""
    clubs = Clubs(core)
    evenings = Evenings(core, clubs)
    core.part(Leagues).belongs = clubs.has_member
    hooks = Hooks()
    hooks.admits.append(evenings.admits)
    hooks.sweep.append(evenings.sweep)
    return Package(parts=(clubs, evenings), routes=(router,), tables=TABLES, hooks=hooks)
