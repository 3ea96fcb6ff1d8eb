"""SPY-13: talks, offers and trades."""

from typing import Any

from spyring.engine.reason import Reason
from spyring.games.spies import words as w
from spyring.games.spies.estimates import CHIT_WORTH
from spyring.games.spies.generated import table
from spyring.games.spies.words import NATION_IDS
from spyring.testkit import rule
from tests.games.spies.scene import (
    asked,
    came_back,
    frame,
    hand,
    legal,
    money,
    nation,
    play,
    refused_by,
    scene,
    seen,
    told,
    verbs,
    who_was_told,
)

CHITS = {"germany": "cover cover", "france": "discovery", "italy": "papers"}
TALK: dict[str, Any] = {"chits": CHITS, "spies": {"germany-1": "berlin"}}


@rule("SPY-13.1", "SPY-R49", "SPY-P11")
def test_chits_and_money_change_hands_at_once() -> None:
    t = scene(**TALK)
    play(
        t,
        "germany: talk france",
        "germany: give cover",
        "germany: pay 10",
        "germany: ask discovery",
        "germany: promise no-search",
        "germany: propose",
    )
    assert (frame(t), asked(t)) == ("AnswerOffer", ["france"])
    play(t, "france: accept")
    assert (hand(t, "germany"), hand(t, "france")) == ({"cover": 1, "discovery": 1}, {"cover": 1})
    assert (money(t, "germany"), money(t, "france")) == (40, 60)
    assert told(t, "money-changed-hands") == [{"nation": "germany", "other": "france", "count": "10"}]
    assert {row["count"] for row in told(t, "chits-changed-hands")} == {"1"}
    assert who_was_told(t, "chit-changed-hands") == {"germany", "france"}
    assert who_was_told(t, "chits-changed-hands").isdisjoint({"germany", "france"}), "not told twice"
    assert told(t, "promised", "france") == [{"nation": "germany", "other": "france", "promise": "no-search"}]
    play(t, "germany: end")


@rule("SPY-13.2")
def test_tiles_are_no_part_of_an_offer() -> None:
    t = scene(**TALK)
    play(t, "germany: talk france")
    assert verbs(t, "germany") == {"give", "ask", "pay", "charge", "promise", "request", "withdraw"}


@rule("SPY-13.3", "SPY-R59")
def test_talks_cost_a_point_for_each_opponent() -> None:
    for price, left in (("per_turn", 10), ("per_talk", 9)):
        t = scene(**TALK, game="advanced", diplomacy_ap=price)
        for move in ("talk france", "withdraw", "talk france", "withdraw", "talk italy", "withdraw"):
            play(t, f"germany: {move}")
        assert seen(t)["action_points"] == left


@rule("SPY-13.4")
def test_only_the_nation_on_turn_opens_talks() -> None:
    t = scene(**TALK)
    assert legal(t, "france") == set()
    play(t, "germany: talk france", "germany: give cover", "germany: propose")
    assert verbs(t, "france") == {"accept", "refuse", "counter"}
    play(t, "france: refuse")
    assert frame(t) == "SpyStep"


@rule("SPY-13.4", "SPY-R67", "SPY-P11")
def test_the_nation_on_turn_ends_talks_whenever_it_likes() -> None:
    """While the other one considers an offer, and while it builds one; nobody else can."""
    for moves in ((), ("counter",), ("counter", "give discovery")):
        t = scene(**TALK)
        play(t, "germany: talk france", "germany: give cover", "germany: propose")
        play(t, *(f"france: {move}" for move in moves))
        assert (asked(t), t.interrupters) == (["france"], (0,))
        assert legal(t, "germany") == {"withdraw"}
        assert legal(t, "italy") == set()
        play(t, "germany: withdraw")
        assert frame(t) == "SpyStep"
        assert told(t, "withdrawn") == [{"nation": "germany"}]
        assert hand(t, "germany") == {"cover": 2}
    t = scene(**TALK)
    play(t, "germany: talk france", "germany: give cover", "germany: propose")
    play(t, "france: counter", "france: withdraw")
    assert told(t, "withdrawn") == [{"nation": "france"}], "who is asked may break off too"


@rule("SPY-13.4")
def test_a_nation_that_may_break_off_learns_nothing_of_a_counter_offer() -> None:
    """The same refusals, whatever the other one holds and has put into its offer."""
    sentences = []
    for chits, part in (("discovery", "give discovery"), ("papers papers", "charge 20")):
        t = scene(**TALK | {"chits": CHITS | {"france": chits}})
        play(t, "germany: talk france", "germany: give cover", "germany: propose")
        play(t, "france: counter", f"france: {part}")
        moves = ("give discovery", "give papers", "pay 5", "propose", "accept", "promise favour")
        sentences.append([str(t.why_not(0, t.game.moves.parse(move))) for move in moves])
        assert t.view(0)["asked"]["parts"] is None
    assert sentences[0] == sentences[1]
    assert set(sentences[0]) == {"The other nation must answer. You can only break off the talks. [SPY-13.4]"}


@rule("SPY-13.1", "SPY-P5")
def test_an_escape_can_be_bought_in_the_escape_step() -> None:
    t = scene(
        step="tile",
        spies={"germany-1": "captured france 1933 2", "germany-2": "bucharest"},
        tiles={"germany": "ge3"},
        chits={"france": "escape"},
        money={"germany": 12},
    )
    play(t, "germany: discard ge1")
    assert (frame(t), verbs(t, "germany")) == ("FreeSpies", {"pass", "talk"})
    play(t, "germany: talk france", "germany: ask escape", "germany: pay 2", "germany: propose")
    play(t, "france: accept")
    assert frame(t) == "FreeSpies"
    play(t, "germany: free 1")
    back = next(row for row in seen(t)["spies"] if row["id"] == came_back(t))
    assert back["at"] == "berlin"


@rule("SPY-13.1", "SPY-R28")
def test_talks_at_sea_leave_the_points_to_land() -> None:
    """The North Sea is a space away from its ports."""
    for points, able in ((2, False), (3, True)):
        t = scene(game="advanced", points=points, spies={"germany-1": "hamburg"})
        play(t, "germany: step 1 north-sea")
        assert ("talk france" in legal(t, "germany")) == able
    play(t, "germany: talk france", "germany: withdraw")
    assert verbs(t, "germany") == {"step", "talk"}, "it is paid for France already"
    assert legal(t, "germany", "talk") == {"talk france"}
    assert "step 1 hamburg" in legal(t, "germany")


@rule("SPY-R67")
def test_three_offers_one_counter_offer_four_parts() -> None:
    t = scene(**TALK)
    play(t, "germany: talk france")
    assert refused_by(t, "germany: propose") == "SPY-13.1"
    play(t, "germany: give cover", "germany: give cover")
    assert refused_by(t, "germany: give cover") == "SPY-R49"
    play(t, "germany: promise favour", "germany: pay 1")
    assert refused_by(t, "germany: pay 1") == "SPY-R67"
    play(t, "germany: propose")
    play(t, "france: counter", "france: give discovery", "france: charge 20", "france: propose")
    assert asked(t) == ["germany"]
    assert refused_by(t, "germany: counter") == "SPY-R67"
    play(t, "germany: accept")
    assert (money(t, "germany"), hand(t, "germany")) == (30, {"cover": 2, "discovery": 1})
    play(t, "germany: talk france", "germany: withdraw", "germany: talk france", "germany: withdraw")
    assert refused_by(t, "germany: talk france") == "SPY-R67"


@rule("SPY-R49")
def test_an_offer_that_asks_for_missing_chits_cannot_be_accepted() -> None:
    t = scene(**TALK)
    play(t, "germany: talk france", "germany: ask papers", "germany: pay 5", "germany: propose")
    assert refused_by(t, "france: accept") == "SPY-R49"


@rule("SPY-4.10")
def test_a_trade_may_make_a_surplus() -> None:
    t = scene(spies={"germany-1": "berlin"}, chits={"germany": "cover", "france": "papers " * 7})
    play(t, "germany: talk france", "germany: give cover", "germany: propose")
    play(t, "france: accept")
    assert (frame(t), asked(t)) == ("ReturnSurplus", ["france"])
    papers = t.game.moves.parse("return papers")
    weights = t.game.strategy.priors(t, t.deciders[0], (papers,))
    assert weights == [-0.5 * CHIT_WORTH[w.PAPERS]], "the bot looks at the hand of France, which has many"


def test_an_offer_is_seen_by_its_two_parties() -> None:
    t = scene(**TALK)
    play(t, "germany: talk france", "germany: give cover")
    assert t.view(3)["asked"]["parts"] is None
    assert t.view(0)["asked"]["parts"] == ["give cover"]
    play(t, "germany: propose")
    assert t.view(3)["asked"]["parts"] == ["give cover"]
    assert t.view(1)["asked"]["parts"] is None


def test_what_an_offer_showed_is_remembered_until_it_is_played() -> None:
    t = scene(**TALK)
    play(t, "germany: talk france", "germany: give cover", "germany: propose")
    play(t, "france: refuse")
    known = {"known_to": "france", "nation": "germany", "chit": "cover", "count": 1}
    assert seen(t, "france")["known_chits"] == [known]
    assert seen(t, "italy")["known_chits"] == []
    for seed in range(8):
        assert table(t.resample(3, seed)).hand[0] >= 1
    assert any(table(t.resample(1, seed)).hand[0] == 0 for seed in range(20))
    assert nation(t, "germany", "france")["hand"] is None


def answered(t: Any, move: str) -> Reason | None:
    """What the nation that is asked says of its answer."""
    seat = t.deciders[0]
    reason: Reason | None = t.game.strategy.says(t, seat, t.game.moves.parse(move))
    return reason


def test_a_nation_that_refuses_an_offer_tells_only_its_maker_why() -> None:
    t = scene(**TALK)
    play(t, "germany: talk france", "germany: pay 5", "germany: ask discovery", "germany: propose")
    refusal = answered(t, "refuse")
    assert refusal is not None
    assert refusal.say() == "The offer asks for more than it gives."
    parties = sum(1 << t.runner[NATION_IDS.index(name)] for name in ("germany", "france"))
    assert refusal.audience == parties


def test_the_answer_tells_nothing_of_the_hand() -> None:
    """France says the same whether it has the chit or not."""
    said = set()
    for held in ("discovery", "papers"):
        t = scene(**TALK | {"chits": {**CHITS, "france": held}})
        play(
            t,
            "germany: talk france",
            "germany: pay 20",
            "germany: pay 20",
            "germany: ask discovery",
            "germany: propose",
        )
        refusal = answered(t, "refuse")
        said.add(None if refusal is None else refusal.say())
    assert len(said) == 1
    t = scene(**TALK)
    play(t, "germany: talk france", "germany: promise no-search", "germany: propose")
    words = answered(t, "refuse")
    assert words is not None
    assert words.say() == "Promises alone are not enough."
