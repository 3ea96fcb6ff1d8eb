"""Finding a table: in memory, or in the database, and only for those who may look at it."""

import asyncio
import json
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from spyring.engine.errors import SpyringError
from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.problems import Damaged, NotFound
from spyring.server.settings import Settings
from spyring.server.shelf import Shelf
from spyring.server.storage.topics import Topics, of_table
from spyring.server.tables.archive import Archive, entry_of
from spyring.server.tables.clocks import SeatClock
from spyring.server.tables.memory import Memory
from spyring.server.tables.presence import Presence
from spyring.server.tables.room import Offer, Room, reading
from spyring.server.tables.timeline import Entry, Timeline
from spyring.server.times import Time

SLICE: Final = 24  # entries of a log that are played before others have their turn

journal = logging.getLogger("spyring.server")


class Rooms:
    """Every table, brought up to date when somebody asks for it."""

    def __init__(
        self, settings: Settings, shelf: Shelf, archive: Archive, topics: Topics, time: Time
    ) -> None:
        self.shelf = shelf
        self.archive = archive
        self.topics = topics
        self.time = time
        self.frozen: set[str] = set()  # tables whose log cannot be played to its end
        self.presence = Presence(topics, time)
        self.memory = Memory(settings.rooms_in_memory, settings.room_idle_seconds, time)

    async def find(self, table: str) -> Room:
        """A room that is up to date."""
        room = self.memory.get(table)
        if room is None:
            return await self._load(table)
        if (
            room.frozen is None
            and self.archive.store.shared
            and (room.stale or await self.archive.mark(table) != (room.length, room.revision))
        ):
            async with room.lock:
                await self.refresh(room)
        return room

    def at_hand(self, table: str, caller: Caller) -> Room | None:
        """A room that is here, as far as word of it has come, if it is clear that the caller may look into
        it: for those who follow it, and will hear if there is more.
        """
        room = self.memory.get(table)
        if room is None or room.stale or room.lock.locked():  # where it may be being brought up to date
            return None
        if not (room.public or room.seats_of(caller.id)):
            return None
        self.presence.come(table, caller)
        return room

    async def watchable(self, table: str, caller: Caller) -> Room:
        """A room that the caller may look into: a public one, their own, or one they were invited to."""
        room = await self._shown(table, caller)
        self.presence.come(table, caller)
        return room

    async def visited(self, table: str, caller: Caller) -> Room:
        """A room at which somebody wants to do something that only those can do who sit there."""
        room = await self._shown(table, caller)
        if room.seats_of(caller.id):
            self.presence.come(table, caller)
        return room

    async def readable(self, table: str, caller: Caller) -> Room:
        """A room whose game the caller may look at: one to look into, or, for whoever knows its address,
        one whose game is over.
        """
        room = await self._found(table, caller)
        return room if room.status == "over" else await self.watchable(table, caller)

    async def _shown(self, table: str, caller: Caller) -> Room:
        """A room that the caller may know of; any other is refused as if it did not exist."""
        room = await self._found(table, caller)
        mine = room.owner == caller.id or bool(room.seats_of(caller.id))
        known = room.public or mine or caller.brings(room.invitation)
        if not (known or await self.archive.asked(table, caller.id)):
            raise no_table()
        return room

    async def _found(self, table: str, caller: Caller) -> Room:
        """A room; that one is damaged is told to those only who may know that there is one."""
        try:
            return await self.find(table)
        except Damaged:
            if await self.archive.concerns(table, caller):
                raise
            raise no_table() from None

    async def refresh(self, room: Room) -> None:
        """Read what others have stored; the caller holds the lock."""
        room.stale = False
        while True:
            row = await self.archive.row(room.id)
            if row is None:  # its last guest has left meanwhile
                self.memory.forget(room.id)
                raise no_table()
            chairs = await self.archive.chairs(room.id)
            news = await self.archive.log(room.id, room.length)
            if await self.archive.mark(room.id) == (row["length"], row["revision"]):
                break
        with reading(room.id):
            room.update(row, chairs)
        if row["status"] != "open" and room.frozen is None:
            await self._follow(room, news)
        room.ask(self.time.now())

    def heard(self, room: Room, news: str) -> bool:
        """Follow an entry that another worker says it stored; False if the room must be read anew, because it
        did not stand where that one began, or somebody is changing it.
        """
        row, entry, clocks = json.loads(news)
        before = (row["old_length"], row["old_revision"])
        usual = not (room.stale or room.frozen or room.lock.locked() or room.status != "playing")
        if not usual or room.timeline is None or before != (room.length, room.revision):
            return False
        try:
            room.timeline.take(entry_of(entry))
        except SpyringError:
            return False
        room.revision, room.moved_at = row["revision"], row["moved_at"]
        room.offer = Offer.from_text(row["offer"])
        if clocks:
            turned = {clock["seat"]: SeatClock(clock["bank"], clock["since"]) for clock in clocks}
            room.chairs = [replace(c, clock=turned.get(c.seat, c.clock)) for c in room.chairs]
        room.ask(self.time.now(), entry["seat"] if room.noticed_by_all(entry["noticed"]) else None)
        return True

    async def _follow(self, room: Room, news: list[Entry]) -> None:
        """Play what was stored; what no longer can be played freezes the table where it stands."""
        with reading(room.id):
            timeline = room.timeline or Timeline(room.game, room.start)
        try:
            await follow(timeline, news)
        except Exception as error:  # a log may hold anything
            room.frozen = "log"
            self.frozen.add(room.id)
            facts = {"table": room.id, "game": room.game.name, "error": type(error).__name__}
            journal.error("stored game breaks the rules of now", extra=facts)
        room.timeline = timeline

    async def catch_up(self, room: Room) -> None:
        """Somebody was faster: read what they stored, and say that there is news; the caller holds the
        lock.
        """
        await self.refresh(room)
        self.topics.announce(of_table(room.id))

    async def catch_up_if_behind(self, room: Room) -> bool:
        """Whether somebody was faster, and word of it had not come yet; the caller holds the lock."""
        behind = await self.archive.mark(room.id) != (room.length, room.revision)
        if behind:
            await self.catch_up(room)
        return behind

    async def _load(self, table: str) -> Room:
        async with self.memory.door(table):
            room = self.memory.get(table)
            if room is not None:
                return room
            try:
                row = await self.archive.row(table)
                if row is None:
                    raise no_table()
                with reading(table):
                    room = Room(self.shelf, row, await self.archive.chairs(table))
                await self.refresh(room)
                self.memory.put(room)
            except Damaged as damage:
                self.frozen.add(table)
                facts = {"table": table, "error": type(damage.__cause__).__name__}
                journal.error("stored table is damaged", extra=facts)
                raise
            finally:
                self.memory.close_door(table)
            return room


async def follow(timeline: Timeline, entries: Iterable[Entry]) -> None:
    """Play the entries of a log, however many, without keeping other tables waiting."""
    for at, entry in enumerate(entries, 1):
        timeline.take(entry)
        if at % SLICE == 0:
            await asyncio.sleep(0)


def no_table() -> NotFound:
    """The refusal that does not tell whether there is one."""
    return NotFound("no-table", _("There is no such table, or it is private."))
