"""Every sentence with which Kraków refuses a move states a fact, and cites its clause."""

from typing import Any, Final

import pytest

from spyring.games.krakow.generated import Table
from spyring.testkit import rule
from tests.games.krakow.scene import scene, trick, year_end
from tests.games.refusals import Case, Refusals, on

MARKERS: Final = {("slums", "fame"): (1, 1), ("slums", "support"): (1, 1), ("castle", "power"): (0, 1)}
FULL: Final = {("slums", "support"): (1, 1), ("harbour", "support"): (8, 1)}


def led(card: str, then: str = "sword-0 gift-0 axe-0", **given: Any) -> Table:
    """White Dagger has led a card, and the others have played those: usually it succeeds."""
    hands = {"white-dagger": card, **given.pop("hands", {})}
    state = scene(**{"board": MARKERS, "chest": {"black-purse": 1}, "hands": hands, **given})
    trick(state, f"{card} {then}")
    return state


def special(card: str, *moves: str, **given: Any) -> Case:
    return on(*moves, at=led, card=card, **given)


REFUSALS: Final = Refusals(
    scene,
    # -- a trick
    on("play axe-3").says("KRK-5.5", "This card is not in your hand").but(hands={"white-dagger": "axe-3"}),
    on("white-purse: play axe-3", at=led, card="strong-7", then="sword-0")
    .says("KRK-5.5", "This card is not in your hand")
    .but(hands={"white-purse": "axe-3"}),
    on("play block-of-7", at=led, card="strong-7", then="sword-0", hands={"white-purse": "block-of-7"})
    .says("KRK-9.7", "You cannot block your partner's strong intrigue")
    .but(card="strong-6"),
    # -- special intrigues
    special("black-death", "black-purse: discard sword-5", "black-purse: discard sword-5")
    .says("KRK-10.1", "You have already chosen a card")
    .but(after=()),
    special("black-death", "black-purse: discard axe-5")
    .says("KRK-10.1", "This card is not in your hand")
    .but("black-dagger: discard axe-5"),
    *(
        special(card, f"remove {other} slums black")
        .says(clause, "Wrong type of marker. Remove another type")
        .but(fine)
        for clause, card, other, fine in (
            ("KRK-10.2", "peasant-revolt", "support", "remove power castle black"),
            ("KRK-10.4", "prophecy-of-war", "support", "remove fame slums black"),
            ("KRK-10.8", "street-thugs-rule", "fame", "remove power castle black"),
        )
    ),
    *(
        special(card, f"replace {other} slums")
        .says(clause, "Wrong type of marker. Replace another type")
        .but(fine)
        for clause, card, other, fine in (
            ("KRK-10.3", "saving-souls", "fame", "replace support slums"),
            ("KRK-10.5", "advertising", "support", "replace fame slums"),
        )
    ),
    special("prophecy-of-war", "remove fame slums white")
    .says("KRK-R13", "You can only remove your opponents' markers")
    .but(removal_targets="any"),
    special("prophecy-of-war", "remove fame castle black")
    .says("KRK-R15", "There is no such marker in the Castle")
    .but("remove fame slums black"),
    special("saving-souls", "replace support castle")
    .says("KRK-R15", "There is no such marker in the Castle")
    .but("replace support slums"),
    special("saving-souls", "replace support harbour", board=FULL, field_cap="per_team")
    .says("KRK-7.7", "Your markers already fill the Harbour")
    .but("replace support slums"),
    *(
        special(card, *before, "rob white-purse")
        .says(clause, "Only an opponent can lose gold")
        .but("rob black-purse")
        for clause, card, before in (
            ("KRK-10.6", "a-depression", ()),
            ("KRK-10.8", "street-thugs-rule", ("decline",)),
        )
    ),
    # -- the end of the year
    on("white-dagger: allot shops", "white-dagger: allot castle", at=year_end)
    .says("KRK-11.1", "You have divided all your gold")
    .but(after=()),
    on("white-dagger: allot slums", at=year_end)
    .says("KRK-R26", "There is no gold field in the Slums")
    .but("white-dagger: allot castle"),
)


@rule("KRK-5.5", "KRK-10.1")
@pytest.mark.parametrize("one", REFUSALS.cases, ids=str)
def test_a_refusal_states_a_fact(one: Case) -> None:
    REFUSALS.check(one)


def test_no_refusal_is_left_out() -> None:
    assert REFUSALS.without_a_case("krakow") == []
