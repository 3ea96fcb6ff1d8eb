"""Learns from nothing but results to beat random players: python examples/value_learner.py [game] [minutes]

After every move its seat notes what it perceives, and at the end what the game brought. A small network in
numpy learns to predict results from positions. To choose a move, a seat imagines a world that it cannot tell
from the real one (``State.resample``), tries its legal moves there, and takes the one after which the network
expects most: so it never looks at what it cannot know. At first all seats play at random; then one seat at a
time plays by the network, and now and then still at random, so that it learns what its own play is worth.
The minutes are CPU time, five by default, and include the evaluation at the end.
"""

import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import spyring
from spyring.engine.game import Game
from spyring.engine.state import State

Array = NDArray[np.float32]

SHORT: dict[str, dict[str, Any]] = {"krakow": {"years": 1}, "estoril": {"seats": 2}}
TRIED = 24  # moves that are looked at before one is chosen
CURIOUS = 0.15  # so often a random move is made while learning
ROOM = 300_000_000  # bytes of positions that are remembered


class Network:
    """One hidden layer between what a seat perceives and what it expects to get; trained by Adam."""

    def __init__(self, inputs: int, hidden: int = 64, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.weights: list[Array] = [
            (rng.standard_normal((inputs, hidden)) * 0.05).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros((hidden, 1), np.float32),
            np.full(1, 0.5, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, vectors: NDArray[np.uint8]) -> tuple[Array, Array, Array]:
        """The vectors with their counts tamed, the hidden layer, and what is expected."""
        w1, b1, w2, b2 = self.weights
        seen = SCALE[vectors]
        hidden = np.maximum(seen @ w1 + b1, 0)
        return seen, hidden, (hidden @ w2 + b2)[:, 0]

    def learn(self, vectors: NDArray[np.uint8], rewards: Array, rate: float) -> float:
        """A step towards what was got; returns how far off the expectation was, squared."""
        seen, hidden, expected = self.forward(vectors)
        error = ((expected - rewards) / len(rewards))[:, None].astype(np.float32)
        back = (error @ self.weights[2].T) * (hidden > 0)
        self.adam([seen.T @ back, back.sum(0), hidden.T @ error, error.sum(0)], rate)
        return float(np.mean((expected - rewards) ** 2))

    def adam(self, gradients: list[Array], rate: float) -> None:
        self.updates += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = mean / (1 - 0.9**self.updates)
            weight -= rate * unbiased / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)


SCALE: Array = np.sqrt(np.arange(256, dtype=np.float32)) * np.float32(0.5)


class Memory:
    """Positions as vectors, and what they came to; the oldest are forgotten."""

    def __init__(self, size: int) -> None:
        self.vectors: NDArray[np.uint8] = np.zeros((ROOM // size, size), np.uint8)
        self.rewards: Array = np.zeros(len(self.vectors), np.float32)
        self.noted = 0

    def note(self) -> int:
        """The place of the next position."""
        self.noted += 1
        return (self.noted - 1) % len(self.vectors)

    def some(self, count: int, rng: np.random.Generator) -> tuple[NDArray[np.uint8], Array]:
        chosen = rng.integers(min(self.noted, len(self.vectors)), size=count)
        return self.vectors[chosen], self.rewards[chosen]


class Learner:
    """A network, what it remembers, and the game it plays."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.options = SHORT.get(name, {})
        self.game: Game = spyring.game(name)
        self.rng = np.random.default_rng(seed)
        self.network = Network(self.game.encoding.now, seed=seed)
        self.memory = Memory(self.game.encoding.now)
        self.tried: NDArray[np.uint8] = np.zeros((TRIED, self.game.encoding.now), np.uint8)
        self.games = 0

    def choose(self, state: State, seat: int) -> int:
        """The move after which most is expected, in a world that may as well be the real one."""
        moves = self.rng.permutation(state.legal(seat))[:TRIED].tolist()
        if len(moves) == 1:
            return int(moves[0])
        world = state.resample(seat, int(self.rng.integers(1 << 40)))
        sure: dict[int, float] = {}
        for number, move in enumerate(moves):
            after = world.clone()
            after.play(seat, move)
            after.encode(seat, self.tried[number])
            if after.outcome is not None:
                sure[number] = self.game.rewards(after.outcome)[seat]
        expected = self.network.forward(self.tried[: len(moves)])[2]
        for number, reward in sure.items():
            expected[number] = reward
        return int(moves[int(expected.argmax())])

    def play(self, thinking: int = -1, curious: float = 0.0, learn: bool = True) -> list[float]:
        """One game, in which this seat plays by the network and all others at random; what it brought."""
        state = self.game.start(seed=int(self.rng.integers(1 << 40)), **self.options)
        noted: list[tuple[int, int]] = []
        while state.deciders:
            seat = state.deciders[0]
            if seat == thinking and self.rng.random() >= curious:
                move = self.choose(state, seat)
            else:
                moves = state.legal(seat)
                move = moves[int(self.rng.random() * len(moves))]
            state.play(seat, move)
            if learn and (seat == thinking or thinking < 0) and state.stack:
                place = self.memory.note()
                state.encode(seat, self.memory.vectors[place])
                noted.append((place, seat))
        assert state.outcome is not None
        brought = self.game.rewards(state.outcome)
        for place, seat in noted:
            self.memory.rewards[place] = brought[seat]
        self.games += 1
        return brought

    def train(self, seconds: float, games: int = 1 << 60, batch: int = 512) -> None:
        """Play and learn for so long, of the processor's time, or for so many games."""
        began = time.process_time()
        share, owed = 0.0, 0.0
        seats = int(self.options.get("seats", self.game.seats[-1]))
        while share < 1 and self.games < games:
            before = self.memory.noted
            self.play(self.games % seats if share > 0.3 else -1, CURIOUS)
            owed += (self.memory.noted - before) * 2 / batch  # every position is learnt from about twice
            while owed >= 1 and self.memory.noted >= batch:
                self.network.learn(*self.memory.some(batch, self.rng), 1e-3 * (1 - share) + 1e-5)
                owed -= 1
            share = max((time.process_time() - began) / seconds, self.games / games)

    def judge(
        self, games: int, thinking: bool = True, seconds: float = float("inf")
    ) -> tuple[float, float, int]:
        """What one seat gets against random ones, half of the 95 % interval, and in how many games: a round
        of all seats, then as many as there is time for.
        """
        began = time.process_time()
        seats = int(self.options.get("seats", self.game.seats[-1]))
        got: list[float] = []
        while len(got) < games and (len(got) < seats or time.process_time() - began < seconds):
            seat = len(got) % seats
            got.append(self.play(seat if thinking else -1, learn=False)[seat])
        return float(np.mean(got)), float(1.96 * np.std(got) / np.sqrt(len(got))), len(got)


def main(name: str = "krakow", seconds: float = 300.0, judged: int = 2000, games: int = 1 << 60) -> Learner:
    """Learn for three fifths of the time; then say what a seat gets against random bots, by the network and
    at random, each judged in a fifth of it.
    """
    learner = Learner(name)
    print(f"{name}: learning for {seconds * 0.6:.0f} seconds of the processor", flush=True)
    learner.train(seconds * 0.6, games)
    print(f"{learner.games:,} games; judging for {seconds * 0.4:.0f} seconds at most", flush=True)
    for how, thinking in (("by the network", True), ("at random", False)):
        share, half, number = learner.judge(judged, thinking, seconds * 0.2)
        print(f"{how} {share:.3f} ± {half:.3f} against random players ({number:,} games)", flush=True)
    return learner


if __name__ == "__main__":
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 5.0
    main(sys.argv[1] if len(sys.argv) > 1 else "krakow", minutes * 60)
