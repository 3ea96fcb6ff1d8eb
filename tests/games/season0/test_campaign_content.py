"""SZ-D17 to SZ-D22, SZ-D26: content that breaks a constraint is refused in one sentence."""

import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from spyring.cli.box import box as command
from spyring.engine.errors import BadBox
from spyring.games.season0 import GAME
from spyring.games.season0.campaign.content import CAMPAIGN_IDS, read
from spyring.testkit import rule

HOME: Final = files("spyring.games.season0").joinpath("campaign")
TEXTS: Final = {name: HOME.joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in CAMPAIGN_IDS}
EVENING: Final = TEXTS["evening"]


def parts(name: str) -> dict[str, Any]:
    return tomllib.loads(TEXTS[name])


@pytest.mark.parametrize("name", CAMPAIGN_IDS)
@rule("SZ-D17", "SZ-D18", "SZ-D19", "SZ-D20", "SZ-D21", "SZ-D26")
def test_our_campaigns_are_sound(name: str) -> None:
    assert read(TEXTS[name], GAME.box).id == name


@rule("SZ-1.2", "SZ-D18", "SZ-3.7")
def test_medusa_has_all_that_a_year_needs() -> None:
    data = parts("medusa")
    assert len(data["entry"]) >= 60
    assert len(data["window"]) >= 20
    assert len(data["box"]) == 8
    assert len(data["operation"]) >= 20
    assert len(data["protocol"]) == 5
    assert len({frame["rule"] for frame in data["frame"]}) >= 8
    assert len(data["ending"]) >= 3
    months = Counter(card["month"] for card in data["objective"])
    assert [months[month] for month in list(months)] == [2] * 4 + [3] * 8
    assert any(len(card.get("known", ())) > 1 for card in data["objective"])
    assert any(count > 1 for card in data["objective"] for _city, count in card.get("known", ()))


@pytest.mark.parametrize(
    ("old", "new", "constraint"),
    [
        ('known = [["paris", 1]]', 'known = [["atlantis", 1]]', "SZ-D17"),
        ('month = "february"\nname = "The Plastic', 'month = "march"\nname = "The Plastic', "SZ-D18"),
        ('number = "01-02"', 'number = "01-05"', "SZ-D19"),
        ('number = "01-02"', 'number = "first"', "SZ-D19"),
        ('stop = "stop"\n\n[[objective]]\nid = "jan-1"', '\n[[objective]]\nid = "jan-1"', "SZ-D19"),
        ('{ if = "key"', '{ if = "negative"', "SZ-D19"),
        ('number = 100\ntext = "Locker', 'number = 99\ntext = "Locker', "SZ-D20"),
        ('label = "11"', 'label = "10"', "SZ-D20"),
        ('label = "0001"', 'label = "0009"', "SZ-D20"),
        ("number = 50", "number = 49", "SZ-D20"),
        ('id = "lantern"', 'id = "minotaur"', "SZ-D20"),
        ('label = "14"', 'label = "15"', "SZ-D26"),
        ('"window 11"]', '"window 13"]', "SZ-D21"),
        ('"window 11"]', '"window 12"]', "SZ-D21"),
        (', "window 11"]', "]", "SZ-D21"),
        ('"card 50"]', '"fetch 50"]', "SZ-D21"),
        ('"surveillance cairo -1"] },', '"surveillance cairo -7"] },', "SZ-D21"),
        ('"budget +1", "protocol', '"budget", "protocol', "SZ-D21"),
        ('do = ["asset miniature-camera"]', 'do = ["card 50"]', "SZ-D21"),
        ('rule = "shuttle"', 'rule = "teleport"', "SZ-19.1"),
        ('place = "further action"', 'place = "anywhere"', "SZ-19.1"),
        ("from = 8", "from = 99", "SZ-4.7"),
        ("from = 0", "from = 1", "SZ-4.7"),
        ('flags = ["negative"', 'flags = ["positive"', "SZ-D21"),
        ('part_2 = "03-01"', 'part_2 = "03-07"', "SZ-2.1"),
        ('do = ["objective p1", "objective p2"]', 'do = ["objective p1"]', "SZ-18.1"),
        ('months = ["january", "february", "march"]', 'months = ["march", "january"]', "SZ-1.2"),
        ("[campaign]", "[camp", "not a TOML"),
    ],
)
@rule("SZ-D17", "SZ-D18", "SZ-D19", "SZ-D20", "SZ-D21", "SZ-D26", "SZ-2.1")
def test_what_breaks_a_constraint_is_refused_by_its_name(old: str, new: str, constraint: str) -> None:
    assert old in EVENING
    with pytest.raises(BadBox, match=constraint) as refusal:
        read(EVENING.replace(old, new, 1), GAME.box)
    assert "\n" not in str(refusal.value)


@rule("SZ-D21")
def test_a_thing_may_be_opened_on_two_ways_that_exclude_each_other() -> None:
    once = EVENING.replace('"surveillance cairo -1"] },', '"window 11"] },', 1)
    assert read(once, GAME.box)
    twice = EVENING.replace('back = "Read them aloud', 'extra = 1\nback = "Read them aloud', 1)
    twice = twice.replace('do = ["window A", ', 'do = ["window 11", "window A", ', 1)
    with pytest.raises(BadBox, match="window 11 is opened twice"):
        read(twice, GAME.box)


@rule("SZ-D21")
def test_the_command_checks_a_campaign_too(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(EVENING, encoding="utf-8")
    bad.write_text(EVENING.replace('"window 11"]', '"window 13"]', 1), encoding="utf-8")
    season0 = ["--game", "spyring.games.season0:GAME"]
    found = CliRunner().invoke(command, ["check", str(good), *season0])
    assert found.exit_code == 0
    assert "valid campaign" in found.output
    refused = CliRunner().invoke(command, ["check", str(bad), *season0])
    assert isinstance(refused.exception, BadBox)
    assert "SZ-D21: story 01-04 opens window 13, which does not exist." in str(refused.exception)
