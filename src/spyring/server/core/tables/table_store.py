"""Storage of tables: their rows, the log, chat and notes."""

import json
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import and_, exists, insert, or_, select, update

from spyring.engine.game import Game
from spyring.engine.keyed_chance import SCHEME
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import NewTable
from spyring.server.core.problems import Damaged
from spyring.server.core.shelf import Edition
from spyring.server.core.storage.database import Database
from spyring.server.core.storage.schema import entries, heartbeat, people, seats, tables
from spyring.server.core.storage.statements import Prepared, Row, Transaction, WriteConflict, given
from spyring.server.core.tables.appending import Append, store, store_within
from spyring.server.core.tables.chair import Chair, SeatClock
from spyring.server.core.tables.hooks import Hooks
from spyring.server.core.tables.live_table import LiveTable, guard_damage
from spyring.server.core.tables.timeline import Entry, Start
from spyring.server.core.topics import of_person, of_rest, of_table

TABLES_PER_PAGE = 50  # public tables in a list
MAX_PUBLIC_TABLES: Final = 1000  # public tables in all lists, most recently active first
MAX_OWN_TABLES: Final = 100  # tables in a person's own list
MAX_FINISHED_TABLES: Final = 30  # of them, finished ones
UNFINISHED: Final = ("open", "playing")
OF_ENTRY: Final = {"noticed": "observers", "barrier": "irreversible"}  # columns with other names than fields
ENTRY: Final = {OF_ENTRY.get(c.name, c.name): c.name for c in entries.c if c.name != "table_id"}
LEASE_SECONDS = 10.0
ABSENCE_SECONDS = 20.0  # a heartbeat this old means that no server was running
SET_BACK_SECONDS = 1.0  # a heartbeat this far ahead means that the wall clock was set back


class TableStore:
    """Reads and writes tables. Every change of a table is one transaction, guarded by its length and
    revision.
    """

    def __init__(self, database: Database, hooks: Hooks | None = None) -> None:
        self.database = database
        self.hooks = hooks or Hooks()
        self.beat_at = database.time.now()  # the last heartbeat of this server

    # -- reading ---------------------------------------------------------------------------------------------

    async def row(self, table: str) -> Row | None:
        """The row of one table."""
        found = await self.database.rows(TABLE, table=table)
        return found[0] if found else None

    async def version(self, table: str) -> tuple[int, int] | None:
        """The length of the log and the revision, to see whether a table is up to date."""
        found = await self.database.rows(VERSION, table=table)
        return (found[0]["length"], found[0]["revision"]) if found else None

    async def chairs(self, table: str) -> list[Chair]:
        """The chairs of one table."""
        return _chairs(await self.database.rows(CHAIRS, table=table)).get(table, [])

    async def chairs_of(self, ids: Sequence[str]) -> dict[str, list[Chair]]:
        """The chairs of several tables; a seat that cannot be read is left out."""
        names = {f"table_{number}": table for number, table in enumerate(ids)}
        return _chairs(await self.database.rows(_chairs_of(len(ids)), **names) if ids else ())

    async def is_known_to(self, table: str, caller: Caller) -> bool:
        """Whether a person may know of a table, according to its row."""
        person = caller.id or ""  # not None, which would match the seat of a bot
        sits = exists().where(seats.c.table_id == tables.c.id, seats.c.person == person)
        brought = tables.c.invitation == (caller.code or "")
        known = or_(tables.c.public, tables.c.owner == person, sits, brought)
        return await self.database.row(select(tables.c.id).where(tables.c.id == table, known)) is not None

    async def log(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a log after a number."""
        return [entry_of(row) for row in await self.database.rows(LOG, table=table, after=after)]

    async def tables_of(self, person: str) -> list[Row]:
        """The tables at which a person sits, or which they made and which have not ended; without resigned
        games.
        """
        return list(await self.database.rows(TABLES_OF, person=person))

    async def public_tables(self, status: str, page: int = 0, size: int = TABLES_PER_PAGE) -> list[Row]:
        """Public tables of a status, most recently active first. The list takes turns: one table of each
        network, then the second of each, and so on; within a network, one of each person. So nobody loses the
        first page because another person makes many tables.
        """
        return list(await self.database.rows(_public_tables(status, page, size)))

    async def waiting_for_people(self, owner: str, origin: str) -> tuple[int, int]:
        """How many public tables wait for people: those of one person, and those of one network."""
        waiting = and_(tables.c.public, tables.c.status == "open")
        mine = await self._count(waiting, tables.c.owner == owner)
        return mine, await self._count(waiting, tables.c.origin == origin)

    async def seated_tables(self, person: str) -> list[str]:
        """The ids of a person's tables that they may still need to hear of."""
        recent = self.database.time.now() - 7 * 86400
        return [row["id"] for row in await self.database.rows(SEATED, person=person, recent=recent)]

    async def rematch_of(self, table: str, person: str) -> str | None:
        """The table at which this person sat before, if ``table`` is its rematch."""
        sat = exists().where(seats.c.table_id == tables.c.id, seats.c.person == person)
        row = await self.database.row(select(tables.c.id).where(tables.c.next_table == table, sat))
        return None if row is None else str(row["id"])

    async def table_by_invitation(self, code: str) -> str | None:
        """The table behind an invitation."""
        row = await self.database.row(select(tables.c.id).where(tables.c.invitation == code))
        return None if row is None else str(row["id"])

    async def unfinished(self, person: str) -> int:
        """How many tables a person made that have not ended."""
        return await self._count(tables.c.owner == person, tables.c.status.in_(UNFINISHED))

    async def unattended(self, person: str) -> int:
        """How many running games a person owns at which only bots play."""
        present = exists().where(
            seats.c.table_id == tables.c.id, seats.c.person.is_not(None), seats.c.held == "no"
        )
        return await self._count(tables.c.owner == person, tables.c.status == "playing", ~present)

    async def _count(self, *which: sa.ColumnElement[bool]) -> int:
        return int(await self.database.value(select(sa.func.count()).select_from(tables).where(*which)))

    # -- writing ---------------------------------------------------------------------------------------------

    async def insert(
        self,
        connection: Transaction,
        table: str,
        secret: bytes,
        game: Game,
        body: NewTable,
        start: Start,
        owner: str,
        chairs: list[Chair],
        log: Sequence[Entry] = (),
        **more: Any,
    ) -> None:
        """Store a new table and its start in an open transaction, with ``more`` columns of its row."""
        at = self.database.time.now()
        row = {
            "id": table,
            "game": game.name,
            "rules_version": game.rules_version,
            "box": game.box_name,
            "box_digest": game.box_digest(),
            "seat_count": start.seats,
            "secret": secret.hex(),
            "scheme": SCHEME,
            "branches": json.dumps([(last, key.hex()) for last, key in start.branches]),
            "options": json.dumps(start.options),
            "legacy": None if start.legacy is None else json.dumps(start.legacy),
            "public": body.public,
            "pace": body.pace,
            "clock": None if body.clock is None else body.clock.model_dump_json(),
            "owner": owner,
            "invitation": secrets.token_urlsafe(12),
            "length": len(log),
            "revision": 1,
            "made_at": at,
            "moved_at": at,
            **more,
        }
        await connection.execute(insert(tables).values(row))
        await connection.execute(insert(seats), [_chair_row(table, chair) for chair in chairs])
        if log:
            await connection.execute(insert(entries), [_entry_row(table, entry) for entry in log])
        await self.hooks.table_created(connection, table, body)

    async def stop(self, connection: Transaction, table: str) -> None:
        """End a running game without an outcome, in an open transaction: it is frozen."""
        here, at = tables.c.id == table, self.database.time.now()
        stopped = {"status": "over", "ended_at": at, "wake_at": None, "offer": None}
        changed = update(tables).where(here, tables.c.status == "playing")
        if await connection.execute(changed.values(revision=tables.c.revision + 1, **stopped)):
            await connection.execute(update(seats).where(seats.c.table_id == table).values(since=None))
            await connection.execute(end_of_seats(table, at))

    async def unseal(self, connection: Transaction, live: LiveTable) -> None:
        """Open a table, in an open transaction. If its game is over, all that follows from its end follows
        now. The table must not have changed meanwhile.
        """
        await self.advance(connection, live, sealed=False)
        outcome = None if live.timeline is None else live.timeline.state.outcome
        if live.sealed and live.status == "over" and outcome is not None:
            await self.hooks.game_over(connection, live, outcome, live.moved_at)

    async def change(
        self,
        live: LiveTable,
        chairs: Sequence[Chair] = (),
        log: Sequence[Entry] = (),
        outcome: Outcome | None = None,
        also: Sequence[sa.Executable] = (),
        **values: Any,
    ) -> None:
        """Store a change of the table itself: columns of its row, chairs, entries of its log, and the outcome
        if it ends the game; ``also`` what a package keeps about it.
        """
        if log:
            values |= {"length": log[-1].number, "moved_at": log[-1].at}
        topics = [of_table(live.id)]
        for chair in (*chairs, *live.chairs):
            if chair.person is not None and chairs:
                topics.append(of_person(chair.person))
        async with self.database.writing(*dict.fromkeys(topics)) as connection:
            await self.advance(connection, live, **values)
            for chair in chairs:
                await connection.execute(_chair_update(live.id, chair))
            if log:
                await connection.execute(insert(entries), [_entry_row(live.id, entry) for entry in log])
            if outcome is not None:
                await self._end(connection, live, outcome, values["moved_at"])
            for statement in also:
                await connection.execute(statement)

    async def remove(self, live: LiveTable) -> None:
        """Delete a table at which nothing ever happened, with its seats, unless a player has come to it."""
        unbegun = and_(_unchanged(live), tables.c.status == "open")
        topics = [of_person(chair.person) for chair in live.chairs if chair.person is not None]
        if await self.database.write(sa.delete(tables).where(unbegun), of_table(live.id), *topics) != 1:
            raise WriteConflict

    async def set_passes(
        self, live: LiveTable, mine: Sequence[int], passes: tuple[str, ...], wake_at: float | None
    ) -> None:
        """Store a person's automatic passes. They are secret, so the revision does not change."""
        here = and_(seats.c.table_id == live.id, seats.c.seat.in_(mine))
        async with self.database.writing(of_table(live.id)) as connection:
            same = and_(tables.c.id == live.id, tables.c.length == live.length)
            await connection.execute(update(tables).where(same).values(wake_at=wake_at))
            await connection.execute(update(seats).where(here).values(passes=json.dumps(passes)))

    async def append(
        self,
        live: LiveTable,
        entry: Entry,
        chairs: Sequence[Chair],
        outcome: Outcome | None,
        **values: Any,
    ) -> None:
        """Store an entry of the log, the clocks it changed, new ``values`` of the table's row, and the
        outcome if it ends the game.
        """
        old = {"here": live.id, "old_length": live.length, "old_revision": live.revision}
        row = old | values | {"length": entry.number}
        clocks = [{"seat": c.seat, "bank": c.clock.bank, "since": c.clock.since} for c in chairs]
        append = Append(row, _entry_row(live.id, entry), clocks)
        if outcome is None:
            await store(self.database, append)
            return
        async with self.database.writing() as connection:
            await store_within(connection, self.database, append)
            await connection.execute(update(tables).where(tables.c.id == live.id).values(status="over"))
            await self._end(connection, live, outcome, entry.at)

    async def pause(self, live: LiveTable, wake_at: float | None) -> None:
        """Schedule nothing at a table until then, or until a player comes, perhaps at another worker."""
        same = and_(tables.c.id == live.id, tables.c.length == live.length)
        statement = update(tables).where(same).values(wake_at=wake_at, worker_until=None)
        await self.database.write(statement, of_rest(live.id))

    async def lease(self, table: str) -> bool:
        """Whether this worker may now act for the server at a table; always true if it is the only one."""
        if not self.database.shared:
            return True
        at = self.database.time.now()
        free = or_(
            tables.c.worker_until.is_(None),
            tables.c.worker_until < at,
            tables.c.worker == self.database.worker,
        )
        statement = (
            update(tables)
            .where(tables.c.id == table, free)
            .values(worker=self.database.worker, worker_until=at + LEASE_SECONDS)
        )
        return await self.database.write(statement) == 1

    async def due_tables(
        self, before: float, editions: Collection[Edition], frozen: Collection[str] = ()
    ) -> list[str]:
        """Tables at which an action is due that no worker is taking. Tables that cannot be continued, because
        their edition is missing or their log is ``frozen``, are left out.
        """
        query = _due_tables(tuple(sorted(editions)), tuple(sorted(frozen)))
        due = await self.database.rows(query, before=before, now=self.database.time.now())
        return [row["id"] for row in due]

    # -- clocks while no server is running
    # ---------------------------------------------------------------------

    async def heartbeat(self) -> bool:
        """Record that a server is running and can store moves. After an outage, give clocks back the time
        that they lost. Returns whether this server must read its tables again, because it or a faster worker
        may have moved clocks.
        """
        missed, at = self.missed_a_beat(), self.database.time.now()
        if not await self.database.is_writable():
            return False
        if missed:
            await self.skip_downtime()
        else:  # the time before the write: a server that is stopped meanwhile was only heard of until then
            await self.database.write(update(heartbeat).where(heartbeat.c.at < at).values(at=at))
            self.beat_at = max(self.beat_at, at)
        return missed

    def missed_a_beat(self) -> bool:
        """Whether the last heartbeat is so old that clocks may have to be moved."""
        return self.database.time.now() - self.beat_at >= ABSENCE_SECONDS

    async def skip_downtime(self) -> None:
        """Give clocks back the time in which no server was running. If the wall clock was set back before a
        start, clocks continue from where they were.

        The row is locked, so that only one of several workers that start together moves the clocks.
        """
        async with self.database.writing() as connection:
            (row,) = await connection.rows(select(heartbeat.c.at).with_for_update())
            last = float(row["at"])
            at = self.database.time.now()
            await connection.execute(update(heartbeat).values(at=at))
            if not -SET_BACK_SECONDS < at - last < ABSENCE_SECONDS:
                await self._move_clocks(connection, last, at)
        self.beat_at = at  # only now: until clocks are moved, an expired one must be checked

    async def _move_clocks(self, connection: Transaction, last: float, at: float) -> None:
        """Move all clocks, as if none had run since the ``last`` beat."""
        # A clock that started after the last beat starts now, or it would run ahead.
        # One that will start later, after a vacation, still does.
        later = seats.c.since > max(at, last + ABSENCE_SECONDS)
        gone = [(later, seats.c.since), (seats.c.since > last, at)]
        since = sa.case(*gone, else_=seats.c.since + (at - last))
        await connection.execute(update(seats).where(seats.c.since.is_not(None)).values(since=since))
        due = and_(tables.c.status == "playing", tables.c.wake_at.is_not(None))
        await connection.execute(update(tables).where(due).values(wake_at=tables.c.wake_at + (at - last)))

    async def advance(self, connection: Transaction, live: LiveTable, **values: Any) -> None:
        """Change the row of a table in an open transaction, unless another request was faster."""
        changed = update(tables).where(_unchanged(live)).values(revision=live.revision + 1, **values)
        if await connection.execute(changed) != 1:
            raise WriteConflict

    async def _end(self, connection: Transaction, live: LiveTable, outcome: Outcome, at: float) -> None:
        """Store everything that follows from the end of a game; at a sealed table the rest waits."""
        await connection.execute(end_of_seats(live.id, at))
        if not live.sealed:
            await self.hooks.game_over(connection, live, outcome, at)


@lru_cache(maxsize=4)
def _due_tables(editions: tuple[Edition, ...], frozen: tuple[str, ...]) -> Prepared:
    """Prepared once, because it runs every few seconds."""
    playable = or_(
        *(
            and_(tables.c.game == name, tables.c.rules_version == rules, tables.c.box_digest == digest)
            for name, rules, digest in editions
        )
    )
    free = or_(tables.c.worker_until.is_(None), tables.c.worker_until < given("now"))
    return Prepared(
        select(tables.c.id)
        .where(tables.c.status == "playing", tables.c.wake_at <= given("before"), free, playable)
        .where(tables.c.id.not_in(frozen))
        .order_by(tables.c.wake_at)
        .limit(500)
    )


def unfinished_seats(person: str | sa.BindParameter[str]) -> sa.Select[tuple[str]]:
    """The tables at which a person sits and whose game is not over."""
    return select(seats.c.table_id).where(seats.c.person == person, seats.c.over_at.is_(None))


@lru_cache(maxsize=16)
def _public_tables(status: str, page: int, size: int) -> Prepared:
    known = (tables.c.id, tables.c.owner, tables.c.origin, tables.c.moved_at)
    liveliest = (
        select(*known)
        .where(tables.c.public, tables.c.status == status)
        .order_by(tables.c.moved_at.desc())
        .limit(MAX_PUBLIC_TABLES)
        .subquery()
    )
    lively = liveliest.c.moved_at.desc()
    mine = sa.func.row_number().over(partition_by=liveliest.c.owner, order_by=lively).label("mine")
    public = select(liveliest, mine).subquery()
    corner, lively = sa.func.coalesce(public.c.origin, public.c.owner), public.c.moved_at.desc()
    ours = sa.func.row_number().over(partition_by=corner, order_by=(public.c.mine, lively)).label("ours")
    ranked = select(public.c.id, ours, public.c.moved_at).subquery()
    order = (ranked.c.ours, ranked.c.moved_at.desc())
    shown = select(ranked).order_by(*order).limit(size).offset(page * size).subquery()
    return Prepared(
        select(tables).join(shown, shown.c.id == tables.c.id).order_by(shown.c.ours, shown.c.moved_at.desc())
    )


def end_of_seats(table: str, at: float | None) -> sa.Update:
    """Mark the game of these seats as over, or as running if ``at`` is None."""
    return update(seats).where(seats.c.table_id == table).values(over_at=at)


# -- statements that run often: building one takes longer than running it -----------------------------------

_TABLE: Final[sa.BindParameter[str]] = given("table")
_PERSON: Final[sa.BindParameter[str]] = given("person")
_ALL_CHAIRS: Final = (
    select(seats, people.c.name, people.c.login, people.c.away_until, people.c.face)
    .outerjoin(people, people.c.id == seats.c.person)
    .order_by(seats.c.table_id, seats.c.seat)
)


def _tables_of() -> sa.Select[Any]:
    made = select(tables.c.id).where(tables.c.owner == _PERSON, tables.c.status.in_(UNFINISHED))
    over = select(seats.c.table_id).where(seats.c.person == _PERSON, seats.c.over_at.is_not(None))
    latest = over.order_by(seats.c.over_at.desc()).limit(MAX_FINISHED_TABLES).subquery()
    mine = sa.union(unfinished_seats(_PERSON), made, select(latest))
    here = (seats.c.table_id == tables.c.id, seats.c.person == _PERSON)
    gone = exists().where(*here, seats.c.held == "resigned")
    found = select(tables).where(tables.c.id.in_(mine), ~gone)
    return found.order_by(tables.c.moved_at.desc()).limit(MAX_OWN_TABLES)


def _seated() -> sa.Select[Any]:
    needed = or_(seats.c.over_at.is_(None), seats.c.over_at > given("recent"))
    sits = select(seats.c.table_id).where(seats.c.person == _PERSON, needed, seats.c.held != "resigned")
    return select(tables.c.id).where(tables.c.id.in_(sits)).order_by(tables.c.moved_at.desc()).limit(60)


TABLE: Final = Prepared(select(tables).where(tables.c.id == _TABLE))
VERSION: Final = Prepared(select(tables.c.length, tables.c.revision).where(tables.c.id == _TABLE))
CHAIRS: Final = Prepared(_ALL_CHAIRS.where(seats.c.table_id == _TABLE))


@lru_cache(maxsize=64)
def _chairs_of(count: int) -> Prepared:
    """The chairs of ``count`` tables; compiled once for each number."""
    return Prepared(_ALL_CHAIRS.where(seats.c.table_id.in_([given(f"table_{n}") for n in range(count)])))


LOG: Final = Prepared(
    select(entries)
    .where(entries.c.table_id == _TABLE, entries.c.number > given("after"))
    .order_by(entries.c.number)
)
TABLES_OF: Final = Prepared(_tables_of())
SEATED: Final = Prepared(_seated())


def _unchanged(live: LiveTable) -> sa.ColumnElement[bool]:
    return and_(tables.c.id == live.id, tables.c.length == live.length, tables.c.revision == live.revision)


def _chairs(rows: Iterable[Row]) -> dict[str, list[Chair]]:
    """By table; a seat that cannot be read is left out."""
    found: dict[str, list[Chair]] = {}
    for row in rows:
        with suppress(Damaged), guard_damage(row["table_id"]):
            found.setdefault(row["table_id"], []).append(_chair(row))
    return found


def _chair(row: Row) -> Chair:
    return Chair(
        row["seat"],
        row["person"],
        row["name"],
        row["level"],
        row["held"],
        SeatClock(row["bank"], row["since"]),
        _orders(row["passes"]),
        row["nonce"] or "",
        row["login"] is not None,
        row["away_until"],
        row["face"],
    )


def _orders(stored: str) -> tuple[str, ...]:
    """The windows that a seat passes. Older servers also kept orders, with a question mark, to pass unless
    the seat could answer; those are ignored, so the player decides.
    """
    return tuple(order for order in json.loads(stored) if not order.endswith("?"))


def _chair_row(table: str, chair: Chair) -> Json:
    return {"table_id": table, "seat": chair.seat, "passes": json.dumps(chair.passes), **_chair_values(chair)}


def _chair_values(chair: Chair) -> Json:
    return {
        "person": chair.person,
        "level": chair.level,
        "held": chair.held,
        "bank": chair.clock.bank,
        "since": chair.clock.since,
        "nonce": chair.nonce or None,
    }


def _chair_update(table: str, chair: Chair) -> Any:
    return (
        update(seats)
        .where(seats.c.table_id == table, seats.c.seat == chair.seat)
        .values(_chair_values(chair))
    )


def entry_of(row: Mapping[Any, Any]) -> Entry:
    """An entry as it was stored."""
    return Entry(**{field: row[column] for field, column in ENTRY.items()})


def _entry_row(table: str, entry: Entry) -> Json:
    return {"table_id": table} | {column: getattr(entry, field) for field, column in ENTRY.items()}
