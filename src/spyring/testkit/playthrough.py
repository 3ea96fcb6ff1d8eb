"""One seeded game as a text: ``python -m spyring.testkit.playthrough GAME > tests/playthroughs/GAME.txt``.

The text shows every move, all legal moves, every event with its audience, and the changes of each view. So a
diff shows any change of behaviour, and who sees it. Each line after a move begins with a sign::

    12 white-dagger: play an-arms-deal
      ! all: led seat=white-dagger card=an-arms-deal count=4
      = all: table.played[0].seat "white-dagger", card "an-arms-deal", support 4
      = white-dagger: table.hand ["fast-foods", "witch-hunting"]
      ? black-purse: play campaign-finance, the-night-watch

``!`` is an event and its audience, ``=`` a change in the views of the named seats, ``?`` the legal moves of a
seat.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, Final

from spyring.engine.errors import SpyringError
from spyring.engine.notation import Event
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.testkit.checks import viewers
from spyring.testkit.naming import game_named
from spyring.testkit.trials import Chooser, Trial

COMMAND: Final = "python -m spyring.testkit.playthrough"

Leaves = dict[str, str]  # what a view shows, by path

_written: Final = json.JSONEncoder(ensure_ascii=False).encode


def playthrough(name: str, seats: int | None = None, seed: int = 0, most: int = 0, **options: Any) -> str:
    """The text of one game, equal in both builds and on all machines. Its first line is the command.

    With ``most``, only the first decisions are shown; the fingerprint is of the end.
    """
    game = game_named(name)
    count = game.seats[-1] if seats is None else seats
    trial = Trial(game, count, game.resolve_options(count, options), seed, interrupted=True)
    chosen = [f"--set {option}={value}" for option, value in trial.chosen().items()]
    first = [f"--most {most}"] if most else []
    command = " ".join([COMMAND, name, f"--seats {count} --seed {seed}", *first, *chosen])
    return "\n".join([f"# {command}", *_lines(trial, most)]) + "\n"


def _lines(trial: Trial, most: int) -> Iterator[str]:
    state = trial.start()
    chooser = Chooser(trial)
    watch = Watch(state)
    names = trial.game.seat_names(trial.seats)
    yield "0"
    yield from watch.news(state)
    number = 0
    while state.deciders:
        seat, move = chooser.choose(state)
        number += 1
        if most and number > most:
            state.play(seat, move)
            continue
        yield f"{number} {names[seat]}: {trial.game.moves.name(move)}"
        state.play(seat, move)
        yield from watch.news(state)
    yield f"# fingerprint {state.fingerprint():016x}"


class Watch:
    """What all viewers have seen so far."""

    def __init__(self, state: State) -> None:
        self.viewers = viewers(state)
        names = state.game.seat_names(int(state.seats))
        self.names = [*names, "spectator"]
        self.views: list[Leaves] = [{} for _viewer in self.viewers]
        self.heard = 0

    def news(self, state: State) -> Iterator[str]:
        """The changes since the last time."""
        for event in state.events[self.heard :]:
            yield f"  ! {self.audience(event)}: {_told(state, event)}"
        self.heard = len(state.events)
        yield from self.changes(state)
        for seat in (*state.deciders, *state.interrupters):
            if state.legal(seat):
                yield f"  ? {self.names[seat]}: {_choices(state, seat)}"

    def changes(self, state: State) -> Iterator[str]:
        """The changes of views; equal changes are shown once, neighbours in one line."""
        seen = [leaves(state.view(viewer)) for viewer in self.viewers]
        who_sees: dict[tuple[str, str], list[str]] = {}
        for name, before, after in zip(self.names, self.views, seen, strict=True):
            for change in changed(before, after):
                who_sees.setdefault(change, []).append(name)
        self.views = seen
        together: dict[tuple[str, str], list[str]] = {}
        for (path, value), who in who_sees.items():
            parent, dot, key = path.rpartition(".")
            together.setdefault((self.all_or(who), parent + dot), []).append(f"{key} {value}")
        for (who_all, parent), entries in together.items():
            yield f"  = {who_all}: {parent}{', '.join(entries)}"

    def audience(self, event: Event) -> str:
        """The audience of an event."""
        bits = [SPECTATOR if viewer is None else viewer for viewer in self.viewers]
        told = [name for name, bit in zip(self.names, bits, strict=True) if event.audience >> bit & 1]
        return self.all_or(told) if told else "nobody"

    def all_or(self, names: list[str]) -> str:
        """The names, or all, or all but a few."""
        missing = [name for name in self.names if name not in names]
        if not missing:
            return "all"
        if len(missing) < len(names):
            return f"all but {' '.join(missing)}"
        return " ".join(names)


def leaves(data: Any, path: str = "") -> Leaves:
    """The entries of a view by their paths; a list of plain values is one entry.

    >>> leaves({"hand": ["fast-foods"], "players": [{"seat": "red", "gold": None}]})
    {'hand': '["fast-foods"]', 'players[0].gold': 'null', 'players[0].seat': '"red"'}
    """
    parts: list[tuple[str, Any]] = []
    if isinstance(data, dict):
        parts = [(f"{path}.{key}" if path else key, value) for key, value in sorted(data.items())]
    elif isinstance(data, list) and any(isinstance(value, dict | list) for value in data):
        parts = [(f"{path}[{i}]", value) for i, value in enumerate(data)]
    found: Leaves = {}
    for here, part in parts:
        found |= leaves(part, here)
    return found if parts or not (path or data) else {path: _written(data)}


def changed(before: Leaves, after: Leaves) -> Iterator[tuple[str, str]]:
    """Each changed path with its new value; a missing path is gone."""
    for path, value in after.items():
        if before.get(path) != value:
            yield path, value
    gone = [path for path in before if path not in after]
    ways = {way for path in after for way in _ways_to(path)} if gone else set()
    for path in gone:
        if path not in ways and not any(way in after for way in _ways_to(path)):
            yield path, "is gone"


def _ways_to(path: str) -> Iterator[str]:
    """The parents of a path.

    >>> list(_ways_to("players[0].gold"))
    ['players', 'players[0]']
    """
    return (path[:at] for at, sign in enumerate(path) if sign in ".[")


def _told(state: State, event: Event) -> str:
    fields = state.game.events.fields(event)
    kind = fields.pop("kind")
    return " ".join([kind, *(f"{name}={value}" for name, value in fields.items())])


def _choices(state: State, seat: int) -> str:
    """The legal moves of a seat, each verb once."""
    by_verb: dict[str, list[str]] = {}
    for move in sorted(state.legal(seat)):
        verb, _space, arguments = state.game.moves.name(move).partition(" ")
        by_verb.setdefault(verb, []).append(arguments)
    return "; ".join(f"{verb} {', '.join(arguments)}".rstrip() for verb, arguments in by_verb.items())


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Writes one seeded game as a text.")
    parser.add_argument("game", help="a game on the shelf, or module:NAME")
    parser.add_argument("--seats", type=int, help="the number of seats; the most by default")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=0, help="the number of decisions to show; all by default")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option")
    given = parser.parse_args(arguments)
    options = {name: value for name, _is, value in (text.partition("=") for text in given.set)}
    try:
        print(playthrough(given.game, given.seats, given.seed, given.most, **options), end="")
    except SpyringError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
