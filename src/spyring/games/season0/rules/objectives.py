"""SZ-11: the objectives of a month: which cities are meant, and how they are attempted."""

from typing import Any

from spyring.engine.frame import Refusal
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.made import Table
from spyring.games.season0.pieces import active_in, end_game, is_active


def possible(t: Table, number: int) -> list[int]:
    """The cities that the hidden target can be: listed, and not seen anywhere (SZ-11.4, SZ-R15)."""
    shown = t.shown
    listed = t.config.objectives[number].unknown
    return [city for city in listed if not shown >> city & 1 and city not in other_targets(t, number)]


def other_targets(t: Table, number: int) -> list[int]:
    """Cards that lie face up at other objectives."""
    found: list[int] = []
    for other in range(len(t.target)):
        if other != number and t.revealed[other]:
            found.append(t.target[other])
    return found


def needs(t: Table, number: int) -> tuple[tuple[int, int], ...]:
    """The cities of a known target with the number of active teams; empty if it is not known."""
    if t.target[number] < 0:
        return t.config.objectives[number].known
    if t.revealed[number]:
        return ((t.target[number], 1),)
    return ()


def can_acquire(t: Table, seat: int, number: int) -> bool:
    """Whether an objective can be attempted (SZ-11.1, SZ-11.2, SZ-11.5, SZ-R11, SZ-R12)."""
    wanted = needs(t, number)
    pawn_there = not t.config.acquire_anywhere_pawn_in_city
    if wanted:
        for city, count in wanted:
            if active_in(t, city) < count:
                return False
            if t.pawn[seat] == city:
                pawn_there = True
        return pawn_there
    found = False
    for team in range(w.TEAMS):
        if is_active(t, team):
            city = t.teams[team]
            if city in possible(t, number):
                found = True
                if t.pawn[seat] == city:
                    pawn_there = True
    return found and pawn_there


def acquire(t: Table, seat: int, number: int) -> None:
    """Attempt an objective: it gets its token, and its entry is read (SZ-11.1, SZ-11.5, SZ-11.6)."""
    success = True
    target = t.target[number]
    if target >= 0 and not t.revealed[number]:
        t.revealed = replaced(t.revealed, number, 1)
        t.emit(w.TARGET_SHOWN, PUBLIC, number, target)
        success = active_in(t, target) > 0
    card = t.config.objectives[number]
    t.status = replaced(t.status, number, w.COMPLETE if success else w.FAILED)
    t.done_by = replaced(t.done_by, number, seat)
    if success:
        t.emit(w.OBJECTIVE_COMPLETE, PUBLIC, seat, number, card.complete)
    else:
        t.emit(w.OBJECTIVE_FAILED, PUBLIC, number, card.failed)
    if t.campaign is not None:
        frames: Any = t.game.frames
        t.push(frames["ReadEntry"](number))
    elif w.OPEN not in t.status:
        end_game(t, w.BY_OBJECTIVES)


def why_no_attempt(t: Table, seat: int, number: int) -> Refusal:
    """Acquire Targets."""
    if number >= len(t.status):
        return Refusal("SZ-10.19", _("There is no such objective this month."))
    if t.status[number] != w.OPEN:
        return Refusal("SZ-R13", _("This objective has its token already."))
    wanted = needs(t, number)
    if wanted:
        if all(active_in(t, city) >= count for city, count in wanted):
            return Refusal("SZ-R11", _("Your pawn is in no city of this objective."))
        return Refusal("SZ-11.1", _("It needs active teams where the objective says."))
    if any(active_in(t, city) for city in possible(t, number)):
        return Refusal("SZ-R11", _("Your pawn is in no possible city with an active team."))
    return Refusal("SZ-R12", _("It needs an active team in a possible city."))
