"""How much an analysis of a game costs, and how its raw chances are corrected.

A game may have an ``analysis.toml`` in its folder: ``[effort]`` and ``[calibration]`` override the fields
below, each ``[[beliefs]]`` names a hidden part of the table (see :mod:`spyring.analysis.beliefs`), and
``[puzzles]`` says what mining costs (see :mod:`spyring.puzzles.mining`).
"""

import math
import tomllib
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

from spyring.engine.game import Game


@dataclass(frozen=True, slots=True)
class Effort:
    """Counts, not seconds: so an analysis follows from its seed alone."""

    playouts: int = 3000  # for the curve as it really stood
    known_playouts: int = 2000  # for the curve as one seat could know it
    least: int = 12  # playouts at one position, or none
    search: int = 150  # iterations that look for a better move
    suspects: int = 30  # decisions that are compared because the search doubts them
    screened: int = 0  # worlds in which other decisions are compared first, or none
    worlds: int = 40  # in which every suspicious decision is compared
    more_worlds: int = 160  # in which the worst of them are
    final_worlds: int = 400  # fresh ones, in which the very worst are
    moments: int = 8  # at which beliefs are asked for
    believed_worlds: int = 60
    by_margin: bool = False  # whether points tell how close a win was (:mod:`spyring.analysis.chances`)

    def scaled(self, factor: float) -> "Effort":
        """The same with fewer or more of everything."""
        counts = {one.name: getattr(self, one.name) for one in fields(self) if one.type is int}
        return replace(self, **{name: max(2, round(n * factor)) for name, n in counts.items() if n})


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a chance in playouts becomes a chance in games of better players: a line through log odds.

    >>> round(Calibration(slope=1.2).corrected(0.7), 3)
    0.734
    """

    slope: float = 1.0
    offset: float = 0.0

    def corrected(self, chance: float) -> float:
        """The corrected chance; what is certain stays so."""
        if not 0.0 < chance < 1.0:
            return chance
        odds = self.slope * math.log(chance / (1.0 - chance)) + self.offset
        return 1.0 / (1.0 + math.exp(-odds))


@cache
def data_of(game: Game) -> dict[str, Any]:
    """What a game says about its analysis; nothing if it has no such file."""
    file = files(game.home).joinpath("analysis.toml") if game.home else None
    return {} if file is None or not file.is_file() else tomllib.loads(file.read_text(encoding="utf-8"))


def effort_of(game: Game) -> Effort:
    """What an analysis of this game may cost."""
    return Effort(**data_of(game).get("effort", {}))


def calibration_of(game: Game) -> tuple[Calibration, Calibration]:
    """The corrections of the true and of the known chances."""
    found = data_of(game).get("calibration", {})
    return Calibration(**found.get("true", {})), Calibration(**found.get("known", {}))
