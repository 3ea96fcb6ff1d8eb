"""The same tournament on Ray: the same results, also when a node is lost."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import spyring
from spyring.arena.cluster import Cluster, NoCluster, engine
from spyring.arena.tournament import Tournament


@pytest.fixture
def kill_a_node(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """A cluster of two nodes, and how to lose one."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # it writes no token into anybody's home
    ray: Any = pytest.importorskip("ray")
    utils: Any = pytest.importorskip("ray.cluster_utils")
    small = {"num_cpus": 1, "object_store_memory": 80_000_000}
    nodes = utils.Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
    second = nodes.add_node(**small)
    ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
    yield lambda: nodes.remove_node(second, allow_graceful=False)
    ray.shutdown()
    nodes.shutdown()


def tournament() -> Tournament:
    return Tournament(spyring.game("krakow"), [("heuristic", "random") * 2], 10, 3, {"years": 1})


@pytest.mark.skipif(
    "SPYRING_NIGHT" not in os.environ, reason="a cluster of two nodes takes its time: make night"
)
def test_a_lost_node_changes_nothing(kill_a_node: Callable[[], None]) -> None:
    expected = sorted(tournament().play(1), key=lambda row: row["number"])
    found = []
    for row in tournament().play(2, "ray"):
        found.append(row)
        if len(found) == 1:
            kill_a_node()
    assert sorted(found, key=lambda row: row["number"]) == expected


def test_what_is_no_cluster_is_refused_in_a_sentence() -> None:
    with pytest.raises(NoCluster, match="not on the moon"):
        engine(len, 1, "the moon")
    assert isinstance(engine(len, 1, "ray"), Cluster)
