"""What would a good player do? A bot is asked for its move and its reason, where no other person plays."""

import asyncio
import json
from collections import OrderedDict
from typing import Final

from spyring.engine.words import Translate, _
from spyring.server.bots.levels import SUBSTITUTE
from spyring.server.bots.thinking import Thinking
from spyring.server.caller import Caller
from spyring.server.payloads import Hint, Move
from spyring.server.problems import Conflict, Forbidden
from spyring.server.tables.room import Room
from spyring.server.tables.rooms import Rooms

CLEARLY: Final = 60  # per cent of its thoughts
MOST_KEPT: Final = 500


class Hints:
    """Advice for those who play against bots only: the work of one bot's move for each decision, however
    often it is asked for, in the same queue as that of bots, for the person and the address that ask.
    """

    def __init__(self, rooms: Rooms, thinking: Thinking) -> None:
        self.rooms = rooms
        self.thinking = thinking
        self._kept: OrderedDict[tuple[str, int, int], asyncio.Task[tuple[int, str | None]]] = OrderedDict()

    async def ask(self, table: str, caller: Caller) -> Hint:
        """A move for the seat that the caller speaks for, and why."""
        room = await self.rooms.visited(table, caller)
        seat = room.playing(caller).seat
        if not alone(room, caller):
            raise Forbidden("not-alone", _("Hints are for games against bots only."))
        if seat not in room.deciders():
            raise Conflict("not-asked", _("You are not asked now."))
        decision = table, seat, room.number(seat)
        if decision not in self._kept:
            person = caller.known().id
            thought = self.thinking.choose(room.game_on, seat, SUBSTITUTE, person, caller.address)
            self._kept[decision] = asyncio.create_task(thought)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        move, why = await asyncio.shield(self._kept[decision])  # who goes away takes it from nobody
        if room.number(seat) != decision[2] or move not in room.game_on.state.legal(seat):
            raise Conflict("moved-on", _("The game has gone on meanwhile."))
        book, translate = room.game.moves, caller.reads(room.game)
        said = Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move, translate))
        return Hint(move=said, reason=reason(why, translate))


def alone(room: Room, caller: Caller) -> bool:
    """Whether no other person sits at the table."""
    return all(chair.person in (None, caller.id) for chair in room.chairs)


def reason(why: str | None, translate: Translate) -> str:
    """What a bot says of its choice, in words for players."""
    if why is None:
        return translate(_("There is no other choice."))
    key, values = json.loads(why)
    if "share" not in values:
        return translate(key).format(**values)
    clear = _("Nothing else leads as far. (A bot tried {tries} continuations.)")
    close = _("Other choices are nearly as good. (A bot tried {tries} continuations.)")
    return translate(clear if int(values["share"]) >= CLEARLY else close).format(tries=values["tries"])
