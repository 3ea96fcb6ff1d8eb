"""The history of people: results, ratings, and records against each other.

It reveals no private table: other people see a person's public games, and the ones at which they sat
themselves.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, case, exists, func, insert, select, true, union
from sqlalchemy.exc import IntegrityError

from spyring.server.community.payloads import Duel, Profile, Ranked, RatingCard, ResultCard
from spyring.server.community.ratings import SETTLED_AFTER_GAMES, Skill
from spyring.server.community.relations import no_person
from spyring.server.community.results import result_rows
from spyring.server.community.schema import ratings, results
from spyring.server.core.caller import Caller
from spyring.server.core.package import BackgroundJob
from spyring.server.core.payloads import SeatCard
from spyring.server.core.problems import Damaged, Problem
from spyring.server.core.storage.schema import people, seats, tables
from spyring.server.core.storage.statements import Prepared, Row, given
from spyring.server.core.tables import presenting
from spyring.server.core.tables.live_table import LiveTable, guard_damage
from spyring.server.core.tables.live_tables import LiveTables

RESULTS_PER_PAGE: Final = 20
MAX_RANKED: Final = 100
MAX_DUELS: Final = 12
MAX_RECENT_GAMES: Final = 500  # of a person, for their duels and private games with the reader
TABLES_PER_QUERY: Final = 500  # tables in one query
BEST: Final = Prepared(
    select(ratings, people.c.name, people.c.face)
    .join(people, people.c.id == ratings.c.person)
    .where(ratings.c.game == given("game"), ratings.c.games > 0)
    .order_by(ratings.c.surely.desc(), ratings.c.person.desc())
    .limit(given("most"))
)


class History(BackgroundJob):
    """Profiles and leaderboards, as the caller may see them."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.live_tables = live_tables
        self.shelf = live_tables.shelf
        self.table_store = live_tables.table_store
        self.database = self.table_store.database

    async def profile(self, person: str, caller: Caller) -> Profile:
        """A person with an account, or the caller; anybody else counts as unknown."""
        row = await self.database.row(select(people).where(people.c.id == person))
        if row is None or (row["login"] is None and person != caller.id):
            raise no_person()
        return Profile(
            id=row["id"],
            name=row["name"],
            kind="guest" if row["login"] is None else "account",
            you=person == caller.id,
            face=row["face"],
            made_at=row["made_at"],
            ratings=await self.ratings(person, caller),
            results=await self.results(person, caller),
            duels=await self._duels(person, caller),
        )

    async def results(self, person: str, caller: Caller, before: float | None = None) -> list[ResultCard]:
        """Finished games of a person, the latest first, as far as the caller may know of them."""
        query = (
            select(results, tables)
            .join(tables, tables.c.id == results.c.table_id)
            .where(
                results.c.person == person,
                results.c.table_id.in_(_known(person, caller, before, RESULTS_PER_PAGE)),
            )
            .order_by(results.c.ended_at.desc(), results.c.table_id)
            .limit(RESULTS_PER_PAGE)
        )
        rows = [row for row in await self.database.rows(query) if row["game"] in self.shelf]
        chairs = await self.table_store.chairs_of([row["table_id"] for row in rows])
        cards: list[ResultCard] = []
        for row in rows:
            with suppress(Damaged), guard_damage(row["table_id"]):
                live = LiveTable(self.shelf, row, chairs.get(row["table_id"], []))
                cards.append(_result(row, live, caller))
        return cards

    async def gained(self, table: str) -> dict[int, tuple[int, int]]:
        """By seat, the rating after a finished game, and how much it changed; empty if it was not rated."""
        query = select(results).where(results.c.table_id == table, results.c.points.is_not(None))
        return {row["seat"]: (row["points"], row["gained"]) for row in await self.database.rows(query)}

    async def ratings(self, person: str, caller: Caller) -> list[RatingCard]:
        """A person's ratings for the games on the shelf, most played first."""
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
                    settled=row["games"] >= SETTLED_AFTER_GAMES,
                    place=await self._place(row["game"], skill),
                )
            )
        return found

    async def leaderboard(self, game: str, caller: Caller, most: int = MAX_RANKED) -> list[Ranked]:
        """The best players of a game on this server."""
        name = self.shelf.game(game).name
        found = await self.database.rows(BEST, game=name, most=most)
        return [
            Ranked(
                place=place,
                person=row["person"],
                name=row["name"],
                face=row["face"],
                points=Skill(row["mu"], row["sigma"]).points,
                games=row["games"],
                settled=row["games"] >= SETTLED_AFTER_GAMES,
                you=row["person"] == caller.id,
            )
            for place, row in enumerate(found, 1)
        ]

    # -- inside ----------------------------------------------------------------------------------------------

    async def _place(self, game: str, skill: Skill) -> int:
        better = ratings.c.surely > skill.surely + 1e-9
        query = select(func.count()).where(ratings.c.game == game, better)
        return 1 + int(await self.database.value(query))

    async def _duels(self, person: str, caller: Caller) -> list[Duel]:
        """A person's recent record against each opponent, most frequent first."""
        mine, theirs = results.alias("mine"), results.alias("theirs")
        same = mine.c.side == theirs.c.side

        def times(condition: ColumnElement[bool]) -> ColumnElement[Any]:
            return func.sum(case((condition, 1), else_=0))

        query = (
            select(
                theirs.c.person,
                people.c.name,
                people.c.login,
                people.c.face,
                func.count().label("met"),
                times(~same & (mine.c.place < theirs.c.place)).label("ahead"),
                times(~same & (mine.c.place > theirs.c.place)).label("behind"),
                times(same).label("together"),
                times(same & mine.c.won).label("won_together"),
            )
            .select_from(mine)
            .join(theirs, theirs.c.table_id == mine.c.table_id)
            .join(people, people.c.id == theirs.c.person)
            .where(mine.c.table_id.in_(_known(person, caller, None, MAX_RECENT_GAMES)))
            .where(mine.c.person == person, theirs.c.person != person)
            .group_by(theirs.c.person, people.c.name, people.c.login, people.c.face)
            .order_by(func.count().desc(), theirs.c.person)
            .limit(MAX_DUELS)
        )
        return [
            Duel(
                person=None if row["login"] is None else row["person"],
                name=row["name"],
                face=row["face"],
                you=row["person"] == caller.id,
                met=row["met"],
                ahead=row["ahead"],
                behind=row["behind"],
                together=row["together"],
                won_together=row["won_together"],
            )
            for row in await self.database.rows(query)
        ]

    # -- games from before results were kept -----------------------------------------------------------------

    async def run(self) -> None:
        """Look for games without stored results."""
        with suppress(Problem):  # the journal has it already
            await self.recall()

    async def recall(self) -> None:
        """Store the results of games that ended before results were stored; they are not rated."""
        last = ""
        while True:
            query = (
                select(tables.c.id).where(tables.c.id > last).order_by(tables.c.id).limit(TABLES_PER_QUERY)
            )
            found = [str(row["id"]) for row in await self.database.rows(query)]
            if not found:
                return
            for row in await self.database.rows(_without_results(found)):
                await self._recall_game(row["id"])
            last = found[-1]

    async def _recall_game(self, table: str) -> None:
        try:
            live = await self.live_tables.find(table)
        except Problem:  # a game that is damaged, or no longer on the shelf
            return
        outcome = None if live.timeline is None or live.frozen else live.timeline.state.outcome
        if outcome is None:
            return
        for row in result_rows(live, outcome, live.moved_at):
            if live.chairs[row["seat"]].name == "":  # the account was deleted
                continue
            with suppress(IntegrityError):  # it is stored already
                await self.database.write(insert(results).values(row))


def _without_results(ids: Sequence[str]) -> Select[tuple[str]]:
    """The tables among these whose game is over and lacks the result of a player who is still known here."""
    kept = exists().where(results.c.table_id == tables.c.id, results.c.person == seats.c.person)
    return (
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .join(people, people.c.id == seats.c.person)
        .where(tables.c.id.in_(ids), tables.c.status == "over", tables.c.ended_at.is_(None))
        .where(tables.c.secret.is_not(None), people.c.name != "", ~kept)
        .distinct()
    )


def _known(person: str, caller: Caller, before: float | None, most: int) -> Any:
    """The latest finished games of a person that the caller may know of, as table ids: public games, and
    games at which the caller sat.
    """
    earlier = true() if before is None else results.c.ended_at < before
    mine = select(results.c.table_id).where(results.c.person == person, earlier)
    latest = results.c.ended_at.desc()
    if caller.id == person:
        return select(mine.order_by(latest).limit(most).subquery())
    public = select(mine.where(results.c.public).order_by(latest).limit(most).subquery())
    if caller.id is None:
        return public
    ours = select(seats.c.table_id).where(seats.c.person == caller.id, seats.c.over_at.is_not(None))
    if before is not None:
        ours = ours.where(seats.c.over_at < before)
    sat = select(ours.order_by(seats.c.over_at.desc()).limit(MAX_RECENT_GAMES).subquery())
    return union(
        public, select(results.c.table_id).where(results.c.table_id.in_(sat), results.c.person == person)
    )


def _result(row: Row, live: LiveTable, caller: Caller) -> ResultCard:
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
