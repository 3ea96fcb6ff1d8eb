"""Making tables and taking seats."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final, NoReturn

from spyring.engine.errors import BadOption, BadSeats
from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.engine.keyed_chance import KEY_BYTES, Seal
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.position import Json
from spyring.engine.state import State
from spyring.server.core.bots.levels import SUBSTITUTE, checked
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import ClockTerms, NewTable, Person, Promise, TableCard
from spyring.server.core.problems import Conflict, Forbidden, NotFound, Refused, whole
from spyring.server.core.settings import Settings
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.statements import Transaction, WriteConflict
from spyring.server.core.tables import presenting
from spyring.server.core.tables.chair import DEFAULT_CLOCKS, Chair, Held, SeatClock
from spyring.server.core.tables.changes import Changes
from spyring.server.core.tables.commitments import Commitments
from spyring.server.core.tables.conceding import conceded
from spyring.server.core.tables.hooks import Disconnected
from spyring.server.core.tables.live_table import LiveTable, Status
from spyring.server.core.tables.live_tables import replay_entries
from spyring.server.core.tables.timeline import Entry, Start, Timeline
from spyring.server.core.topics import of_person, of_table

MAX_UNATTENDED_GAMES: Final = 2  # running games of bots alone that one person may have
MAX_WAITING_TABLES: Final = 5  # public tables of one person that wait for people
MAX_WAITING_TABLES_PER_NETWORK: Final = 40  # a school may share an address

Players = Sequence[Person | None]  # of a table, by seat; None: a bot
FullTable = tuple[NewTable, Players]


class Seating:
    """Seats: empty, taken, given to bots."""

    def __init__(self, settings: Settings, changes: Changes) -> None:
        self.most_tables = settings.most_tables
        self.most_of_guests = settings.most_guest_tables
        self.changes = changes
        self.live_tables = changes.live_tables
        self.shelf = self.live_tables.shelf
        self.table_store = changes.table_store
        self.commitments = Commitments(self.table_store.database)
        self.hooks = changes.hooks
        self.topics = changes.topics
        self.time = changes.time

    async def make(self, caller: Caller, body: NewTable, gone: Disconnected | None = None) -> TableCard:
        """Make a table; it starts by itself once every seat is taken. Slow work is not started for a client
        that is ``gone`` by then.
        """
        legacy = None
        if body.chronicle is not None:
            await self._refuse_too_many(caller.require_person())
            if not self.hooks.imported_campaigns:
                raise Refused("no-campaigns", _("This game has no campaigns."))
            body, legacy = await self.hooks.imported_campaigns[0](caller, body, gone)
        live = await self.make_from(caller, body, self.checked(body, legacy))
        return presenting.table_card(live, caller)

    async def join(
        self, table: str, caller: Caller, seat: int | None = None, nonce: str | None = None
    ) -> TableCard:
        """Take the given seat, or the first free one; ``nonce`` is the person's contribution to chance. A
        person who is seated already stays there, unless they ask for another seat where all win or lose
        together.
        """
        guest = caller.require_person()
        live = await self.live_tables.watchable(table, caller)
        async with live.lock:
            mine = live.seats_of(guest.id)
            more = live.game.kind == COOPERATIVE and seat is not None and seat not in mine
            if not mine or more:
                chair = _free(live.status, live.chairs, seat)
                await self.hooks.require_welcome(guest.id, _company(live))
                await self._seat(
                    live, replace(chair, person=guest.id, name=guest.name, nonce=nonce or "", face=guest.face)
                )
            return presenting.table_card(live, caller)

    async def leave(self, table: str, caller: Caller, seat: int | None = None) -> TableCard:
        """Before the start, free the caller's seat, or one of several; the last one to leave removes the
        table. A host who only watches can leave it, too, while nobody sits there.
        """
        live = await self.live_tables.watchable(table, caller)
        leaver = caller.require_person()
        async with live.lock:
            left = live.seats_of(leaver.id) if seat is None else (live.require_seat(caller, seat).seat,)
            stays = set(live.seats_of(leaver.id)) - set(left)
            if not stays and live.status == "open" and _nobody_but(live, leaver.id):
                await self._remove(live)
                return presenting.table_card(live, caller)
            live.require_seat(caller)
            if live.status != "open":
                raise Conflict("begun", _("The game has started. To leave it, resign."))
            await self._seat(live, *(Chair(free) for free in left))
            return presenting.table_card(live, caller)

    async def seat_bot(self, table: str, caller: Caller, seat: int, level: str | None) -> TableCard:
        """Put a bot on a free seat, or remove one. Only the host may, before the start."""
        live = await self.live_tables.watchable(table, caller)
        maker = caller.require_person()
        async with live.lock:
            if live.owner != maker.id:
                raise Forbidden("not-owner", _("Only the host can do this."))
            if not 0 <= seat < len(live.chairs):
                raise NotFound("no-seat", _("There is no such seat at this table."))
            if live.status != "open":
                raise Conflict("begun", _("The game has started. No seat can be taken now."))
            if live.chairs[seat].person is not None:
                raise Conflict("seat-taken", _("This seat is taken."))
            await self._seat(live, Chair(seat, level=None if level is None else checked(level)))
            return presenting.table_card(live, caller)

    async def promise(self, caller: Caller, after: str | None = None) -> Promise:
        """A commitment for a future table: for the one that follows ``after``, if it exists already, or else
        for a new one.
        """
        live = None if after is None else await self.live_tables.readable(after, caller)
        mine = live is not None and (live.public or live.is_member(caller.id))
        following = await self._following(live) if live is not None and mine else None
        if following is not None and following.seal is not None:
            return Promise(id=None, table=following.id, commitment=following.seal.commitment())
        return await self.commitments.make()

    async def rematch(
        self,
        table: str,
        caller: Caller,
        campaign: bool = False,
        promise: str | None = None,
        nonce: str | None = None,
    ) -> TableCard:
        """Make a rematch: the first request makes the table, and the others join it at their old seats.

        Bots play again where they played. A bot also replaces players who resigned or lost their seat on
        time, so that nobody waits for them; if they come before the start, the bot gives up the seat. Where
        everybody else resigned and the win was taken, their seats stay free, and they are invited. In a
        ``campaign`` the next game starts with the legacy of this one.
        """
        live = await self.live_tables.watchable(table, caller)
        guest = caller.require_person()
        async with live.lock:
            live.require_seat(caller)
            mine = live.seats_of(guest.id)
            live.require_playable()
            if not live.opened:
                raise Conflict("not-over", _("The game is not over yet."))
            while (following := await self._following(live)) is None:
                try:
                    await self._make_next(live, caller, mine, campaign, promise, nonce)
                except WriteConflict:  # another player has made it; go there
                    await self.live_tables.refresh(live)
        async with following.lock:
            if following.seat_of(guest.id) is None:
                old = [following.chairs[seat] for seat in mine]
                if following.status != "open" or all(chair.person is not None for chair in old):
                    old = [_free(following.status, following.chairs, None)]
                free = [chair.seat for chair in old if chair.person is None]
                await self.hooks.require_welcome(guest.id, _company(following))
                me = Chair(0, guest.id, guest.name, nonce=nonce or "", face=guest.face)
                mine_now = (replace(me, seat=seat) for seat in free)
                await self._seat(following, *mine_now)
            return presenting.table_card(following, caller)

    # -- for packages ----------------------------------------------------------------------------------------

    @asynccontextmanager
    async def full_tables(
        self, wishes: Sequence[FullTable], together: bool = False
    ) -> AsyncIterator[tuple[Transaction, list[str]]]:
        """A transaction that makes tables at which everybody sits already, and their ids. All of them start
        when it ends, or none. Tables that play ``together`` have the same chance, and stay sealed after their
        end until they are unsealed.
        """
        shared = (secrets.token_bytes(KEY_BYTES), new_id()) if together else None
        made = [await self._full_table(body, players, shared) for body, players in wishes]
        seated = {one.id for _body, players in wishes for one in players if one is not None}
        async with self.table_store.database.writing(*map(of_person, seated)) as connection:
            for _table, store in made:
                await store(connection)
            yield connection, [table for table, _store in made]
        for person in seated:
            self.topics.publish(of_person(person))
        for table, _store in made:
            live = await self.live_tables.find(table)
            self.live_tables.presence.touch(table)
            self.hooks.reschedule(table)
            self.hooks.table_changed(live)

    async def _full_table(
        self, body: NewTable, players: Players, shared: tuple[bytes, str] | None
    ) -> tuple[str, Callable[[Transaction], Awaitable[None]]]:
        """The id of a table that starts with these players, bots for None, and what stores it."""
        game, start, table = self.shelf.game(body.game), self.checked(body), new_id()
        secret, bound = shared or (secrets.token_bytes(KEY_BYTES), table)
        start = replace(start, key=Seal(secret, bound, (b"",) * start.seats).key())
        chairs = [
            Chair(seat, level=SUBSTITUTE) if one is None else Chair(seat, one.id, one.name, face=one.face)
            for seat, one in enumerate(players)
        ]
        owner = next(one.id for one in players if one is not None)
        state, terms = Timeline(game, start).state, DEFAULT_CLOCKS[body.pace]
        chairs = await self._begun(chairs, terms, body.pace, state, owner)
        body = body.model_copy(update={"clock": terms, "public": body.public and shared is None})
        more: Json = {"status": "playing", "wake_at": self.changes.alarm(chairs, state)}
        if shared is not None:
            more |= {"deal": bound, "sealed": True}
        insert = self.table_store.insert
        return table, lambda within: insert(within, table, secret, game, body, start, owner, chairs, **more)

    # -- inside ----------------------------------------------------------------------------------------------

    def checked(self, body: NewTable, legacy: Json | None = None) -> Start:
        """The start of the game, without its key. It is tried out once, so that no table is made that cannot
        start.
        """
        game = self.shelf.game(body.game)
        count = game.seats[-1] if body.seats is None else body.seats
        try:
            start = Start(count, bytes(KEY_BYTES), game.resolve_options(count, dict(body.options)), legacy)
            Timeline(game, start)
        except (BadOption, BadSeats) as error:
            raise Refused("bad-options", whole(str(error))) from None
        return start

    async def make_from(
        self,
        caller: Caller,
        body: NewTable,
        start: Start,
        log: Sequence[Entry] = (),
        after: LiveTable | None = None,
    ) -> LiveTable:
        """Check everything first and store it at once, so that nobody sees an invalid table."""
        game = self.shelf.game(body.game)
        maker = caller.require_person()
        await self._refuse_too_many(maker)
        terms = body.clock or DEFAULT_CLOCKS[body.pace]
        if terms is not None and terms.bank > terms.cap:
            raise Refused("bad-clock", _("A clock cannot start above its limit."))
        chairs = _chairs(game, maker, body, start.seats)
        table, secret = await self.commitments.keep(body.promise, body.nonce)
        nonces = tuple(bytes.fromhex(chair.nonce) for chair in chairs)
        start = replace(start, key=Seal(secret, table, nonces).key())
        state = None
        if not any(chair.empty for chair in chairs):
            timeline = Timeline(game, start)
            await replay_entries(timeline, log)
            state = timeline.state
            chairs = await self._begun(chairs, terms, body.pace, state, maker.id)
        elif body.public and after is None:
            await self._refuse_crowding(maker, caller.origin)
        body = body.model_copy(update={"clock": terms})
        more: Json = {"status": "open" if state is None else "playing", "origin": caller.origin}
        more["wake_at"] = self.changes.alarm(chairs, state)
        topics = [of_person(chair.person) for chair in chairs if chair.person is not None]
        if after is not None:
            topics.append(of_table(after.id))
            more["previous_table"] = None if start.legacy is None else after.id
        async with self.table_store.database.writing(*topics) as within:
            if after is not None:
                await self.table_store.advance(within, after, next_table=table)
            await self.table_store.insert(
                within, table, secret, game, body, start, maker.id, chairs, log, **more
            )
        self.topics.publish(of_person(maker.id))
        live = await self.live_tables.find(table)
        self.live_tables.presence.touch(table)
        self.hooks.reschedule(table)
        return live

    async def _refuse_too_many(self, maker: Person) -> None:
        most = self.most_tables if maker.kind == "account" else min(self.most_tables, self.most_of_guests)
        if await self.table_store.unfinished(maker.id) >= most:
            raise _too_many()

    async def _refuse_crowding(self, maker: Person, origin: str) -> None:
        """Refuse a person who fills the list with their own tables, or many guests from one network."""
        mine, theirs = await self.table_store.waiting_for_people(maker.id, origin)
        if mine >= MAX_WAITING_TABLES or theirs >= MAX_WAITING_TABLES_PER_NETWORK:
            text = _("Too many of your tables are waiting for players. Leave one first.")
            raise Refused("too-many-tables", text)

    async def _remove(self, live: LiveTable) -> None:
        """Remove a table that everybody has left."""
        try:
            await self.table_store.remove(live)
        except WriteConflict:
            await self._look_again(live)
        gone = [chair.person for chair in live.chairs if chair.person is not None]
        live.sit([chair if chair.person is None else Chair(chair.seat) for chair in live.chairs])
        for person in gone:
            self.topics.publish(of_person(person))
        self.live_tables.cache.forget(live.id)

    async def _following(self, live: LiveTable) -> LiveTable | None:
        """The next table, if it exists; everybody may have left it."""
        try:
            return None if live.next_table is None else await self.live_tables.find(live.next_table)
        except NotFound:
            return None

    async def _make_next(
        self,
        live: LiveTable,
        caller: Caller,
        mine: tuple[int, ...],
        campaign: bool,
        promise: str | None,
        nonce: str | None,
    ) -> None:
        legacy = live.running.state.legacy() if campaign else None
        if campaign and legacy is None:
            raise Conflict("no-campaign", _("This game has no campaign."))
        others = [chair for chair in live.chairs if chair.seat not in mine]
        gone: tuple[Held, ...] = ("resigned", "time") if conceded(live) is None else ("time",)
        bots = {
            chair.seat: chair.level or SUBSTITUTE
            for chair in others
            if chair.person is None or chair.name == "" or chair.held in gone
        }
        body = NewTable(
            game=live.game.name,
            seats=live.start.seats,
            options=live.start.options,
            public=live.public,
            pace=live.pace,
            clock=live.terms,
            bots=bots,
            seat=mine[0],
            also=list(mine[1:]),
            promise=promise,
            nonce=nonce,
        )
        made = await self.make_from(caller, body, self.checked(body, legacy), after=live)
        for chair in others:
            if chair.held == "resigned" and chair.person is not None and chair.seat not in bots:
                await self.hooks.rematch_offered(made.id, chair.person, caller.require_person().id)
        await self.live_tables.refresh(live)
        self.topics.publish(of_table(live.id))

    async def _seat(self, live: LiveTable, *chairs: Chair) -> None:
        """Store the seats, and start if nobody is missing."""
        all_chairs = live.with_chairs(chairs)
        values: dict[str, Any] = {}
        if live.status == "open" and not any(chair.empty for chair in all_chairs):
            assert live.seal is not None  # every table has one until it starts
            nonces = tuple(bytes.fromhex(chair.nonce) for chair in all_chairs)
            seal = Seal(live.seal.secret, live.id, nonces, live.seal.scheme)
            state = Timeline(live.game, replace(live.start, key=seal.key())).state
            chairs = tuple(await self._begun(all_chairs, live.terms, live.pace, state, live.owner))
            values = {
                "status": "playing",
                "wake_at": self.changes.alarm(list(chairs), state),
                "rules_version": live.game.rules_version,
                "box": live.game.box_name,
                "box_digest": live.game.box_digest(),
            }
        try:
            await self.changes.change(live, *chairs, **values)
        except WriteConflict:
            await self._look_again(live)
        for chair in chairs:
            if chair.person is not None:
                self.topics.publish(of_person(chair.person))

    async def _look_again(self, live: LiveTable) -> NoReturn:
        await self.live_tables.refresh(live)
        raise Conflict("changed", _("Someone took that seat. Choose another one.")) from None

    async def _begun(
        self, chairs: list[Chair], terms: ClockTerms | None, pace: str, state: State, owner: str
    ) -> list[Chair]:
        """All chairs with their clocks set, the first deciders' clocks running. Nobody waits for games of
        bots alone, so one owner can have few of them at a time.
        """
        if not any(chair.person for chair in chairs):
            if await self.table_store.unattended(owner) >= MAX_UNATTENDED_GAMES:
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


def _chairs(game: Game, maker: Person, body: NewTable, count: int) -> list[Chair]:
    """The chairs of a new table."""
    if any(not 0 <= seat < count for seat in body.bots):
        raise NotFound("no-seat", _("There is no such seat at this table."))
    if body.also and game.kind != COOPERATIVE:
        raise Refused("one-seat", _("One person can hold several seats only in cooperative games."))
    chairs = [Chair(seat) for seat in range(count)]
    for seat, level in body.bots.items():
        chairs[seat] = Chair(seat, level=checked(level))
    for wish in [body.seat, *body.also] if body.take_seat else []:
        mine = _free("open", chairs, wish).seat
        chairs[mine] = Chair(mine, maker.id, maker.name, nonce=body.nonce or "", face=maker.face)
    return chairs


def _free(status: Status, chairs: Sequence[Chair], seat: int | None) -> Chair:
    """The given chair, or the first free one."""
    if status != "open":
        raise Conflict("begun", _("The game has started. No seat can be taken now."))
    if seat is not None and not 0 <= seat < len(chairs):
        raise NotFound("no-seat", _("There is no such seat at this table."))
    for chair in chairs if seat is None else [chairs[seat]]:
        if chair.empty:
            return chair
    raise Conflict("seat-taken", _("This seat is taken.") if seat is not None else _("Every seat is taken."))


def _nobody_but(live: LiveTable, person: str) -> bool:
    """Whether a person sits here, or is a host who only watches, and no other person sits here."""
    here = live.owner == person or live.seat_of(person) is not None
    return here and all(chair.person in (None, person) for chair in live.chairs)


def _too_many() -> Refused:
    return Refused("too-many-tables", _("You have too many unfinished tables; finish or leave one first."))


def _company(live: LiveTable) -> list[str | None]:
    """The people that a newcomer meets at a table."""
    return [live.owner, *(chair.person for chair in live.chairs)]
