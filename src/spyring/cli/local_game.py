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

    def take_back(self, seat: int, alone: bool) -> bool:
        """Undo the last move of a seat; False if that is not possible.

        With other people only the very last move can be undone, and only if it drew no chance, revealed
        nothing and made no agreement. A person alone against bots can always undo.
        """
        mine = [number for number, (mover, _move) in enumerate(self.moves) if mover == seat]
        if not mine or not (alone or mine[-1] == len(self.moves) - 1):
            return False
        record = self.record()
        before = record.start(self.game, events=True)
        for number in range(mine[-1]):
            record.play(before, number)
        if not alone and not self._is_free(before):
            return False
        self.state = before
        del self.moves[mine[-1] :]
        self.keep()
        return True

    def _is_free(self, before: State) -> bool:
        """Whether the last move drew, revealed and agreed nothing."""
        _seat, move = self.moves[-1]
        if self.game.moves.phrase(move).agrees:
            return False
        happened = self.state.events[len(before.events) :]
        drawn = self.state.to_json()["chance"] != before.to_json()["chance"]
        return not drawn and not any(self.game.events.reveals(event) for event in happened)

    def keep(self) -> None:
        """Save the record."""
        self.save.save(self.record())

    def record(self) -> Record:
        """The game so far."""
        return Record.of(self.state, self.seed, self.moves, self.legacy, self.players, self.position)
