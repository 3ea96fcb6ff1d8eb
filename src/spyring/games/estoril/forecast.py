"""Who is ahead in Estoril, as far as a seat can tell: the best six of each ring, and the missions.

Everyone knows the starting tiles, the discards and all open tiles. The other tiles of a ring are among those
that the viewer has not seen elsewhere.
"""

from typing import Any

from spyring.engine.forecast import Estimate, Forecast, guessed, sure
from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import MISSIONS, Box

Span = tuple[float, float, float]
"""At least, likely, at most."""


class Ring:
    """The tiles of a seat: the known ones, and the number of unknown ones."""

    def __init__(self, row: Json, known: list[int], count: int) -> None:
        self.row = row
        self.known = known
        self.unseen = max(0, count - len(known))


def forecast(box: Box, view: Json) -> list[Forecast]:
    """What each seat would score if the game ended with its current tiles."""
    table = view["table"]
    number = {label: tile for tile, label in enumerate(box.ids)}
    rings = [_ring(box, view, row, number) for row in table["players"]]
    pool = _pool(box, table, rings, number)
    counts = _counts(box, table, rings, pool)
    missions = _missions(table, counts)
    found: list[Forecast] = []
    for at, ring in enumerate(rings):
        parts = [*_hand(box, ring, pool), *missions[at]]
        if "agenda" in ring.row:
            parts.append(_agenda(box, ring))
        shown = [(f"mission {label}", *each[at]) for label, each in counts]
        found.append(Forecast(ring.row["seat"], parts, shown))
    return found


def _ring(box: Box, view: Json, row: Json, number: dict[str, int]) -> Ring:
    table, seat = view["table"], row["seat"]
    placed = [space for board in table["boards"] for space in board["spaces"] if space["seat"] == seat]
    count = int(row["hand"]) + len(placed)
    if "owns" in row:
        return Ring(row, [number[label] for label in row["owns"]], 0)
    labels = {space["tile"] for space in placed if space["tile"]}
    if seat == view["you"]:
        labels |= set(table["hand"])
    else:
        gone = {*row["discards"], *table["removed"]}
        labels |= {box.ids[tile] for tile in box.starters(w.SEAT_IDS.index(seat))} - gone
    return Ring(row, sorted(number[label] for label in labels), count)


def _pool(box: Box, table: Json, rings: list[Ring], number: dict[str, int]) -> list[int]:
    """The characters that may be in a ring although the viewer does not know it."""
    seen = {tile for ring in rings for tile in ring.known}
    lying = [place["tile"] for board in table["boards"] for place in (*board["spaces"], board["reward"])]
    away = [label for row in table["players"] for label in row["discards"]]
    known = [row["tile"] for row in table["pile"]["known"]]
    seen |= {number[label] for label in (*lying, *away, *known, *table["removed"]) if label}
    return [tile for tile in box.pile if tile not in seen]


def _hand(box: Box, ring: Ring, pool: list[int]) -> list[Estimate]:
    """The best six tiles score their printed points, every other tile one point (EST-10.2, EST-10.3)."""
    values = sorted((box.vp[tile] for tile in ring.known), reverse=True)
    room = max(0, box.hand - ring.unseen)
    kept, rest = values[:room], values[room:]
    _title, low, likely, high = guessed("", [float(box.vp[tile]) for tile in pool], ring.unseen)
    hand = _("hand"), sum(kept) + low, sum(kept) + likely, sum(kept) + high
    return [hand, sure(_("discards"), len(ring.row["discards"]) + len(rest))]


def _counts(box: Box, table: Json, rings: list[Ring], pool: list[int]) -> list[tuple[str, list[Span]]]:
    """How many symbols each seat has for each mission that the viewer knows."""
    secret: list[Any] = [row["mission"] for row in table.get("secret_missions", []) if row["mission"]]
    found: list[tuple[str, list[Span]]] = []
    for label in (*table["missions"], *secret):
        mission = box.mission_ids.index(label)
        values = [float(box.worth[mission][tile]) for tile in pool]
        most = float(len(box.missions[mission]["flags"])) if mission == box.flags_mission else float("inf")
        counts: list[Span] = []
        for ring in rings:
            _title, low, likely, high = guessed("", values, ring.unseen)
            known = scoring.count(box, mission, ring.known)
            counts.append((min(known + low, most), min(known + likely, most), min(known + high, most)))
        found.append((label, counts))
    return found


def _missions(table: Json, counts: list[tuple[str, list[Span]]]) -> list[list[Estimate]]:
    """The points of each seat for each of these missions."""
    found: list[list[Estimate]] = [[] for _row in table["players"]]
    for label, each in counts:
        for at, points in enumerate(_shares(each, int(table["mission_vp"][label]))):
            found[at].append((f"mission {label}", *points))
    return found


def _shares(counts: list[Span], vp: int) -> list[Span]:
    """The points of a mission by seat, for these numbers of symbols. Seats that may have the most share them
    in proportion to how likely that is; if everything is known, evenly (EST-10.6).
    """
    most = max(low for low, _likely, _high in counts)
    rivals = [count for count in counts if count[2] >= most and count[2] > 0]
    known = len(rivals) == 1 or all(count[0] == count[2] for count in rivals)
    weights = sum(count[1] ** 2 for count in rivals) or 1.0
    shares: list[Span] = []
    for count in counts:
        if count not in rivals:
            shares.append((0.0, 0.0, 0.0))
        elif known:
            even = float(vp // len(rivals))
            shares.append((even, even, even))
        else:
            shares.append((0.0, vp * count[1] ** 2 / weights, float(vp)))
    return shares


def _agenda(box: Box, ring: Ring) -> Estimate:
    """One point for each symbol of the agenda (EST-11.6); another seat's agenda may be any mission."""
    if ring.row["agenda"]:
        return sure(_("agenda"), scoring.count(box, box.mission_ids.index(ring.row["agenda"]), ring.known))
    values = [float(scoring.count(box, mission, ring.known)) for mission in range(MISSIONS)]
    return guessed(_("agenda"), values)
