"""What everyone may see of a campaign: an allow-list, and of sealed content only what was opened."""

from typing import Any

from spyring.engine.position import Json
from spyring.games.season0 import scoring
from spyring.games.season0 import words as w
from spyring.games.season0.box import EVENT_IDS
from spyring.games.season0.campaign.content import PLACES
from spyring.games.season0.campaign.file import CampaignFile, new_campaign
from spyring.games.season0.generated import Table


def progress(t: Table, file: CampaignFile) -> Json:
    """The campaign's part of the view; texts are message keys."""
    log, content, data = file.log, file.content, file.data
    opened = [opened_item(file, key) for key in log["opened"]]
    before = 0 if t.initial_legacy is None else len(t.initial_legacy["campaign"]["opened"])
    return {
        "id": content.id,
        "name": content.name,
        "text": content.text,
        "month": data["month"],
        "attempt": file.attempt,
        "months": [w.MONTH_IDS[month] for month in content.months],
        "games": int(log["games"]),
        "played": int(log["games"]) + int(t.step == w.STEP_AFTER),
        "funding": int(data["funding"]),
        "calendar": [*prologue(t, file), *calendar(file)],
        "story": {
            "drawn": int(log["story"]),
            "part": 1 if not part_2(file) else 2,
            "top": opened_item(file, f"story {top['number']}") if (top := file.last_card()) else None,
        },
        "opened": opened,
        "new": [item["key"] for item in opened[before:]],
        "entries": prologue_entries(t),
        "protocols": [protocol(file, name) for name in w.PROTOCOL_IDS],
        "frames": [item for item in opened if item["kind"] == "frame"],
        "places": list(PLACES),
        "events": [event(file, name) for name in data["events"]],
        "aliases": [alias(row, t) for row in scoring.passports(t, data["aliases"])],
        "destroyed": {kind: list(names) for kind, names in data["destroyed"].items()},
        "safehouses": list(data["safehouses"]),
        "surveillance": {
            t.config.box.ids[c]: t.config.watched[c] for c in range(w.CITIES) if t.config.watched[c]
        },
        "laid": laid(t, file) if t.step == w.STEP_AFTER else None,
        "pieces": pieces(t),
        "next": list(log["next"]) if log["next"] else None,
        "over": file.over,
        "final": scoring.final_score(file, t.config.watched) if file.over else None,
    }


def part_2(file: CampaignFile) -> bool:
    """Whether the second part of the story deck is in use: every card of the first is used (SZ-2.2)."""
    numbers = [card["number"] for card in file.content.story]
    return int(file.log["story"]) >= numbers.index(file.content.part_2)


def opened_item(file: CampaignFile, key: str) -> Json:
    """Something that has been opened: its text, and the group's choice if it offered one."""
    item = file.content.items[key]
    kind, _space, label = key.partition(" ")
    seen: Json = {"key": key, "kind": kind, "label": label}
    for part in ("title", "front", "back", "text", "place", "stop"):
        if part in item:
            seen[part] = item[part]
    if kind == "protocol":
        seen["title"] = w.PROTOCOL.titles[w.PROTOCOL_IDS.index(label)]
    if "choice" in item:
        seen["answers"] = [answer["text"] for answer in item["choice"]]
        seen["chosen"] = file.log["choices"].get(key)
    return seen


def calendar(file: CampaignFile) -> list[Json]:
    """The evaluated games, each with its number among all games of the campaign, from 0, including those of
    the prologue.
    """
    rows = file.log["calendar"]
    first = int(file.log["games"]) + int(file.being_written()) - len(rows)
    keys = ("month", "attempt", "evaluation", "seats", "funding", "objectives")
    return [{"game": first + n, **{key: row[key] for key in keys}} for n, row in enumerate(rows)]


def prologue(t: Table, file: CampaignFile) -> list[Json]:
    """How the prologue went, during the steps after it: the calendar does not contain it (SZ-16.1)."""
    if t.config.month != w.PROLOGUE or t.step != w.STEP_AFTER:
        return []
    funding = int(file.data["funding"])
    return [{"game": int(file.log["games"]), **scoring.calendar_row(t), "funding": funding}]


def laid(t: Table, file: CampaignFile) -> Json:
    """What this game changed permanently: the current file compared with the one at its start."""
    then = t.initial_legacy or new_campaign(file.content.id, t.config.box).data
    now = file.data
    printed = dict(zip(t.config.box.ids, t.config.box.surveillance, strict=False))
    passports = scoring.passports(t, now["aliases"])
    return {
        "funding": [int(then["funding"]), int(now["funding"])],
        "safehouses": [city for city in now["safehouses"] if city not in then["safehouses"]],
        "surveillance": {
            city: count - was
            for city, count in now["surveillance"].items()
            if count != (was := then["surveillance"].get(city, printed[city]))
        },
        "stickers": [sticker for row in passports for sticker in _new_stickers(row, then["aliases"])],
        "events": [name for name in now["events"] if name not in then["events"]],
        "destroyed": {
            kind: [name for name in names if name not in then["destroyed"][kind]]
            for kind, names in now["destroyed"].items()
            if kind != "objectives"
        },
    }


def _new_stickers(row: Json, then: list[Json]) -> list[Json]:
    """The stickers laid on one passport since the start of this game."""
    keys = ("character", "affiliation", "name")
    before = [old for old in then if all(old[key] == row[key] for key in keys)]
    held = list(before[0].get("slots", ())) if before else []
    found: list[Json] = []
    for slot, thing in enumerate(row.get("slots", ())):
        if thing and (slot >= len(held) or held[slot] != thing):
            found.append({**{key: row[key] for key in keys}, "sticker": thing})
    return found


def protocol(file: CampaignFile, name: str) -> Json:
    """A protocol on the board: its name is printed, its rules are sealed (SZ-3.9)."""
    key = f"protocol {name}"
    active = file.has(key)
    text = file.content.items[key]["text"] if active else None
    return {"id": name, "name": w.PROTOCOL.titles[w.PROTOCOL_IDS.index(name)], "active": active, "text": text}


def event(file: CampaignFile, name: str) -> Json:
    """An Event of the reserve; the text of a starting Event is in the box."""
    number = EVENT_IDS.index(name)
    if number < w.STARTING_EVENTS:
        return {"id": name, "name": None, "text": None}
    title = w.LATER_EVENT.titles[number - w.STARTING_EVENTS]
    return {"id": name, "name": title, "text": file.content.events[name]}


def alias(row: Json, t: Table) -> Json:
    """A passport of the personnel file, with only the uncovered part of its cover track (SZ-3.10)."""
    keys = ("character", "affiliation", "name", "occupation", "specialty", "slots", "burned")
    return {**{key: row[key] for key in keys}, "uncovered": len(row["uncovered"])}


def pieces(t: Table) -> dict[str, Any]:
    """The public data of the added rules: the bookbinder's city, whether patience is left."""
    found: dict[str, Any] = {}
    for sticker in t.config.stickers:
        found.update(sticker.view(t))
    return found


def prologue_entries(t: Table) -> list[Json]:
    """The entries of the prologue that were read in this game, from the box."""
    read: list[Json] = []
    for number, card in enumerate(t.config.objectives[: len(t.status)]):
        if t.config.month == 0 and t.status[number]:
            entry = card.complete if t.status[number] == 1 else card.failed
            read.append({"number": entry, "text": t.config.box.entries[entry]})
    return read
