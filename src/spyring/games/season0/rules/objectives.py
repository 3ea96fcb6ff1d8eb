"""SZ-11: the objectives of a month: their cities, and attempts to complete them."""

from typing import Any, ClassVar

from mypy_extensions import i64

from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE
from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import active_in, end_game
from spyring.games.season0.rules.steps import Action


def possible(t: Table, number: int) -> list[int]:
    """The cities that the hidden target can be: listed, and not seen anywhere (SZ-11.4, SZ-R15)."""
    seen: i64 = t.shown
    for other in range(len(t.target)):
        if other != number and t.revealed[other] and t.target[other] >= 0:
            seen |= 1 << t.target[other]
    return [city for city in t.config.objectives[number].unknown if not seen >> city & 1]


def needs(t: Table, number: int) -> tuple[tuple[int, int], ...]:
    """The cities of a known target with the required number of active teams; empty if it is unknown."""
    if t.target[number] < 0:
        return t.config.objectives[number].known
    if t.revealed[number]:
        return ((t.target[number], 1),)
    return ()


class Acquire(Action):
    """Acquire Targets: an objective gets its token, and its entry is read (SZ-11.1, SZ-11.2, SZ-11.5,
    SZ-11.6, SZ-R11, SZ-R12).
    """

    name: ClassVar[str] = "acquire"
    clause: ClassVar[str] = "SZ-11.1"
    see_also: ClassVar[tuple[str, ...]] = ("SZ-11.5",)

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        number = move - w.ACQUIRE
        if number >= len(t.status):
            return w.NO_SUCH_OBJECTIVE
        if t.status[number] != w.OPEN:
            return w.HAS_TOKEN
        wanted = needs(t, number)
        pawn_there = not t.config.acquire_anywhere_pawn_in_city
        if wanted:
            for city, count in wanted:
                if active_in(t, city) < count:
                    return w.TEAMS_NEEDED
                if t.pawn[seat] == city:
                    pawn_there = True
            return FINE if pawn_there else w.PAWN_NOT_THERE
        found = [city for city in possible(t, number) if active_in(t, city)]
        if not found:
            return w.TEAM_NEEDED
        return FINE if pawn_there or t.pawn[seat] in found else w.PAWN_NOT_WITH_TEAM

    def act(self, t: Table, seat: int, move: int) -> None:
        number = move - w.ACQUIRE
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
