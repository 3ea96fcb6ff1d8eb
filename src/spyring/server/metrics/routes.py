"""The address for Prometheus."""

from fastapi import APIRouter, Request, Response

from spyring.engine.i18n import _
from spyring.server.core.http.routing import FastAPIRoute
from spyring.server.core.http.visitors import ServicesDep
from spyring.server.core.problems import NotFound
from spyring.server.metrics.metrics import Metrics

router = APIRouter(route_class=FastAPIRoute, include_in_schema=False)


@router.get("/metrics")
async def metrics(request: Request, services: ServicesDep) -> Response:
    """Metrics for Prometheus."""
    local = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    allowed = services.settings.metrics == "all" or (services.settings.metrics == "local" and local)
    if not allowed:
        raise NotFound("no-page", _("There is nothing at this address."))
    return Response(services.part(Metrics).text(), media_type="text/plain; version=0.0.4")
