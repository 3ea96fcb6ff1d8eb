"""The history of people: results, ratings, and records against each other.

It reveals no private table: other people see a person's public games, and the ones at which they sat
themselves.
"""

from contextlib import suppress
from typing import Any, Final

from sqlalchemy import ColumnElement, case, func, select, true, union

from spyring.server.community.payloads import Duel, Profile, Ranked, RatingCard, ResultCard
from spyring.server.community.ratings import SETTLED_AFTER_GAMES, Skill
from spyring.server.community.relations import no_person
from spyring.server.community.schema import ratings, results
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Damaged
from spyring.server.core.storage.schema import people, seats, tables
from spyring.server.core.storage.statements import Prepared, Row, given
from spyring.server.core.tables import presenting
from spyring.server.core.tables.live_table import LiveTable, guard_damage
from spyring.server.core.tables.live_tables import LiveTables

RESULTS_PER_PAGE: Final = 20
MAX_RANKED: Final = 100
MAX_DUELS: Final = 12
MAX_RECENT_GAMES: Final = 500  # of a person, for their duels and private games with the reader
BEST: Final = Prepared(
    select(ratings, people.c.name, people.c.face)
    .join(people, people.c.id == ratings.c.person)
    .where(ratings.c.game == given("game"), ratings.c.games > 0)
    .order_by(ratings.c.surely.desc(), ratings.c.person.desc())
    .limit(given("most"))
)


class History:
    """Profiles and leaderboards, as the caller may see them."""

    def __init__(self, live_tables: LiveTables) -> None:
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
                case((people.c.login.is_not(None), theirs.c.person)).label("person"),
                (theirs.c.person == caller.id).label("you"),
                people.c.name,
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
        return [Duel(**row) for row in await self.database.rows(query)]


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
    stored = ("seat", "place", "won", "left", "score", "achieved", "points", "gained", "ended_at")
    return ResultCard(
        table=live.id,
        game=live.game.name,
        title=caller.translate_for(live.game)(live.game.title),
        together=row["achieved"] is not None,
        public=live.public,
        seats=[presenting.seat_card(live, chair, caller) for chair in live.chairs],
        **{name: row[name] for name in stored},
    )
