"""Train a network on lessons and endings.

The code uses only operations that numpy arrays and torch tensors share. So it runs on a single core without a
training framework, and on an accelerator with torch (``pip install 'spyring[learn]'``).
"""

import time
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import numpy as np

from spyring.bots.network import scale
from spyring.engine.game import Game
from spyring.learning.selfplay import Lessons

HELD_OUT_SHARE: Final = 0.05  # for validation, and as many for the test
MAX_HELD_OUT: Final = 20000
NO_MOVE: Final = -1e9
MOMENT_DECAYS: Final = (0.9, 0.999)
EPSILON: Final = 1e-8
TRUSTS_TRIED: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)


@dataclass(frozen=True)
class Recipe:
    """The shape of a network, and how it is trained."""

    policy: tuple[int, ...] = (256, 256)  # widths of the policy layers
    seat: int = 96  # width of a seat's layer
    value: int = 64  # width of the value layer
    batch: int = 1024
    rate: float = 1e-3
    shrink: float = 0.1  # weight decay
    dropout: float = 0.1
    looks: int = 60  # validations during a fit
    blind: tuple[str, ...] = ()  # blocks that hold only future luck
    device: str = "cpu"


# The best choice depends on the amount of data. Fits are cheap, so all are tried.
RATES_AND_DROPOUTS: Final = ((1e-3, 0.1), (3e-4, 0.3), (1e-4, 0.5))  # rate and dropout


class Maths:
    """Numpy arrays, or torch tensors on a device."""

    def __init__(self, device: str, seed: int) -> None:
        self.torch: Any = None
        self.dice: Any = np.random.default_rng(seed)
        if device != "cpu":
            import torch

            self.torch = torch
            self.device = device
            self.dice = torch.Generator(device=device)
            self.dice.manual_seed(seed)
            torch.set_float32_matmul_precision("high")
        self.lib: Any = self.torch or np

    def array(self, found: Any) -> Any:
        """An array on the device."""
        if self.torch is None:
            return found
        return self.torch.from_numpy(np.ascontiguousarray(found)).to(self.device)

    def numpy(self, found: Any) -> Any:
        """An array of the device as numpy."""
        return found if self.torch is None else found.cpu().numpy()

    def whole(self, found: Any) -> Any:
        """As indices."""
        return found.astype(np.int64) if self.torch is None else found.long()

    def zeros(self, *shape: int) -> Any:
        """Floats that are 0."""
        if self.torch is None:
            return np.zeros(shape, np.float32)
        return self.torch.zeros(shape, device=self.device)

    def some(self, count: int, most: int) -> Any:
        """``count`` random numbers below ``most``."""
        if self.torch is None:
            return self.dice.integers(0, most, count)
        return self.torch.randint(most, (count,), device=self.device, generator=self.dice)

    def kept(self, like: Any, dropout: float) -> Any:
        """A dropout mask, scaled to keep the mean."""
        if self.torch is None:
            return (self.dice.random(like.shape, np.float32) >= dropout) / np.float32(1.0 - dropout)
        lot = self.torch.rand(like.shape, device=self.device, generator=self.dice)
        return (lot >= dropout).float() / (1.0 - dropout)


class Perceptron:
    """Layers with rectifiers, and their gradients."""

    def __init__(self, maths: Maths, widths: list[int], seed: int, bent: bool) -> None:
        dice = np.random.default_rng(seed)
        self.maths = maths
        self.bent = bent  # with a rectifier after the last layer
        self.weights: list[Any] = []
        for place, (narrow, wide) in enumerate(pairwise(widths)):
            spread = np.sqrt(2.0 / narrow)
            if place == len(widths) - 2 and not bent:
                spread = 0.0  # corrections start at 0
            drawn = spread * dice.standard_normal((narrow, wide))
            self.weights.append(maths.array(drawn.astype(np.float32)))
            self.weights.append(maths.zeros(wide))
        self.inputs: list[Any] = []
        self.masks: list[Any] = []

    def forward(self, seen: Any, dropout: float = 0.0) -> Any:
        """The output."""
        self.inputs, self.masks = [], []
        last = len(self.weights) - 2
        for place in range(0, last + 2, 2):
            self.inputs.append(seen)
            seen = seen @ self.weights[place] + self.weights[place + 1]
            if place < last or self.bent:
                mask = seen > 0
                if dropout:
                    mask = mask * self.maths.kept(seen, dropout)
                self.masks.append(mask)
                seen = seen * mask
        return seen

    def backward(self, slope: Any, onward: bool) -> tuple[list[Any], Any]:
        """The gradients of all weights, and of the input if wanted."""
        found: list[Any] = []
        for number in reversed(range(len(self.inputs))):
            if number < len(self.masks):
                slope = slope * self.masks[number]
            found = [self.inputs[number].T @ slope, slope.sum(axis=0), *found]
            if number or onward:
                slope = slope @ self.weights[2 * number].T
        return found, slope


class Learner:
    """The optimizer (AdamW)."""

    def __init__(self, maths: Maths, groups: list[list[Any]]) -> None:
        self.maths = maths
        self.groups = groups
        self.steps = 0
        self.mean = [[0.0 * weight for weight in group] for group in groups]
        self.square = [[0.0 * weight for weight in group] for group in groups]

    def step(self, slopes: list[list[Any]], rate: float, shrink: float) -> None:
        """Move all weights against their gradients."""
        self.steps += 1
        fast, slow = MOMENT_DECAYS
        warm, warmer = 1.0 - fast**self.steps, 1.0 - slow**self.steps
        for group, mean, square, slope in zip(self.groups, self.mean, self.square, slopes):
            for at in range(len(group)):
                mean[at] = fast * mean[at] + (1.0 - fast) * slope[at]
                square[at] = slow * square[at] + (1.0 - slow) * slope[at] * slope[at]
                move = (mean[at] / warm) / ((square[at] / warmer) ** 0.5 + EPSILON)
                group[at] = group[at] - rate * (move + shrink * group[at])


@dataclass
class Fitted:
    """The arrays of a network, and their curve and losses."""

    arrays: dict[str, Any]
    curve: list[dict[str, float]]  # validation losses
    losses: dict[str, float]  # test losses before and after


class Task:
    """One of the two heads: its batches, loss and gradients."""

    def __init__(self, maths: Maths, count: int, dropout: float) -> None:
        self.maths = maths
        self.dropout = dropout
        held_out = min(MAX_HELD_OUT, max(1, int(HELD_OUT_SHARE * count)))
        self.train = count - 2 * held_out  # the last games are held out
        self.validation = range(self.train, count - held_out)
        self.test = range(count - held_out, count)
        self.groups: list[list[Any]] = []
        self.trust = [maths.array(np.array([1.0], np.float32))]

    def calibrate(self) -> None:
        """Find the best weight of the heuristic before training."""
        found: list[tuple[float, float]] = []
        for trust in TRUSTS_TRIED:
            self.trust[0] = self.maths.array(np.array([trust], np.float32))
            found.append((self.measure(self.validation), trust))
        self.trust[0] = self.maths.array(np.array([min(found)[1]], np.float32))

    def loss(self, rows: Any, learning: bool) -> tuple[Any, list[list[Any]]]:
        """The loss of these rows, and its gradients when learning."""
        raise NotImplementedError

    def arrays(self) -> dict[str, Any]:
        """The weights, by name."""
        raise NotImplementedError

    def measure(self, held_out: range) -> float:
        """The mean loss of held-out rows."""
        total = 0.0
        for first in range(held_out.start, held_out.stop, 2048):
            rows = self.maths.array(np.arange(first, min(held_out.stop, first + 2048)))
            total += float(self.loss(rows, False)[0]) * len(rows)
        return total / len(held_out)


class Likings(Task):
    """The policy: predicts the tries of a search.

    Moves with the same verb or argument (``parts``) share weights, and each move has weights of its own.
    """

    def __init__(self, maths: Maths, lessons: Lessons, parts: Any, recipe: Recipe, seed: int) -> None:
        book = parts.shape[1]
        super().__init__(maths, len(lessons.vectors), recipe.dropout)
        self.vectors = maths.array(lessons.vectors)
        self.moves = maths.whole(maths.array(lessons.moves))
        self.shares = maths.array(lessons.shares)
        self.merits = maths.array(lessons.merits)
        self.levels = maths.array(scale(np))
        self.book = book
        self.net = Perceptron(maths, [lessons.vectors.shape[1], *recipe.policy, book], seed, bent=False)
        self.parts = maths.array(parts)
        self.shared = [maths.zeros(recipe.policy[-1], len(parts))]
        self.groups = [self.net.weights, self.trust, self.shared]

    def loss(self, rows: Any, learning: bool) -> tuple[Any, list[list[Any]]]:
        lib, maths = self.maths.lib, self.maths
        dropout = self.dropout if learning else 0.0
        moves = self.moves[rows]
        at = maths.array(np.arange(len(rows)))[:, None]
        wanted, merits, legal = (maths.zeros(len(rows), self.book + 1) for _kind in range(3))
        wanted[at, moves], merits[at, moves], legal[at, moves] = self.shares[rows], self.merits[rows], 1.0
        wanted, merits, legal = wanted[:, :-1], merits[:, :-1], legal[:, :-1]
        seen = self.levels[maths.whole(self.vectors[rows])]
        own = self.net.weights[-2]
        self.net.weights[-2] = own + self.shared[0] @ self.parts
        odds = self.net.forward(seen, dropout) + self.trust[0] * merits + NO_MOVE * (1.0 - legal)
        odds = odds - lib.amax(odds, axis=1, keepdims=True)
        chances = lib.exp(odds)
        together = chances.sum(axis=1, keepdims=True)
        chances = chances / together
        lost = -(wanted * legal * (odds - lib.log(together))).sum() / len(rows)
        slopes: list[list[Any]] = []
        if learning:
            slope = (chances - wanted) * legal / len(rows)
            back, _seen = self.net.backward(slope, onward=False)
            slopes = [back, [(slope * merits).sum().reshape(1)], [back[-2] @ self.parts.T]]
        self.net.weights[-2] = own
        return lost, slopes

    def arrays(self) -> dict[str, Any]:
        found = named("policy", self.net)
        last = f"policy{len(self.net.weights) // 2 - 1}w"
        found[last] = found[last] + self.maths.numpy(self.shared[0] @ self.parts)
        return {**found, "trust_in_weights": np.array(self.maths.numpy(self.trust[0]))}


class Values(Task):
    """The value: predicts the result of each seat from the vectors of all seats."""

    def __init__(self, maths: Maths, lessons: Lessons, recipe: Recipe, seed: int) -> None:
        super().__init__(maths, len(lessons.tables), recipe.dropout)
        self.tables = maths.array(lessons.tables)
        self.odds = maths.array(lessons.odds)
        self.results = maths.array(lessons.results)
        self.levels = maths.array(scale(np))
        self.seats, size = lessons.tables.shape[1:]
        numbers = range(self.seats)
        self.turns = [[(seat + step) % self.seats for step in numbers] for seat in numbers]
        self.back = [[(other - seat) % self.seats for other in numbers] for seat in numbers]
        self.one = Perceptron(maths, [size, recipe.seat], seed + 1, bent=True)
        self.all = Perceptron(maths, [recipe.seat * self.seats, recipe.value, 1], seed + 2, bent=False)
        self.groups = [self.one.weights, self.all.weights, self.trust]

    def loss(self, rows: Any, learning: bool) -> tuple[Any, list[list[Any]]]:
        lib, seats, count = self.maths.lib, self.seats, len(rows)
        dropout = self.dropout if learning else 0.0
        tables = self.levels[self.maths.whole(self.tables[rows])]
        each = self.one.forward(tables.reshape(count * seats, -1), dropout).reshape(count, seats, -1)
        together = lib.stack([each[:, turn] for turn in self.turns], 1).reshape(count * seats, -1)
        merits, wanted = self.odds[rows].reshape(-1), self.results[rows].reshape(-1)
        odds = self.all.forward(together, dropout)[:, 0] + self.trust[0] * merits
        chances = 1.0 / (1.0 + lib.exp(-odds))
        lost = -(wanted * lib.log(chances + EPSILON) + (1 - wanted) * lib.log(1 - chances + EPSILON)).mean()
        if not learning:
            return lost, []
        slope = (chances - wanted) / (count * seats)
        slopes, back = self.all.backward(slope[:, None], onward=True)
        back = back.reshape(count, seats, seats, -1)
        spread = sum(back[:, seat][:, self.back[seat]] for seat in range(seats))
        first, _tables = self.one.backward(spread.reshape(count * seats, -1), onward=False)
        return lost, [first, slopes, [(slope * merits).sum().reshape(1)]]

    def arrays(self) -> dict[str, Any]:
        trust = np.array(self.maths.numpy(self.trust[0]))
        return {**named("seat", self.one), **named("value", self.all), "trust_in_worth": trust}


def named(name: str, net: Perceptron) -> dict[str, Any]:
    """The layers of a perceptron, by their names in a file."""
    found: dict[str, Any] = {}
    for place in range(0, len(net.weights), 2):
        found[f"{name}{place // 2}w"] = np.array(net.maths.numpy(net.weights[place]))
        found[f"{name}{place // 2}b"] = np.array(net.maths.numpy(net.weights[place + 1]))
    return found


def learn(task: Task, recipe: Recipe, steps: int, seconds: float, name: str) -> Fitted:
    """Train for ``steps`` or ``seconds``, and keep the best weights."""
    task.calibrate()
    learner = Learner(task.maths, task.groups)
    began = time.monotonic()
    best = task.measure(task.validation)
    before = round(task.measure(task.test), 5)
    curve = [{"step": 0, "seconds": 0.0, name: round(best, 5)}]
    fitted = Fitted(task.arrays(), curve, {"before": before, "after": before})
    every = max(1, steps // recipe.looks)
    stale = 0
    for step in range(1, steps + 1):
        part = max(step / steps, (time.monotonic() - began) / seconds)
        _lost, slopes = task.loss(task.maths.some(min(recipe.batch, task.train), task.train), True)
        learner.step(slopes, recipe.rate * max(0.02, 1.0 - part), recipe.shrink)
        if step % every == 0 or part >= 1.0:
            lost = task.measure(task.validation)
            spent = round(time.monotonic() - began, 1)
            curve.append({"step": step, "seconds": spent, name: round(lost, 5)})
            stale = 0 if lost < best else stale + 1
            if lost < best:
                best, fitted.arrays = lost, task.arrays()
                fitted.losses["after"] = round(task.measure(task.test), 5)
            if part >= 1.0 or stale > recipe.looks // 4:
                break
    return fitted


def fit(
    lessons: Lessons, game: Game, recipe: Recipe, steps: int, seconds: float, seed: int
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The arrays of a network, its validation curves, and its test losses."""
    maths = Maths(recipe.device, seed)
    parts = parts_of(game)
    seconds /= len(RATES_AND_DROPOUTS)
    blinded = hidden(lessons.tables, game, recipe.blind)
    policies: list[Fitted] = []
    values: list[Fitted] = []
    for rate, dropout in RATES_AND_DROPOUTS:
        manner = replace(recipe, rate=rate, dropout=dropout)
        policies.append(learn(Likings(maths, lessons, parts, manner, seed), manner, steps, seconds, "policy"))
        if len(blinded) > 2:
            seen = replace(lessons, tables=blinded)
            values.append(learn(Values(maths, seen, manner, seed), manner, steps, seconds, "value"))
    policy = min(policies, key=lambda fitted: lowest(fitted, "policy"))
    arrays = dict(policy.arrays)
    trust = [float(arrays.pop("trust_in_weights")[0]), 1.0]
    curves: dict[str, Any] = {"policy": policy.curve}
    losses: dict[str, Any] = {"policy": policy.losses}
    if values:
        value = min(values, key=lambda fitted: lowest(fitted, "value"))
        arrays |= value.arrays
        trust[1] = float(arrays.pop("trust_in_worth")[0])
        arrays["seat0w"] = hidden(arrays["seat0w"].T, game, recipe.blind).T
        curves["value"], losses["value"] = value.curve, value.losses
    arrays["trust"] = np.array(trust, np.float32)
    return arrays, curves, losses


def lowest(fitted: Fitted, name: str) -> float:
    """The best loss of a curve."""
    return min(point[name] for point in fitted.curve)


def hidden(numbers: Any, game: Game, blind: tuple[str, ...]) -> Any:
    """Vectors (last axis) with some blocks set to 0."""
    if not blind:
        return numbers
    found = numbers.copy()
    for name in blind:
        block = game.encoding[name]
        found[..., block.at : block.at + block.size] = 0
    return found


def parts_of(game: Game) -> Any:
    """A matrix with a row for every verb and argument, a column for every move, and 1 where they belong
    together.
    """
    rows: dict[tuple[str, ...], int] = {}
    marks: list[tuple[int, int]] = []
    for move in range(len(game.moves)):
        fields = game.moves.fields(move)
        verb = fields["verb"]
        for name, label in fields.items():
            marks.append((rows.setdefault((verb, name, label), len(rows)), move))
    found = np.zeros((len(rows), len(game.moves)), np.float32)
    for row, move in marks:
        found[row, move] = 1.0
    return found
