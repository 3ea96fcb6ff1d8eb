"""Every game gains an option, a field, a verb and an event; what was stored before opens and verifies.

The sources are copied, their declarations edited as an author would, and the copy opens the corpus. What the
copy writes then is newer than this program, which says so.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import spyring
from spyring.engine.campaign import Campaign, campaigns
from spyring.engine.errors import BadPosition, BadRecord
from spyring.engine.record import Record
from spyring.testkit.trials import Chooser, Trial
from tests.night import NIGHT

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "src" / "spyring"
UPDATE: Final = r"Update Spyring to open it\.$"
DECISIONS: Final = 40

STORED: Final = (  # what opens or replays everything that was stored
    "tests/test_corpus.py",
    "tests/server/test_corpus.py",
    "tests/games/test_golden.py",
    *(["tests/playthroughs/test_playthroughs.py::test_a_playthrough_is_as_it_was"] if NIGHT else []),
    "tests/arena/test_benchmark.py::test_every_game_has_a_task_and_the_pins_are_those_installed",
)

VERB = '[verb.grow]\nnumber = {number}\nsince = {since}\ndoes = "Grow"\n\n'
EVENT = '[event.grown]\nnumber = {number}\nsince = {since}\nnow = "It grows."\n\n'
OPTION = (
    '[option.growth]\nsince = {since}\ntitle = "Growth"\nhelp = "Whether it grows."\nclause = "{clause}"\n'
)
OPTION += 'values = {{ no = "no", yes = "yes" }}\n\n'
FIELD = '[field.grown]\nnumber = [0, 9]\nstart = "4"\nsince = {since}\nmeans = "growth"\nvector = "count"\n\n'


def in_the_middle(text: str, table: str, row: str) -> str:
    """The row before the one that stands in the middle of its table."""
    heads = [at for at in range(len(text)) if text.startswith(f"\n[{table}.", at)]
    at = heads[len(heads) // 2] + 1
    return text[:at] + row + text[at:]


def grow(folder: Path, since: int) -> None:
    """What an author edits in the declarations of a game."""
    words, fields = folder / "words.toml", folder / "fields.toml"
    text = words.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    clause = next(iter(data["option"].values()))["clause"]
    text = in_the_middle(text, "verb", VERB.format(number=len(data["verb"]), since=since))
    text = in_the_middle(text, "event", EVENT.format(number=len(data["event"]), since=since))
    text = in_the_middle(text, "option", OPTION.format(clause=clause, since=since))
    words.write_text(text, encoding="utf-8")
    text = fields.read_text(encoding="utf-8")
    fields.write_text(in_the_middle(text, "field", FIELD.format(since=since)), encoding="utf-8")


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources in which every game has grown."""
    copy = tmp_path_factory.mktemp("grown") / "src"
    shutil.copytree(SOURCES, copy / "spyring", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    games = sorted(file.parent for file in copy.glob("spyring/games/*/words.toml"))
    for folder in games:
        grow(folder, spyring.game(folder.name).data_version + 1)
    run(copy, "-m", "spyring.codegen", *map(str, games))
    return copy


def run(sources: Path, *arguments: str) -> str:
    """What Python prints with the package in this folder, plain."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith(("SPYRING_", "PYTEST_"))}
    night = {"SPYRING_NIGHT": os.environ["SPYRING_NIGHT"]} if "SPYRING_NIGHT" in os.environ else {}
    environment = {**mine, **night, "PYTHONPATH": str(sources), "SPYRING_EXPECT_BUILD": "plain"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def call(sources: Path, function: str, *arguments: str) -> str:
    """What a function of this file prints there."""
    return run(sources, "-c", f"from tests import test_growth; test_growth.{function}(*{arguments!r})")


def test_all_that_was_stored_opens_and_replays(grown: Path) -> None:
    run(
        grown,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-k",
        "not postgresql",
        *STORED,
    )


# -- what the copy writes ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def newer(grown: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files that the copy has written."""
    folder = tmp_path_factory.mktemp("newer")
    call(grown, "write_newer", str(folder))
    return folder


def write_newer(folder: str) -> None:
    """A record and a position of every game and a campaign, of games that use what is new."""
    for game in spyring.shelf():
        trial = Trial(game, game.seats[0], game.resolve_options(game.seats[0], {"growth": "yes"}), 5)
        state, chooser, moves = trial.start(), Chooser(trial), []
        for _decision in range(DECISIONS):
            moves.append(chooser.choose(state))
            state.play(*moves[-1])
        put(folder, f"{game.name}.record", Record.of(state, 5, moves).text())
        put(folder, f"{game.name}.json", json.dumps(state.to_json()))
        for name in campaigns(game)[:1]:
            campaign = Campaign(game, name, growth="yes")
            campaign.begin(2, 5)
            put(folder, f"{game.name}.campaign", campaign.text())


def put(folder: str, name: str, text: str) -> None:
    Path(folder, name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("game", spyring.shelf(), ids=lambda game: game.name)
def test_newer_data_is_refused_with_advice(newer: Path, game: Any) -> None:
    written = {file: file.read_bytes() for file in newer.iterdir()}
    with pytest.raises(BadRecord, match=UPDATE):
        Record.parse((newer / f"{game.name}.record").read_text("utf-8")).replay(game)
    with pytest.raises(BadPosition, match=UPDATE):
        game.from_json(json.loads((newer / f"{game.name}.json").read_text("utf-8")))
    if campaigns(game):
        with pytest.raises(BadRecord, match=UPDATE):
            Campaign.load(game, (newer / f"{game.name}.campaign").read_text("utf-8"))
    assert written == {file: file.read_bytes() for file in newer.iterdir()}
