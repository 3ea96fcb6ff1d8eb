"""A game in progress on this machine: every move goes through the gate, into the record, and to the disk."""

from spyring.cli.files import SaveFile
from spyring.engine.errors import BadRecord
from spyring.engine.game import Game
from spyring.engine.position import Json
from spyring.engine.record import Record
from spyring.engine.state import State


class LocalGame:
    """The state, how it came about, and the file that follows it; no move is ever only in memory."""

    def __init__(self, state: State, seed: int, players: dict[str, str], save: SaveFile) -> None:
        self.state = state
        self.seed = seed
        self.players = players
        self.save = save
        self.legacy: Json | None = None  # what an earlier game left to this one
        self.position: Json | None = None  # where the game began, if not at the start
        self.moves: list[tuple[int, int]] = []

    @staticmethod
    def begin(
        state: State, seed: int, players: dict[str, str], save: SaveFile, position: Json | None = None
    ) -> "LocalGame":
        """A game just started, in a file that must not exist yet."""
        save.check()
        local_game = LocalGame(state, seed, players, save)
        local_game.position = position
        local_game.keep()
        return local_game

    @staticmethod
    def resume(game: Game, record: Record, save: SaveFile) -> "LocalGame":
        """The game of a record, where it was left."""
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
        """What is being played."""
        game = self.state.game
        assert isinstance(game, Game)
        return game

    def play(self, seat: int, move: int) -> None:
        """Make a move, and keep it."""
        self.state.play(seat, move)
        self.moves.append((seat, move))
        self.keep()

    def take_back(self, seat: int, alone: bool) -> bool:
        """Go back to before the last move of a seat; False if that cannot be.

        With others at the keyboard only the very last move goes, and only if it drew no chance, revealed
        nothing and closed no bargain. Alone against bots one may always think again.
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
        """Whether nothing has been drawn, revealed or agreed on since."""
        _seat, move = self.moves[-1]
        if self.game.moves.phrase(move).agrees:
            return False
        happened = self.state.events[len(before.events) :]
        drawn = self.state.to_json()["chance"] != before.to_json()["chance"]
        return not drawn and not any(self.game.events.reveals(event) for event in happened)

    def keep(self) -> None:
        """Put everything onto the disk."""
        self.save.save(self.record())

    def record(self) -> Record:
        """The game so far."""
        return Record.of(self.state, self.seed, self.moves, self.legacy, self.players, self.position)
