"""Strength on a board, and points and winners at the end."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.outcome import Outcome
from spyring.engine.reason import Reason
from spyring.engine.seats import PUBLIC
from spyring.games.estoril import words as w
from spyring.games.estoril.box import ATLANTICO, BRITISH, GERMAN, MISSIONS, PALACIO, STARTING_TILES, Box
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, SPACES_OF

SECOND_VP: Final = 3
HOTELS_END: Final = 12  # the spaces of the hotels come before it


# -- strength (EST-6.7) --------------------------------------------------------------------------------------


def compatriots(t: Table, tile: int, space: int) -> int:
    """How many other open tiles, on the same and adjacent boards, show the flag of a tile that lies (or might
    lie) on a space (EST-8.3, EST-8.4).
    """
    flags = t.config.box.flag
    tiles = t.tiles
    seen = t.known.seen
    flag = flags[tile]
    count = 0
    for place in t.layout.vicinity[BOARD_OF[space]]:
        other = tiles[place]
        if other >= 0 and seen[other] == PUBLIC and flags[other] == flag and place != space:
            count += 1
    return count


def strength(t: Table, space: int) -> int:
    """The strength of the tile on a space, including bonuses."""
    tile = t.tiles[space]
    value = lodged(t, tile, space) + t.bonus[space]
    config = t.config
    symbols = config.box.nationalism[tile]
    if not config.nationalism_timing_snapshot and symbols and not t.seduced >> space & 1:
        value += symbols * compatriots(t, tile, space)
    return value


def foreseen(t: Table, tile: int, space: int) -> int:
    """The strength that a tile would have on a free space, if nothing else changed."""
    return lodged(t, tile, space) + t.config.box.nationalism[tile] * compatriots(t, tile, space)


def lodged(t: Table, tile: int, space: int) -> int:
    """The printed strength of a tile, plus the hotel bonus of a space."""
    box = t.config.box
    value = box.strength[tile]
    if space < HOTELS_END:
        board = BOARD_OF[space]
        if board == PALACIO and box.flag[tile] == BRITISH:
            value += 1
        elif board == ATLANTICO and box.flag[tile] == GERMAN:
            value += 1
    return value


def strengths(t: Table, board: int) -> list[int]:
    """The strength of each seat on a board."""
    sums = [0] * int(t.seats)
    for space in SPACES_OF[board]:
        seat = t.cubes[space]
        if seat >= 0:
            sums[seat] += strength(t, space)
    return sums


def present(t: Table, board: int) -> list[int]:
    """The seats that control a tile on a board, by their lowest spaces."""
    found: list[int] = []
    for space in SPACES_OF[board]:
        seat = t.cubes[space]
        if seat >= 0 and seat not in found:
            found.append(seat)
    return found


def strongest(t: Table, board: int) -> int:
    """The seat that takes the reward, by strength, then by the lowest space, or -1 (EST-6.8, EST-6.9)."""
    seats = present(t, board)
    if len(seats) < 2:
        return seats[0] if seats else -1
    sums = strengths(t, board)
    best = seats[0]
    for seat in seats:
        if sums[seat] > sums[best]:
            best = seat
    return best


def weakest(t: Table, board: int) -> int:
    """The last of at least two seats, by strength, then by the highest space, or -1 (EST-9.7, EST-9.8)."""
    seats = present(t, board)
    if len(seats) < 2:
        return -1
    sums = strengths(t, board)
    worst = seats[0]
    for seat in seats:
        if sums[seat] <= sums[worst]:
            worst = seat
    return worst


# -- missions (EST-10, EST-11) -------------------------------------------------------------------------------


def count(box: Box, mission: int, tiles: list[int]) -> int:
    """How many of a mission's symbols these tiles show (EST-10.7 to EST-10.11)."""
    worth = box.worth[mission]
    if mission == box.flags_mission:
        kinds = 0
        for tile in tiles:
            if worth[tile]:
                kinds |= 1 << box.flag[tile]
        return kinds.bit_count()
    total = 0
    for tile in tiles:
        total += worth[tile]
    return total


def share(points: int, seats: int, up: bool) -> int:
    """The share of each of several seats when points are divided."""
    return (points + seats - 1) // seats if up else points // seats


def mission_vp(t: Table, mission: int) -> int:
    """What a mission is worth in this game (EST-R3)."""
    box = t.config.box
    return t.config.strength_mission_vp if mission == box.strength_mission else box.mission_vp[mission]


def mission_points(t: Table, mission: int) -> list[int]:
    """What each seat scores for a mission (EST-10.5, EST-10.6, EST-11.9 to EST-11.12)."""
    config = t.config
    counts = [count(config.box, mission, hand) for hand in t.hands]
    vp = mission_vp(t, mission)
    most = max(counts)
    if most == 0 and not config.mission_zero_shared:
        return [0] * len(counts)
    first = counts.count(most)
    if not config.second_place:
        return [share(vp, first, False) if number == most else 0 for number in counts]
    if first > 1:
        return [share(vp + SECOND_VP, first, config.round_up) if number == most else 0 for number in counts]
    points = [vp if number == most else 0 for number in counts]
    next_most = max(number for number in counts if number != most)
    if next_most > 0 or config.mission_zero_shared:
        second = share(SECOND_VP, counts.count(next_most), config.round_up)
        points = [second if number == next_most else points[seat] for seat, number in enumerate(counts)]
    return points


def accomplished(t: Table, mission: int, seat: int) -> bool:
    """Whether a seat has a first place, alone or shared (EST-R34)."""
    counts = [count(t.config.box, mission, hand) for hand in t.hands]
    return counts[seat] == max(counts) and (counts[seat] > 0 or t.config.mission_zero_shared)


def agenda_points(t: Table, seat: int) -> int:
    """One point for each symbol of the agenda on tiles in hand or discarded (EST-11.6 to EST-11.8)."""
    if not t.agendas:
        return 0
    mission = t.agendas[seat]
    config = t.config
    tiles = [
        tile
        for tile in (*t.hands[seat], *t.discards[seat])
        if tile >= STARTING_TILES or config.starters_score
    ]
    if mission == config.box.flags_mission and not config.flags_per_kind:
        return sum(config.box.worth[mission][tile] for tile in tiles)
    return count(config.box, mission, tiles)


def beside(t: Table, at: int, seat: int) -> bool:
    """Whether the secret mission ``at`` lies beside a seat (EST-11.3)."""
    return at == seat or (at + 1) % int(t.seats) == seat


def scored_missions(t: Table) -> tuple[int, ...]:
    """The missions that everyone can score (EST-11.4)."""
    return (*t.missions, *t.between)


# -- the result (EST-10.12) ----------------------------------------------------------------------------------


def hand_points(t: Table, seat: int) -> int:
    """The printed points of the tiles in hand (EST-10.3)."""
    vp = t.config.box.vp
    total = 0
    for tile in t.hands[seat]:
        total += vp[tile]
    return total


def breakdown(t: Table) -> list[dict[str, int]]:
    """Where the points of each seat come from."""
    rows: list[dict[str, int]] = []
    for seat in range(int(t.seats)):
        rows.append({"hand": hand_points(t, seat), "discards": len(t.discards[seat])})
    for mission in scored_missions(t):
        points = mission_points(t, mission)
        for seat in range(len(rows)):
            rows[seat][f"mission {t.config.box.mission_ids[mission]}"] = points[seat]
    if t.agendas:
        for seat in range(len(rows)):
            rows[seat]["agenda"] = agenda_points(t, seat)
    return rows


def missions_of(t: Table, seat: int) -> int:
    """How many missions a seat has accomplished."""
    return sum(accomplished(t, mission, seat) for mission in scored_missions(t))


def tie_breaker(t: Table, ahead: int, behind: int) -> Reason:
    """What breaks a tie between two seats with equal totals (EST-10.12)."""
    mine, theirs = missions_of(t, ahead), missions_of(t, behind)
    reason = _("Tied at {n}: {seat} beats {other} on missions accomplished, {a} to {b} (EST-10.12).")
    if mine == theirs:
        mine, theirs = hand_points(t, ahead), hand_points(t, behind)
        reason = _("Tied at {n}: {seat} beats {other} on points in hand, {a} to {b} (EST-10.12).")
    total = sum(breakdown(t)[ahead].values())
    values = {"seat": w.SEAT.titles[ahead], "other": w.SEAT.titles[behind], "n": str(total)}
    return Reason(reason, {**values, "a": str(mine), "b": str(theirs)})


def outcome(t: Table) -> Outcome:
    """The highest total; then missions accomplished, then points in hand, then a shared victory."""
    rows = breakdown(t)
    scores = [sum(row.values()) for row in rows]
    missions = [missions_of(t, seat) for seat in range(len(rows))]
    standings = [(scores[s] * MISSIONS + missions[s]) * 1024 + rows[s]["hand"] for s in range(len(rows))]
    order = sorted(standings, reverse=True)
    winners = 0
    for seat, standing in enumerate(standings):
        if standing == order[0]:
            winners |= 1 << seat
    level = [missions[seat] for seat in range(len(rows)) if scores[seat] == max(scores)]
    if len(level) == 1:
        reason = _("The highest total wins.")
    elif winners.bit_count() > 1:
        reason = _("A complete tie: the victory is shared.")
    elif level.count(max(level)) > 1:
        reason = _("Totals and missions are tied: points in hand decide.")
    else:
        reason = _("Totals are tied: missions accomplished decide.")
    ranks = tuple(order.index(standing) + 1 for standing in standings)
    return Outcome(winners, ranks, tuple(scores), tuple(rows), reason, "EST-10.12")
