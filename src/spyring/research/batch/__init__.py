"""Many games at once as numpy arrays: what PufferLib, CleanRL or one's own loop wants.

>>> from spyring.research.batch import Games
>>> games = Games("krakow", 4, years=1, seed=7)
>>> games.observations.shape[0], games.masks.shape == (4, 190), games.movers.shape
(4, True, (4,))
>>> for _step in range(300):
...     games.step(games.random_moves())
>>> games.finished >= 4
True

The arrays are written anew at every step; copy what must stay. Observations are bytes; ``dtype=np.float32``
makes floats of them, which takes longer and four times the memory, and ``observe="floats"`` makes floats for
networks (:class:`spyring.research.floats.Floats`). With ``processes=2`` the games are spread
over so many worker processes, which write into the same arrays; ``close()``, or the end of a ``with``, sends
them home. The games of a row follow from the seed and the row alone, however many processes there are.
"""

from collections.abc import Sequence
from operator import index
from pathlib import Path
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

    A step takes a move for each game, of the seat in ``movers``; the last one of the mask is to wait, for
    whoever is asked whether it wants to interrupt. A game that ends is followed by another one in the same
    step: then ``dones`` is 1, ``rewards`` are those of the game that ended, and all else is of the new one.
    With ``rivals`` (a bot for each seat, "" for those that learn) bots play the other seats; with ``rotate``
    all change their seats from game to game. The games of a row are those of its seed in ``seeds``, as the
    other doors play them.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        /,
        *,
        seats: int | None = None,
        level: str = "now",
        seed: int = 0,
        rivals: Sequence[str] = (),
        rotate: bool = False,
        interruptions: bool = True,
        observe: str = "bytes",
        dtype: DTypeLike = np.uint8,
        processes: int = 1,
        box: str | Path | None = None,
        **options: Any,
    ) -> None:
        if count < 1:
            raise SpyringError(f"A batch is of one game at least, not of {count}.")
        if not 1 <= processes <= count:
            raise SpyringError(f"{count} games can be spread over 1 to {count} processes, not {processes}.")
        self.setting = setting = Setting(
            game, seats, level, options, box=box, observe=observe, interruptions=interruptions
        )
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
        self._finished = 0  # when it was closed
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
        """How many games have ended."""
        return self._finished if self._batch is None else self._batch.finished

    @property
    def states(self) -> list[State]:
        """The game of each row as it stands. Look, or ``clone()``: a move made here is not the batch's. With
        worker processes these are copies, each of which takes a while.
        """
        return self._open().states()

    @property
    def ended(self) -> dict[int, State]:
        """By row, the last position of every game that ended with the last step: its outcome, its views."""
        return self._open().ended()

    def step(self, moves: Any) -> None:
        """A move in every game: a list, or an array. If one is not legal :class:`IllegalMove` names its row,
        and none is made.
        """
        self._open().step(self._moves(moves))

    def restart(self, rows: Any = None, seed: int | Sequence[int | None] | None = None) -> None:
        """Leave games where they stand, and begin others in their ``rows`` (numbers or a mask; all by
        default): the next ones that follow from the seed of the row, or those of another ``seed``, or one for
        each of the rows.
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
            raise SpyringError(f"{len(places)} rows take as many seeds, not {len(seeds)}.")
        for row, new in zip(places, seeds, strict=True):
            self.seeds[row] = self.seeds[row] if new is None else new
        self._open().restart(places, seeds)

    def legal(self, moves: Any) -> "NDArray[np.bool_]":
        """By row, whether the move is legal there."""
        return allowed(self.masks, self._moves(moves))

    def why_not(self, row: int, move: int) -> str:
        """Why a move is not legal in the game of a row, with its clause."""
        clause, reason = self._open().why_not(row, move)
        return f"{reason} [{clause}]" if clause else reason

    def random_moves(self) -> list[int]:
        """A legal move for every game, drawn by lot."""
        return self._open().random_moves()

    def close(self) -> None:
        """Send worker processes home, if there are any. The arrays stay as they are."""
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
            raise SpyringError("These games are closed; make others.")
        return self._batch

    def _moves(self, moves: Any) -> "NDArray[Any]":
        given = np.asarray(moves)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise BadBuffer(f"A step of this batch takes {self.count} moves, each a whole number.")
        return given


def row_seeds(seed: int, count: int) -> list[int]:
    """A seed for each row, the same however many there are and wherever they are played."""
    first = seeded(index(seed))
    return [seeded(first + row) for row in range(count)]
