"""The hall: every table, and all that can be done there. See the package's docstring for the list."""

from spyring.server.afterwards import Afterwards
from spyring.server.browsing import Browsing
from spyring.server.playing import Playing
from spyring.server.seating import Seating
from spyring.server.settings import Settings
from spyring.server.steward import Steward
from spyring.server.talking import Talking


class Hall(Browsing, Seating, Playing, Talking, Afterwards):
    """One server's tables. Plain async Python: routes, pages and tests call the same methods."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.steward = Steward(self)

    async def open(self) -> None:
        """Bring the storage up to date and begin to look after tables."""
        await self.store.open()
        await self.archive.stand_still()
        self.store.listen(self._heard, self._lost)
        self.steward.begin()
        self.bots.warm()

    async def close(self) -> None:
        """Stop; everything acknowledged is stored already."""
        await self.steward.end()
        await self.bots.close()
        await self.store.close()

    def _heard(self, topic: str) -> None:
        """Another worker has changed something."""
        kind, _, table = topic.partition(" ")
        room = self.rooms.get(table) if kind == "table" else None
        if room is not None:
            room.stale = True
            if self.steward.attending(table):
                self.steward.attend(table)
        self.bulletin.post(topic)

    def _lost(self) -> None:
        """Word from other workers may have been missed: believe nothing that is in memory."""
        for room in self.rooms:
            room.stale = True
        self.bulletin.post_everywhere()
