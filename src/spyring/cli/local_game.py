"""A game in progress on this machine. Every move is checked, recorded and saved."""

from spyring.cli.files import SaveFile
from spyring.engine.errors import BadRecord
from spyring.engine.game import Game
from spyring.engine.position import Json
from spyring.engine.record import Record
from spyring.engine.state import State


class LocalGame:
    """The state, its moves, and its file. Every move is on disk."""

    def __init__(self, state: State, seed: int, players: dict[str, str], save: SaveFile) -> None:
        self.state = state
        self.seed = seed
        self.players = players
        self.save = save
        self.legacy: Json | None = None  # what the last game left
        self.position: Json | None = None  # the first position, if not the usual start
        self.moves: list[tuple[int, int]] = []

    @staticmethod
    def begin(state: State, seed: int, players: dict[str, str], save: SaveFile) -> "LocalGame":
        """A new game in a new file."""
        save.check()
        local_game = LocalGame(state, seed, players, save)
        local_game.keep()
        return local_game

    @staticmethod
    def resume(game: Game, record: Record, save: SaveFile) -> "LocalGame":
        """The game of a record, at its last position."""
        try:
            game = game.edition(record.rules) or game
            state = record.replay(game, events=True)
        except BadRecord as error:
            raise BadRecord(f"{save.path}: {error}") from error
        local_game = LocalGame(state, record.seed, record.players, save)
        local_game.legacy = record.legacy
        local_game.position = record.position
        names = game.seat_names(record.seats)
        local_game.moves = [
            (names.index(entry.seat), game.moves.parse(entry.move)) for entry in record.entries
        ]
        return local_game

    @property
    def game(self) -> Game:
        """The game."""
        game = self.state.game
        assert isinstance(game, Game)
        return game

    def play(self, seat: int, move: int) -> None:
        """Make a move and save it."""
        self.state.play(seat, move)
        self.moves.append((seat, move))
        self.keep()

    def take_back(self, seat: int) -> bool:
        """Undo the last move of the person, who is alone with bots; False if there is none."""
        mine = [number for number, (mover, _move) in enumerate(self.moves) if mover == seat]
        if not mine:
            return False
        record = self.record()
        self.state = record.start(self.game, events=True)
        for number in range(mine[-1]):
            record.play(self.state, number)
        del self.moves[mine[-1] :]
        self.keep()
        return True

    def keep(self) -> None:
        """Save the record."""
        self.save.save(self.record())

    def record(self) -> Record:
        """The game so far."""
        return Record.of(self.state, self.seed, self.moves, self.legacy, self.players, self.position)
