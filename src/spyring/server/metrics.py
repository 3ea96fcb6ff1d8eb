"""Numbers for Prometheus, of this worker."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What is worth watching."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "spyring_request_seconds",
            "How long requests took.",
            ("method", "route", "status"),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.moves = Counter("spyring_moves", "Moves acknowledged.", ("game",), registry=self.registry)
        self.streams = Gauge("spyring_streams", "Open event streams.", registry=self.registry)
        self.rooms = Gauge("spyring_rooms", "Tables in memory.", registry=self.registry)
        # Found once: there are few, and asking for them costs more than counting.
        self._request = cache(lambda *labels: self.requests.labels(*map(str, labels)))
        self._move = cache(self.moves.labels)

    def asked(self, method: str, route: str, status: int, seconds: float) -> None:
        """One request was answered."""
        self._request(method, route, status).observe(seconds)

    def moved(self, game: str) -> None:
        """One more move."""
        self._move(game).inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
