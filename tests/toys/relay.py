"""Relay: couriers carry a letter through patrols together, mission after mission.

- **REL-1.1** Two to four seats win or lose together: the letter must cover its route before the threats run
  out.
- **REL-1.2** The seat on turn proposes to walk one leg or to run two; each leg turns up one threat.
- **REL-1.3** A patrol costs one cover; without cover the mission is lost.
- **REL-2.1** All others answer a proposal at once, in secret. If one objects, they hide: no leg, one threat.
- **REL-3.1** A trick may be played whenever somebody is asked, by any seat, on turn or not.
- **REL-3.2** Smoke: the next patrol costs nothing. Shortcut: one leg at once. Forecast: look at the next
  threat.
- **REL-3.3** Each seat has one trick at the start, face down (option: face up).
- **REL-4.1** A lost mission leaves a scar: later missions start with less cover.
"""

from typing import Any, ClassVar, Final

from spyring.engine.definition import Definition
from spyring.engine.frame import Frame
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.knowledge import determinize_row, determinize_rows
from spyring.engine.notation import Domain, EventBook, MoveBook, RefusalBook
from spyring.engine.options import Option, Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.seats import PUBLIC
from spyring.engine.state import State
from spyring.engine.verb import FINE, Verb, Verbs

QUIET: Final = 0
PATROL: Final = 1
THREAT_NAMES: Final = ["quiet", "patrol"]
DECK: Final = [QUIET] * 7 + [PATROL] * 8
SMOKE: Final = 0
SHORTCUT: Final = 1
FORECAST: Final = 2
TRICK_NAMES: Final = ["smoke", "shortcut", "forecast"]
TRICKS: Final = [SMOKE] * 2 + [SHORTCUT] * 2 + [FORECAST] * 2
SEAT_NAMES: Final = ("ada", "ben", "cleo", "dan")
COVER: Final = 5
MOST_SCARS: Final = 3

SEAT: Final = Domain("seat", SEAT_NAMES)
TRICK: Final = Domain("trick", tuple(TRICK_NAMES))
THREAT: Final = Domain("threat", tuple(THREAT_NAMES))
PACE: Final = Domain("pace", ("walk", "run"))

MOVES: Final = MoveBook()
PROPOSE: Final = MOVES.verb("propose", "Propose to {pace}", ("pace", PACE))
OBJECT: Final = MOVES.verb("object", "Object")
AGREE: Final = MOVES.verb("agree", "Agree", agrees=True)
PLAY: Final = MOVES.verb("play", "Play {trick}", ("trick", TRICK))

REFUSALS: Final = RefusalBook()
NO_TRICK: Final = REFUSALS.refusal("REL-3.1", "You do not have this trick.")
NOT_FOR_YOU: Final = REFUSALS.refusal("", "It is not your turn to decide.")

EVENTS: Final = EventBook()
DEALT: Final = EVENTS.kind("dealt", "You are dealt {trick}.", ("seat", SEAT), ("trick", TRICK), reveals=True)
PROPOSED: Final = EVENTS.kind("proposed", "{seat} proposes to {pace}.", ("seat", SEAT), ("pace", PACE))
ANSWERED: Final = EVENTS.kind("answered", "{seat} has answered.", ("seat", SEAT))
AGREED: Final = EVENTS.kind("agreed", "All agree.")
OBJECTED: Final = EVENTS.kind("objected", "{seat} objects.", ("seat", SEAT), reveals=True)
PLAYED: Final = EVENTS.kind("played", "{seat} plays {trick}.", ("seat", SEAT), ("trick", TRICK), reveals=True)
FORETOLD: Final = EVENTS.kind("foretold", "You see what comes: {threat}.", ("threat", THREAT), reveals=True)
MET: Final = EVENTS.kind("met", "The next threat: {threat}.", ("threat", THREAT), reveals=True)
ESCAPED: Final = EVENTS.kind("escaped", "The smoke hides the couriers.")
WALKED: Final = EVENTS.kind("walked", "One leg further.")


class RelayTable(State):
    """``deck`` has its next threat last; ``foreseen[i]`` is the mask of seats that know ``deck[i]``."""

    def __init__(self, game: Definition, seats: int, options: dict[str, Value]) -> None:
        super().__init__(game, seats)
        self.options = options
        self.mission = 1
        self.scars = 0
        self.turn = 0
        self.legs = 0
        self.cover = COVER
        self.smoke = 0
        self.deck: list[int] = DECK[:]
        self.foreseen: list[int] = [0] * len(DECK)
        self.met: list[int] = []
        self.hands: list[list[int]] = [[] for _seat in range(seats)]
        self.reserve: list[int] = TRICKS[:]
        self.played: list[int] = []

    @property
    def route(self) -> int:
        return int(self.options["route"])

    @property
    def face_up(self) -> bool:
        return self.options["hands"] == "open"

    def clone(self) -> "RelayTable":
        t = type(self)(self.game, int(self.seats), self.options)
        self.copy_to(t)
        t.mission, t.scars, t.turn = self.mission, self.scars, self.turn
        t.legs, t.cover, t.smoke = self.legs, self.cover, self.smoke
        t.deck = self.deck[:]
        t.foreseen = self.foreseen[:]
        t.met = self.met[:]
        t.hands = [hand[:] for hand in self.hands]
        t.reserve = self.reserve[:]
        t.played = self.played[:]
        return t

    def determinize(self, seat: int) -> None:
        determinize_row(self, self.deck, self.foreseen, 1 << seat)
        knowers = [PUBLIC if self.face_up else 1 << owner for owner in range(self.seats)]
        seen = [[who] * len(hand) for who, hand in zip(knowers, self.hands, strict=True)]
        determinize_rows(self, [*self.hands, self.reserve], [*seen, [0] * len(self.reserve)], 1 << seat)

    def table_view(self, seat: int) -> Json:
        over = not self.stack
        hands = [
            [TRICK_NAMES[trick] if over or self.face_up or other == seat else None for trick in hand]
            for other, hand in enumerate(self.hands)
        ]
        return {
            "mission": self.mission,
            "scars": self.scars,
            "turn": SEAT_NAMES[self.turn],
            "legs": self.legs,
            "route": self.route,
            "cover": self.cover,
            "smoke": self.smoke,
            "threats": [
                THREAT_NAMES[threat] if mask >> seat & 1 else None
                for threat, mask in zip(self.deck, self.foreseen, strict=True)
            ],
            "met": [THREAT_NAMES[threat] for threat in self.met],
            "hands": hands,
            "played": [TRICK_NAMES[trick] for trick in self.played],
        }

    def result(self) -> Outcome:
        seats = int(self.seats)
        won = self.legs >= self.route
        return Outcome(
            (1 << seats) - 1 if won else 0,
            (1,) * seats,
            (self.legs,) * seats,
            ({"legs": self.legs},) * seats,
            "The letter arrives." if won else "The letter is lost.",
            "REL-1.1",
            min(1.0, self.legs / self.route),
        )

    def legacy(self) -> Json | None:
        if self.stack:
            return None
        lost = self.legs < self.route
        return {"mission": self.mission + 1, "scars": min(MOST_SCARS, self.scars + lost)}

    def census(self) -> dict[str, int]:
        threats = self.deck + self.met
        tricks = [trick for pile in (*self.hands, self.reserve, self.played) for trick in pile]
        return {
            **{name: threats.count(kind) for kind, name in enumerate(THREAT_NAMES)},
            **{name: tricks.count(kind) for kind, name in enumerate(TRICK_NAMES)},
        }

    def pack(self) -> Json:
        return {
            "mission": self.mission,
            "scars": self.scars,
            "turn": self.turn,
            "legs": self.legs,
            "cover": self.cover,
            "smoke": self.smoke,
            "deck": [THREAT_NAMES[threat] for threat in self.deck],
            "foreseen": self.foreseen[:],
            "met": [THREAT_NAMES[threat] for threat in self.met],
            "hands": [[TRICK_NAMES[trick] for trick in hand] for hand in self.hands],
            "reserve": [TRICK_NAMES[trick] for trick in self.reserve],
            "played": [TRICK_NAMES[trick] for trick in self.played],
        }

    def unpack(self, data: Json) -> None:
        read = Reader(data, "table")
        read.only(tuple(self.pack()))
        seats = int(self.seats)
        self.mission = read.number("mission", 1, 999, 1)
        self.scars = read.number("scars", 0, MOST_SCARS, 0)
        self.turn = read.number("turn", 0, seats - 1, 0)
        self.legs = read.number("legs", 0, self.route + 1, 0)
        self.cover = read.number("cover", 0, COVER, COVER - self.scars)
        self.smoke = read.number("smoke", 0, len(TRICKS), 0)
        self.deck = read.things("deck", THREAT_NAMES) or []
        self.foreseen = read.numbers("foreseen", len(self.deck), 0, 15, [0] * len(self.deck))
        self.met = read.things("met", THREAT_NAMES) or []
        self.hands = read.lists("hands", seats, TRICK_NAMES) or self.hands
        self.reserve = read.things("reserve", TRICK_NAMES) or []
        self.played = read.things("played", TRICK_NAMES) or []

    # -- what the rules use ----------------------------------------------------------------------------------

    def everybody_but(self, mask: int) -> int:
        """All seats that are not in the mask."""
        return ((1 << int(self.seats)) - 1) & ~mask

    def play_trick(self, seat: int, trick: int) -> None:
        """Carry out a trick (REL-3.2)."""
        self.hands[seat].remove(trick)
        self.played.append(trick)
        self.emit(PLAYED, PUBLIC, seat, trick)
        if trick == SMOKE:
            self.smoke += 1
        elif trick == SHORTCUT:
            self.advance()
        elif self.deck:
            self.foreseen[-1] |= 1 << seat
            self.emit(FORETOLD, 1 << seat, self.deck[-1])

    def advance(self) -> None:
        """One leg further."""
        self.legs += 1
        self.emit(WALKED, PUBLIC)

    def meet_threat(self) -> None:
        """Turn up the next threat (REL-1.2, REL-1.3)."""
        self.foreseen.pop()
        threat = self.deck.pop()
        self.met.append(threat)
        self.emit(MET, PUBLIC, threat)
        if threat == PATROL and self.smoke:
            self.smoke -= 1
            self.emit(ESCAPED, PUBLIC)
        elif threat == PATROL:
            self.cover -= 1

    def is_over(self) -> bool:
        return self.legs >= self.route or not self.deck or self.cover == 0


class PlayTrick(Verb[RelayTable]):
    """A trick may be played by any seat (REL-3.1)."""

    name: ClassVar[str] = "play"
    clause: ClassVar[str] = "REL-3.1"

    def fault(self, t: RelayTable, seat: int, move: int) -> int:
        return FINE if move - PLAY in t.hands[seat] else NO_TRICK

    def play(self, t: RelayTable, seat: int, move: int) -> None:
        t.play_trick(seat, move - PLAY)


class Reply(Verb[RelayTable]):
    """What only a seat that is asked may say."""

    def fault(self, t: RelayTable, seat: int, move: int) -> int:
        return FINE if seat in t.deciders else NOT_FOR_YOU


class ProposePace(Reply):
    name: ClassVar[str] = "propose"
    clause: ClassVar[str] = "REL-1.2"

    def play(self, t: RelayTable, seat: int, move: int) -> None:
        t.emit(PROPOSED, PUBLIC, seat, move - PROPOSE)
        t.push(Consent(move - PROPOSE + 1, [-1] * int(t.seats)))


class Object(Reply):
    name: ClassVar[str] = "object"
    clause: ClassVar[str] = "REL-2.1"

    def play(self, t: RelayTable, seat: int, move: int) -> None:
        frame = t.stack[-1]
        assert isinstance(frame, Consent)
        given = frame.answers_given[:]
        given[seat] = move - OBJECT
        t.emit(ANSWERED, PUBLIC, seat)
        t.replace(type(frame)(frame.legs, given))


class Agree(Object):
    name: ClassVar[str] = "agree"


class Open(Frame[RelayTable]):
    """A decision during which any seat may play a trick (REL-3.1), so that nothing hidden shows."""

    def interrupters(self, t: RelayTable) -> int:
        return t.everybody_but(self.deciders(t))


class Propose(Open):
    """The seat on turn proposes how to continue."""

    clause: ClassVar[str] = "REL-1.2"
    ask: ClassVar[str] = "Propose how to go on."
    wait: ClassVar[str] = "{seat} proposes how to go on."
    verbs: ClassVar[Verbs] = (ProposePace(), PlayTrick())

    def deciders(self, t: RelayTable) -> int:
        return 0 if t.is_over() else 1 << t.turn

    def resolve(self, t: RelayTable) -> None:
        t.finish()


class Consent(Open):
    """All others agree or object at once; ``answers_given`` holds 1, 0, or -1 for no answer yet."""

    clause: ClassVar[str] = "REL-2.1"
    ask: ClassVar[str] = "Agree or object to {legs} legs."
    wait: ClassVar[str] = "{seat} agrees or objects."
    verbs: ClassVar[Verbs] = (Object(), Agree(), PlayTrick())

    def __init__(self, legs: int, answers_given: list[int]) -> None:
        self.legs = legs
        self.answers_given = answers_given

    def deciders(self, t: RelayTable) -> int:
        return (
            0
            if t.is_over()
            else sum(1 << s for s, a in enumerate(self.answers_given) if a < 0 and s != t.turn)
        )

    def resolve(self, t: RelayTable) -> None:
        t.done()
        if t.is_over():
            return
        against = [seat for seat, answer in enumerate(self.answers_given) if answer == 0]
        for seat in against:
            t.emit(OBJECTED, PUBLIC, seat)
        if not against:
            t.emit(AGREED, PUBLIC)
        t.turn = (t.turn + 1) % int(t.seats)
        t.push(Go(self.legs, True) if not against else Go(1, False))

    def seen_as(self, t: RelayTable, seat: int, move: int, observer: int) -> int:
        return move if observer == seat or move >= PLAY else AGREE  # that it has answered

    def view(self, t: RelayTable, seat: int) -> dict[str, Any]:
        mine = self.answers_given[seat] if seat < t.seats else -1
        return {"legs": self.legs, "yours": None if mine < 0 else MOVES.name(OBJECT + mine)}

    def determinize(self, t: RelayTable, seat: int) -> Frame[RelayTable]:
        given = [
            a if a < 0 or other == seat else int(t.roll(2)) for other, a in enumerate(self.answers_given)
        ]
        return Consent(self.legs, given)

    def places(self, t: RelayTable, seat: int) -> dict[str, str]:
        return {"legs": str(self.legs)}

    def pack(self) -> list[Any]:
        return [self.legs, self.answers_given[:]]


class Go(Frame[RelayTable]):
    """Leg after leg, each with its threat; hiding has the threat only."""

    clause: ClassVar[str] = "REL-1.2"

    def __init__(self, left: int, moving: bool) -> None:
        self.left = left
        self.moving = moving

    def resolve(self, t: RelayTable) -> None:
        if self.left == 0 or t.is_over():
            t.done()
            return
        t.meet_threat()
        if self.moving and t.cover:
            t.advance()
        t.replace(Go(self.left - 1, self.moving))

    def pack(self) -> list[Any]:
        return [self.left, self.moving]


class Relay(Game[RelayTable]):
    """Two to four seats against the patrols."""

    def __init__(self) -> None:
        self.name = "relay"
        self.title = "Relay"
        self.kind = COOPERATIVE
        self.ledger = "REL"
        self.end_clause = "REL-1.1"
        self.rules_version = 1
        self.box_name = "toy"
        self.seats = (2, 3, 4)
        self.options = (
            Option("route", (5, 8), 8, "How many legs the route has.", "REL-1.1"),
            Option("hands", ("hidden", "open"), "hidden", "Whether tricks lie face up.", "REL-3.3"),
        )
        self.moves = MOVES
        self.events = EVENTS
        self.refusals = REFUSALS
        self.frames = {"Propose": Propose, "Consent": Consent, "Go": Go}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> RelayTable:
        table = RelayTable(self, seats, options)
        if legacy is not None:
            read = Reader(legacy, "legacy")
            read.only(("mission", "scars"))
            table.mission = read.number("mission", 1, 999, 1)
            table.scars = read.number("scars", 0, MOST_SCARS, 0)
            table.cover = COVER - table.scars
        return table

    def set_up(self, state: RelayTable) -> None:
        state.push(Propose())  # before anything is told: without a decision to come, all would lie open
        state.shuffle(state.deck)
        state.shuffle(state.reserve)
        for seat in range(state.seats):
            trick = state.reserve.pop()
            state.hands[seat].append(trick)
            state.emit(DEALT, PUBLIC if state.face_up else 1 << seat, seat, trick)

    def view(self, state: RelayTable, seat: int) -> Json:
        return state.table_view(seat)

    def outcome(self, state: RelayTable) -> Outcome:
        return state.result()

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return SEAT_NAMES[:seats]

    def teams(self, seats: int) -> tuple[int, ...]:
        return (0,) * seats

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        """Every proposal is answered by all others and turns up a threat; every trick is played once."""
        return len(DECK) * seats + len(TRICKS)

    def components(self, seats: int) -> dict[str, int]:
        return {
            **{name: DECK.count(kind) for kind, name in enumerate(THREAT_NAMES)},
            **{name: TRICKS.count(kind) for kind, name in enumerate(TRICK_NAMES)},
        }

    def __reduce__(self) -> str:
        return "RELAY"


RELAY: Final = Relay()
