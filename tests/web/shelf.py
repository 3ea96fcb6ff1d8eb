"""The games of the site under test: the two that are drawn, and the toys, which nobody has drawn."""

import spyring
from spyring.engine.game import Game
from tests.toys import DUEL, RELAY


def games() -> tuple[Game, ...]:
    """The shelf."""
    return (spyring.game("estoril"), spyring.game("krakow"), DUEL, RELAY)
