"""Campaigns in the terminal: started, left, continued, exported, and never lost."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import spyring as package
from spyring.cli.campaign import CampaignFile
from spyring.cli.files import BadFile
from spyring.engine.campaign import Campaign
from spyring.engine.record import Record
from tests.cli.conftest import Run, Spyring

SEASON0 = package.game("season0")
START = ("campaign", "start", "season0", "evening", "--seats", "2", "--seed", "3")


def chain(path: Path) -> Campaign:
    """The campaign in a file, verified."""
    return Campaign.load(SEASON0, path.read_text(encoding="utf-8"))


def refused(run: Run) -> str:
    """The one sentence with which a command was refused."""
    assert run.code == 2
    assert run.err.count("\n") == 1
    return run.err


@pytest.fixture(scope="module")
def before_the_choice() -> str:
    """A campaign after its prologue, when the two players must choose how to continue."""
    found = Campaign(SEASON0, "evening")
    state = found.begin(2, 7, {"alpha": "person", "bravo": "person"})
    while type(state.stack[-1]).__name__ != "NextGame":
        seat = state.deciders[0]
        found.play(seat, state.legal(seat)[0])
    return found.text()


@pytest.fixture
def file(before_the_choice: str, tmp_path: Path) -> Path:
    """The same, in a file."""
    path = tmp_path / "ours.campaign"
    path.write_text(before_the_choice, encoding="utf-8")
    return path


def test_a_campaign_is_kept_from_its_first_moment(spyring: Spyring, data: Path) -> None:
    begun = spyring(*START)
    [kept] = data.glob("season0-evening-*.campaign")
    assert begun.code == 0
    assert f"To continue: spyring campaign go-on {kept}" in begun.out
    running = chain(kept).running()
    assert running is not None
    assert running.players == {"alpha": "person", "bravo": "bot heuristic"}

    spyring("campaign", "go-on", keys="read\n")
    after = chain(kept).running()
    assert after is not None
    assert len(after.entries) > len(running.entries)


def test_a_game_ends_and_the_next_one_begins_at_the_same_table(spyring: Spyring, file: Path) -> None:
    evening = spyring("campaign", "go-on", file, keys="go-on\nagree\n\n")
    assert "Pass the keyboard" not in evening.out, "at a table that plays together hands are open"
    assert "Alpha proposes: Continue to January" in evening.out
    assert "Enter: start the next game" in evening.out
    assert "The next game is January 1962" in evening.out
    found = chain(file)
    assert len(found.records) == 1
    running = found.running()
    assert running is not None
    assert running.legacy is not None
    assert running.legacy["month"] == "january"
    assert running.players == {"alpha": "person", "bravo": "person"}


def test_a_campaign_left_between_two_games_continues_with_other_seats(spyring: Spyring, file: Path) -> None:
    left = spyring("campaign", "go-on", file, keys="go-on\nagree\nq\n")
    assert f"To continue: spyring campaign go-on {file}" in left.out
    assert chain(file).state is None
    spyring("campaign", "go-on", file, "--seats", "3", "--seat", "2")
    running = chain(file).running()
    assert running is not None
    assert list(running.players.values()) == ["bot heuristic", "person", "bot heuristic"]


def test_a_running_game_keeps_its_seats(spyring: Spyring, file: Path) -> None:
    before = file.read_text(encoding="utf-8")
    assert "for the next one" in refused(spyring("campaign", "go-on", file, "--seats", "3"))
    assert file.read_text(encoding="utf-8") == before


def test_status_tells_who_played_and_what_comes_next(spyring: Spyring, file: Path) -> None:
    spyring("campaign", "go-on", file, keys="go-on\nagree\nq\n")
    told = spyring("campaign", "status", file)
    assert told.code == 0
    assert "person × 2" in told.out
    assert "One Evening" in told.out
    assert "The next game is January 1962." in told.out
    polish = spyring("campaign", "status", file, "--language", "pl").out
    assert "Gracze" in polish
    assert "Następna gra" in polish


def test_an_edited_campaign_is_refused_by_every_command(spyring: Spyring, file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    edited = text.replace("seed 7", "seed 8")
    assert edited != text
    file.write_text(edited, encoding="utf-8")
    for word in ("go-on", "status"):
        assert "Game 1: " in refused(spyring("campaign", word, file))
    assert file.read_text(encoding="utf-8") == edited


def test_a_campaign_cannot_start_in_the_middle_of_a_game(spyring: Spyring, file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    position = json.dumps(SEASON0.start(seats=2, seed=7, campaign="evening").to_json())
    file.write_text(text.replace("\n\n1 ", f"\nposition {position}\n\n1 ", 1), encoding="utf-8")
    assert "it starts in the middle" in refused(spyring("campaign", "go-on", file))


def test_no_command_tells_what_is_sealed(spyring: Spyring, file: Path) -> None:
    box = tomllib.loads(files("spyring.games.season0.campaign").joinpath("evening.toml").read_text("utf-8"))
    spyring("campaign", "go-on", file, keys="go-on\nagree\n" + "\n" * 3)
    told = [spyring("campaign", word, file).out for word in ("status", "go-on")]
    told += [file.read_text(encoding="utf-8")]
    seen = " ".join(" ".join(told).split())
    later = [card for card in box["story"] if card["number"] > "02"] + box["entry"]
    assert len(later) > 10
    for card in later:
        assert not any(card[part] in seen for part in ("front", "back", "text") if part in card)
    assert '"track": "' not in seen


def test_bad_input_is_one_sentence(spyring: Spyring, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.campaign"
    nothing.write_text("hello", encoding="utf-8")
    assert "not a campaign" in refused(spyring("campaign", "status", nothing))
    assert "There is no campaign in" in refused(spyring("campaign", "go-on"))
    assert "cannot be read" in refused(spyring("campaign", "status", tmp_path / "missing"))
    assert "has no campaigns" in refused(spyring("campaign", "start", "krakow", "medusa"))
    assert "medusa, evening" in refused(spyring("campaign", "start", "season0", "perseus"))
    assert "not with --option" in refused(spyring(*START, "--option", "campaign=medusa"))
    assert "exists already" in refused(spyring(*START, "--save", nothing))


def test_a_campaign_that_is_over_is_looked_at_only(
    spyring: Spyring, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = chain(file)
    found.over = True
    monkeypatch.setattr("spyring.cli.campaign.loaded", lambda *_given: found)
    before = file.read_text(encoding="utf-8")
    assert "spyring campaign status" in refused(spyring("campaign", "go-on", file))
    assert file.read_text(encoding="utf-8") == before


def test_a_file_that_another_process_wrote_to_is_kept(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = chain(file)
    save = CampaignFile(file, found, text)
    record: Record = found.lend()
    save.save(record)
    assert file.read_text(encoding="utf-8") == text
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(BadFile, match="Nothing was overwritten"):
        save.save(record)
    assert file.read_text(encoding="utf-8") == "mine"
