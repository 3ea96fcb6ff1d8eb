"""Registers the campaigns."""

from spyring.server.campaigns.campaigns import Campaigns, keep_imported_campaign
from spyring.server.campaigns.routes import router
from spyring.server.campaigns.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks
from spyring.server.replays.replays import Replays


def package(core: Services) -> Package:
    """The campaigns of one server; the replays tell their games."""
    campaigns = Campaigns(core.live_tables, core.table_store, core.part(Replays))
    hooks = Hooks()
    hooks.imported_campaigns.append(campaigns.take_up)
    hooks.made.append(keep_imported_campaign)
    return Package(parts=(campaigns,), routes=(router,), tables=TABLES, hooks=hooks)
