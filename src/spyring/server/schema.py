"""Everything that is stored: the tables of the core and of all packages, as one schema."""

from spyring.server.accounts import schema as accounts
from spyring.server.analysis import schema as analysis
from spyring.server.campaigns import schema as campaigns
from spyring.server.club import schema as club
from spyring.server.clubs import schema as clubs
from spyring.server.community import schema as community
from spyring.server.conversation import schema as conversation
from spyring.server.core.storage.schema import metadata
from spyring.server.donations import schema as donations
from spyring.server.leagues import schema as leagues
from spyring.server.notifications import schema as notifications
from spyring.server.puzzles import schema as puzzles
from spyring.server.replays import schema as replays

_PACKAGES = (
    accounts,
    analysis,
    campaigns,
    club,
    clubs,
    community,
    conversation,
    donations,
    leagues,
    notifications,
    puzzles,
    replays,
)
PACKAGED = [table for package in _PACKAGES for table in package.TABLES]

__all__ = ["PACKAGED", "metadata"]
