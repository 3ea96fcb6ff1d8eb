"""``spyring bench``: decisions a second, compared with OpenSpiel."""

import json

import click
from rich.table import Table

import spyring
from spyring.arena.speed import Row, measure
from spyring.cli.screen import console, sheet


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option(
    "--rounds",
    default=5,
    show_default=True,
    type=click.IntRange(1, 99),
    help="Rounds; the median counts.",
)
@click.option(
    "--games",
    "count",
    default=100,
    show_default=True,
    type=click.IntRange(1, 100000),
    help="Games in each round.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench(names: tuple[str, ...], rounds: int, count: int, as_json: bool) -> None:
    """Measure how fast the games run: decisions and games a second, cloning, resampling.

    OpenSpiel's hearts in C++ runs in the same minute on the same machine. Compare the ratios.
    """
    chosen = [spyring.game(name) for name in names] or list(spyring.shelf())
    rows = [measure(one, seats, {}, rounds, count) for one in chosen for seats in one.seats]
    if as_json:
        click.echo(json.dumps({"build": spyring.build, "games": rows}, indent=2))
        return
    screen = console()
    screen.print(
        f"Build: {spyring.build}. Median of {rounds} rounds of {count} games, events off, time of one core."
    )
    screen.print()
    screen.print(_figures(rows))
    screen.print()
    screen.print(_ratios(rows))


def _figures(rows: list[Row]) -> Table:
    """The figures, for 80 columns."""
    table = sheet("game", "seats")
    for heading in ("decisions/s", "own loop/s", "games/s", "clone µs", "resample µs"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(
            row["game"],
            str(row["seats"]),
            f"{row['outside']:,.0f}",
            f"{row['inside']:,.0f}",
            f"{row['games']:,.0f}",
            f"{row['clone_ns'] / 1000:.2f}",
            f"{row['resample_ns'] / 1000:.2f}",
        )
    return table


def _ratios(rows: list[Row]) -> Table:
    """The figures divided by those of OpenSpiel's hearts."""
    table = sheet("× hearts", "seats")
    for heading in ("decisions", "own loop", "clone", "resample"):
        table.add_column(heading, justify="right")
    for row in rows:
        ratios = [row[f"{name}_ratio"] for name in ("outside", "inside", "clone", "resample")]
        table.add_row(row["game"], str(row["seats"]), *(f"{ratio:.2f}" for ratio in ratios))
    table.caption = "OpenSpiel's hearts in the same run, with its deal."
    table.caption_justify = "left"
    return table
