"""Numbers for Prometheus, of this worker."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
LIMITS: Final = (*map(str, BUCKETS), "+Inf")

Request = tuple[str, str, int]  # method, route, status


class RouteStats:
    """How long requests of one kind took."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * len(LIMITS)
        self.seconds = 0.0


class Metrics(Collector):
    """What is worth watching. What happens with every request is counted here, without locks, for all of it
    happens in one thread; Prometheus reads it now and then.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.streams = Gauge("spyring_streams", "Open event streams.", registry=self.registry)
        self.live_tables = Gauge("spyring_rooms", "Tables in memory.", registry=self.registry)
        self._answers: dict[Request, RouteStats] = {}
        self._moves: Counter[str] = Counter()
        self.registry.register(self)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        found = self._answers.get((method, route, status))
        if found is None:
            found = self._answers[method, route, status] = RouteStats()
        found.counts[bisect_left(BUCKETS, seconds)] += 1
        found.seconds += seconds

    def count_move(self, game: str) -> None:
        """One more move."""
        self._moves[game] += 1

    def collect(self) -> Iterator[Metric]:
        """What was counted here."""
        requests = HistogramMetricFamily(
            "spyring_request_seconds", "How long requests took.", labels=("method", "route", "status")
        )
        for (method, route, status), found in self._answers.items():
            buckets = list(zip(LIMITS, map(float, accumulate(found.counts)), strict=True))
            requests.add_metric((method, route, str(status)), buckets, found.seconds)
        moves = CounterMetricFamily("spyring_moves", "Moves acknowledged.", labels=("game",))
        for game, count in self._moves.items():
            moves.add_metric((game,), count)
        yield requests
        yield moves

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
