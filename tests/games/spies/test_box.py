"""Section 7 of the ledger: what every box must satisfy, and what then holds in every game.

A box is broken by changing a few words of the standard one.
"""

import random
import re
from importlib.resources import files
from pathlib import Path

import pytest

from spyring.engine.errors import BadBox
from spyring.engine.game import inventory
from spyring.games import with_box
from spyring.games.spies import GAME
from spyring.games.spies.box import read
from spyring.testkit import contract, rule
from tests.games.spies.fixed_box import FIXED, STANDARD
from tests.games.spies.scene import random_game


def changed(was: str, to: str, count: int = 1) -> str:
    """The standard box with some words changed."""
    box, found = re.subn(was, to, STANDARD, count=count, flags=re.MULTILINE)
    assert found
    return box


def refused(box: str) -> str:
    """The constraint by which a box is refused."""
    with pytest.raises(BadBox) as refusal:
        GAME.with_box(box)
    return str(refusal.value).partition(":")[0]


def test_the_standard_box_satisfies_the_ledger() -> None:
    box = read(STANDARD)
    assert (box.cities, box.spaces, len(box.tile_ids)) == (66, 79, 50)
    assert FIXED.box_digest() != ""


@rule("SPY-D1")
def test_five_nations_and_seven_years() -> None:
    assert refused(changed('^id = "italy"$', 'id = "spain"')) == "SPY-D1"
    assert refused(changed(r"^years = \[1933, 1934", "years = [1932, 1934")) == "SPY-D1"


@rule("SPY-D2")
def test_fifty_tiles_by_number_with_years_in_order() -> None:
    assert refused(changed('^id = "rn50"$', 'id = "rn51"')) == "SPY-D2"
    assert refused(changed(r"^years = \[1933, 1934\]$", "years = [1934, 1933]")) == "SPY-D2"
    assert refused(changed(r"^years = \[1933, 1934\]$", "years = [1933, 1940]")) == "SPY-D2"


@rule("SPY-D3")
def test_yields_are_positive_and_name_each_city_once() -> None:
    assert refused(changed("chits = { berlin = 3", "chits = { berlin = 0")) == "SPY-D3"
    assert refused(changed("chits = { berlin = 3", "chits = { atlantis = 3")) == "SPY-D3"
    assert refused(changed("money = { budapest = 2", "money = { berlin = 2")) == "SPY-D3"


@rule("SPY-D4")
def test_forty_pieces_thirty_two_drawn_eight_in_neutral_cities() -> None:
    assert refused(changed(r'^  \{ id = "s40".*\n', "")) == "SPY-D4"
    assert refused(changed("^secrets = 7$", "secrets = 6")) == "SPY-D4"
    assert refused(changed('(id = "budapest", .*?country = "hungary",)', r"\1 secret = true,")) == "SPY-D4"
    assert refused(changed('(id = "stockholm", .*?), secret = true', r"\1")) == "SPY-D4"


@rule("SPY-D5")
def test_a_piece_is_a_secret_or_a_counterspy() -> None:
    assert refused(changed('(id = "s01", .*?value = 1)', r"\1, counterspy = 3")) == "SPY-D5"
    assert refused(changed('(id = "s01", .*?)value = 1, ', r"\1")) == "SPY-D5"


@rule("SPY-D6")
def test_spies_and_cousins() -> None:
    assert refused(changed(r"^spies_standard = \d$", "spies_standard = 6")) == "SPY-D6"
    assert refused(changed(", cousin = true", "")) == "SPY-D6"
    assert (
        refused(changed(r"(name = \"\w+\", )strength = \d+, cousin", r"\1strength = 1, cousin")) == "SPY-D6"
    )
    assert refused(changed(r'^  \{ name = "(?:Motte|Docht)".*\n', "", count=2)) == "SPY-D6"


@rule("SPY-D7")
def test_police_fit_into_their_cities() -> None:
    assert refused(changed(r"^police = \[.*\]$", "police = []")) == "SPY-D7"
    assert refused(changed(r"^police = \[.*\]$", f"police = {[3] * 15}")) == "SPY-D7"
    assert refused(changed('(id = "berlin", .*?)police = true, ', r"\1")) == "SPY-D7"
    assert refused(changed('(id = "tripoli", .*?overseas = true,)', r"\1 police = true,")) == "SPY-D7"


@rule("SPY-D8")
def test_chits() -> None:
    assert refused(changed('id = "papers", ', 'id = "passport", ')) == "SPY-D8"
    assert refused(changed(r"^chits = [34]$", "chits = 8")) == "SPY-D8"
    scarce = re.sub(r"count = \d+", "count = 2", STANDARD)
    assert refused(scarce) == "SPY-D8"


@rule("SPY-D9")
def test_the_map_has_the_named_cities_and_capitals() -> None:
    assert refused(changed('id = "tirana", ', 'id = "durres", ')) == "SPY-D9"
    assert refused(changed('(id = "hamburg", .*?country = "germany",)', r"\1 capital = true,")) == "SPY-D9"
    assert refused(changed('(id = "geneva", .*?), haven = true', r"\1")) == "SPY-D9"


@rule("SPY-D10")
def test_countries_that_are_annexed() -> None:
    assert (
        refused(changed('(id = "bratislava", .*?)country = "czechoslovakia"', r'\1country = "hungary"'))
        == "SPY-D10"
    )
    assert refused(changed(', annexed_by = "ge7"', "")) == "SPY-D10"


@rule("SPY-D11")
def test_prague_and_vienna_have_secrets() -> None:
    moved = changed('(id = "vienna", .*?), secret = true', r"\1")
    moved = re.sub('(id = "budapest", .*?country = "hungary",)', r"\1 secret = true,", moved, count=1)
    assert refused(moved) == "SPY-D11"


@rule("SPY-D12")
def test_the_sea_has_ports() -> None:
    assert refused(
        changed('a = "berlin", b = "hamburg", kind = "rail"', 'a = "berlin", b = "hamburg", kind = "sea"')
    ) == ("SPY-D12")
    assert refused(changed('a = "berlin", b = "hamburg"', 'a = "berlin", b = "baltic"')) == "SPY-D12"
    assert refused(changed(r"^zone = \[$", 'zone = [\n  { id = "caspian", name = "Caspian" },')) == "SPY-D12"


@rule("SPY-D13")
def test_every_place_can_be_reached_and_capitals_are_apart() -> None:
    assert refused(changed('a = "berlin", b = "hamburg"', 'a = "berlin", b = "paris"')) == "SPY-D13"
    lonely = changed(r"^city = \[$", 'city = [\n  { id = "thule", name = "Thule", country = "norway" },')
    assert refused(lonely) == "SPY-D13"


@rule("SPY-D14")
def test_egypt_is_british_and_three_nations_are_overseas() -> None:
    assert refused(changed('(id = "cairo", .*?)country = "britain"', r'\1country = "iraq"')) == "SPY-D14"
    assert refused(changed('(id = "konigsberg", .*?)police = true', r"\1overseas = true")) == "SPY-D14"


def tile_years(tile: str, years: str) -> str:
    return changed(rf'(^id = "{tile}"\n.*\n)years = .*', rf"\1years = {years}")


@rule("SPY-D15")
@pytest.mark.parametrize(
    ("tile", "years"),
    [("ge2", "[1939, 1939]"), ("rs19", "[1939, 1939]"), ("br29", "[1939, 1939]"), ("fr24", "[1933, 1935]")],
)
def test_years_of_special_tiles(tile: str, years: str) -> None:
    assert refused(tile_years(tile, years)) == "SPY-D15"


@rule("SPY-D16")
def test_asterisks_stand_on_nine_tiles() -> None:
    assert refused(changed("^asterisk = true\n", "")) == "SPY-D16"
    assert refused(changed('(^id = "ge3"\n)', r"\1asterisk = true\n")) == "SPY-D16"


@rule("SPY-D17")
def test_own_tiles_can_be_matched_to_the_years() -> None:
    assert refused(tile_years("ge3", "[1938, 1939]")) == "SPY-D17"


@rule("SPY-D18")
def test_factors_and_the_marker() -> None:
    assert refused(changed(r"^factors = \[\d+", "factors = [0")) == "SPY-D18"
    assert refused(changed(r"^marker = .*$", 'marker = "strength"')) == "SPY-D18"


@rule("SPY-D19", "SPY-R60")
def test_money_suffices_for_a_discovery_and_is_never_negative() -> None:
    assert refused(changed(r"^money = \d+$", "money = 2")) == "SPY-D19"
    for t in random_game(seed=3, game="advanced"):
        assert min(t.money) >= 0


@rule("SPY-D20")
@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_nothing_is_lost(variant: str) -> None:
    chits = []
    for t in random_game(seed=1, seats=4, game=variant):
        assert inventory(t) == FIXED.components(4)
        chits.append(sum(t.cup) + sum(t.hand) + len(t.drops))
        on_map = sum(place >= 0 for place in t.secret_at)
        gone = sum(place <= -6 for place in t.secret_at)
        assert on_map + gone + t.secret_at.count(-1) == 40
    assert len(set(chits)) == 1


SMALL = files("spyring.games.spies").joinpath("small.toml").read_text(encoding="utf-8")


@rule("SPY-D21")
def test_a_small_box_plays_the_last_year_with_some_nations_and_pieces() -> None:
    small = with_box(GAME, Path("small"))
    assert (small.box_name, GAME.box_name) == ("small", "standard")
    state = small.start(seats=2, seed=4)
    table = state.view(0)["table"]
    assert (table["year"], table["step"], table["turn"]) == (1939, "tile", "germany"), (
        "the set-up is laid out"
    )
    assert [spy["at"] for spy in table["spies"]] == ["prague", None, "prague", None]
    assert [one["at"] for one in table["police"]] == ["leipzig"]
    assert [secret["at"] for secret in table["secrets"] if not secret["off"]] == ["prague"]
    assert [row["money"] for row in table["nations"]] == [6, 0, 0, 6, 0]
    dice, turns = random.Random(1), {"germany"}
    while state.deciders:
        seat = state.deciders[0]
        names = [small.moves.name(move) for move in state.legal(seat)]
        assert not [name for name in names if name.startswith("talk ")]
        state.play(seat, dice.choice(state.legal(seat)))
        turns.add(state.view(None)["table"]["turn"])
        assert small.from_json(state.to_json()).fingerprint() == state.fingerprint()
    assert turns == {"germany", "france"}, "the others have nothing and take no turns"


@rule("SPY-D21")
def test_the_spy_that_is_sent_is_random_and_hidden_from_others() -> None:
    small = with_box(GAME, Path("small"))
    sent = set()
    for seed in range(20):
        state = small.start(seats=2, seed=seed)
        sent.add(state.view(0)["table"]["spies"][0]["name"])
        assert state.view(1)["table"]["spies"][0]["name"] is None
    assert sent == {"Dorn", "Motte"}


@rule("SPY-D21")
@pytest.mark.parametrize("order", ["in_order", "simultaneous"])
def test_the_pieces_of_a_small_box_are_laid_out_however_a_set_up_goes(order: str) -> None:
    state = with_box(GAME, Path("small")).start(seats=2, seed=0, setup_placement=order)
    assert type(state.stack[-1]).__name__ not in ("Place", "PlaceTogether")
    assert state.view(0)["table"]["turn"] == "germany"


@rule("SPY-D21")
def test_a_small_box_keeps_the_contract() -> None:
    contract(with_box(GAME, Path("small")), every=10, games=2)


@rule("SPY-D21")
@pytest.mark.parametrize(
    ("line", "to", "sentence"),
    [
        ("years = 1", "years = 8", "years lies in 1..7"),
        ("years = 1", "years = 2", "one for every year"),
        ("talks = 0", "talks = 4", "talks lies in 0..3"),
        ("talks = 0\n", "", "a small box has name, years"),
        ('"rome", ', "", "all capitals are on its map"),
        ('"prague", "strasbourg"', '"prague", "atlantis"', "places of the map"),
        ('"prague", "strasbourg"', '"prague", "vienna"', "it has 2 of the secrets"),
        ('["s23"]', '["s99"]', "it has 1 of the secrets"),
        ("papers = 1", "papers = 99", "its chits are chits of the box"),
        ("discovery = 2, cover = 1, papers = 1", "drop = 2", "suffice for all starting hands"),
        ('id = "france"', 'id = "germany"', "at least two of the nations"),
        ("money = 6\n", "", "a nation of a small box has id, money"),
        ("money = 6", "money = -1", "germany has money"),
        ('"Dorn"', '"Nobody"', "spies of the box, each once"),
        ("police = [4]", "police = [9]", "police of the box"),
        ("police = [4]", "police = [4, 4]", "each of the police of germany has a place"),
        ('police_at = ["leipzig"]', 'police_at = ["prague"]', "police_at of germany are cities"),
        ('spies_at = ["prague"]', 'spies_at = ["madrid"]', "spies_at of germany are cities"),
        ('"ge3"', '"fr23"', "some of its own tiles"),
    ],
)
def test_a_small_box_that_cannot_be_played_is_refused(line: str, to: str, sentence: str) -> None:
    assert line in SMALL
    with pytest.raises(BadBox, match="^SPY-D21: .*" + re.escape(sentence)):
        GAME.with_box(STANDARD + SMALL.replace(line, to, 1))
