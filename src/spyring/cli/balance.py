"""``spyring balance``: how even a game is."""

import json
import os
from pathlib import Path

import click
from rich.console import Console

import spyring
from spyring.arena import findings
from spyring.arena.balance import Balance
from spyring.arena.cluster import PROCESSES, WHERE
from spyring.arena.proportions import percent
from spyring.cli.arena import command_line, progress, read, seats_of
from spyring.cli.files import can_be_written, write
from spyring.cli.screen import console, sheet
from spyring.engine.errors import BadOption
from spyring.games import with_box


@click.command(short_help="Who wins from which seat, and what decides.")
@click.argument("name", metavar="GAME")
@click.option("--bot", default="heuristic", show_default=True, help="The bot in every seat.")
@click.option(
    "--games", default=1000, show_default=True, type=click.IntRange(1), help="Games of each variant."
)
@click.option("--seats", type=int, help="How many sit at the table; the most by default.")
@click.option("--seed", default=1, show_default=True, help="Makes every game repeatable.")
@click.option(
    "-o", "--option", "options", multiple=True, help="A rule option, such as years=1; may be repeated."
)
@click.option("--vary", help="An option and values to compare, such as years=1,2,3.")
@click.option(
    "--ratio", "ratios", multiple=True, help="Two kinds of events to compare, such as succeeded/led."
)
@click.option("--box", type=click.Path(path_type=Path, dir_okay=False), help="A box of your own.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write every count here, as JSON."
)
@click.option(
    "--report", "page", type=click.Path(path_type=Path, dir_okay=False), help="Write an HTML report."
)
@click.option(
    "--processes", type=click.IntRange(1), help="How many games run side by side; all cores by default."
)
@click.option("--on", default=PROCESSES, show_default=True, help=WHERE)
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
    on: str,
) -> None:
    """How even GAME is: who wins, what each thing does for its owner, how often each rule fires.

    All seats are played by the same bot. With --vary the same games are played for every value of an option.
    With --out a run that was stopped continues when you repeat the command.
    """
    game = spyring.game(name) if box is None else with_box(spyring.game(name), box)
    run = Balance(game, bot, seats_of(game, seats), games, seed, read(options), variation(vary))
    for text in ratios:
        findings.ratio(
            game, run.variants[0].tally, text
        )  # a wrong one is refused before the games, not after them
    for path in (out, page):
        if path is not None:
            can_be_written(path)
    finished = play(run, processes or os.cpu_count() or 1, None if out is None else notes_of(out), on)
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
        raise BadOption(f"“{text}” varies nothing; write name=value,value.")
    return name, values.split(",")


def notes_of(out: Path) -> Path:
    """Where the counts are kept until there are all of them."""
    return out.with_name(f"{out.name}.blocks")


def play(run: Balance, processes: int, notes: Path | None, on: str = PROCESSES) -> bool:
    """Play and count, with a bar that says how long it will take; False if Ctrl-C came before the end."""
    screen = Console(stderr=True)
    total = run.games * len(run.variants)
    with progress(screen) as bar:
        task = bar.add_task("games", total=total)
        try:
            for games in run.play(processes, notes, on):
                bar.advance(task, games)
        except KeyboardInterrupt:
            bar.stop()
            done = sum(variant.tally.games for variant in run.variants)
            how = "the same command goes on" if notes is not None else "with --out it could be gone on with"
            screen.print(f"Stopped after {done} of {total} games; {how}.", highlight=False)
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
