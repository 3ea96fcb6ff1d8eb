"""How close things are on the maps of Season 0 and Spies!, over the positions of random games.

    PYTHONPATH=src:. python tools/crowding.py season0 --games 1000
    PYTHONPATH=src:. python tools/crowding.py spies --games 1000 --worst 10

Pieces, marks, pins, names and papers are rectangles, computed from the same data as the pages: places, slots,
lengths of names, sizes in the style. For every position it prints the shortest distance between two of them
in pixels of a window; a negative one means an overlap. Games of Season 0 alternate between prologues and
months of campaigns. It lists the most crowded positions by game and decision, so that you can look at them.
"""

import argparse
import heapq
import random
import sys
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

import spyring
from spyring.games.season0 import GAME as SEASON0
from spyring.games.spies import GAME as SPIES
from spyring.games.spies.slots import LARGE, LETTER, LINE, PIECE, PIN, SMALL, UNIT, WRAP, kind_of
from spyring.languages import translation
from tools.season0_places import PAPERS, SIZE, named, width

Rect = tuple[float, float, float, float]
Json = dict[str, Any]

WINDOWS: Final = ("1280x720", "1440x900", "390x844")
LANGUAGES: Final = ("en", "pl", "it")
CLOSE: Final = 2  # pixels


class Thing(NamedTuple):
    """Something on a map; things of one family are drawn together."""

    name: str
    family: str
    rect: Rect


class Nearest(NamedTuple):
    """The two closest things of a position, their distance in pixels, and the number of pairs that are almost
    as close.
    """

    way: float
    one: str
    other: str
    close: int


def centred(x: float, y: float, wide: float, high: float) -> Rect:
    """A rectangle around its centre."""
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def nearest(things: list[Thing], pixel: float = 1.0) -> Nearest:
    """The closest of all pairs, measured along the axis that separates it; a pixel is ``pixel`` units."""
    rects = np.array([thing.rect for thing in things])
    families: dict[str, int] = {}
    family = np.array([families.setdefault(thing.family, len(families)) for thing in things])
    across = np.maximum(rects[:, None, 0] - rects[None, :, 2], rects[None, :, 0] - rects[:, None, 2])
    down = np.maximum(rects[:, None, 1] - rects[None, :, 3], rects[None, :, 1] - rects[:, None, 3])
    ways = np.where(family[:, None] == family[None, :], np.inf, np.maximum(across, down))
    one, other = divmod(int(np.argmin(ways)), len(things))
    close = int(np.count_nonzero(ways < CLOSE * pixel)) // 2
    return Nearest(float(ways[one, other]) / pixel, things[one].name, things[other].name, close)


# -- Season 0 ------------------------------------------------------------------------------------------------

# Pixels per unit of the wall map. On a phone papers lie beside the map; elsewhere browser tests check that
# every paper fits, whatever is written on it.
SCALE: Final = {"1280x720": 0.5804, "1440x900": 0.6835, "390x844": 0.7405}
BESIDE: Final = ("390x844",)


class WallMap:
    """The wall map of Season 0."""

    def __init__(self) -> None:
        self.game = SEASON0
        self.cities = {row["id"]: row for row in self.game.box.cities}
        self.names = [
            Thing(
                f"the name of {city}",
                f"name {city}",
                named(row, width(self.game, city), self.game.places.label(city)),
            )
            for city, row in self.cities.items()
        ]

    def games(self, dice: random.Random) -> Iterator[Any]:
        """Endless: a prologue, then a game of a campaign, which continues the next time."""
        legacy, campaign, seats = None, "", 2
        while True:
            yield self.game.start(seats=dice.choice(self.game.seats), seed=dice.randrange(10**9))
            if legacy is None:
                campaign, seats = dice.choice(("medusa", "evening")), dice.choice(self.game.seats)
            state = self.game.start(seats=seats, seed=dice.randrange(10**9), campaign=campaign, legacy=legacy)
            yield state
            legacy = state.legacy() if not state.deciders else None

    def things(self, table: Json, window: str) -> list[Thing]:
        """Pieces, marks, names and papers."""
        found = list(self.names)
        if window not in BESIDE:
            found += [Thing(f"the paper of the {name}", name, rect) for name, rect in PAPERS.items()]
        for row in table["cities"]:
            city = self.cities[row["city"]]
            held = row["agents"], row["tokens"], row["safehouse"]
            found += marks(row["city"], city["x"], city["y"], *held)
        for piece, (x, y) in self.game.places.laid(table).items():
            found.append(Thing(piece, piece, centred(x, y, SIZE, SIZE)))
        return found

    def nearest(self, table: Json, window: str) -> Nearest:
        """In pixels of a window."""
        return nearest(self.things(table, window), 1 / SCALE[window])


@cache
def marks(city: str, x: int, y: int, agents: int, tokens: int, safehouse: bool) -> list[Thing]:
    """What never moves at a city: its pin with agents, and a token and a safehouse beside it."""
    rects: dict[str, Rect] = {"pin": centred(x, y, 24, 24)}
    if agents:
        rects["agents"] = centred(x, y - 26, 22 + 16 * (agents - 1), 22)
    if tokens:
        rects["token"] = (x + 15, y - 13.5, x + (39.5 if tokens > 1 else 38), y + 11)
    if safehouse:
        rects["safehouse"] = (x - 38, y - 12, x - 15, y + 11)
    return [Thing(f"{mark} of {city}", f"marks {city}", rect) for mark, rect in rects.items()]


# -- Spies! --------------------------------------------------------------------------------------------------

UNITS: Final = {"1280x720": 1.74, "1440x900": 1.38, "390x844": 1.75}  # of the chart per pixel, before zooming
PANEL: Final = 1190  # where the panel of the year starts, in units


class Chart:
    """The chart of Spies!."""

    def __init__(self) -> None:
        self.game = SPIES
        self.places: list[Json] = [*self.game.box.data["city"], *self.game.box.data["zone"]]
        self.pins = {row["id"]: (row["x"], row["y"]) for row in self.places}
        # In the language with the longest name
        self.fixed: dict[str, list[Thing]] = {
            window: self.drawn_pins(unit) + longest([self.names(one, unit) for one in LANGUAGES])
            for window, unit in UNITS.items()
        }

    def games(self, dice: random.Random) -> Iterator[Any]:
        """Endless: standard and advanced in turn, for all numbers of seats."""
        while True:
            for variant in ("standard", "advanced"):
                yield self.game.start(
                    seats=dice.choice(self.game.seats), seed=dice.randrange(10**9), game=variant
                )

    def drawn_pins(self, unit: float) -> list[Thing]:
        """Pins of all cities; zoomed in, they cover less of the land."""
        share = min(unit, UNIT) / UNIT
        sides = {row["id"]: 2 * PIN[kind_of(row)] * share for row in self.places if kind_of(row) != "zone"}
        return [
            Thing(f"the pin of {city}", f"pin {city}", centred(*self.pins[city], side, side))
            for city, side in sides.items()
        ]

    def names(self, language: str, unit: float) -> list[Thing]:
        """The space of names on the chart: as many pixels as they need, at most that of the largest scale."""
        translate = translation(language, self.game).gettext
        found = []
        for row in self.places:
            kind, (dx, dy, anchor) = kind_of(row), self.game.slots.label(row["id"])
            if anchor == "none":
                continue
            name = translate(row["name"])
            lines = textwrap.wrap(name, WRAP, break_long_words=False) if kind == "zone" else [name]
            wide = max(map(len, lines)) * LETTER[kind] * min(unit, UNIT)
            high = len(lines) * LINE[kind] * min(unit, UNIT)
            x = row["x"] + dx + wide * {"start": 0.5, "middle": 0, "end": -0.5}[anchor]
            found.append(Thing(name, f"name {row['id']}", centred(x, row["y"] + dy, wide, high)))
        return found

    def pieces(self, table: Json, unit: float) -> list[Thing]:
        """Every piece in its slot."""
        grow = min(PIECE, unit * 1.15) / PIECE
        spies = {row["id"] for row in table["spies"]}
        found = []
        for place, spots in self.game.slots.laid(table).items():
            for name, (x, y, _led) in spots.items():
                wide, high = LARGE if name in spies else SMALL
                label = f"{name} in {place}"
                found.append(Thing(label, label, centred(x, y, wide * grow, high * grow)))
        return found

    def homeless(self, table: Json) -> list[tuple[str, str]]:
        """Pieces without a free slot, each with its place: they would lie on its pin."""
        laid = self.game.slots.laid(table).items()
        return [
            (name, place)
            for place, spots in laid
            for name, spot in spots.items()
            if spot[:2] == self.pins[place]
        ]

    def things(self, table: Json, window: str) -> list[Thing]:
        """Pieces, pins, names and the desk."""
        desk = Thing("the desk", "desk", (PANEL, 0, 1500, 1000))
        return [*self.fixed[window], *self.pieces(table, UNITS[window]), desk]

    def nearest(self, table: Json, window: str) -> Nearest:
        """In pixels of a window."""
        return nearest(self.things(table, window), UNITS[window])


def longest(named: list[list[Thing]]) -> list[Thing]:
    """The widest of the same names in several languages."""
    return [max(names, key=lambda name: name.rect[2] - name.rect[0]) for names in zip(*named, strict=True)]


# -- random games --------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A position of a random game, its things, and how crowded it is."""

    near: Nearest
    window: str
    game: int
    decision: int


def positions(state: Any, dice: random.Random) -> Iterator[tuple[int, Json]]:
    """The public view of a random game before each decision and at the end."""
    number = 0
    while state.deciders:
        yield number, state.view(None)["table"]
        seat = dice.choice(state.deciders)
        state.play(seat, dice.choice(state.legal(seat)))
        number += 1
    yield number, state.view(None)["table"]


MAPS: Final[dict[str, Callable[[], WallMap | Chart]]] = {"season0": WallMap, "spies": Chart}


def stands(table: Json) -> str:
    """What matters for the layout of a position."""
    if "cities" in table:
        rows = [[row[key] for key in ("agents", "tokens", "safehouse")] for row in table["cities"]]
        return repr((rows, [row["city"] for row in (*table["players"], *table["teams"])]))
    rows = [row["at"] for kind in ("spies", "police", "secrets") for row in table[kind]]
    return repr((rows, table["drops"]))


def moments(name: str, games: int, seed: int = 1, every: int = 1) -> Iterator[Moment]:
    """Every position of random games that differs from the previous one, in every window."""
    board, dice = MAPS[name](), random.Random(seed)
    for number, state in zip(range(games), board.games(dice), strict=False):
        before, seen = "", 0
        for decision, table in positions(state, dice):
            now = stands(table)
            if now == before:
                continue
            before, seen = now, seen + 1
            if seen % every:
                continue
            for window in WINDOWS:
                yield Moment(board.nearest(table, window), window, number, decision)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("map", choices=tuple(MAPS))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="measure one position of so many")
    parser.add_argument("--worst", type=int, default=10, help="how many positions to name")
    given = parser.parse_args()
    count, least = 0, {window: Nearest(1e9, "", "", 0) for window in WINDOWS}
    worst: dict[int, Moment] = {}  # the most crowded position of every game
    for moment in moments(given.map, given.games, given.seed, given.every):
        count += 1
        least[moment.window] = min(least[moment.window], moment.near)
        best = worst.setdefault(moment.game, moment)
        if moment.near.close > best.near.close:
            worst[moment.game] = moment
    print(f"{given.games} games, {count // len(WINDOWS)} positions, {spyring.build} build")
    for window, near in least.items():
        print(f"{window}: {near.way:.1f} px between {near.one} and {near.other}")
    for near, window, number, decision in heapq.nlargest(
        given.worst, worst.values(), key=lambda moment: moment.near.close
    ):
        print(f"game {number}, decision {decision}, {window}: {near.close} pairs closer than {CLOSE} px")
    sys.exit(any(near.way < 0 for near in least.values()))


if __name__ == "__main__":
    main()
