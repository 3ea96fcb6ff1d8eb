"""Pointing at things and proposing moves, where all win or lose together. People may ignore it; a bot that
must decide answers: it makes the proposed move, or says why not.

Pointing is a remark at the table: it reaches the same readers, in order, on every worker, and people who come
back later. It is stored in notation, and shown in each reader's language.
"""

import asyncio

from spyring.engine.i18n import _
from spyring.engine.kinds import COOPERATIVE
from spyring.server.conversation.answers import Answer, weigh
from spyring.server.conversation.payloads import Proposals, Remark
from spyring.server.conversation.talk import THING, Talk, pointed_at
from spyring.server.core.bots.delays import Delays
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Conflict, Refused
from spyring.server.core.storage.statements import WriteConflict
from spyring.server.core.tables.changes import Changes
from spyring.server.core.tables.live_table import LiveTable, waits_for_people
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.presenting import met, move_card


class Pointing:
    """Pointing and proposing."""

    def __init__(self, live_tables: LiveTables, changes: Changes, talk: Talk, delays: Delays) -> None:
        self.live_tables = live_tables
        self.changes = changes
        self.talk = talk
        self.delays = delays

    async def point(
        self, table: str, caller: Caller, thing: str | None = None, move: str | None = None
    ) -> Remark:
        """Point at a thing of the game, as an argument of its moves and a label (``city paris``), or propose
        a move to the others, legal or not. A sealed thing does not exist until the caller has met it.
        """
        live = await self._together(table, caller)
        about = move if thing is None else f"{THING}{thing}"
        if about is None or pointed_at(live.game, about, caller.translate, met(live, caller)) is None:
            raise Refused("no-thing", _("Nothing in this game has this name."))
        if thing is None:
            about = live.game.moves.name(live.game.moves.parse(about))
        answer = await self._answer(live, about)
        said = await self.talk.say(table, caller, "" if answer is None else answer.to_text(), about=about)
        if answer is not None and answer.kind == "yes":
            await self._obey(live, answer)
        return said

    async def _answer(self, live: LiveTable, about: str) -> Answer | None:
        """The answer of the bot that must decide now, if there is one and it could do this."""
        asked = [seat for seat in live.deciders() if live.chairs[seat].bot_plays]
        if not asked or waits_for_people(live.chairs, live.running.state):
            return None
        name, _space, label = about.removeprefix(THING).partition(" ")
        meant = (name, label) if about.startswith(THING) else about
        return await asyncio.to_thread(weigh, live.running.state.clone(), asked[0], meant)

    async def _obey(self, live: LiveTable, answer: Answer) -> None:
        """Let the bot do what it agreed to, unless the game has changed meanwhile."""
        async with live.lock:
            move, at = live.game.moves.parse(answer.move), self.changes.time.now()
            if move not in live.running.state.legal(answer.seat):
                return
            try:
                step = live.running.consider(answer.seat, move, at, answer.thought())
                await self.changes.append(live, step)
            except WriteConflict:
                await self.live_tables.catch_up(live)

    async def proposals(self, table: str, caller: Caller) -> Proposals:
        """The moves that another decider could make, as far as the caller can tell. They are taken from a
        world that the caller cannot tell from the real one, so they reveal nothing else.
        """
        live = await self._together(table, caller)
        own = live.seats_of(caller.id)
        asked = next((seat for seat in live.deciders() if seat not in own), None)
        if asked is None:
            return Proposals(seat=None, moves=[])
        if live.chairs[asked].bot_plays:
            self._listen(live, asked)
        book, translate = live.game.moves, live.translate_for(caller)
        world = live.running.state.resample(own[0], 0)
        moves = [move_card(book, move, translate) for move in sorted(world.legal(asked))]
        return Proposals(seat=asked, moves=moves)

    def _listen(self, live: LiveTable, bot: int) -> None:
        """Let a bot wait for a person who is about to propose something, once for each decision."""
        if live.listening.get(bot) != live.number(bot):
            live.listening[bot] = live.number(bot)
            until = self.changes.time.now() + self.delays.listening()
            live.due[bot] = max(live.due.get(bot, until), until)
            self.changes.hooks.reschedule(live.id)

    async def _together(self, table: str, caller: Caller) -> LiveTable:
        live = await self.live_tables.for_action(table, caller)
        live.require_player(caller)
        if live.game.kind != COOPERATIVE:
            raise Conflict("not-together", _("Only teammates can point at things."))
        return live
