"""Standings: shares of wins with their intervals, and ratings."""

from importlib import import_module
from typing import Any

from spyring.arena.match import Result
from spyring.arena.proportions import NORMAL_Z_95, percent, wilson
from spyring.engine.errors import SpyringError

HEADS = ["bot", "games", "won", "95 %", "rating", "95 %"]


class MissingExtra(SpyringError):
    """An optional package is missing."""


class Standing:
    """One bot in a tournament."""

    def __init__(self, bot: str) -> None:
        self.bot = bot
        self.games = 0
        self.wins = 0.0  # a shared victory counts in part
        self.rating = 0.0
        self.spread = 0.0

    @property
    def share(self) -> float:
        """The share of its games that one of its seats won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for the share."""
        return wilson(self.wins, self.games)

    @property
    def rating_interval(self) -> tuple[float, float]:
        """95 % for the rating."""
        return self.rating - NORMAL_Z_95 * self.spread, self.rating + NORMAL_Z_95 * self.spread


def standings(rows: list[Result], teams: tuple[int, ...] = ()) -> list[Standing]:
    """All bots, the best first; ``teams`` by seat, if the game has any."""
    found: dict[str, Standing] = {}
    for row in rows:
        for bot in row["players"]:
            found.setdefault(bot, Standing(bot))
        for bot in set(row["players"]):
            found[bot].games += 1
        for seat, bot in enumerate(row["players"]):
            if seat in row["winners"]:
                found[bot].wins += 1 / len(row["winners"])
    for bot, (rating, spread) in ratings(rows, teams).items():
        found[bot].rating, found[bot].spread = rating, spread
    return sorted(found.values(), key=lambda standing: (-standing.rating, standing.bot))


def table_rows(found: list[Standing]) -> list[list[str]]:
    """The standings as text."""
    return [
        [
            standing.bot,
            str(standing.games),
            percent(standing.share),
            f"{percent(standing.interval[0])} – {percent(standing.interval[1])}",
            f"{standing.rating:.1f}",
            f"{standing.rating_interval[0]:.1f} – {standing.rating_interval[1]:.1f}",
        ]
        for standing in found
    ]


def ratings(rows: list[Result], teams: tuple[int, ...] = ()) -> dict[str, tuple[float, float]]:
    """The skill of every bot and its uncertainty, by the Plackett-Luce model, in the order of the games.

    Every seat is rated by its rank. A bot with several seats gets the mean of their ratings.
    """
    try:
        model = import_module("openskill.models").PlackettLuce()
    except ImportError as error:
        raise MissingExtra("Ratings need openskill. Install it with: pip install 'spyring[arena]'") from error
    skills: dict[str, Any] = {}
    seats = sides(rows, teams)
    for row in rows:
        players: list[str] = row["players"]
        for bot in players:
            skills.setdefault(bot, model.rating(name=bot))
        if len(set(players)) > 1:
            for bot, skill in _rated(model, players, row["ranks"], seats, skills).items():
                skills[bot] = skill
    return {bot: (skill.mu, skill.sigma) for bot, skill in skills.items()}


def _rated(
    model: Any, players: list[str], ranks: list[int], seats: list[list[int]], skills: dict[str, Any]
) -> dict[str, Any]:
    teams = [
        [model.create_rating([skills[players[seat]].mu, skills[players[seat]].sigma]) for seat in side]
        for side in seats
    ]
    places = [ranks[side[0]] for side in seats]
    learned: dict[str, list[Any]] = {}
    for side, team in zip(seats, model.rate(teams, ranks=places), strict=True):
        for seat, skill in zip(side, team, strict=True):
            learned.setdefault(players[seat], []).append(skill)
    return {
        bot: model.rating(
            mu=sum(skill.mu for skill in each) / len(each),
            sigma=sum(skill.sigma for skill in each) / len(each),
            name=bot,
        )
        for bot, each in learned.items()
    }


def sides(rows: list[Result], teams: tuple[int, ...]) -> list[list[int]]:
    """The seats that win together: teams if their members always had equal ranks, else single seats.

    >>> sides([{"players": ["a", "b", "a", "b"], "ranks": [1, 3, 1, 3]}], (0, 1, 0, 1))
    [[0, 2], [1, 3]]
    >>> sides([{"players": ["a", "b", "a", "b"], "ranks": [1, 3, 2, 4]}], (0, 1, 0, 1))
    [[0], [1], [2], [3]]
    """
    together: dict[int, list[int]] = {}
    for seat, team in enumerate(teams):
        together.setdefault(team, []).append(seat)
    ranks = [{row["ranks"][seat] for seat in team} for row in rows for team in together.values()]
    if teams and all(len(each) == 1 for each in ranks):
        return list(together.values())
    return [[seat] for seat in range(len(rows[0]["players"]))] if rows else []
