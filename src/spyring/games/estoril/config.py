"""The settings of a game of Estoril."""

from typing import Any, Final

from spyring.engine.options import Value
from spyring.games.estoril import words as w
from spyring.games.estoril.box import MISSIONS, Box
from spyring.games.estoril.grid import Sites

UNLIMITED: Final = 99


class ReadyMoves:
    """The most frequent moves as ready-made objects: ``place[tile][space]`` and ``discard[tile]``."""

    def __init__(self, box: Box) -> None:
        tiles = range(len(box.ids))
        self.first_discard = w.PLACE_TILE + len(box.ids) * w.SPACES
        self.place: list[list[Any]] = [
            [w.PLACE_TILE + tile * w.SPACES + space for space in range(w.SPACES)] for tile in tiles
        ]
        self.discard: list[Any] = [self.first_discard + tile for tile in tiles]


class Config(w.Options):
    """The box and the options, typed. Shared by all clones."""

    def __init__(
        self, box: Box, sites: Sites, ready: ReadyMoves, seats: int, options: dict[str, Value]
    ) -> None:
        super().__init__(options)
        self.box = box
        self.ready = ready
        self.sites = sites
        self.cubes_each = box.cubes or cubes_each(self.cubes, seats)
        self.markers = UNLIMITED if self.diplomacy_markers_unlimited else int(self.diplomacy_markers)
        self.agenda_missions = [m for m in range(MISSIONS) if m != box.strength_mission]
        # “edition” follows the rulebook that was chosen.
        english = self.edition_english
        self.round_up = english if self.second_place_rounding_edition else self.second_place_rounding_up
        self.starters_score = not english if self.agenda_starters_edition else self.agenda_starters_yes
        self.flags_per_kind = english if self.agenda_many_flags_edition else self.agenda_many_flags_per_kind


def cubes_each(cubes: str, seats: int) -> int:
    """How many cubes each seat places in a round (EST-R2).

    >>> cubes_each("6-4-3", 3)
    4
    """
    return int(cubes.split("-")[seats - 2])
