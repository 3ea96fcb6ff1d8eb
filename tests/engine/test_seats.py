"""Sets of seats as masks."""

import pytest

from spyring.engine.errors import BadSeats
from spyring.engine.seats import MOST_SEATS, NOBODY, PUBLIC, SPECTATOR, members, viewer


def test_members_are_listed_lowest_first() -> None:
    assert members(NOBODY) == ()
    assert members(0b1010) == (1, 3)
    assert members((1 << MOST_SEATS) - 1) == tuple(range(MOST_SEATS))


def test_only_what_is_public_reaches_a_spectator() -> None:
    everybody = (1 << MOST_SEATS) - 1
    assert not everybody >> SPECTATOR & 1
    assert PUBLIC >> SPECTATOR & 1
    assert (PUBLIC & ~0b100) >> SPECTATOR & 1


def test_a_viewer_is_a_seat_or_a_spectator() -> None:
    assert viewer(None, 4) == SPECTATOR
    assert viewer(0, 4) == 0
    assert viewer(3, 4) == 3


@pytest.mark.parametrize("seat", [-1, 4, SPECTATOR, 10**30])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    with pytest.raises(BadSeats, match=rf"^Unknown seat {seat}\. The seats of this table are 0 to 3\.$"):
        viewer(seat, 4)
