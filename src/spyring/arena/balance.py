"""How even a game is: many games of equal bots, and what happened in them.

This works for any game. An event argument of the domain ``seat`` or ``team`` names the owner; an argument of
any other domain names a thing, such as a card, a district or a mission.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from spyring.arena.match import Match
from spyring.arena.proportions import percent, wilson
from spyring.bots import make
from spyring.bots.fixtures import fixture
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.notation import Event, Phrase
from spyring.engine.outcome import Outcome
from spyring.worker_pool import WorkerPool

VICTORY_PARTS = 840  # divisible by any number of winners, so that sums are exact
BLOCK_GAMES = 25  # games of a worker between two reports

Thing = tuple[str, str, str]  # kind of event, argument, label
Piece = tuple[int, int]  # first game, games


class Tally:
    """The counts of any number of games; tallies can be added."""

    def __init__(self) -> None:
        self.games = 0
        self.moves = 0
        self.won: Counter[int] = Counter()  # by seat, in parts
        self.score: Counter[int] = Counter()
        self.first: Counter[int] = Counter()  # how often this seat went first
        self.first_won: Counter[int] = Counter()
        self.kinds: Counter[str] = Counter()  # events of each kind
        self.kind_games: Counter[str] = Counter()  # games in which the kind occurred
        self.clauses: Counter[str] = Counter()  # decisions asked by each clause
        self.times: Counter[Thing] = Counter()
        self.owners: Counter[Thing] = Counter()
        self.owners_won: Counter[Thing] = Counter()

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        for name, count in vars(other).items():
            if isinstance(count, int):
                setattr(self, name, getattr(self, name) + count)
            else:
                getattr(self, name).update(count)

    def count(
        self, game: Game, first: int | None, moves: int, outcome: Outcome, events: tuple[Event, ...]
    ) -> None:
        """Add one game."""
        self.games += 1
        self.moves += moves
        parts = 1 if game.kind == COOPERATIVE else max(1, len(outcome.winners))
        won = dict.fromkeys(outcome.winners, VICTORY_PARTS // parts)
        self.won.update(won)
        self.score.update(dict(enumerate(outcome.scores)))
        if first is not None:
            self.first[first] += 1
            self.first_won[first] += won.get(first, 0)
        teams = game.teams(len(outcome.scores))
        owners: dict[Thing, set[int]] = {}
        for event in events:
            phrase = game.events.kinds[event.kind]
            self.kinds[phrase.name] += 1
            numbers = (event.a, event.b, event.c, event.d)
            for thing in things_of(phrase, numbers):
                self.times[thing] += 1
                owners.setdefault(thing, set()).update(owners_of(phrase, numbers, teams))
        self.kind_games.update({game.events.kinds[event.kind].name for event in events})
        for thing, had in owners.items():
            self.owners[thing] += len(had)
            self.owners_won[thing] += sum(won.get(seat, 0) for seat in had)


def owners_of(phrase: Phrase, numbers: tuple[int, ...], teams: tuple[int, ...]) -> list[int]:
    """The owners of an event: the first seat that it names, or the members of the first team."""
    for (_name, domain), number in zip(phrase.arguments, numbers, strict=False):
        if domain.name == "seat" and 0 <= number < len(teams):
            return [number]
        if domain.name == "team":
            return [seat for seat in range(len(teams)) if teams[seat] == number]
    return []


def things_of(phrase: Phrase, numbers: tuple[int, ...]) -> Iterator[Thing]:
    """The things that an event names, without seats, teams and numbers."""
    for (name, domain), number in zip(phrase.arguments, numbers, strict=False):
        if domain.name not in ("seat", "team") and 0 <= number < len(domain):
            yield phrase.name, name, domain.label(number)


class Balance:
    """``games`` games between equal bots; pickled, it plays blocks of them in a worker."""

    def __init__(
        self, game: Game, bot: str, seats: int, games: int, seed: int, options: Mapping[str, object]
    ) -> None:
        make(bot)  # refuses an unknown bot before the games
        self.game = game
        self.line_up = (bot,) * seats
        self.games = games
        self.seed = seed
        self.options = game.resolve_options(seats, dict(options))
        self.tally = Tally()

    def play(self, processes: int) -> Iterator[int]:
        """Play and count; yields the number of new games."""
        pieces = [
            (begin, min(BLOCK_GAMES, self.games - begin)) for begin in range(0, self.games, BLOCK_GAMES)
        ]
        for tally in WorkerPool(self, processes).run(pieces):
            self.tally.add(tally)
            yield tally.games

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        begin, games = piece
        return f"One of the games {begin} to {begin + games - 1} of {', '.join(self.line_up)}"

    def __call__(self, piece: Piece) -> Tally:
        begin, games = piece
        tally = Tally()
        for number in range(begin, begin + games):
            match = Match(self.game, self.options, fixture(self.line_up, number, self.seed), events=True)
            state = match.state
            first = state.deciders[0] if len(state.deciders) == 1 else None
            while state.deciders:
                tally.clauses[state.stack[-1].clause] += 1
                match.step()
            assert state.outcome is not None
            tally.count(self.game, first, len(match.moves), state.outcome, state.events)
        return tally

    # -- results ---------------------------------------------------------------------------------

    def winners(self) -> list[list[str]]:
        """Wins of every seat, of the first player and of every team, with 95 % intervals."""
        tally, seats = self.tally, len(self.line_up)
        rows = [
            share(name, tally.won[seat], tally.games)
            for seat, name in enumerate(self.game.seat_titles(seats))
        ]
        if tally.first:
            rows.append(share("first player", tally.first_won.total(), tally.first.total()))
        teams = self.game.teams(seats)
        for team in sorted(set(teams)) if len(set(teams)) < seats else ():
            won = sum(tally.won[seat] for seat in range(seats) if teams[seat] == team)
            rows.append(share(f"team {team + 1}", won, tally.games))
        return rows

    def never(self) -> list[str]:
        """The kinds of events that never happened."""
        return [phrase.name for phrase in self.game.events.kinds if phrase.name not in self.tally.kinds]

    def lift(self, thing: Thing) -> tuple[float, float]:
        """The share of wins of seats with the thing, and of seats without it."""
        tally = self.tally
        owners, won = tally.owners[thing], tally.owners_won[thing]
        others = tally.games * len(self.line_up) - owners
        had = won / VICTORY_PARTS / owners if owners else 0.0
        return had, (tally.won.total() - won) / VICTORY_PARTS / others if others else 0.0

    def to_json(self) -> dict[str, Any]:
        """All counts, JSON-ready."""
        tally = self.tally
        things = []
        for thing, times in sorted(tally.times.items()):
            row: dict[str, Any] = {**dict(zip(("kind", "argument", "thing"), thing)), "times": times}
            if tally.owners[thing]:
                had, had_not = self.lift(thing)
                row |= {
                    "owners": tally.owners[thing],
                    "won_with": round(had, 4),
                    "won_without": round(had_not, 4),
                }
            things.append(row)
        names = self.game.seat_names(len(self.line_up))
        return {
            "format": "spyring balance 2",
            "game": self.game.name,
            "rules": self.game.rules_version,
            "box": f"{self.game.box_name} {self.game.box_digest()}",
            "bot": self.line_up[0],
            "seed": self.seed,
            "options": self.options,
            "games": tally.games,
            "decisions": tally.moves,
            "won_by_seat": {
                name: round(tally.won[seat] / VICTORY_PARTS, 3) for seat, name in enumerate(names)
            },
            "won_by_first": round(tally.first_won.total() / VICTORY_PARTS, 3),
            "mean_score": {
                name: round(tally.score[seat] / max(1, tally.games), 3) for seat, name in enumerate(names)
            },
            "events": dict(sorted(tally.kinds.items())),
            "games_with_event": dict(sorted(tally.kind_games.items())),
            "never": self.never(),
            "decisions_by_clause": dict(sorted(tally.clauses.items())),
            "things": things,
        }


def share(name: str, parts: int, games: int) -> list[str]:
    """A share of wins with its interval, as a row of a table."""
    won = parts / VICTORY_PARTS
    low, high = wilson(won, games)
    return [name, percent(won / games if games else 0.0), f"{percent(low)} – {percent(high)}"]
