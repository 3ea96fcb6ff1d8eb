"""Who is ahead, as far as one seat can tell: computed from its view alone."""

from typing import Final

Estimate = tuple[str, float, float, float]
"""Its name (a message key, or a domain with a label), and its lowest, likely and highest value."""

EXACT_RANGE: Final = 0.01


class Forecast:
    """What a seat would score if the game ended now: the sum of its parts. ``counts`` holds, by title, what
    some parts are computed from, such as the number of symbols that a mission counts.

    >>> red = Forecast("red", [("hand", 7, 7, 7), ("missions", 0, 4.5, 12)])
    >>> red.low, red.likely, red.high, red.exact
    (7.0, 11.5, 19.0, False)
    """

    def __init__(self, seat: str, parts: list[Estimate], counts: list[Estimate] | None = None) -> None:
        self.seat = seat
        self.parts = parts
        self.counts = counts or []
        self.low = 0.0
        self.likely = 0.0
        self.high = 0.0
        for _title, low, likely, high in parts:
            self.low += low
            self.likely += likely
            self.high += high

    @property
    def exact(self) -> bool:
        """Whether the viewer knows all of it."""
        return self.high - self.low < EXACT_RANGE


def sure(title: str, points: float) -> Estimate:
    """A part that the viewer knows."""
    return title, points, points, points


def guessed(title: str, values: list[float], count: int = 1) -> Estimate:
    """A part that is one of these values, or ``count`` times one of them."""
    if not values or not count:
        return sure(title, 0.0)
    return title, min(values) * count, sum(values) / len(values) * count, max(values) * count
