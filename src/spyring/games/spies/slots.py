"""Where pieces stand on the chart, so that none covers another one, a name or a pin.

``web/slots.json``, written by ``tools/slots.py``, has the slots. A place fills its own slots first, then free
spare ones. So a piece only moves aside if its own place is full.
"""

import json
from importlib.resources import files
from typing import Any, Final

UNIT: Final = 1.75  # chart units per pixel, at most; zooming in makes pieces smaller relative to the land
PIECE: Final = 0.8 * UNIT  # how much larger a piece is drawn than in its own units
LARGE: Final[tuple[float, ...]] = (25.0 * PIECE, 29.0 * PIECE)  # of a spy
SMALL: Final[tuple[float, ...]] = (23.0 * PIECE, 20.0 * PIECE)  # of police, papers and drops
PIN: Final = {"capital": 19.0, "haven": 14.0, "city": 11.0, "zone": 0.0}  # half its width, in units
LETTER: Final = {"capital": 7.6, "haven": 6.1, "city": 6.1, "zone": 5.5}  # pixels, of a bold letter
LINE: Final = {"capital": 14.0, "haven": 12.0, "city": 12.0, "zone": 12.0}
WRAP: Final = 13  # letters in a line of the name of a sea
BESIDE: Final = 56.0  # distance from the pin, in units, beyond which a line leads to a piece
RING: Final = ((0, 40), (44, 34), (-44, 34), (52, -10), (-52, -10), (30, -46), (-30, -46), (0, -60), (0, 88))
BUCKET: Final = 48.0  # units; a piece is smaller, so only neighbouring buckets matter

Row = dict[str, Any]
Spot = tuple[int, int, bool]  # the centre of a piece, and whether a line leads there


def kind_of(row: Row) -> str:
    """The kind of symbol drawn for a place."""
    if "country" not in row:
        return "zone"
    return "capital" if row.get("capital") else "haven" if row.get("haven") else "city"


class Place:
    """A city or a sea zone with its slots."""

    def __init__(self, row: Row, found: Row | None, pins: list[tuple[int, int]]) -> None:
        self.id: str = row["id"]
        self.x: int = row["x"]
        self.y: int = row["y"]
        found = found or {"large": [], "small": [], "spare_large": RING, "spare_small": RING}
        self.label: list[Any] = found.get("label", [20, 0, "start"])
        self.own = [self._spots(found[size], pins) for size in ("small", "large")]
        self.spare = [self._spots(found[f"spare_{size}"], pins) for size in ("small", "large")]

    def _spots(self, offsets: Any, pins: list[tuple[int, int]]) -> list[Spot]:
        return [(self.x + dx, self.y + dy, self._led(dx, dy, pins)) for dx, dy in offsets]

    def _led(self, dx: int, dy: int, pins: list[tuple[int, int]]) -> bool:
        """Whether a piece needs a line to show where it belongs."""
        way = dx * dx + dy * dy
        if way > BESIDE * BESIDE:
            return True
        for px, py in pins:
            right, down = self.x + dx - px, self.y + dy - py
            if right * right + down * down < way:
                return True
        return False


class Filled:
    """The pieces already on the chart, by bucket."""

    def __init__(self) -> None:
        self.buckets: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}

    def take(self, spot: Spot, large: bool) -> bool:
        """Put a piece there, if there is room."""
        wide, high = LARGE if large else SMALL
        x, y = float(spot[0]), float(spot[1])
        column, row = int(x // BUCKET), int(y // BUCKET)
        for c in (column - 1, column, column + 1):
            for r in (row - 1, row, row + 1):
                for ox, oy, ow, oh in self.buckets.get((c, r), ()):
                    if abs(x - ox) * 2 < wide + ow and abs(y - oy) * 2 < high + oh:
                        return False
        self.buckets.setdefault((column, row), []).append((x, y, wide, high))
        return True


class Slots:
    """The slots of all places of a box."""

    def __init__(self, data: Row) -> None:
        text = files("spyring.games.spies").joinpath("web", "slots.json").read_text(encoding="utf-8")
        found: dict[str, Row] = json.loads(text)
        pins = [(row["x"], row["y"]) for row in data["city"]]
        rows: list[Row] = [*data["city"], *data["zone"]]
        self.places: dict[str, Place] = {row["id"]: Place(row, found.get(row["id"]), pins) for row in rows}
        # Cached for the last pieces: after a move all readers need the same spots.
        self.last: tuple[dict[str, list[tuple[str, bool]]], dict[str, dict[str, Spot]]] = ({}, {})

    def label(self, place: str) -> list[Any]:
        """Where the name of a place stands: the offset from its pin, and its anchor."""
        return self.places[place].label

    def laid(self, table: Row) -> dict[str, dict[str, Spot]]:
        """Where every piece on the map stands, by place and by the name of the piece."""
        standing = _standing(table)
        pieces, spots = self.last
        if pieces != standing:
            spots = self._laid(standing)
            self.last = (standing, spots)
        return spots

    def _laid(self, standing: dict[str, list[tuple[str, bool]]]) -> dict[str, dict[str, Spot]]:
        filled = Filled()
        spots: dict[str, dict[str, Spot]] = {}
        left: list[tuple[Place, str, bool]] = []
        for place, pieces in standing.items():
            here = self.places[place]
            spots[place] = {}
            for large in (True, False):
                own = here.own[large]
                names = [name for name, is_large in pieces if is_large == large]
                for name, spot in zip(names, own, strict=False):
                    filled.take(spot, large)
                    spots[place][name] = spot
                left += [(here, name, large) for name in names[len(own) :]]
        for here, name, large in left:
            spare = here.spare[large]
            free = next((spot for spot in spare if filled.take(spot, large)), None)
            spots[here.id][name] = free or (here.x, here.y, False)  # no room: on the pin
        return spots


def _standing(table: Row) -> dict[str, list[tuple[str, bool]]]:
    """The pieces on the map by place, each with whether it is large; always in the same order."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for kind in ("secrets", "police", "spies"):
        for row in table[kind]:
            if row["at"] is not None:
                found.setdefault(row["at"], []).append((row["id"], kind == "spies"))
    for drop in table["drops"]:
        found.setdefault(drop["city"], []).append((f"drop-{drop['nation']}", False))
    return found
