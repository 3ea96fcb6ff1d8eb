"""A tournament: plays the missing games, saves every result, continues after an interruption."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from spyring import __version__
from spyring.arena.match import Match, Result
from spyring.arena.results import BadResults, Results
from spyring.arena.schedule import fixtures
from spyring.bots import make
from spyring.bots.fixtures import Fixture
from spyring.engine.game import Game
from spyring.engine.options import Value
from spyring.files import PRIVATE, put
from spyring.worker_pool import WorkerPool

Piece = tuple[int, tuple[str, ...], int, tuple[int, ...]]  # a fixture on its way to a worker


def record_path(folder: Path, fixture: Fixture) -> Path:
    """The file of a game's record."""
    return folder / f"{fixture.number:06d}.record"


class Referee:
    """Plays single games in a worker process, and saves their records if wanted."""

    def __init__(self, game: Game, options: dict[str, Value], records: Path | None) -> None:
        self.game = game
        self.options = options
        self.records = records

    def __call__(self, piece: Piece) -> Result:
        match = Match(self.game, self.options, Fixture(*piece), events=True)
        result = match.play()
        if self.records is not None:
            path = record_path(self.records, match.fixture)
            try:
                put(path, match.record(), PRIVATE)
            except OSError as error:
                raise BadResults(f"{path} cannot be written: {error.strerror}.") from error
        return result

    def name(self, piece: Piece) -> str:
        """A piece in words, for errors."""
        return f"Game {piece[0]} ({', '.join(piece[1])})"


class Tournament:
    """``games`` games of every line-up with rotated seats, repeatable by ``seed``."""

    def __init__(
        self,
        game: Game,
        line_ups: list[tuple[str, ...]],
        games: int,
        seed: int,
        options: Mapping[str, object],
        out: Path | None = None,
        records: Path | None = None,
    ) -> None:
        for bot in {bot for line_up in line_ups for bot in line_up}:
            make(bot)  # refuses an unknown bot before anything is written
        self.game = game
        self.options = game.resolve_options(len(line_ups[0]), dict(options))
        self.records = records
        self.fixtures = fixtures(line_ups, games, seed)
        self.results = Results(
            out,
            {
                "program": __version__,
                "game": game.name,
                "rules": game.rules_version,
                "box": f"{game.box_name} {game.box_digest()}",
                "options": self.options,
                "line_ups": [list(line_up) for line_up in line_ups],
                "seed": seed,
            },
            self.fixtures,
        )

    def missing(self) -> list[Fixture]:
        """The games that are not played yet."""
        return [fixture for fixture in self.fixtures if fixture.number not in self.results.rows]

    def play(self, processes: int) -> Iterator[Result]:
        """Play the missing games; yields the results in any order."""
        if self.records is not None:
            self._prepare(self.records)
        pieces: list[Piece] = [(f.number, f.players, f.seed, f.bot_seeds) for f in self.missing()]
        referee = Referee(self.game, self.options, self.records)
        for result in WorkerPool(referee, processes).run(pieces):
            self.results.add(result)
            yield result

    def _prepare(self, folder: Path) -> None:
        """Make the folder for the records; refuse it if it holds other games."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for fixture in self.missing():
                path = record_path(folder, fixture)
                if path.exists() and not self._is_of(path.read_text("utf-8", "replace"), fixture):
                    raise BadResults(f"{path} is the record of another game. Choose another folder.")
        except OSError as error:
            raise BadResults(f"{folder} cannot be used for the records: {error.strerror}.") from error

    def _is_of(self, record: str, fixture: Fixture) -> bool:
        """Whether a record has the cards, options and bots of this game."""
        fresh = Match(self.game, self.options, fixture).record()
        return record.split("\n\n")[0] == fresh.split("\n\n")[0]
