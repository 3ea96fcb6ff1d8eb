"""Registers the donations."""

from spyring.server.core.package import Package
from spyring.server.core.services import Services
from spyring.server.donations.donations import Donations
from spyring.server.donations.routes import router
from spyring.server.donations.schema import TABLES


def package(core: Services) -> Package:
    """The donations of one server."""
    donations = Donations(core.settings, core.database, core.live_tables)
    return Package(parts=(donations,), routes=(router,), tables=TABLES)
