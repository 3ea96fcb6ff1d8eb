"""At the table: looking, moving, giving up the seat and coming back to it."""

from dataclasses import replace

from spyring.engine.errors import BadMove
from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Position, WhyNot
from spyring.server.problems import Conflict, Forbidden, Problem, Refused, Stale
from spyring.server.tables import presenting
from spyring.server.tables.archive import Archive, Overtaken
from spyring.server.tables.chair import Chair, Held
from spyring.server.tables.changes import Changes
from spyring.server.tables.clocks import GRACE
from spyring.server.tables.room import Room
from spyring.server.tables.rooms import Rooms
from spyring.server.times import Time

MOST_PASSES = 40


class Playing:
    """What those who sit at a table can do."""

    def __init__(self, rooms: Rooms, changes: Changes, archive: Archive, time: Time) -> None:
        self.rooms = rooms
        self.changes = changes
        self.archive = archive
        self.time = time

    async def position(self, table: str, caller: Caller, since: int = -1) -> Position:
        """The table as this reader may see it now."""
        return self.show(await self.rooms.readable(table, caller), caller, since)

    def show(self, room: Room, caller: Caller, since: int = -1) -> Position:
        """A room as this reader may see it now."""
        return presenting.position(room, caller, self.time.now(), since)

    def wire(self, room: Room, caller: Caller, since: int) -> bytes:
        """The same as it goes over the wire: to all streams and programs that read the same."""
        at, person = self.time.now(), caller.id
        seated = room.seats_of(person)
        ticks = 0.0 if room.terms is None else round(at, 1)
        reader = (seated, bool(seated) or room.belongs(person), caller.language, since, ticks)
        found = room.shown.get(_mark(room), reader)
        if found is None:
            position = presenting.position(room, caller, at, since)
            found = position.wire(room.shown.common(room.timeline))
            room.shown.put(reader, found)
        return found

    async def play(self, table: str, caller: Caller, number: int, text: str, seat: int | None = None) -> Room:
        """Make a move that was decided on at the reader's ``number``. Whoever holds several seats names one,
        or it is the one of theirs that can make the move now.
        """
        room = self.rooms.at_hand(table, caller) or await self.rooms.visited(table, caller)
        async with room.lock:
            for behind in (self.archive.store.shared, False):
                try:
                    await self._move(room, caller, number, text, seat)
                    return room
                except Problem:  # where another worker may have changed what it follows from, look again
                    if not behind or not await self.rooms.catch_up_if_behind(room):
                        raise
                except Overtaken:
                    await self.rooms.catch_up(room)
        raise Stale(self.show(room, caller, number))

    async def _move(self, room: Room, caller: Caller, number: int, text: str, seat: int | None) -> None:
        """Make a move as the room stands, or refuse it."""
        chair = room.playing(caller, seat)
        self.in_time(room, caller, number)
        move = _move(room, text, caller)
        if seat is None and len(room.seats_of(caller.id)) > 1:
            chair = room.playing(caller, _mover(room, caller, move))
        refusal = room.game_on.state.why_not(chair.seat, move)
        if refusal is not None:
            reason = refusal.say(caller.reads(room.game))
            raise Refused("illegal", "{reason}", clause=refusal.clause or None, reason=reason)
        seats = room.seats_of(chair.person)
        asked = _consents(room, seats)
        await self.changes.take(room, room.game_on.consider(chair.seat, move, self.time.now()))
        if len(seats) > 1 and (not asked or move in asked.values()):
            await self._follow(room, seats)

    async def _follow(self, room: Room, seats: tuple[int, ...]) -> None:
        """Whoever holds several seats need not agree with themselves: when one of them has proposed or
        agreed, the others agree at once.
        """
        for _other in seats:  # one after another: who is asked next may depend on it
            asked = _consents(room, seats)
            if not asked:
                return
            seat, agreement = min(asked.items())
            try:
                await self.changes.take(room, room.game_on.consider(seat, agreement, self.time.now()))
            except Overtaken:  # what was asked for is done; the rest can be said by hand
                await self.rooms.catch_up(room)
                return

    async def why_not(self, table: str, caller: Caller, text: str, seat: int | None = None) -> WhyNot:
        """Whether a move is allowed now, and if not, the clause and the reason."""
        room = await self.rooms.visited(table, caller)
        room.seated(caller)
        room.thawed()
        if room.timeline is None:
            raise Conflict("not-begun", _("The game has not begun."))
        move = _move(room, text, caller)
        chair = room.seated(caller, _mover(room, caller, move) if seat is None else seat)
        refusal = room.timeline.state.why_not(chair.seat, move)
        if refusal is None:
            return WhyNot(legal=True, clause=None, reason=None)
        reason = refusal.say(caller.reads(room.game))
        return WhyNot(legal=False, clause=refusal.clause or None, reason=reason)

    async def set_passes(self, table: str, caller: Caller, frames: list[str]) -> Position:
        """Which windows this person's seats let pass by themselves, whatever they hold; they take as long as
        if somebody had thought.
        """
        room = await self.rooms.visited(table, caller)
        async with room.lock:
            room.seated(caller)
            room.thawed()
            for frame in frames:
                if frame not in room.game.frames:
                    raise Refused("no-window", _("{name} is no decision of this game."), name=frame)
            passes = tuple(sorted(set(frames)))[:MOST_PASSES]
            mine = room.seats_of(caller.id)
            chairs = [replace(c, passes=passes) if c.seat in mine else c for c in room.chairs]
            state = None if room.timeline is None else room.timeline.state
            wake_at = self.changes.alarm(chairs, state) if room.status == "playing" else None
            await self.archive.set_passes(room, mine, passes, wake_at)
            room.chairs = chairs
        self.changes.attend(room.id)
        return self.show(room, caller, room.number(room.reader(caller.id)))

    # -- leaving the seat to a bot ---------------------------------------------------------------------------

    async def resign(self, table: str, caller: Caller) -> Position:
        """Give the game up; a bot plays on, so that the others can finish."""
        return await self._hand_over(table, caller, "resigned")

    async def step_away(self, table: str, caller: Caller) -> Position:
        """Let a bot play until one comes back."""
        return await self._hand_over(table, caller, "asked")

    async def come_back(self, table: str, caller: Caller) -> Position:
        """Take one's seat back from the bot that held it."""
        room = await self.rooms.visited(table, caller)
        async with room.lock:
            chair = room.seated(caller)
            room.thawed()
            if chair.held == "resigned":
                raise Forbidden("resigned", _("You have given this game up."))
            away = [self._back(room, mine) for mine in _chairs(room, caller) if mine.held != "no"]
            if away and room.status == "playing":
                await self.change(room, caller, *away)
            return self.show(room, caller, room.number(room.reader(caller.id)))

    async def time_out(self, table: str, seat: int) -> None:
        """Let a bot hold a seat whose time has run out."""
        room = await self.rooms.find(table)
        async with room.lock:
            if room.pace == "days":  # somebody may have gone on vacation meanwhile
                await self.rooms.refresh(room)
            chair, at = room.chairs[seat], self.time.now()
            asked = chair.present and seat in room.deciders()
            if asked and chair.clock.since is not None and chair.clock.left(at) <= 0:
                begins = chair.runs_from(at, room.pace)
                late = replace(chair, clock=chair.clock.standing(at, begins))
                try:
                    await self.changes.change(room, chair.substituted("time", at) if begins <= at else late)
                except Overtaken:  # another worker saw it too
                    await self.rooms.catch_up(room)

    # -- what taking back needs, too -------------------------------------------------------------------------

    def in_time(self, room: Room, caller: Caller, number: int) -> None:
        """Refuse whoever decided on a position that is no more."""
        now = room.number(room.reader(caller.id))
        if number != now:
            raise Stale(self.show(room, caller, number if number < now else -1))

    async def change(self, room: Room, caller: Caller, *chairs: Chair, **values: object) -> None:
        """Change a room, unless somebody was faster."""
        try:
            await self.changes.change(room, *chairs, **values)
        except Overtaken:
            await self.rooms.catch_up(room)
            raise Stale(self.show(room, caller)) from None

    # -- inside ----------------------------------------------------------------------------------------------

    async def _hand_over(self, table: str, caller: Caller, held: Held) -> Position:
        room = await self.rooms.visited(table, caller)
        async with room.lock:
            if held == "resigned":
                room.consents(caller)  # also of a seat that a bot holds
            else:
                room.playing(caller)
            chairs = [mine.substituted(held, self.time.now()) for mine in _chairs(room, caller)]
            await self.change(room, caller, *chairs)
            return self.show(room, caller, room.number(room.reader(caller.id)))

    def _back(self, room: Room, chair: Chair) -> Chair:
        clock = chair.clock
        if chair.held == "time" and room.terms is not None and clock.bank is not None:
            clock = replace(clock, bank=max(clock.bank, min(GRACE + room.terms.increment, room.terms.cap)))
        if chair.seat in room.deciders():
            clock = clock.started(chair.runs_from(self.time.now(), room.pace))
        return replace(chair, level=None, held="no", clock=clock)


def _mark(room: Room) -> tuple[object, ...]:
    """All that a position can depend on, beside its reader and the time. Chairs are never changed, only
    replaced, and a state grows only together with the log, so that the same are quickly seen to be the same.
    """
    timeline = room.timeline
    about = (room.revision, room.status, room.frozen, room.next_table, room.made_at, room.chairs)
    return (None, 0, about) if timeline is None else (timeline.state, len(timeline.entries), about)


def _chairs(room: Room, caller: Caller) -> list[Chair]:
    """All chairs of one person."""
    return [room.chairs[seat] for seat in room.seats_of(caller.id)]


def _mover(room: Room, caller: Caller, move: int) -> int | None:
    """Of a person's seats the one that can make a move now, else the one that they speak for."""
    for seat in room.acting(room.seats_of(caller.id)):
        if room.chairs[seat].present and room.game_on.state.why_not(seat, move) is None:
            return seat
    return None


def _consents(room: Room, seats: tuple[int, ...]) -> dict[int, int]:
    """The moves by which those of these seats of one person that are asked now agree with what is proposed;
    none if they hold only one.
    """
    state, found = room.game_on.state, {}
    for seat in () if len(seats) < 2 else set(seats).intersection(room.deciders()):
        for move in state.legal(seat):
            if state.game.moves.phrase(move).agrees:
                found[seat] = move
    return found


def _move(room: Room, text: str, caller: Caller) -> int:
    try:
        return room.game.moves.parse(text, presenting.met(room, caller))
    except BadMove as error:
        raise Refused("bad-move", "{reason}", reason=error.say(caller.reads(room.game))) from None
