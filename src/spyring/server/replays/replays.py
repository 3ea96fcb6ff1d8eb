"""Replays: after the end, the record and every seat's view are open."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from spyring.engine.i18n import Translate, _
from spyring.engine.notation import Event
from spyring.engine.position import Json
from spyring.engine.record import BOT, Record
from spyring.engine.seats import SPECTATOR
from spyring.server.core.bots.levels import SUBSTITUTE
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import EventText, NewTable, TableCard
from spyring.server.core.problems import Forbidden, NotFound
from spyring.server.core.tables import presenting
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.conceding import closed, conceded, open_table, told_resigned
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.presenting import FORMER
from spyring.server.core.tables.seating import Seating
from spyring.server.core.tables.timeline import Entry
from spyring.server.replays.archive import archive_of, record_of
from spyring.server.replays.payloads import ReplayStep


@dataclass(frozen=True, slots=True)
class LookBack:
    """A finished game at one step: the views of some seats, and the events of the last steps for the first of
    them.
    """

    steps: list[ReplayStep]
    told: list[tuple[int, EventText]]
    outcome: Json  # of the whole game, even at an early step
    ended_at: float
    archived: bool  # whether the current rules, and perhaps the pages, cannot show it


class Replays:
    """Finished games."""

    def __init__(self, live_tables: LiveTables, seating: Seating) -> None:
        self.live_tables = live_tables
        self.seating = seating

    async def record(self, table: str, caller: Caller) -> str:
        """A finished game as a text that `spyring replay` opens."""
        return (await self.record_of(table, caller)).text()

    async def record_of(self, table: str, caller: Caller) -> Record:
        """A finished game as its record."""
        live = await self.finished(table, caller)
        if (archive := archive_of(live)) is not None:
            return archive.record(_players(live, archive.seats))
        labels = live.game.seat_names(live.start.seats)
        return record_of(live.running, live.seal, _players(live, labels))

    async def play_on(
        self,
        table: str,
        caller: Caller,
        step: int,
        seat: int,
        promise: str | None = None,
        nonce: str | None = None,
    ) -> TableCard:
        """A new table that starts from a finished game after ``step`` moves, with bots in the other seats. It
        has new chance, because the chance of the finished game is public.
        """
        live = await self.finished(table, caller)
        caller.require_person()
        live.require_playable()
        moves = live.running.moves()
        if not 0 <= step < len(moves) or not 0 <= seat < live.start.seats:
            raise _no_step()
        log = [replace(entry, number=number, clocks=None) for number, entry in enumerate(moves[:step], 1)]
        bots = {other: SUBSTITUTE for other in range(live.start.seats) if other != seat}
        body = NewTable(
            game=live.game.name,
            seats=live.start.seats,
            public=False,
            seat=seat,
            bots=bots,
            promise=promise,
            nonce=nonce,
        )
        start = replace(live.start, branches=_branches(live, moves[:step]))
        return presenting.table_card(await self.seating.make_from(caller, body, start, log), caller)

    async def step(self, table: str, caller: Caller, step: int, seat: int | None = None) -> ReplayStep:
        """A finished game after ``step`` moves, as ``seat`` saw it then."""
        live = await self.finished(table, caller)
        if not 0 <= step <= _last(live):
            raise _no_step()
        return _look_back(live, step, [seat], caller)[0]

    async def look_back(
        self, table: str, caller: Caller, step: int, seats: Sequence[int | None], told_steps: int = 0
    ) -> LookBack:
        """A finished game at the step nearest to ``step``: the view of each of these seats, and the events
        that the first one saw there and in the steps just before.
        """
        live = await self.finished(table, caller)
        step = max(0, min(step, _last(live)))
        first = max(0, step - told_steps)
        archive, moves = archive_of(live), [] if live.archive else live.running.moves()

        def told(at: int) -> list[EventText]:
            if archive is not None:
                return archive.told(at, seats[0], caller.language, past=True)
            translate, events = live.translate_for(caller), _events(live, moves, at)
            heard = presenting.told(live.game, events, seats[0], translate, past=True)
            return heard + _resigned(live, moves, at, translate)

        end = live.running.state.view(None) if archive is None else archive.view(archive.last, None)
        ended_at = archive.ended_at if archive else moves[-1].at if moves else None
        return LookBack(
            _look_back(live, step, seats, caller),
            [(at, line) for at in range(first, step + 1) for line in told(at)],
            closed(end, conceded(live))["outcome"],
            ended_at or live.made_at,
            archived=archive is not None,
        )

    async def turn(self, table: str, caller: Caller, step: int, way: int, kinds: Collection[str]) -> int:
        """The next step of a finished game with an event of these kinds that everybody saw: forwards if
        ``way`` is above 0, else backwards. Without such an event, the end or the start.
        """
        live = await self.finished(table, caller)
        moves = [] if live.archive else live.running.moves()
        last = _last(live)
        step = max(0, min(step, last))
        path = range(step + 1, last + 1) if way > 0 else range(step - 1, -1, -1)
        for at in path:
            if _has(live, moves, at, kinds):
                return at
        return path[-1] if path else step

    async def archived(self, table: str, caller: Caller) -> int | None:
        """The last step of a finished game that is shown from its archive, because its rules are gone; None
        for any other.
        """
        live = await self.live_tables.readable(table, caller)
        return None if live.archive is None else live.archive.last

    async def outlived(self, table: str, caller: Caller) -> bool:
        """Whether a finished game leaves a legacy with which a campaign can continue."""
        live = await self.finished(table, caller)
        return archive.outlived if (archive := archive_of(live)) else live.running.state.legacy() is not None

    async def finished(self, table: str, caller: Caller) -> LiveTable:
        """A finished game; refuses callers who may not see the replay, and all while it is running."""
        live = await self.live_tables.readable(table, caller)
        if live.status != "over":
            raise Forbidden("not-over", _("The game is not over yet."))
        if live.archive is None:
            live.require_playable()
        return live


def _last(live: LiveTable) -> int:
    """The number of steps of a finished game."""
    return live.archive.last if live.archive else len(live.running.moves())


def _has(live: LiveTable, moves: Sequence[Entry], step: int, kinds: Collection[str]) -> bool:
    """Whether a step has an event of these kinds that everybody saw."""
    if (archive := archive_of(live)) is not None:
        return archive.has(step, kinds)
    book, events = live.game.events, _events(live, moves, step)
    return any(event.audience >> SPECTATOR & 1 and book.kinds[event.kind].name in kinds for event in events)


def _look_back(live: LiveTable, step: int, seats: Sequence[int | None], caller: Caller) -> list[ReplayStep]:
    """Replay the game up to a step, and show it from each of these seats. Several seats together see
    everything open, because one reader sees all of them.
    """
    opened = len(seats) > 1
    translate = live.translate_for(caller)
    if any(seat is not None and not 0 <= seat < live.start.seats for seat in seats):
        raise _no_step()
    won = conceded(live) if step == _last(live) else None
    if (archive := archive_of(live)) is not None:
        found = [archive.step(live.id, live.game.name, step, seat, caller.language) for seat in seats]
        return [one.model_copy(update={"view": closed(one.view, won)}) for one in found]
    moves = live.running.moves()
    then = live.running.at(step)
    last = moves[step - 1] if step else None
    book = live.game.moves
    return [
        ReplayStep(
            table=live.id,
            game=live.game.name,
            step=step,
            steps=len(moves),
            seat=seat,
            mover=None if last is None else last.seat,
            move=None if last is None else last.text,
            sentence=None if last is None else book.say(book.parse(last.text), translate),
            reason=None if last is None else last.reason(translate),
            view=closed(then.view(seat) | ({"table": open_table(then, seat)} if opened else {}), won),
            events=presenting.told(live.game, _events(live, moves, step), seat, translate),
        )
        for seat in seats
    ]


def _players(live: LiveTable, labels: Sequence[str]) -> dict[str, str]:
    """The players by seat, if they are still known."""
    return {labels[chair.seat]: _player(chair) for chair in live.chairs}


def _player(chair: Chair) -> str:
    return FORMER if chair.name == "" else chair.name or f"{BOT}{chair.level}"


def _events(live: LiveTable, moves: Sequence[Entry], step: int) -> tuple[Event, ...]:
    """The events of a step; step 0 is the start."""
    return moves[step - 1].events if step else live.running.opening


def _resigned(live: LiveTable, moves: Sequence[Entry], step: int, translate: Translate) -> list[EventText]:
    """The players who resigned before the next step."""
    seats = live.running.resigned_after(moves[step - 1].number if step else 0)
    return [told_resigned(live.game, live.start.seats, seat, translate) for seat in seats]


def _no_step() -> NotFound:
    return NotFound("no-step", _("This game has no such step or seat."))


def _branches(live: LiveTable, moves: Sequence[Entry]) -> tuple[tuple[int, bytes], ...]:
    """The keys of the first moves of a finished game, counted as in the new log."""
    keys: dict[int, bytes] = {0: live.start.key_for(0)}
    for number, entry in enumerate(moves, 1):
        keys[number] = live.start.key_for(entry.number)
    return tuple((last, key) for last, key in keys.items() if keys.get(last + 1) != key)
