"""Pieces of work on a Ray cluster: on this machine, or on many. The results are the same everywhere.

When a node is lost, Ray repeats its games on another node. Workers write the records of an arena, so all
nodes must reach the same folder.
"""

from collections.abc import Iterator
from socket import create_connection
from typing import Any, Protocol
from urllib.parse import urlsplit

from spyring.engine.errors import SpyringError
from spyring.worker_pool import MAX_CRASHES, Bundles, Work, WorkerPool, WorkFailed, run_bundle

ON_PROCESSES = "processes"
ON_RAY = "ray"
CLIENT = "ray://"
WHERE = "Where: processes, ray (on this machine), auto (the cluster of this machine) or ray://host:port."
CLIENT_PORT = 10001  # if the address names none
CONNECT_SECONDS = 5.0
BUNDLES_PER_CORE = 2  # so that no core waits for work


class NoCluster(SpyringError):
    """The cluster cannot be reached."""


class Executor(Protocol):
    """Does pieces of work, in any order."""

    def run(self, pieces: list[Any]) -> Iterator[Any]: ...


def executor(work: Work, processes: int, on: str = ON_PROCESSES) -> Executor:
    """Worker processes of this machine ("processes"), Ray on this machine ("ray"), the cluster of this
    machine ("auto"), or a cluster at an address ("ray://host:port").
    """
    if on == ON_PROCESSES:
        return WorkerPool(work, processes)
    if on == ON_RAY or on.startswith((CLIENT, "local://")) or on == "auto":
        return Cluster(work, processes, on)
    raise NoCluster(f"Unknown place: {on}. Choose processes, ray, auto or ray://host:port.")


class Cluster:
    """Does pieces of work on Ray, and yields each result as soon as it is there."""

    def __init__(self, work: Work, processes: int, address: str) -> None:
        self.work = work
        self.processes = processes
        self.address = address

    def run(self, pieces: list[Any]) -> Iterator[Any]:
        self._check_reachable()
        ray = self._import_ray()
        begun_here = not ray.is_initialized()
        self._connect(ray)
        try:
            yield from self._run_all(ray, Bundles(pieces))
        finally:
            if begun_here:
                ray.shutdown()

    def _run_all(self, ray: Any, bundles: Bundles) -> Iterator[Any]:
        task = ray.remote(num_cpus=1, max_retries=MAX_CRASHES)(run_bundle)
        work = ray.put(self.work)
        capacity = max(1, int(ray.cluster_resources().get("CPU", 1))) * BUNDLES_PER_CORE
        running: list[Any] = []
        while bundles.waiting or running:
            while bundles.waiting and len(running) < capacity:
                running.append(task.remote(work, bundles.take()))
            done, running = ray.wait(running, num_returns=1)
            try:
                answer = ray.get(done[0])
            except ray.exceptions.RayError as error:
                raise WorkFailed(
                    f"The cluster gave up a game: {type(error).__name__}.", str(error)
                ) from error
            yield from bundles.results(answer)

    def _check_reachable(self) -> None:
        """Fail at once if nothing answers at the address; Ray would try for half a minute."""
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
            raise NoCluster("Ray is not installed. Install it with: pip install 'spyring[ray]'") from error
        return ray

    def _connect(self, ray: Any) -> None:
        """Start Ray here, or join the cluster, unless this process has joined one already."""
        if ray.is_initialized():
            return
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if self.address == ON_RAY:
                ray.init(num_cpus=self.processes, include_dashboard=False, **quiet)
            else:
                ray.init(address=self.address, **quiet)
        except Exception as error:  # Ray raises many kinds
            raise NoCluster(f"The cluster {self.address} cannot be reached: {error}") from error
