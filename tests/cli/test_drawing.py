"""Every game can be drawn at any time, for any seat, and every choice has its number on the screen."""

import io
import random
import re
from collections import Counter

import pytest
from rich.console import Console

import spyring as package
from spyring.cli import drawing
from spyring.cli.choices import MAX_CHOICES_LISTED, Choice, choice_list
from spyring.cli.completing import completions
from spyring.cli.language import translation
from spyring.engine.game import Game
from spyring.engine.i18n import english
from spyring.engine.position import Json
from spyring.engine.state import State
from spyring.text import Scene
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
    scene = Scene.of(state, seat)
    console.print(drawing.table(scene, english))
    console.print(drawing.things(scene, english))
    console.print(choice_list(game, choices, english))
    console.print(drawing.happenings(game, state.events_for(seat)[-10:], english))
    if scene.view["outcome"] is not None:
        console.print(drawing.ending(game, scene.view, english))
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
                many = Counter(choice.verb for choice in choices)
                for choice in choices:
                    told = re.search(rf"(?m)(^|\s){choice.number}\s", drawn)
                    assert told or many[choice.verb] > MAX_CHOICES_LISTED, choice.name
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
    assert all(re.search(rf"(?m)(^|\s){choice.number}  Play ", drawn) for choice in choices)
    assert "…" not in drawn


def test_the_choices_of_krakow_say_what_a_card_does() -> None:
    state = package.game("krakow").start(seed=1, events=True)
    drawn, _choices = screen(state, state.deciders[0], 200)
    cards = drawn[drawn.index("What the moves are about") :]
    assert len(re.findall(r"group [\w ]+, support \([\w ]+ \d.*\), opposition \([\w ]+ \d", cards)) == 9
    assert re.search(r"yields \(.*gold \d", cards)


def test_another_seat_keeps_its_secrets() -> None:
    state = DUEL.start(seats=2, seed=1)
    drawn, _choices = screen(state, state.deciders[0])
    assert re.search(r"\n  red +.*chits\* \w+", drawn), "what is seen by one seat only is marked"
    assert not re.search(r"\n  green .*(knife|cloak)", drawn)
    assert "bag: 9" in drawn


@pytest.mark.parametrize(("language", "said"), [("pl", "złoto"), ("it", "oro")])
def test_fields_and_titles_are_in_the_language_of_the_reader(language: str, said: str) -> None:
    game = package.game("krakow")
    state = game.start(seed=1)
    console = Console(record=True, width=100, file=open("/dev/null", "w"))  # noqa: SIM115
    translate = translation(language, game)
    console.print(drawing.table(Scene.of(state, 0), translate))
    drawn = console.export_text()
    assert said in drawn
    assert translate("White Dagger") in drawn


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
    console.print(drawing.table(Scene(DUEL, view, ()), english))
    drawn = console.export_text()
    assert "red 2" in drawn
    assert "mixed: (a 1); (two); (?)" in drawn


def test_a_long_list_is_told_in_a_line_and_completed_by_a_part_of_a_name() -> None:
    """A spy can be sent to 68 cities: one line, and Tab finds the city."""
    game = package.game("spies")
    moves = [move for move in range(len(game.moves)) if game.moves.name(move).startswith("send ")]
    choices = [Choice(game, number, move) for number, move in enumerate(moves, 1)]
    assert len(choices) > 60
    drawn = io.StringIO()
    Console(file=drawn, width=100).print(choice_list(game, choices, english))
    told = drawn.getvalue()
    city = choices[40].name.split()[1]
    assert len(told.splitlines()) < 12
    assert f"|{city}|" in told.replace("\n", "")
    assert choices[40].name in completions(city[:4], choices)
    assert completions(f"send {city}", choices)[0].startswith(f"send {city}")
