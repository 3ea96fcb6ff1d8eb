"""Seeded games, and how their moves are chosen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, Final, TypeVar

from spyring.engine.chance import Chance
from spyring.engine.errors import BadOption
from spyring.engine.game import Game
from spyring.engine.keyed_chance import KeyedChance
from spyring.engine.options import Value
from spyring.engine.position import Json
from spyring.engine.state import State

Thing = TypeVar("Thing")
Combination = dict[str, Value]
Line = list[tuple[int, int]]  # the moves of a game, each with its seat

MAX_FULL_COMBINATIONS: Final = 24  # of options; with more, all pairs of values are played
SEATS: Final = "the number of seats"  # among the names of options
MAX_INTERRUPTIONS: Final = 12  # in one game: some could be repeated for ever


class Dice(Chance):
    """The engine's chance, for choosing moves in the same way in both builds and on all machines.

    >>> dice = Dice(7)
    >>> [dice.roll(6) for _throw in range(8)]
    [0, 0, 2, 4, 4, 1, 0, 0]
    """

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One thing."""
        return things[self.roll(len(things))]

    def some(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """Up to ``count`` things."""
        left = list(things)
        return [left.pop(self.roll(len(left))) for _draw in range(min(count, len(left)))]


@dataclass(eq=False)
class Trial:
    """One seeded game."""

    game: Game
    seats: int
    options: Combination
    seed: int
    interrupted: bool = False
    legacy: Json | None = None

    def __str__(self) -> str:
        words = [self.game.name, f"{self.seats} seats"]
        words += [" ".join(f"{name}={value}" for name, value in self.options.items()) or "no options"]
        words += [f"seed {self.seed}"] + ["after another game"] * (self.legacy is not None)
        return ", ".join(words)

    def chosen(self) -> Combination:
        """The options that differ from their defaults."""
        usual = {option.name: option.default for option in self.game.options}
        return {name: value for name, value in self.options.items() if value != usual.get(name)}

    def start(self, events: bool = True) -> State:
        """The game before its first move."""
        chosen: dict[str, Any] = dict(self.options)
        return self.game.start(seats=self.seats, seed=self.seed, events=events, legacy=self.legacy, **chosen)

    def dealt(self, chance: KeyedChance, observer: Any = None) -> State:
        """The game before its first move, dealt by this chance, with an observer if there is one."""
        state: State = self.game.new_state(self.seats, self.options, self.legacy)
        state.keyed = chance
        state.event_log = []
        state.observer = observer
        self.game.set_up(state)
        state.settle()
        state.observer = None
        return state

    def following(self, legacy: Json) -> "Trial":
        """The next game of the same seats, with the legacy of this one."""
        return Trial(self.game, self.seats, self.options, self.seed + 1, self.interrupted, legacy)


def choose(state: State, dice: Dice) -> tuple[int, int]:
    """Any legal move of any decider."""
    seat = dice.pick(state.deciders)
    assert state.legal(seat), f"seat {seat} must decide, but has no legal move"
    return seat, dice.pick(state.legal(seat))


class Chooser:
    """Chooses the moves of deciders, and sometimes of an interrupter."""

    def __init__(self, trial: Trial) -> None:
        self.dice = Dice(trial.seed)
        self.most = MAX_INTERRUPTIONS if trial.interrupted else 0
        self.interruptions = 0

    def choose(self, state: State) -> tuple[int, int]:
        """The seat and its next move."""
        if self.interruptions < self.most and self.dice.roll(6) == 0:
            able = [seat for seat in state.interrupters if state.legal(seat)]
            if able:
                self.interruptions += 1
                seat = self.dice.pick(able)
                return seat, self.dice.pick(state.legal(seat))
        return choose(state, self.dice)


def play_out(state: State, dice: Dice) -> None:
    """Play to the end at random, without events and interruptions."""
    state.event_log = None
    bound = state.game.max_game_length(int(state.seats), state.option_values())
    for _decision in range(bound):
        if not state.deciders:
            return
        state.play(*choose(state, dice))
    assert not state.deciders, f"it continues after {bound} decisions"


def trials(game: Game, games: int, seed: int) -> Iterator[Trial]:
    """At least ``games`` seeded games, and at least one with each needed combination."""
    plan = combinations(game)
    for number in range(max(games, len(plan))):
        seats, options = plan[number % len(plan)]
        yield Trial(game, seats, options, seed + number, interrupted=number % 2 == 0)


def combinations(game: Game) -> list[tuple[int, Combination]]:
    """All valid seat counts and options; if there are many, enough for all pairs of values."""
    ranges: dict[str, tuple[Value, ...]] = {SEATS: game.seats}
    ranges.update({option.name: option.values for option in game.options})

    def goes_together(row: Combination) -> bool:
        try:
            game.resolve_options(
                int(row[SEATS]), {name: value for name, value in row.items() if name != SEATS}
            )
        except BadOption:
            return False
        return True

    if prod(len(values) for values in ranges.values()) <= MAX_FULL_COMBINATIONS:
        every = [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]
        rows = [row for row in every if goes_together(row)]
    else:
        rows = pairwise(ranges, goes_together)
    return [(int(row.pop(SEATS)), row) for row in rows]


def pairwise(
    ranges: dict[str, tuple[Value, ...]], allowed: Callable[[Combination], bool]
) -> list[Combination]:
    """A few combinations that contain every allowed pair of values of two options.

    >>> rows = pairwise({"a": (1, 2), "b": (1, 2), "c": (1, 2)}, lambda options: True)
    >>> len(rows), {(row["a"], row["c"]) for row in rows} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    (4, True)
    """
    names = list(ranges)
    missing = [
        {one: a, other: b}
        for i, one in enumerate(names)
        for other in names[i + 1 :]
        for a in ranges[one]
        for b in ranges[other]
    ]
    dice = Dice(0)
    rows: list[Combination] = []
    while missing:
        tried = [{**{name: dice.pick(ranges[name]) for name in names}, **missing[0]} for _try in range(60)]
        fitting = [row for row in tried if allowed(row)]
        if not fitting:  # this pair is never allowed
            missing.pop(0)
            continue
        best = max(fitting, key=lambda row: sum(pair.items() <= row.items() for pair in missing))
        rows.append(best)
        missing = [pair for pair in missing if not pair.items() <= best.items()]
    return rows
