"""Duel: chits lie face down; a knife may be answered by a cloak, and that cloak by another one.

- **DUE-1.1** Two or three seats, four chits each out of a bag of knives, cloaks and letters.
- **DUE-1.2** The seat on turn strikes another one with a knife, opens one of its chits with a letter, or
  draws.
- **DUE-1.3** Who cannot draw may retire: it has no more turns, but can be struck. Six chits are the most.
- **DUE-2.1** Who is struck may answer with a cloak; it is asked whether it has one or not.
- **DUE-2.2** A cloak cancels the chit it answers. Its victim may answer it in turn (option: only once).
- **DUE-2.3** The last chit takes effect first.
- **DUE-3.1** It is over when one is left alive, or all who live have retired; the most lives win.
"""

from typing import Any, ClassVar, Final

from spyring.engine.definition import Definition
from spyring.engine.frame import Frame
from spyring.engine.game import Game
from spyring.engine.knowledge import determinize_rows
from spyring.engine.notation import Domain, EventBook, MoveBook, RefusalBook
from spyring.engine.options import Option, Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.seats import PUBLIC
from spyring.engine.state import State
from spyring.engine.verb import FINE, Verb, Verbs

KNIFE: Final = 0
CLOAK: Final = 1
LETTER: Final = 2
CHIT_NAMES: Final = ["knife", "cloak", "letter"]
BAG: Final = [KNIFE] * 7 + [CLOAK] * 6 + [LETTER] * 4
SEAT_NAMES: Final = ("red", "green", "blue")
FIRST_PLACES: Final = 4
PLACES: Final = 6

SEAT: Final = Domain("seat", SEAT_NAMES)
PLACE: Final = Domain("place", ("first", "second", "third", "fourth", "fifth", "sixth"))
CHIT: Final = Domain("chit", tuple(CHIT_NAMES))

MOVES: Final = MoveBook()
STRIKE: Final = MOVES.verb("strike", "Strike {seat} with the {place} chit", ("place", PLACE), ("seat", SEAT))
OPEN: Final = MOVES.verb(
    "open",
    "Spend the {place} chit to open the {target} chit of {seat}",
    ("place", PLACE),
    ("seat", SEAT),
    ("target", PLACE),
)
COVER: Final = MOVES.verb("cloak", "Answer with the {place} chit", ("place", PLACE))
PASS: Final = MOVES.verb("pass", "Let it happen", passes=True)
DRAW: Final = MOVES.verb("draw", "Draw a chit")
RETIRE: Final = MOVES.verb("retire", "Retire", final=True)

REFUSALS: Final = RefusalBook()
NO_KNIFE: Final = REFUSALS.refusal("DUE-1.2", "This takes a knife of yours.")
NO_LETTER: Final = REFUSALS.refusal("DUE-1.2", "This takes a letter of yours.")
NO_VICTIM: Final = REFUSALS.refusal("DUE-1.2", "There is no such victim.")
CANNOT_DRAW: Final = REFUSALS.refusal("DUE-1.3", "You cannot draw. Retire instead.")
CAN_DRAW: Final = REFUSALS.refusal("DUE-1.3", "You can still draw.")
NO_CLOAK: Final = REFUSALS.refusal("DUE-2.2", "That is no cloak of yours.")

EVENTS: Final = EventBook()
DREW: Final = EVENTS.kind("drew", "You draw a {chit}.", ("seat", SEAT), ("chit", CHIT), reveals=True)
DREW_UNSEEN: Final = EVENTS.kind("drew-unseen", "{seat} draws a chit.", ("seat", SEAT))
STRUCK: Final = EVENTS.kind("struck", "{seat} strikes {victim}.", ("seat", SEAT), ("victim", SEAT))
COVERED: Final = EVENTS.kind("covered", "{seat} answers with a cloak.", ("seat", SEAT))
PASSED: Final = EVENTS.kind("passed", "{seat} lets it happen.", ("seat", SEAT))
WOUNDED: Final = EVENTS.kind("wounded", "{seat} is wounded.", ("seat", SEAT))
CANCELLED: Final = EVENTS.kind(
    "cancelled", "The {chit} of {seat} is cancelled.", ("seat", SEAT), ("chit", CHIT)
)
OPENED: Final = EVENTS.kind(
    "opened",
    "You open the {place} chit of {other}: a {chit}.",
    ("seat", SEAT),
    ("other", SEAT),
    ("place", PLACE),
    ("chit", CHIT),
    reveals=True,
)
OPENED_UNSEEN: Final = EVENTS.kind(
    "opened-unseen",
    "{seat} opens the {place} chit of {other}.",
    ("seat", SEAT),
    ("other", SEAT),
    ("place", PLACE),
)
RETIRED: Final = EVENTS.kind("retired", "{seat} retires.", ("seat", SEAT))


class DuelTable(State):
    """``hands[seat][place]`` is a chit, ``seen[seat][place]`` the mask of seats that know it."""

    def __init__(self, game: Definition, seats: int, options: dict[str, Value]) -> None:
        super().__init__(game, seats)
        self.options = options
        self.turn = 0
        self.lives: list[int] = [int(options["lives"])] * seats
        self.retired = 0
        self.hands: list[list[int]] = [[] for _seat in range(seats)]
        self.seen: list[list[int]] = [[] for _seat in range(seats)]
        self.bag: list[int] = BAG[:]
        self.spent: list[int] = []

    def clone(self) -> "DuelTable":
        t = type(self)(self.game, int(self.seats), self.options)
        self.copy_to(t)
        t.turn = self.turn
        t.lives = self.lives[:]
        t.retired = self.retired
        t.hands = [hand[:] for hand in self.hands]
        t.seen = [row[:] for row in self.seen]
        t.bag = self.bag[:]
        t.spent = self.spent[:]
        return t

    def determinize(self, seat: int) -> None:
        determinize_rows(self, [*self.hands, self.bag], [*self.seen, [0] * len(self.bag)], 1 << seat)

    def table_view(self, seat: int) -> Json:
        over = not self.stack
        players = [
            {
                "seat": SEAT_NAMES[other],
                "lives": self.lives[other],
                "retired": bool(self.retired >> other & 1),
                "chits": [
                    CHIT_NAMES[chit] if over or mask >> seat & 1 else None
                    for chit, mask in zip(self.hands[other], self.seen[other], strict=True)
                ],
            }
            for other in range(self.seats)
        ]
        return {
            "turn": SEAT_NAMES[self.turn],
            "players": players,
            "bag": len(self.bag),
            "spent": [CHIT_NAMES[chit] for chit in self.spent],
        }

    def result(self) -> Outcome:
        ranks = tuple(1 + sum(other > lives for other in self.lives) for lives in self.lives)
        winners = sum(1 << seat for seat, rank in enumerate(ranks) if rank == 1)
        breakdown = tuple({"lives": lives} for lives in self.lives)
        return Outcome(winners, ranks, tuple(self.lives), breakdown, "The most lives win.", "DUE-3.1")

    def census(self) -> dict[str, int]:
        chits = [chit for pile in (*self.hands, self.bag, self.spent) for chit in pile]
        return {name: chits.count(kind) for kind, name in enumerate(CHIT_NAMES)}

    def pack(self) -> Json:
        padded = [row + [0] * (PLACES - len(row)) for row in self.seen]
        return {
            "turn": self.turn,
            "lives": self.lives[:],
            "retired": self.retired,
            "hands": [[CHIT_NAMES[chit] for chit in hand] for hand in self.hands],
            "seen": [mask for row in padded for mask in row],
            "bag": [CHIT_NAMES[chit] for chit in self.bag],
            "spent": [CHIT_NAMES[chit] for chit in self.spent],
        }

    def unpack(self, data: Json) -> None:
        read = Reader(data, "table")
        read.only(tuple(self.pack()))
        seats = int(self.seats)
        self.turn = read.number("turn", 0, seats - 1, 0)
        self.lives = read.numbers("lives", seats, 0, 3, self.lives)
        self.retired = read.number("retired", 0, (1 << seats) - 1, 0)
        self.hands = read.lists("hands", seats, CHIT_NAMES) or self.hands
        self.bag = read.things("bag", CHIT_NAMES) or []
        self.spent = read.things("spent", CHIT_NAMES) or []
        own = [1 << seat for seat in range(seats) for _place in range(PLACES)]
        seen = read.numbers("seen", seats * PLACES, 0, (1 << seats) - 1, own)
        self.seen = [seen[seat * PLACES : seat * PLACES + len(self.hands[seat])] for seat in range(seats)]

    # -- what the rules use ----------------------------------------------------------------------------------

    def take_up(self, seat: int) -> None:
        """Draw a chit out of the bag."""
        chit = self.bag.pop()
        self.hands[seat].append(chit)
        self.seen[seat].append(1 << seat)
        self.emit(DREW, 1 << seat, seat, chit)
        self.emit(DREW_UNSEEN, PUBLIC & ~(1 << seat), seat)

    def put_down(self, seat: int, place: int) -> int:
        """Take a chit out of the row before a seat."""
        self.seen[seat].pop(place)
        return self.hands[seat].pop(place)

    def pass_turn(self) -> None:
        """On to the next seat that lives and has not retired."""
        for step in range(1, int(self.seats) + 1):
            seat = (self.turn + step) % int(self.seats)
            if self.lives[seat] and not self.retired >> seat & 1:
                self.turn = seat
                return

    def can_draw(self, seat: int) -> bool:
        """Whether there is a chit to draw, and room for it."""
        return bool(self.bag) and len(self.hands[seat]) < PLACES

    def lives_beside(self, seat: int, other: int) -> bool:
        """Whether ``other`` is another seat that is still alive."""
        return other != seat and other < int(self.seats) and bool(self.lives[other])

    def places(self, seat: int, chit: int) -> list[int]:
        """Where a seat has chits of a kind."""
        return [place for place, kind in enumerate(self.hands[seat]) if kind == chit]


class Strike(Verb[DuelTable]):
    """A knife for another seat; its victim may answer."""

    name: ClassVar[str] = "strike"
    clause: ClassVar[str] = "DUE-1.2"

    def fault(self, t: DuelTable, seat: int, move: int) -> int:
        place, victim = divmod(move - STRIKE, 3)
        if place not in t.places(seat, KNIFE):
            return NO_KNIFE
        return FINE if t.lives_beside(seat, victim) else NO_VICTIM

    def play(self, t: DuelTable, seat: int, move: int) -> None:
        place, victim = divmod(move - STRIKE, 3)
        t.emit(STRUCK, PUBLIC, seat, victim)
        t.push(Chit(t.put_down(seat, place), seat, victim, False))
        t.pass_turn()


class Open(Verb[DuelTable]):
    """A letter shows a chit of another seat to its owner."""

    name: ClassVar[str] = "open"
    clause: ClassVar[str] = "DUE-1.2"

    def fault(self, t: DuelTable, seat: int, move: int) -> int:
        place, other, target = opened_by(move)
        if place not in t.places(seat, LETTER):
            return NO_LETTER
        return FINE if t.lives_beside(seat, other) and target < len(t.hands[other]) else NO_VICTIM

    def play(self, t: DuelTable, seat: int, move: int) -> None:
        place, other, target = opened_by(move)
        t.spent.append(t.put_down(seat, place))
        t.seen[other][target] |= 1 << seat
        t.emit(OPENED, 1 << seat, seat, other, target, t.hands[other][target])
        t.emit(OPENED_UNSEEN, PUBLIC & ~(1 << seat), seat, other, target)
        t.pass_turn()


class Draw(Verb[DuelTable]):
    name: ClassVar[str] = "draw"
    clause: ClassVar[str] = "DUE-1.2"

    def fault(self, t: DuelTable, seat: int, move: int) -> int:
        return FINE if t.can_draw(seat) else CANNOT_DRAW

    def play(self, t: DuelTable, seat: int, move: int) -> None:
        t.take_up(seat)
        t.pass_turn()


class Retire(Verb[DuelTable]):
    name: ClassVar[str] = "retire"
    clause: ClassVar[str] = "DUE-1.3"

    def fault(self, t: DuelTable, seat: int, move: int) -> int:
        return CAN_DRAW if t.can_draw(seat) else FINE

    def play(self, t: DuelTable, seat: int, move: int) -> None:
        t.retired |= 1 << seat
        t.emit(RETIRED, PUBLIC, seat)
        t.pass_turn()


def opened_by(move: int) -> tuple[int, int, int]:
    """The place of the letter, whose chit it opens, and the place of that."""
    code = move - OPEN
    return code // PLACES // 3, code // PLACES % 3, code % PLACES


class Turn(Frame[DuelTable]):
    """Strike, open, draw, or retire."""

    clause: ClassVar[str] = "DUE-1.2"
    ask: ClassVar[str] = "Strike, open, draw, or retire."
    wait: ClassVar[str] = "{seat} is on turn."
    verbs: ClassVar[Verbs] = (Strike(), Open(), Draw(), Retire())

    def deciders(self, t: DuelTable) -> int:
        alive = [seat for seat in range(t.seats) if t.lives[seat]]
        if len(alive) < 2 or all(t.retired >> seat & 1 for seat in alive):
            return 0
        return 1 << t.turn

    def resolve(self, t: DuelTable) -> None:
        t.finish()

    def seen_as(self, t: DuelTable, seat: int, move: int, observer: int) -> int:
        """A row closes up when a chit leaves it: which one it was is soon forgotten."""
        if observer == seat or move >= COVER:
            return move
        if move >= OPEN:
            return OPEN + (move - OPEN) % (3 * PLACES)
        return STRIKE + (move - STRIKE) % 3


class Chit(Frame[DuelTable]):
    """A chit on the table that has not taken effect yet; its victim is asked first."""

    clause: ClassVar[str] = "DUE-2.3"

    def __init__(self, kind: int, owner: int, victim: int, asked: bool) -> None:
        self.kind = kind
        self.owner = owner
        self.victim = victim
        self.asked = asked

    def resolve(self, t: DuelTable) -> None:
        if not self.asked:
            t.replace(Chit(self.kind, self.owner, self.victim, True))
            if self.kind == KNIFE or t.options["answers"] == "chain":
                t.push(Poll(self.victim))
            return
        self.spend(t)
        if self.kind == KNIFE:
            t.lives[self.victim] -= 1
            t.emit(WOUNDED, PUBLIC, self.victim)
        else:
            answered = t.stack[-1]
            assert isinstance(answered, Chit)
            answered.spend(t)
            t.emit(CANCELLED, PUBLIC, answered.owner, answered.kind)

    def spend(self, t: DuelTable) -> None:
        t.done()
        t.spent.append(self.kind)

    def pack(self) -> list[Any]:
        return [self.kind, self.owner, self.victim, self.asked]

    def census(self) -> dict[str, int]:
        return {CHIT_NAMES[self.kind]: 1}


class Cover(Verb[DuelTable]):
    """A cloak cancels what it answers, unless it is answered itself."""

    name: ClassVar[str] = "cloak"
    clause: ClassVar[str] = "DUE-2.2"

    def fault(self, t: DuelTable, seat: int, move: int) -> int:
        return FINE if move - COVER in t.places(seat, CLOAK) else NO_CLOAK

    def play(self, t: DuelTable, seat: int, move: int) -> None:
        answered = t.stack[-2]
        assert isinstance(answered, Chit)
        t.emit(COVERED, PUBLIC, seat)
        t.replace(Chit(t.put_down(seat, move - COVER), seat, answered.owner, False))


class Pass(Verb[DuelTable]):
    name: ClassVar[str] = "pass"
    clause: ClassVar[str] = "DUE-2.1"

    def play(self, t: DuelTable, seat: int, move: int) -> None:
        t.done()
        t.emit(PASSED, PUBLIC, seat)


class Poll(Frame[DuelTable]):
    """The victim may answer with a cloak, and is asked whether it has one or not."""

    clause: ClassVar[str] = "DUE-2.1"
    ask: ClassVar[str] = "{owner} strikes you: answer with a cloak?"
    wait: ClassVar[str] = "{seat} may answer {owner} with a cloak."
    verbs: ClassVar[Verbs] = (Pass(), Cover())

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def deciders(self, t: DuelTable) -> int:
        return 1 << self.seat

    def seen_as(self, t: DuelTable, seat: int, move: int, observer: int) -> int:
        return move if observer == seat or move == PASS else COVER

    def view(self, t: DuelTable, seat: int) -> dict[str, Any]:
        chain = [frame for frame in t.stack if isinstance(frame, Chit)]
        return {"chain": [{"seat": SEAT_NAMES[c.owner], "chit": CHIT_NAMES[c.kind]} for c in chain]}

    def places(self, t: DuelTable, seat: int) -> dict[str, str]:
        answered = t.stack[-2]
        assert isinstance(answered, Chit)
        return {"owner": SEAT_NAMES[answered.owner]}

    def pack(self) -> list[Any]:
        return [self.seat]


class Duel(Game[DuelTable]):
    """Two or three seats, each against all."""

    def __init__(self) -> None:
        self.name = "duel"
        self.title = "Duel"
        self.ledger = "DUE"
        self.end_clause = "DUE-3.1"
        self.rules_version = 1
        self.box_name = "toy"
        self.seats = (2, 3)
        self.options = (
            Option("lives", (1, 2, 3), 2, "How many wounds are fatal.", "DUE-3.1"),
            Option("answers", ("chain", "once"), "chain", "Whether a cloak can be answered.", "DUE-2.2"),
        )
        self.moves = MOVES
        self.events = EVENTS
        self.refusals = REFUSALS
        self.frames = {"Turn": Turn, "Chit": Chit, "Poll": Poll}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> DuelTable:
        return DuelTable(self, seats, options)

    def set_up(self, state: DuelTable) -> None:
        state.push(Turn())  # before anything is told: without a decision to come, all would lie open
        state.shuffle(state.bag)
        for _chit in range(FIRST_PLACES):
            for seat in range(state.seats):
                state.take_up(seat)

    def view(self, state: DuelTable, seat: int) -> Json:
        return state.table_view(seat)

    def outcome(self, state: DuelTable) -> Outcome:
        return state.result()

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return SEAT_NAMES[:seats]

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        """Every chit is drawn, played and answered once at most; every seat retires once."""
        return 3 * len(BAG) + seats

    def components(self, seats: int) -> dict[str, int]:
        return {name: BAG.count(kind) for kind, name in enumerate(CHIT_NAMES)}

    def __reduce__(self) -> str:
        return "DUEL"


GAME: Final = Duel()
DUEL: Final = GAME
