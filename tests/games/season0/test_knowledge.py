"""Section 3 of the ledger: what is hidden from everybody, and what imagined worlds may be."""

from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table, table
from spyring.games.season0.rules.cover import next_box
from spyring.testkit import reaches, rule
from spyring.testkit.scene import play, seen, told
from tests.games.season0.scene import CITIES, EUROPE, player, scene, traveller


@rule("SZ-15.6", "SZ-11.3")
def test_decks_and_the_hidden_card_are_shown_to_nobody() -> None:
    state = GAME.start(seats=2, seed=9)
    for seat in (0, 1, None):
        view = state.view(seat)
        assert view["table"]["objectives"][0]["target"] is None
        assert set(view["table"]["deck"]) == {"cards", "piles", "escalations"}
        assert view["table"]["threat"]["known"] == []
        assert len(view["table"]["threat"]["layers"][0]["may_be"]) == 39


@rule("SZ-11.4")
def test_the_hidden_target_may_be_any_listed_card_that_was_not_seen() -> None:
    out = [c for c in EUROPE if c not in ("london", "prague", "rome")]
    state = scene(target="london", discard=" ".join(out))
    reaches(state, 0, lambda world: world.to_json()["table"]["targets"][0], ("london", "prague", "rome"))


@rule("SZ-12.7")
def test_after_an_escalation_the_cards_on_top_are_known_but_not_their_order() -> None:
    state = scene(top="escalation lima", bottom="moscow", threat_discard="tokyo osaka manila", threats="kiev")
    play(state, "end")
    turned = [event["city"] for event in told(state, "threat-turned")]
    left = sorted({"moscow", "tokyo", "osaka", "manila"} - set(turned))
    layers = seen(state)["threat"]["layers"]
    assert layers[0] == {"cards": 2, "may_be": left}
    orders = [tuple(left), tuple(reversed(left))]
    reaches(state, 1, lambda world: tuple(world.to_json()["table"]["threat"][-2:]), orders)


@rule("SZ-8.9")
def test_every_pile_keeps_its_escalation_in_any_world() -> None:
    state = GAME.start(seats=3, seed=4)
    piles = seen(state)["deck"]["piles"]
    for seed in range(20):
        deck = state.resample(0, seed).to_json()["table"]["deck"][::-1]
        for size in piles:
            assert deck[:size].count("escalation") == 1
            del deck[:size]


@rule("SZ-R37")
def test_what_a_forecast_showed_stays_in_any_world() -> None:
    six = "tokyo osaka manila jakarta sydney lima"
    state = scene(hands={"alpha": "forecast"}, threats=six)
    play(state, "event forecast", *[f"order {c}" for c in six.split()[:5]])
    for seat in (0, 1, None):
        world = state.resample(seat, 5).to_json()["table"]
        assert world["threat"][-6:] == six.split()[::-1]


@rule("SZ-6.10", "SZ-R71")
def test_covered_boxes_are_drawn_when_they_are_uncovered() -> None:
    state = traveller(uncovered=1, game=GAME)
    assert player(state, "alpha")["alias"]["uncovered"] == [""]
    begins_plain = {track for track in GAME.box.tracks.values() if track[0] == w.SYMBOL_NONE}
    reaches(state, 0, lambda world: _scratched(table(world)), begins_plain)


def _scratched(world: Table) -> tuple[int, ...]:
    """The whole cover track of the first alias, once every box is uncovered."""
    shown = world.uncovered[0]
    while len(shown) < GAME.box.cover_boxes:
        shown = (*shown, next_box(world, shown))
    return shown


@rule("SZ-R16")
def test_at_the_end_the_hidden_card_is_shown() -> None:
    full = dict.fromkeys(CITIES[:12], 3)
    state = scene(target="kiev", agents=full, threats="tokyo osaka", top="lima bogota")
    play(state, "end")
    assert seen(state)["objectives"][0]["target"] == "kiev"
    assert told(state, "target-shown")[0]["city"] == "kiev"
