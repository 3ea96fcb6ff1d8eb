"""Who plays whom: line-ups, the rotation of seats, and a seed for every single game."""

from itertools import combinations

from spyring.engine.chance import seeded
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game

BOT_SEEDS = 1 << 20  # keeps the seeds of bots away from those of games


class BadLineUp(SpyringError):
    """A line-up that cannot sit at the table."""


class Fixture:
    """One game to be played: everything that its course depends on."""

    def __init__(self, number: int, players: tuple[str, ...], seed: int, bot_seeds: tuple[int, ...]) -> None:
        self.number = number
        self.players = players  # the bots by seat
        self.seed = seed
        self.bot_seeds = bot_seeds


def round_robin(game: Game, bots: list[str], seats: int) -> list[tuple[str, ...]]:
    """Every two bots meet: each takes a team where there are two teams, else they sit in turn.

    >>> from spyring.games import game
    >>> round_robin(game("krakow"), ["a", "b", "c"], 4)
    [('a', 'b', 'a', 'b'), ('a', 'c', 'a', 'c'), ('b', 'c', 'b', 'c')]
    """
    if len(bots) < 2:
        raise BadLineUp("A round robin needs at least two bots; a single line-up is given with --line-up.")
    if len(set(bots)) != len(bots):
        raise BadLineUp(
            "A round robin needs different bots; the same bot in several seats is given with --line-up."
        )
    teams = game.teams(seats)
    sides = teams if set(teams) == {0, 1} else tuple(seat % 2 for seat in range(seats))
    return [tuple(pair[side] for side in sides) for pair in combinations(bots, 2)]


def fixed(bots: list[str], seats: int) -> tuple[str, ...]:
    """One line-up, a bot for every seat."""
    if len(bots) != seats:
        raise BadLineUp(f"The line-up {','.join(bots)} has {len(bots)} bots; the game has {seats} seats.")
    return tuple(bots)


def repeated(line_up: tuple[str, ...], begin: int, games: int, seed: int) -> list[Fixture]:
    """``games`` games of one line-up from number ``begin`` on, in fixed seats, with new cards every time."""
    seats = len(line_up)
    return [
        Fixture(
            number,
            line_up,
            seeded(seeded(seed) + number),
            tuple(seeded(seed * BOT_SEEDS + number * seats + seat) for seat in range(seats)),
        )
        for number in range(begin, begin + games)
    ]


def fixtures(line_ups: list[tuple[str, ...]], games: int, seed: int) -> list[Fixture]:
    """``games`` games of every line-up. Every seat is rotated through, and all different rotations get the
    same cards.

    >>> [(f.players, f.number) for f in fixtures([("a", "b")], 3, 1)]
    [(('a', 'b'), 0), (('b', 'a'), 1), (('a', 'b'), 2)]
    """
    made: list[Fixture] = []
    for turn in range(games):
        for line_up in line_ups:
            seats = len(line_up)
            number = len(made)
            players = tuple(line_up[(seat + turn) % seats] for seat in range(seats))
            own = tuple(seeded(seed * BOT_SEEDS + number * seats + seat) for seat in range(seats))
            made.append(Fixture(number, players, seeded(seeded(seed) + turn // period(line_up)), own))
    return made


def period(line_up: tuple[str, ...]) -> int:
    """After how many rotations the same bots sit in the same seats again.

    >>> period(("a", "b", "a", "b")), period(("a", "b", "b", "b"))
    (2, 4)
    """
    turns = range(1, len(line_up) + 1)
    return next(turn for turn in turns if line_up[turn:] + line_up[:turn] == line_up)
