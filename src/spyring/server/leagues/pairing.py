"""The meetings of a round: pure functions, so that whole tournaments can be simulated.

Everything follows from the results so far and a seed, so a round that is drawn again comes out the same.
"""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, permutations
from typing import Final, Literal

Format = Literal["swiss", "knockout", "ladder"]
Fill = Literal["bye", "small", "bots"]
Size = tuple[int, int]  # of a table: how many people, and how many chairs
Cost = dict[tuple[str, str], float]  # of two people at one table, in both orders
Pair = frozenset[str]

NEW_PEOPLE: Final = "new-people"  # as a format: only earlier meetings count
REPEAT: Final = {"swiss": 1000.0, "knockout": 0.0, "ladder": 30.0, NEW_PEOPLE: 1000.0}
APART: Final = 1e6  # for people who block each other
SEARCH_STARTS: Final = 40  # of the search; the best result counts
MAX_TRIALS: Final = 1_500_000  # swaps that a search looks at: less than two seconds
LEAST_GAIN: Final = 1e-6  # of a swap, above what rounding adds
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


@dataclass(frozen=True, order=True, slots=True)
class Split:
    """People divided among tables. Of two ways, the lesser one is better."""

    left: int = 0  # people without a table
    alone: int = 0  # with bots
    bots: int = 0
    tables: int = 0
    unevenness: int = 0
    sizes: tuple[Size, ...] = ()

    def with_table(self, people: int, chairs: int) -> "Split":
        """The same with one more table."""
        return Split(
            self.left,
            self.alone + (people == 1),
            self.bots + chairs - people,
            self.tables + 1,
            self.unevenness + people * people,
            tuple(sorted((*self.sizes, (people, chairs)), reverse=True)),
        )


@lru_cache(maxsize=2048)
def split(count: int, seats: tuple[int, ...], bots: bool) -> Split:
    """The best way to divide so many people among tables with these numbers of seats.

    >>> [split(count, (2, 3, 4), bots=False).sizes for count in (1, 5, 8)]
    [(), ((3, 3), (2, 2)), ((4, 4), (4, 4))]
    >>> split(5, (4,), bots=True).sizes
    ((3, 4), (2, 4))
    """
    best = [Split()]
    for number in range(1, count + 1):
        ways = [replace(best[-1], left=best[-1].left + 1)]
        for size in range(1, min(number, max(seats)) + 1):
            if bots or size in seats:
                chairs = min(seat for seat in seats if seat >= size)
                ways.append(best[number - size].with_table(size, chairs))
        best.append(min(ways))
    return best[count]


def shape(count: int, seats: int, allowed: Collection[int], fill: Fill) -> tuple[Size, ...]:
    """The tables for so many people. People without a table have byes. If a choice leaves no table at all,
    tables are smaller, or bots fill them.

    >>> shape(10, 4, (2, 3, 4), "bye"), shape(10, 4, (2, 3, 4), "small")
    (((4, 4), (4, 4)), ((4, 4), (3, 3), (3, 3)))
    >>> shape(10, 4, (4,), "bots"), shape(3, 2, (2,), "small"), shape(3, 4, (4,), "bye")
    (((4, 4), (3, 4), (3, 4)), ((2, 2),), ((3, 4),))
    """
    fewer = tuple(size for size in sorted(allowed) if size <= seats)
    without_bots = {"bye": ((seats,), fewer), "small": (fewer,), "bots": ()}
    for sizes in without_bots[fill]:
        if found := split(count, sizes, bots=False).sizes:
            return found
    return split(count, (seats,), bots=True).sizes


def choose_games(
    wishes: Mapping[str, str | None], seats: Mapping[str, tuple[int, ...]], bots: bool, seed: str
) -> dict[str, str]:
    """A game for everybody. It starts from their wishes, else from a lot, and changes one person's game while
    that is better: most people seated, nobody alone with bots, wishes granted, few bots.
    """
    names, rng = list(seats), random.Random(seed)
    chosen = {one: wish if wish in seats else rng.choice(names) for one, wish in wishes.items()}

    def cost() -> tuple[int, ...]:
        counts = Counter(chosen.values())
        ways = [split(counts[name], seats[name], bots) for name in names]
        left, alone, added = (sum(getattr(way, part) for way in ways) for part in ("left", "alone", "bots"))
        refused = sum(wish in seats and wish != chosen[one] for one, wish in wishes.items())
        return left, alone, refused, added

    best = cost()
    while True:
        better = None
        alike = {(chosen[one], wish): one for one, wish in wishes.items()}  # people with equal wishes
        for one in alike.values():
            before = chosen[one]
            for name in names:
                chosen[one] = name
                if (found := cost()) < best:
                    best, better = found, (one, name)
            chosen[one] = before
        if better is None:
            return {one: str(name) for one, name in chosen.items()}
        chosen[better[0]] = better[1]


def draw(
    order: Sequence[str],
    meetings: Sequence[Meeting],
    tables: Sequence[Size],
    *,
    format: str,
    seed: str,
    apart: Collection[Pair] = (),
) -> list[Meeting]:
    """The next round at these tables, for the people in this order, best first."""
    number = 1 + max((meeting.round for meeting in meetings), default=0)
    rng = random.Random(f"{seed} {number}")
    left, idle = _without_byes(order, meetings, len(order) - sum(size for size, _chairs in tables))
    if format in ("knockout", NEW_PEOPLE):
        rng.shuffle(left)
    cost = _costs(left, meetings, format, number, apart)
    if all(chairs == 2 for _size, chairs in tables):
        groups = _pairs(left, meetings, tables, cost)
    else:
        groups = _groups(left, [size for size, _chairs in tables], cost, rng)
    sat = Counter((one, seat) for meeting in meetings for seat, one in enumerate(meeting.people))
    found = [
        Meeting(number, _seated(group, chairs, sat, rng))
        for group, (_size, chairs) in zip(groups, tables, strict=True)
    ]
    return found + [Meeting(number, (one,), (), True) for one in idle]


def _without_byes(
    order: Sequence[str], meetings: Sequence[Meeting], count: int
) -> tuple[list[str], list[str]]:
    """Who plays, and who has a bye: people with the fewest byes, from the lowest place up."""
    had = Counter(meeting.people[0] for meeting in meetings if meeting.bye)
    idle = sorted(order, key=lambda one: (had[one], -order.index(one)))[:count]
    return [one for one in order if one not in idle], idle


def _costs(
    order: Sequence[str], meetings: Sequence[Meeting], format: str, number: int, apart: Collection[Pair]
) -> Cost:
    """What it costs to seat two people together: the distance of their places, and earlier meetings. In a
    ladder only the last round counts.
    """
    since = number - 1 if format == "ladder" else 0
    met = met_before([meeting for meeting in meetings if meeting.round >= since])
    near = 0.0 if format in ("knockout", NEW_PEOPLE) else 1 / max(1, len(order))
    cost: Cost = {(one, one): 0.0 for one in order}
    for (one, a), (two, b) in combinations(enumerate(order), 2):
        pair = frozenset((a, b))
        price = near * (one - two) ** 2 + REPEAT[format] * met[pair] ** 2 + APART * (pair in apart)
        cost[a, b] = cost[b, a] = price
    return cost


def met_before(meetings: Sequence[Meeting]) -> Counter[Pair]:
    """How often two people have met."""
    people = ([one for one in meeting.people if one is not None] for meeting in meetings)
    return Counter(frozenset(pair) for here in people for pair in combinations(here, 2))


def _pairs(
    order: list[str], meetings: Sequence[Meeting], tables: Sequence[Size], cost: Cost
) -> list[list[str]]:
    """Pairs by a matching of minimum weight; an odd person plays a bot, and not again before others do."""
    import networkx  # only for this

    alone: list[str] = []
    if any(size == 1 for size, _chairs in tables):
        bots = Counter(one for meeting in meetings if None in meeting.people for one in meeting.people)
        alone = [min(reversed(order), key=lambda one: bots[one])]
    graph = networkx.Graph()
    paired = [one for one in order if one not in alone]
    graph.add_weighted_edges_from((a, b, cost[a, b]) for a, b in combinations(paired, 2))
    matched = networkx.min_weight_matching(graph)
    pairs = sorted((sorted(pair, key=order.index) for pair in matched), key=lambda pair: order.index(pair[0]))
    return [*pairs, *([alone] if alone else [])]


def _groups(order: list[str], sizes: list[int], cost: Cost, rng: random.Random) -> list[list[str]]:
    """Tables by a local search from several starts: swap two people while that makes the round better."""
    best: list[list[str]] = []
    least, trials = float("inf"), 0
    for start in range(SEARCH_STARTS):
        people = order if start == 0 else rng.sample(order, len(order))
        groups = [people[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(len(sizes))]
        swaps = 1
        while swaps and trials < MAX_TRIALS:
            swaps = _improve(groups, cost)
            trials += len(order) ** 2 // 2 + swaps * len(order) * 2
        total = sum(cost[pair] for group in groups for pair in combinations(group, 2))
        if total < least - 1e-9:
            best, least = groups, total
        if least < 1e-9 or trials >= MAX_TRIALS:
            break
    return best


def _improve(groups: list[list[str]], cost: Cost) -> int:
    """Make every swap that lowers the cost; how many there were."""
    swaps = 0
    people = [one for group in groups for one in group]
    beside = {one: [sum(cost[one, other] for other in group) for group in groups] for one in people}
    for (first, one), (second, two) in combinations(enumerate(groups), 2):
        for at in range(len(one)):
            for to in range(len(two)):
                a, b = one[at], two[to]
                gain = beside[a][first] + beside[b][second] - beside[a][second] - beside[b][first]
                if gain + 2 * cost[a, b] <= LEAST_GAIN:
                    continue
                one[at], two[to] = b, a
                swaps += 1
                for other, sums in beside.items():
                    more = cost[other, b] - cost[other, a]
                    sums[first] += more
                    sums[second] -= more
    return swaps


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
