"""Standing orders pass or wait whatever a seat holds: so their time tells nothing about the hand."""

import json
import random
from typing import Final

import pytest
from sqlalchemy import update

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games import shelf
from spyring.server.core.storage.schema import seats
from spyring.server.core.tables.live_table import frame_of, is_pass, ordered_pass
from tests.server.conftest import on_sqlite
from tests.server.harness import Harness
from tests.toys import DUEL

GAMES: Final = (*shelf(), DUEL)
DECISIONS: Final = 2000
WINDOWS: Final = 20  # of each game, at most
WORLDS: Final = 3  # beside the true one, for every other reader


def windows(game: Game) -> list[tuple[State, int]]:
    """Some windows of random games in which a seat may pass."""
    found: list[tuple[State, int]] = []
    dice, decisions = random.Random(4), 0
    while decisions < DECISIONS and len(found) < WINDOWS:
        state = game.start(seats=game.seats[-1], seed=dice.randrange(1 << 30))
        while state.deciders and decisions < DECISIONS and len(found) < WINDOWS:
            seat = dice.choice(state.deciders)
            legal = state.legal(seat)
            if any(is_pass(game, move) for move in legal) and dice.random() < 0.5:
                found.append((state.clone(), seat))
            state.play(seat, dice.choice(legal))
            decisions += 1
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_reader_can_tell_two_worlds_apart_by_who_passes(game: Game) -> None:
    """Every standing order there is, in worlds that another reader cannot tell apart: the machine passes in
    all of them, or in none.
    """
    dice, pairs, other_hands = random.Random(9), 0, 0
    for state, seat in windows(game):
        for reader in (*range(state.seats), None):
            if reader == seat:
                continue
            for _world in range(WORLDS):
                world = state.resample(reader, dice.randrange(1 << 30))
                for orders in ((), (frame_of(state),)):
                    here, there = (ordered_pass(one, orders, seat) for one in (state, world))
                    assert (here is None) == (there is None) == (not orders)
                pairs += 1
                other_hands += state.legal(seat) != world.legal(seat)
    assert pairs > 50
    if game is DUEL or game.name == "spies":  # an order that depended on the seat's moves would show here
        assert other_hands > pairs / 20


@pytest.mark.anyio
@on_sqlite
async def test_a_standing_order_must_not_depend_on_the_hand(harness: Harness) -> None:
    """Nobody can give such an order any more, and players who gave one to an older server must decide."""
    table, (ann, bob) = await harness.table("duel", "Ann", "Bob")
    path = f"/tables/{table}/passes"
    assert (await bob.put(path, {"frames": ["Poll?"]}, 422))["code"] == "no-window"
    stored = update(seats).where(seats.c.table_id == table).values(passes=json.dumps(["Poll?"]))
    await harness.services.database.write(stored)
    live = await harness.services.live_tables.find(table)
    await harness.services.live_tables.refresh(live)
    for guest in (ann, bob):
        assert (await guest.position(table))["passes"] == []
    kept = await bob.put(path, {"frames": ["Poll"]})
    assert kept["passes"] == ["Poll"]
