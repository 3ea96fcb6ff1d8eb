"""A verb of the rules: one kind of move, and everything the program knows about it."""

from typing import Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from spyring.engine.chance import Chance
from spyring.engine.notation import MoveBook, VerbForm

FINE: Final = 0  # no fault: the move is legal


@mypyc_attr(allow_interpreted_subclasses=True)
class Booked(Chance):
    """The part of a state that verbs need: the moves of its game."""

    book: MoveBook


T = TypeVar("T", bound=Booked)


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb(Generic[T]):
    """What a kind of move needs and does, in one place. Frames list the verbs that a seat may use there.

    :meth:`fault` is the only list of conditions: ``legal`` and ``why_not`` follow from it, and so do pages
    and the terminal. A verb has no data of its own; it reads that of its frame from ``t.stack[-1]``.
    """

    name: ClassVar[str] = ""
    """Its name in the move book."""
    clause: ClassVar[str] = ""
    """The clause of the ledger that describes it: the first one that help quotes."""
    see_also: ClassVar[tuple[str, ...]] = ()
    """Further clauses that help quotes."""
    cost: ClassVar[int] = 0
    """How many actions or action points it takes."""

    _form: VerbForm | None = None

    def form(self, book: MoveBook) -> VerbForm:
        """Its moves in the book of a game. Editions of a game may have different books, but a process rarely
        plays more than one, so only the last answer is cached.
        """
        form = self._form
        if form is None or form.book is not book:
            form = book[self.name]
            self._form = form
        return form

    def fault(self, t: T, seat: int, move: int) -> int:
        """Why ``seat`` may not make ``move`` now: the number of a refusal, or ``FINE``. May use only what
        ``seat`` knows.
        """
        return FINE

    def play(self, t: T, seat: int, move: int) -> None:
        """Carry out a legal move."""
        raise NotImplementedError

    def add(self, t: T, seat: int, moves: list[int]) -> None:
        """Append every legal move of this verb. If trying them all takes too long, a verb overrides this with
        something faster; the contract compares that with :meth:`fault`.
        """
        form = self.form(t.book)
        for move in range(form.base, form.end):
            if self.fault(t, seat, move) == FINE:
                moves.append(move)

    def places(self, t: T, seat: int, move: int) -> dict[str, str]:
        """What fills the {places} of a refusal besides the arguments of the move: titles and message keys."""
        return {}


Verbs = tuple[Verb[Any], ...]
