"""Registers what a club adds to its server."""

from spyring.server.club.audit import Audit
from spyring.server.club.schema import TABLES
from spyring.server.core.package import Package
from spyring.server.core.services import Services


def package(core: Services) -> Package:
    """The house of one club."""
    return Package(parts=(Audit(core.database),), tables=TABLES)
