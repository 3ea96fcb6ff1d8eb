"""Events for people: making them, joining and leaving, the acts of hosts, and what everybody may see."""

import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from sqlalchemy import and_, delete, exists, func, insert, or_, select, update

from spyring.engine.i18n import _
from spyring.engine.kinds import COOPERATIVE
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import NewTable, Person
from spyring.server.core.people import names
from spyring.server.core.problems import Conflict, Forbidden, NotFound, Problem, Refused
from spyring.server.core.services import Services
from spyring.server.core.shelf import Shelf
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.statements import Row, Transaction, WriteConflict
from spyring.server.core.tables.presenting import FORMER
from spyring.server.leagues.payloads import (
    CorrectIn,
    HostIn,
    League,
    LeagueCard,
    LeagueRound,
    LeagueSeat,
    LeagueTable,
    NewLeague,
    PersonIn,
    Standing,
)
from spyring.server.leagues.rounds import Event, Rounds, changed_meanwhile, no_league
from spyring.server.leagues.schema import league_people, league_seats, leagues
from spyring.server.leagues.scoring import cross_table

MAX_LISTED: Final = 50
MAX_PEOPLE: Final = 128
MAX_ATTEMPTS: Final = 5
MAX_UNFINISHED: Final = 10  # events that one person has made
MAX_AHEAD_SECONDS: Final = 366 * 86400.0


class Leagues:
    """The events of one server."""

    def __init__(self, core: Services, rounds: Rounds) -> None:
        self.core = core
        self.database, self.time = core.database, core.database.time
        self.rounds = rounds
        # Whether a person belongs to a club: the package of clubs, which is above this one, says it.
        self.belongs: Callable[[str, str | None], Awaitable[bool]] = _nobody

    # -- looking ---------------------------------------------------------------------------------------------

    async def listed(
        self, caller: Caller, club: str | None = None, everything: bool = False
    ) -> list[LeagueCard]:
        """Public leagues and the caller's own: those that are on first, own ones before others. Of a club,
        members see everything.
        """
        mine = (league_people.c.league == leagues.c.id, league_people.c.person == caller.id)
        playing = (league_people.c.league == leagues.c.id, league_people.c.plays)
        count = select(func.count()).where(*playing).scalar_subquery().label("people")
        joined = exists().where(*mine, league_people.c.plays).label("joined")
        concerned = exists().where(*mine)
        wanted = [] if everything else [or_(leagues.c.public, concerned)]
        if club is not None:
            wanted.append(leagues.c.club == club)
        query = (
            select(leagues, count, joined)
            .where(*wanted)
            .order_by(leagues.c.status == "over", ~concerned, leagues.c.made_at.desc())
            .limit(MAX_LISTED)
        )
        found = await self.database.rows(query)
        return [LeagueCard(**self._card(row, row["people"], row["joined"], caller)) for row in found]

    async def show(self, league: str, caller: Caller) -> League:
        """An event with its standings."""
        event = await self._readable(league, caller)
        members = {one["person"]: one for one in event.members}
        scored = event.scores()
        order = [score.person for score in scored]
        playing = Counter(one["person"] for one in event.members if one["plays"])
        return League(
            **self._card(event.row, playing.total(), playing[caller.id] > 0, caller),
            revision=event.row["revision"],
            hosts=[_seat(event, caller, person) for person in event.hosts],
            host=caller.id in event.hosts,
            invitation=event.row["invitation"] if caller.id in members else None,
            standings=[
                Standing(
                    place=place,
                    name=_name(members[one.person], caller),
                    face=members[one.person]["face"],
                    left=not members[one.person]["plays"],
                    **{name: getattr(one, name) for name in Standing.model_fields if hasattr(one, name)},
                )
                for place, one in enumerate(scored, 1)
            ],
            cross=[] if event.together else cross_table(order, event.meetings),
            current=self._round(event, event.row["round"], caller) if event.rounds else None,
        )

    async def round(self, league: str, caller: Caller, number: int) -> LeagueRound:
        """A round of an event."""
        return self._round(await self._readable(league, caller), number, caller)

    async def _readable(self, league: str, caller: Caller) -> Event:
        event = await self.rounds.load(league)
        invited = event.row["public"] or caller.has_invitation(event.row["invitation"])
        if not (invited or await self._includes(event, caller.id)):
            raise no_league()
        return event

    async def _includes(self, event: Event, person: str | None) -> bool:
        club = event.row["club"]
        inside = person in [one["person"] for one in event.members]
        return inside or (club is not None and await self.belongs(club, person))

    async def admits(self, table: str, person: str) -> bool:
        """Whether a table belongs to an event of this person, or of their club."""
        query = select(league_seats.c.league).where(league_seats.c.table_id == table)
        league = await self.database.value(query.limit(1))
        return league is not None and await self._includes(await self.rounds.load(league), person)

    def _card(self, row: Row, people: int, joined: bool, caller: Caller) -> dict[str, Any]:
        terms = NewLeague.model_validate_json(row["terms"])
        return {
            **terms.model_dump(),
            **{name: row[name] for name in ("id", "status", "round", "club", "starts_at")},
            "title": title_of(self.core.shelf, terms.game, caller),
            "people": people,
            "joined": joined,
        }

    def _round(self, event: Event, number: int, caller: Caller) -> LeagueRound:
        row = next((one for one in event.rounds if one["number"] == number), None)
        if row is None:
            raise NotFound("no-round", _("This event has no such round yet."))
        found = [
            LeagueTable(
                number=table,
                table=rows[0]["table_id"],
                seats=[_seat(event, caller, one["person"], one["place"]) for one in rows],
                state=rows[0]["state"],
                fixed_by=_seat(event, caller, rows[0]["fixed_by"]).name,
                fixed_why=rows[0]["fixed_why"],
            )
            for (of, table), rows in event.tables.items()
            if of == number
        ]
        copied = {name: row[name] for name in ("number", "began_at", "deadline", "ended_at")}
        return LeagueRound(**copied, tables=found)

    # -- taking part -----------------------------------------------------------------------------------------

    async def make(self, caller: Caller, body: NewLeague, club: str | None = None) -> League:
        """Make a league; its maker is the first host."""
        host = caller.require_person()
        game = self.core.shelf.game(body.game)
        self.core.seating.checked(NewTable(game=body.game, seats=body.seats, options=body.options))
        if game.kind == COOPERATIVE and (body.format == "knockout" or body.fill == "small"):
            text = _("For a cooperative game, choose rounds or a ladder, and byes or bots.")
            raise Refused("not-together", text)
        if body.starts_at is not None:
            require_soon(body.starts_at, self.time.now())
        body = body.model_copy(update={"name": names.by(host, body.name)})
        at, league = self.time.now(), new_id()
        row = body.model_dump(include={"name", "public", "starts_at"})
        row |= {"club": club, "id": league, "status": "open", "round": 0, "revision": 1, "made_at": at}
        row |= {"seed": secrets.token_hex(16), "invitation": secrets.token_urlsafe(12)}
        made = (league_people.c.person == host.id, league_people.c.joined_at == leagues.c.made_at)
        unfinished = select(func.count()).select_from(leagues.join(league_people))
        if await self.database.value(unfinished.where(*made, leagues.c.status != "over")) >= MAX_UNFINISHED:
            raise Refused("too-many-events", _("You have made too many unfinished events. End one first."))
        async with self.database.writing() as connection:
            await connection.execute(insert(leagues).values(row | {"terms": body.model_dump_json()}))
            first = {"league": league, "person": host.id, "host": True, "plays": body.plays, "joined_at": at}
            await connection.execute(insert(league_people).values(first))
        return await self.show(league, caller)

    async def join(self, league: str, caller: Caller) -> League:
        """Take part in an event that has not started."""
        event, me = await self._readable(league, caller), caller.require_person().id
        await self.core.hooks.require_welcome(me, event.hosts)
        new = self.database.insert(league_people).values(
            league=league, person=me, host=False, plays=True, joined_at=self.time.now()
        )
        again = new.on_conflict_do_update(index_elements=["league", "person"], set_={"plays": True})
        playing = select(league_people.c.person).where(
            league_people.c.league == league, league_people.c.plays
        )
        async with self._changing_open(event) as connection:
            await connection.execute(again)
            if len(await connection.rows(playing)) > MAX_PEOPLE:
                raise Conflict("full", _("This event is full."))
        return await self.show(league, caller)

    @asynccontextmanager
    async def _changing_open(self, event: Event) -> AsyncIterator[Transaction]:
        """Change the people of an event before its start; nobody has to know what others do meanwhile."""
        here = and_(leagues.c.id == event.id, leagues.c.status == "open")
        async with self.database.writing() as connection:
            counted = update(leagues).where(here).values(revision=leagues.c.revision + 1)
            if await connection.execute(counted) != 1:
                raise Conflict("begun", _("This event has started. Nobody can join it now."))
            yield connection

    async def leave(self, league: str, caller: Caller) -> None:
        """Leave a league. A running game of it is resigned."""
        event = await self._readable(league, caller)
        await self._leave(event, caller.require_person().id)

    async def _leave(self, event: Event, person: str) -> None:
        member = next((one for one in event.members if one["person"] == person and one["plays"]), None)
        if member is None:
            raise Conflict("not-in", _("This person does not take part in this event."))
        here = (league_people.c.league == event.id, league_people.c.person == person)
        if event.row["status"] == "open" and not member["host"]:
            async with self._changing_open(event) as connection:
                await connection.execute(delete(league_people).where(*here))
            return
        async with self.rounds.changing(event) as connection:
            await connection.execute(update(league_people).where(*here).values(plays=False))
        known = Person(id=person, name=member["name"] or FORMER, kind="guest")
        for row in event.seated:
            if row["person"] == person and row["state"] == "playing":
                with suppress(Problem):  # the game is over, or resigned already
                    await self.core.playing.resign(row["table_id"], Caller(known))

    # -- hosting ---------------------------------------------------------------------------------------------

    async def _hosted(self, league: str, caller: Caller, body: HostIn) -> Event:
        """An event that the caller hosts, as they have seen it. Before its start only people come and go: a
        host who had to see that could never start an event that somebody joins and leaves all the time.
        """
        event, me = await self._readable(league, caller), caller.require_person().id
        if me not in event.hosts:
            raise Forbidden("not-host", _("Only the hosts of this event can do this."))
        if body.revision != event.row["revision"] and event.row["status"] != "open":
            raise changed_meanwhile()
        return event

    async def start(self, league: str, caller: Caller, body: HostIn) -> None:
        """Start the event, or its next round."""
        event = await self._hosted(league, caller, body)
        if event.row["status"] == "over":
            raise Conflict("over", _("This event is over."))
        if event.running is not None:
            raise Conflict("running", _("This round is still being played."))
        await self.rounds.draw(event)

    async def end(self, league: str, caller: Caller, body: HostIn) -> None:
        """End the event, or cancel it before it starts. Unfinished games are judged as at a deadline."""
        event = await self._hosted(league, caller, body)
        for _attempt in range(MAX_ATTEMPTS):
            with suppress(WriteConflict):  # a move was made at one of the tables meanwhile
                return await self.rounds.end(event, status="over")
        raise changed_meanwhile()

    async def remove(self, league: str, caller: Caller, body: PersonIn) -> None:
        """Remove a person from the event. A running game of theirs is resigned."""
        await self._leave(await self._hosted(league, caller, body), body.person)

    async def appoint(self, league: str, caller: Caller, body: PersonIn) -> None:
        """Make a person of the event a host, too."""
        event = await self._hosted(league, caller, body)
        here = (league_people.c.league == league, league_people.c.person == body.person)
        async with self.rounds.changing(event) as connection:
            if not await connection.execute(update(league_people).where(*here).values(host=True)):
                raise Conflict("not-in", _("This person does not take part in this event."))

    async def correct(self, league: str, caller: Caller, body: CorrectIn) -> None:
        """Correct the result of a table; everybody sees the host and the reason."""
        event = await self._hosted(league, caller, body)
        rows = event.tables.get((body.round, body.table))
        if rows is None or rows[0]["state"] == "bye":
            raise NotFound("no-table", _("This round has no such table."))
        if rows[0]["state"] == "playing":
            raise Conflict(
                "running", _("This table is still playing. Its result can be corrected afterwards.")
            )
        _check_places(body.places, rows, event)
        column = league_seats.c
        here = (column.league == league, column.round == body.round, column.number == body.table)
        state = "none" if body.places[0] is None else "over"
        fixed = {"fixed_by": caller.id, "fixed_why": body.why, "state": state}
        async with self.rounds.changing(event) as connection:
            for seat, place in enumerate(body.places):
                this = update(league_seats).where(*here, column.seat == seat)
                await connection.execute(this.values(place=place, **fixed))


def require_soon(at: float, now: float) -> None:
    """Refuse a time that is past, or too far ahead to mean anything."""
    if not now < at < now + MAX_AHEAD_SECONDS:
        raise Refused("bad-time", _("The time must be in the future, within a year."))


def title_of(shelf: Shelf, name: str, caller: Caller) -> str:
    """The title of a game, which may no longer be on the shelf."""
    if name not in shelf:
        return name
    game = shelf.game(name)
    return caller.translate_for(game)(game.title)


async def _nobody(_club: str, _person: str | None) -> bool:
    return False


def _check_places(places: Sequence[int | None], rows: Sequence[Row], event: Event) -> None:
    known = [place for place in places if place is not None]
    fits = len(places) == len(rows) and (not known or len(known) == len(places))
    if not fits or (known and not event.together and (min(known) != 1 or max(known) > len(rows))):
        text = _("Give every seat a place, the best one 1, or no seat any place if there is no result.")
        raise Refused("bad-places", text)


def _seat(event: Event, caller: Caller, person: str | None, place: int | None = None) -> LeagueSeat:
    known = next((one for one in event.members if one["person"] == person), None)
    return LeagueSeat(person=person, name=None if known is None else _name(known, caller), place=place)


def _name(member: Row, caller: Caller) -> str:
    return str(member["name"]) or caller.translate(FORMER)
