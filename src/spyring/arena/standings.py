"""Standings: shares of wins with their intervals."""

from spyring.arena.match import Result
from spyring.arena.proportions import percent, wilson

HEADS = ["bot", "games", "won", "95 %"]


class Standing:
    """One bot in a tournament."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.games = 0
        self.wins = 0.0  # a shared victory counts in part

    @property
    def share(self) -> float:
        """The share of its games that one of its seats won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for the share."""
        return wilson(self.wins, self.games)


def standings(rows: list[Result]) -> list[Standing]:
    """All bots, the best first."""
    found: dict[str, Standing] = {}
    for row in rows:
        for bot in set(row["players"]):
            found.setdefault(bot, Standing(bot)).games += 1
        for seat in row["winners"]:
            found[row["players"][seat]].wins += 1 / len(row["winners"])
    return sorted(found.values(), key=lambda standing: (-standing.share, standing.bot))


def table_rows(found: list[Standing]) -> list[list[str]]:
    """The standings as text."""
    return [
        [
            standing.bot,
            str(standing.games),
            percent(standing.share),
            f"{percent(standing.interval[0])} – {percent(standing.interval[1])}",
        ]
        for standing in found
    ]
