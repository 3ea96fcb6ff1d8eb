"""The OpenSpiel door: ``import spyring.research.openspiel``, and pyspiel knows the games.

>>> import pyspiel, spyring.research.openspiel
>>> game = pyspiel.load_game("python_spyring_krakow(years=1)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
>>> state.apply_action(7)
>>> len(state.legal_actions())
9

The options of a game are its parameters, ``players`` is the number of seats. A value that OpenSpiel would
take for a number is written with an underscore before it: ``cubes=_6-5-4``.

**Chance.** Wherever the rules draw by lot (a deal, dice) there is a chance node before it, with ``LOTS``
outcomes of equal probability; each is a seed of what is drawn. So a tree search cannot foresee what is drawn
later, and a history determines its state. Of all the deals that are possible at a node, ``LOTS`` can come up
there; they are other ones at every node.

**Decisions.** Where several seats decide at once they are asked in turn, the lowest first; nobody perceives
anything before the rules show it. Seats that may act unasked are not asked. An information state is all that
the seat was told; an observation is what lies there now. ``resample_from_infostate`` is ``State.resample``.
"""

import json
from hashlib import blake2b
from typing import Any, Final

import spyring
from spyring.engine.chance import seeded
from spyring.engine.errors import BadMove
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.options import Value
from spyring.engine.state import State
from spyring.research import missing

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing(error, "research,bench") from error

LOTS: Final = 1024
"""The outcomes of a chance node."""


def kind_of(game: Game) -> Any:
    """What pyspiel wants to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=f"python_spyring_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.IDENTICAL
        if game.kind == COOPERATIVE
        else pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[-1],
            **{option.name: written(option.default) for option in game.options},
        },
    )


def written(value: Value) -> Value:
    """An option's value as a parameter: OpenSpiel takes whatever looks like a number for one.

    >>> written("6-4-3"), written("shared"), written(2)
    ('_6-4-3', 'shared', 2)
    """
    return f"_{value}" if isinstance(value, str) and not value.strip("+-.0123456789") else value


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the shelf as pyspiel knows games."""

    played: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.seats = int(given.pop("players", self.played.seats[-1]))
        self.chosen: dict[str, Any] = {name: str(value).removeprefix("_") for name, value in given.items()}
        first = self.played.start(seats=self.seats, **self.chosen)
        longest = self.played.longest(self.seats, first.options)
        super().__init__(
            kind_of(self.played),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.played.moves),
                max_chance_outcomes=LOTS,
                num_players=self.seats,
                min_utility=0.0,
                max_utility=1.0,
                utility_sum=None if self.played.kind == COOPERATIVE else 1.0,
                max_game_length=longest,
            ),
            params or {},
        )

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def __reduce__(self) -> Any:
        return loaded, (self.get_type().short_name, self.get_parameters())

    def max_chance_nodes_in_history(self) -> int:
        return int(self.max_game_length()) + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.played, recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, or about to draw by lot."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.lots = 0  # what has been drawn, as a seed
        self.drawing = True  # the deal comes first
        self.waiting: tuple[int, int] = (-1, -1)  # the move that draws
        self.now: State | None = None

    def current_player(self) -> int:
        if self.drawing:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.now is not None
        return int(self.now.deciders[0]) if self.now.deciders else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.now is not None
        return sorted(self.now.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return EVEN_LOTS

    def _apply_action(self, action: int) -> None:
        if self.drawing:
            self._draw(action)
            return
        assert self.now is not None
        seat = self.now.deciders[0]
        after = self.now.clone()
        after.play(seat, action)
        if after.same_chance(self.now):
            self.now = after
        else:  # it drew by lot: that is chance's move, and comes first
            self.waiting = (seat, action)
            self.drawing = True

    def _draw(self, lot: int) -> None:
        """Chance has chosen: carry out what waited for it."""
        if not 0 <= lot < LOTS:
            raise BadMove(f"There are {LOTS} lots at a chance node, from 0 on; {lot} is none of them.")
        self.lots = seeded(self.lots ^ (lot + 1))
        self.drawing = False
        if self.now is None:
            game = self.get_game()
            self.now = game.played.start(seats=game.seats, seed=self.lots, events=True, **game.chosen)
            return
        after = self.now.clone()
        after.sow(self.lots)
        after.play(*self.waiting)
        self.now = after

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"lot {action}"
        return str(self.get_game().played.moves.name(action))

    def is_terminal(self) -> bool:
        return not self.drawing and self.now is not None and not self.now.deciders

    def returns(self) -> list[float]:
        outcome = self.now.outcome if self.is_terminal() and self.now is not None else None
        if outcome is None:
            return [0.0] * int(self.num_players())
        return list(self.get_game().played.rewards(outcome))

    def resample_from_infostate(self, player_id: int, sampler: Any = None) -> "SpielState":
        """Another world that the player cannot tell from this one."""
        world: SpielState = self.clone()
        assert self.now is not None
        lot = int(sampler() * (1 << 30)) if sampler is not None else self.lots
        world.now = self.now.resample(player_id, lot)
        world.lots = seeded(lot)
        return world

    def __reduce__(self) -> Any:
        return restored, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def __str__(self) -> str:
        """Where the game stands, and a digest of the whole position."""
        now = self.now
        if now is None:
            return "before the deal"
        names = now.game.seat_names(now.seats)
        if self.drawing:
            seat, move = self.waiting
            text = f"lots are drawn after {names[seat]}: {now.game.moves.name(move)}"
        elif now.deciders:
            text = f"{names[now.deciders[0]]} is asked, {type(now.stack[-1]).__name__}"
        else:
            brought = zip(names, self.returns(), strict=True)
            text = "over, " + ", ".join(f"{name} {share:.3g}" for name, share in brought)
        return f"{now.game.name}: {text} [{now.fingerprint():016x}]"


def loaded(name: str, parameters: dict[str, Any]) -> SpielGame:
    """A game out of its pickle."""
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


def restored(text: str) -> SpielState:
    """A state out of its pickle."""
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


class Observer:
    """What a seat perceives: as a vector, and as a text."""

    def __init__(self, game: Game, recall: bool) -> None:
        self.recall = recall
        layout = game.encoding
        self.layout = layout
        self.tensor = np.zeros(layout.size if recall else layout.now, np.float32)
        self.dict = {
            block.name: self.tensor[block.at : block.at + block.size].reshape(block.shape)
            for block in layout.blocks
            if block.at + block.size <= len(self.tensor)
        }

    def set_from(self, state: SpielState, player: int) -> None:
        if state.now is None:
            self.tensor.fill(0)
        else:
            state.now.encode(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        if state.now is None:
            return ""
        if self.recall:
            return information(state.now, player)
        return json.dumps(state.now.view(player), sort_keys=True, ensure_ascii=False)


def information(state: State, seat: int) -> str:
    """All that a seat was told, in order, and a digest of what it sees now."""
    bit = 1 << seat
    told = [
        f"{event.kind}.{event.a}.{event.b}.{event.c}.{event.d}"
        for event in state.events
        if event.audience & bit
    ]
    layout = state.game.encoding
    if layout.complete:
        seen = bytearray(layout.now)
        state.encode(seat, seen)
    else:
        seen = bytearray(json.dumps(state.view(seat), sort_keys=True).encode())
    return f"{seat} {' '.join(told)} {blake2b(seen, digest_size=8).hexdigest()}"


EVEN_LOTS: Final = [(lot, 1.0 / LOTS) for lot in range(LOTS)]


def register() -> None:
    """``python_spyring_krakow`` and so on, for every game on the shelf; each is a class of its own."""
    for game in spyring.shelf():
        if f"python_spyring_{game.name}" not in pyspiel.registered_names():
            made = type(f"Spiel{game.name.capitalize()}", (SpielGame,), {"played": game})
            pyspiel.register_game(kind_of(game), made)


register()
