"""Campaigns as files."""

from fastapi import Response

from spyring.server.campaigns.campaigns import Campaigns
from spyring.server.core.http.routing import TEXT, TableId, api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep

router = api_router("play")


@router.get(
    "/tables/{table}/campaign", response_class=Response, **limited("make", 403, 404, 409, 422, answer=TEXT)
)
async def campaign(caller: CallerDep, services: ServicesDep, table: TableId) -> Response:
    """The finished games of the campaign that a table belongs to, as one file."""
    text = await services.part(Campaigns).export(table, caller)
    name = {"Content-Disposition": f'attachment; filename="{table}.campaign"'}
    return Response(text, media_type="text/plain", headers=name)
