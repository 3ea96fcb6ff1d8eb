"""Installs the pages: static files, fonts, faces and routes."""

from collections.abc import Awaitable, Callable
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from spyring.engine.i18n import _
from spyring.languages import LANGUAGES, translation
from spyring.server.core.app import add_routes, look_first
from spyring.server.core.bots.levels import LEVELS
from spyring.server.core.http.limits import problem_response
from spyring.server.core.problems import NotFound, NotStored, Problem
from spyring.server.services import Services
from spyring.web.compression import compressed_file
from spyring.web.faces import STRANGER, is_face, parts_of
from spyring.web.fonts import small
from spyring.web.look import look_of
from spyring.web.page import words_of
from spyring.web.routes import (
    accounts,
    acts,
    admin,
    analysis,
    clubs,
    front,
    leagues,
    lessons,
    letters,
    people,
    provider,
    puzzles,
    recovery,
    replays,
    shell,
    tables,
)
from spyring.web.routes.answering import pages, show_problem
from spyring.web.templates import SERVED, environment, folder_of
from spyring.web.words import Words

BROKEN: Final = _("Something went wrong. Confirmed moves are safe. Try again.")
FOREVER: Final = "public, max-age=31536000, immutable"
AFTER_EVERY_MOVE: Final = (
    "/api/v1/tables/{table}/moves",
    "/api/v1/stream",
    "/tables/{table}",
    "/tables/{table}/scenes",
    "/tables/{table}/play",
)


class CachedFiles(StaticFiles):
    """Static files whose address changes with their content, so that browsers can cache them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with a header for caches."""
        headers = Headers(scope=scope)
        response = compressed_file(await super().get_response(path, scope), headers)
        response.headers["Cache-Control"] = FOREVER if scope.get("query_string") else "public, max-age=60"
        return response


class GameFiles(CachedFiles):
    """Files of a game's folder, without templates."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, if its type is served."""
        if not path.endswith(SERVED):
            raise HTTPException(404)
        return await super().get_response(path, scope)


pictures = pages()


@pictures.get("/fonts/{face}.woff2")
async def font(face: str) -> Response:
    """A font, cut down in a thread because that takes time."""
    content = await run_in_threadpool(small, face)
    if content is None:
        raise NotFound("no-font", _("This font is not installed."))
    return Response(content, media_type="font/woff2", headers={"Cache-Control": FOREVER})


@pictures.get("/faces/{face}.svg")
async def face(face: str) -> Response:
    """A face; the address names no person, so it can be cached for ever."""
    picture = _drawn(face)
    if picture is None:
        raise NotFound("no-page", _("There is nothing at this address."))
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": FOREVER})


@lru_cache(maxsize=1024)
def _drawn(face: str) -> str | None:
    """A face or a bot level as a picture; None for anything else."""
    portrait: Any = environment().get_template("parts/portrait.html").make_module()
    if face == STRANGER:
        inside = portrait.stranger()
    elif face in LEVELS:
        inside = portrait.machine(face)
    elif is_face(face):
        inside = portrait.portrait(*parts_of(face))
    else:
        return None
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="7 5 86 86">{inside}</svg>'


def make_ready(services: Services) -> None:
    """Load catalogues and compile templates before the first request."""
    for language in LANGUAGES:
        translation(language)
        for game in services.shelf:
            look_of(game, Words(language))
    for name in environment().list_templates(extensions=["html", "svg"]):
        environment().get_template(name)


def install(app: FastAPI) -> None:
    """Add the pages to a server."""
    services: Services = app.state.services
    make_ready(services)
    for game in services.shelf:
        folder = folder_of(game)
        if folder is not None:
            app.mount(f"/static/games/{game.name}", GameFiles(directory=folder))
    app.mount("/static", CachedFiles(directory=str(files("spyring.web").joinpath("static"))), "static")
    games = (tables, acts, replays, analysis, lessons, puzzles)
    for live in (front, accounts, provider, people, clubs, leagues, *games, shell, letters, recovery, admin):
        add_routes(app, live.router)
    add_routes(app, pictures)
    look_first(app, *AFTER_EVERY_MOVE)
    app.add_exception_handler(404, _explain(NotFound("no-page", _("There is nothing at this address."))))
    app.add_exception_handler(500, _explain(NotStored("broken", BROKEN)))


def _explain(problem: Problem) -> Callable[[Request, Exception], Awaitable[Response]]:
    """A handler that answers with this problem: to programs as JSON, to people as a page."""

    async def answer(request: Request, _error: Exception) -> Response:
        if request.url.path.startswith("/api/"):
            return problem_response(problem.body(words_of(request).translate))
        return await show_problem(request, problem)

    return answer
