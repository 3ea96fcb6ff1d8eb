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
that is not legal ends the episode with a reward of -1; the mask says which are.
"""

from collections.abc import Sequence
from functools import partialmethod
from typing import Any

import spyring
from spyring.bots import make
from spyring.bots.batch import LEARNER, listen
from spyring.bots.bot import Bot
from spyring.engine.errors import BadSeats, SpyringError
from spyring.engine.state import State
from spyring.research import missing
from spyring.research.batch import Games
from spyring.research.setting import Perceived, Setting

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import DTypeLike, NDArray
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
    if LEARNER in names:
        raise BadSeats("One seat learns here; every other one needs the name of a bot.")
    return [*names[:seat], LEARNER, *names[seat:]]


def space_of(setting: Setting, dtype: Any = np.uint8) -> Any:
    """What the seat that learns perceives."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (setting.size,), dtype),
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
        self.over = True  # nothing has begun

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Perceived, dict[str, Any]]:
        super().reset(seed=seed)
        self.state = self.setting.start(self._seed(), events=listen(self.rivals))
        self.bots: list[Bot | None] = [
            None if name == LEARNER else make(name, self._seed()) for name in self.rivals
        ]
        self._advance()
        self.over = False
        return self.setting.perceive(self.state, self.seat), {}

    def step(self, action: int) -> tuple[Perceived, float, bool, bool, dict[str, Any]]:
        if self.over:
            raise ResetNeeded("No game goes on here; reset() begins one.")
        refusal = self.state.why_not(self.seat, action)
        if refusal is not None:
            self.over = True
            seen = self.setting.perceive(self.state, self.seat)
            return seen, ILLEGAL, True, False, {"refusal": str(refusal)}
        self.state.play(self.seat, action)
        self._advance()
        outcome = self.state.outcome
        self.over = outcome is not None
        reward = 0.0 if outcome is None else self.setting.game.rewards(outcome)[self.seat]
        return self.setting.perceive(self.state, self.seat), reward, self.over, False, {}

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
    """The same for many games at once, stepped in one call; the next game begins in the same step.

    What the seat perceived at an end is ``final_obs`` of ``infos``. ``dtype`` and ``processes`` are those of
    :class:`Games`.
    """

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
        dtype: DTypeLike = np.uint8,
        processes: int = 1,
        **options: Any,
    ) -> None:
        self.setting = setting = Setting(game, seats, level, options)
        self.seat = seat
        self.num_envs = num_envs
        self.games = Games(
            game,
            num_envs,
            seats=seats,
            level=level,
            seed=self._seed(),
            rivals=bots_of(rivals, setting.seats, seat),
            dtype=dtype,
            processes=processes,
            **options,
        )
        self.single_observation_space = space_of(setting, dtype)
        self.single_action_space = spaces.Discrete(setting.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Perceived, dict[str, Any]]:
        """Other games, of one seed or of one for each row; ``options["reset_mask"]`` says in which rows."""
        if isinstance(seed, int):
            super().reset(seed=seed)
        rows = self._rows((options or {}).get("reset_mask"))
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise SpyringError(f"There are {self.num_envs} rows; name a seed for each, not {len(seed)}.")
            seed = [seed[row] for row in rows]
        self.games.restart(rows, seed)
        return self._seen(), {}

    def step(
        self, actions: "NDArray[Any]"
    ) -> tuple[Perceived, "NDArray[Any]", "NDArray[Any]", "NDArray[Any]", dict[str, Any]]:
        games = self.games
        infos: dict[str, Any] = {}
        legal = games.legal(actions)
        refused = [int(row) for row in np.flatnonzero(~legal)]
        for row in refused:
            seen = {name: part[row] for name, part in self._seen().items()}
            self._ends(infos, row, seen, {"refusal": games.why_not(row, int(actions[row]))})
        # Where a move is refused any legal one is as good: that game is left at once.
        games.step(np.where(legal, actions, games.masks.argmax(axis=1)))
        if refused:
            games.restart(refused)
        rewards = games.rewards[:, self.seat].astype(np.float64)
        over = games.dones.astype(np.bool_)
        for row, state in games.ended.items() if over.any() else ():
            self._ends(infos, row, self._perceived(state), {})
        rewards[refused] = ILLEGAL
        over[refused] = True
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def close_extras(self, **_kwargs: Any) -> None:
        self.games.close()

    def _seed(self) -> int:
        return int(self.np_random.integers(1 << 40))

    def _rows(self, mask: Any) -> list[int]:
        if mask is None:
            return list(range(self.num_envs))
        wanted = np.asarray(mask)
        if wanted.shape != (self.num_envs,) or wanted.dtype != np.bool_ or not wanted.any():
            raise SpyringError(f"A reset_mask is {self.num_envs} truth values, one of them true at least.")
        return [int(row) for row in np.flatnonzero(wanted)]

    def _ends(self, infos: dict[str, Any], row: int, seen: Perceived, info: dict[str, Any]) -> None:
        """Say how an episode ended, as Gymnasium's own vectors do."""
        self._add_info(infos, {"final_obs": seen, "final_info": info}, row)

    def _perceived(self, state: State) -> Perceived:
        seen = self.setting.perceive(state, self.seat)
        return {**seen, "observation": seen["observation"].astype(self.games.observations.dtype)}

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
