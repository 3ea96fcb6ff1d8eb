"""The hall: one server with everything it needs, put together once."""

from typing import Final

from spyring.server.bots.delays import Delays
from spyring.server.bots.thinking import Thinking
from spyring.server.metrics import Metrics
from spyring.server.people.accounts import People
from spyring.server.people.history import History
from spyring.server.people.keys import Keys
from spyring.server.people.leaving import Leaving
from spyring.server.people.ties import Ties
from spyring.server.settings import Settings
from spyring.server.shelf import Shelf
from spyring.server.storage.store import Store
from spyring.server.storage.topics import Topics
from spyring.server.summons.turns import Summons
from spyring.server.tables.archive import Archive
from spyring.server.tables.campaigns import Campaigns
from spyring.server.tables.changes import Changes
from spyring.server.tables.hints import Hints
from spyring.server.tables.lobby import Lobby
from spyring.server.tables.playing import Playing
from spyring.server.tables.pointing import Pointing
from spyring.server.tables.promises import Promises
from spyring.server.tables.replays import Replays
from spyring.server.tables.rooms import Rooms
from spyring.server.tables.scenes import Scenes
from spyring.server.tables.seating import Seating
from spyring.server.tables.steward import Steward
from spyring.server.tables.talk import Notebooks, Talk
from spyring.server.tables.undoing import Undoing
from spyring.server.tables.vacations import Vacations
from spyring.server.times import Time

HALL: Final = "spyring.hall"  # where a request keeps the one that it came to


class Hall:
    """The services of one server. Plain async Python: routes, pages and tests call the same methods."""

    def __init__(self, settings: Settings, time: Time | None = None) -> None:
        self.settings = settings
        self.time = time or Time()
        self.metrics = Metrics()
        self.shelf = Shelf(settings.games())
        self.store = Store(settings, self.time)
        self.topics = Topics()
        self.keys = Keys(self.store, settings.session_days, self.topics)
        self.people = People(self.store, self.keys.forget)
        self.archive = Archive(self.store)
        self.rooms = Rooms(settings, self.shelf, self.archive, self.topics, self.time)
        self.changes = Changes(self.rooms, self.archive, self.topics, self.metrics, self.time)
        self.lobby = Lobby(self.shelf, self.rooms, self.archive)
        self.promises = Promises(self.store)
        self.history = History(self.store, self.shelf, self.rooms, self.archive)
        self.ties = Ties(self.store, self.rooms, self.topics)
        self.seating = Seating(
            settings,
            self.shelf,
            self.rooms,
            self.changes,
            self.archive,
            self.promises,
            self.ties,
            self.topics,
            self.time,
        )
        self.playing = Playing(self.rooms, self.changes, self.archive, self.time)
        self.undoing = Undoing(self.playing)
        self.vacations = Vacations(self.playing, settings.vacation_days)
        self.leaving = Leaving(
            self.store, self.people, self.keys, self.history, self.ties, self.seating, self.playing
        )
        self.talk = Talk(self.rooms, self.ties, self.store, self.topics)
        self.pointing = Pointing(self.rooms, self.talk)
        self.notebooks = Notebooks(self.rooms, self.store)
        self.replays = Replays(self.rooms)
        self.campaigns = Campaigns(self.rooms, self.archive, self.replays)
        self.scenes = Scenes(self.rooms)
        self.thinking = Thinking(settings, self.time)
        self.hints = Hints(self.rooms, self.thinking)
        self.delays = Delays(settings.bot_delay)
        self.summons = Summons(settings, self.rooms, self.store)
        self.changes.look = self.summons.look
        self.ties.call = self.summons.invite
        self.steward = Steward(self.playing, self.keys, self.thinking, self.delays, settings.sweep_seconds)

    async def open(self) -> None:
        """Bring the storage up to date and begin to look after tables."""
        await self.store.open()
        await self.archive.stand_still()
        self.store.listen(self._heard, self._lost)
        self.steward.begin()
        await self.summons.begin()
        self.thinking.warm()

    async def close(self) -> None:
        """Stop; everything acknowledged is stored already."""
        await self.summons.end()
        await self.steward.end()
        await self.thinking.close()
        await self.store.close()

    def _heard(self, topic: str, news: str = "") -> None:
        """Another worker has changed something; of a move it says what was made."""
        kind, _, table = topic.partition(" ")
        if kind == "rest" and self.rooms.presence.listens(table):
            self.steward.attend(table)
        room = self.rooms.memory.get(table) if kind == "table" else None
        if room is not None:
            room.stale = not (news and self.rooms.heard(room, news))
            if self.steward.attending(table):
                self.steward.attend(table)
        self.topics.announce(topic)

    def _lost(self) -> None:
        """Word from other workers may have been missed: believe nothing that is in memory."""
        for room in self.rooms.memory:
            room.stale = True
        self.topics.announce_all()
