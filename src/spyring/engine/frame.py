"""The flow of a game is a stack of frames; a frame is one decision of the ledger, or one step that needs
none.
"""

from typing import Any, ClassVar, Final, Generic

from mypy_extensions import mypyc_attr

from spyring.engine.i18n import Translate, _, english, filled, named
from spyring.engine.verb import T, Verb, Verbs

UNSEEN: Final = -1  # what somebody perceives of a move that leaves no trace
NOT_ASKED: Final = -1  # the fault of a move that is none of a frame's verbs


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

    If :meth:`deciders` names seats, the game waits for them. If it names nobody, :meth:`resolve` carries
    the step out and must take the frame off the stack, replace it, or push another one onto it; a frame
    under a pushed one is asked again when that one is done. What a frame remembers it takes in ``__init__``
    and gives back in :meth:`pack`.
    """

    clause: ClassVar[str] = ""
    """The clause of the ledger that asks for this decision."""
    ask: ClassVar[str] = ""
    """What is asked, said to who is asked: a message key; :meth:`places` fills its {places}."""
    wait: ClassVar[str] = ""
    """The same said to the others; {seat} is who is asked."""
    offer: ClassVar[str] = ""
    """What is said to a seat that may act here without being asked."""
    ends: ClassVar[int] = -1
    """The move that ends this step, if it can be refused: the seat that is asked is then told why."""
    unfinished: ClassVar[str] = ""
    """What is asked instead of :attr:`ask` while that move is refused, if that sentence promises it."""
    verbs: ClassVar[Verbs] = ()
    """What a seat may do here, in the order in which choices are listed."""
    unseen: ClassVar[bool] = False
    """Whether a seat may make moves here that no other one notices."""
    unseen_chance: ClassVar[bool] = False
    """Whether chance may decide something in such a move."""

    def deciders(self, t: T) -> int:
        """The seats that must answer now, as a mask."""
        return 0

    def interrupters(self, t: T) -> int:
        """The seats that may act now without being asked, as a mask."""
        return 0

    def shared(self, t: T) -> bool:
        """Whether any one of the deciders acts for all of them here: bots leave that to people."""
        return False

    def verb_of(self, t: T, move: int) -> Verb[Any] | None:
        """The verb that ``move`` belongs to, if it is one of this frame's. Frames with many verbs override
        this look-up.
        """
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
        """Every move that ``seat`` may make here; asked only for deciders and interrupters. A faster list
        may take its place; the contract compares it with :meth:`fault`.
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
        """What is said of moves that are none of the frame's verbs."""
        return NOT_ASKED

    def play(self, t: T, seat: int, move: int) -> None:
        """Carry out a legal move."""
        verb = self.verb_of(t, move)
        assert verb is not None
        verb.play(t, seat, move)

    def resolve(self, t: T) -> None:
        """Carry out a step that asks nobody."""
        raise NotImplementedError(f"{type(self).__name__} asks nobody and does nothing")

    def why_not(self, t: T, seat: int, move: int) -> Refusal:
        """Why ``move``, which is not legal, is not: its fault in words."""
        fault = self.fault(t, seat, move)
        if fault == NOT_ASKED:
            return Refusal(self.clause, _("That is not the decision now."))
        table: Any = t
        clause, sentence = table.game.refusals[fault]
        verb = self.verb_of(t, move)
        places: dict[str, str] = {} if verb is None else verb.places(t, seat, move)
        return Refusal(clause or self.clause, sentence, {**table.game.moves.titles(move), **places})

    def not_asked(self, t: T, seat: int) -> Refusal:
        """Why ``seat``, who is not asked here, may do nothing at all."""
        return Refusal(self.clause, _("It is not your turn to decide."))

    def view(self, t: T, seat: int) -> dict[str, Any]:
        """What ``seat`` may see of what this frame remembers."""
        return {}

    def seen_as(self, t: T, seat: int, move: int, observer: int) -> int:
        """What ``observer`` perceives when ``seat`` makes ``move`` here, as a number: the move itself if it
        is made in the open, one number for all that look alike, ``UNSEEN`` if nothing shows at all.

        Asked before the move is made. Search plans by it: what rivals hide must not tell their moves apart;
        what the own move shows (a card looked at) may.
        """
        return move

    def places(self, t: T, seat: int) -> dict[str, str]:
        """What fills the {places} of the sentences for ``seat``: titles, message keys; only what it may
        know.
        """
        return {}

    def pack(self) -> list[Any]:
        """What ``__init__`` was given, JSON-ready."""
        return []

    def determinize(self, t: T, seat: int) -> "Frame[T]":
        """This frame in a world that ``seat`` cannot tell apart; only frames that hold secrets change."""
        return self

    def census(self) -> dict[str, int]:
        """Components that lie in this frame rather than on the table."""
        return {}


def refused_end(asked: dict[str, Any]) -> Refusal | None:
    """Why the step of ``view(seat)["asked"]`` cannot be ended yet, or None."""
    found = asked.get("refused")
    return None if found is None else Refusal(found["clause"], found["text"], found["values"])


def question(asked: dict[str, Any], translate: Translate = english, waiting: str = "") -> str:
    """The sentence of ``view(seat)["asked"]``: to who is asked, or about ``waiting``, those who are.

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
