"""Section 8 of the ledger: the worked examples; those of the rulebook with the standard box too."""

import pytest

from spyring.engine.game import Game
from spyring.games.krakow import GAME
from spyring.games.krakow.generated import Table, table
from spyring.testkit import rule
from spyring.testkit.scene import asked, frame, listening, play, seen, told
from tests.games.krakow.numbered_box import NUMBERED
from tests.games.krakow.scene import (
    SEATS,
    board,
    cards_of,
    decider,
    end_year,
    fail,
    field,
    gold,
    groups,
    hand_sizes,
    leader,
    names,
    number,
    player,
    points,
    scene,
    succeed,
    trick,
    year_end,
)

# Clockwise from White Purse, as the rulebook plays its examples.
ORDER = ("white-purse", "black-dagger", "white-dagger", "black-purse")


def example(game: Game, cards: str) -> Table:
    """Spring 1325: White Purse holds Spring and leads; each seat has one of these cards among others."""
    wanted = dict(zip(ORDER, cards.split(), strict=True))
    rest = [card for card in cards_of(game) if card not in cards.split()]
    hands = [[wanted[seat], *(rest.pop() for _card in range(8))] for seat in SEATS]
    position = {"leader": number("white-purse"), "hands": hands, "holder": [2, 3, 0, 1]}
    return table(listening(game.from_json({"game": "krakow", "table": position})))


def running(state: Table) -> tuple[int, int]:
    last = seen(state)["played"][-1]
    return last["support"], last["opposition"]


@rule("KRK-X1")
@pytest.mark.parametrize("game", [GAME, NUMBERED], ids=["standard", "numbered"])
def test_x1_an_arms_deal(game: Game) -> None:
    state = example(game, "an-arms-deal prophecy-of-war witch-hunting the-night-watch")
    before = seen(state)["discard"]
    sums = []
    for seat, card in zip(ORDER, ["an-arms-deal", "prophecy-of-war", "witch-hunting"], strict=False):
        assert asked(state) == [seat]
        trick(state, card)
        sums.append(running(state))
    assert sums == [(4, 0), (4, 3), (8, 3)]
    assert asked(state) == ["black-purse"]
    trick(state, "the-night-watch")
    # 8 : 8, and the season card decides
    assert told(state, "tie-broken") == [{"season": "spring", "seat": "white-purse"}]
    assert told(state, "succeeded") == [{"card": "an-arms-deal", "support": "8", "opposition": "8"}]
    # two white cubes on the power field of the Barracks, two in White Purse's chest
    assert board(state) == {("barracks", "power"): (2, 0)}
    assert [gold(state, seat) for seat in ORDER] == [2, 0, 0, 0]
    # the card face down on the success pile, three discarded; 4 = 4, so White Purse leads again
    assert (seen(state)["success"], seen(state)["discard"]) == (1, before + 3)
    assert leader(state) == "white-purse"


@rule("KRK-X1")
def test_x1_is_worth_a_point_for_red_at_the_years_end() -> None:
    state = year_end(success="an-arms-deal gift-0")
    end_year(state)
    assert groups(state) == [0, 0, 1, 1]


@rule("KRK-X2")
@pytest.mark.parametrize("game", [GAME, NUMBERED], ids=["standard", "numbered"])
def test_x2_true_blue_magic(game: Game) -> None:
    state = example(game, "true-blue-magic peasant-revolt fast-foods campaign-finance")
    before = seen(state)["discard"]
    trick(state, "true-blue-magic peasant-revolt")
    assert running(state) == (4, 2)
    trick(state, "fast-foods")
    assert running(state) == (7, 2)
    trick(state, "campaign-finance")
    assert told(state, "failed") == [{"card": "true-blue-magic", "support": "7", "opposition": "8"}]
    # all four discarded, no special effect of Peasant Revolt, Black Purse leads (6 > 2)
    assert (seen(state)["success"], seen(state)["discard"]) == (0, before + 4)
    assert board(state) == {}
    assert leader(state) == "black-purse"


DISTRICTS_OF_X3 = {
    ("province", "power"): (2, 1),
    ("province", "support"): (1, 2),
    ("barracks", "power"): (1, 3),
    ("shops", "fame"): (0, 1),
    ("harbour", "fame"): (2, 0),
    ("harbour", "support"): (0, 4),
    ("churches", "fame"): (3, 1),
    ("castle", "power"): (2, 1),
}


@rule("KRK-X3")
def test_x3_team_points() -> None:
    state = year_end(board=DISTRICTS_OF_X3)
    end_year(state)
    assert [points(state)[number(seat)] for seat in ("black-dagger", "black-purse")] == [6, 6]
    assert [points(state)[number(seat)] for seat in ("white-dagger", "white-purse")] == [5, 5]


@rule("KRK-X4")
def test_x4_with_two_blocked_intrigues() -> None:
    # given Autumn, and Black Dagger with both block cards
    hands = {
        "white-purse": "strong-6 axe-1 gift-1",
        "black-dagger": "block-of-6 block-of-7 fast-foods",
        "white-dagger": "strong-7 sword-4",
        "black-purse": "gift-2",
    }
    state = scene(season="autumn", leader="white-purse", hands=hands)
    trick(state, "strong-6 block-of-6 gift-0 axe-0")
    trick(state, "fast-foods sword-4 axe-5 axe-1")  # 3 : 5, White Dagger leads
    trick(state, "strong-7 gift-2 gift-1 block-of-7")
    assert points(state) == [0, 0, 0, 2]
    # when the year of X3 ends
    state = year_end(board=DISTRICTS_OF_X3, points=dict(zip(SEATS, points(state), strict=True)))
    end_year(state)
    own = dict(zip(SEATS, points(state), strict=True))
    assert own == {"white-dagger": 5, "white-purse": 5, "black-purse": 6, "black-dagger": 8}


@rule("KRK-X5")
def test_x5_the_end_of_a_short_game() -> None:
    identity = {
        "white-dagger": "green",
        "white-purse": "red",
        "black-dagger": "yellow",
        "black-purse": "blue",
    }
    state = year_end(
        points={"white-dagger": 5, "white-purse": 5, "black-dagger": 8, "black-purse": 6},
        groups={"red": 7, "blue": 6, "green": 3, "yellow": 1},
        identity=[identity[seat] for seat in SEATS],
    )
    end_year(state)
    assert state.outcome is not None
    totals = dict(zip(SEATS, state.outcome.scores, strict=True))
    assert totals == {"white-dagger": 8, "white-purse": 12, "black-dagger": 9, "black-purse": 12}
    assert [SEATS[seat] for seat in state.outcome.winners] == ["white-purse"]
    assert state.outcome.ranks[number("black-purse")] == 2


@rule("KRK-X6")
@pytest.mark.parametrize("team", [0, 1])
def test_x6_ahead_everywhere(team: int) -> None:
    markers = (1, 0) if team == 0 else (0, 1)
    everywhere = {
        (row["district"], next(iter(row["fields"]))): markers for row in seen(GAME.start())["districts"]
    }
    state = year_end(board=everywhere)
    end_year(state)
    assert points(state) == ([15, 0, 15, 0] if team == 0 else [0, 15, 0, 15])


@rule("KRK-X7")
@pytest.mark.parametrize(
    ("blue", "expected"),
    [
        ("shops-fame-2 shops-gold-2 castle-fame-2 fast-foods", [1, 4, 1, 8]),
        ("shops-fame-2 shops-gold-2 castle-fame-2 fast-foods harbour-gold-2", [3, 5, 1, 6]),
    ],
)
def test_x7_group_points(blue: str, expected: list[int]) -> None:
    red = "grave-robbery an-arms-deal castle-power-3 slums-fame-3 slums-gold-3"
    state = year_end(success=f"{red} {blue} axe-0 axe-1 axe-2 gift-0")
    end_year(state)
    assert groups(state) == expected


@rule("KRK-X8")
@pytest.mark.parametrize("second", ["white-purse", "black-dagger"])
def test_x8_a_full_gold_field(second: str) -> None:
    # given ten markers, and the holders of Spring and Summer with three gold and one
    others = [seat for seat in SEATS if seat not in ("black-purse", second)]
    state = year_end(
        holders=("black-purse", second, *others),
        chest={"black-purse": 3, second: 1},
        board={("castle", "gold"): (4, 6)},
        years=2,
    )
    play(state, *["black-purse: allot castle"] * 3, "black-purse: ready")
    play(state, f"{second}: allot castle", f"{second}: ready")
    # then twelve lie there; one cube of the Spring seat is lost, and the cube of the Summer seat
    assert [event["count"] for event in told(state, "gold-placed")] == ["2"]
    lost = [(event["team"], event["count"]) for event in told(state, "lost")]
    assert lost == [("black", "1"), (second.split("-")[0], "1")]


@rule("KRK-X9")
def test_x9_a_full_support_field() -> None:
    state = scene(hands={"white-dagger": "harbour-support-2"}, board={("harbour", "support"): (4, 3)})
    succeed(state, "harbour-support-2")
    assert field(state, "harbour", "support") == (5, 3)
    assert [event["count"] for event in told(state, "lost")] == ["1"]


@rule("KRK-X10")
def test_x10_a_block() -> None:
    state = scene(hands={"white-dagger": "strong-7", "black-purse": "block-of-7"})
    before = seen(state)["discard"]
    trick(state, "strong-7 block-of-7 gift-5 axe-5")
    assert told(state, "blocked") == [{"seat": "black-purse", "card": "block-of-7"}]
    assert points(state) == [0, 1, 0, 0]
    assert board(state) == {("harbour", "fame"): (0, 2)}
    assert gold(state, "black-purse") == 1
    assert names(state.success) == ["block-of-7"]
    assert seen(state)["discard"] == before + 3
    assert leader(state) == "black-purse"


@rule("KRK-X11")
@pytest.mark.parametrize(
    ("black_death", "grave_robbery", "dealt", "unused"),
    [(True, False, 8, 1), (False, True, 10, 3), (True, True, 9, 2)],
)
def test_x11_hand_sizes(black_death: bool, grave_robbery: bool, dealt: int, unused: int) -> None:
    # given White under Black Death, Grave Robbery or both, when Summer is dealt
    extra = {"white": grave_robbery - black_death}
    state = scene(
        tricks=6, extra=extra, success="black-death grave-robbery", hands={"white-dagger": "an-arms-deal"}
    )
    fail(state, "an-arms-deal")
    assert hand_sizes(state) == [dealt, 9, dealt, 9]
    # then there are seven tricks all the same, and the rest stays unused
    while not (state.tricks == 6 and len(state.trick) == 3):
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    last = decider(state)
    left = [player(state, seat)["cards"] - (seat == last) for seat in SEATS]
    assert left == [unused, 2, unused, 2]
    state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    assert frame(state) != "Answer"


@rule("KRK-X12")
@pytest.mark.parametrize(("chest", "lost"), [(0, 0), (1, 1), (5, 2)])
def test_x12_a_depression(chest: int, lost: int) -> None:
    state = scene(hands={"white-dagger": "a-depression"}, chest={"black-purse": chest})
    succeed(state, "a-depression")
    play(state, "white-dagger: rob black-purse")
    assert gold(state, "black-purse") == chest - lost
    assert told(state, "gold-lost") == [{"seat": "black-purse", "count": str(lost)}]
    assert frame(state) == "Lead"
