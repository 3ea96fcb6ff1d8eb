"""How many markers fit (KRK-7.7, KRK-11.5)."""

from spyring.games.krakow import words as w
from spyring.games.krakow.box import FIELD_CAP, GOLD_CAP
from spyring.games.krakow.generated import Table


def room(t: Table, place: int, team: int) -> int:
    """How many more markers of ``team`` the field takes (KRK-7.7, KRK-11.5, KRK-R3)."""
    cap = GOLD_CAP if place % w.TYPES == w.GOLD else FIELD_CAP
    here = t.board[place * 2 + team]
    if t.config.field_cap_shared:
        here += t.board[place * 2 + 1 - team]
    return max(0, cap - here)
