"""Talk at the table, and the notebook that nobody else reads."""

from sqlalchemy import RowMapping, delete, func, insert, select

from spyring.engine.words import _
from spyring.server.bulletin import of_chat
from spyring.server.desk import Desk
from spyring.server.payloads import ChatLine, Notebook, Person
from spyring.server.problems import Conflict, Forbidden
from spyring.server.rooms import Room
from spyring.server.schema import chat, notes
from spyring.server.store import now

LAST_LINES = 200


class Talking(Desk):
    """Who may say what to whom, and hear it."""

    async def say(
        self, table: str, person: Person | None, text: str, to: str = "table", code: str | None = None
    ) -> ChatLine:
        """Say something to the table, to one's team, or among those who watch."""
        room = await self.watchable(table, person, code)
        speaker = self.known(person)
        seat = room.seat_of(speaker.id)
        self._may_say(room, seat, to)
        row = {
            "table_id": room.id,
            "person": speaker.id,
            "name": speaker.name,
            "seat": seat,
            "to": to,
            "text": text,
            "at": now(),
        }
        async with self.store.writing(of_chat(room.id)) as connection:
            stored = await connection.execute(insert(chat).values(row).returning(chat))
            line = _line(stored.mappings().one())
        self.bulletin.post(of_chat(room.id))
        return line

    async def chat(
        self, table: str, person: Person | None, since: int = 0, code: str | None = None
    ) -> list[ChatLine]:
        """What this reader may hear, newer than ``since``."""
        room = await self.watchable(table, person, code)
        return await self.heard(room, None if person is None else person.id, since)

    async def heard(self, room: Room, reader: str | None, since: int) -> list[ChatLine]:
        """The lines a reader may hear, oldest first."""
        query = (
            select(chat)
            .where(chat.c.table_id == room.id, chat.c.id > since)
            .order_by(chat.c.id.desc())
            .limit(LAST_LINES)
        )
        rows = [row for row in await self.store.rows(query) if _hears(room, room.seat_of(reader), row)]
        return [_line(row) for row in reversed(rows)]

    async def last_line(self, table: str) -> int:
        """The id of the last line that was said at a table, by whomever."""
        row = await self.store.row(select(func.max(chat.c.id).label("last")).where(chat.c.table_id == table))
        return 0 if row is None else row["last"] or 0

    async def note(self, table: str, person: Person | None) -> Notebook:
        """One's own notes about a table."""
        room = await self.watchable(table, person)
        mine = notes.c.person == self.known(person).id
        row = await self.store.row(select(notes.c.text).where(notes.c.table_id == room.id, mine))
        return Notebook(text="" if row is None else row["text"])

    async def write_note(self, table: str, person: Person | None, text: str) -> Notebook:
        """Replace one's notes about a table."""
        room = await self.watchable(table, person)
        key = {"table_id": room.id, "person": self.known(person).id}
        async with self.store.writing() as connection:
            here = (notes.c.table_id == key["table_id"]) & (notes.c.person == key["person"])
            await connection.execute(delete(notes).where(here))
            await connection.execute(insert(notes).values(text=text, **key))
        return Notebook(text=text)

    def _may_say(self, room: Room, seat: int | None, to: str) -> None:
        """Whoever only watches a game must not advise those who play it; the game's own option rules the
        players' talk.
        """
        if room.status != "playing":
            return
        if seat is None and to != "watchers":
            raise Forbidden("not-seated", _("While the game goes on, those who watch talk among themselves."))
        if seat is None:
            return
        if to == "watchers":
            raise Forbidden(
                "seated", _("While the game goes on, those who play do not talk with those who watch.")
            )
        talk = room.start.options.get("talk")
        state = room.game_on.state
        if talk is not None and len(state.deciders) + len(state.interrupters) > 1:
            raise Conflict("silence", _("Nobody talks while several seats decide in secret."))
        if talk == "none":
            raise Conflict("silence", _("At this table nobody talks during the game."))
        if to == "team" and talk == "public":
            raise Conflict("no-private-talk", _("At this table all talk is public."))


def _hears(room: Room, seat: int | None, row: RowMapping) -> bool:
    if row["to"] == "table" or room.status == "over":
        return True
    if row["to"] == "watchers":
        return seat is None
    teams = room.game.teams(room.start.seats)
    return seat is not None and row["seat"] is not None and teams[seat] == teams[row["seat"]]


def _line(row: RowMapping) -> ChatLine:
    return ChatLine(
        id=row["id"],
        table=row["table_id"],
        at=row["at"],
        by=row["name"],
        seat=row["seat"],
        to=row["to"],
        text=row["text"],
    )
