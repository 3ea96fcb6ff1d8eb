"""SPY-2, the move “place the rest for me”: sensible places that depend only on chance and public facts, so
that the move reveals nothing (SPY-R83).
"""

from typing import Final

from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_RANDOM, NEUTRAL
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.pieces import police_in, strength_of
from spyring.games.spies.places import spies_of

HELD: Final = -2  # a spy that is kept out of the game
NOISE: Final = 100


def cities_for_secrets(t: Table, nation: int, taken: list[int], count: int) -> list[int]:
    """Secrets are spread over the home cities with police symbols; ties are random."""
    box = t.config.box
    home = [city for city in t.homes[nation] if box.symbol[city]]
    load = [0] * box.cities
    for city in taken:
        load[city] += 1
    found: list[int] = []
    for _secret in range(count):
        best = -1
        least = 0
        for city in home:
            weight = load[city] * NOISE + int(t.roll(NOISE))
            if best < 0 or weight < least:
                best, least = city, weight
        found.append(best)
        load[best] += 1
    return found


def cities_for_police(t: Table, nation: int, taken: list[int], count: int) -> list[int]:
    """Police go to cities with secrets and to the capital, at most two each."""
    box = t.config.box
    worth = [0] * box.cities
    for secret in range(w.SECRETS):
        city = t.secret_at[secret]
        if 0 <= city < box.cities and t.owner[city] == nation:
            worth[city] += 2 * NOISE
    worth[box.capital[nation]] += NOISE
    here = [0] * box.cities
    for city in taken:
        here[city] += 1
    found: list[int] = []
    for _piece in range(count):
        room = [city for city in t.homes[nation] if box.symbol[city] and here[city] < t.config.room[city]]
        best = _best(t, room, [worth[city] // (1 + 2 * here[city]) for city in room])
        found.append(best)
        here[best] += 1
    return found


def _best(t: Table, cities: list[int], worth: list[int]) -> int:
    """The city with the greatest worth and luck."""
    best = -1
    most = 0
    for city, value in zip(cities, worth):
        weight = value + int(t.roll(NOISE))
        if best < 0 or weight > most:
            best, most = city, weight
    return best


def cities_for_spies(t: Table, nation: int, taken: list[int], numbers: list[int], sent: int) -> list[int]:
    """Spies go where they can get secrets and carry them home, and where the nation's own tiles pay. The
    spies that stay out are random.
    """
    held = _kept_out(t, numbers, sent)
    cities = list(range(t.config.box.cities))
    worth = [_worth_of(t, nation, city) for city in cities]
    for city in taken:
        if city != HELD:
            worth[city] -= 4 * NOISE
    found: list[int] = []
    for spy in numbers:
        if spy in held:
            found.append(HELD)
            continue
        best = _best(t, cities, worth)
        found.append(best)
        worth[best] -= 4 * NOISE
    return found


def _kept_out(t: Table, numbers: list[int], sent: int) -> list[int]:
    """The spies that are not ``sent``, at random; in the first edition the weakest."""
    if t.config.edition < 2:
        ranked = sorted([strength_of(t, spy) * len(t.spy_at) + spy for spy in numbers])
        return [one % len(t.spy_at) for one in ranked[: len(numbers) - sent]]
    lots = numbers[:]
    t.shuffle(lots)
    return lots[sent:]


def _worth_of(t: Table, nation: int, city: int) -> int:
    """The worth of a city to a spy of ``nation`` at the start, in hundredths."""
    box = t.config.box
    owner = t.owner[city]
    if owner == nation:
        return -9 * NOISE
    worth = 0
    for secret in range(w.SECRETS):
        if t.secret_at[secret] == city:
            worth += 3 * NOISE if owner == NEUTRAL else NOISE
    if owner != NEUTRAL:
        worth -= 2 * NOISE * len(police_in(t, owner, city))
        if allied(t, nation, owner):
            worth -= 9 * NOISE
    away = box.far[city][box.capital[nation]]
    worth -= NOISE // 2 * max(0, away - box.reach)
    known = FIRST_RANDOM if t.config.edition > 1 else w.TILES  # the holders of the others are hidden
    for tile in range(known):
        if t.tile_at[tile] == nation and box.first[tile] == 0:
            for place, chits, _money in box.yields[tile]:
                if place == city:
                    worth += NOISE * chits // 2
    return worth


def spies_at_home(t: Table, nation: int) -> list[int]:
    """The spies of a nation in its own cities."""
    return [spy for spy in spies_of(nation) if t.spy_at[spy] in t.homes[nation]]
