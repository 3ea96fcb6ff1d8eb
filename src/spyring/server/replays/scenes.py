"""Scenes: each event that a reader saw, with their view of the table at that moment.

Only the log is stored, so scenes are made by replaying the game; a recorder inside the state gets every event
at its moment. A scene holds only the reader's own events and views.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from spyring.engine.game import Game
from spyring.engine.i18n import Translate
from spyring.engine.notation import Event
from spyring.engine.position import Json
from spyring.engine.state import State
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import EventText
from spyring.server.core.tables.conceding import open_table
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.timeline import TAKES_BACK, Entry, Reader, Timeline, mask_of

LONG_LOG_ENTRIES: Final = 400  # longer logs are replayed outside of the event loop


@dataclass(frozen=True, slots=True)
class Scene:
    """An event, and the views of the table at its moment."""

    number: int  # of the entry, as the reader counts
    at: int  # the index among the reader's events of that entry
    told: EventText
    views: list[Json]


class Scenes:
    """The scenes of a table, for people who may see it."""

    def __init__(self, live_tables: LiveTables) -> None:
        self.live_tables = live_tables

    async def between(
        self, table: str, caller: Caller, after: int, until: int, wanted: range
    ) -> tuple[list[Scene], int]:
        """The wanted scenes among a reader's entries after one number and up to another, and how many there
        are in all.
        """
        live = await self.live_tables.readable(table, caller)
        if live.timeline is None:
            return [], 0
        reader, seat = live.reader(caller.id), live.seat_of(caller.id)
        work = (live.timeline, reader, seat, after, until, wanted, live.translate_for(caller))
        if live.timeline.length < LONG_LOG_ENTRIES:
            return between(*work)
        return await asyncio.to_thread(between, *work)

    async def of_step(
        self, table: str, caller: Caller, step: int, eyes: Sequence[int | None], wanted: range
    ) -> tuple[list[Scene], int]:
        """The scenes of one step of a finished game, with the views of all these seats; the events are those
        of the first one.
        """
        live = await self.live_tables.readable(table, caller)
        moves = live.timeline.moves() if live.timeline is not None and live.status == "over" else []
        if not 1 <= step <= len(moves):
            return [], 0
        recorder = SceneRecorder(eyes[0], eyes, wanted, opened=len(eyes) > 1)
        numbers = {moves[step - 1].number: step}
        scenes = played(live.running, moves, numbers, recorder, live.translate_for(caller), past=True)
        return scenes, recorder.count

    async def last_of(
        self, table: str, caller: Caller, kinds: Sequence[str], eyes: Sequence[int | None] = ()
    ) -> Scene | None:
        """The last scene of one of these kinds that a reader saw, or None. A finished game can be seen from
        other ``eyes``.
        """
        live = await self.live_tables.readable(table, caller)
        if live.timeline is None:
            return None
        if eyes and live.status == "over":
            recorder = SceneRecorder(eyes[0], eyes, range(0), opened=len(eyes) > 1)
        else:
            recorder = SceneRecorder(live.reader(caller.id), [live.seat_of(caller.id)], range(0))
        return last_of(live.timeline, recorder, kinds, live.translate_for(caller))


class SceneRecorder:
    """Gets the weighty events that one reader may know, and keeps some of them."""

    def __init__(
        self, reader: Reader, seats: Sequence[int | None], wanted: range, opened: bool = False
    ) -> None:
        self.opened = opened  # whether the viewer may know everything, through all these views
        self.mask = mask_of(reader)
        self.seats = seats
        self.wanted = wanted
        self.number = 0
        self.at = 0
        self.count = 0
        self.kept: list[tuple[int, int, Event, list[Json]]] = []

    def begin(self, number: int) -> None:
        """Start an entry; the next events belong to it."""
        self.number = number
        self.at = 0

    def on_event(self, state: State, event: Event) -> None:
        """Called by the state at every event."""
        if not event.audience & self.mask:
            return
        if state.game.events.kinds[event.kind].weight:
            if self.count in self.wanted:
                views = [self._seen(state, seat) for seat in self.seats]
                self.kept.append((self.number, self.at, event, views))
            self.count += 1
        self.at += 1

    def scenes(self, game: Game, translate: Translate, past: bool = False) -> list[Scene]:
        """The kept events as scenes."""
        say = game.events.say_past if past else game.events.say
        return [
            Scene(
                number, at, EventText(fields=game.events.fields(event), sentence=say(event, translate)), views
            )
            for number, at, event, views in self.kept
        ]

    def _seen(self, state: State, seat: int | None) -> Json:
        scene = state.scene(seat)
        return scene | {"table": open_table(state, seat)} if self.opened else scene


def between(
    timeline: Timeline,
    reader: Reader,
    seat: int | None,
    after: int,
    until: int,
    wanted: range,
    translate: Translate,
) -> tuple[list[Scene], int]:
    """The scenes between two numbers of a reader, seen from one seat; none if a move there was taken back."""
    observed = timeline.observed(reader, after)
    if any(entry.kind in TAKES_BACK or entry.undone for _number, entry in observed):
        return [], 0
    numbers = {entry.number: number for number, entry in observed if number <= until}
    recorder = SceneRecorder(reader, [seat], wanted)
    return played(timeline, timeline.moves(), numbers, recorder, translate), recorder.count


def last_of(
    timeline: Timeline, recorder: SceneRecorder, kinds: Sequence[str], translate: Translate
) -> Scene | None:
    """The last scene of one of these kinds that the recorder's reader saw, or None."""
    book = timeline.game.events
    moves = timeline.moves()
    for entry in reversed(moves):
        told = [event for event in entry.events if event.audience & recorder.mask]
        named = [book.kinds[event.kind].name for event in told if book.kinds[event.kind].weight]
        wanted = [at for at, name in enumerate(named) if name in kinds]
        if wanted:
            recorder.wanted = range(wanted[-1], wanted[-1] + 1)
            return played(timeline, moves, {entry.number: entry.number}, recorder, translate)[0]
    return None


def played(
    timeline: Timeline,
    moves: Iterable[Entry],
    numbers: dict[int, int],
    recorder: SceneRecorder,
    translate: Translate,
    past: bool = False,
) -> list[Scene]:
    """Replay the game from the first numbered entry to the last, with a recorder at each. The events are told
    in the present, or in the past for the story of a finished game.
    """
    first, last = min(numbers, default=1), max(numbers, default=0)
    state = timeline.before(first)
    for entry in moves:
        if entry.number > last:
            break
        if entry.number < first:
            continue
        if entry.number in numbers:
            recorder.begin(numbers[entry.number])
            state.observer = recorder
        timeline.advance(state, entry.number, entry.seat, entry.text)
        state.observer = None
    return recorder.scenes(timeline.game, translate, past)
