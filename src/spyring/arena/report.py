"""The report of a tournament: ratings, who beats whom, seats, scores, lengths."""

from spyring.arena import cooperative, plots
from spyring.arena.match import Result
from spyring.arena.page import page, paragraph, section, table
from spyring.arena.proportions import percent
from spyring.arena.standings import Standing, duels, standings
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE


def report(game: Game, rows: list[Result], command: str) -> str:
    """One HTML file for all that was played."""
    if game.kind == COOPERATIVE:
        return page(f"{game.title}: tournament", _together(rows), command)
    found = standings(rows, game.teams(len(rows[0]["players"])))
    seats = game.seat_titles(len(rows[0]["players"]))
    parts = [
        paragraph(
            f"{len(rows)} games. Intervals are 95 %; seats rotate, and all rotations get the same cards."
        ),
        section("Standings", table(HEADS, table_rows(found)), _ratings(found)),
        section("Who beats whom", _duels(rows, [standing.bot for standing in found])),
        section("Results by seat", _by_seat(found, seats)),
        section("Scores", plots.histogram([(standing.bot, standing.scores) for standing in found])),
        section(
            "Length of the games, in decisions",
            plots.histogram([("all games", [row["moves"] for row in rows])]),
        ),
    ]
    return page(f"{game.title}: tournament", parts, command)


def _together(rows: list[Result]) -> list[str]:
    return [
        paragraph(f"{len(rows)} games. Intervals are 95 %; all seats of a game win or lose together."),
        section("Standings", table(cooperative.HEADS, cooperative.table_rows(rows))),
        section(
            "Length of the games, in decisions",
            plots.histogram([("all games", [row["moves"] for row in rows])]),
        ),
    ]


HEADS = ["bot", "games", "won", "95 %", "rating", "95 %"]


def table_rows(found: list[Standing]) -> list[list[str]]:
    """The standings as text, for the terminal and the page."""
    return [
        [
            standing.bot,
            str(standing.games),
            percent(standing.share),
            f"{percent(standing.interval[0])} – {percent(standing.interval[1])}",
            f"{standing.rating:.1f}",
            f"{standing.rating_interval[0]:.1f} – {standing.rating_interval[1]:.1f}",
        ]
        for standing in found
    ]


def _ratings(found: list[Standing]) -> str:
    return plots.intervals([(standing.bot, standing.rating, standing.rating_interval) for standing in found])


def _duels(rows: list[Result], bots: list[str]) -> str:
    met = duels(rows)
    lines = []
    for bot in bots:
        cells = [
            percent(met[bot, rival][0] / met[bot, rival][1]) if (bot, rival) in met else "" for rival in bots
        ]
        lines.append([bot, *cells])
    return table(["", *bots], lines, "How often a seat of the row came in before a seat of the column")


def _by_seat(found: list[Standing], seats: tuple[str, ...]) -> str:
    groups = []
    for seat, name in enumerate(seats):
        shares = [
            (standing.bot, 100 * standing.won[seat] / standing.sat[seat])
            for standing in found
            if standing.sat[seat]
        ]
        groups.append((name, shares))
    return plots.bars(groups, " %")
