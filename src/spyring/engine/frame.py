"""The flow of a game is a stack of frames. A frame is one decision of the ledger, or one automatic step."""

from types import ModuleType
from typing import Any, ClassVar, Final, Generic

from mypy_extensions import mypyc_attr

from spyring.engine.i18n import Translate, _, english, filled, named
from spyring.engine.verb import T, Verb, Verbs

UNSEEN: Final = -1  # what others perceive of a move that leaves no trace
NOT_ASKED: Final = -1  # the fault of a move that belongs to no verb of the frame


class Refusal:
    """Why a move is not allowed: the clause, and a sentence with its arguments."""

    def __init__(self, clause: str, text: str, values: dict[str, str] | None = None) -> None:
        self.clause = clause
        self.text = text  # a message key
        self.values: dict[str, str] = values or {}  # titles, message keys too

    def say(self, translate: Translate = english) -> str:
        """The sentence for people."""
        return filled(translate(self.text), {name: translate(value) for name, value in self.values.items()})

    def __str__(self) -> str:
        return f"{self.say()} [{self.clause}]" if self.clause else self.say()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[T]):
    """One place in the flow. Immutable: a frame is replaced (`t.replace`), never changed, so that clones
    share it.

    If :meth:`deciders` names seats, the game waits for them. Otherwise :meth:`resolve` carries out the step,
    and must remove the frame, replace it, or push another one. The frame below continues when the one above
    it is done. ``__init__`` takes the frame's data, and :attr:`data` names it.
    """

    clause: ClassVar[str] = ""
    """The clause of the ledger that asks for this decision."""
    ask: ClassVar[str] = ""
    """The question to the deciders: a message key; :meth:`places` fills its {places}."""
    wait: ClassVar[str] = ""
    """The sentence for all others; {seat} is the decider."""
    offer: ClassVar[str] = ""
    """The sentence for a seat that may act here, but need not."""
    ends: ClassVar[int] = -1
    """The move that ends this step, if it can be refused: the decider then reads why."""
    unfinished: ClassVar[str] = ""
    """Replaces :attr:`ask` while that move is refused, if :attr:`ask` offers it."""
    verbs: ClassVar[Verbs] = ()
    """What a seat may do here, in the order in which choices are listed."""
    data: ClassVar[tuple[str, ...]] = ()
    """The attributes that hold the arguments of ``__init__``, in order."""
    unseen: ClassVar[bool] = False
    """Whether a seat can make moves here that no other seat notices."""
    unseen_chance: ClassVar[bool] = False
    """Whether chance may decide something in such a move."""

    def deciders(self, t: T) -> int:
        """The seats that must answer now, as a mask."""
        return 0

    def interrupters(self, t: T) -> int:
        """The seats that may act now, but need not, as a mask."""
        return 0

    def shared(self, t: T) -> bool:
        """Whether any one of the deciders acts for all of them: bots leave that to people."""
        return False

    def verb_of(self, t: T, move: int) -> Verb[Any] | None:
        """The verb of this frame that ``move`` belongs to, if any. Frames with many verbs override it."""
        book = t.book
        for verb in self.verbs:
            form = verb.form(book)
            if form.base <= move < form.end:
                return verb
        return None

    def clauses(self, t: T, move: int) -> list[str]:
        """The clauses that describe ``move`` here, for help: those of its verb, then that of the frame."""
        verb = self.verb_of(t, move)
        found = [] if verb is None or not verb.clause else [verb.clause, *verb.see_also]
        return found if self.clause in found else [*found, self.clause]

    def legal(self, t: T, seat: int) -> list[int]:
        """Every move that ``seat`` may make here; called only for deciders and interrupters. A frame may
        override it with something faster; the contract compares that with :meth:`fault`.
        """
        moves: list[int] = []
        for verb in self.verbs:
            verb.add(t, seat, moves)
        return moves

    def fault(self, t: T, seat: int, move: int) -> int:
        """Why ``seat`` may not make ``move`` here, as a number; 0 if it may."""
        verb = self.verb_of(t, move)
        return self.other_fault(t, seat) if verb is None else verb.fault(t, seat, move)

    def other_fault(self, t: T, seat: int) -> int:
        """The fault of a move that belongs to no verb of this frame."""
        return NOT_ASKED

    def play(self, t: T, seat: int, move: int) -> None:
        """Carry out a legal move."""
        verb = self.verb_of(t, move)
        assert verb is not None
        verb.play(t, seat, move)

    def resolve(self, t: T) -> None:
        """Carry out an automatic step."""
        raise NotImplementedError(f"{type(self).__name__} asks nobody and does nothing")

    def why_not(self, t: T, seat: int, move: int) -> Refusal:
        """Why an illegal ``move`` is illegal: its fault in words."""
        fault = self.fault(t, seat, move)
        if fault == NOT_ASKED:
            return Refusal(self.clause, _("That move does not answer the current question."))
        table: Any = t
        clause, sentence = table.game.refusals[fault]
        verb = self.verb_of(t, move)
        places: dict[str, str] = {} if verb is None else verb.places(t, seat, move)
        return Refusal(clause or self.clause, sentence, {**table.game.moves.titles(move), **places})

    def not_asked(self, t: T, seat: int) -> Refusal:
        """Why ``seat``, which does not decide here, may not act."""
        return Refusal(self.clause, _("It is not your turn to decide."))

    def view(self, t: T, seat: int) -> dict[str, Any]:
        """What ``seat`` may see of this frame's data."""
        return {}

    def seen_as(self, t: T, seat: int, move: int, observer: int) -> int:
        """What ``observer`` perceives when ``seat`` makes ``move`` here, as a number: the move itself if it
        is open, one number for all moves that look alike, ``UNSEEN`` if nothing shows.

        Called before the move is made. Search plans by it: it must not tell apart what rivals hide, but may
        use what the seat's own move reveals, such as a card that it looks at.
        """
        return move

    def places(self, t: T, seat: int) -> dict[str, str]:
        """What fills the {places} of the sentences for ``seat``: titles and message keys that it may know."""
        return {}

    def pack(self) -> list[Any]:
        """The arguments of ``__init__``, JSON-ready."""
        found = [getattr(self, name) for name in self.data]
        return [value[:] if isinstance(value, list) else value for value in found]

    def determinize(self, t: T, seat: int) -> "Frame[T]":
        """This frame in a world that ``seat`` cannot tell apart; only frames with secrets change."""
        return self

    def census(self) -> dict[str, int]:
        """Components that lie in this frame rather than on the table."""
        return {}


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatFrame(Frame[T]):
    """A frame of one seat, which decides unless a subclass says otherwise."""

    data: ClassVar[tuple[str, ...]] = ("seat",)

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: T) -> int:
        return 1 << self.seat


def frames_of(*modules: ModuleType) -> tuple[type[Frame[Any]], ...]:
    """The frames that these modules define, in order; one without a clause is only a base of others."""
    found: list[type[Frame[Any]]] = []
    for module in modules:
        for kind in vars(module).values():
            if isinstance(kind, type) and kind.__module__ == module.__name__ and issubclass(kind, Frame):
                if kind.clause:
                    found.append(kind)
    return tuple(found)


def refused_end(asked: dict[str, Any]) -> Refusal | None:
    """Why the step of ``view(seat)["asked"]`` cannot end yet, or None."""
    found = asked.get("refused")
    return None if found is None else Refusal(found["clause"], found["text"], found["values"])


def question(asked: dict[str, Any], translate: Translate = english, waiting: str = "") -> str:
    """The sentence of ``view(seat)["asked"]``: for a decider, or about the deciders named in ``waiting``.

    >>> asked = {"ask": "Open {door}?", "wait": "{seat} may open {door}.", "places": {"door": "the gate"}}
    >>> question(asked), question(asked, waiting="Ada")
    ('Open the gate?', 'Ada may open the gate.')
    """
    sentence: str = asked["wait"] if waiting else asked["ask"]
    if not sentence:
        return ""
    values = {name: named(title, translate) if title else "" for name, title in asked["places"].items()}
    if waiting:
        values["seat"] = waiting
    return filled(translate(sentence), values)
