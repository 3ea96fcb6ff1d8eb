"""What stands beside the core: packages, each with one function ``package(services)`` in its ``package.py``.

It makes the :class:`Package` for one server, and is the only place where a package adds anything to it.
"""

import asyncio
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


class BackgroundJob:
    """A job that is one task."""

    _task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; the database is open."""
        self._task = asyncio.create_task(self.run(), name=type(self).__name__)

    async def stop(self) -> None:
        """End; what is left to do is left for the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def run(self) -> None:
        """Do it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """What a package adds to a server."""

    parts: Sequence[object]  # its services; routes and other packages ask for each by its class
    routes: Sequence[APIRouter] = ()
    jobs: Sequence[Job] = ()  # started in this order, stopped the other way round
    tables: Sequence[Table] = ()  # of the schema, which are declared on its one MetaData
    hooks: Hooks = field(default_factory=Hooks)
