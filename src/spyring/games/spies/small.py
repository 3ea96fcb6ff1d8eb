"""Part of a box, small enough for solvers: fewer places, pieces, years and talks, and a fixed set-up
(SPY-D21).
"""

from collections import Counter
from typing import Any, Final

from spyring.engine.box import require, some, whole
from spyring.games.spies import words as w

Row = dict[str, Any]

PARTS: Final = ("name", "years", "spaces", "talks", "places", "secrets", "chits", "nation")
NATION_PARTS: Final = (
    *("id", "money", "chits", "tiles"),
    *("spies", "spies_at", "police", "police_at", "secrets_at"),
)
PREFIXES: Final = {"germany": "ge", "italy": "it", "russia": "rs", "france": "fr", "britain": "br"}
TALKS: Final = 3  # with one opponent in a turn (SPY-R67)
MAX_MONEY: Final = 9999
MAX_CHITS: Final = 7
MAX_IN_A_CITY: Final = 2


def reduced(data: Row) -> Row:
    """The data of a whole box, reduced to what ``[small]`` puts into play; a nation that it does not name has
    nothing and takes no turns.
    """
    small: Row = data["small"]
    _check(small, data)
    rows = {row["id"]: row for row in small["nation"]}
    places = small["places"]
    cities = [row for row in data["city"] if row["id"] in places]
    in_play = [row for row in data["secret"] if row["id"] in small["secrets"]]
    return {
        **data,
        "box": {**data["box"], "name": small["name"]},
        "constants": {**data["constants"], "spaces": small["spaces"]},
        "city": cities,
        "zone": [row for row in data["zone"] if row["id"] in places],
        "route": [row for row in data["route"] if row["a"] in places and row["b"] in places],
        "nation": [_nation(row, rows.get(row["id"])) for row in data["nation"]],
        "tile": [{**row, **_yields(row, places)} for row in data["tile"]],
        "secret": in_play + [row for row in data["secret"] if row not in in_play],
        "chit": [{**row, "count": small["chits"].get(row["id"], 0)} for row in data["chit"]],
    }


def _nation(row: Row, small: Row | None) -> Row:
    if small is None:
        return {**row, "money": 0, "secrets": 0, "chits": 0, "spies_standard": 0, "spies": [], "police": []}
    by_name = {spy["name"]: spy for spy in row["spies"]}
    return {
        **row,
        "money": small["money"],
        "chits": small["chits"],
        "secrets": len(small["secrets_at"]),
        "spies_standard": len(small["spies_at"]),
        "spies": [by_name[name] for name in small["spies"]],
        "police": small["police"],
    }


def _yields(tile: Row, places: list[str]) -> Row:
    return {
        part: {city: count for city, count in tile[part].items() if city in places}
        for part in ("chits", "money")
    }


def _check(small: Any, data: Row) -> None:
    fine = isinstance(small, dict) and set(small) == set(PARTS) and isinstance(small["name"], str)
    _require(fine, f"a small box has {', '.join(PARTS)}.")
    limits = (("years", 1, w.YEARS), ("spaces", 1, data["constants"]["spaces"]), ("talks", 0, TALKS))
    for what, least, most in limits:
        _require(whole(small[what], least, most), f"{what} lies in {least}..{most}.")
    spaces = [row["id"] for part in ("city", "zone") for row in data[part]]
    _require(some(small["places"], spaces), "its places are places of the map, each once.")
    capitals = [row["id"] for row in data["city"] if row.get("capital")]
    _require(set(capitals) <= set(small["places"]), f"all capitals are on its map: {', '.join(capitals)}.")
    nations = {row["id"]: row for row in data["nation"]}
    rows = small["nation"]
    fine = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
    fine = fine and all(set(row) == set(NATION_PARTS) for row in rows)
    _require(fine, f"a nation of a small box has {', '.join(NATION_PARTS)}.")
    fine = len(rows) > 1 and some([row["id"] for row in rows], list(nations))
    _require(fine, "it has at least two of the nations, each once.")
    cities = {row["id"]: row for row in data["city"] if row["id"] in small["places"]}
    for row in rows:
        _check_nation(row, nations[row["id"]], cities)
        own = [tile["id"] for tile in data["tile"] if tile["id"][:2] == PREFIXES[row["id"]]]
        fine = some(row["tiles"], own) and len(row["tiles"]) >= small["years"]
        _require(fine, f"{row['id']} has some of its own tiles, one for every year at the least.")
    _check_totals(small, data, rows)


def _check_nation(row: Row, printed: Row, cities: dict[str, Row]) -> None:
    """The pieces must be in the box, and lie where the set-up rules allow it."""
    name = row["id"]
    fine = whole(row["money"], 0, MAX_MONEY) and whole(row["chits"], 0, MAX_CHITS)
    _require(fine, f"{name} has money, and at most {MAX_CHITS} chits.")
    fine = some(row["spies"], [spy.get("name") for spy in printed["spies"]])
    _require(fine, f"the spies of {name} are spies of the box, each once.")
    fine = isinstance(row["police"], list) and all(force in printed["police"] for force in row["police"])
    fine = fine and not Counter(row["police"]) - Counter(printed["police"])
    _require(fine, f"the police of {name} are police of the box.")
    home = [city for city in cities if cities[city]["country"] == name]
    posts = [city for city in home if cities[city].get("police")]
    for part, allowed in (("spies_at", list(cities)), ("police_at", posts), ("secrets_at", home)):
        fine = isinstance(row[part], list) and all(city in allowed for city in row[part])
        _require(fine, f"{part} of {name} are cities of the small map in which they may be placed.")
    _require(len(row["spies_at"]) <= len(row["spies"]), f"{name} has fewer spies than places for them.")
    fine = len(row["police_at"]) == len(row["police"])
    fine = fine and all(row["police_at"].count(city) <= MAX_IN_A_CITY for city in posts)
    _require(fine, f"each of the police of {name} has a place, at most {MAX_IN_A_CITY} in a city.")


def _check_totals(small: Row, data: Row, rows: list[Row]) -> None:
    """There must be as many secrets as cities for them, and enough chits for the starting hands."""
    marked = [row for row in data["city"] if row.get("secret") and row["id"] in small["places"]]
    needed = len(marked) + sum(len(row["secrets_at"]) for row in rows)
    fine = some(small["secrets"], [row["id"] for row in data["secret"]])
    fine = fine and len(small["secrets"]) == needed
    _require(fine, f"it has {needed} of the secrets: for the cities marked SECRET and for the nations.")
    counts = {row["id"]: row["count"] for row in data["chit"]}
    fine = isinstance(small["chits"], dict) and set(small["chits"]) <= set(counts)
    fine = fine and all(whole(count, 0, counts[chit]) for chit, count in small["chits"].items())
    _require(fine, "its chits are chits of the box.")
    standard = {row["id"] for row in data["chit"] if row["game"] == "both"}
    cup = sum(count for chit, count in small["chits"].items() if chit in standard)
    _require(cup >= sum(row["chits"] for row in rows), "its chits suffice for all starting hands.")


def _require(holds: bool, sentence: str) -> None:
    require(holds, "SPY-D21", sentence)
