"""A whole campaign: a chain of games, each of which starts from the file that the previous one left.

>>> import spyring
>>> game = spyring.game("season0")
>>> campaigns(game)
('medusa', 'evening')
>>> campaign = Campaign(game, "evening")
>>> state = campaign.begin(seats=2, seed=7)
>>> campaign.play(0, game.moves.parse("read"))
>>> again = Campaign.load(game, campaign.text())
>>> again.state.fingerprint() == state.fingerprint()
True
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from spyring.engine.errors import BadRecord, SpyringError
from spyring.engine.game import Game
from spyring.engine.growth import UPDATE
from spyring.engine.position import Json
from spyring.engine.record import TITLE, Record
from spyring.engine.state import State

KIND: Final = "spyring campaign"
VERSION: Final = 1
HEADER: Final = f"{KIND} {VERSION}"
NAMED: Final = "named "
MAX_FILE_LETTERS: Final = 400_000  # of an uploaded file; a year of Season 0 takes half of that
OPTION: Final = "campaign"  # in games that have campaigns; the default starts none


def parts_of(text: str) -> list[str]:
    """The file of a campaign in parts: its head, then the record of each game."""
    return re.split(f"^(?={TITLE} )", text, flags=re.MULTILINE)


def campaigns(game: Game[Any]) -> tuple[str, ...]:
    """The names of a game's campaigns; none for most games."""
    for option in game.options:
        if option.name == OPTION:
            return tuple([str(value) for value in option.values if value != option.default])
    return ()


class Campaign:
    """The games of a campaign so far, and the one that is being played.

    It is a log, like a game: records of the finished games, and of the running one up to its last move.
    """

    def __init__(self, game: Game[Any], name: str, **options: Any) -> None:
        self.game = game
        self.name = name
        self.options = options
        self.records: list[Record] = []
        self.legacy: Json | None = None  # the start of the next game, or of the running one
        self.state: State | None = None  # of the running game
        self.last: State | None = None  # of the game that ended last
        self.over = False
        self.seed = 0
        self.players: dict[str, str] = {}  # who sits where in the running game, as free text
        self.moves: list[tuple[int, int]] = []
        self.names: dict[str, str] = {}  # that players gave, by the title that each replaces; no rule asks

    def begin(self, seats: int, seed: int, players: dict[str, str] | None = None) -> State:
        """Start the next game; the seats and who sits there may change from game to game."""
        if self.over:
            raise BadRecord("This campaign is over.")
        if self.state is not None:
            raise BadRecord("Finish the running game before you start the next one.")
        self.state = self.game.start(
            seats=seats, seed=seed, events=True, legacy=self.legacy, campaign=self.name, **self.options
        )
        self.seed = seed
        self.players = players or {}
        self.moves = []
        return self.state

    def play(self, seat: int, move: int) -> None:
        """Make a move in the running game; after the last one the campaign is ready for the next game."""
        state = self.state
        if state is None:
            raise BadRecord("No game is running.")
        state.play(seat, move)
        self.moves.append((seat, move))
        if not state.deciders:
            self.records.append(self._record(state))
            self._close(state)

    def running(self) -> Record | None:
        """The running game so far."""
        return None if self.state is None else self._record(self.state)

    def _record(self, state: State) -> Record:
        return Record.of(state, self.seed, self.moves, self.legacy, self.players)

    def _close(self, state: State) -> None:
        self.legacy = state.legacy()
        self.over = self.legacy is None
        self.last = state
        self.state = None

    def run(self, choose: Callable[[State, int], int], seats: int, seed: int) -> State:
        """Play to the end of the campaign; returns the last game. ``choose`` decides for every seat."""
        while True:
            state = self.state or self.begin(seats, seed + len(self.records))
            while state.deciders:
                seat = state.deciders[0]
                self.play(seat, choose(state, seat))
            if self.over:
                return state

    # -- export and import -----------------------------------------------------------------------------------

    def text(self) -> str:
        """Everything as one file: the records of all games, including the running one."""
        running = self.running()
        records = [*self.records, *([] if running is None else [running])]
        names = [f"{NAMED}{title} = {name}" for title, name in self.names.items()]
        head = [HEADER, f"campaign {self.name}", *names, ""]
        return "\n".join([*head, *[record.text() for record in records]])

    @staticmethod
    def load(game: Game[Any], text: str) -> "Campaign":
        """A campaign from its :meth:`text`. Every game is replayed, and every link of the chain verified:
        each game starts from what the previous one left, the first one from nothing, and none in its middle.
        """
        found, steps = Campaign.reading(game, text)
        for _step in steps:
            pass
        return found

    @staticmethod
    def reading(game: Game[Any], text: str) -> "tuple[Campaign, Iterator[None]]":
        """The same in small steps, so that the caller can do other work in between. The campaign is complete
        after the last step.
        """
        head, *parts = parts_of(text)
        lines = head.lstrip("\ufeff").split("\n")
        version = lines[0].removeprefix(KIND).strip()
        if lines[0].startswith(KIND) and version.isdecimal() and int(version[:9]) > VERSION:
            raise BadRecord(f"This campaign is of format {version}; this program reads {VERSION}. {UPDATE}")
        if lines[0].strip() != HEADER or len(lines) < 2 or not lines[1].startswith("campaign "):
            raise BadRecord(f"This is not a campaign. A campaign starts with “{HEADER}” and its name.")
        found = Campaign(game, lines[1].removeprefix("campaign ").strip())
        found.names = Campaign.names_in(head)
        return found, found._read(parts)

    @staticmethod
    def names_in(text: str) -> dict[str, str]:
        """The names that players gave, from the head of a file."""
        lines = [line for line in parts_of(text)[0].split("\n") if line.startswith(NAMED)]
        pairs = [line.removeprefix(NAMED).partition(" = ") for line in lines]
        return {title: name.strip() for title, _given, name in pairs if name}

    def _read(self, parts: list[str]) -> Iterator[None]:
        for number, part in enumerate(parts, 1):
            yield
            try:
                record = Record.parse(part)
                state = self._start_recorded(record)
                for move in range(len(record.entries)):
                    yield
                    record.play(state, move)
                record.verify(state)
                self._keep_game(record, state)
            except SpyringError as error:
                raise BadRecord(f"Game {number}: {error}") from error

    def _start_recorded(self, record: Record) -> State:
        """Start the next game if its record fits: it must start from our file."""
        if self.over or self.state is not None:
            raise BadRecord("it comes after the end, or after a game that is not finished.")
        if record.position is not None:
            raise BadRecord("it starts in the middle; a campaign is replayed from its start.")
        if record.legacy != self.legacy:
            raise BadRecord("it does not continue where the previous game ended.")
        if record.options.get(OPTION) != self.name:
            raise BadRecord(f"it does not belong to the campaign {self.name}.")
        record.legacy = self.legacy  # 5.0 is equal to 5, but not the same
        return record.start(self.game, events=True)

    def _keep_game(self, record: Record, state: State) -> None:
        """Keep a verified game."""
        names = self.game.seat_names(record.seats)
        self.options = {name: value for name, value in state.option_values().items() if name != OPTION}
        self.seed = record.seed
        self.players = record.players
        self.moves = [
            (names.index(entry.seat), self.game.moves.parse(entry.move)) for entry in record.entries
        ]
        if state.deciders:
            self.state = state
        else:
            self.records.append(record)
            self._close(state)
