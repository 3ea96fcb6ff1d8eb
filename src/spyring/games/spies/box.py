"""The box of Spies! as typed constants. The error for an invalid box names the broken constraint
(:mod:`spyring.games.spies.constraints`).
"""

from typing import Any, Final

from spyring.engine.box import neighbours, steps
from spyring.engine.notation import Domain
from spyring.games.spies import words as w
from spyring.games.spies.constraints import checked
from spyring.games.spies.small import TALKS, reduced

FIRST_YEAR: Final = 1933
RANDOM_TILES_EACH: Final = 3
NEUTRAL: Final = -1  # no nation
ADVANCED_CHITS: Final = (w.DOUBLE_CROSS, w.DROP, w.INTERCEPT, w.SOURCE)

# Tiles that the rules mention by name; a tile's number is the printed one minus one.
GE1: Final = 0
GE2: Final = 1
GE5: Final = 4
GE7: Final = 6
IT14: Final = 13
RS19: Final = 18
FR24: Final = 23
FR25: Final = 24
BR29: Final = 28
BR30: Final = 29
RN42: Final = 41
FIRST_RANDOM: Final = 35


class Box:
    """Every number of the box in flat lists.

    Spaces are numbered cities first, then sea zones. Spies are nation * 6 + number, police are
    nation * 10 + number. ``near[space]`` lists the spaces one step away, ``far[space][city]`` is the length
    of the shortest path to a city.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["box"]["name"]
        self.data = data
        self._read_map(data)
        self._read_nations(data["nation"])
        self._read_tiles(data["tile"])
        self._read_pieces(data)
        self._read_small(data.get("small"))
        cities, zones = _titles(data["city"]), _titles(data["zone"])
        self.city = Domain("city", self.city_ids, cities)
        self.space = Domain("space", self.space_ids, (*cities, *zones))
        self.tile = Domain("tile", self.tile_ids, _titles(data["tile"]))
        self.face = Domain("face", self.face_ids, _titles(data["secret"]))
        constants = data["constants"]
        self.points: int = constants["action_points"]
        self.reach: int = constants["spaces"]
        self.most_police: int = constants["police_in_a_city"]
        self.most_chits: int = constants["chits"]
        self.reward_money: int = constants["reward_money"]
        self.reward_chits: int = constants["reward_chits"]
        self.factors: tuple[int, ...] = tuple(data["record"]["factors"])
        self.marker: int = data["record"]["marker"]

    def _read_map(self, data: dict[str, Any]) -> None:
        rows: list[dict[str, Any]] = data["city"]
        self.city_ids: tuple[str, ...] = tuple(str(row["id"]) for row in rows)
        self.zone_ids: tuple[str, ...] = tuple(str(row["id"]) for row in data["zone"])
        self.cities: int = len(self.city_ids)
        self.space_ids: tuple[str, ...] = (*self.city_ids, *self.zone_ids)
        self.spaces: int = len(self.space_ids)
        countries = {str(row["id"]): number for number, row in enumerate(data["country"])}
        self.country: list[int] = [countries[row["country"]] for row in rows]
        lands: list[str] = [row["country"] for row in rows]
        self.owner = tuple([w.NATION_IDS.index(land) if land in w.NATION_IDS else NEUTRAL for land in lands])
        self.overseas: list[bool] = [bool(row.get("overseas")) for row in rows]
        self.symbol: list[bool] = [bool(row.get("police")) for row in rows]
        self.haven: list[bool] = [bool(row.get("haven")) for row in rows]
        self.secret_cities: list[int] = [city for city, row in enumerate(rows) if row.get("secret")]
        capitals = {self.owner[city]: city for city, row in enumerate(rows) if row.get("capital")}
        self.capital: list[int] = [capitals[nation] for nation in range(w.NATIONS)]
        self.annexed: dict[int, list[int]] = {
            tile: self._cities_of(data, name) for tile, name in ((GE1, "ge1"), (GE7, "ge7"), (IT14, "it14"))
        }
        self._read_routes(data["route"])

    def _cities_of(self, data: dict[str, Any], tile: str) -> list[int]:
        """The cities of the country that a tile annexes (SPY-16)."""
        countries = [number for number, row in enumerate(data["country"]) if row.get("annexed_by") == tile]
        return [city for city in range(self.cities) if self.country[city] in countries]

    def _read_routes(self, rows: list[dict[str, Any]]) -> None:
        spaces = {name: number for number, name in enumerate(self.space_ids)}
        lines = [(spaces[row["a"]], spaces[row["b"]]) for row in rows]
        self.near: list[list[int]] = neighbours(self.spaces, lines)
        self.far: list[list[int]] = [steps(self.near, space)[: self.cities] for space in range(self.spaces)]
        self.to_port: list[int] = [min(self.far[space]) for space in range(self.spaces)]
        self.port: list[bool] = [any(b >= self.cities for b in self.near[a]) for a in range(self.cities)]

    def _read_nations(self, rows: list[dict[str, Any]]) -> None:
        self.money: list[int] = [row["money"] for row in rows]
        self.drawn: list[int] = [row["secrets"] for row in rows]
        self.starting_chits: list[int] = [row["chits"] for row in rows]
        self.standard_spies: list[int] = [row["spies_standard"] for row in rows]
        self.spies: list[int] = [len(row["spies"]) for row in rows]
        self.police: list[int] = [len(row["police"]) for row in rows]
        self.strength: list[int] = [0] * (w.NATIONS * w.SPIES)
        self.force: list[int] = [0] * (w.NATIONS * w.POLICE)
        self.cousin: list[bool] = [False] * (w.NATIONS * w.SPIES)
        self.spy_names: list[str] = [""] * (w.NATIONS * w.SPIES)
        for nation, row in enumerate(rows):
            for number, spy in enumerate(row["spies"]):
                self.strength[nation * w.SPIES + number] = spy["strength"]
                self.cousin[nation * w.SPIES + number] = bool(spy.get("cousin"))
                self.spy_names[nation * w.SPIES + number] = str(spy.get("name", ""))
            for number, force in enumerate(row["police"]):
                self.force[nation * w.POLICE + number] = force

    def _read_tiles(self, rows: list[dict[str, Any]]) -> None:
        cities = {name: number for number, name in enumerate(self.city_ids)}
        self.tile_ids: tuple[str, ...] = tuple(str(row["id"]) for row in rows)
        self.first: list[int] = [row["years"][0] - FIRST_YEAR for row in rows]
        self.last: list[int] = [row["years"][1] - FIRST_YEAR for row in rows]
        self.yields: list[list[tuple[int, int, int]]] = [
            [(cities[city], count, 0) for city, count in row["chits"].items()]
            + [(cities[city], 0, count) for city, count in row["money"].items()]
            for row in rows
        ]

    def _read_pieces(self, data: dict[str, Any]) -> None:
        rows: list[dict[str, Any]] = data["secret"]
        self.face_ids: tuple[str, ...] = tuple(str(row["id"]) for row in rows)
        self.value: list[int] = [row.get("value", 0) for row in rows]
        self.counterspy: list[int] = [row.get("counterspy", 0) for row in rows]
        chits: list[dict[str, Any]] = data["chit"]
        self.count: list[int] = [row["count"] for row in chits]
        self.price: list[int] = [row["money"][0] for row in chits]
        self.price_abroad: int = chits[w.DROP]["money"][1]  # a Drop in a nation's country (SPY-12.20)
        self.chit_points: list[int] = [row["action_points"] for row in chits]

    def _read_small(self, small: dict[str, Any] | None) -> None:
        """The length of the game, the nations that take part, and what the set-up lays out (SPY-D21); a whole
        box lays out nothing.
        """
        rows: list[dict[str, Any]] = small["nation"] if small else []
        nations = [w.NATION_IDS.index(row["id"]) for row in rows]
        cities = {name: number for number, name in enumerate(self.city_ids)}
        self.small: bool = bool(small)
        self.years: int = small["years"] if small else w.YEARS
        self.talks: int = small["talks"] if small else TALKS
        self.takes_turns: list[bool] = [not small or nation in nations for nation in range(w.NATIONS)]
        self.in_play: int = len(self.secret_cities) + sum(self.drawn)  # secrets
        self.laid_out: list[tuple[int, list[list[int]]]] = [
            (
                nation,
                [[cities[city] for city in row[part]] for part in ("secrets_at", "police_at", "spies_at")],
            )
            for nation, row in zip(nations, rows)
        ]
        held = [tile for row in rows for tile in row["tiles"]]
        self.held: list[bool] = [not small or tile in held for tile in self.tile_ids]

    def facts(self) -> list[object]:
        """Everything that the rules use, without titles, flavour text, drawing coordinates and provenance."""
        places = [self.city_ids, self.zone_ids, self.near, self.country, self.owner, self.overseas]
        signs = [self.symbol, self.haven, self.secret_cities, self.capital, list(self.annexed.items())]
        nations = [self.money, self.drawn, self.starting_chits, self.standard_spies, self.strength]
        pieces = [self.force, self.cousin, self.value, self.counterspy, self.count, self.price]
        tiles = [self.tile_ids, self.first, self.last, self.yields]
        numbers = [self.points, self.reach, self.most_police, self.most_chits, self.reward_money]
        rest = [self.reward_chits, self.factors, self.marker, self.price_abroad, self.chit_points]
        small: list[object] = [self.years, self.talks, self.takes_turns, self.laid_out, self.held]
        return [*places, *signs, *nations, *pieces, *tiles, *numbers, *rest, *(small if self.small else [])]


def _titles(rows: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(str(row["name"]) for row in rows)


def read(text: str) -> Box:
    """The box in ``text``, checked against SPY-D1 to SPY-D19 and SPY-D21; :class:`BadBox` names the broken
    constraint.
    """
    data = checked(text)
    return Box(reduced(data) if "small" in data else data)
