"""Finds room for names and pieces on the chart of Spies!, so that nothing ever covers anything else.

    PYTHONPATH=src python tools/slots.py

It reads the places of pins from the box and writes `games/spies/web/slots.json`: for every place the position
of its name, its own slots, and spare ones that it may share with others, from near to far. There are large
slots for spies and small ones for police and papers. No slot touches a name or a pin, and no two own slots
touch. The chart fills own slots first, then free spare ones (`spyring.games.spies.slots`). Everything is
measured at the scale at which names are largest relative to the land (`UNIT`); zoomed in, they cover less,
so nothing can overlap.
"""

import json
import math
import random
import textwrap
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from spyring.games.spies.slots import LARGE, LETTER, LINE, PIN, SMALL, UNIT, WRAP, kind_of

GAME: Final = Path(__file__).resolve().parents[1] / "src" / "spyring" / "games" / "spies"
CELL: Final = 3  # the size of the squares of the grid, in units
FRAME: Final = (14, 22, 1186, 984)  # the part that is always visible: left, top, right, bottom
HIDDEN: Final = ((0, 884, 172, 1000),)  # under the zoom buttons
GAP: Final = 2.0
FAR: Final = {"own": 110, "spare": 480}  # the most units from a pin to the centre of a slot
ROUNDS: Final = ("large", "small", "small", "large", "small", "large", "small")
SPARE: Final = 90  # of each size
TRIES: Final = 1

Rect = tuple[float, float, float, float]
Row = dict[str, Any]


def centred(x: float, y: float, size: tuple[float, float]) -> Rect:
    return x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2


class Paper:
    """The occupied parts of the chart."""

    def __init__(self) -> None:
        self.taken = np.zeros((1010 // CELL, 1210 // CELL), dtype=bool)
        left, top, right, bottom = (edge // CELL for edge in FRAME)
        self.taken[:] = True
        self.taken[top + 1 : bottom, left + 1 : right] = False
        for rect in HIDDEN:
            self.take(rect)

    def cells(self, rect: Rect) -> tuple[slice, slice]:
        left, top, right, bottom = rect
        return (
            slice(max(0, math.floor((top - GAP) / CELL)), math.ceil((bottom + GAP) / CELL)),
            slice(max(0, math.floor((left - GAP) / CELL)), math.ceil((right + GAP) / CELL)),
        )

    def take(self, rect: Rect) -> None:
        self.taken[self.cells(rect)] = True

    def free(self, rect: Rect) -> bool:
        inside = rect[0] > FRAME[0] and rect[1] > FRAME[1] and rect[2] < FRAME[2] and rect[3] < FRAME[3]
        return inside and not self.taken[self.cells(rect)].any()


class Place:
    """A city or a sea zone: its pin, its name and its slots."""

    def __init__(self, row: Row, kind: str, names: list[str]) -> None:
        self.id: str = row["id"]
        self.kind = kind
        self.x: int = row["x"]
        self.y: int = row["y"]
        self.names = names
        self.pin = PIN[kind]
        self.label: tuple[float, float, str] = (0, 0, "middle")
        self.slots: dict[str, list[tuple[int, int]]] = {}
        self.spare: dict[str, list[tuple[int, int]]] = {}

    def lines(self) -> list[list[str]]:
        """The name in every language; those of seas are broken into lines."""
        return [
            textwrap.wrap(name, WRAP, break_long_words=False) if self.kind == "zone" else [name]
            for name in self.names
        ]

    def name_at(self, dx: float, dy: float, anchor: str) -> Rect:
        """The rectangle of the name; dx and dy lead from the pin to the middle of its near edge."""
        wide = max(len(line) for lines in self.lines() for line in lines) * LETTER[self.kind] * UNIT
        high = max(map(len, self.lines())) * LINE[self.kind] * UNIT
        left = self.x + dx - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        return left, self.y + dy - high / 2, left + wide, self.y + dy + high / 2

    def names_around(self) -> Iterator[tuple[float, float, str]]:
        """Where the name may stand, the best places first."""
        beside, high = self.pin + 7, LINE[self.kind] * UNIT / 2
        if self.kind == "zone":
            ways = [(x, y) for x in range(-100, 101, 10) for y in range(-80, 81, 8)]
            for x, y in sorted(ways, key=lambda way: math.hypot(*way)):
                yield x, y, "middle"
            return
        over = self.pin + high + 6
        for dx, anchor in ((beside, "start"), (-beside, "end")):
            for dy in (0.0, -8.0, 8.0, -14.0, 14.0):
                yield dx, dy, anchor
        for dy in (over, -over):
            for dx, anchor in ((0.0, "middle"), (-self.pin, "start"), (self.pin, "end")):
                yield dx, dy, anchor


class Chart:
    """All places, and one layout of them."""

    def __init__(self, places: list[Place], dice: random.Random) -> None:
        self.places = places
        self.dice = dice
        self.paper = Paper()
        self.near: dict[tuple[int, int], Any] = {}
        self.pins = np.array([(place.x, place.y) for place in places if place.kind != "zone"])

    def solve(self, first: list[Place]) -> None:
        for place in self.places:
            place.slots = {"large": [], "small": []}
            if place.kind != "zone":
                self.paper.take(centred(place.x, place.y, (2 * place.pin, 2 * place.pin)))
        cities = [place for place in self.places if place.kind != "zone"]
        zones = [place for place in self.places if place.kind == "zone"]
        for place in first:
            self.put_name(place)
        for zone in zones:
            self.put_name(zone)
        names = self.paper.taken.copy()
        for kind in ROUNDS:
            for place in sorted(cities, key=lambda one: (len(one.slots[kind]), self.room(one))):
                self.put_slot(place, kind)
            for zone in zones:
                if not zone.slots[kind]:
                    self.put_slot(zone, kind)
        self.paper.taken = names
        for place in self.places:
            place.spare = {kind: self.spare(place, kind) for kind in ("large", "small")}

    def spare(self, place: Place, kind: str) -> list[tuple[int, int]]:
        """Other slots for pieces of a place, from near to far, with little overlap."""
        down, across, cost = self.costs(place, kind)
        found: list[tuple[int, int]] = []
        for flat in np.argsort(cost, axis=None):
            row, column = divmod(int(flat), cost.shape[1])
            if cost[row, column] > FAR["spare"] or len(found) == SPARE:
                break
            apart = 0.36 if cost[row, column] < FAR["own"] else 0.62
            if all(abs(row - r) >= down * apart or abs(column - c) >= across * apart for r, c in found):
                found.append((row, column))
        return [
            (round((column + across / 2) * CELL) - place.x, round((row + down / 2) * CELL) - place.y)
            for row, column in found
        ]

    def room(self, place: Place) -> int:
        """How much space is free around a pin."""
        return -int(self.paper.taken[self.paper.cells(centred(place.x, place.y, (160, 160)))].sum())

    def put_name(self, place: Place) -> None:
        for dx, dy, anchor in place.names_around():
            rect = place.name_at(dx, dy, anchor)
            if self.paper.free(rect):
                place.label = (dx, dy, anchor)
                self.paper.take(rect)
                return
        if place.kind != "zone":
            raise LookupError(f"no room for the name of {place.id}")
        place.label = (0, 0, "none")

    def costs(self, place: Place, kind: str) -> tuple[int, int, Any]:
        """The size of a slot in cells, and the cost of each slot by its upper left cell."""
        size = LARGE if kind == "large" else SMALL
        down, across = (math.ceil((side + 2 * GAP) / CELL) for side in (size[1], size[0]))
        sums = np.pad(self.paper.taken, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
        full = sums[down:, across:] - sums[:-down, across:] - sums[down:, :-across] + sums[:-down, :-across]
        return down, across, np.where(full == 0, self.shifted(place, down, across, full.shape), np.inf)

    def put_slot(self, place: Place, kind: str) -> None:
        down, across, cost = self.costs(place, kind)
        row, column = np.unravel_index(np.argmin(cost), cost.shape)
        if cost[row, column] > FAR["own"]:
            return
        self.paper.taken[row : row + down, column : column + across] = True
        x, y = (column + across / 2) * CELL, (row + down / 2) * CELL
        place.slots[kind].append((round(x) - place.x, round(y) - place.y))

    def shifted(self, place: Place, down: int, across: int, shape: tuple[int, ...]) -> Any:
        """The cost by upper left cell: the distance to the pin, more if another pin is nearer."""
        y, x = np.mgrid[: shape[0], : shape[1]]
        x, y = (x + across / 2) * CELL, (y + down / 2) * CELL
        way = np.hypot(x - place.x, (y - place.y) * 1.1) + np.where(y < place.y, 4, 0)
        if place.kind == "zone":
            return way
        key = (down, across)
        if key not in self.near:
            self.near[key] = np.min([np.hypot(x - px, y - py) for px, py in self.pins], axis=0)
        own = np.hypot(x - place.x, y - place.y)
        return way + np.where(self.near[key] < own - 1, 40, 0)

    def worth(self) -> float:
        """How good a layout is; places with little room count most."""
        cities = [place for place in self.places if place.kind != "zone"]
        return sum(
            -(4.0 ** (3 - len(one.slots["large"])) + 3.0 ** (2 - len(one.slots["small"]))) for one in cities
        )


def places_of(box: Row) -> list[Place]:
    translate = [_words(language) for language in ("pl", "it")]
    found = []
    for row in [*box["city"], *box["zone"]]:
        found.append(
            Place(row, kind_of(row), [row["name"], *(one.get(row["name"], row["name"]) for one in translate)])
        )
    return found


def _words(language: str) -> dict[str, str]:
    """The translations of names, straight from the catalogue."""
    lines = (GAME / "locale" / f"{language}.po").read_text(encoding="utf-8").splitlines()
    pairs = pairwise(lines)
    return {a[7:-1]: b[8:-1] for a, b in pairs if a.startswith("msgid ") and b.startswith("msgstr ")}


def main() -> None:
    box = tomllib.loads((GAME / "box.toml").read_text(encoding="utf-8"))
    places = places_of(box)
    cities = [place for place in places if place.kind != "zone"]
    dice = random.Random(1933)
    crowd = {
        one.id: sum(math.dist((one.x, one.y), (other.x, other.y)) < 110 for other in cities) for one in cities
    }
    best: tuple[float, str] | None = None
    for number in range(TRIES):
        first = sorted(cities, key=lambda one: -crowd[one.id] + (dice.random() * 5 if number else 0))
        chart = Chart(places, dice)
        try:
            chart.solve(first)
        except LookupError as fault:
            print(number, fault)
            continue
        if best is None or chart.worth() > best[0]:
            best = (chart.worth(), written(places))
            print(
                number,
                round(best[0], 1),
                sorted((len(p.slots["large"]), len(p.slots["small"]), p.id) for p in cities)[:14],
                [p.id for p in places if p.label[2] == "none"],
            )
    assert best is not None
    (GAME / "web" / "slots.json").write_text(best[1], encoding="utf-8")


def written(places: list[Place]) -> str:
    rows = {
        one.id: {"label": [round(one.label[0]), round(one.label[1]), one.label[2]], **one.slots}
        | {f"spare_{kind}": found for kind, found in one.spare.items()}
        for one in places
    }
    lines = [f'  "{name}": {json.dumps(row, separators=(",", ":"))}' for name, row in rows.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    main()
