"""The rules of Spies! as frames, a file for each chapter of the ledger."""

from typing import Any, Final

from spyring.engine.frame import Frame
from spyring.games.spies.rules.chits import ReturnSurplus
from spyring.games.spies.rules.diplomacy import AnswerOffer, BuildOffer
from spyring.games.spies.rules.movement import SpyStep
from spyring.games.spies.rules.police import MovePolice, SearchStep
from spyring.games.spies.rules.sanction import Network, ReadSource, Sanction
from spyring.games.spies.rules.searches import EntrySearch, Search, TakeOver
from spyring.games.spies.rules.secrets import CashAtDrop, Control, Counterspy, Discover
from spyring.games.spies.rules.setup import BEGIN_GAME, BeginGame, Place, PlaceTogether, SetGuards
from spyring.games.spies.rules.tiles import ChooseTile
from spyring.games.spies.rules.turn import TURNS, Freeing, FreeSpies, Turns, frame_of

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    *(BeginGame, Place, PlaceTogether, SetGuards, Turns, ChooseTile, ReturnSurplus, FreeSpies, Freeing),
    *(MovePolice, SearchStep, Search, EntrySearch, TakeOver, SpyStep, Discover, Control, Counterspy),
    *(CashAtDrop, Sanction, Network, ReadSource, BuildOffer, AnswerOffer),
)

__all__ = ["BEGIN_GAME", "FRAMES", "TURNS", "frame_of"]
