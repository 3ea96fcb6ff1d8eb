"""Everything that is stored: the tables of the core and of all packages, as one schema."""

from spyring.server.analysis import schema as analysis
from spyring.server.campaigns import schema as campaigns
from spyring.server.community import schema as community
from spyring.server.core.storage.schema import metadata
from spyring.server.donations import schema as donations
from spyring.server.notifications import schema as notifications
from spyring.server.replays import schema as replays

PACKAGED = (
    *analysis.TABLES,
    *campaigns.TABLES,
    *community.TABLES,
    *donations.TABLES,
    *notifications.TABLES,
    *replays.TABLES,
)

__all__ = ["PACKAGED", "metadata"]
