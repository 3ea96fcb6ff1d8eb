"""The Gymnasium interface: one seat learns, bots play the others.

>>> import gymnasium, spyring.research.gymnasium
>>> env = gymnasium.make("spyring/Krakow-v0", rivals="random", years=1)
>>> seen, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     seen, reward, over, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
>>> 0.0 <= reward <= 1.0
True

``rivals`` is one bot for all other seats, or one for each. The learner's seat rotates from game to game
unless ``seat`` fixes it; ``info["seat"]`` names it. ``observation_key`` renames the vector: RLlib expects
"observations". If the learner may interrupt, it is asked: the last action means to wait. An illegal move
ends the episode with a reward of -1; the mask and ``action_masks()`` show the legal ones. The games after
``reset(seed=s)`` are the games that the arena plays with ``--seed s``.
"""

from collections.abc import Sequence
from functools import partialmethod
from typing import Any

from spyring.bots import make
from spyring.bots.bot import Bot
from spyring.bots.fixtures import LEARNER, fixture
from spyring.bots.turns import Turns
from spyring.engine.errors import BadSeats, SpyringError
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games import game as named
from spyring.games import names
from spyring.research import missing
from spyring.research.batch import Games
from spyring.research.batch.rows import listen
from spyring.research.setting import Observation, Setting
from spyring.research.spaces import ILLEGAL, observed

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


def line_up(rivals: str | Sequence[str], seats: int, seat: int | None) -> tuple[str, ...]:
    """The bot of each seat, and ``LEARNER`` for the learner: the first seat if seats rotate."""
    if seat is not None and not 0 <= seat < seats:
        raise BadSeats(f"Unknown seat {seat}. Seats are 0 to {seats - 1}.")
    names = [rivals] * (seats - 1) if isinstance(rivals, str) else list(rivals)
    if len(names) != seats - 1:
        raise BadSeats(f"This table needs {seats - 1} rivals, not {len(names)}.")
    if LEARNER in names:
        raise BadSeats("Only one seat learns. Name a bot for every other seat.")
    place = seat or 0
    return (*names[:place], LEARNER, *names[place:])


class Seat(gymnasium.Env[Observation, int]):
    """One seat of a table; bots move until it is asked. Other arguments are those of :class:`Setting`, and
    rule options.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        /,
        *,
        seat: int | None = None,
        rivals: str | Sequence[str] = "random",
        **setting: Any,
    ) -> None:
        self.setting = Setting.of(game, **setting)
        self.rotates = seat is None
        self.line_up = line_up(rivals, self.setting.seats, seat)
        for name in self.line_up:
            if name != LEARNER:
                make(name)  # refuses an unknown bot
        self.seat = self.line_up.index(LEARNER)
        self.observation_space = observed(self.setting)
        moves: Any = spaces.Discrete(self.setting.moves)
        self.action_space = moves
        self.series: int | None = None  # the seed of all games,
        self.number = 0  # and the number of the next one
        self.over = True  # before the first game

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.turns.state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self.series is None:
            self.series = int(self.np_random.integers(1 << 40)) if seed is None else seed
            self.number = 0
        game = fixture(self.line_up, self.number, self.series, self.number if self.rotates else -1)
        self.number += 1
        self.seat = game.players.index(LEARNER)
        self.turns: Turns = self.setting.start(game.seed, listen(self.line_up), (self.seat,))
        self.bots: list[Bot | None] = [
            None if name == LEARNER else make(name, own)
            for name, own in zip(game.players, game.bot_seeds, strict=True)
        ]
        self._advance()
        self.over = False
        return self._observation(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.over:
            raise ResetNeeded("There is no running game. Call reset() first.")
        refusal = self.turns.why_not(int(action))
        if refusal is not None:
            self.over = True
            return self._observation(), ILLEGAL, True, False, {"seat": self.seat, "refusal": str(refusal)}
        self.turns.play(int(action))
        self._advance()
        outcome = self.state.outcome
        self.over = outcome is not None
        reward = 0.0 if outcome is None else self.setting.game.rewards(outcome)[self.seat]
        return self._observation(), reward, self.over, False, {"seat": self.seat}

    def action_masks(self) -> "NDArray[Any]":
        """The legal actions, under the name that other libraries use."""
        return self._observation()["action_mask"]

    def _observation(self) -> Observation:
        return self.setting.observe(self.turns, self.seat)

    def _advance(self) -> None:
        """Bots move until the seat is asked, or the game is over."""
        turns = self.turns
        while turns.seat >= 0:
            bot = self.bots[turns.seat]
            if bot is None:
                return
            turns.act(bot)


class Seats(VectorEnv[Observation, "NDArray[Any]", "NDArray[Any]"]):
    """Many games, stepped in one call; the next game starts in the same step.

    ``infos["final_obs"]`` is the last observation of a game. ``dtype``, ``processes``, ``observe`` and
    ``interruptions`` are as in :class:`Games`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        /,
        *,
        num_envs: int = 1,
        seat: int | None = None,
        rivals: str | Sequence[str] = "random",
        seats: int | None = None,
        dtype: DTypeLike = np.uint8,
        **arguments: Any,
    ) -> None:
        count = seats if seats is not None else (named(game) if isinstance(game, str) else game).seats[-1]
        self.num_envs = num_envs
        self.games = Games(
            game,
            num_envs,
            seats=seats,
            seed=int(self.np_random.integers(1 << 40)),
            rivals=line_up(rivals, count, seat),
            rotate=seat is None,
            dtype=dtype,
            **arguments,
        )
        self.setting = setting = self.games.setting
        self.single_observation_space = observed(setting, dtype)
        self.single_action_space = spaces.Discrete(setting.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games from one seed, or one for each row; ``options["reset_mask"]`` selects rows."""
        if isinstance(seed, int):
            super().reset(seed=seed)
        rows = self._rows((options or {}).get("reset_mask"))
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise SpyringError(f"There are {self.num_envs} rows. Give a seed for each, not {len(seed)}.")
            seed = [seed[row] for row in rows]
        self.games.restart(rows, seed)
        return self._seen(), {"seat": self._learners()}

    def step(
        self, actions: "NDArray[Any]"
    ) -> tuple[Observation, "NDArray[Any]", "NDArray[Any]", "NDArray[Any]", dict[str, Any]]:
        games = self.games
        learners = self._learners()  # before games end
        infos: dict[str, Any] = {}
        legal = games.legal(actions)
        refused = [int(row) for row in np.flatnonzero(~legal)]
        for row in refused:
            seen = {name: part[row] for name, part in self._seen().items()}
            self._ends(infos, row, seen, {"refusal": games.why_not(row, int(actions[row]))})
        # Any legal move can replace a refused one: that game is abandoned.
        games.step(np.where(legal, actions, games.masks.argmax(axis=1)))
        if refused:
            games.restart(refused)
        rewards = games.rewards[np.arange(self.num_envs), learners].astype(np.float64)
        over = games.dones.astype(np.bool_)
        for row, state in games.ended.items() if over.any() else ():
            self._ends(infos, row, self._observation(state, int(learners[row])), {})
        rewards[refused] = ILLEGAL
        over[refused] = True
        infos["seat"] = self._learners()
        return self._seen(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> "NDArray[Any]":
        """The legal actions, under the name that other libraries use."""
        return self.games.masks.astype(np.int8)

    def close_extras(self, **_kwargs: Any) -> None:
        self.games.close()

    def _learners(self) -> "NDArray[Any]":
        """The learner of each row, which is the only seat that is asked."""
        return self.games.movers.astype(np.intp)

    def _rows(self, mask: Any) -> list[int]:
        if mask is None:
            return list(range(self.num_envs))
        wanted = np.asarray(mask)
        if wanted.shape != (self.num_envs,) or wanted.dtype != np.bool_ or not wanted.any():
            raise SpyringError(
                f"A reset_mask must be {self.num_envs} truth values, at least one of them true."
            )
        return [int(row) for row in np.flatnonzero(wanted)]

    def _ends(self, infos: dict[str, Any], row: int, seen: Observation, info: dict[str, Any]) -> None:
        """Add the end of an episode as Gymnasium's own vectors do."""
        self._add_info(infos, {"final_obs": seen, "final_info": info}, row)

    def _observation(self, state: State, seat: int) -> Observation:
        seen = self.setting.observe(Turns(state), seat)
        key = self.setting.key
        return {**seen, key: seen[key].astype(self.games.observations.dtype)}

    def _seen(self) -> Observation:
        return {
            self.setting.key: self.games.observations.copy(),
            "action_mask": self.action_masks(),
        }


def entry_point(environment: type[Any], game: str) -> str:
    """The entry point of an environment of one game: a class of this module.

    Gymnasium passes only keywords, and each of them may be an option of the game. So the game is bound in a
    class, and the entry point stays a string that a specification can hold.
    """
    name = f"{title(game)}{environment.__name__}"
    start = partialmethod(environment.__init__, game)
    bound = {"__init__": start, "__module__": __name__, "__doc__": environment.__doc__}
    globals()[name] = type(name, (environment,), bound)
    return f"{__name__}:{name}"


def title(game: str) -> str:
    """The name of a game in the names of environments.

    >>> title("krakow"), title("chicago_1930:GAME"), title("tests.toys:RELAY")
    ('Krakow', 'Chicago1930', 'TestsToysRelay')
    """
    words = game.removesuffix(":GAME").replace(":", ".").replace("_", ".").split(".")
    return "".join(word.capitalize() for word in words)


def register(game: str) -> str:
    """Register a game by its name or ``module:NAME``; returns its name in Gymnasium."""
    name = f"spyring/{title(game)}-v0"
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point=entry_point(Seat, game),
            vector_entry_point=entry_point(Seats, game),
            disable_env_checker=True,
        )
    return name


for known in names():
    register(known)
