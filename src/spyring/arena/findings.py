"""The results of a balance run, as tables for the terminal and as a page."""

from spyring.arena.balance import Balance, Variant
from spyring.arena.page import page, paragraph, section, table
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


def owners(tally: Tally, kind: str, argument: str) -> Rows:
    """The wins of owners and others of each thing, and the difference."""
    rows: Rows = []
    for (its_kind, its_argument, label), thing in sorted(tally.things.items()):
        if (its_kind, its_argument) == (kind, argument) and thing.owners:
            had, had_not = tally.lift(thing)
            low, high = wilson(thing.won / VICTORY_PARTS, thing.owners)
            spread = f"{percent(low)} – {percent(high)}"
            rows.append(
                [
                    label,
                    f"{thing.times / tally.games:.2f}",
                    percent(had),
                    spread,
                    percent(had_not),
                    f"{100 * (had - had_not):+.1f}",
                ]
            )
    return rows


def fires(game: Game, tally: Tally) -> Rows:
    """The frequency of each kind of event."""
    return [
        [
            phrase.name,
            f"{tally.kinds.get(phrase.name, 0) / tally.games:.3f}",
            percent(tally.kind_games.get(phrase.name, 0) / tally.games),
        ]
        for phrase in game.events.kinds
    ]


def asked(tally: Tally) -> Rows:
    """The decisions of each clause."""
    return [[clause, f"{count / tally.games:.3f}"] for clause, count in sorted(tally.clauses.items())]


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


def owned(game: Game, tally: Tally) -> list[tuple[str, str]]:
    """The kinds and arguments with known owners, in the order of the game's events."""
    found = {(kind, argument) for (kind, argument, _label), thing in tally.things.items() if thing.owners}
    return [
        (phrase.name, name)
        for phrase in game.events.kinds
        for name, _domain in phrase.arguments
        if (phrase.name, name) in found
    ]


OWNER_HEADS = ["", "a game", "won with", "95 %", "won without", "lift"]


def report(balance: Balance, ratios: tuple[str, ...], command: str) -> str:
    """One HTML file for all counts."""
    game = balance.game
    parts = [
        paragraph(
            f"{balance.games} games {'of each variant ' if len(balance.variants) > 1 else ''}"
            f"between {balance.line_up[0]} bots; intervals are 95 %."
        )
    ]
    if len(balance.variants) > 1:
        parts.append(section("What the option changes", compared(balance)))
    for variant in balance.variants:
        parts += _variant(game, variant, ratios)
    return page(f"{game.title}: balance", parts, command)


def compared(balance: Balance) -> str:
    """The variants side by side."""
    heads = ["", *(variant.label for variant in balance.variants)]
    columns = [winners(balance.game, variant.tally) for variant in balance.variants]
    by_label = [{row[0]: row[1] for row in column} for column in columns]
    labels = dict.fromkeys(label for column in by_label for label in column)
    rows = [[label, *(column.get(label, "") for column in by_label)] for label in labels]
    tallies = [variant.tally for variant in balance.variants]
    rows.append(["decisions a game", *(f"{tally.moves / tally.games:.1f}" for tally in tallies)])
    rows.append(["mean score", *(f"{sum(tally.score) / tally.seats / tally.games:.1f}" for tally in tallies)])
    for phrase in balance.game.events.kinds:
        rows.append(
            [phrase.name, *(f"{tally.kinds.get(phrase.name, 0) / tally.games:.2f}" for tally in tallies)]
        )
    return table(heads, rows, "Victories, length, scores; then events a game")


def _variant(game: Game, variant: Variant, ratios: tuple[str, ...]) -> list[str]:
    tally = variant.tally
    mark = f" ({variant.label})" if variant.label else ""
    parts = [section(f"Who wins{mark}", table(["", "won", "95 %"], winners(game, tally)))]
    for text in ratios:
        overall, rows = ratio(game, tally, text)
        parts.append(section(f"{text}: {percent(overall)}{mark}", table(["", "times", text], rows)))
    for kind, argument in owned(game, tally):
        parts.append(
            section(f"{kind}, by {argument}{mark}", table(OWNER_HEADS, owners(tally, kind, argument)))
        )
    parts.append(
        section(f"What happens{mark}", table(["event", "a game", "games with it"], fires(game, tally)))
    )
    parts.append(section(f"Decisions by clause{mark}", table(["clause", "a game"], asked(tally))))
    return parts


def _share(name: str, won: float, games: int) -> list[str]:
    low, high = wilson(won, games)
    return [name, percent(won / games if games else 0.0), f"{percent(low)} – {percent(high)}"]
