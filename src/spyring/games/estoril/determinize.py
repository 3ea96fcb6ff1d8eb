"""Worlds of Estoril that a seat cannot tell from the real one."""

from mypy_extensions import i64

from spyring.engine.knowledge import Confined, Knowledge
from spyring.engine.seats import PUBLIC
from spyring.games.estoril.box import MISSIONS
from spyring.games.estoril.generated import Table


def determinize(t: Table, seat: int) -> None:
    """Rearrange what ``seat`` does not know: tiles of rivals, rewards, the pile, secret missions.

    A placed tile is one of the seat's own; a hidden reward comes from the same pool as the pile.
    """
    who: i64 = 1 << seat
    t.known.determinize(t, [*t.hands, t.tiles, t.pile], who)
    if t.between or t.agendas:
        _missions(t, who)


def _missions(t: Table, who: i64) -> None:
    """Missions between others, their agendas, unused missions; strength is never an agenda (EST-11.5)."""
    seats = int(t.seats)
    known = Knowledge(MISSIONS)
    known.deal(list(t.missions), PUBLIC)
    between = list(t.between)
    agendas = list(t.agendas)
    for at in range(len(between)):
        known.show(between[at], 1 << at | 1 << (at + 1) % seats)
    confined: list[Confined] = []
    for owner in range(len(agendas)):
        known.show(agendas[owner], 1 << owner)
        confined.append(Confined(agendas, owner, t.config.agenda_missions))
    dealt = [*t.missions, *between, *agendas]
    left_out = [mission for mission in range(MISSIONS) if mission not in dealt]
    known.determinize(t, [between, agendas, left_out], who, confined)
    t.between = tuple(between)
    t.agendas = tuple(agendas)
