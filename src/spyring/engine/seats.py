"""Sets of seats as bit masks: deciders, interrupters, audiences, knowers.

Bit ``s`` stands for seat ``s``. A spectator has a bit of its own, far above the seats, which only
``PUBLIC`` contains: a spectator may see what everyone may see.
"""

from operator import index
from typing import Final, SupportsIndex

from spyring.engine.errors import BadSeats

Seats = int  # a bit mask

NOBODY: Final = 0
PUBLIC: Final = -1  # every seat, and spectators
SPECTATOR: Final = 30  # the bit of anyone without a seat
MOST_SEATS: Final = 8


def _members(mask: int) -> tuple[int, ...]:
    found: list[int] = []
    for seat in range(MOST_SEATS):
        if mask >> seat & 1:
            found.append(seat)
    return tuple(found)


MEMBERS: Final = [_members(mask) for mask in range(1 << MOST_SEATS)]


def members(mask: int) -> tuple[int, ...]:
    """The seats of a mask, lowest first.

    >>> members(0b1010)
    (1, 3)
    """
    return MEMBERS[mask]


def viewer(seat: SupportsIndex | None, seats: int = MOST_SEATS) -> int:
    """The number behind a public ``seat`` argument, where ``None`` is a spectator.

    >>> viewer(None, 4) == SPECTATOR, viewer(3, 4)
    (True, 3)
    """
    if seat is None:
        return SPECTATOR
    if not isinstance(seat, int):
        seat = index(seat)
    if not 0 <= seat < seats:
        raise BadSeats(f"Unknown seat {seat}. The seats of this table are 0 to {seats - 1}.")
    return seat
