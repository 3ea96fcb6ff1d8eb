"""Draws the games and the tables of a round.

Everybody is given a game, then the people of a game are divided among its tables. Both start from a lot, and
are improved step by step while there is a better one: most people seated, nobody alone with bots, wishes
granted, few bots; and at the tables, people who have not met.
"""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

TRIES: Final = 4  # lots at the tables of a game; the best counts
Split = tuple[int, int, int, int, int, tuple[int, ...]]  # left out, alone, bots, tables, unevenness, sizes
Met = Mapping[frozenset[str], int]  # how often two people have met


@lru_cache(maxsize=2048)
def split(count: int, seats: tuple[int, ...], bots: bool) -> Split:
    """The best division of so many people among tables with these numbers of seats.

    >>> [split(count, (2, 3, 4), bots=False)[-1] for count in (1, 5, 8)]
    [(), (3, 2), (4, 4)]
    >>> split(5, (4,), bots=True)[-1]
    (3, 2)
    """
    best: list[Split] = [(0, 0, 0, 0, 0, ())]
    for n in range(1, count + 1):
        options: list[Split] = [(best[n - 1][0] + 1, *best[n - 1][1:])]
        for size in range(1, min(n, seats[-1]) + 1):
            if bots or size in seats:
                left, alone, added, tables, uneven, sizes = best[n - size]
                more = min(seat for seat in seats if seat >= size) - size
                counted = (left, alone + (size == 1), added + more, tables + 1, uneven + size * size)
                options.append((*counted, tuple(sorted((*sizes, size), reverse=True))))
        best.append(min(options))
    return best[count]


def choose_games(
    wishes: Mapping[str, str | None], seats: Mapping[str, tuple[int, ...]], bots: bool, dice: random.Random
) -> dict[str, str]:
    """A game for everybody."""
    names = list(seats)
    chosen = {
        one: wish if wish is not None and wish in seats else dice.choice(names)
        for one, wish in wishes.items()
    }

    def cost() -> tuple[int, ...]:
        counts = [split(list(chosen.values()).count(name), seats[name], bots)[:5] for name in names]
        left, alone, added, tables, uneven = map(sum, zip(*counts, strict=True))
        refused = sum(wish in seats and wish != chosen[one] for one, wish in wishes.items())
        return left, alone, refused, added, tables, uneven

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
            return chosen
        chosen[better[0]] = better[1]


def seat_together(
    people: Sequence[str], sizes: Sequence[int], met: Met, dice: random.Random
) -> list[list[str]]:
    """Tables of these sizes, so that people meet others; the last people are left out."""
    if not sizes:
        return []
    seated = list(people[: sum(sizes)])
    lots = [_improved(dice.sample(seated, len(seated)), sizes, met) for _try in range(TRIES)]
    return min(lots, key=lambda lot: sum(_known(table, met) for table in lot))


def _improved(lot: list[str], sizes: Sequence[int], met: Met) -> list[list[str]]:
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    tables = [lot[start : start + size] for start, size in zip(starts, sizes, strict=True)]
    swapped = True
    while swapped:
        swapped = False
        for one, other in combinations(tables, 2):
            for here in range(len(one)):
                for there in range(len(other)):
                    before = _known(one, met) + _known(other, met)
                    one[here], other[there] = other[there], one[here]
                    if before <= _known(one, met) + _known(other, met):
                        one[here], other[there] = other[there], one[here]
                    else:
                        swapped = True
    return tables


def _known(table: Sequence[str], met: Met) -> int:
    return sum(met.get(frozenset(pair), 0) for pair in combinations(table, 2))
