"""How a game ended."""

from spyring.engine.seats import members


class Outcome:
    """Winners, ranks and scores by seat, each score with its breakdown.

    ``ranks[seat]`` is 1 for the first place; ``reason`` is a message key that says what decided the game. A
    cooperative game says how much of the goal was ``achieved``, from 0 to 1; either all seats win or none.
    """

    def __init__(
        self,
        winners: int,
        ranks: tuple[int, ...],
        scores: tuple[int, ...],
        breakdown: tuple[dict[str, int], ...],
        reason: str,
        clause: str,
        achieved: float | None = None,
    ) -> None:
        self.winners = members(winners)
        self.ranks = ranks
        self.scores = scores
        self.breakdown = breakdown
        self.reason = reason
        self.clause = clause
        self.achieved = (1.0 if winners else 0.0) if achieved is None else achieved

    def __repr__(self) -> str:
        return f"Outcome(winners={self.winners}, ranks={self.ranks}, scores={self.scores})"

    def to_json(self) -> dict[str, object]:
        """The outcome, JSON-ready."""
        return {
            "winners": list(self.winners),
            "ranks": list(self.ranks),
            "scores": list(self.scores),
            "breakdown": [dict(part) for part in self.breakdown],
            "reason": self.reason,
            "clause": self.clause,
            "achieved": self.achieved,
        }
