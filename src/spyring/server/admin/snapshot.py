"""A read-only database with the newest schema.

Even opening an SQLite file writes beside it: SQLite merges what a killed server left, and makes files that
several readers share. So a file without a server is read as immutable, or from a copy. An older schema is
upgraded in a copy.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spyring.server.admin.copying import copy_data
from spyring.server.core.storage.files import BadDatabase, Lock, check_place, copy_file, file_of
from spyring.server.core.storage.migrate import (
    UNCHANGING,
    known_versions,
    left_beside,
    stored_version,
    upgrade,
    url_to_read,
)

READ_ONLY: Final = "mode=ro"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The URL to read from, and the schema version of the database itself; None if it is empty."""

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
            asyncio.run(copy_data(source, copied))
        upgrade(copied)
        yield Snapshot(copied, version)


def _source(url: str, folder: Path) -> tuple[str, str]:
    """The URL to read from, and the mode for SQLite."""
    file = file_of(url)
    if file is None:
        return url, ""
    check_place(file)
    if not file.is_file():
        raise BadDatabase(f"There is no database {file}.")
    if Lock(file).is_taken():
        return url_to_read(file, READ_ONLY), READ_ONLY
    left = left_beside(file)
    if not left:
        return url_to_read(file, UNCHANGING), UNCHANGING
    for name in ("", "-wal", "-journal"):  # of a server that was killed
        if name in ("", *left):
            shutil.copyfile(f"{file}{name}", folder / f"{file.name}{name}")
    return url_to_read(folder / file.name, "mode=rw"), "mode=rw"
