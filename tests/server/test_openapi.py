"""The documentation of the JSON interface, and that the server keeps to it whatever it is sent."""

import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from spyring.server.app import create_app
from tests.night import NIGHT
from tests.server.conftest import new_database
from tests.server.harness import new_file, settings_for

EXAMPLES = int(os.environ.get("SPYRING_EXAMPLES", "5" if NIGHT else "2"))  # for every operation
ENDLESS = "/api/v1/stream"
NEVER_OPENED = "sqlite:///never-opened.db"
GOING = "/api/v1/me/deletion"  # it deletes the caller, so it must not run before the others


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, dict[str, str], str]]:
    """The address of a server, the headers of somebody who sits at a table there, and that table's id."""
    folder: Path = tmp_path_factory.mktemp("site")
    if request.param == "sqlite":
        database = new_file(folder / "table.db")
    else:
        database = new_database(request.getfixturevalue("postgresql"))
    app = create_app(settings_for(database))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    guest = httpx.post(f"{url}/api/v1/guests", params={"token": "true"}, json={"name": "Ann"}).json()
    headers = {"Authorization": f"Bearer {guest['token']}"}
    body = {"game": "duel", "seats": 2, "bots": {"1": "random"}}
    table = httpx.post(f"{url}/api/v1/tables", json=body, headers=headers).json()["id"]
    yield url, headers, table
    server.should_exit = True
    thread.join()


def operations() -> list[tuple[str, str]]:
    """All that are documented, without the second that the documentation takes."""
    routes = [route for route in create_app(settings_for(NEVER_OPENED)).routes if isinstance(route, APIRoute)]
    return [
        (method.lower(), route.path_format)
        for route in routes
        if route.include_in_schema and route.path_format != ENDLESS
        for method in sorted(route.methods or ())
    ]


@pytest.fixture(scope="module")
def schema(site: tuple[str, dict[str, str], str]) -> Any:
    """What the server says about itself, read once."""
    return schemathesis.openapi.from_url(f"{site[0]}/api/v1/openapi.json")


@pytest.mark.parametrize(("method", "path"), operations())
def test_the_server_keeps_to_its_documentation(
    site: tuple[str, dict[str, str], str], schema: Any, method: str, path: str
) -> None:
    _url, headers, table = site
    strategy = schema[path][method.upper()].as_strategy()
    quick = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=EXAMPLES < 10,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    @quick
    @given(case=strategy, known=st.booleans(), here=st.booleans())
    def holds(case: Any, known: bool, here: bool) -> None:
        if here and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        answer = case.call(headers=headers if known and path != GOING else {})
        reached.add(answer.status_code)
        case.validate_response(
            answer,
            checks=(
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ),
        )

    reached: set[int] = set()
    holds()
    assert reached


def test_every_operation_says_what_it_does_and_how_it_refuses() -> None:
    schema = create_app(settings_for(NEVER_OPENED)).openapi()
    told = {(method, path) for path, item in schema["paths"].items() for method in item if path != ENDLESS}
    assert told == set(operations())
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            assert operation["description"].endswith("."), f"{method} {path}"
            assert {"400", "401", "413", "429"} <= set(operation["responses"]), f"{method} {path}"
            for status, answer in operation["responses"].items():
                assert answer.get("content") or status == "204", f"{method} {path} {status}"
    used = set(re.findall(r'"#/components/schemas/([^"]+)"', str(schema).replace("'", '"')))
    assert used <= set(schema["components"]["schemas"])
