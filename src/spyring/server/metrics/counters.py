"""Numbers for Prometheus, of this worker; ``metrics_exchange`` puts those of all workers together."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

BUCKETS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
LIMITS: Final = (*map(str, BUCKETS), "+Inf")

Request = tuple[str, str, int]  # method, route, status
Reading = Callable[[], Mapping[str, float]]  # a value for each value of a label


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

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.streams = Gauge("spyring_streams", "Open event streams.", registry=self.registry)
        self._answers: dict[Request, RouteStats] = {}
        self._moves: Counter[str] = Counter()
        self._thoughts: dict[str, RouteStats] = {}
        self.timeouts = 0  # seats whose time ran out
        self._read: list[tuple[type[Metric], str, str, str, Reading]] = []
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

    def watch(self, name: str, about: str, reading: Callable[[], float]) -> None:
        """Show something that others know, whenever it is asked for."""
        self._read.append((GaugeMetricFamily, name, about, "", lambda: {"": reading()}))

    def watch_each(self, name: str, about: str, label: str, reading: Reading) -> None:
        """The same with a value for each value of a label."""
        self._read.append((GaugeMetricFamily, name, about, label, reading))

    def watch_count(self, name: str, about: str, reading: Callable[[], float]) -> None:
        """The same for what only grows."""
        self._read.append((CounterMetricFamily, name, about, "", lambda: {"": reading()}))

    def watch_counts(self, name: str, about: str, label: str, reading: Reading) -> None:
        """The same for counts of each value of a label."""
        self._read.append((CounterMetricFamily, name, about, label, reading))

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
        for kind, name, about, label, reading in self._read:
            family: Any = kind(name, about, labels=(label,) if label else ())  # type: ignore[call-arg]
            for value, number in reading().items():
                family.add_metric((value,) if label else (), number)
            yield family

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
