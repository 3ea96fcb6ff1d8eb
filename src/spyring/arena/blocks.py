"""The counts of an unfinished balance run on disk, block by block."""

from pathlib import Path
from typing import Any

from spyring.arena.results import BadResults, JsonLines
from spyring.arena.tally import Tally

Piece = tuple[int, int, int]  # variant, first game, games


class Blocks:
    """A block of games in each line of a file."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.file = JsonLines(path, header)
        try:
            self.counted: dict[Piece, Tally] = {
                tuple(row["piece"]): Tally.from_line(row["tally"]) for row in self.file.found
            }
        except (ValueError, KeyError, TypeError) as error:
            raise BadResults(f"{path} is damaged. Remove it to start again.") from error

    def add(self, piece: Piece, tally: Tally) -> None:
        """Save a block; it is on disk when this returns."""
        self.counted[piece] = tally
        self.file.append({"piece": piece, "tally": tally.to_line()})
