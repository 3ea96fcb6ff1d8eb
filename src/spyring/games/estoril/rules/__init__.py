"""The rules of Estoril as frames, a file for each chapter of the ledger."""

from typing import Any, Final

from spyring.engine.frame import Frame
from spyring.games.estoril.rules.abilities import Conspire, UseAbilities
from spyring.games.estoril.rules.deployment import Deploy, Peek
from spyring.games.estoril.rules.discards import ChooseDiscards, ReturnTiles
from spyring.games.estoril.rules.resolution import Award, ResolveBoard, ResolveBoards, Sacrifice
from spyring.games.estoril.rules.rounds import BeginGame, BeginRound, EndRound

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    BeginGame,
    BeginRound,
    Deploy,
    Peek,
    ResolveBoards,
    ResolveBoard,
    UseAbilities,
    Conspire,
    Sacrifice,
    Award,
    ReturnTiles,
    ChooseDiscards,
    EndRound,
)
