"""What all interfaces share: a game with its options, and observations as arrays."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import spyring
from spyring.bots.turns import Turns
from spyring.engine.errors import BadOption
from spyring.engine.game import Game
from spyring.engine.options import choose
from spyring.games import with_box
from spyring.research import missing
from spyring.research.floats import Floats

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error

LEVELS: Final = ("now", "history")
OBSERVED: Final = ("bytes", "floats")
HIGHEST: Final = {"bytes": 255, "floats": 8}  # the highest number of an observation
ARGUMENTS: Final = ("seats", "level", "box", "observe", "interruptions", "observation_key")

Observation = dict[str, "NDArray[Any]"]


class Setting:
    """A game with its seats and options, and the observations and actions of learners.

    ``level`` is "now" or "history"; ``observe`` is "bytes" or "floats"; ``box`` is the file of your own box.
    Without ``interruptions`` learners are asked only when they must decide. There is one more action than
    moves in the book: the last one means to wait. ``observation_key`` names the vector beside
    ``action_mask``: RLlib calls it "observations".

    >>> setting = Setting("krakow", options={"years": 1})
    >>> turns = setting.start(7)
    >>> perceived = setting.observe(turns, turns.seat)
    >>> perceived["observation"].shape == (setting.size,), int(perceived["action_mask"].sum())
    (True, 9)
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        level: str = "now",
        options: Mapping[str, Any] = MappingProxyType({}),
        *,
        box: str | Path | None = None,
        observe: str = "bytes",
        interruptions: bool = True,
        observation_key: str = "observation",
    ) -> None:
        for value, known, what in ((level, LEVELS, "level"), (observe, OBSERVED, "form")):
            if value not in known:
                raise BadOption(f"The {what} of observations must be {' or '.join(known)}, not {value}.")
        found = spyring.game(game) if isinstance(game, str) else game
        self.game: Game = found if box is None else with_box(found, Path(box))
        self.seats = self.game.seats[-1] if seats is None else seats
        self.level = level
        self.memory = level == "history"
        self.form = observe
        self.interruptions = interruptions
        self.key = observation_key
        choose(self.game.options, options)  # start() takes more keywords than the game has options
        self.options = dict(options)
        self.start(0)  # refuses invalid combinations
        layout = self.game.encoding
        self.bytes = layout.size if self.memory else layout.now
        self.floats = Floats(layout, self.memory) if observe == "floats" else None
        self.size = self.bytes if self.floats is None else self.floats.size
        self.wait = len(self.game.moves)
        self.moves = self.wait + 1
        self.names = self.game.seat_names(self.seats)

    @staticmethod
    def of(game: str | Game, /, **given: Any) -> "Setting":
        """The setting for the arguments of an interface; those that are not its own are rule options."""
        own = {name: given.pop(name) for name in ARGUMENTS if name in given}
        return Setting(game, options=given, **own)

    def __reduce__(self) -> Any:
        known = {"observe": self.form, "interruptions": self.interruptions, "observation_key": self.key}
        return unpacked, (self.game, self.seats, self.level, self.options, known)

    def start(self, seed: int, events: bool = False, learners: tuple[int, ...] = ()) -> Turns:
        """A new game; ``events`` for bots that remember events."""
        state = self.game.start(seats=self.seats, seed=seed, events=events or self.memory, **self.options)
        return Turns(state, () if self.interruptions else learners)

    def observe(self, turns: Turns, seat: int) -> Observation:
        """The vector of a seat and the mask of its actions. A seat that is not asked can only wait."""
        vector = np.empty(self.bytes, np.uint8)
        turns.state.encode(seat, vector)
        mask = np.zeros(self.moves, np.int8)
        if seat == turns.seat:
            turns.state.legal_mask(seat, mask[: self.wait])
        mask[self.wait] = seat != turns.seat or turns.free
        seen: NDArray[Any] = vector if self.floats is None else self.floats.of(vector)
        return {self.key: seen, "action_mask": mask}


def unpacked(game: Game, seats: int, level: str, options: dict[str, Any], known: dict[str, Any]) -> Setting:
    """An unpickled setting."""
    return Setting(game, seats, level, options, **known)
