"""Each seat's chance to win after every move: in the true position, and from what the seat could know."""

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from spyring.analysis.smoothing import CERTAIN, smooth, steps
from spyring.bots.comparing import finish, finisher, imagined
from spyring.bots.dice import Dice
from spyring.bots.search import WAIT_MOVE, Search
from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.engine.state import State

Worlds = Callable[[int, int], list[State]]  # so many of them, by a seed
BASE_SHARE: Final = 0.6  # of all playouts; the rest looks closer where the chances change most
GAPS_PER_ROUND: Final = 6


class Step:
    """A move of the record: who made it, where, and whether chance had a part in what followed."""

    def __init__(self, number: int, seat: int, move: int, before: State) -> None:
        self.number = number  # counted from 1, as in the record
        self.seat = seat
        self.move = move
        self.before = before
        self.asked = seat in before.deciders
        self.drawn = False


def steps_of(record: Record, game: Game) -> tuple[list[Step], State]:
    """Every move with the position before it, and the end. What was told is kept."""
    state = record.start(game, events=True)
    names = game.seat_names(record.seats)
    found: list[Step] = []
    for number, entry in enumerate(record.entries):
        seat, move = names.index(entry.seat), game.moves.parse(entry.move)
        step = Step(number + 1, seat, move, state.clone())
        drawn = _drawn(state)
        record.play(state, number)
        step.drawn = _drawn(state) != drawn
        found.append(step)
    return found, state


def _drawn(state: State) -> tuple[int, int, int]:
    keyed = state.keyed
    return int(state.chance_low), int(state.chance_high), 0 if keyed is None else int(keyed.drawn)


class Point:
    """A moment whose chances are wanted: games played on from ``worlds``, the first move given if any."""

    def __init__(self, worlds: Worlds, seats: int, seat: int = 0, move: int = WAIT_MOVE) -> None:
        self.worlds = worlds
        self.seat = seat
        self.move = move  # WAIT_MOVE: none is given
        self.tries = 0
        self.wins = [0] * seats

    def share(self, seat: int) -> float:
        """How often a seat won."""
        return self.wins[seat] / self.tries if self.tries else 0.0

    def settle(self, state: State) -> None:
        """Of a finished game the winners are known."""
        outcome = state.outcome
        assert outcome is not None
        self.tries = CERTAIN
        self.wins = [CERTAIN * (seat in outcome.winners) for seat in range(len(self.wins))]

    def play(self, player: Search, count: int, seed: int) -> None:
        """Play on so many times, with other chance each time."""
        if self.tries >= CERTAIN:
            return
        lots = Dice(seed)
        for world in self.worlds(count, lots.next_seed()):
            lot = lots.next_seed()
            world.seed(lot)
            player.dice.seed(lot)
            if self.move == WAIT_MOVE:
                player.rollout(world, 0)
            else:
                finish(player, world, self.seat, self.move)
            outcome = world.outcome
            assert outcome is not None
            self.tries += 1
            for winner in outcome.winners:
                self.wins[winner] += 1


def really(state: State) -> Worlds:
    """The true world, again and again."""
    bare = state.clone()
    bare.event_log = None
    return lambda count, _seed: [bare.clone() for _world in range(count)]


def as_known(state: State, seat: int) -> Worlds:
    """What a seat could take for true."""
    return lambda count, seed: imagined(state, seat, count, seed)


def observe(
    points: Sequence[Point], game: Game, seats: Sequence[int], playouts: int, least: int, seed: int
) -> None:
    """Spend so many playouts: first evenly, then where the chances of ``seats`` change most."""
    dice = Dice(seed)
    open_points = [point for point in points if point.tries < CERTAIN]
    if not open_points:
        return
    player = finisher(game.strategy, None)
    base = int(playouts * BASE_SHARE)
    each = max(least, base // len(open_points))
    stride = max(1, -(-len(open_points) * each // base))
    for point in open_points[::stride]:
        point.play(player, each, dice.next_seed())
    left = playouts - len(open_points[::stride]) * each
    while left > 0 and (gaps := _gaps(points, seats)):
        for before, after in gaps[:GAPS_PER_ROUND]:
            middle = (before + after) // 2
            for at in (before, after) if middle == before else (middle,):
                points[at].play(player, each, dice.next_seed())
                left -= each


def _gaps(points: Sequence[Point], seats: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbours among the observed points, those first whose difference deserves a closer look."""
    seen = [at for at in range(len(points)) if points[at].tries]
    found: list[tuple[float, int, int]] = []
    for before, after in itertools.pairwise(seen):
        one, other = points[before], points[after]
        if min(one.tries, other.tries) >= CERTAIN:
            continue
        tries = min(one.tries, other.tries)
        change = max(abs(one.share(seat) - other.share(seat)) for seat in seats)
        found.append((change / (1.0 + tries / 64.0), before, after))
    return [(before, after) for _worth, before, after in sorted(found, key=lambda gap: (-gap[0], gap[1]))]


def lines(points: Sequence[Point], seats: Sequence[int]) -> dict[int, list[float]]:
    """The smooth line of each of some seats through all points."""
    tries = [point.tries for point in points]
    raw = {seat: [point.share(seat) for point in points] for seat in seats}
    jumps = steps(list(raw.values()), tries)
    return {seat: smooth(raw[seat], tries, jumps) for seat in seats}


def true_points(course: Sequence[Step], end: State) -> tuple[list[Point], list[int]]:
    """The points of the true curve in order: every position, and between two of them, where chance had its
    turn, the move with chance still open. With them the place of each position.
    """
    seats = int(end.seats)
    points: list[Point] = []
    places: list[int] = []
    for step in course:
        places.append(len(points))
        points.append(Point(really(step.before), seats))
        if step.drawn:
            points.append(Point(really(step.before), seats, step.seat, step.move))
    places.append(len(points))
    last = Point(really(end), seats)
    last.settle(end)
    points.append(last)
    return points, places


def known_points(course: Sequence[Step], end: State, seat: int) -> list[Point]:
    """Every position as one seat could know it."""
    seats = int(end.seats)
    points = [Point(as_known(step.before, seat), seats) for step in course]
    last = Point(as_known(end, seat), seats)
    last.settle(end)
    return [*points, last]
