"""Section 7 of the ledger: what every box must satisfy, and what then holds in every game.

A box is broken by changing one line of the standard one.
"""

import random
import re
from importlib.resources import files
from pathlib import Path

import pytest

from spyring.engine.errors import BadBox
from spyring.games import with_box
from spyring.games.krakow import GAME
from spyring.games.krakow.box import read
from spyring.games.krakow.generated import table
from spyring.testkit import rule
from spyring.testkit.scene import frame, play, seen, told
from tests.games.krakow import numbered_box
from tests.games.krakow.scene import SEATS, hand_sizes, player, points, random_game, scene, succeed, year_end

STANDARD = files("spyring.games.krakow").joinpath("box.toml").read_text(encoding="utf-8")


def changed(entry: str, line: str, to: str = "") -> str:
    """The standard box with one line of one entry changed; ``line`` is how the line begins."""
    before, found, after = STANDARD.partition(f'\nid = "{entry}"\n')
    assert found
    rows, rest = after.split("\n\n", 1) if "\n\n" in after else (after, "")
    assert f"\n{line}" in f"\n{rows}", f"{entry} has no line {line}"
    rows = re.sub(rf"^{re.escape(line)}.*$", to.replace("\\", r"\\"), rows, count=1, flags=re.MULTILINE)
    return f"{before}{found}{rows}\n\n{rest}"


def without(entry: str) -> str:
    """The standard box without one entry."""
    box, count = re.subn(rf'\[\[\w+\]\]\nid = "{entry}"\n(?:.+\n)+', "", STANDARD)
    assert count == 1
    return box


def refused(box: str) -> str:
    """The sentence by which a box is refused."""
    with pytest.raises(BadBox) as refusal:
        GAME.with_box(box)
    return str(refusal.value)


def test_the_standard_box_and_the_box_of_these_tests_satisfy_the_ledger() -> None:
    assert read(STANDARD).name == "standard"
    assert read(numbered_box.text()).name == "numbered"


@pytest.mark.parametrize(
    "box",
    [
        "no box at all [",
        "",
        '[box]\ngame = "estoril"\nname = "other"',
        '[box]\ngame = "krakow"',
        '[box]\ngame = "krakow"\nname = "empty"',
        STANDARD.replace("[[card]]", "[[person]]"),
    ],
)
def test_an_invalid_box_is_refused_with_a_sentence(box: str) -> None:
    assert refused(box).endswith(".")


@rule("KRK-D1")
@pytest.mark.parametrize(
    ("box", "about"),
    [
        (without("market-dues"), "55 cards"),
        (changed("market-dues", "group", 'group = "red"'), "green has 13 cards"),
        (changed("market-dues", "name", 'name = "Loaded Dice"'), "two cards are called Loaded Dice"),
        (changed("market-dues", "name", "name = 7"), "every card has a name"),
        (STANDARD.replace('id = "market-dues"', 'id = "loaded-dice"'), "two cards are called loaded-dice"),
        (STANDARD.replace('id = "market-dues"', 'id = "market dues"'), "a space"),
        (
            STANDARD.replace('id = "an-arms-deal"', 'id = "an-arms-trade"'),
            "the known card an-arms-deal is missing",
        ),
        (
            changed("an-arms-deal", "support", "support = { green = 1, blue = 2, yellow = 2, red = 5 }"),
            "support.red of an-arms-deal is 4, not 5",
        ),
        (changed("an-arms-deal", "district", 'district = "castle"'), "district of an-arms-deal is barracks"),
        (changed("an-arms-deal", "yields", "yields = { power = 2, gold = 1 }"), "yields of an-arms-deal"),
        (
            changed(
                "campaign-finance", "opposition", "opposition = { green = 3, blue = 5, yellow = 1, red = 1 }"
            ),
            "opposition.blue of campaign-finance is 6",
        ),
        (
            changed("witch-hunting", "support", "support = { green = 1, blue = 5, yellow = 1, red = 3 }"),
            "support.red of witch-hunting is 4",
        ),
        (
            changed(
                "the-night-watch", "opposition", "opposition = { green = 1, blue = 2, yellow = 2, red = 4 }"
            ),
            "opposition.red of the-night-watch is 5",
        ),
        (
            changed(
                "prophecy-of-war", "opposition", "opposition = { green = 1, blue = 0, yellow = 4, red = 2 }"
            ),
            "opposition.red of prophecy-of-war is 3",
        ),
        (
            changed(
                "peasant-revolt", "opposition", "opposition = { green = 1, blue = 3, yellow = 1, red = 3 }"
            ),
            "opposition.blue of peasant-revolt is 2",
        ),
        (
            changed("true-blue-magic", "support", "support = { green = 3, blue = 5, yellow = 1, red = 3 }"),
            "support.blue of true-blue-magic is 4",
        ),
        (
            changed("fast-foods", "support", "support = { green = 2, blue = 4, yellow = 1, red = 2 }"),
            "support.blue of fast-foods is 3",
        ),
    ],
)
def test_d1_cards_and_known_cards(box: str, about: str) -> None:
    sentence = refused(box)
    assert sentence.startswith("KRK-D1: ")
    assert about in sentence


@rule("KRK-D2")
@pytest.mark.parametrize(
    ("line", "to", "about"),
    [
        ("support", "support = { green = 2, blue = 1, yellow = 1 }", "support of market-dues"),
        ("support", "support = { green = 2, blue = 1, yellow = 1, red = -1 }", "support of market-dues"),
        (
            "opposition",
            "opposition = { green = 2, blue = 3, yellow = 3, red = 4, violet = 1 }",
            "opposition of market-dues",
        ),
        (
            "opposition",
            "opposition = { green = 2, blue = 3, yellow = 3, red = 1.5 }",
            "opposition of market-dues",
        ),
        ("opposition", "opposition = 3", "opposition of market-dues"),
        ("opposition", "", "opposition of market-dues"),
        ("district", 'district = "wieliczka"', "no district"),
        ("district", "", "no district"),
        ("yields", "yields = {}", "the yield of market-dues is empty"),
        ("yields", "yields = { fame = 0 }", "the yield of market-dues is empty"),
        ("yields", "yields = { salt = 1 }", "the yield of market-dues"),
        ("yields", "yields = { fame = -1, gold = 2 }", "the yield of market-dues"),
        ("yields", "", "the yield of market-dues"),
    ],
)
def test_d2_values_district_and_yield(line: str, to: str, about: str) -> None:
    sentence = refused(changed("market-dues", line, to))
    assert sentence.startswith("KRK-D2: ")
    assert about in sentence


@rule("KRK-D3")
@pytest.mark.parametrize("strength", [0, 8])
def test_d3_strength_is_the_support_for_the_own_colour_from_1_to_7(strength: int) -> None:
    support = f"support = {{ green = {strength}, blue = 1, yellow = 1, red = 2 }}"
    assert refused(changed("market-dues", "support", support)).startswith(
        "KRK-D3: the strength of market-dues"
    )


@rule("KRK-D4")
def test_d4_a_card_is_strong_exactly_if_its_strength_is_6_or_7() -> None:
    strong = changed("market-dues", "support", "support = { green = 6, blue = 1, yellow = 1, red = 2 }")
    assert refused(strong).startswith("KRK-D4: market-dues")
    weak = changed("salt-monopoly", "support", "support = { green = 5, blue = 1, yellow = 1, red = 1 }")
    assert refused(weak).startswith("KRK-D4: salt-monopoly")


@rule("KRK-D5")
@pytest.mark.parametrize(("card", "circles"), [("market-dues", 2), ("salt-monopoly", 1), ("market-dues", 3)])
def test_d5_circles(card: str, circles: int) -> None:
    assert refused(changed(card, "circles", f"circles = {circles}")).startswith(f"KRK-D5: {card}")


@rule("KRK-D6")
@pytest.mark.parametrize(
    ("box", "about"),
    [
        (
            changed("market-dues", "circles", 'circles = 2\nspecial = "black-death"'),
            "eight special cards, not 9",
        ),
        (changed("black-death", "special", 'special = "a-drought"'), "no card has the special black-death"),
        (changed("black-death", "special", "special = []"), "no card has the special black-death"),
        (
            STANDARD.replace('special = "black-death"', 'special = "x"')
            .replace('special = "peasant-revolt"', 'special = "black-death"')
            .replace('special = "x"', 'special = "peasant-revolt"'),
            "the special black-death belongs to the card black-death",
        ),
        (
            changed(
                "black-death", "support", "support = { green = 6, blue = 1, yellow = 1, red = 2 }"
            ).replace('special = "black-death"', 'special = "black-death"\nblocked_by = "market-dues"'),
            "black-death is special, so it cannot be strong",
        ),
    ],
)
def test_d6_the_eight_specials(box: str, about: str) -> None:
    sentence = refused(box)
    assert sentence.startswith("KRK-D6: ")
    assert about in sentence


@rule("KRK-D7", "KRK-9.1", "KRK-R8")
@pytest.mark.parametrize(
    ("block", "about"),
    [
        ('"a-better-forgery"', "blocks two strong cards"),
        ('"nothing-at-all"', "does not exist"),
        ("3", "does not exist"),
        ('"grave-robbery"', "special or strong"),
        ('"the-smugglers-fleet"', "special or strong"),
    ],
)
def test_d7_block_cards(block: str, about: str) -> None:
    sentence = refused(changed("salt-monopoly", "blocked_by", f"blocked_by = {block}"))
    assert sentence.startswith("KRK-D7: ")
    assert about in sentence


@rule("KRK-D7")
def test_d7_at_least_two_cards_are_strong() -> None:
    weak = re.sub(r"(green|blue|yellow|red) = [67]([^}]*}\nopposition)", r"\1 = 5\2", STANDARD)
    weak = re.sub(r'circles = 2\nblocked_by = ".*"', "circles = 1", weak)
    assert refused(weak) == "KRK-D7: at least two cards are strong."


@rule("KRK-D8")
@pytest.mark.parametrize(
    "box",
    [
        without("slums"),
        STANDARD.replace('id = "slums"', 'id = "suburbs"'),
        changed("castle", "points", "points = 2"),
        changed("slums", "points", "points = 3"),
        changed("slums", "fields", 'fields = ["fame", "fame"]'),
        changed("slums", "fields", "fields = []"),
        changed("slums", "fields", 'fields = ["fame", "salt"]'),
        changed("slums", "fields", "fields = [[]]"),
        changed("slums", "fields", ""),
    ],
)
def test_d8_districts(box: str) -> None:
    assert refused(box).startswith("KRK-D8: ")


@rule("KRK-D9")
@pytest.mark.parametrize(
    ("box", "about"),
    [
        (changed("province", "fields", 'fields = ["support", "power"]'), "exactly five"),
        (changed("barracks", "fields", 'fields = ["support", "power", "gold"]'), "exactly five"),
        (changed("harbour", "fields", 'fields = ["fame", "support", "power", "gold"]'), "the Harbour"),
        (changed("shops", "fields", 'fields = ["fame", "support", "gold"]'), "the Shops"),
        (changed("barracks", "fields", 'fields = ["support", "fame"]'), "the Barracks"),
        (
            changed("province", "fields", 'fields = ["support", "power"]').replace(
                'fields = ["fame", "support"]', 'fields = ["fame", "support", "gold"]'
            ),
            "the Slums",
        ),
    ],
)
def test_d9_fields(box: str, about: str) -> None:
    sentence = refused(box)
    assert sentence.startswith("KRK-D9: ")
    assert about in sentence


@rule("KRK-D10")
def test_d10_markers_of_a_yield_have_their_field_gold_is_free() -> None:
    assert refused(changed("market-dues", "yields", "yields = { power = 1 }")).startswith(
        "KRK-D10: market-dues yields power"
    )
    assert read(changed("cutpurse-school", "yields", "yields = { gold = 2 }")), "the Slums have no gold field"


@rule("KRK-D11")
def test_d11_every_district_has_a_card_and_every_type_two_districts() -> None:
    powerless = changed("castle", "fields", 'fields = ["fame", "gold"]')
    powerless = powerless.replace('fields = ["support", "power", "gold"]', 'fields = ["support", "gold"]')
    assert refused(powerless) == "KRK-D11: power fields occur in 1 districts; at least two are needed."
    deserted = re.sub(
        r'district = "harbour"\nyields = .*', 'district = "shops"\nyields = { fame = 1 }', STANDARD
    )
    assert refused(deserted) == "KRK-D11: no card is of harbour."


@rule("KRK-D12")
def test_d12_support_of_4_for_another_colour_and_opposition_of_6_are_possible() -> None:
    values = [
        (card["group"], colour, value) for card in GAME.box.cards for colour, value in card["support"].items()
    ]
    assert any(group != colour and value == 4 for group, colour, value in values)
    assert any(6 in card["opposition"].values() for card in GAME.box.cards)
    assert read(changed("market-dues", "support", "support = { green = 2, blue = 4, yellow = 4, red = 4 }"))
    assert read(
        changed("market-dues", "opposition", "opposition = { green = 6, blue = 6, yellow = 6, red = 6 }")
    )


@rule("KRK-D13")
def test_d13_the_mean_yield_is_at_most_four_markers() -> None:
    rich = re.sub(r"yields = {(.*)gold = \d }", r"yields = {\1gold = 5 }", STANDARD)
    rich = rich.replace(
        "yields = { power = 2, gold = 5 }", "yields = { power = 2, gold = 2 }"
    )  # as the rulebook prints it
    assert refused(rich).startswith("KRK-D13: the mean yield is ")
    yields = [sum(card["yields"].values()) for card in GAME.box.cards]
    assert sum(yields) / len(yields) <= 4


@rule("KRK-D14")
def test_d14_hands_have_8_to_10_cards_and_two_are_left_at_the_seventh_trick() -> None:
    for seed in range(8):
        for state in random_game(seed=seed, years=1):
            if frame(state) != "Lead":
                continue
            if seen(state)["trick"] == 1:
                assert set(hand_sizes(state)) <= {8, 9, 10}
            if seen(state)["trick"] == 7:
                assert min(hand_sizes(state)) >= 2


@rule("KRK-D14")
def test_d14_a_seat_with_one_card_at_the_seventh_trick() -> None:
    # given a short Winter that left a seat eight cards, when Black Death takes one of them
    only = {"black-dagger": "axe-0 axe-5 axe-4 axe-3 axe-2 axe-1 fast-foods"}
    hands = {"white-dagger": "black-death"}
    state = scene(season="winter", hands=hands, only=only, success="grave-robbery")
    succeed(state, "black-death")
    play(state, "black-dagger: discard fast-foods", "black-dagger: ready")
    play(state, "black-purse: discard sword-5", "black-purse: ready")
    # then it still plays all seven tricks, the last one with its last card
    while seen(state)["trick"] < 7:
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    assert player(state, "black-dagger")["cards"] == 1
    while seen(state)["season"] == "winter":
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    assert hand_sizes(state) in ([0, 0, 0, 0], [9, 9, 9, 9])


@rule("KRK-D15")
def test_d15_each_season_has_at_least_so_many_cards() -> None:
    least = {"spring": 56, "summer": 49, "autumn": 42, "winter": 35}
    for seed in range(8):
        for state in random_game(seed=seed, years=1):
            if frame(state) == "Lead" and seen(state)["trick"] == 1:
                available = sum(hand_sizes(state)) + seen(state)["discard"]
                assert available == 56 - seen(state)["success"]
                assert available >= least[seen(state)["season"]]


@rule("KRK-D16")
@pytest.mark.parametrize("box", [without("red"), STANDARD.replace('id = "red"', 'id = "violet"')])
def test_d16_four_groups(box: str) -> None:
    assert refused(box).startswith("KRK-D16: ")


@rule("KRK-D16")
def test_d16_four_identities_and_four_season_cards() -> None:
    count = table(GAME.start(seed=9)).census()
    assert [count[f"identity {group}"] for group in ("green", "blue", "yellow", "red")] == [1, 1, 1, 1]
    assert [count[f"season card {season}"] for season in ("spring", "summer", "autumn", "winter")] == [
        1,
        1,
        1,
        1,
    ]


@rule("KRK-D17", "KRK-R12")
@pytest.mark.parametrize("field_cap", ["shared", "per_team"])
@pytest.mark.parametrize("seed", range(3))
def test_d17_cubes_and_cards_are_conserved_at_all_times(seed: int, field_cap: str) -> None:
    for state in random_game(seed=seed, years=2, field_cap=field_cap, removal_targets="any"):
        cards = [card for pile in (*state.hands, state.discard, state.trick, state.success) for card in pile]
        assert sorted(cards) == list(range(56))
        for team in range(2):
            on_board = sum(state.board[team::2])
            assert state.supply[team] + on_board + state.chest[team] + state.chest[team + 2] == 55
            assert min(state.supply[team], *state.board, *state.chest) >= 0


@rule("KRK-D18")
def test_d18_district_points_of_a_year_are_at_most_15() -> None:
    for seed in range(8):
        *_course, state = random_game(seed=seed, years=1)
        won = {"white": 0, "black": 0}
        for event in told(state, "district-won"):
            won[event["team"]] += int(event["count"])
        assert sum(won.values()) <= 15
    assert sum(district["points"] for district in GAME.box.districts) == 15
    everywhere = {
        (row["district"], next(iter(row["fields"]))): (1, 0) for row in seen(GAME.start())["districts"]
    }
    state = year_end(chest={}, board=everywhere)
    assert points(state) == [15 if seat.startswith("white") else 0 for seat in SEATS]


SMALL = files("spyring.games.krakow").joinpath("small.toml").read_text(encoding="utf-8")


@rule("KRK-D19")
def test_a_small_box_plays_the_last_seasons_with_some_of_the_cards() -> None:
    small = with_box(GAME, Path("small"))
    assert (small.box_name, GAME.box_name) == ("small", "standard")
    state = small.start(seed=4, years=1)
    assert seen(state)["season"] == "winter"
    cards = [card for seat in SEATS for card in seen(state, seat)["hand"]]
    assert len(set(cards)) == 8 == len(cards)
    assert all(f'"{card}"' in SMALL for card in cards)
    dice, plays = random.Random(1), 0
    while state.deciders:
        seat = state.deciders[0]
        move = dice.choice(state.legal(seat))
        plays += small.moves.name(move).startswith("play ")
        state.play(seat, move)
        assert small.from_json(state.to_json()).fingerprint() == state.fingerprint()
    assert plays == 2 * 4, "two tricks, and the year is over"


@rule("KRK-D19")
@pytest.mark.parametrize(
    ("line", "to", "sentence"),
    [
        ("hand = 2", "hand = 1", "a hand has at least 2 cards"),
        ("hand = 2", "hand = 3", "8 cards are not enough; it needs 12"),
        ("seasons = 1", "seasons = 2", "8 cards are not enough; it needs 10"),
        ("seasons = 1", "seasons = 5", "seasons lies in 1..4"),
        ("tricks = 2", "", "a small box has a name, cards, a hand, tricks and seasons"),
        ('"loaded-dice"', '"no-such-card"', "cards of the box"),
        ('"loaded-dice"', '"black-death"', "a hand has at least 4 cards"),
    ],
)
def test_a_small_box_that_cannot_be_played_is_refused(line: str, to: str, sentence: str) -> None:
    assert line in SMALL
    found = refused(STANDARD + SMALL.replace(line, to))
    assert found.startswith("KRK-D19: ")
    assert sentence in found
