"""Registers the campaigns."""

from spyring.server.campaigns.campaigns import Campaigns, keep_imported_campaign
from spyring.server.campaigns.naming import Naming, keep_names
from spyring.server.campaigns.routes import router
from spyring.server.campaigns.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.core.tables.hooks import Hooks
from spyring.server.replays.replays import Replays


def package(core: Services) -> Package:
    """The campaigns of one server; the replays tell their games."""
    campaigns = Campaigns(core.live_tables, core.table_store, core.part(Replays))
    naming = Naming(core.live_tables)
    hooks = Hooks()
    hooks.imported_campaigns.append(campaigns.take_up)
    hooks.table_created += [keep_imported_campaign, keep_names]
    hooks.given_names.append(naming.names)
    return Package(parts=(campaigns, naming), routes=(router,), tables=TABLES, hooks=hooks)
