"""Checks the data constraints SPY-D1 to SPY-D19 of the ledger for a box of Spies!."""

from typing import Any, Final

from spyring.engine.box import FAR, neighbours, opened, require, steps, whole
from spyring.games.spies import words as w

Row = dict[str, Any]

PARTS: Final = ("country", "city", "zone", "route", "nation", "tile", "secret", "chit")
YEARS: Final = tuple(int(year) for year in w.YEAR_IDS)
OWN_TILES: Final = (("ge", 1, 7), ("it", 8, 14), ("rs", 15, 21), ("fr", 22, 28), ("br", 29, 35))
TILES: Final = tuple(
    f"{prefix}{number}"
    for prefix, first, last in (*OWN_TILES, ("rn", 36, 50))
    for number in range(first, last + 1)
)
ASTERISKS: Final = ("ge1", "ge2", "ge5", "ge7", "it14", "rs19", "fr24", "br29", "br30")
CHITS: Final = (
    ("cover", "any", "both"),
    ("discovery", "own", "both"),
    ("double-cross", "any", "advanced"),
    ("drop", "own", "advanced"),
    ("escape", "any", "both"),
    ("intercept", "opponent", "advanced"),
    ("papers", "any", "both"),
    ("recruit", "own", "both"),
    ("sanction", "own", "both"),
    ("source", "own", "advanced"),
)
CAPITALS: Final = ("berlin", "rome", "moscow", "paris", "london")
NEEDED: Final = (
    *CAPITALS,
    *("prague", "bratislava", "vienna", "bucharest", "warsaw", "budapest"),
    *("tirana", "istanbul", "tangiers", "geneva"),
)
HAVENS: Final = {"istanbul", "tangiers", "geneva"}
ANNEXED: Final = {"czechoslovakia": "ge1", "austria": "ge7", "albania": "it14"}
MAX_POLICE: Final = 10  # pieces of one nation that this program supports
MAX_IN_A_CITY: Final = 2
MAX_CITIES: Final = 120  # more would need too many moves


def checked(text: str) -> Row:
    """The data of the box in ``text``, if it satisfies every constraint."""
    data = opened(text, "spies", PARTS)
    for part in ("country", "city", "zone", "nation", "tile", "secret"):
        _check_ids(data, part)
    _check_constants(data)
    _check_map(data)
    _check_signs(data)
    _check_sea(data)
    _check_ways(data)
    _check_secrets(data)
    for row in data["nation"]:
        _check_nation(row, data)
    _check_chits(data)
    _check_tiles(data)
    _check_special_years(data)
    for prefix, _first, _last in OWN_TILES:
        _check_matching(data, prefix)
    return data


def _check_ids(data: Row, part: str) -> None:
    ids = [row.get("id") for row in data[part]]
    for name in ids:
        fine = isinstance(name, str) and bool(name) and " " not in name
        require(fine, part, f"every {part} has an id without spaces.")
        require(ids.count(name) == 1, part, f"two entries of {part} have the id {name}.")
    for row in data[part]:
        fine = isinstance(row.get("name"), str) and bool(row["name"])
        require(fine, part, f"{row['id']} has no name.")


def _check_constants(data: Row) -> None:
    """SPY-D1, SPY-D18, and the numbers that the rulebook prints."""
    ids = tuple(row["id"] for row in data["nation"])
    require(ids == w.NATION_IDS, "SPY-D1", f"the five nations are {', '.join(w.NATION_IDS)}, in this order.")
    record = data.get("record")
    require(isinstance(record, dict), "SPY-D18", "the box has no [record].")
    require(tuple(data["record"].get("years", ())) == YEARS, "SPY-D1", "the years are 1933 to 1939.")
    factors = data["record"].get("factors")
    fine = isinstance(factors, list) and len(factors) == len(YEARS) and all(whole(f, 1) for f in factors)
    require(fine, "SPY-D18", "every year of the record has a factor of at least 1.")
    require(whole(data["record"].get("marker")), "SPY-D18", "the eliminated-spy marker has one fixed value.")
    constants = data.get("constants")
    require(isinstance(constants, dict), "constants", "the box has no [constants].")
    for key in ("action_points", "spaces", "police_in_a_city", "chits", "reward_money", "reward_chits"):
        require(whole(data["constants"].get(key)), "constants", f"{key} must be a whole number.")
    require(data["constants"]["spaces"] >= 1, "constants", "a spy moves at least one space.")


def _check_map(data: Row) -> None:
    """SPY-D9, SPY-D10, SPY-D14."""
    cities = {row["id"]: row for row in data["city"]}
    countries = {row["id"]: row for row in data["country"]}
    require(len(cities) <= MAX_CITIES, "map", f"there are {len(cities)} cities; {MAX_CITIES} at the most.")
    clash = [row["id"] for row in data["zone"] if row["id"] in cities]
    require(not clash, "map", f"{', '.join(clash)} is a city and a sea zone.")
    for name, row in cities.items():
        require(row.get("country") in countries, "map", f"{name} lies in no country of the box.")
    for nation in w.NATION_IDS:
        require(nation in countries, "SPY-D1", f"there is no country {nation}.")
    for name in NEEDED:
        require(name in cities, "SPY-D9", f"the map has no {name}.")
    for nation, name in zip(w.NATION_IDS, CAPITALS, strict=True):
        found = [row["id"] for row in data["city"] if row["country"] == nation and row.get("capital")]
        require(found == [name], "SPY-D9", f"the one capital of {nation} is {name}.")
    for country, tile in ANNEXED.items():
        annexed = countries.get(country, {}).get("annexed_by") == tile
        require(annexed, "SPY-D10", f"{country} is neutral until {tile}.")
    czech = {name for name, row in cities.items() if row["country"] == "czechoslovakia"}
    require(czech == {"prague", "bratislava"}, "SPY-D10", "Czechoslovakia is Prague and Bratislava.")
    require(cities["vienna"]["country"] == "austria", "SPY-D10", "Vienna lies in Austria.")
    require(cities["tirana"]["country"] == "albania", "SPY-D10", "Tirana lies in Albania.")
    for name in ("alexandria", "cairo"):
        british = cities.get(name, {}).get("country") == "britain"
        require(british, "SPY-D14", f"{name}, in Egypt, is British.")
    for nation in w.NATION_IDS:
        abroad = any(row.get("overseas") for row in data["city"] if row["country"] == nation)
        wanted = nation in ("britain", "france", "italy")
        require(abroad == wanted, "SPY-D14", f"{nation} has {'some' if wanted else 'no'} overseas cities.")


def _check_signs(data: Row) -> None:
    """SPY-D4, SPY-D7, SPY-D11: what is printed beside the cities."""
    marked = [row for row in data["city"] if row.get("secret")]
    require(len(marked) == 8, "SPY-D4", f"{len(marked)} cities are marked SECRET; eight must be.")
    for row in marked:
        fine = row["country"] not in w.NATION_IDS and not row.get("haven")
        require(fine, "SPY-D4", f"{row['id']} is marked SECRET, but is not neutral, or a spy haven.")
    ids = {row["id"] for row in marked}
    require({"prague", "vienna"} <= ids, "SPY-D11", "Prague and Vienna are marked SECRET.")
    havens = {row["id"] for row in data["city"] if row.get("haven")}
    require(havens == HAVENS, "SPY-D9", "the spy havens are Istanbul, Tangiers and Geneva.")
    for row in data["city"]:
        if row.get("police"):
            home = row["country"] in w.NATION_IDS and not row.get("overseas")
            require(home, "SPY-D7", f"{row['id']} is overseas or neutral, so it has no police symbol.")
        elif row.get("capital"):
            require(False, "SPY-D7", f"the capital {row['id']} needs a police symbol.")


def _check_sea(data: Row) -> None:
    """SPY-D12."""
    cities = {row["id"] for row in data["city"]}
    zones = {row["id"] for row in data["zone"]}
    ports: dict[str, int] = dict.fromkeys(zones, 0)
    for row in data["route"]:
        a, b, kind = row.get("a"), row.get("b"), row.get("kind")
        known = a in cities | zones and b in cities | zones and a != b
        require(known, "SPY-D12", f"the route from {a} to {b} does not join two places of the map.")
        require(kind in ("rail", "air", "sea"), "SPY-D12", f"the route from {a} to {b} is of no known kind.")
        afloat = a in zones or b in zones
        require(afloat == (kind == "sea"), "SPY-D12", f"the {kind} route from {a} to {b} is of another kind.")
        for end, other in ((a, b), (b, a)):
            if end in zones and other in cities:
                ports[str(end)] += 1
    for zone, count in ports.items():
        require(count > 0, "SPY-D12", f"{zone} has no port.")


def _check_ways(data: Row) -> None:
    """SPY-D13."""
    names = [row["id"] for part in ("city", "zone") for row in data[part]]
    for row in data["route"]:
        both = row["a"] in CAPITALS and row["b"] in CAPITALS
        require(not both, "SPY-D13", f"{row['a']} and {row['b']}, two capitals, are joined directly.")
    lines = [(names.index(row["a"]), names.index(row["b"])) for row in data["route"]]
    away = steps(neighbours(len(names), lines), names.index(CAPITALS[0]))
    lost = sorted(name for name, far in zip(names, away) if far == FAR)
    require(not lost, "SPY-D13", f"no route leads to {', '.join(lost)}.")


def _check_secrets(data: Row) -> None:
    """SPY-D4, SPY-D5."""
    pieces = data["secret"]
    require(len(pieces) == 40, "SPY-D4", f"there are {len(pieces)} secret pieces; there must be 40.")
    for row in pieces:
        fine = ("value" in row) != ("counterspy" in row) and whole(row.get("value", row.get("counterspy")), 1)
        either = f"{row['id']} is either a secret with a value or a counterspy with a strength."
        require(fine, "SPY-D5", either)
    drawn = [row.get("secrets") for row in data["nation"]]
    require(all(whole(count) for count in drawn), "SPY-D4", "every nation draws a number of secrets.")
    total = sum(row["secrets"] for row in data["nation"])
    require(total == 32, "SPY-D4", f"the nations draw {total} secrets in all; they must draw 32.")


def _check_nation(row: Row, data: Row) -> None:
    """SPY-D6, SPY-D7, SPY-D8, SPY-D19."""
    name, spies, police = row["id"], row.get("spies"), row.get("police")
    fine = isinstance(spies, list) and all(isinstance(spy, dict) for spy in spies)
    fine = fine and all(whole(spy.get("strength")) for spy in row["spies"])
    require(fine and len(spies or ()) in (5, 6), "SPY-D6", f"{name} has five or six spies with strengths.")
    fewer = whole(row.get("spies_standard"), 1) and row["spies_standard"] < len(row["spies"])
    require(fewer, "SPY-D6", f"{name} uses fewer than all of its spies in the standard game.")
    cousins = [spy["strength"] for spy in row["spies"] if spy.get("cousin")]
    others = [spy["strength"] for spy in row["spies"] if not spy.get("cousin")]
    strongest = len(cousins) == 1 and all(cousins[0] > strength for strength in others)
    require(strongest, "SPY-D6", f"{name} has exactly one Cousin, the strongest of all its spies.")
    fine = isinstance(police, list) and all(whole(force) for force in police)
    require(fine, "SPY-D7", f"the police of {name} are strengths.")
    signs = sum(bool(city.get("police")) for city in data["city"] if city["country"] == name)
    room = min(MAX_POLICE, MAX_IN_A_CITY * signs)
    require(1 <= len(row["police"]) <= room, "SPY-D7", f"{name} has from 1 to {room} police.")
    require(whole(row.get("chits")) and row["chits"] <= 7, "SPY-D8", f"{name} starts with at most 7 chits.")
    price = next((chit.get("money") for chit in data["chit"] if chit.get("id") == "discovery"), None)
    fine = isinstance(price, list) and bool(price) and whole(price[0]) and whole(row.get("money"))
    enough = fine and row["money"] >= (price or [0])[0]
    require(enough, "SPY-D19", f"{name} starts with the price of a Discovery.")


def _check_chits(data: Row) -> None:
    """SPY-D8."""
    found = tuple((row.get("id"), row.get("use"), row.get("game")) for row in data["chit"])
    names = ", ".join(chit[0] for chit in CHITS)
    require(found == CHITS, "SPY-D8", f"the ten kinds of chits are {names}, used as the ledger says.")
    for row in data["chit"]:
        prices = row.get("money")
        fine = isinstance(prices, list) and len(prices) == 2 and all(whole(price) for price in prices)
        fine = fine and whole(row.get("count"), 1) and whole(row.get("action_points"))
        require(fine, "SPY-D8", f"{row['id']} has a count, two prices and its action points.")
    standard = sum(row["count"] for row in data["chit"] if row["game"] == "both")
    dealt = sum(row["chits"] for row in data["nation"])
    require(standard >= dealt, "SPY-D8", "the six standard kinds do not suffice for all starting hands.")


def _check_tiles(data: Row) -> None:
    """SPY-D2, SPY-D3, SPY-D16."""
    fine = tuple(row["id"] for row in data["tile"]) == TILES
    require(fine, "SPY-D2", "the 50 tiles are ge1 to ge7, it8 to it14, … and rn36 to rn50, in order.")
    cities = {row["id"] for row in data["city"]}
    for row in data["tile"]:
        name, years = row["id"], row.get("years")
        fine = isinstance(years, list) and len(years) == 2 and all(year in YEARS for year in years)
        require(fine and row["years"][0] <= row["years"][1], "SPY-D2", f"{name} is valid from year to year.")
        for key in ("chits", "money"):
            part = row.get(key)
            fine = isinstance(part, dict) and all(whole(count, 1) for count in part.values())
            require(fine, "SPY-D3", f"{key} of {name} are numbers of at least 1 by city.")
            lost = sorted(set(row[key]) - cities)
            require(not lost, "SPY-D3", f"{name} names {', '.join(lost)}, which is not on the map.")
        twice = sorted(set(row["chits"]) & set(row["money"]))
        require(not twice, "SPY-D3", f"{name} names {', '.join(twice)} twice.")
        marked = bool(row.get("asterisk")) == (name in ASTERISKS)
        require(marked, "SPY-D16", f"the asterisk stands on {', '.join(ASTERISKS)}, and only there.")


def _check_special_years(data: Row) -> None:
    """SPY-D15."""
    first = {row["id"]: row["years"][0] for row in data["tile"]}
    last = {row["id"]: row["years"][1] for row in data["tile"]}
    war = first["ge2"] <= 1938 and last["ge2"] == 1939
    require(war, "SPY-D15", "ge2 is valid in 1938 and 1939.")
    require(first["ge5"] <= last["ge2"], "SPY-D15", "ge5 has a valid year not after the last of ge2.")
    for tile, other in (("rs19", "ge1"), ("br30", "ge1"), ("br29", "ge7")):
        require(first[tile] < last[other], "SPY-D15", f"{tile} has a valid year before the last of {other}.")
    enabled = last["fr24"] >= first["fr25"] and last["fr24"] >= first["rn42"]
    require(enabled, "SPY-D15", "fr24 is still valid when fr25 and rn42 begin to be.")


def _check_matching(data: Row, prefix: str) -> None:
    """SPY-D17: seven tiles match seven years one to one; intervals are matched by their earliest end."""
    spans = [tuple(row["years"]) for row in data["tile"] if row["id"].startswith(prefix)]
    left = sorted(spans, key=lambda span: (span[1], span[0]))
    for year in YEARS:
        fitting = [span for span in left if span[0] <= year <= span[1]]
        require(bool(fitting), "SPY-D17", f"no tile of {prefix} is left for {year}.")
        left.remove(fitting[0])
