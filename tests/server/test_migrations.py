"""A database of an older server is brought up to date with what was in it, whatever happens meanwhile."""

import asyncio
import resource
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import create_async_engine

from spyring.cli import main
from spyring.server.core.storage.files import BadDatabase
from spyring.server.core.storage.migrate import known_versions, stored_version, upgrade
from spyring.server.migrations.versions.v0023_words import RENAMED
from spyring.server.schema import metadata
from tests.night import NIGHT
from tests.server.conftest import created, on_both_by_day
from tests.server.harness import open_harness, settings_for
from tests.server.migration_kills import content, make_old, url_of

pytestmark = [pytest.mark.anyio, on_both_by_day]

OLDEST, NEWEST = known_versions()[0], known_versions()[-1]
ROOT = Path(__file__).parents[2]


def seen(url: str, ask: Any) -> Any:
    """What a synchronous function finds in any database."""

    async def connect() -> Any:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            found = await connection.run_sync(ask)
        await engine.dispose()
        return found

    return asyncio.run(connect())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the oldest schema that is read, to copy."""
    file = tmp_path_factory.mktemp("made") / "table.db"
    make_old(file)
    return file


@pytest.fixture
def old_file(made: Path, tmp_path: Path) -> Path:
    """A file of the oldest schema that is read."""
    return Path(shutil.copyfile(made, tmp_path / "table.db"))


def test_the_migrations_lead_to_the_schema(bare_database_url: str) -> None:
    url = settings_for(bare_database_url).database_url
    upgrade(url, OLDEST)
    assert stored_version(url) == OLDEST
    upgrade(url)

    def differences(connection: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert seen(url, differences) == []


def test_renamed_tables_keep_their_rows_and_their_parts_take_the_new_names(bare_database_url: str) -> None:
    url = settings_for(bare_database_url).database_url
    upgrade(url, "0022")

    def fill(connection: Connection) -> None:
        for row in (
            "people (id, name, made_at) VALUES ('ann', 'Ann', 1)",
            "keys (digest, id, person, kind, name, made_at) VALUES ('d', 'k', 'ann', 'session', 'web', 1)",
            "browsers (key, person, endpoint, p256dh, auth, language) VALUES ('d', 'ann', '', '', '', 'en')",
            "notices (topic) VALUES ('table one')",
        ):
            connection.execute(text(f"INSERT INTO {row}"))

    def names(connection: Connection) -> dict[str, set[str]]:
        there = inspect(connection)
        assert not RENAMED.keys() & set(there.get_table_names())
        return {
            table: {str(there.get_pk_constraint(table)["name"])}
            | {str(key["name"]) for key in there.get_foreign_keys(table)}
            | {str(key["name"]) for key in there.get_unique_constraints(table)}
            | {str(index["name"]) for index in there.get_indexes(table)}
            for table in RENAMED.values()
        }

    def cascade(connection: Connection) -> tuple[int | None, ...]:
        counted = [
            connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in ("credentials", "browsers")
        ]
        connection.execute(text("INSERT INTO external_changes (topic) VALUES ('table two')"))
        numbers = connection.scalars(text("SELECT id FROM external_changes ORDER BY id")).all()
        (refers,) = [
            key["referred_table"]
            for key in inspect(connection).get_foreign_keys("browsers")
            if key["constrained_columns"] == ["key"]
        ]
        assert refers == "credentials"
        return (*counted, *numbers)

    seen(url, fill)
    upgrade(url)
    found = seen(url, names)
    assert found["credentials"] >= {"pk_credentials", "fk_credentials_person", "uq_credentials_id"}
    for table, parts in found.items():
        assert {part.partition("_")[2].startswith(table) for part in parts} == {True}, parts
    assert seen(url, cascade) == (1, 1, 1, 2)


async def test_stored_data_is_served(old_file: Path) -> None:
    async with open_harness(settings_for(f"sqlite:///{old_file}")) as harness:
        assert (await harness.services.people.person("p0")).name == "Ann"


# -- interrupted ---------------------------------------------------------------------------------------------


def test_a_kill_at_any_instant_leaves_a_file_that_starts(tmp_path: Path) -> None:
    step = "12" if NIGHT else "70"
    command = [sys.executable, "-m", "tests.server.migration_kills", str(tmp_path), step]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "as before or as it should be" in done.stdout


@pytest.mark.parametrize("statement", [1, 5, 90] if not NIGHT else [*range(1, 20, 3), *range(20, 140, 12)])
def test_a_fault_at_any_statement_leaves_the_old_schema(bare_database_url: str, statement: int) -> None:
    url = settings_for(bare_database_url).database_url
    upgrade(url, OLDEST)
    left = [statement]

    def fail(_connection: object, _cursor: object, said: str, *_more: object) -> None:
        left[0] -= said.startswith(("CREATE", "ALTER", "DROP", "INSERT", "UPDATE"))
        if left[0] == 0:
            raise OSError("the plug was pulled")

    event.listen(Engine, "before_cursor_execute", fail)
    try:
        with pytest.raises(BadDatabase, match=r"the plug was pulled. Nothing was changed"):
            upgrade(url)
    except pytest.fail.Exception:
        assert left[0] > 0  # there are not so many
    finally:
        event.remove(Engine, "before_cursor_execute", fail)
    assert stored_version(url) == (OLDEST if left[0] <= 0 else NEWEST)
    upgrade(url)
    assert stored_version(url) == NEWEST


@pytest.mark.parametrize("kilobytes", [8, 64, 200, 260, 300, 340, 420] if NIGHT else [8, 260, 420])
def test_a_full_disk_leaves_the_old_file_or_the_new_one(
    old_file: Path, kilobytes: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """No file may grow beyond so much, as on a disk that has no more room."""
    old = content(old_file)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes * 1000, before[1]))
    try:
        code = leaves_with("migrate", "--database-url", f"sqlite:///{old_file}")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (code == 0) == (content(old_file) != old)
    if code != 0:
        assert capsys.readouterr().err.strip().splitlines()[-1].startswith("spyring: ")
    upgrade(url_of(old_file))
    assert stored_version(url_of(old_file)) == NEWEST


def test_without_room_for_a_copy_nothing_starts(old_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = content(old_file)
    usage = shutil.disk_usage(old_file.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage._replace(free=1000))
    with pytest.raises(BadDatabase, match=r"no room for a copy of .*Nothing was changed"):
        upgrade(url_of(old_file))
    assert content(old_file) == old


def test_several_servers_start_at_once(bare_database_url: str) -> None:
    url = settings_for(bare_database_url).database_url
    for _time in range(2):  # from nothing, then from what is the newest already
        with ThreadPoolExecutor(4) as servers:
            list(servers.map(upgrade, [url] * 4))
        assert stored_version(url) == NEWEST


def test_the_copy_is_named_in_the_journal(old_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    old = content(old_file)
    upgrade(url_of(old_file))
    (copy,) = [record.copy for record in caplog.records if hasattr(record, "copy")]
    assert content(Path(copy)) == old
    assert Path(copy).stat().st_mode & 0o077 == 0


# -- what cannot be brought up to date -----------------------------------------------------------------------


def test_an_older_schema_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    upgrade(url_of(file))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0009'")
    before = file.read_bytes()
    with pytest.raises(BadDatabase, match="an older Spyring: its schema is 0009"):
        upgrade(url_of(file))
    assert file.read_bytes() == before


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("version", ["0009", "9999"])
async def test_a_server_leaves_a_file_that_it_refuses_as_it_was(
    tmp_path: Path, mode: str, version: str
) -> None:
    file = tmp_path / "table.db"
    await asyncio.to_thread(upgrade, url_of(file))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [version])
    connection.execute(f"PRAGMA journal_mode={mode}")
    connection.close()
    file.chmod(0o640)
    before = everything(tmp_path)
    with pytest.raises(BadDatabase, match=f"its schema is {version}"):
        async with open_harness(settings_for(url_of(file))):
            pass
    assert everything(tmp_path) == before
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_schema_that_was_half_changed_by_others_stays_as_it_is(old_file: Path) -> None:
    with sqlite3.connect(old_file) as connection:
        connection.execute("ALTER TABLE tables ADD COLUMN scheme INTEGER")
    before = content(old_file)
    with pytest.raises(BadDatabase, match=r"duplicate column name: scheme. Nothing was changed"):
        upgrade(url_of(old_file))
    assert content(old_file) == before


# -- spyring migrate -----------------------------------------------------------------------------------------


def everything(folder: Path) -> dict[str, tuple[bytes, float]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime) for path in folder.iterdir()}


def leaves_with(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    return int(left.value.code or 0)


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
def test_a_look_changes_nothing(
    made: Path, tmp_path: Path, killed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    shutil.copyfile(made.with_suffix(".old") if killed else made, here / "table.db")
    if killed:
        shutil.copyfile(f"{made.with_suffix('.old')}-wal", here / "table.db-wal")
    before = everything(here)
    assert leaves_with("migrate", "--dry-run", "--database-url", f"sqlite:///{here}/table.db") == 0
    assert everything(here) == before
    assert f"its schema is {OLDEST}. An upgrade brings it to {NEWEST}" in capsys.readouterr().out


def test_a_look_at_what_is_not_there_makes_no_file(tmp_path: Path) -> None:
    assert leaves_with("migrate", "--dry-run", "--database-url", f"sqlite:///{tmp_path}/none.db") == 2
    assert list(tmp_path.iterdir()) == []


def test_a_look_at_an_old_postgresql_changes_nothing(
    postgresql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    address = created(postgresql, f"old{id(capsys)}")
    url = settings_for(address).database_url
    upgrade(url, OLDEST)
    seen(
        url,
        lambda connection: connection.execute(
            text("INSERT INTO people (id, name, made_at) VALUES ('ann', 'Ann', 1)")
        ),
    )
    assert leaves_with("migrate", "--dry-run", "--database-url", address) == 0
    assert stored_version(url) == OLDEST
    assert "0 games replayed" in capsys.readouterr().out


def test_migrate_says_what_it_did(old_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert leaves_with("migrate", "--database-url", f"sqlite:///{old_file}") == 0
    assert f"The schema is now {NEWEST}." in capsys.readouterr().out
    assert leaves_with("migrate", "--database-url", f"sqlite:///{old_file}") == 0
    assert "the newest" in capsys.readouterr().out
