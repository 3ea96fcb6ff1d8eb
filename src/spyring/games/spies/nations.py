"""Who runs each nation and sees what it sees, and who owns each city."""

from spyring.engine.seats import SPECTATOR
from spyring.games.spies import words as w
from spyring.games.spies.box import IT14
from spyring.games.spies.generated import Table
from spyring.games.spies.places import PLAYED, homes_of


def seat_nations(t: Table) -> None:
    """The seat that runs each nation this year (SPY-18, SPY-R53)."""
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
    """Set the owners of the cities."""
    t.owner = owner
    t.homes = homes_of(owner)


def spies_home(t: Table, nation: int, city: int) -> bool:
    """Whether a neutral city counts as home only for the spies of a nation (SPY-R38)."""
    return (
        nation == w.ITALY
        and t.config.albania_spies_only
        and t.config.game_advanced
        and t.tile_at[IT14] == PLAYED
        and city in t.config.box.annexed[IT14]
    )
