"""What stands beside the core: packages, each with one function ``package(services)`` in its ``package.py``.

It makes the :class:`Package` for one server, and is the only place where a package adds anything to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from fastapi import APIRouter
from sqlalchemy import Table

from spyring.server.core.tables.hooks import Hooks


class Job(Protocol):
    """Something that runs in the background while there is a server."""

    async def start(self) -> None:
        """Begin; the database is open."""

    async def stop(self) -> None:
        """End; what is left to do is left for the next start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """What a package adds to a server."""

    parts: Sequence[object]  # its services; routes and other packages ask for each by its class
    routes: Sequence[APIRouter] = ()
    jobs: Sequence[Job] = ()  # started in this order, stopped the other way round
    tables: Sequence[Table] = ()  # of the schema, which are declared on its one MetaData
    hooks: Hooks = field(default_factory=Hooks)
