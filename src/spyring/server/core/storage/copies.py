"""Copies of an SQLite file that are whole, also while somebody writes to it.

What is stored lies in two files: the last commits stand in the one called ``-wal``, until SQLite carries them
over. So a file is copied by SQLite itself, which reads both at one moment.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from spyring.server.core.storage.preflight import PRIVATE, BadDatabase

COMPANIONS: Final = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file
BUSY_SECONDS: Final = 60.0  # to wait for whoever writes
MIN_FREE_BYTES: Final = 1_000_000  # bytes that are to stay free


def uri_of(file: Path) -> str:
    """How SQLite is told of a file, where it is also told how to open it."""
    return f"file:{quote(str(file.absolute()))}"


def size_of(file: Path) -> int:
    """Bytes that are stored in a file and beside it."""
    return sum(part.stat().st_size for part in (file, Path(f"{file}-wal")) if part.exists())


def copy_beside(file: Path, name: str) -> Path:
    """A copy in the same folder, made before the file itself may grow by as much again."""
    check_room(file.parent, 2 * size_of(file), file)
    copy = file.with_name(name)
    copy_file(file, copy)
    return copy


def check_room(folder: Path, wanted: int, file: Path) -> None:
    """Refuse to begin what would end in the middle."""
    free = shutil.disk_usage(folder).free
    if free < wanted + MIN_FREE_BYTES:
        raise BadDatabase(
            f"There is no room for a copy of {file}: it takes {_megabytes(wanted + MIN_FREE_BYTES)}, and "
            f"{_megabytes(free)} are free in {folder.absolute()}. Nothing was changed."
        )


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB"


def copy_file(file: Path, copy: Path, mode: str = "mode=rw") -> None:
    """The file as it is at one moment, with its last commits; the copy is there when it is whole."""
    with whole_file(copy) as part, _reading(file, mode) as source:
        target = sqlite3.connect(part, isolation_level=None)
        try:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        except sqlite3.Error as error:
            raise BadDatabase(f"{file} cannot be copied to {copy}: {error}. Nothing was changed.") from error
        finally:
            target.close()


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """A place to write to; what is there when the block ends takes the place of the file, and nothing does if
    it ends otherwise.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        for gone in (part, *(Path(f"{part}{companion}") for companion in COMPANIONS)):
            gone.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except OSError as error:
        raise BadDatabase(f"{part} cannot be written: {error.strerror}.") from error
    try:
        yield part
        _sync(part)
        os.replace(part, file)
        _sync(file.absolute().parent)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _sync(path: Path) -> None:
    with suppress(PermissionError):  # folders cannot be opened on Windows
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _reading(file: Path, mode: str) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(f"{uri_of(file)}?{mode}", uri=True, timeout=BUSY_SECONDS)
    try:
        yield connection
    finally:
        connection.close()
