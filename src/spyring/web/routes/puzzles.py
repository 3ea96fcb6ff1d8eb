"""Puzzles on the board of their game."""

from typing import Annotated
from urllib.parse import quote

from fastapi import Query, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

from spyring.puzzles import BEST_MOVE, Puzzle
from spyring.puzzles.puzzle import LOG_LINES
from spyring.server.core.tables.presenting import question
from spyring.server.puzzles.payloads import PuzzleCard
from spyring.server.puzzles.puzzles import account
from spyring.server.puzzles.routes import PuzzleId
from spyring.web.lessons import seat_cards, told
from spyring.web.routes.answering import FormDep, Reader, ReaderDep, go, pages
from spyring.web.screen import PageContext, Screen

router = pages()

Given = Annotated[str | None, Query(max_length=200)]


@router.get("/puzzles")
async def puzzles(reader: ReaderDep) -> Response:
    """The puzzle of the day, and the way to more."""
    found = await reader.services.puzzles.overview(reader.caller)
    looks = [reader.look(game) for game in reader.services.shelf if game.name in found.games]
    return reader.page("puzzles.html", found=found, looks=looks, today=reader.services.puzzles.today())


@router.get("/puzzles/next")
async def another(reader: ReaderDep, game: str | None = None) -> Response:
    """On to a puzzle that the reader does not know."""
    return go(f"/puzzles/{(await reader.services.puzzles.next(reader.caller, game)).id}")


@router.get("/puzzles/{puzzle}")
async def puzzle(puzzle: PuzzleId, reader: ReaderDep, given: Given = None) -> Response:
    """A puzzle; with its solution after an answer, which the address holds for people without an account."""
    card = await reader.services.puzzles.card(puzzle, reader.caller, given)
    return await _shown(reader, card)


@router.post("/puzzles/{puzzle}/play")
async def play(puzzle: PuzzleId, form: FormDep) -> Response:
    """Answer a puzzle."""
    given = form.text("move")
    await form.services.puzzles.answer(puzzle, form.caller, given)
    rated = account(form.caller) is not None
    return go(f"/puzzles/{puzzle}" + ("" if rated else f"?given={quote(given)}"))


@router.get("/puzzles/{puzzle}/why")
async def why(puzzle: PuzzleId, move: Annotated[str, Query(max_length=200)], reader: ReaderDep) -> Response:
    """The clause that forbids a move in the position of a puzzle."""
    found = await reader.services.puzzles.find(puzzle)
    refusal = found.state().why_not(found.seat, found.game.moves.parse(move))
    said = None if refusal is None else refusal.say(reader.caller.translate_for(found.game))
    return JSONResponse({"reason": said, "clause": refusal and refusal.clause})


async def _shown(reader: Reader, card: PuzzleCard) -> Response:
    """The board of the position; the moves are lit until one is chosen."""
    puzzle = await reader.services.puzzles.find(card.id)
    screen = await run_in_threadpool(_screen, reader, puzzle, card)
    asked = card.solution is None and card.kind == BEST_MOVE
    table = PageContext(
        id=card.id,
        path=f"/puzzles/{card.id}",
        number=0 if card.solution is None else 1,
        status="playing",
        why=f"/puzzles/{card.id}/why" if asked else "",
        puzzle=card,
    )
    return reader.table_page(screen, table)


def _screen(reader: Reader, puzzle: Puzzle, card: PuzzleCard) -> Screen:
    game, words, state = puzzle.game, reader.words, puzzle.state()
    asked = card.solution is None and card.kind == BEST_MOVE
    legal = card.options if asked else []
    ask = question(card.view, words.translate) if asked else card.question
    people = seat_cards(game, words, int(state.seats), puzzle.seat)
    lines = told(game, state, puzzle.seat, words)[-LOG_LINES:]
    return Screen(game, words, card.view, legal, lines, people, question=ask)
