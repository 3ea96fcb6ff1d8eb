"""``spyring analyse``: a look back at a finished game."""

import json
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from spyring.analysis import analyse as analysed
from spyring.analysis.report import decisions, html
from spyring.analysis.telling import SOURCES, Teller, points, signed
from spyring.cli.files import can_be_written, read_record, write
from spyring.cli.language import translation
from spyring.cli.options import BOX, LANGUAGE, MODULE, recorded
from spyring.cli.play import chosen_seat
from spyring.cli.screen import console, sheet
from spyring.engine.errors import BadRecord, UnknownGame
from spyring.engine.i18n import _


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", help="Whose decisions to look at, by name or number from 1; all if left out.")
@click.option("--json", "data", type=click.Path(path_type=Path), help="Write the analysis to this file.")
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write a page to this file.")
@click.option("--seed", type=int, default=0, help="The same seed gives the same analysis.")
@BOX
@MODULE
@LANGUAGE
def analyse(
    file: Path,
    seat: str | None,
    data: Path | None,
    page: Path | None,
    seed: int,
    box: Path | None,
    module: str | None,
    language: str | None,
) -> None:
    """Look back at the finished game in FILE: chances to win, turning points, luck, and better moves."""
    record = read_record(file)
    for path in (data, page):
        if path is not None:
            can_be_written(path)
    screen, errors = console(), Console(stderr=True)
    try:
        game = recorded(record, module, box)
        names = game.seat_names(record.seats) if record.seats in game.seats else ()
        seats = None if seat is None else [names.index(chosen_seat(seat, names))]
        with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
            task = bar.add_task(game.title, total=1.0)
            found = analysed(
                record, seats, game, seed, progress=lambda share: bar.update(task, completed=share)
            )
    except (BadRecord, UnknownGame) as error:
        raise BadRecord(f"{file}: {error}") from error
    teller = Teller(game, found, translation(language, game))
    if data is not None:
        write(data, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    if page is not None:
        write(page, html(teller))
    if data is None and page is None:
        tell(screen, teller)


def tell(screen: Console, teller: Teller) -> None:
    """The analysis on a terminal."""
    say, found = teller.translate, teller.analysis
    rows = sheet("", teller.measure(), *(say(source) for source in SOURCES.values()))
    for seat, parts in found["luck"].items():
        chances = [found["curve"][at]["true"][seat] for at in (0, len(found["curve"]) // 2, -1)]
        rows.add_row(
            teller.title(seat),
            " → ".join(f"{points(chance)} %" for chance in chances),
            *(signed(parts[source]) for source in SOURCES),
        )
    screen.print(rows)
    told = [
        (_("Turning points"), [f"{one['move']}. {one['line']}" for one in teller.turns()]),
        (_("Decisions worth a second look"), list(decisions(teller))),
        (_("What was hidden"), [f"{one['move']}. {teller.belief(one)}" for one in found["beliefs"]]),
    ]
    for title, lines in told:
        if lines:
            screen.print(Text(f"\n{say(title)}", style="bold"))
            for line in lines:
                screen.print(Text(line))
