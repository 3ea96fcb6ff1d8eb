"""Giving a game, and taking it back."""

from spyring.server.core.http.routing import TableId, act, api_router
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.core.payloads import Payload
from spyring.server.donations.donations import Donations

router = api_router("play")


class Given(Payload):
    """Whether the caller gives a finished game to science."""

    given: bool


@act(router, "PUT", "/tables/{table}/given")
async def give(caller: CallerDep, services: ServicesDep, table: TableId, body: Given) -> Given:
    """Give a finished game that the caller has played to science, or take it back."""
    return Given(given=await services.part(Donations).set_given(table, caller, body.given))
