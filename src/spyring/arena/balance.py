"""How even a game is: many games of equal bots, and what happened in them.

This works for any game. An event argument of the domain ``seat`` or ``team`` names the owner; an argument of
any other domain names a thing, such as a card, a district or a mission.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from spyring.arena.match import Match
from spyring.arena.proportions import figures
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
Counts = Counter[tuple[str, ...]]  # by what is counted, and of which seat, kind, clause or thing
Piece = tuple[int, int]  # first game, games


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
        self.teams = game.teams(seats)
        self.counts: Counts = Counter()

    def play(self, processes: int) -> Iterator[int]:
        """Play and count; yields the number of new games."""
        pieces = [
            (begin, min(BLOCK_GAMES, self.games - begin)) for begin in range(0, self.games, BLOCK_GAMES)
        ]
        for counts in WorkerPool(self, processes).run(pieces):
            self.counts.update(counts)
            yield counts["games",]

    def name(self, piece: Piece) -> str:
        """A piece in words."""
        begin, games = piece
        return f"One of the games {begin} to {begin + games - 1} of {', '.join(self.line_up)}"

    def __call__(self, piece: Piece) -> Counts:
        begin, games = piece
        counts: Counts = Counter()
        for number in range(begin, begin + games):
            match = Match(self.game, self.options, fixture(self.line_up, number, self.seed), events=True)
            self.count(match, counts)
        return counts

    def count(self, match: Match, counts: Counts) -> None:
        """Play a game and count what happens."""
        state = match.state
        first = state.deciders[0] if len(state.deciders) == 1 else None
        while state.deciders:
            counts["clause", state.stack[-1].clause] += 1
            match.step()
        assert state.outcome is not None
        counts["moves",] += len(match.moves)
        self.count_result(state.outcome, first, counts)
        self.count_events(state.events, self.won(state.outcome), counts)

    def won(self, outcome: Outcome) -> dict[int, int]:
        """The part of a victory of each winner; a common victory is whole."""
        parts = 1 if self.game.kind == COOPERATIVE else max(1, len(outcome.winners))
        return dict.fromkeys(outcome.winners, VICTORY_PARTS // parts)

    def count_result(self, outcome: Outcome, first: int | None, counts: Counts) -> None:
        """Count who won; ``first`` is the seat that began, if there was one."""
        won = self.won(outcome)
        counts["games",] += 1
        for seat, score in enumerate(outcome.scores):
            counts["won", str(seat)] += won.get(seat, 0)
            counts["score", str(seat)] += score
        if first is not None:
            counts["first",] += 1
            counts["first won",] += won.get(first, 0)

    def count_events(self, events: tuple[Event, ...], won: dict[int, int], counts: Counts) -> None:
        """Count the events of a game, the things in them, and the victories of their owners."""
        owners: dict[Thing, set[int]] = {}
        for event in events:
            phrase = self.game.events.kinds[event.kind]
            numbers = (event.a, event.b, event.c, event.d)
            counts["event", phrase.name] += 1
            for thing in things_of(phrase, numbers):
                counts["times", *thing] += 1
                owners.setdefault(thing, set()).update(owners_of(phrase, numbers, self.teams))
        for kind in {self.game.events.kinds[event.kind].name for event in events}:
            counts["games with", kind] += 1
        for thing, had in owners.items():
            counts["owners", *thing] += len(had)
            counts["won with", *thing] += sum(won.get(seat, 0) for seat in had)

    # -- results ---------------------------------------------------------------------------------

    def of(self, what: str) -> dict[str, int]:
        """The counts of one kind, by name."""
        return {names[0]: count for (kind, *names), count in sorted(self.counts.items()) if kind == what}

    def wins(self, seats: Iterable[int]) -> int:
        """The parts of victories that these seats won."""
        return sum(self.counts["won", str(seat)] for seat in seats)

    def winners(self) -> list[list[str]]:
        """Wins of every seat, of the first player and of every team, with 95 % intervals."""
        counts, games = self.counts, self.counts["games",]
        seats = range(len(self.line_up))
        titles = self.game.seat_titles(len(self.line_up))
        rows = [share(name, self.wins([seat]), games) for seat, name in enumerate(titles)]
        if counts["first",]:
            rows.append(share("first player", counts["first won",], counts["first",]))
        teams = sorted(set(self.teams))
        for team in teams if len(teams) < len(seats) else ():
            members = [seat for seat in seats if self.teams[seat] == team]
            rows.append(share(f"team {team + 1}", self.wins(members), games))
        return rows

    def never(self) -> list[str]:
        """The kinds of events that never happened."""
        return [kind.name for kind in self.game.events.kinds if not self.counts["event", kind.name]]

    def lift(self, thing: Thing) -> tuple[float, float]:
        """The share of wins of seats with the thing, and of seats without it."""
        owners, won = self.counts["owners", *thing], self.counts["won with", *thing]
        others = self.counts["games",] * len(self.line_up) - owners
        had = won / VICTORY_PARTS / owners if owners else 0.0
        all_wins = self.wins(range(len(self.line_up)))
        return had, (all_wins - won) / VICTORY_PARTS / others if others else 0.0

    def things(self) -> list[dict[str, Any]]:
        """How often each thing occurs, and how often its owners win."""
        rows: list[dict[str, Any]] = []
        for (what, *names), times in sorted(self.counts.items()):
            if what == "times":
                kind, argument, label = names
                row: dict[str, Any] = {"kind": kind, "argument": argument, "thing": label, "times": times}
                owners = self.counts["owners", *names]
                if owners:
                    had, had_not = self.lift((kind, argument, label))
                    row |= {"owners": owners, "won_with": round(had, 4), "won_without": round(had_not, 4)}
                rows.append(row)
        return rows

    def to_json(self) -> dict[str, Any]:
        """All counts, JSON-ready."""
        games = self.counts["games",]
        names = list(enumerate(self.game.seat_names(len(self.line_up))))
        scores = self.of("score")
        return {
            "format": "spyring balance 2",
            "game": self.game.name,
            "rules": self.game.rules_version,
            "box": f"{self.game.box_name} {self.game.box_digest()}",
            "bot": self.line_up[0],
            "seed": self.seed,
            "options": self.options,
            "games": games,
            "decisions": self.counts["moves",],
            "won_by_seat": {name: round(self.wins([seat]) / VICTORY_PARTS, 3) for seat, name in names},
            "won_by_first": round(self.counts["first won",] / VICTORY_PARTS, 3),
            "mean_score": {name: round(scores[str(seat)] / max(1, games), 3) for seat, name in names},
            "events": self.of("event"),
            "games_with_event": self.of("games with"),
            "never": self.never(),
            "decisions_by_clause": self.of("clause"),
            "things": self.things(),
        }


def share(name: str, parts: int, games: int) -> list[str]:
    """A share of wins with its interval, as a row of a table."""
    return [name, *figures(parts / VICTORY_PARTS, games)[1:]]
