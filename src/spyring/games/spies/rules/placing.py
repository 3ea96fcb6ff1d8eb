"""SPY-2: what a nation must still place, where it may, and the move “place the rest for me”: sensible places
that depend only on chance and public facts, so that the move reveals nothing (SPY-R83).
"""

from typing import Final

from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_RANDOM, NEUTRAL
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.pieces import police_in, strength_of
from spyring.games.spies.places import UNPLACED, UNUSED, police_of, spies_of

OF_SECRETS: Final = 0
OF_POLICE: Final = 1
OF_SPIES: Final = 2
HELD: Final = -2  # a spy that is kept out of the game
NOISE: Final = 100


def own_secrets(t: Table, nation: int) -> range:
    """The numbers of the secrets that a nation has drawn."""
    box = t.config.box
    first = len(box.secret_cities) + sum(box.drawn[:nation])
    return range(first, first + box.drawn[nation])


def unplaced(t: Table, stage: int, nation: int) -> list[int]:
    """The pieces that a nation must still place, in the order of the questions."""
    at = places_of(t, stage)
    return [piece for piece in own_pieces(t, stage, nation) if at[piece] == UNPLACED]


def own_pieces(t: Table, stage: int, nation: int) -> range:
    """The pieces of one kind that a nation has."""
    if stage == OF_SECRETS:
        return own_secrets(t, nation)
    return police_of(nation) if stage == OF_POLICE else spies_of(nation)


def places_of(t: Table, stage: int) -> tuple[int, ...]:
    """Where all pieces of one kind are."""
    if stage == OF_SECRETS:
        return t.secret_at
    return t.police_at if stage == OF_POLICE else t.spy_at


def cities_taken(t: Table, stage: int, nation: int) -> list[int]:
    """The cities of the pieces of one kind that a nation has placed."""
    at = places_of(t, stage)
    return [at[piece] for piece in own_pieces(t, stage, nation) if at[piece] >= 0]


def to_send(t: Table, nation: int, plan: list[int]) -> int:
    """How many spies a nation must still send after those of its plan (SPY-2.8, SPY-2.9)."""
    sent = len(cities_taken(t, OF_SPIES, nation)) + len(plan) - plan.count(HELD)
    return t.config.sent[nation] - sent


def may_hold(t: Table, nation: int, plan: list[int]) -> bool:
    """Whether more spies are left than must be sent."""
    return len(unplaced(t, OF_SPIES, nation)) - len(plan) > to_send(t, nation, plan)


def place_of(t: Table, stage: int, move: int) -> int:
    """The city of a placing move, or ``HELD``."""
    if move == w.HOLD:
        return HELD
    codes = t.config.codes
    return move - (w.HIDE if stage == OF_SECRETS else codes.post if stage == OF_POLICE else codes.send)


def arranged(t: Table, stage: int, nation: int, plan: list[int]) -> list[int]:
    """Sensible places for all pieces that are neither placed nor planned."""
    left = unplaced(t, stage, nation)[len(plan) :]
    taken = cities_taken(t, stage, nation) + plan
    if stage == OF_SECRETS:
        return cities_for_secrets(t, nation, taken, len(left))
    if stage == OF_POLICE:
        return cities_for_police(t, nation, taken, len(left))
    return cities_for_spies(t, nation, taken, left, to_send(t, nation, plan))


def put(t: Table, stage: int, nation: int, city: int) -> None:
    """Place the next piece of a nation; once the last spy is sent, the others are out."""
    left = unplaced(t, stage, nation)
    if not left:
        return
    piece = left[0]
    if stage == OF_SECRETS:
        t.secret_at = replaced(t.secret_at, piece, city)
        t.emit(w.HIDDEN, PUBLIC, nation, piece, city)
    elif stage == OF_POLICE:
        t.police_at = replaced(t.police_at, piece, city)
        t.backs.renew([piece])
        t.emit(w.POSTED, PUBLIC, nation, city)
    elif city == HELD:
        keep_out(t, nation, piece)
    else:
        t.spy_at = replaced(t.spy_at, piece, city)
        t.emit(w.SENT, PUBLIC, piece, city)
        if to_send(t, nation, []) == 0:
            for spy in unplaced(t, stage, nation):
                keep_out(t, nation, spy)


def keep_out(t: Table, nation: int, spy: int) -> None:
    """A spy takes no part in the game."""
    t.spy_at = replaced(t.spy_at, spy, UNUSED)
    t.emit(w.HELD, PUBLIC, nation)


# -- sensible places --------------------------------------------------------------------------------------


def cities_for_secrets(t: Table, nation: int, taken: list[int], count: int) -> list[int]:
    """Secrets are spread over the home cities with police symbols; ties are random."""
    box = t.config.box
    home = [city for city in t.homes[nation] if box.symbol[city]]
    load = [0] * box.cities
    for city in taken:
        load[city] += 1
    found: list[int] = []
    for _secret in range(count):
        best = _best(t, home, [-load[city] * NOISE for city in home], -1)
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


def _best(t: Table, cities: list[int], worth: list[int], luck: int = 1) -> int:
    """The city with the greatest worth; chance adds less than ``NOISE``, or subtracts it (``luck`` -1)."""
    best = -1
    most = 0
    for city, value in zip(cities, worth):
        weight = value + luck * int(t.roll(NOISE))
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
