"""The small commands: about, games, rules, box."""

import platform
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import spyring as package
from spyring.cli import COMMANDS
from tests.cli.conftest import Spyring

BOX = files("spyring.games.krakow").joinpath("box.toml").read_text(encoding="utf-8")


def test_a_command_loads_only_what_it_needs() -> None:
    code = "import sys; from spyring.cli import load; load('games'); print(sorted(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "spyring.cli.games" in told
    for heavy in ("fastapi", "sqlalchemy", "numpy", "pyspiel", "spyring.bots", "spyring.cli.client"):
        assert f"'{heavy}'" not in told


def test_python_m_spyring_tells_version_and_build() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "spyring", "--version"], capture_output=True, text=True, check=True
    )
    assert told.stdout == (
        f"spyring {package.__version__}, {package.build} build, Python {platform.python_version()}\n"
    )


def test_help_names_every_command_without_loading_any(spyring: Spyring) -> None:
    for words in ((), ("--help",)):
        told = spyring(*words)
        assert told.code == 0
        assert all(name in told.out for name in COMMANDS)


def test_games_lists_options_with_their_clauses(spyring: Spyring) -> None:
    told = spyring("games", "krakow")
    assert told.code == 0
    for option in package.game("krakow").options:
        assert option.name in told.out
        assert option.clause in told.out


def test_rules_of_a_clause_a_section_and_a_game(spyring: Spyring) -> None:
    assert "there is no duty to follow colour" in spyring("rules", "krk-6.3").out
    assert "KRK-8.1" in spyring("rules", "KRK-8").out
    assert "Strong intrigues and block cards" in spyring("rules", "krakow").out


def test_rules_in_the_language_of_the_reader(spyring: Spyring) -> None:
    english = spyring("rules", "KRK-6", "--language", "en").out
    polish = spyring("rules", "KRK-6", "--language", "pl").out
    assert english.count("KRK-6.") == polish.count("KRK-6.") > 3
    assert "intrig" in english
    assert "intryg" in polish
    assert "Unknown language xx" in spyring("rules", "KRK-6", "--language", "xx").err


def test_a_box_can_be_printed_changed_checked_and_played(spyring: Spyring, tmp_path: Path) -> None:
    shown = spyring("box", "show", "krakow")
    assert shown.out == BOX
    mine = tmp_path / "mine.toml"
    mine.write_text(shown.out.replace('name = "standard"', 'name = "my own"'), encoding="utf-8")
    checked = spyring("box", "check", mine)
    assert checked.code == 0
    assert "is a valid box for Kraków 1325 AD: my own, digest " in checked.out
    assert spyring("play", "krakow", "--box", mine, "--option", "years=1", keys="1\n").code == 0


def test_box_alone_helps(spyring: Spyring) -> None:
    told = spyring("box")
    assert told.code == 0
    assert "check" in told.out


def test_a_command_whose_needs_are_missing_says_so(spyring: Spyring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    monkeypatch.setitem(sys.modules, "spyring.cli.serve", None)
    told = spyring("serve")
    assert told.code == 2
    assert told.err.startswith("spyring: spyring serve needs ")
    assert told.err.endswith(". Install it with: pip install 'spyring[server]'\n")
