"""Bots think in separate processes, so that the server answers people meanwhile.

A bot gets a position that its seat cannot tell from the real one, and the events that its seat may know;
nothing else.
"""

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing.process import BaseProcess
from typing import Final, Protocol

from spyring.bots import make
from spyring.bots.advising import Adviser
from spyring.engine.game import Game
from spyring.engine.notation import Event
from spyring.engine.position import Json
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.server.core.bots.levels import ADVISER, LEVELS, QUICK, seconds_of
from spyring.server.core.bots.thoughts import of_adviser, of_bot
from spyring.server.core.fair_queue import FairQueue
from spyring.server.core.settings import Settings, shelf
from spyring.server.core.times import Time

MIN_THOUGHT_SECONDS: Final = 0.05  # a thought counts as at least so long
ITERATIONS: Final = 2000  # of an adviser, at most
PLAYOUTS: Final = 256  # worlds in which it compares two moves, at most
MAX_UNSEEN_MOVES: Final = 100  # moves that are decided together

journal = logging.getLogger("spyring.server")


class Log(Protocol):
    """The part of a game's timeline that bots need."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def state(self) -> State:
        """The current state."""

    def events_for(self, seat: int) -> Sequence[Event]:
        """The events that a seat may know."""


EventRows = list[tuple[int, int, int, int, int]]
Job = tuple[str, str, Json, EventRows, int, str, int]
Thoughts = list[tuple[str, str]]  # moves in notation, each with its reason as stored


class BotPool:
    """Asks bots for moves; if a bot fails or hangs, a quick one decides, or chance.

    Bots think in turn, by the address and the person who made their table, so that nobody's bots starve
    another's; a bot that has waited very long thinks quickly.
    """

    def __init__(
        self, settings: Settings, time: Time, thought: Callable[[str, float], None] | None = None
    ) -> None:
        self.settings = settings
        self._thought = thought  # called with the seconds of each thought
        self.time = time
        self._pool: Executor | None = None
        self._queue = FairQueue(settings.bot_workers)
        self._lately: defaultdict[tuple[str, str], deque[float]] = defaultdict(lambda: deque(maxlen=32))

    async def choose(
        self, timeline: Log, seat: int, level: str, owner: str, address: str = ""
    ) -> tuple[int, str | None]:
        """The first move of a plan, as soon as it is known: for a hint, which has nothing to hide."""
        return (await self.plan(timeline, seat, level, owner, address, evenly=False))[0]

    async def plan(
        self, timeline: Log, seat: int, level: str, owner: str, address: str = "", evenly: bool = True
    ) -> list[tuple[int, str | None]]:
        """The next moves of ``seat`` at a table of ``owner``, last seen at ``address``: up to the first move
        that others see, each with the bot's reason, if any. They are decided together, in the time of one
        move, so that a delay does not reveal their number.

        ``evenly`` hides what was thought about: from the start of its turn, every thought takes the full time
        of its level, so that delays reveal the server's load and nothing else. A seat without a choice takes
        as long as other seats of its level took lately in this game.
        """
        evenly = evenly and self.settings.bot_delay > 0.0
        state = timeline.state
        legal = state.legal(seat)
        lately = self._lately[state.game.name, level]
        if len(legal) == 1 and not after_unseen(state, seat, legal[0]):
            if evenly and lately:
                await self.time.sleep(secrets.choice(lately))
            return [(legal[0], None)]
        facts = {"game": state.game.name, "bot": level}
        for in_turn in (True, False):
            try:
                if in_turn:
                    thoughts = await self._patiently(timeline, seat, level, owner, address or owner, evenly)
                else:  # a quick decision in this process
                    thoughts = await asyncio.to_thread(think, *self._job(timeline, seat, QUICK))
                moves: list[tuple[int, str | None]] = [
                    (state.game.moves.parse(text), why) for text, why in thoughts
                ]
                if moves[0][0] in legal:
                    return moves
                journal.error("bot chose an illegal move", extra=facts)
            except Exception as error:  # no failure of a bot may stop the table
                journal.error("bot failed", exc_info=error, extra=facts)
        return [(secrets.choice(legal), None)]

    async def _patiently(
        self, timeline: Log, seat: int, level: str, owner: str, address: str, evenly: bool
    ) -> Thoughts:
        """The answer of a worker, if it comes in time."""
        began = self.time.now()
        job = self._job(timeline, seat, level)
        cost = max(MIN_THOUGHT_SECONDS, seconds_of(level))
        async with self._queue.turn(address, owner, cost):
            turn = self.time.now()
            if turn - began > self.settings.bot_patience:
                job = (*job[:-2], QUICK, job[-1])
            answer = await self.time.with_timeout(self._ask(job), self.settings.bot_patience)
        if self._thought is not None:
            self._thought(level, self.time.now() - began)
        if evenly:
            await self._even_out(level, turn)
            self._lately[timeline.game.name, level].append(self.time.now() - began)
        return answer

    async def _even_out(self, level: str, turn: float) -> None:
        """Wait until the full time of a thought that started with this turn is over."""
        longest = LEVELS[level].longest if level in LEVELS else 0.0
        left = turn + self.settings.bot_delay * longest - self.time.now()
        if left > 0.0:
            await self.time.sleep(left)

    def _job(self, timeline: Log, seat: int, level: str) -> Job:
        """Everything that a bot gets."""
        state = timeline.state
        world = state.resample(seat, secrets.randbits(60)).to_json()
        told = [(event.kind, event.a, event.b, event.c, event.d) for event in timeline.events_for(seat)]
        return self.settings.shelf, state.game.name, world, told, seat, level, secrets.randbits(60)

    def waiting(self) -> int:
        """How many bots wait for their turn."""
        return self._queue.waiting()

    def warm(self) -> None:
        """Start the workers before the first person waits for them."""
        if self.settings.bots == "processes":
            for _worker in range(self.settings.bot_workers):
                self._workers().submit(prepare, self.settings.shelf)

    async def _ask(self, job: Job) -> Thoughts:
        loop = asyncio.get_running_loop()
        pool = self._workers()
        try:
            return await loop.run_in_executor(pool, think, *job)
        except BrokenProcessPool:  # a worker was killed: try again with new ones
            if self._pool is pool:
                self._let_go(wait=False)
            return await loop.run_in_executor(self._workers(), think, *job)

    def _workers(self) -> Executor:
        if self._pool is None:
            count = self.settings.bot_workers
            if self.settings.bots == "threads":
                self._pool = ThreadPoolExecutor(count, "bot")
            else:
                clean = multiprocessing.get_context("spawn")  # without copies of our sockets and locks
                self._pool = ProcessPoolExecutor(count, clean, initializer=lower_priority)
        return self._pool

    async def close(self) -> None:
        """Let the workers finish their thoughts, and stop them."""
        await asyncio.to_thread(self._let_go, wait=True)

    def _let_go(self, wait: bool) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=wait, cancel_futures=True)


# -- in the worker -------------------------------------------------------------------------------------------


def lower_priority() -> None:
    """The server comes first; and if it dies suddenly, its worker ends, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()


def _end_with(server: BaseProcess | None) -> None:
    """A server may end before its worker has started, or be replaced by another one with the same number."""
    if server is not None:
        server.join()
        os._exit(0)


@lru_cache(maxsize=32)
def _game(path: str, name: str) -> Game:
    return next(game for game in shelf(path) if game.name == name)


def prepare(path: str) -> None:
    """Load the games before the first request."""
    shelf(path)


def think(path: str, name: str, world: Json, told: EventRows, seat: int, level: str, seed: int) -> Thoughts:
    """The moves of ``seat`` in a world it believes possible, up to the first move that others see."""
    game = _game(path, name)
    known = game.from_json(world)
    heard = [Event(kind, 1 << seat, a, b, c, d) for kind, a, b, c, d in told]
    game.strategy.recall(known, heard)
    state: State | None = known
    thoughts: Thoughts = []
    left = seconds_of(level)
    if level == ADVISER.name:
        known.event_log = heard
        return [advise(game, known, seat, seed)]
    while state is not None and len(thoughts) < MAX_UNSEEN_MOVES:
        if thoughts and left < MIN_THOUGHT_SECONDS:
            level = QUICK
        bot = make(level, seed + len(thoughts))
        if state.stack[-1].unseen and bot.seconds:
            left = bot.seconds = left / 2  # the next moves share the same time
        state.event_log = heard
        move = bot.choose(state, seat)
        said = None if bot.purpose is None else game.strategy.says(state, seat, move)
        thoughts.append((game.moves.name(move), of_bot(bot, said).to_text()))
        state = after_unseen(state, seat, move)
        if state is not None:
            heard = [*heard, *(event for event in state.events if event.audience & 1 << seat)]
    return thoughts


def advise(game: Game, state: State, seat: int, seed: int) -> tuple[str, str]:
    """A move for a person, with its reason: takes the time of a thought and as much for playouts."""
    half = ADVISER.seconds / 2
    bot = Adviser(seed, ITERATIONS, half, worlds=PLAYOUTS, playing=half)
    move = bot.choose(state, seat)
    return game.moves.name(move), of_adviser(bot, game).to_text()


def after_unseen(state: State, seat: int, move: int) -> State | None:
    """The state after a move that nobody else can notice, if the same seat decides next; else None."""
    if not state.stack[-1].unseen:
        return None
    after = state.clone()
    after.event_log = []
    after.play(seat, move)
    seen = any(event.audience & 1 << SPECTATOR for event in after.events)
    return None if seen or seat not in after.deciders or after.view(None) != state.view(None) else after
