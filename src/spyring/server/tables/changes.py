"""Changing a table: stored first, made then, and told to those who follow it; under its room's lock."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spyring.engine.state import State
from spyring.server.metrics import Metrics
from spyring.server.storage.topics import Topics, of_person, of_table
from spyring.server.tables.archive import Archive
from spyring.server.tables.chair import Chair
from spyring.server.tables.clocks import turned
from spyring.server.tables.passing import ordered_pass
from spyring.server.tables.room import Room, Status
from spyring.server.tables.rooms import Rooms
from spyring.server.tables.timeline import Step
from spyring.server.times import Time


class Changes:
    """The two ways to change a table: who sits there and the like, and one more entry of its log."""

    def __init__(self, rooms: Rooms, archive: Archive, topics: Topics, metrics: Metrics, time: Time) -> None:
        self.rooms = rooms
        self.archive = archive
        self.topics = topics
        self.metrics = metrics
        self.time = time
        self.attend: Callable[[str], None] = _nobody  # the steward's ear
        self.look: Callable[[Room], None] = _nobody  # at whose turn it is now

    async def change(self, room: Room, *chairs: Chair, **values: Any) -> None:
        """Store a change of the room, then make it."""
        before = {chair.person for chair in room.chairs}
        changed = list(room.chairs)
        for chair in chairs:
            changed[chair.seat] = chair
        state = None if room.timeline is None else room.timeline.state
        status = values.get("status", room.status)
        if room.offer is not None:
            asked = [chair.seat for chair in changed if chair.consents]
            if room.consenting() != asked or not changed[room.offer.by].present:
                values["offer"] = None  # to go back: others must agree now than were asked, or nobody asks
        values.setdefault("wake_at", self.alarm(changed, state) if status == "playing" else None)
        await self.archive.change(room, chairs, **values)
        await self.rooms.refresh(room)
        self.topics.announce(of_table(room.id))
        for person in before ^ {chair.person for chair in room.chairs}:
            if person is not None:
                self.topics.announce(of_person(person))
        self.attend(room.id)
        self.look(room)

    async def take(self, room: Room, step: Step) -> None:
        """Store a step with the clocks it turns, then make it; from here on it is acknowledged."""
        entry, after = step.entry, step.after
        shown = room.noticed_by_all(entry.noticed)
        turned_chairs = [] if room.terms is None else self._turned(room, step)
        chairs = room.chairs
        if turned_chairs:
            chairs = list(chairs)
            for chair in turned_chairs:
                chairs[chair.seat] = chair
        over = not after.deciders
        ends_offer = room.offer is not None and shown
        status: Status = "over" if over else room.status
        offer = None if ends_offer else room.offer
        revision = room.revision + ends_offer
        moved_at = entry.at if shown else room.moved_at  # lists of tables are sorted by it
        await self.archive.append(
            room,
            entry,
            turned_chairs,
            offer=offer,
            revision=revision,
            moved_at=moved_at,
            wake_at=None if over else self.alarm(chairs, after),
            outcome=after.outcome if over else None,
        )
        room.game_on.commit(step)
        self.metrics.moved(room.game.name)
        room.chairs = chairs
        room.moved_at = moved_at
        room.status, room.offer, room.revision = status, offer, revision
        room.ask(entry.at, entry.seat if shown else None)
        self.topics.announce(of_table(room.id))
        self.attend(room.id)
        self.look(room)

    def _turned(self, room: Room, step: Step) -> list[Chair]:
        """The chairs whose clocks a step stops, starts or credits."""
        entry = step.entry
        asked = {seat for seat in step.after.deciders if room.chairs[seat].present}
        earned = entry.kind == "move" and room.game_on.earned(entry.seat)
        before = [chair.clock for chair in room.chairs]
        away = {chair.seat: chair.runs_from(entry.at, room.pace) for chair in room.chairs}
        clocks = turned(before, room.terms, asked, earned, entry.at, away)
        pairs = zip(room.chairs, clocks, strict=True)
        return [replace(chair, clock=clock) for chair, clock in pairs if chair.clock != clock]

    def alarm(self, chairs: list[Chair], state: State | None) -> float | None:
        """When the server must next do something at a table by itself."""
        due: list[float] = []
        for seat in () if state is None else state.deciders:
            chair = chairs[seat]
            deadline = chair.clock.deadline()
            passes = (
                chair.passes and state is not None and ordered_pass(state, chair.passes, seat) is not None
            )
            if chair.bot_plays or passes:
                due.append(self.time.now())
            elif deadline is not None:
                due.append(deadline)
        return min(due, default=None)


def _nobody(_table: str | Room) -> None:
    """Nobody attends."""
