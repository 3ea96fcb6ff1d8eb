"""One server with everything it needs, put together once."""

from typing import Final

from spyring.server.bots.bot_pool import BotPool
from spyring.server.bots.delays import Delays
from spyring.server.metrics import Metrics
from spyring.server.notifications.notifier import Notifier
from spyring.server.people.account_data import AccountData
from spyring.server.people.accounts import People
from spyring.server.people.history import History
from spyring.server.people.relations import Relations
from spyring.server.people.sessions import Sessions
from spyring.server.settings import Settings
from spyring.server.shelf import Shelf
from spyring.server.storage.database import Database
from spyring.server.storage.topics import Topics
from spyring.server.tables.campaigns import Campaigns
from spyring.server.tables.changes import Changes
from spyring.server.tables.hints import Hints
from spyring.server.tables.live_tables import LiveTables
from spyring.server.tables.lobby import Lobby
from spyring.server.tables.playing import Playing
from spyring.server.tables.pointing import Pointing
from spyring.server.tables.promises import Promises
from spyring.server.tables.replays import Replays
from spyring.server.tables.scenes import Scenes
from spyring.server.tables.scheduler import Scheduler
from spyring.server.tables.seating import Seating
from spyring.server.tables.table_store import TableStore
from spyring.server.tables.talk import Notebooks, Talk
from spyring.server.tables.undoing import Undoing
from spyring.server.tables.vacations import Vacations
from spyring.server.times import Time

SERVICES: Final = "spyring.services"  # the key in a request's scope


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
        self.live_tables = LiveTables(settings, self.shelf, self.table_store, self.topics, self.time)
        self.changes = Changes(self.live_tables, self.table_store, self.topics, self.metrics, self.time)
        self.lobby = Lobby(self.shelf, self.live_tables, self.table_store)
        self.promises = Promises(self.database)
        self.history = History(self.database, self.shelf, self.live_tables, self.table_store)
        self.relations = Relations(self.database, self.live_tables, self.topics)
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
        self.talk = Talk(self.live_tables, self.relations, self.database, self.topics)
        self.pointing = Pointing(self.live_tables, self.talk)
        self.notebooks = Notebooks(self.live_tables, self.database)
        self.replays = Replays(self.live_tables)
        self.campaigns = Campaigns(self.live_tables, self.table_store, self.replays)
        self.scenes = Scenes(self.live_tables)
        self.bot_pool = BotPool(settings, self.time)
        self.hints = Hints(self.live_tables, self.bot_pool)
        self.delays = Delays(settings.bot_delay)
        self.notifier = Notifier(settings, self.live_tables, self.database)
        self.changes.notify = self.notifier.table_changed
        self.relations.notify_invited = self.notifier.invite
        self.scheduler = Scheduler(
            self.playing, self.sessions, self.bot_pool, self.delays, settings.sweep_seconds
        )

    async def open(self) -> None:
        """Migrate the database, and start everything that runs in the background."""
        await self.database.open()
        await self.table_store.skip_downtime()
        self.database.listen(self._heard, self._lost)
        self.scheduler.start()
        await self.notifier.start()
        self.bot_pool.warm()

    async def close(self) -> None:
        """Stop; everything acknowledged is stored already."""
        await self.notifier.stop()
        await self.scheduler.stop()
        await self.bot_pool.close()
        await self.database.close()

    def _heard(self, topic: str, news: str = "") -> None:
        """Another worker has changed something; ``news`` is the entry, if it was a move."""
        kind, _, table = topic.partition(" ")
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
        for live in self.live_tables.cache:
            live.stale = True
        self.topics.publish_all()
