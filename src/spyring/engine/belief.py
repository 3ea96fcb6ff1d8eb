"""What a seat may believe: worlds that it cannot tell from the real one, each with a weight.

>>> import spyring
>>> state = spyring.game("krakow").start(seed=7, years=1, events=True)
>>> before, seat = state.clone(), 2
>>> moves = []
>>> moves.append((state.deciders[0], state.legal(state.deciders[0])[0]))
>>> state.play(*moves[-1])
>>> found = explained(before, moves, seat, 5, policies={moves[0][0]: evenly})
>>> [world.state.information(seat) == state.information(seat) for world in found]
[True, True, True, True, True]
>>> round(sum(world.weight for world in found), 6)
1.0
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from spyring.engine.chance import Chance, seeded
from spyring.engine.state import State

Policy = Callable[[State, int], Mapping[int, float]]
"""The probability of each move of a seat in a state. A policy may use everything that the seat sees."""


MAX_DRAWS_PER_WORLD: Final = 100  # at most so many draws for each world that the caller wants


class World:
    """One possible world, and its probability among the worlds drawn with it."""

    def __init__(self, state: State, weight: float) -> None:
        self.state = state
        self.weight = weight


def evenly(state: State, seat: int) -> Mapping[int, float]:
    """The policy of a player who chooses moves at random."""
    moves = state.legal(seat)
    return {move: 1.0 / float(len(moves)) for move in moves}


def worlds(state: State, seat: int | None, count: int, seed: int = 0) -> list[World]:
    """Worlds by the rules alone, as ``State.resample`` makes them. Hidden things lie in any way that agrees
    with what the seat has seen, and all worlds weigh the same.
    """
    return [World(state.resample(seat, seeded(seed + number)), 1.0 / float(count)) for number in range(count)]


def explained(
    before: State,
    moves: Sequence[tuple[int, int]],
    seat: int,
    count: int,
    seed: int = 0,
    policies: Mapping[int, Policy] | None = None,
) -> list[World]:
    """Worlds after ``moves`` (whose, which), weighted by how likely the others would have made them there.

    ``before`` is the real game before these moves; the result reveals no more of it than ``seat`` perceives.
    Worlds are drawn there and played forward, each with its own hidden things. Each move of another seat
    multiplies the weight by the probability that its policy gives to what the seat saw. A seat without a
    policy plays all its moves with equal probability. Worlds in which the seat would have seen something else
    are dropped, so look back only a few moves: if hardly any world agrees, there are fewer than ``count``.
    """
    real = before.clone()
    seen: list[int] = []
    for who, move in moves:
        seen.append(real.stack[-1].seen_as(real, who, move, seat))
        real.play(who, move)
    known = real.information(seat)
    found: list[World] = []
    total = 0.0
    for number in range(count * MAX_DRAWS_PER_WORLD):
        if len(found) == count:
            break
        world = before.resample(seat, seeded(seed + number))
        weight = _followed(world, moves, seen, seat, policies or {}, Chance(seed + number))
        if weight > 0.0 and world.information(seat) == known:
            found.append(World(world, weight))
            total += weight
    for one in found:
        one.weight /= total
    return found


def _followed(
    world: State,
    moves: Sequence[tuple[int, int]],
    seen: list[int],
    seat: int,
    policies: Mapping[int, Policy],
    lots: Chance,
) -> float:
    """Repeat in a world what the seat saw in the real game; returns how likely the others are to do so."""
    weight = 1.0
    for number in range(len(moves)):
        who, move = moves[number]
        if who == seat:
            if move not in world.legal(seat):
                return 0.0
            world.play(seat, move)
            continue
        if not world.stack or not world.legal(who):
            return 0.0
        odds = policies.get(who, evenly)(world, who)
        frame = world.stack[-1]
        alike: list[int] = []  # moves that would have looked the same to the seat
        reach: list[float] = []
        total = 0.0
        for one in world.legal(who):
            if frame.seen_as(world, who, one, seat) == seen[number] and odds.get(one, 0.0) > 0.0:
                total += odds[one]
                alike.append(one)
                reach.append(total)
        if not alike:
            return 0.0
        weight *= total
        goal = float(lots.roll(1 << 30)) / float(1 << 30) * total
        at = 0
        while reach[at] <= goal:
            at += 1
        world.play(who, alike[at])
    return weight
