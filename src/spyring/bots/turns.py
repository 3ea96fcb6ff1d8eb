"""Whose turn it is, including seats that may interrupt: the arena and all interfaces ask in this order."""

from collections.abc import Sequence
from typing import Any

from mypy_extensions import i64

from spyring.bots.bot import Bot, free_seats
from spyring.bots.trace import some
from spyring.engine.frame import UNSEEN, Frame, Refusal
from spyring.engine.seats import members
from spyring.engine.state import State

Held = tuple[int, int, int, list[int], int, bool]  # silent, made, waited, queue, seat, free


class Turns:
    """A game, and who acts next in it: ``seat``, or -1 when it is over.

    After every move each seat that may act unasked is asked once whether it wants to, in turn and beginning
    with another seat each time; then the first of those that must decide. Who has waited is not asked again
    before something happens that it can notice: otherwise the question itself would tell. A seat that may
    interrupt is ``free`` to wait: that is the move ``wait``, one above the moves of the book.

    ``silent`` seats are asked only when they must decide.

    >>> import spyring
    >>> turns = Turns(spyring.game("krakow").start(seed=7, years=1))
    >>> turns.seat in turns.state.deciders, turns.free, turns.wait == len(turns.state.game.moves)
    (True, False, True)
    """

    def __init__(self, state: State, silent: Sequence[int] = ()) -> None:
        self.state = state
        self.wait: int = len(state.game.moves)
        self.made: i64 = 0  # moves so far
        self.waited: i64 = 0  # a mask of seats that have noticed nothing since
        self.silent: i64 = 0  # a mask
        for seat in silent:
            self.silent |= 1 << seat
        self.queue: list[int] = []  # who may still act before the game waits for its deciders
        self.seat: int = -1
        self.free = False
        self._ask()

    def legal(self) -> tuple[int, ...]:
        """What the seat may do, waiting included if it is free to."""
        moves = self.state.legal(self.seat)
        return (*moves, self.wait) if self.free else moves

    def play(self, move: int) -> None:
        """The move of the seat, or its waiting; :class:`IllegalMove` if it may not."""
        if self.free and move == self.wait:
            self.waited |= 1 << self.queue.pop(0)
            self._next()
            return
        frame = self.state.stack[-1] if self.waited else None
        unnoticed = self._unnoticed(frame, move) if frame is not None and frame.unseen else 0
        self.state.play(self.seat, move)
        self.waited = unnoticed
        self.made += 1
        self._ask()

    def act(self, bot: Bot) -> int:
        """Let a bot make the move of the seat; returns it."""
        if self.free:
            wanted = bot.wants(self.state, self.seat)
            move = self.wait if wanted is None else wanted
        else:
            anybodys: Any = bot  # what it chooses is looked at before it is believed to be a number
            move = some(anybodys.choose(self.state, self.seat))
        self.play(move)
        return move

    def why_not(self, move: int) -> Refusal | None:
        """Why the seat may not make this move, or None if it may."""
        if self.free and move == self.wait:
            return None
        return self.state.why_not(self.seat, move)

    def on(self, state: State) -> "Turns":
        """The same turn on another table: a clone, or a world that cannot be told from this one."""
        return resumed(state, self._held())

    def __reduce__(self) -> tuple[Any, ...]:
        return resumed, (self.state, self._held())

    def __deepcopy__(self, memo: dict[int, object]) -> "Turns":
        return self.on(self.state.clone())

    def _held(self) -> Held:
        return int(self.silent), int(self.made), int(self.waited), self.queue[:], self.seat, self.free

    def _ask(self) -> None:
        """The table has changed: find out who may act, and who must."""
        state = self.state
        self.queue = []
        if not state.stack:
            self.seat = -1
            self.free = False
            return
        if state.interrupters_mask():
            for seat in free_seats(state, int(self.made)):
                if not (self.silent | self.waited) >> seat & 1:
                    self.queue.append(seat)
        self._next()

    def _unnoticed(self, frame: Frame[Any], move: int) -> i64:
        """The seats that have waited and will not notice this move, as a mask."""
        found: i64 = 0
        for seat in members(int(self.waited)):
            if (
                move in self.state.legal(self.seat)
                and frame.seen_as(self.state, self.seat, move, seat) == UNSEEN
            ):
                found |= 1 << seat
        return found

    def _next(self) -> None:
        self.free = len(self.queue) > 0
        self.seat = self.queue[0] if self.queue else self.state.deciders[0]


def resumed(state: State, held: Held) -> Turns:
    """A turn as it was left."""
    turns = Turns(state)
    turns.silent, turns.made, turns.waited, turns.queue, turns.seat, turns.free = held
    return turns
