"""EST-D: what a box must satisfy, and what the standard box says about itself."""

import json
import random
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from spyring.engine.errors import BadBox
from spyring.games import with_box
from spyring.games.estoril import GAME
from spyring.games.estoril import words as w
from spyring.games.estoril.box import read
from spyring.testkit import rule
from tests.games.estoril.scene import finish

TEXT = files("spyring.games.estoril").joinpath("box.toml").read_text(encoding="utf-8")
TILES = GAME.box.tiles[:6] + GAME.box.characters


def changed(old: str, new: str, count: int = 1) -> str:
    """The standard box with something else in it."""
    assert old in TEXT
    return TEXT.replace(old, new, count)


def refused(text: str) -> str:
    """The constraint by which a box is refused."""
    with pytest.raises(BadBox) as refusal:
        read(text)
    return str(refusal.value).split(":")[0]


def of(tile: str) -> dict[str, Any]:
    return next(entry for entry in TILES if entry["id"] == tile)


def block(kind: str, name: str) -> str:
    """The entry of a component in the file."""
    start = TEXT.index(f'[[{kind}]]\nid = "{name}"')
    return TEXT[start : TEXT.index("\n\n", start) + 2]


@rule("EST-D1")
def test_six_starting_tiles_in_four_equal_sets() -> None:
    assert len(GAME.box.ids) == 24 + 27
    for colour in range(1, len(w.SEAT_IDS)):
        assert GAME.box.tiles[colour * 6 : colour * 6 + 6] == GAME.box.tiles[:6]
    assert refused(TEXT.replace(block("starter", "araujo"), "")) == "EST-D1"
    assert refused(changed('id = "garbo"', 'id = "pires"')) == "EST-D1"
    assert refused(changed('id = "garbo"', 'id = "araujo-red"')) == "EST-D1"
    assert refused(changed('id = "garbo"', 'id = "garbo"\ncolour = "red"')) == "EST-D1"


@rule("EST-D2")
def test_at_least_twenty_five_other_characters() -> None:
    text = changed('name = "standard"', 'name = "mine"')
    for name in ("garbo", "clark-g"):
        text = text.replace(block("character", name), "")
    read(text)
    assert refused(text.replace(block("character", "anne-d"), "")) == "EST-D2"


@rule("EST-D2")
def test_a_box_with_more_characters_can_be_played() -> None:
    entry = {**of("garbo"), "id": "ann-other", "name": "Ann Other", "abilities": ["assassin", "nationalism"]}
    fields = [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
    more = "\n".join(["[[character]]", *fields])
    game = GAME.with_box(changed('name = "standard"', 'name = "mine"') + more)
    assert game.moves.name(game.moves.parse("discard ann-other")) == "discard ann-other"
    assert game.box_digest() != GAME.box_digest()
    state = game.start(seats=3, seed=2)
    assert "ann-other" in state.census()
    finish(state)
    assert state.outcome is not None


@rule("EST-D3")
def test_zero_to_two_abilities() -> None:
    assert sum(bool(tile["abilities"]) for tile in TILES) * 2 > len(TILES)
    assert refused(changed('abilities = ["conspiracy"]', 'abilities = ["charm"]')) == "EST-D3"
    three = 'abilities = ["conspiracy", "conspiracy", "conspiracy"]'
    assert refused(changed('abilities = ["conspiracy"]', three)) == "EST-D3"
    assert refused(re.sub(r"abilities = \[.*\]", "abilities = []", TEXT)) == "EST-D3"


@rule("EST-D4")
def test_a_double_assassin_and_a_double_seducer() -> None:
    assert of("i-shouwaloff")["abilities"] == ["assassin", "assassin"]
    assert of("zsa-zsa-g")["abilities"] == ["seduction", "seduction"]
    assert refused(changed('["assassin", "assassin"]', '["assassin"]')) == "EST-D4"
    assert refused(changed('["seduction", "seduction"]', '["seduction"]')) == "EST-D4"


@rule("EST-D5")
def test_strengths_and_points_in_their_ranges() -> None:
    assert {tile["strength"] for tile in TILES} == {0, 1, 2, 3, 4, 5}
    assert {tile["vp"] for tile in TILES} == {1, 2, 3, 4}
    assert refused(changed("strength = 5", "strength = 6")) == "EST-D5"
    assert refused(changed("strength = 5", "strength = 4")) == "EST-D5"
    assert refused(changed("vp = 4", "vp = 5")) == "EST-D5"
    assert refused(TEXT.replace("vp = 4", "vp = 3")) == "EST-D5"


@rule("EST-D6")
def test_luciano() -> None:
    luciano = of("c-lucky-luciano")
    assert (luciano["flag"], luciano["strength"], luciano["vp"], luciano["abilities"]) == ("IT", 5, 1, [])
    assert refused(changed('"C. Lucky Luciano"', '"C. Unlucky"')) == "EST-D6"


@rule("EST-D7")
def test_flags_that_must_be_there() -> None:
    green = of("g-green")
    assert (green["flag"], green["strength"], green["abilities"]) == ("GB", 2, ["nationalism"])
    assert (
        refused(
            TEXT.replace(block("character", "g-green"), block("character", "g-green").replace("GB", "US"))
        )
        == "EST-D7"
    )
    assert refused(TEXT.replace('flag = "FR"', 'flag = "SU"', 1)) == "EST-D7"
    assert refused(TEXT.replace('flag = "DE"', 'flag = "SU"')) == "EST-D7"


@rule("EST-D8")
def test_twelve_missions() -> None:
    kinds = [mission["kind"] for mission in GAME.box.missions]
    assert len(kinds) == 12
    assert {kinds.count(kind) for kind in ("women", "strength", "many-flags")} == {1}
    many = GAME.box.missions[GAME.box.flags_mission]["flags"]
    assert many == ["ES", "FR", "IT", "HU", "SU", "YU"]
    assert refused(TEXT.replace(block("mission", "women"), "")) == "EST-D8"
    assert refused(changed("vp = 6", "vp = 8")) == "EST-D8"
    assert refused(changed('"ES", "FR", "IT", "HU", "SU", "YU"', '"ES", "IT", "HU", "SU"')) == "EST-D8"
    assert refused(changed('"ES", "FR", "IT", "HU", "SU", "YU"', '"ES", "FR", "IT"')) == "EST-D8"
    assert refused(changed('kind = "women"', 'kind = "strength"')) == "EST-D8"
    assert refused(changed('symbol = "assassin"', 'symbol = "charm"')) == "EST-D8"


@rule("EST-D9")
def test_eight_boards() -> None:
    assert refused(changed("number = 8", "number = 9")) == "EST-D9"
    assert refused(changed('numeral = "III"', 'numeral = "IV"')) == "EST-D9"
    assert refused(changed('special = "dice"', 'special = "open"')) == "EST-D9"


@rule("EST-D10", "EST-9.3")
def test_top_secret_and_peeks() -> None:
    beach = GAME.box.boards[2]
    assert not any(space["top_secret"] or space["peek"] != "none" for space in beach["spaces"])
    start = TEXT.index("number = 3")
    assert (
        refused(TEXT[:start] + TEXT[start:].replace("top_secret = false", "top_secret = true", 1))
        == "EST-D10"
    )
    assert refused(changed('peek = "adjacent-boards"', 'peek = "any-board"')) == "EST-D10"
    assert refused(changed('peek = "any-board"', 'peek = "none"')) == "EST-D10"
    assert refused(TEXT.replace('peek = "this-board"', 'peek = "none"')) == "EST-D10"


@rule("EST-D11")
def test_boards_fill_their_cells() -> None:
    assert refused(changed('reward = { cell = "top-left"', 'reward = { cell = "top-right"')) == "EST-D11"
    assert refused(changed('reward = { cell = "centre"', 'reward = { cell = "top-left"')) == "EST-D11"


@rule("EST-D15")
def test_the_published_totals() -> None:
    characters = GAME.box.characters
    assert sum(tile["vp"] for tile in characters) == 65
    assert sum(tile["strength"] for tile in characters) == 59
    assert sum(tile["woman"] for tile in characters) == 7
    flags = {flag: sum(tile["flag"] == flag for tile in characters) for flag in ("PT", "DE", "GB", "US")}
    assert flags == {"PT": 6, "DE": 4, "GB": 4, "US": 4}
    text = changed("strength = 5\nvp = 1", "strength = 5\nvp = 2")
    assert refused(text) == "EST-D15"
    read(text.replace('name = "standard"', 'name = "mine"'))


def test_every_component_says_where_it_comes_from_and_has_a_line_of_its_own() -> None:
    lines = []
    for entry in (*TILES, *GAME.box.missions, *GAME.box.boards):
        assert entry["provenance"] in ("rulebook", "published", "reconstructed")
        assert 0 < len(entry["flavour"]) <= 80
        lines.append(entry["flavour"])
    assert len(set(lines)) == len(lines)


def test_other_faults_of_a_box() -> None:
    assert refused("no = [toml") == "This is not a TOML file"
    assert refused("") == "box"
    assert refused(changed('game = "estoril"', 'game = "krakow"')) == "box"
    assert refused('[box]\ngame = "estoril"\nname = "mine"') == "starter"
    assert refused(changed('flag = "IT"', 'flag = "XX"')) == "EST-1.3"
    assert refused(changed('peek = "this-board"', 'peek = "sometimes"')) == "EST-5.7"
    assert refused(changed("woman = true", 'woman = "yes"')) == "EST-1.3"


def test_what_the_rules_read_can_be_digested() -> None:
    assert json.loads(json.dumps(GAME.box_facts())) == GAME.box_facts()
    assert GAME.with_box(changed("Fine view", "A view")).box_digest() == GAME.box_digest()


SMALL = files("spyring.games.estoril").joinpath("small.toml").read_text(encoding="utf-8")


@rule("EST-D17")
def test_a_small_box_plays_the_last_round_on_two_boards() -> None:
    small = with_box(GAME, Path("small"))
    assert (small.box_name, GAME.box_name) == ("small", "standard")
    state = small.start(seats=2, seed=4)
    table = state.view(0)["table"]
    assert table["round"] == table["rounds"] == 4
    assert table["sitting_out"] == [1, 4, 5, 6, 7, 8]
    assert sorted(table["hand"]) == ["araujo-red", "linda-x-red"]
    assert len(state.legal(state.deciders[0])) == 2 * 6, "every space is an outer one"
    dice, placed = random.Random(1), 0
    while state.deciders:
        seat = state.deciders[0]
        move = dice.choice(state.legal(seat))
        placed += small.moves.name(move).startswith("place ")
        state.play(seat, move)
        assert small.from_json(state.to_json()).fingerprint() == state.fingerprint()
    assert placed == 2, "one cube each"


@rule("EST-D17")
@pytest.mark.parametrize(
    ("line", "to", "sentence"),
    [
        ("hand = 3", "hand = 1", "full hand"),
        ("cubes = 1", "cubes = 3", "a tile for every cube"),
        ("rounds = 1", "rounds = 2", "it needs at least 5"),
        ("rounds = 1", "rounds = 5", "rounds lies in 1..4"),
        ("boards = [2, 3]", "boards = [2]", "two or three boards"),
        ("boards = [2, 3]", "", "a small box has"),
        ('"linda-x"', '"nobody"', "its starters are tiles of the box"),
    ],
)
def test_a_small_box_that_cannot_be_played_is_refused(line: str, to: str, sentence: str) -> None:
    standard = files("spyring.games.estoril").joinpath("box.toml").read_text(encoding="utf-8")
    assert line in SMALL
    with pytest.raises(BadBox, match=r"^EST-D17: .*" + re.escape(sentence)):
        GAME.with_box(standard + SMALL.replace(line, to))
