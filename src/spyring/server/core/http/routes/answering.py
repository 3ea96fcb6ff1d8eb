"""Shared by the routes: the documentation of refusals, and the rate limits."""

from typing import Any, Final

from fastapi import APIRouter, Depends, Request
from fastapi.params import Depends as Dependency

from spyring.server.core.caller import Caller
from spyring.server.core.http.route_kinds import FastAPIRoute
from spyring.server.core.http.visitors import Visitor, VisitorDep, address_of

API: Final = "/api/v1"  # the prefix of everything for programs
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
    """Count the request against its sender's limit: by address for signing in, otherwise by person."""
    address = address_of(request)
    sender = address if kind == "enter" or visitor.person is None else visitor.person.id
    await request.app.state.rate_limiter.spend(kind, sender)


async def spend_letter(request: Request, caller: Caller, address: str) -> None:
    """Limit letters that ask a person whether they agree: by recipient, by person, and by sender's
    address.
    """
    await spend_letter_to(request, address, caller.require_person().id)


async def spend_letter_to(request: Request, address: str, *by: str) -> None:
    """Limit letters to a given address; the sender may be a stranger."""
    for whom in (address.casefold(), *by, address_of(request)):
        await request.app.state.rate_limiter.spend("letter", whom)


def costs(kind: str) -> Dependency:
    """A dependency that counts a route's requests against a limit."""

    async def count(request: Request, visitor: VisitorDep) -> None:
        await spend(request, visitor, kind)

    found: Dependency = Depends(count)
    return found
