"""The results of a balance run, as tables for the terminal."""

from spyring.arena.proportions import percent, wilson
from spyring.arena.tally import VICTORY_PARTS, Tally
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game

Rows = list[list[str]]


class BadRatio(SpyringError):
    """The ratio names an unknown event."""


def winners(game: Game, tally: Tally) -> Rows:
    """Wins of every seat, of the first player and of every team, with 95 % intervals."""
    rows = [
        _share(name, tally.won[seat] / VICTORY_PARTS, tally.games)
        for seat, name in enumerate(game.seat_titles(tally.seats))
    ]
    if sum(tally.first):
        rows.append(_share("first player", tally.first_won / VICTORY_PARTS, sum(tally.first)))
    for team, won in tally.team_wins(game).items():
        rows.append(_share(f"team {team + 1}", won, tally.games))
    return rows


def ratio(game: Game, tally: Tally, text: str) -> tuple[float, Rows]:
    """The ratio of two kinds of events, such as ``succeeded/led``, in total and by thing."""
    part, slash, whole = text.partition("/")
    known = [phrase.name for phrase in game.events.kinds]
    if not slash or part not in known or whole not in known:
        raise BadRatio(f"Unknown ratio {text}. Write EVENT/EVENT with two of: {', '.join(known)}.")
    counts: dict[tuple[str, str], int] = {}
    for (kind, _argument, label), thing in tally.things.items():
        counts[kind, label] = counts.get((kind, label), 0) + thing.times
    rows = [
        [label, str(count), percent(counts.get((part, label), 0) / count)]
        for (kind, label), count in sorted(counts.items())
        if kind == whole and any(other == part and its == label for other, its in counts)
    ]
    return tally.kinds.get(part, 0) / max(1, tally.kinds.get(whole, 0)), rows


def _share(name: str, won: float, games: int) -> list[str]:
    low, high = wilson(won, games)
    return [name, percent(won / games if games else 0.0), f"{percent(low)} – {percent(high)}"]
