"""Points, tie-breakers and orders of an event: pure functions of its results."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from spyring.server.leagues.pairing import Format, Meeting

FULL: Final = 12  # for the first place


@dataclass(slots=True)
class Score:
    """The points of a person, and what decides between equal ones, in this order: tables won, the points of
    the people they met, fewer last places, and a lot that was drawn at the start.
    """

    person: str
    lot: int
    points: float = 0.0
    won: int = 0
    strength: float = 0.0
    lost: int = 0
    played: int = 0
    byes: int = 0
    rung: int = 0  # on the ladder, or by the rounds survived in a knock-out; better is less


def shared(place: int, places: Sequence[int]) -> float:
    """The points for a place, in even steps from the first to the last one. People on the same place share
    the points of the places that they fill.

    >>> [shared(place, [1, 2, 3, 4]) for place in (1, 2, 3, 4)]
    [12.0, 8.0, 4.0, 0.0]
    >>> shared(1, [1, 1, 3, 4]), shared(1, [1, 1])
    (10.0, 6.0)
    """
    last, ties = len(places), places.count(place)
    if last < 2:
        return float(FULL)
    return sum(FULL * (last - place - more) / (last - 1) for more in range(ties)) / ties


def scores(
    people: Sequence[str],
    meetings: Sequence[Meeting],
    format: Format,
    seats: int,
    *,
    together: bool,
    seed: str,
) -> list[Score]:
    """The standings, best first. Where all win or lose ``together``, the tables of a round compete."""
    found = {one: Score(one, lot) for lot, one in enumerate(by_lot(people, seed), 1)}
    for _round, group in groupby(meetings, key=lambda meeting: meeting.round):
        here = list(group)
        best = [min(places) for meeting in here if (places := _places(meeting))]
        for meeting in here:
            _count(found, meeting, best if together else _places(meeting), seats)
    for meeting in () if together else meetings:
        for one in meeting.people:
            if one is not None:
                others = (found[other].points for other in meeting.people if other not in (None, one))
                found[one].strength += sum(others)
    rungs = _rungs(people, meetings, format, seed)
    for one, score in found.items():
        score.rung = rungs[one]
    return sorted(found.values(), key=lambda s: (s.rung, -s.points, -s.won, -s.strength, s.lost, s.lot))


def _places(meeting: Meeting) -> list[int]:
    return [place for place in meeting.places if place is not None]


def _count(found: dict[str, Score], meeting: Meeting, places: Sequence[int], seats: int) -> None:
    """Add a meeting. A bye is worth a win against one opponent, and half of that at larger tables."""
    if meeting.bye and meeting.people[0] is not None:
        found[meeting.people[0]].points += FULL if seats == 2 else FULL / 2
        found[meeting.people[0]].byes += 1
    for one, place in zip(meeting.people, meeting.places, strict=False):
        if one is None or place is None:
            continue
        score = found[one]
        if place in places:  # not if they left a table where all win or lose together
            score.points += shared(place, places)
        score.won += place == 1
        score.lost += place > 1 and place >= max(places)
        score.played += 1


def by_lot(people: Sequence[str], seed: str) -> list[str]:
    """People in an order by lot, the same for the whole event."""
    return sorted(people, key=lambda one: hashlib.sha256(f"{seed} {one}".encode()).digest())


def _rungs(people: Sequence[str], meetings: Sequence[Meeting], format: Format, seed: str) -> dict[str, int]:
    """What comes before the points: nothing, the rung of a ladder, or how long a person stayed in."""
    if format == "ladder":
        return {one: rung for rung, one in enumerate(ladder(people, meetings), 1)}
    if format == "knockout":
        stayed = Counter(winners(meetings, seed))
        return {one: 1 + max(stayed.values(), default=0) - stayed[one] for one in people}
    return dict.fromkeys(people, 0)


def ladder(people: Sequence[str], meetings: Sequence[Meeting]) -> list[str]:
    """The ladder: it begins in the order of joining; people who meet sort the rungs that they hold.

    >>> ladder("abcd", [Meeting(1, ("a", "b"), (2, 1)), Meeting(1, ("c", "d"), (1, 2))])
    ['b', 'a', 'c', 'd']
    """
    order = list(people)
    for meeting in meetings:
        came = {one: p for one, p in zip(meeting.people, meeting.places, strict=False) if one and p}
        rungs = sorted(order.index(one) for one in came)
        climbed = sorted(came, key=lambda one: (came[one], order.index(one)))
        for rung, one in zip(rungs, climbed, strict=True):
            order[rung] = one
    return order


def winners(meetings: Sequence[Meeting], seed: str) -> list[str]:
    """The best person of each table, who stays in a knock-out: by lot if several are, or without a result."""
    found: list[str] = []
    for meeting in meetings:
        here = by_lot([one for one in meeting.people if one is not None], seed)
        places = dict(zip(meeting.people, meeting.places, strict=False))
        found.append(min(here, key=lambda one: places.get(one) or len(meeting.people)))
    return found


def cross_table(people: Sequence[str], meetings: Sequence[Meeting]) -> list[list[str]]:
    """For each two people, how often the first came in before the second, of how many meetings; a tie counts
    half.

    >>> cross_table("ab", [Meeting(1, ("a", "b"), (1, 2)), Meeting(2, ("b", "a"), (1, 1))])
    [['', '1.5/2'], ['0.5/2', '']]
    """
    met: Counter[tuple[str, str]] = Counter()
    ahead: dict[tuple[str, str], float] = {}
    for meeting in meetings:
        came = {one: p for one, p in zip(meeting.people, meeting.places, strict=False) if one and p}
        for a in came:
            for b in came.keys() - {a}:
                met[a, b] += 1
                ahead[a, b] = ahead.get((a, b), 0.0) + (came[a] < came[b]) + (came[a] == came[b]) / 2
    return [[f"{ahead[a, b]:g}/{met[a, b]}" if met[a, b] else "" for b in people] for a in people]
