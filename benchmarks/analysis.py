"""How well a look back judges: planted mistakes, sound moves, calibrated chances, and what it costs.

    python benchmarks/analysis.py planted krakow --games 50 --processes 16 --seconds 500

- ``planted``: in games of search:1000 one decision is replaced by a move that is worse by at least 12 points,
  both moves alone in the same worlds, by two seeds; how often is it among the three worst of its seat?
- ``sound``: of how many moves of search:4000 does the analysis say that another was better?
- ``calibration``: of positions with a chance of 60 to 80 %, are 60 to 80 % won? With the correction that fits
  best, as a game's ``analysis.toml`` has it, and a plot.

What is known when the time is over is written to ``benchmarks/results/analysis-<part>-<game>.json``.
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import TimeoutError as TooLate
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import spyring
from spyring.analysis import analyse
from spyring.analysis.effort import Calibration
from spyring.bots import Turns, make
from spyring.bots.comparing import compare, imagined
from spyring.engine.record import Record
from spyring.engine.state import State

MIN_LOSS = 0.12
SCREENED_WORLDS = (24, 60)  # few at first: most moves are no mistakes
CONFIRMED_WORLDS = 400
MAX_ALTERNATIVES = 10
RESULTS = Path(__file__).parent / "results"
BANDS = 5
WRITE_SECONDS = 10.0  # between two writes: a summary of many games takes a while
Json = dict[str, Any]
Swap = Callable[[State, int, int, int], int]  # a state, who decides, what, and the number of the move


def played(name: str, seed: int, bot: str, swap: Swap | None = None) -> Record:
    """A game between bots; ``swap`` may replace what a seat has chosen."""
    game = spyring.game(name)
    seats = random.Random(seed).choice(game.seats)
    state = game.start(seed=seed, seats=seats, events=True)
    bots = [make(bot, seed * 8 + seat) for seat in range(seats)]
    turns = Turns(state)
    moves: list[tuple[int, int]] = []
    while turns.seat >= 0:
        seat = turns.seat
        if turns.free:
            wanted = bots[seat].wants(state, seat)
            move = turns.wait if wanted is None else wanted
        else:
            move = bots[seat].choose(state, seat)
            move = swap(state, seat, move, len(moves) + 1) if swap is not None else move
        if move != turns.wait:
            moves.append((seat, move))
        turns.play(move)
    return Record.of(state, seed, moves)


def loss(state: State, seat: int, best: int, worse: int, worlds: int, seed: int) -> float:
    """How much more often a seat wins with one move than with another, in the same worlds."""
    both = compare(state, seat, [best, worse], imagined(state, seat, worlds, seed), seed)
    shares = [sum(wins[seat] > 0.0 for wins in result.wins) / worlds for result in both]
    return shares[0] - shares[1]


class Planter:
    """Replaces one decision, from a random one on, by the first move that is worse enough."""

    def __init__(self, seed: int, first: int) -> None:
        self.chance = random.Random(seed)
        self.left = first  # decisions until it begins to look
        self.planted: Json | None = None

    def __call__(self, state: State, seat: int, move: int, number: int) -> int:
        self.left -= 1
        others = [other for other in state.legal(seat) if other != move]
        if self.planted is not None or self.left > 0 or not others:
            return move
        for other in self.chance.sample(others, min(MAX_ALTERNATIVES, len(others))):
            seeds = [self.chance.randrange(1 << 30) for _seed in range(3)]
            screened = (loss(state, seat, move, other, worlds, seeds[0]) for worlds in SCREENED_WORLDS)
            if any(one < MIN_LOSS for one in screened):
                continue
            confirmed = [loss(state, seat, move, other, CONFIRMED_WORLDS, seed) for seed in seeds[1:]]
            if min(confirmed) >= MIN_LOSS:
                name = state.game.moves.name
                self.planted = {"move": number, "seat": seat, "best": name(move), "played": name(other)}
                self.planted["loss"] = confirmed
                return other
        return move


def planted(name: str, seed: int, bot: str) -> Json:
    """A game with a planted mistake, and what the analysis makes of it."""
    length = len(played(name, seed, "heuristic").entries)
    planter = Planter(seed, random.Random(seed).randrange(max(1, int(0.8 * length))))
    record = played(name, seed, bot, planter)
    if planter.planted is None:
        return {"seed": seed, "planted": None}
    began = time.process_time()
    seat = planter.planted["seat"]
    found = analyse(record, [seat], spyring.game(name))["decisions"]
    worst = sorted(found, key=lambda one: -one["loss"])[:3]
    return {
        "seed": seed,
        "planted": planter.planted,
        "found": any(one["move"] == planter.planted["move"] for one in worst),
        "worst": worst,
        "cpu": round(time.process_time() - began, 1),
    }


def sound(name: str, seed: int, bot: str) -> Json:
    """How many decisions of a game the analysis calls mistakes."""
    record = played(name, seed, bot)
    game = spyring.game(name)
    state = record.start(game)
    choices = 0
    for number, entry in enumerate(record.entries):
        choices += len(state.legal(game.seat_names(record.seats).index(entry.seat))) > 1
        record.play(state, number)
    began = time.process_time()
    found = analyse(record, game=spyring.game(name))["decisions"]
    seconds = (time.process_time() - began) / record.seats
    return {
        "seed": seed,
        "choices": choices,
        "called": len(found),
        "cpu_per_seat": round(seconds, 1),
        "decisions": found,
    }


def calibration(name: str, seed: int, bot: str) -> Json:
    """Chances over a game, and who won it: ten moments of it, all seats."""
    record = played(name, seed, bot)
    found = analyse(record, game=spyring.game(name), seed=seed, decisions=False)
    last = found["curve"][-1]["true"]
    moments = [found["curve"][len(record.entries) * part // 10] for part in range(10)]
    return {
        "seed": seed,
        **{
            kind: [(point[kind][seat], last[seat]) for point in moments for seat in found["seats"]]
            for kind in ("true", "known")
        },
    }


def cost(name: str, seed: int, bot: str) -> Json:
    """What an analysis takes of a processor."""
    record = played(name, seed, bot)
    began = time.process_time()
    analyse(record, game=spyring.game(name))
    seconds = time.process_time() - began
    return {
        "seed": seed,
        "moves": len(record.entries),
        "seats": record.seats,
        "cpu_per_seat": round(seconds / record.seats, 1),
    }


PARTS: dict[str, tuple[Callable[[str, int, str], Json], str]] = {
    "planted": (planted, "search:1000"),
    "sound": (sound, "search:4000"),
    "calibration": (calibration, "search:100"),
    "cost": (cost, "search:100"),
}


def job(given: tuple[str, str, int, str]) -> Json:
    """One game in a process of its own."""
    part, name, seed, bot = given
    return PARTS[part][0](name, seed, bot)


# -- what comes of it ----------------------------------------------------------------------------------------


def summary(part: str, rows: list[Json]) -> Json:
    """The numbers that count."""
    if part == "planted":
        there = [row for row in rows if row["planted"]]
        return {
            "games": len(rows),
            "planted": len(there),
            "found": sum(row["found"] for row in there) / max(1, len(there)),
        }
    if part == "sound":
        choices = sum(row["choices"] for row in rows)
        return {
            "games": len(rows),
            "choices": choices,
            "called": sum(row["called"] for row in rows) / max(1, choices),
        }
    if part == "cost":
        return {
            "games": len(rows),
            "most_cpu_per_seat": max((row["cpu_per_seat"] for row in rows), default=0.0),
        }
    found: Json = {"games": len(rows)}
    for kind in ("true", "known"):
        pairs = [pair for row in rows for pair in row[kind]]
        slope, offset = fitted(pairs)
        found[kind] = {
            "bands": bands(pairs),
            "fit": {"slope": round(slope, 3), "offset": round(offset, 3)},
            "crossed": bands(crossed(rows, kind)),
        }
    return found


def crossed(rows: list[Json], kind: str) -> list[tuple[float, float]]:
    """The chances of games with even seeds corrected by a fit to the others, and the other way round."""
    halves = [[pair for row in rows if row["seed"] % 2 == odd for pair in row[kind]] for odd in (0, 1)]
    found: list[tuple[float, float]] = []
    for half, other in (halves, halves[::-1]):
        correction = Calibration(*fitted(other))
        found += [(correction.corrected(chance), won) for chance, won in half]
    return found


def bands(pairs: list[tuple[float, float]]) -> list[Json]:
    """Of the chances in each fifth: how many, their mean, and how many were won."""
    rows: list[Json] = []
    for band in range(BANDS):
        inside = [pair for pair in pairs if band == min(BANDS - 1, int(pair[0] * BANDS))]
        if inside:
            means = [round(sum(pair[at] for pair in inside) / len(inside), 3) for at in (0, 1)]
            rows.append(
                {
                    "from": band / BANDS,
                    "to": (band + 1) / BANDS,
                    "count": len(inside),
                    "mean": means[0],
                    "won": means[1],
                }
            )
    return rows


def fitted(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """The line through log odds that makes what happened likeliest, by Newton's method."""
    odds = [(math.log(p / (1 - p)), won) for p, won in ((min(0.995, max(0.005, p)), won) for p, won in pairs)]
    slope, offset = 0.0, 0.0  # from a slope of 1 it can run away
    for _round in range(25):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, won in odds:
            p = 1 / (1 + math.exp(-max(-30.0, min(30.0, slope * x + offset))))
            w = p * (1 - p)
            g0, g1 = g0 + (won - p) * x, g1 + (won - p)
            h00, h01, h11 = h00 + w * x * x, h01 + w * x, h11 + w
        det = h00 * h11 - h01 * h01
        if det < 1e-12:
            break
        slope += (h11 * g0 - h01 * g1) / det
        offset += (h00 * g1 - h01 * g0) / det
    return slope, offset


def plot(found: Json, title: str) -> str:
    """The reliability of the chances as an SVG: what was said to the right, what happened upwards."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 440" font-size="12">',
        f'<rect width="420" height="440" fill="#fff"/><text x="40" y="20">{title}</text>',
        '<path d="M40,400 V40 M40,400 H400 M40,400 L400,40" stroke="#999" fill="none"/>',
    ]
    for kind, colour in (("true", "#234e8a"), ("known", "#a3242f")):
        for which, dash in (("bands", ""), ("crossed", ' stroke-dasharray="4 4"')):
            points = [(40 + 360 * row["mean"], 400 - 360 * row["won"], row) for row in found[kind][which]]
            line = " L".join(f"{x:.1f},{y:.1f}" for x, y, _row in points)
            parts.append(f'<path d="M{line}" stroke="{colour}" fill="none" stroke-width="2"{dash}/>')
            for x, y, row in points:
                dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}">'
                parts.append(f"{dot}<title>{row['count']}</title></circle>")
    parts.append(
        '<text x="60" y="60" fill="#234e8a">true</text><text x="60" y="76" fill="#a3242f">known</text>'
        '<text x="60" y="92">dashed: corrected by a fit to the other half</text>'
    )
    parts += [f'<text x="{40 + 90 * at}" y="416">{25 * at} %</text>' for at in range(5)]
    return "\n".join([*parts, "</svg>\n"])


def results(
    part: str, name: str, games: int, processes: int, seconds: float, first: int, bot: str
) -> Iterator[Json]:
    """The results as they come, until the time is over."""
    ends = time.monotonic() + seconds
    jobs = [(part, name, first + number, bot) for number in range(games)]
    with get_context("spawn").Pool(processes) as pool:
        coming = pool.imap_unordered(job, jobs)
        for _job in jobs:
            try:
                yield coming.next(max(0.1, ends - time.monotonic()))
            except TooLate:
                break
        pool.terminate()


def main() -> None:
    """Run one part for one game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=500.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    bot = given.bot or PARTS[given.part][1]
    stem = f"analysis-{given.part}-{spyring.game(given.game).name}"
    given.out.mkdir(parents=True, exist_ok=True)
    rows: list[Json] = []
    began = written = time.monotonic()
    for row in results(given.part, given.game, given.games, given.processes, given.seconds, given.seed, bot):
        rows.append(row)
        brief = {name: one for name, one in row.items() if not isinstance(one, list)}
        print(f"{time.monotonic() - began:6.0f} s", json.dumps(brief), file=sys.stderr, flush=True)
        if time.monotonic() - written > WRITE_SECONDS:
            write(given.out / f"{stem}.json", given.part, given.game, bot, rows)
            written = time.monotonic()
    if rows:
        found = write(given.out / f"{stem}.json", given.part, given.game, bot, rows)
        print(json.dumps(found))
        if given.part == "calibration":
            title = f"{spyring.game(given.game).title}: chances said, and won ({len(rows)} games of {bot})"
            (given.out / f"{stem}.svg").write_text(plot(found, title))


def write(file: Path, part: str, game: str, bot: str, rows: list[Json]) -> Json:
    """Keep what is known so far; its summary."""
    found = summary(part, rows)
    kept = {"game": game, "bot": bot, "build": spyring.build, "summary": found}
    games = sorted(rows, key=lambda one: one["seed"])
    indent = None if part == "calibration" else 1
    file.write_text(json.dumps(kept | {"games": games}, indent=indent) + "\n")
    return found


if __name__ == "__main__":
    main()
