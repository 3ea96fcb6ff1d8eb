"""Files of the person at the keyboard: read with a clear refusal, written whole, never over foreign work."""

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
    """A file that cannot be read, or may not be written."""


def read(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is no text file.") from error
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error


def read_record(path: Path) -> Record:
    """The record in a file; refusals begin with the name of the file."""
    try:
        return Record.parse(read(path))
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from error


def can_be_written(path: Path) -> None:
    """Refuse a file that could not be written, before hours of work go into it; nothing is changed."""
    if path.is_dir():
        raise BadFile(f"{path} cannot be written: it is a folder.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from error


def write(path: Path, text: str, mode: int = PUBLIC) -> None:
    """Put ``text`` into the file, in a folder that is made if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, text, mode)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from error


class SaveFile:
    """The one file in which a game is kept: it follows its own game, and spares anything else."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = ""  # what we last read or wrote there

    def load(self) -> Record:
        """The record that lies there, to go on with."""
        record = read_record(self.path)
        self.written = read(self.path)
        return record

    def check(self) -> None:
        """Refuse, before a new game begins, a place where something else lies."""
        if self.path.exists():
            raise BadFile(f"{self.path} exists already; name another file, or go on with it by --resume.")

    def save(self, record: Record) -> None:
        """Keep the record, unless somebody else has written to the file in the meantime."""
        text = record.text()
        if self.path.exists():
            there = read(self.path)
            if there != self.written and not continues(record, there):
                raise BadFile(f"{self.path} holds something else than this game; nothing was overwritten.")
        write(self.path, text, PRIVATE)
        self.written = text


def continues(record: Record, text: str) -> bool:
    """Whether ``text`` is an earlier record of the same game."""
    try:
        earlier = Record.parse(text)
    except BadRecord:
        return False
    count = len(earlier.entries)
    same_options = earlier.options.items() <= record.options.items()  # some may have come since
    return same_options and head(earlier) == head(record) and moves(earlier) == moves(record)[:count]


def head(record: Record) -> tuple[object, ...]:
    """What two records of the same game share."""
    return (
        record.game,
        record.rules,
        record.box_digest,
        record.seats,
        record.seed,
        record.legacy,
        record.position,
    )


def moves(record: Record) -> list[tuple[str, str]]:
    """Who did what, without the lines it stands on."""
    return [(entry.seat, entry.move) for entry in record.entries]


# -- where games are kept by themselves ----------------------------------------------------------------------


def data_folder() -> Path:
    """The folder of this program in the person's own data; SPYRING_DATA names another one."""
    given = os.environ.get("SPYRING_DATA")
    return Path(given) if given else user_data_path("spyring", appauthor=False)


def new_save(game: str) -> SaveFile:
    """A place for a new game, called after the game and the moment."""
    stem = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    path = data_folder() / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}{SUFFIX}"
        number += 1
    return SaveFile(path)


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
