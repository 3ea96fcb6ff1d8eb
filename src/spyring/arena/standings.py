"""Standings: shares of wins with their intervals."""

from collections import Counter, defaultdict

from spyring.arena.match import Result
from spyring.arena.proportions import figures

HEADS = ["bot", "games", "won", "95 %"]


def table_rows(rows: list[Result]) -> list[list[str]]:
    """All bots with the share of their games that one of their seats won, the best first."""
    games: Counter[str] = Counter()
    wins: defaultdict[str, float] = defaultdict(float)
    for row in rows:
        games.update(set(row["players"]))
        for seat in row["winners"]:
            wins[row["players"][seat]] += 1 / len(row["winners"])  # a shared victory counts in part
    best_first = sorted(games, key=lambda bot: (-wins[bot] / games[bot], bot))
    return [[bot, *figures(wins[bot], games[bot])] for bot in best_first]
