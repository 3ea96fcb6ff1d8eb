"""Section 7 of the ledger: a box that breaks a constraint is refused by the constraint's name."""

import random
import re
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest

from spyring.engine.errors import BadBox, BadOption, BadPosition
from spyring.games import with_box
from spyring.games.season0 import GAME, box
from spyring.testkit import contract, rule

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


SMALL: Final = files("spyring.games.season0").joinpath("small.toml").read_text(encoding="utf-8")


@rule("SZ-D27")
def test_a_small_box_plays_a_prologue_of_two_turns() -> None:
    small = with_box(GAME, Path("small"))
    assert (small.box_name, GAME.box_name) == ("small", "standard")
    assert (small.seats, GAME.seats) == ((2,), (2, 3, 4))
    state = small.start(seats=2, seed=4)
    table = state.view(0)["table"]
    assert (table["turn"], table["step"], table["actions"]) == (1, "actions", 2), "nobody chooses an officer"
    assert [row["id"] for row in table["objectives"]] == ["p1", "p2"]
    assert sum(city["agents"] for city in table["cities"]) == 1
    dice, turns = random.Random(1), {1}
    while state.deciders:
        seat = state.deciders[0]
        names = [small.moves.name(move) for move in state.legal(seat)]
        assert not [name for name in names if name.endswith((" paris", " toronto"))], "not on this map"
        state.play(seat, dice.choice(state.legal(seat)))
        turns.add(state.view(None)["table"]["turn"])
        assert small.from_json(state.to_json()).fingerprint() == state.fingerprint()
    assert turns == {1, 2}


@rule("SZ-D27")
def test_a_team_of_a_small_box_costs_less() -> None:
    small = with_box(GAME, Path("small"))
    for seed in range(20):
        state = small.start(seats=2, seed=seed)
        seat = state.deciders[0]
        forwarder = seat == 0
        allied = {"atlanta", "new-york", "washington"} & set(state.view(0)["table"]["players"][seat]["hand"])
        names = [small.moves.name(move) for move in state.legal(seat)]
        assert ("assemble" in names) == (forwarder and bool(allied))


@rule("SZ-D27")
def test_a_small_box_holds_no_campaign() -> None:
    small = with_box(GAME, Path("small"))
    with pytest.raises(BadOption):
        small.start(seats=2, campaign="evening")
    with pytest.raises(BadPosition, match="SZ-D27"):
        small.start(seats=2, legacy={"month": "january"})


@rule("SZ-D27")
def test_a_small_box_keeps_the_contract() -> None:
    contract(with_box(GAME, Path("small")), every=10, games=2)


@rule("SZ-D27")
@pytest.mark.parametrize(
    ("line", "to", "sentence"),
    [
        ("actions = 2", "actions = 5", "actions lies in 1..4"),
        ("assemble = 2", "assemble = 1", "costs the Freight Forwarder a card, too"),
        ("threats = 1\n", "", "a small box has name, cities"),
        ('"washington", "atlanta", "new', '"atlanta", "new', "Washington is one of its cities"),
        ('"havana", "mexico-city"', '"havana", "paris"', "its cities hang together"),
        ('"havana", "mexico-city"', '"havana", "atlantis"', "cities of the box"),
        ('"mexico-city"', '"mexico-city", "mexico-city"', "each once"),
        ('"blue"', '"black"', "each another character"),
        ("agents = [1]", "agents = [4]", "its agents are 1 to 3"),
        ("hand = 1", "hand = 3", "5 City cards are not enough; it needs 7"),
        ('id = "p2"', 'id = "p9"', "objectives of the prologue"),
        ('["atlanta", "new-york"] }', '["atlanta", "toronto"] }', "the targets of objective p1"),
        ('known = [["washington", 1]]', 'known = ["washington"]', "the targets of objective p2"),
    ],
)
def test_a_small_box_that_cannot_be_played_is_refused(line: str, to: str, sentence: str) -> None:
    assert line in SMALL
    with pytest.raises(BadBox, match="^SZ-D27: .*" + re.escape(sentence)):
        GAME.with_box(TEXT + SMALL.replace(line, to, 1))
