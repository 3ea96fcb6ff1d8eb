"""All routes that read a table without changing it, as the application lists them. A new route needs a line
here, or every comparison fails.
"""

import re
from typing import Any, Final

import httpx
from fastapi import FastAPI
from starlette.routing import Mount, Route

from spyring.puzzles import puzzles_of
from spyring.server.core.tables.live_table import LiveTable
from spyring.web.faces import by_lot

PARAMETER: Final = re.compile(r"{(\w+)}")
NOT_ASKED: Final = {
    "/api/v1/stream": "it never ends; a stream is listened to apart",
    "/metrics": "it counts what was asked, and is for the machine itself",
    "/api/v1/openapi.json": "it is about no table",
    "/fonts/{face}.woff2": "it is about no table",
    "/puzzles/next": "it draws a puzzle by lot",
    "/api/v1/puzzles/next": "it draws a puzzle by lot",
}

Asked = tuple[str, dict[str, str], dict[str, str]]  # a path, its query, its headers
Answers = dict[str, bytes]


def listed(app: FastAPI) -> list[str]:
    """The paths that can be read, each once."""
    paths: dict[str, None] = {}
    for route in app.routes:
        if isinstance(route, Mount):  # files
            continue
        assert isinstance(route, Route), route
        if "GET" in (route.methods or ()) and route.path not in NOT_ASKED:
            paths[route.path] = None
    return list(paths)


def names(live: LiveTable) -> dict[str, str]:
    """What stands for the parameters of a path."""
    clause = next(iter(live.game.frames.values())).clause
    return {
        "table": live.id,
        "step": "1",
        "invitation": live.invitation,
        "person": next(chair.person for chair in reversed(live.chairs) if chair.person is not None),
        "game": live.game.name,
        "name": live.game.name,
        "clause": clause,
        "token": "nobody",
        "key": "nobody",
        "league": "nobody",
        "number": "1",
        "face": by_lot("Ann"),
        "club": "nobody",
        "puzzle": next((puzzle.id for puzzle in puzzles_of(live.game)), "none-00000000"),
    }


def variants(path: str, number: int, move: str) -> list[tuple[dict[str, str], dict[str, str]]]:
    """The ways in which a route is asked by somebody who has come to a number: query and headers."""
    before = str(max(0, number - 3))
    asked: dict[str, list[tuple[dict[str, str], dict[str, str]]]] = {
        "/api/v1/tables/{table}/position": [({}, {}), ({"since": before}, {})],
        "/api/v1/tables/{table}/why-not": [({"move": move}, {}), ({"move": "no such move"}, {})],
        "/api/v1/tables/{table}/replay/{step}": [({}, {}), ({"seat": "0"}, {})],
        "/tables/{table}": [({}, {}), ({}, {"spyring-shown": before})],
        "/tables/{table}/scenes": [({"after": before, "until": str(number)}, {})],
        "/tables/{table}/why": [({"move": move}, {})],
        "/tables/{table}/replay": [({}, {}), ({"step": "1", "seat": "0"}, {})],
        "/tables/{table}/replay/scenes": [({"until": "1"}, {})],
        "/learn/{name}/why": [({"move": move}, {})],
        "/learn/{name}/scenes": [({"until": "1"}, {})],
        "/puzzles/{puzzle}/why": [({"move": move}, {})],
    }
    return asked.get(path, [({}, {})])


async def readings(
    app: FastAPI, live: LiveTable, client: httpx.AsyncClient, number: int, move: str
) -> Answers:
    """Every answer to a question that changes nothing, with its head, byte by byte as it comes."""
    said = names(live)
    answers: Answers = {}
    for path in listed(app):
        missing = set(PARAMETER.findall(path)) - said.keys()
        assert not missing, f"say how {path} is asked"
        address = PARAMETER.sub(lambda found: said[found[1]], path)
        for query, headers in variants(path, number, move):
            answer = await client.get(address, params=query, headers=headers)
            answers[f"GET {path} {query} {headers}"] = whole(answer)
    return answers


async def refusals(live: LiveTable, client: httpx.AsyncClient, number: int, moves: list[str]) -> Answers:
    """Every answer to something that cannot be done. None of the moves is legal now."""
    table = f"/api/v1/tables/{live.id}"
    asked: list[tuple[str, str, Any]] = [
        ("POST", f"{table}/undo", {"number": number + 1}),
        ("POST", f"{table}/undo/answer", {"offer": 2**30, "agree": True}),
        ("PUT", f"{table}/passes", {"frames": ["NoSuchFrame"]}),
        ("POST", f"{table}/rematch", {}),
        ("POST", f"{table}/play-on", {"step": 1, "seat": 0}),
        ("POST", f"{table}/leave", {}),
        ("POST", f"{table}/points", {"thing": "nothing of this name"}),
        ("POST", f"{table}/chat", {"text": "Psst.", "to": "nobody"}),
    ]
    for move in moves:
        asked.append(("POST", f"{table}/moves", {"number": number, "move": move}))
        asked.append(("POST", f"{table}/moves", {"number": number + 1, "move": move}))
    answers: Answers = {}
    for method, address, body in asked:
        answer = await client.request(method, address, json=body)
        assert answer.status_code >= 400, (address, body)
        answers[f"{method} {address} {body}"] = whole(answer)
    for move in moves:
        answer = await client.post(f"/tables/{live.id}/play", data={"number": number, "move": move})
        answers[f"POST /tables/{live.id}/play {move}"] = whole(answer)
    answer = await client.post(f"/tables/{live.id}/hint")
    answers["POST hint"] = whole(answer)
    return answers


def whole(answer: httpx.Response) -> bytes:
    """An answer with its status and head."""
    head = b"".join(b"%b: %b\n" % line for line in answer.headers.raw)
    return b"%d\n%b\n%b" % (answer.status_code, head, answer.content)
