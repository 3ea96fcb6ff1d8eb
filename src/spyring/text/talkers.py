"""Bots that talk and state what they believe: what a language model does at a table, and two scripted ones.

``[[beliefs]]`` in the ``analysis.toml`` of a game names hidden things, and what is ``possible`` there: values
or the field that lists them. ``[[promises]]`` names promises that do not bind, and what breaks them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from spyring.analysis.beliefs import hidden_rows
from spyring.analysis.effort import data_of
from spyring.bots.bot import Bot, choices
from spyring.bots.comparing import imagined
from spyring.bots.plain import AT_A_GLANCE, best
from spyring.engine.definition import Definition
from spyring.engine.errors import SpyringError
from spyring.engine.state import State

WORLDS: Final = 64
MAX_QUESTIONS: Final = 8  # of a moment
PROMISE: Final = re.compile(r"\bPROMISE: *([\w-]+) +([\w-]+)")

Asked = dict[str, tuple[str, ...]]  # the name of something hidden, and all values that it can have
Chances = dict[str, dict[str, float]]  # of each value, by name
Events = Sequence[dict[str, str]]


class Promise(NamedTuple):
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

    def estimate(self, state: State, seat: int, asked: Asked) -> Chances:
        """What it believes; nothing where it has no answer."""
        return counted(state, seat, asked, self.dice.next_seed())


class Honest(Sociable):
    """Plays as the heuristic does when it is asked, promises its neighbour all there is, and keeps it."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.friend = ""  # the seat that it has promised something

    def choose(self, state: State, seat: int) -> int:
        if self.talks and not self.friend:
            names = state.game.seat_names(int(state.seats))
            self.friend = names[(seat + 1) % len(names)]
            self.remark = " ".join(f"PROMISE: {self.friend} {row['word']}" for row in promises_of(state.game))
        legal = choices(state, seat)
        moves = tuple([move for move in legal if not self.breaks(state, move)]) or legal
        world = state.resample(seat, self.dice.next_seed())
        self.because(AT_A_GLANCE)
        return moves[best(state.game.strategy.priors(world, seat, moves), self.dice.real())]

    def breaks(self, state: State, move: int) -> bool:
        """Whether a move breaks a promise."""
        verb, *arguments = state.game.moves.name(move).split()
        verbs = [row["verb"] for row in promises_of(state.game)]
        return verb in verbs and owned(arguments[-1], self.friend)


class Bluffer(Honest):
    """Promises the same, breaks it when that looks better, and claims to be certain."""

    def breaks(self, state: State, move: int) -> bool:
        return False

    def estimate(self, state: State, seat: int, asked: Asked) -> Chances:
        found = super().estimate(state, seat, asked)
        return {name: {max(chances, key=chances.__getitem__): 1.0} for name, chances in found.items()}


def make(name: str, seed: int) -> Sociable:
    """The bots ``talk:honest`` and ``talk:bluff``, for :func:`spyring.bots.make`."""
    kinds = {"honest": Honest, "bluff": Bluffer}
    if name not in kinds:
        raise SpyringError(f"Unknown talker {name}. Choose {' or '.join(kinds)}.")
    return kinds[name](seed)


# -- beliefs -------------------------------------------------------------------------------------------------


def things(state: State, view: Any) -> Iterator[tuple[str, Any, tuple[str, ...]]]:
    """Whatever may be hidden in a view: its name, its value there, and all values that it can have."""
    for kind in data_of(state.game).get("beliefs", ()):
        path, possible = kind["path"].split("."), kind.get("possible", ())
        for where, row, value in hidden_rows(view["table"], path):
            listed = row[possible] if isinstance(possible, str) else possible
            yield ".".join((*where, path[-1])), value, tuple(map(str, listed))


def questions(state: State, seat: int) -> Asked:
    """Some things that the seat does not know. They follow from its view alone, so they are the same in all
    worlds that it cannot tell apart, and tell nothing.
    """
    seen = things(state, state.view(seat))
    found = [(name, values) for name, value, values in seen if value is None and len(values) > 1]
    return dict(found[:: max(1, -(-len(found) // MAX_QUESTIONS))])


def truth(state: State) -> dict[str, str]:
    """What is hidden, by name."""
    return {name: str(value) for name, value, _values in things(state, state.opened().view(None))}


def counted(state: State, seat: int, asked: Asked, seed: int) -> Chances:
    """Chances as often as a value lies in worlds that the seat may believe in; no value is impossible."""
    worlds = [truth(world) for world in imagined(state, seat, WORLDS, seed)]
    found: Chances = {}
    for name, values in asked.items():
        count = Counter(world[name] for world in worlds)
        total = sum(count[value] + 0.5 for value in values)
        found[name] = {value: (count[value] + 0.5) / total for value in values}
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


def kept(game: Definition[Any], told: Events, said: Sequence[Promise]) -> list[tuple[Promise, bool]]:
    """All promises of a finished game that can be checked, and whether they were kept."""
    rows = {row["word"]: row for row in promises_of(game)}
    dealt = [
        Promise(event["nation"], event["other"], event["promise"], at)
        for at, event in enumerate(told)
        if any(event["kind"] == row["event"] for row in rows.values())
    ]
    made = [promise for promise in (*said, *dealt) if promise.word in rows]
    return [(promise, not broken(rows[promise.word], told, promise)) for promise in made]


def broken(row: dict[str, str], told: Events, promise: Promise) -> bool:
    """Whether a promise was broken within a year: before as many turns end after the present one as there are
    nations.
    """
    turns = [at for at, event in enumerate(told) if event["kind"] == row["turn"]]
    year = len({told[at]["nation"] for at in turns})
    ends = [at for at in turns if at >= promise.at][year:]
    return any(
        event["kind"] == row["broken"]
        and owned(event[row["by"]], promise.by)
        and owned(event[row["against"]], promise.to)
        for event in told[promise.at : min(ends, default=len(told))]
    )
