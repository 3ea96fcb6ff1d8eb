"""Nothing on the wall map covers anything else, whoever stands where."""

import random
import re

import pytest

from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.made import Table, table
from spyring.server.payloads import SeatCard
from spyring.web.look import look_of
from spyring.web.screen import Screen
from spyring.web.templates import environment
from spyring.web.words import Words
from tests.night import NIGHT

WORDS = Words("en")
LOOK = look_of(GAME, WORDS)
GAMES = 1000 if NIGHT else 3
SIZE, LETTER = 32, 9.6
PIECE = re.compile(r'class="(?:pawn|team) [^"]*" data-piece="([\w-]+)".*?translate\(([\d.]+) ([\d.]+)\)')
NAME = re.compile(r'<text class="city-name" x="([\d.-]+)" y="([\d.-]+)">([^<]+)<')
Rect = tuple[float, float, float, float]


def rects(state: Table) -> list[tuple[str, Rect]]:
    """Pieces, pins and names of a position, in units of the map."""
    seats = [
        SeatCard(seat=at, label=name, title=name, kind="bot", name=None, level="random", held="no", you=False)
        for at, name in enumerate(GAME.seat_names(int(state.seats)))
    ]
    board = LOOK.board(Screen(GAME, WORDS, state.view(0), [], [], seats))
    found: list[tuple[str, Rect]] = []
    for piece, left, top in PIECE.findall(board):
        inset = 1 if piece.startswith("pawn") else -1
        x, y = float(left) + inset, float(top) + inset
        found.append((piece, (x, y, x + SIZE, y + SIZE)))
    for city, (dx, dy, name) in zip(GAME.box.cities, NAME.findall(board), strict=True):
        x, y = city["x"], city["y"]
        found.append((f"pin of {city['id']}", (x - 15, y - 14, x + 15, y + 13)))
        half = len(name) * LETTER / 2
        at = x + float(dx), y + float(dy)
        found.append((name, (at[0] - half, at[1] - 14, at[0] + half, at[1] + 4)))
    return found


def covered(state: Table) -> list[tuple[str, str]]:
    """What lies on what."""
    things = rects(state)
    return [
        (name, other)
        for at, (name, one) in enumerate(things)
        for other, two in things[at + 1 :]
        if min(one[2], two[2]) - max(one[0], two[0]) > 0.5 and min(one[3], two[3]) - max(one[1], two[1]) > 0.5
    ]


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_two_pieces_or_names_overlap_in_a_random_game(seed: int) -> None:
    dice = random.Random(seed)
    state = table(GAME.start(seats=4, seed=seed))
    while state.deciders:
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
        if dice.random() < 0.03:
            assert covered(state) == []


def test_everybody_in_one_city_stands_apart() -> None:
    state = table(GAME.start(seats=4, seed=1))
    for city in range(w.CITIES):
        state.pawn = [city] * 4
        state.teams = [city] * w.TEAMS
        assert covered(state) == []


def test_every_city_has_a_skyline_of_its_own() -> None:
    drawn = environment().get_template("season0/skylines.html").make_module()
    found = {city["id"]: str(drawn.skyline(city["id"])) for city in GAME.box.cities}  # type: ignore[attr-defined]
    assert len(set(found.values())) == w.CITIES


def test_every_passport_has_a_face_of_its_own() -> None:
    drawn = environment().get_template("season0/faces.html").make_module()
    sides = ("", *w.AFFILIATION_IDS)
    faces = {str(drawn.face(one, side)) for one in w.CHARACTER_IDS for side in sides}  # type: ignore[attr-defined]
    assert len(faces) == len(w.CHARACTER_IDS) * len(sides)
