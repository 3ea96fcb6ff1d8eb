"""Saved positions of Season 0, what each must contain, and what a month leaves to the next."""

from typing import Any

from spyring.engine.errors import BadPosition
from spyring.engine.knowledge import ALL_KNOW
from spyring.engine.position import Json, Reader
from spyring.games.season0 import box as b
from spyring.games.season0 import scoring
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import TEMPORARY
from spyring.games.season0.campaign.file import load_campaign
from spyring.games.season0.config import check_legacy
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import read_passport
from spyring.games.season0.stickers import configure


def read_first(t: Table, data: Json) -> None:
    """The campaign's file in that position; if left out, the file from the start of the game."""
    saved = data.get("campaign")
    if saved is None or t.campaign is None:
        return
    if not isinstance(saved, dict):
        raise BadPosition("campaign in table is an object.")
    t.campaign = load_campaign(saved, t.config.box, handed_on=False)
    check_legacy(saved, t.config.box)
    config = t.config
    t.config = configure(config.box, config.options, saved, config.edition)


def complete(t: Table, read: Reader) -> None:
    """Everything that is not a plain number or list. A deck that is left out holds all unnamed cards."""
    data = read.data
    t.step = _word(data, "step", w.STEP_IDS, w.STEP_ACTIONS)
    _board(t, data, read)
    _player_cards(t, read)
    _threats(t, read)
    _objectives(t, data)
    _seats(t, data)
    t.cause = -1 if data.get("cause") is None else _word(data, "cause", w.CAUSE_IDS, 0)
    notes = data.get("notes", {})
    if not isinstance(notes, dict) or not all(isinstance(value, int) for value in notes.values()):
        raise BadPosition("notes in table is an object of whole numbers.")
    t.notes = dict(notes)


def _board(t: Table, data: Json, read: Reader) -> None:
    ids = t.config.box.ids
    t.agents = _counts(t, data, "agents", b.MAX_AGENTS)
    t.tokens = tuple(_counts(t, data, "tokens", b.TOKENS))
    safe = [0] * w.CITIES
    safehouses = read.things("safehouses", ids)
    for city in t.config.permanent if safehouses is None else safehouses:
        safe[city] = 1
    t.safe = tuple(safe)
    t.agents_left = b.AGENTS - sum(t.agents)
    t.tokens_left = b.TOKENS - sum(t.tokens)
    t.safe_left = b.SAFEHOUSES - sum(t.safe)
    supply = ((t.agents_left, "agents"), (t.tokens_left, "incident tokens"), (t.safe_left, "safehouses"))
    for left, what in supply:
        if left < 0:
            raise BadPosition(f"There are more {what} on the board than in the box.")
    teams = data.get("teams", {})
    if not isinstance(teams, dict):
        raise BadPosition("teams in table is an object: a city by team.")
    for id, where in teams.items():
        if id not in w.TEAM_IDS or where not in t.config.box.index:
            raise BadPosition(f"There cannot be a team {id} in {where}.")
        t.teams[w.TEAM_IDS.index(id)] = t.config.box.index[where]


def _counts(t: Table, data: Json, key: str, most: int) -> list[int]:
    """Numbers by city."""
    index = t.config.box.index
    counts = [0] * w.CITIES
    given = data.get(key, {})
    if not isinstance(given, dict):
        raise BadPosition(f"{key} in table is an object: a number by city.")
    for city, number in given.items():
        if city not in index:
            raise BadPosition(f"{city} in {key} of table is not a city.")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
            raise BadPosition(f"{key} of {city} is a whole number from 0 to {most}.")
        counts[index[city]] = number
    return counts


def _player_cards(t: Table, read: Reader) -> None:
    ids = t.config.box.card_ids
    targets = read.data.get("targets", [None] * len(t.target))
    if not _names(targets, len(t.target), (None, *ids[: w.CITIES])):
        raise BadPosition("targets in table names a City card or nothing for each objective.")
    t.target = tuple(-1 if name is None else ids.index(name) for name in targets)
    placed = [card for pile in (*t.hands, t.discard, t.aside, t.target) for card in pile]
    placed += [*t.config.destroyed_cities, *t.config.destroyed_events]
    if not read.has("reserve"):
        named = [*placed, *(t.deck if read.has("deck") else [])]
        t.reserve = [event for event in range(w.CITIES, w.CARDS) if event not in named]
    if not read.has("deck"):
        free = [c for c in range(w.CARDS) if c not in placed and c not in t.reserve]
        t.deck = free + [w.ESCALATION] * (t.config.box.escalations - placed.count(w.ESCALATION))
    piles = read.data.get("piles", [])
    if not isinstance(piles, list) or not all(isinstance(size, int) and size > 0 for size in piles):
        raise BadPosition("piles in table is a list of sizes.")
    t.piles = tuple(piles)
    visible = t.config.never_dealt
    for pile in (*t.hands, t.discard, t.aside):
        for card in pile:
            if card < w.CITIES:
                visible |= 1 << card
    t.shown = read.number("shown", 0, (1 << w.CITIES) - 1, visible)


def _threats(t: Table, read: Reader) -> None:
    if not read.has("threat"):
        placed = [*t.threat_discard, *t.game_end, *t.config.destroyed_threats]
        t.threat = [card for card in range(w.CITIES) if card not in placed]
    cards = t.threat
    layers = read.numbers("layers", len(cards), 0, 99, [0] * len(cards))
    seen = read.numbers("foreseen", len(cards), ALL_KNOW, (1 << w.MOST_SEATS) - 1, [0] * len(cards))
    for card, layer, who in zip(cards, layers, seen):
        t.foreseen.put_in_pool([card], layer)
        t.foreseen.show(card, who)


def _objectives(t: Table, data: Json) -> None:
    count = len(t.config.objectives)
    status = data.get("status", [w.STATUS_IDS[s] for s in t.status])
    if not _names(status, count, w.STATUS_IDS):
        raise BadPosition(f"status in table names {count} of {', '.join(w.STATUS_IDS)}.")
    t.status = tuple(w.STATUS_IDS.index(word) for word in status)


def _seats(t: Table, data: Json) -> None:
    seats = int(t.seats)
    if len(t.pawn) != seats:
        raise BadPosition(f"pawns in table names {seats} cities.")
    for alias in t.alias:
        if w.ALIASES <= alias < TEMPORARY or (0 <= alias < w.ALIASES and t.config.aliases[alias] is None):
            raise BadPosition(f"There is no alias {alias}.")
    if "uncovered" in data:
        _uncovered(t, data["uncovered"])
    slots = data.get("slots", [[b.STICKER_IDS[held] for held in slots] for slots in t.slots])
    fine = isinstance(slots, list) and len(slots) == w.ALIASES
    if not fine or not all(_names(row, w.SLOTS, b.STICKER_IDS) for row in slots):
        raise BadPosition(f"slots in table has {w.SLOTS} entries for each alias.")
    t.slots = tuple(tuple(b.STICKER_IDS.index(name) for name in row) for row in slots)
    for seat in range(seats):
        read_passport(t, seat)


def _uncovered(t: Table, rows: Any) -> None:
    fine = isinstance(rows, list) and len(rows) == w.ALIASES and all(isinstance(row, list) for row in rows)
    if fine and all(_names(row, len(row), b.TRACK_SYMBOLS) for row in rows):
        found = tuple(tuple(b.TRACK_SYMBOLS.index(word) for word in row) for row in rows)
        created = [alias is not None for alias in t.config.aliases]
        if all(t.config.box.tracks_from(found[n]) if created[n] else not found[n] for n in range(w.ALIASES)):
            t.uncovered = found
            return
    raise BadPosition("uncovered in table is what the first boxes of each alias's cover track show.")


def _names(row: object, size: int, known: tuple[str | None, ...]) -> bool:
    """Whether a row has this many names, all of them known."""
    return isinstance(row, list) and len(row) == size and all(name in known for name in row)


def _word(data: Json, key: str, known: tuple[str, ...], default: int) -> int:
    if key not in data:
        return default
    if data[key] not in known:
        raise BadPosition(f"{key} in table is one of {', '.join(known)}.")
    return known.index(data[key])


def census(t: Table) -> dict[str, int]:
    config = t.config
    count = dict.fromkeys(config.box.card_ids, 0)
    ids = config.box.card_ids
    targets = [card for card in t.target if card >= 0]
    destroyed = [*config.destroyed_cities, *config.destroyed_events]
    for pile in (*t.hands, t.deck, t.discard, t.aside, t.reserve, targets, destroyed):
        for card in pile:
            count[ids[card]] += 1
    for city in config.box.ids:
        count[f"threat {city}"] = 0
    for pile in (t.threat, t.threat_discard, t.game_end, config.destroyed_threats):
        for card in pile:
            count[f"threat {ids[card]}"] += 1
    count["agents"] = t.agents_left + sum(t.agents)
    count["incident tokens"] = t.tokens_left + sum(t.tokens)
    count["safehouses"] = t.safe_left + sum(t.safe)
    count["teams"] = len(t.teams)
    return {name: int(number) for name, number in count.items()}


def components(box: b.Box) -> dict[str, int]:
    """What the census must always find (SZ-D25)."""
    count = dict.fromkeys(box.card_ids, 1)
    count[box.card_ids[w.ESCALATION]] = box.escalations
    for city in box.ids:
        count[f"threat {city}"] = 1
    count["agents"] = b.AGENTS
    count["incident tokens"] = b.TOKENS
    count["safehouses"] = b.SAFEHOUSES
    count["teams"] = w.TEAMS
    return count


def legacy(t: Table) -> Json | None:
    """What a month leaves to the campaign: the current passports, and a report."""
    if t.campaign is not None:
        return None if t.stack else t.campaign.for_next_game(t.initial_legacy)
    return None if t.config.month == w.PROLOGUE else scoring.legacy(t)
