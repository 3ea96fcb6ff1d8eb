"""Coin: a safe win, or a guess at what a rival hides. A search must not see the coin.

- **COI-1.1** The guesser plays safe, and wins seven times out of ten; or it gambles.
- **COI-1.2** If it gambles, the hider lays a coin in secret, and the guesser wins if it guesses the side.
"""

from typing import Any, ClassVar, Final

from spyring.engine.definition import Definition
from spyring.engine.frame import Frame
from spyring.engine.game import Game
from spyring.engine.notation import Domain, EventBook, MoveBook
from spyring.engine.options import Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.seats import PUBLIC
from spyring.engine.state import State
from spyring.engine.verb import Verb, Verbs

SEAT_NAMES: Final = ("guesser", "hider")
GUESSER: Final = 0
HIDER: Final = 1
NO_COIN: Final = -1

SEAT: Final = Domain("seat", SEAT_NAMES)
SIDE: Final = Domain("side", ("heads", "tails"))

MOVES: Final = MoveBook()
SAFE: Final = MOVES.verb("safe", "Play safe")
GAMBLE: Final = MOVES.verb("gamble", "Gamble")
HIDE: Final = MOVES.verb("hide", "Lay {side} up, in secret", ("side", SIDE))
GUESS: Final = MOVES.verb("guess", "Guess {side}", ("side", SIDE))

EVENTS: Final = EventBook()
DARED: Final = EVENTS.kind("dared", "The guesser gambles.")
HID: Final = EVENTS.kind("hid", "A coin is laid.")
SHOWN: Final = EVENTS.kind("shown", "The coin shows {side}.", ("side", SIDE), reveals=True)
WON: Final = EVENTS.kind("won", "The {seat} wins.", ("seat", SEAT), reveals=True)


class CoinTable(State):
    """The side of the coin, once it is laid, and who has won."""

    def __init__(self, game: Definition, seats: int) -> None:
        super().__init__(game, seats)
        self.coin = NO_COIN
        self.winner = HIDER

    def clone(self) -> "CoinTable":
        t = CoinTable(self.game, int(self.seats))
        self.copy_to(t)
        t.coin, t.winner = self.coin, self.winner
        return t

    def determinize(self, seat: int) -> None:
        if self.coin != NO_COIN and seat != HIDER:
            self.coin = int(self.roll(2))

    def pack(self) -> Json:
        return {"coin": self.coin, "winner": self.winner}

    def unpack(self, data: Json) -> None:
        read = Reader(data, "table")
        read.only(("coin", "winner"))
        self.coin = read.number("coin", NO_COIN, 1, NO_COIN)
        self.winner = read.number("winner", 0, 1, HIDER)

    def census(self) -> dict[str, int]:
        return {"coin": 1}

    def end(self, won: bool) -> None:
        """The guesser has won, or not."""
        self.winner = GUESSER if won else HIDER
        self.emit(WON, PUBLIC, self.winner)
        self.finish()


class Safe(Verb[CoinTable]):
    name: ClassVar[str] = "safe"
    clause: ClassVar[str] = "COI-1.1"

    def play(self, t: CoinTable, seat: int, move: int) -> None:
        t.end(t.roll(10) < 7)


class Gamble(Verb[CoinTable]):
    name: ClassVar[str] = "gamble"
    clause: ClassVar[str] = "COI-1.1"

    def play(self, t: CoinTable, seat: int, move: int) -> None:
        t.emit(DARED, PUBLIC)
        t.replace(Hide())


class Stake(Frame[CoinTable]):
    """Safe or not."""

    clause: ClassVar[str] = "COI-1.1"
    ask: ClassVar[str] = "Play safe, or gamble."
    wait: ClassVar[str] = "{seat} plays safe or gambles."
    verbs: ClassVar[Verbs] = (Safe(), Gamble())

    def deciders(self, t: CoinTable) -> int:
        return 1 << GUESSER


class HideCoin(Verb[CoinTable]):
    name: ClassVar[str] = "hide"
    clause: ClassVar[str] = "COI-1.2"

    def play(self, t: CoinTable, seat: int, move: int) -> None:
        t.coin = move - HIDE
        t.emit(HID, PUBLIC)
        t.replace(Guess())


class Hide(Frame[CoinTable]):
    """Which side is up is the hider's secret."""

    clause: ClassVar[str] = "COI-1.2"
    ask: ClassVar[str] = "Lay a coin in secret."
    wait: ClassVar[str] = "{seat} lays a coin."
    verbs: ClassVar[Verbs] = (HideCoin(),)

    def deciders(self, t: CoinTable) -> int:
        return 1 << HIDER

    def seen_as(self, t: CoinTable, seat: int, move: int, observer: int) -> int:
        return move if observer == seat else HIDE


class GuessSide(Verb[CoinTable]):
    name: ClassVar[str] = "guess"
    clause: ClassVar[str] = "COI-1.2"

    def play(self, t: CoinTable, seat: int, move: int) -> None:
        t.emit(SHOWN, PUBLIC, t.coin)
        t.end(move - GUESS == t.coin)


class Guess(Frame[CoinTable]):
    """Heads or tails."""

    clause: ClassVar[str] = "COI-1.2"
    ask: ClassVar[str] = "Guess the side."
    wait: ClassVar[str] = "{seat} guesses."
    verbs: ClassVar[Verbs] = (GuessSide(),)

    def deciders(self, t: CoinTable) -> int:
        return 1 << GUESSER


class Coin(Game[CoinTable]):
    """Two seats, one of them with a secret."""

    def __init__(self) -> None:
        self.name = "coin"
        self.title = "Coin"
        self.ledger = "COI"
        self.end_clause = "COI-1.1"
        self.rules_version = 1
        self.box_name = "toy"
        self.seats = (2,)
        self.options = ()
        self.moves = MOVES
        self.events = EVENTS
        self.frames = {"Stake": Stake, "Hide": Hide, "Guess": Guess}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> CoinTable:
        return CoinTable(self, seats)

    def set_up(self, state: CoinTable) -> None:
        state.push(Stake())

    def view(self, state: CoinTable, seat: int) -> Json:
        open_to = seat == HIDER or not state.stack
        return {
            "laid": state.coin != NO_COIN,
            "coin": SIDE.label(state.coin) if open_to and state.coin != NO_COIN else None,
        }

    def outcome(self, state: CoinTable) -> Outcome:
        won = [int(seat == state.winner) for seat in range(2)]
        ranks = (2 - won[0], 2 - won[1])
        parts = ({"won": won[0]}, {"won": won[1]})
        return Outcome(1 << state.winner, ranks, tuple(won), parts, "Luck decides.", "COI-1.1")

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return SEAT_NAMES

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        return 3

    def components(self, seats: int) -> dict[str, int]:
        return {"coin": 1}

    def __reduce__(self) -> Any:
        return "COIN"


COIN: Final = Coin()
