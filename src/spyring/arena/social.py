"""The social suite: what else a player does besides winning.

It plays tasks of the benchmark against ``talk:honest``, and counts illegal answers, tokens, how well stated
chances fit the truth, and which promises are kept. Where all win or lose together, pairs share a team.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby, product
from operator import itemgetter
from statistics import fmean
from typing import Final

from spyring.arena.benchmark import SEEDS, seated, task
from spyring.arena.match import Match, Result
from spyring.bots import make
from spyring.bots.fixtures import LEARNER
from spyring.engine.kinds import COOPERATIVE
from spyring.text.talkers import PROMISE, Promise, Sociable, kept, questions, truth

FORMAT: Final = "spyring social benchmark 1"
TASKS: Final = ("krakow-v0", "spies-v0", "season0-v0")
RIVAL: Final = "talk:honest"
ASKED: Final = (2, 8, 32)  # own decisions before which a candidate is asked for chances
PIECE: Final = ("task", "bot", "with", "seed", "number")  # what a game follows from
TABLES: Final = (
    (*PIECE[:3], "games", "reward", "illegal", "tokens", "promises", "kept"),
    (*PIECE[:3], "asked", "stated", "sure", "right", "Brier"),
)

Piece = tuple[str, str, str, int, int]


class Table(Match):
    """A game whose players hear each other, and are asked what they believe."""

    def __init__(self, piece: Piece) -> None:
        name, bot, other, seed, number = self.piece = piece
        played = task(name)
        rest = (other, bot) if played.game.kind == COOPERATIVE else (other, other)
        line_up = (LEARNER, *(rest * played.seats)[: played.seats - 1])
        game, (self.own, *_others) = seated(line_up, bot, seed, number)
        super().__init__(played.game, played.options, game, events=True)
        self.names = played.game.seat_names(played.seats)
        self.decisions = 0  # of the candidate
        self.said: list[Promise] = []
        self.beliefs: list[Result] = []
        self.talkers = {seat: bot for seat, bot in enumerate(self.bots) if isinstance(bot, Sociable)}
        for talker in self.talkers.values():
            talker.talks = True

    def act(self) -> int:
        """A move, and the remark before it."""
        seat, told = self.turns.seat, len(self.state.events)
        if seat == self.own and not self.turns.free:
            self.decisions += 1
            if self.decisions in ASKED:
                self.ask()
        move = super().act()
        if bot := self.talkers.get(seat):
            bot.heard.clear()
            self.hear(seat, bot.remark, told)
            bot.remark = ""
        return move

    def hear(self, seat: int, text: str, told: int) -> None:
        """Tell all others a remark, and keep the promises in it."""
        name = self.names[seat]
        found = PROMISE.findall(text)
        self.said += [Promise(name, to, word, told) for to, word in found if to in self.names]
        for other, bot in self.talkers.items():
            if text and other != seat:
                bot.heard.append(f"{name}: {text}")

    def ask(self) -> None:
        """Ask for chances. A bot that states none is judged by what it can count."""
        asked, true = questions(self.state, self.own), truth(self.state)
        bot = self.talkers.get(self.own) or Sociable(self.fixture.seed)
        stated = bot.estimate(self.state, self.own, asked)
        for name in asked:
            self.beliefs.append({"about": name, "chances": stated.get(name, {}), "true": true[name]})

    def play(self) -> Result:
        """The whole game; what the candidate did, JSON-ready."""
        row, game, outcome = super().play(), self.state.game, self.state.outcome
        assert outcome is not None
        judged = kept(game, [game.events.fields(event) for event in self.state.events], self.said)
        return {
            **row,
            **dict(zip(PIECE, self.piece)),
            "reward": game.rewards(outcome)[self.own],
            "tally": self.bots[self.own].tally,
            "beliefs": self.beliefs,
            "promises": [true for promise, true in judged if promise.by == self.names[self.own]],
        }


def play(piece: Piece) -> Result:
    """One game, in a worker process."""
    return Table(piece).play()


def pieces(names: Sequence[str], bots: Sequence[str], games: int) -> list[Piece]:
    """All games: each candidate against rivals, or with each candidate as a partner."""
    found: list[Piece] = []
    for name in names:
        task(name).check()
        others = bots if task(name).game.kind == COOPERATIVE else (RIVAL,)
        found += product((name,), bots, others, SEEDS, range(games))
    for bot in bots:
        make(bot)  # refuses an unknown bot before the games
    return found


# -- scores --------------------------------------------------------------------------------------------------


def brier(chances: dict[str, float], true: str) -> float:
    """The squared error of stated chances: 0 is perfect, 2 the worst.

    >>> brier({"a": 1.0}, "a"), brier({"a": 1.0}, "b"), brier({"a": 0.5, "b": 0.5}, "b")
    (0.0, 2.0, 0.5)
    """
    return sum((chances.get(value, 0.0) - (value == true)) ** 2 for value in {*chances, true})


def score(rows: Sequence[Result]) -> Result:
    """The figures of one candidate in one task, with one partner; None where there is nothing to judge."""
    beliefs = [each for row in rows for each in row["beliefs"]]
    stated = [(each["chances"], each["true"]) for each in beliefs if each["chances"]]
    promises = [true for row in rows for true in row["promises"]]
    return {
        **{key: rows[0][key] for key in PIECE[:3]},
        "games": len(rows),
        "reward": _mean(row["reward"] for row in rows),
        **{key: sum(row["tally"].get(key, 0) for row in rows) for key in ("illegal", "tokens")},
        "asked": len(beliefs),
        "stated": len(stated),
        "sure": _mean(max(chances.values()) for chances, _true in stated),
        "right": _mean(max(chances, key=chances.__getitem__) == true for chances, true in stated),
        "Brier": _mean(brier(*each) for each in stated),
        "promises": len(promises),
        "kept": sum(promises),
    }


def _mean(values: Iterable[float]) -> float | None:
    numbers = [float(value) for value in values]
    return round(fmean(numbers), 4) if numbers else None


def scores(rows: Sequence[Result]) -> list[Result]:
    """The figures of all candidates, from rows in order."""
    return [score(list(own)) for _key, own in groupby(rows, key=itemgetter(*PIECE[:3]))]
