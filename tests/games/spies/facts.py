"""What must be true of the table when a reason of Spies! is said, by its sentence: read from the pieces, not
from the judgement that chose the sentence.
"""

from typing import Any

from spyring.games.spies import reasons as r
from spyring.games.spies import words as w
from spyring.games.spies.places import BY_POLICE, NOBODY

Said = dict[str, str]


def city_in(t: Any, said: Said) -> int:
    names = [city["name"] for city in t.config.box.data["city"]]
    return names.index(said["city"])


def spy_in(said: Said) -> int:
    nation, number = said["spy"].rsplit(" ", 1)
    return w.NATION.titles.index(nation) * w.SPIES + int(number) - 1


def secret_in(said: Said) -> int:
    return int(said["secret"].rsplit(" ", 1)[1]) - 1


def spies_of_others(t: Any, nation: int, city: int) -> bool:
    return any(place == city and spy // w.SPIES != nation for spy, place in enumerate(t.spy_at))


def under(t: Any, spy: int) -> list[int]:
    return [secret for secret, by in enumerate(t.secret_by) if by == spy]


def has_expired(t: Any, seat: int, move: int, said: Said) -> bool:
    return bool(t.config.box.last[move - w.DISCARD] < t.year)


def scores_now(t: Any, seat: int, move: int, said: Said) -> bool:
    """Its spy stands in its capital, or at a Drop of its nation."""
    spy = t.secret_by[secret_in(said)]
    factor = t.config.box.factors[t.year]
    return 0 <= spy < BY_POLICE and scores_in(t, spy, t.spy_at[spy]) and int(said["n"]) == factor


def scores_in(t: Any, spy: int, city: int) -> bool:
    nation = spy // w.SPIES
    drops = [w.city_of_standing_drop(one) for one in t.drops if w.nation_of_standing_drop(one) == nation]
    return bool(city == t.config.box.capital[nation]) or city in drops


def foreign_here(t: Any, seat: int, move: int, said: Said) -> bool:
    nation = int(t.turn)
    return spies_of_others(t, nation, t.spy_at[nation * w.SPIES + w.spy_of_take(move)])


def kills_one_of(t: Any, seat: int, move: int, said: Said) -> bool:
    spy = w.victim_of_kill(move)
    points = t.config.box.marker * t.config.box.factors[t.year]
    return said["nation"] == w.NATION.titles[spy // w.SPIES] and said["n"] == str(points)


def to_be_searched(t: Any, seat: int, move: int, said: Said) -> bool:
    return spies_of_others(t, int(t.turn), city_in(t, said))


def to_be_guarded(t: Any, seat: int, move: int, said: Said) -> bool:
    city, nation = city_in(t, said), int(t.turn)
    return any(
        place == city and t.secret_by[secret] == NOBODY and t.national[secret] >> nation & 1
        for secret, place in enumerate(t.secret_at)
    )


def can_catch(t: Any, seat: int, move: int, said: Said) -> bool:
    """Where the spy is; and a search without hope is no reason."""
    return bool(t.spy_at[spy_in(said)] == city_in(t, said)) and 0 < int(said["n"]) <= 100


def worth(t: Any, seat: int, move: int, said: Said) -> bool:
    return bool(t.config.box.value[t.secret_face[secret_in(said)]] == int(said["n"]))


def lies_where_the_spy_is(t: Any, seat: int, move: int, said: Said) -> bool:
    nation, secret = int(t.turn), secret_in(said)
    known = t.secrets.knows(t.secret_face[secret], 1 << nation)
    city = t.secret_at[secret]
    own = t.spy_at[nation * w.SPIES : (nation + 1) * w.SPIES]
    return not known and city in own


def carries_home(t: Any, seat: int, move: int, said: Said) -> bool:
    spy = spy_in(said)
    carried = [secret for secret in under(t, spy) if not t.national[secret] >> spy // w.SPIES & 1]
    return bool(carried) and scores_in(t, spy, city_in(t, said))


def secret_there(t: Any, seat: int, move: int, said: Said) -> bool:
    city, nation = city_in(t, said), spy_in(said) // w.SPIES
    return any(
        place == city and not t.national[secret] >> nation & 1 for secret, place in enumerate(t.secret_at)
    )


def tiles_there(t: Any, seat: int, move: int, said: Said) -> bool:
    city, nation, box = city_in(t, said), spy_in(said) // w.SPIES, t.config.box
    return any(
        at == nation
        and box.first[tile] <= t.year + 1 <= box.last[tile]
        and city in [where for where, _chits, _money in box.yields[tile]]
        for tile, at in enumerate(t.tile_at)
    )


def has_money(t: Any, seat: int, move: int, said: Said) -> bool:
    return bool(t.money[t.turn] > 0)


def only_one(t: Any, seat: int, move: int, said: Said) -> bool:
    return len(t.legal(seat)) == 1


def both_here(t: Any, seat: int, move: int, said: Said) -> bool:
    """The receiver stands where the secret is, and can still move."""
    to = int(t.turn) * w.SPIES + w.spy_of_hand(move)
    return bool(t.spy_at[to] == t.spy_at[t.mover]) and not t.moved >> to & 1


def guards_own(t: Any, seat: int, move: int, said: Said) -> bool:
    """Of the nation whose police may guard: in another's turn one that has just captured a spy."""
    secret = w.secret_of_guard(move)
    nation = int(getattr(t.stack[-1], "nation", t.turn))
    return bool(t.national[secret] >> nation & 1) and bool(t.secret_by[secret] == NOBODY)


FACTS = {
    r.EXPIRED: has_expired,
    r.SCORES: scores_now,
    r.SAFER: foreign_here,
    r.KILLS: kills_one_of,
    r.CAN_SEARCH: to_be_searched,
    r.CAN_GUARD: to_be_guarded,
    r.CATCHES: can_catch,
    r.KNOWN_WORTH: worth,
    r.IN_REACH: lies_where_the_spy_is,
    r.CARRIES: carries_home,
    r.TO_SECRET: secret_there,
    r.TO_TILES: tiles_there,
    r.MAY_SELL: has_money,
    r.NO_ANSWER: only_one,
    r.SIMPLE[w.CONSULT]: has_money,
    r.SIMPLE[w.GUARD]: guards_own,
    r.SIMPLE[w.HAND]: both_here,
}
