"""Many games, stepped in one call, with observations in shared buffers.

A :class:`Batch` holds many games. A step takes one move for each game and writes the next seat, its vector
and its legal moves. A seat that may interrupt is asked, and may wait (:class:`Turns`). When a game ends, the
next one starts at once: ``dones`` is 1, ``rewards`` hold the rewards of the finished game, and the vector
shows the new one.

>>> import spyring
>>> game = spyring.game("krakow")
>>> batch = Batch(game, game.seats[-1], {"years": 1}, seeds=[7, 8])
>>> size, moves = batch.size, batch.moves
>>> vectors, masks = bytearray(2 * size), bytearray(2 * moves)
>>> movers, rewards, dones = bytearray(2), memoryview(bytearray(2 * 4 * 4)).cast("f"), bytearray(2)
>>> batch.attach(vectors, masks, movers, rewards, dones)
>>> for _step in range(300):
...     batch.step(batch.random_moves())
>>> int(batch.finished) >= 2, sum(masks[:moves]) == len(batch.states[0].legal(movers[0]))
(True, True)
"""

from collections.abc import Sequence
from typing import Any, Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from spyring.bots.bot import Bot
from spyring.bots.catalogue import make
from spyring.bots.dice import Dice
from spyring.bots.fixtures import LEARNER, fixture
from spyring.bots.turns import Turns
from spyring.engine.encoding import BadBuffer, Encoding, IncrementalObserver, as_format, check_format
from spyring.engine.errors import BadSeats, IllegalMove
from spyring.engine.game import Game
from spyring.engine.state import State

CHUNK_ROWS: Final = 16  # rows that are played and written together, while their games are in the caches
FORGETFUL: Final = (LEARNER, "random", "heuristic")


def listen(rivals: Sequence[str]) -> bool:
    """Whether one of these bots needs events."""
    return any(name not in FORGETFUL for name in rivals)


def refused(row: int, seat: int, move: int, clause: str, reason: str) -> IllegalMove:
    """The error for an illegal move of one row."""
    return IllegalMove(seat, move, clause, f"In row {row}: {reason}")


class Batch:
    """A series of games in each row, from one of ``seeds``.

    ``rivals`` names a bot or ``LEARNER`` for each seat; without it the caller plays all seats. With
    ``rotate`` the seats change from game to game. If several seats decide at once, the lowest is asked first;
    the others see nothing of its answer. Without ``interruptions`` learners are asked only when they must
    decide; bots still interrupt.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, Any],
        seeds: Sequence[int],
        memory: bool = False,
        rivals: Sequence[str] = (),
        rotate: bool = False,
        interruptions: bool = True,
    ) -> None:
        self.game = game
        self.count = len(seeds)
        self.seats = seats
        self.options = options
        self.events = memory or listen(rivals)
        self.encoding: Encoding[Any] = game.encoding
        self.size = self.encoding.size if memory else self.encoding.now
        self.moves: int = self.encoding.moves + 1  # waiting comes last
        self.rivals = tuple(rivals) if rivals else (LEARNER,) * seats
        self.rotate = rotate
        self.interruptions = interruptions
        if len(self.rivals) != seats or LEARNER not in self.rivals:
            raise BadSeats(
                f"There are {seats} seats. Name a bot for each, and leave at least one to a learner."
            )
        for name in self.rivals:
            if name != LEARNER:
                make(name)  # refuses an unknown bot
        self.ended: dict[int, State] = {}
        """By row, the final states of games that ended in the last step."""
        self.finished: i64 = 0
        self._vectors: Any = None
        self._masks: Any = None
        self._movers: Any = None
        self._rewards: Any = None
        self._dones: Any = None
        self._formats = ["B", "B", "B"]  # of vectors, masks and movers
        nothing = game.start(seats=seats, seed=0, **options)
        self._mask = BytesWriter()  # of a chunk of rows; all zero in between
        self._mask.write(bytes(CHUNK_ROWS * self.moves))
        self._rows: list[Row] = []
        out = BytesWriter()
        for seed in seeds:
            self._rows.append(Row(seed, Turns(nothing), IncrementalObserver(self.encoding, memory, out)))

    @property
    def states(self) -> list[State]:
        """The state of each row."""
        return [row.turns.state for row in self._rows]

    def attach(self, vectors: Any, masks: Any, movers: Any, rewards: Any, dones: Any) -> None:
        """Take the buffers (flat, game by game), start all games and write them."""
        self._vectors = self._flat(vectors, self.size, "vectors")
        self._masks = self._flat(masks, self.moves, "masks")
        self._movers = memoryview(movers)
        self._formats = [str(one.format) for one in (self._vectors, self._masks, self._movers)]
        self._rewards = memoryview(rewards)
        self._dones = memoryview(dones)
        wanted = [self.count, self.count * self.seats, self.count]
        if [len(self._movers), len(self._rewards), len(self._dones)] != wanted:
            raise BadBuffer(f"Movers, rewards and dones of this batch have {wanted} entries.")
        self.restart(list(range(self.count)))

    def restart(self, rows: Sequence[int], seeds: Sequence[int | None] = ()) -> None:
        """Abandon the games in these rows and start others: the next ones, or the first of ``seeds``, one for
        each row (None: the next one).
        """
        for at, seed in zip(rows, seeds or [None] * len(rows), strict=True):
            row = self._rows[at]
            if seed is not None:
                row.reseed(seed)
            self._clear(at)
            self.ended.pop(at, None)
            self._begin(row)
            self._advance(at, row)
            self._show(at, at + 1)

    def step(self, moves: Any) -> None:
        """One move in every game, of the seat in ``movers``. If a move is illegal, no move is made."""
        chosen: list[int] = moves if isinstance(moves, list) else [int(move) for move in moves]
        if len(chosen) != self.count:
            raise BadBuffer(f"A step needs {self.count} moves, not {len(chosen)}.")
        self._check(chosen)
        for at in self.ended:
            self._clear(at)
        self.ended.clear()
        for first in range(0, self.count, CHUNK_ROWS):
            last = min(first + CHUNK_ROWS, self.count)
            for at in range(first, last):
                row = self._rows[at]
                row.turns.play(chosen[at])
                self._advance(at, row)
            self._show(first, last)

    def random_moves(self) -> list[int]:
        """A random legal move for every game."""
        found: list[int] = []
        for row in self._rows:
            found.append(row.allowed[row.lots.roll(len(row.allowed))])
        return found

    def why_not(self, at: int, move: int) -> tuple[str, str]:
        """The clause and the reason why a move is illegal in row ``at``."""
        why = self._rows[at].turns.why_not(move)
        assert why is not None
        return why.clause, why.say()

    # -- inside -------------------------------------------------------------------------------------

    def _flat(self, buffer: Any, size: int, name: str) -> Any:
        whole = memoryview(buffer)
        if len(whole) != self.count * size:
            raise BadBuffer(f"The {name} of {self.count} games have {self.count * size} numbers in all.")
        check_format(whole)
        return whole

    def _check(self, chosen: list[int]) -> None:
        """Compare with the legal moves of the last step."""
        for at in range(self.count):
            move = chosen[at]
            row = self._rows[at]
            for allowed in row.allowed:
                if allowed == move:
                    break
            else:
                clause, reason = self.why_not(at, move)
                raise refused(at, row.turns.seat, move, clause, reason)

    def _clear(self, at: int) -> None:
        """Clear the rewards of a row."""
        self._dones[at] = 0
        for seat in range(self.seats):
            self._rewards[at * self.seats + seat] = 0.0

    def _begin(self, row: "Row") -> None:
        """Start the next game in a row."""
        next_one = fixture(self.rivals, row.number, row.seed, row.number if self.rotate else -1)
        row.number += 1
        state = self.game.start(seats=self.seats, seed=next_one.seed, events=self.events, **self.options)
        row.bots = []
        learners: list[int] = []
        for seat in range(self.seats):
            name = next_one.players[seat]
            if name == LEARNER:
                learners.append(seat)
                row.bots.append(None)
            else:
                row.bots.append(make(name, next_one.bot_seeds[seat]))
        row.turns = Turns(state, () if self.interruptions else learners)

    def _advance(self, at: int, row: "Row") -> None:
        """Let bots move until a learner is asked; start the next game after an end."""
        turns = row.turns
        while True:
            if turns.seat < 0:
                self._end(at, row)
                turns = row.turns
                continue
            bot = row.bots[turns.seat]
            if bot is None:
                return
            turns.act(bot)

    def _end(self, at: int, row: "Row") -> None:
        state = row.turns.state
        outcome = state.outcome
        assert outcome is not None
        brought = self.game.rewards(outcome)
        for seat in range(self.seats):
            self._rewards[at * self.seats + seat] = brought[seat]
        self._dones[at] = 1
        self.ended[at] = state
        self.finished += 1
        self._begin(row)

    def _show(self, first: int, last: int) -> None:
        """Write the games of these rows."""
        movers = BytesWriter()
        vectors: list[bytes] = []
        for at in range(first, last):
            row = self._rows[at]
            turns = row.turns
            movers.append(turns.seat)
            row.allowed = turns.legal()
            vectors.append(row.observer.vector(turns.state, turns.seat))
        size = self.size
        self._vectors[first * size : last * size] = as_format(b"".join(vectors), self._formats[0])
        self._movers[first:last] = as_format(movers.getvalue(), self._formats[2])
        self._show_masks(first, last)

    def _show_masks(self, first: int, last: int) -> None:
        mask, moves = self._mask, self.moves
        self._mark(first, last, 1)
        written = mask.getvalue() if last - first == CHUNK_ROWS else mask.getvalue()[: (last - first) * moves]
        self._mark(first, last, 0)
        self._masks[first * moves : last * moves] = as_format(written, self._formats[1])

    def _mark(self, first: int, last: int, mark: u8) -> None:
        """Mark every legal move of these rows."""
        mask = self._mask
        start: i64 = 0
        move: i64
        for at in range(first, last):
            for move in self._rows[at].allowed:
                mask[start + move] = mark
            start += self.moves


class Row:
    """One row: its current game and its seed."""

    def __init__(self, seed: int, turns: Turns, observer: IncrementalObserver) -> None:
        self.turns = turns
        self.bots: list[Bot | None] = []
        self.observer = observer
        self.allowed: tuple[int, ...] = ()  # the legal moves
        self.seed = seed
        self.number = 0  # of the next game
        self.lots = Dice(seed)  # for random moves

    def reseed(self, seed: int) -> None:
        """Start again with another seed."""
        self.seed = seed
        self.number = 0
        self.lots = Dice(seed)
