"""A whole tournament: play what is missing, keep every result, go on after an interruption."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from spyring.arena.crew import Crew
from spyring.arena.match import Match, Result
from spyring.arena.results import BadResults, Results
from spyring.arena.schedule import Fixture, fixtures
from spyring.bots import make
from spyring.engine.game import Game
from spyring.engine.options import Value

Piece = tuple[int, tuple[str, ...], int, tuple[int, ...]]  # a fixture on its way to a worker


class Referee:
    """Plays single games in a worker process, and keeps their records if asked to."""

    def __init__(self, game: Game, options: dict[str, Value], records: Path | None) -> None:
        self.game = game
        self.options = options
        self.records = records

    def __call__(self, piece: Piece) -> Result:
        match = Match(self.game, self.options, Fixture(*piece), events=True)
        result = match.play()
        if self.records is not None:
            path = self.records / f"{match.fixture.number:06d}.record"
            try:
                path.write_text(match.record(), encoding="utf-8")
            except OSError as error:
                raise BadResults(f"{path} cannot be written: {error.strerror}.") from error
        return result


class Tournament:
    """``games`` games of every line-up, the seats rotated, repeatable by ``seed``."""

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
            make(bot)  # an unknown bot is refused before anything is written
        self.game = game
        self.options = game.chosen(len(line_ups[0]), dict(options))
        self.records = records
        self.fixtures = fixtures(line_ups, games, seed)
        self.results = Results(
            out,
            {
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
        """What is still to be played."""
        return [fixture for fixture in self.fixtures if fixture.number not in self.results.rows]

    def play(self, processes: int) -> Iterator[Result]:
        """Play what is missing; yields every result as it comes, in any order."""
        if self.records is not None:
            try:
                self.records.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadResults(f"{self.records} cannot be made: {error.strerror}.") from error
        pieces: list[Piece] = [(f.number, f.players, f.seed, f.bot_seeds) for f in self.missing()]
        referee = Referee(self.game, self.options, self.records)
        for result in Crew(referee, processes).do(pieces):
            self.results.add(result)
            yield result
