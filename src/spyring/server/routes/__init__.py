"""The JSON interface: what anybody, pages included, can ask of a server. Version 1 lives under /api/v1."""

from typing import Any

from fastapi import Request

from spyring.server.payloads import ProblemBody
from spyring.server.visitors import Visitor

MEANINGS = {
    400: "The request cannot be read.",
    401: "It is not known who asks.",
    403: "Not allowed to whoever asks.",
    404: "There is no such thing, or it is private.",
    409: "The table is not in a state for this; a stale move carries the newer position.",
    413: "The body is too large.",
    422: "Not possible: by a rule, which is then named, or by its form.",
    429: "Too often.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for its documentation."""
    return {
        status: {
            "description": MEANINGS[status],
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}},
        }
        for status in sorted({400, 401, 413, 429, *statuses})
    }


def spend(request: Request, visitor: Visitor, kind: str) -> None:
    """Count the request against its sender's limit; entering is counted by address, everything else by
    person.
    """
    address = "?" if request.client is None else request.client.host
    sender = address if kind == "enter" or visitor.person is None else visitor.person.id
    request.app.state.buckets.spend(kind, sender)


__all__ = ["ProblemBody", "problems", "spend"]
