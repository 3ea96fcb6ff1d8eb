"""Chat, notes, pointing."""

from typing import Annotated, Literal

from fastapi import Query
from pydantic import StringConstraints

from spyring.server.conversation.payloads import Notebook, Proposals, Remark
from spyring.server.conversation.pointing import Pointing
from spyring.server.conversation.talk import Notebooks, Talk
from spyring.server.core.http.routing import TableId, act, api_router, limited, problems
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.core.payloads import MoveText, Payload

router = api_router("tables")

Since = Annotated[str, Query(pattern=r"^[\w-]{0,22}$", description="The id of a remark.")]


RemarkText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500, pattern=r"^[^\x00]+$")
]


class RemarkIn(Payload):
    """A remark to make."""

    text: RemarkText
    to: Literal["table", "team", "watchers"] = "table"


class PointIn(Payload):
    """The target, as an argument of moves and its label, or a move to propose."""

    thing: MoveText | None = None
    move: MoveText | None = None


@router.get("/tables/{table}/chat", **limited("read", 404, 422))
async def heard(caller: CallerDep, services: ServicesDep, table: TableId, since: Since = "") -> list[Remark]:
    """The remarks that the caller may read."""
    return await services.part(Talk).heard(table, caller, since)


@act(router, "POST", "/tables/{table}/chat", costs="talk", status_code=201)
async def say(caller: CallerDep, services: ServicesDep, table: TableId, body: RemarkIn) -> Remark:
    """Make a remark."""
    return await services.part(Talk).say(table, caller, body.text, body.to)


@act(router, "POST", "/tables/{table}/points", costs="point", status_code=201)
async def point(caller: CallerDep, services: ServicesDep, table: TableId, body: PointIn) -> Remark:
    """Point at something, or propose a move, where all win or lose together; this does not change
    the game.
    """
    return await services.part(Pointing).point(table, caller, body.thing, body.move)


@router.get("/tables/{table}/proposals", **limited("read", 403, 404, 409, 422))
async def proposals(caller: CallerDep, services: ServicesDep, table: TableId) -> Proposals:
    """The moves that another decider could make, as far as the caller can tell."""
    return await services.part(Pointing).proposals(table, caller)


@router.get("/tables/{table}/note", **limited("read", 404, 422))
async def note(caller: CallerDep, services: ServicesDep, table: TableId) -> Notebook:
    """The caller's own notes."""
    return await services.part(Notebooks).read(table, caller)


@act(router, "PUT", "/tables/{table}/note", responses=problems(403, 404, 422))
async def write_note(caller: CallerDep, services: ServicesDep, table: TableId, body: Notebook) -> Notebook:
    """Replace the caller's own notes."""
    return await services.part(Notebooks).write(table, caller, body.text)
