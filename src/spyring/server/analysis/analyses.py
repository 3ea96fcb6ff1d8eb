"""Makes analyses for people who may see the game, one after another, each in a separate process.

A request stores a row. A worker claims it for a while and renews the claim as it works. If the worker dies,
another one claims the row and starts again, so a restart loses nothing.
"""

import asyncio
import json
import logging
import os
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final, Literal

from sqlalchemy import delete, insert, select, update

from spyring.analysis import VERSION, CannotAnalyse
from spyring.engine.errors import SpyringError
from spyring.engine.i18n import _
from spyring.engine.record import OPEN
from spyring.server.analysis import worker
from spyring.server.analysis.schema import analyses
from spyring.server.analysis.worker import work
from spyring.server.core.caller import Caller
from spyring.server.core.package import RepeatedJob
from spyring.server.core.payloads import Payload
from spyring.server.core.problems import Conflict, Problem
from spyring.server.core.settings import Settings
from spyring.server.core.storage.database import Database
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tasks import cancel
from spyring.server.replays.archive import record_of
from spyring.server.replays.replays import Replays

CLAIM_SECONDS: Final = 60.0  # without renewal another worker starts again
RENEW_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 20.0  # between two checks for rows that a dead worker left
LOWEST_PRIORITY: Final = 19
MAX_LINE_BYTES: Final = 1 << 24  # of a whole analysis
FAILED: Final = _("The analysis failed. Ask the operator to look at the log.")
NOT_PLAYABLE: Final = _(
    "This server no longer has the rules of this game. It can only show the game as recorded."
)
NOT_ENDED: Final = _("This game was not finished.")

journal = logging.getLogger("spyring.server")


class AnalysisCard(Payload):
    """The progress of the analysis of a finished game, and its result once it is done."""

    table: str
    status: Literal["none", "waiting", "done", "failed"]
    progress: float = 0.0  # from 0 to 1
    version: int = 0
    newest: int = 0  # the version of a new analysis
    fault: str | None = None  # why it cannot be made
    analysis: dict[str, Any] | None = None


class Analyses(RepeatedJob):
    """The analyses of one server."""

    def __init__(
        self, settings: Settings, database: Database, live_tables: LiveTables, replays: Replays
    ) -> None:
        super().__init__(database.time, LOOK_SECONDS)
        self.settings = settings
        self.database = database
        self.live_tables = live_tables
        self.replays = replays
        self._progress = 0.0
        self._claimed = ""  # the table of the running analysis

    async def ask(self, table: str, caller: Caller) -> AnalysisCard:
        """Ask for an analysis, unless there is one of this version."""
        card = await self.card(table, caller)
        if card.status == "waiting" or (card.status == "done" and card.version >= VERSION):
            return card
        if (obstacle := await self._obstacle(table, caller)) is not None:
            raise obstacle
        row = {"version": VERSION, "asked_at": self.time.now(), "progress": 0.0, "claimed_until": 0.0}
        async with self.database.writing() as connection:
            await connection.execute(delete(analyses).where(analyses.c.table_id == table))
            await connection.execute(insert(analyses).values(table_id=table, **row))
        self.wakeup.set()
        return await self.card(table, caller)

    async def card(self, table: str, caller: Caller) -> AnalysisCard:
        """The progress, for people who may see the replay."""
        await self.replays.finished(table, caller)
        row = await self.database.row(select(analyses).where(analyses.c.table_id == table))
        if row is None:
            obstacle = await self._obstacle(table, caller)
            fault = None if obstacle is None else obstacle.say(caller.translate)
            return AnalysisCard(table=table, status="none", newest=VERSION, fault=fault)
        shared = {"table": table, "version": row["version"], "newest": VERSION, "progress": row["progress"]}
        if row["fault"] is not None:
            return AnalysisCard(status="failed", fault=caller.translate(row["fault"]), **shared)
        if row["data"] is None:
            return AnalysisCard(status="waiting", **shared)
        return AnalysisCard(status="done", analysis=json.loads(zlib.decompress(row["data"])), **shared)

    async def _obstacle(self, table: str, caller: Caller) -> Conflict | None:
        """Why this server cannot analyse a game."""
        if self.settings.analysis_effort <= 0.0:
            return Conflict("no-analyses", _("Analyses are switched off on this server."))
        if await self.replays.archived(table, caller) is not None:
            return Conflict("not-playable", NOT_PLAYABLE)
        if (await self.replays.record_of(table, caller)).result == OPEN:
            return Conflict("not-ended", NOT_ENDED)
        return None

    # -- making them -----------------------------------------------------------------------------------------

    async def stop(self) -> None:
        """Stop; an unfinished row is left for the next start."""
        await super().stop()
        if self._claimed:
            with suppress(Problem):
                await self._note(self._claimed, claimed_until=0.0)

    async def run_once(self) -> None:
        """Make what waits, first what an earlier server left."""
        while (table := await self._claim()) is not None:
            await self._make(table)
            self._claimed = ""

    async def _claim(self) -> str | None:
        """The table that has waited longest and that no worker has claimed."""
        now = self.time.now()
        free = (analyses.c.data.is_(None), analyses.c.fault.is_(None), analyses.c.claimed_until < now)
        query = select(analyses.c.table_id).where(*free).order_by(analyses.c.asked_at).limit(1)
        row = await self.database.row(query)
        if row is None:
            return None
        self._claimed = str(row["table_id"])
        mine = update(analyses).where(analyses.c.table_id == row["table_id"], *free)
        claimed = await self.database.write(mine.values(claimed_until=now + CLAIM_SECONDS, progress=0.0))
        return self._claimed if claimed else await self._claim()

    async def _make(self, table: str) -> None:
        """Make and store one analysis, or the reason why it cannot be made."""
        try:
            finished = await self.live_tables.finished(table)
            if finished is None:
                raise CannotAnalyse(NOT_PLAYABLE)
            text = record_of(*finished, {}).text()
            found = await self._made(table, text)
            await self._note(table, data=zlib.compress(found.encode()), progress=1.0, claimed_until=0.0)
        except SpyringError as error:
            if isinstance(error, Problem):
                raise
            await self._note(table, fault=str(error), claimed_until=0.0)
        except Exception as error:
            journal.error("analysis failed", exc_info=error, extra={"table": table})
            await self._note(table, fault=FAILED, claimed_until=0.0)

    async def _note(self, table: str, **values: Any) -> None:
        await self.database.write(update(analyses).where(analyses.c.table_id == table).values(**values))

    async def _made(self, table: str, text: str) -> str:
        """The analysis of a record; renews the claim on its row meanwhile."""
        self._progress = 0.0
        renewing = asyncio.create_task(self._renew(table), name="claim")
        try:
            if self.settings.bots == "threads":  # like the bots
                return await asyncio.to_thread(work, *self._with(), text, self._advance)
            return await self._apart(text)
        finally:
            await cancel([renewing])

    def _with(self) -> tuple[str, float]:
        return self.settings.shelf, self.settings.analysis_effort

    def _advance(self, share: float) -> None:
        self._progress = share

    async def _renew(self, table: str) -> None:
        while True:
            await self.time.sleep(RENEW_SECONDS)
            with suppress(Problem):  # the database is unavailable; the claim lasts longer than a short outage
                until = self.time.now() + CLAIM_SECONDS
                await self._note(table, progress=self._progress, claimed_until=until)

    async def _apart(self, text: str) -> str:
        """Analyse in a separate process."""
        given = [str(one) for one in self._with()]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", worker.__name__, *given, stdin=PIPE, stdout=PIPE, limit=MAX_LINE_BYTES
        )
        if hasattr(os, "setpriority"):  # from here, because its imports alone take a second or two
            with suppress(ProcessLookupError):
                os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST_PRIORITY)
        try:
            return await self._answer(process, text)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _answer(self, process: Process, text: str) -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(text.encode())
        process.stdin.close()
        async for line in process.stdout:
            said = json.loads(line)
            if "analysis" in said:
                return json.dumps(said["analysis"])
            if "fault" in said:
                raise CannotAnalyse(said["fault"])
            self._advance(said["progress"])
        raise RuntimeError(f"the process ended with {await process.wait()}")
