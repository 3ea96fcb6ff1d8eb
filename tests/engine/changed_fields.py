"""Every field of a view is in the vector: change single values of positions, and compare."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.testkit.checks import difference, name_of
from spyring.testkit.trials import Chooser, Dice, Trial, trials
from spyring.testkit.vectors import said, vector


def fields(
    game: Game, *, games: int = 4, seed: int = 0, every: int = 10, most: int = 200, tries: int = 20
) -> set[str]:
    """Change single values of positions: if the view of a seat changes, its vector must change too. Returns
    the fields of views that varied during a game but were never changed here.

    ``AssertionError`` at the first fault. Of each of ``games`` seeded random games the first ``most``
    decisions are played; at one in ``every``, ``tries`` changes are tried. Positions that the game refuses do
    not count.
    """
    found = Fields(game)
    dice = Dice(seed)
    for trial in islice(trials(game, games, seed), games):
        state = trial.start(events=False)
        chooser = Chooser(trial)
        found.met.clear()  # games differ by their seats and options
        for _decision in range(most):
            if not state.deciders:
                break
            if dice.roll(every) == 0:
                found.change(trial, state, dice.roll(int(state.seats)), dice, tries)
            state.play(*chooser.choose(state))
    return found.varied - found.changed


class Fields:
    """The fields of views that varied, and the fields that were changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout = game.encoding
        self.met: dict[str, str] = {}  # the first value of each path in this game
        self.varied: set[str] = set()
        self.changed: set[str] = set()

    def change(self, trial: Trial, state: State, seat: int, dice: Dice, tries: int) -> None:
        """Try changes of one position for one seat."""
        position = json.dumps(state.to_json())
        view = said(self.layout, state, seat)
        here = leaves(view)
        for path, value in here.items():
            if self.met.setdefault(path, value) != value:
                self.varied.add(general(path))
        known = vector(state, seat, self.layout.now)
        for _try in range(tries):
            try:
                there = self.game.from_json(changed(json.loads(position), dice))
                seen = said(self.layout, there, seat)
                found = vector(there, seat, self.layout.now)
            except (SpyringError, LookupError, TypeError, ValueError, AssertionError):
                continue  # an impossible position
            if seen == view or not there.stack:
                continue
            if found == known:
                raise AssertionError(
                    f"{trial}: {name_of(state, seat)} sees a difference that its vector does not hold: "
                    f"{difference(view, seen)}"
                )
            other = leaves(seen)
            self.changed |= {
                general(path) for path in here.keys() | other.keys() if here.get(path) != other.get(path)
            }


def leaves(part: Any, path: str = "") -> dict[str, str]:
    """All values of a view as text, by their paths."""
    found: dict[str, str] = {}
    entries: Iterator[tuple[str, Any]] = iter(())
    if isinstance(part, dict):
        entries = ((f"{path}.{name}" if path else name, value) for name, value in part.items())
    elif isinstance(part, list):
        entries = ((f"{path}[{number}]", value) for number, value in enumerate(part))
    else:
        return {path: json.dumps(part)}
    for name, value in entries:
        found.update(leaves(value, name))
    return found


def general(path: str) -> str:
    """A path without the numbers of entries.

    >>> general("table.players[3].hand[0]")
    'table.players[].hand[]'
    """
    return "[]".join(piece.rpartition("]")[2] for piece in path.split("["))


def changed(position: Any, dice: Dice) -> Any:
    """A position with one value changed, exchanged or moved to another list."""
    rows = list(lists(position["stack"] if dice.roll(4) == 0 else position["table"]))
    row, place = dice.pick(rows)
    value = row[place]
    other, there = dice.pick([entry for entry in rows if entry[0] is row] if dice.roll(2) else rows)
    way = dice.roll(3)
    if way == 0 and isinstance(value, int) and not isinstance(value, bool):
        row[place] = dice.pick([value + 1, value - 1, value ^ 1 << dice.roll(8), dice.roll(60)])
    elif way == 1 and isinstance(row, list) and isinstance(other, list):
        other.insert(there, row.pop(place))
    elif isinstance(value, bool):
        row[place] = not value
    else:
        row[place], other[there] = other[there], value
    return position


def lists(part: Any) -> Iterator[tuple[Any, Any]]:
    """Every single value of a position: its container and its key."""
    entries = part.items() if isinstance(part, dict) else enumerate(part)
    for place, value in entries:
        if isinstance(value, (dict, list)):
            yield from lists(value)
        else:
            yield part, place
