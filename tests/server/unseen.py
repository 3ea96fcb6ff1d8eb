"""Moments of all games in which a seat can do something that no other one notices, and tables at which one of
them has come.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from spyring.engine.frame import UNSEEN
from spyring.engine.game import Game
from spyring.engine.keyed_chance import Seal
from spyring.engine.secret_answers import SecretAnswers
from spyring.engine.state import State
from spyring.games import shelf
from spyring.server.core.payloads import NewTable
from spyring.server.core.storage.database import new_id
from spyring.server.core.tables.chair import Chair
from spyring.server.core.tables.live_table import LiveTable, frame_of
from spyring.server.core.tables.timeline import Entry, Start, Timeline
from tests.server.harness import Guest, Harness

KEY: Final = bytes([77]) * 32
OPTIONS: Final[dict[str, dict[str, int | str]]] = {
    "krakow": {"years": 1},
    "spies": {"setup_placement": "simultaneous", "reaction_poll": "simultaneous"},
    "season0": {"look_visible": "player"},
}
LONGEST: Final = 1200  # moves of a game


class SameSeal(Seal):
    """All tables have the same chance."""

    def key(self) -> bytes:
        return KEY

    def commitment(self) -> str:
        return "77" * 32  # it binds the table's id, which differs, and nothing of the game


@dataclass(frozen=True)
class Moment:
    """A game after some moves; ``seat`` can act unseen there."""

    game: Game
    frame: str
    seat: int
    moves: tuple[tuple[int, int], ...]

    @property
    def seats(self) -> int:
        return self.game.seats[-1]

    def state(self) -> State:
        return begun(self.game, self.moves).state


def begun(game: Game, moves: tuple[tuple[int, int], ...] = (), seats: int = 0) -> Timeline:
    """A game after some moves."""
    count = seats or game.seats[-1]
    timeline = Timeline(game, Start(count, KEY, game.resolve_options(count, OPTIONS.get(game.name, {}))))
    for seat, move in moves:
        timeline.commit(timeline.consider(seat, move, 0.0))
    return timeline


def entries(
    game: Game, seed: int, seats: int = 0, longest: int = LONGEST
) -> Iterator[tuple[Timeline, State, Entry]]:
    """A game between dice, move by move: how it stands after it, and the state before it."""
    timeline, dice = begun(game, seats=seats), random.Random(seed)
    while timeline.state.deciders and timeline.length < longest:
        before = timeline.state
        free = [seat for seat in before.interrupters if before.legal(seat) and dice.random() < 0.1]
        seat = dice.choice([*before.deciders, *free])
        step = timeline.consider(seat, dice.choice(before.legal(seat)), 0.0)
        timeline.commit(step)
        yield timeline, before, step.entry


def unseen_frames(game: Game) -> set[str]:
    """The frames of a game in which one can act unseen, as they say themselves."""
    return {name for name, frame in game.frames.items() if frame.unseen}


def all_unseen_frames() -> list[str]:
    """Those of every game, in the order of their moments."""
    return [name for game in shelf() for name in sorted(unseen_frames(game))]


@lru_cache
def moments() -> tuple[Moment, ...]:
    """One of every frame in which one can act unseen, of all games."""
    return tuple(_moment(game, name) for game in shelf() for name in sorted(unseen_frames(game)))


def _moment(game: Game, name: str) -> Moment:
    for seed in range(40):
        made: list[tuple[int, int]] = []
        last = ""
        for _timeline, before, entry in entries(game, seed):
            alone = isinstance(before.stack[-1], SecretAnswers) and len(before.deciders) == 1
            if frame_of(before) == name != last and not alone:
                for seat in before.deciders:
                    if len(unseen_moves(before, seat)) > 2:
                        return Moment(game, name, seat, tuple(made))
            last = frame_of(before)
            made.append((entry.seat, game.moves.parse(entry.text)))
    raise AssertionError(f"nobody comes to {name}")


def unseen_moves(state: State, seat: int) -> list[int]:
    """What a seat can do that a neighbour does not perceive."""
    neighbour = (seat + 1) % state.seats
    frame = state.stack[-1]
    return [move for move in state.legal(seat) if frame.seen_as(state, seat, move, neighbour) == UNSEEN]


async def table_at(harness: Harness, moment: Moment, **asked: Any) -> tuple[LiveTable, list[Guest]]:
    """A table at which this moment has come, with a person in every seat. The seal must be the same."""
    guests = [await harness.guest(name) for name in "ABCDE"[: moment.seats]]
    options = OPTIONS.get(moment.game.name, {})
    game = harness.services.shelf.game(moment.game.name)
    wish = NewTable(game=game.name, seats=moment.seats, options=options, **asked)
    start = Start(moment.seats, KEY, game.resolve_options(moment.seats, options))
    table, owner = new_id(), guests[0].person["id"]
    chairs = [Chair(seat) for seat in range(moment.seats)]
    async with harness.services.database.writing() as within:
        store = harness.services.table_store
        await store.insert(within, table, bytes(32), game, wish, start, owner, chairs, status="open")
    for guest in guests:
        await guest.post(f"/tables/{table}/join")
    live = await harness.services.live_tables.find(table)
    for seat, move in moment.moves:
        async with live.lock:
            await harness.services.changes.append(live, live.running.consider(seat, move, harness.time.now()))
    assert frame_of(live.running.state) == moment.frame
    return live, guests
