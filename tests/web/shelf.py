"""The games of the site under test: all that are drawn, one of another author that brings its own board, and
the toys, which nobody has drawn.
"""

import os
from typing import Final

import spyring
from spyring.engine.game import Game
from spyring.web.look import look_of
from spyring.web.words import Words
from tests.toys import DUEL, RELAY
from tests.web.drawn import DRAWN

SHELF: Final = spyring.shelf()
LONG: Final = 2000  # decisions; a browser plays longer games for minutes, which only the night has


def fits(game: Game) -> bool:
    """Whether a browser may play whole games of it now."""
    seats = game.seats[-1]
    return "SPYRING_NIGHT" in os.environ or game.longest(seats, game.chosen(seats, {})) <= LONG


NAMES: Final = [game.name for game in SHELF if fits(game)]
TAUGHT: Final = [game.name for game in SHELF if look_of(game, Words("en")).lesson]
AIDED: Final = [game.name for game in SHELF if look_of(game, Words("en")).aid]


def games() -> tuple[Game, ...]:
    """The shelf."""
    return (*SHELF, DRAWN, DUEL, RELAY)


def quick(name: str) -> tuple[int, dict[str, str]]:
    """Seats and options of a short game."""
    game = next(game for game in SHELF if game.name == name)
    wish = look_of(game, Words("en")).quick
    options = wish.get("options", {})
    return wish.get("seats", game.seats[-1]), {name: str(value) for name, value in options.items()}
