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
"""How likely a seat makes each of its moves in a state; it may look at all of it that the seat sees."""


MAX_DRAWS_PER_WORLD: Final = 100  # worlds that are drawn at most for each that is wanted


class World:
    """One way things may be, and how likely it is among those drawn with it."""

    def __init__(self, state: State, weight: float) -> None:
        self.state = state
        self.weight = weight


def evenly(state: State, seat: int) -> Mapping[int, float]:
    """The policy of whoever draws its moves by lot."""
    moves = state.legal(seat)
    return {move: 1.0 / float(len(moves)) for move in moves}


def worlds(state: State, seat: int | None, count: int, seed: int = 0) -> list[World]:
    """Worlds by the rules alone, as ``State.resample`` lays them out: what lies hidden may lie in any way
    that agrees with what the seat has seen, and all of these weigh the same.
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

    ``before`` is the real game before these moves, of which ``seat`` is told no more than it perceives:
    worlds are drawn there and played on, each move of another seat weighing as much as its policy likes what
    the seat saw of it (a seat without a policy likes all its moves alike). Of what was hidden each world has
    its own. Worlds in which something else would have been seen are left out, so look back no further than a
    few moves: where hardly any world agrees there are fewer than ``count``.
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
    """Play a world on as the real game went, as far as the seat could see; how likely the others do so."""
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
        alike: list[int] = []  # what would have looked the same to the seat
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
