"""The counts of an unfinished balance run on disk, block by block."""

import json
from pathlib import Path
from typing import Any

from spyring.arena.results import BadResults
from spyring.arena.tally import Tally
from spyring.files import PRIVATE, opened

Piece = tuple[int, int, int]  # variant, first game, games


class Blocks:
    """A file of JSON lines: a header, then a block of games in each line."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path = path
        self.header = header
        self.counted: dict[Piece, Tally] = {}
        if path.exists():
            self._read(
                path.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]
            )  # without an incomplete line
        self._write([json.dumps(header), *(_line(*block) for block in self.counted.items())], "w")

    def add(self, piece: Piece, tally: Tally) -> None:
        """Save a block; it is on disk when this returns."""
        self.counted[piece] = tally
        self._write([_line(piece, tally)], "a")

    def _read(self, lines: list[str]) -> None:
        try:
            header = json.loads(lines[0]) if lines else self.header
            blocks = [json.loads(line) for line in lines[1:]]
            counted = {tuple(block["piece"]): Tally.from_line(block["tally"]) for block in blocks}
        except (ValueError, KeyError, TypeError) as error:
            raise BadResults(f"{self.path} is damaged. Remove it to start again.") from error
        if header != self.header:
            raise BadResults(f"{self.path} is of another run. Repeat that command, or remove the file.")
        self.counted = counted

    def _write(self, lines: list[str], mode: str) -> None:
        try:
            with opened(self.path, mode, PRIVATE) as file:
                file.write("".join(f"{line}\n" for line in lines))
        except OSError as error:
            raise BadResults(f"{self.path} cannot be written: {error.strerror}.") from error


def _line(piece: Piece, tally: Tally) -> str:
    return json.dumps({"piece": piece, "tally": tally.to_line()}, separators=(",", ":"))
