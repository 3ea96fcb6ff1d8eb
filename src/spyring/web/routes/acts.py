"""Acts at a table by forms: the same handlers as for JSON, answered with a page.

The fields of a form have the names of the JSON; an empty field counts as missing.
"""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

from fastapi import Response

from spyring.server.analysis import routes as analysis
from spyring.server.campaigns import routes as campaigns
from spyring.server.community import routes as community
from spyring.server.conversation import routes as conversation
from spyring.server.core.caller import Caller
from spyring.server.core.http.routes import play, tables
from spyring.server.core.http.routes.play import PassesIn
from spyring.server.core.http.routing import Act, TableId
from spyring.server.core.payloads import TableCard
from spyring.server.donations import routes as donations
from spyring.server.replays import routes as replays
from spyring.web.routes.answering import Form, FormDep, as_somebody, back_of, go, pages

router = pages()

NAME = "name:"
Next = Callable[[str, Form, Any], str]  # the page after an act: by the table, the form and the answer
Read = Callable[[str, Form], Awaitable[dict[str, Any]]]


async def read(form: Form, act: Act[Any], table: str, fields: Read | None = None) -> list[Any]:
    """The arguments for the handler of an act; also counts the form against the limit."""
    if act.costs != "change":  # which every form costs
        await form.spend(act.costs)
    wanted = act.place({"table": table, "seat": form.text("seat")})
    if act.body is not None:
        sent = _fields(act, form) if fields is None else await fields(table, form)
        wanted.append(act.body.validate_python(sent))
    return wanted


def _fields(act: Act[Any], form: Form) -> dict[str, str]:
    sent = {name: form.fields[name] for name in act.fields if name in form.fields}
    return {name: text for name, text in sent.items() if text.strip() or act.fields[name].is_required()}


async def sit_down(form: Form, act: Act[TableCard], table: str) -> Response:
    """Take a seat as a form asks, and go to the table; a visitor without a session becomes a guest first."""
    wanted = await read(form, act, table)

    async def do(caller: Caller) -> str:
        return f"/tables/{(await act.handler(caller, form.services, *wanted)).id}"

    return await as_somebody(form, do)


def form_for(path: str, act: Act[Any], then: Next, fields: Read | None = None) -> None:
    """Add a form for an act."""

    async def answer(table: TableId, form: FormDep) -> Response:
        wanted = await read(form, act, table, fields)
        return go(then(table, form, await act.handler(form.caller, form.services, *wanted)))

    router.add_api_route(f"/tables/{{table}}{path}", answer, methods=["POST"])


def seat_form(path: str, act: Act[TableCard]) -> None:
    """Add a form for an act that takes a seat."""

    async def answer(table: TableId, form: FormDep) -> Response:
        return await sit_down(form, act, table)

    router.add_api_route(f"/tables/{{table}}{path}", answer, methods=["POST"])


# -- where they lead -----------------------------------------------------------------------------------------


def to_table(table: str, _form: Form, _answer: Any) -> str:
    """Back to the table."""
    return f"/tables/{table}"


def to_watched(table: str, form: Form, _answer: Any) -> str:
    """Back to a table that may need an invitation."""
    return address(table, form.caller.code)


def to_new_table(_table: str, _form: Form, card: Any) -> str:
    """On to the next table."""
    return f"/tables/{card.id}"


def to_list(table: str, _form: Form, card: Any) -> str:
    """To the list, after leaving the table."""
    return "/tables" if card.seat is None else f"/tables/{table}"


def address(table: str, code: str | None, part: str = "") -> str:
    """A page of a table, with the invitation of a spectator."""
    return f"/tables/{table}{part}" + (f"?code={quote(code)}" if code else "")


async def _passes(table: str, form: Form) -> dict[str, Any]:
    """All standing passes, from a form that changes one."""
    position = await form.services.playing.position(table, form.caller)
    frame = form.text("frame")
    frames = [order for order in position.passes if order != frame]
    return PassesIn(frames=[*frames, frame] if form.text("order") == "pass" else frames).model_dump()


async def _names(_table: str, form: Form) -> dict[str, Any]:
    """The names in the form: fields such as ``name:Marlowe``."""
    fields = form.fields.items()
    return {"names": {field.removeprefix(NAME): text for field, text in fields if field.startswith(NAME)}}


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
seat_form("/play-on", replays.play_on)
form_for("/leave", tables.leave, to_list)
form_for("/bot", tables.seat_bot, to_table)
form_for("/rematch", tables.rematch, to_new_table)
form_for("/talk", conversation.say, to_watched)
form_for("/point", conversation.point, to_watched)
form_for("/notes", conversation.write_note, to_watched)
form_for("/names", campaigns.give_names, lambda table, _form, _answer: f"/tables/{table}/dossier", _names)
form_for("/invite", community.invite, to_table)
form_for("/decline", community.decline, lambda _table, form, _answer: back_of(form, "/tables"))
