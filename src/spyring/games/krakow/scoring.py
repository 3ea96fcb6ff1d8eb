"""Points and winners of Kraków."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.outcome import Outcome
from spyring.engine.reason import Reason
from spyring.engine.seats import PUBLIC
from spyring.engine.verdict import by_how_much, rival_of
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table

# By group: the Secret Societies come first, then Citizens, Monks, Underworld (KRK-14.5).
TIE_ORDER: Final = (1, 2, 0, 3)


def totals(t: Table, district: int) -> tuple[int, int]:
    """The markers of all types in a district, White and Black (KRK-12.1)."""
    board = t.board
    white = 0
    black = 0
    for place in range(district * w.TYPES, district * w.TYPES + w.TYPES):
        white += board[place * 2]
        black += board[place * 2 + 1]
    return white, black


def team_points(t: Table) -> None:
    """Each district gives its points to both members of the team that leads there (KRK-12.2, KRK-12.3)."""
    for district in range(w.DISTRICTS):
        white, black = totals(t, district)
        if white == black:
            t.emit(w.DISTRICT_TIED, PUBLIC, district)
            continue
        team = 0 if white > black else 1
        points = t.config.box.points[district]
        t.points[team] += points
        t.points[team + 2] += points
        t.emit(w.DISTRICT_WON, PUBLIC, district, team, points)


def by_colour(t: Table) -> list[int]:
    """The success pile sorted by colour (KRK-13.1)."""
    group = t.config.box.group
    return [card for colour in range(w.GROUPS) for card in t.success if group[card] == colour]


def group_points(t: Table) -> None:
    """Reveal the success pile and score it for the groups (KRK-13)."""
    box = t.config.box
    cards = [0] * w.GROUPS
    circles = [0] * w.GROUPS
    for card in by_colour(t):
        cards[box.group[card]] += 1
        circles[box.group[card]] += box.circles[card]
        t.emit(w.TURNED_UP, PUBLIC, card, box.group[card], box.circles[card])
    most = max(cards)
    for group in range(w.GROUPS):
        t.group_points[group] += circles[group]
        t.emit(w.GROUP_SCORED, PUBLIC, group, cards[group], circles[group])
    if cards.count(most) == 1:
        winner = cards.index(most)
        enemy = w.GROUPS - 1 - winner
        t.group_points[winner] += 2
        t.group_points[enemy] -= 2
        t.emit(w.GROUP_MAJORITY, PUBLIC, winner, enemy)
    if t.config.group_floor_zero:
        for group in range(w.GROUPS):
            t.group_points[group] = max(0, t.group_points[group])


def total(t: Table, seat: int) -> int:
    """The points of a seat plus those of its group (KRK-14.2)."""
    return t.points[seat] + t.group_points[t.identity[seat]]


def standing(t: Table, seat: int) -> int:
    """A number that is higher for the better seat, including tie-breaks (KRK-14.3 to KRK-14.5)."""
    group = t.identity[seat]
    return (total(t, seat) * 4096 + t.group_points[group]) * w.GROUPS + w.GROUPS - 1 - TIE_ORDER[group]


def outcome(t: Table) -> Outcome:
    """The final result: exactly one winner (KRK-R35)."""
    standings = [standing(t, seat) for seat in range(w.SEATS)]
    order = sorted(standings, reverse=True)
    best = standings.index(order[0])
    second = standings.index(order[1])
    scores = tuple(total(t, seat) for seat in range(w.SEATS))
    groups = [t.group_points[t.identity[seat]] for seat in range(w.SEATS)]
    if scores[best] > scores[second]:
        reason, clause = _("The highest total wins."), "KRK-14.3"
    elif groups[best] > groups[second]:
        reason, clause = _("Totals are tied: group points decide."), "KRK-14.4"
    else:
        reason, clause = _("Totals and group points are tied: the order of the groups decides."), "KRK-14.5"
    return Outcome(
        1 << best,
        tuple(order.index(value) + 1 for value in standings),
        scores,
        tuple({_("own"): t.points[seat], _("group"): groups[seat]} for seat in range(w.SEATS)),
        reason,
        clause,
    )


def tie_breaker(t: Table, ahead: int, behind: int) -> Reason:
    """What breaks a tie between two seats with equal totals (KRK-14.4, KRK-14.5)."""
    mine, theirs = t.identity[ahead], t.identity[behind]
    values = {
        "seat": w.SEAT.titles[ahead],
        "other": w.SEAT.titles[behind],
        "n": str(total(t, ahead)),
        "a": str(t.group_points[mine]),
        "b": str(t.group_points[theirs]),
        "group": w.GROUP.titles[mine],
        "theirs": w.GROUP.titles[theirs],
    }
    if t.group_points[mine] != t.group_points[theirs]:
        return Reason(_("Tied at {n}: {seat} beats {other} on group points, {a} to {b} (KRK-14.4)."), values)
    return Reason(
        _("Tied at {n}: {seat} beats {other} by group order, {group} before {theirs} (KRK-14.5)."),
        values,
    )


def verdict(t: Table, outcome: Outcome, seat: int) -> list[Reason]:
    """How far a seat was ahead or behind, and whether the city or the secret group made the difference."""
    rival = rival_of(outcome, seat)
    won = seat in outcome.winners
    own = t.points[seat] - t.points[rival]
    group = t.group_points[t.identity[seat]] - t.group_points[t.identity[rival]]
    values = {
        "group": w.GROUP.titles[t.identity[seat]],
        "theirs": w.GROUP.titles[t.identity[rival]],
        "other": w.SEAT.titles[rival],
        "a": str(t.points[seat]),
        "b": str(t.points[rival]),
        "c": str(t.group_points[t.identity[seat]]),
        "d": str(t.group_points[t.identity[rival]]),
    }
    if (group > own) if won else (group < own):
        line = _(
            "The secret group decided it: the {group} scored {c}, and {other}'s group (the {theirs}) {d}."
        )
    elif own != group:
        line = _("The city decided it: own points {a} to {other}'s {b}.")
    else:
        line = _(
            "City and group decided it equally: own points {a} to {other}'s {b}, group points {c} to {d}."
        )
    return [by_how_much(outcome, seat, w.SEAT.titles), Reason(line, values)]
