"""What machines perceive: vectors and masks say what views and legal moves say, no more and no less."""

import json
from itertools import islice
from typing import Any, Final

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.testkit.checks import difference, name_of
from spyring.testkit.trials import Chooser, Dice, Trial, trials

SEEDS: Final = 1 << 40
UNSAID: Final = ("you", "outcome")  # not for whoever plays on


def vectors(game: Game, *, games: int = 4, seed: int = 0, every: int = 1, most: int = 1000) -> int:
    """What the vectors of a game must satisfy, in seeded random games; returns how many were compared.

    ``AssertionError`` at the first failure. Of each game the first ``most`` decisions are played. At one in
    ``every`` decisions, for every seat:

    - vectors and masks of both levels are the same in a world that the seat cannot tell apart;
    - the mask is what is legal;
    - equal views have equal vectors, and, if the encoding is complete, unequal views have unequal ones;
    - bytes and floats hold the same numbers.
    """
    notes = Notes(game)
    dice = Dice(seed)
    for trial in islice(trials(game, games, seed), games):
        state = trial.start()
        chooser = Chooser(trial)
        for _decision in range(most):
            if not state.deciders:
                break
            if dice.roll(every) == 0:
                for seat in range(state.seats):
                    notes.compare(trial, state, seat, dice)
            state.play(*chooser.choose(state))
    return notes.compared


class Notes:
    """The vectors met so far, and the views behind them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = game.encoding
        self.by_vector: dict[Any, str] = {}
        self.by_view: dict[Any, bytes] = {}
        self.compared = 0

    def compare(self, trial: Trial, state: State, seat: int, dice: Dice) -> None:
        """One moment, as one seat perceives it."""
        who = f"{trial}: {name_of(state, seat)}"
        world = state.resample(seat, dice.roll(SEEDS))
        now = vector(state, seat, self.layout.now)
        self.same(who, now, vector(world, seat, self.layout.now))
        self.same(who, vector(state, seat, self.layout.size), vector(world, seat, self.layout.size))
        if mask(state, seat) != mask(world, seat):
            raise AssertionError(f"{who} can tell two worlds apart by its mask")
        if [move for move, bit in enumerate(mask(state, seat)) if bit] != sorted(state.legal(seat)):
            raise AssertionError(f"{who}: the mask is not what is legal")
        if [int(number) for number in floats(state, seat, self.layout.now)] != list(now):
            raise AssertionError(f"{who}: floats and bytes differ")
        self.remember(who, trial, state, seat, now)
        self.compared += 1

    def same(self, who: str, here: bytes, there: bytes) -> None:
        """Refuse vectors by which two worlds can be told apart."""
        if here != there:
            raise AssertionError(f"{who} can tell two worlds apart by its vector: {self.parts(here, there)}")

    def parts(self, here: bytes, there: bytes) -> str:
        """The names of the blocks that differ."""
        found = [
            block.name
            for block in self.layout.blocks
            if here[block.at : block.at + block.size] != there[block.at : block.at + block.size]
        ]
        return ", ".join(found)

    def remember(self, who: str, trial: Trial, state: State, seat: int, now: bytes) -> None:
        """Compare with all that was met before under the same options."""
        seen = {name: part for name, part in state.view(seat).items() if name not in UNSAID}
        text = json.dumps(seen, sort_keys=True)
        game = (trial.seats, *trial.options.values(), seat)
        before = self.by_view.setdefault((game, text), now)
        if before != now:
            raise AssertionError(f"{who}: equal views have unequal vectors: {self.parts(before, now)}")
        other = self.by_vector.setdefault((game, now), text)
        if self.layout.complete and other != text:
            raise AssertionError(
                f"{who}: unequal views, equal vectors: {difference(json.loads(other), seen)}"
            )


def vector(state: State, seat: int, length: int) -> bytes:
    """What a seat perceives, as bytes."""
    out = bytearray(b"\xff" * length)  # whatever lay there before must not matter
    state.encode(seat, out)
    return bytes(out)


def floats(state: State, seat: int, length: int) -> list[float]:
    """The same as floats."""
    out = memoryview(bytearray(4 * length)).cast("f")
    state.encode(seat, out)
    return [float(number) for number in out]


def mask(state: State, seat: int) -> bytes:
    """Which moves are legal, as bytes."""
    out = bytearray(b"\xff" * len(state.game.moves))
    state.legal_mask(seat, out)
    return bytes(out)
