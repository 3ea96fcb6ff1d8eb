"""A verb of the rules: one kind of move, and everything the program knows about it."""

from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

T = TypeVar("T")

FINE: Final = 0  # no fault: the move is legal


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb(Generic[T]):
    """What a kind of move needs and does, in one place. Frames list the verbs that a seat may use there.

    :meth:`fault` is the only list of conditions: ``legal`` and ``why_not`` follow from it, and so do pages
    and the terminal. A verb remembers nothing; what a frame remembers it reads from ``t.stack[-1]``.
    """

    name: ClassVar[str] = ""
    """As the move book calls it."""
    clause: ClassVar[str] = ""
    """The clause of the ledger that describes it: the first one that help quotes."""
    see_also: ClassVar[tuple[str, ...]] = ()
    """Further clauses that help quotes."""
    cost: ClassVar[int] = 0
    """How many actions or action points it takes."""

    first: int = 0  # its moves in the book of its game, as soon as they were looked up
    end: int = 0

    def covers(self, t: T, move: int) -> bool:
        """Whether ``move`` is one of this verb's."""
        if not self.end:
            self.look_up(t)
        return self.first <= move < self.end

    def look_up(self, t: T) -> None:
        """Find its moves in the book: names are too slow to be looked up at every decision."""
        table: Any = t
        form = table.game.moves[self.name]
        self.first = form.base
        self.end = form.base + form.size

    def fault(self, t: T, seat: int, move: int) -> int:
        """Why ``seat`` may not make ``move`` now: the number of a refusal, or ``FINE``. May use only what
        ``seat`` knows.
        """
        return FINE

    def play(self, t: T, seat: int, move: int) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def add(self, t: T, seat: int, moves: list[int]) -> None:
        """Append every legal move of this verb. Where trying them all takes too long, a verb lists them in
        another way; the contract compares that with :meth:`fault`.
        """
        if not self.end:
            self.look_up(t)
        for move in range(self.first, self.end):
            if self.fault(t, seat, move) == FINE:
                moves.append(move)

    def places(self, t: T, seat: int, move: int) -> dict[str, str]:
        """What fills the {places} of a refusal beside the arguments of the move: titles, message keys."""
        return {}


Verbs = tuple[Verb[Any], ...]
