"""The page of a seat is the same, to the letter, in any two worlds that the seat cannot tell apart."""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import UndefinedError

import spyring
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.server.core.payloads import EventText, Move, SeatCard
from spyring.web.fragment_cache import FragmentCache
from spyring.web.look import look_of
from spyring.web.screen import Line, PageContext, Screen
from spyring.web.templates import environment
from spyring.web.words import Words
from tests.night import NIGHT
from tests.web.shelf import NAMES, quick

WORDS = Words("en")
LOOKS = 8 if NIGHT else 3  # positions between the start and the end of a game


def pages_of(state: State, seat: int | None) -> list[str]:
    """The whole page of a table as the reader at ``seat`` gets it, and what an open page gets."""
    screen = screen_of(state, seat)
    return [page_of(screen), page_of(screen, shown=len(screen.log) - 5)]


def page_of(screen: Screen, shown: int = -1) -> str:
    """A whole page, or what an open page gets that shows so much of the log."""
    template = environment().get_template("table.html" if shown < 0 else "parts/frame.html")
    return template.render(
        words=WORDS,
        language="en",
        screen=screen,
        table=PageContext(id="t", path="/tables/t", number=1, status="playing", shown=shown),
        look=look_of(screen.game, WORDS),
        talk=[],
        request_base=str,
        club=SimpleNamespace(name="", accent="", banner="", logo_file=None),
    )


def positions(name: str, dice: random.Random) -> list[State]:
    """The start of a game that dice play, some positions on the way, and the end."""
    seats, _options = quick(name)
    state = spyring.game(name).start(seats=seats, seed=11, events=True)
    passed = [state.clone()]
    while state.deciders:
        decider = dice.choice(state.deciders)
        state.play(decider, dice.choice(state.legal(decider)))
        passed.append(state.clone())
    between = sorted(dice.sample(range(1, len(passed) - 1), LOOKS))
    return [passed[at] for at in (0, *between, -1)]


def readers(state: State) -> tuple[int | None, ...]:
    return (*range(int(state.seats)), None)


def mixtures(mine: Screen, other: Screen) -> Iterator[Screen]:
    """The screen with a single thing of another reader's screen in it."""
    views = [mine.view | {part: other.view[part]} for part in mine.view if part != "table"]
    tables = [mine.table | {part: other.table[part]} for part in mine.table.keys() & other.table.keys()]
    views += [mine.view | {"table": table} for table in tables]
    for view in views:
        if view != mine.view:
            yield rebuilt(mine, view)
    mixed = rebuilt(mine, mine.view)
    mixed.choices = other.choices
    yield mixed
    named = [replace(card, kind="person", name="Ann") for card in mine.people.values()]
    yield Screen(mine.game, WORDS, mine.view, [], mine.log, named)


def rebuilt(screen: Screen, view: dict[str, Any]) -> Screen:
    made = Screen(screen.game, WORDS, view, [], screen.log, list(screen.people.values()))
    made.choices = screen.choices
    return made


def game_of(state: State) -> Game:
    """The game, as pages know it."""
    game = state.game
    assert isinstance(game, Game)
    return game


def screen_of(state: State, seat: int | None) -> Screen:
    game = game_of(state)
    book = game.moves
    legal = () if seat is None else state.legal(seat)
    moves = [Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move)) for move in legal]
    lines = [
        Line(game, number, 0, EventText(fields=fields, sentence=game.events.retell(fields)))
        for number, fields in enumerate(state.events_for(seat), 1)
    ]
    count = int(state.seats)
    named = zip(game.seat_names(count), game.seat_titles(count), strict=True)
    seats = [
        SeatCard(seat=at, label=label, title=title, kind="empty", name=None, level=None, held="no", you=False)
        for at, (label, title) in enumerate(named)
    ]
    return Screen(game, WORDS, state.view(seat), moves, lines, seats)


@pytest.mark.parametrize("name", NAMES)
def test_pages_do_not_interfere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what the cache returns is what would be drawn again."""
    monkeypatch.setattr(FragmentCache, "checked", True)
    dice = random.Random(5)
    for state in positions(name, dice):
        for seat in readers(state):
            assert pages_of(state, seat) == pages_of(state.resample(seat, dice.randrange(10**6)), seat)


@pytest.mark.parametrize("name", NAMES)
def test_the_key_of_a_cached_fragment_names_all_that_it_shows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games rarely show two readers screens that differ in one thing, so the test makes such screens."""
    monkeypatch.setattr(FragmentCache, "checked", True)
    states = positions(name, random.Random(5))[::2]
    drawn = undrawn = 0
    for before, state in pairwise([states[-1], *states]):
        for seat, next_seat in pairwise((*readers(state), 0)):
            mine = screen_of(state, seat)
            mine.log = mine.log[-20:]  # long logs take long to draw, and are never cached
            page_of(mine)
            for mixed in mixtures(mine, screen_of(before, next_seat)):
                try:
                    page_of(mixed)
                    drawn += 1
                except (KeyError, TypeError, UndefinedError):  # no game shows this mixture
                    undrawn += 1
    assert drawn > 9 * undrawn


@pytest.mark.parametrize("name", NAMES)
def test_the_key_of_a_cached_fragment_names_the_reader(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it speaks to the reader: each screen is drawn as if another seat, or nobody, read it."""
    monkeypatch.setattr(FragmentCache, "checked", True)
    for state in positions(name, random.Random(5)):
        seats: list[str] = state.view(None)["seats"]
        for seat, other in pairwise((*seats, seats[0])):
            mine = screen_of(state, seats.index(seat))
            mine.log = []
            page_of(mine)
            for you in (other, None):
                with suppress(KeyError, TypeError, UndefinedError):  # no game shows this mixture
                    page_of(rebuilt(mine, mine.view | {"you": you}))
