"""The page of a seat is the same, to the letter, in any two worlds that the seat cannot tell apart."""

import random

import pytest

import spyring
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.server.payloads import Move, SeatCard, Told
from spyring.web.fragment_cache import FragmentCache
from spyring.web.look import look_of
from spyring.web.screen import Facts, Line, Screen
from spyring.web.templates import environment
from spyring.web.words import Words
from tests.night import NIGHT
from tests.web.shelf import NAMES, WHOLE, quick

WORDS = Words("en")


def pages_of(state: State, seat: int | None) -> list[str]:
    """The whole page of a table as the reader at ``seat`` gets it, and what an open page gets."""
    screen = screen_of(state, seat)
    return [
        environment()
        .get_template(template)
        .render(
            words=WORDS,
            language="en",
            screen=screen,
            table=Facts(id="t", path="/tables/t", number=1, status="playing", shown=shown),
            look=look_of(game_of(state), WORDS),
            talk=[],
        )
        for template, shown in (("table.html", -1), ("parts/frame.html", len(screen.log) - 5))
    ]


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
        Line(game, number, 0, Told(fields=fields, sentence=game.events.retell(fields)))
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
    """And what is kept of them is what would be drawn anew."""
    monkeypatch.setattr(FragmentCache, "checked", True)
    seats, _options = quick(name)
    game = spyring.game(name)
    dice = random.Random(5)
    state = game.start(seats=seats, seed=11, events=True)
    looks = (0.02 if name in WHOLE else 0.001) * (4 if NIGHT else 1)
    while state.deciders:
        if dice.random() < looks:
            for seat in (*range(seats), None):
                assert pages_of(state, seat) == pages_of(state.resample(seat, dice.randrange(10**6)), seat)
        decider = dice.choice(state.deciders)
        state.play(decider, dice.choice(state.legal(decider)))
