"""The rules of Spies! as frames, a file for each chapter of the ledger.

**Which decision is asked when.** A seat answers for the nations it runs. Nothing is skipped because only
one move is legal, except where it says so here.

*Set-up* (``setup``), for Germany, Italy, Russia, France, Britain in turn, first secrets, then police,
then spies: ``hide <city>``, ``post <city>``, ``send <city>`` place the piece with the lowest number that
is not placed yet; in the standard game ``hold`` keeps a spy out while more are left than must be sent,
and when enough are sent the others are out without a question. ``arrange`` places all the rest of this
kind for this nation, by chance. Then the nations may put guards on their secrets (``guard``, ``take``,
``arrange``, ``done``), each asked only while it can. With ``setup_placement=simultaneous`` all seats
place one kind of pieces at the same time; a seat with two nations answers for the earlier one first;
nothing is taken back, nothing shows until all are ready. At last chits are drawn.

*A turn* (``turn``): the tile (``tiles``), ``play`` or ``discard``; yields go to the nations in turn
order from the one on turn, money and chits city by city in the order of the tile; then its special
effect. Who holds too many chits in the standard game returns some (``chits``) before the next nation
draws, also after cashing and trades. Escapes, ``free`` or ``pass``, asked while spies of the nation are
captured. Police (``police``), always asked: ``shift`` each piece once, ``guard``, ``leave`` each secret
once, ``done``; a city may hold one too many for the time being if one of those there has not moved, and
then only ``shift`` and ``talk`` are legal. Searches, asked while there is a spy to search. Spies
(``movement``), until ``end``: the first ``step`` of a spy makes it the moving one until ``rest`` or
``end``; then only it acts, and at sea it can only ``step``. In all steps the nation may ``talk``.

*In between*: a spy that enters a city with police of another nation may be searched (``searches``)
before anything else; windows of reactions are polled as :mod:`spyring.games.spies.rules.windows` says;
police that captured a spy may take over its National secret; whoever used a Source looks until ``done``;
an offer is built part by part, answered, and countered once, while the nation on turn may break off the
talks without being asked (``diplomacy``).

**Numbers of pieces.** Which spy a number is was shuffled at the start. A spy that comes back takes the
lowest number of its nation that is not on the map, and the other piece off the map takes its old one;
what others knew of it is forgotten. Police keep their own number for their owner; others see a number on
their back, a new one after each move.
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
