"""Points and winners of Spies! (SPY-17, SPY-18.5)."""

from typing import Final

from mypy_extensions import i64

from spyring.engine.i18n import _
from spyring.engine.outcome import Outcome
from spyring.engine.reason import Reason
from spyring.engine.verdict import by_how_much, rival_of, where
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.pieces import strength_of
from spyring.games.spies.places import record_of

CASHED: Final = _("Secrets cashed")
AT_HOME: Final = _("Secrets at home")
CAPTURED: Final = _("Captured spies")
KILLED: Final = _("Killed spies")
BOOTY: Final = (CASHED, AT_HOME, CAPTURED, KILLED)
RUSSIA_FIRST: Final = _("Russia comes first, but scores for neither player. The best other nation decides.")


def booty(t: Table, nation: int) -> list[int]:
    """The points of a nation for each of ``BOOTY``: value times the factor of its box (SPY-17.3)."""
    box = t.config.box
    factors = box.factors
    cashed = at_home = captured = killed = 0
    first: i64 = record_of(nation, 0)
    place: i64
    piece: i64 = -1
    for place in t.secret_at:
        piece += 1
        if place <= first and place > first - w.YEARS:
            points = box.value[t.secret_face[piece]] * factors[first - place]
            if t.home >> piece & 1:
                at_home += points
            else:
                cashed += points
    piece = -1
    for place in t.spy_at:
        piece += 1
        if place <= first and place > first - w.YEARS:
            captured += strength_of(t, int(piece)) * factors[first - place]
    for year in range(w.YEARS):
        killed += t.markers[nation * w.YEARS + year] * box.marker * factors[year]
    return [cashed, at_home, captured, killed]


def breakdown(t: Table, nation: int) -> dict[str, int]:
    """The points of a nation by the titles of their kinds."""
    return dict(zip(BOOTY, booty(t, nation)))


def nation_points(t: Table, nation: int) -> int:
    """The points of a nation in all."""
    cashed, at_home, captured, killed = booty(t, nation)
    return cashed + at_home + captured + killed


def champion(t: Table, seat: int) -> int:
    """The nation that counts for a seat: its best one, by points and then money (SPY-R52). With two seats
    Russia counts for nobody (SPY-R53).
    """
    found = -1
    best = (-1, -1)
    for nation in range(w.NATIONS):
        if t.runner[nation] != seat or (nation == w.RUSSIA and t.config.alternates):
            continue
        merit = (nation_points(t, nation), t.money[nation])
        if merit > best:
            found, best = nation, merit
    return found


def outcome(t: Table) -> Outcome:
    """The nation with most points wins for its seat, a tie goes to the richer one (SPY-17.4, SPY-R61)."""
    seats = range(int(t.seats))
    champions = [champion(t, seat) for seat in seats]
    merits = [(nation_points(t, nation), t.money[nation]) for nation in champions]
    ranks = tuple(1 + sum(other > merit for other in merits) for merit in merits)
    winners = 0
    for seat in seats:
        if ranks[seat] == 1:
            winners |= 1 << seat
    reason, clause = grounds(t, max(merits))
    points = tuple(merit[0] for merit in merits)
    parts = tuple(breakdown(t, nation) for nation in champions)
    return Outcome(winners, ranks, points, parts, reason, clause)


def tie_breaker(t: Table, ahead: int, behind: int) -> Reason:
    """What breaks a tie between two seats whose best nations have equal points (SPY-17.4)."""
    first, second = champion(t, ahead), champion(t, behind)
    values = {
        "seat": w.NATION.titles[first],
        "other": w.NATION.titles[second],
        "n": str(nation_points(t, first)),
        "a": str(t.money[first]),
        "b": str(t.money[second]),
    }
    text = _("{seat} and {other} are level on {n}; {seat} is richer, £{a} to £{b} (SPY-17.4).")
    return Reason(text, values)


def grounds(t: Table, top: tuple[int, int]) -> tuple[str, str]:
    """Why ``top`` wins by points or money, and the clause."""
    merits = [(nation_points(t, nation), t.money[nation]) for nation in range(w.NATIONS)]
    if t.config.alternates and merits.pop(w.RUSSIA) >= top:
        return RUSSIA_FIRST, "SPY-R53"
    if merits.count(top) > 1:
        return _("Nations level on points and money share the victory."), "SPY-R61"
    if sum(merit[0] == top[0] for merit in merits) > 1:
        return _("Level on points, the richest nation wins."), "SPY-17.4"
    return _("The nation with the most points wins."), "SPY-17.4"


def verdict(t: Table, outcome: Outcome, seat: int) -> list[Reason]:
    """How far the nation that counts for a seat was ahead or behind, and which booty decided."""
    titles = w.NATION.titles
    champions = tuple(titles[champion(t, other)] for other in range(int(t.seats)))
    names = {part: part for part in outcome.breakdown[seat]}
    lines = [by_how_much(outcome, seat, champions), *where(outcome, seat, champions, names)]
    if lines[0].values["gap"] == "0" and len(outcome.winners) == 1:
        rival = rival_of(outcome, seat)
        money = {"mine": str(t.money[champion(t, seat)]), "theirs": str(t.money[champion(t, rival)])}
        text = _("Money decided it: £{mine} to {other}'s £{theirs}.")
        lines[1:] = [Reason(text, {**money, "other": champions[rival]})]
    return lines
