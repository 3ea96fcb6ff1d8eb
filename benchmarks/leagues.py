"""Simulates tournaments and counts repeated meetings, uneven seats and rounds that got stuck.

PYTHONPATH=src python benchmarks/leagues.py --to benchmarks/results/leagues.md
"""

import argparse
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from time import process_time

from spyring.server.leagues.pairing import Fill, Format, Meeting, draw, met_before, shape
from spyring.server.leagues.scoring import scores, winners

ROUNDS = 6
FORMATS: tuple[Format, ...] = ("swiss", "knockout", "ladder")
HEAD = """# Draws of leagues

{times} simulated tournaments of 5 to 64 people at tables of 2 to 5 seats, {rounds} rounds (a knock-out until
one is left). 3 % of the people drop out after each round. The lower bound counts meetings that no draw can
avoid: those of a person beyond the number of other people.

| format | seats | events | repeats | lower bound | uneven seats | difference of byes | stuck | slowest draw |
|---|---|---|---|---|---|---|---|---|"""
TAIL = """
A ladder repeats meetings on purpose: neighbours challenge each other until one of them moves up or down, so
only a rematch in the very next round is avoided.

At five seats, about thirty people meet most others in six rounds. The bound does not see that tables of new
people must also exist, and a draw by score does not plan the rounds ahead. A tabu search with four seconds
for each draw lowered 27 repeats to 26 in two events of 31 people, and 93 to 90 with 0.6 seconds in six
events of 22 to 33. So the search is not what limits these draws."""
FILLS: tuple[Fill, ...] = ("bye", "small", "bots")


@dataclass
class Result:
    """What went wrong, or not, in one tournament."""

    format: Format
    seats: int
    people: int
    repeats: int = 0  # meetings of people who had met
    bound: int = 0  # of them, those that no draw can avoid
    uneven: int = 0  # the largest difference between how often somebody sat in two seats
    byes: int = 0  # the largest difference between the byes of people who stayed
    stuck: int = 0  # rounds without a table although two people were there
    slowest: float = 0.0  # seconds for a draw


def simulate(seed: int, people: int | None = None, seats: int | None = None) -> Result:
    """A tournament with people of different strength; some drop out."""
    dice = random.Random(seed)
    seats = seats or dice.randint(2, 5)
    count = people or dice.randint(5, 64)
    format, fill = FORMATS[seed % 3], dice.choice(FILLS)
    names = [f"p{number}" for number in range(count)]
    allowed = tuple(range(2, seats + 1))
    found, gone, meetings = Result(format, seats, count), set(), list[Meeting]()
    for _round in range(ROUNDS if format != "knockout" else 12):
        shown = scores(names, meetings, format, seats, together=False, seed=str(seed))
        order = [one.person for one in shown if one.person not in gone]
        if format == "knockout" and meetings:
            last = [meeting for meeting in meetings if meeting.round == meetings[-1].round]
            order = [one for one in order if one in winners(last, str(seed))]
        if len(order) < 2:
            break
        began = process_time()
        sizes = shape(len(order), seats, allowed, fill)
        made = draw(order, meetings, sizes, format=format, seed=str(seed))
        found.slowest = max(found.slowest, process_time() - began)
        drawn = [one for meeting in made for one in meeting.people if one is not None]
        found.stuck += all(meeting.bye for meeting in made) or sorted(drawn) != sorted(order)
        meetings += [one if one.bye else replace(one, places=_places(one, dice)) for one in made]
        gone |= {one for one in order if dice.random() < 0.03}
    _judge(found, meetings, [name for name in names if name not in gone])
    return found


def _places(meeting: Meeting, dice: random.Random) -> tuple[int, ...]:
    strong = [-1.0 if one is None else int(one[1:]) / 20 + dice.gauss(0, 1) for one in meeting.people]
    return tuple(1 + sum(other > mine for other in strong) for mine in strong)


def _judge(found: Result, meetings: list[Meeting], stayed: list[str]) -> None:
    met = met_before(meetings)
    found.repeats = sum(met.values()) - len(met)
    each: Counter[str] = Counter()
    for pair, times in met.items():
        for one in pair:
            each[one] += times
    found.bound = sum(max(0, times - (found.people - 1)) for times in each.values()) // 2
    sat: defaultdict[str, Counter[int]] = defaultdict(Counter)
    idle: Counter[str] = Counter()
    for meeting in meetings:
        for seat, person in enumerate(meeting.people):
            if person is not None and meeting.bye:
                idle[person] += 1
            elif person is not None:
                sat[person][seat] += 1
    for name in stayed:
        often = [sat[name][seat] for seat in range(found.seats)]
        found.uneven = max(found.uneven, max(often) - min(often))
    if found.format != "knockout":
        pairs = combinations(stayed, 2)
        found.byes = max((abs(idle[a] - idle[b]) for a, b in pairs), default=0)


def main() -> None:
    """Simulate, and write the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=200)
    asked.add_argument("--to", type=Path)
    given = asked.parse_args()
    found = [simulate(seed) for seed in range(given.times)]
    lines = [HEAD.format(times=given.times, rounds=ROUNDS)]
    for format in FORMATS:
        for seats in range(2, 6):
            here = [one for one in found if (one.format, one.seats) == (format, seats)]
            if here:
                sums = [sum(getattr(one, name) for one in here) for name in ("repeats", "bound")]
                tops = [max(getattr(one, name) for one in here) for name in ("uneven", "byes")]
                stuck, slow = sum(one.stuck for one in here), max(one.slowest for one in here)
                row = [format, seats, len(here), *sums, *tops, stuck, f"{slow:.2f} s"]
                lines.append("| " + " | ".join(map(str, row)) + " |")
    swiss = [one for one in found if one.format == "swiss"]
    stuck = sum(one.stuck for one in found)
    repeats, bound = sum(one.repeats for one in swiss), sum(one.bound for one in swiss)
    lines += [
        "",
        f"{stuck} rounds got stuck. By score, {repeats} meetings were repeated; at least {bound} had to be.",
        TAIL,
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if given.to is not None:
        given.to.write_text(text)


if __name__ == "__main__":
    main()
