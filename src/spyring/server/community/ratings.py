"""Ratings: how a finished game changes the skills of its players.

Skills use openskill's Plackett-Luce model: a mean and its uncertainty. A game is rated when two people with
accounts play it on different sides, or together against the box. Where everyone plays alone, they are rated
by their places. Where teams play, it is side against side; bots and guests in a team count as average and are
not rated. Where all play together, they play against the box, which has its own skill for each game and
learns, too.

A player who left the seat to a bot before the end is rated as if their side had come last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE, TEAMS
from spyring.engine.outcome import Outcome

MODEL: Final = PlackettLuce()
STARTING_POINTS: Final = 1000  # of a new player
POINTS_PER_SKILL: Final = 24
SETTLED_AFTER_GAMES: Final = 5  # games after which a rating counts as settled
LAST_RANK: Final = 99


@dataclass(frozen=True, slots=True)
class Skill:
    """A player's skill at a game, and its uncertainty."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def surely(self) -> float:
        """The skill that a player almost certainly has; leaderboards use it."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """The number that people see.

        >>> Skill().points, Skill(30, 2).points
        (1000, 1576)
        """
        return round(STARTING_POINTS + POINTS_PER_SKILL * self.surely)


NEW_SKILL: Final = Skill()


@dataclass(frozen=True, slots=True)
class Player:
    """A person with an account at a seat at the end, or who ``left`` it to a bot."""

    person: str
    seat: int
    left: bool


def sides(game: Game, outcome: Outcome, seats: int) -> list[int]:
    """The side of each seat: one for all, teams where they share their places, else each alone."""
    if game.kind == COOPERATIVE:
        return [0] * seats
    teams = list(game.teams(seats))
    shared = all(
        outcome.ranks[one] == outcome.ranks[other]
        for one in range(seats)
        for other in range(seats)
        if teams[one] == teams[other]
    )
    return teams if game.kind == TEAMS and shared else list(range(seats))


def rated(
    game: Game, outcome: Outcome, players: Sequence[Player], skills: Mapping[str, Skill], box: Skill
) -> tuple[dict[str, Skill], Skill]:
    """The skills of these players after a game, and that of the box; empty if the game is not rated."""
    if len({player.person for player in players}) < 2:
        return {}, box
    if game.kind == COOPERATIVE:
        return _together(bool(outcome.winners), players, skills, box)
    return _against(game, outcome, players, skills), box


def duel(one: Skill, other: Skill, won: bool) -> tuple[Skill, Skill]:
    """Both skills after one side has met the other alone."""
    sides = MODEL.rate([[_rating(one)], [_rating(other)]], ranks=[1, 2] if won else [2, 1])
    return _skill(sides[0][0]), _skill(sides[1][0])


def _together(
    won: bool, players: Sequence[Player], skills: Mapping[str, Skill], box: Skill
) -> tuple[dict[str, Skill], Skill]:
    """All against the box, which is counted once for every player, so that two sums are compared."""
    crew = [_rating(skills[player.person]) for player in players]
    against = [_rating(box) for _player in players]
    team, other = MODEL.rate([crew, against], ranks=[1, 2] if won else [2, 1])
    lost, _box = MODEL.rate([crew, against], ranks=[2, 1])
    learned = {
        player.person: _skill(behind if player.left else after)
        for player, after, behind in zip(players, team, lost, strict=True)
    }
    mu = sum(copy.mu for copy in other) / len(other)
    return learned, Skill(mu, sum(copy.sigma for copy in other) / len(other))


def _against(
    game: Game, outcome: Outcome, players: Sequence[Player], skills: Mapping[str, Skill]
) -> dict[str, Skill]:
    seats = len(outcome.ranks)
    side_of = sides(game, outcome, seats)
    here = sorted({side_of[player.seat] for player in players})
    if len(here) < 2:
        return {}
    at = {player.seat: player for player in players}
    members = [[seat for seat in range(seats) if side_of[seat] == side] for side in here]
    teams = [
        [_rating(skills[at[seat].person] if seat in at else Skill()) for seat in side] for side in members
    ]
    ranks = [float(outcome.ranks[side[0]]) for side in members]
    learned: dict[str, Skill] = {}
    for number, side in enumerate(members):
        last = [LAST_RANK if other == number else rank for other, rank in enumerate(ranks)]
        true, lost = MODEL.rate(teams, ranks=ranks)[number], MODEL.rate(teams, ranks=last)[number]
        for seat, after, behind in zip(side, true, lost, strict=True):
            if seat in at:
                learned[at[seat].person] = _skill(behind if at[seat].left else after)
    return learned


def _rating(skill: Skill) -> PlackettLuceRating:
    return MODEL.create_rating([skill.mu, skill.sigma])


def _skill(rating: PlackettLuceRating) -> Skill:
    return Skill(rating.mu, rating.sigma)
