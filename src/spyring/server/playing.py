"""At the table: looking, moving, taking back, giving up the seat and coming back to it."""

from dataclasses import replace

from spyring.engine.errors import BadMove, IllegalMove
from spyring.engine.words import Translate, _, english
from spyring.server.archive import Overtaken
from spyring.server.clocks import GRACE
from spyring.server.desk import Desk
from spyring.server.payloads import Person, Position, WhyNot
from spyring.server.problems import Conflict, Forbidden, Refused, Stale
from spyring.server.rooms import Offer, Room, Seat
from spyring.server.timeline import MOST_TO_UNDO, Kind

MOST_PASSES = 40


class Playing(Desk):
    """What those who sit at a table can do."""

    async def position(
        self,
        table: str,
        person: Person | None,
        *,
        since: int = -1,
        translate: Translate = english,
        code: str | None = None,
    ) -> Position:
        """The table as this reader may see it now."""
        return self.show(await self.watchable(table, person, code), person, since, translate)

    async def play(
        self, table: str, person: Person | None, number: int, text: str, translate: Translate = english
    ) -> Position:
        """Make a move that was decided on at the reader's ``number``; the answer holds what is new since
        then.
        """
        room = await self.room(table)
        async with room.lock:
            chair = self.playing(room, person)
            self._in_time(room, person, chair.seat, number, translate)
            move = self._move(room, text)
            refusal = room.game_on.state.why_not(chair.seat, move)
            if refusal is not None:
                raise Refused(
                    "illegal", "{reason}", clause=refusal.clause or None, reason=refusal.say(translate)
                )
            try:
                await self.take(room, room.game_on.consider(chair.seat, move, self.now()))
            except Overtaken:
                await self.catch_up(room)
                raise Stale(self.show(room, person, number, translate)) from None
            return self.show(room, person, number, translate)

    async def why_not(
        self, table: str, person: Person | None, text: str, translate: Translate = english
    ) -> WhyNot:
        """Whether a move is allowed now, and if not, the clause and the reason."""
        room = await self.room(table)
        chair = self.seated(room, person)
        if room.timeline is None:
            raise Conflict("not-begun", _("The game has not begun."))
        refusal = room.timeline.state.why_not(chair.seat, self._move(room, text))
        if refusal is None:
            return WhyNot(legal=True, clause=None, reason=None)
        return WhyNot(legal=False, clause=refusal.clause or None, reason=refusal.say(translate))

    # -- taking back -----------------------------------------------------------------------------------------

    async def undo(
        self, table: str, person: Person | None, number: int, translate: Translate = english
    ) -> Position:
        """Take back one's last move: at once if nobody could know of it yet, else with the consent of all
        people seated.
        """
        room = await self.room(table)
        async with room.lock:
            chair = self.playing(room, person)
            self._in_time(room, person, chair.seat, number, translate)
            if room.number(chair.seat) >= MOST_TO_UNDO:
                raise Conflict("too-much-undone", _("Too much was taken back in this game already; go on."))
            free = room.game_on.free_undo(chair.seat)
            if free is not None:
                await self._go_back(room, person, "drop", chair.seat, free, translate)
                return self.show(room, person, number, translate)
            target = room.game_on.last_move(chair.seat)
            if target is None:
                raise Conflict("nothing-to-undo", _("You have made no move yet."))
            if room.offer is not None:
                raise Conflict(
                    "offer-open", _("Somebody asks to take a move back already; answer that first.")
                )
            await self._agree(room, person, Offer(chair.seat, target, (chair.seat,)), translate)
            return self.show(room, person, number, translate)

    async def answer_undo(
        self, table: str, person: Person | None, agree: bool, translate: Translate = english
    ) -> Position:
        """Consent to going back, or refuse it; whoever asked may withdraw by refusing."""
        room = await self.room(table)
        async with room.lock:
            chair = self.playing(room, person)
            if room.offer is None:
                raise Conflict("no-offer", _("Nobody asks to take anything back."))
            number = room.number(chair.seat)
            if agree:
                agreed = tuple(sorted({*room.offer.agreed, chair.seat}))
                await self._agree(room, person, replace(room.offer, agreed=agreed), translate)
            else:
                await self._change(room, person, translate, offer=None)
            return self.show(room, person, number, translate)

    async def _agree(self, room: Room, person: Person | None, offer: Offer, translate: Translate) -> None:
        if set(room.people()) - set(offer.agreed):
            await self._change(room, person, translate, offer=offer.to_text())
            return
        if room.offer is not None:
            await self._change(room, person, translate, offer=None)
        if not room.game_on.dropped_by("back", offer.target):
            raise Conflict("nothing-to-undo", _("This move has been taken back already."))
        await self._go_back(room, person, "back", offer.by, offer.target, translate)

    async def _go_back(
        self, room: Room, person: Person | None, kind: Kind, seat: int, target: int, translate: Translate
    ) -> None:
        try:
            await self.take(room, room.game_on.consider_undo(kind, seat, target, self.now()))
        except IllegalMove:
            raise Conflict("cannot-undo", _("What happened since depends on this move.")) from None
        except Overtaken:
            await self.catch_up(room)
            raise Stale(self.show(room, person, -1, translate)) from None

    # -- leaving the seat to a bot ---------------------------------------------------------------------------

    async def set_passes(
        self, table: str, person: Person | None, frames: list[str], translate: Translate = english
    ) -> Position:
        """Which windows this seat lets pass by itself, whatever it holds; they take as long as if somebody
        had thought.
        """
        room = await self.room(table)
        async with room.lock:
            chair = self.seated(room, person)
            for frame in frames:
                if frame not in room.game.frames:
                    raise Refused("no-window", _("{name} is no decision of this game."), name=frame)
            passes = tuple(sorted(set(frames)))[:MOST_PASSES]
            seats = [*room.seats]
            seats[chair.seat] = replace(chair, passes=passes)
            state = None if room.timeline is None else room.timeline.state
            wake_at = self.alarm(seats, state) if room.status == "playing" else None
            await self.archive.set_passes(room, chair.seat, passes, wake_at)
            room.seats = seats
        self.attend(room.id)
        return self.show(room, person, room.number(chair.seat), translate)

    async def resign(self, table: str, person: Person | None, translate: Translate = english) -> Position:
        """Give the game up; a bot plays on, so that the others can finish."""
        return await self._hand_over(table, person, "resigned", translate)

    async def step_away(self, table: str, person: Person | None, translate: Translate = english) -> Position:
        """Let a bot play until one comes back."""
        return await self._hand_over(table, person, "asked", translate)

    async def _hand_over(
        self, table: str, person: Person | None, held: str, translate: Translate
    ) -> Position:
        room = await self.room(table)
        async with room.lock:
            chair = self.playing(room, person)
            await self._change(room, person, translate, self.substituted(chair, held))
            return self.show(room, person, room.number(chair.seat), translate)

    async def come_back(self, table: str, person: Person | None, translate: Translate = english) -> Position:
        """Take one's seat back from the bot that held it."""
        room = await self.room(table)
        async with room.lock:
            chair = self.seated(room, person)
            if chair.held == "resigned":
                raise Forbidden("resigned", _("You have given this game up."))
            if chair.held != "no" and room.status == "playing":
                await self._change(room, person, translate, self._back(room, chair))
            return self.show(room, person, room.number(chair.seat), translate)

    def _back(self, room: Room, chair: Seat) -> Seat:
        clock = chair.clock
        if chair.held == "time" and room.terms is not None and clock.bank is not None:
            clock = replace(clock, bank=max(clock.bank, min(GRACE + room.terms.increment, room.terms.cap)))
        if chair.seat in room.deciders():
            clock = clock.started(self.now())
        return replace(chair, level=None, held="no", clock=clock)

    async def time_out(self, table: str, seat: int) -> None:
        """Let a bot hold a seat whose time has run out."""
        room = await self.room(table)
        async with room.lock:
            chair = room.seats[seat]
            if (
                chair.present
                and seat in room.deciders()
                and chair.clock.since
                and chair.clock.left(self.now()) <= 0
            ):
                try:
                    await self.change(room, self.substituted(chair, "time"))
                except Overtaken:  # another worker saw it too
                    await self.catch_up(room)

    # -- inside ----------------------------------------------------------------------------------------------

    def _in_time(
        self, room: Room, person: Person | None, seat: int, number: int, translate: Translate
    ) -> None:
        if number != room.number(seat):
            since = number if number < room.number(seat) else -1
            raise Stale(self.show(room, person, since, translate))

    def _move(self, room: Room, text: str) -> int:
        try:
            return room.game.moves.parse(text)
        except BadMove as error:
            raise Refused("bad-move", "{reason}", reason=str(error)) from None

    async def _change(
        self, room: Room, person: Person | None, translate: Translate, *chairs: Seat, **values: object
    ) -> None:
        try:
            await self.change(room, *chairs, **values)
        except Overtaken:
            await self.catch_up(room)
            raise Stale(self.show(room, person, -1, translate)) from None
