"""What must be true of the table when a reason of Season 0 is said, by its sentence: read from the rules, not
from the plan that chose the sentence.
"""

from typing import Any

from spyring.games.season0 import reasons as r
from spyring.games.season0 import words as w
from spyring.games.season0.box import EACH_TEAMS, MAX_AGENTS
from spyring.games.season0.rules.objectives import needs, possible
from spyring.games.season0.rules.safehouses import assemble_cost

Said = dict[str, str]


def city_in(t: Any, said: Said) -> int:
    return next(at for at, city in enumerate(t.config.box.cities) if city["name"] == said["city"])


def seat_in(said: Said) -> int:
    return w.SEAT.titles.index(said["seat"])


def side_in(said: Said) -> int:
    return w.AFFILIATION.titles.index(said["affiliation"])


def held(t: Any, seat: int, side: int) -> list[int]:
    return [card for card in t.hands[seat] if card < w.CITIES and t.side[card] == side]


def open_ones(t: Any) -> list[int]:
    return [number for number, status in enumerate(t.status) if status == w.OPEN]


def wanted_in(t: Any) -> list[tuple[int, int]]:
    """Every city in which an open objective wants teams, or may, and how many."""
    return [
        one
        for number in open_ones(t)
        for one in needs(t, number) or [(city, 1) for city in possible(t, number)]
    ]


def on_board(t: Any, side: int) -> int:
    return sum(place >= 0 for place in t.teams[side * EACH_TEAMS : (side + 1) * EACH_TEAMS])


def is_full(t: Any, seat: int, move: int, said: Said) -> bool:
    return bool(t.agents[city_in(t, said)] == MAX_AGENTS)


def returns(t: Any, seat: int, move: int, said: Said) -> bool:
    """It was drawn before, and is not out of the game."""
    city = city_in(t, said)
    bottom = min(t.foreseen.pool[card] for card in t.threat) if t.threat else 0
    again = city in t.threat and t.foreseen.pool[city] > bottom
    return is_full(t, seat, move, said) and (city in t.threat_discard or again)


def has_agents(t: Any, seat: int, move: int, said: Said) -> bool:
    return bool(0 < int(said["n"]) == t.agents[city_in(t, said)] < MAX_AGENTS)


def can_assemble(t: Any, seat: int, move: int, said: Said) -> bool:
    """With a safehouse there, or a card to build one that the team does not need."""
    city, who, side = city_in(t, said), seat_in(said), side_in(said)
    cards, cost = held(t, who, side), assemble_cost(t, who)
    ready = t.safe[city] and len(cards) >= cost
    return bool(t.side[city] == side and (ready or (city in cards and len(cards) > cost)))


def somebody_brings(t: Any, seat: int, move: int, said: Said) -> bool:
    """Another seat has the card of the city; a Rare Book Dealer may give any card there."""
    city, who, side = city_in(t, said), seat_in(said), side_in(said)
    if len(held(t, who, side)) >= assemble_cost(t, who):
        return False
    givers = [other for other in range(int(t.seats)) if other != who]
    return any(
        card == city or t.ability[other] == w.RARE_BOOK_DEALER
        for other in givers
        for card in held(t, other, side)
    )


def lacks_site(t: Any, seat: int, move: int, said: Said) -> bool:
    side = side_in(said)
    return bool(t.side[city_in(t, said)] == side) and not any(
        t.safe[city] and t.side[city] == side for city in range(w.CITIES)
    )


def target_in_region(t: Any, seat: int, move: int, said: Said) -> bool:
    region = t.config.box.region[city_in(t, said)]
    return any(
        t.target[number] >= 0 and not t.revealed[number] and t.config.objectives[number].region == region
        for number in open_ones(t)
    )


def is_short(t: Any, seat: int, move: int, said: Said) -> bool:
    who = seat_in(said)
    return 0 < int(said["n"]) == assemble_cost(t, who) - len(held(t, who, side_in(said)))


def needs_no_more(t: Any, seat: int, move: int, said: Said) -> bool:
    """A known target has its teams; a hidden one may be elsewhere, or a team is there for it."""
    side = side_in(said)
    known = [sum(n for city, n in needs(t, number) if t.side[city] == side) for number in open_ones(t)]
    return on_board(t, side) >= max(known, default=0)


def has_enough(t: Any, seat: int, move: int, said: Said) -> bool:
    who = seat_in(said)
    return len(held(t, who, side_in(said))) >= assemble_cost(t, who)


def other_seat(t: Any, seat: int, move: int, said: Said) -> bool:
    return seat_in(said) != seat or w.family(move) not in (w.DISCARD, w.GIVE, w.HAND_OVER)


def objective_needs(t: Any, seat: int, move: int, said: Said) -> bool:
    return side_in(said) in {t.side[city] for city, _n in wanted_in(t)}


def team_wanted(t: Any, seat: int, move: int, said: Said) -> bool:
    return city_in(t, said) in {city for city, _n in wanted_in(t)}


def hidden_here(t: Any, seat: int, move: int, said: Said) -> bool:
    region = t.config.box.region[t.pawn[seat]]
    found = [
        len(possible(t, number))
        for number in open_ones(t)
        if t.target[number] >= 0 and not t.revealed[number] and t.config.objectives[number].region == region
    ]
    return int(said["n"]) in found


def something_open(t: Any, seat: int, move: int, said: Said) -> bool:
    return bool(open_ones(t))


def completes(t: Any, seat: int, move: int, said: Said) -> bool:
    """The teams that it asks for are there."""
    number = move - w.ACQUIRE
    return bool(t.status[number] == w.OPEN)


FACTS = {
    r.FULL_SOON: returns,
    r.FULL: is_full,
    r.AGENTS: has_agents,
    r.SITE: can_assemble,
    r.MEETING: somebody_brings,
    r.WANTED_SITE: lacks_site,
    r.POST: target_in_region,
    r.COLLECTS: is_short,
    r.NO_NEED: needs_no_more,
    r.ENOUGH: has_enough,
    r.OTHER_COLLECTS: other_seat,
    r.TEAM_NEEDED: objective_needs,
    r.TEAM_WANTED: team_wanted,
    r.REVEALS: hidden_here,
    r.STILL_OPEN: something_open,
    r.SURE: completes,
    r.CHANCE: completes,
}
