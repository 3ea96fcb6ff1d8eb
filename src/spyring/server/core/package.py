"""Packages extend the core; each has one function ``package(services)`` in its ``package.py``.

It makes the :class:`Package` for one server, and is the only place where a package adds anything to it.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from fastapi import APIRouter
from sqlalchemy import Table

from spyring.server.core.problems import NotStored
from spyring.server.core.tables.hooks import Hooks
from spyring.server.core.tasks import cancel
from spyring.server.core.times import Time

journal = logging.getLogger("spyring.server")


class BackgroundJob:
    """A task that runs while the server runs."""

    _task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start; the database is open."""
        self._task = asyncio.create_task(self.run(), name=type(self).__name__)

    async def stop(self) -> None:
        """Stop; the rest of the work waits for the next start."""
        if self._task is not None:
            await cancel([self._task])

    async def run(self) -> None:
        """Do the work."""
        raise NotImplementedError


class RepeatedJob(BackgroundJob):
    """A job that is done when there is work, and now and then; no error may stop it."""

    def __init__(self, time: Time, pause: float) -> None:
        self.time = time
        self.wakeup = asyncio.Event()  # there is work
        self._pause = pause  # seconds

    async def run(self) -> None:
        """Do the work in a loop."""
        while True:
            self.wakeup.clear()
            try:
                await self.run_once()
            except NotStored:  # the journal has it already
                pass
            except Exception as error:
                journal.error("job failed", exc_info=error, extra={"job": type(self).__name__})
            await self.time.wait_for(self.wakeup, self._pause)

    async def run_once(self) -> None:
        """Do the work that there is."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """The additions of a package to a server."""

    parts: Sequence[object]  # its services; routes and other packages find each by its class
    routes: Sequence[APIRouter] = ()
    jobs: Sequence[BackgroundJob] = ()  # started in this order, stopped in reverse
    tables: Sequence[Table] = ()  # of the schema, declared on the shared MetaData
    hooks: Hooks = field(default_factory=Hooks)
