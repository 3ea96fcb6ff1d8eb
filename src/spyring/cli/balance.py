"""``spyring balance``: how even a game is."""

import json
import os
from pathlib import Path

import click
from rich.console import Console

import spyring
from spyring.arena import findings
from spyring.arena.balance import Balance
from spyring.arena.proportions import percent
from spyring.cli.arena import command_line, seats_of, tracked
from spyring.cli.files import can_be_written, write
from spyring.cli.options import BOX, FILE, PROCESSES, REPORT, RULES, SEATS, SEED, read_options
from spyring.cli.screen import console, sheet
from spyring.engine.errors import BadOption
from spyring.games import with_box


@click.command(short_help="Who wins from which seat, and what decides.")
@click.argument("name", metavar="GAME")
@click.option("--bot", default="heuristic", show_default=True, help="The bot in every seat.")
@click.option(
    "--games", default=1000, show_default=True, type=click.IntRange(1), help="Games of each variant."
)
@SEATS
@SEED
@RULES
@click.option("--vary", help="An option and values to compare, such as years=1,2,3.")
@click.option(
    "--ratio", "ratios", multiple=True, help="Two kinds of events to compare, such as succeeded/led."
)
@BOX
@click.option("--out", type=FILE, help="Write every count here, as JSON.")
@REPORT
@PROCESSES
def balance(
    name: str,
    bot: str,
    games: int,
    seats: int | None,
    seed: int,
    options: tuple[str, ...],
    vary: str | None,
    ratios: tuple[str, ...],
    box: Path | None,
    out: Path | None,
    page: Path | None,
    processes: int | None,
) -> None:
    """Measure the balance of GAME: who wins, what helps its owner, how often each rule is used.

    All seats are played by the same bot. With --vary the same games are played for every value of an option.
    With --out you can repeat the command to continue a stopped run.
    """
    game = spyring.game(name) if box is None else with_box(spyring.game(name), box)
    run = Balance(game, bot, seats_of(game, seats), games, seed, read_options(game, options), variation(vary))
    for text in ratios:
        findings.ratio(game, run.variants[0].tally, text)  # refuses an unknown event before the games
    for path in (out, page):
        if path is not None:
            can_be_written(path)
    finished = play(run, processes or os.cpu_count() or 1, None if out is None else notes_of(out))
    show(console(), run, ratios)
    if not finished:
        raise KeyboardInterrupt
    if out is not None:
        write(out, json.dumps(run.to_json(), indent=1) + "\n")
        notes_of(out).unlink(missing_ok=True)
    if page is not None:
        write(page, findings.report(run, ratios, command_line()))


def variation(text: str | None) -> tuple[str, list[str]] | None:
    """The option to vary and its values."""
    if text is None:
        return None
    name, equals, values = text.partition("=")
    if not equals or not values:
        raise BadOption(f"“{text}” has no values. Write NAME=VALUE,VALUE.")
    return name, values.split(",")


def notes_of(out: Path) -> Path:
    """The file for the counts of an unfinished run."""
    return out.with_name(f"{out.name}.blocks")


def play(run: Balance, processes: int, notes: Path | None) -> bool:
    """Play and count, and show the progress; False after Ctrl-C."""
    total = run.games * len(run.variants)
    try:
        for _games in tracked(run.play(processes, notes), total):
            pass
    except KeyboardInterrupt:
        done = sum(variant.tally.games for variant in run.variants)
        how = "Repeat the command to continue." if notes is not None else "Use --out to continue later."
        click.echo(f"Stopped after {done} of {total} games. {how}", err=True)
        return False
    return True


def show(screen: Console, run: Balance, ratios: tuple[str, ...]) -> None:
    """The main findings in the terminal; the report has all of them."""
    for variant in run.variants:
        if not variant.tally.games:
            continue
        table = sheet("", "won", "95 %", title=variant.label)
        for row in findings.winners(run.game, variant.tally):
            table.add_row(*row)
        for text in ratios:
            table.add_row(text, percent(findings.ratio(run.game, variant.tally, text)[0]), "")
        screen.print(table)
        never = variant.tally.never(run.game)
        if never:
            screen.print(f"Never happened: {', '.join(never)}.")
        screen.print()
