"""Fit a network to lessons, with numpy alone."""

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from examples.learning.network import LEVELS, Floats
from examples.learning.selfplay import Lessons
from spyring.engine.game import Game

HELD_OUT_SHARE: Final = 0.05  # for validation, and as many for the test
NO_MOVE: Final = -1e9
MOMENT_DECAYS: Final = (0.9, 0.999)
WEIGHT_DECAY: Final = 0.1
LOOKS: Final = 60  # at the validation loss during a fit
TRUSTS_TRIED: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)

Rows = NDArray[np.int64]


class Perceptron:
    """Layers with rectifiers, and their gradients."""

    def __init__(self, widths: list[int], rng: np.random.Generator) -> None:
        self.weights: list[Floats] = []
        for place, (narrow, wide) in enumerate(pairwise(widths)):
            spread = 0.0 if place == len(widths) - 2 else np.sqrt(2.0 / narrow)  # corrections start at 0
            self.weights.append((spread * rng.standard_normal((narrow, wide))).astype(np.float32))
            self.weights.append(np.zeros(wide, np.float32))
        self.inputs: list[Floats] = []
        self.masks: list[Floats] = []

    def forward(self, seen: Floats, dropout: float, rng: np.random.Generator) -> Floats:
        self.inputs, self.masks = [], []
        last = len(self.weights) - 2
        for place in range(0, last + 2, 2):
            self.inputs.append(seen)
            seen = seen @ self.weights[place] + self.weights[place + 1]
            if place < last:
                kept = rng.random(seen.shape, np.float32) >= dropout
                self.masks.append(((seen > 0) * kept).astype(np.float32) / np.float32(1.0 - dropout))
                seen = seen * self.masks[-1]
        return seen

    def backward(self, slope: Floats) -> list[Floats]:
        """The gradients of all weights."""
        found: list[Floats] = []
        for number in reversed(range(len(self.inputs))):
            if number < len(self.masks):
                slope = slope * self.masks[number]
            found = [self.inputs[number].T @ slope, slope.sum(axis=0), *found]
            if number:
                slope = slope @ self.weights[2 * number].T
        return found


class Task:
    """To foretell the tries of a search.

    Moves with the same verb or argument (``parts``) share weights, and each move has weights of its own.
    """

    def __init__(self, lessons: Lessons, game: Game, width: int, dropout: float, seed: int) -> None:
        self.lessons = lessons
        self.dropout = dropout
        self.rng = np.random.default_rng(seed)
        count = len(lessons.vectors)
        held_out = max(1, int(HELD_OUT_SHARE * count))
        self.train = count - 2 * held_out  # the last games are held out
        self.validation = np.arange(self.train, count - held_out)
        self.test = np.arange(count - held_out, count)
        self.book = len(game.moves)
        self.parts = parts_of(game)
        self.net = Perceptron([lessons.vectors.shape[1], width, width, self.book], self.rng)
        self.trust = [np.ones(1, np.float32)]  # in the judgement of the game
        self.shared = [np.zeros((width, len(self.parts)), np.float32)]
        self.groups = [self.net.weights, self.trust, self.shared]

    def calibrate(self) -> None:
        """Find the best weight of the judgement before training."""
        found: list[tuple[float, float]] = []
        for trust in TRUSTS_TRIED:
            self.trust[0] = np.array([trust], np.float32)
            found.append((self.loss(self.validation, False)[0], trust))
        self.trust[0] = np.array([min(found)[1]], np.float32)

    def loss(self, rows: Rows, learning: bool) -> tuple[float, list[list[Floats]]]:
        """The loss of these rows, and its gradients when learning."""
        at, moves = np.arange(len(rows))[:, None], self.lessons.moves[rows]
        wanted, merits, legal = (np.zeros((len(rows), self.book + 1), np.float32) for _kind in range(3))
        wanted[at, moves], merits[at, moves] = self.lessons.shares[rows], self.lessons.merits[rows]
        legal[at, moves] = 1.0
        wanted, merits, legal = wanted[:, :-1], merits[:, :-1], legal[:, :-1]
        own = self.net.weights[-2]
        self.net.weights[-2] = own + self.shared[0] @ self.parts
        seen = LEVELS[self.lessons.vectors[rows]]
        odds = self.net.forward(seen, self.dropout if learning else 0.0, self.rng)
        odds = odds + self.trust[0] * merits + NO_MOVE * (1.0 - legal)
        odds = odds - odds.max(axis=1, keepdims=True)
        chances = np.exp(odds)
        together = chances.sum(axis=1, keepdims=True)
        lost = -float((wanted * legal * (odds - np.log(together))).sum()) / len(rows)
        slopes: list[list[Floats]] = []
        if learning:
            slope = (chances / together - wanted) * legal / len(rows)
            back = self.net.backward(slope)
            slopes = [back, [(slope * merits).sum().reshape(1)], [back[-2] @ self.parts.T]]
        self.net.weights[-2] = own
        return lost, slopes

    def arrays(self) -> dict[str, Floats]:
        """The weights, by their names in a file."""
        whole = [*self.net.weights]
        whole[-2] = whole[-2] + self.shared[0] @ self.parts
        found = {f"policy{place // 2}{'wb'[place % 2]}": weight for place, weight in enumerate(whole)}
        return {**found, "trust": self.trust[0]}


class AdamW:
    """The optimizer."""

    def __init__(self, groups: list[list[Floats]]) -> None:
        self.groups = groups
        self.steps = 0
        self.mean = [[0.0 * weight for weight in group] for group in groups]
        self.square = [[0.0 * weight for weight in group] for group in groups]

    def step(self, slopes: list[list[Floats]], rate: float) -> None:
        """Move all weights against their gradients."""
        self.steps += 1
        fast, slow = MOMENT_DECAYS
        warm, warmer = 1.0 - fast**self.steps, 1.0 - slow**self.steps
        for group, mean, square, slope in zip(self.groups, self.mean, self.square, slopes, strict=True):
            for at in range(len(group)):
                mean[at] = fast * mean[at] + (1.0 - fast) * slope[at]
                square[at] = slow * square[at] + (1.0 - slow) * slope[at] * slope[at]
                move = (mean[at] / warm) / (np.sqrt(square[at] / warmer) + 1e-8)
                group[at] = group[at] - np.float32(rate) * (move + WEIGHT_DECAY * group[at])


@dataclass
class Fitted:
    """The arrays of a network, its validation losses, and the test loss before and after."""

    arrays: dict[str, Floats]
    curve: list[float]
    before: float
    after: float


def fit(task: Task, steps: int, seconds: float, rate: float = 1e-3, batch: int = 1024) -> Fitted:
    """Train for ``steps`` or ``seconds``, and keep the weights with the least validation loss."""
    task.calibrate()
    learner = AdamW(task.groups)
    began = time.monotonic()
    before = task.loss(task.test, False)[0]
    fitted = Fitted(task.arrays(), [task.loss(task.validation, False)[0]], before, before)
    every = max(1, steps // LOOKS)
    for step in range(1, steps + 1):
        part = max(step / steps, (time.monotonic() - began) / seconds)
        rows = task.rng.integers(0, task.train, min(batch, task.train))
        learner.step(task.loss(rows, True)[1], rate * max(0.02, 1.0 - part))
        if step % every == 0 or part >= 1.0:
            lost = task.loss(task.validation, False)[0]
            if lost < min(fitted.curve):
                fitted.arrays, fitted.after = task.arrays(), task.loss(task.test, False)[0]
            fitted.curve.append(lost)
        if part >= 1.0:
            break
    return fitted


def parts_of(game: Game) -> Floats:
    """A row for every verb and argument, a column for every move, and 1 where they belong together."""
    rows: dict[tuple[str, ...], int] = {}
    marks: list[tuple[int, int]] = []
    for move in range(len(game.moves)):
        fields = game.moves.fields(move)
        for name, label in fields.items():
            marks.append((rows.setdefault((fields["verb"], name, label), len(rows)), move))
    found = np.zeros((len(rows), len(game.moves)), np.float32)
    for row, move in marks:
        found[row, move] = 1.0
    return found
