"""Saved positions: a damaged one is refused in a sentence that says what, where and what is allowed."""

import json
from copy import deepcopy
from typing import Any

import pytest

import spyring
from spyring.engine.errors import BadOption, BadPosition, BadSeats
from spyring.engine.position import Json, Reader
from tests.toys import DUEL, RELAY
from tests.toys.duel import Duel, DuelTable, Turn

KRAKOW = spyring.game("krakow")
SAVED = KRAKOW.start(seed=2).to_json()


def changed(**parts: Any) -> Json:
    """The saved position with other parts."""
    return {**deepcopy(SAVED), **parts}


def with_table(**parts: Any) -> Json:
    """The saved position with other things on the table."""
    data = deepcopy(SAVED)
    data["table"].update(parts)
    return data


def refusal(data: Any) -> str:
    with pytest.raises(BadPosition) as refused:
        KRAKOW.from_json(data)
    return str(refused.value)


def test_a_position_goes_through_text_and_back() -> None:
    restored = KRAKOW.from_json(json.loads(json.dumps(SAVED)))
    assert restored.to_json() == SAVED
    assert restored.fingerprint() == KRAKOW.start(seed=2).fingerprint()


# -- the frame around it -------------------------------------------------------------------------------------

KEYS = "game, rules, box, seats, options, legacy, chance, stack, table, events, data"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], f"A position is an object with the keys {KEYS}."),
        (None, f"A position is an object with the keys {KEYS}."),
        ({}, "This position is of None, not of krakow."),
        (changed(game="estoril"), "This position is of estoril, not of krakow."),
        (changed(rules=0), "This position was saved under rules version 0; this program plays version"),
        (changed(box="mine"), "This position is of the box mine, not of "),
        (changed(tabel={}), f"Unknown key in a position: tabel. Known: {KEYS}."),
        (changed(seats="4"), 'The number of seats must be a whole number, not "4".'),
        (changed(seats=True), "The number of seats must be a whole number, not true."),
        (changed(options=[1]), "The options of a position are an object: a value by name."),
        (changed(chance=[1, 2**32]), "The chance of a position is a seed, or two words"),
        (changed(chance=[0, 0]), "The two words of chance cannot both be 0."),
        (changed(chance={"sealed": -1}), "The chance of a position is a seed, or two words"),
        (changed(events={}), "The events of a position are a list."),
        (changed(events=[["no-such-kind", -1]]), "The events of a position are lists"),
        (changed(events=[["led", -1, 1, 2, 3, 4, 5]]), "The events of a position are lists"),
        (changed(events=[["led", "all"]]), "The events of a position are lists"),
        (changed(chance=True), "The chance of a position is a seed, or two words"),
        (changed(chance=1.5), "The chance of a position is a seed, or two words"),
        (changed(table=[]), "The table of a position is an object."),
    ],
)
def test_an_invalid_position_is_refused(data: Any, sentence: str) -> None:
    assert refusal(data).startswith(sentence)


def test_seats_and_options_are_refused_as_at_the_start() -> None:
    with pytest.raises(BadSeats, match=r"^Kraków 1325 AD is for 4 seats, not 3\.$"):
        KRAKOW.from_json(changed(seats=3))
    with pytest.raises(BadOption, match=r"^Option years cannot be 7. Choose one of 1, 2, 3\.$"):
        KRAKOW.from_json(changed(options={"years": 7}))


# -- the table -----------------------------------------------------------------------------------------------


def test_a_missing_card_is_named() -> None:
    hands = deepcopy(SAVED["table"]["hands"])
    card = hands[1].pop()
    assert refusal(with_table(hands=hands)) == f"There must be 1 of {card}, but there are 0."


def test_a_card_in_two_places_is_named() -> None:
    hands = deepcopy(SAVED["table"]["hands"])
    card = hands[2][0]
    discard = [*SAVED["table"]["discard"], card]
    assert refusal(with_table(discard=discard)) == f"There must be 1 of {card}, but there are 2."


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"yaer": 1}, "Unknown key in table: yaer. Known keys: year, season,"),
        ({"year": 2}, "year in table is 2; it must be a whole number from 0 to 1."),
        ({"year": "first"}, 'year in table is "first"; it must be a whole number from 0 to 1.'),
        ({"season": True}, "season in table is true; it must be a whole number from 0 to 4."),
        ({"leader": 4}, "leader in table is 4; it must be a whole number from 0 to 3."),
        ({"hands": [[], []]}, "hands in table must be 4 lists."),
        ({"hands": "none"}, "hands in table must be a list."),
        ({"trick": ["the-joker"]}, '"the-joker" in trick of table is not a component of this box.'),
        ({"trick": [7]}, "7 in trick of table is not a component of this box."),
        ({"chest": [0, 0, 0]}, "chest in table has 3 entries; it must have 4."),
        ({"identity": [0, 1, 2, 2]}, "identity in table must name each of 0 to 3 once, not [0, 1, 2, 2]."),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed(parts: Json, sentence: str) -> None:
    assert refusal(with_table(**parts)).startswith(sentence)


# -- the stack -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "sentence"),
    [
        ("Lead", "The stack of a position is a list of frames."),
        (7, "The stack of a position is a list of frames."),
        (["Lead"], '"Lead" is not a frame of krakow. Known frames: BeginGame,'),
        ([[]], "[] is not a frame of krakow. Known frames:"),
        ([["Follow"]], '["Follow"] is not a frame of krakow. Known frames:'),
        ([[["Lead"]]], '[["Lead"]] is not a frame of krakow. Known frames:'),
        ([["Lead", 1, 2]], 'The frame ["Lead", 1, 2] is damaged.'),
        ([["Reap"]], 'The frame ["Reap"] is damaged.'),
    ],
)
def test_a_damaged_frame_is_named(stack: Any, sentence: str) -> None:
    assert refusal(changed(stack=stack)).startswith(sentence)


@pytest.mark.parametrize(
    "frame",
    [["Reap", "red", 1], ["Reap", 99, 99], ["SufferPlague", [1]], ["SufferPlague", 5]],
)
def test_a_frame_that_does_not_fit_is_refused(frame: Any) -> None:
    """Compiled frames refuse a wrong type at once, plain ones when they are used: refused either way."""
    sentence = refusal(changed(stack=[["PlaySeason"], frame]))
    assert sentence in (
        "The stack of this position does not fit its table.",
        f"The frame {json.dumps(frame)} is damaged.",
    )


@pytest.mark.parametrize("frame", [["Poll", 9], ["Poll", "red"], ["Poll", -1], ["Chit", 9, 0, 1, True]])
def test_a_plain_frame_that_does_not_fit_is_refused(frame: Any) -> None:
    data = DUEL.start(seats=2).to_json()
    with pytest.raises(BadPosition, match=r"^The stack of this position does not fit its table\.$"):
        DUEL.from_json({**data, "stack": [["Turn"], frame]})


class Speechless(Turn):
    """Asks for nothing that could be answered."""

    def legal(self, t: DuelTable, seat: int) -> list[int]:
        return []


def test_a_seat_that_is_asked_must_have_a_choice() -> None:
    game = Duel()
    game.frames = {"Speechless": Speechless}
    data = DUEL.start(seats=2).to_json()
    with pytest.raises(
        BadPosition, match=r"^In this position red is asked, but has nothing to choose from\.$"
    ):
        game.from_json({**data, "stack": [["Speechless"]]})


def test_without_a_stack_a_game_may_know_what_comes_next() -> None:
    data = deepcopy(SAVED)
    del data["stack"]
    assert KRAKOW.from_json(data).deciders == KRAKOW.start(seed=2).deciders
    with pytest.raises(BadPosition, match="has no stack, so it does not say what is being decided"):
        RELAY.from_json({"game": "relay", "table": RELAY.start(seed=1).to_json()["table"]})


# -- the reader ----------------------------------------------------------------------------------------------


def test_a_reader_fills_in_what_is_left_out() -> None:
    read = Reader({}, "table")
    assert read.number("year", 0, 2, 1) == 1
    assert read.numbers("chest", 2, 0, 9, [4, 5]) == [4, 5]
    assert read.permutation("order", 3) == [0, 1, 2]
    assert read.things("trick", ["a"]) is None
    assert read.lists("hands", 2, ["a"]) is None
    assert not read.has("year")


def test_a_reader_reads_components_by_name() -> None:
    read = Reader({"trick": ["b", "a"], "hands": [["a"], []]}, "table")
    assert read.things("trick", ["a", "b"]) == [1, 0]
    assert read.lists("hands", 2, ["a", "b"]) == [[0], []]
