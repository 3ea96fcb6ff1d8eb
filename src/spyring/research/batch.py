"""Many games at once as numpy arrays: what PufferLib, CleanRL or one's own loop wants.

>>> from spyring.research.batch import Games
>>> games = Games("krakow", 4, years=1, seed=7)
>>> games.observations.shape[0], games.masks.shape == (4, 189), games.movers.shape
(4, True, (4,))
>>> for _step in range(300):
...     games.step(games.random_moves())
>>> games.finished >= 4
True

The arrays are written anew at every step; copy what must stay. Observations are bytes; ``dtype=np.float32``
makes floats of them, which takes longer and four times the memory. With ``processes=2`` the games are spread
over so many worker processes, which write into the same arrays; ``close()`` sends them home.
"""

from collections.abc import Sequence
from typing import Any

from spyring.research import missing
from spyring.research.setting import Setting
from spyring.research.workers import Here, Wish, Workers, array, shared

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
        /,
        *,
        seats: int | None = None,
        level: str = "now",
        seed: int = 0,
        rivals: Sequence[str] = (),
        dtype: DTypeLike = np.uint8,
        processes: int = 1,
        **options: Any,
    ) -> None:
        setting = Setting(game, seats, level, options)
        self.setting = setting
        wish = Wish(game, seats, level, seed, rivals, options)
        kinds: list[tuple[DTypeLike, tuple[int, ...]]] = [
            (dtype, (count, setting.size)),
            (np.uint8, (count, setting.moves)),
            (np.uint8, (count,)),
            (np.float32, (count, setting.seats)),
            (np.uint8, (count,)),
        ]
        self.batch: Any  # Here, or Workers
        if processes == 1:
            arrays: list[NDArray[Any]] = [np.zeros(shape, kind) for kind, shape in kinds]
            self.batch = Here(wish.batch(count), arrays)
        else:
            memory = [shared(kind, shape) for kind, shape in kinds]
            arrays = [array(one) for one in memory]
            self.batch = Workers(wish, count, processes, memory)
        self.observations, self.masks, self.movers, self.rewards, self.dones = arrays

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return int(self.batch.finished)

    def step(self, moves: Any) -> None:
        """A move in every game: a list, or an array."""
        self.batch.step(moves.tolist() if isinstance(moves, np.ndarray) else moves)

    def random_moves(self) -> list[int]:
        """A legal move for every game, drawn by lot."""
        moves: list[int] = self.batch.random_moves()
        return moves

    def close(self) -> None:
        """Send worker processes home, if there are any."""
        if isinstance(self.batch, Workers):
            self.batch.close()
