"""Which bots sit where, and a seed for every single game: for the arena, recordings and learners."""

from typing import Final

from spyring.engine.chance import seeded

BOT_SEEDS: Final = 1 << 20  # keeps the seeds of bots away from those of games
LEARNER: Final = ""  # in the place of a bot: somebody outside decides for this seat


class Fixture:
    """One game to be played: everything that its course depends on."""

    def __init__(self, number: int, players: tuple[str, ...], seed: int, bot_seeds: tuple[int, ...]) -> None:
        self.number = number
        self.players = players  # the bots by seat
        self.seed = seed
        self.bot_seeds = bot_seeds


def fixture(line_up: tuple[str, ...], number: int, seed: int, turn: int = -1) -> Fixture:
    """Game ``number`` of those that follow from ``seed``. If seats rotate, ``turn`` says how often they have;
    all different rotations get the same cards.

    >>> [fixture(("a", "b", "b"), number, 7, turn=number).players for number in range(3)]
    [('a', 'b', 'b'), ('b', 'b', 'a'), ('b', 'a', 'b')]
    """
    seats = len(line_up)
    players = line_up
    deal = number
    if turn >= 0:
        players = tuple([line_up[(seat + turn) % seats] for seat in range(seats)])
        deal = turn // period(line_up)
    own = tuple([seeded(seed * BOT_SEEDS + number * seats + seat) for seat in range(seats)])
    return Fixture(number, players, seeded(seeded(seed) + deal), own)


def period(line_up: tuple[str, ...]) -> int:
    """After how many rotations the same bots sit in the same seats again.

    >>> period(("a", "b", "a", "b")), period(("a", "b", "b", "b"))
    (2, 4)
    """
    turn = 1
    while line_up[turn:] + line_up[:turn] != line_up:
        turn += 1
    return turn
