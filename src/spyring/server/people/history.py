"""What people have played: their results, their ratings, how they did against each other.

Nobody learns of a private table by it: the history of a person shows others the public games, and those at
which they sat themselves.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import ColumnElement, RowMapping, case, exists, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Duel, Profile, Ranked, RatingCard, ResultCard, SeatCard
from spyring.server.people.ratings import SETTLED, Skill
from spyring.server.problems import Damaged, NotFound, Problem
from spyring.server.shelf import Shelf
from spyring.server.storage.database import Database
from spyring.server.storage.schema import people, ratings, results, seats, tables
from spyring.server.tables import presenting
from spyring.server.tables.live_table import LiveTable, guard_damage
from spyring.server.tables.live_tables import LiveTables
from spyring.server.tables.results import result_rows
from spyring.server.tables.table_store import TableStore

PAGE: Final = 20
MOST_RANKED: Final = 100
MOST_DUELS: Final = 12


class History:
    """Profiles and leaderboards, for whoever asks."""

    def __init__(
        self, database: Database, shelf: Shelf, live_tables: LiveTables, table_store: TableStore
    ) -> None:
        self.database = database
        self.shelf = shelf
        self.live_tables = live_tables
        self.table_store = table_store

    async def profile(self, person: str, caller: Caller) -> Profile:
        """Somebody with an account, or oneself; anybody else is as unknown as nobody."""
        row = await self.database.row(select(people).where(people.c.id == person))
        if row is None or (row["login"] is None and person != caller.id):
            raise no_person()
        return Profile(
            id=row["id"],
            name=row["name"],
            kind="guest" if row["login"] is None else "account",
            you=person == caller.id,
            made_at=row["made_at"],
            ratings=await self._ratings(person, caller),
            results=await self.results(person, caller),
            duels=await self._duels(person, caller),
        )

    async def results(self, person: str, caller: Caller, before: float | None = None) -> list[ResultCard]:
        """Finished games of a person, the latest first, as far as the caller may know of them."""
        if before is None:
            await self._recall(person)
        query = (
            select(results, tables)
            .join(tables, tables.c.id == results.c.table_id)
            .where(results.c.person == person, _known_to(caller, person))
            .order_by(results.c.ended_at.desc(), results.c.table_id)
            .limit(PAGE)
        )
        if before is not None:
            query = query.where(results.c.ended_at < before)
        rows = [row for row in await self.database.rows(query) if row["game"] in self.shelf]
        chairs = await self.table_store.chairs_of([row["table_id"] for row in rows])
        cards: list[ResultCard] = []
        for row in rows:
            with suppress(Damaged), guard_damage(row["table_id"]):
                live = LiveTable(self.shelf, row, chairs.get(row["table_id"], []))
                cards.append(_result(row, live, caller))
        return cards

    async def leaderboard(self, game: str, caller: Caller) -> list[Ranked]:
        """The best of this server at a game."""
        name = self.shelf.game(game).name
        surely = ratings.c.mu - 3 * ratings.c.sigma
        query = (
            select(ratings, people.c.name)
            .join(people, people.c.id == ratings.c.person)
            .where(ratings.c.game == name, ratings.c.games > 0)
            .order_by(surely.desc(), ratings.c.person)
            .limit(MOST_RANKED)
        )
        return [
            Ranked(
                place=place,
                person=row["person"],
                name=row["name"],
                points=Skill(row["mu"], row["sigma"]).points,
                games=row["games"],
                settled=row["games"] >= SETTLED,
                you=row["person"] == caller.id,
            )
            for place, row in enumerate(await self.database.rows(query), 1)
        ]

    # -- inside ----------------------------------------------------------------------------------------------

    async def _ratings(self, person: str, caller: Caller) -> list[RatingCard]:
        query = select(ratings).where(ratings.c.person == person, ratings.c.games > 0)
        found: list[RatingCard] = []
        for row in await self.database.rows(query.order_by(ratings.c.games.desc(), ratings.c.game)):
            if row["game"] not in self.shelf:
                continue
            skill = Skill(row["mu"], row["sigma"])
            game = self.shelf.game(row["game"])
            found.append(
                RatingCard(
                    game=game.name,
                    title=caller.translate_for(game)(game.title),
                    points=skill.points,
                    games=row["games"],
                    settled=row["games"] >= SETTLED,
                    place=await self._place(row["game"], skill),
                )
            )
        return found

    async def _place(self, game: str, skill: Skill) -> int:
        better = ratings.c.mu - 3 * ratings.c.sigma > skill.mu - 3 * skill.sigma + 1e-9
        query = select(func.count().label("better")).where(
            ratings.c.game == game, ratings.c.games > 0, better
        )
        row = await self.database.row(query)
        return 1 + (0 if row is None else int(row["better"]))

    async def _duels(self, person: str, caller: Caller) -> list[Duel]:
        """How a person did against each other one they met, those met most often first."""
        mine, theirs = results.alias("mine"), results.alias("theirs")
        same = mine.c.side == theirs.c.side

        def times(condition: ColumnElement[bool]) -> ColumnElement[Any]:
            return func.sum(case((condition, 1), else_=0))

        query = (
            select(
                theirs.c.person,
                people.c.name,
                people.c.login,
                func.count().label("met"),
                times(~same & (mine.c.place < theirs.c.place)).label("ahead"),
                times(~same & (mine.c.place > theirs.c.place)).label("behind"),
                times(same).label("together"),
                times(same & mine.c.won).label("won_together"),
            )
            .select_from(mine)
            .join(theirs, theirs.c.table_id == mine.c.table_id)
            .join(tables, tables.c.id == mine.c.table_id)
            .join(people, people.c.id == theirs.c.person)
            .where(mine.c.person == person, theirs.c.person != person, _known_to(caller, person))
            .group_by(theirs.c.person, people.c.name, people.c.login)
            .order_by(func.count().desc(), theirs.c.person)
            .limit(MOST_DUELS)
        )
        return [
            Duel(
                person=None if row["login"] is None else row["person"],
                name=row["name"],
                you=row["person"] == caller.id,
                met=row["met"],
                ahead=row["ahead"],
                behind=row["behind"],
                together=row["together"],
                won_together=row["won_together"],
            )
            for row in await self.database.rows(query)
        ]

    async def _recall(self, person: str) -> None:
        """Write down how games ended that were over before results were kept; they are not rated."""
        sits = exists().where(seats.c.table_id == tables.c.id, seats.c.person == person)
        kept = exists().where(results.c.table_id == tables.c.id, results.c.person == person)
        query = (
            select(tables.c.id)
            .where(tables.c.status == "over", tables.c.secret.is_not(None), sits, ~kept)
            .where(tables.c.id.not_in(self.live_tables.frozen))
            .order_by(tables.c.moved_at.desc())
            .limit(PAGE)
        )
        for row in await self.database.rows(query):
            try:
                live = await self.live_tables.find(row["id"])
            except Problem:  # a game that is no longer on the shelf
                continue
            outcome = None if live.timeline is None or live.frozen else live.timeline.state.outcome
            if outcome is not None:
                rows = [
                    found for found in result_rows(live, outcome, live.moved_at) if found["person"] == person
                ]
                try:
                    await self.database.write(insert(results).values(rows))
                except IntegrityError:  # somebody else looked at the same moment
                    continue


def _known_to(caller: Caller, person: str) -> ColumnElement[bool]:
    """Which games of a person the caller may know of."""
    if caller.id == person:
        return tables.c.id.is_not(None)
    sat = exists().where(seats.c.table_id == tables.c.id, seats.c.person == caller.id)
    return or_(tables.c.public, sat) if caller.id is not None else tables.c.public


def _result(row: RowMapping, live: LiveTable, caller: Caller) -> ResultCard:
    cards: Sequence[SeatCard] = [presenting.seat_card(live, chair, caller) for chair in live.chairs]
    return ResultCard(
        table=live.id,
        game=live.game.name,
        title=caller.translate_for(live.game)(live.game.title),
        together=row["achieved"] is not None,
        public=live.public,
        seat=row["seat"],
        seats=list(cards),
        place=row["place"],
        won=row["won"],
        left=row["left"],
        score=row["score"],
        achieved=row["achieved"],
        points=row["points"],
        gained=row["gained"],
        ended_at=row["ended_at"],
    )


def no_person() -> NotFound:
    """The refusal that does not tell whether there is somebody."""
    return NotFound("no-person", _("There is no such person."))
