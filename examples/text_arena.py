"""The games of Spyring as environments of TextArena, which compares language models.

    pip install spyring textarena
    python examples/text_arena.py krakow

TextArena brings the client of a vendor along, so only the tests of Spyring install it.
"""

import sys
from typing import Any

import textarena as ta

import spyring
from spyring.bots import make
from spyring.engine.errors import BadMove
from spyring.research.text import describe, read, rules
from spyring.text.agent import move_in

ERRORS = 3  # illegal answers to one decision, until a heuristic bot decides
ENDS = ("end", "pass", "done", "ready", "stop", "decline", "continue", "arrange")  # verbs that end a step


class SpyringEnv(ta.Env):  # type: ignore[misc]
    """One game. A player reads the rules once, and everything that its seat knows before each decision."""

    def __init__(self, game: str, **options: Any) -> None:
        self.game = spyring.game(game)
        self.options = options

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game."""
        seed = 0 if seed is None else seed
        self.position = self.game.start(seats=num_players, seed=seed, events=True, **self.options)
        self.substitute = make("heuristic", seed)
        self.events_read = [0] * num_players
        self.state = ta.MinimalMultiPlayerState(num_players, seed, error_allowance=ERRORS)
        self.state.reset({}, lambda player_id, game_state: rules(self.game))
        self._ask()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the move at the end of an answer, or say why it is not legal."""
        seat = self.state.current_player_id
        try:
            move = read(self.position, seat, move_in(action))
        except BadMove as error:
            if not self.state.set_invalid_move(str(error)):
                return self._done()
            move = self.substitute.choose(self.position, seat)
        self.state.made_invalid_move = False
        self.position.play(seat, move)
        _done, info = self._done()
        self._ask()
        return bool(self.state.done), info

    def _done(self) -> tuple[bool, dict[str, Any]]:
        done, info = self.state.step()
        return bool(done), dict(info)

    def _ask(self) -> None:
        """Show the position to the next decider, or finish the game."""
        outcome = self.position.outcome
        if outcome is not None:
            winners = list(outcome.winners)
            self.state.set_winners(winners, outcome.reason)
            return
        seat = self.position.deciders[0]
        self.state.manually_set_current_player_id(seat)
        text = describe(self.position, seat, self.events_read[seat])
        self.events_read[seat] = len(self.position.events_for(seat))
        self.state.add_observation(text, ta.ObservationType.GAME_BOARD, to_id=seat)


def register() -> None:
    """Register every game of the shelf, such as ``Spyring-krakow-v0``."""
    for game in spyring.shelf():
        ta.register(
            f"Spyring-{game.name}-v0", SpyringEnv, [ta.wrappers.LLMObservationWrapper], game=game.name
        )


def hasty(observation: str) -> str:
    """An agent that ends a step as soon as it can, and else takes the first legal move of the last list."""
    lines = observation.rpartition("# Legal moves\n")[2].partition("\n\n")[0].splitlines()
    line = next((line for line in lines if line.split()[0] in ENDS), lines[0])
    verb, (_head, colon, choices) = line.split()[0], line.rpartition("): ")
    words = choices.split(", ")[0].split() if colon else []
    return " ".join([verb, *(word.partition("|")[0] for word in words)])


def main(game: str) -> dict[int, int]:
    """A game as TextArena runs it; returns the rewards."""
    register()
    env = ta.make(f"Spyring-{game}-v0")
    env.reset(num_players=max(spyring.game(game).seats), seed=1)
    done = False
    while not done:
        _player, observation = env.get_observation()
        done, _info = env.step(action=hasty(observation))
    rewards, _info = env.close()
    return dict(rewards)


if __name__ == "__main__":
    print(main(sys.argv[1] if len(sys.argv) > 1 else "krakow"))
