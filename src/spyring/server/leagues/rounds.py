"""The rounds of events: drawn, watched and ended, each in one transaction.

Whether something is due follows from what is stored alone. So a server that was killed continues where it
was, and of several workers the first one acts: every change of an event names the revision that it saw.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import groupby
from typing import Any

from sqlalchemy import func, insert, or_, select, update

from spyring.engine.i18n import _
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.outcome import Outcome
from spyring.server.core.package import RepeatedJob
from spyring.server.core.payloads import NewTable, Person
from spyring.server.core.problems import Conflict, Damaged, NotFound, NotStored, Refused
from spyring.server.core.services import Services
from spyring.server.core.storage.schema import people, tables
from spyring.server.core.storage.statements import Row, Transaction, WriteConflict
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.seating import FullTable
from spyring.server.core.topics import of_reload
from spyring.server.leagues.pairing import Meeting, draw, shape
from spyring.server.leagues.payloads import NewLeague
from spyring.server.leagues.schema import league_people, league_rounds, league_seats, leagues
from spyring.server.leagues.scoring import Score, scores, winners

journal = logging.getLogger("spyring.server")


class Event:
    """An event as it is stored."""

    def __init__(self, row: Row, members: list[Row], rounds: list[Row], seated: list[Row], kind: str) -> None:
        self.row, self.members, self.rounds, self.seated = row, members, rounds, seated
        self.id: str = row["id"]
        self.terms = NewLeague.model_validate_json(row["terms"])
        self.together = kind == COOPERATIVE
        self.running = rounds[-1] if rounds and rounds[-1]["ended_at"] is None else None

    @property
    def hosts(self) -> list[str]:
        """The hosts; if all of them have deleted their accounts, the person who joined first."""
        here = [one for one in self.members if one["name"] != ""]
        return [one["person"] for one in here if one["host"]] or [one["person"] for one in here[:1]]

    @property
    def players(self) -> list[str]:
        """Everybody who plays or has played, in the order of joining."""
        sat = {row["person"] for row in self.seated}
        return [one["person"] for one in self.members if one["plays"] or one["person"] in sat]

    @property
    def tables(self) -> dict[tuple[int, int], list[Row]]:
        """The seats of each table, by its round and number."""
        keyed = groupby(self.seated, key=lambda row: (row["round"], row["number"]))
        return {key: list(rows) for key, rows in keyed}

    @property
    def meetings(self) -> list[Meeting]:
        """The tables that count: those that are over."""
        return [
            Meeting(
                number,
                tuple(row["person"] for row in rows),
                tuple(row["place"] for row in rows),
                rows[0]["state"] == "bye",
            )
            for (number, _table), rows in self.tables.items()
            if rows[0]["state"] != "playing"
        ]

    def scores(self) -> list[Score]:
        """The standings."""
        given = (self.players, self.meetings, self.terms.format, self.terms.seats)
        return scores(*given, together=self.together, seed=self.row["seed"])

    def next(self) -> list[str]:
        """Who plays in the next round, best first; fewer than two if there is none."""
        staying = {one["person"] for one in self.members if one["plays"] and one["name"] != ""}
        if self.terms.format == "knockout" and self.rounds:
            last = [meeting for meeting in self.meetings if meeting.round == self.row["round"]]
            staying &= set(winners(last, self.row["seed"]))
        elif self.row["round"] >= self.terms.rounds:
            return []
        return [score.person for score in self.scores() if score.person in staying]


class Rounds(RepeatedJob):
    """Drives all events of one server."""

    def __init__(self, core: Services) -> None:
        super().__init__(core.time, core.settings.sweep_seconds)
        self.core = core
        self.database = core.database

    async def load(self, league: str) -> Event:
        """An event, or a refusal."""
        row = await self.database.row(select(leagues).where(leagues.c.id == league))
        if row is None:
            raise no_league()
        named = select(league_people, people.c.name, people.c.face).join(people)
        joined = named.where(league_people.c.league == league).order_by(
            league_people.c.joined_at, league_people.c.person
        )
        began = select(league_rounds).where(league_rounds.c.league == league)
        seat = league_seats.c
        sat = select(league_seats).where(seat.league == league).order_by(seat.round, seat.number, seat.seat)
        found = [joined, began.order_by(league_rounds.c.number), sat]
        members, rounds, seated = [list(await self.database.rows(query)) for query in found]
        kind = self.core.shelf.game(NewLeague.model_validate_json(row["terms"]).game).kind
        return Event(row, members, rounds, seated, kind)

    @asynccontextmanager
    async def changing(self, event: Event, **values: Any) -> AsyncIterator[Transaction]:
        """A transaction that changes an event, unless somebody else was faster."""
        async with self.database.writing() as connection:
            await changed(connection, event, **values)
            yield connection

    # -- driving ---------------------------------------------------------------------------------------------

    async def run_once(self) -> None:
        """Do everything that is due now."""
        now = self.time.now()
        begins = (leagues.c.status == "open") & (leagues.c.starts_at <= now)
        due = select(leagues.c.id).where(or_(leagues.c.status == "playing", begins))
        for row in await self.database.rows(due):
            try:
                while await self.step(row["id"]):
                    pass
            except (Conflict, NotStored, WriteConflict):  # another worker is at it, or it was logged already
                continue
            except Exception as error:  # one event must not hold up the others
                journal.error("event not continued", exc_info=error, extra={"league": row["id"]})

    async def step(self, league: str) -> bool:
        """Take the next step of an event, if one is due."""
        event, now = await self.load(league), self.time.now()
        if event.row["status"] == "open":
            if event.row["starts_at"] is None or event.row["starts_at"] > now:
                return False
            if len(event.next()) > 1:
                await self.draw(event)
                return True
            async with self.changing(event, starts_at=None):  # too few people: a host must start it
                return False
        if event.running is not None:
            if event.running["deadline"] > now and await self._is_running(event):
                return False
            await self.end(event)
            return True
        over = len(event.next()) < 2
        if over:
            async with self.changing(event, status="over"):
                pass
        elif event.terms.automatic:
            await self.draw(event)
        return not over and event.terms.automatic

    async def _is_running(self, event: Event) -> bool:
        """Whether a game of the round is still running."""
        here = [row["table_id"] for row in event.seated if row["state"] == "playing"]
        left = select(func.count()).where(tables.c.id.in_(here), tables.c.status == "playing")
        return bool(await self.database.value(left))

    async def draw(self, event: Event) -> None:
        """Draw the next round and make its tables, all or nothing."""
        order, terms = event.next(), event.terms
        if len(order) < 2:
            raise Refused("too-few", _("At least two people are needed for a round."))
        game = self.core.shelf.game(terms.game)
        sizes = shape(len(order), terms.seats, game.seats, terms.fill)
        made = partial(draw, order, event.meetings, sizes, format=terms.format, seed=event.row["seed"])
        meetings = await asyncio.to_thread(made)
        given = {"options": terms.options, "pace": terms.pace, "public": event.row["public"]}
        wishes = tables_of(meetings, event.members, game=terms.game, **given)
        number, at = event.row["round"] + 1, self.time.now()
        begun = {"league": event.id, "number": number, "began_at": at, "deadline": at + terms.hours * 3600}
        async with self.core.seating.full_tables(wishes, event.together) as (connection, made_tables):
            await changed(connection, event, status="playing", round=number, starts_at=None)
            await connection.execute(insert(league_rounds).values(begun))
            ids = iter(made_tables)
            for at_table, meeting in enumerate(meetings, 1):
                row = {"league": event.id, "round": number, "number": at_table}
                row |= {"table_id": None, "state": "bye"}
                if not meeting.bye:
                    row |= {"table_id": next(ids), "state": "playing"}
                rows = [{**row, "seat": seat, "person": one} for seat, one in enumerate(meeting.people)]
                await connection.execute(insert(league_seats), rows)

    # -- ending ----------------------------------------------------------------------------------------------

    async def note(self, connection: Transaction, live: LiveTable, outcome: Outcome, _at: float) -> None:
        """A game has ended, and is not sealed any more; called in the transaction that stores it. People who
        resigned or ran out of time come last.
        """
        here = (league_seats.c.table_id == live.id, league_seats.c.state == "playing")
        gone = [one.person is not None and one.held in ("resigned", "time") for one in live.chairs]
        order = list(zip(gone, outcome.ranks, strict=True))
        for seat, mine in enumerate(order):
            found: dict[str, Any] = {"place": 1 + sum(other < mine for other in order)}
            if live.game.kind == COOPERATIVE:  # the tables of a round are compared
                found = {"achieved": 0.0 if gone[seat] else outcome.achieved}
            this = update(league_seats).where(*here, league_seats.c.seat == seat)
            await connection.execute(this.values(state="over", **found))

    def table_changed(self, live: LiveTable) -> None:
        """A game may have ended."""
        if live.status == "over":
            self.wakeup.set()

    async def end(self, event: Event, **values: Any) -> None:
        """End the running round, if there is one: judge what is unfinished, compare tables of one deal, and
        open them.
        """
        number = event.row["round"]
        playing = {row["table_id"] for row in event.seated if row["state"] == "playing"}
        lives = [live for table in sorted(playing) if (live := await self._newest(table)) is not None]
        topics = [of_reload(live.id) for live in lives]
        column = league_seats.c
        here = (column.league == event.id, column.round == number)
        this = (league_rounds.c.league == event.id, league_rounds.c.ended_at.is_(None))
        async with self.database.writing(*topics) as connection:
            await changed(connection, event, **values)
            for live in lives:
                await self.core.table_store.unseal(connection, live)
                if live.status == "playing":
                    await self._stop(connection, live, event.together)
            nothing = update(league_seats).where(*here, column.state == "playing").values(state="none")
            await connection.execute(nothing)
            if event.together and event.running is not None:
                await _compare(connection, event.id, number)
            await connection.execute(update(league_rounds).where(*this).values(ended_at=self.time.now()))
        for topic in topics:
            self.core.heard(topic)

    async def _newest(self, table: str) -> LiveTable | None:
        """A table as it is stored; None if it is gone."""
        try:
            live = await self.core.live_tables.find(table)
            async with live.lock:
                await self.core.live_tables.refresh(live)
        except (Damaged, NotFound):
            return None
        return live

    async def _stop(self, connection: Transaction, live: LiveTable, together: bool) -> None:
        """Stop an unfinished game. The people that it waits for, or that a bot replaces, come last. There is
        no result if nobody has moved, or if that is true of nobody or of all. Where all win or lose together,
        such a game has achieved nothing.
        """
        await self.core.table_store.stop(connection, live.id)
        seats = [chair.seat for chair in live.chairs if chair.person is not None]
        late = [
            seat
            for seat in seats
            if live.chairs[seat].held != "no" or live.chairs[seat].clock.since is not None
        ]
        log = [] if live.timeline is None else live.timeline.entries
        moved = any(entry.kind == "move" and entry.seat in seats for entry in log)
        if not moved or not (together or 0 < len(late) < len(seats)):
            return
        for seat in range(len(live.chairs)):
            place = 1 + len(live.chairs) - len(late) if seat in late else 1
            this = update(league_seats).where(league_seats.c.table_id == live.id, league_seats.c.seat == seat)
            await connection.execute(this.values(place=place, state="over", achieved=0.0))


def tables_of(meetings: Sequence[Meeting], rows: Sequence[Row], **terms: Any) -> list[FullTable]:
    """The tables of these meetings, and a row for each person at one."""
    known: dict[str | None, Person] = {}
    for row in rows:
        person = row["person"]
        known[person] = Person(id=person, name=row["name"], kind="guest", face=row["face"])
    return [
        (NewTable(seats=len(one.people), **terms), [known.get(person) for person in one.people])
        for one in meetings
        if not one.bye
    ]


async def changed(connection: Transaction, event: Event, **values: Any) -> None:
    """Change an event in an open transaction, unless somebody else was faster."""
    same = (leagues.c.id == event.id, leagues.c.revision == event.row["revision"])
    change = update(leagues).where(*same).values(revision=leagues.c.revision + 1, **values)
    if await connection.execute(change) != 1:
        raise changed_meanwhile()


async def _compare(connection: Transaction, league: str, number: int) -> None:
    """The places of tables with the same deal: by what they achieved."""
    column = league_seats.c
    here = (column.league == league, column.round == number, column.state == "over")
    rows = await connection.rows(select(league_seats).where(*here))
    best: dict[int, float] = {}
    for row in rows:
        best[row["number"]] = max(best.get(row["number"], 0.0), row["achieved"])
    for row in rows:
        place = 1 + sum(other > row["achieved"] for other in best.values())
        this = update(league_seats).where(*here, column.number == row["number"], column.seat == row["seat"])
        await connection.execute(this.values(place=place))


def no_league() -> NotFound:
    """The refusal that does not reveal whether the event exists."""
    return NotFound("no-league", _("There is no such event, or it is private."))


def changed_meanwhile() -> Conflict:
    """The refusal for the second of two hosts."""
    text = _("Somebody else has just changed this event. Look at it again, then repeat what is still needed.")
    return Conflict("changed", text)
