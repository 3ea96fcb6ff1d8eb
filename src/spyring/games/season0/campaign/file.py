"""The progress of a campaign: what one game leaves to the next, as a JSON file with its own digest.

The top level holds what a game reads: month, funding, objectives, stickers, destroyed things, passports,
rules. ``campaign`` holds what only the campaign needs: what has been opened, in order, flags, choices, the
calendar. The file holds no content, only its numbers.
"""

import hashlib
import json
from typing import Any, Final

from spyring.engine.errors import BadPosition
from spyring.engine.position import Json
from spyring.games.season0 import words as w
from spyring.games.season0.box import Box
from spyring.games.season0.campaign.content import CAMPAIGN_IDS, PAUSE, Content, campaign

STARTING_FUNDING: Final = 5


class CampaignFile:
    """The progress of a campaign. Clones of a table share it, so a writer makes a copy first."""

    def __init__(self, content: Content, data: Json) -> None:
        self.content = content
        self.data = data

    @property
    def log(self) -> Json:
        """What only the campaign needs."""
        found: Json = self.data["campaign"]
        return found

    @property
    def month(self) -> int:
        return w.MONTH_IDS.index(self.data["month"])

    @property
    def attempt(self) -> int:
        return int(self.data.get("attempt", 1))

    @property
    def over(self) -> bool:
        return bool(self.log["over"])

    def has(self, key: str) -> bool:
        """Whether something has been opened: ``entry 100``, ``window A``, ``story 01-02``."""
        return key in self.log["opened"]

    def last_card(self) -> Json | None:
        """The story card that lies face up on the deck (SZ-R62)."""
        drawn = int(self.log["story"])
        return self.content.story[drawn - 1] if drawn else None

    def paused(self) -> bool:
        """Whether the story deck shows a PAUSE, so that drawing continues when the month is over (SZ-2.4)."""
        card = self.last_card()
        return card is not None and card.get("stop") == PAUSE

    def being_written(self) -> bool:
        """Whether the steps after the last game of the calendar are not finished yet."""
        rows = self.log["calendar"]
        return bool(rows) and (rows[-1]["month"], rows[-1]["attempt"]) == (self.data["month"], self.attempt)

    def copied(self) -> "CampaignFile":
        """A copy for writing."""
        return CampaignFile(self.content, _copied(self.data))

    def with_aliases(self, aliases: list[Json]) -> "CampaignFile":
        """The same with other passports; the rest is shared, because a writer makes a copy first."""
        return CampaignFile(self.content, {**self.data, "aliases": aliases})

    def for_next_game(self, before: Json | None) -> Json | None:
        """The file for the next game, with its own digest; None if there is no next game. ``before`` is the
        file from the start of this game: its digest links the files to a chain.
        """
        if self.over:
            return None
        data: Json = _copied(self.data)
        log = data["campaign"]
        data["month"], data["attempt"] = log["next"]
        if data["attempt"] == 2:  # completed objectives stay complete (SZ-16.7)
            done = log["calendar"][-1]["objectives"]
            for card in data["objectives"]:
                card["status"] = "complete" if done[card["id"]] else "open"
        else:  # objectives of past months are destroyed (SZ-5.5)
            data["destroyed"]["objectives"] += [card["id"] for card in data["objectives"]]
            data["objectives"] = []
        log["games"] += 1
        log["before"] = "" if before is None else mark(before)
        log["budget"] = 0
        log["next"] = None
        log["digest"] = mark(data)
        return data


def _copied(value: Any) -> Any:
    """A copy of JSON data, three times as fast as ``copy.deepcopy``, which looks for cycles."""
    if isinstance(value, dict):
        return {key: _copied(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_copied(part) for part in value]
    return value


def mark(data: Json) -> str:
    """A digest of the whole file except the digest itself."""
    log = {key: value for key, value in data["campaign"].items() if key != "digest"}
    text = json.dumps({**data, "campaign": log}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def new_campaign(name: str, box: Box) -> CampaignFile:
    """A campaign before its prologue."""
    content = campaign(name, box)
    data: Json = {
        "month": w.MONTH_IDS[w.PROLOGUE],
        "attempt": 1,
        "funding": STARTING_FUNDING,
        "events": list(w.STARTING_EVENT_IDS),
        "objectives": [],
        "surveillance": {},
        "affiliation": {},
        "safehouses": ["washington"],
        "destroyed": {"cities": [], "threats": [], "events": [], "objectives": []},
        "aliases": [],
        "rules": [],
        "campaign": _new_log(name, content.digest),
    }
    return CampaignFile(content, data)


def _new_log(name: str, digest: str) -> Json:
    """What only the campaign needs, at its start."""
    return {
        "id": name,
        "content": digest,
        "games": 0,
        "before": "",
        "story": 0,
        "opened": [],
        "choices": {},
        "flags": [],
        "calendar": [],
        "budget": 0,
        "next": None,
        "over": False,
        "digest": "",
    }


def load_campaign(data: Json, box: Box, *, handed_on: bool = True) -> CampaignFile:
    """The campaign in a file; refused in one sentence if it was edited or contradicts itself.

    A file inside a saved position (not ``handed_on``) has no digest yet.
    """
    log: Any = data.get("campaign")
    require(isinstance(log, dict), "campaign is an object.")
    for key in _new_log("", ""):
        require(key in log, f"campaign has no {key}.")
    known = ", ".join(CAMPAIGN_IDS)
    require(log["id"] in CAMPAIGN_IDS, f"unknown campaign {log['id']}; known ones are {known}.")
    content = campaign(log["id"], box)
    same = log["content"] == content.digest
    require(same, f"it was started with another version of {content.name}.")
    require(not handed_on or log["digest"] == mark(data), "it was changed after it had been saved.")
    found = CampaignFile(content, data)
    _check_progress(found, handed_on)
    return found


def require(holds: bool, sentence: str) -> None:
    """Refuse a file that cannot be used."""
    if not holds:
        raise BadPosition(f"This campaign cannot be continued: {sentence}")


def _check_progress(file: CampaignFile, handed_on: bool) -> None:
    """The calendar, the month and the story deck must agree (SZ-4.1, SZ-2.5)."""
    log, content = file.log, file.content
    lists = all(isinstance(log[name], list) for name in ("opened", "flags", "calendar"))
    require(lists and isinstance(log["choices"], dict), "what was opened, remembered and played are lists.")
    counted = isinstance(log["games"], int) and log["games"] >= 0
    require(counted, "how many games were played is a number, and none below 0.")
    for key in log["opened"]:
        once = key in content.items and log["opened"].count(key) == 1
        require(once, f"{key} cannot have been opened, or not twice.")
    drawn = [key for key in log["opened"] if key.startswith("story ")]
    told = [f"story {card['number']}" for card in content.story[: len(drawn)]]
    require(drawn == told and log["story"] == len(drawn), "its story cards were not drawn in order.")
    in_calendar = file.month == w.PROLOGUE or file.month in content.months
    require(in_calendar, f"{content.name} has no {file.data['month']}.")
    _check_calendar(file, handed_on)


def _check_calendar(file: CampaignFile, handed_on: bool) -> None:
    month, attempt = w.PROLOGUE, 1
    for row in file.log["calendar"]:
        whole = isinstance(row, dict) and row.get("evaluation") in w.EVALUATION_IDS
        require(whole, "its calendar is damaged.")
        seats, played = row.get("seats"), row.get("month")
        require(seats in range(2, w.MOST_SEATS + 1), f"{seats} seats cannot have played {played}.")
        if month == w.PROLOGUE:
            month = file.content.following(w.PROLOGUE)
        _require_turn(played == w.MONTH_IDS[month] and row.get("attempt") == attempt, played, month)
        if row["evaluation"] == "failing" and attempt == 1:
            attempt = 2
        else:
            month, attempt = file.content.following(month), 1
            last = row is file.log["calendar"][-1]
            require(month >= 0 or last, "its calendar continues after the last month.")
    first = file.content.following(w.PROLOGUE)
    here = (file.month, file.attempt)
    if file.log["calendar"]:
        written = file.over or (not handed_on and file.being_written())
        _require_turn(written or here == (month, attempt), file.data["month"], month)
    else:
        _require_turn(here in ((w.PROLOGUE, 1), (first, 1)), file.data["month"], first)


def _require_turn(holds: bool, played: object, month: int) -> None:
    require(holds, f"{played} is out of order; it is the turn of {w.MONTH_IDS[month]}.")
