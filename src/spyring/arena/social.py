"""The social suite: what else a player does besides winning.

It plays the tasks of the benchmark against ``talk:honest``, and counts illegal answers, tokens, how well
stated chances fit the truth, and which promises are kept. Where all win or lose together, pairs share a team.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from math import log
from statistics import fmean
from typing import Any, Final

from spyring.arena.benchmark import SEEDS, task
from spyring.bots import Turns, make
from spyring.bots.bot import Bot
from spyring.bots.fixtures import LEARNER, fixture
from spyring.bots.trace import BotFailed
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.state import State
from spyring.text.talkers import OTHER, Promise, Sociable, counted, kept, questions, spoken, values
from spyring.worker_pool import WorkerPool

FORMAT: Final = "spyring social benchmark 1"
TASKS: Final = ("krakow-v0", "estoril-v0", "spies-v0", "season0-v0")
GAMES: Final = 1  # of each seed
RIVAL: Final = "talk:honest"
ASKED: Final = (2, 8, 32)  # own decisions before which a candidate is asked for chances
BINS: Final = 5  # of the table of calibration
LEAST: Final = 0.001  # a smaller chance counts as this, so that one mistake is not infinitely bad
HEADS: Final = (
    "task",
    "bot",
    "games",
    "won",
    "illegal",
    "tokens",
    "beliefs",
    "Brier",
    "log",
    "promises kept",
)

Row = dict[str, Any]
Piece = tuple[str, tuple[str, ...], int, int]  # task, players before rotation, seed, number of the game


class Table:
    """A game whose players hear each other, and are asked what they believe."""

    def __init__(self, piece: Piece) -> None:
        name, line_up, seed, number = piece
        self.task = task(name)
        self.seed = seed
        players = (LEARNER, *line_up[1:])
        self.game = fixture(players, number, seed, number)
        self.players = [player or line_up[0] for player in self.game.players]
        self.own = self.game.players.index(LEARNER)
        self.bots = [make(each, own) for each, own in zip(self.players, self.game.bot_seeds, strict=True)]
        state = self.task.game.start(
            seats=len(players), seed=self.game.seed, events=True, **self.task.options
        )
        self.turns = Turns(state)
        self.said: list[Promise] = []
        self.asked: list[Row] = []

    def play(self) -> Row:
        """The whole game; its row of the results."""
        decisions = 0
        for bot in self.bots:
            if isinstance(bot, Sociable):
                bot.talks = True
        while self.turns.seat >= 0:
            seat = self.turns.seat
            decisions += seat == self.own and not self.turns.free
            try:
                if seat == self.own and not self.turns.free and decisions in ASKED:
                    self.ask(self.turns.state, self.bots[seat])
                self.move(seat)
            except Exception as error:
                number = self.game.number
                raise BotFailed.at(self.players[seat], int(self.turns.made) + 1, number, error) from error
        return self.row(self.turns.state)

    def move(self, seat: int) -> None:
        """A move; everyone hears the remark before it."""
        bot, told = self.bots[seat], len(self.turns.state.events)
        self.turns.act(bot)
        if isinstance(bot, Sociable):
            bot.heard.clear()
            if bot.remark:
                self.hear(seat, bot.remark, told)
                bot.remark = ""

    def hear(self, seat: int, text: str, told: int) -> None:
        """Tell everyone a remark, and keep the promises in it."""
        names = self.turns.state.game.seat_names(len(self.bots))
        self.said += [promise for promise in spoken(names[seat], text, told) if promise.to in names]
        for at, bot in enumerate(self.bots):
            if at != seat and isinstance(bot, Sociable):
                bot.heard.append(f"{names[seat]}: {text}")

    def ask(self, state: State, bot: Bot) -> None:
        """Ask for chances. A bot that states none is judged by what it can count."""
        asked = questions(state, self.own, self.seed)
        ask = bot.estimate if isinstance(bot, Sociable) else partial(counted, seed=self.seed)
        stated = ask(state, self.own, asked)
        truth = values(state)
        for question, chances in zip(asked, stated, strict=True):
            true = str(truth.get(question.place))
            found = true if true in question.values else OTHER
            self.asked.append({"about": question.name, "chances": chances, "true": found})

    def row(self, state: State) -> Row:
        """What the candidate did, JSON-ready."""
        outcome, game = state.outcome, state.game
        assert outcome is not None
        told = [game.events.fields(event) for event in state.events]
        own = game.seat_names(len(self.bots))[self.own]
        judged = [(each, true) for each, true in kept(game, told, self.said) if each.by == own]
        return {
            "task": self.task.name,
            "bot": self.players[self.own],
            "players": self.players,
            "seed": self.seed,
            "number": self.game.number,
            "reward": game.rewards(outcome)[self.own],
            "won": self.own in outcome.winners,
            "tally": dict(self.bots[self.own].tally),
            "beliefs": self.asked,
            "promises": [{"to": each.to, "word": each.word, "kept": true} for each, true in judged],
        }


class Trial:
    """Plays single games in a worker process."""

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        return f"Game {piece[3]} of seed {piece[2]} of {piece[0]} ({piece[1][0]})"

    def __call__(self, piece: Piece) -> Row:
        """One game."""
        return Table(piece).play()


def pieces(names: Sequence[str], bots: Sequence[str], games: int) -> list[Piece]:
    """All games: each candidate against rivals, or each pair of candidates in a team, seated in turn."""
    found: list[Piece] = []
    for name in names:
        played = task(name)
        team = bool(teams([name]))
        for bot, other in product(bots, bots if team else (RIVAL,)):
            rest = (other, bot) if team else (other, other)
            line_up = (bot, *(rest[at % 2] for at in range(played.seats - 1)))
            found += [(name, line_up, seed, number) for seed, number in product(SEEDS, range(games))]
    return found


def run(played: list[Piece], processes: int) -> Iterator[Row]:
    """The results, in any order."""
    for name in {name for name, *_rest in played}:
        task(name).check()
    for bot in {bot for _name, line_up, *_rest in played for bot in line_up}:
        make(bot)  # refuses an unknown bot before the games
    yield from WorkerPool(Trial(), processes).run(played)


# -- scores --------------------------------------------------------------------------------------------------


def brier(chances: dict[str, float], true: str) -> float:
    """The squared error of stated chances: 0 is perfect, 2 the worst.

    >>> brier({"a": 1.0}, "a"), brier({"a": 1.0}, "b"), brier({"a": 0.5, "b": 0.5}, "b")
    (0.0, 2.0, 0.5)
    """
    return sum((chances.get(value, 0.0) - (value == true)) ** 2 for value in {*chances, true})


def log_score(chances: dict[str, float], true: str) -> float:
    """Minus the logarithm of the chance of the truth: 0 is perfect."""
    return -log(max(LEAST, chances.get(true, 0.0)))


def calibration(rows: Sequence[Row]) -> list[tuple[float, float, int]]:
    """By how high a chance was stated: the mean chance, how often it was true, and their number."""
    bins: list[list[tuple[float, bool]]] = [[] for _bin in range(BINS)]
    for row in rows:
        for belief in row["beliefs"]:
            for value, chance in belief["chances"].items():
                bins[min(BINS - 1, int(chance * BINS))].append((chance, value == belief["true"]))
    return [
        (fmean(p for p, _hit in each), fmean(hit for _p, hit in each), len(each)) for each in bins if each
    ]


def cross_play(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """How much each bot achieved with each partner, on the average."""
    found: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        partner = next((each for each in row["players"] if each != row["bot"]), row["bot"])
        found.setdefault(row["bot"], {}).setdefault(partner, []).append(row["reward"])
    return {bot: {other: round(fmean(each), 4) for other, each in own.items()} for bot, own in found.items()}


def score(rows: Sequence[Row]) -> dict[str, Any]:
    """The figures of one candidate in one task; None where there is nothing to judge."""
    stated = [(each["chances"], each["true"]) for row in rows for each in row["beliefs"] if each["chances"]]
    promises = [each["kept"] for row in rows for each in row["promises"]]
    tallies = [row["tally"] for row in rows]
    return {
        "games": len(rows),
        "reward": round(fmean(row["reward"] for row in rows), 4),
        "won": round(fmean(row["won"] for row in rows), 4),
        "illegal": sum(tally.get("illegal", 0) for tally in tallies),
        "tokens": sum(tally.get("tokens", 0) for tally in tallies),
        "asked": sum(len(row["beliefs"]) for row in rows),
        "stated": len(stated),
        "brier": round(fmean(brier(*each) for each in stated), 4) if stated else None,
        "log": round(fmean(log_score(*each) for each in stated), 4) if stated else None,
        "promises": len(promises),
        "kept": sum(promises),
        "calibration": [
            [round(chance, 3), round(true, 3), count] for chance, true, count in calibration(rows)
        ],
    }


def order(row: Row) -> tuple[int, list[str], int, int]:
    """Where a row stands in the results."""
    return (
        TASKS.index(row["task"]) if row["task"] in TASKS else -1,
        row["players"],
        row["seed"],
        row["number"],
    )


def groups(rows: Sequence[Row], by_task: bool = True) -> list[tuple[str, str, list[Row]]]:
    """The games of each candidate, in each task or in all."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row["task"] if by_task else "", row["bot"]), []).append(row)
    return [(name, bot, own) for (name, bot), own in found.items()]


def teams(names: Sequence[str]) -> list[str]:
    """The tasks in which all seats win or lose together."""
    return [name for name in names if task(name).game.kind == COOPERATIVE]


def cells(found: dict[str, Any]) -> list[str]:
    """A row of the table."""
    figures = [f"{found[each]:.3f}" if found[each] is not None else "–" for each in ("brier", "log")]
    beliefs = f"{found['stated']} of {found['asked']}" if found["asked"] else "–"
    promises = f"{found['kept']} of {found['promises']}" if found["promises"] else "–"
    counts = [str(found[each]) for each in ("illegal", "tokens")]
    return [
        found["task"],
        found["bot"],
        str(found["games"]),
        f"{found['won']:.0%}",
        *counts,
        beliefs,
        *figures,
        promises,
    ]
