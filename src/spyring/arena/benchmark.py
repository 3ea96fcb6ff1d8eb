"""The benchmark: fixed tasks that compare players of different authors.

A task fixes the game with its options and seats, the rivals, the seeds, the number of games and the time for
a move. Its name ends in a version of the rules, the box and the encoding. An installation with other versions
refuses the task, so equal names mean equal games. Additions after the data version of the task do not count.

>>> task("krakow-v0").game.name, task("krakow-v0").seats
('krakow', 4)
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from math import sqrt
from statistics import fmean, stdev
from time import thread_time
from typing import Any, Final

import spyring
from spyring.arena.match import Match
from spyring.arena.proportions import percent
from spyring.bots import make
from spyring.bots.fixtures import LEARNER, Fixture, fixture
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.growth import FIRST
from spyring.worker_pool import WorkerPool

FORMAT: Final = "spyring benchmark 1"
SEEDS: Final = (1, 2, 3, 4, 5)
STUDENT_T_95: Final = 2.776445  # Student's distribution, with one degree of freedom fewer than seeds
HEADS: Final = ["bot", "games", "reward", "95 %", "won", "ms a move", "moves"]

Piece = tuple[int, int]  # seed, number of the game


class BadTask(SpyringError):
    """The task is unknown, or this installation cannot play it."""


class Task:
    """One configuration of the benchmark."""

    def __init__(self, name: str, row: dict[str, Any]) -> None:
        self.name = name
        self.game: Game = spyring.game(row["game"])
        self.seats: int = row["seats"]
        self.options: dict[str, Any] = row["options"]
        self.rivals: str = row["rivals"]
        self.games: int = row["games"]
        self.seconds: float = row["seconds"]
        self.data: int = row.get("data", FIRST)
        self.pins: dict[str, Any] = {key: row.get(key) for key in ("rules", "box", "encoding")}

    def check(self) -> None:
        """Refuse other rules, boxes and encodings."""
        for key, found in pins(self.game, self.data).items():
            if self.pins[key] != found:
                raise BadTask(f"{self.name} needs {key} {self.pins[key]}, but {found} is installed.")

    def to_json(self) -> dict[str, Any]:
        """The task, for the file of results."""
        return {
            "task": self.name,
            "game": self.game.name,
            "seats": self.seats,
            "options": self.options,
            "rivals": self.rivals,
            "seeds": SEEDS,
            "seconds": self.seconds,
            **self.pins,
        }


@cache
def tasks() -> dict[str, Task]:
    """All tasks by name."""
    rows = tomllib.loads(files("spyring.arena").joinpath("benchmark.toml").read_text(encoding="utf-8"))
    return {name: Task(name, row) for name, row in rows.items()}


def task(name: str) -> Task:
    """The task of this name."""
    found = tasks().get(name)
    if found is None:
        raise BadTask(f"Unknown task {name}. Choose one of {', '.join(tasks())}.")
    return found


def pins(game: Game, data: int) -> dict[str, Any]:
    """The rules, box and encoding of a data version of the game."""
    verbs = [verb for verb in game.moves.verbs if verb.since <= data]
    moves = "\n".join(game.moves.name(verb.base + at) for verb in verbs for at in range(verb.size))
    encoding = blake2b(f"{game.encoding.digest(data)}\n{moves}".encode(), digest_size=8).hexdigest()
    return {"rules": game.rules_version, "box": game.box_digest(), "encoding": encoding}


def seated(line_up: tuple[str, ...], bot: str, seed: int, number: int) -> tuple[Fixture, list[int]]:
    """A game with ``bot`` where ``line_up`` has LEARNER, and its seats.

    Seats rotate, and all rotations get the same cards, for every candidate.
    """
    game = fixture(line_up, number, seed, number)
    own = [seat for seat, player in enumerate(game.players) if player == LEARNER]
    players = tuple([player or bot for player in game.players])
    return Fixture(number, players, game.seed, game.bot_seeds), own


class Trial:
    """Plays single games of a candidate in a worker process."""

    def __init__(self, task: str, bot: str) -> None:
        self.task = task
        self.bot = bot

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        return f"Game {piece[1]} of seed {piece[0]} ({self.bot})"

    def __call__(self, piece: Piece) -> dict[str, Any]:
        """One game: the candidate's reward, and the time of its moves."""
        played = task(self.task)
        game, own = seated((LEARNER, *[played.rivals or LEARNER] * (played.seats - 1)), self.bot, *piece)
        match = Match(played.game, played.options, game, events=True)
        moves, seconds = 0, 0.0
        while match.turns.seat >= 0:
            seat, began = match.turns.seat, thread_time()
            match.act()
            if seat in own:
                moves, seconds = moves + 1, seconds + thread_time() - began
        outcome, tally = match.state.outcome, match.bots[own[0]].tally
        assert outcome is not None
        return {
            "seed": piece[0],
            "number": piece[1],
            "seats": own,
            "reward": played.game.rewards(outcome)[own[0]],
            "won": own[0] in outcome.winners,
            "moves": moves,
            "seconds": round(seconds, 6),
            **({"tally": tally} if tally else {}),
        }


def run(played: Task, bot: str, games: int, processes: int) -> Iterator[dict[str, Any]]:
    """The games of a candidate, the same number for every seed."""
    make(bot)  # refuses an unknown bot before the games
    played.check()
    pieces = [(seed, number) for seed in SEEDS for number in range(games)]
    yield from WorkerPool(Trial(played.name, bot), processes).run(pieces)


class Score:
    """The score of one candidate; the interval is of the means of the seeds."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        by_seed = [[row["reward"] for row in rows if row["seed"] == seed] for seed in SEEDS]
        means = [fmean(each) for each in by_seed]
        self.games = len(rows)
        self.reward = fmean(means)
        self.half = STUDENT_T_95 * stdev(means) / sqrt(len(means))
        self.won = sum(row["won"] for row in rows) / len(rows)
        self.moves = sum(row["moves"] for row in rows)
        self.milliseconds = 1000 * sum(row["seconds"] for row in rows) / max(1, self.moves)

    def to_json(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "games": self.games,
            "reward": round(self.reward, 4),
            "half": round(self.half, 4),
            "won": round(self.won, 4),
            "milliseconds": round(self.milliseconds, 3),
        }

    def cells(self, bot: str) -> list[str]:
        """A row of the table."""
        low, high = max(0.0, self.reward - self.half), min(1.0, self.reward + self.half)
        interval = f"{low:.3f} – {high:.3f}"
        cost = f"{self.milliseconds:.2f}"
        won, moves = percent(self.won), str(self.moves)
        return [bot, str(self.games), f"{self.reward:.3f}", interval, won, cost, moves]
