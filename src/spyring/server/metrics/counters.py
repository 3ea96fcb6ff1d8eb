"""The metrics of this worker; ``exchange`` combines those of all workers."""

from collections.abc import Iterator, Mapping
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

from spyring.server.core.tables.hooks import Number

BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)

disable_created_metrics()  # type: ignore[no-untyped-call] # they would double the answer


class Metrics(Collector):
    """All metrics: what is counted here, and the numbers of other parts of the server."""

    def __init__(self, numbers: list[Number] | None = None) -> None:
        self.registry = registry = CollectorRegistry()
        self.numbers = [] if numbers is None else numbers
        kind = ("method", "route", "status")
        took = "How long requests took."
        thought = "How long bots waited and thought."
        self._requests = Histogram("spyring_request_seconds", took, kind, registry=registry, buckets=BUCKETS)
        self._thoughts = Histogram(
            "spyring_bot_seconds", thought, ["level"], registry=registry, buckets=BUCKETS
        )
        self._moves = Counter("spyring_moves", "Moves acknowledged.", ["game"], registry=registry)
        self._timeouts = Counter("spyring_timeouts", "Seats whose time ran out.", registry=registry)
        ProcessCollector(registry=registry)
        registry.register(self)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(method, route, status).observe(seconds)

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
        for one in self.numbers:
            kind = CounterMetricFamily if one.grows else GaugeMetricFamily
            family: Any = kind(one.name, one.about, labels=(one.label,) if one.label else ())
            found = one.read()
            for value, number in (found if isinstance(found, Mapping) else {"": found}).items():
                family.add_metric((value,) if one.label else (), number)
            yield family

    def text(self) -> bytes:
        """All metrics in the format of Prometheus."""
        return generate_latest(self.registry)
