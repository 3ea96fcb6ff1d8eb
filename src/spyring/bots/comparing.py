"""Moves compared in the same imagined worlds, each played to the end with the same chance."""

import math
from time import perf_counter
from typing import Any

from mypy_extensions import i64

from spyring.bots.dice import Dice
from spyring.bots.search import WAIT_MOVE, Search
from spyring.bots.settings import NO_DECISION_LIMIT, Budget, Settings
from spyring.bots.worlds import Worlds
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.state import State
from spyring.engine.strategy import Strategy


class Difference:
    """How much more one move brought than another in the same worlds, on the average, and its standard
    error.
    """

    def __init__(self, mean: float, error: float, worlds: int, better: int = 0) -> None:
        self.mean = mean
        self.error = error
        self.better = better  # the number of worlds in which it brought more
        self.worlds = worlds

    def shown(self, errors: float = 2.0) -> bool:
        """Whether the difference is larger than so many of its errors."""
        return abs(self.mean) > errors * self.error

    def __repr__(self) -> str:
        return f"Difference({self.mean:.4f} ± {self.error:.4f} in {self.worlds} worlds)"


class Result:
    """How the game ended after one move, in each of the worlds."""

    def __init__(self, move: int, seat: int) -> None:
        self.move = move
        self.seat = seat
        self.values: list[list[float]] = []  # by world and seat: ``Strategy.terminal_values``
        self.wins: list[list[float]] = []  # by world and seat: 1 for a win, shared among the winners
        self.parts: list[dict[str, int]] = []  # by world: the breakdown of the own score
        self.margins: list[int] = []  # by world: the own score less that of the best rival

    def chance(self) -> float:
        """How often the seat won. Where all win or lose together, how often all objectives were completed."""
        return mean(column(self.wins, self.seat))

    def names(self) -> list[str]:
        """The parts of the own score, in the order in which they were met."""
        found: dict[str, int] = {}
        for parts in self.parts:
            found.update(parts)
        return list(found)

    def gain(self, other: "Result") -> Difference:
        """How much more value this move brought the seat than ``other``."""
        return paired(column(self.values, self.seat), column(other.values, self.seat))

    def more_wins(self, other: "Result") -> Difference:
        """How much more often the seat won after this move than after ``other``."""
        return paired(column(self.wins, self.seat), column(other.wins, self.seat))

    def more_points(self, other: "Result", name: str) -> Difference:
        """How much more a part of the own score came to than after ``other``."""
        return paired(part_column(self.parts, name), part_column(other.parts, name))

    def extend(self, more: "Result") -> None:
        """Add the worlds of another comparison of the same move."""
        self.values.extend(more.values)
        self.wins.extend(more.wins)
        self.parts.extend(more.parts)
        self.margins.extend(more.margins)


def compare(
    known: State,
    seat: int,
    moves: list[int],
    worlds: list[State],
    seed: int = 0,
    settings: Settings | None = None,
) -> list[Result]:
    """What each of ``moves`` leads to in each of ``worlds`` (:func:`imagined`), the game played to its end by
    the game's own judgement, or at random where there is none.

    A world has the same chance for every move, so that moves differ by what they do rather than by luck.

    >>> import spyring
    >>> state = spyring.game("krakow").start(seed=7, years=1)
    >>> seat = state.deciders[0]
    >>> moves = list(state.legal(seat)[:2])
    >>> first, second = compare(state, seat, moves, imagined(state, seat, 4, seed=1), seed=2)
    >>> len(first.values), first.gain(first).mean, first.gain(second).worlds
    (4, 0.0, 4)
    """
    results = [Result(move, seat) for move in moves]
    player = finisher(known.game.strategy, settings)
    lots = Dice(seed)
    for world in worlds:
        lot = lots.next_seed()
        for result in results:
            end = world.clone()
            end.seed(lot)
            player.dice.seed(lot)
            finish(player, end, seat, result.move)
            note(result, end)
    return results


def imagined(
    state: State, seat: int, count: int, seed: int = 0, settings: Settings | None = None
) -> list[State]:
    """Worlds that ``seat`` cannot tell from ``state``, each as often as it explains what the rivals did."""
    dice = Dice(seed)
    known = state.resample(seat, dice.next_seed())
    told = known.event_log or []
    known.event_log = None
    trust = settings is None or settings.trust
    memories = known.game.strategy.evidence(known, seat, told) if trust else []
    if not memories:
        return [known.resample(seat, dice.next_seed()) for _world in range(count)]
    worlds = Worlds(known, seat, dice, memories, Budget(count, 0.0, perf_counter), False)
    return [worlds.draw() for _world in range(count)]


def finisher(strategy: Strategy[Any], settings: Settings | None) -> Search:
    """Plays on to the end as a search does beyond its tree."""
    chosen = settings or Settings()
    chosen.depth = NO_DECISION_LIMIT
    player = Search(settings=chosen)
    player.subtle = player.is_subtle(strategy)
    return player


def finish(player: Search, world: State, seat: int, move: int) -> None:
    """Make a move, and play on to the end."""
    waited: i64 = 0
    if move == WAIT_MOVE:
        waited = 1 << seat
    else:
        world.stack[-1].play(world, seat, move)
        world.settle()
    player.rollout(world, waited)


def note(result: Result, end: State) -> None:
    """Write down how a game ended."""
    outcome = end.outcome
    assert outcome is not None
    share = 1.0 if end.game.kind == COOPERATIVE else 1.0 / float(max(1, len(outcome.winners)))
    result.values.append(end.game.strategy.terminal_values(end))
    result.wins.append([share if at in outcome.winners else 0.0 for at in range(int(end.seats))])
    result.parts.append(dict(outcome.breakdown[result.seat]))
    result.margins.append(margin(outcome.scores, result.seat))


def margin(scores: tuple[int, ...], seat: int) -> int:
    """By how many points a seat is ahead of the best of the others.

    >>> margin((7, 9, 4), 1), margin((7, 9, 4), 2)
    (2, -5)
    """
    rivals = [scores[at] for at in range(len(scores)) if at != seat]
    return scores[seat] - max(rivals) if rivals else 0


def column(rows: list[list[float]], at: int) -> list[float]:
    return [row[at] for row in rows]


def part_column(rows: list[dict[str, int]], name: str) -> list[float]:
    return [float(row.get(name, 0)) for row in rows]


def mean(numbers: list[float]) -> float:
    return sum(numbers) / float(max(1, len(numbers)))


def paired(mine: list[float], theirs: list[float]) -> Difference:
    """The mean of the differences world by world, and its standard error.

    >>> paired([1.0, 2.0, 4.0], [0.0, 1.0, 3.0])
    Difference(1.0000 ± 0.0000 in 3 worlds)
    """
    count = min(len(mine), len(theirs))
    differences = [mine[at] - theirs[at] for at in range(count)]
    middle = mean(differences)
    if count < 2:
        return Difference(middle, math.inf, count)
    squares = 0.0
    better = 0
    for difference in differences:
        better += difference > 0.0
        squares += (difference - middle) * (difference - middle)
    return Difference(middle, math.sqrt(squares / float(count - 1) / float(count)), count, better)
