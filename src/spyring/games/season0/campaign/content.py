"""The content of a campaign: story cards, objectives, entries, windows, boxes, operations cards, protocols,
rule frames, Events and endings, read from a TOML file and checked by the ledger (SZ-D17 to SZ-D22, SZ-D26).

All of it is sealed: it stays on the server, and players see a text only after something has opened it.

An instruction is a line of words (see :data:`FORMS`) or a condition: ``{ if = "FLAG", do = [], else = [] }``.
"""

import hashlib
import json
from importlib.resources import files
from typing import Any, Final

from spyring.engine.box import require, toml
from spyring.engine.position import Json
from spyring.games.season0 import words as w
from spyring.games.season0.box import EVENT_IDS, OBJECTIVES_BY_MONTH, Box, check_objective
from spyring.games.season0.domains import BOX_IDS, STORY_IDS, WINDOW_IDS

OPTION: Final = next(option for option in w.OPTIONS if option.name == "campaign")
CAMPAIGN_IDS: Final = tuple(str(id) for id in OPTION.values[1:])  # after "none"
HOME: Final = "spyring.games.season0.campaign"  # the package whose folder holds their files
AUDIT: Final = "14"  # the window that too much funding opens (SZ-4.4)

PAUSE: Final = "pause"  # draw again after the game that ends the month
STOP: Final = "stop"  # draw again at the start of the next month

# What an instruction can open, by its word: the part of the file, and the key of its number or letter.
SEALED: Final[dict[str, tuple[str, str]]] = {
    "entry": ("entry", "number"),
    "window": ("window", "label"),
    "box": ("box", "label"),
    "card": ("operation", "number"),
    "protocol": ("protocol", "id"),
    "frame": ("frame", "letter"),
}
# All other instructions, with the words after the first one.
FORMS: Final[dict[str, tuple[str, ...]]] = {
    "objective": ("objective",),
    "surveillance": ("city", "step"),
    "affiliation": ("city", "affiliation"),
    "destroy": ("kind", "thing"),
    "event": ("event",),
    "funding": ("step",),
    "budget": ("step",),
    "safehouse": ("city",),
    "asset": ("asset",),
    "aliases": ("affiliation",),
    "remember": ("flag",),
}
PLACES: Final = (
    *("setup step 3", "setup step 5", "setup step 6", "beside deck building", "start of turn"),
    *("after Drive/Ferry Team", "further action", "end of mop up", "drawing", "after incidents"),
    *("end of turn", "turn step 5"),
)
POINTS: Final = ("success", "adequate", "failing", "protocol", "flag", "watched", "burned")


class Content:
    """The content of a campaign; immutable."""

    def __init__(self, data: Json) -> None:
        header = data["campaign"]
        self.id: str = header["id"]
        self.name: str = header["name"]
        self.text: str = header["text"]
        self.part_2: str = header["part_2"]
        self.months: list[int] = [w.MONTH_IDS.index(month) for month in header["months"]]
        self.story: list[Json] = data["story"]
        self.objectives: dict[str, Json] = {card["id"]: card for card in data["objective"]}
        self.items: dict[str, Json] = {f"story {card['number']}": card for card in self.story}
        self.items |= sealed(data)
        self.events: dict[str, str] = {event["id"]: event["text"] for event in data.get("event", ())}
        self.final: Json = data["final"]
        self.endings: list[Json] = data["ending"]
        self.digest = hashlib.blake2b(_plain(data).encode(), digest_size=8).hexdigest()

    def set_up(self, month: int) -> list[Json]:
        """The objectives of a month."""
        return [card for card in self.objectives.values() if card["month"] == w.MONTH_IDS[month]]

    def following(self, month: int) -> int:
        """The month after another one, or -1 after the last; the prologue precedes the first."""
        later = [other for other in self.months if other > month]
        return later[0] if later else -1


def sealed(data: Json) -> dict[str, Json]:
    """What instructions can open, by the words that open it."""
    items: dict[str, Json] = {}
    for word, (part, label) in SEALED.items():
        for item in data[part]:
            items[f"{word} {item[label]}"] = item
    return items


def _plain(data: object) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


KNOWN: Final[dict[str, Content]] = {}  # cache


def campaign(name: str, box: Box) -> Content:
    """A campaign by its id."""
    if name not in KNOWN:
        text = files(HOME).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        KNOWN[name] = read(text, box)
    return KNOWN[name]


def read(text: str, box: Box) -> Content:
    """The campaign in ``text``; :class:`BadBox` names the broken constraint in one sentence."""
    data = toml(text)
    _check_parts(data)
    _check_numbers(data)
    _check_story(data)
    _check_objectives(data, box)
    Reading(data, box).check()
    _check_frames(data)
    _check_endings(data)
    return Content(data)


def _check_parts(data: Json) -> None:
    header: Any = data.get("campaign")
    require(isinstance(header, dict), "campaign", "the file has no [campaign].")
    for key in ("id", "name", "text", "part_2"):
        require(isinstance(header.get(key), str), "campaign", f"[campaign] has no {key}.")
    header.setdefault("months", list(w.MONTH_IDS[1:]))
    months = header["months"]
    fine = isinstance(months, list) and bool(months) and all(month in w.MONTH_IDS[1:] for month in months)
    fine = fine and months == sorted(set(months), key=w.MONTH_IDS.index)
    require(fine, "SZ-1.2", "the months of a campaign are months of the year, in order.")
    for part in ("story", "objective", "entry", "window", "ending"):
        rows = data.get(part)
        fine = isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)
        require(fine, "campaign", f"the file has no [[{part}]] entries.")
    for part in ("box", "operation", "protocol", "frame", "event"):
        rows = data.setdefault(part, [])
        fine = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
        require(fine, "campaign", f"{part} is a list of [[{part}]] entries.")
    texts = {"story": ("title", "front", "back"), "operation": ("title", "text"), "ending": ("name", "text")}
    for part in ("story", "entry", "window", "box", "operation", "protocol", "frame", "event", "ending"):
        for row in data[part]:
            for key in texts.get(part, ("text",)):
                require(isinstance(row.get(key), str), "campaign", f"a [[{part}]] entry has no {key}.")


def _check_numbers(data: Json) -> None:
    """Numbers, labels and letters are in their ranges, and each occurs once (SZ-D20)."""
    known: dict[str, tuple[object, ...]] = {
        "entry": tuple(range(100, 253)),
        "window": WINDOW_IDS,
        "box": BOX_IDS,
        "card": tuple(range(50, 90)),
        "protocol": w.PROTOCOL_IDS,
        "frame": tuple(label for label in WINDOW_IDS if label.isalpha()),
    }
    for word, (part, label) in SEALED.items():
        seen: list[object] = []
        for item in data[part]:
            number = item.get(label)
            span = f"{known[word][0]} to {known[word][-1]}"
            require(number in known[word], "SZ-D20", f"{word} {number} is not one of {span}.")
            require(number not in seen, "SZ-D20", f"{word} {number} is there twice.")
            seen.append(number)
    audit = any(window["label"] == AUDIT for window in data["window"])
    require(audit, "SZ-D26", f"there is no window {AUDIT}.")


def _check_story(data: Json) -> None:
    """The cards are in order, and every game has a PAUSE or STOP (SZ-D19, SZ-2.1)."""
    numbers = [card.get("number") for card in data["story"]]
    for number in numbers:
        require(number in STORY_IDS, "SZ-D19", f"{number} is not the number of a story card.")
    require(numbers == sorted(set(numbers)), "SZ-D19", "the story cards stand in the order of their numbers.")
    part_2 = data["campaign"]["part_2"]
    fine = part_2 in numbers and numbers[0] < part_2
    require(fine, "SZ-2.1", f"the second part of the story deck cannot begin with {part_2}.")
    months = [0, *(w.MONTH_IDS.index(month) for month in data["campaign"]["months"])]
    for number in numbers:
        require(int(number[:2]) in months, "SZ-D19", f"{number} belongs to no month of this campaign.")
    for month in months:
        stops = [card.get("stop") for card in data["story"] if int(card["number"][:2]) == month]
        name = w.MONTH_IDS[month]
        fine = all(stop in (None, PAUSE, STOP) for stop in stops)
        require(fine, "SZ-D19", f"{name}: stop is pause or stop.")
        signs = [stop for stop in stops if stop]
        require(bool(signs), "SZ-D19", f"the setup of {name} meets no PAUSE or STOP.")
        fine = signs in ([STOP], [PAUSE, STOP]) and stops[-1] == STOP
        require(fine, "SZ-D19", f"{name} has one PAUSE at the most, and ends with its only STOP.")
    require(part_2.endswith("-01"), "SZ-2.2", "the second part of the story deck begins with a month.")


def _check_objectives(data: Json, box: Box) -> None:
    cities = {city["id"]: city for city in box.cities}
    for card in data["objective"]:
        check_objective(card, cities)
        months = data["campaign"]["months"]
        require(card.get("month") in months, "SZ-D17", f"objective {card['id']} belongs to no month.")
        require(isinstance(card.get("name"), str), "SZ-D17", f"objective {card['id']} has no name.")
    for month in data["campaign"]["months"]:
        found = sum(card["month"] == month for card in data["objective"])
        wanted = OBJECTIVES_BY_MONTH[w.MONTH_IDS.index(month)]
        require(found == wanted, "SZ-D18", f"{month} has {wanted} objectives, not {found}.")


def _check_frames(data: Json) -> None:
    for frame in data["frame"]:
        letter, rule = frame["letter"], frame.get("rule")
        require(rule in w.RULE_IDS, "SZ-19.1", f"frame {letter} names a rule that does not exist: {rule}.")
        known = frame.get("place") in PLACES
        require(known, "SZ-19.1", f"frame {letter} stands at no place of the rulebook.")
        fine = isinstance(frame.get("facts", {}), dict)
        require(fine, "SZ-19.1", f"the facts of frame {letter} are a table.")


def _check_endings(data: Json) -> None:
    final: Any = data.get("final")
    require(isinstance(final, dict), "SZ-4.7", "the file has no [final].")
    for key in POINTS:
        require(isinstance(final.get(key), int), "SZ-4.7", f"[final] does not say what {key} counts.")
    floors = [ending.get("from") for ending in data["ending"]]
    fine = all(isinstance(floor, int) for floor in floors) and floors == sorted(set(floors), reverse=True)
    require(fine, "SZ-4.7", "the endings stand in falling order of the points they need.")
    require(floors[-1] == 0, "SZ-4.7", "the last ending needs 0 points, so that every campaign has one.")
    most = len(data["campaign"]["months"]) * final["success"]
    most += len(data["protocol"]) * final["protocol"] + len(final["flags"]) * final["flag"]
    too_many = f"no campaign has more than {most} points, but an ending needs {floors[0]}."
    require(floors[0] <= most, "SZ-4.7", too_many)


class Reading:
    """Follows the whole content as a campaign would: what opens what, when, and on which branch."""

    def __init__(self, data: Json, box: Box) -> None:
        self.data = data
        self.box = box
        self.items = sealed(data)
        self.objectives: dict[str, Json] = {card["id"]: card for card in data["objective"]}
        self.found: dict[str, list[tuple[str, ...]]] = {}  # the branches that open a thing
        self.remembered: list[str] = []  # flags, so far
        self.asked: list[str] = []
        self.branches = 0

    def check(self) -> None:
        self._check_prologue()
        for month in self.data["campaign"]["months"]:
            self._read_month(month)
        self._read("window", AUDIT, (), "the rule about funding")
        for key in self.items:
            require(key in self.found, "SZ-D21", f"nothing ever opens {key}.")
        for event in self.data["event"]:
            name = event.get("id")
            require(name in w.LATER_EVENT_IDS, "SZ-D21", f"{name} is not a known Event.")
            require(f"event {name}" in self.found, "SZ-D21", f"nothing ever brings the Event {name}.")
        flags = self.data["final"].get("flags", []) if isinstance(self.data.get("final"), dict) else []
        for flag in flags:
            known = flag in self.remembered
            require(known, "SZ-D21", f"the final score asks for {flag}, which nothing remembers.")

    def _check_prologue(self) -> None:
        """The prologue makes no permanent changes (SZ-18.1)."""
        ids = [card["id"] for card in self.box.prologue]
        wanted = [f"objective {name}" for name in ids]
        told: list[object] = []
        for card in self._cards(0):
            told += card.get("do", [])
            require("choice" not in card, "SZ-18.1", "the prologue asks for no choice.")
        require(told == wanted, "SZ-18.1", f"all that the prologue does is: {', '.join(wanted)}.")

    def _cards(self, month: int) -> list[Json]:
        return [card for card in self.data["story"] if int(card["number"][:2]) == month]

    def _read_month(self, month: str) -> None:
        drawn: list[str] = []
        cards = self._cards(w.MONTH_IDS.index(month))
        paused = next(place for place, card in enumerate(cards) if card.get("stop"))
        for card in cards[: paused + 1]:
            drawn += [line for line in card.get("do", []) if str(line).startswith("objective ")]
            self._carry_out(card, f"story {card['number']}", ())
        wanted = [f"objective {name}" for name, card in self.objectives.items() if card["month"] == month]
        fine = drawn == wanted
        require(fine, "SZ-D19", f"the setup of {month} draws its objectives, in order, before it stops.")
        for name, card in self.objectives.items():
            if card["month"] == month:
                self._read("entry", str(card["complete"]), (), f"objective {name}")
                self._read("entry", str(card["failed"]), (), f"objective {name}")
        for card in cards[paused + 1 :]:
            self._carry_out(card, f"story {card['number']}", ())

    def _read(self, word: str, label: str, way: tuple[str, ...], reader: str) -> None:
        """Open something on this path through the branches."""
        key = f"{word} {label}"
        require(key in self.items, "SZ-D21", f"{reader} opens {key}, which does not exist.")
        for other in self.found.get(key, ()):
            require(apart(way, other), "SZ-D21", f"{key} is opened twice, the second time by {reader}.")
        self.found.setdefault(key, []).append(way)
        self._carry_out(self.items[key], key, way)

    def _carry_out(self, item: Json, reader: str, way: tuple[str, ...]) -> None:
        self._do(item.get("do", []), reader, way)
        if "choice" in item:
            choice = item["choice"]
            fine = isinstance(choice, list) and 2 <= len(choice) <= w.CHOICES
            fine = fine and all(isinstance(answer, dict) and "text" in answer for answer in choice)
            require(fine, "SZ-P1", f"the choice of {reader} has two or three answers with a text each.")
            self.branches += 1
            node = self.branches
            for number, answer in enumerate(choice):
                self._do(answer.get("do", []), reader, (*way, f"{node}.{number}"))

    def _do(self, lines: Any, reader: str, way: tuple[str, ...]) -> None:
        require(isinstance(lines, list), "SZ-D21", f"do of {reader} is a list of instructions.")
        for line in lines:
            if isinstance(line, dict):
                flag = line.get("if")
                unknown = f"{reader} asks for {flag}, which nothing can have remembered by then."
                require(flag in self.remembered, "SZ-D19", unknown)
                self.branches += 1
                node = self.branches
                self._do(line.get("do", []), reader, (*way, f"{node}.1"))
                self._do(line.get("else", []), reader, (*way, f"{node}.0"))
                continue
            words = str(line).split()
            if words and words[0] in SEALED:
                require(len(words) == 2, "SZ-D21", f"“{line}” of {reader} names one thing to open.")
                self._read(words[0], words[1], way, reader)
            else:
                self._check_line(words, str(line), reader)

    def _check_line(self, words: list[str], line: str, reader: str) -> None:
        require(bool(words) and words[0] in FORMS, "SZ-D21", f"“{line}” of {reader} is not an instruction.")
        form = FORMS[words[0]]
        fine = len(words) == len(form) + 1
        require(fine, "SZ-D21", f"“{line}” of {reader} is not {words[0]} {' '.join(form)}.")
        for what, word in zip(form, words[1:]):
            require(self._fits(what, word, words), "SZ-D21", f"{word} in “{line}” of {reader} is no {what}.")
        if words[0] == "remember":
            self.remembered.append(words[1])
        if words[0] == "event":
            fresh = line not in self.found
            require(fresh, "SZ-D21", f"the Event {words[1]} is brought twice, the second time by {reader}.")
            self.found[line] = []

    def _fits(self, what: str, word: str, words: list[str]) -> bool:
        if what == "thing":
            known = {"threat": self.box.ids, "city": self.box.ids, "event": list(EVENT_IDS)}
            return word in known[words[1]]
        fitting: dict[str, Any] = {
            "objective": self.objectives,
            "city": self.box.index,
            "affiliation": w.AFFILIATION_IDS,
            "step": ("+1", "-1"),
            "kind": ("threat", "city", "event"),
            "event": [event.get("id") for event in self.data["event"]],
            "asset": w.ASSET_IDS,
            "flag": (word,),
        }
        return word in fitting[what]


def apart(way: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two paths through the branches exclude each other: they differ at some choice or condition.

    >>> apart(("1.0", "2.1"), ("1.0", "2.0"))
    True
    >>> apart(("1.0",), ("1.0", "2.0"))
    False
    """
    for one, two in zip(way, other):
        if one != two:
            return one.split(".")[0] == two.split(".")[0]
    return False
