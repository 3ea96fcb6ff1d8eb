"""The games that the server's tests play: the toys, for everything that a game can ask of a server, and all
that are on the shelf.
"""

import spyring
from spyring.engine.game import Game
from tests.toys import DUEL, RELAY


def games() -> tuple[Game, ...]:
    """The shelf."""
    return (DUEL, RELAY, *spyring.shelf())
