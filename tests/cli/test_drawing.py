"""Every game can be drawn at any time, for any seat, and every choice has its number on the screen."""

import io
import random
import re

import pytest
from rich.console import Console

import spyring as package
from spyring.cli import drawing
from spyring.cli.choices import Choice, choice_list
from spyring.cli.completing import completions
from spyring.cli.hints import Speech
from spyring.cli.language import translation
from spyring.engine.game import Game
from spyring.engine.i18n import english
from spyring.engine.position import Json
from spyring.engine.state import State
from tests.night import NIGHT
from tests.toys.duel import DUEL

EVERY = 97  # moves


def screen(state: State, seat: int | None, width: int = 100) -> tuple[str, list[Choice]]:
    """The table and the choices as a seat sees them."""
    console = Console(record=True, width=width, file=open("/dev/null", "w"))  # noqa: SIM115
    moves = sorted(state.legal(seat)) if seat is not None else []
    game = state.game
    assert isinstance(game, Game)
    choices = [Choice(game, number, move) for number, move in enumerate(moves, 1)]
    view = state.view(seat)
    console.print(drawing.position(game, view, english, choices))
    console.print(drawing.happenings(game, state.events_for(seat)[-10:], english))
    if view["outcome"] is not None:
        console.print(drawing.ending(game, view, english))
    return console.export_text(), choices


@pytest.mark.parametrize("game", package.shelf(), ids=lambda game: str(game.name))
def test_every_position_can_be_drawn_for_everybody(game: Game) -> None:
    chance = random.Random(2)
    state = game.start(seed=2, events=True)
    count, seats = 0, int(state.seats)
    drawn_after = range(0, 100_000, EVERY) if NIGHT else (0, EVERY, 3 * EVERY, 9 * EVERY)
    while True:
        if count in drawn_after or not state.deciders:  # the decider, and all others in turn
            looking = (
                {None, *state.deciders, count // EVERY % seats} if state.deciders else {None, *range(seats)}
            )
            for seat in looking:
                drawn, choices = screen(state, seat)
                ranges = [(int(a), int(b)) for a, b in re.findall(r"(?m)(?:^|\s)(\d+)–(\d+)\s", drawn)]
                for choice in choices:
                    told = re.search(rf"(?m)(^|\s){choice.number}\s", drawn)
                    assert told or any(a <= choice.number <= b for a, b in ranges), choice.name
                assert max(len(line) for line in drawn.splitlines()) <= 100
        if not state.deciders:
            break
        seat = chance.choice(state.deciders)
        state.play(seat, chance.choice(state.legal(seat)))
        count += 1


@pytest.mark.parametrize("width", [60, 80])
def test_a_narrow_terminal_loses_no_number(width: int) -> None:
    state = package.game("krakow").start(seed=1, events=True)
    drawn, choices = screen(state, state.deciders[0], width)
    assert all(re.search(rf"(?m)^ *{choice.number} ", drawn) for choice in choices)
    assert len(re.findall(r"(\d \d \d \d) +(\d \d \d \d)", drawn)) == len(choices)
    assert "…" not in drawn[drawn.index("Your hand") :]


def test_the_sketch_of_krakow_shows_what_a_card_would_do() -> None:
    game = package.game("krakow")
    hands = [["an-arms-deal"], ["prophecy-of-war"], ["witch-hunting"], ["the-night-watch"]]
    rest = [card for card in game.moves.verbs[0].arguments[0][1].labels if [card] not in hands]
    for seat in range(4):
        hands[seat] += rest[seat * 6 : seat * 6 + 6]
    state = game.from_json({"game": "krakow", "table": {"hands": hands, "leader": 0}})
    state.play(0, game.moves.parse("play an-arms-deal"))
    drawn, _choices = screen(state, 1)
    assert "The trick: for and against the Underworld" in drawn
    assert re.search(r"White Dagger +An Arms Deal U4 ○ +4 ▒▒▒▒ +0", drawn)
    assert re.search(r"Prophecy of War M\d ○○ .* \d : 3 *\n", drawn), "as in KRK-X1: three against red"
    assert "You may remove one fame marker and one power marker." in drawn, "what the card says"


def test_a_game_without_hints_shows_everything_it_has_in_its_view() -> None:
    state = DUEL.start(seats=2, seed=1)
    drawn, _choices = screen(state, state.deciders[0])
    assert re.search(r"▶ +red \(you\) +\d +\w+, \w+, \w+, \w+", drawn)
    assert re.search(r"\n +green +\d +\?, \?, \?, \?", drawn), "what is hidden is a question mark"
    assert "bag: 9" in drawn


def test_a_card_says_what_it_does_in_the_language_of_the_reader() -> None:
    game = package.game("krakow")
    speech = Speech(game, translation("it", game))
    assert speech.say("{led.text}", {"led": "a-depression"}).plain == "Un avversario perde due ori."


def test_any_view_of_another_author_can_be_drawn() -> None:
    table: Json = {
        "empty": [],
        "nothing": None,
        "no_rows": [{}],
        "mixed": [{"a": 1}, "two", None],
        "deep": [{"places": [["x", 1], {"y": [True, None]}], "by": {"red": 2, "blue": 0}}],
        "odd name: {this}.": 3,
    }
    view = {**DUEL.start(seed=1).view(0), "table": table, "outcome": None}
    console = Console(record=True, width=60, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(drawing.table(DUEL, view, english))
    drawn = console.export_text()
    assert re.search(r"x, 1, y ✓, \? +red 2", drawn)
    assert "mixed: a 1, two, ?" in drawn


def test_a_long_list_is_told_in_ranges_and_completed_by_a_part_of_a_name() -> None:
    """A spy can be sent to 68 cities: one line, and Tab finds the city."""
    game = package.game("spies")
    moves = [move for move in range(len(game.moves)) if game.moves.name(move).startswith("send ")]
    choices = [Choice(game, number, move) for number, move in enumerate(moves, 1)]
    assert len(choices) > 60
    drawn = io.StringIO()
    Console(file=drawn, width=100).print(choice_list(game, choices, english))
    told = drawn.getvalue()
    assert len(told.splitlines()) < 5
    assert f"1–{len(choices)}" in told
    city = choices[40].name.split()[1]
    assert choices[40].name in completions(city[:4], choices)
    assert completions(f"send {city}", choices)[0].startswith(f"send {city}")
