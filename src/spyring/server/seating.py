"""Making tables, and who sits where."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from spyring.engine.errors import BadOption, BadSeats
from spyring.engine.state import Json
from spyring.engine.words import Translate, _, english
from spyring.server import showing
from spyring.server.archive import Overtaken
from spyring.server.bots_at_work import SUBSTITUTE
from spyring.server.bulletin import of_person
from spyring.server.clocks import USUAL, SeatClock
from spyring.server.desk import Desk
from spyring.server.payloads import NewTable, Person, TableCard
from spyring.server.problems import Conflict, Forbidden, NotFound, Refused, whole
from spyring.server.rooms import Room, Seat
from spyring.server.timeline import Entry, Start, Timeline


class Seating(Desk):
    """Chairs: empty, taken, given to bots."""

    async def make_table(
        self, person: Person | None, asked: NewTable, translate: Translate = english
    ) -> TableCard:
        """A new table; it starts by itself once every seat is taken."""
        maker = self.known(person)
        if await self.archive.unfinished(maker.id) >= self.settings.most_tables:
            raise Refused(
                "too-many-tables", _("You have too many unfinished tables; finish or leave one first.")
            )
        return await self._make(maker, asked, self._start(asked, None), translate)

    async def join(
        self,
        table: str,
        person: Person | None,
        seat: int | None = None,
        code: str | None = None,
        translate: Translate = english,
    ) -> TableCard:
        """Take a seat: the one asked for, or the first free one. Sitting there already is as good."""
        guest = self.known(person)
        room = await self.watchable(table, guest, code)
        async with room.lock:
            if room.seat_of(guest.id) is None:
                chair = self._free(room, seat)
                await self._seat(room, replace(chair, person=guest.id, name=guest.name))
            return showing.table_card(room, guest.id, translate)

    async def leave(self, table: str, person: Person | None, translate: Translate = english) -> TableCard:
        """Before the start: free the seat, and the table goes with the last one. Later: a bot plays on."""
        room = await self.room(table)
        async with room.lock:
            chair = self.seated(room, person)
            if room.status == "open":
                await self._seat(room, Seat(chair.seat))
                if not any(other.person for other in room.seats):
                    await self.archive.remove(room)  # nobody is left to wait for anybody
                    self.rooms.forget(room.id)
            elif room.status == "playing" and chair.held != "resigned":
                await self._seat(room, self.substituted(chair, "resigned"))
            return showing.table_card(room, self.known(person).id, translate)

    async def seat_bot(
        self, table: str, person: Person | None, seat: int, level: str | None, translate: Translate = english
    ) -> TableCard:
        """Put a bot on a free seat, or take one away; only who made the table may, before the start."""
        room = await self.room(table)
        maker = self.known(person)
        async with room.lock:
            if room.owner != maker.id:
                raise Forbidden("not-owner", _("Only who made this table can do this."))
            if not 0 <= seat < len(room.seats):
                raise NotFound("no-seat", _("There is no such seat at this table."))
            if room.status != "open":
                raise Conflict("begun", _("The game has begun; nobody can take a seat any more."))
            if room.seats[seat].person is not None:
                raise Conflict("seat-taken", _("This seat is taken."))
            await self._seat(room, Seat(seat, level=None if level is None else self.level(level)))
            return showing.table_card(room, maker.id, translate)

    async def rematch(
        self, table: str, person: Person | None, campaign: bool = False, translate: Translate = english
    ) -> TableCard:
        """The same once more: whoever asks first makes the table, the others come to it at their old seats.

        In a ``campaign`` the next game begins with what outlived this one.
        """
        room = await self.room(table)
        async with room.lock:
            chair = self.seated(room, person)
            if room.status != "over":
                raise Conflict("not-over", _("The game is not over yet."))
            maker = self.known(person)
            if room.next_table is None:
                await self._make_next(room, maker, chair.seat, campaign)
            next_table = room.next_table
        assert next_table is not None
        return await self.join(
            next_table, maker, await self._old_seat(next_table, chair.seat), None, translate
        )

    async def play_on(
        self, table: str, person: Person | None, step: int, seat: int, translate: Translate = english
    ) -> TableCard:
        """A new table that begins where a finished game stood after ``step`` moves, with bots in the other
        seats.
        """
        room = await self.watchable(table, person)
        maker = self.known(person)
        if room.status != "over":
            raise Forbidden("not-over", _("The game is not over yet."))
        moves = room.game_on.moves()
        if not 0 <= step < len(moves) or not 0 <= seat < room.start.seats:
            raise NotFound("no-step", _("The game has no such step, or no such seat."))
        log = [replace(entry, number=number) for number, entry in enumerate(moves[:step], 1)]
        bots = {other: SUBSTITUTE for other in range(room.start.seats) if other != seat}
        asked = NewTable(game=room.game.name, seats=room.start.seats, public=False, seat=seat, bots=bots)
        return await self._make(maker, asked, room.start, translate, log)

    # -- inside ----------------------------------------------------------------------------------------------

    def _start(self, asked: NewTable, legacy: Json | None) -> Start:
        """What the game will begin with; tried out once, so that a table that cannot begin is never made."""
        game = self.game(asked.game)
        count = game.seats[-1] if asked.seats is None else asked.seats
        seed = secrets.randbits(120)
        try:
            options = game.chosen(count, dict(asked.options))
            Timeline(game, Start(count, seed, options, legacy))
        except (BadOption, BadSeats) as error:
            raise Refused("bad-options", whole(str(error))) from None
        return Start(count, seed, options, legacy)

    async def _make(
        self, maker: Person, asked: NewTable, start: Start, translate: Translate, log: Sequence[Entry] = ()
    ) -> TableCard:
        game = self.game(asked.game)
        terms = asked.clock or USUAL[asked.pace]
        if terms is not None and terms.bank > terms.cap:
            raise Refused("bad-clock", _("The bank of a clock cannot be above its cap."))
        chairs = [Seat(seat, level=_level(self, asked.bots.get(seat))) for seat in range(start.seats)]
        if any(seat >= start.seats or seat < 0 for seat in asked.bots):
            raise NotFound("no-seat", _("There is no such seat at this table."))
        table = await self.archive.create(
            game, asked.model_copy(update={"clock": terms}), start, maker.id, chairs, log
        )
        room = await self.room(table)
        async with room.lock:
            if asked.take_seat:
                chair = self._free(room, asked.seat)
                await self._seat(room, replace(chair, person=maker.id, name=maker.name))
            elif not any(chair.empty for chair in room.seats):
                await self._seat(room)
        return showing.table_card(room, maker.id, translate)

    async def _make_next(self, room: Room, maker: Person, seat: int, campaign: bool) -> None:
        legacy = room.game_on.state.legacy() if campaign else None
        if campaign and legacy is None:
            raise Conflict("no-campaign", _("Nothing of this game outlives it."))
        bots = {
            chair.seat: chair.level
            for chair in room.seats
            if chair.person is None and chair.level is not None
        }
        asked = NewTable(
            game=room.game.name,
            seats=room.start.seats,
            options=room.start.options,
            public=room.public,
            pace=room.pace,
            clock=room.terms,
            bots=bots,
            seat=seat,
        )
        start = self._start(asked, legacy)
        card = await self._make(maker, asked, start, english)
        try:
            await self.change(room, next_table=card.id)
        except Overtaken:
            await self.refresh(room)

    async def _old_seat(self, table: str, seat: int) -> int | None:
        room = await self.room(table)
        return seat if room.seats[seat].empty else None

    def _free(self, room: Room, seat: int | None) -> Seat:
        if room.status != "open":
            raise Conflict("begun", _("The game has begun; nobody can take a seat any more."))
        if seat is not None and not 0 <= seat < len(room.seats):
            raise NotFound("no-seat", _("There is no such seat at this table."))
        for chair in room.seats if seat is None else [room.seats[seat]]:
            if chair.empty:
                return chair
        raise Conflict(
            "seat-taken", _("This seat is taken.") if seat is not None else _("Every seat is taken.")
        )

    async def _seat(self, room: Room, *chairs: Seat) -> None:
        """Store who sits where, and begin if nobody is missing."""
        seats = list(room.seats)
        for chair in chairs:
            seats[chair.seat] = chair
        values: dict[str, Any] = {}
        if room.status == "open" and not any(chair.empty for chair in seats):
            chairs = tuple(await self._begin(room, seats))
            values["status"] = "playing"
        try:
            await self.change(room, *chairs, **values)
        except Overtaken:
            await self.refresh(room)
            raise Conflict("changed", _("Somebody was faster; look who sits where now.")) from None
        for chair in chairs:
            if chair.person is not None:
                self.bulletin.post(of_person(chair.person))

    async def _begin(self, room: Room, seats: list[Seat]) -> list[Seat]:
        """All chairs with their clocks set, those of the first deciders running."""
        room.timeline = Timeline(room.game, room.start, await self.archive.log(room.id))
        deciders = room.timeline.state.deciders
        begun: list[Seat] = []
        for chair in seats:
            clock = SeatClock()
            if room.terms is not None and chair.person is not None:
                clock = SeatClock(room.terms.bank)
                if chair.seat in deciders:
                    clock = clock.started(self.now())
            begun.append(replace(chair, clock=clock))
        return begun


def _level(desk: Desk, name: str | None) -> str | None:
    return None if name is None else desk.level(name)
