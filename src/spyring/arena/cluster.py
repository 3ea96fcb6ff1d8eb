"""The same pieces of work on a Ray cluster: on this machine, or on many. What is played does not change.

A node that is lost costs the games it was playing; Ray hands them to another one. Records of an arena, which
workers write themselves, must lie where all nodes can reach them.
"""

import traceback
from collections import deque
from collections.abc import Iterator
from socket import create_connection
from time import perf_counter
from typing import Any, Protocol
from urllib.parse import urlsplit

from spyring.arena.worker_pool import BUNDLE_SECONDS, MAX_CRASHES, Work, WorkerPool, WorkFailed
from spyring.engine.errors import SpyringError

PROCESSES = "processes"
ON_RAY = "ray"
CLIENT = "ray://"
WHERE = "Where: processes, ray (on this machine), auto (the cluster of this machine) or ray://host:port."
CLIENT_PORT = 10001  # if the address names none
CONNECT_SECONDS = 5.0  # seconds
BUNDLES_PER_CORE = 2  # bundles for each core, so that none waits for work


class NoCluster(SpyringError):
    """A cluster that cannot be reached, or no such thing."""


class Executor(Protocol):
    """Whoever does pieces of work, in any order."""

    def run(self, pieces: list[Any]) -> Iterator[Any]: ...


def executor(work: Work, processes: int, on: str = PROCESSES) -> Executor:
    """Worker processes of this machine ("processes"), Ray on it ("ray"), the cluster that this machine is
    part of ("auto"), or one that is reached by its address ("ray://host:port").
    """
    if on == PROCESSES:
        return WorkerPool(work, processes)
    if on == ON_RAY or on.startswith((CLIENT, "local://")) or on == "auto":
        return Cluster(work, processes, on)
    raise NoCluster(f"Games are played on processes, ray, auto or ray://host:port, not on {on}.")


class Cluster:
    """Does pieces of work on Ray; yields what came of each as soon as it is done."""

    def __init__(self, work: Work, processes: int, address: str) -> None:
        self.work = work
        self.processes = processes
        self.address = address
        self.size = 1  # pieces in a bundle

    def run(self, pieces: list[Any]) -> Iterator[Any]:
        self._check_reachable()
        ray = self._import_ray()
        begun_here = not ray.is_initialized()
        self._connect(ray)
        try:
            yield from self._run_all(ray, deque(pieces))
        finally:
            if begun_here:
                ray.shutdown()

    def _run_all(self, ray: Any, waiting: "deque[Any]") -> Iterator[Any]:
        task = ray.remote(num_cpus=1, max_retries=MAX_CRASHES)(run_bundle)
        work = ray.put(self.work)
        capacity = max(1, int(ray.cluster_resources().get("CPU", 1))) * BUNDLES_PER_CORE
        running: list[Any] = []
        while waiting or running:
            while waiting and len(running) < capacity:
                bundle = [waiting.popleft() for _piece in range(min(self.size, len(waiting)))]
                running.append(task.remote(work, bundle))
            done, running = ray.wait(running, num_returns=1)
            try:
                kind, answer, seconds = ray.get(done[0])
            except ray.exceptions.RayError as error:
                raise WorkFailed(
                    f"The cluster gave up a game: {type(error).__name__}.", str(error)
                ) from error
            if kind == "refused":
                raise WorkFailed(*answer)
            if kind == "failed":
                raise RuntimeError(f"on the cluster:\n{answer}")
            each = max(seconds / len(answer), 1e-6)
            self.size = max(1, min(2 * self.size, int(BUNDLE_SECONDS / each)))
            yield from answer

    def _check_reachable(self) -> None:
        """Whether anybody answers at a cluster's door; Ray itself would try for half a minute."""
        if not self.address.startswith(CLIENT):
            return
        try:
            host = urlsplit(self.address)
            create_connection((host.hostname or "", host.port or CLIENT_PORT), CONNECT_SECONDS).close()
        except (OSError, ValueError) as error:
            raise NoCluster(f"The cluster {self.address} cannot be reached: {error}") from error

    def _import_ray(self) -> Any:
        try:
            import ray
        except ModuleNotFoundError as error:
            raise NoCluster("This needs ray, which is not installed: pip install 'spyring[ray]'") from error
        return ray

    def _connect(self, ray: Any) -> None:
        """Start Ray here, or join the cluster; whoever has joined already stays where it is."""
        if ray.is_initialized():
            return
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if self.address == ON_RAY:
                ray.init(num_cpus=self.processes, include_dashboard=False, **quiet)
            else:
                ray.init(address=self.address, **quiet)
        except Exception as error:  # whatever it is: there is no cluster
            raise NoCluster(f"The cluster {self.address} cannot be reached: {error}") from error


def run_bundle(work: Work, bundle: list[Any]) -> tuple[str, Any, float]:
    """The pieces of a bundle, on a worker of the cluster."""
    began = perf_counter()
    try:
        return "done", [work(piece) for piece in bundle], perf_counter() - began
    except SpyringError as refusal:
        return "refused", (str(refusal), getattr(refusal, "details", "")), 0.0
    except Exception:
        return "failed", traceback.format_exc(), 0.0
