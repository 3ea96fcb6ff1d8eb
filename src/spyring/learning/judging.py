"""Let bots play each other, and judge which is better, how surely, and at what cost."""

import math
import time
from dataclasses import dataclass
from typing import Any, Final

from spyring.bots import free_seats, make
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.games import game as named
from spyring.worker_pool import Watch, WorkerPool, game_over, ignore

CONFIDENCE: Final = 0.95
MIN_GAMES: Final = 40  # fewer games prove nothing
MAX_BET_SHARE: Final = 0.75  # of the capital


@dataclass(frozen=True)
class Pairing:
    """One seat against its rivals; in a cooperative game, a team of one bot and a team of the other."""

    game: str
    seats: int
    options: dict[str, Any]
    player: str
    rivals: str
    seed: int


@dataclass(frozen=True)
class Verdict:
    """The mean result of the player with its 95 % interval; ``even`` is the result of an equal player.

    In a cooperative game it is the difference of two teams on the same deals, and even is 0.
    """

    player: str
    rivals: str
    games: int
    share: float
    low: float
    high: float
    even: float
    player_ms: float  # of processor time for a move
    rivals_ms: float

    def doubt(self) -> str:
        """Why the player may not be better; empty if it surely is."""
        if self.games < MIN_GAMES:
            return f"{self.games} games are too few; {MIN_GAMES} are needed"
        return "" if self.low > self.even else "it may not be better"

    def line(self) -> str:
        """The verdict in words."""
        return (
            f"{self.player} against {self.rivals}: {100 * self.share:.1f} % "
            f"({100 * self.low:.1f} to {100 * self.high:.1f}, even is {100 * self.even:.1f}) in {self.games} "
            f"games, {self.player_ms:.1f} and {self.rivals_ms:.1f} ms a move"
        )


def block(pairing: Pairing) -> tuple[int, float, float, int, float, int]:
    """The same deal from every seat of the player: its seed, the mean result, then seconds and moves of the
    player and of the rivals.
    """
    game = named(pairing.game)
    spent = {True: 0.0, False: 0.0}
    moves = {True: 0, False: 0}
    results: list[float] = []
    for mine in line_ups(game, pairing.seats):
        rewards = one_game(game, pairing, mine, spent, moves)
        game_over()
        results.append(sum(rewards[seat] for seat in mine) / len(mine) if mine else -rewards[0])
    mean = sum(results) if game.kind == COOPERATIVE else sum(results) / len(results)
    return pairing.seed, mean, spent[True], moves[True], spent[False], moves[False]


def line_ups(game: Game, seats: int) -> list[list[int]]:
    """The seats of the player in each game of a block."""
    if game.kind == COOPERATIVE:
        return [list(range(seats)), []]
    return [[seat] for seat in range(seats)]


def one_game(
    game: Game, pairing: Pairing, mine: list[int], spent: dict[bool, float], moves: dict[bool, int]
) -> list[float]:
    """The reward of each seat."""
    state = game.start(seats=pairing.seats, seed=pairing.seed, events=True, **pairing.options)
    names = [pairing.player if seat in mine else pairing.rivals for seat in range(pairing.seats)]
    bots = [make(name, pairing.seed + seat) for seat, name in enumerate(names)]
    count = 0
    while state.deciders:
        for seat in free_seats(state, count):
            move = bots[seat].wants(state, seat)
            if move is not None:
                break
        else:
            seat = state.deciders[0]
            began = time.process_time()
            move = bots[seat].choose(state, seat)
            if len(state.legal(seat)) > 1:
                spent[seat in mine] += time.process_time() - began
                moves[seat in mine] += 1
        assert move is not None
        state.play(seat, move)
        count += 1
    assert state.outcome is not None
    return list(game.rewards(state.outcome))


def judge(
    pairing: Pairing, blocks: int, processes: int, seconds: float = math.inf, watch: Watch = ignore
) -> Verdict:
    """Play blocks, each with its own deal; no block starts after ``seconds``."""
    jobs = [Pairing(**{**vars(pairing), "seed": pairing.seed + 1000 * number}) for number in range(blocks)]
    # Sorted by seed, so that the verdict does not depend on which block ended first.
    found = sorted(WorkerPool(block, processes).run(jobs, seconds, watch))
    game = named(pairing.game)
    per_block = len(line_ups(game, pairing.seats))
    worst = -1.0 if game.kind == COOPERATIVE else 0.0
    mean = sum(row[1] for row in found) / max(1, len(found))
    low, high = interval([row[1] for row in found], worst)
    cost = [1000 * sum(row[at] for row in found) / max(1, sum(row[at + 1] for row in found)) for at in (2, 4)]
    even = 0.0 if game.kind == COOPERATIVE else 1.0 / pairing.seats
    return Verdict(pairing.player, pairing.rivals, len(found) * per_block, mean, low, high, even, *cost)


def interval(results: list[float], worst: float = 0.0) -> tuple[float, float]:
    """The 95 % interval of the mean of results from ``worst`` to 1, valid for any number of results.

    >>> [round(bound, 2) for bound in interval([1.0] * 10)]
    [0.63, 1.0]
    >>> [round(bound, 1) for bound in interval([0.2, 0.4] * 50)]
    [0.3, 0.3]
    """
    width = 1.0 - worst
    shares = [(result - worst) / width for result in results]
    low, high = lower_bound(shares), 1.0 - lower_bound([1.0 - share for share in shares])
    return worst + width * low, worst + width * high


def lower_bound(shares: list[float]) -> float:
    """The lowest mean that these numbers from 0 to 1 allow.

    A mean is excluded if a fair bet on higher numbers would have paid 40 times its stake, which happens by
    luck once in 40 times. (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
    betting", 2024.)
    """
    payoff = 2.0 / (1.0 - CONFIDENCE)
    low, high = 0.0, 1.0
    for _halving in range(30):
        middle = (low + high) / 2.0
        low, high = (middle, high) if capital(shares, middle) >= payoff else (low, middle)
    return low


def capital(shares: list[float], mean: float) -> float:
    """The capital after bets that each number is above ``mean``, with higher stakes if they vary little."""
    found, total, squares = 1.0, 0.5, 0.25
    eager = 2.0 * math.log(2.0 / (1.0 - CONFIDENCE)) / max(1, len(shares))
    for count, share in enumerate(shares, 1):
        found *= 1.0 + min(math.sqrt(eager * count / squares), MAX_BET_SHARE / mean) * (share - mean)
        total += share
        squares += (share - total / (count + 1)) ** 2
    return found
