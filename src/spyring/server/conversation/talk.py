"""Chat at the table, and private notebooks."""

from collections.abc import Callable
from functools import lru_cache

from sqlalchemy import BindParameter, ColumnElement, Select, and_, func, insert, or_, select, true
from sqlalchemy.exc import IntegrityError

from spyring.engine.errors import BadMove
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.server.conversation.answers import from_text
from spyring.server.conversation.payloads import Notebook, Remark
from spyring.server.conversation.schema import chat, notes
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Conflict, Forbidden, Problem
from spyring.server.core.storage.database import Database, new_id
from spyring.server.core.storage.schema import people
from spyring.server.core.storage.statements import Prepared, Row, given
from spyring.server.core.tables.hooks import Hooks
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.live_tables import LiveTables, no_table
from spyring.server.core.topics import Topics, of_talk

MAX_REMARKS = 200
Reaching = tuple[bool, bool, tuple[int, ...]]  # whether all is open, a known reader, the seats of their team
Unheard = tuple[Callable[[BindParameter[str]], Select[tuple[str]]], ...]  # the people that a reader muted
THING = "@"  # before a target; a proposed move has no prefix


class Talk:
    """Chat at tables: saying and reading remarks."""

    def __init__(self, live_tables: LiveTables, hooks: Hooks, database: Database, topics: Topics) -> None:
        self.live_tables = live_tables
        self.hooks = hooks
        self.database = database
        self.topics = topics
        # Statements for the people that a reader has muted; another package adds them.
        self.unheard: list[Callable[[BindParameter[str]], Select[tuple[str]]]] = []

    async def say(
        self, table: str, caller: Caller, text: str, to: str = "table", about: str | None = None
    ) -> Remark:
        """Make a remark to the table, to the speaker's team, or among spectators; ``about`` replaces the text
        when the speaker points at something.
        """
        live = await self.live_tables.watchable(table, caller)
        speaker = caller.require_person()
        seat = live.seat_of(speaker.id)
        if seat is None:
            await self.hooks.require_welcome(speaker.id, [live.owner])
        _may_say(live, seat, to)
        row = {
            "mark": new_id(),
            "table_id": live.id,
            "person": speaker.id,
            "name": speaker.name,
            "seat": seat,
            "to": to,
            "text": text,
            "about": about,
            "at": self.database.time.now(),
        }
        try:
            async with self.database.writing(of_talk(live.id)) as connection:
                if self.database.shared:
                    # Readers continue from their last remark: none may be stored before an earlier one.
                    await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(live.id))))
                (stored,) = await connection.rows(insert(chat).values(row).returning(chat))
                remark = _remark(stored, live, caller, speaker.face)
        except IntegrityError:  # the table was removed with its last player
            raise no_table() from None
        self.topics.publish(of_talk(live.id))
        return remark

    async def heard(self, table: str, caller: Caller, since: str = "") -> list[Remark]:
        """The remarks that this reader may read, newer than ``since``, oldest first."""
        live = await self.live_tables.watchable(table, caller)
        query = _heard(_reaching(live, caller), tuple(self.unheard))
        rows = await self.database.rows(query, table=live.id, since=since, person=caller.id)
        return [_remark(row, live, caller, row["face"]) for row in reversed(rows)]

    async def news(self, table: str, caller: Caller, since: str) -> list[tuple[str, bytes]]:
        """The same for an event stream: the id and the JSON of each remark."""
        heard = await self.heard(table, caller, since)
        return [(remark.id, remark.model_dump_json().encode()) for remark in heard]

    async def last(self, table: str, caller: Caller) -> str:
        """The id of the last remark that this reader may read, or an empty string."""
        try:
            live = await self.live_tables.watchable(table, caller)
        except Problem:
            return ""
        query = _last(_reaching(live, caller), tuple(self.unheard))
        found = await self.database.rows(query, table=live.id, person=caller.id)
        return str(found[0]["mark"]) if found else ""


class Notebooks:
    """Private notes of people."""

    def __init__(self, live_tables: LiveTables, database: Database) -> None:
        self.live_tables = live_tables
        self.database = database

    async def read(self, table: str, caller: Caller) -> Notebook:
        """The caller's own notes about a table."""
        live = await self.live_tables.watchable(table, caller)
        mine = notes.c.person == caller.require_person().id
        text = await self.database.value(select(notes.c.text).where(notes.c.table_id == live.id, mine))
        return Notebook(text=text or "")

    async def write(self, table: str, caller: Caller, text: str) -> Notebook:
        """Replace the caller's notes about a table."""
        live = await self.live_tables.watchable(table, caller)
        row = {"table_id": live.id, "person": caller.require_person().id, "text": text}
        new = self.database.insert(notes).values(row)
        here = ["table_id", "person"]
        try:
            await self.database.write(new.on_conflict_do_update(index_elements=here, set_={"text": text}))
        except IntegrityError:  # the table was removed with its last player
            raise no_table() from None
        return Notebook(text=text)


def _may_say(live: LiveTable, seat: int | None, to: str) -> None:
    """Spectators must not advise players; the game's own option controls the players' chat."""
    if live.status != "playing":
        return
    if seat is None and to != "watchers":
        raise Forbidden("not-seated", _("During the game, spectators can only talk to each other."))
    if seat is None:
        return
    if to == "watchers":
        raise Forbidden("seated", _("During the game, players cannot talk to spectators."))
    talk = "free" if live.timeline is None else live.game.talk(live.timeline.state)
    if talk == "none":
        raise Conflict("silence", _("You cannot talk at this table now."))
    if to == "team" and talk == "public":
        raise Conflict("no-private-talk", _("At this table all talk is public."))


def _reaching(live: LiveTable, caller: Caller) -> Reaching:
    """The facts that decide which remarks at a table reach a reader."""
    seat = live.seat_of(caller.id)
    if live.opened or seat is None:
        return live.opened, caller.id is not None, ()
    teams = live.game.teams(live.start.seats)
    return False, True, tuple(other for other in range(live.start.seats) if teams[other] == teams[seat])


def _hears(reaching: Reaching, unheard: Unheard) -> ColumnElement[bool]:
    """A filter for the remarks that reach a reader, without people that they muted."""
    over, known, team = reaching
    if over:
        to_them: ColumnElement[bool] = true()
    elif team:
        to_them = or_(chat.c.to == "table", and_(chat.c.to == "team", chat.c.seat.in_(team)))
    else:
        to_them = chat.c.to.in_(("table", "watchers"))
    others = [chat.c.person.not_in(by(given("person"))) for by in unheard if known]
    return and_(to_them, *others)


@lru_cache(maxsize=32)  # building one takes longer than running it
def _heard(reaching: Reaching, unheard: Unheard) -> Prepared:
    """The remarks that a reader may read, newer than a given one, newest first."""
    here = chat.c.table_id == given("table")
    last = select(chat.c.id).where(chat.c.mark == given("since"), here).scalar_subquery()
    return Prepared(
        select(chat, people.c.face)
        .outerjoin(people, people.c.id == chat.c.person)
        .where(here, chat.c.id > func.coalesce(last, 0), _hears(reaching, unheard))
        .order_by(chat.c.id.desc())
        .limit(MAX_REMARKS)
    )


@lru_cache(maxsize=32)
def _last(reaching: Reaching, unheard: Unheard) -> Prepared:
    """The last remark that a reader may read."""
    here = chat.c.table_id == given("table")
    heard = select(chat.c.mark).where(here, _hears(reaching, unheard))
    return Prepared(heard.order_by(chat.c.id.desc()).limit(1))


def _remark(row: Row, live: LiveTable, caller: Caller, face: str | None) -> Remark:
    text, about, answer = row["text"], row["about"], None
    pointed = None if about is None else pointed_at(live.game, about, live.translate_for(caller))
    if about is not None:  # the text is a bot's answer
        translate = live.translate_for(caller)
        answer = from_text(text).say(live.game, live.start.seats, translate) if text else None
        text = about if pointed is None else pointed[0]
    # A player speaks by the name on their chair, even if they have changed it since.
    chair = None if row["seat"] is None else live.chairs[row["seat"]]
    return Remark(
        id=row["mark"],
        table=row["table_id"],
        at=row["at"],
        by=(None if chair is None or chair.person != row["person"] else chair.name) or row["name"],
        seat=row["seat"],
        to=row["to"],
        text=text,
        person=row["person"],
        about=None if pointed is None else pointed[1],
        move=None if pointed is None or about.startswith(THING) else about,
        answer=answer,
        face=face,
    )


def pointed_at(
    game: Game, about: str, translate: Translate, met: Callable[[str], bool] | None = None
) -> tuple[str, dict[str, str]] | None:
    """The target or proposed move: as a sentence that follows a name, and in parts. None if it is not in the
    game, or it is sealed and the reader has not ``met`` it.
    """
    moves = game.moves
    if about.startswith(THING):
        name, _space, label = about.removeprefix(THING).partition(" ")
        for verb in moves.verbs:
            for argument, domain in verb.arguments:
                if argument == name and domain.has(label, met):
                    title = domain.title(domain.index[label], translate)
                    return translate(_("points at {thing}")).format(thing=title), {name: label}
        return None
    try:
        move = moves.parse(about, met)
    except BadMove:
        return None
    said = translate(_("proposes: {move}")).format(move=moves.say(move, translate))
    return said, moves.fields(move)
