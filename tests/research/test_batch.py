"""What a batch of games promises, in one process and in several."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spyring.engine.encoding import BadBuffer
from spyring.engine.errors import IllegalMove, SpyringError
from spyring.engine.state import State
from spyring.research.batch import Games

SPREAD = 3  # rows, over two processes


@pytest.fixture(scope="module")
def spread() -> Iterator[Games]:
    """One batch in two processes for all tests: to start them takes longer than to play."""
    with Games("krakow", SPREAD, seed=2, years=1, processes=2) as games:
        yield games


@pytest.fixture
def alone() -> Games:
    return Games("krakow", SPREAD, seed=2, years=1)


def shown(games: Games) -> list[Any]:
    arrays = (games.observations, games.masks, games.movers, games.rewards, games.dones)
    return [one.tolist() for one in arrays]


def test_games_are_the_same_in_any_number_of_processes(spread: Games, alone: Games) -> None:
    spread.restart(seed=2)
    alone.restart(seed=2)
    ended = 0
    for _step in range(200):
        assert shown(spread) == shown(alone)
        moves = spread.random_moves()
        assert alone.random_moves() == moves
        spread.step(moves)
        alone.step(np.array(moves))
        if alone.dones.any():
            ended += 1
            over = spread.ended
            assert {row: state.fingerprint() for row, state in over.items()} == {
                row: state.fingerprint() for row, state in alone.ended.items()
            }
            assert list(over) == np.flatnonzero(alone.dones).tolist()
    assert ended
    assert [state.fingerprint() for state in spread.states] == [state.fingerprint() for state in alone.states]


def test_the_games_of_a_row_do_not_depend_on_the_other_rows(alone: Games) -> None:
    more = Games("krakow", 2 * SPREAD, seed=2, years=1)
    assert (more.observations[:SPREAD] == alone.observations).all()
    assert (more.observations[SPREAD:] != alone.observations).any()


@pytest.mark.parametrize("wrong", [188, -1, 189, 1 << 40])
@pytest.mark.parametrize("row", range(SPREAD))
def test_one_illegal_move_and_none_is_made(spread: Games, alone: Games, row: int, wrong: int) -> None:
    spread.restart(seed=2)
    for games in (spread, alone):
        before, positions = shown(games), [state.fingerprint() for state in games.states]
        moves = games.random_moves()
        moves[row] = wrong
        with pytest.raises(IllegalMove, match=f"In row {row}: ") as no:
            games.step(moves)
        assert (no.value.seat, no.value.move) == (games.movers[row], wrong)
        assert shown(games) == before
        assert [state.fingerprint() for state in games.states] == positions
    assert shown(spread) == shown(alone)


@pytest.mark.parametrize("moves", [[1], [1] * 4, [1.0] * SPREAD, [[1]] * SPREAD, ["pass"] * SPREAD])
def test_a_step_with_the_wrong_number_of_moves_is_refused(spread: Games, alone: Games, moves: Any) -> None:
    for games in (spread, alone):
        with pytest.raises(BadBuffer, match="needs 3 moves"):
            games.step(moves)


def test_numbers_of_numpy_are_moves(alone: Games) -> None:
    alone.step([np.int64(move) for move in alone.random_moves()])
    alone.step(np.array(alone.random_moves(), np.uint16))


def test_rows_can_be_restarted(spread: Games, alone: Games) -> None:
    for games in (spread, alone):
        games.restart(seed=[5, 6, 7])
        first = shown(games)
        games.step(games.random_moves())
        stepped = games.observations.copy()
        games.restart([2, 0], seed=[7, None])
        assert games.observations[2].tolist() == first[0][2]
        assert (games.observations[1] == stepped[1]).all()
        games.restart(np.array([True, True, False]), seed=[5, 6])
        assert shown(games) == first
        with pytest.raises(SpyringError, match="2 rows need as many seeds, not 1"):
            games.restart([0, 1], seed=[1])


def test_a_row_shows_its_state(alone: Games) -> None:
    for row, state in enumerate(alone.states):
        assert isinstance(state, State)
        assert state.deciders[0] == alone.movers[row]


@pytest.mark.parametrize(("count", "processes"), [(0, 1), (-2, 1), (2, 0), (2, 3)])
def test_so_many_games_cannot_be(count: int, processes: int) -> None:
    with pytest.raises(SpyringError, match=r"at least one game|need 1 to 2 processes"):
        Games("krakow", count, processes=processes)


def test_a_bot_that_is_unknown_is_refused_before_any_process_begins() -> None:
    with pytest.raises(SpyringError, match="nobody"):
        Games("krakow", 2, processes=2, rivals=["", "nobody", "random", "random"])


def test_a_closed_batch_says_so(alone: Games) -> None:
    with alone:
        moves = alone.random_moves()
    alone.close()
    assert alone.finished == 0
    with pytest.raises(SpyringError, match="closed"):
        alone.step(moves)


def test_workers_come_and_go() -> None:
    before = set(active_children())
    games = Games("krakow", 2, years=1, processes=2)
    first, second = set(active_children()) - before
    moves = games.random_moves()
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)
    first.join(5)
    for _again in range(2):
        with pytest.raises(SpyringError, match="A worker process has ended"):
            games.step(moves)
    del games
    second.join(5)
    assert second.exitcode == 0, "nobody tells it anything any more"


def test_a_script_that_every_worker_would_run_is_told_what_it_lacks(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("from spyring.research.batch import Games\nGames('krakow', 2, processes=2)\n")
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert 'below `if __name__ == "__main__":`' in run.stderr.splitlines()[-1]
