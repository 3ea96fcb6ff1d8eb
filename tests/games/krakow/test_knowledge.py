"""Section 3 of the ledger: who may see what, when. Exactly that, and exactly those.

Views and events say what is shown. `possible` finds out what else a seat could know: it rearranges the hidden
things in all ways that the seat cannot tell apart.
"""

from collections.abc import Callable
from typing import Any

import pytest

from spyring.games.krakow import GAME
from spyring.games.krakow.generated import Table, table
from spyring.testkit import rule
from spyring.testkit.scene import SPECTATOR, frame, play, seen, told, who_was_told
from tests.games.krakow.numbered_box import NUMBERED
from tests.games.krakow.scene import (
    ALL,
    SEASONS,
    SEATS,
    end_year,
    fail,
    gold,
    hand,
    heard,
    names,
    number,
    possible,
    random_game,
    scene,
    succeed,
    trick,
    view,
    who_sees,
    year_end,
)

PHASES = ("start", "trick", "special", "plague", "new season", "year-end")


def at(phase: str) -> Table:
    """A table in each phase of the game with a decision."""
    if phase == "start":
        return table(NUMBERED.start(seed=3, events=True))
    if phase == "new season":
        state = scene(tricks=6, hands={"white-dagger": "an-arms-deal"}, success=3)
        fail(state, "an-arms-deal")
        return state
    if phase == "trick":
        state = scene(season="summer", tricks=3, hands={"white-dagger": "an-arms-deal"}, success=4)
        trick(state, "an-arms-deal sword-0")
        return state
    if phase == "year-end":
        return year_end(success=6)
    card = {"special": "a-depression", "plague": "black-death"}[phase]
    state = scene(season="autumn", hands={"white-dagger": card})
    succeed(state, card)
    return state


def words(thing: object) -> list[str]:
    """Every text in a JSON-ready thing."""
    if isinstance(thing, dict):
        return [word for part in (*thing.keys(), *thing.values()) for word in words(part)]
    if isinstance(thing, list):
        return [word for part in thing for word in words(part)]
    return [thing] if isinstance(thing, str) else []


def identity_of(seat: str) -> Callable[[Table], int]:
    return lambda t: t.identity[number(seat)]


def hand_of(seat: str) -> Callable[[Table], tuple[str, ...]]:
    return lambda t: tuple(sorted(names(t.hands[number(seat)])))


def holds(seat: str, card: str) -> Callable[[Table], bool]:
    return lambda t: card in names(t.hands[number(seat)])


def lies_in_the_discard_pile(card: str) -> Callable[[Table], bool]:
    return lambda t: card in names(t.discard)


def on_top(count: int) -> Callable[[Table], tuple[str, ...]]:
    """The highest cards of the discard pile."""
    return lambda t: tuple(names(t.discard[-count:]))


def divided(seat: str) -> Callable[[Table], tuple[int, ...]]:
    """How much gold a seat has put on each district so far."""
    return lambda t: tuple(t.to_json()["stack"][-1][1][number(seat)])


# -- identities ----------------------------------------------------------------------------------------------


@rule("KRK-3.3", "KRK-5.9")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", SEATS)
def test_an_identity_is_known_to_its_owner_alone_until_the_end(phase: str, seat: str) -> None:
    state = at(phase)
    assert who_sees(state, seat, "identity") == {seat}
    truth = state.identity[number(seat)]
    assert possible(state, seat, identity_of(seat)) == {truth}
    assert possible(state, SPECTATOR, identity_of(seat)) == {0, 1, 2, 3}
    for other in set(SEATS) - {seat}:
        assert possible(state, other, identity_of(seat)) == {0, 1, 2, 3} - {state.identity[number(other)]}


@rule("KRK-14.1")
def test_at_the_end_all_identities_are_open() -> None:
    state = year_end()
    end_year(state)
    for seat in SEATS:
        assert who_sees(state, seat, "identity") == ALL


# -- season cards --------------------------------------------------------------------------------------------


@rule("KRK-R31", "KRK-3.4", "KRK-5.3")
@pytest.mark.parametrize("now", SEASONS)
def test_a_season_card_is_known_to_its_owner_and_to_all_from_the_start_of_its_season(now: str) -> None:
    holders = ("black-purse", "white-dagger", "black-dagger", "white-purse")
    state = year_end(holders=holders) if now == "year-end" else scene(season=now, holders=holders)
    for season, holder in zip(SEASONS, holders, strict=False):
        shown = SEASONS.index(season) <= SEASONS.index(now)
        assert who_sees(state, holder, "season") == (ALL if shown else {holder})


@rule("KRK-R31")
def test_a_hidden_season_card_may_be_any_unseen_one() -> None:
    state = scene(season="spring", holders=SEATS)  # White Dagger holds Spring, Black Purse Summer
    held = {SEASONS[season] for season in possible(state, "black-purse", lambda t: t.holder.index(2))}
    assert held == {"autumn", "winter"}
    held = {SEASONS[season] for season in possible(state, "white-dagger", lambda t: t.holder.index(2))}
    assert held == {"summer", "autumn", "winter"}
    assert possible(state, SPECTATOR, lambda t: t.holder[0]) == {0}, "Spring is shown"


# -- hands ---------------------------------------------------------------------------------------------------


@rule("KRK-3.5", "KRK-5.2")
@pytest.mark.parametrize("phase", PHASES)
def test_a_hand_is_known_to_its_owner_and_not_to_the_partner_its_size_to_all(phase: str) -> None:
    state = at(phase)
    for seat in SEATS:
        assert who_sees(state, seat, "cards") == ALL
        assert sorted(hand(state, seat)) == sorted(names(state.hands[number(seat)]))
        assert possible(state, seat, hand_of(seat), 20) == {tuple(sorted(hand(state, seat)))}
        if phase != "year-end":
            for other in ALL - {seat}:
                assert len(possible(state, other, hand_of(seat), 20)) == 20
    assert "hand" not in seen(state, SPECTATOR)


@rule("KRK-3.5", "KRK-R27")
def test_over_whole_games_a_view_names_own_cards_and_cards_on_the_table_only() -> None:
    ids = set(GAME.box.ids)
    for state in random_game(seed=11, years=1):
        if not state.deciders:
            break
        last = seen(state)["last_trick"] or {"cards": []}
        open_cards = {row["card"] for row in [*seen(state)["played"], *last["cards"]]}
        for viewer in ALL:
            own = set() if viewer == SPECTATOR else set(hand(state, viewer))
            assert ids & set(words(seen(state, viewer))) == own | open_cards


@rule("KRK-3.5", "KRK-10.1", "KRK-10.7")
def test_over_whole_games_a_seat_is_told_its_own_cards_and_played_ones_only() -> None:
    answers = {"supported", "opposed", "block-played"}
    public = {"led", "succeeded", "failed", "blocked", "turned-up", "lapsed", *answers}
    *_course, state = random_game(seed=12, years=2)
    assert {event["kind"] for event in heard(state) if "card" in event} <= public
    for seat in SEATS:
        private = [event for event in heard(state, seat) if "card" in event and event["kind"] not in public]
        assert {event["kind"] for event in private} <= {"dealt", "discarded", "drew"}
        assert {event["seat"] for event in private} == {seat}


# -- the discard pile ----------------------------------------------------------------------------------------


@rule("KRK-3.5", "KRK-5.2")
@pytest.mark.parametrize("viewer", [*SEATS, SPECTATOR])
@pytest.mark.parametrize(("phase", "undealt"), [("start", 20), ("new season", 17)])
def test_nobody_knows_the_undealt_cards_but_all_know_how_many_there_are(
    phase: str, undealt: int, viewer: str
) -> None:
    state = at(phase)
    assert seen(state, viewer)["discard"] == undealt
    assert len(possible(state, viewer, on_top(undealt))) == 30
    assert len(possible(state, viewer, lambda t: names(t.discard)[0])) > 10, "not even the lowest one"


@rule("KRK-6.1", "KRK-6.2", "KRK-R27")
def test_a_played_card_is_seen_by_all_and_then_only_remembered() -> None:
    state = scene(hands={"white-dagger": "an-arms-deal"})
    trick(state, "an-arms-deal sword-5 gift-0")
    for viewer in ALL:
        assert [row["card"] for row in seen(state, viewer)["played"]] == ["an-arms-deal", "sword-5", "gift-0"]
    trick(state, "axe-5")
    for viewer in ALL:
        table = seen(state, viewer)
        del table["last_trick"]  # it lies open until the next one is over
        assert table["played"] == []
        assert "browse" not in table
        assert not {"an-arms-deal", "sword-5", "gift-0", "axe-5"} & set(words(table))
        # a player with a good memory knows that they lie there
        assert possible(state, viewer, on_top(4)) == {("an-arms-deal", "sword-5", "gift-0", "axe-5")}


@rule("KRK-10.1", "KRK-P7")
def test_a_card_lost_to_black_death_is_known_to_its_owner_others_see_the_number() -> None:
    state = scene(hands={"white-dagger": "black-death", "black-purse": "gift-1", "black-dagger": "gift-2"})
    succeed(state, "black-death")
    play(state, "black-purse: discard gift-1", "black-purse: ready")
    # while the other one chooses, the own choice is shown to oneself alone
    assert view(state, "black-purse")["asked"]["chosen"] == "gift-1"
    for other in ALL - {"black-purse"}:
        assert "chosen" not in view(state, other)["asked"]
        assert len(possible(state, other, lambda t: tuple(t.to_json()["stack"][-1][1][1]))) > 5
    play(state, "black-dagger: discard gift-2", "black-dagger: ready")
    # afterwards it is one card more in the pile, and one fewer in the hand
    pile = {viewer: possible(state, viewer, on_top(2)) for viewer in ALL}
    assert {first for first, _second in pile["black-purse"]} == {"gift-1"}
    assert {second for _first, second in pile["black-dagger"]} == {"gift-2"}
    for viewer in ("white-dagger", "white-purse", "black-dagger", SPECTATOR):
        assert len({first for first, _second in pile[viewer]}) > 10


@rule("KRK-10.7", "KRK-R20")
def test_a_card_drawn_by_grave_robbery_is_known_to_its_drawer() -> None:
    state = scene(hands={"white-dagger": "grave-robbery"}, bottom="axe-3 gift-3")
    succeed(state, "grave-robbery")
    for seat, card in (("white-dagger", "axe-3"), ("white-purse", "gift-3")):
        assert who_was_told(state, "drew", seat=seat, card=card) == {seat}
        assert who_was_told(state, "drew-unseen", seat=seat) == ALL - {seat}
    assert possible(state, "black-purse", holds("white-dagger", "axe-3")) == {True, False}
    assert possible(state, "white-purse", holds("white-dagger", "axe-3")) == {True, False}
    assert possible(state, "white-dagger", holds("white-dagger", "axe-3")) == {True}


def robbed_in_a_winter_without_undealt_cards(leader: str = "", first_opponent: str = "") -> Table:
    """White draws two cards that all have just seen being played: there is nothing else in the pile."""
    hands = {"white-dagger": f"grave-robbery {leader}", "black-purse": first_opponent}
    state = scene(season="winter", tricks=0, success=20, hands=hands, discard_browse="played_cards")
    assert state.discard == []
    succeed(state, "grave-robbery")
    return state


@rule("KRK-10.7", "KRK-R20", "KRK-R27")
def test_who_remembers_the_played_cards_knows_what_was_drawn_from_a_pile_of_nothing_else() -> None:
    state = robbed_in_a_winter_without_undealt_cards()
    assert names(state.discard) == ["axe-0"]
    # nobody else is shown the cards
    assert who_was_told(state, "drew", seat="white-dagger", card="sword-0") == {"white-dagger"}
    assert who_was_told(state, "drew", seat="white-purse", card="gift-0") == {"white-purse"}
    # but everyone can deduce where they are
    for viewer in ALL:
        assert possible(state, viewer, holds("white-dagger", "sword-0")) == {True}
        assert possible(state, viewer, holds("white-purse", "gift-0")) == {True}


@rule("KRK-10.1", "KRK-10.7", "KRK-R27")
@pytest.mark.parametrize("thrown", ["sword-0", "fast-foods"])
def test_a_remembered_card_may_be_the_one_that_is_discarded_unseen(thrown: str) -> None:
    # given that White Dagger drew Sword 0, as everyone can deduce
    state = robbed_in_a_winter_without_undealt_cards("an-arms-deal fast-foods castle-power-3", "black-death")
    trick(state, "an-arms-deal sword-5 gift-5 axe-5")  # 9 : 10, Black Purse leads
    # when Black Death makes it discard a card unseen, this one or another
    trick(
        state, f"black-death {hand(state, 'white-purse')[0]} {hand(state, 'black-dagger')[0]} castle-power-3"
    )
    assert frame(state) == "SufferPlague"
    play(state, f"white-dagger: discard {thrown}", "white-dagger: ready")
    play(state, f"white-purse: discard {hand(state, 'white-purse')[0]}", "white-purse: ready")
    # then nobody else can tell whether Sword 0 is still there, and no list shows it
    for viewer in ALL - {"white-dagger"}:
        assert possible(state, viewer, holds("white-dagger", "sword-0")) == {True, False}
        assert possible(state, viewer, lies_in_the_discard_pile("sword-0")) == {True, False}
        assert "sword-0" not in seen(state, viewer)["browse"]
    assert possible(state, "white-dagger", lies_in_the_discard_pile("sword-0")) == {thrown == "sword-0"}


# -- the success pile ----------------------------------------------------------------------------------------


@rule("KRK-7.5", "KRK-13.1", "KRK-R29")
def test_the_success_pile_shows_its_size_until_it_is_turned_up_at_the_years_end() -> None:
    state = year_end(success="an-arms-deal gift-3")
    for viewer in ALL:
        assert seen(state, viewer)["success"] == 2
        assert "success_pile" not in seen(state, viewer)
        assert "successes" not in seen(state, viewer)
    end_year(state)
    for viewer in ALL:
        assert [event["card"] for event in told(state, "turned-up", viewer)] == ["gift-3", "an-arms-deal"]
        assert seen(state, viewer)["success_pile"] == ["gift-3", "an-arms-deal"]


# -- gold ----------------------------------------------------------------------------------------------------


@rule("KRK-3.1", "KRK-7.4", "KRK-R28")
@pytest.mark.parametrize("seat", SEATS)
def test_gold_in_a_chest_is_shown_to_its_owner_and_each_gain_is_announced(seat: str) -> None:
    state = scene(leader=seat, hands={seat: "castle-gold-3"}, chest=dict.fromkeys(SEATS, 2))
    succeed(state, "castle-gold-3")
    assert who_was_told(state, "gold-gained", seat=seat, count="3") == ALL
    assert gold(state, seat) == 5
    assert who_sees(state, seat, "gold") == {seat}


@rule("KRK-10.6", "KRK-10.8")
@pytest.mark.parametrize(("card", "lost"), [("a-depression", 2), ("street-thugs-rule", 1)])
def test_gold_lost_to_a_special_is_announced_with_the_number(card: str, lost: int) -> None:
    state = scene(hands={"white-dagger": card}, chest={"black-purse": 3})
    succeed(state, card)
    play(state, "white-dagger: rob black-purse")
    assert who_was_told(state, "gold-lost", seat="black-purse", count=str(lost)) == ALL


@rule("KRK-11.1", "KRK-11.4")
def test_a_division_is_shown_to_its_owner_and_to_all_when_all_are_ready() -> None:
    state = year_end(chest={"white-dagger": 1, "black-purse": 1, "white-purse": 1})
    play(state, "white-dagger: allot castle", "white-dagger: ready")
    play(state, "white-purse: allot castle", "white-purse: ready")
    for viewer in ALL:
        mine = view(state, viewer)["asked"].get("allotted", {})
        assert mine.get("castle", 0) == (1 if viewer.startswith("white") else 0)
    assert len(possible(state, "white-dagger", divided("white-dagger"))) == 1
    for other in ("black-purse", "white-purse", "black-dagger", SPECTATOR):
        assert len(possible(state, other, divided("white-dagger"))) == 5, "it may be any district"
    play(state, "black-purse: allot shops", "black-purse: ready")
    for seat, district in (("white-dagger", "castle"), ("black-purse", "shops"), ("white-purse", "castle")):
        assert who_was_told(state, "gold-placed", seat=seat, district=district) == ALL


@rule("KRK-11.3")
def test_readiness_is_public_but_placements_are_not() -> None:
    state = year_end(chest={"white-dagger": 3, "black-purse": 2})
    play(state, "white-dagger: allot castle")
    play(state, "black-purse: allot castle", "black-purse: allot castle", "black-purse: ready")
    assert who_was_told(state, "ready", seat="black-purse") == ALL
    assert who_was_told(state, "ready", seat="white-dagger") == set()
    put_down = {len(gold) for gold in possible(state, "black-purse", divided("white-dagger"))}
    assert put_down == {0, 1, 2, 3}, "anything: whoever has put down all may not be ready yet"
    play(state, "black-purse: reconsider")
    assert who_was_told(state, "reconsidered", seat="black-purse") == ALL


# -- what is open to all -------------------------------------------------------------------------------------


@rule("KRK-2.3", "KRK-R12")
def test_markers_supply_and_points_are_open_to_all() -> None:
    board = {("castle", "power"): (3, 2)}
    state = scene(
        board=board,
        chest={"white-purse": 4},
        points={"black-purse": 6},
        groups={"red": -2},
        extra={"white": 1},
    )
    for viewer in ALL:
        table = seen(state, viewer)
        assert table["districts"] == seen(state)["districts"]
        assert table["districts"][5]["fields"]["power"] == {"white": 3, "black": 2}
        assert table["supply"] == {"white": 48, "black": 53}, "neither on the board nor in a chest"
        assert table["groups"] == {"green": 0, "blue": 0, "yellow": 0, "red": -2}
        assert [row["points"] for row in table["players"]] == [0, 6, 0, 0]
        assert [row["deal"] for row in table["players"]] == [10, 9, 10, 9]


@pytest.mark.parametrize("phase", PHASES)
def test_a_spectator_sees_nothing_that_some_seat_does_not_see(phase: str) -> None:
    state = at(phase)
    shown = seen(state)
    for seat in SEATS:
        own: dict[str, Any] = seen(state, seat)
        assert shown.keys() <= own.keys()
        for key in shown.keys() - {"players"}:
            assert shown[key] == own[key]
        for row, other in zip(shown["players"], own["players"], strict=True):
            assert all(value in (None, other[key]) for key, value in row.items())


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("viewer", [*SEATS, SPECTATOR])
def test_imagined_worlds_can_be_played_and_count_every_component(phase: str, viewer: str) -> None:
    state = at(phase)
    for seed in range(5):
        world = table(state.resample(None if viewer == SPECTATOR else SEATS.index(viewer), seed))
        assert world.census() == state.census()
        for _move in range(20):
            if world.deciders:
                world.play(world.deciders[0], world.legal(world.deciders[0])[-1])
