"""Who meets whom in a round: pure functions, so that whole tournaments can be simulated.

Everything follows from the results so far and the seed of the event, so a round that is drawn again comes out
the same.
"""

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final, Literal

Format = Literal["swiss", "knockout", "ladder"]
Fill = Literal["bye", "small", "bots"]
Cost = dict[tuple[str, str], float]  # of two people at one table, in both orders

INSTEAD: Final[dict[Fill, tuple[Fill, ...]]] = {  # where a choice is impossible, the next one counts
    "bye": ("bye", "small", "bots"),
    "small": ("small", "bye", "bots"),
    "bots": ("bots",),
}
REPEAT: Final[dict[Format, float]] = {"swiss": 1000.0, "knockout": 0.0, "ladder": 30.0}
STARTS: Final = 6  # of the search; the best result counts
MAX_PERMUTED: Final = 6  # chairs whose orders are all compared


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table of a round: people by seat (None for a bot) and their places (None without a result). A ``bye``
    is a meeting of one.
    """

    round: int
    people: tuple[str | None, ...]
    places: tuple[int | None, ...] = ()
    bye: bool = False


def shape(count: int, seats: int, allowed: Collection[int], fill: Fill) -> list[tuple[int, int]]:
    """The tables for so many people: how many people and how many chairs each has. Other people have byes.

    >>> shape(10, 4, (2, 3, 4), "bye"), shape(10, 4, (2, 3, 4), "small")
    ([(4, 4), (4, 4)], [(4, 4), (3, 3), (3, 3)])
    >>> shape(10, 4, (4,), "bots"), shape(3, 2, (2,), "small"), shape(3, 4, (4,), "bye")
    ([(4, 4), (3, 4), (3, 4)], [(2, 2)], [(3, 4)])
    """
    few = -(-count // seats)
    spread = [count // few + (at < count % few) for at in range(few)]
    for way in INSTEAD[fill]:
        if way == "bye" and count >= seats:
            return [(seats, seats)] * (count // seats)
        if way == "small" and min(spread) > 1 and all(size in allowed for size in spread):
            return [(size, size) for size in spread]
    return [(size, seats) for size in spread]


def draw(
    order: Sequence[str],
    meetings: Sequence[Meeting],
    *,
    format: Format,
    seats: int,
    allowed: Collection[int],
    fill: Fill,
    seed: str,
) -> list[Meeting]:
    """The next round for the people in this order, best first."""
    number = 1 + max((meeting.round for meeting in meetings), default=0)
    rng = random.Random(f"{seed} {number}")
    tables = shape(len(order), seats, allowed, fill)
    left, idle = _without_byes(order, meetings, len(order) - sum(size for size, _chairs in tables))
    if format == "knockout":
        rng.shuffle(left)
    cost = _costs(left, meetings, format, number)
    if seats == 2:
        groups = _pairs(left, meetings, tables, cost)
    else:
        groups = _groups(left, [size for size, _chairs in tables], cost, rng)
    sat = Counter((one, seat) for meeting in meetings for seat, one in enumerate(meeting.people))
    found = [
        Meeting(number, _seated(group, chairs, sat, rng))
        for group, (_n, chairs) in zip(groups, tables, strict=True)
    ]
    return found + [Meeting(number, (one,), (), True) for one in idle]


def _without_byes(
    order: Sequence[str], meetings: Sequence[Meeting], count: int
) -> tuple[list[str], list[str]]:
    """Who plays, and who has a bye: people with the fewest byes, from the lowest place up."""
    had = Counter(meeting.people[0] for meeting in meetings if meeting.bye)
    idle = sorted(order, key=lambda one: (had[one], -order.index(one)))[:count]
    return [one for one in order if one not in idle], idle


def _costs(order: Sequence[str], meetings: Sequence[Meeting], format: Format, number: int) -> Cost:
    """What it costs to seat two people together: the distance of their places, and earlier meetings. In a
    ladder only the last round counts.
    """
    since = number - 1 if format == "ladder" else 0
    met = met_before([meeting for meeting in meetings if meeting.round >= since])
    cost: Cost = {}
    for (one, a), (two, b) in combinations(enumerate(order), 2):
        gap = 0.0 if format == "knockout" else float((one - two) ** 2) / len(order)
        cost[a, b] = cost[b, a] = gap + REPEAT[format] * met[frozenset((a, b))] ** 2
    return cost


def met_before(meetings: Sequence[Meeting]) -> Counter[frozenset[str]]:
    """How often two people have met."""
    people = ([one for one in meeting.people if one is not None] for meeting in meetings)
    return Counter(frozenset(pair) for here in people for pair in combinations(here, 2))


def _pairs(
    order: list[str], meetings: Sequence[Meeting], tables: list[tuple[int, int]], cost: Cost
) -> list[list[str]]:
    """Pairs by a matching of minimum weight; an odd person plays a bot, and not again before others do."""
    import networkx  # only for this

    alone: list[str] = []
    if any(size == 1 for size, _chairs in tables):
        bots = Counter(one for meeting in meetings if None in meeting.people for one in meeting.people)
        alone = [min(reversed(order), key=lambda one: bots[one])]
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (a, b, cost[a, b]) for a, b in combinations([one for one in order if one not in alone], 2)
    )
    matched = networkx.min_weight_matching(graph)
    pairs = sorted((sorted(pair, key=order.index) for pair in matched), key=lambda pair: order.index(pair[0]))
    return [*pairs, *([alone] if alone else [])]


def _groups(order: list[str], sizes: list[int], cost: Cost, rng: random.Random) -> list[list[str]]:
    """Tables by a local search: swap two people while that makes the round better."""
    best: list[list[str]] = []
    least = float("inf")
    for start in range(STARTS):
        people = order if start == 0 else rng.sample(order, len(order))
        groups = [people[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(len(sizes))]
        while _improve(groups, cost):
            pass
        total = sum(cost[pair] for group in groups for pair in combinations(group, 2))
        if total < least - 1e-9:
            best, least = groups, total
    return best


def _improve(groups: list[list[str]], cost: Cost) -> bool:
    """Make every swap that lowers the cost; whether there was one."""
    better = False
    for one, two in combinations(groups, 2):
        for at in range(len(one)):
            for to in range(len(two)):
                a, b = one[at], two[to]
                now = sum(cost[a, c] for c in one if c != a) + sum(cost[b, c] for c in two if c != b)
                then = sum(cost[b, c] for c in one if c != a) + sum(cost[a, c] for c in two if c != b)
                if then < now - 1e-9:
                    one[at], two[to] = b, a
                    better = True
    return better


def _seated(
    group: Sequence[str], chairs: int, sat: Counter[tuple[str | None, int]], rng: random.Random
) -> tuple[str | None, ...]:
    """The people of a table by seat, each where they have sat least often."""
    people: list[str | None] = [*group, *[None] * (chairs - len(group))]
    rng.shuffle(people)
    orders = [tuple(people[at:] + people[:at]) for at in range(chairs)]
    if chairs <= MAX_PERMUTED:
        orders = list(permutations(people))
    return min(orders, key=lambda order: sum(sat[one, seat] for seat, one in enumerate(order) if one))
