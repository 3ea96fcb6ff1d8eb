"""The HTML report of a tournament: standings, pairs, results by seat, scores and lengths."""

from statistics import fmean

from spyring.arena import cooperative
from spyring.arena.match import Result
from spyring.arena.page import page, paragraph, section, table
from spyring.arena.proportions import percent
from spyring.arena.standings import Standing, duels, standings
from spyring.engine.game import Game
from spyring.engine.kinds import COOPERATIVE

HEADS = ["bot", "games", "won", "95 %", "rating", "95 %"]
SPREAD_HEADS = ["", "mean", "least", "most"]


def report(game: Game, rows: list[Result], command: str) -> str:
    """One HTML file for all games."""
    lengths = table(SPREAD_HEADS, [_spread("all games", [row["moves"] for row in rows])])
    length = section("Length of the games, in decisions", lengths)
    if game.kind == COOPERATIVE:
        parts = [
            paragraph(f"{len(rows)} games. Intervals are 95 %; all seats of a game win or lose together."),
            section("Standings", table(cooperative.HEADS, cooperative.table_rows(rows))),
        ]
    else:
        found = standings(rows, game.teams(len(rows[0]["players"])))
        seats = game.seat_titles(len(rows[0]["players"]))
        scores = [_spread(standing.bot, standing.scores) for standing in found]
        parts = [
            paragraph(
                f"{len(rows)} games. Intervals are 95 %; all rotations of the seats get the same cards."
            ),
            section("Standings", table(HEADS, table_rows(found))),
            section("Results of pairs", _duels(rows, [standing.bot for standing in found])),
            section("Results by seat", _by_seat(found, seats)),
            section("Scores", table(SPREAD_HEADS, scores)),
        ]
    return page(f"{game.title}: tournament", [*parts, length], command)


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


def _duels(rows: list[Result], bots: list[str]) -> str:
    met = duels(rows)
    lines = []
    for bot in bots:
        cells = [
            percent(met[bot, rival][0] / met[bot, rival][1]) if (bot, rival) in met else "" for rival in bots
        ]
        lines.append([bot, *cells])
    return table(["", *bots], lines, "How often a seat of the row finished before a seat of the column")


def _by_seat(found: list[Standing], seats: tuple[str, ...]) -> str:
    lines = []
    for seat, name in enumerate(seats):
        shares = [(standing.won[seat], standing.sat[seat]) for standing in found]
        lines.append([name, *(percent(won / sat) if sat else "" for won, sat in shares)])
    return table(["", *(standing.bot for standing in found)], lines, "Share of games won from each seat")


def _spread(name: str, numbers: list[int]) -> list[str]:
    return [name, f"{fmean(numbers):.1f}", str(min(numbers)), str(max(numbers))]
