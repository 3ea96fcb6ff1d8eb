"""The toys keep the contract, and show what Kraków has no use for."""

import pytest

from spyring.engine.errors import BadPosition, IllegalMove
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.testkit import contract
from tests.night import BRIEF, CONTRACT_GAMES
from tests.toys import COIN, DUEL, RELAY
from tests.toys.duel import BAG, CHIT_NAMES, DuelTable
from tests.toys.relay import RelayTable


@pytest.mark.parametrize("game", [COIN, DUEL, RELAY], ids=["coin", "duel", "relay"])
def test_toys_keep_the_contract(game: Game) -> None:
    contract(game, games=CONTRACT_GAMES if BRIEF else None)


def play(state: State, *moves: str) -> None:
    """Make these moves, each for the first decider."""
    for move in moves:
        state.play(state.deciders[0], state.game.moves.parse(move))


# -- Duel ----------------------------------------------------------------------------------------------------


def duel(red: list[str], green: list[str], **options: str | int) -> DuelTable:
    """Two seats with these chits; red is on turn, and all other chits are spent."""
    left = [CHIT_NAMES[chit] for chit in BAG]
    for chit in red + green:
        left.remove(chit)
    table = {"hands": [red, green], "spent": left}
    state = DUEL.from_json(
        {"game": "duel", "seats": 2, "options": options, "stack": [["Turn"]], "table": table}
    )
    assert isinstance(state, DuelTable)
    return state


def test_a_struck_seat_is_asked_even_without_a_cloak() -> None:
    t = duel(["knife"], ["letter"])
    play(t, "strike first green")
    assert list(t.deciders) == [1]
    assert [t.game.moves.name(move) for move in t.legal(1)] == ["pass"]
    play(t, "pass")
    assert t.lives == [2, 1]


def test_the_last_chit_takes_effect_first() -> None:
    """A knife, a cloak on it, a cloak on that cloak: the second cloak saves the knife."""
    t = duel(["knife", "cloak"], ["cloak", "letter"])
    play(t, "strike first green", "cloak first", "cloak first")
    assert t.view(None)["asked"]["chain"] == [
        {"seat": "red", "chit": "knife"},
        {"seat": "green", "chit": "cloak"},
        {"seat": "red", "chit": "cloak"},
    ]
    assert list(t.deciders) == [1]
    play(t, "pass")
    assert t.lives == [2, 1]
    assert t.spent[-3:] == [1, 1, 0]


def test_an_even_number_of_cloaks_cancels_nothing() -> None:
    t = duel(["knife", "cloak"], ["cloak", "cloak"])
    play(t, "strike first green", "cloak first", "cloak first", "cloak first", "pass")
    assert t.lives == [2, 2]


def test_a_cloak_cannot_be_answered_where_one_answer_is_all() -> None:
    t = duel(["knife", "cloak"], ["cloak"], answers="once")
    play(t, "strike first green", "cloak first")
    assert t.lives == [2, 2]
    assert list(t.deciders) == [1]


def test_a_chain_survives_saving() -> None:
    t = duel(["knife", "cloak"], ["cloak"])
    play(t, "strike first green", "cloak first")
    assert [type(frame).__name__ for frame in t.stack] == ["Turn", "Chit", "Chit", "Poll"]
    restored = DUEL.from_json(t.to_json())
    play(restored, "cloak first", "pass")
    assert isinstance(restored, DuelTable)
    assert restored.lives == [2, 1]


def test_a_chit_in_play_is_counted() -> None:
    t = duel(["knife"], [])
    data = t.to_json()
    data["stack"].append(["Chit", 0, 0, 1, False])
    with pytest.raises(BadPosition, match="There must be 7 of knife, but there are 8"):
        DUEL.from_json(data)


# -- Relay ---------------------------------------------------------------------------------------------------


def relay(**table: object) -> RelayTable:
    """Three seats; the next threats are quiet, then a patrol."""
    data = RELAY.start(seats=3, seed=1).to_json()
    data["table"].update(
        {
            "deck": ["quiet"] * 5 + ["patrol"] * 8 + ["quiet"] * 2,
            "hands": [["forecast"], ["smoke"], ["shortcut"]],
            "reserve": ["smoke", "shortcut", "forecast"],
            **table,
        }
    )
    state = RELAY.from_json(data)
    assert isinstance(state, RelayTable)
    return state


def test_all_others_are_asked_at_once_and_in_any_order() -> None:
    t = relay()
    t.play(0, t.game.moves.parse("propose run"))
    assert list(t.deciders) == [1, 2]
    t.play(2, t.game.moves.parse("agree"))
    assert list(t.deciders) == [1]
    assert t.view(2)["asked"]["yours"] == "agree"
    assert t.view(0)["asked"]["yours"] is None
    t.play(1, t.game.moves.parse("agree"))
    assert t.legs == 2
    assert list(t.deciders) == [1]


def test_one_objection_stops_all() -> None:
    t = relay()
    t.play(0, t.game.moves.parse("propose run"))
    play(t, "agree", "object")
    assert (t.legs, len(t.met)) == (0, 1)


def test_tricks_interrupt_any_decider() -> None:
    t = relay(deck=["quiet"] * 7 + ["patrol"] * 8)
    assert (t.deciders, t.interrupters) == ((0,), (1, 2))
    t.play(1, t.game.moves.parse("play smoke"))
    assert list(t.deciders) == [0]
    play(t, "propose walk", "agree", "agree")
    assert (t.met, t.cover) == ([1], 5)


def test_a_seat_without_the_trick_cannot_play_it_and_is_not_betrayed() -> None:
    t = relay()
    t.play(2, t.game.moves.parse("play shortcut"))
    assert t.interrupters == (1, 2)
    assert t.legal(2) == ()
    with pytest.raises(IllegalMove, match=r"You do not have this trick. \[REL-3.1\]"):
        t.play(2, t.game.moves.parse("play shortcut"))


def test_an_interruption_may_end_the_game() -> None:
    t = relay(legs=7)
    t.play(0, t.game.moves.parse("propose run"))
    t.play(2, t.game.moves.parse("play shortcut"))
    assert list(t.deciders) == []
    assert t.outcome is not None
    assert t.outcome.winners == (0, 1, 2)


def test_a_lost_mission_scars_the_next() -> None:
    t = relay(cover=1, deck=["quiet"] * 7 + ["patrol"] * 8)
    assert t.legacy() is None
    play(t, "propose walk", "agree", "agree")
    assert t.outcome is not None
    assert t.outcome.winners == ()
    left = t.legacy()
    assert left == {"mission": 2, "scars": 1}
    following = RELAY.start(seats=3, legacy=left)
    assert isinstance(following, RelayTable)
    assert (following.mission, following.cover) == (2, 4)


def test_a_legacy_out_of_range_is_refused() -> None:
    with pytest.raises(BadPosition, match="scars in legacy is 9; it must be a whole number from 0 to 3"):
        RELAY.start(legacy={"mission": 2, "scars": 9})
