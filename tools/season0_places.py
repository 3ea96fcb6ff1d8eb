#!/usr/bin/env python3
"""Computes where the movable pieces of Season 0 stand around each city, so that none ever covers another
piece, a pin or a name: `games/season0/web/places.html`.

    PYTHONPATH=src python tools/season0_places.py

The free sea and land of the wall map is packed with squares, and every square belongs to one piece: a pawn
or a team. At a city a piece stands on the nearest of its own squares. Two pieces never share a square, so
a piece does not move when others come or go.
"""

from math import hypot
from pathlib import Path
from typing import Any, Final

import spyring
from spyring.games.season0 import words as w
from spyring.web.words import GameWords, Words

SIZE: Final = 32  # of a square, in units of the map
STEP: Final = 5
NEAR: Final = 62  # a piece this near needs no square of its own city
EDGE: Final = (229, 34, 1801, 956)  # what the map shows
NAME: Final = 19  # the height of letters in names, in units
# Widths of bold letters relative to NAME, on a screen of low resolution.
LETTERS: Final = {
    letter: wide
    for letters, wide in {
        " '-Iijlł": 0.28,
        "r": 0.37,
        "LYctvxy": 0.46,
        "AEFJKVaehknsuzàãéż": 0.55,
        "MOw": 0.74,
        "Wm": 0.83,
    }.items()
    for letter in letters
}
OTHER: Final = 0.64  # all other letters
ROUNDS: Final = 4
PIECES: Final = (*w.SEAT_IDS, *w.TEAM_IDS)
FOUND: Final = Path(__file__).resolve().parents[1] / "src/spyring/games/season0/web/places.html"
Rect = tuple[float, float, float, float]
# The space that papers may cover at 1280 by 720 or 1440 by 900: objectives over Canada, the turn and the zoom
# buttons over Siberia, Threat in the Pacific, the legend in the south.
PAPERS: Final[dict[str, Rect]] = {
    "objectives": (130, -60, 868, 246),
    "turn": (1060, -60, 1850, 100),
    "threat": (130, 536, 480, 1020),
    "legend": (740, 872, 1640, 1020),
}


def fixed(city: dict[str, Any]) -> list[Rect]:
    """Fixed things at a city: agents above its pin, a safehouse and a token beside it."""
    x, y = city["x"], city["y"]
    return [(x - 27, y - 37, x + 27, y - 14), (x - 38, y - 15, x + 41, y + 12)]


def width(game: Any, city: str) -> float:
    """The width of a city's name, in the language where it is longest."""
    names = [GameWords(game, Words(language)).title("city", city) for language in ("en", "pl", "it")]
    return max(sum(LETTERS.get(letter, OTHER) for letter in name) for name in names) * NAME


def named(city: dict[str, Any], wide: float, at: tuple[int, int]) -> Rect:
    """Where a name lies."""
    x, y = city["x"] + at[0], city["y"] + at[1]
    return (x - wide / 2, y - 14, x + wide / 2, y + 4)


def common(one: Rect, other: Rect) -> float:
    """The area of the overlap of two rectangles."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0.0


def labels(cities: list[dict[str, Any]], wide: dict[str, float]) -> dict[str, tuple[int, int]]:
    """Where the name of each city stands: below or beside its pin, without covering anything."""
    found: dict[str, tuple[int, int]] = {city["id"]: (0, 30) for city in cities}
    for _round in range(ROUNDS):
        for city in cities:
            near = [c for c in cities if abs(c["x"] - city["x"]) < 260 and abs(c["y"] - city["y"]) < 110]
            others = [*PAPERS.values(), *(rect for one in near for rect in fixed(one))]
            others += [named(one, wide[one["id"]], found[one["id"]]) for one in near if one is not city]
            side = int(wide[city["id"]] / 2) + 40
            places = [
                (dx, dy)
                for dx in range(-70, 71, 2)
                for dy in (*range(26, 30), *range(31, 46, 2), *range(-52, -40, 2))
            ]
            places += [(way * side, dy) for way in (-1, 1) for dy in range(-10, 22, 4)]

            def cost(at: tuple[int, int]) -> float:
                rect = named(city, wide[city["id"]], at)  # noqa: B023
                hidden = sum(common(rect, other) for other in others)  # noqa: B023
                own = away(rect, city)  # noqa: B023
                mistaken = any(away(rect, one) < own + 8 for one in near if one is not city)  # noqa: B023
                return hidden * 5 + 2000 * mistaken + hypot(at[0], at[1] - 29)

            found[city["id"]] = min(places, key=cost)
    return found


def away(rect: Rect, city: dict[str, Any]) -> float:
    """How far a name is from the pin of a city."""
    x, y = city["x"], city["y"]
    return hypot(max(rect[0] - x, 0, x - rect[2]), max(rect[1] - y, 0, y - rect[3]))


def apart(one: Rect, other: Rect) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def squares(taken: list[Rect]) -> list[tuple[int, int]]:
    """Centres of squares that touch neither fixed things nor each other."""
    found: list[tuple[int, int]] = []
    left, top, right, bottom = EDGE
    for y in range(top + SIZE // 2, bottom - SIZE // 2 + 1, STEP):
        x = left + SIZE // 2
        while x <= right - SIZE // 2:
            square = (x - SIZE / 2, y - SIZE / 2, x + SIZE / 2, y + SIZE / 2)
            near = all(abs(x - a) >= SIZE or abs(y - b) >= SIZE for a, b in found)
            if near and all(apart(square, rect) for rect in taken):
                found.append((x, y))
                x += SIZE
            else:
                x += STEP
    return found


def shared(
    cities: list[dict[str, Any]], free: list[tuple[int, int]]
) -> dict[str, dict[str, tuple[int, int]]]:
    """The piece of each square, the most crowded cities first, and the place of each piece at each city."""
    owner: dict[tuple[int, int], str] = {}

    def far(city: dict[str, Any], square: tuple[int, int]) -> float:
        return hypot(square[0] - city["x"], square[1] - city["y"])

    def crowd(city: dict[str, Any]) -> float:
        return sorted(far(city, square) for square in free)[len(PIECES)]

    for city in sorted(cities, key=crowd, reverse=True):
        order = sorted(free, key=lambda square: far(city, square))
        for piece in PIECES:
            own = next((square for square in order if owner.get(square) == piece), None)
            new = next((square for square in order if square not in owner), None)
            if new is not None and (own is None or far(city, own) > max(NEAR, far(city, new) + 25)):
                owner[new] = piece
    return {
        city["id"]: {
            piece: min((s for s in owner if owner[s] == piece), key=lambda square: far(city, square))
            for piece in PIECES
        }
        for city in cities
    }


def main() -> None:
    """Write the places down."""
    game: Any = spyring.game("season0")
    cities = game.box.cities
    wide = {city["id"]: width(game, city["id"]) for city in cities}
    beside = labels(cities, wide)
    taken = [
        rect for city in cities for rect in (*fixed(city), named(city, wide[city["id"]], beside[city["id"]]))
    ]
    places = shared(cities, squares([*taken, *PAPERS.values()]))
    rows = [
        f'  "{city}": {{' + ", ".join(f'"{piece}": [{x}, {y}]' for piece, (x, y) in at.items()) + "},"
        for city, at in places.items()
    ]
    names = "{%- set labels = {" + ", ".join(f'"{c}": [{x}, {y}]' for c, (x, y) in beside.items()) + "} %}\n"
    head = "{#- Written by tools/season0_places.py: where each pawn and each team stands at a city. -#}\n"
    FOUND.write_text(head + "{%- set places = {\n" + "\n".join(rows) + "\n} %}\n" + names, encoding="utf-8")
    ways = [hypot(x - c["x"], y - c["y"]) for c in cities for x, y in places[c["id"]].values()]
    print(f"farthest {max(ways):.0f}, on average {sum(ways) / len(ways):.0f}")


if __name__ == "__main__":
    main()
