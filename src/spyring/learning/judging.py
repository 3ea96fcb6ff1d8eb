"""Let bots play each other, and say who is better, how surely, and at what cost."""

import math
import time
from dataclasses import dataclass
from typing import Any, Final

from spyring.bots import free_seats, make
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.games import game as named
from spyring.learning.workers import Workers

CONFIDENCE: Final = 1.96  # standard errors on either side of what 95 of 100 such intervals hold


@dataclass(frozen=True)
class Pairing:
    """One seat against its rivals; in a cooperative game, a team of one bot beside a team of the other."""

    game: str
    seats: int
    options: dict[str, Any]
    player: str
    rivals: str
    seed: int


@dataclass(frozen=True)
class Verdict:
    """The mean result of the player, in which 95 % interval, where ``even`` says that it is no better.

    In a cooperative game it is the difference of two teams that play the same deals, and even is 0.
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

    def line(self) -> str:
        """For people."""
        return (
            f"{self.player} against {self.rivals}: {100 * self.share:.1f} % "
            f"({100 * self.low:.1f} to {100 * self.high:.1f}, even is {100 * self.even:.1f}) in {self.games} "
            f"games, {self.player_ms:.1f} and {self.rivals_ms:.1f} ms a move"
        )


def block(pairing: Pairing) -> tuple[float, float, int, float, int]:
    """The same deal once for every seat of the player: its mean result, then seconds and moves of the player,
    seconds and moves of the rivals.
    """
    game = named(pairing.game)
    spent = {True: 0.0, False: 0.0}
    moves = {True: 0, False: 0}
    results: list[float] = []
    for mine in line_ups(game, pairing.seats):
        rewards = one_game(game, pairing, mine, spent, moves)
        results.append(sum(rewards[seat] for seat in mine) / len(mine) if mine else -rewards[0])
    together = game.kind == COOPERATIVE
    mean = sum(results) if together else sum(results) / len(results)
    return mean, spent[True], moves[True], spent[False], moves[False]


def line_ups(game: Game, seats: int) -> list[list[int]]:
    """The seats of the player in each game of a block."""
    if game.kind == COOPERATIVE:
        return [list(range(seats)), []]
    return [[seat] for seat in range(seats)]


def one_game(
    game: Game, pairing: Pairing, mine: list[int], spent: dict[bool, float], moves: dict[bool, int]
) -> list[float]:
    """What a game brings to each seat."""
    state = game.start(seats=pairing.seats, seed=pairing.seed, events=True, **pairing.options)
    names = [pairing.player if seat in mine else pairing.rivals for seat in range(pairing.seats)]
    bots = [make(name, pairing.seed + seat) for seat, name in enumerate(names)]
    count = 0
    while state.deciders:
        began = time.process_time()
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


def judge(pairing: Pairing, blocks: int, workers: Workers, seconds: float = math.inf) -> Verdict:
    """Play blocks, each with a deal of its own; after so many seconds, no more than are under way."""
    jobs = [Pairing(**{**vars(pairing), "seed": pairing.seed + 1000 * number}) for number in range(blocks)]
    found = list(workers.run(block, jobs, seconds))
    game = named(pairing.game)
    per_block = len(line_ups(game, pairing.seats))
    count = max(1, len(found))
    mean = sum(row[0] for row in found) / count
    variance = sum((row[0] - mean) ** 2 for row in found) / max(1, count - 1)
    margin = CONFIDENCE * math.sqrt(variance / count)
    cost = [1000 * sum(row[at] for row in found) / max(1, sum(row[at + 1] for row in found)) for at in (1, 3)]
    even = 0.0 if game.kind == COOPERATIVE else 1.0 / pairing.seats
    return Verdict(
        pairing.player,
        pairing.rivals,
        len(found) * per_block,
        mean,
        mean - margin,
        mean + margin,
        even,
        *cost,
    )
