"""One game between bots, from the deal to the result."""

from typing import Any

from spyring.arena.schedule import Fixture
from spyring.bots import free_seats, make
from spyring.bots.trace import BotFailed, some
from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.engine.state import State

Result = dict[str, Any]


class Match:
    """A game in the making: the state, the bots, and every move so far."""

    def __init__(self, game: Game, options: dict[str, Any], fixture: Fixture, events: bool = False) -> None:
        self.fixture = fixture
        seats = len(fixture.players)
        self.state: State = game.start(seats=seats, seed=fixture.seed, events=events, **options)
        self.bots = [make(fixture.players[seat], fixture.bot_seeds[seat]) for seat in range(seats)]
        self.moves: list[tuple[int, int]] = []

    def step(self) -> None:
        """One move: of a seat that interrupts, else of the first one that is asked."""
        for seat in free_seats(self.state, len(self.moves)):
            if self.moved(seat, asked=False):
                return
        self.moved(self.state.deciders[0], asked=True)

    def moved(self, seat: int, asked: bool) -> bool:
        """Let a bot make its move; one that is not asked may have none."""
        bot = self.bots[seat]
        try:
            move = some(bot.choose(self.state, seat)) if asked else bot.wants(self.state, seat)
            if move is None:
                return False
            self.state.play(seat, move)
        except Exception as error:
            name, number = self.fixture.players[seat], self.fixture.number
            raise BotFailed.at(name, len(self.moves) + 1, number, error) from error
        self.moves.append((seat, move))
        return True

    def play(self) -> Result:
        """The whole game; returns what the results file keeps of it."""
        state = self.state
        while state.deciders:
            self.step()
        outcome = state.outcome
        assert outcome is not None
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
        }

    def record(self) -> str:
        """The game as a text that ``spyring replay`` opens."""
        names = self.state.game.seat_names(len(self.bots))
        players = dict(zip(names, self.fixture.players, strict=True))
        return Record.of(self.state, self.fixture.seed, self.moves, players=players).text()
