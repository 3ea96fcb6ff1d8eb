"""Giving a game, and taking it back."""

from spyring.server.core.http.routing import TableId, act, api_router
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.donations.donations import Donations
from spyring.server.donations.payloads import Given

router = api_router("play")


@act(router, "PUT", "/tables/{table}/given")
async def give(caller: CallerDep, services: ServicesDep, table: TableId, body: Given) -> Given:
    """Give a finished game that the caller has played to science, or take it back."""
    return Given(given=await services.part(Donations).set_given(table, caller, body.given))
