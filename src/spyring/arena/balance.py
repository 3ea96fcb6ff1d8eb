"""How even a game is: many games of equal bots, for every value of a varied option."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from spyring import __version__
from spyring.arena.blocks import Blocks, Piece
from spyring.arena.match import Match
from spyring.arena.schedule import repeated
from spyring.arena.tally import Tally
from spyring.bots import make
from spyring.bots.fixtures import Fixture
from spyring.engine.errors import BadOption
from spyring.engine.game import Game
from spyring.engine.options import Value
from spyring.worker_pool import WorkerPool

REPORT_GAMES = 25  # games of a worker between two reports


class Variant:
    """One set of options, and its counts."""

    def __init__(self, label: str, options: dict[str, Value], seats: int) -> None:
        self.label = label
        self.options = options
        self.tally = Tally(seats)


class Counter:
    """Plays and counts blocks of games in a worker process."""

    def __init__(
        self, game: Game, variants: list[dict[str, Value]], line_up: tuple[str, ...], seed: int
    ) -> None:
        self.game = game
        self.variants = variants
        self.line_up = line_up
        self.seed = seed

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        _variant, begin, games = piece
        return f"One of the games {begin} to {begin + games - 1} of {', '.join(self.line_up)}"

    def __call__(self, piece: Piece) -> tuple[Piece, Tally]:
        variant, begin, games = piece
        tally = Tally(len(self.line_up))
        for fixture in repeated(self.line_up, begin, games, self.seed):
            self.count(tally, fixture, self.variants[variant])
        return piece, tally

    def count(self, tally: Tally, fixture: Fixture, options: dict[str, Value]) -> None:
        """Count one game."""
        match = Match(self.game, options, fixture, events=True)
        state = match.state
        first = state.deciders[0] if len(state.deciders) == 1 else None
        while state.deciders:
            tally.asked(state.stack[-1].clause)
            match.step()
        outcome = state.outcome
        assert outcome is not None
        tally.count(self.game, first, len(match.moves), outcome, state.events)


class Balance:
    """``games`` games of every variant between equal bots."""

    def __init__(
        self,
        game: Game,
        bot: str,
        seats: int,
        games: int,
        seed: int,
        options: Mapping[str, object],
        vary: tuple[str, list[str]] | None = None,
    ) -> None:
        make(bot)  # refuses an unknown bot before the games
        self.game = game
        self.line_up = (bot,) * seats
        self.games = games
        self.seed = seed
        self.variants = [
            Variant(label, game.resolve_options(seats, dict(chosen)), seats)
            for label, chosen in varied(options, vary)
        ]

    def blocks(self) -> list[Piece]:
        """The work, in pieces."""
        return [
            (variant, begin, min(REPORT_GAMES, self.games - begin))
            for variant in range(len(self.variants))
            for begin in range(0, self.games, REPORT_GAMES)
        ]

    def play(self, processes: int, notes: Path | None = None) -> Iterator[int]:
        """Play and count; yields the number of new games.

        With ``notes`` every block is saved in that file, and its blocks are not played again.
        """
        counter = Counter(self.game, [variant.options for variant in self.variants], self.line_up, self.seed)
        blocks = Blocks(notes, self.header()) if notes is not None else None
        counted = dict(blocks.counted) if blocks is not None else {}
        for piece in [piece for piece in self.blocks() if piece in counted]:
            yield self._add(piece, counted[piece])
        for piece, tally in WorkerPool(counter, processes).run(
            [b for b in self.blocks() if b not in counted]
        ):
            if blocks is not None:
                blocks.add(piece, tally)
            yield self._add(piece, tally)

    def _add(self, piece: Piece, tally: Tally) -> int:
        self.variants[piece[0]].tally.add(tally)
        return tally.games

    def header(self) -> dict[str, Any]:
        """What is counted, without the number of games."""
        return {
            "format": "spyring balance blocks 1",
            "program": __version__,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "box": f"{self.game.box_name} {self.game.box_digest()}",
            "bot": self.line_up[0],
            "seats": len(self.line_up),
            "seed": self.seed,
            "variants": [variant.options for variant in self.variants],
        }

    def to_json(self) -> dict[str, object]:
        """All counts, JSON-ready."""
        return {
            "format": "spyring balance 1",
            "game": self.game.name,
            "rules": self.game.rules_version,
            "box": f"{self.game.box_name} {self.game.box_digest()}",
            "bot": self.line_up[0],
            "seed": self.seed,
            "variants": [
                {"label": variant.label, "options": variant.options, **variant.tally.to_json(self.game)}
                for variant in self.variants
            ],
        }


def varied(
    options: Mapping[str, object], vary: tuple[str, list[str]] | None
) -> list[tuple[str, dict[str, object]]]:
    """A label and a set of options for every value of the varied option.

    >>> varied({"talk": "none"}, ("years", ["1", "2"]))
    [('years=1', {'talk': 'none', 'years': '1'}), ('years=2', {'talk': 'none', 'years': '2'})]
    """
    if vary is None:
        return [("", dict(options))]
    name, values = vary
    if name in options:
        raise BadOption(f"Option {name} cannot be fixed and varied at the same time.")
    return [(f"{name}={value}", {**options, name: value}) for value in values]
