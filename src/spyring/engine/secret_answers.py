"""Several seats choose in secret, and may change their minds until the last of them is ready."""

from typing import Any, ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr

from spyring.engine.frame import UNSEEN, Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.state import State
from spyring.engine.verb import FINE

S = TypeVar("S", bound=State)

MAX_CHANGES: Final = 3
"""How often a seat may start over, so that every game ends. The game's ledger should mention it."""

# Faults of every such frame, besides those of the game's own book.
NOTHING_CHOSEN: Final = -2
NO_MORE_CHANGES: Final = -3
IS_READY: Final = -4
INCOMPLETE: Final = -5
SENTENCES: Final = {
    NOTHING_CHOSEN: _("You have not chosen anything yet."),
    NO_MORE_CHANGES: _("You cannot change your mind again."),
    IS_READY: _("You have already confirmed your choice."),
    INCOMPLETE: _("You have not chosen everything yet."),
}


def longest_answer(things: int) -> int:
    """The most decisions that one seat can take to choose so many things, for ``Game.max_game_length``.

    >>> longest_answer(1)
    11
    """
    return MAX_CHANGES * (things + 2) + things + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class SecretAnswers(Frame[S]):
    """Every asked seat chooses things one at a time, then says that it is ready. When all are ready, the
    answers are final.

    A seat that has chosen something may start over, even when it is ready, until all are ready. The others
    only see who is ready: neither what a seat chose nor how much.

    A game derives one frame class for each such decision of its ledger. It lists the verb that chooses (only
    its ``fault`` is used: this frame plays it). It writes :meth:`asked`, :meth:`first`, :meth:`choices` and
    :meth:`random_answer`. Its ``resolve`` carries out the answers, and starts with ``t.done()`` or
    ``t.replace(...)``. It may write :meth:`complete` (if fewer things are enough), :meth:`emit_choice`, and
    ``view``, which adds what the seat itself has chosen.

    The game has the verbs ``ready`` and ``reconsider``, and the events ``ready`` and ``reconsidered``, both
    with the seat. The first is public; the second is private unless the seat was ready.

    ``chosen[seat]`` are the things chosen so far, ``ready`` is a mask of seats, ``spent[seat]`` counts how
    often the seat has started over.
    """

    unseen: ClassVar[bool] = True
    change_clause: ClassVar[str] = ""
    """The clause about being ready and starting over, if it differs from ``clause``."""

    def __init__(self, chosen: list[list[int]], ready: int = 0, spent: list[int] | None = None) -> None:
        self.chosen = chosen
        self.ready = ready
        self.spent: list[int] = [0] * len(chosen) if spent is None else spent

    # -- what a game writes ------------------------------------------------------------------------------

    def asked(self, t: S) -> int:
        """The seats that have something to choose, as a mask; this is public."""
        raise NotImplementedError

    def first(self, t: S) -> int:
        """The move that chooses thing 0; the moves for other things follow it in the book."""
        raise NotImplementedError

    def choices(self, t: S, seat: int) -> list[int]:
        """The moves that add something to ``chosen[seat]``."""
        raise NotImplementedError

    def random_answer(self, t: S, seat: int) -> list[int]:
        """A random complete answer of ``seat``, with the probabilities that others must assume."""
        raise NotImplementedError

    def complete(self, t: S, seat: int) -> bool:
        """Whether the seat may say that it is ready."""
        return not self.choices(t, seat)

    def emit_choice(self, t: S, seat: int, thing: int) -> None:
        """Tell the seat, and nobody else, what it chose."""

    # -- what the engine calls ---------------------------------------------------------------------------

    def deciders(self, t: S) -> int:
        return self.asked(t) & ~self.ready

    def interrupters(self, t: S) -> int:
        """All ready seats, so that it does not show which of them have used up their changes."""
        return self.asked(t) & self.ready

    def legal(self, t: S, seat: int) -> list[int]:
        change = self.spent[seat] < MAX_CHANGES
        if self.ready >> seat & 1:
            return [t.book["reconsider"].base] if change else []
        choices = self.choices(t, seat)
        complete = self.complete(t, seat)
        if not self.chosen[seat] and not complete:
            return choices
        moves = choices[:]
        if complete:
            moves.append(t.book["ready"].base)
        if change and self.chosen[seat]:
            moves.append(t.book["reconsider"].base)
        return moves

    def play(self, t: S, seat: int, move: int) -> None:
        if move == t.book["ready"].base:
            t.emit(t.game.events["ready"].base, PUBLIC, seat)
            t.replace(type(self)(self.chosen, self.ready | 1 << seat, self.spent))
            return
        chosen = self.chosen[:]
        spent = self.spent
        ready = self.ready
        if move == t.book["reconsider"].base:
            audience = PUBLIC if ready >> seat & 1 else 1 << seat
            t.emit(t.game.events["reconsidered"].base, audience, seat)
            chosen[seat] = []
            spent = spent[:]
            spent[seat] += 1
            ready &= ~(1 << seat)
        else:
            thing = move - self.first(t)
            chosen[seat] = [*chosen[seat], thing]
            self.emit_choice(t, seat, thing)
        t.amend(type(self)(chosen, ready, spent))

    def fault(self, t: S, seat: int, move: int) -> int:
        ready = self.ready >> seat & 1
        if move == t.book["reconsider"].base:
            if not self.chosen[seat] and not ready:
                return NOTHING_CHOSEN
            return FINE if self.spent[seat] < MAX_CHANGES else NO_MORE_CHANGES
        if ready:
            return IS_READY
        if move == t.book["ready"].base:
            return FINE if self.complete(t, seat) else INCOMPLETE
        return super().fault(t, seat, move)

    def why_not(self, t: S, seat: int, move: int) -> Refusal:
        fault = self.fault(t, seat, move)
        if fault in SENTENCES:
            return Refusal(self.change_clause or self.clause, SENTENCES[fault])
        return super().why_not(t, seat, move)

    def seen_as(self, t: S, seat: int, move: int, observer: int) -> int:
        """Others see who becomes ready, and who is no longer ready."""
        if observer == seat or move == t.book["ready"].base or self.ready >> seat & 1:
            return move
        return UNSEEN

    def view(self, t: S, seat: int) -> dict[str, Any]:
        """Whether the seat itself is ready, and how often it may still start over."""
        if seat >= len(self.chosen) or not self.asked(t) >> seat & 1:
            return {}
        return {"ready": bool(self.ready >> seat & 1), "changes_left": MAX_CHANGES - self.spent[seat]}

    def determinize(self, t: S, seat: int) -> Frame[S]:
        """Other seats may have chosen anything; a seat that is not ready, any part of an answer."""
        chosen = self.chosen[:]
        spent = [0] * len(chosen)  # how often others started over is not always visible
        if seat < len(chosen):
            spent[seat] = self.spent[seat]
        asked = self.asked(t)
        for other in range(len(chosen)):
            if other == seat or not asked >> other & 1:
                continue
            answer = self.random_answer(t, other)
            if not self.ready >> other & 1:
                answer = answer[: int(t.roll(len(answer) + 1))]
            chosen[other] = answer
        return type(self)(chosen, self.ready, spent)

    def pack(self) -> list[Any]:
        chosen = [[int(thing) for thing in things] for things in self.chosen]  # finds what is no number
        return [chosen, self.ready, [int(count) for count in self.spent]]
