"""Talk at the table, and the notebook that nobody else reads."""

from sqlalchemy import ColumnElement, RowMapping, and_, func, insert, or_, select, true
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from spyring.engine.words import _
from spyring.server.bulletin import of_chat
from spyring.server.desk import Desk, no_table
from spyring.server.payloads import ChatLine, Notebook, Person
from spyring.server.problems import Conflict, Forbidden, Problem
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
        try:
            async with self.store.writing(of_chat(room.id)) as connection:
                if self.store.shared:
                    # Readers go on from the last line they got: none may be stored before an earlier one.
                    await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(room.id))))
                stored = await connection.execute(insert(chat).values(row).returning(chat))
                line = _line(stored.mappings().one())
        except IntegrityError:  # the table has gone with its last guest
            raise no_table() from None
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
            .where(chat.c.table_id == room.id, chat.c.id > since, _hears(room, room.seat_of(reader)))
            .order_by(chat.c.id.desc())
            .limit(LAST_LINES)
        )
        return [_line(row) for row in reversed(await self.store.rows(query))]

    async def last_line(self, table: str, person: Person | None, code: str | None = None) -> int:
        """The id of the last line that this reader hears; what others say among themselves does not count, or
        the number would tell of it.
        """
        try:
            room = await self.watchable(table, person, code)
        except Problem:
            return 0
        heard = _hears(room, room.seat_of(None if person is None else person.id))
        query = select(func.max(chat.c.id).label("last")).where(chat.c.table_id == room.id, heard)
        row = await self.store.row(query)
        return 0 if row is None else row["last"] or 0

    async def note(self, table: str, person: Person | None, code: str | None = None) -> Notebook:
        """One's own notes about a table."""
        room = await self.watchable(table, person, code)
        mine = notes.c.person == self.known(person).id
        row = await self.store.row(select(notes.c.text).where(notes.c.table_id == room.id, mine))
        return Notebook(text="" if row is None else row["text"])

    async def write_note(
        self, table: str, person: Person | None, text: str, code: str | None = None
    ) -> Notebook:
        """Replace one's notes about a table."""
        room = await self.watchable(table, person, code)
        row = {"table_id": room.id, "person": self.known(person).id, "text": text}
        dialect = postgresql if self.store.shared else sqlite
        statement = dialect.insert(notes).values(row)
        try:
            await self.store.write(
                statement.on_conflict_do_update(index_elements=["table_id", "person"], set_={"text": text})
            )
        except IntegrityError:  # the table has gone with its last guest
            raise no_table() from None
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


def _hears(room: Room, seat: int | None) -> ColumnElement[bool]:
    """Which lines of a table reach a reader."""
    if room.status == "over":
        return true()
    if seat is None:
        return chat.c.to.in_(("table", "watchers"))
    teams = room.game.teams(room.start.seats)
    team = [other for other in range(room.start.seats) if teams[other] == teams[seat]]
    return or_(chat.c.to == "table", and_(chat.c.to == "team", chat.c.seat.in_(team)))


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
