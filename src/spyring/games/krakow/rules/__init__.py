"""The rules of Kraków as frames, a file for each chapter of the ledger."""

from typing import Any, Final

from spyring.engine.frame import Frame
from spyring.games.krakow.rules.gold import AllotGold
from spyring.games.krakow.rules.specials import (
    Advertise,
    Depress,
    Extort,
    Prophesy,
    Revolt,
    SaveSouls,
    SendThugs,
    SufferPlague,
)
from spyring.games.krakow.rules.success import Reap
from spyring.games.krakow.rules.trick import Answer, Lead
from spyring.games.krakow.rules.year import BeginGame, BeginSeason, BeginYear, PlaySeason, ScoreYear

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    BeginGame,
    BeginYear,
    BeginSeason,
    PlaySeason,
    Lead,
    Answer,
    Reap,
    SufferPlague,
    Revolt,
    Prophesy,
    SendThugs,
    SaveSouls,
    Advertise,
    Depress,
    Extort,
    AllotGold,
    ScoreYear,
)
