"""The core of one server, assembled once, with its packages."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from spyring.server.core.bots.bot_pool import BotPool
from spyring.server.core.bots.delays import Delays
from spyring.server.core.package import BackgroundJob, Package
from spyring.server.core.people.people import People
from spyring.server.core.people.sessions import Sessions
from spyring.server.core.settings import Settings
from spyring.server.core.shelf import Shelf
from spyring.server.core.storage.database import Database
from spyring.server.core.tables.changes import Changes
from spyring.server.core.tables.hooks import Hooks, Measure
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.lobby import Lobby
from spyring.server.core.tables.playing import Playing
from spyring.server.core.tables.scheduler import Scheduler
from spyring.server.core.tables.seating import Seating
from spyring.server.core.tables.table_store import TableStore
from spyring.server.core.times import Time
from spyring.server.core.topics import Topics, of_table

T = TypeVar("T")


class Services:
    """The services of one server. Plain async Python: routes, pages and tests call the same methods."""

    def __init__(
        self,
        settings: Settings,
        time: Time | None = None,
        packages: Sequence[Callable[["Services"], Package]] = (),
    ) -> None:
        self.settings = settings
        self.time = time or Time()
        self.hooks = Hooks()
        self.shelf = Shelf(settings.games())
        self.database = Database(settings, self.time)
        self.topics = Topics()
        self.sessions = Sessions(self.database, settings.session_days, self.topics)
        self.people = People(self.database, self.sessions.forget, settings.guests)
        self.table_store = TableStore(self.database, self.hooks)
        self.live_tables = LiveTables(settings, self.shelf, self.table_store, self.topics)
        self.changes = Changes(self.live_tables)
        self.lobby = Lobby(self.live_tables)
        self.seating = Seating(settings, self.changes)
        self.playing = Playing(self.changes)
        self.delays = Delays(settings.bot_delay)
        self.bot_pool = BotPool(settings, self.time, self.hooks.bot_thought)
        self.scheduler = Scheduler(settings, self.playing, self.sessions, self.bot_pool, self.delays)
        self.streams = 0  # how many event streams are open
        self.hooks.measures += self._measures()
        self.packages: list[Package] = []
        for make in packages:
            self.packages.append(make(self))
            self.hooks.add(self.packages[-1].hooks)

    def part(self, kind: type[T]) -> T:
        """A service of a package, by its class."""
        return next(part for made in self.packages for part in made.parts if isinstance(part, kind))

    def _measures(self) -> list[Measure]:
        """The numbers that metrics show."""
        live, database = self.live_tables, self.database

        def frozen() -> int:
            return sum(table.frozen is not None for table in live.cache)

        untaken, pool = "Statements that the database did not take.", "Connections of the pool."
        return [
            Measure("spyring_streams", "Open event streams.", lambda: self.streams),
            Measure("spyring_rooms", "Tables in memory.", lambda: len(live.cache)),
            Measure("spyring_tables_frozen", "Tables in memory whose game is frozen.", frozen),
            Measure(
                "spyring_tables_damaged", "Tables that cannot be read or played.", lambda: len(live.frozen)
            ),
            Measure("spyring_bots_waiting", "Bots whose turn to think has not come.", self.bot_pool.waiting),
            Measure("spyring_database_connections", pool, database.gateway.connections, "state"),
            Measure("spyring_database_errors", untaken, lambda: database.state.failures, grows=True),
        ]

    def _jobs(self) -> list[BackgroundJob]:
        return [job for package in self.packages for job in package.jobs]

    async def open(self) -> None:
        """Migrate the database, and start everything that runs in the background."""
        await self.database.open()
        self.time.follow(await self.database.clock())
        await self.table_store.skip_downtime()
        self.database.listen(self.heard, lost=self.live_tables.all_stale)
        self.scheduler.start()
        for job in self._jobs():
            await job.start()
        self.bot_pool.warm()

    async def close(self) -> None:
        """Stop; everything acknowledged is stored already."""
        for job in reversed(self._jobs()):
            await job.stop()
        await self.scheduler.stop()
        await self.bot_pool.close()
        await self.database.close()

    def heard(self, topic: str, news: str = "") -> None:
        """Another worker has changed this topic; ``news`` is the entry, if it was a move."""
        kind, _, table = topic.partition(" ")
        if kind == "reload":
            self.live_tables.forget(table)
            topic = of_table(table)
        if kind == "person":
            self.sessions.forget(table)
        if kind == "rest" and self.live_tables.presence.has_listeners(table):
            self.scheduler.schedule(table)
        live = self.live_tables.cache.get(table) if kind == "table" else None
        if live is not None:
            live.stale = not (news and self.live_tables.apply_remote(live, news))
            if self.scheduler.is_scheduled(table):
                self.scheduler.schedule(table)
        self.topics.publish(topic)
