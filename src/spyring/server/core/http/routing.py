"""Routes: those that FastAPI answers, those that read their requests themselves, and acts.

An act is an action at a table. It has one handler and two ways to call it. A program sends JSON and gets
JSON, by the route that :func:`act` makes. A page sends a form and gets a page, by
:mod:`spyring.web.routes.acts`. Both parse the request into the parameters of the handler.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_type_hints

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.asyncexitstack import AsyncExitStackMiddleware
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from starlette.types import Receive, Scope, Send

from spyring.server.core.caller import Caller
from spyring.server.core.http.visitors import (
    Code,
    Visitor,
    VisitorDep,
    address_of,
    caller_of,
    header,
    services_of,
    visit,
)
from spyring.server.core.payloads import Part


class FastAPIRoute(APIRoute):
    """A route that FastAPI answers, with the exit stack that it needs to close the files of a form. FastAPI
    would add that to every route, even to the ones that are called after every move.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **documented: Any) -> None:
        super().__init__(path, endpoint, **documented)
        self.app = AsyncExitStackMiddleware(self.app)


class DirectRoute(APIRoute):
    """A route that FastAPI documents by the signature of its ``endpoint``, but ``respond`` answers. FastAPI's
    resolving of dependencies, with its exit stacks, costs as much as a move.
    """

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        respond: Callable[[Request], Awaitable[Response]],
        **documented: Any,
    ) -> None:
        super().__init__(path, endpoint, **documented)
        self.respond = respond

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for this path, whatever its method."""
        if scope["method"] not in (self.methods or ()):
            await super().handle(scope, receive, send)  # a refusal
            return
        response = await self.respond(Request(scope, receive))
        await response(scope, receive, send)


API: Final = "/api/v1"  # the prefix of everything for programs
TEXT: Final = {"content": {"text/plain": {"schema": {"type": "string"}}}}
CODE = r"^[\w-]{1,32}$"
TableId = Annotated[str, Path(pattern=r"^[\w-]{1,22}$", description="The id of the table.")]
Id = Annotated[str, Path(pattern=r"^[\w-]{1,22}$")]
MEANINGS = {
    400: "The request cannot be read.",
    401: "Not signed in.",
    403: "The caller is not allowed to do this.",
    404: "Not found, or private.",
    409: "Not possible in the current state of the table. The answer to a stale move has the newer position.",
    413: "The body is too large.",
    422: "Not possible: a rule forbids it and is named, or the request has the wrong form.",
    429: "Too many requests.",
}


def api_router(tag: str, under: str = "") -> APIRouter:
    """A router for requests of programs."""
    return APIRouter(prefix=f"{API}{under}", tags=[tag], route_class=FastAPIRoute)


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for its documentation."""
    return {
        status: {
            "description": MEANINGS[status],
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}},
        }
        for status in sorted({400, 401, 413, 429, *statuses})
    }


async def spend(request: Request, visitor: Visitor, kind: str) -> None:
    """Count the request against its sender's limit: by address for signing in and founding, otherwise by
    person.
    """
    address = address_of(request)
    sender = address if kind in ("enter", "found") or visitor.person is None else visitor.person.id
    await request.app.state.rate_limiter.spend(kind, sender)


async def spend_letter(request: Request, address: str, *by: str) -> None:
    """Limit letters: by recipient, by the person who asks for one, if known, and by their address."""
    for whom in (address.casefold(), *by, address_of(request)):
        await request.app.state.rate_limiter.spend("letter", whom)


def limited(kind: str, *statuses: int, answer: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The options of a route whose requests count against a limit, with its refusals; ``answer`` documents
    its answer, if its type does not.
    """

    async def count(request: Request, visitor: VisitorDep) -> None:
        await spend(request, visitor, kind)

    responses = problems(*statuses) | ({} if answer is None else {200: dict(answer)})
    return {"dependencies": [Depends(count)], "responses": responses}


Answer = TypeVar("Answer")
Handler = Callable[..., Awaitable[Answer]]
INVITATION: TypeAdapter[str | None] = TypeAdapter(Code)


class Act(Generic[Answer]):
    """An action at a table. Its handler gets the caller, the services, the path parameters (the table first),
    and the ``body``; ``costs`` names the rate limit that it counts against.
    """

    def __init__(self, handler: Handler[Answer], costs: str) -> None:
        self.handler = handler
        self.costs = costs
        wanted = get_type_hints(handler, include_extras=True)
        body = wanted.pop("body", None)
        self.body: TypeAdapter[Any] | None = None if body is None else TypeAdapter(body)
        self.fields = _fields(body)
        self.optional = type(None) in get_args(body)
        self.path: dict[str, TypeAdapter[Any]] = {
            name: TypeAdapter(kind)
            for name, kind in wanted.items()
            if name not in ("caller", "services", "return")
        }

    def place(self, values: Mapping[str, Any]) -> list[Any]:
        """The path parameters, checked."""
        return [
            checked(kind.validate_python, values.get(name), "path", name) for name, kind in self.path.items()
        ]

    def read(self, body: bytes, content_type: str) -> list[Any]:
        """The body that a program sent, checked; empty if there is none."""
        if self.body is None or (self.optional and not body):
            return []
        kind = content_type.partition(";")[0].strip().lower()
        is_json = kind.startswith("application/") and kind.endswith(("/json", "+json"))
        return [checked(self.body.validate_json if is_json else self.body.validate_python, body, "body")]


def _fields(body: Any) -> Mapping[str, FieldInfo]:
    """The fields of a payload, even if it is optional."""
    for kind in (body, *get_args(body)):
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return kind.model_fields
    return {}


def checked(check: Callable[[Any], Any], value: Any, *where: str) -> Any:
    """A value as it was declared, or the refusal that FastAPI would give."""
    try:
        return check(value)
    except ValidationError as error:
        found = [{**one, "loc": (*where, *one["loc"])} for one in error.errors(include_url=False)]
        raise RequestValidationError(found) from None


def read_caller(request: Request, visitor: Visitor) -> Caller:
    """The caller, with the checked invitation code from the query."""
    code = request.query_params.get("code") if request.scope["query_string"] else None
    return caller_of(request, visitor, code and checked(INVITATION.validate_python, code, "query", "code"))


def act(
    router: APIRouter, method: str, path: str, costs: str = "change", **documented: Any
) -> Callable[[Handler[Answer]], Act[Answer]]:
    """Make a handler an act, with its route for programs."""

    def made(handler: Handler[Answer]) -> Act[Answer]:
        found = Act(handler, costs)
        router.routes.append(ActRoute(router, method, path, found, **documented))
        return found

    return made


class ActRoute(DirectRoute):
    """The route by which programs call an act."""

    def __init__(self, router: APIRouter, method: str, path: str, act: Act[Any], **documented: Any) -> None:
        self.act = act
        documented = {"responses": problems(403, 404, 409, 422), "tags": router.tags} | documented
        super().__init__(f"{router.prefix}{path}", act.handler, self.answer, methods=[method], **documented)

    async def answer(self, request: Request) -> Response:
        """Read the request, call the handler, and answer as JSON."""
        act, status = self.act, self.status_code or 200
        body = (await request.receive()).get("body", b"")  # it came in one piece
        visitor = await visit(request)
        await spend(request, visitor, act.costs)
        caller = read_caller(request, visitor)
        given = act.read(body, header(request, b"content-type"))
        found = await act.handler(caller, services_of(request), *act.place(request.path_params), *given)
        if found is None:
            return Response(status_code=status)
        return Response(_wire(found), status, media_type="application/json")


def _wire(answer: object) -> bytes:
    """An answer as bytes, built now if it is not built yet; its type was checked then."""
    if callable(answer):
        answer = answer()
    if isinstance(answer, bytes):
        return answer
    if isinstance(answer, Part):
        return answer.wire()
    assert isinstance(answer, BaseModel)
    return answer.model_dump_json().encode()
