"""One game between bots."""

from typing import Any

from spyring.bots import make
from spyring.bots.fixtures import Fixture
from spyring.bots.trace import BotFailed
from spyring.bots.turns import Turns
from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.engine.state import State

Result = dict[str, Any]


class Match:
    """A running game: the state, the bots and the moves."""

    def __init__(self, game: Game, options: dict[str, Any], fixture: Fixture, events: bool = False) -> None:
        self.fixture = fixture
        seats = len(fixture.players)
        self.bots = [make(fixture.players[seat], fixture.bot_seeds[seat]) for seat in range(seats)]
        told = events or any(bot.listens for bot in self.bots)
        self.state: State = game.start(seats=seats, seed=fixture.seed, events=told, **options)
        self.turns = Turns(self.state)
        self.moves: list[tuple[int, int]] = []

    def step(self) -> None:
        """One move: of a seat that interrupts, else of the first decider."""
        turns = self.turns
        made = int(turns.made)
        while turns.made == made:
            seat, move = turns.seat, self.act()
        self.moves.append((seat, move))

    def act(self) -> int:
        """A move, or a seat that waits instead of interrupting."""
        seat = self.turns.seat
        try:
            return self.turns.act(self.bots[seat])
        except Exception as error:
            name, number = self.fixture.players[seat], self.fixture.number
            raise BotFailed.at(name, int(self.turns.made) + 1, number, error) from error

    def play(self) -> Result:
        """Play the whole game; returns its row of the results file."""
        state = self.state
        while state.deciders:
            self.step()
        outcome = state.outcome
        assert outcome is not None
        tallies = {str(seat): bot.tally for seat, bot in enumerate(self.bots) if bot.tally}
        return {
            "number": self.fixture.number,
            "players": list(self.fixture.players),
            "seed": self.fixture.seed,
            "winners": list(outcome.winners),
            "ranks": list(outcome.ranks),
            "scores": list(outcome.scores),
            "achieved": outcome.achieved,
            "moves": len(self.moves),
            "fingerprint": f"{state.fingerprint():016x}",
            **({"tallies": tallies} if tallies else {}),
        }

    def record(self) -> str:
        """The record of the game, for ``spyring replay``."""
        names = self.state.game.seat_names(len(self.bots))
        players = dict(zip(names, self.fixture.players, strict=True))
        return Record.of(self.state, self.fixture.seed, self.moves, players=players).text()
