"""Every sentence with which Estoril refuses a move states a fact, and cites its clause."""

from typing import Any, Final

import pytest

from spyring.engine.state import State
from spyring.games.estoril import GAME
from spyring.testkit import rule
from tests.games.estoril.scene import DISCARDS, scene
from tests.games.refusals import Case, Refusals, on

SEVEN: Final = "araujo-red guedes-red roque-red hans-r-red elizabeth-red linda-x-red garbo"
DISCARDING: Final[dict[str, Any]] = {"at_end": True, "stack": DISCARDS, "hands": {"red": SEVEN}}
PEEKING: Final[dict[str, Any]] = {"spaces": {"5.I": "araujo-green", "4.I": "roque-green"}}
HERE: Final = {"3.II": "araujo-green", "3.III": "roque-green"}
BESIDE: Final = {"2.I": "araujo-green", "6.I": "roque-green"}
FIVE: Final = ["2.I", "2.II", "2.III", "6.I", "6.II"]  # as many as there are white cubes


def resolving(board: int = 3, **given: Any) -> State:
    """Red's tile on the first space of a board has its turn, with two men of green beside it."""
    tile = given.pop("tile", "linda-x-red")
    others = given.pop("others", {f"{board}.II": "araujo-green", "2.I": "roque-green"})
    return scene(board=board, spaces={f"{board}.I": tile, **others}, **given)


def crowded(tile: str, **given: Any) -> State:
    """Five tiles around board 3 are protected, and white cubes are counted."""
    names = ["hans-r", "roque", "linda-x", "guedes", "elizabeth"]
    others = {space: f"{name}-green" for space, name in zip(FIVE, names, strict=True)}
    return resolving(tile=tile, others={"3.II": "araujo-green", **others}, marked=FIVE, **given)


def no_pile(**given: Any) -> State:
    """The draw pile has run out."""
    data = resolving(**given).to_json()
    data["table"]["removed"] += data["table"].pop("pile")
    del data["table"]["pile_seen"], data["stack"]
    return GAME.from_json({**data, "table": {**data["table"], "pile": [], "numeral": 0}})


def tile(name: str, *moves: str, **given: Any) -> Case:
    """A tile's turn."""
    return on(*moves, at=resolving, tile=name, **given)


REFUSALS: Final = Refusals(
    scene,
    # -- deployment
    on("place garbo 3.II").says("EST-5.1", "This tile is not in your hand").but(hands={"red": "garbo"}),
    on("place roque-red 7.I").says("EST-4.2", "is not in play this round").but(grid=(1, 2, 3, 4, 5, 7)),
    on("place roque-red 3.II", spaces={"3.II": "araujo-green"}).says("EST-1.6", "is taken").but(spaces={}),
    on("place roque-red 1.II", spaces={"1.I": "araujo-green"})
    .says("EST-5.3", "is an inner space. You need a tile beside it")
    .but(spaces={"1.I": "araujo-red"}),
    on("place araujo-red 5.II", "peek 5.III", **PEEKING)
    .says("EST-5.6", "there is no face-down tile")
    .but("peek 5.I"),
    on("place araujo-red 5.II", "peek 4.I", **PEEKING)
    .says("EST-5.7", "is too far away to peek at")
    .but("peek 5.I"),
    # -- abilities
    tile("linda-x-red", "mark 3.II")
    .says("EST-6.5", "no symbol left for this ability")
    .but(tile="guedes-red"),
    tile("red:g-rene", "assassinate 1.II", board=1)
    .says("EST-9.1", "Assassins cannot act in the Church")
    .but("assassinate 3.II", board=3),
    tile("linda-x-red", "assassinate 2.I")
    .says("EST-8.1", "can only strike on its own board")
    .but("assassinate 3.II"),
    tile("linda-x-red", "assassinate 3.III").says("EST-8.1", "There is nobody on").but("assassinate 3.II"),
    tile("linda-x-red", "assassinate 3.I")
    .says("EST-R13", "An Assassin cannot target itself")
    .but(assassin_self="yes"),
    on("assassinate 3.II", at=resolving, others=HERE, marked=["3.II"])
    .says("EST-8.9", "is protected by Diplomacy")
    .but(marked=[]),
    tile("elizabeth-red", "seduce 2.I 3.III", others=BESIDE, marked=["2.I"])
    .says("EST-8.9", "is protected by Diplomacy")
    .but(marked=[]),
    tile("elizabeth-red", "seduce 3.II 3.III")
    .says("EST-8.5", "is not on an adjacent board")
    .but("seduce 2.I 3.III"),
    tile("elizabeth-red", "seduce 2.II 3.III").says("EST-8.5", "There is nobody on").but("seduce 2.I 3.III"),
    tile("elizabeth-red", "seduce 2.I 2.II")
    .says("EST-8.5", "must move to this board")
    .but("seduce 2.I 3.III"),
    tile("elizabeth-red", "seduce 2.I 3.II").says("EST-1.6", "is taken").but("seduce 2.I 3.III"),
    tile("guedes-red", "mark 4.I").says("EST-8.8", "Choose this board or an adjacent one").but("mark 2.I"),
    tile("guedes-red", "mark 2.II").says("EST-8.8", "There is nobody on").but("mark 2.I"),
    tile("guedes-red", "mark 2.I", marked=["2.I"])
    .says("EST-R24", "is protected by Diplomacy")
    .but(marked=[]),
    on("mark 3.I", at=crowded, tile="red:a-alekhine", diplomacy_markers="5")
    .says("EST-R25", "All white cubes are in use")
    .but(diplomacy_markers="unlimited"),
    on("conspire", at=no_pile, tile="red:g-rene").says("EST-R16", "The draw pile is empty").but(at=resolving),
    tile("hans-r-red", "conspire", "stop").says("EST-R15", "choose one of the two tiles").but(after=()),
    # -- the end of the round
    on("discard garbo", "discard garbo", **DISCARDING)
    .says("EST-7.2", "You have already chosen this tile")
    .but(after=()),
    on("discard garbo", "red: discard roque-red", **DISCARDING)
    .says("EST-7.2", "You must keep six tiles")
    .but(after=()),
    on("discard pires", **DISCARDING).says("EST-7.2", "This tile is not in your hand").but("discard garbo"),
    on(
        "stop",
        "sacrifice 7.I",
        grid=(1, 2, 3, 4, 7, 8),
        board=7,
        spaces={"7.I": "green:amelia", "7.II": "linda-x-red", "7.III": "roque-red", "8.I": "guedes-red"},
    )
    .says("EST-9.7", "one of your own tiles at Hell's Mouth")
    .but("sacrifice 7.II"),
)


@rule("EST-5.1", "EST-6.5")
@pytest.mark.parametrize("one", REFUSALS.cases, ids=str)
def test_a_refusal_states_a_fact(one: Case) -> None:
    REFUSALS.check(one)


def test_no_refusal_is_left_out() -> None:
    assert REFUSALS.without_a_case("estoril") == []
