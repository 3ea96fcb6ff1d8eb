"""Personal data: export for its owner, and deletion of an account.

Finished games belong to everybody who played them: they stay, under the name of a former player. Everything
else about a person goes.
"""

from typing import Final

from sqlalchemy import Column, RowMapping, Table, delete, select, union, update

from spyring.engine.i18n import _
from spyring.server.caller import Caller
from spyring.server.community.history import History
from spyring.server.payloads import (
    KeyData,
    MyTable,
    PersonalData,
    RemarkData,
    ReportData,
    Tie,
    VacationData,
)
from spyring.server.people.accounts import People
from spyring.server.people.relations import Relations
from spyring.server.people.sessions import Sessions
from spyring.server.problems import Forbidden, Problem
from spyring.server.storage.database import Database
from spyring.server.storage.schema import (
    chat,
    donations,
    entries,
    keys,
    mailboxes,
    metadata,
    notes,
    people,
    recovery_addresses,
    reports,
    results,
    seats,
    tables,
    vacations,
)
from spyring.server.storage.topics import of_table
from spyring.server.tables.live_table import LiveTable
from spyring.server.tables.playing import Playing
from spyring.server.tables.seating import Seating
from spyring.server.tables.table_store import UNFINISHED, unfinished_seats

# What holds a finished game together.
KEPT: Final = ((seats, "person"), (tables, "owner"))
AT_ONCE: Final = 50  # tables whose moves are read by one query: between two of them others have their turn


class AccountData:
    """Export of one's data, and deletion of the account."""

    def __init__(
        self,
        database: Database,
        people: People,
        sessions: Sessions,
        history: History,
        relations: Relations,
        seating: Seating,
        playing: Playing,
    ) -> None:
        self.database = database
        self.people = people
        self.sessions = sessions
        self.history = history
        self.relations = relations
        self.seating = seating
        self.playing = playing

    async def export(self, caller: Caller) -> PersonalData:
        """Everything that is stored about the caller and is theirs; no secret of others, no key."""
        me = caller.require_person().id
        (row,) = await self.database.rows(select(people).where(people.c.id == me))
        profile = await self.history.profile(me, caller)
        return PersonalData(
            id=me,
            name=row["name"],
            login=row["login"],
            language=row["language"],
            face=row["face"],
            made_at=row["made_at"],
            away_until=row["away_until"],
            role=row["role"],
            address=await self._address(me, mailboxes),
            recovery_address=await self._address(me, recovery_addresses),
            keys=await self._keys(me),
            ratings=profile.ratings,
            tables=await self._tables(me),
            people=await self._people(caller),
            remarks=await self._remarks(me),
            notes=await self._notes(me),
            reports=await self._reports(me),
            vacations=await self._vacations(me),
            given=await self._given(me),
        )

    async def delete(self, caller: Caller, password: str | None) -> None:
        """Go for good: games that go on are given up, those that have not begun are left. The owner of an
        account says the password once more.
        """
        me = caller.require_person()
        (row,) = await self.database.rows(select(people).where(people.c.id == me.id))
        if row["login"] is not None:
            known = await self.people.login(row["login"], password or "")
            if known.id != me.id:
                raise Forbidden("wrong-login", _("The name or the password is wrong."))
        await self.remove(caller)

    async def remove(self, caller: Caller) -> None:
        """The same for whoever need not say it: the caller goes."""
        me = caller.require_person()
        for table in await self._unfinished(me.id):
            await self._go(table, caller)
        await self.sessions.close_all(me)
        await self._forget(me.id)
        self.sessions.forget(me.id)

    # -- deletion --------------------------------------------------------------------------------------------

    async def _unfinished(self, person: str) -> list[str]:
        made = select(tables.c.id).where(tables.c.owner == person, tables.c.status.in_(UNFINISHED))
        query = union(unfinished_seats(person), made)
        return [row["table_id"] for row in await self.database.rows(query)]

    async def _go(self, table: str, caller: Caller) -> None:
        try:
            live = await self.playing.live_tables.find(table)
            others = [c.person for c in live.chairs if c.person is not None and c.person != caller.id]
            if live.status == "playing":
                if any(live.chairs[seat].held != "resigned" for seat in live.seats_of(caller.id)):
                    await self.playing.resign(table, caller)
            elif live.seats_of(caller.id) or not others:
                await self.seating.leave(table, caller)
            if others and live.owner == caller.id and live.status == "open":
                await self._hand_on(live, others[0])
        except Problem:  # a game that stands still is kept as it is
            return

    async def _hand_on(self, live: LiveTable, heir: str) -> None:
        """Somebody must be able to seat bots at a table that waits."""
        async with live.lock:
            await self.playing.changes.change(live, owner=heir)

    async def _forget(self, person: str) -> None:
        """Every row that belongs to the person goes, whoever will have added its table; of the person only
        an empty place stays, for the games that were played.
        """
        sits = select(seats.c.table_id).where(seats.c.person == person).distinct()
        sat: list[str] = [row["table_id"] for row in await self.database.rows(sits)]
        async with self.database.writing(*(of_table(table) for table in sat)) as connection:
            for table, column in _of_people():
                await connection.execute(delete(table).where(column == person))
            nothing = {column.name: None for column in people.c if column.nullable}
            gone = update(people).where(people.c.id == person).values(nothing | {"name": ""})
            await connection.execute(gone)
            told = update(tables).where(tables.c.id.in_(sits)).values(revision=tables.c.revision + 1)
            await connection.execute(told)
        for here in sat:
            live = self.playing.live_tables.cache.get(here)
            if live is not None:
                async with live.lock:
                    await self.playing.live_tables.refresh(live)
                self.playing.changes.topics.publish(of_table(here))

    # -- export ----------------------------------------------------------------------------------------------

    async def _address(self, person: str, kept: Table) -> str | None:
        row = await self.database.row(select(kept.c.address).where(kept.c.person == person))
        return None if row is None else str(row["address"])

    async def _keys(self, person: str) -> list[KeyData]:
        query = select(keys).where(keys.c.person == person).order_by(keys.c.made_at)
        return [
            KeyData(kind=row["kind"], name=row["name"], made_at=row["made_at"], ends_at=row["ends_at"])
            for row in await self.database.rows(query)
        ]

    async def _tables(self, person: str) -> list[MyTable]:
        """Every seat one holds or held, with one's own moves."""
        query = (
            select(tables, seats.c.seat, results.c.place, results.c.won, results.c.score)
            .join(seats, seats.c.table_id == tables.c.id)
            .outerjoin(results, (results.c.table_id == tables.c.id) & (results.c.person == person))
            .where(seats.c.person == person)
            .order_by(tables.c.made_at, tables.c.id, seats.c.seat)
        )
        found = await self.database.rows(query)
        mine: list[MyTable] = []
        for first in range(0, len(found), AT_ONCE):
            rows = found[first : first + AT_ONCE]
            moves = await self._moves([row["id"] for row in rows])
            mine += [_my_table(row, moves.get((row["id"], row["seat"]), [])) for row in rows]
        return mine

    async def _moves(self, here: list[str]) -> dict[tuple[str, int], list[str]]:
        """What was moved at some tables, by table and seat."""
        query = (
            select(entries.c.table_id, entries.c.seat, entries.c.text)
            .where(entries.c.table_id.in_(here), entries.c.kind == "move")
            .order_by(entries.c.table_id, entries.c.number)
        )
        found: dict[tuple[str, int], list[str]] = {}
        for row in await self.database.rows(query):
            found.setdefault((row["table_id"], row["seat"]), []).append(row["text"])
        return found

    async def _people(self, caller: Caller) -> list[Tie]:
        return await self.relations.mine(caller)

    async def _remarks(self, person: str) -> list[RemarkData]:
        query = select(chat).where(chat.c.person == person).order_by(chat.c.id)
        return [
            RemarkData(table=row["table_id"], at=row["at"], to=row["to"], text=row["about"] or row["text"])
            for row in await self.database.rows(query)
        ]

    async def _notes(self, person: str) -> dict[str, str]:
        rows = await self.database.rows(select(notes).where(notes.c.person == person))
        return {row["table_id"]: row["text"] for row in rows}

    async def _reports(self, person: str) -> list[ReportData]:
        rows = await self.database.rows(select(reports).where(reports.c.by == person))
        return [ReportData(at=row["made_at"], table=row["table_id"], text=row["text"]) for row in rows]

    async def _vacations(self, person: str) -> list[VacationData]:
        rows = await self.database.rows(select(vacations).where(vacations.c.person == person))
        return [VacationData(from_at=row["from_at"], until_at=row["until_at"]) for row in rows]

    async def _given(self, person: str) -> list[str]:
        query = select(donations.c.table_id).where(donations.c.person == person)
        return sorted(row["table_id"] for row in await self.database.rows(query))


def _my_table(row: RowMapping, moves: list[str]) -> MyTable:
    return MyTable(
        table=row["id"],
        game=row["game"],
        status=row["status"],
        made_at=row["made_at"],
        seat=row["seat"],
        place=row["place"],
        won=row["won"],
        score=row["score"],
        moves=moves,
    )


def _of_people() -> list[tuple[Table, Column[str]]]:
    """Every column that names a person whose row goes with that person."""
    return [
        (table, column)
        for table in metadata.sorted_tables
        for column in table.columns
        if any(key.column is people.c.id for key in column.foreign_keys) and (table, column.name) not in KEPT
    ]
