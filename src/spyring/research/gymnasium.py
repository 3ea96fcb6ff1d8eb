"""The Gymnasium door: one seat learns, bots play the others.

>>> import gymnasium, spyring.research.gymnasium
>>> env = gymnasium.make("spyring/Krakow-v0", rivals="random", years=1)
>>> seen, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     seen, reward, over, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
>>> 0.0 <= reward <= 1.0
True

``rivals`` is the name of a bot for all other seats, or one for each; ``seat`` says which seat learns. A move
that is not legal ends the game with a reward of -1; the mask says which are.
"""

from functools import partial, partialmethod
from typing import Any

import spyring
from spyring.bots import make
from spyring.bots.batch import LEARNER, listen
from spyring.bots.bot import Bot
from spyring.engine.errors import BadSeats
from spyring.research import missing
from spyring.research.batch import Games
from spyring.research.setting import Perceived, Setting

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing(error, "research") from error

ILLEGAL = -1.0  # the reward of a move that the rules forbid


def bots_of(rivals: str | tuple[str, ...] | list[str], seats: int, seat: int) -> list[str]:
    """The bot of each seat, and ``LEARNER`` in the place of the one that learns."""
    if not 0 <= seat < seats:
        raise BadSeats(f"There is no seat {seat} at this table; its seats are 0 to {seats - 1}.")
    names = [rivals] * (seats - 1) if isinstance(rivals, str) else list(rivals)
    if len(names) != seats - 1:
        raise BadSeats(f"There are {seats - 1} rivals at this table, not {len(names)}.")
    return [*names[:seat], LEARNER, *names[seat:]]


def space_of(setting: Setting) -> Any:
    """What the seat that learns perceives."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (setting.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (setting.moves,), np.int8),
        }
    )


class Seat(gymnasium.Env[Perceived, int]):
    """One seat of a table; bots move until it is asked."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        /,
        *,
        seat: int = 0,
        rivals: str | tuple[str, ...] = "random",
        seats: int | None = None,
        level: str = "now",
        **options: Any,
    ) -> None:
        self.setting = Setting(game, seats, level, options)
        self.seat = seat
        self.rivals = bots_of(rivals, self.setting.seats, seat)
        for name in self.rivals:
            if name != LEARNER:
                make(name)  # an unknown bot is refused at once
        self.observation_space = space_of(self.setting)
        moves: Any = spaces.Discrete(self.setting.moves)
        self.action_space = moves

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Perceived, dict[str, Any]]:
        super().reset(seed=seed)
        self.state = self.setting.start(self._seed(), events=listen(self.rivals))
        self.bots: list[Bot | None] = [
            None if name == LEARNER else make(name, self._seed()) for name in self.rivals
        ]
        self._advance()
        return self.setting.perceive(self.state, self.seat), {}

    def step(self, action: int) -> tuple[Perceived, float, bool, bool, dict[str, Any]]:
        refusal = self.state.why_not(self.seat, action)
        if refusal is not None:
            seen = self.setting.perceive(self.state, self.seat)
            return seen, ILLEGAL, True, False, {"refusal": str(refusal)}
        self.state.play(self.seat, action)
        self._advance()
        outcome = self.state.outcome
        reward = 0.0 if outcome is None else self.setting.game.rewards(outcome)[self.seat]
        return self.setting.perceive(self.state, self.seat), reward, outcome is not None, False, {}

    def _seed(self) -> int:
        return int(self.np_random.integers(1 << 40))

    def _advance(self) -> None:
        """Bots move until the seat is asked, or the game is over."""
        while self.state.deciders:
            seat = self.state.deciders[0]
            bot = self.bots[seat]
            if bot is None:
                return
            self.state.play(seat, bot.choose(self.state, seat))


class Seats(VectorEnv[Perceived, "NDArray[Any]", "NDArray[Any]"]):
    """The same for many games at once, stepped in one call; the next game begins in the same step."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        /,
        *,
        num_envs: int = 1,
        seat: int = 0,
        rivals: str | tuple[str, ...] = "random",
        seats: int | None = None,
        level: str = "now",
        **options: Any,
    ) -> None:
        setting = Setting(game, seats, level, options)
        self.seat = seat
        self.num_envs = num_envs
        self.make_games = partial(
            Games,
            game,
            num_envs,
            seats=setting.seats,
            level=level,
            rivals=bots_of(rivals, setting.seats, seat),
            **options,
        )
        self.games = self.make_games(seed=0)
        self.single_observation_space = space_of(setting)
        self.single_action_space = spaces.Discrete(setting.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Perceived, dict[str, Any]]:
        super().reset(seed=seed)
        self.games = self.make_games(seed=int(self.np_random.integers(1 << 40)))
        return self._seen(), {}

    def step(
        self, actions: "NDArray[Any]"
    ) -> tuple[Perceived, "NDArray[Any]", "NDArray[Any]", "NDArray[Any]", dict[str, Any]]:
        self.games.step(actions)
        rewards = self.games.rewards[:, self.seat].astype(np.float64)
        over = self.games.dones.astype(np.bool_)
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), {}

    def _seen(self) -> Perceived:
        return {
            "observation": self.games.observations.copy(),
            "action_mask": self.games.masks.astype(np.int8),
        }


def entry_point(door: type[Any], game: str) -> str:
    """The address of a door to one game, a class of this module.

    Gymnasium opens a door with keywords only, and each of them may be an option of the game. So the game is
    bound beforehand, and the address stays a text, as specifications must be to be written down.
    """
    name = f"{game.capitalize()}{door.__name__}"
    bound = {"__init__": partialmethod(door.__init__, game), "__module__": __name__, "__doc__": door.__doc__}
    globals()[name] = type(name, (door,), bound)
    return f"{__name__}:{name}"


def register() -> None:
    """``spyring/Krakow-v0`` and so on, for every game on the shelf."""
    for game in spyring.shelf():
        name = f"spyring/{game.name.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=entry_point(Seat, game.name),
                vector_entry_point=entry_point(Seats, game.name),
                disable_env_checker=True,
            )


register()
