"""The games that the server's tests play: the toys, for everything that a game can ask of a server, and all
that are on the shelf.
"""

from importlib.resources import files
from typing import Final

import spyring
from spyring.engine.game import Game
from tests.toys import DUEL, RELAY

TELLTALE: Final = "cover-track-"
# Looked up once, because it asks every installed package for its games.
SHELF: Final = spyring.shelf()


def games() -> tuple[Game, ...]:
    """The shelf."""
    return (DUEL, RELAY, *SHELF)


def telltale() -> tuple[Game, ...]:
    """Season 0 with cover tracks whose names would give them away wherever they are told."""
    box = files("spyring.games.season0").joinpath("box.toml").read_text(encoding="utf-8")
    return (
        spyring.game("season0").with_box(box.replace('[[track]]\nid = "', f'[[track]]\nid = "{TELLTALE}')),
    )
