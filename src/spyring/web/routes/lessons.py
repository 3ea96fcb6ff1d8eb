"""The guided first game."""

from fastapi import Response
from fastapi.responses import JSONResponse

from spyring.web.compression import scenes_response
from spyring.web.lessons import Lesson
from spyring.web.routes.answering import Count, FormDep, ReaderDep, go, pages
from spyring.web.scenes import MAX_SCENES
from spyring.web.screen import PageContext

router = pages()


@router.get("/learn/{name}")
async def learn(name: str, reader: ReaderDep, at: int = 0) -> Response:
    """The position at one step."""
    lesson = Lesson(reader.services.shelf.game(name), reader.words)
    at = max(0, min(at, len(lesson)))
    screen, _wanted = lesson.screen(at)
    table = PageContext(
        id=f"lesson-{name}",
        path=f"/learn/{name}",
        number=at,
        step=at,
        status="playing",
        why=f"/learn/{name}/why?at={at}",
        scenes=f"/learn/{name}/scenes",
        lesson=lesson.bar(at),
    )
    return reader.table_page(screen, table, closing=lesson.closing(at))


@router.get("/learn/{name}/scenes")
async def scenes(name: str, until: Count, reader: ReaderDep, skip: Count = 0) -> Response:
    """The scenes before one of the learner's decisions."""
    lesson = Lesson(reader.services.shelf.game(name), reader.words)
    shown, count = lesson.scenes(min(until, len(lesson)), range(skip, skip + MAX_SCENES))
    return scenes_response({"scenes": shown, "all": count}, reader.request.headers)


@router.post("/learn/{name}/play")
async def play(name: str, form: FormDep) -> Response:
    """The learner's move; the lesson continues after the right one."""
    lesson = Lesson(form.services.shelf.game(name), form.words)
    at = max(0, min(form.number("number") or 0, len(lesson)))
    _state, wanted = lesson.position(at)
    return go(f"/learn/{name}?at={at + 1 if form.text('move') == wanted else at}")


@router.get("/learn/{name}/why")
async def why(name: str, reader: ReaderDep, at: int = 0) -> Response:
    """The move that the lesson expects."""
    lesson = Lesson(reader.services.shelf.game(name), reader.words)
    at = max(0, min(at, len(lesson)))
    _state, wanted = lesson.position(at)
    if not wanted:
        return JSONResponse({"reason": lesson.bar(at).say, "clause": None})
    said = lesson.game.moves.say(lesson.game.moves.parse(wanted), reader.words.translate)
    return JSONResponse({"reason": reader.words("This lesson asks for: {move}.", move=said), "clause": None})
