"""The PettingZoo interface: every game as an agent environment cycle (AEC).

>>> from spyring.research import pettingzoo
>>> env = pettingzoo.env("krakow", years=1)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     seen, reward, over, cut, info = env.last()
...     env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
>>> round(sum(env.returns.values()), 3)
1.0

An agent is the name of a seat. It observes ``observation`` (see ``Game.encoding``) and
``action_mask``. With ``flat=True`` it observes the vector alone, for wrappers that refuse dictionaries, and
``infos`` has the mask. ``views=True`` adds its whole view to ``infos``. If several seats decide at once,
the lowest is asked first, and the others see nothing of its answer. A seat that may interrupt is asked; the
last action means to wait. Rewards come at the end, see ``Game.rewards``. An illegal move ends the game
with a reward of -1 for its agent; ``raw_env`` refuses it with its clause.
"""

import json
from typing import Any, Final

from spyring.bots.fixtures import LEARNER, fixture
from spyring.engine.errors import BadOption
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.research import missing
from spyring.research.setting import Setting
from spyring.research.spaces import ILLEGAL, observed

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error, "research") from error


RENDER_MODES: Final = ("human", "ansi")


class Table(AECEnv):  # type: ignore[misc]
    """A table whose seats are agents; see :func:`raw_env` for the arguments."""

    def __init__(
        self,
        game: str | Game,
        /,
        *,
        flat: bool = False,
        views: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise BadOption(f"max_cycles must be at least 1, not {max_cycles}.")
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(f"The render_mode must be {' or '.join(RENDER_MODES)}, not {render_mode}.")
        self.setting = Setting.of(game, **setting)
        self.flat = flat
        self.metadata = {
            "name": f"spyring_{self.setting.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.views = views
        self.max_cycles = max_cycles
        self.possible_agents = list(self.setting.names)
        self.place = {name: seat for seat, name in enumerate(self.possible_agents)}
        space = observed(self.setting, flat=flat)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {name: spaces.Discrete(self.setting.moves) for name in self.possible_agents}
        self.seed = int(np.random.default_rng().integers(1 << 40))
        self.number = 0  # of the next game of the seed
        self.returns: dict[str, float] = {}
        self.agents: list[str] = []

    def __getattr__(self, name: str) -> Any:
        """Explain missing attributes: before the first reset there is no game."""
        raise AttributeError(f"There is no {name}, or none before reset().", name=name, obj=self)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: from ``seed``, or the next game of the last seed. ``options`` are not used; rule
        options belong to the environment.
        """
        if seed is not None:
            self.seed, self.number = seed, 0
        everybody = tuple(range(self.setting.seats))
        deal = fixture((LEARNER,) * self.setting.seats, self.number, self.seed)
        self.turns = self.setting.start(deal.seed, learners=everybody)
        self.number += 1
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.returns = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    @property
    def state_now(self) -> State:
        """The state of the game."""
        state: State = self.turns.state
        return state

    def observe(self, agent: str) -> Any:
        seen = self.setting.observe(self.turns, self.place[agent])
        return seen[self.setting.key] if self.flat else seen

    def action_masks(self) -> Any:
        """The legal actions of the current agent, under the name that other libraries use."""
        return self.setting.observe(self.turns, self.place[self.agent_selection])["action_mask"]

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise ResetNeeded("There is no running game. Call reset() first.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} must move; None is not a move"
        self.turns.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        self._next()

    def render(self) -> str | None:
        """The view of a spectator as text."""
        text = json.dumps(self.state_now.view(None), indent=1, ensure_ascii=False)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """Nothing to close."""

    def _next(self) -> None:
        """Ask the next seat, or end the game."""
        if self.turns.seat < 0:
            self._end()
            return
        agent = self.agent_selection = self.possible_agents[self.turns.seat]
        if self.max_cycles is not None and self.cycles >= self.max_cycles * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
        if self.flat:
            self.infos[agent]["action_mask"] = self.action_masks()
        if self.views:
            self.infos[agent]["view"] = self.state_now.view(self.turns.seat)

    def _end(self) -> None:
        outcome = self.state_now.outcome
        assert outcome is not None
        brought = self.setting.game.rewards(outcome)
        self.returns = {name: brought[self.place[name]] for name in self.agents}
        self.rewards = dict(self.returns)
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


def raw_env(game: str | Game, /, **arguments: Any) -> Table:
    """An environment of a game (its name, or ``module:NAME``), with its rule options as keywords.

    ``seats``; ``level`` ("now" or "history"); ``observe`` ("bytes" or "floats"); ``interruptions`` (False:
    ask seats only when they must decide); ``observation_key`` (the name of the vector: RLlib expects
    "observations"); ``flat`` (the vector alone; ``infos`` has the mask); ``box`` (a file);
    ``views`` (the whole view in ``infos``); ``max_cycles`` (the most moves for each seat); ``render_mode``.
    """
    return Table(game, **arguments)


def env(game: str | Game, /, **arguments: Any) -> Any:
    """The environment in PettingZoo's wrappers: an illegal move ends the game, and calls in the wrong order
    are refused.
    """
    table: Any = wrappers.TerminateIllegalWrapper(raw_env(game, **arguments), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))
