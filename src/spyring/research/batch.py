"""Many games at once as numpy arrays: what PufferLib, CleanRL or one's own loop wants.

>>> from spyring.research.batch import Games
>>> games = Games("krakow", 4, years=1, seed=7)
>>> games.observations.shape[0], games.masks.shape == (4, 189), games.movers.shape
(4, True, (4,))
>>> for _step in range(300):
...     games.step(games.random_moves())
>>> games.finished >= 4
True

The arrays are written anew at every step; copy what must stay. Steps run in one thread; for more cores, give
every process a batch and a seed of its own.
"""

from collections.abc import Sequence
from typing import Any

from spyring.bots.batch import Batch
from spyring.research import missing
from spyring.research.setting import Setting

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error


class Games:
    """``count`` games: ``observations``, ``masks``, ``movers``, ``rewards`` (by seat) and ``dones``.

    A step takes a move for each game, of the seat in ``movers``. A game that ends is followed by another one
    in the same step: then ``dones`` is 1, ``rewards`` are those of the game that ended, and all else is of
    the new one. With ``rivals`` (a bot for each seat, "" for those that learn) bots play the other seats.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seats: int | None = None,
        level: str = "now",
        seed: int = 0,
        rivals: Sequence[str] = (),
        dtype: DTypeLike = np.uint8,
        **options: Any,
    ) -> None:
        setting = Setting(game, seats, level, **options)
        self.setting = setting
        self.observations: NDArray[Any] = np.zeros((count, setting.size), dtype)
        self.masks: NDArray[np.uint8] = np.zeros((count, setting.moves), np.uint8)
        self.movers: NDArray[np.uint8] = np.zeros(count, np.uint8)
        self.rewards: NDArray[np.float32] = np.zeros((count, setting.seats), np.float32)
        self.dones: NDArray[np.uint8] = np.zeros(count, np.uint8)
        self.batch = Batch(setting.game, count, setting.seats, options, seed, setting.memory, rivals)
        self.batch.attach(
            self.observations.reshape(-1),
            self.masks.reshape(-1),
            self.movers,
            self.rewards.reshape(-1),
            self.dones,
        )

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return int(self.batch.finished)

    def step(self, moves: Any) -> None:
        """A move in every game."""
        self.batch.step(moves)

    def random_moves(self) -> list[int]:
        """A legal move for every game, drawn by lot."""
        return self.batch.random_moves()
