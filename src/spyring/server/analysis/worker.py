"""The process of an analysis: reads a record, writes its progress line by line, then the analysis.

The server gives it the lowest priority. When the server dies, it ends at its next write, because nothing
reads it any more.
"""

import json
import os
import sys
from collections.abc import Callable

from spyring.analysis import analyse
from spyring.analysis.effort import effort_of
from spyring.engine.errors import SpyringError
from spyring.engine.record import Record
from spyring.server.core.settings import shelf


def work(path: str, effort: float, text: str, progress: Callable[[float], None]) -> str:
    """The analysis of a record as JSON; the game is found on the shelf."""
    record = Record.parse(text)
    game = next(game for game in shelf(path) if game.name == record.game)
    game = game.edition(record.rules) or game
    found = analyse(record, game=game, effort=effort_of(game).scaled(effort), progress=progress)
    return json.dumps(found)


def main() -> None:
    """Write ``{"progress": …}`` lines to standard output, then ``{"analysis": …}``."""
    path, effort = sys.argv[1:]

    def tell(share: float) -> None:
        print(json.dumps({"progress": share}), flush=True)

    try:
        print(f'{{"analysis": {work(path, float(effort), sys.stdin.read(), tell)}}}', flush=True)
    except BrokenPipeError:
        os._exit(1)
    except SpyringError as error:
        print(json.dumps({"fault": str(error)}), flush=True)


if __name__ == "__main__":
    main()
