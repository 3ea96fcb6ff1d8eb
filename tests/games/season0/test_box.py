"""Section 7 of the ledger: a box that breaks a constraint is refused by the constraint's name."""

from collections import Counter
from importlib.resources import files
from typing import Final

import pytest

from spyring.engine.errors import BadBox
from spyring.games.season0 import GAME, box
from spyring.testkit import rule

TEXT: Final = files("spyring.games.season0").joinpath("box.toml").read_text(encoding="utf-8")

PARIS: Final = 'id = "paris"\nname = "Paris"\nregion = "eu"\naffiliation = "allied"\nsurveillance = 0\n'
LIMA: Final = 'id = "lima"\nname = "Lima"\nregion = "sa"\naffiliation = "neutral"\nsurveillance = 0\n'
TRACK_A: Final = '["", "card", "", "weakness", "", "card", "weakness", "burned"]'


@pytest.mark.parametrize(
    ("old", "new", "constraint"),
    [
        (LIMA, LIMA.replace('"sa"', '"moon"'), "SZ-D1"),
        (LIMA, LIMA.replace("= 0", "= 4"), "SZ-D1"),
        (LIMA, LIMA.replace('id = "lima"', 'id = "paris"'), "SZ-D1"),
        ('kind = "teams", regions = []', 'kind = "party", regions = []', "SZ-D2"),
        ("escalations = 5", "escalations = 6", "SZ-D3"),
        ("funding = 5", "funding = 6", "SZ-D3"),
        ("starting = true", "starting = false", "SZ-D3"),
        ("track = [2, 2, 2, 3, 3, 4]", "track = [2, 2, 2, 3, 3]", "SZ-D4"),
        ("track = [2, 2, 2, 3, 3, 4]", "track = [2, 2, 3, 2, 3, 4]", "SZ-D4"),
        ("agents = 36", "agents = 17", "SZ-D5"),
        ('id = "washington"', 'id = "georgetown"', "SZ-D6"),
        (PARIS, PARIS.replace("allied", "soviet"), "SZ-D6"),
        ('    ["algiers", "cairo", "a"],\n', '    ["algiers", "algiers", "a"],\n', "SZ-D7"),
        ('    ["algiers", "cairo", "a"],\n', '    ["algiers", "madrid", "a"],\n', "SZ-D7"),
        ('    ["algiers", "cairo", "a"],\n', '    ["algiers", "atlantis", "a"],\n', "SZ-D7"),
        (LIMA, LIMA.replace("neutral", "soviet"), "SZ-D11"),
        (LIMA, LIMA.replace('"sa"', '"na"'), "SZ-D11"),
        ('kind = "sleeper", regions = ["na"]', 'kind = "sleeper", regions = ["sa"]', "SZ-D12"),
        ('[[character]]\nid = "black"', '[[character]]\nid = "green"', "SZ-D13"),
        (TRACK_A, TRACK_A.replace('"burned"', '""'), "SZ-D14"),
        (TRACK_A, TRACK_A.replace('"card"', '""'), "SZ-D14"),
        (
            TRACK_A,
            '["weakness", "card", "weakness", "weakness", "weakness", "", "weakness", "burned"]',
            "SZ-D15",
        ),
        ('id = "tailed"', 'id = "tall"', "SZ-D16"),
        ("complete = 201\n", "", "SZ-D17"),
        ('known = [["novosibirsk", 1]]', 'known = [["novosibirsk", 4]]', "SZ-D17"),
        ('month = "prologue"', 'month = "january"', "SZ-D18"),
        ("number = 201", "number = 99", "SZ-D20"),
        ("number = 202", "number = 203", "SZ-D21"),
        ("cost = 3", "cost = 0", "SZ-D22"),
        ("track = [2, 2, 2, 3, 3, 4]", "track = [2, 4, 4, 4, 4, 9]", "SZ-D24"),
        ('unknown = ["east-berlin"', 'unknown = ["lima"', "SZ-D26"),
    ],
)
@rule(
    "SZ-D1",
    "SZ-D2",
    "SZ-D3",
    "SZ-D4",
    "SZ-D5",
    "SZ-D6",
    "SZ-D7",
    "SZ-D11",
    "SZ-D12",
    "SZ-D13",
    "SZ-D14",
    "SZ-D15",
    "SZ-D16",
    "SZ-D17",
    "SZ-D22",
    "SZ-D24",
)
def test_a_broken_box_is_refused_by_its_constraint(old: str, new: str, constraint: str) -> None:
    assert old in TEXT
    with pytest.raises(BadBox, match=f"^{constraint}:"):
        box.read(TEXT.replace(old, new, 1))


@rule("SZ-D8", "SZ-D9", "SZ-D10")
def test_regions_and_affiliations_are_large_enough() -> None:
    regions = Counter(city["region"] for city in GAME.box.cities)
    assert min(regions.values()) >= 4
    affiliations = Counter(city["affiliation"] for city in GAME.box.cities)
    assert affiliations == {"allied": 14, "neutral": 20, "soviet": 14}
    europe = {city["affiliation"] for city in GAME.box.cities if city["region"] == "eu"}
    assert {"allied", "soviet"} <= europe


@rule("SZ-D7")
def test_the_lines_join_all_cities() -> None:
    assert len(GAME.box.lines) == 91
    assert max(max(row) for row in GAME.box.distance) < 10
    for one, other in GAME.box.lines:
        assert other in GAME.box.near[one]
        assert one in GAME.box.near[other]


@rule("SZ-D22")
def test_some_upgrade_fits_the_smallest_budget() -> None:
    costs = [entry["cost"] for entry in (*GAME.box.assets, *GAME.box.upgrades)]
    assert min(costs) <= 2
    assert max(costs) <= 5


def test_every_component_says_where_it_comes_from() -> None:
    parts = (GAME.box.cities, GAME.box.events, GAME.box.occupations, GAME.box.assets, GAME.box.weaknesses)
    for entry in (entry for part in parts for entry in part):
        assert entry["provenance"] in ("rulebook", "published", "reconstructed")


def test_cities_stand_on_the_board_apart_from_each_other() -> None:
    places = [(city["x"], city["y"]) for city in GAME.box.cities]
    assert all(0 < x < 2000 and 0 < y < 1250 for x, y in places)
    near = [(a, b) for a in places for b in places if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) < 60]
    assert near == []


def test_another_box_of_the_same_kind_can_be_played() -> None:
    other = GAME.with_box(TEXT.replace('name = "standard"', 'name = "mine"'))
    assert other.box_name == "mine"
    assert other.box_digest() == GAME.box_digest()
    swapped = GAME.with_box(TEXT.replace("track = [2, 2, 2, 3, 3, 4]", "track = [2, 2, 3, 3, 3, 4]"))
    assert swapped.box_digest() != GAME.box_digest()
