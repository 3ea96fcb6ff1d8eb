"""The rules of Estoril as frames, a file for each chapter of the ledger. Vectors number the frames in this
order.
"""

from typing import Any, Final

from spyring.engine.frame import Frame, frames_of
from spyring.games.estoril.rules import abilities, deployment, discards
from spyring.games.estoril.rules.resolution import Award, ResolveBoard, ResolveBoards, Sacrifice
from spyring.games.estoril.rules.rounds import BeginGame, BeginRound, EndRound

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    *(BeginGame, BeginRound),
    *frames_of(deployment),
    *(ResolveBoards, ResolveBoard),
    *frames_of(abilities),
    *(Sacrifice, Award),
    *frames_of(discards),
    EndRound,
)
