"""Delays of moves without a person: bots, and automatic passes.

Every draw depends on the seat's kind and the kind of window, which all can see, never on the seat's hand or
options.
"""

import math
import random
from typing import Final

from spyring.server.core.bots.levels import LEVELS

MIN_DELAY_SECONDS: Final = 0.7
LISTENING_SECONDS: Final = 10.0
LATE_STEP_SECONDS: Final = 2.0  # seconds between the times at which a late move can be shown


class Delays:
    """Draws of human-like delays; ``factor`` 0 switches them off."""

    def __init__(self, factor: float, dice: random.Random | None = None) -> None:
        self.factor = factor
        self.dice = dice or random.SystemRandom()

    def move(self, level: str) -> float:
        """The seconds from a question to a bot's move: longer than any bot of its level thinks."""
        thinking = LEVELS[level].longest + 0.1 if level in LEVELS else 0.0
        return self.factor * (max(MIN_DELAY_SECONDS, thinking) + self.dice.uniform(0.0, 0.6))

    def first_word(self) -> float:
        """How long a bot holds back where people may act first: enough for them to read and decide."""
        return self.factor * self.dice.uniform(2.2, 3.4)

    def listening(self) -> float:
        """How long a bot waits for a person who is about to propose something to it."""
        return self.factor * LISTENING_SECONDS

    def shown_at(self, due: float, thought_at: float) -> float:
        """When to make a move that was due at one time and decided at another. A busy server decides late;
        the delay shows only in coarse steps, counted from a random time.

        >>> [Delays(1.0).shown_at(10.0, thought_at) for thought_at in (9.3, 10.2, 13.9)]
        [10.0, 12.0, 14.0]
        """
        step = LATE_STEP_SECONDS * self.factor
        late = max(0.0, thought_at - due)
        return due + step * math.ceil(late / step) if step else due

    def glance(self) -> float:
        """How long a window is shown to its only viewer before it passes by itself."""
        return self.factor * MIN_DELAY_SECONDS

    def reaction(self) -> float:
        """How long a pass seems to take: mostly two to four seconds, sometimes more."""
        return self.factor * min(12.0, 1.2 + self.dice.lognormvariate(0.5, 0.6))
