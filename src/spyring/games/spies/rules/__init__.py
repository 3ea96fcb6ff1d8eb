"""The rules of Spies! as frames, a file for each chapter of the ledger.

**Order of decisions.** A seat answers for the nations it runs. A decision is asked even if only one move is
legal, except where this text says otherwise.

*Set-up* (``setup``): Germany, Italy, Russia, France and Britain place their pieces in turn, first secrets,
then police, then spies. ``hide <city>``, ``post <city>`` and ``send <city>`` place the unplaced piece with
the lowest number. In the standard game ``hold`` keeps a spy out while more are left than must be sent; once
enough are sent, the others are out without a question. ``arrange`` places all remaining pieces of this kind
for this nation, at random. Then the nations may put guards on their secrets (``guard``, ``take``,
``arrange``, ``done``); each is asked only while it can. With ``setup_placement=simultaneous`` all seats place
one kind of pieces at the same time. A seat with two nations answers for the earlier one first, nothing can be
taken back, and nothing shows until all are ready. Finally the nations draw chits.

*A turn* (``turn``) starts with the tile (``tiles``), ``play`` or ``discard``. Yields go to the nations in
turn order, starting with the nation on turn: money and chits city by city in the order of the tile. Then
comes its special effect. In the standard game a nation with too many chits returns some (``chits``) before
the next nation draws, also after cashing and trades. Escapes follow, ``free`` or ``pass``, while spies of the
nation are captured. Then come police (``police``): ``shift`` each piece once, ``guard``, ``leave`` each
secret once, ``done``. A city may hold one too many for a moment if one of its police has not moved; then only
``shift`` and ``talk`` are legal. Searches follow while there is a spy to search. Last come spies
(``movement``), until ``end``. The first ``step`` of a spy makes it the moving one until ``rest`` or ``end``;
only it acts then, and at sea it can only ``step``. In all steps the nation may ``talk``.

*In between*: foreign police may search a spy that enters their city (``searches``) before anything else.
Reaction windows are polled as :mod:`spyring.games.spies.rules.windows` says. Police that captured a spy may
take over its National secret. The user of a Source looks until ``done``. An offer is built part by part,
answered, and countered once; meanwhile the nation on turn may break off the talks at any time
(``diplomacy``).

**Numbers of pieces.** The numbers of spies were shuffled at the start. A spy that returns takes the lowest
number of its nation that is not on the map, and the other piece off the map takes its old one; others lose
what they knew about it. Police keep their own number for their owner. Others see a number on their back,
which changes with each move.
"""

from typing import Any, Final

from spyring.engine.frame import Frame
from spyring.games.spies.rules.chits import ReturnSurplus
from spyring.games.spies.rules.diplomacy import AnswerOffer, BuildOffer
from spyring.games.spies.rules.discovery import Control, Counterspy, Discover
from spyring.games.spies.rules.movement import SpyStep
from spyring.games.spies.rules.police import MovePolice, SearchStep
from spyring.games.spies.rules.sanction import Network, ReadSource, Sanction
from spyring.games.spies.rules.searches import EntrySearch, Search, TakeOver
from spyring.games.spies.rules.secrets import CashAtDrop
from spyring.games.spies.rules.setup import BEGIN_GAME, BeginGame, Place, PlaceTogether, SetGuards
from spyring.games.spies.rules.tiles import ChooseTile, PayYields
from spyring.games.spies.rules.turn import TURNS, Freeing, FreeSpies, Turns, frame_of

FRAMES: Final[tuple[type[Frame[Any]], ...]] = (
    *(BeginGame, Place, PlaceTogether, SetGuards, Turns, ChooseTile, PayYields, ReturnSurplus),
    *(FreeSpies, Freeing, MovePolice, SearchStep, Search, EntrySearch, TakeOver, SpyStep),
    *(Discover, Control, Counterspy, CashAtDrop, Sanction, Network, ReadSource, BuildOffer, AnswerOffer),
)

__all__ = ["BEGIN_GAME", "FRAMES", "TURNS", "frame_of"]
