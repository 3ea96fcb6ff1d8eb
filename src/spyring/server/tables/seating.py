"""Making tables, and who sits where."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn

from spyring.engine.campaign import OPTION
from spyring.engine.errors import BadOption, BadSeats
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.position import Json
from spyring.engine.sealed import KEY_BYTES, Seal
from spyring.engine.state import State
from spyring.engine.words import _
from spyring.server.bots.levels import SUBSTITUTE, checked
from spyring.server.caller import Caller
from spyring.server.payloads import ClockTerms, NewTable, Person, Promise, TableCard
from spyring.server.people.ties import Ties
from spyring.server.problems import Conflict, Forbidden, NotFound, Refused, whole
from spyring.server.settings import Settings
from spyring.server.shelf import Shelf
from spyring.server.storage.topics import Topics, of_person, of_table
from spyring.server.tables import presenting
from spyring.server.tables.archive import Archive, Overtaken
from spyring.server.tables.campaigns import Gone, Reading
from spyring.server.tables.chair import Chair
from spyring.server.tables.changes import Changes
from spyring.server.tables.clocks import USUAL, SeatClock
from spyring.server.tables.promises import Promises
from spyring.server.tables.room import Room, Status
from spyring.server.tables.rooms import Rooms, follow
from spyring.server.tables.timeline import Entry, Start, Timeline
from spyring.server.times import Time

MOST_UNATTENDED: Final = 2  # games of bots alone that one person may have going on
MOST_WAITING: Final = 5  # public tables of one person that wait for people
MOST_WAITING_THERE: Final = 40  # of all people in one corner of the network: a school may share an address


class Seating:
    """Chairs: empty, taken, given to bots."""

    def __init__(
        self,
        settings: Settings,
        shelf: Shelf,
        rooms: Rooms,
        changes: Changes,
        archive: Archive,
        promises: Promises,
        ties: Ties,
        topics: Topics,
        time: Time,
    ) -> None:
        self.promises = promises
        self.ties = ties
        self.most_tables = settings.most_tables
        self.most_of_guests = settings.most_guest_tables
        self.shelf = shelf
        self.rooms = rooms
        self.changes = changes
        self.archive = archive
        self.topics = topics
        self.time = time
        self.reading = Reading(time)  # of campaigns from elsewhere

    async def make(self, caller: Caller, asked: NewTable, gone: Gone | None = None) -> TableCard:
        """A new table; it starts by itself once every seat is taken. What takes a while is not begun for
        whoever is ``gone`` by then.
        """
        if asked.chronicle is not None:
            return await self._take_up(caller, asked, asked.chronicle, gone)
        room = await self._make(caller, asked, self._checked(asked, None))
        return presenting.table_card(room, caller)

    async def join(
        self, table: str, caller: Caller, seat: int | None = None, nonce: str | None = None
    ) -> TableCard:
        """Take a seat: the one asked for, or the first free one; ``nonce`` is what one adds to chance.
        Sitting there already is as good, unless one asks for one more where all win or lose together.
        """
        guest = caller.known()
        room = await self.rooms.watchable(table, caller)
        async with room.lock:
            mine = room.seats_of(guest.id)
            more = room.game.kind == COOPERATIVE and seat is not None and seat not in mine
            if not mine or more:
                chair = _free(room.status, room.chairs, seat)
                await self.ties.welcome(room, guest.id)
                await self._seat(room, replace(chair, person=guest.id, name=guest.name, nonce=nonce or ""))
            return presenting.table_card(room, caller)

    async def leave(self, table: str, caller: Caller, seat: int | None = None) -> TableCard:
        """Before the start: free one's seat, or one of several, and the table goes with the last one; whoever
        made it and only watches can leave it, too, while nobody sits there.
        """
        room = await self.rooms.watchable(table, caller)
        leaver = caller.known()
        async with room.lock:
            left = room.seats_of(leaver.id) if seat is None else (room.seated(caller, seat).seat,)
            stays = set(room.seats_of(leaver.id)) - set(left)
            if not stays and room.status == "open" and _nobody_but(room, leaver.id):
                await self._remove(room)
                return presenting.table_card(room, caller)
            room.seated(caller)
            if room.status != "open":
                raise Conflict("begun", _("The game has begun; whoever wants to give it up says so."))
            await self._seat(room, *(Chair(free) for free in left))
            return presenting.table_card(room, caller)

    async def seat_bot(self, table: str, caller: Caller, seat: int, level: str | None) -> TableCard:
        """Put a bot on a free seat, or take one away; only who made the table may, before the start."""
        room = await self.rooms.watchable(table, caller)
        maker = caller.known()
        async with room.lock:
            if room.owner != maker.id:
                raise Forbidden("not-owner", _("Only who made this table can do this."))
            if not 0 <= seat < len(room.chairs):
                raise NotFound("no-seat", _("There is no such seat at this table."))
            if room.status != "open":
                raise Conflict("begun", _("The game has begun; nobody can take a seat any more."))
            if room.chairs[seat].person is not None:
                raise Conflict("seat-taken", _("This seat is taken."))
            await self._seat(room, Chair(seat, level=None if level is None else checked(level)))
            return presenting.table_card(room, caller)

    async def promise(self, caller: Caller, after: str | None = None) -> Promise:
        """What binds the server for a table to come: for the one that goes on ``after`` another, where it is
        there already, or else for a new one.
        """
        room = None if after is None else await self.rooms.readable(after, caller)
        mine = room is not None and (room.public or room.belongs(caller.id))
        following = await self._following(room) if room is not None and mine else None
        if following is not None and following.seal is not None:
            return Promise(id=None, table=following.id, commitment=following.seal.commitment())
        return await self.promises.make()

    async def rematch(
        self,
        table: str,
        caller: Caller,
        campaign: bool = False,
        promise: str | None = None,
        nonce: str | None = None,
    ) -> TableCard:
        """The same once more: whoever asks first makes the table, the others come to it at their old seats.

        Bots play again where they played. For those who gave this game up, or lost their seat by time, a bot
        sits there, too, so that nobody waits for them; if they come before the start, it makes way. In a
        ``campaign`` the next game begins with what outlived this one.
        """
        room = await self.rooms.watchable(table, caller)
        guest = caller.known()
        async with room.lock:
            room.seated(caller)
            mine = room.seats_of(guest.id)
            room.thawed()
            if room.status != "over":
                raise Conflict("not-over", _("The game is not over yet."))
            while (following := await self._following(room)) is None:
                try:
                    await self._make_next(room, caller, mine, campaign, promise, nonce)
                except Overtaken:  # another has made it; go there
                    await self.rooms.refresh(room)
        async with following.lock:
            if following.seat_of(guest.id) is None:
                old = [following.chairs[seat] for seat in mine]
                if following.status != "open" or all(chair.person is not None for chair in old):
                    old = [_free(following.status, following.chairs, None)]
                free = [chair.seat for chair in old if chair.person is None]
                await self.ties.welcome(following, guest.id)
                mine_now = (Chair(seat, guest.id, guest.name, nonce=nonce or "") for seat in free)
                await self._seat(following, *mine_now)
            return presenting.table_card(following, caller)

    async def play_on(
        self,
        table: str,
        caller: Caller,
        step: int,
        seat: int,
        promise: str | None = None,
        nonce: str | None = None,
    ) -> TableCard:
        """A new table that begins where a finished game stood after ``step`` moves, with bots in the other
        seats. Chance is new from there on, for that of the finished game is open.
        """
        room = await self.rooms.readable(table, caller)
        caller.known()
        room.thawed()
        if room.status != "over":
            raise Forbidden("not-over", _("The game is not over yet."))
        moves = room.game_on.moves()
        if not 0 <= step < len(moves) or not 0 <= seat < room.start.seats:
            raise NotFound("no-step", _("The game has no such step, or no such seat."))
        log = [replace(entry, number=number) for number, entry in enumerate(moves[:step], 1)]
        bots = {other: SUBSTITUTE for other in range(room.start.seats) if other != seat}
        asked = NewTable(
            game=room.game.name,
            seats=room.start.seats,
            public=False,
            seat=seat,
            bots=bots,
            promise=promise,
            nonce=nonce,
        )
        start = replace(room.start, branches=_branches(room, moves[:step]))
        return presenting.table_card(await self._make(caller, asked, start, log), caller)

    # -- inside ----------------------------------------------------------------------------------------------

    async def _take_up(self, caller: Caller, asked: NewTable, text: str, gone: Gone | None) -> TableCard:
        """The next game of a campaign that was played elsewhere; its file stays with the table."""
        await self._refuse_too_many(caller.known())
        found = await self.reading.take_up(caller, self.shelf.game(asked.game), text, gone)
        asked = asked.model_copy(
            update={"options": {**found.options, OPTION: found.name}, "chronicle": found.text()}
        )
        room = await self._make(caller, asked, self._checked(asked, found.file))
        return presenting.table_card(room, caller)

    def _checked(self, asked: NewTable, legacy: Json | None) -> Start:
        """What the game will begin with, but for its key; tried out once, so that no table is made that
        cannot begin.
        """
        game = self.shelf.game(asked.game)
        count = game.seats[-1] if asked.seats is None else asked.seats
        try:
            start = Start(count, bytes(KEY_BYTES), game.chosen(count, dict(asked.options)), legacy)
            Timeline(game, start)
        except (BadOption, BadSeats) as error:
            raise Refused("bad-options", whole(str(error))) from None
        return start

    async def _make(
        self,
        caller: Caller,
        asked: NewTable,
        start: Start,
        log: Sequence[Entry] = (),
        after: Room | None = None,
    ) -> Room:
        """Everything is checked first and stored at once: a table that cannot be is never seen."""
        game = self.shelf.game(asked.game)
        maker = caller.known()
        await self._refuse_too_many(maker)
        terms = asked.clock or USUAL[asked.pace]
        if terms is not None and terms.bank > terms.cap:
            raise Refused("bad-clock", _("The bank of a clock cannot be above its cap."))
        chairs = _chairs(game, maker, asked, start.seats)
        table, secret = await self.promises.keep(asked.promise, asked.nonce)
        nonces = tuple(bytes.fromhex(chair.nonce) for chair in chairs)
        start = replace(start, key=Seal(secret, table, nonces).key())
        state = None
        if not any(chair.empty for chair in chairs):
            timeline = Timeline(game, start)
            await follow(timeline, log)
            state = timeline.state
            chairs = await self._begun(chairs, terms, asked.pace, state, maker.id)
        elif asked.public and after is None:
            await self._refuse_crowding(maker, caller.origin)
        await self.archive.create(
            table,
            secret,
            game,
            asked.model_copy(update={"clock": terms}),
            start,
            maker.id,
            chairs,
            log,
            origin=caller.origin,
            status="open" if state is None else "playing",
            wake_at=self.changes.alarm(chairs, state),
            after=after,
            chronicle=asked.chronicle,
        )
        self.topics.announce(of_person(maker.id))
        room = await self.rooms.find(table)
        self.rooms.presence.come(table, caller)
        self.changes.attend(table)
        return room

    async def _refuse_too_many(self, maker: Person) -> None:
        most = self.most_tables if maker.kind == "account" else min(self.most_tables, self.most_of_guests)
        if await self.archive.unfinished(maker.id) >= most:
            raise _too_many()

    async def _refuse_crowding(self, maker: Person, origin: str) -> None:
        """Nobody fills the list of tables with their own, nor do many guests out of one corner."""
        mine, theirs = await self.archive.waiting_for_people(maker.id, origin)
        if mine >= MOST_WAITING or theirs >= MOST_WAITING_THERE:
            text = _("Too many of your tables wait for people already; let one begin, or leave one first.")
            raise Refused("too-many-tables", text)

    async def _remove(self, room: Room) -> None:
        """Nobody is left to wait for anybody."""
        try:
            await self.archive.remove(room)
        except Overtaken:
            await self._look_again(room)
        gone = [chair.person for chair in room.chairs if chair.person is not None]
        room.chairs = [chair if chair.person is None else Chair(chair.seat) for chair in room.chairs]
        for person in gone:
            self.topics.announce(of_person(person))
        self.rooms.memory.forget(room.id)

    async def _following(self, room: Room) -> Room | None:
        """The next table, if there is one; it may have been left by everybody."""
        try:
            return None if room.next_table is None else await self.rooms.find(room.next_table)
        except NotFound:
            return None

    async def _make_next(
        self,
        room: Room,
        caller: Caller,
        mine: tuple[int, ...],
        campaign: bool,
        promise: str | None,
        nonce: str | None,
    ) -> None:
        legacy = room.game_on.state.legacy() if campaign else None
        if campaign and legacy is None:
            raise Conflict("no-campaign", _("Nothing of this game outlives it."))
        bots = {
            chair.seat: chair.level or SUBSTITUTE
            for chair in room.chairs
            if chair.seat not in mine
            and (chair.person is None or chair.name == "" or chair.held in ("resigned", "time"))
        }
        asked = NewTable(
            game=room.game.name,
            seats=room.start.seats,
            options=room.start.options,
            public=room.public,
            pace=room.pace,
            clock=room.terms,
            bots=bots,
            seat=mine[0],
            also=list(mine[1:]),
            promise=promise,
            nonce=nonce,
        )
        await self._make(caller, asked, self._checked(asked, legacy), after=room)
        await self.rooms.refresh(room)
        self.topics.announce(of_table(room.id))

    async def _seat(self, room: Room, *chairs: Chair) -> None:
        """Store who sits where, and begin if nobody is missing."""
        all_chairs = list(room.chairs)
        for chair in chairs:
            all_chairs[chair.seat] = chair
        values: dict[str, Any] = {}
        if room.status == "open" and not any(chair.empty for chair in all_chairs):
            assert room.seal is not None  # every table has one until it has begun
            nonces = tuple(bytes.fromhex(chair.nonce) for chair in all_chairs)
            seal = Seal(room.seal.secret, room.id, nonces, room.seal.scheme)
            state = Timeline(room.game, replace(room.start, key=seal.key())).state
            chairs = tuple(await self._begun(all_chairs, room.terms, room.pace, state, room.owner))
            values = {
                "status": "playing",
                "wake_at": self.changes.alarm(list(chairs), state),
                "rules_version": room.game.rules_version,
                "box": room.game.box_name,
                "box_digest": room.game.box_digest(),
            }
        try:
            await self.changes.change(room, *chairs, **values)
        except Overtaken:
            await self._look_again(room)
        for chair in chairs:
            if chair.person is not None:
                self.topics.announce(of_person(chair.person))

    async def _look_again(self, room: Room) -> NoReturn:
        await self.rooms.refresh(room)
        raise Conflict("changed", _("Somebody was faster; look who sits where now.")) from None

    async def _begun(
        self, chairs: list[Chair], terms: ClockTerms | None, pace: str, state: State, owner: str
    ) -> list[Chair]:
        """All chairs with their clocks set, those of the first deciders running. Where bots play alone nobody
        waits for them, so few such games of one owner go on at a time.
        """
        if not any(chair.person for chair in chairs):
            if await self.archive.unattended(owner) >= MOST_UNATTENDED:
                raise _too_many()
            return chairs
        begun: list[Chair] = []
        for chair in chairs:
            clock = SeatClock()
            if terms is not None and chair.person is not None:
                clock = SeatClock(terms.bank)
                if chair.seat in state.deciders:
                    clock = clock.started(chair.runs_from(self.time.now(), pace))
            begun.append(replace(chair, clock=clock))
        return begun


def _chairs(game: Game, maker: Person, asked: NewTable, count: int) -> list[Chair]:
    """Who sits where at a new table."""
    if any(not 0 <= seat < count for seat in asked.bots):
        raise NotFound("no-seat", _("There is no such seat at this table."))
    if asked.also and game.kind != COOPERATIVE:
        raise Refused("one-seat", _("Only where all win or lose together can one person hold several seats."))
    chairs = [Chair(seat) for seat in range(count)]
    for seat, level in asked.bots.items():
        chairs[seat] = Chair(seat, level=checked(level))
    for wish in [asked.seat, *asked.also] if asked.take_seat else []:
        mine = _free("open", chairs, wish).seat
        chairs[mine] = Chair(mine, maker.id, maker.name, nonce=asked.nonce or "")
    return chairs


def _branches(room: Room, moves: Sequence[Entry]) -> tuple[tuple[int, bytes], ...]:
    """The keys under which the first moves of a finished game were made, counted as the new log counts."""
    keys: dict[int, bytes] = {0: room.start.key_for(0)}
    for number, entry in enumerate(moves, 1):
        keys[number] = room.start.key_for(entry.number)
    return tuple((last, key) for last, key in keys.items() if keys.get(last + 1) != key)


def _free(status: Status, chairs: Sequence[Chair], seat: int | None) -> Chair:
    """The chair asked for, or the first one that nobody has taken."""
    if status != "open":
        raise Conflict("begun", _("The game has begun; nobody can take a seat any more."))
    if seat is not None and not 0 <= seat < len(chairs):
        raise NotFound("no-seat", _("There is no such seat at this table."))
    for chair in chairs if seat is None else [chairs[seat]]:
        if chair.empty:
            return chair
    raise Conflict("seat-taken", _("This seat is taken.") if seat is not None else _("Every seat is taken."))


def _nobody_but(room: Room, person: str) -> bool:
    """Whether a person sits, or made the table and only watches, where no other person sits."""
    here = room.owner == person or room.seat_of(person) is not None
    return here and all(chair.person in (None, person) for chair in room.chairs)


def _too_many() -> Refused:
    return Refused("too-many-tables", _("You have too many unfinished tables; finish or leave one first."))
