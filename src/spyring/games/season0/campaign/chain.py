"""A whole campaign: a chain of games, each of which begins with the file that the one before left.

>>> from spyring.games.season0 import GAME
>>> campaign = Campaign(GAME, "evening")
>>> state = campaign.begin(seats=2, seed=7)
>>> campaign.play(0, GAME.moves.parse("read"))
>>> again = Campaign.load(GAME, campaign.text())
>>> again.state.fingerprint() == state.fingerprint()
True
"""

from collections.abc import Callable
from typing import Any, Final

from spyring.engine.errors import BadRecord, SpyringError
from spyring.engine.game import Game
from spyring.engine.record import TITLE, Record
from spyring.engine.state import Json, State

HEADER: Final = "spyring campaign 1"


class Campaign:
    """The games of a campaign so far, and the one that is being played.

    It is a log, like a game: records of the finished games, and of the running one up to its last move.
    """

    def __init__(self, game: Game[Any], name: str, **options: Any) -> None:
        self.game = game
        self.name = name
        self.options = options
        self.records: list[Record] = []
        self.file: Json | None = None  # with which the next game begins, or the running one began
        self.state: State | None = None  # of the running game
        self.over = False
        self.seed = 0
        self.moves: list[tuple[int, int]] = []

    def begin(self, seats: int, seed: int) -> State:
        """Start the next game; the number of seats may change from game to game (SZ-R39)."""
        if self.over:
            raise BadRecord("This campaign is over.")
        if self.state is not None:
            raise BadRecord("The running game must end before the next one begins.")
        self.state = self.game.start(
            seats=seats, seed=seed, events=True, legacy=self.file, campaign=self.name, **self.options
        )
        self.seed = seed
        self.moves = []
        return self.state

    def play(self, seat: int, move: int) -> None:
        """A move of the running game; after the last one the campaign is ready for the next game."""
        state = self.state
        if state is None:
            raise BadRecord("No game is running.")
        state.play(seat, move)
        self.moves.append((seat, move))
        if not state.deciders:
            self.records.append(self._record(state))
            self._close(state)

    def _record(self, state: State) -> Record:
        return Record.of(state, self.seed, self.moves, self.file)

    def _close(self, state: State) -> None:
        self.file = state.legacy()
        self.over = self.file is None
        self.state = None

    def run(self, choose: Callable[[State, int], int], seats: int, seed: int) -> State:
        """Play on to the end of the campaign; returns the last game. ``choose`` decides for every seat."""
        while True:
            state = self.state or self.begin(seats, seed + len(self.records))
            while state.deciders:
                seat = state.deciders[0]
                self.play(seat, choose(state, seat))
            if self.over:
                return state

    # -- export and import -----------------------------------------------------------------------------------

    def text(self) -> str:
        """Everything as one file: the records of all games, the running one too."""
        records = [*self.records, *([self._record(self.state)] if self.state is not None else [])]
        return "\n".join([HEADER, f"campaign {self.name}", "", *(record.text() for record in records)])

    @staticmethod
    def load(game: Game[Any], text: str) -> "Campaign":
        """A campaign out of its :meth:`text`. Every game is replayed, and every link of the chain verified:
        a game begins with what the one before left, and with nothing else.
        """
        head, *parts = text.split(f"{TITLE} ")
        lines = head.split("\n")
        if lines[0] != HEADER or len(lines) < 2 or not lines[1].startswith("campaign "):
            raise BadRecord(f"This is no campaign: it begins with “{HEADER}”, then its name.")
        found = Campaign(game, lines[1].removeprefix("campaign "))
        for number, part in enumerate(parts, 1):
            try:
                found._take(Record.parse(f"{TITLE} {part}"))
            except SpyringError as error:
                raise BadRecord(f"Game {number}: {error}") from error
        return found

    def _take(self, record: Record) -> None:
        """The next game of the chain."""
        if self.over or self.state is not None:
            raise BadRecord("it comes after the end, or after a game that is not finished.")
        if record.legacy != self.file:
            raise BadRecord("it does not go on where the game before it ended.")
        if record.options.get("campaign") != self.name:
            raise BadRecord(f"it does not belong to the campaign {self.name}.")
        state = record.replay(self.game, events=True)
        names = self.game.seat_names(record.seats)
        self.options = {name: value for name, value in state.chosen().items() if name != "campaign"}
        self.seed = record.seed
        self.moves = [
            (names.index(entry.seat), self.game.moves.parse(entry.move)) for entry in record.entries
        ]
        if state.deciders:
            self.state = state
        else:
            self.records.append(record)
            self._close(state)
