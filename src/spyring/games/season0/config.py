"""The settings of a game of Season 0: the box, the options, and what the campaign adds."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from spyring.engine.box import some
from spyring.engine.errors import BadBox, BadPosition
from spyring.engine.options import Value
from spyring.engine.position import Json
from spyring.games.season0 import box as b
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import alias_number
from spyring.games.season0.sticker import Sticker

LEGACY_KEYS: Final = (
    *("month", "attempt", "funding", "events", "objectives", "surveillance", "affiliation", "safehouses"),
    *("destroyed", "aliases", "rules", "report", "campaign"),
)
ALIAS_KEYS: Final = (
    *("character", "affiliation", "name", "occupation", "specialty"),
    *("uncovered", "slots", "burned"),
)


def numbers(names: Iterable[str], ids: Sequence[str]) -> list[int]:
    """Components by their ids, as numbers."""
    return [ids.index(name) for name in names]


class Objective:
    """A card of the month: its target, and the entries that follow."""

    def __init__(self, data: Json, box: b.Box) -> None:
        self.id: str = data["id"]
        self.name = str(data.get("name", data["id"]))
        known = [(box.index[city], count) for city, count in data.get("known", ())]
        self.known: tuple[tuple[int, int], ...] = tuple(known)
        self.unknown = tuple(numbers(data.get("unknown", ()), box.ids))
        self.listed = 0  # the same as a mask
        for city in self.unknown:
            self.listed |= 1 << city
        self.region = box.region[self.unknown[0]] if self.unknown else -1
        self.complete: int = data["complete"]
        self.failed: int = data["failed"]
        self.carried = data.get("status", "open") == "complete"


class Alias:
    """A created alias as the campaign left it."""

    def __init__(self, data: Json, box: b.Box) -> None:
        self.data = data
        self.name: str = data.get("name", "")
        self.occupation = w.OCCUPATION_IDS.index(data["occupation"])
        self.uncovered = tuple(numbers(data.get("uncovered", ()), b.TRACK_SYMBOLS))
        slots = [b.STICKER_IDS.index(name or "") for name in data.get("slots", ())]
        self.slots: tuple[int, ...] = tuple(slots + [0] * (w.SLOTS - len(slots)))
        self.burned: bool = data.get("burned", False)


class Config(w.Options):
    """The box, the options, and the data of the campaign, which :func:`check_legacy` has checked if it came
    from outside. Immutable, and shared by all clones.
    """

    def __init__(self, box: b.Box, options: dict[str, Value], legacy: Json | None, edition: int) -> None:
        super().__init__(options)
        self.edition = edition  # of the rules, which check it where the first edition differs
        self.box = box
        self.options = options
        self.legacy = legacy
        data: Json = legacy or {}
        self.month = w.MONTH_IDS.index(data.get("month", "prologue"))
        data = data if self.month != w.PROLOGUE else {}
        self.attempt: int = data.get("attempt", 1)
        self.funding: int = data.get("funding", 5)
        cards: list[Json] = data.get("objectives", box.prologue)
        self.objectives: list[Objective] = [Objective(card, box) for card in cards]
        self.permanent = numbers(data.get("safehouses", ["washington"]), box.ids)
        destroyed: Json = data.get("destroyed", {})
        self.destroyed_cities = box.out + numbers(destroyed.get("cities", ()), box.ids)
        self.destroyed_threats = box.out + numbers(destroyed.get("threats", ()), box.ids)
        self.destroyed_events = numbers(destroyed.get("events", ()), box.held_ids)
        starting = [event["id"] for event in box.events if event["starting"] and not box.small]
        self.events = numbers(data.get("events", starting), box.held_ids)
        self.watched: tuple[int, ...] = self._surveillance(data)
        self.side: tuple[int, ...] = self._affiliations(data)
        self.aliases: list[Alias | None] = [None] * w.ALIASES
        for entry in data.get("aliases", ()):
            self.aliases[alias_number(entry)] = Alias(entry, box)
        self._lay_out(box)
        self.rules: list[list[Any]] = list(data.get("rules", ()))  # names and facts
        self.stickers: list[Sticker[Any]] = []  # see stickers.configure
        self.incident_regions: list[tuple[int, ...]] = self._incident_regions()

    def _lay_out(self, box: b.Box) -> None:
        """Prepare what every game with these settings starts with."""
        self.city_cards: list[int] = [c for c in range(w.CITIES) if c not in self.destroyed_cities]
        self.never_dealt = 0  # City cards that are not in the game, as a mask
        for city in self.destroyed_cities:
            self.never_dealt |= 1 << city
        self.threat_cards: list[int] = [c for c in range(w.CITIES) if c not in self.destroyed_threats]
        self.event_cards: list[int] = [e for e in range(w.CITIES, w.CARDS) if e not in self.destroyed_events]
        self.status: tuple[int, ...] = tuple(1 if card.carried else 0 for card in self.objectives)
        uncovered: list[tuple[int, ...]] = [()] * w.ALIASES
        slots: list[tuple[int, ...]] = [(0,) * w.SLOTS] * w.ALIASES
        self.burned = 0
        for number, alias in enumerate(self.aliases):
            if alias is not None:
                uncovered[number] = alias.uncovered
                slots[number] = alias.slots
                self.burned |= int(alias.burned) << number
        self.uncovered = tuple(uncovered)
        self.slots = tuple(slots)

    def _surveillance(self, data: Json) -> tuple[int, ...]:
        """The printed symbols (SZ-R44), changed by the campaign's stickers."""
        watched = self.box.surveillance[:]
        paris = self.box.index["paris"]
        watched[paris] = max(watched[paris], self.paris_surveillance)
        for city, symbols in data.get("surveillance", {}).items():
            watched[self.box.index[city]] = symbols
        return tuple(watched)

    def _affiliations(self, data: Json) -> tuple[int, ...]:
        side = self.box.affiliation[:]
        for city, affiliation in data.get("affiliation", {}).items():
            side[self.box.index[city]] = w.AFFILIATION_IDS.index(affiliation)
        return tuple(side)

    def _incident_regions(self) -> list[tuple[int, ...]]:
        """The option overrides the data file for Moscow's card (SZ-R43)."""
        regions = self.box.incident_regions[:]
        moscow = self.box.index["moscow"]
        if self.box.incident[moscow] == w.EFFECT_RECOGNIZED:
            other = w.REGION_AS if self.moscow_recognized_eu_as else w.REGION_AF
            regions[moscow] = (w.REGION_EU, other)
        return regions


# -- data from a campaign --------------------------------------------------------------------------------


def _refuse(sentence: str) -> BadPosition:
    return BadPosition(f"Invalid data from the campaign: {sentence}")


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise _refuse(sentence)


def check_legacy(data: object, box: b.Box) -> None:
    """Refuse damaged data from outside in one sentence, after the campaign's own checks. Data that the game
    itself writes needs no check.
    """
    if not isinstance(data, dict):
        raise _refuse("it must be an object.")
    for key in data:
        _require(key in LEGACY_KEYS, f"unknown key {key}; known keys are {', '.join(LEGACY_KEYS)}.")
    month = data.get("month", "prologue")
    _require(month in w.MONTH_IDS, f"{month} is not a month; choose one of {', '.join(w.MONTH_IDS)}.")
    _check_numbers(data)
    if month == "prologue":
        return
    _check_objectives(data, box)
    _check_names(data, box)
    seen: list[int] = []
    for entry in data.get("aliases", ()):
        _check_alias(entry, box)
        if alias_number(entry) in seen:
            raise _refuse(f"{entry['character']} has two {entry['affiliation']} aliases [SZ-D13].")
        seen.append(alias_number(entry))
    for entry in data.get("rules", ()):
        fine = isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], dict)
        _require(fine, "a rule is a name and an object with its facts.")


def _check_numbers(data: Json) -> None:
    _require(data.get("attempt", 1) in (1, 2), "attempt is 1 or 2.")
    funding = data.get("funding", 5)
    if not isinstance(funding, int) or not b.MIN_FUNDING <= funding <= b.MAX_FUNDING:
        raise _refuse(f"funding is a number from {b.MIN_FUNDING} to {b.MAX_FUNDING}, not {funding}.")


def _check_objectives(data: Json, box: b.Box) -> None:
    cards = data.get("objectives")
    if not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise _refuse("a month has a list of objectives.")
    wanted = b.OBJECTIVES_BY_MONTH[w.MONTH_IDS.index(data["month"])]
    if len(cards) != wanted and "campaign" not in data:  # story cards may add more
        raise _refuse(f"{data['month']} has {wanted} objectives, not {len(cards)} [SZ-D18].")
    cities = {city["id"]: city for city in box.cities}
    for card in cards:
        try:
            b.check_objective(card, cities)
        except BadBox as error:
            raise _refuse(str(error)) from error
        status = card.get("status", "open")
        _require(status in ("open", "complete"), f"objective {card['id']} is open or complete.")
        _check_list(card, data)
    if cards and all(card.get("status") == "complete" for card in cards):
        raise _refuse("every objective is complete already.")


def _check_list(card: Json, data: Json) -> None:
    """There must be enough listed cards for every objective that may draw from them (SZ-11.3, SZ-R60)."""
    destroyed = data.get("destroyed", {})
    gone = destroyed.get("cities", ()) if isinstance(destroyed, dict) else ()
    left = [city for city in card.get("unknown", ()) if city not in gone]
    drawing = [c for c in data["objectives"] if "unknown" in c and c.get("status") != "complete"]
    if card in drawing and len(left) < len(drawing):
        raise _refuse(f"objective {card['id']} lists {len(left)} cards that are not destroyed.")


def _check_names(data: Json, box: b.Box) -> None:
    destroyed = data.get("destroyed", {})
    if not isinstance(destroyed, dict):
        raise _refuse("destroyed is an object: cities, threats, events.")
    lists: list[tuple[str, object, tuple[str, ...]]] = [
        ("safehouses", data.get("safehouses", []), tuple(box.ids)),
        ("events", data.get("events", []), b.EVENT_IDS),
        ("destroyed cities", destroyed.get("cities", []), tuple(box.ids)),
        ("destroyed threats", destroyed.get("threats", []), tuple(box.ids)),
        ("destroyed events", destroyed.get("events", []), b.EVENT_IDS),
    ]
    for what, names, known in lists:
        _require(some(names, known), f"{what} is a list of names, each once.")
    few = len(data.get("safehouses", [])) <= b.SAFEHOUSES
    _require(few, f"there are only {b.SAFEHOUSES} safehouses [SZ-D5].")
    symbols = range(b.MAX_SURVEILLANCE + 1)
    for key, fine_values in (("surveillance", symbols), ("affiliation", w.AFFILIATION_IDS)):
        given = data.get(key, {})
        fine = isinstance(given, dict) and all(city in box.index for city in given)
        fine = fine and all(value in fine_values for value in given.values())
        _require(fine, f"{key} is an object: a value by city.")


def _check_alias(entry: object, box: b.Box) -> None:
    if not isinstance(entry, dict):
        raise _refuse("an alias is an object.")
    for key in entry:
        known = ", ".join(ALIAS_KEYS)
        _require(key in ALIAS_KEYS, f"unknown key {key} of an alias; known keys are {known}.")
    if entry.get("character") not in w.CHARACTER_IDS or entry.get("affiliation") not in w.AFFILIATION_IDS:
        raise _refuse("an alias belongs to a character and an affiliation.")
    occupation = entry.get("occupation")
    _require(occupation in w.OCCUPATION_IDS, f"{occupation} is not an occupation.")
    uncovered = entry.get("uncovered", [])
    fine = isinstance(uncovered, list) and all(symbol in b.TRACK_SYMBOLS for symbol in uncovered)
    if not fine or not box.tracks_from(tuple(numbers(uncovered, b.TRACK_SYMBOLS))):
        raise _refuse("uncovered is what the first boxes of a cover track show [SZ-D14].")
    consistent = (len(uncovered) == box.cover_boxes) == entry.get("burned", False)
    _require(consistent, "an alias is burned exactly when its last box is uncovered.")
    slots = entry.get("slots", [])
    fine = isinstance(slots, list) and len(slots) <= w.SLOTS
    if not fine or not all(name is None or (name and name in b.STICKER_IDS) for name in slots):
        raise _refuse(f"an alias has {w.SLOTS} slots for assets and weaknesses.")
