"""Line-ups, and the games between them."""

from itertools import combinations

from spyring.bots.fixtures import Fixture, fixture
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game


class BadLineUp(SpyringError):
    """The line-up does not fit the game."""


def round_robin(game: Game, bots: list[str], seats: int) -> list[tuple[str, ...]]:
    """Every pair of bots meets: each takes a team if there are two, else they alternate.

    >>> from spyring.games import game
    >>> round_robin(game("krakow"), ["a", "b", "c"], 4)
    [('a', 'b', 'a', 'b'), ('a', 'c', 'a', 'c'), ('b', 'c', 'b', 'c')]
    """
    if len(bots) < 2:
        raise BadLineUp("A round robin needs at least two bots. Use --line-up for a single line-up.")
    if len(set(bots)) != len(bots):
        raise BadLineUp(
            "A round robin needs different bots. Use --line-up for the same bot in several seats."
        )
    teams = game.teams(seats)
    sides = teams if set(teams) == {0, 1} else tuple(seat % 2 for seat in range(seats))
    return [tuple(pair[side] for side in sides) for pair in combinations(bots, 2)]


def fixed(bots: list[str], seats: int) -> tuple[str, ...]:
    """One line-up, a bot for every seat."""
    if len(bots) != seats:
        raise BadLineUp(f"The line-up {','.join(bots)} has {len(bots)} bots; the game has {seats} seats.")
    return tuple(bots)


def fixtures(line_ups: list[tuple[str, ...]], games: int, seed: int) -> list[Fixture]:
    """``games`` games of every line-up. Seats rotate, and all rotations get the same cards.

    >>> [(f.players, f.number) for f in fixtures([("a", "b")], 3, 1)]
    [(('a', 'b'), 0), (('b', 'a'), 1), (('a', 'b'), 2)]
    """
    made: list[Fixture] = []
    for turn in range(games):
        for line_up in line_ups:
            made.append(fixture(line_up, len(made), seed, turn))
    return made
