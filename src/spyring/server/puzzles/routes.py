"""Puzzles for programs."""

from typing import Annotated

from fastapi import Path

from spyring.server.core.http.routing import api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.puzzles.payloads import AnswerIn, PuzzleCard, PuzzleOverview
from spyring.server.puzzles.puzzles import Puzzles

router = api_router("puzzles")

PuzzleId = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,40}-[0-9a-f]{8}$")]


@router.get("/puzzles", **limited("draw", 422))
async def puzzles(caller: CallerDep, services: ServicesDep) -> PuzzleOverview:
    """The puzzle of the day, how many there are of each game, and the caller's rating."""
    return await services.part(Puzzles).overview(caller)


@router.get("/puzzles/next", **limited("draw", 404, 422))
async def another(caller: CallerDep, services: ServicesDep, game: str | None = None) -> PuzzleCard:
    """A puzzle that the caller has not answered yet, of one game or of any."""
    found = services.part(Puzzles)
    return await found.card((await found.next(caller, game)).id, caller)


@router.get("/puzzles/{puzzle}", **limited("draw", 404, 422))
async def puzzle(caller: CallerDep, services: ServicesDep, puzzle: PuzzleId) -> PuzzleCard:
    """A puzzle as its seat sees it, with the solution if the caller has answered it."""
    return await services.part(Puzzles).card(puzzle, caller)


@router.post("/puzzles/{puzzle}", **limited("change", 404, 422))
async def answer(caller: CallerDep, services: ServicesDep, puzzle: PuzzleId, body: AnswerIn) -> PuzzleCard:
    """Answer a puzzle. The first answer of a person with an account is rated."""
    return await services.part(Puzzles).answer(puzzle, caller, body.move)
