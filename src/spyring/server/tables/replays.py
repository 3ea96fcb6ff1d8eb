"""When it is over everything opens: the record, the replay from any seat. Before that: one's own view, and no
more.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from spyring.engine.notation import Event
from spyring.engine.position import Json
from spyring.engine.record import BOT, Record
from spyring.engine.seats import SPECTATOR
from spyring.engine.words import _
from spyring.server.caller import Caller
from spyring.server.payloads import Export, ReplayStep, Told
from spyring.server.problems import Conflict, Forbidden, NotFound
from spyring.server.tables import presenting
from spyring.server.tables.chair import Chair
from spyring.server.tables.presenting import FORMER
from spyring.server.tables.room import FROZEN, Room
from spyring.server.tables.rooms import Rooms
from spyring.server.tables.timeline import Entry


@dataclass(frozen=True, slots=True)
class LookBack:
    """A finished game at one step: what each of some seats saw, and with the numbers of their steps what
    the first of them was told.
    """

    steps: list[ReplayStep]
    told: list[tuple[int, Told]]
    outcome: Json  # of the game, however early the step
    ended_at: float


class Replays:
    """Finished games, and what one may take home of an unfinished one."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def record(self, table: str, caller: Caller) -> str:
        """A finished game as a text that `spyring replay` opens."""
        return (await self.record_of(table, caller)).text()

    async def record_of(self, table: str, caller: Caller) -> Record:
        """A finished game as its record."""
        room = await self._finished(table, caller)
        game = room.game
        position, entries = _own_part(room)
        moves = [(entry.seat, game.moves.parse(entry.text)) for entry in entries]
        labels = game.seat_names(room.start.seats)
        players = {labels[c.seat]: _player(c) for c in room.chairs}
        legacy = room.start.legacy if position is None else None
        state = room.game_on.state
        return Record.of(state, 0, moves, legacy, players, position, room.seal)

    async def export(self, table: str, caller: Caller) -> Export:
        """A game as far as this reader knows it, finished or not."""
        room = await self.rooms.readable(table, caller)
        if room.status == "open":
            raise Conflict("not-begun", _("The game has not begun."))
        seat, timeline = room.seat_of(caller.id), room.timeline
        reader = room.reader(caller.id)
        translate = caller.reads(room.game)
        names = room.game.seat_names(room.start.seats)
        entries = [entry for entry in await self.rooms.archive.log(room.id) if entry.kind == "move"]
        return Export(
            game=room.game.name,
            rules_version=room.rules_version,
            options=room.start.options,
            seat=seat,
            frozen=None if room.frozen is None else translate(FROZEN[room.frozen]),
            view=None if timeline is None else timeline.state.view(seat),
            log=[] if timeline is None else presenting.log(timeline, reader, -1, room.made_at, translate),
            moves=[
                f"{names[entry.seat]} {entry.text}"
                for entry in entries
                if room.status == "over" or entry.seat in room.seats_of(caller.id)
            ],
        )

    async def step(self, table: str, caller: Caller, step: int, seat: int | None = None) -> ReplayStep:
        """A finished game after ``step`` moves, as ``seat`` saw it then."""
        room = await self._finished(table, caller)
        if not 0 <= step <= len(room.game_on.moves()):
            raise _no_step()
        return _look_back(room, step, [seat], caller)[0]

    async def look_back(
        self, table: str, caller: Caller, step: int, seats: Sequence[int | None], told_steps: int = 0
    ) -> LookBack:
        """A finished game at the step nearest to ``step``, as each of these seats saw it then, and what the
        first of them was told there and in the steps just before.
        """
        room = await self._finished(table, caller)
        moves = room.game_on.moves()
        step = max(0, min(step, len(moves)))
        steps = _look_back(room, step, seats, caller)
        translate = caller.reads(room.game)
        heard = [
            (at, told)
            for at in range(max(0, step - told_steps), step + 1)
            for told in presenting.told(room.game, _events(room, moves, at), seats[0], translate, past=True)
        ]
        ended = room.game_on.state.view(None)["outcome"]
        return LookBack(steps, heard, ended, moves[-1].at if moves else room.made_at)

    async def turn(self, table: str, caller: Caller, step: int, way: int, kinds: Collection[str]) -> int:
        """From a step of a finished game on (``way`` above 0) or back to the next one where everybody was
        told something of these kinds, else to the end or the beginning.
        """
        room = await self._finished(table, caller)
        moves = room.game_on.moves()
        step = max(0, min(step, len(moves)))
        book, everybody = room.game.events, 1 << SPECTATOR
        path = range(step + 1, len(moves) + 1) if way > 0 else range(step - 1, -1, -1)
        for at in path:
            for event in _events(room, moves, at):
                if event.audience & everybody and book.kinds[event.kind].name in kinds:
                    return at
        return path[-1] if path else step

    async def outlived(self, table: str, caller: Caller) -> bool:
        """Whether something of a finished game outlives it, so that a campaign can go on with it."""
        room = await self._finished(table, caller)
        return room.game_on.state.legacy() is not None

    async def _finished(self, table: str, caller: Caller) -> Room:
        room = await self.rooms.readable(table, caller)
        if room.status != "over":
            raise Forbidden("not-over", _("The game is not over yet."))
        room.thawed()
        return room


def _look_back(room: Room, step: int, seats: Sequence[int | None], caller: Caller) -> list[ReplayStep]:
    """The game played once more up to a step, and then seen from each of these seats."""
    translate = caller.reads(room.game)
    if any(seat is not None and not 0 <= seat < room.start.seats for seat in seats):
        raise _no_step()
    moves = room.game_on.moves()
    then = room.game_on.at(step)
    last = moves[step - 1] if step else None
    book = room.game.moves
    return [
        ReplayStep(
            table=room.id,
            game=room.game.name,
            step=step,
            steps=len(moves),
            seat=seat,
            mover=None if last is None else last.seat,
            move=None if last is None else last.text,
            sentence=None if last is None else book.say(book.parse(last.text), translate),
            reason=None if last is None else presenting.reason(last, translate),
            view=then.view(seat),
            events=presenting.told(room.game, _events(room, moves, step), seat, translate),
        )
        for seat in seats
    ]


def _own_part(room: Room) -> tuple[Json | None, list[Entry]]:
    """Where the table's own key begins to decide, if not at the start, and the moves from there on."""
    moves = room.game_on.moves()
    if not room.start.branches:
        return None, moves
    last = room.start.branches[-1][0]
    taken_over = sum(entry.number <= last for entry in moves)
    position = room.game_on.at(taken_over).to_json()
    del position["events"]  # the record tells its moves
    return position, moves[taken_over:]


def _player(chair: Chair) -> str:
    return FORMER if chair.name == "" else chair.name or f"{BOT}{chair.level}"


def _events(room: Room, moves: Sequence[Entry], step: int) -> tuple[Event, ...]:
    """What happened at a step of a game; step 0 is its beginning."""
    return moves[step - 1].events if step else room.game_on.opening


def _no_step() -> NotFound:
    return NotFound("no-step", _("The game has no such step, or no such seat."))
