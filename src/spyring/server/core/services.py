"""One server with everything it needs, put together once."""

from spyring.server.admin.operator import Operator
from spyring.server.admin.retention import Retention
from spyring.server.campaigns.campaigns import Campaigns
from spyring.server.community.account_data import AccountData
from spyring.server.community.history import History
from spyring.server.community.invitations import Invitations
from spyring.server.community.recovery import Recovery
from spyring.server.community.relations import Relations
from spyring.server.community.reports import Reporting
from spyring.server.community.vacations import Vacations
from spyring.server.core.bots.bot_pool import BotPool
from spyring.server.core.bots.delays import Delays
from spyring.server.core.people.accounts import People
from spyring.server.core.people.sessions import Sessions
from spyring.server.core.settings import Settings
from spyring.server.core.shelf import Shelf
from spyring.server.core.storage.database import Database
from spyring.server.core.tables.archive import Archives
from spyring.server.core.tables.changes import Changes
from spyring.server.core.tables.hints import Hints
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.lobby import Lobby
from spyring.server.core.tables.playing import Playing
from spyring.server.core.tables.pointing import Pointing
from spyring.server.core.tables.promises import Promises
from spyring.server.core.tables.replays import Replays
from spyring.server.core.tables.scenes import Scenes
from spyring.server.core.tables.scheduler import Scheduler
from spyring.server.core.tables.seating import Seating
from spyring.server.core.tables.table_store import TableStore
from spyring.server.core.tables.talk import Notebooks, Talk
from spyring.server.core.tables.undoing import Undoing
from spyring.server.core.times import Time
from spyring.server.core.topics import Signals, Topics, of_table
from spyring.server.donations.donations import Donations
from spyring.server.metrics.counters import Metrics
from spyring.server.metrics.exchange import MetricsExchange, folder_for
from spyring.server.notifications.notifier import Notifier


class Services:
    """The services of one server. Plain async Python: routes, pages and tests call the same methods."""

    def __init__(self, settings: Settings, time: Time | None = None) -> None:
        self.settings = settings
        self.time = time or Time()
        self.metrics = Metrics()
        self.shelf = Shelf(settings.games())
        self.database = Database(settings, self.time)
        self.topics = Topics()
        self.sessions = Sessions(self.database, settings.session_days, self.topics)
        self.people = People(self.database, self.sessions.forget)
        self.table_store = TableStore(self.database)
        self.signals: Signals[LiveTable] = Signals()
        self.live_tables = LiveTables(
            settings, self.shelf, self.table_store, self.topics, self.signals, self.time
        )
        self.changes = Changes(
            self.live_tables, self.table_store, self.topics, self.signals, self.metrics, self.time
        )
        self.lobby = Lobby(self.shelf, self.live_tables, self.table_store)
        self.promises = Promises(self.database)
        self.history = History(self.database, self.shelf, self.live_tables, self.table_store)
        self.relations = Relations(self.database)
        self.seating = Seating(
            settings,
            self.shelf,
            self.live_tables,
            self.changes,
            self.table_store,
            self.promises,
            self.relations,
            self.topics,
            self.time,
        )
        self.playing = Playing(self.live_tables, self.changes, self.table_store, self.time)
        self.undoing = Undoing(self.playing)
        self.vacations = Vacations(self.playing, settings.vacation_days)
        self.account_data = AccountData(
            self.database,
            self.people,
            self.sessions,
            self.history,
            self.relations,
            self.seating,
            self.playing,
        )
        self.operator = Operator(
            self.database,
            self.shelf,
            self.people,
            self.sessions,
            self.account_data,
            self.table_store,
            self.heard,
        )
        self.retention = Retention(self.database, settings, self.heard)
        self.talk = Talk(self.live_tables, self.relations, self.database, self.topics)
        self.delays = Delays(settings.bot_delay)
        self.pointing = Pointing(self.live_tables, self.changes, self.talk, self.delays)
        self.notebooks = Notebooks(self.live_tables, self.database)
        self.archives = Archives(self.database, self.live_tables.finished)
        self.replays = Replays(self.live_tables)
        self.campaigns = Campaigns(self.live_tables, self.table_store, self.replays)
        self.scenes = Scenes(self.live_tables)
        self.bot_pool = BotPool(settings, self.time, self.metrics)
        self.hints = Hints(self.live_tables, self.bot_pool)
        self.notifier = Notifier(settings, self.live_tables, self.signals, self.database)
        self.recovery = Recovery(self.database, self.people, self.sessions, self.notifier)
        self.invitations = Invitations(
            self.database, self.live_tables, self.relations, self.topics, self.notifier
        )
        self.donations = Donations(settings, self.database, self.live_tables)
        self.reporting = Reporting(self.database, self.live_tables)
        self.scheduler = Scheduler(
            self.playing,
            self.sessions,
            self.archives,
            self.bot_pool,
            self.delays,
            settings.sweep_seconds,
        )

        folder = folder_for(settings.database_url) if self.database.shared else None
        self.metrics_exchange = MetricsExchange(self.metrics, folder, self.database.worker)
        self._watch()

    def _watch(self) -> None:
        """Let those be asked for numbers who know them."""
        watch, live = self.metrics.watch, self.live_tables
        watch("spyring_rooms", "Tables in memory.", lambda: len(live.cache))
        watch(
            "spyring_tables_frozen",
            "Tables in memory whose game stands still.",
            lambda: sum(table.frozen is not None for table in live.cache),
        )
        watch("spyring_tables_damaged", "Tables that cannot be read or played.", lambda: len(live.frozen))
        watch("spyring_bots_waiting", "Bots whose turn to think has not come.", self.bot_pool.waiting)
        self.metrics.watch_each(
            "spyring_database_connections", "Connections of the pool.", "state", self.database.connections
        )
        self.metrics.watch_count(
            "spyring_database_errors",
            "Statements that the database did not take.",
            lambda: self.database.state.failures,
        )
        self.metrics.watch_counts(
            "spyring_undelivered", "Deliveries that failed, tries counted.", "kind", self.notifier.failures
        )

    async def open(self) -> None:
        """Migrate the database, and start everything that runs in the background."""
        await self.database.open()
        self.time.follow(await self.database.clock())
        await self.table_store.skip_downtime()
        self.database.listen(self.heard, self._lost)
        self.scheduler.start()
        self.retention.start()
        self.metrics_exchange.start()
        self.history.start()
        await self.notifier.start()
        self.bot_pool.warm()

    async def close(self) -> None:
        """Stop; everything acknowledged is stored already."""
        await self.notifier.stop()
        await self.metrics_exchange.stop()
        await self.history.stop()
        await self.retention.stop()
        await self.scheduler.stop()
        await self.bot_pool.close()
        await self.database.close()

    def heard(self, topic: str, news: str = "") -> None:
        """Another worker has changed something; ``news`` is the entry, if it was a move."""
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

    def _lost(self) -> None:
        """Messages from other workers may have been lost: treat everything in memory as stale."""
        self.live_tables.all_stale()
