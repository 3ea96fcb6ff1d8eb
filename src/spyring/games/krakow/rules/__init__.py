"""The rules of Kraków as frames, a file for each chapter of the ledger. Vectors number the frames in this
order.
"""

from typing import Any, Final

from spyring.engine.frame import Frame, frames_of
from spyring.games.krakow.rules import gold, specials, success, trick
from spyring.games.krakow.rules.year import BeginGame, BeginSeason, BeginYear, PlaySeason, ScoreYear

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    *(BeginGame, BeginYear, BeginSeason, PlaySeason),
    *frames_of(trick, success, specials, gold),
    ScoreYear,
)
