"""Fingerprints that must never change by accident: ``python -m spyring.testkit.golden GAME > golden.json``.

A few seeded games, their moves chosen by the engine's own chance: the fingerprint at the start, at every
tenth decision and at the end. Both builds and all machines must find the same; a new rule that changes them
on purpose writes the file anew, and the diff shows that it did.
"""

import argparse
import json
import sys
from typing import Any, Final

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.testkit.naming import game_named
from spyring.testkit.trials import Chooser, Trial, trials

EVERY: Final = 10


def golden(game: Game) -> list[dict[str, Any]]:
    """The fingerprints of one game with each seat count and each combination of options that is needed."""
    return [
        {
            "seats": trial.seats,
            "options": trial.options,
            "seed": trial.seed,
            "fingerprints": fingerprints(trial),
        }
        for trial in trials(game, 1, 0)
    ]


def fingerprints(trial: Trial) -> list[str]:
    """The fingerprint at the start, at every tenth decision, and at the end."""
    state = trial.start(events=False)
    chooser = Chooser(trial)
    found: list[str] = []
    count = 0
    while state.deciders:
        if count % EVERY == 0:
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
    try:
        game = game_named(parser.parse_args(arguments).game)
    except SpyringError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(golden(game), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
