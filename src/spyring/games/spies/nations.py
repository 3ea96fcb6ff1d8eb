"""Who runs which nation and sees with its eyes, and whose cities they are."""

from spyring.engine.seats import SPECTATOR
from spyring.games.spies import words as w
from spyring.games.spies.box import IT14
from spyring.games.spies.generated import Table
from spyring.games.spies.places import PLAYED, homes_of


def seat_nations(t: Table) -> None:
    """Who runs which nation in this year (SPY-18, SPY-R53)."""
    t.runner = t.config.runners(int(t.lot + t.year & 1))


def eyes_of(t: Table, seat: int) -> int:
    """A mask of the nations whose knowledge ``seat`` has now (SPY-R53); a spectator has its own bit."""
    if seat == SPECTATOR:
        return 1 << SPECTATOR
    found = 0
    for nation in range(w.NATIONS):
        if t.runner[nation] == seat:
            found |= 1 << nation
    if t.config.russia_open:
        found |= 1 << w.RUSSIA
    return found


def insiders(t: Table, nation: int) -> int:
    """A mask of the seats that see what ``nation`` sees."""
    if nation == w.RUSSIA and t.config.russia_open:
        return 3
    return 1 << t.runner[nation]


def same_seat(t: Table, one: int, other: int) -> bool:
    """Whether two nations are run by one seat now."""
    return t.runner[one] == t.runner[other]


def allied(t: Table, one: int, other: int) -> bool:
    """Whether two different nations spare each other (SPY-R43)."""
    return one != other and t.config.shared_nations_allies and t.runner[one] == t.runner[other]


def share_out(t: Table, owner: tuple[int, ...]) -> None:
    """Which city belongs to whom from now on."""
    t.owner = owner
    t.homes = homes_of(owner)


def spies_home(t: Table, nation: int, city: int) -> bool:
    """Whether a neutral city counts as home for the spies of a nation alone (SPY-R38)."""
    return (
        nation == w.ITALY
        and t.config.albania_spies_only
        and t.config.game_advanced
        and t.tile_at[IT14] == PLAYED
        and city in t.config.box.annexed[IT14]
    )
