"""The guided first game."""

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from spyring.web.lessons import Lesson
from spyring.web.page import table_page
from spyring.web.routes.answering import FormDep, ServicesDep, VisitorDep, WordsDep, go, pages
from spyring.web.screen import PageContext

router = pages()


@router.get("/learn/{name}")
async def learn(
    request: Request, name: str, services: ServicesDep, visitor: VisitorDep, words: WordsDep, at: int = 0
) -> Response:
    """The position before one of the learner's decisions."""
    lesson = Lesson(services.shelf.game(name), words)
    at = max(0, min(at, len(lesson)))
    screen, _wanted = lesson.screen(at)
    table = PageContext(
        id=f"lesson-{name}",
        path=f"/learn/{name}",
        number=at,
        step=at,
        status="playing",
        why=f"/learn/{name}/why?at={at}",
        lesson=lesson.bar(at),
    )
    return table_page(request, visitor, screen, table)


@router.post("/learn/{name}/play")
async def play(name: str, services: ServicesDep, form: FormDep, words: WordsDep) -> Response:
    """The learner's move; the lesson waits until it is the one it speaks of."""
    lesson = Lesson(services.shelf.game(name), words)
    at = max(0, min(form.number("number") or 0, len(lesson)))
    _state, wanted = lesson.position(at)
    return go(f"/learn/{name}?at={at + 1 if form.text('move') == wanted else at}")


@router.get("/learn/{name}/why")
async def why(name: str, services: ServicesDep, words: WordsDep, at: int = 0) -> Response:
    """Why another move is not the one of the lesson."""
    lesson = Lesson(services.shelf.game(name), words)
    _state, wanted = lesson.position(max(0, min(at, len(lesson))))
    if not wanted:
        return JSONResponse({"reason": lesson.farewell, "clause": None})
    said = lesson.game.moves.say(lesson.game.moves.parse(wanted), words.translate)
    return JSONResponse({"reason": words("In this lesson: {move}.", move=said), "clause": None})
