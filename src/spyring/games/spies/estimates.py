"""How the heuristic bot judges the table: the worth of secrets and chits, risks, goals of spies.

Worth is measured in points and uses only what a nation knows: a strength or a face that it has not seen
counts as an average one.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from spyring.engine.box import FAR
from spyring.games.spies import pieces
from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.places import BY_POLICE, NOBODY, OVER
from spyring.games.spies.rules.diplomacy import AMOUNTS
from spyring.games.spies.rules.searches import allied_national, watched
from spyring.games.spies.scoring import nation_points

MONEY: Final = 0.08  # points for £1
UNKNOWN_SECRET: Final = 2.0  # the average value of a face-down secret, including counterspies
UNKNOWN_SPY: Final = 4.3
UNKNOWN_POLICE: Final = 3.3
A_SPY: Final = 2.5  # the worth of a spy on the map, besides its strength
DECAY: Final = 0.86  # of a goal, per space on the way
NEARNESS: Final = [DECAY**spaces for spaces in range(FAR + 1)]
BOUNTY: Final = 20 * MONEY  # the payment for a secret that comes home
EXPOSED: Final = 0.35  # the probability that police search a spy in their city
GUARDED: Final = 0.4  # the probability of taking a secret with a guard
OUTLOOK: Final = 0.5  # the share of possible loot that a nation really gets

# The lead in points that makes a nation 2.7 times as likely to win, by year; fitted to results of games.
SPREAD: Final = (40.0, 33.0, 22.0, 19.0, 17.0, 14.0, 10.0)

# Cover, Discovery, Double Cross, Drop, Escape, Intercept, Papers, Recruit, Sanction, Source
# A list: mypyc mistakes a tuple of floats for one that is not set, where a function begins with it.
CHIT_WORTH: Final = [1.0, 2.2, 1.0, 1.2, 1.4, 0.6, 1.2, 0.8, 1.6, 0.5]


def factor(t: Table) -> int:
    """The factor of this year."""
    return t.config.box.factors[t.year]


def last_factor(t: Table) -> int:
    """The factor of the last year, as far as it is known."""
    return t.config.box.factors[t.year if t.war else w.YEARS - 1]


def secret_worth(t: Table, nation: int, secret: int) -> float:
    """The value of a secret as a nation knows it."""
    face = t.secret_face[secret]
    if t.secrets.knows(face, 1 << nation):
        return float(t.config.box.value[face])
    return 2.7 if t.proven >> secret & 1 else UNKNOWN_SECRET


def spy_guess(t: Table, nation: int, spy: int) -> float:
    """The strength of a spy as a nation knows it."""
    if t.spies.knows(t.spy_face[spy], 1 << nation):
        return float(pieces.strength_of(t, spy))
    return UNKNOWN_SPY


def force_guess(t: Table, nation: int, one: int) -> float:
    """The strength of a police piece as a nation knows it."""
    known = t.police.knows(t.police_face[one], 1 << nation)
    return float(pieces.force_of(t, one)) if known else UNKNOWN_POLICE


def police_guess(t: Table, nation: int, owner: int, city: int) -> float:
    """The strength of the police in a city as a nation knows it."""
    total = 0.0
    for one in pieces.police_in(t, owner, city):
        total += force_guess(t, nation, one)
    return total


def stronger(one: float, other: float, known: bool) -> float:
    """The probability that ``one`` is more than ``other``; certain if both are known."""
    if known:
        return 1.0 if one > other else 0.0
    return min(1.0, max(0.0, (one - other + 1.5) / 3.0))


def catch_chance(t: Table, nation: int, spy: int) -> float:
    """The probability that a search by a nation's police in its city catches a spy."""
    known = t.spies.knows(t.spy_face[spy], 1 << nation)
    return stronger(police_guess(t, nation, nation, t.spy_at[spy]), spy_guess(t, nation, spy), known)


def loot(t: Table, nation: int, spy: int) -> float:
    """The worth of the secrets on which a spy stands."""
    total = 0.0
    for secret in pieces.secrets_under(t, spy):
        total += secret_worth(t, nation, secret)
    return total


def spy_stake(t: Table, nation: int, spy: int) -> float:
    """What a capture costs, as ``nation`` sees it: the points for the captor, the spy itself, its loot."""
    return spy_guess(t, nation, spy) * factor(t) * 0.7 + A_SPY + loot(t, nation, spy) * factor(t)


def entry_risk(t: Table, spy: int, city: int, stake: float) -> float:
    """How much of its ``stake`` a spy risks in a city with foreign police."""
    nation = spy // w.SPIES
    if not watched(t, nation, city):
        return 0.0
    caught = stronger(police_guess(t, nation, t.owner[city], city), float(pieces.strength_of(t, spy)), False)
    papers = t.hand[nation * w.CHITS + w.PAPERS] > 0 and t.money[nation] >= t.config.box.price[w.PAPERS]
    return caught * stake * (0.25 if papers else 0.8)


def wanted(t: Table, nation: int, secret: int) -> bool:
    """Whether a nation might discover and cash a secret."""
    city = t.secret_at[secret]
    if city < 0 or city >= t.config.codes.cities or t.national[secret] >> nation & 1:
        return False
    if t.config.game_advanced and t.config.box.haven[city]:
        return False
    controller = pieces.controller_of(t, secret)
    if controller == nation:
        return False
    if t.seats == w.NATIONS:  # each seat has one nation
        return True
    if controller >= 0 and allied(t, nation, controller):
        return False
    return not allied_national(t, nation, secret)


def take_chance(t: Table, spy: int, secret: int) -> float:
    """The probability that a Discovery gets a secret, if nobody covers it."""
    nation = spy // w.SPIES
    by = t.secret_by[secret]
    if by == NOBODY:
        return 1.0
    strength = float(pieces.strength_of(t, spy))
    if by < BY_POLICE:
        known = t.spies.knows(t.spy_face[by], 1 << nation)
        return stronger(strength, spy_guess(t, nation, by), known)
    known = t.police.knows(t.police_face[by - BY_POLICE], 1 << nation)
    return stronger(strength, force_guess(t, nation, by - BY_POLICE), known)


def discovery_worth(t: Table, spy: int, secret: int, stake: float) -> float:
    """The average gain of a Discovery: the secret, minus the risk of losing the spy (its ``stake``) to a
    counterspy.
    """
    nation = spy // w.SPIES
    worth = secret_worth(t, nation, secret) * (factor(t) + 1) * 0.8 + 1.5
    face_known = t.secrets.knows(t.secret_face[secret], 1 << nation) or t.proven >> secret & 1
    if not face_known and not pieces.is_cousin(t, spy):
        worth -= 0.25 * stronger(5.0, float(pieces.strength_of(t, spy)), False) * stake
    return take_chance(t, spy, secret) * worth


def parts_worth(parts: list[int]) -> float:
    """What an offer is worth to its maker."""
    total = 0.0
    for part in parts:
        family = w.family(part)
        if family == w.GIVE:
            total -= CHIT_WORTH[part - w.GIVE]
        elif family == w.ASK:
            total += CHIT_WORTH[part - w.ASK]
        elif family == w.PAY:
            total -= AMOUNTS[part - w.PAY] * MONEY
        elif family == w.CHARGE:
            total += AMOUNTS[part - w.CHARGE] * MONEY
    return total


# -- goals of a spy ------------------------------------------------------------------------------------------


def goals(t: Table, spy: int) -> list[float]:
    """The worth of each city to a spy that ends its move there."""
    nation = spy // w.SPIES
    box = t.config.box
    worth = [0.0] * box.cities
    carried = False
    for secret in pieces.secrets_under(t, spy):
        if not t.national[secret] >> nation & 1:
            carried = True
            value = secret_worth(t, nation, secret) * factor(t) + 20 * MONEY + 3.0
            worth[box.capital[nation]] += value
            for drop in t.drops:
                if w.nation_of_standing_drop(drop) == nation:
                    worth[w.city_of_standing_drop(drop)] += value
    if carried:
        return worth
    stake = spy_stake(t, nation, spy)
    able = 1.0 if t.hand[nation * w.CHITS + w.DISCOVERY] else 0.5
    home = box.far[box.capital[nation]]
    for secret in range(w.SECRETS):
        if wanted(t, nation, secret):
            city = t.secret_at[secret]
            worth[city] += able * discovery_worth(t, spy, secret, stake) * NEARNESS[home[city]]
    add_tiles(t, nation, worth)
    for other in range(nation * w.SPIES, nation * w.SPIES + w.SPIES):
        city = t.spy_at[other]
        if other != spy and 0 <= city < box.cities and not pieces.carries(t, other):
            worth[city] *= 0.3
    for city in range(box.cities):
        if worth[city] > 0.0:
            worth[city] -= 0.7 * entry_risk(t, spy, city, stake)
    return worth


def add_tiles(t: Table, nation: int, worth: list[float]) -> None:
    """Add the cities where the nation's own tiles will pay next year."""
    box = t.config.box
    year = t.year + 1
    for tile in range(w.TILES):
        if t.tile_at[tile] == nation and box.first[tile] <= year <= box.last[tile]:
            for city, chits, money in box.yields[tile]:
                if t.owner[city] != nation:
                    worth[city] += 0.25 * (chits + money * MONEY)


def pull(t: Table, worth: list[float], space: int) -> float:
    """The worth of a space on the way to goals: that of the best one, less for every space to go."""
    best = 0.0
    far = t.config.box.far[space]
    city: i64 = -1
    for value in worth:
        city += 1
        if value > best:
            value *= NEARNESS[far[city]]
            if value > best:
                best = value
    return best


# -- the whole table -----------------------------------------------------------------------------------------


def standing(t: Table, nation: int) -> float:
    """The points that a nation can expect at the end."""
    total = float(nation_points(t, nation)) + t.money[nation] * MONEY * 0.5
    if t.step == OVER:
        return total
    home = t.config.box.far[t.config.box.capital[nation]]
    for secret in range(w.SECRETS):
        city = t.secret_at[secret]
        if city < 0 or city >= t.config.codes.cities:
            continue
        controller = pieces.controller_of(t, secret)
        value = float(t.config.box.value[t.secret_face[secret]])
        if controller not in (nation, NEUTRAL):
            continue
        if t.owner[city] == nation:
            total += value * last_factor(t) * 0.8
        elif controller == nation:
            if t.national[secret] >> nation & 1:
                total += value * factor(t) * 0.6
            else:
                total += (value * factor(t) + BOUNTY) * NEARNESS[home[city]]
    for chit in range(w.CHITS):
        total += t.hand[nation * w.CHITS + chit] * CHIT_WORTH[chit] * 0.5
    for spy in range(nation * w.SPIES, nation * w.SPIES + w.SPIES):
        city = t.spy_at[spy]
        if city >= 0:
            total += A_SPY
            if city < t.config.codes.cities and t.owner[city] not in (nation, NEUTRAL):
                total -= EXPOSED * entry_risk(t, spy, city, spy_stake(t, nation, spy))
    return total + OUTLOOK * outlook(t, nation)


def outlook(t: Table, nation: int) -> float:
    """What the idle spies of a nation may bring home, less for every space on their way."""
    box = t.config.box
    home = box.far[box.capital[nation]]
    able = 1.0 if t.hand[nation * w.CHITS + w.DISCOVERY] else 0.5
    now = factor(t)
    aims: list[int] = []
    worth: list[float] = []
    for secret in range(w.SECRETS):
        if wanted(t, nation, secret):
            city = t.secret_at[secret]
            free = 1.0 if t.secret_by[secret] == NOBODY else GUARDED
            value = secret_worth(t, nation, secret) * now + BOUNTY
            aims.append(city)
            worth.append(able * free * value * NEARNESS[home[city]])
    total = 0.0
    for spy in range(nation * w.SPIES, nation * w.SPIES + w.SPIES):
        place = t.spy_at[spy]
        if place < 0 or pieces.carries(t, spy):
            continue
        far = box.far[place]
        best = 0.0
        for at in range(len(aims)):
            value = worth[at]
            if value > best:
                value *= NEARNESS[far[aims[at]]]
                if value > best:
                    best = value
        total += best
    return total


def chances(t: Table) -> list[float]:
    """Every seat's probability to win: its best nation against the best of all others."""
    best = [-99.0] * int(t.seats)
    for nation in range(w.NATIONS):
        if nation == w.RUSSIA and t.config.alternates:
            continue
        seat = t.runner[nation]
        best[seat] = max(best[seat], standing(t, nation))
    top = max(best)
    shares = [exp((value - top) / SPREAD[t.year]) for value in best]
    total = sum(shares)
    return [share / total for share in shares]
