"""Many games at once, stepped in one call, what they say written into shared buffers.

Whoever learns wants thousands of positions a second, side by side. A :class:`Batch` holds many games; a step
takes one move for each of them and writes, for each, what the seat that decides next perceives, what it
may do and who it is. A game that ends is followed by another one at once: ``dones`` says so, ``rewards`` hold
what the game that ended brought to each seat, and the vector already shows the new one.

>>> import spyring
>>> game = spyring.game("krakow")
>>> batch = Batch(game, game.seats[-1], {"years": 1}, seeds=[7, 8])
>>> size, moves = batch.size, len(game.moves)
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
from mypy_extensions import i64

from spyring.bots.bot import Bot
from spyring.bots.catalogue import make
from spyring.bots.dice import Dice
from spyring.engine.chance import seeded
from spyring.engine.encoding import BadBuffer, Encoding, Perceived, as_format, check_format
from spyring.engine.errors import BadSeats, IllegalMove
from spyring.engine.game import Game
from spyring.engine.state import State

LEARNER: Final = ""  # in the place of a bot: somebody outside decides for this seat
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
    in its turn. Where several seats decide at once, the lowest is asked first; the others perceive nothing
    of its answer, so the order tells nothing. Seats that may act unasked are not asked.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, Any],
        seeds: Sequence[int],
        memory: bool = False,
        rivals: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.count = len(seeds)
        self.seats = seats
        self.options = options
        self.memory = memory
        self.events = memory or listen(rivals)
        self.encoding: Encoding[Any] = game.encoding
        self.size = self.encoding.size if memory else self.encoding.now
        self.rivals = list(rivals) if rivals else [LEARNER] * seats
        if len(self.rivals) != seats or LEARNER not in self.rivals:
            raise BadSeats(f"There are {seats} seats; name a bot for each, and leave one of them to learn.")
        for name in self.rivals:
            if name != LEARNER:
                make(name)  # an unknown bot is refused at once
        self.states: list[State] = []
        self.ended: dict[int, State] = {}
        """By row, how the games stood that ended with the last step."""
        self.bots: list[list[Bot | None]] = []
        self._perceived: list[Perceived] = []  # of each game
        self.finished: i64 = 0
        self._vectors: Any = None
        self._masks: Any = None
        self._movers: Any = None
        self._rewards: Any = None
        self._dones: Any = None
        self._sheet = BytesWriter()  # the masks of all games
        self._allowed: list[tuple[int, ...]] = []  # of each game, the moves that are 1 on it
        self._dice: list[Dice] = []  # of each row, what its games follow from
        self._lots: list[Dice] = []  # of each row, what random moves are drawn by
        for seed in seeds:
            self._dice.append(Dice(seeded(seed)))
            self._lots.append(Dice(seed))
            self.states.append(game.start(seats=seats, seed=0, **options))
            self.bots.append([])
            self._perceived.append(Perceived(self.encoding, memory))
            self._sheet.write(self.encoding.no_moves)
            self._allowed.append(())

    def attach(self, vectors: Any, masks: Any, movers: Any, rewards: Any, dones: Any) -> None:
        """Take the buffers (flat: game by game), start all games, and write how they stand."""
        self._vectors = self._flat(vectors, self.size, "vectors")
        self._masks = self._flat(masks, len(self.game.moves), "masks")
        self._movers = memoryview(movers)
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
            if seed is not None:
                self._dice[at] = Dice(seeded(seed))
                self._lots[at] = Dice(seed)
            self._clear(at)
            self.ended.pop(at, None)
            self._begin(at)
            self._advance(at)
        self._show()

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
        for at in range(self.count):
            state = self.states[at]
            state.play(state.deciders[0], chosen[at])
            self._advance(at)
        self._show()

    def random_moves(self) -> list[int]:
        """A legal move for every game, each as likely as the others."""
        found: list[int] = []
        for at in range(self.count):
            state = self.states[at]
            moves = state.legal(state.deciders[0])
            found.append(moves[self._lots[at].roll(len(moves))])
        return found

    def why_not(self, at: int, move: int) -> tuple[str, str]:
        """The clause and the reason why a move is not legal in the game of row ``at``."""
        state = self.states[at]
        why = state.why_not(state.deciders[0], move)
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
        """By the masks, which were written when the games came to stand as they do."""
        limit = self.encoding.moves
        base: i64 = 0
        for at in range(self.count):
            move = chosen[at]
            if not 0 <= move < limit or self._sheet[base + move] == 0:
                clause, reason = self.why_not(at, move)
                raise refused(at, self.states[at].deciders[0], move, clause, reason)
            base += limit

    def _clear(self, at: int) -> None:
        """Nothing has ended in this row."""
        self._dones[at] = 0
        for seat in range(self.seats):
            self._rewards[at * self.seats + seat] = 0.0

    def _begin(self, at: int) -> None:
        """Another game in this row."""
        dice = self._dice[at]
        seed = dice.seed()
        self.states[at] = self.game.start(seats=self.seats, seed=seed, events=self.events, **self.options)
        bots: list[Bot | None] = []
        for seat in range(self.seats):
            name = self.rivals[seat]
            bots.append(None if name == LEARNER else make(name, dice.seed()))
        self.bots[at] = bots

    def _advance(self, at: int) -> None:
        """Let bots move until somebody outside is asked; a game that is over is followed by another one."""
        bots = self.bots[at]
        state = self.states[at]
        while True:
            if not state.stack:
                self._end(at)
                bots = self.bots[at]
                state = self.states[at]
                continue
            seat = state.deciders[0]
            bot = bots[seat]
            if bot is None:
                return
            state.play(seat, bot.choose(state, seat))

    def _end(self, at: int) -> None:
        outcome = self.states[at].outcome
        assert outcome is not None
        brought = self.game.rewards(outcome)
        for seat in range(self.seats):
            self._rewards[at * self.seats + seat] = brought[seat]
        self._dones[at] = 1
        self.ended[at] = self.states[at]
        self.finished += 1
        self._begin(at)

    def _show(self) -> None:
        """Write how all games stand."""
        movers = BytesWriter()
        vectors: list[bytes] = []
        for at in range(self.count):
            state = self.states[at]
            seat = state.deciders[0]
            movers.append(seat)
            vectors.append(self._perceived[at].vector(state, seat))
            self._mask(at, state.legal(seat))
        self._vectors[:] = as_format(b"".join(vectors), str(self._vectors.format))
        self._masks[:] = as_format(self._sheet.getvalue(), str(self._masks.format))
        self._movers[:] = as_format(movers.getvalue(), str(self._movers.format))

    def _mask(self, at: int, moves: tuple[int, ...]) -> None:
        """The mask of a game: what was allowed at the last step no longer is, these moves are."""
        sheet = self._sheet
        base: i64 = at * self.encoding.moves
        move: i64
        for move in self._allowed[at]:
            sheet[base + move] = 0
        for move in moves:
            sheet[base + move] = 1
        self._allowed[at] = moves
