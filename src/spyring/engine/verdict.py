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
        return told(
            _("{score} points, the same as {other}: a shared victory."),
            _("You have {score} points, the same as {other}: a shared victory."),
            values,
        )
    if lead == 0 and seat in outcome.winners:
        return told(
            _("{score} points, the same as {other}: won on the tie-breaker."),
            _("You have {score} points, the same as {other}: you won on the tie-breaker."),
            values,
        )
    if lead == 0:
        return told(
            _("{score} points, the same as {other}: lost on the tie-breaker."),
            _("You have {score} points, the same as {other}: you lost on the tie-breaker."),
            values,
        )
    if lead > 0:
        return told(
            _("{score} points, {gap} ahead of {other}."),
            _("You have {score} points, {gap} ahead of {other}."),
            values,
        )
    return told(
        _("{score} points, {gap} behind {other}."),
        _("You have {score} points, {gap} behind {other}."),
        values,
    )


def told(text: str, yours: str, values: dict[str, str]) -> Reason:
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
    lines: list[Reason] = []
    for part in mine:
        if abs(margins[part]) == widest and (margins[part] > 0) == won:
            values = {"mine": str(mine[part]), "theirs": str(theirs.get(part, 0)), "other": titles[rival]}
            values["part"] = names.get(part, part)
            lines.append(decided(won, values))
    return lines


def decided(won: bool, values: dict[str, str]) -> Reason:
    """A part of the points that made the difference."""
    if won:
        return told(
            _("Decided by {part}: {mine}, against {theirs} for {other}."),
            _("You won on {part}: {mine}, against {theirs} for {other}."),
            values,
        )
    return told(
        _("Lost on {part}: {mine}, against {theirs} for {other}."),
        _("You lost on {part}: {mine}, against {theirs} for {other}."),
        values,
    )
