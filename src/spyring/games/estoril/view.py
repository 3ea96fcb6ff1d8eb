"""What a seat, or a spectator, may see of Estoril: an allow-list, field by field (ledger, section 3)."""

from typing import Any

from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import CELL_IDS, MISSIONS, PEEK_IDS, ROUNDS
from spyring.games.estoril.generated import Table, public_fields
from spyring.games.estoril.grid import CELL_OF, COLUMNS, REWARD, SPACES_OF
from spyring.games.estoril.tiles import is_remembered, is_up, owned, returned, sees


def table_view(t: Table, seat: int) -> dict[str, Any]:
    """The table as ``seat`` sees it."""
    box = t.config.box
    seats = int(t.seats)
    over = not t.stack
    seen: dict[str, Any] = {
        **public_fields(t),
        "rounds": ROUNDS,
        "boards": [_board(t, seat, spot) for spot in range(len(t.layout.boards))],
        "sitting_out": [board + 1 for board in range(w.BOARDS) if board not in t.layout.boards],
        "players": [_player(t, seat, other, over) for other in range(seats)],
        "mission_vp": {
            box.mission_ids[mission]: scoring.mission_vp(t, mission) for mission in range(MISSIONS)
        },
        "pile": _pile(t, seat),
    }
    if t.between:
        seen["secret_missions"] = [_secret_mission(t, seat, at, over) for at in range(seats)]
    if seat < seats:
        seen["hand"] = [box.ids[tile] for tile in sorted([*t.hands[seat], *returned(t, seat)])]
        if t.left[seat] > 0:
            seen["stronger"] = _stronger(t, seat)
    return seen


def _stronger(t: Table, seat: int) -> dict[str, dict[str, int]]:
    """The free spaces on which a tile in hand would not have its printed strength."""
    box = t.config.box
    found: dict[str, dict[str, int]] = {}
    hand = [*t.hands[seat], *returned(t, seat)]
    for board in t.layout.boards:
        for space in SPACES_OF[board]:
            if t.tiles[space] >= 0:
                continue
            for tile in hand:
                value = scoring.foreseen(t, tile, space)
                if value != box.strength[tile]:
                    found.setdefault(w.PLACE_IDS[space], {})[box.ids[tile]] = value
    return found


def _board(t: Table, seat: int, spot: int) -> dict[str, Any]:
    board = t.layout.boards[spot]
    box = t.config.box
    entry = box.boards[board]
    corner = entry["reward"]["cell"]
    reward = _face(t, seat, REWARD + board)
    reward["cell"] = None
    if corner in CELL_IDS:
        turned = (CELL_IDS.index(corner) + t.layout.turns[spot]) % 4
        reward["cell"] = _cell(CELL_OF[spot * 4 + turned])
    return {
        "board": board + 1,
        "id": entry["id"],
        "name": entry["name"],
        "spot": spot,
        "turned": t.layout.turns[spot],
        "spaces": [_space(t, seat, space) for space in SPACES_OF[board]],
        "reward": reward,
    }


def _space(t: Table, seat: int, space: int) -> dict[str, Any]:
    box = t.config.box
    row = _face(t, seat, space)
    owner = t.cubes[space]
    row["cell"] = _cell(t.layout.cell[space])
    row["outer"] = bool(t.layout.outer >> space & 1)
    row["peek"] = PEEK_IDS[box.peek[space]]
    row["seat"] = w.SEAT_IDS[owner] if owner >= 0 else None
    row["marked"] = bool(t.marked >> space & 1)
    row["seduced"] = bool(t.seduced >> space & 1)
    row["strength"] = scoring.strength(t, space) if row["tile"] is not None else None
    return row


def _face(t: Table, seat: int, place: int) -> dict[str, Any]:
    """What lies on a place; the tile only for seats that may see it."""
    tile = t.tiles[place]
    up = is_up(t, place)
    known = sees(t, place, seat) and (up or is_remembered(t, place, seat))
    return {
        "place": w.PLACE_IDS[place],
        "top_secret": t.config.box.top_secret[place],
        "face": None if tile < 0 else "up" if up else "down",
        "tile": t.config.box.ids[tile] if known else None,
    }


def _cell(cell: int) -> list[int]:
    return list(divmod(cell, COLUMNS))


def _player(t: Table, seat: int, other: int, over: bool) -> dict[str, Any]:
    box = t.config.box
    row: dict[str, Any] = {
        "seat": w.SEAT_IDS[other],
        "hand": len(t.hands[other]) + len(returned(t, other)),
        "cubes": t.left[other],
        "discards": [box.ids[tile] for tile in t.discards[other]],
    }
    if t.agendas:
        row["agenda"] = box.mission_ids[t.agendas[other]] if over or other == seat else None
    if t.config.hand_aid or over:
        row["owns"] = [box.ids[tile] for tile in owned(t, other)]
    return row


def _secret_mission(t: Table, seat: int, at: int, over: bool) -> dict[str, Any]:
    seats = int(t.seats)
    known = over or (seat < seats and scoring.beside(t, at, seat))
    return {
        "between": [w.SEAT_IDS[at], w.SEAT_IDS[(at + 1) % seats]],
        "mission": t.config.box.mission_ids[t.between[at]] if known else None,
    }


def _pile(t: Table, seat: int) -> dict[str, Any]:
    """The size of the pile, and what this seat knows about it, counted from the top."""
    ids = t.config.box.ids
    size = len(t.pile)
    known = [
        {"from_top": size - at, "tile": ids[t.pile[at]]}
        for at in range(size - 1, -1, -1)
        if t.known.knows(t.pile[at], 1 << seat)
    ]
    return {"size": size, "known": known}
