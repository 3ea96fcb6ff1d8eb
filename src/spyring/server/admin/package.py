"""Registers the operator's services."""

from spyring.server.admin.operator import Operator
from spyring.server.admin.retention import Retention
from spyring.server.core.package import Package
from spyring.server.core.services import Services


def package(core: Services) -> Package:
    """The operator of one server."""
    operator = Operator(core)
    retention = Retention(core.database, core.settings, core.heard)
    return Package(parts=(operator, retention), jobs=(retention,))
