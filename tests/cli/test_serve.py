"""``spyring serve`` refuses what it cannot do, in one sentence."""

import asyncio
import json
import logging
import os
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from spyring.cli import main
from spyring.cli import serve as command
from spyring.cli.listening import listen
from spyring.cli.nearby import show_nearby
from spyring.server.core.settings import Settings
from spyring.server.core.storage.files import Lock
from tests.cli.conftest import Spyring

COMMANDS = [("serve", "--port", "0"), ("migrate", "--dry-run")]


@pytest.fixture(autouse=True)
def nothing_is_served(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """What the command would serve; it leaves nothing behind."""
    served: list[dict[str, Any]] = []
    here = sys.modules["spyring.cli.serve"]
    monkeypatch.setattr(here, "serve_on", lambda _listening, _app, **how: served.append(how))
    before = dict(os.environ)
    yield served
    os.environ.clear()
    os.environ.update(before)
    for descriptor, _count in Lock._held.values():
        os.close(descriptor)
    Lock._held.clear()


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines: list[str] = err.splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("spyring: ")
    assert lines[0].endswith(".")
    return lines[0]


def serve(url: str | Path, *more: str) -> list[str]:
    return on(COMMANDS[0], url, *more)


def on(command: tuple[str, ...], url: str | Path, *more: str) -> list[str]:
    address = url if isinstance(url, str) else f"sqlite:///{url}"
    return [*command, "--database-url", address, *more]


def test_the_second_server_on_a_port_leaves_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with listen("127.0.0.1", 0) as first:  # it has not started to serve yet
        port = first.getsockname()[1]
        told = refusal([*serve(tmp_path / "table.db"), "--port", str(port)], capsys)
    assert told.startswith(f"spyring: Cannot listen on 127.0.0.1:{port}")
    assert list(tmp_path.iterdir()) == []


def test_several_workers_need_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    assert "PostgreSQL".lower() in refusal(["serve", "--workers", "2"], capsys).lower()


def test_a_custom_game_comes_before_the_shelf(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as left:
        main(serve(tmp_path / "table.db", "--game", "tests.toys:COIN", "--game", "tests.toys:DUEL"))
    assert left.value.code in (None, 0)
    names = [game.name for game in Settings.given().games()]  # as a worker finds them
    assert names[:3] == ["coin", "duel", "estoril"]


@pytest.mark.parametrize("game", ["nowhere:GAME", "tests.toys:NOTHING", "tests.toys"])
def test_a_game_that_is_not_there_is_named(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert game in refusal(serve(tmp_path / "table.db", "--game", game), capsys)


# -- databases -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", COMMANDS)
def test_a_file_that_cannot_be_a_database(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    junk = tmp_path / "junk.db"
    junk.write_bytes(b"Dear diary, today I met a spy. " * 100)
    for file, said in (
        (tmp_path / "nowhere" / "table.db", "There is no folder"),
        (tmp_path, "is a folder"),
        (junk, "file is not a database"),
    ):
        told = refusal(on(words, file), capsys)
        assert said in told
        assert str(file.name) in told
    assert junk.read_bytes().startswith(b"Dear diary")
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("words", COMMANDS)
def test_the_database_of_another_program(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "music.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE songs (title TEXT)")
    assert "another program" in refusal(on(words, file), capsys)
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES ('0001')")
    assert "another program" in refusal(on(words, file), capsys)
    with sqlite3.connect(file) as other:
        other.execute("UPDATE alembic_version SET version_num = 'a1b2c3'")
        tables = other.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert "another program" in refusal(on(words, file), capsys)
    assert sorted(tables) == [("alembic_version",), ("songs",)]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_database_of_a_newer_spyring(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.db"
    asyncio.run(command.make_ready(Settings(database_url=f"sqlite:///{file}")))
    with sqlite3.connect(file) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer Spyring: its schema is 9999" in refusal(on(words, file), capsys)


@pytest.mark.parametrize("words", [*COMMANDS, (*COMMANDS[0], "--workers", "2")])
def test_a_postgresql_that_is_not_there(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # taken, but nobody listens
        port = nobody.getsockname()[1]
        url = f"postgresql://ann:correct-horse@127.0.0.1:{port}/spyring"
        told = refusal(on(words, url), capsys)
    assert f"127.0.0.1:{port}/spyring cannot be used" in told
    assert "correct-horse" not in told


def test_a_second_server_on_the_same_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.db"
    hold = (
        "import sys, pathlib; from spyring.server.core.storage.files import Lock;"
        "Lock(pathlib.Path(sys.argv[1])).take(); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert f"Another server is using {file}" in refusal(serve(file), capsys)
        other.kill()  # without a clean shutdown
    main_leaves_with(0, serve(file))


def main_leaves_with(code: int, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == code


def test_stored_games_can_be_checked_beside_a_server(tmp_path: Path, spyring: Spyring) -> None:
    file = tmp_path / "table.db"
    assert spyring(*serve(file)).code == 0
    beside = [sys.executable, "-m", "spyring", *on(COMMANDS[1], file)]  # we hold the lock
    checked = subprocess.run(beside, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "0 games replayed" in checked.stdout


def test_only_the_owner_can_read_files_with_secrets(tmp_path: Path, spyring: Spyring) -> None:
    file, old = tmp_path / "table.db", tmp_path / "old.db"
    before = os.umask(0)
    try:
        assert spyring(*serve(file)).code == 0
        sqlite3.connect(old).close()
        old.touch()
        old.chmod(0o666)
        assert spyring(*serve(old)).code == 0
        with sqlite3.connect(file) as running:
            running.execute("PRAGMA journal_mode=WAL")
            running.execute("UPDATE heartbeat SET at = 1")
            running.commit()
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("*.db*")}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(modes, 0o600)
    assert {"table.db", "table.db-wal", "table.db-shm", "old.db"} <= set(modes)


# -- settings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_WORKERS", "0"),
        ("BOT_WORKERS", "many"),
        ("SESSION_DAYS", "-1"),
        ("SESSION_DAYS", "nan"),
        ("RATE_FACTOR", "inf"),
        ("HEAD_LIMIT", "0"),
        ("LOG_LEVEL", "loud"),
        ("METRICS", "everybody"),
        ("PROXIES", "my-proxy"),
        ("SECURE_COOKIES", "perhaps"),
        ("SHELF", "spyring.nowhere:games"),
        ("SHELF", "spyring.games"),
        ("DATABASE_URL", "mysql://db/spyring"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "postgresql://db:port/spyring"),
    ],
)
def test_a_setting_that_cannot_be(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(f"SPYRING_{name}", value)
    told = refusal(["serve", "--port", "0"], capsys)
    assert name in told or value.partition(":")[0] in told or "PostgreSQL" in told or "SQLite" in told
    assert list(tmp_path.iterdir()) == []


def test_a_local_server_answers_to_its_own_names_only(
    tmp_path: Path, spyring: Spyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    def names(*more: str) -> str:
        os.environ.pop("SPYRING_HOST_NAMES", None)
        assert spyring(*serve(tmp_path / "table.db", *more)).code == 0
        return os.environ["SPYRING_HOST_NAMES"]

    assert names() == "127.0.0.1,localhost,::1,[::1]"
    assert names("--host-name", "table.example,*.table.example") == "table.example,*.table.example"
    assert names("--proxy", "127.0.0.1") == ""


def test_a_server_on_this_machine_answers_to_its_public_name(
    tmp_path: Path, spyring: Spyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPYRING_PUBLIC_URL", "https://table.example:8443/")
    assert spyring(*serve(tmp_path / "table.db")).code == 0
    assert "table.example" in os.environ["SPYRING_HOST_NAMES"].split(",")


def test_a_variable_that_nobody_knows_is_named_with_the_nearest_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPYRING_HOSTNAMES", "table.example")
    monkeypatch.setenv("SPYRING_DATA", str(tmp_path))  # of another command
    main_leaves_with(0, serve(tmp_path / "table.db"))
    (entry,) = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert entry["level"] == "warning"
    assert entry["message"] == ("Unknown variable SPYRING_HOSTNAMES. Did you mean SPYRING_HOST_NAMES?")


def test_a_setting_is_read_by_its_old_name_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPYRING_ROOMS_IN_MEMORY", "7")
    assert Settings().tables_in_memory == 7
    monkeypatch.setenv("SPYRING_TABLES_IN_MEMORY", "9")  # which wins
    assert Settings().tables_in_memory == 9
    main_leaves_with(0, serve(tmp_path / "table.db"))
    (entry,) = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert (entry["level"], entry["message"]) == (
        "warning",
        "SPYRING_ROOMS_IN_MEMORY is now called SPYRING_TABLES_IN_MEMORY. Rename it.",
    )


# -- for devices nearby --------------------------------------------------------------------------------------


def test_devices_nearby_are_shown_the_way_and_let_in(
    nothing_is_served: list[dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(
        sys.modules["spyring.cli.serve"], "own_addresses", lambda: ["192.168.1.23", "10.0.0.5"]
    )
    monkeypatch.setattr("socket.gethostname", lambda: "Vega")
    with pytest.raises(SystemExit):
        main(serve(tmp_path / "table.db", "--lan"))
    assert "On other devices: http://192.168.1.23:0" in capsys.readouterr().out
    assert nothing_is_served[0]["host"] == "0.0.0.0"
    settings = Settings.given()
    assert settings.public_url == "http://192.168.1.23:0"
    assert {"127.0.0.1", "192.168.1.23", "10.0.0.5", "vega.local"} <= set(settings.host_names)


def test_without_a_network_nobody_else_is_let_in(
    nothing_is_served: list[dict[str, Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys.modules["spyring.cli.serve"], "own_addresses", list)
    with pytest.raises(SystemExit):
        main(serve(tmp_path / "table.db", "--lan"))
    assert "No network was found" in capsys.readouterr().out
    assert nothing_is_served[0]["host"] == "127.0.0.1"
    assert "192.168.1.23" not in Settings.given().host_names


def test_a_screen_shows_a_code_to_scan_and_a_file_does_not() -> None:
    for terminal in (True, False):
        told = StringIO()
        show_nearby(Console(file=told, force_terminal=terminal, width=100), "http://192.168.1.23:8042")
        assert "http://192.168.1.23:8042" in told.getvalue()
        assert ("▄▄▄▄▄" in told.getvalue()) == terminal


def start(_listening: object, _app: str, **_how: object) -> None:
    """What uvicorn notes."""
    logging.getLogger("uvicorn.error").info("Started server process", extra={"pid": 7})


class Screen(StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("level", "noted"), [("", []), ("info", ["info     Started server process (pid: 7)"])]
)
def test_on_a_terminal_the_address_is_the_last_thing_one_sees(
    level: str, noted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    monkeypatch.setattr(sys.modules["spyring.cli.serve"], "serve_on", start)
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", screen)
    if level:
        monkeypatch.setenv("SPYRING_LOG_LEVEL", level)
    main_leaves_with(0, serve(tmp_path / "table.db"))
    address, *rest = screen.getvalue().splitlines()
    assert "Spyring is open at" in address
    assert [line.partition(" ")[2] for line in rest] == noted


def test_a_log_that_nobody_looks_at_is_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.modules["spyring.cli.serve"], "serve_on", start)
    main_leaves_with(0, serve(tmp_path / "table.db"))
    entry = json.loads(capsys.readouterr().err)
    assert (entry["message"], entry["pid"]) == ("Started server process", 7)


def test_letters_without_a_sender_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SPYRING_SMTP_HOST", "mail.example")
    assert "SPYRING_MAIL_FROM" in refusal(serve(tmp_path / "table.db"), capsys)
