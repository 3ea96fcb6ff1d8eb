"""What a seat, or a spectator, may see of Season 0: an allow-list, field by field (ledger, section 3)."""

from typing import Any

from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NO_ALIAS, TEMPORARY, affiliation_of
from spyring.games.season0.box import EACH_TEAMS, STICKER_IDS, TRACK_SYMBOLS
from spyring.games.season0.campaign.view import progress
from spyring.games.season0.generated import Table, public_fields
from spyring.games.season0.pieces import calls, hand_limit, is_active, piles_left
from spyring.games.season0.rules.objectives import possible
from spyring.games.season0.rules.safehouses import assemble_cost, identify_cost


def table_view(t: Table, seat: int) -> dict[str, Any]:
    """The table as ``seat`` sees it: hands are open, so views differ only in Threat cards seen ahead."""
    over = not t.stack
    return {
        **public_fields(t),
        "month": w.MONTH_IDS[t.config.month],
        "attempt": t.config.attempt,
        "funding": t.config.funding,
        "threat": _threats(t, seat),
        "deck": {
            "cards": len(t.deck),
            "piles": piles_left(t)[::-1],
            "escalations": t.discard.count(w.ESCALATION) + t.aside.count(w.ESCALATION),
        },
        "cities": [_city(t, city) for city in range(w.CITIES)],
        "teams": [_team(t, team) for team in range(w.TEAMS)],
        "players": [_player(t, other) for other in range(t.seats)],
        "objectives": [_objective(t, number, over) for number in range(len(t.status))],
        "supply": {
            "agents": int(t.agents_left),
            "tokens": int(t.tokens_left),
            "safehouses": int(t.safe_left),
            "teams": {
                name: t.teams[side * EACH_TEAMS : side * EACH_TEAMS + EACH_TEAMS].count(-1)
                for side, name in enumerate(w.AFFILIATION_IDS)
            },
        },
        "campaign": None if t.campaign is None else progress(t, t.campaign),
    }


def _threats(t: Table, seat: int) -> dict[str, Any]:
    """The Threat deck: the possible cards of each layer, from the top, and what this seat has seen there."""
    ids = t.config.box.ids
    seen = [t.foreseen.face(card, 1 << seat, ids) for card in reversed(t.threat)]
    while seen and seen[-1] is None:
        seen.pop()
    layers: list[dict[str, Any]] = []
    for pool in range(int(t.foreseen.pools) - 1, -1, -1):
        cards = [c for c in t.threat if t.foreseen.pool[c] == pool and not t.foreseen.knows(c, 1 << seat)]
        if cards:
            layers.append({"cards": len(cards), "may_be": [ids[card] for card in sorted(cards)]})
    return {
        "space": int(t.space),
        "level": t.config.box.level[t.space],
        "track": t.config.box.level[:],
        "deck": len(t.threat),
        "layers": layers,
        "known": seen,
        "discard": [ids[card] for card in t.threat_discard],
        "game_end": [ids[card] for card in t.game_end],
    }


def _city(t: Table, city: int) -> dict[str, Any]:
    return {
        "city": t.config.box.ids[city],
        "region": w.REGION_IDS[t.config.box.region[city]],
        "affiliation": w.AFFILIATION_IDS[t.side[city]],
        "agents": t.agents[city],
        "tokens": t.tokens[city],
        "safehouse": bool(t.safe[city]),
        "permanent": city in t.config.permanent,
        "surveillance": t.watched[city],
        "teams": [w.TEAM_IDS[team] for team in range(w.TEAMS) if t.teams[team] == city],
    }


def _team(t: Table, team: int) -> dict[str, Any]:
    city = t.teams[team]
    stands = t.config.box.ids[city] if city >= 0 else None
    return {"team": w.TEAM_IDS[team], "city": stands, "active": is_active(t, team)}


def _player(t: Table, seat: int) -> dict[str, Any]:
    ids = t.config.box.card_ids
    character = t.character[seat]
    return {
        "seat": w.SEAT_IDS[seat],
        "character": w.CHARACTER_IDS[character] if character >= 0 else None,
        "alias": _alias(t, seat),
        "city": ids[t.pawn[seat]],
        "hand": [ids[card] for card in t.hands[seat]],
        "limit": hand_limit(t, seat),
        "team_cost": assemble_cost(t, seat),
        "target_cost": identify_cost(t, seat),
        "watching": bool(t.watching >> seat & 1),
    }


def _alias(t: Table, seat: int) -> dict[str, Any]:
    """The alias of a seat, with only the uncovered part of its cover track."""
    alias = t.alias[seat]
    if alias < 0:
        return {"kind": "none" if alias == NO_ALIAS else "open"}
    if alias >= TEMPORARY:
        return {"kind": "temporary", "occupation": w.OCCUPATION_IDS[alias - TEMPORARY]}
    passport = t.config.aliases[alias]
    assert passport is not None
    return {
        "kind": "created",
        "affiliation": w.AFFILIATION_IDS[affiliation_of(alias)],
        "name": passport.name,
        "occupation": w.OCCUPATION_IDS[passport.occupation],
        "uncovered": [TRACK_SYMBOLS[symbol] for symbol in t.uncovered[alias]],
        "covered": t.config.box.cover_boxes - len(t.uncovered[alias]),
        "slots": [STICKER_IDS[held] or None for held in t.slots[alias]],
        "called": calls(t, seat),
    }


def _objective(t: Table, number: int, over: bool) -> dict[str, Any]:
    """The card under an unknown objective is visible once it is identified or acquired, and at the end."""
    card = t.config.objectives[number]
    ids = t.config.box.ids
    target = t.target[number]
    seen = target >= 0 and (over or bool(t.revealed[number]))
    hidden = card.unknown and t.status[number] == 0 and not seen
    return {
        "objective": str(number + 1),
        "id": card.id,
        "name": card.name,
        "status": w.STATUS_IDS[t.status[number]],
        "target": ids[target] if seen else None,
        "known": [[ids[city], count] for city, count in card.known],
        "possible": [ids[city] for city in possible(t, number)] if hidden else [],
        "listed": [ids[city] for city in card.unknown],
        "entry": {0: None, 1: card.complete, 2: card.failed}[t.status[number]],
    }
