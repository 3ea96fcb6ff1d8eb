"""Game records: both ways between game and text, and every kind of damage named with its line."""

import random
import re
from importlib.resources import files
from typing import Any

import pytest

import spyring
from spyring.engine.errors import BadRecord
from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.engine.state import State

KRAKOW = spyring.game("krakow")


def played(game: Game, seed: int, most: int = 10_000, **options: Any) -> tuple[State, list[tuple[int, int]]]:
    """A random game, broken off after ``most`` moves; any of several deciders may answer first."""
    chance = random.Random(seed)
    state = game.start(seed=seed, **options)
    moves: list[tuple[int, int]] = []
    while state.deciders and len(moves) < most:
        seat = chance.choice(state.deciders)
        move = chance.choice(state.legal(seat))
        moves.append((seat, move))
        state.play(seat, move)
    return state, moves


@pytest.fixture(scope="module")
def finished() -> str:
    """The record of a whole game of one year."""
    state, moves = played(KRAKOW, 14, years=1)
    return Record.of(state, 14, moves, players={"white-dagger": "Ada"}).text()


def changed(text: str, pattern: str, replacement: str) -> str:
    """The text with one line changed; the pattern must fit exactly one place."""
    found, count = re.subn(pattern, replacement, text, flags=re.MULTILINE)
    assert count == 1, pattern
    return found


# -- both ways ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, -3, 2**70])
@pytest.mark.parametrize("most", [0, 1, 50, 10_000])
def test_a_record_leads_to_the_same_state(seed: int, most: int) -> None:
    state, moves = played(KRAKOW, seed, most, years=2, gold_counts="shown")
    record = Record.parse(Record.of(state, seed, moves).text())
    again = record.replay(KRAKOW)
    assert again.fingerprint() == state.fingerprint()
    assert again.deciders == state.deciders
    assert again.option_values() == state.option_values()


def test_text_and_record_are_the_same_both_ways(finished: str) -> None:
    assert Record.parse(finished).text() == finished


def test_a_record_can_be_read_by_people(finished: str) -> None:
    lines = finished.splitlines()
    assert lines[:3] == ["spyring record 2", "game krakow", f"rules {KRAKOW.rules_version}"]
    assert "seed 14" in lines
    assert "option years 1" in lines
    assert "player white-dagger Ada" in lines
    assert re.fullmatch(r"1 [a-z-]+ play [a-z-]+", lines[lines.index("") + 1])
    assert re.fullmatch(
        r"end \d+ moves, fingerprint [0-9a-f]{16}, won by [a-z-]+, scores( -?\d+){4}", lines[-1]
    )


def test_line_ends_and_blank_lines_do_not_matter(finished: str) -> None:
    from_elsewhere = "\ufeff" + finished.replace("\n", "\r\n") + "\r\n\r\n"
    assert Record.parse(from_elsewhere).text() == finished


def test_an_unfinished_game_is_open() -> None:
    state, moves = played(KRAKOW, 5, 20)
    assert Record.of(state, 5, moves).text().endswith(", open\n")


def test_seats_that_decide_at_once_are_recorded_in_the_order_they_answered() -> None:
    state, moves = played(KRAKOW, 2, years=1)
    answers = [seat for seat, move in moves if KRAKOW.moves.name(move).startswith("allot")]
    assert answers != sorted(answers), (
        "the seats should have answered in turns for this test to mean something"
    )
    Record.parse(Record.of(state, 2, moves).text()).replay(KRAKOW)


def test_the_legacy_of_a_game_is_in_the_record() -> None:
    state, moves = played(KRAKOW, 1, 3)
    legacy = {"month": "April", "agents": ["Grażyna", "a line\u2028break"], "scars": {"a": 1}}
    text = Record.of(state, 1, moves, legacy=legacy).text()
    assert Record.parse(text).legacy == legacy
    assert Record.parse(text).text() == text


def test_a_game_that_began_in_the_middle() -> None:
    began, _moves = played(KRAKOW, 4, 30, years=1)
    position = began.to_json()
    state = KRAKOW.from_json(position)
    seat = state.deciders[0]
    moves = [(seat, state.legal(seat)[0])]
    state.play(*moves[0])
    text = Record.of(state, 0, moves, position=position).text()
    assert Record.parse(text).text() == text
    assert Record.parse(text).replay(KRAKOW).fingerprint() == state.fingerprint()
    damaged = changed(text, r"^position .*$", 'position {"game": "chess"}')
    assert re.fullmatch(r"Line \d+: This position is of chess, not of krakow\.", refused(damaged))
    otherwise = changed(text, r"^option years 1$", "option years 3")
    assert refused(otherwise).endswith(": option years of the position is 1, unlike the header's.")


def test_names_cannot_break_the_file() -> None:
    state, moves = played(KRAKOW, 1, 3)
    text = Record.of(state, 1, moves, players={"black-purse": "Eve\nend\0 0 moves"}).text()
    assert Record.parse(text).players == {"black-purse": "Eve end 0 moves"}


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\x7f", "\x9b"])
def test_a_record_is_plain_text(finished: str, sign: str) -> None:
    text = changed(finished, r"^seats 4$", f"seats 4\nplayer black-purse E{sign}ve")
    assert refused(text) == "Line 6: this line has a control character; a record is plain text."


def test_a_record_can_be_stepped_through(finished: str) -> None:
    record = Record.parse(finished)
    state = record.start(KRAKOW, events=True)
    for number in range(4):
        record.play(state, number)
    assert state.view(None)["table"]["trick"] == 2
    assert state.events


# -- damage ---------------------------------------------------------------------------------------------


def refused(text: str) -> str:
    """The sentence with which a record is refused, when read or when replayed."""
    with pytest.raises(BadRecord) as caught:
        Record.parse(text).replay(KRAKOW)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    "text", ["", "\n\n", "1. e4 e5", "spyring", "{}", "spyring record", "spyring record one"]
)
def test_a_foreign_text_is_no_record(text: str) -> None:
    assert refused(text) == "Line 1: this is not a Spyring record; one starts with “spyring record 2”."


def test_a_record_of_a_later_format(finished: str) -> None:
    text = changed(finished, r"^spyring record 2$", "spyring record 1")
    assert refused(text) == "Line 1: this record is of format 1; this program reads format 2."


def test_a_record_of_other_rules(finished: str) -> None:
    text = changed(finished, r"^rules \d+$", "rules 9")
    assert "Line 3: this was played under rules version 9; this program plays " in refused(text)


def test_a_record_of_another_game(finished: str) -> None:
    text = changed(finished, r"^game krakow$", "game chess")
    assert refused(text) == "Line 2: this is a record of chess, not of krakow."


def test_a_record_with_another_box(finished: str) -> None:
    text = changed(finished, r"^box standard \w+$", "box my own 0123456789abcdef")
    assert refused(text).startswith(
        "Line 4: this game was played with the box my own (0123456789abcdef), not with standard ("
    )


def test_a_box_with_other_titles_plays_alike_and_one_with_other_numbers_does_not(finished: str) -> None:
    standard = files("spyring.games.krakow").joinpath("box.toml").read_text(encoding="utf-8")
    retitled = KRAKOW.with_box(standard.replace('name = "An Arms Deal"', 'name = "A Crate of Swords"'))
    assert retitled.box_digest() == KRAKOW.box_digest()
    Record.parse(finished).replay(retitled)
    poorer = KRAKOW.with_box(standard.replace("{ fame = 3, gold = 3 }", "{ fame = 2, gold = 3 }"))
    assert poorer.box_digest() != KRAKOW.box_digest()
    with pytest.raises(BadRecord, match="replay it with its own box"):
        Record.parse(finished).replay(poorer)


@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_a_truncated_record(finished: str, part: float) -> None:
    assert re.match(r"Line \d+", refused(finished[: int(len(finished) * part)]))


def test_every_truncation_is_noticed(finished: str) -> None:
    short = len(finished.rstrip())
    for length in [*range(0, short, 37), *range(short - 120, short)]:
        assert refused(finished[:length])


def test_a_record_without_its_end_says_where_it_breaks_off(finished: str) -> None:
    text = finished[: finished.index("\n31 ")]
    assert re.fullmatch(
        r"Line \d+: the record breaks off after 30 moves; its end line is missing.", refused(text)
    )


def test_a_missing_move(finished: str) -> None:
    text = changed(finished, r"^12 .*\n", "")
    assert re.fullmatch(r"Line \d+: move 12 should be here, not move 13.", refused(text))


def test_a_move_cut_short(finished: str) -> None:
    text = changed(finished, r"^12 .*$", "12 white-dagger")
    assert re.fullmatch(r"Line \d+: move 12 is cut short; .*", refused(text))


def test_an_illegal_move_is_named_with_line_and_clause(finished: str) -> None:
    text = changed(finished, r"^(5 [a-z-]+) play .*$", r"\1 decline")
    line = text.splitlines().index(next(row for row in text.splitlines() if row.startswith("5 "))) + 1
    assert re.fullmatch(rf"Line {line}, move 5: [a-z-]+ cannot “decline”: .* \[KRK-[\d.]+\]", refused(text))


def test_an_invalid_move(finished: str) -> None:
    text = changed(finished, r"^(5 [a-z-]+) play .*$", r"\1 castle kingside")
    assert "Unknown verb: castle." in refused(text)


def test_an_unknown_seat(finished: str) -> None:
    text = changed(finished, r"^5 [a-z-]+", "5 green-spoon")
    assert "unknown seat green-spoon; the seats are white-dagger, " in refused(text)


def test_a_move_after_the_end_of_the_game(finished: str) -> None:
    count = int(re.findall(r"^end (\d+)", finished, re.MULTILINE)[0])
    text = changed(finished, r"\n\nend \d+", f"\n{count + 1} white-dagger decline\n\nend {count + 1}")
    assert refused(text).endswith(f"move {count + 1}: the game was over before this move.")


def test_a_changed_seed(finished: str) -> None:
    assert re.match(r"Line \d+, move 1|Line \d+: ", refused(changed(finished, r"^seed 14$", "seed 15")))


def test_a_changed_fingerprint(finished: str) -> None:
    text = changed(finished, r"fingerprint \w+", "fingerprint 0123456789abcdef")
    assert "the record ends with fingerprint 0123456789abcdef, but its moves lead to " in refused(text)


def test_a_changed_result(finished: str) -> None:
    assert "the record ends “open”, but its moves give “won by " in refused(
        changed(finished, r", won by.*$", ", open")
    )


def test_a_changed_count(finished: str) -> None:
    assert "the end line counts 3 moves, but " in refused(changed(finished, r"^end \d+", "end 3"))


@pytest.mark.parametrize(
    ("pattern", "replacement", "sentence"),
    [
        (r"^seats 4$", "seats 5", "Line 5: Kraków 1325 AD is for 4 seats, not 5."),
        (r"^seats 4$", "seats four", "Line 5: seats is a whole number, not “four”."),
        (r"^seed 14\n", "", "Line 18: the header has no line “seed”."),
        (r"^seed 14$", "seed 14\nseed 15", "Line 7: there are two lines “seed”."),
        (r"^option years 1$", "option years 9", "Line 7: Option years cannot be 9. Choose one of 1, 2, 3."),
        (r"^option years 1$", "option years", "Line 7: option needs a name and a value."),
        (r"^seed 14$", "seed 14\ncolour red", "Line 7: “colour” means nothing here; the header has "),
        (r"^seed 14$", "seed 14\nlegacy {", "Line 7: the text after “legacy” is not JSON."),
        (r"^seed 14$", "seed 14\nlegacy 7", "Line 7: the text after “legacy” must be a JSON object."),
        (r"^box standard \w+$", "box standard", "Line 4: the box is given by its name and its digest."),
        (r"\Z", "and so on\n", "the record continues after its end line."),
        (r", fingerprint \w+", "", "the end line is damaged; it reads “end N moves, fingerprint F, RESULT”."),
    ],
)
def test_a_damaged_line_is_named(finished: str, pattern: str, replacement: str, sentence: str) -> None:
    assert sentence in refused(changed(finished, pattern, replacement))


def test_an_option_that_the_game_does_not_have(finished: str) -> None:
    text = changed(finished, r"^option years 1$", "option speed 1")
    assert refused(text).startswith("Line 7: unknown option speed; krakow has years, ")
