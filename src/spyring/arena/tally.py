"""Counts of many games: wins, things and their owners, events and clauses.

This works for any game. An event argument of the domain ``seat`` or ``team`` names the owner; an argument of
any other domain names a thing, such as a card, a district or a mission.
"""

from collections.abc import Iterator
from typing import Any

from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.notation import Domain, Event, Phrase
from spyring.engine.outcome import Outcome

VICTORY_PARTS = 840  # divisible by any number of winners, so that sums are exact

Counts = dict[str, int]


class Thing:
    """One kind of event with one thing: its count, its owners, and their wins."""

    def __init__(self, times: int = 0, owners: int = 0, won: int = 0) -> None:
        self.times = times
        self.owners = owners
        self.won = won


class Tally:
    """The counts of any number of games; tallies can be added."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games = 0
        self.moves = 0
        self.won = [0] * seats  # by seat, in parts
        self.score = [0] * seats
        self.first = [0] * seats  # how often this seat went first
        self.first_won = 0
        self.kinds: Counts = {}  # events of each kind
        self.kind_games: Counts = {}  # games in which the kind occurred
        self.clauses: Counts = {}  # decisions asked by each clause
        self.things: dict[tuple[str, str, str], Thing] = {}  # by kind, argument and thing

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.games += other.games
        self.moves += other.moves
        self.first_won += other.first_won
        for mine, more in ((self.won, other.won), (self.score, other.score), (self.first, other.first)):
            for seat in range(self.seats):
                mine[seat] += more[seat]
        for counts, others in (
            (self.kinds, other.kinds),
            (self.kind_games, other.kind_games),
            (self.clauses, other.clauses),
        ):
            for name, count in others.items():
                counts[name] = counts.get(name, 0) + count
        for key, thing in other.things.items():
            found = self.things.setdefault(key, Thing())
            found.times += thing.times
            found.owners += thing.owners
            found.won += thing.won

    def count(
        self, game: Game, first: int | None, moves: int, outcome: Outcome, events: tuple[Event, ...]
    ) -> None:
        """Add one game."""
        self.games += 1
        self.moves += moves
        parts = 1 if game.kind == COOPERATIVE else max(1, len(outcome.winners))
        won = [VICTORY_PARTS // parts if seat in outcome.winners else 0 for seat in range(self.seats)]
        for seat in range(self.seats):
            self.won[seat] += won[seat]
            self.score[seat] += outcome.scores[seat]
        if first is not None:
            self.first[first] += 1
            self.first_won += won[first]
        self._count_events(game, events, won)

    def asked(self, clause: str) -> None:
        """Count a decision of this clause."""
        self.clauses[clause] = self.clauses.get(clause, 0) + 1

    def _count_events(self, game: Game, events: tuple[Event, ...], won: list[int]) -> None:
        teams = game.teams(self.seats)
        owners: dict[tuple[str, str, str], set[int]] = {}
        kinds: set[str] = set()
        for event in events:
            phrase = game.events.kinds[event.kind]
            kinds.add(phrase.name)
            self.kinds[phrase.name] = self.kinds.get(phrase.name, 0) + 1
            numbers = (event.a, event.b, event.c, event.d)
            mine = owners_of(phrase, numbers, teams)
            for name, domain, number in things_of(phrase, numbers):
                key = (phrase.name, name, domain.label(number))
                self.things.setdefault(key, Thing()).times += 1
                owners.setdefault(key, set()).update(mine)
        for kind in kinds:
            self.kind_games[kind] = self.kind_games.get(kind, 0) + 1
        for key, had in owners.items():
            self.things[key].owners += len(had)
            self.things[key].won += sum(won[seat] for seat in had)

    # -- results ---------------------------------------------------------------------------------

    def lift(self, thing: Thing) -> tuple[float, float]:
        """The share of wins of seats with the thing, and of seats without it."""
        others = self.games * self.seats - thing.owners
        had = thing.won / VICTORY_PARTS / thing.owners if thing.owners else 0.0
        had_not = (sum(self.won) - thing.won) / VICTORY_PARTS / others if others else 0.0
        return had, had_not

    def to_line(self) -> dict[str, Any]:
        """All counts, JSON-ready; :func:`from_line` reads them."""
        counts = {name: value for name, value in vars(self).items() if name != "things"}
        rows = [[*key, thing.times, thing.owners, thing.won] for key, thing in self.things.items()]
        return {**counts, "things": rows}

    @staticmethod
    def from_line(line: dict[str, Any]) -> "Tally":
        """The tally of :func:`to_line`."""
        tally = Tally(line["seats"])
        for name in vars(tally).keys() - {"things"}:
            setattr(tally, name, line[name])
        for kind, argument, label, times, owners, won in line["things"]:
            thing = tally.things.setdefault((kind, argument, label), Thing())
            thing.times, thing.owners, thing.won = times, owners, won
        return tally

    def to_json(self, game: Game) -> dict[str, Any]:
        """The whole tally, JSON-ready."""
        names = game.seat_names(self.seats)
        things = []
        for (kind, argument, label), thing in sorted(self.things.items()):
            row: dict[str, Any] = {"kind": kind, "argument": argument, "thing": label, "times": thing.times}
            if thing.owners:
                had, had_not = self.lift(thing)
                row |= {"owners": thing.owners, "won_with": round(had, 4), "won_without": round(had_not, 4)}
            things.append(row)
        return {
            "games": self.games,
            "decisions": self.moves,
            "won_by_seat": {
                name: round(self.won[seat] / VICTORY_PARTS, 3) for seat, name in enumerate(names)
            },
            "won_by_team": {str(team): round(won, 3) for team, won in self.team_wins(game).items()},
            "won_by_first": round(self.first_won / VICTORY_PARTS, 3),
            "mean_score": {
                name: round(self.score[seat] / max(1, self.games), 3) for seat, name in enumerate(names)
            },
            "events": dict(sorted(self.kinds.items())),
            "games_with_event": dict(sorted(self.kind_games.items())),
            "never": self.never(game),
            "decisions_by_clause": dict(sorted(self.clauses.items())),
            "things": things,
        }

    def team_wins(self, game: Game) -> dict[int, float]:
        """Wins by team; empty without teams."""
        teams = game.teams(self.seats)
        if len(set(teams)) == self.seats:
            return {}
        return {
            team: sum(self.won[s] for s in range(self.seats) if teams[s] == team) / VICTORY_PARTS
            for team in sorted(set(teams))
        }

    def never(self, game: Game) -> list[str]:
        """The kinds of events that never happened."""
        return [phrase.name for phrase in game.events.kinds if phrase.name not in self.kinds]


def owners_of(phrase: Phrase, numbers: tuple[int, ...], teams: tuple[int, ...]) -> list[int]:
    """The owners of an event: the first seat that it names, or the members of the first team."""
    for (_name, domain), number in zip(phrase.arguments, numbers, strict=False):
        if domain.name == "seat" and 0 <= number < len(teams):
            return [number]
        if domain.name == "team":
            return [seat for seat in range(len(teams)) if teams[seat] == number]
    return []


def things_of(phrase: Phrase, numbers: tuple[int, ...]) -> Iterator[tuple[str, Domain, int]]:
    """The things that an event names, without seats, teams and numbers."""
    for (name, domain), number in zip(phrase.arguments, numbers, strict=False):
        if domain.name not in ("seat", "team") and 0 <= number < len(domain):
            yield name, domain, number
