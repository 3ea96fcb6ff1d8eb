"""The games of the site under test: all that are drawn, one of another author that brings its own board, and
the toys, which nobody has drawn.
"""

import random
from typing import Any, Final

import spyring
from spyring.engine.game import Game
from spyring.web.look import look_of
from spyring.web.words import Words
from tests.night import NIGHT
from tests.toys import DUEL, RELAY
from tests.web.drawn import DRAWN

SHELF: Final = spyring.shelf()
LONG: Final = 1000  # decisions; a browser plays longer games for minutes, which only the night has
LATE: Final = 30  # decisions that are left of a long game which begins late
NAMES: Final = [game.name for game in SHELF]
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


def decisions(name: str) -> int:
    """How many a short game takes between dice."""
    seats, options = quick(name)
    game, dice = spyring.game(name), random.Random(1)
    chosen: dict[str, Any] = game.resolve_options(seats, options)
    state = game.start(seats=seats, seed=1, **chosen)
    count = 0
    while state.deciders and count <= LONG:
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
        count += 1
    return count


WHOLE: Final = [name for name in NAMES if NIGHT or decisions(name) <= LONG]
