"""What a seat, or a spectator, may see of Kraków: an allow-list, field by field (ledger, section 3)."""

from typing import Any

from spyring.engine.seats import PUBLIC
from spyring.games.krakow import scoring
from spyring.games.krakow import words as w
from spyring.games.krakow.box import FIELD_CAP, GOLD_CAP
from spyring.games.krakow.generated import Table, public_fields

FIRST_YEAR = 1325


def talk(t: Table) -> str:
    """How players may talk now: as the option says, but not at all while gold is divided."""
    dividing = len(t.stack) > 0 and t.stack[-1].clause.startswith("KRK-11")
    return "none" if dividing else t.config.talk


def public(t: Table) -> dict[str, Any]:
    """What lies open on the table."""
    box = t.config.box
    over = not t.stack
    seen: dict[str, Any] = {
        **public_fields(t),
        "year": FIRST_YEAR + int(t.year),
        "last_year": FIRST_YEAR + t.config.years - 1,
        "season": w.SEASON_IDS[t.season] if t.season < w.SEASONS else "year-end",
        "trick": int(t.tricks) + 1 if t.season < w.SEASONS else None,
        "played": _played(t, t.trick, int(t.leader)),
        "last_trick": _last_trick(t),
        "districts": [_district(t, district) for district in range(w.DISTRICTS)],
        "room": {"field": FIELD_CAP, "gold": GOLD_CAP, "shared": t.config.field_cap_shared},
        "talk": talk(t),
    }
    if t.config.discard_browse_played_cards:
        seen["browse"] = [box.ids[card] for card in t.discard if t.known.seen[card] == PUBLIC]
    if over:
        seen["success_pile"] = [box.ids[card] for card in scoring.by_colour(t)]
    if t.config.success_counts_shown or over:
        seen["successes"] = {
            w.GROUP_IDS[g]: sum(box.group[c] == g for c in t.success) for g in range(w.GROUPS)
        }
    return seen


def private(t: Table, seat: int) -> dict[str, Any]:
    """What else ``seat`` sees: its own hand, and what it may know of the others."""
    over = not t.stack
    seen: dict[str, Any] = {"players": [_player(t, seat, other, over) for other in range(w.SEATS)]}
    if seat < w.SEATS:
        seen["hand"] = [t.config.box.ids[card] for card in sorted(t.hands[seat])]
    return seen


def _last_trick(t: Table) -> dict[str, Any] | None:
    """The last trick of the season: its cards, sums and result."""
    if not t.last:
        return None
    leader = t.last[0]
    result = t.last[1]
    cards = _played(t, list(t.last[2:]), leader)
    return {
        "leader": w.SEAT_IDS[leader],
        "cards": cards,
        "support": cards[-1]["support"],
        "opposition": cards[-1]["opposition"],
        "success": result == 1,
        "blocked": result == 2,
    }


def _played(t: Table, trick: list[int], leader: int) -> list[dict[str, Any]]:
    """The cards of a trick in order, with the running sums (KRK-6.4, KRK-6.5)."""
    box = t.config.box
    rows: list[dict[str, Any]] = []
    support = 0
    opposition = 0
    for place, card in enumerate(trick):
        colour = box.group[trick[0]]
        if place % 2 == 0:
            support += box.support[card * w.GROUPS + colour]
        else:
            opposition += box.opposition[card * w.GROUPS + colour]
        rows.append(
            {
                "seat": w.SEAT_IDS[(leader + place) % w.SEATS],
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
    return {
        "seat": w.SEAT_IDS[other],
        "team": w.TEAM_IDS[other % 2],
        "points": t.points[other],
        "cards": len(t.hands[other]),
        "identity": w.GROUP_IDS[t.identity[other]] if mine or over else None,
        "season": w.SEASON_IDS[season] if known else None,
        "gold": t.chest[other] if mine or over or t.config.gold_counts_shown else None,
        "deal": t.config.box.hand + t.extra[other % 2],
    }


def _district(t: Table, district: int) -> dict[str, Any]:
    box = t.config.box
    fields: dict[str, dict[str, int]] = {}
    for kind in range(w.TYPES):
        place = district * w.TYPES + kind
        if box.field[place]:
            fields[w.KIND_IDS[kind]] = {w.TEAM_IDS[team]: t.board[place * 2 + team] for team in range(2)}
    return {"district": w.DISTRICT_IDS[district], "points": box.points[district], "fields": fields}
