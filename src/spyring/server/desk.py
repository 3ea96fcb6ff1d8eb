"""What every part of the hall shares: the shelf, the storage, the rooms, and the rules of who may come near a
table.
"""

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.engine.words import Translate, _, english
from spyring.server import showing
from spyring.server.archive import Archive
from spyring.server.bots_at_work import LEVELS, SUBSTITUTE, BotsAtWork
from spyring.server.bulletin import Bulletin, of_person, of_table
from spyring.server.clocks import turned
from spyring.server.metrics import Metrics
from spyring.server.pace import Pace
from spyring.server.payloads import Person, Position
from spyring.server.people import People
from spyring.server.problems import Conflict, Forbidden, NotFound, Refused, Unknown
from spyring.server.rooms import Room, Rooms, Seat, Status, frame_of
from spyring.server.settings import Settings
from spyring.server.store import Store, now
from spyring.server.timeline import Step, Timeline

journal = logging.getLogger("spyring.server")


class Desk:
    """The common ground of the hall's parts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.shelf: dict[str, Game] = {game.name: game for game in settings.games()}
        self.store = Store(settings)
        self.people = People(self.store, settings.session_days)
        self.archive = Archive(self.store)
        self.rooms = Rooms(settings.rooms_in_memory, settings.room_idle_seconds)
        self.bulletin = Bulletin()
        self.bots = BotsAtWork(settings)
        self.pace = Pace(settings.bot_pace)
        self.metrics = Metrics()
        self.now: Callable[[], float] = now
        self.attend: Callable[[str], None] = _nobody  # the steward's ear

    # -- finding a table -------------------------------------------------------------------------------------

    def game(self, name: str) -> Game:
        """A game of the shelf."""
        if name not in self.shelf:
            names = ", ".join(self.shelf)
            raise NotFound(
                "no-game",
                _("There is no game {name} on the shelf; there are: {names}."),
                name=name,
                names=names,
            )
        return self.shelf[name]

    async def room(self, table: str) -> Room:
        """A room that is up to date."""
        room = self.rooms.get(table)
        if room is None:
            return await self._load(table)
        if self.store.shared and (
            room.stale or await self.archive.mark(table) != (room.length, room.revision)
        ):
            async with room.lock:
                await self.refresh(room)
        return room

    async def refresh(self, room: Room) -> None:
        """Read what others have stored; the caller holds the lock."""
        room.stale = False
        while True:
            row = await self.archive.row(room.id)
            if row is None:  # its last guest has left meanwhile
                self.rooms.forget(room.id)
                raise no_table()
            chairs = await self.archive.chairs(room.id)
            news = await self.archive.log(room.id, room.length)
            if await self.archive.mark(room.id) == (row["length"], row["revision"]):
                break
        try:
            if room.timeline is None and row["status"] != "open":
                room.timeline = Timeline(room.game, room.start, news)
            elif room.timeline is not None:
                for entry in news:
                    room.timeline.take(entry)
        except SpyringError:
            journal.error(
                "stored game breaks the rules of now", extra={"table": room.id, "game": room.game.name}
            )
            raise Conflict(
                "old-rules", _("This game was played under rules that are no longer those of now.")
            ) from None
        room.update(row, chairs)
        room.ask(self.now())

    async def catch_up(self, room: Room) -> None:
        """Somebody was faster: read what they stored, and say that there is news; the caller holds the
        lock.
        """
        await self.refresh(room)
        self.bulletin.post(of_table(room.id))

    async def _load(self, table: str) -> Room:
        async with self.rooms.door(table):
            room = self.rooms.get(table)
            if room is not None:
                return room
            try:
                row = await self.archive.row(table)
                if row is None:
                    raise no_table()
                room = Room(self.game(row["game"]), row, [])
                await self.refresh(room)
                self.rooms.put(room)
            finally:
                self.rooms.close_door(table)
            return room

    async def watchable(self, table: str, person: Person | None, code: str | None = None) -> Room:
        """A room that this person may look into: a public one, their own, or one they were invited to."""
        room = await self.room(table)
        reader = None if person is None else person.id
        invited = code is not None and secrets.compare_digest(code.encode(), room.invitation.encode())
        if not (room.public or invited or room.owner == reader or room.seat_of(reader) is not None):
            raise no_table()
        return room

    # -- who may do what -------------------------------------------------------------------------------------

    def known(self, person: Person | None) -> Person:
        """Somebody with a name, or a refusal."""
        if person is None:
            raise Unknown("who-are-you", _("Say who you are first: come in as a guest, or sign in."))
        return person

    def seated(self, room: Room, person: Person | None) -> Seat:
        """The seat of a person at a table, or a refusal."""
        seat = room.seat_of(self.known(person).id)
        if seat is None:
            raise Forbidden("not-seated", _("You have no seat at this table."))
        return room.seats[seat]

    def playing(self, room: Room, person: Person | None) -> Seat:
        """The seat of a person who decides for themselves at a table where a game goes on."""
        chair = self.seated(room, person)
        if room.status == "open":
            raise Conflict("not-begun", _("The game has not begun."))
        if room.status == "over":
            raise Conflict("over", _("The game is over."), clause=room.game.end_clause)
        if not chair.present:
            raise Conflict("held", _("A bot plays in your place; take your seat back first."))
        return chair

    def level(self, name: str) -> str:
        """The level of a bot that may be asked for."""
        if name not in LEVELS:
            raise Refused(
                "no-level",
                _("There is no level {name}; there are: {names}."),
                name=name,
                names=", ".join(LEVELS),
            )
        return name

    # -- answering -------------------------------------------------------------------------------------------

    def show(
        self, room: Room, person: Person | None, since: int = -1, translate: Translate = english
    ) -> Position:
        """The position for one reader."""
        reader = None if person is None else person.id
        return showing.position(room, reader, self.now(), since, translate)

    # -- changing a table; the caller holds the lock ---------------------------------------------------------

    async def change(self, room: Room, *chairs: Seat, **values: Any) -> None:
        """Store a change of the room, then make it."""
        before = {chair.person for chair in room.seats}
        seats = list(room.seats)
        for chair in chairs:
            seats[chair.seat] = chair
        state = None if room.timeline is None else room.timeline.state
        status = values.get("status", room.status)
        if room.offer is not None and room.people() != [chair.seat for chair in seats if chair.present]:
            values["offer"] = None  # to go back: others must agree now than were asked
        values.setdefault("wake_at", self.alarm(seats, state) if status == "playing" else None)
        await self.archive.change(room, chairs, **values)
        await self.refresh(room)
        self.bulletin.post(of_table(room.id))
        for person in before ^ {chair.person for chair in room.seats}:
            if person is not None:
                self.bulletin.post(of_person(person))
        self.attend(room.id)

    async def take(self, room: Room, step: Step) -> None:
        """Store a step with the clocks it turns, then make it; from here on it is acknowledged."""
        entry, after = step.entry, step.after
        shown = room.noticed_by_all(entry.noticed)
        asked = {seat for seat in after.deciders if room.seats[seat].present}
        earned = room.terms is not None and entry.kind == "move" and room.game_on.earned(entry.seat)
        before = [chair.clock for chair in room.seats]
        clocks = turned(before, room.terms, asked, entry.seat, shown, earned, entry.at)
        seats = [replace(chair, clock=clock) for chair, clock in zip(room.seats, clocks, strict=True)]
        turned_chairs = [
            chair for chair, old in zip(seats, room.seats, strict=True) if chair.clock != old.clock
        ]
        over = not after.deciders
        ends_offer = room.offer is not None and shown
        status: Status = "over" if over else room.status
        offer = None if ends_offer else room.offer
        revision = room.revision + ends_offer
        moved_at = entry.at if shown else room.moved_at  # lists of tables are sorted by it
        wake_at = None if over else self.alarm(seats, after)
        await self.archive.append(
            room,
            entry,
            turned_chairs,
            status=status,
            offer=offer,
            revision=revision,
            moved_at=moved_at,
            wake_at=wake_at,
        )
        room.game_on.commit(step)
        self.metrics.moves.labels(room.game.name).inc()
        room.seats = seats
        room.moved_at = moved_at
        room.status, room.offer, room.revision = status, offer, revision
        room.ask(entry.at, entry.seat if shown else None)
        self.bulletin.post(of_table(room.id))
        self.attend(room.id)

    def alarm(self, seats: list[Seat], state: State | None) -> float | None:
        """When the server must next do something at a table by itself."""
        due: list[float] = []
        for seat in () if state is None else state.deciders:
            chair = seats[seat]
            deadline = chair.clock.deadline()
            if chair.bot_plays or (state is not None and frame_of(state) in chair.passes):
                due.append(self.now())
            elif deadline is not None:
                due.append(deadline)
        return min(due, default=None)

    def substituted(self, chair: Seat, held: str) -> Seat:
        """The chair with a bot in its person's place, and its clock standing."""
        clock = replace(
            chair.clock, bank=None if chair.clock.bank is None else chair.clock.left(self.now()), since=None
        )
        return replace(chair, level=SUBSTITUTE, held=held, clock=clock)  # type: ignore[arg-type]


def no_table() -> NotFound:
    """The refusal that does not tell whether there is one."""
    return NotFound("no-table", _("There is no such table, or it is private."))


def _nobody(_table: str) -> None:
    """Nobody attends."""
