"""The same tournament on Ray: the same results, also when a node is lost."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import spyring
from spyring.arena.cluster import Cluster, NoCluster, executor
from spyring.arena.tournament import Tournament
from spyring.worker_pool import WorkFailed
from tests.night import NIGHT

SMALL = {"num_cpus": 1, "object_store_memory": 80_000_000}  # a node


def patiently(start: Callable[[], Any]) -> Any:
    """Start a node. Ray gives it half a minute, which a busy machine may need several times."""
    for _again in range(3):
        try:
            return start()
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    return start()


@pytest.fixture
def nodes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of one node with one core; more can be added."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # do not write a token into the user's home
    ray: Any = pytest.importorskip("ray")
    utils: Any = pytest.importorskip("ray.cluster_utils")
    head = {**SMALL, "include_dashboard": False}
    cluster = patiently(lambda: utils.Cluster(initialize_head=True, head_node_args=head))
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def tournament(out: Path | None = None) -> Tournament:
    return Tournament(spyring.game("krakow"), [("heuristic", "random") * 2], 10, 3, {"years": 1}, out)


@pytest.mark.skipif(not NIGHT, reason="a cluster of two nodes takes its time: make night")
def test_a_lost_node_changes_nothing(nodes: Any) -> None:
    second = patiently(lambda: nodes.add_node(**SMALL))
    expected = sorted(tournament().play(1), key=lambda row: row["number"])
    found = []
    for row in tournament().play(2, "ray"):
        found.append(row)
        if len(found) == 1:
            nodes.remove_node(second, allow_graceful=False)
    assert sorted(found, key=lambda row: row["number"]) == expected


class Deadly:
    """The arena's work; the first process that is given a piece is killed in the middle of it."""

    def __init__(self, work: Any, mark: Path) -> None:
        self.work = work
        self.mark = mark

    def __call__(self, piece: Any) -> Any:
        with suppress(FileExistsError):
            self.mark.touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        return self.work(piece)


@pytest.mark.skipif(not NIGHT, reason="to start Ray takes its time: make night")
def test_a_killed_worker_and_a_resumed_run_change_nothing(
    nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed, out = tmp_path / "killed", tmp_path / "results.jsonl"
    begin = Cluster.__init__

    def with_a_crash(self: Cluster, work: Any, processes: int, address: str) -> None:
        begin(self, Deadly(work, killed), processes, address)

    monkeypatch.setattr(Cluster, "__init__", with_a_crash)
    expected = sorted(tournament().play(1), key=lambda row: row["number"])
    for count, _row in enumerate(tournament(out).play(1, "ray")):
        if count == 3:
            break  # as if a person had stopped it
    assert killed.exists()
    resumed = tournament(out)
    assert 0 < len(resumed.missing()) < len(expected)
    for _row in resumed.play(1, "ray"):
        pass
    assert sorted(tournament(out).results.rows.values(), key=lambda row: row["number"]) == expected


class ClusterThatLosesNodes:
    """The part of Ray that we use. It runs every other task twice, as if the first node had been lost with
    its result, returns answers in another order, and may give up a task.
    """

    exceptions = SimpleNamespace(RayError=RuntimeError)

    def __init__(self, gives_up: bool = False) -> None:
        self.gives_up = gives_up
        self.handed_out = 0

    def is_initialized(self) -> bool:
        return True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def put(self, thing: Any) -> Any:
        return thing

    def remote(self, **_wishes: Any) -> Callable[[Any], Any]:
        return lambda task: SimpleNamespace(remote=lambda work, bundle: (task, work, bundle))

    def wait(self, running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        return running[-num_returns:], running[:-num_returns]

    def get(self, running: Any) -> Any:
        task, work, bundle = running
        self.handed_out += 1
        if self.gives_up:
            raise RuntimeError("the last node is gone")
        if self.handed_out % 2:
            task(work, bundle)
        return task(work, bundle)


def test_games_that_are_played_again_elsewhere_are_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cluster, "_import_ray", lambda self: ClusterThatLosesNodes())
    expected = sorted(tournament().play(1), key=lambda row: row["number"])
    assert sorted(tournament().play(2, "ray"), key=lambda row: row["number"]) == expected


def test_a_cluster_that_gives_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cluster, "_import_ray", lambda self: ClusterThatLosesNodes(gives_up=True))
    with pytest.raises(WorkFailed, match="gave up a game"):
        list(tournament().play(2, "ray"))


def test_what_is_no_cluster_is_refused_in_a_sentence() -> None:
    with pytest.raises(NoCluster, match="Unknown place: the moon"):
        executor(len, 1, "the moon")
    assert isinstance(executor(len, 1, "ray"), Cluster)
