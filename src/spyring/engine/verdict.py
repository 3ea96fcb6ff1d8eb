"""What decided the result of one seat, in two lines or more, from the points of all."""

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
        text = _("{score} points, the same as {other}: a shared victory.")
        yours = _("You have {score} points, the same as {other}: a shared victory.")
    elif lead == 0 and seat in outcome.winners:
        text = _("{score} points, the same as {other}: won on the tie-breaker.")
        yours = _("You have {score} points, the same as {other}: you won on the tie-breaker.")
    elif lead == 0:
        text = _("{score} points, the same as {other}: lost on the tie-breaker.")
        yours = _("You have {score} points, the same as {other}: you lost on the tie-breaker.")
    elif lead > 0:
        text = _("{score} points, {gap} ahead of {other}.")
        yours = _("You have {score} points, {gap} ahead of {other}.")
    else:
        text = _("{score} points, {gap} behind {other}.")
        yours = _("You have {score} points, {gap} behind {other}.")
    return Reason(text, values, yours=yours)


def where(outcome: Outcome, seat: int, titles: tuple[str, ...], names: dict[str, str]) -> list[Reason]:
    """The parts of the score that decided the game, all of them if several made the same difference;
    ``names`` holds the names of the parts.
    """
    rival = rival_of(outcome, seat)
    mine, theirs = outcome.breakdown[seat], outcome.breakdown[rival]
    won = seat in outcome.winners
    margins = {part: mine[part] - theirs.get(part, 0) for part in mine}
    widest = max([margin if won else -margin for margin in margins.values()], default=0)
    if widest <= 0:
        return [Reason(_("Every part of the score was level with {other}."), {"other": titles[rival]})]
    text = _("What lost it: {part}, {mine} against {theirs} for {other}.")
    yours = _("What lost it for you: {part}, {mine} against {theirs} for {other}.")
    if won:
        text = _("What won it: {part}, {mine} against {theirs} for {other}.")
        yours = _("What won it for you: {part}, {mine} against {theirs} for {other}.")
    lines: list[Reason] = []
    for part in mine:
        if abs(margins[part]) == widest and (margins[part] > 0) == won:
            values = {"mine": str(mine[part]), "theirs": str(theirs.get(part, 0)), "other": titles[rival]}
            lines.append(Reason(text, {**values, "part": names.get(part, part)}, yours=yours))
    return lines
