"""The metrics of all workers of a machine in one answer, whichever worker Prometheus asks.

Each worker writes its metrics to a shared folder every few seconds. The worker that is asked reads all files
and adds a label for the worker. Old files belong to dead workers. A single worker needs no folder.

The multiprocess mode of prometheus_client would lose the memory and processor time of each worker, because it
does not support collectors. It would also keep the files of dead workers for ever.
"""

import asyncio
import hashlib
import json
import os
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from time import time
from typing import Any, Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from spyring.server.core.package import BackgroundJob
from spyring.server.core.tables.hooks import Measure

BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
GONE_SECONDS: Final = 30.0
LAG_SECONDS: Final = 1.0  # between two measurements of the event loop
MEASUREMENTS_PER_WRITE: Final = 5
MAX_LAG_SAMPLES: Final = 15

disable_created_metrics()  # type: ignore[no-untyped-call] # they would double the answer


def folder_for(url: str) -> Path | None:
    """The private folder of all workers that one process started for one database."""
    name = hashlib.sha256(f"{os.getppid()} {url}".encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"spyring-{name}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return folder if ours and not folder.is_symlink() and not found.st_mode & 0o022 else None


class Metrics(Collector, BackgroundJob):
    """The metrics of this worker: what is counted here, and the numbers of other parts of the server. With a
    ``folder``, also those of the other workers that share it.
    """

    def __init__(self, measures: list[Measure], folder: Path | None, worker: str) -> None:
        self.folder = folder
        self.worker = worker
        self._lags: deque[float] = deque(maxlen=MAX_LAG_SAMPLES)
        about = "The longest delay of the event loop in the last seconds."
        lag = Measure("spyring_loop_lag_seconds", about, lambda: max(self._lags, default=0.0))
        self.measures = measures
        self.measures.append(lag)
        self.registry = registry = CollectorRegistry()
        kind = ("method", "route", "status")
        took = "How long requests took."
        thought = "How long bots waited and thought."
        requests = Histogram("spyring_request_seconds", took, kind, registry=registry, buckets=BUCKETS)
        self._requests = cache(requests.labels)
        self._thoughts = Histogram(
            "spyring_bot_seconds", thought, ["level"], registry=registry, buckets=BUCKETS
        )
        self._moves = Counter("spyring_moves", "Moves acknowledged.", ["game"], registry=registry)
        self._timeouts = Counter("spyring_timeouts", "Seats whose time ran out.", registry=registry)
        ProcessCollector(registry=registry)
        registry.register(self)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests(method, route, status).observe(seconds)

    def count_move(self, game: str) -> None:
        """Count a move."""
        self._moves.labels(game).inc()

    def count_thought(self, level: str, seconds: float) -> None:
        """Count a bot's decision, with the time since the question."""
        self._thoughts.labels(level).observe(seconds)

    def count_timeout(self) -> None:
        """Count a timeout."""
        self._timeouts.inc()

    def collect(self) -> Iterator[Metric]:
        """The numbers of other parts of the server, read now."""
        for one in self.measures:
            kind = CounterMetricFamily if one.grows else GaugeMetricFamily
            family: Any = kind(one.name, one.about, labels=(one.label,) if one.label else ())
            found = one.read()
            for value, number in (found if isinstance(found, Mapping) else {"": found}).items():
                family.add_metric((value,) if one.label else (), number)
            yield family

    async def run(self) -> None:
        """Measure the delay of the event loop, and write the metrics now and then."""
        loop = asyncio.get_running_loop()
        for number in count():
            if self.folder is not None and number % MEASUREMENTS_PER_WRITE == 0:
                self.share()
            due = loop.time() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self._lags.append(max(0.0, loop.time() - due))

    async def stop(self) -> None:
        """Stop, and remove the metrics of this worker."""
        await super().stop()
        if self.folder is not None:
            with suppress(OSError):
                (self.folder / self.worker).unlink(missing_ok=True)
                self.folder.rmdir()

    def text(self) -> bytes:
        """All metrics in the format of Prometheus."""
        if self.folder is None:
            return generate_latest(self.registry)
        self.share()
        registry = CollectorRegistry()
        registry.register(_All(self.folder))
        return generate_latest(registry)

    def share(self) -> None:
        """Write the current metrics, whole or not at all."""
        assert self.folder is not None
        new = self.folder / f".{self.worker}"
        with suppress(OSError):
            new.write_text(json.dumps([_plain(metric) for metric in self.registry.collect()]))
            new.replace(self.folder / self.worker)


class _All:
    """The metrics of all workers in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterator[Metric]:
        found: dict[str, Metric] = {}
        for file in sorted(self.folder.glob("[!.]*")):
            try:
                if time() - file.stat().st_mtime > GONE_SECONDS:
                    file.unlink()
                    continue
                rows = json.loads(file.read_text())
            except (OSError, ValueError):  # a worker has just stopped
                continue
            for name, about, kind, samples in rows:
                metric = found.setdefault(name, Metric(name, about, kind))
                for sample, labels, value in samples:
                    metric.add_sample(sample, labels | {"worker": file.name}, value)
        yield from found.values()


def _plain(metric: Metric) -> list[Any]:
    samples = [(sample.name, sample.labels, sample.value) for sample in metric.samples]
    return [metric.name, metric.documentation, metric.type, samples]
