#!/usr/bin/env python3
"""How often bots win: the prologue of Season 0 by seats, the months of a campaign, its endings.

    python tools/season0_balance.py prologue --seconds 300
    python tools/season0_balance.py prologue --seconds 3000 --bot search:1000
    python tools/season0_balance.py medusa --seconds 600 --seed 1000

Every figure comes with its 95 % interval (Wilson). It plays until it has used this many seconds of CPU time,
or until Ctrl-C.
"""

import argparse
import time
from collections import Counter
from contextlib import suppress
from typing import Any, Final

import spyring
from spyring.arena.proportions import wilson
from spyring.bots import Bot, free_seats, make

GAME: Final = spyring.game("season0")


def share(part: int, whole: int) -> str:
    """A share in the format of the manual's tables."""
    low, high = wilson(part, whole)
    return f"{part / whole:.1%} ({low:.1%}–{high:.1%}), n = {whole}"


def play(state: Any, bots: list[Bot]) -> None:
    """Play a game to its end; seats that may interrupt go first, as in the arena."""
    count = 0
    while state.deciders:
        seat, move = next_move(state, bots, count)
        state.play(seat, move)
        count += 1


def next_move(state: Any, bots: list[Bot], count: int) -> tuple[int, int]:
    """The move of a seat that interrupts, else of the first decider."""
    for seat in free_seats(state, count):
        move = bots[seat].wants(state, seat)
        if move is not None:
            return seat, move
    seat = state.deciders[0]
    return seat, bots[seat].choose(state, seat)


def prologue(until: float, seed: int, bot: str) -> None:
    """Prologues with two, three and four seats in turn."""
    games: Counter[int] = Counter()
    won: Counter[int] = Counter()
    with suppress(KeyboardInterrupt):
        while time.process_time() < until:
            for seats in GAME.seats:
                state = GAME.start(seats=seats, seed=seed)
                play(state, [make(bot, seed * 4 + seat) for seat in range(seats)])
                assert state.outcome is not None
                games[seats] += 1
                won[seats] += bool(state.outcome.winners)
            seed += 1
    for seats in GAME.seats:
        print(f"| {seats} seats | {share(won[seats], games[seats])} |")


def campaign(name: str, until: float, seed: int, bot: str) -> None:
    """Whole campaigns, with two, three and four seats in turn."""
    months: dict[str, Counter[str]] = {}
    endings: Counter[str] = Counter()
    games: list[int] = []
    scores: list[int] = []
    with suppress(KeyboardInterrupt):
        while time.process_time() < until:
            seats = GAME.seats[len(games) % len(GAME.seats)]
            bots = [make(bot, seed * 4 + seat) for seat in range(seats)]
            file, count = None, 0
            while file is not None or not count:
                state = GAME.start(seats=seats, seed=seed * 100 + count, legacy=file, campaign=name)
                play(state, bots)
                file, count = state.legacy(), count + 1
            seen = state.view(None)["table"]["campaign"]
            for row in seen["calendar"]:
                months.setdefault(row["month"], Counter())[row["evaluation"]] += 1
            endings[seen["final"]["name"]] += 1
            scores.append(seen["final"]["score"])
            games.append(count)
            seed += 1
    for month, grades in months.items():
        whole = sum(grades.values())
        rest = " | ".join(f"{grades[grade] / whole:.0%}" for grade in ("adequate", "failing"))
        print(f"| {month.capitalize()} | {share(grades['success'], whole)} | {rest} |")
    points = f"{min(scores)} to {max(scores)} points"
    print(f"{len(games)} campaigns of {min(games)} to {max(games)} games, {points}:")
    print(", ".join(f"{ending} {count}" for ending, count in endings.most_common()))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("prologue", "medusa", "evening"))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="heuristic")
    given = parser.parse_args()
    until = time.process_time() + given.seconds
    if given.what == "prologue":
        prologue(until, given.seed, given.bot)
    else:
        campaign(given.what, until, given.seed, given.bot)


if __name__ == "__main__":
    main()
