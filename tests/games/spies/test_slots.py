"""The chart of Spies!: nothing lies on anything else, in any position, at any size of a window."""

import random
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

import spyring
from spyring.games.spies import GAME
from spyring.games.spies.made import table as typed
from spyring.games.spies.slots import LARGE, LETTER, LINE, PIECE, PIN, SMALL, UNIT, WRAP, kind_of
from spyring.languages import translation
from tests.night import NIGHT

Rect = tuple[float, float, float, float]

GAMES = 1000 if NIGHT else 4
WINDOWS = {
    "1280x720": 1.74,
    "1440x900": 1.38,
    "390x844": 1.75,
}  # units of the chart to a pixel at first sight
PANEL = 1190  # units: where the panel of the year begins
EVERY = 40  # positions, between two that are measured whole
PLACES = [*GAME.box.data["city"], *GAME.box.data["zone"]]


AT = {row["id"]: (row["x"], row["y"]) for row in PLACES}


def centred(x: float, y: float, wide: float, high: float) -> Rect:
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def pins(unit: float) -> dict[str, Rect]:
    share = min(unit, UNIT) / UNIT
    return {
        f"pin of {row['id']}": centred(
            row["x"], row["y"], 2 * PIN[kind_of(row)] * share, 2 * PIN[kind_of(row)] * share
        )
        for row in PLACES
        if kind_of(row) != "zone"
    }


def names(language: str, unit: float) -> dict[str, Rect]:
    """What names take of the chart: as many pixels as they need, never more than at the largest scale."""
    translate = translation(language, GAME).gettext
    found = {}
    for row in PLACES:
        kind, (dx, dy, anchor) = kind_of(row), GAME.slots.label(row["id"])
        name = translate(row["name"])
        lines = textwrap.wrap(name, WRAP, break_long_words=False) if kind == "zone" else [name]
        wide = max(map(len, lines)) * LETTER[kind] * min(unit, UNIT)
        high = len(lines) * LINE[kind] * min(unit, UNIT)
        x = row["x"] + dx + wide * {"start": 0.5, "middle": 0, "end": -0.5}[anchor]
        found[name] = centred(x, row["y"] + dy, wide, high)
    return found


def pieces(table: dict[str, Any], unit: float) -> dict[str, Rect]:
    grow = min(PIECE, unit * 1.15) / PIECE
    spies = {row["id"] for row in table["spies"]}
    found = {}
    for place, spots in GAME.slots.laid(table).items():
        for name, (x, y, _led) in spots.items():
            wide, high = LARGE if name in spies else SMALL
            found[f"{name} in {place}"] = centred(x, y, wide * grow, high * grow)
    return found


def overlaps(rects: dict[str, Rect]) -> list[tuple[str, str]]:
    rows = sorted(rects.items(), key=lambda row: row[1][0])
    found = []
    for at, (one, (left, top, right, bottom)) in enumerate(rows):
        for other, box in rows[at + 1 :]:
            if box[0] >= right:
                break
            if top < box[3] and box[1] < bottom and left < box[2]:
                found.append((one, other))
    return found


def positions(seed: int) -> Iterator[dict[str, Any]]:
    """The tables of a random game whenever something stands elsewhere than before."""
    dice = random.Random(seed)
    options: dict[str, Any] = {"game": "advanced"} if seed % 2 else {}
    t = typed(spyring.game("spies").start(seats=dice.choice((2, 3, 4, 5)), seed=seed, **options))
    before: object = None
    while t.deciders:
        seat = dice.choice(t.deciders)
        t.play(seat, dice.choice(t.legal(seat)))
        now = [list(t.spy_at), list(t.police_at), list(t.secret_at), list(t.drops)]
        if now != before:
            yield t.view(None)["table"]
        before = now


@pytest.mark.parametrize("language", ["en", "pl", "it"])
@pytest.mark.parametrize("window", WINDOWS)
def test_names_and_pins_never_touch(language: str, window: str) -> None:
    unit = WINDOWS[window]
    found = names(language, unit)
    assert overlaps(found | pins(unit)) == []
    assert all(
        left > 10 and right < PANEL and top > 18 and bottom < 990
        for left, top, right, bottom in found.values()
    )


@pytest.mark.parametrize("part", range(4))
def test_no_two_things_touch_in_any_position_of_random_games(part: int) -> None:
    """Slots are found so that a piece which has one touches nothing; that is checked anew here and there."""
    fixed = {unit: names("pl", unit) | pins(unit) for unit in WINDOWS.values()}
    for seed in range(part, GAMES, 4):
        for number, table in enumerate(positions(seed)):
            laid = GAME.slots.laid(table)
            pinned = [
                (place, name)
                for place, spots in laid.items()
                for name, spot in spots.items()
                if spot[:2] == AT[place]
            ]
            assert pinned == [], f"no room in game {seed}, position {number}"
            if number % EVERY:
                continue
            for unit, always in fixed.items():
                stand = pieces(table, unit)
                assert overlaps(stand | always) == [], f"game {seed}, position {number}"
                assert all(right < PANEL for _left, _top, right, _bottom in stand.values())
