"""``spyring bench``: decisions a second, beside a yardstick."""

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from spyring import build, game, shelf
from spyring.arena.speed import measure
from spyring.cli import MissingExtra

SHORT: dict[str, dict[str, Any]] = {"krakow": {"years": 1}}  # options of the game that is timed


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option(
    "--rounds",
    default=5,
    show_default=True,
    type=click.IntRange(1, 99),
    help="The median of so many rounds counts.",
)
@click.option(
    "--games",
    "count",
    default=100,
    show_default=True,
    type=click.IntRange(1, 100000),
    help="Games in each round.",
)
@click.option("--search/--no-search", default=True, help="Measure the search bot too.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench(names: tuple[str, ...], rounds: int, count: int, search: bool, as_json: bool) -> None:
    """Measure how fast the games run: decisions and games a second, copying, imagining.

    The yardstick, OpenSpiel's hearts in C++, runs in the same minute on the same machine; ratios are what
    to compare.
    """
    chosen = [game(name) for name in names] if names else list(shelf())
    rows = [
        measure(one, seats, SHORT.get(one.name, {}), rounds, count) for one in chosen for seats in one.seats
    ]
    searches = [_search(one.name, rounds) for one in chosen] if search else []
    if as_json:
        click.echo(json.dumps({"build": build, "games": rows, "search": searches}, indent=2))
        return
    console = Console()
    console.print(f"Build: {build}. Median of {rounds} rounds of {count} games, events off, one core.")
    console.print(_table(rows))
    for row in searches:
        console.print(_sentence(row))


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table(
        "game",
        "seats",
        "decisions/s",
        "own loop/s",
        "games/s",
        "clone µs",
        "resample µs",
        box=None,
        pad_edge=False,
    )
    for name in ("outside ×", "own loop ×", "clone ×", "resample ×"):
        table.add_column(name, justify="right", style="bold")
    for row in rows:
        table.add_row(
            row["game"],
            str(row["seats"]),
            f"{row['outside']:,.0f}",
            f"{row['inside']:,.0f}",
            f"{row['games']:,.0f}",
            f"{row['clone_ns'] / 1000:.2f}",
            f"{row['resample_ns'] / 1000:.2f}",
            f"{row['outside_ratio']:.2f} ({row['outside_ratio_dealt']:.2f})",
            f"{row['inside_ratio']:.2f} ({row['inside_ratio_dealt']:.2f})",
            f"{row['clone_ratio']:.2f}",
            f"{row['resample_ratio']:.2f}",
        )
    table.caption = "× OpenSpiel's hearts in the same run, its deal timed too (in brackets: not timed)."
    return table


def _search(name: str, rounds: int) -> dict[str, Any]:
    try:
        from spyring.arena.search_speed import measure_search
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"Measuring search needs {error.name}; get it with: pip install 'spyring[bench]'"
        ) from error
    return measure_search(game(name), SHORT.get(name, {}), rounds)


def _sentence(row: dict[str, Any]) -> str:
    return (
        f"{row['game']}: search simulates {row['decisions']:,.0f} decisions/s, "
        f"{row['share']:.0%} of raw playouts; "
        f"{row['iterations']:,.0f} iterations/s, {row['euchre_ratio']:.1f} × OpenSpiel's IS-MCTS on euchre."
    )
