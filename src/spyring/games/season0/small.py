"""Part of a box, small enough for solvers: a prologue with fewer cities, cards and actions, and with fixed
officers (SZ-D27).
"""

from typing import Any, Final

from spyring.engine.box import require, some, whole
from spyring.games.season0 import words as w

Row = dict[str, Any]

PARTS: Final = (
    *("name", "cities", "objectives", "officers", "hand", "actions"),
    *("assemble", "identify", "escalations", "agents", "threats"),
)
MIN_OFFICERS: Final = 2
MAX_IN_A_CITY: Final = 3


def check(small: Any, data: Row, limits: dict[str, tuple[int, int]]) -> None:
    """Refuse a small box that cannot be played; ``limits`` are the bounds of its numbers."""
    fine = isinstance(small, dict) and set(small) == set(PARTS) and isinstance(small["name"], str)
    _require(fine, f"a small box has {', '.join(PARTS)}.")
    for what, (least, most) in limits.items():
        _require(whole(small[what], least, most), f"{what} lies in {least}..{most}.")
    cities = small["cities"]
    fine = some(cities, [city["id"] for city in data["city"]])
    _require(fine, "its cities are cities of the box, each once.")
    _require("washington" in cities, "Washington is one of its cities.")
    reached, edge = {"washington"}, ["washington"]
    while edge:
        at = edge.pop()
        for line in data["lines"]["between"]:
            other = line[1] if line[0] == at else line[0] if line[1] == at else at
            if other in cities and other not in reached:
                reached.add(other)
                edge.append(other)
    _require(len(reached) == len(cities), "its cities hang together.")
    _check_officers(small["officers"], small["assemble"])
    agents = small["agents"]
    fine = isinstance(agents, list) and all(whole(count, 1, MAX_IN_A_CITY) for count in agents)
    _require(fine and len(agents) <= len(cities), "its agents are 1 to 3 for one city after another.")
    _check_objectives(small, data)


def _check_officers(officers: Any, cost: int) -> None:
    fine = isinstance(officers, list) and all(isinstance(row, list) and len(row) == 2 for row in officers)
    fine = fine and MIN_OFFICERS <= len(officers) <= w.MOST_SEATS
    fine = fine and some([row[0] for row in officers], list(w.CHARACTER_IDS))
    fine = fine and some([row[1] for row in officers], list(w.OCCUPATION_IDS))
    _require(fine, "its officers are two to four, each another character with another occupation.")
    cheaper = any(row[1] == "freight-forwarder" for row in officers)
    _require(cost > cheaper, "a team costs the Freight Forwarder a card, too.")


def _check_objectives(small: Row, data: Row) -> None:
    """The objectives need targets on the small map, and there must be enough cards to deal."""
    prologue = [row["id"] for row in data["objective"] if row["month"] == "prologue"]
    rows, cities = small["objectives"], small["cities"]
    fine = isinstance(rows, list) and all(isinstance(row, dict) for row in rows) and bool(rows)
    fine = fine and all(set(row) in ({"id", "known"}, {"id", "unknown"}) for row in rows)
    fine = fine and some([row["id"] for row in rows], prologue)
    _require(fine, "its objectives are objectives of the prologue, each with a known or an unknown target.")
    for row in rows:
        known = row.get("known", [])
        fine = isinstance(known, list) and all(isinstance(entry, list) and len(entry) == 2 for entry in known)
        fine = fine and isinstance(row.get("unknown", []), list)
        targets = [entry[0] for entry in known] if fine else []
        fine = fine and all(city in cities for city in [*targets, *row.get("unknown", [])])
        _require(fine, f"the targets of objective {row['id']} are some of its cities.")
    hidden = sum("unknown" in row for row in rows)
    needed = hidden + small["hand"] * len(small["officers"])
    _require(len(cities) >= needed, f"{len(cities)} City cards are not enough; it needs {needed}.")


def _require(holds: bool, sentence: str) -> None:
    require(holds, "SZ-D27", sentence)
