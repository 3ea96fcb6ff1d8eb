"""Pointing at things and proposing moves, where all win or lose together; nothing in the game comes of it.

What somebody points at is said at the table like any remark: it reaches whoever hears that person, in order,
on every worker, and those who come back later. It is stored in the notation, and read in one's own language.
"""

from spyring.engine.kinds import COOPERATIVE
from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Move, Proposals, Remark
from spyring.server.problems import Conflict, Refused
from spyring.server.tables.live_table import LiveTable
from spyring.server.tables.live_tables import LiveTables
from spyring.server.tables.presenting import met
from spyring.server.tables.talk import THING, Talk, pointed_at


class Pointing:
    """Who may point at what, and propose which moves to whom."""

    def __init__(self, live_tables: LiveTables, talk: Talk) -> None:
        self.live_tables = live_tables
        self.talk = talk

    async def point(
        self, table: str, caller: Caller, thing: str | None = None, move: str | None = None
    ) -> Remark:
        """Point at a thing of the game, an argument of its moves and a label (``city paris``), or propose a
        move to the others, whether it is legal now or not. What is sealed is nothing before one meets it.
        """
        live = await self._together(table, caller)
        about = move if thing is None else f"{THING}{thing}"
        if about is None or pointed_at(live.game, about, caller.translate, met(live, caller)) is None:
            raise Refused("no-thing", _("There is nothing of this name in the game."))
        if thing is None:
            about = live.game.moves.name(live.game.moves.parse(about))
        return await self.talk.say(table, caller, "", about=about)

    async def proposals(self, table: str, caller: Caller) -> Proposals:
        """What somebody else who is asked now could do, as far as the caller can tell: in a world that the
        caller cannot tell from the real one, so that it tells nothing else.
        """
        live = await self._together(table, caller)
        own = live.seats_of(caller.id)
        asked = next((seat for seat in live.deciders() if seat not in own), None)
        if asked is None:
            return Proposals(seat=None, moves=[])
        book, translate = live.game.moves, caller.translate_for(live.game)
        world = live.running.state.resample(own[0], 0)
        moves = [
            Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move, translate))
            for move in sorted(world.legal(asked))
        ]
        return Proposals(seat=asked, moves=moves)

    async def _together(self, table: str, caller: Caller) -> LiveTable:
        live = await self.live_tables.for_action(table, caller)
        live.require_player(caller)
        if live.game.kind != COOPERATIVE:
            raise Conflict("not-together", _("Only those who win or lose together point at things."))
        return live
