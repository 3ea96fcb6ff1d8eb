"""The OpenSpiel interface: ``import spyring.research.openspiel`` registers the games with pyspiel.

>>> import pyspiel, spyring.research.openspiel
>>> game = pyspiel.load_game("python_spyring_krakow(years=1)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
>>> state.apply_action(7)
>>> len(state.legal_actions())
9

The options of a game are its parameters. ``players`` is the number of seats, ``box`` the file of your own
box, ``position`` the file of a saved position to start from. Write an underscore before a value that looks
like a number: ``cubes=_6-5-4``. ``register("module:NAME")`` adds a game that is not on the shelf.

**Chance.** Before each random event (a deal, dice) there is a chance node with ``lots`` outcomes of equal
probability. Each outcome is a seed for the event. So a tree search cannot foresee later events, and a history
determines its state. A node samples ``lots`` of all possible deals, and each node samples other ones.

**Small games.** In a game from a position, all seats start with the knowledge of a spectator, and the first
chance node draws the hidden things. So a late position is a small game of the same rules.
``position=endgame`` is a position that comes with the game. ``takebacks=False`` removes the moves that change
an answer nobody has seen, ``interruptions=False`` all questions to seats that need not decide. Both make the
tree much smaller without losing outcomes. :func:`flat` writes the whole tree in OpenSpiel's own format, for
its solvers, and refuses a tree that is too large.

**Decisions.** If several seats decide at once, they are asked in turn, the lowest first, and see nothing of
the other answers. A seat that may interrupt is asked; the last action means to wait. An information state
holds all events of the seat, an observation the current view. ``resample_from_infostate`` is
``State.resample``.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import spyring
from spyring.bots.turns import Turns
from spyring.engine.chance import Chance, seeded
from spyring.engine.errors import BadMove, BadOption, BadPosition, SpyringError
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.options import Value
from spyring.engine.secret_answers import SecretAnswers
from spyring.engine.state import State
from spyring.games import with_box
from spyring.research import missing

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.gambit import export_gambit
except ModuleNotFoundError as error:
    raise missing(error, "research,bench") from error

ENDGAME: Final = "endgame"
DEFAULT_LOTS: Final = 1024
"""The default number of outcomes of a chance node."""
MAX_NODES: Final = 100_000
"""The default limit of :func:`flat`."""


class TooLarge(SpyringError):
    """The tree of the game has too many nodes."""


def kind_of(game: Game) -> Any:
    """The description of a game for pyspiel."""
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
            "lots": DEFAULT_LOTS,
            "box": "",
            "position": "",
            "interruptions": True,
            "takebacks": True,
            **{option.name: written(option.default) for option in game.options},
        },
    )


def written(value: Value) -> Value:
    """An option's value as a parameter, marked if OpenSpiel would read it as a number.

    >>> written("6-4-3"), written("shared"), written(2)
    ('_6-4-3', 'shared', 2)
    """
    return f"_{value}" if isinstance(value, str) and not value.strip("+-.0123456789") else value


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game for pyspiel."""

    played: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.lots = int(given.pop("lots", DEFAULT_LOTS))
        if self.lots < 1:
            raise BadOption(f"lots must be at least 1, not {self.lots}.")
        self.interruptions = bool(given.pop("interruptions", True))
        self.takebacks = bool(given.pop("takebacks", True))
        box, position = str(given.pop("box", "")), str(given.pop("position", ""))
        if box:
            self.played = with_box(self.played, Path(box))
        self.position = read_position(self.played, position) if position else None
        seats = self.played.seats[-1] if self.position is None else int(self.position.seats)
        self.seats = int(given.pop("players", seats)) if self.position is None else seats
        self.chosen: dict[str, Any] = {name: str(value).removeprefix("_") for name, value in given.items()}
        first = self.first(0)
        self.deals = not first.same_chance(Chance(0))  # whether the start draws anything
        longest = self.played.max_game_length(self.seats, first.options) * self.seats  # every seat may wait
        super().__init__(
            kind_of(self.played),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.played.moves) + 1,
                max_chance_outcomes=self.lots,
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

    def first(self, seed: int) -> State:
        """The first state for this seed."""
        if self.position is None:
            return self.played.start(seats=self.seats, seed=seed, events=True, **self.chosen)
        world = self.position.resample(None, seed)
        world.event_log = []
        return world

    def begun(self, seed: int) -> Turns:
        """The first turns for this seed."""
        return Turns(self.first(seed), () if self.interruptions else range(self.seats))

    def __reduce__(self) -> Any:
        return loaded, (type(self).played, self.get_type().short_name, self.get_parameters())

    def max_chance_nodes_in_history(self) -> int:
        return int(self.max_game_length()) + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.played, recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A running game, or a chance node."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.lots = 0  # a seed of all outcomes so far
        self.waiting: tuple[int, int] = (-1, -1)  # the seat and the move that draw
        self.drawing = game.deals
        self.turns = None if game.deals else game.begun(0)

    @property
    def now(self) -> State | None:
        """The state of the game after the deal."""
        return None if self.turns is None else self.turns.state

    def current_player(self) -> int:
        if self.drawing:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.turns is not None
        return self.turns.seat if self.turns.seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.turns is not None
        if player != self.turns.seat:
            return []
        moves = self.turns.legal()
        state = self.turns.state
        if not self.get_game().takebacks and isinstance(state.stack[-1], SecretAnswers):
            moves = tuple(move for move in moves if move != state.book["reconsider"].base)
        return sorted(moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        lots = self.get_game().lots
        return [(lot, 1.0 / lots) for lot in range(lots)]

    def _apply_action(self, action: int) -> None:
        if self.drawing:
            self._draw(action)
            return
        assert self.turns is not None
        before = self.turns
        after = before.on(before.state.clone())
        after.play(action)
        if after.state.same_chance(before.state):
            self.turns = after
        else:  # the move draws, so a chance node comes first
            self.waiting = (before.seat, action)
            self.drawing = True

    def _draw(self, lot: int) -> None:
        """Play the waiting move with the outcome of chance."""
        game = self.get_game()
        if not 0 <= lot < game.lots:
            raise BadMove(f"Unknown lot {lot}. Lots are 0 to {game.lots - 1}.")
        self.lots = seeded(self.lots ^ (lot + 1))
        self.drawing = False
        if self.turns is None:
            self.turns = game.begun(self.lots)
            return
        after = self.turns.on(self.turns.state.clone())
        after.state.seed(self.lots)
        after.play(self.waiting[1])
        self.turns = after

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"lot {action}"
        moves = self.get_game().played.moves
        return "wait" if action == len(moves) else str(moves.name(action))

    def is_terminal(self) -> bool:
        return not self.drawing and self.turns is not None and self.turns.seat < 0

    def returns(self) -> list[float]:
        outcome = self.now.outcome if self.is_terminal() and self.now is not None else None
        if outcome is None:
            return [0.0] * int(self.num_players())
        return list(self.get_game().played.rewards(outcome))

    def resample_from_infostate(self, player_id: int, sampler: Any = None) -> "SpielState":
        """Another world that looks the same to the player."""
        world: SpielState = self.clone()
        assert self.turns is not None
        lot = int(sampler() * (1 << 30)) if sampler is not None else self.lots
        world.turns = self.turns.on(self.turns.state.resample(player_id, lot))
        world.lots = seeded(lot)
        return world

    def __reduce__(self) -> Any:
        return restored, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def __str__(self) -> str:
        """A short description, and a digest of the position."""
        now = self.now
        if now is None:
            return "before the deal"
        names = now.game.seat_names(now.seats)
        if self.drawing:
            seat, move = self.waiting
            text = f"chance after {names[seat]}: {now.game.moves.name(move)}"
        elif now.deciders:
            assert self.turns is not None
            asked = "may act" if self.turns.free else "to decide"
            text = f"{names[self.turns.seat]} {asked}, {type(now.stack[-1]).__name__}"
        else:
            brought = zip(names, self.returns(), strict=True)
            text = "over, " + ", ".join(f"{name} {share:.3g}" for name, share in brought)
        return f"{now.game.name}: {text} [{now.fingerprint():016x}]"


def flat(game: Any, max_nodes: int = MAX_NODES) -> Any:
    """The whole tree of a small game in OpenSpiel's own format, which is fast for its solvers."""
    if not ends_within(game, max_nodes):
        raise TooLarge(
            f"The tree of {game} has more than {max_nodes} nodes. Use takebacks=False and "
            "interruptions=False, fewer lots, or a smaller box."
        )
    return pyspiel.load_efg_game(export_gambit(game))


def ends_within(game: Any, max_nodes: int) -> bool:
    """Whether a tree has at most ``max_nodes`` nodes."""
    waiting = [game.new_initial_state()]
    for _node in range(max_nodes):
        if not waiting:
            return True
        state = waiting.pop()
        waiting += [state.child(action) for action in state.legal_actions()]
    return not waiting


def loaded(played: Game, name: str, parameters: dict[str, Any]) -> SpielGame:
    """An unpickled game, in a process that may not have registered it."""
    make_known(played)
    game: SpielGame = pyspiel.load_game(name, parameters)
    return game


def restored(text: str) -> SpielState:
    """An unpickled state."""
    state: SpielState = pyspiel.deserialize_game_and_state(text)[1]
    return state


class Observer:
    """The observation of a seat, as a vector and as text."""

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
            return state.now.information(player)
        return json.dumps(state.now.view(player), sort_keys=True, ensure_ascii=False)


def read_position(game: Game, name: str) -> State:
    """A position in a file, as ``State.to_json`` writes it; ``endgame`` comes with the game."""
    home = files(game.home).joinpath("endgame.json")
    try:
        text = home.read_text("utf-8") if name == ENDGAME else Path(name).read_text(encoding="utf-8")
        return game.from_json(json.loads(text))
    except (OSError, ValueError) as error:
        raise BadPosition(f"{name} is not a position of {game.title}: {error}.") from error


def register(name: str) -> str:
    """Register a game by its name or ``module:NAME``; returns its name in pyspiel."""
    return make_known(spyring.game(name))


def make_known(game: Game) -> str:
    """Register a game object. Each game is a class of its own."""
    known = f"python_spyring_{game.name}"
    if known not in pyspiel.registered_names():
        made = type(f"Spiel{game.name.capitalize()}", (SpielGame,), {"played": game})
        pyspiel.register_game(kind_of(game), made)
    return known


for known in spyring.shelf():
    make_known(known)
