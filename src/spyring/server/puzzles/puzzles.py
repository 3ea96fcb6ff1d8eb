"""The puzzles of the shelf: which one is next, what was answered, and ratings.

People with an account are rated by their first answer to a puzzle: it is a game between them and the puzzle.
Everybody else may answer, too, and nothing is stored.
"""

import asyncio
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Select, insert, select

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.state import State
from spyring.puzzles import BEST_MOVE, Puzzle, puzzles_of
from spyring.server.community.ratings import Skill, duel
from spyring.server.community.results import keep, locked
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Move
from spyring.server.core.problems import NotFound, Refused
from spyring.server.core.storage.database import Database
from spyring.server.puzzles.payloads import PuzzleCard, PuzzleDay, PuzzleOverview, Solution
from spyring.server.puzzles.schema import puzzle_answers, puzzle_ratings, puzzle_strengths

DAY_SECONDS: Final = 86400.0
CALENDAR_DAYS: Final = 28
NEAREST_PUZZLES: Final = 6  # in strength; the next puzzle is drawn from these
EASE_SKILL: Final = 16.0  # between a puzzle that every short search solves, and one that none does


class Puzzles:
    """The puzzles of one server."""

    def __init__(self, games: Iterable[Game], database: Database) -> None:
        self.games = games
        self.database = database
        self.time = database.time

    @cached_property
    def by_id(self) -> dict[str, Puzzle]:
        """All puzzles; game by game, in an order that says nothing."""
        return {puzzle.id: puzzle for game in self.games for puzzle in puzzles_of(game)}

    async def find(self, name: str) -> Puzzle:
        """A puzzle by its name."""
        found = (await asyncio.to_thread(lambda: self.by_id)).get(name)
        if found is None:
            raise NotFound("no-puzzle", _("There is no such puzzle."))
        return found

    def today(self) -> Puzzle | None:
        """The puzzle of the day, the same for everybody."""
        return self._of_day(self.time.now())

    def _of_day(self, at: float) -> Puzzle | None:
        """The puzzle of the day with this time; the games take turns."""
        day = datetime.fromtimestamp(at, UTC).toordinal()
        shelf = [found for game in self.games if (found := puzzles_of(game))]
        if not shelf:
            return None
        own = shelf[day % len(shelf)]
        return own[day // len(shelf) % len(own)]

    async def overview(self, caller: Caller) -> PuzzleOverview:
        """What there is for a caller."""
        await asyncio.to_thread(lambda: self.by_id)
        today, person = self.today(), account(caller)
        counts = {game.name: len(puzzles_of(game)) for game in self.games}
        found = PuzzleOverview(
            today=None if today is None else today.id, games={name: n for name, n in counts.items() if n}
        )
        if person is None or today is None:
            return found
        row = await self.database.row(select(puzzle_ratings).where(puzzle_ratings.c.person == person))
        rating = {} if row is None else {"points": _skill(row).points, "answers": row["games"]}
        calendar = await self._calendar(person)
        done = calendar[-1].solved is not None
        return found.model_copy(update={"answered": done, "calendar": calendar, **rating})

    async def _calendar(self, person: str) -> tuple[PuzzleDay, ...]:
        """The puzzles of the last days, and how a person has answered them."""
        query = select(puzzle_answers).where(puzzle_answers.c.person == person)
        solved = {row["puzzle"]: row["solved"] for row in await self.database.rows(query)}
        days = [self.time.now() - DAY_SECONDS * back for back in reversed(range(CALENDAR_DAYS))]
        of_days = [(at, self._of_day(at)) for at in days]
        return tuple(PuzzleDay(at=at, puzzle=one.id, solved=solved.get(one.id)) for at, one in of_days if one)

    async def next(self, caller: Caller, game: str | None = None) -> Puzzle:
        """Another puzzle: one that the caller has not answered, and about as strong as they are."""
        await asyncio.to_thread(lambda: self.by_id)
        left = [one for one in self.by_id.values() if game is None or one.game.name == game]
        if not left:
            raise NotFound("no-puzzle", _("There is no such puzzle."))
        person = account(caller)
        if person is None:
            return secrets.choice(left)
        query = select(puzzle_answers.c.puzzle).where(puzzle_answers.c.person == person)
        done = {row["puzzle"] for row in await self.database.rows(query)}
        left = [one for one in left if one.id not in done] or left
        row = await self.database.row(select(puzzle_ratings).where(puzzle_ratings.c.person == person))
        skill = Skill() if row is None else _skill(row)
        strengths = {one["puzzle"]: one["mu"] for one in await self.database.rows(select(puzzle_strengths))}
        left.sort(key=lambda one: abs(strengths.get(one.id, strength(one).mu) - skill.mu))
        return secrets.choice(left[:NEAREST_PUZZLES])

    async def card(self, name: str, caller: Caller, given: str | None = None) -> PuzzleCard:
        """A puzzle as its seat sees it. The solution is there only after an answer: the stored one of a
        person with an account, or the ``given`` one of anybody else.
        """
        puzzle = await self.find(name)
        state = await asyncio.to_thread(puzzle.state)
        translate, person = caller.translate_for(puzzle.game), account(caller)
        row = None if person is None else await self._stored(puzzle, person)
        if person is None and given is not None:
            row = {"given": checked(puzzle, state, given), "points": None, "gained": None}
        solution = None
        if row is not None:
            solution = Solution(
                given=row["given"],
                solved=row["given"] == puzzle.answer,
                answer=puzzle.answer,
                sentence=puzzle.title(puzzle.answer, translate),
                explanation=puzzle.explanation(row["given"], translate),
                points=row["points"],
                gained=row["gained"],
            )
        return PuzzleCard(
            id=puzzle.id,
            game=puzzle.game.name,
            kind=puzzle.kind,
            seat=puzzle.seat,
            question=puzzle.question(translate),
            options=[_option(puzzle, one, translate) for one in puzzle.options(state)],
            view=state.view(puzzle.seat),
            solution=solution,
        )

    async def answer(self, name: str, caller: Caller, given: str) -> PuzzleCard:
        """Answer a puzzle. A second answer changes nothing."""
        puzzle = await self.find(name)
        checked(puzzle, await asyncio.to_thread(puzzle.state), given)
        person = account(caller)
        if person is not None and await self._stored(puzzle, person) is None:
            await self._rate(puzzle, person, given)
        return await self.card(name, caller, given)

    async def _stored(self, puzzle: Puzzle, person: str) -> Any:
        return await self.database.row(_answer(puzzle, person))

    async def _rate(self, puzzle: Puzzle, person: str, given: str) -> None:
        """Store the first answer and both skills, under a lock."""
        async with self.database.writing() as connection:
            skills = await locked(connection, puzzle_ratings, [{"person": person}])
            if await connection.rows(_answer(puzzle, person)):
                return
            strengths = await locked(connection, puzzle_strengths, [{"puzzle": puzzle.id}], strength(puzzle))
            (before, answers), (hard, tries) = skills[person], strengths[puzzle.id]
            after, harder = duel(before, hard, given == puzzle.answer)
            await keep(connection, puzzle_ratings, {"person": person}, after, answers + 1)
            await keep(connection, puzzle_strengths, {"puzzle": puzzle.id}, harder, tries + 1)
            row = {
                "person": person,
                "puzzle": puzzle.id,
                "given": given,
                "solved": given == puzzle.answer,
                "points": after.points,
                "gained": after.points - before.points,
                "made_at": self.time.now(),
            }
            await connection.execute(insert(puzzle_answers).values(row))


def account(caller: Caller) -> str | None:
    """The person, if they have an account."""
    return None if caller.person is None or caller.person.kind != "account" else caller.person.id


def strength(puzzle: Puzzle) -> Skill:
    """The skill of a puzzle that nobody has answered yet."""
    return Skill(Skill().mu + EASE_SKILL * (0.5 - float(puzzle.facts.get("ease", 0.5))))


def checked(puzzle: Puzzle, state: State, given: str) -> str:
    """An answer, if it is one of the options."""
    if given not in puzzle.options(state):
        raise Refused("bad-answer", _("This is not one of the possible answers."))
    return given


def _answer(puzzle: Puzzle, person: str) -> Select[Any]:
    mine = (puzzle_answers.c.person == person, puzzle_answers.c.puzzle == puzzle.id)
    return select(puzzle_answers).where(*mine)


def _option(puzzle: Puzzle, text: str, translate: Translate) -> Move:
    book = puzzle.game.moves
    fields = book.fields(book.parse(text)) if puzzle.kind == BEST_MOVE else {}
    return Move(text=text, fields=fields, sentence=puzzle.title(text, translate))


def _skill(row: Any) -> Skill:
    return Skill(row["mu"], row["sigma"])
