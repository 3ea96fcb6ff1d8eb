#!/usr/bin/env python3
"""Computes where the movable pieces of Season 0 can stand around each city, so that none ever covers another
piece, a pin or a name: `games/season0/web/places.json`.

    PYTHONPATH=src python tools/season0_places.py

The free sea and land of the wall map is packed with squares, as near to the cities as there is room. Every
city lists as many of them as there are pieces. Its own ones come first: near its pin, and nearer to it than
to any other city. `spyring.games.season0.places` puts the pieces there.
"""

import json
from math import hypot
from pathlib import Path
from typing import Any, Final

import spyring
from spyring.games.season0 import words as w
from spyring.web.words import GameWords, Words

SIZE: Final = 32  # of a square, in units of the map
STEP: Final = 5
FINE: Final = 3  # the step of squares beside a pin
REACH: Final = 81  # how far from a pin they may be
CROWD: Final = 150  # how far off a neighbour is that needs room, too
OWN: Final = 4  # squares of a city, if there is room
LONGER: Final = 24  # how much farther than the nearest one they may be
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
FOUND: Final = Path(__file__).resolve().parents[1] / "src/spyring/games/season0/web/places.json"
Rect = tuple[float, float, float, float]
Spot = tuple[int, int]
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


def square(spot: Spot) -> Rect:
    """The space of a piece, around its centre."""
    return spot[0] - SIZE / 2, spot[1] - SIZE / 2, spot[0] + SIZE / 2, spot[1] + SIZE / 2


def far(city: dict[str, Any], spot: Spot) -> float:
    return hypot(spot[0] - city["x"], spot[1] - city["y"])


def doubt(city: dict[str, Any], spot: Spot, cities: list[dict[str, Any]]) -> float:
    """How far a square is from a city; more if another city is about as near."""
    own, other = far(city, spot), min(far(one, spot) for one in cities if one is not city)
    return own + 2 * max(0, own - other + 6)


def room(spot: Spot, taken: list[Rect]) -> bool:
    """Whether a square is on the map and free."""
    left, top, right, bottom = square(spot)
    inside = EDGE[0] <= left and EDGE[1] <= top and right <= EDGE[2] and bottom <= EDGE[3]
    return inside and all(apart((left, top, right, bottom), rect) for rect in taken)


def squares(cities: list[dict[str, Any]], taken: list[Rect]) -> list[Spot]:
    """Squares that touch neither fixed things nor each other: in turn one beside each city, the most crowded
    ones first, then wherever there is room.
    """
    taken, found = list(taken), list[Spot]()
    crowd = {one["id"]: sum(far(one, (two["x"], two["y"])) < CROWD for two in cities) for one in cities}
    offsets = [(dx, dy) for dx in range(-REACH, REACH + 1, FINE) for dy in range(-REACH, REACH + 1, FINE)]
    for _round in range(OWN):
        for city in sorted(cities, key=lambda city: -crowd[city["id"]]):
            spots = [(city["x"] + dx, city["y"] + dy) for dx, dy in offsets]
            near = [rect for rect in taken if away(rect, city) < 2 * REACH]
            free = [spot for spot in spots if room(spot, near)]
            if free:
                best = min(free, key=lambda spot: doubt(city, spot, cities))
                found.append(best)
                taken.append(square(best))
    left, top, right, bottom = EDGE
    for y in range(top + SIZE // 2, bottom - SIZE // 2 + 1, STEP):
        for x in range(left + SIZE // 2, right - SIZE // 2 + 1, STEP):
            if room((x, y), taken):
                found.append((x, y))
                taken.append(square((x, y)))
    return found


def listed(city: dict[str, Any], free: list[Spot], cities: list[dict[str, Any]]) -> dict[str, list[Spot]]:
    """The own squares of a city, and the spare ones that it may share with others."""
    order = sorted(free, key=lambda spot: doubt(city, spot, cities))[: len(PIECES)]
    most = doubt(city, order[0], cities) + LONGER
    count = max(1, sum(doubt(city, spot, cities) <= most for spot in order[:OWN]))
    return {"own": order[:count], "spare": order[count:]}


def main() -> None:
    """Write the places down."""
    game: Any = spyring.game("season0")
    cities = game.box.cities
    wide = {city["id"]: width(game, city["id"]) for city in cities}
    beside = labels(cities, wide)
    taken = [
        rect for city in cities for rect in (*fixed(city), named(city, wide[city["id"]], beside[city["id"]]))
    ]
    free = squares(cities, [*taken, *PAPERS.values()])
    found = {city["id"]: {"label": beside[city["id"]], **listed(city, free, cities)} for city in cities}
    rows = [f'  "{city}": {json.dumps(row)}' for city, row in found.items()]
    FOUND.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    ways = [far(city, spot) for city in cities for spot in listed(city, free, cities)["own"]]
    print(f"{len(ways)} own squares, the farthest {max(ways):.0f}, on average {sum(ways) / len(ways):.0f}")


if __name__ == "__main__":
    main()
