"""Fingerprints that must not change by accident: ``python -m spyring.testkit.golden GAME FILE``.

A few seeded games, their moves chosen by the engine's own chance: the fingerprint at the start, at every
tenth decision and at the end. They are equal in both builds and on all machines. After a change of rules the
command plays the same games again, and the diff shows the change. A row names only options that differ from
their default, so a new option changes no row.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.testkit.naming import game_named
from spyring.testkit.trials import Chooser, Trial, trials

MOVES_PER_FINGERPRINT: Final = 10


def golden(game: Game, kept: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The ``kept`` games, played again; else one for each needed combination of seats and options."""
    played = [trial_of(game, row) for row in kept] or trials(game, 1, 0)
    return [
        {
            "seats": trial.seats,
            "options": trial.chosen(),
            "seed": trial.seed,
            "interrupted": trial.interrupted,
            "fingerprints": fingerprints(trial),
        }
        for trial in played
    ]


def trial_of(game: Game, row: dict[str, Any]) -> Trial:
    """The game of a row."""
    options = game.resolve_options(row["seats"], row["options"])
    return Trial(game, row["seats"], options, row["seed"], row["interrupted"])


def fingerprints(trial: Trial) -> list[str]:
    """The fingerprint at the start, at every tenth decision, and at the end."""
    state = trial.start(events=False)
    chooser = Chooser(trial)
    found: list[str] = []
    count = 0
    while state.deciders:
        if count % MOVES_PER_FINGERPRINT == 0:
            found.append(f"{state.fingerprint():016x}")
        state.play(*chooser.choose(state))
        count += 1
    return [*found, f"{state.fingerprint():016x}"]


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m spyring.testkit.golden", description="Writes the fingerprints of seeded games."
    )
    parser.add_argument("game", help="a game on the shelf, or module:NAME")
    parser.add_argument("file", type=Path, help="the file of the fingerprints; its games are played again")
    given = parser.parse_args(arguments)
    try:
        game = game_named(given.game)
    except SpyringError as error:
        print(error, file=sys.stderr)
        return 2
    kept = json.loads(given.file.read_text(encoding="utf-8")) if given.file.exists() else []
    given.file.write_text(json.dumps(golden(game, kept), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
