"""Saved positions of Estoril, and what must be in every one of them."""

from spyring.engine.errors import BadPosition
from spyring.engine.knowledge import ALL_KNOW, NOTHING
from spyring.engine.position import Json, Reader, names
from spyring.engine.seats import PUBLIC
from spyring.games.estoril import words as w
from spyring.games.estoril.box import CUBES, MISSIONS, OPEN_MISSIONS, Box
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, REWARD, Layout
from spyring.games.estoril.rules.deployment import occupy
from spyring.games.estoril.rules.rounds import deal_reward, lay_out
from spyring.games.estoril.tiles import own, returned

# -- writing -------------------------------------------------------------------------------------------------


def entries(t: Table) -> Json:
    """The layout of the boards, and each tile with who knows it."""
    ids = t.config.box.ids
    return {
        "grid": [board + 1 for board in t.layout.boards],
        "turns": list(t.layout.turns),
        "spaces": {w.SPACE_IDS[space]: _space(t, space) for space in range(w.SPACES) if t.tiles[space] >= 0},
        "rewards": {
            w.BOARD_IDS[board]: _reward(t, board) for board in range(w.BOARDS) if t.tiles[REWARD + board] >= 0
        },
        "aside": [names(returned(t, seat), ids) for seat in range(int(t.seats))],
        "pile_seen": [t.known.seen[tile] for tile in t.pile],
    }


def _space(t: Table, space: int) -> Json:
    return {
        "tile": t.config.box.ids[t.tiles[space]],
        "seat": t.cubes[space],
        "seen": t.known.seen[t.tiles[space]],
        "bonus": t.bonus[space],
        "marked": int(t.marked >> space & 1),
        "seduced": int(t.seduced >> space & 1),
    }


def _reward(t: Table, board: int) -> Json:
    tile = t.tiles[REWARD + board]
    return {"tile": t.config.box.ids[tile], "seen": t.known.seen[tile]}


# -- reading -------------------------------------------------------------------------------------------------


def complete(t: Table, read: Reader) -> None:
    """Fill in what is left out. Starting tiles are in hand, other characters on the reward spaces or in the
    pile. Nothing is placed. Boards 1 to 6 lie in order and unturned, and the first missions are in play.
    """
    lay_out(t, _layout(t, read))
    t.turn = read.number("turn", NOTHING, int(t.seats) - 1, int(t.first))
    if t.board >= 0 and t.board not in t.layout.boards:
        raise BadPosition(f"Board {t.board + 1} is being resolved, but it sits out this round.")
    _read_missions(t, read)
    _read_spaces(t, read)
    _read_tiles(t, read)


def _layout(t: Table, read: Reader) -> Layout:
    count = t.config.box.in_grid
    boards = tuple(
        read.numbers("grid", count, 1, w.BOARDS, [board + 1 for board in t.config.box.in_play[:count]])
    )
    if len(set(boards)) != count:
        raise BadPosition(f"grid in table names {count} different boards, not {list(boards)}.")
    turns = tuple(read.numbers("turns", count, 0, 3, [0] * count))
    return Layout(t.config.sites, tuple(board - 1 for board in boards), turns)


def _read_missions(t: Table, read: Reader) -> None:
    ids = t.config.box.mission_ids
    seats = int(t.seats)
    strength = t.config.box.strength_mission
    wanted = {
        "missions": 1 if t.config.secret_missions else OPEN_MISSIONS,
        "between": seats if t.config.secret_missions else 0,
        "agendas": seats if t.config.recruiting_agenda else 0,
    }
    found: dict[str, list[int]] = {}
    named = [mission for key in wanted for mission in read.things(key, ids) or []]
    for key, count in wanted.items():
        given = read.things(key, ids)
        if given is None:
            rest = [m for m in range(MISSIONS) if m not in named and (key != "agendas" or m != strength)]
            given = rest[:count]
            named += given
        if len(given) != count:
            raise BadPosition(
                f"{key} in table names {len(given)} missions; with these options there are {count}."
            )
        found[key] = given
    if len(set(named)) != len(named):
        raise BadPosition("A mission is named twice in table; there is one of each.")
    if strength in found["agendas"]:
        raise BadPosition("The strength mission is never an agenda [EST-11.5].")
    t.missions = tuple(found["missions"])
    t.between = tuple(found["between"])
    t.agendas = tuple(found["agendas"])


def _read_spaces(t: Table, read: Reader) -> None:
    for label, entry in read.table("spaces").items():
        if label not in w.SPACE_IDS or BOARD_OF[w.SPACE_IDS.index(label)] not in t.layout.boards:
            raise BadPosition(f"{label} in spaces of table is not in the grid, which has {_in_grid(t)}.")
        _read_space(t, w.SPACE_IDS.index(label), Reader(entry, f"space {label}"))
    for seat in range(int(t.seats)):
        placed, most = t.cubes.count(seat), t.config.cubes_each
        t.left[seat] = most - placed
        if t.left[seat] < 0:
            raise BadPosition(f"{w.SEAT_IDS[seat]} has placed {placed} of {most} cubes.")


def _read_space(t: Table, space: int, part: Reader) -> None:
    seats = int(t.seats)
    part.only(("tile", "seat", "seen", "bonus", "marked", "seduced"))
    seat = part.number("seat", 0, seats - 1, NOTHING)
    up = not t.config.box.top_secret[space] or BOARD_OF[space] <= t.board
    t.tiles[space] = part.thing("tile", t.config.box.ids)
    occupy(t, space, seat)
    seen = part.number("seen", ALL_KNOW, (1 << seats) - 1, PUBLIC if up else 1 << seat)
    own(t, seat, [t.tiles[space]])
    t.known.deal([t.tiles[space]], seen)
    t.bonus[space] = part.number("bonus", 0, 99, 0)
    t.marked |= part.number("marked", 0, 1, 0) << space
    t.seduced |= part.number("seduced", 0, 1, 0) << space


def _read_tiles(t: Table, read: Reader) -> None:
    seats = int(t.seats)
    ids = t.config.box.ids
    aside = read.lists("aside", seats, ids) or [[] for _seat in range(seats)]
    discards = read.lists("discards", seats, ids) or [[] for _seat in range(seats)]
    t.aside = [w.aside(tile, seat) for seat in range(seats) for tile in aside[seat]]
    t.discards = tuple(tuple(tiles) for tiles in discards)
    for label, entry in read.table("rewards").items():
        _read_reward(t, label, Reader(entry, f"reward {label}"))
    placed = [tile for tile in t.tiles if tile >= 0]
    named = {tile for part in (*aside, *discards, *t.hands, t.pile, placed, t.removed) for tile in part}
    if not read.has("hands"):
        t.hands = [
            [tile for tile in t.config.box.starters(seat) if tile not in named] for seat in range(seats)
        ]
    if not read.has("pile"):
        t.pile = [tile for tile in reversed(t.config.box.pile) if tile not in named]
    seen = read.numbers("pile_seen", len(t.pile), ALL_KNOW, (1 << seats) - 1, [0] * len(t.pile))
    for at in range(len(t.pile)):
        t.known.deal([t.pile[at]], seen[at])
    for seat in range(seats):
        own(t, seat, t.hands[seat])
        own(t, seat, aside[seat])
        t.known.deal(aside[seat], PUBLIC)
    if not read.has("rewards"):
        for board in sorted(t.layout.boards):
            if board >= t.board:
                deal_reward(t, board)


def _read_reward(t: Table, label: str, part: Reader) -> None:
    board = w.BOARD_IDS.index(label) if label in w.BOARD_IDS else NOTHING
    if board not in t.layout.boards:
        raise BadPosition(f"{label} in rewards of table is not in the grid, which has {_in_grid(t)}.")
    part.only(("tile", "seen"))
    up = not t.config.box.top_secret[REWARD + board] or board <= t.board
    t.tiles[REWARD + board] = part.thing("tile", t.config.box.ids)
    seen = part.number("seen", ALL_KNOW, (1 << int(t.seats)) - 1, PUBLIC if up else 0)
    t.known.deal([t.tiles[REWARD + board]], seen)


def _in_grid(t: Table) -> str:
    return ", ".join(str(board + 1) for board in sorted(t.layout.boards))


# -- counting ------------------------------------------------------------------------------------------------


def census(t: Table) -> dict[str, int]:
    """Tiles, cubes and missions, wherever they are."""
    box = t.config.box
    placed = [tile for tile in t.tiles if tile >= 0]
    count: dict[str, int] = {}
    aside = [w.tile_of_aside(entry) for entry in t.aside]
    for pile in (*t.hands, aside, *t.discards, t.removed, t.pile, placed):
        for tile in pile:
            count[box.ids[tile]] = count.get(box.ids[tile], 0) + 1
    for seat in range(int(t.seats)):
        out = t.cubes.count(seat)
        count[f"{w.SEAT_IDS[seat]} cubes"] = CUBES - t.config.cubes_each + t.left[seat] + out
    for mission in range(MISSIONS):
        found = (*t.missions, *t.between, *t.agendas).count(mission)
        count[f"mission {box.mission_ids[mission]}"] = max(1, found)
    return count


def components(box: Box, seats: int) -> dict[str, int]:
    """What the census must always find (EST-D16), without the sets of unused colours (EST-2.5)."""
    begin_with = [tile for seat in range(seats) for tile in box.starters(seat)]
    count = dict.fromkeys([box.ids[tile] for tile in begin_with + box.pile], 1)
    for seat in range(seats):
        count[f"{w.SEAT_IDS[seat]} cubes"] = CUBES
    for mission in box.mission_ids:
        count[f"mission {mission}"] = 1
    return count
