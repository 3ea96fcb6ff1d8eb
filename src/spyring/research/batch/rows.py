"""Many games at once, stepped in one call, what they say written into shared buffers.

Whoever learns wants thousands of positions a second, side by side. A :class:`Batch` holds many games; a step
takes one move for each of them and writes, for each, what the seat that acts next perceives, what it may do
and who it is. Who may act unasked is asked, too, and may wait (:class:`Turns`). A game that ends is followed
by another one at once: ``dones`` says so, ``rewards`` hold what the game that ended brought to each seat, and
the vector already shows the new one.

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

CHUNK_ROWS: Final = 16  # rows that are played and written in one go, while their games lie in the caches
FORGETFUL: Final = (LEARNER, "random", "heuristic")


def listen(rivals: Sequence[str]) -> bool:
    """Whether one of these bots remembers what it was told, so that events must be on."""
    return any(name not in FORGETFUL for name in rivals)


def refused(row: int, seat: int, move: int, clause: str, reason: str) -> IllegalMove:
    """A step in which the move of one row is not legal."""
    return IllegalMove(seat, move, clause, f"In row {row}: {reason}")


class Batch:
    """A game of one kind in each row, and all that follow it there from one of ``seeds``.

    ``rivals`` names a bot for each seat, or ``LEARNER``; without it all seats are played from outside, each
    in its turn. With ``rotate`` they change their seats from game to game. Where several seats decide at
    once, the lowest is asked first; the others perceive nothing of its answer, so the order tells nothing.
    Without ``interruptions`` learners are asked only where they must decide; bots interrupt all the same.
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
            raise BadSeats(f"There are {seats} seats; name a bot for each, and leave one of them to learn.")
        for name in self.rivals:
            if name != LEARNER:
                make(name)  # an unknown bot is refused at once
        self.ended: dict[int, State] = {}
        """By row, how the games stood that ended with the last step."""
        self.finished: i64 = 0
        self._vectors: Any = None
        self._masks: Any = None
        self._movers: Any = None
        self._rewards: Any = None
        self._dones: Any = None
        self._formats = ["B", "B", "B"]  # of vectors, masks and movers
        nothing = game.start(seats=seats, seed=0, **options)
        self._mask = BytesWriter()  # of rows that are written together; all zero in between
        self._mask.write(bytes(CHUNK_ROWS * self.moves))
        self._rows: list[Row] = []
        out = BytesWriter()
        for seed in seeds:
            self._rows.append(Row(seed, Turns(nothing), IncrementalObserver(self.encoding, memory, out)))

    @property
    def states(self) -> list[State]:
        """The game of each row."""
        return [row.turns.state for row in self._rows]

    def attach(self, vectors: Any, masks: Any, movers: Any, rewards: Any, dones: Any) -> None:
        """Take the buffers (flat: game by game), start all games, and write how they stand."""
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
        """Leave the games in these rows where they stand, and begin others: the next ones, or those that
        follow from ``seeds``, one for each of the rows (None for the next ones).
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
        """One move in every game, of the seat that was written into ``movers``; if one of them is not legal
        none is made.
        """
        chosen: list[int] = moves if isinstance(moves, list) else [int(move) for move in moves]
        if len(chosen) != self.count:
            raise BadBuffer(f"A step of this batch takes {self.count} moves, not {len(chosen)}.")
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
        """A legal move for every game, each as likely as the others."""
        found: list[int] = []
        for row in self._rows:
            found.append(row.allowed[row.lots.roll(len(row.allowed))])
        return found

    def why_not(self, at: int, move: int) -> tuple[str, str]:
        """The clause and the reason why a move is not legal in the game of row ``at``."""
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
        """By what was allowed when the games came to stand as they do."""
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
        """Nothing has ended in this row."""
        self._dones[at] = 0
        for seat in range(self.seats):
            self._rewards[at * self.seats + seat] = 0.0

    def _begin(self, row: "Row") -> None:
        """Another game in this row."""
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
        """Let bots move until somebody outside is asked; a game that is over is followed by another one."""
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
        """Write how the games of these rows stand."""
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
        """Write a mark at every move that these rows allow."""
        mask = self._mask
        start: i64 = 0
        move: i64
        for at in range(first, last):
            for move in self._rows[at].allowed:
                mask[start + move] = mark
            start += self.moves


class Row:
    """One of the games, and what all that follow in its place come from."""

    def __init__(self, seed: int, turns: Turns, observer: IncrementalObserver) -> None:
        self.turns = turns
        self.bots: list[Bot | None] = []
        self.observer = observer
        self.allowed: tuple[int, ...] = ()  # what the seat may do
        self.seed = seed
        self.number = 0  # of the next game
        self.lots = Dice(seed)  # what random moves are drawn by

    def reseed(self, seed: int) -> None:
        """Begin again with the games of another seed."""
        self.seed = seed
        self.number = 0
        self.lots = Dice(seed)
