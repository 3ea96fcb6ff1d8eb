"""A network that says how much moves deserve to be tried, from what one seat perceives, and two bots with it.

It corrects the game's own judgement: a network that has learned nothing likes moves as ``strategy.py`` does.
The bots read the file that ``NETWORK`` names in the environment.
"""

import json
import math
import os
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from spyring.bots import Bot
from spyring.bots.search import Search
from spyring.engine.definition import Definition
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.state import State

FORMAT: Final = 1  # of files
UNKNOWN: Final = 255  # in a vector, what the seat does not know
MAX_WEIGHT_GAP: Final = 12.0  # a move is liked less than the best one by so much at most

Floats = NDArray[np.float32]

# What a network is given for each number of a vector: counts grow slowly, the unknown is apart.
LEVELS: Final[Floats] = (np.log1p(np.arange(256, dtype=np.float32)) / math.log(2.0)).astype(np.float32)
LEVELS[UNKNOWN] = -1.0


class BadNetwork(SpyringError):
    """A file that is no network, or not one for this game."""


class Network:
    """The layers of a perceptron, from a vector to a number for every move, and what they were made for."""

    def __init__(self, header: dict[str, Any], arrays: dict[str, Floats]) -> None:
        self.header = header
        self.trust = float(arrays["trust"][0])  # in the judgement of the game
        self.layers: list[tuple[Floats, Floats]] = []
        while f"policy{len(self.layers)}w" in arrays:
            name = f"policy{len(self.layers)}"
            self.layers.append((arrays[f"{name}w"], arrays[f"{name}b"]))

    @classmethod
    def load(cls, path: str | Path) -> "Network":
        """The network in a file."""
        try:
            with np.load(path, allow_pickle=False) as file:
                header = json.loads(bytes(file["header"]).decode())
                arrays = {name: file[name].astype(np.float32) for name in file.files if name != "header"}
            if header["format"] == FORMAT:
                return cls(header, arrays)
        except (OSError, KeyError, ValueError, EOFError) as error:
            raise BadNetwork(f"{path} is no network.") from error
        raise BadNetwork(f"{path} has format {header['format']}; known is {FORMAT}.")

    def check(self, state: State) -> None:
        """Refuse other tables than those it was made for."""
        found = made_for(state.game, int(state.seats))
        wrong = [name for name, value in found.items() if self.header.get(name) != value]
        if wrong:
            table = f"{self.header['game']} with {self.header['seats']} seats"
            raise BadNetwork(f"This network is for {table}; here another {', '.join(wrong)} is played.")

    def priors(self, world: State, seat: int, moves: list[int], weights: list[float]) -> list[float]:
        """How a seat likes moves that the judgement gave ``weights``, as logarithms of chances, shifted."""
        seen = LEVELS[np.frombuffer(world.game.encoding.vector(world, seat, False), np.uint8)]
        for weight, bias in self.layers[:-1]:
            seen = np.maximum(seen @ weight + bias, 0.0)
        weight, bias = self.layers[-1]
        corrections = seen @ weight[:, moves] + bias[moves]
        return [float(liking) for liking in self.trust * np.array(relative(weights)) + corrections]


def made_for(game: Definition[Any], seats: int) -> dict[str, Any]:
    """What a network depends on."""
    rules = {"game": game.name, "box": game.box_name, "rules": game.rules_version, "seats": seats}
    return {**rules, "size": game.encoding.now, "moves": len(game.moves)}


def save(path: Path, game: Game, seats: int, arrays: dict[str, Floats], **made: Any) -> None:
    """Write a network, with how it was made."""
    header = json.dumps({"format": FORMAT, **made_for(game, seats), **made}).encode()
    half: dict[str, Any] = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez(path, header=np.frombuffer(header, np.uint8), **half)


def relative(weights: list[float]) -> list[float]:
    """What the judgement thinks of moves, from 0 for the best one down."""
    highest = max(weights)
    return [max(-MAX_WEIGHT_GAP, weight - highest) for weight in weights]


class NetworkBot(Bot):
    """The move that the network likes best, without looking ahead."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.network = Network.load(os.environ["NETWORK"])

    def choose(self, state: State, seat: int) -> int:
        self.network.check(state)
        moves = state.legal(seat)
        world = state.resample(seat, self.dice.next_seed())
        weights = state.game.strategy.priors(world, seat, moves)
        likings = self.network.priors(world, seat, list(moves), weights)
        self.because("The network likes it best.")
        return moves[likings.index(max(likings))]


class GuidedSearch(Bot):
    """A search of ``ITERATIONS`` (200) that tries moves as often as the network likes them."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.network = Network.load(os.environ["NETWORK"])
        iterations = int(os.environ.get("ITERATIONS", "200"))
        self.search = Search(seed, iterations, guide=self.network.priors)

    def choose(self, state: State, seat: int) -> int:
        self.network.check(state)
        move = self.search.choose(state, seat)
        self.because(self.search.why, self.search.values, self.search.purpose)
        return move

    def wants(self, state: State, seat: int) -> int | None:
        return self.search.wants(state, seat)
