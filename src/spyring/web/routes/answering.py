"""What the routes share: readers, checked forms, errors as pages, and guests."""

import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.server.core.caller import Caller
from spyring.server.core.http.routes.people import GuestIn
from spyring.server.core.http.routes.tables import RematchIn
from spyring.server.core.http.routing import DirectRoute, FastAPIRoute, spend
from spyring.server.core.http.visitors import (
    CallerDep,
    Visitor,
    VisitorDep,
    check_form,
    header,
    log_in,
    visit,
)
from spyring.server.core.problems import TITLES, Problem, Refused
from spyring.server.services import Services
from spyring.web.look import Look, look_of
from spyring.web.page import address_of, page, words_of
from spyring.web.screen import PageContext, Screen

NUMBER: Final = re.compile(r"-?[0-9]{1,10}")
Count = Annotated[int, Query(ge=0, le=2**31 - 1)]


class Reader:
    """A person who asks for a page: their request, session and language, and the services of the site."""

    def __init__(self, request: Request, visitor: Visitor, caller: Caller) -> None:
        self.request = request
        self.visitor = visitor
        self.caller = caller
        self.services: Services = request.app.state.services
        self.words = words_of(request)

    def look(self, game: Game) -> Look:
        """The look of a game in the reader's language."""
        return look_of(game, self.words)

    def page(self, template: str, status: int = 200, **context: Any) -> Response:
        """A page for this reader."""
        return page(self.request, self.visitor, template, status, **context)

    def table_page(self, screen: Screen, table: PageContext, **context: Any) -> Response:
        """A table with its board, or only the changing frame for an open page. ``closing`` is the board at
        the moment that decided a finished game; ``opening`` shows the title of a replay.
        """
        screen.kept = table.shown >= 0
        template = "table.html" if table.shown < 0 else "parts/frame.html"
        shown = {"card": None, "screen": screen, "table": table, "look": self.look(screen.game)}
        return self.page(template, number=table.number, **(shown | context))

    async def spend(self, kind: str) -> None:
        """Count the request against the reader's limit of a kind."""
        await spend(self.request, self.visitor, kind)


async def _reader(request: Request, visitor: VisitorDep, caller: CallerDep) -> Reader:
    return Reader(request, visitor, caller)


ReaderDep = Annotated[Reader, Depends(_reader)]


Answer = Callable[[Request], Coroutine[Any, Any, Response]]


def explained(answer: Answer) -> Answer:
    """An answer whose errors are pages."""

    async def answer_or_explain(request: Request) -> Response:
        try:
            await spend(request, await visit(request), "draw" if request.method == "GET" else "change")
            return await answer(request)
        except RequestValidationError:
            return await show_problem(request, Refused("bad-address", _("Invalid address.")))
        except ValidationError as error:
            return await show_problem(request, _bad_form(error))
        except HTTPException:  # a body that is not a form
            return await show_problem(request, Refused("bad-form", _("Invalid form data.")))
        except SpyringError as error:
            problem = (
                error if isinstance(error, Problem) else Refused("refused", "{reason}", reason=str(error))
            )
            return await show_problem(request, problem)

    return answer_or_explain


class PageRoute(FastAPIRoute):
    """A route whose errors are pages."""

    def get_route_handler(self) -> Answer:
        return explained(super().get_route_handler())


def _bad_form(error: ValidationError) -> Refused:
    """The error for an invalid field; our own pages never send one."""
    where = ".".join(str(part) for part in error.errors()[0]["loc"])
    return Refused("bad-form", _("Invalid value for {where}."), where=where)


def pages() -> APIRouter:
    """A router for pages, which are not part of the public API."""
    return APIRouter(route_class=PageRoute, include_in_schema=False)


def direct_page(router: APIRouter, method: str, path: str) -> Callable[[Answer], Answer]:
    """A page that reads its own request."""

    def made(answer: Answer) -> Answer:
        route = DirectRoute(path, answer, explained(answer), methods=[method], include_in_schema=False)
        router.routes.append(route)
        return answer

    return made


async def show_problem(request: Request, problem: Problem) -> Response:
    """An error as a page."""
    words = words_of(request)
    try:
        visitor = await visit(request)
    except Problem:
        visitor = Visitor(None)
    title = words.translate(TITLES.get(problem.status, TITLES[400]))
    return page(
        request,
        visitor,
        "problem.html",
        problem.status,
        problem=problem,
        title=title,
        said=problem.say(words.translate),
        back=_page_before(request),
    )


def _page_before(request: Request) -> str:
    """The page of this site that sent a form, if any."""
    sent, site = request.headers.get("referer", ""), address_of(request)
    return sent.removeprefix(site) if request.method == "POST" and sent.startswith(f"{site}/") else ""


class Form(Reader):
    """A form that came from our own page."""

    def __init__(self, request: Request, visitor: Visitor, caller: Caller, fields: dict[str, str]) -> None:
        super().__init__(request, visitor, caller)
        self.fields = fields

    def text(self, name: str, default: str = "") -> str:
        """A field as text."""
        return self.fields.get(name, default).strip()

    def number(self, name: str) -> int | None:
        """A field as a whole number, or None."""
        text = self.text(name)
        return int(text) if NUMBER.fullmatch(text) else None


async def read_form(request: Request, visitor: VisitorDep, caller: CallerDep) -> Form:
    """The fields of a form, with at most one text file; a form of another site is refused."""
    if header(request, b"content-type").startswith("application/x-www-form-urlencoded"):
        # Starlette reads it byte by byte, for large ones; this takes a fifth of the time
        fields = dict(parse_qsl(str(await request.body(), "latin-1"), keep_blank_values=True))
    else:
        sent = await request.form(max_files=1, max_fields=80)
        fields = {
            name: value if isinstance(value, str) else _text_of(await value.read())
            for name, value in sent.items()
        }
    check_form(visitor, fields)
    return Form(request, visitor, caller, fields)


def _text_of(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Refused("bad-file", _("This file is not text.")) from None


FormDep = Annotated[Form, Depends(read_form)]


def go(path: str) -> RedirectResponse:
    """Redirect to another page."""
    return RedirectResponse(path, 303)


def back_of(form: Form, otherwise: str = "/") -> str:
    """The page of this site that a form returns to."""
    back = form.text("back", otherwise)
    return back if back.startswith("/") and not back.startswith(("//", "/\\")) else otherwise


async def as_somebody(form: Form, act: Callable[[Caller], Awaitable[str]]) -> Response:
    """Act for the visitor and redirect to the result; a visitor without a session becomes a guest first."""
    if form.caller.person is not None:
        return go(await act(form.caller))
    await form.spend("enter")
    guest = GuestIn(name=form.text("name") or None, language=form.words.language)
    person = await form.services.people.make_guest(guest.name, guest.language)
    response = go(await act(replace(form.caller, person=person)))
    await log_in(form.request, response, person)
    return response


def chance(form: Form) -> dict[str, Any]:
    """What a form adds to the chance of a table: a nonce of the browser, and the commitment that it got
    before it drew the nonce. A browser without scripts adds nothing.
    """
    sent = RematchIn.model_validate({name: form.text(name) or None for name in ("promise", "nonce")})
    return {"promise": sent.promise, "nonce": sent.nonce}


def chosen_options(form: Form, prefix: str = "option-") -> dict[str, Any]:
    """The rule options of a form."""
    return {
        name.removeprefix(prefix): value for name, value in form.fields.items() if name.startswith(prefix)
    }
