"""Nothing on the wall map covers anything else, wherever pieces stand."""

import random
import re
from functools import cache
from math import hypot
from typing import Any

import pytest

from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table, table
from spyring.server.core.payloads import SeatCard
from spyring.web.look import look_of
from spyring.web.screen import Screen
from spyring.web.templates import environment
from spyring.web.words import Words
from tests.night import NIGHT
from tools.crowding import WINDOWS, Thing, WallMap, moments

WORDS = Words("en")
GAMES = 60 if NIGHT else 6
PIECE = re.compile(
    r'class="(?:pawn|team) [^"]*" data-piece="(?:pawn-)?([\w-]+)".*?translate\(([\d.]+) ([\d.]+)\)'
)
THREAD = re.compile(r'<g class="officer--(\w+)"><path.*?<circle cx="([\d.]+)" cy="([\d.]+)"')
NAME = re.compile(r'<text class="city-name" x="([\d.-]+)" y="([\d.-]+)">')


@cache
def wall() -> WallMap:
    return WallMap()


def drawn(state: Table) -> str:
    """The board as the first seat sees it."""
    seats = [
        SeatCard(seat=at, label=name, title=name, kind="bot", name=None, level="random", held="no", you=False)
        for at, name in enumerate(GAME.seat_names(int(state.seats)))
    ]
    return look_of(GAME, WORDS).board(Screen(GAME, WORDS, state.view(0), [], [], seats))


def middle(thing: Thing) -> tuple[float, float]:
    left, top, right, bottom = thing.rect
    return (left + right) / 2, (top + bottom) / 2


def test_things_are_drawn_where_they_are_computed() -> None:
    dice = random.Random(3)
    state = table(GAME.start(seats=4, seed=3))
    for _decision in range(30):
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
    board, things = drawn(state), wall().things(state.view(None)["table"], WINDOWS[0])
    computed = {thing.family: middle(thing) for thing in things}
    pieces = PIECE.findall(board)
    assert len(pieces) >= 4
    for piece, left, top in pieces:
        half = 15 if "-" in piece else 17
        assert (float(left) + half, float(top) + half) == computed[piece]
    for city, (dx, dy) in zip(GAME.box.cities, NAME.findall(board), strict=True):
        at = city["x"] + float(dx), city["y"] + float(dy) - 5
        assert at == computed[f"name {city['id']}"]


@pytest.mark.parametrize("seed", range(2))
def test_no_two_things_touch_in_any_position_of_random_games(seed: int) -> None:
    for moment in moments("season0", GAMES // 2, seed):
        assert moment.near.way >= 0, moment


def test_everybody_in_one_city_stands_apart() -> None:
    view = GAME.start(seats=4, seed=1).view(None)["table"]
    for row in view["cities"]:
        row.update(agents=3, tokens=2, safehouse=True)
    for city in GAME.box.cities:
        for row in (*view["players"], *view["teams"]):
            row["city"] = city["id"]
        for window in WINDOWS:
            assert wall().nearest(view, window).way >= 0


def far(spot: tuple[float, float], city: dict[str, Any]) -> float:
    return hypot(spot[0] - city["x"], spot[1] - city["y"])


def test_a_piece_stands_nearer_to_its_city_than_to_any_other() -> None:
    view = GAME.start(seats=2, seed=1).view(None)["table"]
    bravo = view["players"][1]
    for city in GAME.box.cities:
        view["players"][0].update(city=city["id"])
        bravo.update(city="sydney" if city["id"] != "sydney" else "lima")
        spot = GAME.places.laid(view)["alpha"]
        others = [far(spot, one) for one in GAME.box.cities if one is not city]
        assert far(spot, city) < min(others) + 2, city["id"]


def test_a_thread_leads_from_every_piece_to_the_edge_of_its_pin() -> None:
    state = table(GAME.start(seats=4, seed=3))
    dice = random.Random(3)
    for _decision in range(30):
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
    view = state.view(None)["table"]
    at = {row["seat"]: row["city"] for row in view["players"] if row["city"]}
    threads = {seat: (float(x), float(y)) for seat, x, y in THREAD.findall(drawn(state))}
    assert threads.keys() == at.keys()
    for seat, end in threads.items():
        assert 15 < far(end, wall().cities[at[seat]]) < 20


def test_every_city_has_a_skyline_of_its_own() -> None:
    drawn = environment().get_template("season0/skylines.html").make_module()
    found = {city["id"]: str(drawn.skyline(city["id"])) for city in GAME.box.cities}  # type: ignore[attr-defined]
    assert len(set(found.values())) == w.CITIES


def test_every_passport_has_a_face_of_its_own() -> None:
    drawn = environment().get_template("season0/faces.html").make_module()
    sides = ("", *w.AFFILIATION_IDS)
    faces = {str(drawn.face(one, side)) for one in w.CHARACTER_IDS for side in sides}  # type: ignore[attr-defined]
    assert len(faces) == len(w.CHARACTER_IDS) * len(sides)
