"""Personal data: export for its owner, and deletion of an account.

Finished games belong to everybody who played them: they stay, under the name of a former player. All other
data about the person is deleted.
"""

from operator import itemgetter
from typing import Any, Final

from pydantic import create_model
from sqlalchemy import select, union, update

from spyring.engine.position import Json
from spyring.server.accounts.accounts import Accounts
from spyring.server.community.history import History
from spyring.server.community.payloads import MyTable, PersonalData, RemarkData, Tie
from spyring.server.community.relations import Relations
from spyring.server.community.schema import results
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Payload
from spyring.server.core.problems import Problem
from spyring.server.core.services import Services
from spyring.server.core.storage.personal import PersonalRows, deletions, personal_rows
from spyring.server.core.storage.schema import entries, people, seats, tables
from spyring.server.core.storage.statements import Row
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.table_store import UNFINISHED, unfinished_seats
from spyring.server.core.topics import of_table
from spyring.server.schema import metadata

TABLES_PER_QUERY: Final = 50  # tables whose moves one query reads; other requests run in between
PERSONAL: Final = personal_rows(metadata)
# Programs know these tables by other names.
NAMED: Final = {"credentials": "keys", "relations": "ties", "turn_reminders": "summons"}
# Sections with more than their rows.
SECTIONS: Final[dict[str, type[Payload]]] = {"tables": MyTable, "people": Tie, "remarks": RemarkData}


def _fields(rows: PersonalRows, base: type[Payload]) -> dict[str, Any]:
    """The columns of exported rows, typed."""
    absent = rows.section == "" and rows.table is not people  # this row is optional
    found: dict[str, Any] = {}
    for name, column in rows.fields.items():
        kind: Any = column.type.python_type
        if name not in base.model_fields:
            found[name] = (kind | None, None) if absent else (kind | None if column.nullable else kind, ...)
    return found


def _export() -> type[PersonalData]:
    """The type of the export, which follows from the schema."""
    found: dict[str, Any] = {}
    for rows in PERSONAL:
        base = SECTIONS.get(rows.section, Payload)
        if not rows.section:
            found |= _fields(rows, PersonalData)
        elif rows.section not in PersonalData.model_fields:
            name = "Exported" + NAMED.get(rows.table.name, rows.table.name).title().replace("_", "")
            row = create_model(name, __base__=base, **_fields(rows, base))
            found[rows.section] = (list[row], ...)  # type: ignore[valid-type]
    return create_model("PersonalData", __base__=PersonalData, **found)


EXPORT: Final = _export()


class AccountData:
    """Export of personal data, and deletion of an account."""

    def __init__(self, core: Services, history: History, relations: Relations) -> None:
        self.database = core.database
        self.accounts = core.part(Accounts)
        self.sessions = core.sessions
        self.history = history
        self.relations = relations
        self.seating = core.seating
        self.playing = core.playing

    async def export(self, caller: Caller) -> PersonalData:
        """All stored data of the caller, without other people's secrets or any credentials."""
        me = caller.require_person().id
        data: Json = {}
        for rows in PERSONAL:
            found = [dict(row) for row in await self.database.rows(rows.of(me))]
            data |= {rows.section: found} if rows.section else found[0] if found else {}
        data["ratings"] = await self.history.ratings(me, caller)
        data["tables"] = await self._tables(data["tables"], me)
        data["people"] = await self._people(data["people"], caller)
        data["remarks"] = [_as_said(remark) for remark in data["remarks"]]
        data["notes"] = {note["table"]: note["text"] for note in data["notes"]}
        data["given"] = sorted(donation["table"] for donation in data["donations"])
        return EXPORT(**data)

    async def delete(self, caller: Caller, password: str | None) -> None:
        """Delete the caller's account: running games are resigned, waiting tables are left. The owner of an
        account must enter the password again.
        """
        me = caller.require_person()
        if me.kind == "account":
            await self.accounts.verify(me, password or "")
        await self.remove(caller)

    async def remove(self, caller: Caller) -> None:
        """The same without a password: the caller is deleted."""
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
        except Problem:  # a frozen game stays as it is
            return

    async def _hand_on(self, live: LiveTable, heir: str) -> None:
        """Make another player the host, who can seat bots at a waiting table."""
        async with live.lock:
            await self.playing.changes.change(live, owner=heir, origin=None)

    async def _forget(self, person: str) -> None:
        """Delete what the schema says; an empty row stays for the games that were played."""
        sits = select(seats.c.table_id).where(seats.c.person == person).distinct()
        sat: list[str] = [row["table_id"] for row in await self.database.rows(sits)]
        async with self.database.writing(*(of_table(table) for table in sat)) as connection:
            for statement in deletions(metadata, person):
                await connection.execute(statement)
            told = update(tables).where(tables.c.id.in_(sits)).values(revision=tables.c.revision + 1)
            await connection.execute(told)
        for here in sat:
            live = self.playing.live_tables.cache.get(here)
            if live is not None:
                async with live.lock:
                    await self.playing.live_tables.refresh(live)
                self.playing.changes.topics.publish(of_table(here))

    # -- export ----------------------------------------------------------------------------------------------

    async def _tables(self, sat: list[Json], person: str) -> list[Json]:
        """Every past or present seat of the person, with its game and their own moves."""
        found: list[Json] = []
        for first in range(0, len(sat), TABLES_PER_QUERY):
            some = sat[first : first + TABLES_PER_QUERY]
            here = [seat["table"] for seat in some]
            games, moves = await self._games(here, person), await self._moves(here)
            found += [
                {**seat, **games[seat["table"]], "moves": moves.get((seat["table"], seat["seat"]), [])}
                for seat in some
                if seat["table"] in games  # it may have been removed meanwhile
            ]
        return sorted(found, key=itemgetter("made_at", "table", "seat"))

    async def _games(self, here: list[str], person: str) -> dict[str, Row]:
        """The games at some tables, and how they ended for a person."""
        mine = (results.c.table_id == tables.c.id) & (results.c.person == person)
        game = (tables.c.id.label("table"), tables.c.game, tables.c.status, tables.c.made_at)
        query = (
            select(*game, results.c.place, results.c.won, results.c.score)
            .outerjoin(results, mine)
            .where(tables.c.id.in_(here))
        )
        return {row["table"]: row for row in await self.database.rows(query)}

    async def _moves(self, here: list[str]) -> dict[tuple[str, int], list[str]]:
        """The moves at some tables, by table and seat."""
        query = (
            select(entries.c.table_id, entries.c.seat, entries.c.text)
            .where(entries.c.table_id.in_(here), entries.c.kind == "move")
            .order_by(entries.c.table_id, entries.c.number)
        )
        found: dict[tuple[str, int], list[str]] = {}
        for row in await self.database.rows(query):
            found.setdefault((row["table_id"], row["seat"]), []).append(row["text"])
        return found

    async def _people(self, listed: list[Json], caller: Caller) -> list[Json]:
        """The people on the caller's list, with their names."""
        rows = {(row["person"], row["kind"]): row for row in listed}
        known = [tie.model_dump() for tie in await self.relations.mine(caller)]
        return [rows.get((tie["person"], tie["kind"]), {}) | tie for tie in known]


def _as_said(remark: Json) -> Json:
    """A remark that points has its target as the text; the stored text is a bot's answer."""
    if remark["about"] is None:
        return remark
    return remark | {"text": remark["about"], "answer": remark["text"]}
