"""Train a network on lessons.

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
    batch: int = 1024
    rate: float = 1e-3
    shrink: float = 0.1  # weight decay
    dropout: float = 0.1
    looks: int = 60  # validations during a fit
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

    def __init__(self, maths: Maths, widths: list[int], seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.maths = maths
        self.weights: list[Any] = []
        for place, (narrow, wide) in enumerate(pairwise(widths)):
            spread = 0.0 if place == len(widths) - 2 else np.sqrt(2.0 / narrow)  # corrections start at 0
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
            if place < last:
                mask = seen > 0
                if dropout:
                    mask = mask * self.maths.kept(seen, dropout)
                self.masks.append(mask)
                seen = seen * mask
        return seen

    def backward(self, slope: Any) -> list[Any]:
        """The gradients of all weights."""
        found: list[Any] = []
        for number in reversed(range(len(self.inputs))):
            if number < len(self.masks):
                slope = slope * self.masks[number]
            found = [self.inputs[number].T @ slope, slope.sum(axis=0), *found]
            if number:
                slope = slope @ self.weights[2 * number].T
        return found


class Learner:
    """The optimizer (AdamW)."""

    def __init__(self, groups: list[list[Any]]) -> None:
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


class Likings:
    """What a network learns: to predict the tries of a search.

    Moves with the same verb or argument (``parts``) share weights, and each move has weights of its own.
    """

    def __init__(self, maths: Maths, lessons: Lessons, parts: Any, recipe: Recipe, seed: int) -> None:
        self.maths = maths
        self.dropout = recipe.dropout
        count = len(lessons.vectors)
        held_out = min(MAX_HELD_OUT, max(1, int(HELD_OUT_SHARE * count)))
        self.train = count - 2 * held_out  # the last games are held out
        self.validation = range(self.train, count - held_out)
        self.test = range(count - held_out, count)
        self.vectors = maths.array(lessons.vectors)
        self.moves = maths.whole(maths.array(lessons.moves))
        self.shares = maths.array(lessons.shares)
        self.merits = maths.array(lessons.merits)
        self.levels = maths.array(scale(np))
        self.book = parts.shape[1]
        self.net = Perceptron(maths, [lessons.vectors.shape[1], *recipe.policy, self.book], seed)
        self.parts = maths.array(parts)
        self.trust = [maths.array(np.array([1.0], np.float32))]
        self.shared = [maths.zeros(recipe.policy[-1], len(parts))]
        self.groups = [self.net.weights, self.trust, self.shared]

    def calibrate(self) -> None:
        """Find the best weight of the heuristic before training."""
        found: list[tuple[float, float]] = []
        for trust in TRUSTS_TRIED:
            self.trust[0] = self.maths.array(np.array([trust], np.float32))
            found.append((self.measure(self.validation), trust))
        self.trust[0] = self.maths.array(np.array([min(found)[1]], np.float32))

    def measure(self, held_out: range) -> float:
        """The mean loss of held-out rows."""
        total = 0.0
        for first in range(held_out.start, held_out.stop, 2048):
            rows = self.maths.array(np.arange(first, min(held_out.stop, first + 2048)))
            total += float(self.loss(rows, False)[0]) * len(rows)
        return total / len(held_out)

    def loss(self, rows: Any, learning: bool) -> tuple[Any, list[list[Any]]]:
        """The loss of these rows, and its gradients when learning."""
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
            back = self.net.backward(slope)
            slopes = [back, [(slope * merits).sum().reshape(1)], [back[-2] @ self.parts.T]]
        self.net.weights[-2] = own
        return lost, slopes

    def arrays(self) -> dict[str, Any]:
        """The weights, by their names in a file."""
        whole = [*self.net.weights]
        whole[-2] = whole[-2] + self.shared[0] @ self.parts
        found: dict[str, Any] = {}
        for place, weight in enumerate(whole):
            found[f"policy{place // 2}{'wb'[place % 2]}"] = np.array(self.maths.numpy(weight))
        trust = float(self.maths.numpy(self.trust[0])[0])
        return {**found, "trust": np.array([trust, 1.0], np.float32)}  # older programs read two numbers


def learn(task: Likings, recipe: Recipe, steps: int, seconds: float) -> Fitted:
    """Train for ``steps`` or ``seconds``, and keep the best weights."""
    task.calibrate()
    learner = Learner(task.groups)
    began = time.monotonic()
    best = task.measure(task.validation)
    before = round(task.measure(task.test), 5)
    curve = [{"step": 0, "seconds": 0.0, "loss": round(best, 5)}]
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
            curve.append({"step": step, "seconds": spent, "loss": round(lost, 5)})
            stale = 0 if lost < best else stale + 1
            if lost < best:
                best, fitted.arrays = lost, task.arrays()
                fitted.losses["after"] = round(task.measure(task.test), 5)
            if part >= 1.0 or stale > recipe.looks // 4:
                break
    return fitted


def fit(lessons: Lessons, game: Game, recipe: Recipe, steps: int, seconds: float, seed: int) -> Fitted:
    """The network of the best rate and dropout."""
    maths = Maths(recipe.device, seed)
    parts = parts_of(game)
    found: list[Fitted] = []
    for rate, dropout in RATES_AND_DROPOUTS:
        manner = replace(recipe, rate=rate, dropout=dropout)
        task = Likings(maths, lessons, parts, manner, seed)
        found.append(learn(task, manner, steps, seconds / len(RATES_AND_DROPOUTS)))
    return min(found, key=lambda fitted: min(point["loss"] for point in fitted.curve))


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
