"""The metrics of this worker; ``exchange`` combines those of all workers."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, Final

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from spyring.server.core.tables.hooks import Number

BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
LIMITS: Final = (*map(str, BUCKETS), "+Inf")

Request = tuple[str, str, int]  # method, route, status


class RouteStats:
    """The durations of requests of one kind."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * len(LIMITS)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one request."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """The cumulative buckets."""
        return list(zip(LIMITS, map(float, accumulate(self.counts)), strict=True))


class Metrics(Collector):
    """All metrics. Everything runs in one thread, so counting needs no locks. A request costs 1 µs here and 5
    µs with the histograms of prometheus_client.
    """

    def __init__(self, numbers: list[Number] | None = None) -> None:
        self.registry = CollectorRegistry()
        self.numbers = [] if numbers is None else numbers  # of other parts of the server
        self._answers: dict[Request, RouteStats] = {}
        self._moves: Counter[str] = Counter()
        self._thoughts: dict[str, RouteStats] = {}
        self.timeouts = 0  # of seats
        ProcessCollector(registry=self.registry)
        self.registry.register(self)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        found = self._answers.get((method, route, status))
        if found is None:
            found = self._answers[method, route, status] = RouteStats()
        found.add(seconds)

    def count_move(self, game: str) -> None:
        """Count a move."""
        self._moves[game] += 1

    def count_thought(self, level: str, seconds: float) -> None:
        """Count a bot's decision, with the time since the question."""
        self._thoughts.setdefault(level, RouteStats()).add(seconds)

    def count_timeout(self) -> None:
        """Count a timeout."""
        self.timeouts += 1

    def collect(self) -> Iterator[Metric]:
        """The metrics of this worker."""
        requests = HistogramMetricFamily(
            "spyring_request_seconds", "How long requests took.", labels=("method", "route", "status")
        )
        for (method, route, status), found in self._answers.items():
            requests.add_metric((method, route, str(status)), found.buckets(), found.seconds)
        moves = CounterMetricFamily("spyring_moves", "Moves acknowledged.", labels=("game",))
        for game, count in self._moves.items():
            moves.add_metric((game,), count)
        thoughts = HistogramMetricFamily(
            "spyring_bot_seconds", "How long bots waited and thought.", labels=("level",)
        )
        for level, thought in self._thoughts.items():
            thoughts.add_metric((level,), thought.buckets(), thought.seconds)
        yield from (requests, moves, thoughts)
        yield CounterMetricFamily("spyring_timeouts", "Seats whose time ran out.", self.timeouts)
        yield from self._readings()

    def _readings(self) -> Iterator[Metric]:
        for one in self.numbers:
            kind = CounterMetricFamily if one.grows else GaugeMetricFamily
            family: Any = kind(one.name, one.about, labels=(one.label,) if one.label else ())
            for value, number in one.read().items():
                family.add_metric((value,) if one.label else (), number)
            yield family

    def text(self) -> bytes:
        """All metrics in the format of Prometheus."""
        return generate_latest(self.registry)
