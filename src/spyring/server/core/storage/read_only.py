"""A database that is only read, and stays as it is to the last byte, whatever its schema.

Even to open an SQLite file writes beside it: what a killed server left is carried over, and files for what
several readers share are made. So a file that nobody serves is read as one that cannot change, or from a
copy. An older schema is brought up to date in a copy.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spyring.server.core.storage.carry import carry
from spyring.server.core.storage.copies import COMPANIONS, copy_file, uri_of
from spyring.server.core.storage.migrate import known_versions, stored_version, upgrade
from spyring.server.core.storage.preflight import BadDatabase, Lock, check_place, file_of

READ_ONLY: Final = "mode=ro"
UNCHANGING: Final = "immutable=1"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where to read, and which schema the database itself has; None if it is empty."""

    url: str
    version: str | None


@contextmanager
def reading(url: str) -> Iterator[Snapshot]:
    """The database with the newest schema, to be read only. Must not be entered inside an event loop."""
    with tempfile.TemporaryDirectory(prefix="spyring-") as folder:
        source, mode = _source(url, Path(folder))
        version = stored_version(source)
        if version is None or version == known_versions()[-1]:
            yield Snapshot(source, version)
            return
        newest = Path(folder, "newest.db")
        copied = f"sqlite+aiosqlite:///{newest}"
        file = file_of(source)
        if file is not None:
            copy_file(file, newest, mode)
        else:
            upgrade(copied, version)
            asyncio.run(carry(source, copied))
        upgrade(copied)
        yield Snapshot(copied, version)


def refuse_unusable(file: Path) -> None:
    """Refuse a file that a server cannot use, while it and everything beside it are as they were. What a
    killed server left cannot be read without a copy; such a file is looked at once it is ours.
    """
    if file.is_file() and file.stat().st_size and not Lock(file).is_taken() and not _left_beside(file):
        stored_version(_url(file, UNCHANGING))


def _source(url: str, folder: Path) -> tuple[str, str]:
    """Where to read what is stored, and how SQLite is told so."""
    file = file_of(url)
    if file is None:
        return url, ""
    check_place(file)
    if not file.is_file():
        raise BadDatabase(f"There is no database {file}.")
    if Lock(file).is_taken():
        return _url(file, READ_ONLY), READ_ONLY
    left = _left_beside(file)
    if not left:
        return _url(file, UNCHANGING), UNCHANGING
    for name in ("", "-wal", "-journal"):  # of a server that was killed
        if name in ("", *left):
            shutil.copyfile(f"{file}{name}", folder / f"{file.name}{name}")
    return _url(folder / file.name, "mode=rw"), "mode=rw"


def _left_beside(file: Path) -> list[str]:
    """What a killed server left: changes that are not in the file yet."""
    parts = {name: Path(f"{file}{name}") for name in COMPANIONS if name != "-shm"}
    return [name for name, part in parts.items() if part.exists() and part.stat().st_size]


def _url(file: Path, mode: str) -> str:
    return f"sqlite+aiosqlite:///{uri_of(file)}?{mode}&uri=true"
