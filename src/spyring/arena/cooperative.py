"""Cooperative games have no rivals, so line-ups are compared instead of bots."""

from collections.abc import Sequence

from spyring.arena.match import Result
from spyring.arena.proportions import figures, percent

HEADS = ["line-up", "games", "won", "95 %", "achieved"]


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every bot in all seats.

    >>> line_ups(["random", "heuristic"], 2)
    [('random', 'random'), ('heuristic', 'heuristic')]
    """
    return [(bot,) * seats for bot in dict.fromkeys(bots)]


def table_rows(rows: list[Result]) -> list[list[str]]:
    """The results of each line-up, in any order of seats; the best first."""
    played: dict[tuple[str, ...], list[Result]] = {}
    for row in rows:
        played.setdefault(tuple(sorted(row["players"])), []).append(row)
    best_first = sorted(played.items(), key=lambda item: (-achieved(item[1]), item[0]))
    return [[name(line_up), *_figures(games)] for line_up, games in best_first]


def achieved(games: list[Result]) -> float:
    """The mean share of the goal that was achieved; a win is all of it."""
    return sum(float(row.get("achieved", bool(row["winners"]))) for row in games) / len(games)


def name(line_up: tuple[str, ...]) -> str:
    """A line-up in words.

    >>> name(("heuristic", "random", "random"))
    'heuristic, 2 × random'
    """
    counts = {bot: line_up.count(bot) for bot in line_up}
    return ", ".join(bot if count == 1 else f"{count} × {bot}" for bot, count in counts.items())


def _figures(games: list[Result]) -> list[str]:
    won = sum(1 for row in games if row["winners"])
    return [*figures(won, len(games)), percent(achieved(games))]
