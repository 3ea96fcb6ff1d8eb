"""Playing: looking at a table, moving, taking back, leaving the seat to a bot and coming back."""

from dataclasses import replace

from spyring.engine.errors import BadMove, IllegalMove
from spyring.engine.i18n import _
from spyring.server.core.caller import Caller
from spyring.server.core.payloads import Position, WhyNot
from spyring.server.core.problems import Conflict, Forbidden, Problem, Refused, Stale
from spyring.server.core.storage.statements import WriteConflict
from spyring.server.core.tables import presenting
from spyring.server.core.tables.chair import GRACE_SECONDS, Chair, Held, SeatClock
from spyring.server.core.tables.changes import Changes
from spyring.server.core.tables.conceding import concession, may_take_win, open_tables
from spyring.server.core.tables.live_table import LiveTable, Offer
from spyring.server.core.tables.timeline import MAX_ENTRIES_TO_UNDO, Kind

MAX_PASSES = 40


class Playing:
    """The actions of people at a table."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.live_tables = changes.live_tables
        self.table_store = changes.table_store
        self.time = changes.time

    async def position(self, table: str, caller: Caller, since: int = -1) -> Position:
        """The table as this reader may see it now."""
        return self.show(await self.live_tables.readable(table, caller), caller, since)

    def show(self, live: LiveTable, caller: Caller, since: int = -1) -> Position:
        """A table as this reader may see it now."""
        return presenting.position(live, caller, self.time.now(), since)

    def answer_to_move(self, live: LiveTable, caller: Caller, since: int) -> bytes:
        """The position for a player who has just moved. It is kept, because their event stream tells the
        same.
        """
        wire = self.show(live, caller, since).wire()
        if live.terms is None:  # a clock may have run on
            live.last_answer = (caller.id, _known_by(live, caller, since), wire)
        return wire

    def news(self, live: LiveTable, caller: Caller, since: int) -> bytes:
        """The position for an event stream."""
        if live.last_answer is not None and live.last_answer[0] == caller.id:
            _mover, known_by, wire = live.last_answer
            if known_by == _known_by(live, caller, since):
                return wire
        return self.show(live, caller, since).wire()

    async def play(
        self, table: str, caller: Caller, number: int, text: str, seat: int | None = None
    ) -> LiveTable:
        """Make a move that was decided on at the reader's ``number``. A player with several seats names one;
        otherwise the move is made for the seat that can make it now.
        """
        live = self.live_tables.cached(table, caller) or await self.live_tables.for_action(table, caller)
        async with live.lock:
            for behind in (self.table_store.database.shared, False):
                try:
                    await self._move(live, caller, number, text, seat)
                    return live
                except Problem:  # another worker may have changed the table; look again
                    if not behind or not await self.live_tables.catch_up_if_behind(live):
                        raise
                except WriteConflict:
                    await self.live_tables.catch_up(live)
        raise Stale(self.show(live, caller, number))

    async def _move(self, live: LiveTable, caller: Caller, number: int, text: str, seat: int | None) -> None:
        """Make a move on the current position, or refuse it."""
        chair = live.require_player(caller, seat)
        self.in_time(live, caller, number)
        move = _move(live, text, caller)
        seats, timeline = live.seats_of(caller.id), live.running
        if seat is None and len(seats) > 1:
            chair = live.require_player(caller, _mover(live, caller, move))
        refusal = timeline.state.why_not(chair.seat, move)
        if refusal is not None:
            reason = refusal.say(live.translate_for(caller))
            raise Refused("illegal", "{reason}", clause=refusal.clause or None, reason=reason)
        asked = _consents(live, seats) if len(seats) > 1 else {}
        await self.changes.append(live, timeline.consider(chair.seat, move, self.time.now()))
        if len(seats) > 1 and (not asked or move in asked.values()):
            await self._follow(live, seats)

    async def _follow(self, live: LiveTable, seats: tuple[int, ...]) -> None:
        """When a player with several seats proposes or agrees with one of them, the others agree at once."""
        for _other in seats:  # one by one: the next decider may depend on it
            asked = _consents(live, seats)
            if not asked:
                return
            seat, agreement = min(asked.items())
            try:
                await self.changes.append(live, live.running.consider(seat, agreement, self.time.now()))
            except WriteConflict:  # the move itself is made; the player can agree for the other seats
                await self.live_tables.catch_up(live)
                return

    async def why_not(self, table: str, caller: Caller, text: str, seat: int | None = None) -> WhyNot:
        """Whether a move is allowed now, and if not, the clause and the reason."""
        live = await self.live_tables.for_action(table, caller)
        live.require_seat(caller)
        live.require_playable()
        if live.timeline is None:
            raise Conflict("not-begun", _("The game has not started."))
        move = _move(live, text, caller)
        chair = live.require_seat(caller, _mover(live, caller, move) if seat is None else seat)
        refusal = live.timeline.state.why_not(chair.seat, move)
        if refusal is None:
            return WhyNot(legal=True, clause=None, reason=None)
        reason = refusal.say(live.translate_for(caller))
        return WhyNot(legal=False, clause=refusal.clause or None, reason=reason)

    async def set_passes(self, table: str, caller: Caller, frames: list[str]) -> Position:
        """Set the windows that this person's seats pass automatically, whatever they hold. Such a pass takes
        as long as if a person had thought.
        """
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_seat(caller)
            live.require_playable()
            for frame in frames:
                if frame not in live.game.frames:
                    raise Refused("no-window", _("This game has no decision called {name}."), name=frame)
            passes = tuple(sorted(set(frames)))[:MAX_PASSES]
            mine = live.seats_of(caller.id)
            chairs = [replace(c, passes=passes) if c.seat in mine else c for c in live.chairs]
            state = None if live.timeline is None else live.timeline.state
            wake_at = self.changes.alarm(chairs, state) if live.status == "playing" else None
            await self.table_store.set_passes(live, mine, passes, wake_at)
            live.sit(chairs)
        self.changes.hooks.reschedule(live.id)
        return self.show(live, caller, live.number(live.reader(caller.id)))

    # -- leaving the seat to a bot ---------------------------------------------------------------------------

    async def resign(self, table: str, caller: Caller) -> Position:
        """Resign; a bot plays on, so that the others can finish."""
        return await self._hand_over(table, caller, "resigned")

    async def take_win(self, table: str, caller: Caller) -> Position:
        """End a game in which everybody else has resigned: the caller wins it."""
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_player(caller)
            outcome = concession(live.game, live.chairs, open_tables(live))
            if outcome is None or not may_take_win(live, live.seats_of(caller.id)):
                raise Conflict("not-given-up", _("Someone else is still playing."))
            at = self.time.now()
            timed = [chair for chair in live.chairs if chair.clock.since is not None]
            stopped = [replace(chair, clock=SeatClock(chair.clock.left(at))) for chair in timed]
            over = {"status": "over", "outcome": outcome, "moved_at": at, "offer": None}
            await self.change(live, caller, *stopped, **over)
            return self.show(live, caller, live.number(live.reader(caller.id)))

    async def step_away(self, table: str, caller: Caller) -> Position:
        """Let a bot play until the caller comes back."""
        return await self._hand_over(table, caller, "asked")

    async def come_back(self, table: str, caller: Caller) -> Position:
        """Take the caller's seat back from its bot."""
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            chair = live.require_seat(caller)
            live.require_playable()
            if chair.held == "resigned":
                raise Forbidden("resigned", _("You have resigned from this game."))
            mine = [live.chairs[seat] for seat in live.seats_of(caller.id)]
            away = [self._back(live, chair) for chair in mine if chair.held != "no"]
            if away and live.status == "playing":
                await self.change(live, caller, *away)
            return self.show(live, caller, live.number(live.reader(caller.id)))

    async def time_out(self, table: str, seat: int) -> None:
        """Let a bot hold a seat whose time has run out."""
        live = await self.live_tables.find(table)
        async with live.lock:
            if live.pace == "days":  # the player may have gone on vacation meanwhile
                await self.live_tables.refresh(live)
            chair, at = live.chairs[seat], self.time.now()
            asked = chair.present and seat in live.deciders()
            if asked and chair.clock.since is not None and chair.clock.left(at) <= 0:
                begins = chair.runs_from(at, live.pace)
                late = replace(chair, clock=chair.clock.standing(at, begins))
                try:
                    await self.changes.change(live, chair.substituted("time", at) if begins <= at else late)
                    if begins <= at:
                        self.changes.hooks.timed_out()
                except WriteConflict:  # another worker noticed it, too
                    await self.live_tables.catch_up(live)

    # -- taking back -----------------------------------------------------------------------------------------

    async def undo(self, table: str, caller: Caller, number: int) -> Position:
        """Take back the caller's last move: at once if nobody could know of it yet, else with the consent of
        all seated people.
        """
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_player(caller)
            self.in_time(live, caller, number)
            reader = live.reader(caller.id)
            if live.number(reader) >= MAX_ENTRIES_TO_UNDO:
                raise Conflict("too-much-undone", _("This game has reached its undo limit. Play on."))
            free = live.running.free_undo(reader)
            if free is not None:
                await self._go_back(live, caller, "drop", live.running.mover(free), free)
                return self.show(live, caller, number)
            target = live.running.last_move(reader)
            if target is None:
                raise Conflict("nothing-to-undo", _("You have made no move yet."))
            if live.sealed:
                text = _("Other tables play the same deal. Only moves that showed nothing can be undone.")
                raise Conflict("cannot-undo", text)
            if live.open_offer is not None:
                raise Conflict("offer-open", _("Someone has already asked for an undo. Answer that first."))
            by, agreed = live.running.mover(target), live.seats_of(caller.id)
            await self._agree(live, caller, Offer(live.revision + 1, by, target, agreed))
            return self.show(live, caller, number)

    async def answer(self, table: str, caller: Caller, offer: int, agree: bool) -> Position:
        """Agree to the offer to go back, or refuse it; the player who made it learns of a refusal, or
        withdraws it by refusing. Players who are away can answer, too.
        """
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            live.require_consenting(caller)
            found, mine = live.open_offer, live.seats_of(caller.id)
            if found is None or found.id != offer:
                raise Conflict("no-offer", _("That request has ended. There is nothing to answer."))
            number = live.number(live.reader(caller.id))
            if agree:
                agreed = tuple(sorted({*found.agreed, *mine}))
                await self._agree(live, caller, replace(found, agreed=agreed))
            else:
                refusal = None if found.by in mine else replace(found, refused=True).to_text()
                await self.change(live, caller, offer=refusal)
            return self.show(live, caller, number)

    async def _agree(self, live: LiveTable, caller: Caller, offer: Offer) -> None:
        if set(live.consenting()) - set(offer.agreed):
            await self.change(live, caller, offer=offer.to_text())
            return
        if live.offer is not None:
            await self.change(live, caller, offer=None)
        if not live.running.dropped_by("back", offer.target):
            raise Conflict("nothing-to-undo", _("This move has already been undone."))
        await self._go_back(live, caller, "back", offer.by, offer.target)

    async def _go_back(self, live: LiveTable, caller: Caller, kind: Kind, seat: int, target: int) -> None:
        try:
            step = live.running.consider_undo(kind, seat, target, self.time.now())
            await self.changes.append(live, step)
        except IllegalMove:
            raise Conflict(
                "cannot-undo", _("This move cannot be undone: later events depend on it.")
            ) from None
        except WriteConflict:
            await self.live_tables.catch_up(live)
            raise Stale(self.show(live, caller)) from None

    # -- for all of them --------------------------------------------------------------------------------

    def in_time(self, live: LiveTable, caller: Caller, number: int) -> None:
        """Refuse a decision on an old position; a resignation does not change the position."""
        reader = live.reader(caller.id)
        now = live.number(reader)
        if number == now:
            return
        since = live.running.observed(reader, number)
        if not 0 <= number < now or any(entry.kind != "quit" for _number, entry in since):
            raise Stale(self.show(live, caller, number if number < now else -1))

    async def change(self, live: LiveTable, caller: Caller, *chairs: Chair, **values: object) -> None:
        """Change a table, unless another request was faster."""
        try:
            await self.changes.change(live, *chairs, **values)
        except WriteConflict:
            await self.live_tables.catch_up(live)
            raise Stale(self.show(live, caller)) from None

    # -- inside ----------------------------------------------------------------------------------------------

    async def _hand_over(self, table: str, caller: Caller, held: Held) -> Position:
        live = await self.live_tables.for_action(table, caller)
        async with live.lock:
            if held == "resigned":
                live.require_consenting(caller)  # also for a seat that a bot holds
            else:
                live.require_player(caller)
            at, seats = self.time.now(), live.seats_of(caller.id)
            chairs = [live.chairs[seat].substituted(held, at) for seat in seats]
            log = live.running.resignation(seats, at) if held == "resigned" else []
            await self.change(live, caller, *chairs, log=log)
            return self.show(live, caller, live.number(live.reader(caller.id)))

    def _back(self, live: LiveTable, chair: Chair) -> Chair:
        clock = chair.clock
        if chair.held == "time" and live.terms is not None and clock.bank is not None:
            grace = min(GRACE_SECONDS + live.terms.increment, live.terms.cap)
            clock = replace(clock, bank=max(clock.bank, grace))
        if chair.seat in live.deciders():
            clock = clock.started(chair.runs_from(self.time.now(), live.pace))
        return replace(chair, level=None, held="no", clock=clock)


def _known_by(live: LiveTable, caller: Caller, since: int) -> tuple[object, ...]:
    """Everything that the position for a player follows from, except running clocks."""
    table = (live.revision, live.length, live.status, live.frozen, live.watched_at, live.chairs)
    return (caller.language, since, *table)


def _mover(live: LiveTable, caller: Caller, move: int) -> int | None:
    """The person's seat that can make a move now, else the one that they speak for."""
    for seat in live.acting(live.seats_of(caller.id)):
        if live.chairs[seat].present and live.running.state.why_not(seat, move) is None:
            return seat
    return None


def _consents(live: LiveTable, seats: tuple[int, ...]) -> dict[int, int]:
    """The moves by which a person's other seats agree with the proposal."""
    state, found = live.running.state, {}
    for seat in set(seats).intersection(live.deciders()):
        for move in state.legal(seat):
            if state.game.moves.phrase(move).agrees:
                found[seat] = move
    return found


def _move(live: LiveTable, text: str, caller: Caller) -> int:
    try:
        return live.game.moves.parse(text, presenting.met(live, caller))
    except BadMove as error:
        raise Refused("bad-move", "{reason}", reason=error.say(live.translate_for(caller))) from None
