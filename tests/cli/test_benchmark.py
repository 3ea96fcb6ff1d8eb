"""``spyring benchmark``."""

import json
import stat
import tomllib
from pathlib import Path

import spyring as package
from spyring.arena.benchmark import SEEDS, pins, tasks
from spyring.cli.benchmark import publish, results
from spyring.engine.growth import FIRST
from tests.cli.conftest import Spyring

ROOT = Path(__file__).parents[2]


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


def test_the_social_suite_keeps_what_others_need(spyring: Spyring, tmp_path: Path) -> None:
    out = tmp_path / "social.json"
    bots = ("--bots", "talk:honest,talk:honest,talk:bluff", "--processes", "1")
    told = spyring("benchmark", "krakow-v0", "--suite", "social", *bots, "--out", out)
    assert told.code == 0, told.err
    assert "talk:bluff" in told.out
    assert "Brier" in told.out
    assert "…" not in told.out  # no column is cut
    kept = json.loads(out.read_text())
    (played,) = kept["tasks"]
    assert kept["format"] == "spyring social benchmark 1"
    assert (played["task"], played["games"], played["seeds"]) == ("krakow-v0", 1, list(SEEDS))
    assert [(row["bot"], row["seed"]) for row in kept["rows"]] == [
        (bot, seed) for bot in ("talk:bluff", "talk:honest") for seed in SEEDS
    ]
    honest, bluff = sorted(kept["scores"], key=lambda each: each["Brier"])
    assert (honest["bot"], bluff["bot"]) == ("talk:honest", "talk:bluff")
    refused = spyring("benchmark", "--suite", "social", "--publish", tmp_path / "page.md")
    assert (refused.code, "Only tasks are published." in refused.err) == (2, True)


def test_the_list_says_what_can_be_played(spyring: Spyring) -> None:
    told = spyring("benchmark")
    assert all(name in told.out for name in tasks())
    printed = tomllib.loads(spyring("benchmark", "--pins").out)
    assert printed == {name: each.pins for name, each in tasks().items()}


def test_results_are_published_below_those_of_their_task(spyring: Spyring, tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    for name, bot in (("krakow-v0", "one"), ("estoril-v0", "two"), ("krakow-v0", "three")):
        publish(page, tasks()[name], [bot, "5", "0.250", "0.200 – 0.300", "25.0 %", "1.00", "99"])
    rows = [line.split("`")[1:4:2] for line in page.read_text().splitlines() if "`" in line]
    assert rows == [["krakow-v0", "one"], ["krakow-v0", "three"], ["estoril-v0", "two"]]
    assert f"| 1.00 | {package.__version__} | " in page.read_text()
    preview = spyring("benchmark", "krakow-v0", "--games", "1", "--publish", page)
    assert (preview.code, "Only complete runs are published." in preview.err) == (2, True)
    page.write_text("Notes\n")
    other = spyring("benchmark", "krakow-v0", "--publish", page)
    assert (other.code, "has no table of results" in other.err) == (2, True)
    assert page.read_text() == "Notes\n"


def test_the_published_page_can_be_added_to() -> None:
    assert results(ROOT / "docs" / "benchmark-results.md")
