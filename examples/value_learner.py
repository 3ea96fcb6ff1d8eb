"""A policy that learns a game from nothing but wins: python examples/value_learner.py [game] [minutes]

A small network in numpy plays all seats of a batch of games against itself, and is drawn towards moves of
seats that did better than expected (REINFORCE with a learnt baseline). Then it plays against random bots.
"""

import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spyring.research.batch import Games

Array = NDArray[np.float32]


class Network:
    """One hidden layer; logits of moves and an expected reward. Trained by Adam."""

    def __init__(self, inputs: int, moves: int, hidden: int = 64, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.weights: list[Array] = [
            (rng.standard_normal((inputs, hidden)) * 0.1).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal((hidden, moves)) * 0.05).astype(np.float32),
            np.zeros(moves, np.float32),
            np.zeros((hidden, 1), np.float32),
            np.full(1, 0.25, np.float32),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, seen: Array, masks: NDArray[np.uint8]) -> tuple[Array, Array, Array]:
        """The hidden layer, the probabilities of moves, the expected reward."""
        w1, b1, w2, b2, w3, b3 = self.weights
        hidden = np.tanh(seen @ w1 + b1)
        logits = np.where(masks > 0, hidden @ w2 + b2, -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        return hidden, odds.astype(np.float32), (hidden @ w3 + b3)[:, 0]

    def learn(
        self, seen: Array, masks: NDArray[np.uint8], moves: NDArray[Any], rewards: Array, rate: float = 3e-3
    ) -> None:
        """Towards moves that brought more than was expected, and a little towards variety."""
        hidden, odds, expected = self.forward(seen, masks)
        better = rewards - expected
        scale = (better / (better.std() + 1e-6) / len(moves)).astype(np.float32)
        towards = odds.copy()
        towards[np.arange(len(moves)), moves] -= 1
        towards *= scale[:, None]
        safe = np.log(np.maximum(odds, 1e-8))
        variety = odds * (safe - (odds * safe).sum(axis=1, keepdims=True))
        towards += 0.003 / len(moves) * variety
        surprise = (-better / len(moves))[:, None].astype(np.float32)
        _w1, _b1, w2, _b2, w3, _b3 = self.weights
        back = (towards @ w2.T + surprise @ w3.T) * (1 - hidden**2)
        gradients = [seen.T @ back, back.sum(0), hidden.T @ towards, towards.sum(0), hidden.T @ surprise]
        self.adam([*gradients, surprise.sum(0)], rate)

    def adam(self, gradients: list[Array], rate: float) -> None:
        """One step of Adam."""
        self.updates += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            unbiased = mean / (1 - 0.9**self.updates)
            weight -= rate * unbiased / (np.sqrt(square / (1 - 0.99**self.updates)) + 1e-8)


def drawn(odds: Array, rng: np.random.Generator) -> NDArray[np.int64]:
    """A move for each row, by its odds."""
    reach = odds.cumsum(axis=1)
    moves: NDArray[np.int64] = (reach < rng.random(len(odds))[:, None] * reach[:, -1:]).sum(axis=1)
    return moves


def scaled(vectors: NDArray[Any]) -> Array:
    """Counts tamed, so that no block drowns the others."""
    return np.sqrt(vectors.astype(np.float32)) * np.float32(0.5)


def train(games: Games, seconds: float, seed: int = 0) -> Network:
    """Play and learn for so long."""
    rng = np.random.default_rng(seed)
    network = Network(games.setting.size, games.setting.moves, seed=seed)
    count = len(games.dones)
    kept: list[list[tuple[int, Array, NDArray[np.uint8], int]]] = [[] for _game in range(count)]
    pool: list[tuple[Array, NDArray[np.uint8], int, float]] = []
    end = time.process_time() + seconds
    while time.process_time() < end:
        seen, masks = scaled(games.observations), games.masks.copy()
        moves = drawn(network.forward(seen, masks)[1], rng)
        for at in range(count):
            kept[at].append((int(games.movers[at]), seen[at], masks[at], int(moves[at])))
        games.step(moves)
        for at in np.flatnonzero(games.dones).tolist():
            rewards = games.rewards[at]
            pool += [(row, mask, move, float(rewards[seat])) for seat, row, mask, move in kept[at]]
            kept[at] = []
        if len(pool) >= 2048:
            rng.shuffle(pool)
            for start in range(0, len(pool), 512):
                part = pool[start : start + 512]
                network.learn(
                    np.array([row for row, _mask, _move, _reward in part]),
                    np.array([mask for _row, mask, _move, _reward in part]),
                    np.array([move for _row, _mask, move, _reward in part]),
                    np.array([reward for _row, _mask, _move, reward in part], np.float32),
                )
            pool.clear()
    return network


def judge(network: Network | None, game: str, wanted: int, **options: Any) -> float:
    """The average reward of seat 0 against random bots; of a random bot, too, if there is no network."""
    seats = Games(game, 1, **options).setting.seats
    games = Games(game, 32, seed=99, rivals=["", *["random"] * (seats - 1)], **options)
    rng = np.random.default_rng(1)
    got: list[float] = []
    while len(got) < wanted:
        if network is None:
            games.step(games.random_moves())
        else:
            odds = network.forward(scaled(games.observations), games.masks)[1]
            games.step(drawn(odds, rng))
        got += games.rewards[np.flatnonzero(games.dones), 0].tolist()
    return float(np.mean(got))


def main(game: str = "krakow", seconds: float = 300.0, judged: int = 1000) -> tuple[float, float]:
    """Learn, and say what seat 0 gets against random bots: as learnt, and as one of them."""
    options: dict[str, Any] = {"years": 1} if game == "krakow" else {"seats": 2}
    network = train(Games(game, 32, seed=1, **options), seconds)
    return judge(network, game, judged, **options), judge(None, game, judged, **options)


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "krakow"
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 5.0
    learnt, chance = main(name, minutes * 60)
    print(f"{name}: the learner gets {learnt:.3f} against random bots; a random bot in its seat {chance:.3f}")
