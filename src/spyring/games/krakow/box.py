"""The box of Kraków as typed constants; the error for an invalid box names the broken constraint."""

from typing import Any, Final

from spyring.engine.box import exactly, named, opened, require, some, whole
from spyring.games.krakow import words as w

CUBES: Final = 55
TRICKS: Final = 7
HAND: Final = 9
FIELD_CAP: Final = 8
GOLD_CAP: Final = 12

BLACK_DEATH: Final = 1
PEASANT_REVOLT: Final = 2
SAVING_SOULS: Final = 3
PROPHECY_OF_WAR: Final = 4
ADVERTISING: Final = 5
A_DEPRESSION: Final = 6
GRAVE_ROBBERY: Final = 7
STREET_THUGS_RULE: Final = 8
SPECIAL_IDS: Final = (
    "",
    "black-death",
    "peasant-revolt",
    "saving-souls",
    "prophecy-of-war",
    "advertising",
    "a-depression",
    "grave-robbery",
    "street-thugs-rule",
)
SPECIAL_GROUPS: Final = (-1, w.GREEN, w.GREEN, w.BLUE, w.BLUE, w.YELLOW, w.YELLOW, w.RED, w.RED)


# What the rulebook prints about single cards (KRK-D1): group, then values by path.
KNOWN_CARDS: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "an-arms-deal": (
        "red",
        {"support.red": 4, "circles": 1, "district": "barracks", "yields": {"power": 2, "gold": 2}},
    ),
    "campaign-finance": ("red", {"opposition.blue": 6}),
    "true-blue-magic": ("blue", {"support.blue": 4}),
    "fast-foods": ("blue", {"support.blue": 3}),
    "witch-hunting": ("blue", {"support.red": 4}),
    "the-night-watch": ("green", {"opposition.red": 5}),
    "prophecy-of-war": ("blue", {"opposition.red": 3, "circles": 2}),
    "peasant-revolt": ("green", {"opposition.blue": 2, "circles": 2}),
    "grave-robbery": ("red", {"circles": 2}),
    "street-thugs-rule": ("red", {"circles": 2}),
    "saving-souls": ("blue", {"circles": 2}),
    "black-death": ("green", {"circles": 2}),
    "advertising": ("yellow", {"circles": 2}),
    "a-depression": ("yellow", {"circles": 2}),
}


class Box:
    """Every number of the box in flat lists: ``support[card * 4 + colour]``, ``yields[card * 4 + type]``
    and so on.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["box"]["name"]
        self.cards: list[dict[str, Any]] = data["card"]
        self.districts: list[dict[str, Any]] = data["district"]
        self.groups: list[dict[str, Any]] = data["group"]
        self.ids: list[str] = [card["id"] for card in self.cards]
        index = {name: number for number, name in enumerate(self.ids)}
        self.group: list[int] = [w.GROUP_IDS.index(card["group"]) for card in self.cards]
        self.support: list[int] = [card["support"][colour] for card in self.cards for colour in w.GROUP_IDS]
        self.opposition: list[int] = [
            card["opposition"][colour] for card in self.cards for colour in w.GROUP_IDS
        ]
        self.strength: list[int] = [card["support"][card["group"]] for card in self.cards]
        self.district: list[int] = [w.DISTRICT_IDS.index(card["district"]) for card in self.cards]
        self.yields: list[int] = [card["yields"].get(kind, 0) for card in self.cards for kind in w.KIND_IDS]
        self.harvest: list[list[tuple[int, int]]] = [self._harvest(card) for card in range(len(self.cards))]
        self.circles: list[int] = [card["circles"] for card in self.cards]
        self.special: list[int] = [SPECIAL_IDS.index(card.get("special", "")) for card in self.cards]
        self.blocked_by: list[int] = [
            index[card["blocked_by"]] if "blocked_by" in card else -1 for card in self.cards
        ]
        self.points: list[int] = [district["points"] for district in self.districts]
        self.field: list[bool] = [
            kind in district["fields"] for district in self.districts for kind in w.KIND_IDS
        ]
        small: dict[str, Any] = data.get("small", {})
        self.name = small.get("name", self.name)
        self.used: list[int] = [index[card] for card in small.get("cards", self.ids)]
        self.hand: int = small.get("hand", HAND)
        self.tricks: int = small.get("tricks", TRICKS)
        self.first_season: int = w.SEASONS - small.get("seasons", w.SEASONS)
        self.gold_districts: list[int] = [d for d in range(w.DISTRICTS) if self.field[d * w.TYPES + w.GOLD]]

    def facts(self) -> list[object]:
        """Everything that the rules use, without titles, flavour text and provenance."""
        numbers = [self.group, self.support, self.opposition, self.district, self.yields, self.circles]
        rest: list[object] = [self.special, self.blocked_by, self.points, self.field]
        small: list[object] = [self.used, self.hand, self.tricks, self.first_season]
        return [self.ids, *numbers, *rest, *(small if len(self.used) < len(self.ids) else [])]

    def _harvest(self, card: int) -> list[tuple[int, int]]:
        """The markers that a success puts on the board, without gold: field and number."""
        first = self.district[card] * w.TYPES
        return [
            (first + kind, self.yields[card * w.TYPES + kind])
            for kind in range(w.GOLD)
            if self.yields[card * w.TYPES + kind]
        ]


def read(text: str) -> Box:
    """The box in ``text``, checked against KRK-D1 to KRK-D13; :class:`BadBox` names the broken constraint."""
    data = opened(text, "krakow", ("card", "district", "group"))
    ids = tuple(group.get("id") for group in data["group"])
    require(ids == w.GROUP_IDS, "KRK-D16", f"the four groups are {', '.join(w.GROUP_IDS)}, in this order.")
    cards: list[dict[str, Any]] = data["card"]
    districts: list[dict[str, Any]] = data["district"]
    _check_districts(districts)
    _check_names(cards)
    for card in cards:
        _check_card(card, districts)
    _check_specials(cards)
    _check_blocks(cards)
    _check_whole(cards)
    if "small" in data:
        _check_small(data["small"], {card["id"]: card for card in cards})
    return Box(data)


def _check_districts(districts: list[dict[str, Any]]) -> None:
    ids = tuple(district.get("id") for district in districts)
    every = ", ".join(w.DISTRICT_IDS)
    require(ids == w.DISTRICT_IDS, "KRK-D8", f"the seven districts are {every}, in this order.")
    for district in districts:
        name, fields = district["id"], district.get("fields")
        require(isinstance(fields, list) and bool(fields), "KRK-D8", f"{name} needs at least one field.")
        assert isinstance(fields, list)
        known = all(kind in w.KIND_IDS for kind in fields)
        require(known, "KRK-D8", f"the fields of {name} are of {', '.join(w.KIND_IDS)}.")
        require(len(set(fields)) == len(fields), "KRK-D8", f"{name} has two fields of one type.")
        wanted = 3 if name == "castle" else 2
        require(district.get("points") == wanted, "KRK-D8", f"{name} is worth {wanted} points.")
    by_id = {district["id"]: set(district["fields"]) for district in districts}
    golden = sum("gold" in fields for fields in by_id.values())
    require(golden == 5, "KRK-D9", "exactly five districts have a gold field.")
    harbour = {"fame", "support", "gold"}
    require(by_id["harbour"] == harbour, "KRK-D9", "the Harbour has fame, support and gold.")
    require(by_id["shops"] == {"fame", "gold"}, "KRK-D9", "the Shops have fame and gold.")
    require("power" in by_id["barracks"], "KRK-D9", "the Barracks have a power field.")
    require("gold" not in by_id["slums"], "KRK-D9", "the Slums have no gold field.")
    for kind in ("fame", "support", "power"):
        count = sum(kind in fields for fields in by_id.values())
        require(count >= 2, "KRK-D11", f"{kind} fields occur in {count} districts; at least two are needed.")


def _check_names(cards: list[dict[str, Any]]) -> None:
    exactly(cards, w.CARDS, "KRK-D1", "cards")
    named(cards, "card", "KRK-D1", "KRK-D1")
    each = w.CARDS // w.GROUPS
    for colour in w.GROUP_IDS:
        count = sum(card.get("group") == colour for card in cards)
        require(count == each, "KRK-D1", f"{colour} has {count} cards; it must have {each}.")
    by_id = {card["id"]: card for card in cards}
    for name, (colour, values) in KNOWN_CARDS.items():
        require(name in by_id, "KRK-D1", f"the known card {name} is missing.")
        require(by_id[name]["group"] == colour, "KRK-D1", f"{name} is {colour}.")
        for path, value in values.items():
            found: Any = by_id[name]
            for key in path.split("."):
                found = found.get(key) if isinstance(found, dict) else None
            require(found == value, "KRK-D1", f"{path} of {name} is {value}, not {found}.")


def _check_card(card: dict[str, Any], districts: list[dict[str, Any]]) -> None:
    name, groups = card["id"], ", ".join(w.GROUP_IDS)
    for side in ("support", "opposition"):
        fine = _counts(card.get(side), w.GROUP_IDS) and len(card[side]) == w.GROUPS
        require(fine, "KRK-D2", f"{side} of {name} needs one number ≥ 0 for each of {groups}.")
    known = card.get("district") in w.DISTRICT_IDS
    require(known, "KRK-D2", f"{name} has no district out of {', '.join(w.DISTRICT_IDS)}.")
    yields: Any = card.get("yields")
    fine = _counts(yields, w.KIND_IDS)
    require(fine, "KRK-D2", f"the yield of {name} gives numbers ≥ 0 of {', '.join(w.KIND_IDS)}.")
    require(sum(yields.values()) > 0, "KRK-D2", f"the yield of {name} is empty.")
    strength = card["support"][card["group"]]
    require(1 <= strength <= 7, "KRK-D3", f"the strength of {name} is {strength}; it lies in 1..7.")
    strong = strength >= 6
    blocked = f"{name} has strength {strength}: strong cards, and only they, are blocked."
    require(("blocked_by" in card) == strong, "KRK-D4", blocked)
    circles = 2 if strong or "special" in card else 1
    require(card.get("circles") == circles, "KRK-D5", f"{name} shows {circles} circles.")
    fields = districts[w.DISTRICT_IDS.index(card["district"])]["fields"]
    for kind, count in yields.items():
        placed = kind == "gold" or kind in fields or not count
        require(placed, "KRK-D10", f"{name} yields {kind}, but {card['district']} has no field for it.")


def _counts(values: object, keys: tuple[str, ...]) -> bool:
    """Whether these are whole numbers from 0 under some of the keys."""
    return isinstance(values, dict) and set(values) <= set(keys) and all(map(whole, values.values()))


def _check_specials(cards: list[dict[str, Any]]) -> None:
    found = [card for card in cards if "special" in card]
    require(len(found) == 8, "KRK-D6", f"there are eight special cards, not {len(found)}.")
    specials = {str(card["special"]): card for card in found}
    for number, name in enumerate(SPECIAL_IDS):
        if not name:
            continue
        colour = w.GROUP_IDS[SPECIAL_GROUPS[number]]
        require(name in specials, "KRK-D6", f"no card has the special {name}.")
        require(specials[name]["id"] == name, "KRK-D6", f"the special {name} belongs to the card {name}.")
        require(specials[name]["group"] == colour, "KRK-D6", f"{name} is {colour}.")
        require("blocked_by" not in specials[name], "KRK-D6", f"{name} is special, so it cannot be strong.")


def _check_blocks(cards: list[dict[str, Any]]) -> None:
    by_id = {card["id"]: card for card in cards}
    blocks = [card["blocked_by"] for card in cards if "blocked_by" in card]
    require(len(blocks) >= 2, "KRK-D7", "at least two cards are strong.")
    for name in blocks:
        require(isinstance(name, str) and name in by_id, "KRK-D7", f"the block card {name} does not exist.")
        require(blocks.count(name) == 1, "KRK-D7", f"{name} blocks two strong cards.")
        plain = "special" not in by_id[name] and "blocked_by" not in by_id[name]
        require(plain, "KRK-D7", f"the block card {name} is special or strong.")


def _check_whole(cards: list[dict[str, Any]]) -> None:
    for district in w.DISTRICT_IDS:
        require(any(card["district"] == district for card in cards), "KRK-D11", f"no card is of {district}.")
    mean = sum(sum(card["yields"].values()) for card in cards) / len(cards)
    much = f"the mean yield is {mean:.2f} markers; at most 4 keep the cubes from running out."
    require(mean <= 4, "KRK-D13", much)


def _check_small(small: Any, by_id: dict[str, dict[str, Any]]) -> None:
    """Part of the cards, and a shorter year of the same rules (KRK-D19)."""
    fine = isinstance(small, dict) and set(small) == {"name", "cards", "hand", "tricks", "seasons"}
    fine = fine and isinstance(small["name"], str)
    require(fine, "KRK-D19", "a small box has a name, cards, a hand, tricks and seasons.")
    names, hand, tricks, seasons = small["cards"], small["hand"], small["tricks"], small["seasons"]
    require(some(names, list(by_id)), "KRK-D19", "its cards are cards of the box, each once.")
    require(len(names) < len(by_id), "KRK-D19", "it has fewer cards than the box.")
    for what, most in (("hand", HAND), ("tricks", TRICKS), ("seasons", w.SEASONS)):
        require(whole(small[what], 1, most), "KRK-D19", f"{what} lies in 1..{most}.")
    spare = 2 if any("special" in by_id[name] for name in names) else 0
    least = tricks + spare
    require(hand >= least, "KRK-D19", f"with {tricks} tricks a hand has at least {least} cards.")
    least = w.SEATS * (hand + spare // 2) + tricks * (seasons - 1)
    require(len(names) >= least, "KRK-D19", f"{len(names)} cards are not enough; it needs {least}.")
