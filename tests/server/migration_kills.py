"""Migrate an SQLite file, and be killed at every statement in turn; then see what is left, and go on.

    python -m tests.server.migration_kills FOLDER [STEP]

Every trial is a separate process that ends by SIGKILL: before the n-th statement of SQLite, in the middle of
a copy, or after some milliseconds. It must leave the file as it was or as it should be. The next start must
complete the migration, with all data. ``STEP`` leaves out trials: 10 takes every tenth.
"""

import os
import shutil
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from spyring.server.core.storage.migrate import known_versions, stored_version, upgrade

PEOPLE: Final = 2000
DELAYS: Final = [0.002 * count for count in range(1, 41)]  # seconds
CLOCKS: Final = ("pulse", "heartbeat")  # tables that say when a server was last alive
Trial = Callable[[Path], None]  # does not come back


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def make_old(file: Path) -> None:
    """A file of the oldest schema that is read, in use: its last commits stand beside it."""
    upgrade(url_of(file), known_versions()[0])
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=WAL")
    rows = [(f"p{number}", "somebody " * 4, float(number)) for number in range(PEOPLE)]
    connection.executemany("INSERT INTO people (id, name, made_at) VALUES (?, ?, ?)", rows)
    connection.execute("INSERT INTO promises (id, secret, made_at) VALUES ('one', 'two', 3)")
    connection.commit()
    connection.execute("UPDATE people SET name = 'Ann' WHERE id = 'p0'")
    connection.commit()
    for companion in ("", "-wal"):  # as it is after a kill
        shutil.copyfile(f"{file}{companion}", f"{file.with_suffix('.old')}{companion}")
    connection.close()


def content(file: Path) -> tuple[list[Any], list[Any]]:
    """The schema, and what is in it."""
    connection = sqlite3.connect(file)
    try:
        schema = connection.execute(
            "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
        ).fetchall()
        names = [name for kind, name, _sql in schema if kind == "table" and name not in CLOCKS]
        rows = [connection.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in names]
        return schema, rows
    finally:
        connection.close()


def killed(file: Path, trial: Trial) -> bool:
    """Try it in a process of its own; whether that was killed, and not finished."""
    child = os.fork()
    if child == 0:
        try:
            trial(file)
        finally:
            os._exit(0)
    _pid, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Traced(sqlite3.Connection):
    """Counts the statements of all connections, and ends with the last one."""

    left = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.set_trace_callback(self._traced)

    def _traced(self, _statement: str) -> None:
        Traced.left -= 1
        if Traced.left == 0:
            die()

    def backup(self, target: sqlite3.Connection, **_options: Any) -> None:
        """A few pages at a time; a kill may come after any of them."""
        super().backup(target, pages=8, progress=lambda *_pages: self._traced("backup"))


def at_statement(number: int) -> Trial:
    """Killed before the n-th statement."""

    def trial(file: Path) -> None:
        connect = sqlite3.connect
        Traced.left = number
        sqlite3.connect = lambda *args, **kwargs: connect(*args, **{"factory": Traced, **kwargs})
        upgrade(url_of(file))

    return trial


def after(seconds: float) -> Trial:
    """Killed when so long has passed, wherever that is."""

    def trial(file: Path) -> None:
        threading.Timer(seconds, die).start()
        upgrade(url_of(file))

    return trial


def at_the_name() -> Trial:
    """Killed when the copy is whole, and before it has its name."""

    def trial(file: Path) -> None:
        os.replace = lambda *_names: die()
        upgrade(url_of(file))

    return trial


def check(folder: Path, trial: Trial, begin: Path | None, old: Any, new: Any) -> bool:
    """One trial; whether it was killed."""
    here = folder / "trial"
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir()
    file = here / "table.db"
    if begin is not None:
        for companion in ("", "-wal"):
            shutil.copyfile(f"{begin}{companion}", f"{file}{companion}")
    was_killed = killed(file, trial)
    left = content(file) if file.exists() else old
    assert left in (old, new), "neither as it was nor as it should be"
    upgrade(url_of(file))
    assert content(file) == new
    assert stored_version(url_of(file)) == known_versions()[-1]
    copy = here / f"table.db.before-{known_versions()[-1]}"
    if begin is not None:
        assert copy.exists(), "there is no copy"
        assert content(copy) == old, "the copy is not as it was"
    return was_killed


def run(folder: Path, step: int) -> str:
    """All trials, on an old file and on none; returns one line about what was seen."""
    made = folder / "made.db"
    make_old(made)
    begin = made.with_suffix(".old")
    aside = folder / "aside.db"
    for companion in ("", "-wal"):
        shutil.copyfile(f"{begin}{companion}", f"{aside}{companion}")
    old = content(aside)
    upgrade(url_of(aside))
    new = content(aside)
    fresh = folder / "fresh.db"
    upgrade(url_of(fresh))
    count = kills = 0
    cases: list[tuple[Path | None, Any, Any]] = [(begin, old, new), (None, ([], []), content(fresh))]
    for start, before, wanted in cases:
        number, going_on = 1, True
        while going_on:  # until there are no more statements to die at
            going_on = check(folder, at_statement(number), start, before, wanted)
            kills += going_on
            count += 1
            number += step
        for seconds in DELAYS[::step]:
            kills += check(folder, after(seconds), start, before, wanted)
            count += 1
    kills += check(folder, at_the_name(), begin, old, new)
    return f"{count + 1} starts, {kills} killed; every file was as before or as it should be, and went on"


if __name__ == "__main__":
    print(run(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
