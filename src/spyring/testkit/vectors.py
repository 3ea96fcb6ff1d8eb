"""Vectors and masks hold exactly what views and legal moves show."""

import json
from itertools import islice
from typing import Any, Final

from spyring.engine.encoding import Encoding, IncrementalObserver
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.testkit.checks import difference, name_of
from spyring.testkit.trials import Chooser, Dice, Trial, trials

SEEDS: Final = 1 << 40
UNSAID: Final = ("you", "outcome")  # not in a vector
ORDER: Final = "order of "  # prefix: only the order of this part is left out


def vectors(game: Game, *, games: int = 4, seed: int = 0, every: int = 1, most: int = 1000) -> int:
    """Check the vectors of a game in seeded random games; returns how many were compared.

    ``AssertionError`` at the first failure. Of each game the first ``most`` decisions are played. At one in
    ``every`` decisions, for every seat:

    - vectors and masks of both levels are the same in a world that the seat cannot tell apart;
    - the mask holds the legal moves;
    - equal views have equal vectors, and, if the encoding is complete, unequal views have unequal ones;
    - bytes and floats hold the same numbers.

    At every decision the incremental vector is equal to a new one.
    """
    notes = Notes(game)
    dice = Dice(seed)
    for trial in islice(trials(game, games, seed), games):
        state = trial.start()
        chooser = Chooser(trial)
        for _decision in range(most):
            if not state.deciders:
                break
            notes.keep_up(trial, state, state.deciders[0])
            if dice.roll(every) == 0:
                for seat in range(state.seats):
                    notes.keep_up(trial, state, seat)
                    notes.compare(trial, state, seat, dice)
            state.play(*chooser.choose(state))
    return notes.compared


class Notes:
    """The vectors so far, and their views."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = game.encoding
        self.by_vector: dict[Any, str] = {}
        self.by_view: dict[Any, bytes] = {}
        self.compared = 0
        self.kept = [IncrementalObserver(self.layout, memory) for memory in (False, True)]

    def keep_up(self, trial: Trial, state: State, seat: int) -> None:
        """Compare incremental vectors with new ones."""
        for kept in self.kept:
            fresh, patched = self.layout.vector(state, seat, kept.memory), kept.vector(state, seat)
            if fresh != patched:
                names = ", ".join(differing(self.layout, fresh, patched))
                raise AssertionError(f"{trial}: sources have changed unnoticed, of {names}")

    def compare(self, trial: Trial, state: State, seat: int, dice: Dice) -> None:
        """Compare one position for one seat."""
        who = f"{trial}: {name_of(state, seat)}"
        world = state.resample(seat, dice.roll(SEEDS))
        no_machine_can_tell_apart(state, world, seat, who)
        moves = [move for move, bit in enumerate(mask(state, seat)) if bit]
        assert moves == sorted(state.legal(seat)), f"{who}: the mask does not hold the legal moves"
        now = vector(state, seat, self.layout.now)
        assert floats(state, seat, self.layout.now) == list(now), f"{who}: floats and bytes differ"
        self.remember(who, trial, state, seat, now)
        self.compared += 1

    def remember(self, who: str, trial: Trial, state: State, seat: int, now: bytes) -> None:
        """Compare with all earlier vectors of the same options."""
        seen = said(self.layout, state, seat)
        text = json.dumps(seen, sort_keys=True)
        game = (trial.seats, *trial.options.values(), seat)
        before = self.by_view.setdefault((game, text), now)
        if before != now:
            names = ", ".join(differing(self.layout, before, now))
            raise AssertionError(f"{who}: equal views have unequal vectors: {names}")
        other = self.by_vector.setdefault((game, now), text)
        differs = difference(json.loads(other), seen) if self.layout.complete and other != text else ""
        assert not differs, f"{who}: unequal views, equal vectors: {differs}"


def no_machine_can_tell_apart(state: State, world: State, seat: int, who: str) -> None:
    """Vectors of both levels and masks of a seat are the same in both worlds."""
    layout = state.game.encoding
    for length in (layout.now, layout.size):
        here, there = vector(state, seat, length), vector(world, seat, length)
        if here != there:
            blocks = ", ".join(differing(layout, here, there))
            raise AssertionError(f"{who} can tell two worlds apart by its vector: {blocks}")
    assert mask(state, seat) == mask(world, seat), f"{who} can tell two worlds apart by its mask"


def differing(layout: Encoding[Any], here: bytes, there: bytes) -> list[str]:
    """The names of the blocks in which two vectors differ."""
    parts = [(block.name, slice(block.at, block.at + block.size)) for block in layout.blocks]
    return [name for name, part in parts if here[part] != there[part]]


def said(layout: Encoding[Any], state: State, seat: int) -> dict[str, Any]:
    """The view of a seat, without what the encoding leaves out."""
    seen: dict[str, Any] = {name: part for name, part in state.view(seat).items() if name not in UNSAID}
    for path in layout.left_out:
        leave_out(seen, path.removeprefix(ORDER).split("."), path.startswith(ORDER))
    return seen


def leave_out(part: Any, names: list[str], order_only: bool) -> None:
    """Remove a part of a view, or only the order of its entries; ``name[]`` means all entries of a list."""
    name = names[0].removesuffix("[]")
    if not isinstance(part, dict) or name not in part:
        return
    if len(names) == 1 and not order_only:
        del part[name]
    elif part[name] is None:
        return
    elif names[0] != name:
        for entry in part[name]:
            leave_out(entry, names[1:], order_only)
    elif len(names) > 1:
        leave_out(part[name], names[1:], order_only)
    else:
        part[name] = sorted(part[name], key=json.dumps)


def vector(state: State, seat: int, length: int) -> bytes:
    """The vector of a seat, as bytes."""
    out = bytearray(b"\xff" * length)  # old content must not matter
    state.encode(seat, out)
    return bytes(out)


def floats(state: State, seat: int, length: int) -> list[float]:
    """The vector of a seat, as floats."""
    out = memoryview(bytearray(4 * length)).cast("f")
    state.encode(seat, out)
    return [float(number) for number in out]


def mask(state: State, seat: int) -> bytes:
    """The legal moves as bytes."""
    out = bytearray(b"\xff" * len(state.game.moves))
    state.legal_mask(seat, out)
    return bytes(out)
