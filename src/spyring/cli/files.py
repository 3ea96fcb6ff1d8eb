"""Files of the player: read with clear errors, written whole, never over other work."""

import os
import tempfile
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from spyring.engine.errors import BadRecord, SpyringError
from spyring.engine.record import OPEN, Record
from spyring.files import PRIVATE, PUBLIC, put

SUFFIX = ".record"


class BadFile(SpyringError):
    """A file that cannot be read or written."""


def read(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is not a text file.") from error
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error


def read_record(path: Path) -> Record:
    """The record in a file. Errors name the file."""
    try:
        return Record.parse(read(path))
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from error


def can_be_written(path: Path) -> None:
    """Refuse a path that cannot be written, before hours of work; changes nothing."""
    if path.is_dir():
        raise BadFile(f"{path} cannot be written: it is a folder.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from error


def write(path: Path, text: str, mode: int = PUBLIC) -> None:
    """Write a file, and make its folder if needed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, text, mode)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from error


class SaveFile:
    """The file of a game. It never overwrites anything else."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = ""  # the text that we last read or wrote

    def load(self) -> Record:
        """Read the record, to continue its game."""
        record = read_record(self.path)
        self.written = read(self.path)
        return record

    def check(self) -> None:
        """Refuse an existing file before a new game starts."""
        if self.path.exists():
            raise BadFile(f"{self.path} already exists. Name another file, or continue with --resume.")

    def save(self, record: Record) -> None:
        """Save the record, unless another program has changed the file."""
        text = record.text()
        if self.path.exists() and read(self.path) != self.written:
            raise BadFile(f"{self.path} holds something else. Nothing was overwritten.")
        write(self.path, text, PRIVATE)
        self.written = text


# -- the data folder ----------------------------------------------------------------------


def data_folder() -> Path:
    """Our folder in the user's data; SPYRING_DATA names another one."""
    given = os.environ.get("SPYRING_DATA")
    return Path(given) if given else user_data_path("spyring", appauthor=False)


def new_path(name: str) -> Path:
    """An unused path for a new game, with the time in its name."""
    stem = f"{name}-{datetime.now():%Y-%m-%d-%H%M%S}"
    path = data_folder() / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def latest_save(game: str) -> SaveFile:
    """The unfinished game that was played last."""
    folder = data_folder()
    found = sorted(folder.glob(f"{game}-*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        try:
            record = read_record(path)
        except SpyringError:
            continue
        if record.game == game and record.result == OPEN:
            return SaveFile(path)
    raise BadFile(f"There is no unfinished game of {game} in {folder}.")
