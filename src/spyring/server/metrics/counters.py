"""Numbers for Prometheus, of this worker; ``metrics_exchange`` puts those of all workers together."""

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
    """How long requests of one kind took."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * len(LIMITS)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """How many took at most so long."""
        return list(zip(LIMITS, map(float, accumulate(self.counts)), strict=True))


class Metrics(Collector):
    """What is worth watching. What happens with every request is counted here, without locks, for all of it
    happens in one thread; Prometheus reads it now and then.
    """

    def __init__(self, numbers: list[Number] | None = None) -> None:
        self.registry = CollectorRegistry()
        self.numbers = [] if numbers is None else numbers  # that others know
        self._answers: dict[Request, RouteStats] = {}
        self._moves: Counter[str] = Counter()
        self._thoughts: dict[str, RouteStats] = {}
        self.timeouts = 0  # seats whose time ran out
        ProcessCollector(registry=self.registry)
        self.registry.register(self)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        found = self._answers.get((method, route, status))
        if found is None:
            found = self._answers[method, route, status] = RouteStats()
        found.add(seconds)

    def count_move(self, game: str) -> None:
        """One more move."""
        self._moves[game] += 1

    def count_thought(self, level: str, seconds: float) -> None:
        """A bot has decided, so long after it was asked."""
        self._thoughts.setdefault(level, RouteStats()).add(seconds)

    def count_timeout(self) -> None:
        """The time of one more seat ran out."""
        self.timeouts += 1

    def collect(self) -> Iterator[Metric]:
        """What was counted here."""
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
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
