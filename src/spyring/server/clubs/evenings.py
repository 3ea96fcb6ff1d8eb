"""Evenings of clubs: announced, joined, and filled with tables, one round after another.

The people of a round are those who have checked in and do not play in an earlier round. A round begins once:
its number, its tables and everybody's seats are stored in one transaction, whichever worker is the first.
"""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import Any, Final

from sqlalchemy import and_, delete, func, insert, select, update

from spyring.engine.i18n import _, filled
from spyring.languages import ENGLISH, translation
from spyring.server.clubs.calendar import written
from spyring.server.clubs.clubs import Clubs, clubs_of, members_of, not_a_member
from spyring.server.clubs.payloads import Evening, EveningIn, Member
from spyring.server.clubs.schema import club_members, clubs, evening_people, evening_rounds, evenings
from spyring.server.community.relations import no_person
from spyring.server.community.schema import relations
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Person
from spyring.server.core.people.names import checked
from spyring.server.core.problems import Conflict, NotFound, Problem, Refused
from spyring.server.core.services import Services
from spyring.server.core.storage.database import new_id
from spyring.server.core.storage.schema import people, seats
from spyring.server.core.storage.statements import Row, Transaction
from spyring.server.core.tables.presenting import FORMER
from spyring.server.core.tables.seating import FullTable
from spyring.server.leagues.leagues import require_soon
from spyring.server.leagues.pairing import NEW_PEOPLE, Meeting, Pair, choose_games, draw, split
from spyring.server.leagues.rounds import tables_of
from spyring.server.notifications.notifier import Notifier

LASTS_SECONDS: Final = 12 * 3600.0  # nothing begins or is shown as running after that
EARLY_SECONDS: Final = 3600.0  # how long before it begins people can check in
SOON_SECONDS: Final = 7 * 86400.0  # for the home page
MAX_SHOWN: Final = 20  # evenings of a club, and that it may announce
MAX_PEOPLE: Final = 100
TOLD: Final = _("{club}: {evening} begins.")

SHOWN: Final = select(evenings, clubs.c.name.label("club_name"), clubs.c.public).join(clubs)


class Evenings:
    """The evenings of all clubs."""

    def __init__(self, core: Services, clubs: Clubs) -> None:
        self.core = core
        self.clubs = clubs
        self.database = core.database
        self.time = core.time
        self.notifier = core.part(Notifier)

    # -- planning --------------------------------------------------------------------------------------------

    async def announce(self, club: str, caller: Caller, body: EveningIn) -> Evening:
        """Announce an evening."""
        await self.clubs.as_officer(club, caller)
        require_soon(body.at, self.time.now())
        here = (evenings.c.club_id == club, evenings.c.ended_at.is_(None))
        coming = select(func.count()).where(*here, evenings.c.at > self.time.now() - LASTS_SECONDS)
        if await self.database.value(coming) >= MAX_SHOWN:
            raise Refused(
                "too-many-evenings", _("This club has announced too many evenings. Cancel one first.")
            )
        games = [self.core.shelf.game(name).name for name in dict.fromkeys(body.games)]
        values = {"title": checked(body.title), "draw": body.draw, "bots": body.bots}
        evening = new_id()
        row = {
            "id": evening,
            "club_id": club,
            "at": body.at,
            "round": 0,
            "games": json.dumps(games),
            **values,
        }
        await self.database.write(insert(evenings).values(row))
        return (await self._shown([await self._row(club, evening)]))[0]

    async def listed(self, club: str) -> list[Evening]:
        """The evenings of a club that are on, or to come."""
        since = self.time.now() - LASTS_SECONDS
        query = SHOWN.where(evenings.c.club_id == club, evenings.c.at > since)
        return await self._shown(await self.database.rows(query.order_by(evenings.c.at).limit(MAX_SHOWN)))

    async def next(self, caller: Caller) -> Evening | None:
        """The evening in the caller's clubs that is on or comes next."""
        now = self.time.now()
        query = (
            SHOWN.where(evenings.c.club_id.in_(clubs_of(caller)), evenings.c.ended_at.is_(None))
            .where(evenings.c.at > now - LASTS_SECONDS, evenings.c.at < now + SOON_SECONDS)
            .order_by(evenings.c.at)
            .limit(1)
        )
        found = await self._shown(await self.database.rows(query)) if caller.id else []
        return found[0] if found else None

    async def calendar(self, club: str, caller: Caller) -> str:
        """The evenings as a calendar file."""
        row = await self.clubs.known(club, caller)
        here = f"{self.core.settings.public_url.rstrip('/')}/clubs/{club}"
        return written(row["name"], await self.listed(club), here, self.time.now())

    async def come(self, club: str, caller: Caller, evening: str, wish: str | None, here: bool) -> None:
        """Sign up with a wish, or change it; ``here`` checks in."""
        await self.clubs.as_member(club, caller)
        row, now = await self._row(club, evening), self.time.now()
        self._require_running(row)
        if wish is not None and wish not in json.loads(row["games"]):
            raise Refused("not-offered", _("This game is not offered that evening. Choose another one."))
        if here and now < row["at"] - EARLY_SECONDS:
            raise Conflict("too-early", _("You can check in from an hour before the evening begins."))
        count = select(func.count()).where(evening_people.c.evening_id == evening)
        if await self.database.value(count.where(evening_people.c.person != caller.id)) >= MAX_PEOPLE:
            raise Refused("evening-full", _("This evening is full."))
        values = {"wish": wish, "here_at": now if here else None}
        key = {"evening_id": evening, "person": caller.id}
        new = self.database.insert(evening_people).values(**key, **values, made_at=now)
        async with self.database.writing() as connection:
            await self.clubs.lock(connection, club)  # an officer may be removing them
            if not await connection.rows(members_of(club).where(club_members.c.person == caller.id)):
                raise not_a_member()
            await connection.execute(new.on_conflict_do_update(index_elements=list(key), set_=values))

    async def stay_away(self, club: str, caller: Caller, evening: str) -> None:
        """Sign off, or go home: no more tables tonight."""
        await self.clubs.as_member(club, caller)
        here = (evening_people.c.evening_id == evening, evening_people.c.person == caller.id)
        await self.database.write(delete(evening_people).where(*here))

    async def remove(self, club: str, caller: Caller, evening: str, person: str) -> None:
        """Remove somebody who does not come. A bot plays for them until they are at their table."""
        await self.clubs.as_officer(club, caller)
        self._require_running(await self._row(club, evening))
        here = (evening_people.c.evening_id == evening, evening_people.c.person == person)
        if not await self.database.write(delete(evening_people).where(*here)):
            raise no_person()
        absent = Caller(Person(id=person, name=FORMER, kind="guest"))
        played = select(evening_rounds.c.table_id).where(evening_rounds.c.evening_id == evening)
        sat = select(seats.c.table_id).where(seats.c.person == person, seats.c.table_id.in_(played))
        for row in await self.database.rows(sat.where(seats.c.over_at.is_(None))):
            with suppress(Problem):  # the game is over, or a bot plays already
                await self.core.playing.step_away(row["table_id"], absent)

    async def end(self, club: str, caller: Caller, evening: str) -> None:
        """End an evening, or cancel it before it begins. Its tables go on."""
        await self.clubs.as_officer(club, caller)
        self._require_running(await self._row(club, evening))
        running = and_(evenings.c.id == evening, evenings.c.ended_at.is_(None))
        await self.database.write(update(evenings).where(running).values(ended_at=self.time.now()))

    async def admits(self, table: str, person: str) -> bool:
        """Whether a table belongs to an evening of a club of this person."""
        query = select(evenings.c.club_id).join(evening_rounds).where(evening_rounds.c.table_id == table)
        club = await self.database.value(query.limit(1))
        return club is not None and await self.clubs.has_member(club, person)

    # -- rounds ----------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Begin the evenings whose time has come."""
        await self.clubs.repair()
        now = self.time.now()
        due = SHOWN.where(evenings.c.round == 0, evenings.c.ended_at.is_(None))
        due = due.where(evenings.c.at <= now, evenings.c.at > now - LASTS_SECONDS)
        for row in await self.database.rows(due):
            with suppress(Problem):  # another worker was faster, or somebody left: look again later
                await self._begin(row, 1)

    async def start_round(self, club: str, caller: Caller, evening: str, number: int) -> None:
        """Begin the next round, which must have this number: a second click begins nothing."""
        await self.clubs.as_officer(club, caller)
        row = await self._row(club, evening)
        self._require_running(row)
        if row["round"] == 0:
            raise Conflict("not-begun", _("The first round begins by itself at the announced time."))
        if number != row["round"] + 1:
            raise _begun()
        await self._begin(row, number)

    async def _begin(self, row: Row, number: int) -> None:
        """Draw the tables of a round, and store everything at once."""
        waiting = await self._waiting(row["id"])
        drawn = await self._drawn(row, waiting)
        if number > 1 and not drawn:
            raise Conflict("nobody-waits", _("There are not enough people who wait for a table."))
        names = {"club": row["club_name"], "evening": row["title"]}
        async with self.core.seating.full_tables(drawn) as (connection, made):
            await self._count(connection, row["id"], number, drawn)
            base = {"evening_id": row["id"], "round": number}
            stored = [{**base, "number": at, "table_id": table} for at, table in enumerate(made or [None])]
            await connection.execute(insert(evening_rounds), stored)
            if number == 1 and row["public"]:
                await self.core.hooks.announced(
                    connection, "evening", {"path": f"/clubs/{row['club_id']}", **names}
                )
        if number == 1:
            signed = select(evening_people.c.person).where(evening_people.c.evening_id == row["id"])
            for one in await self.database.rows(signed):
                await self.notifier.tell(one["person"], partial(_told, names))

    async def _count(
        self, connection: Transaction, evening: str, number: int, drawn: list[FullTable]
    ) -> None:
        """Count a round, unless another worker has, or somebody at its tables has left."""
        last = and_(evenings.c.id == evening, evenings.c.round == number - 1, evenings.c.ended_at.is_(None))
        if await connection.execute(update(evenings).where(last).values(round=number)) != 1:
            raise _begun()
        seated = [one.id for _table, here in drawn for one in here if one is not None]
        mine = and_(evening_people.c.evening_id == evening, evening_people.c.person.in_(seated))
        if len(await connection.rows(select(evening_people.c.person).where(mine))) != len(seated):
            raise Conflict("somebody-left", _("Somebody has just left. Try again."))

    async def _waiting(self, evening: str) -> list[Row]:
        """The people who are here and do not play, those who played least first."""
        playing = (
            select(seats.c.person)
            .join(evening_rounds, evening_rounds.c.table_id == seats.c.table_id)
            .where(evening_rounds.c.evening_id == evening, seats.c.person.is_not(None))
        )
        busy = playing.where(seats.c.over_at.is_(None), seats.c.held != "resigned")
        query = (
            select(evening_people.c.person, evening_people.c.wish, people.c.name, people.c.face)
            .join(people, people.c.id == evening_people.c.person)
            .where(evening_people.c.evening_id == evening, evening_people.c.here_at.is_not(None))
            .where(evening_people.c.person.not_in(busy))
            .order_by(evening_people.c.here_at, people.c.id)
        )
        played = Counter(row["person"] for row in await self.database.rows(playing))
        return sorted(await self.database.rows(query), key=lambda row: played[row["person"]])

    async def _drawn(self, row: Row, waiting: Sequence[Row]) -> list[FullTable]:
        """The tables for these people: a game for everybody, then people who have not met."""
        names = [name for name in json.loads(row["games"]) if name in self.core.shelf]
        games = {name: tuple(sorted(self.core.shelf.game(name).seats)) for name in names}
        if not games or not waiting:
            return []
        wishes = {one["person"]: None if row["draw"] else one["wish"] for one in waiting}
        met, apart = await self._meetings(row["id"]), await self._apart(list(wishes))
        seed = secrets.token_hex(8)

        def drawn() -> list[FullTable]:
            chosen = choose_games(wishes, games, row["bots"], seed)
            found: list[FullTable] = []
            for name, counts in games.items():
                mine = [one for one in wishes if chosen[one] == name]
                sizes = split(len(mine), counts, row["bots"]).sizes
                made = draw(mine, met, sizes, format=NEW_PEOPLE, seed=seed, apart=apart)
                found += tables_of(made, waiting, game=name, pace="live", public=row["public"])
            return found

        return await asyncio.to_thread(drawn)

    async def _meetings(self, evening: str) -> list[Meeting]:
        """Who sat where this evening."""
        query = (
            select(evening_rounds.c.round, evening_rounds.c.number, seats.c.person)
            .join(seats, seats.c.table_id == evening_rounds.c.table_id)
            .where(evening_rounds.c.evening_id == evening)
            .order_by(evening_rounds.c.round, evening_rounds.c.number, seats.c.seat)
        )
        tables = groupby(await self.database.rows(query), key=lambda row: (row["round"], row["number"]))
        return [Meeting(key[0], tuple(row["person"] for row in rows)) for key, rows in tables]

    async def _apart(self, ids: Sequence[str]) -> set[Pair]:
        """The pairs of which one has blocked the other."""
        here = (relations.c.kind == "block", relations.c.person.in_(ids), relations.c.other.in_(ids))
        blocks = await self.database.rows(select(relations.c.person, relations.c.other).where(*here))
        return {frozenset((row["person"], row["other"])) for row in blocks}

    # -- inside ----------------------------------------------------------------------------------------------

    async def _row(self, club: str, evening: str) -> Row:
        here = (evenings.c.id == evening, evenings.c.club_id == club)
        if (row := await self.database.row(SHOWN.where(*here))) is None:
            raise NotFound("no-evening", _("There is no such evening."))
        return row

    def _require_running(self, row: Row) -> None:
        if self._status(row) == "over":
            raise Conflict("evening-over", _("This evening is over."))

    def _status(self, row: Row) -> Any:
        if row["ended_at"] is not None or row["at"] + LASTS_SECONDS < self.time.now():
            return "over"
        return "on" if row["round"] else "announced"

    async def _shown(self, rows: Sequence[Row]) -> list[Evening]:
        ids = [row["id"] for row in rows]
        query = select(evening_people, people.c.name, people.c.face).join(people)
        query = query.where(evening_people.c.evening_id.in_(ids)).order_by(people.c.name, people.c.id)
        found = await self.database.rows(query)
        tables = select(evening_rounds).where(evening_rounds.c.evening_id.in_(ids))
        played = await self.database.rows(tables.order_by(evening_rounds.c.number))
        shown = []
        for row in rows:
            same = {name: row[name] for name in ("id", "title", "at", "draw", "bots", "round", "club_name")}
            last = (row["id"], row["round"])
            mine = [one for one in played if (one["evening_id"], one["round"]) == last]
            shown.append(
                Evening(
                    **same,
                    club=row["club_id"],
                    games=json.loads(row["games"]),
                    status=self._status(row),
                    people=[_guest(one) for one in found if one["evening_id"] == row["id"]],
                    tables=[one["table_id"] for one in mine if one["table_id"] is not None],
                )
            )
        return shown


def _guest(row: Row) -> Member:
    here = row["here_at"] is not None
    return Member(person=row["person"], name=row["name"], face=row["face"], wish=row["wish"], here=here)


def _told(names: dict[str, str], language: str) -> str:
    return filled(translation(language or ENGLISH).gettext(TOLD), names)


def _begun() -> Conflict:
    return Conflict("round-begun", _("This round is under way, or the evening is over. Reload the page."))
