"""Spies, police and secrets as they stand on the map, and which nation has seen their faces."""

from mypy_extensions import i64

from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.deductions import let_go
from spyring.games.spies.generated import Table
from spyring.games.spies.places import ALL_SPIES, BY_POLICE

# -- what they are -----------------------------------------------------------------------------------------


def strength_of(t: Table, spy: int) -> int:
    """The strength of a spy."""
    return t.config.box.strength[t.spy_face[spy]]


def is_cousin(t: Table, spy: int) -> bool:
    """Whether a spy is its nation's Cousin, in the advanced game (SPY-15.2, SPY-R65)."""
    return t.config.game_advanced and t.config.box.cousin[t.spy_face[spy]]


def force_of(t: Table, one: int) -> int:
    """The strength of a police piece."""
    return t.config.box.force[t.police_face[one]]


# -- where they stand --------------------------------------------------------------------------------------


def police_in(t: Table, nation: int, city: int) -> list[int]:
    """The police of ``nation`` that stand in ``city``."""
    at = t.police_at
    first = nation * w.POLICE
    return [one for one in range(first, first + w.POLICE) if at[one] == city]


def spies_in(t: Table, city: int) -> int:
    """A mask of the nations that have a spy in ``city``."""
    found: i64 = 0
    where: i64 = city
    place: i64
    spy: i64 = -1
    for place in t.spy_at:
        spy += 1
        if place == where:
            found |= 1 << spy // w.SPIES
    return int(found)


def carries(t: Table, piece: int) -> bool:
    """Whether a spy, or ``BY_POLICE`` + a police piece, stands on a secret."""
    one: i64 = piece
    by: i64
    for by in t.secret_by:  # a loop, so that the compiled build compares numbers, not objects
        if by == one:
            return True
    return False


def secrets_under(t: Table, piece: int) -> list[int]:
    """The secrets on which a spy, or ``BY_POLICE`` + a police piece, stands."""
    return [secret for secret, by in enumerate(t.secret_by) if by == piece]


def controller_of(t: Table, secret: int) -> int:
    """The nation that controls a secret, or ``NEUTRAL``."""
    by = t.secret_by[secret]
    if by < 0:
        return NEUTRAL
    return by // w.SPIES if by < BY_POLICE else (by - BY_POLICE) // w.POLICE


# -- who has seen them -------------------------------------------------------------------------------------


def show_spy(t: Table, spy: int, nations: int) -> None:
    """The nations of a mask see the strength of a spy."""
    t.spies.show(t.spy_face[spy], nations)
    _note(t, spy, nations)


def open_spy(t: Table, spy: int) -> None:
    """Everyone sees the face of a spy, including nations that had only glimpsed it."""
    t.spies.reveal(t.spy_face[spy])
    _note(t, spy, -1)


def show_police(t: Table, one: int, nations: int) -> None:
    """The nations of a mask see the strength of a police piece."""
    t.police.show(t.police_face[one], nations)
    _note(t, ALL_SPIES + one, nations)


def _note(t: Table, piece: int, nations: int) -> None:
    """Nations that had only glimpsed a piece may now note it."""
    if t.glimpsed[piece] & nations:
        glimpsed = list(t.glimpsed)
        glimpsed[piece] &= ~nations
        t.glimpsed = tuple(glimpsed)


def forget_police(t: Table, one: int) -> None:
    """A police piece got a new back: only its owner knows it."""
    t.police.deal([t.police_face[one]], 1 << one // w.POLICE)
    if t.sums:
        t.sums = tuple([fact for fact in t.sums if not _sums_up(fact, one)])
    _note(t, ALL_SPIES + one, -1)
    let_go(t, ALL_SPIES + one)


def _sums_up(fact: int, one: int) -> bool:
    return w.one_of_known_sum(fact) == one or w.other_of_known_sum(fact) == one


def learn_sum(t: Table, nation: int, one: int, other: int) -> None:
    """A nation learns the strength of two police together."""
    fact = w.known_sum(nation, one, other, force_of(t, one) + force_of(t, other))
    if fact not in t.sums:
        t.sums = tuple(sorted([*t.sums, fact]))


def noted_spy(t: Table, eyes: int, spy: int) -> bool:
    """Whether the strength of a spy is shown to the nations in ``eyes``."""
    if t.spies.seen[t.spy_face[spy]] & eyes & ~t.glimpsed[spy]:
        return True
    return t.sourced >= 0 and t.spy_at[spy] >= 0 and _looks(t, eyes, spy // w.SPIES)


def noted_police(t: Table, eyes: int, one: int) -> bool:
    """Whether the strength of a police piece is shown to the nations in ``eyes``."""
    if t.police.seen[t.police_face[one]] & eyes & ~t.glimpsed[ALL_SPIES + one]:
        return True
    return t.sourced >= 0 and _looks(t, eyes, one // w.POLICE)


def _looks(t: Table, eyes: int, nation: int) -> bool:
    """Whether the Source that is looked at is on ``nation`` and shown to one of ``eyes`` (SPY-12.32)."""
    reading = int(t.sourced)
    return w.other_of_reading(reading) == nation and eyes >> w.nation_of_reading(reading) & 1 != 0
