"""Campaigns as files."""

from fastapi import Response
from pydantic import Field

from spyring.server.campaigns.campaigns import Campaigns
from spyring.server.campaigns.naming import Naming
from spyring.server.core.http.routing import TEXT, TableId, act, api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep
from spyring.server.core.payloads import Payload, TableCard

router = api_router("play")


class NamesIn(Payload):
    """Names for officers and aliases, by the title that each replaces; an empty one brings the title back."""

    names: dict[str, str] = Field(max_length=40)


@router.get(
    "/tables/{table}/campaign", response_class=Response, **limited("make", 403, 404, 409, 422, answer=TEXT)
)
async def campaign(caller: CallerDep, services: ServicesDep, table: TableId) -> Response:
    """The finished games of the campaign that a table belongs to, as one file."""
    text = await services.part(Campaigns).export(table, caller)
    name = {"Content-Disposition": f'attachment; filename="{table}.campaign"'}
    return Response(text, media_type="text/plain", headers=name)


@act(router, "PUT", "/tables/{table}/names")
async def give_names(caller: CallerDep, services: ServicesDep, table: TableId, body: NamesIn) -> TableCard:
    """Name officers and aliases of a campaign; anybody with a seat may. A name changes no rule."""
    return await services.part(Naming).give(table, caller, body.names)
