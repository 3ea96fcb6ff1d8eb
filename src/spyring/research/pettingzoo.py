"""The PettingZoo door: every game as an environment in which one agent after another acts (AEC).

>>> from spyring.research import pettingzoo
>>> env = pettingzoo.env("krakow", years=1)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     seen, reward, over, cut, info = env.last()
...     env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
>>> round(sum(env.returns.values()), 3)
1.0

An agent is a seat, by its name. It observes ``observation`` (see ``spyring research layout``) and
``action_mask``; ``views=True`` adds its whole view to ``infos``. Where several seats decide at once the
lowest is asked first: the others perceive nothing of its answer. Seats that may act unasked are not asked.
Rewards come at the end, see ``Game.rewards``; a move that is not legal is refused with its clause.
"""

import json
from typing import Any, Final

from spyring.engine.errors import BadOption
from spyring.research import missing
from spyring.research.setting import Perceived, Setting

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise missing(error, "research") from error


RENDER_MODES: Final = ("human", "ansi")


class Table(AECEnv):  # type: ignore[misc]
    """A table whose seats are agents."""

    def __init__(
        self,
        game: str,
        /,
        *,
        seats: int | None = None,
        level: str = "now",
        views: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise BadOption(
                f"A game is cut off after one move for each seat at least: max_cycles={max_cycles}."
            )
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(f"The render_mode is {' or '.join(RENDER_MODES)}, not {render_mode}.")
        self.setting = Setting(game, seats, level, options)
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
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (self.setting.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.setting.moves,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {name: spaces.Discrete(self.setting.moves) for name in self.possible_agents}
        self.seeds = np.random.default_rng()
        self.returns: dict[str, float] = {}
        self.agents: list[str] = []

    def __getattr__(self, name: str) -> Any:
        """Only what is not there is asked for here: before the first reset that is all about a game."""
        raise AttributeError(f"A table has no {name}, or none before reset().", name=name, obj=self)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: from ``seed``, or the next of the games that followed from the last one. There are no
        ``options`` of a reset; those of the rules are the environment's.
        """
        if seed is not None:
            self.seeds = np.random.default_rng(seed)
        self.state_now = self.setting.start(int(self.seeds.integers(1 << 40)))
        self.cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.returns = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> Perceived:
        return self.setting.perceive(self.state_now, self.place[agent])

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise ResetNeeded("No game goes on here; reset() begins one.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} is asked for a move, not for None"
        self.state_now.play(self.place[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.cycles += 1
        self._next()

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        text = json.dumps(self.state_now.view(None), indent=1, ensure_ascii=False)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""

    def _next(self) -> None:
        """Ask the next seat, or say how it ended."""
        deciders = self.state_now.deciders
        if deciders:
            self.agent_selection = self.possible_agents[deciders[0]]
            if self.max_cycles is not None and self.cycles >= self.max_cycles * len(self.possible_agents):
                self.truncations = dict.fromkeys(self.agents, True)
            if self.views:
                self.infos[self.agent_selection]["view"] = self.state_now.view(deciders[0])
            return
        outcome = self.state_now.outcome
        assert outcome is not None
        brought = self.setting.game.rewards(outcome)
        self.rewards = {name: brought[self.place[name]] for name in self.agents}
        self.returns = dict(self.rewards)
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


def env(game: str, /, **arguments: Any) -> Table:
    """An environment of a game on the shelf, with its rule options as keywords.

    ``seats``; ``level`` ("now", or "history" for what a good memory adds); ``views`` (the whole view in
    ``infos``); ``max_cycles`` (cut off after so many moves for each seat); ``render_mode``.
    """
    return Table(game, **arguments)
