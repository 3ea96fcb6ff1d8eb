"""What decided the result of one seat, in two lines, from the points of all."""

from spyring.engine.i18n import _
from spyring.engine.outcome import Outcome
from spyring.engine.reason import Reason


def rival_of(outcome: Outcome, seat: int) -> int:
    """The seat to compare with: the winner, or for a sole winner the best of the others."""
    winners = [winner for winner in outcome.winners if winner != seat]
    if winners:
        return winners[0]
    others = [other for other in range(len(outcome.ranks)) if other != seat]
    return min(others, key=lambda other: (outcome.ranks[other], other))


def by_how_much(outcome: Outcome, seat: int, titles: tuple[str, ...]) -> Reason:
    """How far a seat is ahead of its rival, or behind."""
    rival = rival_of(outcome, seat)
    lead = outcome.scores[seat] - outcome.scores[rival]
    values = {"score": str(outcome.scores[seat]), "gap": str(abs(lead)), "other": titles[rival]}
    if seat in outcome.winners and rival in outcome.winners:
        return Reason(_("{score} points, the same as {other}: a shared victory."), values)
    if lead == 0 and seat in outcome.winners:
        return Reason(_("{score} points, the same as {other}: won on the tie-breaker."), values)
    if lead == 0:
        return Reason(_("{score} points, the same as {other}: lost on the tie-breaker."), values)
    if lead > 0:
        return Reason(_("{score} points, {gap} ahead of {other}."), values)
    return Reason(_("{score} points, {gap} behind {other}."), values)


def where(outcome: Outcome, seat: int, titles: tuple[str, ...], names: dict[str, str]) -> Reason:
    """The part of the score that decided the game; ``names`` holds the names of the parts."""
    rival = rival_of(outcome, seat)
    mine, theirs = outcome.breakdown[seat], outcome.breakdown[rival]
    won = seat in outcome.winners
    margins = {part: mine[part] - theirs.get(part, 0) for part in mine}
    part = max(margins, key=lambda name: margins[name] if won else -margins[name])
    values = {
        "part": names.get(part, part),
        "mine": str(mine[part]),
        "theirs": str(theirs.get(part, 0)),
        "other": titles[rival],
    }
    if won and margins[part] > 0:
        return Reason(_("Decided by {part}: {mine} to {theirs} for {other}."), values)
    if not won and margins[part] < 0:
        return Reason(_("Lost on {part}: {mine} to {theirs} for {other}."), values)
    return Reason(_("In no part was there a difference to {other}."), {"other": titles[rival]})
