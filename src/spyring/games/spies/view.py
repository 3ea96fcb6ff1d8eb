"""What a seat, or a spectator, may see of Spies!: an allow-list, field by field (ledger, section 3)."""

from typing import Any, Final

from spyring.games.spies import pieces, scoring
from spyring.games.spies import places as p
from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_YEAR
from spyring.games.spies.domains import SECRET, SPY
from spyring.games.spies.generated import Table, public_fields
from spyring.games.spies.nations import eyes_of
from spyring.games.spies.rules.chits import chits_of
from spyring.games.spies.rules.diplomacy import talks_with

BOXES: Final = {
    p.UNPLACED: "unplaced",
    p.UNUSED: "unused",
    p.SANCTIONED: "sanctioned",
    p.NEUTRAL_BOX: "neutral",
    p.DISCARDED: "discarded",
}


def table_view(t: Table, seat: int) -> dict[str, Any]:
    """The table as ``seat`` sees it."""
    box = t.config.box
    over = not t.stack
    eyes = eyes_of(t, seat)
    names = t.game.seat_names(int(t.seats))
    at = t.tile_at
    return {
        **public_fields(t),
        "variant": t.config.game,
        "factors": list(box.factors),
        "runners": {w.NATION_IDS[nation]: names[t.runner[nation]] for nation in range(w.NATIONS)},
        "nations": [_nation(t, nation, eyes >> nation & 1 != 0, over) for nation in range(w.NATIONS)],
        "spies": [_spy(t, spy, eyes, over) for spy in range(p.ALL_SPIES) if t.spy_face[spy] >= 0],
        "police": _police(t, eyes, over),
        "secrets": [_secret(t, secret, eyes, over) for secret in range(w.SECRETS)],
        "territory": {
            box.city_ids[c]: w.NATION_IDS[t.owner[c]] for c in range(box.cities) if t.owner[c] != box.owner[c]
        },
        "drops": [
            {
                "nation": w.NATION_IDS[w.nation_of_standing_drop(fact)],
                "city": box.city_ids[w.city_of_standing_drop(fact)],
            }
            for fact in t.drops
        ],
        "played": [box.tile_ids[tile] for tile in range(w.TILES) if at[tile] == p.PLAYED],
        "tile_list": "open" if t.config.tile_list_open or over else "closed",
        "known_chits": _known_chits(t, eyes),
        "known_sums": _known_sums(t, eyes),
    }


def _nation(t: Table, nation: int, mine: bool, over: bool) -> dict[str, Any]:
    box = t.config.box
    first = nation * w.CHITS
    held = [box.tile_ids[tile] for tile in range(w.TILES) if t.tile_at[tile] == nation]
    discarded = [box.tile_ids[tile] for tile in range(w.TILES) if t.tile_at[tile] == w.NATIONS + nation]
    shown = mine or over
    hand = {w.CHIT_IDS[c]: t.hand[first + c] for c in range(w.CHITS) if t.hand[first + c]}
    return {
        "nation": w.NATION_IDS[nation],
        "money": t.money[nation],
        "chits": chits_of(t, nation),
        "hand": hand if shown else None,
        "tiles": len(held),
        "held": held if shown else None,
        "discarded": len(discarded),
        "discards": discarded if shown else None,
        "markers": list(t.markers[nation * w.YEARS : nation * w.YEARS + w.YEARS]),
        "talks": talks_with(t, nation),
        "points": scoring.nation_points(t, nation) if over else None,
        "breakdown": scoring.breakdown(t, nation) if over else None,
    }


def _where(t: Table, place: int) -> dict[str, Any]:
    """The space where a piece stands, or its place off the map: a box of the record, or another box."""
    if place >= 0:
        return {"at": t.config.box.space_ids[place], "off": None}
    if place in BOXES:
        return {"at": None, "off": {"box": BOXES[place]}}
    nation = w.NATION_IDS[p.nation_of_record(place)]
    year = FIRST_YEAR + p.year_of_record(place)
    return {"at": None, "off": {"box": "record", "nation": nation, "year": year}}


def _spy(t: Table, spy: int, eyes: int, over: bool) -> dict[str, Any]:
    known = over or pieces.noted_spy(t, eyes, spy)
    return {
        "id": SPY.label(spy),
        "nation": w.NATION_IDS[spy // w.SPIES],
        **_where(t, t.spy_at[spy]),
        "strength": pieces.strength_of(t, spy) if known else None,
        "cousin": pieces.is_cousin(t, spy) if known else None,
        "name": t.config.box.spy_names[t.spy_face[spy]] if known else None,
        "moved": t.moved >> spy & 1 != 0,
        "searched": t.searched >> spy & 1 != 0,
    }


def _police(t: Table, eyes: int, over: bool) -> list[dict[str, Any]]:
    """Police by the numbers on their backs; only the owner sees police that are not placed yet."""
    rows: list[dict[str, Any]] = []
    guarded = {by - p.BY_POLICE: SECRET.label(s) for s, by in enumerate(t.secret_by) if by >= p.BY_POLICE}
    for one in range(p.ALL_POLICE):
        nation = one // w.POLICE
        mine = eyes >> nation & 1 != 0
        if t.police_face[one] < 0 or (t.police_at[one] < 0 and not mine):
            continue
        known = over or pieces.noted_police(t, eyes, one)
        rows.append(
            {
                "id": _back(t, one),
                "nation": w.NATION_IDS[nation],
                "number": one % w.POLICE + 1 if mine or over else None,
                "at": t.config.box.city_ids[t.police_at[one]] if t.police_at[one] >= 0 else None,
                "strength": pieces.force_of(t, one) if known else None,
                "guards": guarded.get(one),
            }
        )
    rows.sort(key=lambda row: (row["nation"], int(row["id"].rpartition("-")[2]), row["number"] or 0))
    return rows


def _secret(t: Table, secret: int, eyes: int, over: bool) -> dict[str, Any]:
    box = t.config.box
    face = t.secret_face[secret]
    known = over or t.secrets.knows(face, eyes)
    by = t.secret_by[secret]
    keeper: str | None = None
    if by >= 0:
        keeper = SPY.label(by) if by < p.BY_POLICE else _back(t, by - p.BY_POLICE)
    return {
        "id": SECRET.label(secret),
        **_where(t, t.secret_at[secret]),
        "by": keeper,
        "control": w.NATION_IDS[pieces.controller_of(t, secret)] if by >= 0 else None,
        "national": [w.NATION_IDS[nation] for nation in range(w.NATIONS) if t.national[secret] >> nation & 1],
        "proven": t.proven >> secret & 1 != 0,
        "face": box.face_ids[face] if known else None,
        "value": box.value[face] if known else None,
        "counterspy": box.counterspy[face] if known else None,
        "brought": t.brought >> secret & 1 != 0,
    }


def _back(t: Table, one: int) -> str:
    return f"{w.NATION_IDS[one // w.POLICE]}-police-{t.backs.number[one]}"


def _known_chits(t: Table, eyes: int) -> list[dict[str, Any]]:
    """What offers and trades have shown of others' hands."""
    return [
        {
            "known_to": w.NATION_IDS[w.knower_of_known_chit(fact)],
            "nation": w.NATION_IDS[w.holder_of_known_chit(fact)],
            "chit": w.CHIT_IDS[w.chit_of_known_chit(fact)],
            "count": w.count_of_known_chit(fact),
        }
        for fact in t.promised
        if eyes >> w.knower_of_known_chit(fact) & 1
    ]


def _known_sums(t: Table, eyes: int) -> list[dict[str, Any]]:
    """What searches have shown about two police together."""
    rows: list[dict[str, Any]] = []
    for fact in t.sums:
        nation = w.nation_of_known_sum(fact)
        if eyes >> nation & 1:
            pair = sorted([_back(t, w.one_of_known_sum(fact)), _back(t, w.other_of_known_sum(fact))])
            total = w.total_of_known_sum(fact)
            rows.append({"known_to": w.NATION_IDS[nation], "police": pair, "sum": total})
    rows.sort(key=lambda row: (row["known_to"], row["police"]))
    return rows
