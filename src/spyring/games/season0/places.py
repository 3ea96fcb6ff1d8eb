"""Where pawns and teams stand on the wall map, so that none covers another one, a pin or a name.

``web/places.json``, written by ``tools/season0_places.py``, has the squares. Every piece prefers one of its
city's own squares, so that it seldom moves aside when others come.
"""

import json
from importlib.resources import files
from typing import Any

Row = dict[str, Any]
Spot = tuple[int, int]


class Places:
    """The squares around all cities."""

    def __init__(self) -> None:
        text = files("spyring.games.season0").joinpath("web", "places.json").read_text(encoding="utf-8")
        self.cities: dict[str, Row] = json.loads(text)

    def label(self, city: str) -> Spot:
        """Where the name of a city stands: the offset from its pin."""
        x, y = self.cities[city]["label"]
        return x, y

    def laid(self, table: Row) -> dict[str, Spot]:
        """The centre of every pawn and team on the map, by its seat or its team."""
        standing = [(str(row["seat"]), row["city"]) for row in table["players"]]
        standing += [(str(row["team"]), row["city"]) for row in table["teams"]]
        found: dict[str, Spot] = {}
        taken: set[Spot] = set()
        for number, (piece, city) in enumerate(standing):
            if city:
                own, spare = self.cities[city]["own"], self.cities[city]["spare"]
                wishes = [own[number % len(own)], *own, *spare]
                found[piece] = next((x, y) for x, y in wishes if (x, y) not in taken)
                taken.add(found[piece])
        return found
