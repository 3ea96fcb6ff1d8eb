"""``spyring benchmark``."""

import json
import stat
import tomllib
from pathlib import Path

import spyring as package
from spyring.arena.benchmark import SEEDS, pins, tasks
from spyring.engine.growth import FIRST
from tests.cli.conftest import Spyring


def test_the_command_keeps_what_others_need(spyring: Spyring, tmp_path: Path) -> None:
    out = tmp_path / "result.json"
    told = spyring(
        "benchmark", "krakow-v0", "--bots", "random", "--games", "1", "--processes", "1", "--out", out
    )
    assert told.code == 0
    assert "A preview with 1 of 200 games of each seed." in told.out
    kept = json.loads(out.read_text())
    assert kept["task"] == "krakow-v0"
    assert kept["whole"] is False
    assert (kept["rules"], kept["box"], kept["encoding"]) == tuple(
        pins(package.game("krakow"), FIRST).values()
    )
    assert [row["seed"] for row in kept["results"][0]["rows"]] == list(SEEDS)
    assert stat.S_IMODE(out.stat().st_mode) & 0o044, "others may read it"
    again = spyring("benchmark", "krakow-v0", "--games", "201")
    assert again.code == 2
    assert "has 200 games of each seed" in again.err


def test_the_list_says_what_can_be_played(spyring: Spyring) -> None:
    told = spyring("benchmark")
    assert all(name in told.out for name in tasks())
    printed = tomllib.loads(spyring("benchmark", "--pins").out)
    assert printed == {name: each.pins for name, each in tasks().items()}
