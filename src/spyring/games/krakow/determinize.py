"""Worlds of Kraków that a seat cannot tell from the real one."""

from typing import Final

from mypy_extensions import i64

from spyring.engine.knowledge import determinize_row
from spyring.engine.seats import PUBLIC
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table

OWN: Final = [1, 2, 4, 8]  # each seat knows what lies before it


def determinize(t: Table, seat: int) -> None:
    """Rearrange what ``seat`` does not know: hidden cards, identities, season cards not yet shown.

    Knowledge belongs to the place: a seat that knew the old card there knows the new one. The result depends
    only on what ``seat`` knows and on chance, never on where hidden things really lie.
    """
    who: i64 = 1 << seat
    t.known.determinize(t, [*t.hands, t.discard], who)
    identity = list(t.identity)
    determinize_row(t, identity, OWN, who)
    t.identity = tuple(identity)
    if t.season + 1 < w.SEASONS:
        _seasons(t, who)


def _seasons(t: Table, who: i64) -> None:
    """A season card is known to its holder, and to everyone once its season has started (KRK-R31)."""
    holder = list(t.holder)
    seen = [PUBLIC if season <= t.season else 1 << holder[season] for season in range(w.SEASONS)]
    determinize_row(t, holder, seen, who)
    t.holder = tuple(holder)
