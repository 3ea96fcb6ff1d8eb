"""What a seat, or a spectator, may see of Kraków: an allow-list, field by field (ledger, section 3)."""

from typing import Any

from spyring.engine.seats import PUBLIC
from spyring.games.krakow import scoring
from spyring.games.krakow.box import (
    DISTRICT_IDS,
    DISTRICTS,
    FIELD_CAP,
    GOLD_CAP,
    GROUP_IDS,
    GROUPS,
    HAND,
    SEASON_IDS,
    SEASONS,
    SEATS,
    TYPE_IDS,
    TYPES,
)
from spyring.games.krakow.notation import SEAT_NAMES, TEAM_NAMES
from spyring.games.krakow.table import Table

FIRST_YEAR = 1325


def talk(t: Table) -> str:
    """Who may talk with whom now: as agreed, but nobody while gold is divided."""
    dividing = len(t.stack) > 0 and t.stack[-1].clause.startswith("KRK-11")
    return "none" if dividing else str(t.agreed.options["talk"])


def common(t: Table) -> dict[str, Any]:
    """What lies open on the table."""
    box = t.agreed.box
    over = not t.stack
    seen: dict[str, Any] = {
        "year": FIRST_YEAR + int(t.year),
        "last_year": FIRST_YEAR + t.agreed.years - 1,
        "season": SEASON_IDS[t.season] if t.season < SEASONS else "year-end",
        "trick": int(t.tricks) + 1 if t.season < SEASONS else None,
        "leader": SEAT_NAMES[t.leader],
        "played": _played(t, t.trick, int(t.leader)),
        "last_trick": _last_trick(t),
        "districts": [_district(t, district) for district in range(DISTRICTS)],
        "supply": {TEAM_NAMES[team]: t.supply[team] for team in range(2)},
        "groups": {GROUP_IDS[group]: t.group_points[group] for group in range(GROUPS)},
        "room": {"field": FIELD_CAP, "gold": GOLD_CAP, "shared": t.agreed.shared_fields},
        "discard": len(t.discard),
        "success": len(t.success),
        "talk": talk(t),
    }
    if t.agreed.browse:
        seen["browse"] = [box.ids[card] for card in t.discard if t.known.seen[card] == PUBLIC]
    if over:
        seen["success_pile"] = [box.ids[card] for card in scoring.by_colour(t)]
    if t.agreed.show_successes or over:
        seen["successes"] = {GROUP_IDS[g]: sum(box.group[c] == g for c in t.success) for g in range(GROUPS)}
    return seen


def own(t: Table, seat: int) -> dict[str, Any]:
    """What ``seat`` sees beside that: of everybody what it may know, and its own hand."""
    over = not t.stack
    seen: dict[str, Any] = {"players": [_player(t, seat, other, over) for other in range(SEATS)]}
    if seat < SEATS:
        seen["hand"] = [t.agreed.box.ids[card] for card in sorted(t.hands[seat])]
    return seen


def _last_trick(t: Table) -> dict[str, Any] | None:
    """The last trick of the season: its cards, its sums, what became of it."""
    if not t.last:
        return None
    leader = t.last[0]
    result = t.last[1]
    cards = _played(t, list(t.last[2:]), leader)
    return {
        "leader": SEAT_NAMES[leader],
        "cards": cards,
        "support": cards[-1]["support"],
        "opposition": cards[-1]["opposition"],
        "success": result == 1,
        "blocked": result == 2,
    }


def _played(t: Table, trick: list[int], leader: int) -> list[dict[str, Any]]:
    """The cards of a trick in order, with the running sums (KRK-6.4, KRK-6.5)."""
    box = t.agreed.box
    rows: list[dict[str, Any]] = []
    support = 0
    opposition = 0
    for place, card in enumerate(trick):
        colour = box.group[trick[0]]
        if place % 2 == 0:
            support += box.support[card * GROUPS + colour]
        else:
            opposition += box.opposition[card * GROUPS + colour]
        rows.append(
            {
                "seat": SEAT_NAMES[(leader + place) % SEATS],
                "card": box.ids[card],
                "support": support,
                "opposition": opposition,
                "blocks": place % 2 == 1 and box.blocked_by[trick[0]] == card,
            }
        )
    return rows


def _player(t: Table, seat: int, other: int, over: bool) -> dict[str, Any]:
    mine = seat == other
    season = t.holder.index(other)
    known = mine or over or season <= t.season
    row: dict[str, Any] = {
        "seat": SEAT_NAMES[other],
        "team": TEAM_NAMES[other % 2],
        "points": t.points[other],
        "cards": len(t.hands[other]),
        "identity": GROUP_IDS[t.identity[other]] if mine or over else None,
        "season": SEASON_IDS[season] if known else None,
        "gold": t.chest[other] if mine or over or t.agreed.show_gold else None,
        "deal": HAND + t.extra[other % 2],
    }
    return row


def _district(t: Table, district: int) -> dict[str, Any]:
    box = t.agreed.box
    fields: dict[str, dict[str, int]] = {}
    for kind in range(TYPES):
        place = district * TYPES + kind
        if box.field[place]:
            fields[TYPE_IDS[kind]] = {TEAM_NAMES[team]: t.board[place * 2 + team] for team in range(2)}
    return {"district": DISTRICT_IDS[district], "points": box.points[district], "fields": fields}
