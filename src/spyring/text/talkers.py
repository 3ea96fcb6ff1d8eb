"""Bots that talk and state what they believe: what a language model does at a table, and two scripted ones.

``[[beliefs]]`` in the ``analysis.toml`` of a game names hidden things; ``[[promises]]`` names promises that
do not bind, and the event and the verb that break each.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spyring.analysis.beliefs import hidden_rows
from spyring.analysis.effort import data_of
from spyring.bots.bot import Bot, choices
from spyring.bots.comparing import imagined
from spyring.bots.plain import HeuristicBot, best
from spyring.engine.definition import Definition
from spyring.engine.errors import SpyringError
from spyring.engine.state import State

OTHER: Final = "other"  # a value that no drawn world has
WORLDS: Final = 64
MAX_QUESTIONS: Final = 8  # of a moment
PROMISE: Final = re.compile(r"\bPROMISE: *([\w-]+) +([\w-]+)")
Place = tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """What is hidden at a place: ``values`` are possible as far as the seat knows."""

    place: Place
    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Promise:
    """``by`` promised ``to`` something, as event number ``at``; said in talk or as a part of a deal."""

    by: str
    to: str
    word: str
    at: int


class Sociable(Bot):
    """A bot that may talk before a move, and is asked for chances."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.listens = True
        self.talks = False  # whether anybody listens
        self.heard: list[str] = []  # remarks since its last decision
        self.remark = ""  # what it says with the move just chosen

    def estimate(self, state: State, seat: int, questions: Sequence[Question]) -> list[dict[str, float]]:
        """The chance of each value, by question; an empty one if it has no answer."""
        return counted(state, seat, questions, self.dice.next_seed())


class Honest(Sociable):
    """Plays as the heuristic does, promises its neighbour something, keeps it, and states what it counts."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.adviser = HeuristicBot(seed)
        self.given: set[tuple[str, str]] = set()  # seat and word

    def choose(self, state: State, seat: int) -> int:
        self.remark = self._promise(state, seat) if self.talks else ""
        move = self.adviser.choose(state, seat)
        self.because(self.adviser.why, self.adviser.values, self.adviser.purpose)
        return self.kept(state, seat, move)

    def wants(self, state: State, seat: int) -> int | None:
        move = self.adviser.wants(state, seat)
        return None if move is None or self.breaks(state, move) else move

    def kept(self, state: State, seat: int, move: int) -> int:
        """The move, or the best one that keeps all promises."""
        others = tuple([each for each in choices(state, seat) if not self.breaks(state, each)])
        if move in others or not others:
            return move
        world = state.resample(seat, self.dice.next_seed())
        return others[best(state.game.strategy.priors(world, seat, others), self.dice.real())]

    def breaks(self, state: State, move: int) -> bool:
        """Whether a move breaks a promise."""
        verb, *arguments = state.game.moves.name(move).split()
        return any(
            row.get("verb") == verb and (to, row["word"]) in self.given and owned(arguments[-1], to)
            for row in promises_of(state.game)
            for to in state.game.seat_names(int(state.seats))
        )

    def _promise(self, state: State, seat: int) -> str:
        """One new promise to the next seat, as long as there are others."""
        names = state.game.seat_names(int(state.seats))
        to = names[(seat + 1) % len(names)]
        for row in promises_of(state.game):
            if (to, row["word"]) not in self.given:
                self.given.add((to, row["word"]))
                return f"PROMISE: {to} {row['word']}"
        return ""


class Bluffer(Honest):
    """Promises the same, breaks it when that looks better, and claims to be certain."""

    def breaks(self, state: State, move: int) -> bool:
        return False

    def estimate(self, state: State, seat: int, questions: Sequence[Question]) -> list[dict[str, float]]:
        found = super().estimate(state, seat, questions)
        return [{max(chances, key=lambda value: chances[value]): 1.0} for chances in found]


def make(name: str, seed: int) -> Sociable:
    """The bots ``talk:honest`` and ``talk:bluff``, for :func:`spyring.bots.make`."""
    kinds = {"honest": Honest, "bluff": Bluffer}
    if name not in kinds:
        raise SpyringError(f"Unknown talker {name}. Choose {' or '.join(kinds)}.")
    return kinds[name](seed)


# -- beliefs -------------------------------------------------------------------------------------------------


def values(state: State, seat: int | None = None) -> dict[Place, Any]:
    """What is at the places of hidden things, as a seat sees it; everything that there is without a seat."""
    table = state.opened().view(None)["table"] if seat is None else state.view(seat)["table"]
    paths = [kind["path"].split(".") for kind in data_of(state.game).get("beliefs", ())]
    return {(*where, path[-1]): value for path in paths for where, _row, value in hidden_rows(table, path)}


def questions(state: State, seat: int, seed: int) -> list[Question]:
    """About some things that the seat does not know, with values from worlds that it cannot tell apart."""
    seen = values(state, seat)
    worlds = [values(world) for world in imagined(state, seat, WORLDS, seed)]
    found: list[Question] = []
    for place in worlds[0]:
        drawn = sorted({str(world[place]) for world in worlds if world.get(place) is not None})
        if seen.get(place) is None and len(drawn) > 1:
            found.append(Question(place, ".".join(place), (*drawn, OTHER)))
    return found[:: max(1, -(-len(found) // MAX_QUESTIONS))]


def counted(state: State, seat: int, asked: Sequence[Question], seed: int) -> list[dict[str, float]]:
    """Chances as often as a value lies in worlds that the seat may believe in; no value is impossible."""
    worlds = [values(world) for world in imagined(state, seat, WORLDS, seed)]
    found: list[dict[str, float]] = []
    for question in asked:
        count = Counter(str(world.get(question.place)) for world in worlds)
        weights = {value: count[value] + 0.5 for value in question.values}
        total = sum(weights.values())
        found.append({value: weight / total for value, weight in weights.items()})
    return found


# -- promises ------------------------------------------------------------------------------------------------


def promises_of(game: Definition[Any]) -> list[dict[str, str]]:
    """The kinds of promises that can be checked."""
    return list(data_of(game).get("promises", ()))


def owned(thing: str, seat: str) -> bool:
    """Whether a thing, named after its seat, belongs to it.

    >>> owned("italy-3", "italy"), owned("italy", "italy"), owned("italy-3", "france")
    (True, True, False)
    """
    return thing == seat or thing.startswith(f"{seat}-")


def spoken(by: str, text: str, at: int) -> Iterator[Promise]:
    """The promises in a remark."""
    yield from (Promise(by, to, word, at) for to, word in PROMISE.findall(text))


def kept(
    game: Definition[Any], told: Sequence[dict[str, str]], said: Sequence[Promise]
) -> list[tuple[Promise, bool]]:
    """All promises of a finished game that can be checked, and whether they were kept.

    A promise holds for a year: until the turn ends in which the nation then on turn is next.
    """
    rows = {row["word"]: row for row in promises_of(game)}
    dealt = [
        Promise(event["nation"], event["other"], event["promise"], at)
        for at, event in enumerate(told)
        if any(event["kind"] == row["event"] for row in rows.values())
    ]
    made = [promise for promise in (*said, *dealt) if promise.word in rows]
    return [(promise, not broken(rows[promise.word], told, promise)) for promise in made]


def broken(row: dict[str, str], told: Sequence[dict[str, str]], promise: Promise) -> bool:
    """Whether a promise was broken while it held."""
    turns = [event["nation"] for event in told[: promise.at] if event["kind"] == row["turn"]]
    host, again = turns[-1] if turns else "", False
    for event in told[promise.at :]:
        if event["kind"] == row["turn"]:
            if again:
                return False
            again = event["nation"] == host
        elif event["kind"] == row["broken"] and owned(event[row["by"]], promise.by):
            if owned(event[row["against"]], promise.to):
                return True
    return False
