"""What all doors share: a game with its options, and what a seat perceives as arrays."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import spyring
from spyring.engine.errors import BadOption
from spyring.engine.game import Game
from spyring.engine.options import choose
from spyring.engine.state import State
from spyring.research import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error

LEVELS: Final = ("now", "history")

Perceived = dict[str, "NDArray[Any]"]


class Setting:
    """A game by name, how many sit there, its options, and how much a vector tells: "now" or "history".

    >>> setting = Setting("krakow", options={"years": 1})
    >>> state = setting.start(7)
    >>> perceived = setting.perceive(state, state.deciders[0])
    >>> perceived["observation"].shape == (setting.size,), int(perceived["action_mask"].sum())
    (True, 9)
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        level: str = "now",
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        if level not in LEVELS:
            raise BadOption(f"The level of observations is {' or '.join(LEVELS)}, not {level}.")
        self.game: Game = spyring.game(game)
        self.seats = self.game.seats[-1] if seats is None else seats
        self.memory = level == "history"
        choose(self.game.options, options)  # what the game does not declare is none, whatever start() takes
        self.options = dict(options)
        self.start(0)  # refuses what does not go together
        layout = self.game.encoding
        self.size = layout.size if self.memory else layout.now
        self.moves = len(self.game.moves)
        self.names = self.game.seat_names(self.seats)

    def start(self, seed: int, events: bool = False) -> State:
        """A new game; ``events`` for bots that remember what they were told."""
        return self.game.start(seats=self.seats, seed=seed, events=events or self.memory, **self.options)

    def perceive(self, state: State, seat: int) -> Perceived:
        """The vector of a seat, and the mask of what it may do if it is asked."""
        vector = np.empty(self.size, np.uint8)
        mask = np.zeros(self.moves, np.int8)
        state.encode(seat, vector)
        if seat in state.deciders:
            state.legal_mask(seat, mask)
        return {"observation": vector, "action_mask": mask}
