"""Registers the analyses."""

from spyring.server.analysis.analyses import Analyses
from spyring.server.analysis.routes import router
from spyring.server.analysis.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.replays.replays import Replays


def package(core: Services) -> Package:
    """The analyses of one server."""
    analyses = Analyses(core.settings, core.database, core.live_tables, core.part(Replays))
    return Package(parts=(analyses,), routes=(router,), jobs=(analyses,), tables=TABLES)
