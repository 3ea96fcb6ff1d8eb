"""The results file: JSON lines, the first is a header. A stopped run continues from it."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spyring.arena.match import Result
from spyring.bots.fixtures import Fixture
from spyring.engine.errors import SpyringError
from spyring.files import PRIVATE, opened, put

FORMAT = "spyring arena 1"
KEYS = {"number", "players", "seed", "winners", "ranks", "scores", "moves", "fingerprint"}

Header = dict[str, Any]


class BadResults(SpyringError):
    """The results file is damaged, or of another tournament."""


class Results:
    """The results so far, in memory and on disk; only in memory without a ``path``."""

    def __init__(self, path: Path | None, header: Header, fixtures: Sequence[Fixture] = ()) -> None:
        self.path = path
        self.fixtures = {fixture.number: fixture for fixture in fixtures}
        self.header: Header = {"format": FORMAT, **header}
        self.rows: dict[int, Result] = {}
        self.cut = 0  # bytes of an incomplete last line, after a killed run
        if path is not None and path.exists() and path.stat().st_size:
            self._read(path)
        else:
            self._append(self.header)

    def add(self, row: Result) -> None:
        """Save a result; it is on disk when this returns."""
        self.rows[row["number"]] = row
        self._append(row)

    def finish(self) -> list[Result]:
        """The results of this run by number. The file, which may hold more games, is sorted too."""
        rows = [self.rows[number] for number in sorted(self.rows)]
        if self.path is not None:
            try:
                put(self.path, "".join(_line(row) for row in [self.header, *rows]), PRIVATE)
            except OSError as error:
                raise BadResults(
                    f"{self.path} cannot be sorted: {error.strerror}. Nothing is lost."
                ) from error
        return [row for row in rows if not self.fixtures or row["number"] in self.fixtures]

    def _append(self, row: dict[str, Any]) -> None:
        if self.path is None:
            return
        try:
            if self.cut:
                os.truncate(self.path, self.path.stat().st_size - self.cut)
                self.cut = 0
            with opened(self.path, "a", PRIVATE) as file:
                file.write(_line(row))
        except OSError as error:
            raise BadResults(f"{self.path} cannot be written: {error.strerror}.") from error

    def _read(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadResults(f"{path} cannot be read as a results file: {error}.") from error
        lines = text.split("\n")
        self.cut = len(lines.pop().encode())
        if not lines:
            raise BadResults(f"The only line of {path} is incomplete. Remove the file to start again.")
        self._check_header(_parsed(path, 1, lines[0]))
        for number, line in enumerate(lines[1:], 2):
            row = _parsed(path, number, line)
            self._check_row(f"Line {number} of {path}", row)
            self.rows[row["number"]] = row

    def _check_header(self, found: Header) -> None:
        if found.get("format") != FORMAT:
            raise BadResults(f"{self.path} is not a results file: line 1 does not say “{FORMAT}”.")
        for key, value in self.header.items():
            if found.get(key) != value:
                was, now = json.dumps(found.get(key)), json.dumps(value)
                raise BadResults(
                    f"{self.path} is of another run: its {key} is {was}, not {now}. Choose another file."
                )

    def _check_row(self, line: str, row: dict[str, Any]) -> None:
        if not row.keys() >= KEYS:
            raise BadResults(f"{line} is not a result: it lacks {', '.join(sorted(KEYS - row.keys()))}.")
        players = row["players"]
        lists = [row["winners"], row["ranks"], row["scores"]]
        if not (
            all(isinstance(row[key], int) for key in ("number", "seed", "moves"))
            and isinstance(players, list)
            and all(isinstance(each, list) and all(isinstance(one, int) for one in each) for each in lists)
            and len(row["ranks"]) == len(row["scores"]) == len(players)
        ):
            raise BadResults(f"{line} is not a result: its values have wrong types.")
        fixture = self.fixtures.get(row["number"])
        if fixture is not None and (tuple(players), row["seed"]) != (fixture.players, fixture.seed):
            raise BadResults(f"{line} is not of game {row['number']} of this tournament.")


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def _parsed(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise BadResults(f"Line {number} of {path} is not JSON.") from error
    if not isinstance(row, dict):
        raise BadResults(f"Line {number} of {path} is not a JSON object.")
    return row
