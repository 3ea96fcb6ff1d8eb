"""The box of Season 0 as typed constants; the error for an invalid box names the broken constraint."""

from typing import Any, Final

from spyring.engine.box import FAR, neighbours, opened, require, steps, whole
from spyring.games.season0 import small
from spyring.games.season0 import words as w

ESCALATIONS: Final = 5
EACH_TEAMS: Final = 3  # of one affiliation
EACH_NAMES: Final = 8  # for aliases of one affiliation

ACTIONS: Final = 4
DRAW: Final = 2
HAND_LIMIT: Final = 7
IDENTIFY_COST: Final = 3
ASSEMBLE_COST: Final = 5
MAX_AGENTS: Final = 3  # in one city
MAX_SURVEILLANCE: Final = 3
ESCALATION_AGENTS: Final = 3
HANDS: Final = (0, 0, 4, 3, 2)  # by the number of seats
SETUP_AGENTS: Final = (3, 3, 3, 2, 2, 2, 1, 1, 1)
FORECAST_CARDS: Final = 6
ESCORT_LINES: Final = 3
MIN_FUNDING: Final = 1
MAX_FUNDING: Final = 10
AGENTS: Final = 36
TOKENS: Final = 7
SAFEHOUSES: Final = 8

SMALL_LIMITS: Final = {  # of a small box: lowest and highest values (SZ-D27)
    "hand": (0, HAND_LIMIT),
    "actions": (1, ACTIONS),
    "assemble": (1, ASSEMBLE_COST),
    "identify": (1, IDENTIFY_COST),
    "escalations": (0, ESCALATIONS),
    "threats": (0, 4),
}

INCIDENT_COUNTS: Final = (30, 6, 6, 6)

EVENT_IDS: Final = (*w.STARTING_EVENT_IDS, *w.LATER_EVENT_IDS)


# What a slot of an alias holds: nothing, an asset, or a weakness.
EMPTY: Final = 0
STICKER_IDS: Final = ("", *w.ASSET_IDS, *w.WEAKNESS_IDS)

# What a box of a cover track shows when it is uncovered, as stored in boxes and files.
TRACK_SYMBOLS: Final = ("", *w.SYMBOL_IDS[1:])

OBJECTIVES_BY_MONTH: Final = (2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3)

# What the ledger requires of some cities (SZ-D6): affiliation, and region or surveillance where it matters.
KNOWN_CITIES: Final[dict[str, dict[str, object]]] = {
    "washington": {"affiliation": "allied"},
    "cairo": {"affiliation": "soviet", "surveillance": 1},
    "algiers": {"affiliation": "allied"},
    "novosibirsk": {"affiliation": "soviet"},
    "paris": {"affiliation": "allied", "region": "eu"},
    "rome": {"affiliation": "allied", "region": "eu"},
    "prague": {"affiliation": "soviet", "region": "eu"},
}
CITIES_BY_REGION: Final = (8, 5, 11, 6, 13, 5)
CITIES_BY_AFFILIATION: Final = (14, 20, 14)


class Box:
    """The box in flat lists by city, with neighbours and distances."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["box"]["name"]
        self.cities: list[dict[str, Any]] = data["city"]
        self.events: list[dict[str, Any]] = data["event"]
        self.characters: list[dict[str, Any]] = data["character"]
        self.occupations: list[dict[str, Any]] = data["occupation"]
        self.assets: list[dict[str, Any]] = data["asset"]
        self.weaknesses: list[dict[str, Any]] = data["weakness"]
        self.upgrades: list[dict[str, Any]] = data["upgrade"]
        self.regions: list[dict[str, Any]] = data["region"]
        self.entries: dict[int, str] = {entry["number"]: entry["text"] for entry in data["entry"]}
        self.prologue: list[dict[str, Any]] = [o for o in data["objective"] if o["month"] == "prologue"]
        self.ids: list[str] = [city["id"] for city in self.cities]
        self.index: dict[str, int] = {name: number for number, name in enumerate(self.ids)}
        self.held_ids: list[str] = [*self.ids, *EVENT_IDS]
        self.card_ids: list[str] = [*self.held_ids, *w.ESCALATION_IDS]
        self.region: list[int] = [w.REGION_IDS.index(city["region"]) for city in self.cities]
        self.affiliation: list[int] = [w.AFFILIATION_IDS.index(city["affiliation"]) for city in self.cities]
        self.surveillance: list[int] = [city["surveillance"] for city in self.cities]
        self.incident: list[int] = [w.EFFECT_IDS.index(city["incident"]["kind"]) for city in self.cities]
        self.incident_regions: list[tuple[int, ...]] = [
            tuple(w.REGION_IDS.index(region) for region in city["incident"]["regions"])
            for city in self.cities
        ]
        self.in_region: list[list[int]] = [
            [city for city in range(w.CITIES) if self.region[city] == region] for region in range(w.REGIONS)
        ]
        self.tracks: dict[str, tuple[int, ...]] = {
            track["id"]: tuple(TRACK_SYMBOLS.index(symbol) for symbol in track["boxes"])
            for track in data["track"]
        }
        self.cover_boxes = len(data["track"][0]["boxes"])  # of every cover track (SZ-D14)
        self.level: list[int] = data["counts"]["track"]
        self.washington = self.index["washington"]
        self.lines: list[tuple[int, int]] = [
            (self.index[line[0]], self.index[line[1]]) for line in data["lines"]["between"]
        ]
        self._read_small(data.get("small", {}))
        self.near: list[list[int]] = neighbours(w.CITIES, self.lines)
        self.distance: list[list[int]] = [steps(self.near, city) for city in range(w.CITIES)]
        self.drives: list[list[int]] = [[w.DRIVE + city for city in near] for near in self.near]
        self.flights: list[list[int]] = [
            [w.FLY_UNRECORDED + city for city in self.in_play if city != at] for at in range(w.CITIES)
        ]

    def _read_small(self, small: dict[str, Any]) -> None:
        """Read what is in play, and how much of it (SZ-D27)."""
        self.small: bool = bool(small)
        self.name = small.get("name", self.name)
        self.in_play: list[int] = sorted([self.index[city] for city in small.get("cities", self.ids)])
        self.lines = [line for line in self.lines if line[0] in self.in_play and line[1] in self.in_play]
        self.out: list[int] = [city for city in range(w.CITIES) if city not in self.in_play]
        self.officers: list[tuple[int, int]] = [
            (w.CHARACTER_IDS.index(character), w.OCCUPATION_IDS.index(occupation))
            for character, occupation in small.get("officers", ())
        ]
        self.hands: tuple[int, ...] = (small["hand"],) * len(HANDS) if small else HANDS
        self.actions: int = small.get("actions", ACTIONS)
        self.assemble: int = small.get("assemble", ASSEMBLE_COST)
        self.identify: int = small.get("identify", IDENTIFY_COST)
        self.escalations: int = small.get("escalations", ESCALATIONS)
        self.setup_agents: tuple[int, ...] = tuple(small.get("agents", SETUP_AGENTS))
        if small:
            self.level = [small["threats"]] * len(self.level)
            whole = {card["id"]: card for card in self.prologue}
            targets = ("known", "unknown")
            self.prologue = [
                {**{key: whole[row["id"]][key] for key in whole[row["id"]] if key not in targets}, **row}
                for row in small["objectives"]
            ]

    def tracks_from(self, uncovered: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The cover tracks that start with these boxes."""
        return [track for track in self.tracks.values() if track[: len(uncovered)] == uncovered]

    def facts(self) -> list[object]:
        """Everything that the rules use, without titles, texts, board coordinates and provenance."""
        objectives = [[o["id"], o.get("known"), o.get("unknown")] for o in self.prologue]
        cities = [self.ids, self.region, self.affiliation, self.surveillance, self.incident]
        regions = [list(regions) for regions in self.incident_regions]
        tracks = [[name, list(boxes)] for name, boxes in self.tracks.items()]
        facts = [*cities, regions, sorted(self.lines), tracks, self.level, objectives]
        if self.small:
            facts += [self.in_play, self.officers, self.hands, self.actions, self.assemble, self.identify]
            facts += [self.escalations, self.setup_agents]
        return facts


PARTS: Final = (
    *("region", "city", "event", "character", "occupation", "track"),
    *("asset", "upgrade", "weakness", "objective", "entry"),
)


def read(text: str) -> Box:
    """The box in ``text``, checked against the constraints of the ledger; :class:`BadBox` names the broken
    one.
    """
    data = opened(text, "season0", PARTS)
    for part in ("counts", "lines", "months"):
        require(isinstance(data.get(part), dict), part, f"the box has no [{part}].")
    _check_counts(data["counts"])
    _check_ids(data)
    _check_cities(data["city"])
    _check_incidents(data["city"])
    _check_lines(data)
    _check_tracks(data["track"])
    _check_upgrades(data)
    _check_months(data["months"])
    entries = [entry.get("number") for entry in data["entry"]]
    for number in entries:
        fine = isinstance(number, int) and 100 <= number <= 252 and entries.count(number) == 1
        require(fine, "SZ-D20", f"entry {number} must be one of 100 to 252, and there once.")
    by_id = {city["id"]: city for city in data["city"]}
    for objective in data["objective"]:
        check_objective(objective, by_id)
        for outcome in ("complete", "failed"):
            found = objective[outcome] in entries
            require(found, "SZ-D21", f"entry {objective[outcome]} of {objective['id']} does not exist.")
    prologue = [objective for objective in data["objective"] if objective.get("month") == "prologue"]
    require(len(prologue) == 2, "SZ-D18", f"the prologue has two objectives, not {len(prologue)}.")
    require(214 in entries, "SZ-D26", "there is an entry 214.")
    if "small" in data:
        small.check(data["small"], data, SMALL_LIMITS)
        for objective in data["small"]["objectives"]:
            check_objective({"complete": 0, "failed": 0, **objective}, by_id)
    return Box(data)


def check_objective(objective: dict[str, Any], cities: dict[str, dict[str, Any]]) -> None:
    """An objective card: known cities with their number of teams, or City cards of one region, and two
    entries (SZ-D17, SZ-D26).
    """
    name = objective.get("id")
    require(isinstance(name, str) and bool(name), "SZ-D17", "every objective has an id.")
    require("known" in objective or "unknown" in objective, "SZ-D17", f"objective {name} has no target.")
    both = "known" in objective and "unknown" in objective
    require(not both, "SZ-D17", f"the target of objective {name} is known or unknown, not both.")
    for outcome in ("complete", "failed"):
        require(whole(objective.get(outcome)), "SZ-D17", f"objective {name} names an entry if {outcome}.")
    if "known" in objective:
        known = objective["known"]
        require(isinstance(known, list) and bool(known), "SZ-D17", f"objective {name} names no city.")
        for entry in known:
            fine = isinstance(entry, list) and len(entry) == 2
            fine = fine and entry[0] in cities and whole(entry[1], 1, EACH_TEAMS)
            require(fine, "SZ-D17", f"a target of objective {name} is a city and a number of teams.")
        return
    unknown = objective["unknown"]
    fine = isinstance(unknown, list) and all(city in cities for city in unknown)
    require(fine, "SZ-D17", f"the possible targets of objective {name} are cities.")
    require(len(set(unknown)) == len(unknown), "SZ-D17", f"objective {name} lists a city twice.")
    regions = {cities[city]["region"] for city in unknown}
    require(len(regions) == 1, "SZ-D26", f"the possible targets of objective {name} lie in one region.")
    here = sum(city["region"] in regions for city in cities.values())
    require(here >= 4, "SZ-D8", f"the region of objective {name} has {here} cities; it needs at least 4.")
    require(len(unknown) >= 2, "SZ-D17", f"objective {name} has at least two possible targets.")


def _check_counts(counts: dict[str, Any]) -> None:
    track: Any = counts.get("track")
    fine = isinstance(track, list) and len(track) >= 6 and all(whole(space) for space in track)
    require(fine, "SZ-D4", "the threat track has at least 6 spaces, each with a number.")
    require(track == sorted(track), "SZ-D4", "the numbers of the threat track never fall.")
    require(counts.get("escalations") == ESCALATIONS, "SZ-D3", "there are 5 Escalation cards.")
    require(counts.get("funding") == 5, "SZ-D3", "funding starts at 5.")
    wanted = {"agents": AGENTS, "tokens": TOKENS, "safehouses": SAFEHOUSES, "teams": EACH_TEAMS}
    for name, number in wanted.items():
        require(counts.get(name) == number, "SZ-D5", f"the box holds {number} {name}.")
    require(counts.get("objective_tokens") == w.OBJECTIVES, "SZ-D18", "there are 3 objective tokens.")
    out = most_threats_out(track)
    few = out < w.CITIES
    require(few, "SZ-D24", f"up to {out} Threat cards can lie beside the deck; it must be below 48.")


def most_threats_out(track: list[int]) -> int:
    """The most Threat cards that can be out of the deck at one time (SZ-D24).

    At most the rest of one pile and the start of the next lie between two Escalations: 18 cards, drawn in 10
    turns. Before the first Escalation, the setup takes nine cards. Every incident removes one card from the
    game, and so does an Event.
    """
    gone = TOKENS + 1 + 1
    most = len(SETUP_AGENTS) + 5 * track[0]
    for drawn in range(1, ESCALATIONS + 1):
        turns = 10 if drawn < ESCALATIONS else 5
        most = max(most, turns * track[min(drawn, len(track) - 1)])
    return most + gone


def _check_ids(data: dict[str, Any]) -> None:
    """Components that the program knows by name must be there, in this order."""
    wanted = (
        ("region", w.REGION_IDS, "SZ-D11"),
        ("event", w.STARTING_EVENT_IDS, "SZ-D3"),
        ("character", w.CHARACTER_IDS, "SZ-D13"),
        ("occupation", w.OCCUPATION_IDS, "SZ-D13"),
        ("asset", w.ASSET_IDS, "SZ-D22"),
        ("weakness", w.WEAKNESS_IDS, "SZ-D16"),
    )
    for part, ids, constraint in wanted:
        found = tuple(entry.get("id") for entry in data[part])
        require(found == ids, constraint, f"the [[{part}]] entries are {', '.join(ids)}, in this order.")
    starting = sum(event.get("starting") is True for event in data["event"])
    require(starting == 5, "SZ-D3", f"there are 5 starting Events, not {starting}.")


def _check_cities(cities: list[dict[str, Any]]) -> None:
    ids = [city.get("id") for city in cities]
    require(len(cities) == w.CITIES, "SZ-D1", f"the box has {len(cities)} cities; it must have {w.CITIES}.")
    for city in cities:
        name = city.get("id")
        fine = isinstance(name, str) and bool(name) and " " not in name and ids.count(name) == 1
        require(fine, "SZ-D1", f"{name} is not a unique name for a city.")
        require(city.get("region") in w.REGION_IDS, "SZ-D1", f"{name} lies in no region.")
        require(city.get("affiliation") in w.AFFILIATION_IDS, "SZ-D1", f"{name} has no affiliation.")
        fine = city.get("surveillance") in range(MAX_SURVEILLANCE + 1)
        require(fine, "SZ-D1", f"the surveillance of {name} lies in 0..3.")
    by_id = {city["id"]: city for city in cities}
    for name, facts in KNOWN_CITIES.items():
        require(name in by_id, "SZ-D6", f"the city {name} is missing.")
        for key, value in facts.items():
            require(by_id[name][key] == value, "SZ-D6", f"{key} of {name} is {value}.")
    for affiliation, wanted in zip(w.AFFILIATION_IDS, CITIES_BY_AFFILIATION):
        count = sum(city["affiliation"] == affiliation for city in cities)
        require(count >= 2 * ASSEMBLE_COST, "SZ-D9", f"{affiliation} has {count} cities; it needs 10.")
        require(count == wanted, "SZ-D11", f"{affiliation} has {count} cities, not {wanted}.")
    for region, wanted in zip(w.REGION_IDS, CITIES_BY_REGION):
        here = [city for city in cities if city["region"] == region]
        require(len(here) == wanted, "SZ-D11", f"{region} has {len(here)} cities, not {wanted}.")
    mixed = [r for r in w.REGION_IDS if len({c["affiliation"] for c in cities if c["region"] == r}) > 1]
    require(bool(mixed), "SZ-D10", "some region has cities of two affiliations.")


def _check_incidents(cities: list[dict[str, Any]]) -> None:
    kinds: list[str] = []
    named: dict[str, list[str]] = {kind: [] for kind in w.EFFECT_IDS}  # regions
    for city in cities:
        incident: Any = city.get("incident")
        require(isinstance(incident, dict), "SZ-D2", f"the Threat card of {city['id']} has no incident.")
        kind, regions = incident.get("kind"), incident.get("regions")
        fine = kind in w.EFFECT_IDS and isinstance(regions, list)
        fine = fine and all(region in w.REGION_IDS for region in incident["regions"])
        require(fine, "SZ-D2", f"the Threat card of {city['id']} has one incident effect.")
        count = {"sleeper": 1, "safehouse": 1, "recognized": 2, "teams": 0}[kind]
        require(len(regions) == count, "SZ-D2", f"the incident of {city['id']} names {count} regions.")
        own = kind == "sleeper" and city["region"] in regions
        require(not own, "SZ-D12", f"the Sleeper Cells of {city['id']} name its own region.")
        kinds.append(kind)
        named[kind] += regions
    for kind, wanted in zip(w.EFFECT_IDS, INCIDENT_COUNTS):
        require(kinds.count(kind) == wanted, "SZ-D12", f"{wanted} Threat cards are of the kind {kind}.")
    for region in w.REGION_IDS:
        require(named["sleeper"].count(region) == 5, "SZ-D12", f"5 Sleeper Cells name {region}.")
        require(named["safehouse"].count(region) == 1, "SZ-D12", f"1 Safehouse Compromised names {region}.")
        require(named["recognized"].count(region) == 2, "SZ-D12", f"2 Recognized name {region}.")


def _check_lines(data: dict[str, Any]) -> None:
    ids = [city["id"] for city in data["city"]]
    rows = data["lines"].get("between")
    fine = isinstance(rows, list) and all(isinstance(row, list) and len(row) >= 2 for row in rows)
    require(fine, "SZ-D7", "lines are pairs of cities.")
    pairs: set[tuple[str, str]] = set()
    for row in rows:
        one, other = sorted(row[:2])
        require(one in ids and other in ids, "SZ-D7", f"the line {one}–{other} joins no cities.")
        require(one != other, "SZ-D7", f"a line runs from {one} to itself.")
        require((one, other) not in pairs, "SZ-D7", f"two lines join {one} and {other}.")
        pairs.add((one, other))
    lines = [(ids.index(one), ids.index(other)) for one, other in pairs]
    near = neighbours(w.CITIES, lines)
    lost = [name for name, far in zip(ids, steps(near, 0)) if far == FAR]
    require(not lost, "SZ-D7", f"no way leads to {', '.join(lost)}.")
    way = steps(near, ids.index("cairo"))[ids.index("algiers")]
    require(way <= ACTIONS, "SZ-D6", f"a team needs {way} actions from Cairo to Algiers; it has 4.")


def _check_tracks(tracks: list[dict[str, Any]]) -> None:
    for track in tracks:
        name = track.get("id")
        boxes: Any = track.get("boxes")
        fine = isinstance(boxes, list) and len(boxes) >= 3 and all(box in TRACK_SYMBOLS for box in boxes)
        require(fine, "SZ-D14", f"cover track {name} is a row of boxes, empty or with a symbol.")
        last = boxes.count("burned") == 1 and boxes[-1] == "burned"
        require(last, "SZ-D14", f"cover track {name} ends with its only burned symbol.")
        both = "card" in boxes and "weakness" in boxes
        require(both, "SZ-D14", f"cover track {name} has a card symbol and a weakness symbol.")
        few = boxes.count("weakness") <= w.SLOTS
        require(few, "SZ-D15", f"cover track {name} has more weaknesses than an alias has slots.")
    lengths = {len(track["boxes"]) for track in tracks}
    require(len(lengths) == 1, "SZ-D14", "all cover tracks are of one length, so that it tells nothing.")


def _check_upgrades(data: dict[str, Any]) -> None:
    costs = [entry.get("cost") for entry in (*data["asset"], *data["upgrade"])]
    for cost in costs:
        require(whole(cost, 1), "SZ-D22", "every upgrade costs at least 1.")
    require(min(costs) <= 2, "SZ-D22", "at least one upgrade costs no more than 2.")
    ids = {entry.get("id") for entry in data["upgrade"]}
    fine = ids == {"permanent-safehouse", "counter-surveillance"}
    require(fine, "SZ-D22", "the upgrades are permanent-safehouse and counter-surveillance.")


def _check_months(months: dict[str, Any]) -> None:
    require(months.get("ids") == list(w.MONTH_IDS), "SZ-D19", "the months are the prologue and the year.")
    fine = months.get("objectives") == list(OBJECTIVES_BY_MONTH)
    require(fine, "SZ-D18", "a month has two objectives to April and three from May on.")
