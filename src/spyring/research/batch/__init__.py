"""Many games at once as numpy arrays, for PufferLib, CleanRL or your own loop.

>>> from spyring.research.batch import Games
>>> games = Games("krakow", 4, years=1, seed=7)
>>> games.observations.shape[0], games.masks.shape == (4, 190), games.movers.shape
(4, True, (4,))
>>> for _step in range(300):
...     games.step(games.random_moves())
>>> games.finished >= 4
True

Every step overwrites the arrays; copy what you keep. Observations are bytes. ``dtype=np.float32`` makes them
floats, which takes longer and four times the memory. ``observe="floats"`` makes floats for networks
(:class:`spyring.research.floats.Floats`). With ``processes=2`` two worker processes play the games and write
into the same arrays; ``close()``, or the end of a ``with``, ends them. The games of a row depend only on the
seed and the row, not on the number of processes.
"""

from collections.abc import Sequence
from operator import index
from typing import Any, Self

from spyring.engine.chance import seeded
from spyring.engine.encoding import BadBuffer
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.research import missing
from spyring.research.batch.workers import BatchSpec, InProcessBatch, Workers, allowed, array, shared
from spyring.research.setting import Setting

try:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error


class Games:
    """``count`` games: ``observations``, ``masks``, ``movers``, ``rewards`` (by seat) and ``dones``.

    A step takes a move for each game, of the seat in ``movers``. The last action means to wait, for a seat
    that may interrupt. When a game ends, the next one starts in the same step: then ``dones`` is 1,
    ``rewards`` belong to the finished game, and everything else to the new one. With ``rivals`` (a bot for
    each seat, "" for learners) bots play the other seats; with ``rotate`` the seats change from game to game.
    The games of a row follow from its seed in ``seeds``, as in the other interfaces.
    Other arguments are those of :class:`Setting`, and rule options.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        /,
        *,
        seed: int = 0,
        rivals: Sequence[str] = (),
        rotate: bool = False,
        dtype: DTypeLike = np.uint8,
        processes: int = 1,
        **of_setting: Any,
    ) -> None:
        if count < 1:
            raise SpyringError(f"A batch needs at least one game, not {count}.")
        if not 1 <= processes <= count:
            raise SpyringError(f"{count} games need 1 to {count} processes, not {processes}.")
        self.setting = setting = Setting.of(game, **of_setting)
        self.count = count
        self.seeds = row_seeds(seed, count)
        spec = BatchSpec(setting, rivals, rotate)
        kinds: list[tuple[DTypeLike, tuple[int, ...]]] = [
            (dtype if setting.floats is None else np.float32, (count, setting.size)),
            (np.uint8, (count, setting.moves)),
            (np.uint8, (count,)),
            (np.float32, (count, setting.seats)),
            (np.uint8, (count,)),
        ]
        self._finished = 0  # after close()
        self._batch: InProcessBatch | Workers | None  # None: closed
        if processes == 1:
            arrays: list[NDArray[Any]] = [np.zeros(shape, kind) for kind, shape in kinds]
            self._batch = InProcessBatch(spec, self.seeds, arrays)
        else:
            memory = [shared(kind, shape) for kind, shape in kinds]
            arrays = [array(one) for one in memory]
            self._batch = Workers(spec, self.seeds, processes, memory)
        self.observations, self.masks, self.movers, self.rewards, self.dones = arrays

    @property
    def finished(self) -> int:
        """The number of finished games."""
        return self._finished if self._batch is None else self._batch.finished

    @property
    def states(self) -> list[State]:
        """The state of each row. Do not play on it; ``clone()`` it. With worker processes these are copies,
        which take time.
        """
        return self._open().states()

    @property
    def ended(self) -> dict[int, State]:
        """By row, the final state of every game that ended in the last step."""
        return self._open().ended()

    def step(self, moves: Any) -> None:
        """A move in every game, as a list or an array. If a move is illegal, :class:`IllegalMove` names its
        row and no move is made.
        """
        self._open().step(self._moves(moves))

    def restart(self, rows: Any = None, seed: int | Sequence[int | None] | None = None) -> None:
        """Abandon games and start others in ``rows`` (numbers or a mask; all by default): the next ones of
        the row's seed, or of a new ``seed``, or of one seed for each row.
        """
        chosen = np.arange(self.count) if rows is None else np.atleast_1d(np.arange(self.count)[rows])
        places = [int(row) for row in chosen]
        seeds: list[int | None] = [None] * len(places)
        if isinstance(seed, Sequence):
            seeds = [None if one is None else index(one) for one in seed]
        elif seed is not None:
            every = row_seeds(seed, self.count)
            seeds = [every[row] for row in places]
        if len(seeds) != len(places):
            raise SpyringError(f"{len(places)} rows need as many seeds, not {len(seeds)}.")
        for row, new in zip(places, seeds, strict=True):
            self.seeds[row] = self.seeds[row] if new is None else new
        self._open().restart(places, seeds)

    def legal(self, moves: Any) -> "NDArray[np.bool_]":
        """By row, whether the move is legal."""
        return allowed(self.masks, self._moves(moves))

    def why_not(self, row: int, move: int) -> str:
        """Why a move is illegal in a row, with the clause."""
        clause, reason = self._open().why_not(row, move)
        return f"{reason} [{clause}]" if clause else reason

    def random_moves(self) -> list[int]:
        """A random legal move for every game."""
        return self._open().random_moves()

    def close(self) -> None:
        """End the worker processes. The arrays stay."""
        if self._batch is not None:
            self._finished = self._batch.finished
            self._batch.close()
            self._batch = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _open(self) -> InProcessBatch | Workers:
        if self._batch is None:
            raise SpyringError("These games are closed. Make new ones.")
        return self._batch

    def _moves(self, moves: Any) -> "NDArray[Any]":
        given = np.asarray(moves)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BadBuffer(f"A step needs {self.count} moves, each a whole number.")
        return given


def row_seeds(seed: int, count: int) -> list[int]:
    """A seed for each row, independent of the number of rows and processes."""
    first = seeded(index(seed))
    return [seeded(first + row) for row in range(count)]
