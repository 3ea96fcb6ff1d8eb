"""Acts at a table, asked for by forms: the same handlers that programs ask by JSON, answered with a page.

The fields of a form are called as those of the JSON; a field that is empty counts as left out.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

from fastapi import Request, Response

from spyring.server.analysis import routes as analysis
from spyring.server.community import routes as community
from spyring.server.core.caller import Caller
from spyring.server.core.http.acts import Act
from spyring.server.core.http.routes import play, tables
from spyring.server.core.http.routes.answering import spend
from spyring.server.core.http.routes.play import PassesIn
from spyring.server.core.http.routes.tables import TableId
from spyring.server.core.payloads import TableCard
from spyring.server.donations import routes as donations
from spyring.server.services import Services
from spyring.web.routes.answering import Form, FormDep, ServicesDep, as_somebody, back_of, go, pages

router = pages()

Next = Callable[[str, Form, Any], str]  # the page after an act: by the table, the form and the answer
Read = Callable[[Services, str, Form], Awaitable[dict[str, Any]]]


async def read(
    request: Request, services: Services, form: Form, act: Act[Any], table: str, fields: Read | None = None
) -> list[Any]:
    """What the handler of an act is to be called with, out of a form; the form is counted here."""
    if act.costs != "change":  # which every form costs
        await spend(request, form.visitor, act.costs)
    wanted = act.place({"table": table, "seat": form.text("seat")})
    if act.body is not None:
        sent = _fields(act, form) if fields is None else await fields(services, table, form)
        wanted.append(act.body.validate_python(sent))
    return wanted


def _fields(act: Act[Any], form: Form) -> dict[str, str]:
    sent = {name: form.fields[name] for name in act.fields if name in form.fields}
    return {name: text for name, text in sent.items() if text.strip() or act.fields[name].is_required()}


async def sit_down(
    request: Request, services: Services, form: Form, act: Act[TableCard], table: str
) -> Response:
    """Do what a form asks for, and go to the table where one sits then; a stranger becomes a guest first."""
    wanted = await read(request, services, form, act, table)

    async def do(caller: Caller) -> str:
        return f"/tables/{(await act.handler(caller, services, *wanted)).id}"

    return await as_somebody(request, form, do)


def form_for(path: str, act: Act[Any], then: Next, fields: Read | None = None) -> None:
    """Let a form ask for an act."""

    async def answer(request: Request, table: TableId, services: ServicesDep, form: FormDep) -> Response:
        wanted = await read(request, services, form, act, table, fields)
        return go(then(table, form, await act.handler(form.caller, services, *wanted)))

    router.add_api_route(f"/tables/{{table}}{path}", answer, methods=["POST"])


def seat_form(path: str, act: Act[TableCard]) -> None:
    """Let a form ask for an act by which somebody sits down."""

    async def answer(request: Request, table: TableId, services: ServicesDep, form: FormDep) -> Response:
        return await sit_down(request, services, form, act, table)

    router.add_api_route(f"/tables/{{table}}{path}", answer, methods=["POST"])


# -- where they lead -----------------------------------------------------------------------------------------


def to_table(table: str, _form: Form, _answer: Any) -> str:
    """Back to the table."""
    return f"/tables/{table}"


def to_watched(table: str, form: Form, _answer: Any) -> str:
    """Back to a table that may be watched by invitation only."""
    return address(table, form.caller.code)


def to_new_table(_table: str, _form: Form, card: Any) -> str:
    """On to the next table."""
    return f"/tables/{card.id}"


def to_list(table: str, _form: Form, card: Any) -> str:
    """Away from a table at which one has no seat any more."""
    return "/tables" if card.seat is None else f"/tables/{table}"


def address(table: str, code: str | None, part: str = "") -> str:
    """A page of a table, with the invitation by which it is watched."""
    return f"/tables/{table}{part}" + (f"?code={quote(code)}" if code else "")


async def _passes(services: Services, table: str, form: Form) -> dict[str, Any]:
    """All windows to let pass, out of a form that speaks of one."""
    position = await services.playing.position(table, form.caller)
    frame = form.text("frame")
    frames = [order for order in position.passes if order != frame]
    return PassesIn(frames=[*frames, frame] if form.text("order") == "pass" else frames).model_dump()


form_for("/undo", play.undo, to_table)
form_for("/consent", play.answer_undo, to_table)
form_for("/passes", play.set_passes, to_table, _passes)
form_for("/resign", play.resign, lambda table, _form, _answer: f"/tables?left={table}")
form_for("/win", play.take_win, to_table)
form_for("/give", donations.give, to_table)
form_for(
    "/analysis", analysis.analyse, lambda table, form, _answer: address(table, form.caller.code, "/analysis")
)
form_for("/away", play.step_away, to_table)
form_for("/back", play.come_back, to_table)
seat_form("/join", tables.join)
seat_form("/play-on", tables.play_on)
form_for("/leave", tables.leave, to_list)
form_for("/bot", tables.seat_bot, to_table)
form_for("/rematch", tables.rematch, to_new_table)
form_for("/talk", tables.say, to_watched)
form_for("/point", tables.point, to_watched)
form_for("/notes", tables.write_note, to_watched)
form_for("/invite", community.invite, to_table)
form_for("/decline", community.decline, lambda _table, form, _answer: back_of(form, "/tables"))
