"""Asking for an analysis, and reading it."""

from spyring.server.analysis.analyses import Analyses, AnalysisCard
from spyring.server.core.http.routing import TableId, act, api_router, limited
from spyring.server.core.http.visitors import CallerDep, ServicesDep

router = api_router("play")


@act(router, "POST", "/tables/{table}/analysis", costs="analyse")
async def analyse(caller: CallerDep, services: ServicesDep, table: TableId) -> AnalysisCard:
    """Ask for the analysis of a finished game; it is made in the background."""
    return await services.part(Analyses).ask(table, caller)


@router.get("/tables/{table}/analysis", **limited("draw", 403, 404, 422))
async def analysis(caller: CallerDep, services: ServicesDep, table: TableId) -> AnalysisCard:
    """The progress of the analysis of a finished game, and its result once it is done."""
    return await services.part(Analyses).card(table, caller)
