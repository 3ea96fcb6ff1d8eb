"""Registers leagues."""

from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks
from spyring.server.leagues.leagues import Leagues
from spyring.server.leagues.rounds import Rounds
from spyring.server.leagues.routes import router
from spyring.server.leagues.schema import TABLES


def package(core: Services) -> Package:
    """The events of one server."""
    rounds = Rounds(core)
    leagues = Leagues(core, rounds)
    hooks = Hooks()
    hooks.admits.append(leagues.admits)
    hooks.game_over.append(rounds.note)
    hooks.table_changed.append(rounds.table_changed)
    return Package(parts=(rounds, leagues), routes=(router,), jobs=(rounds,), tables=TABLES, hooks=hooks)
