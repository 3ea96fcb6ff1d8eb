"""Printing, for all commands."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from spyring.engine.i18n import Translate
from spyring.engine.ledger import Clause

MIN_COLUMNS = 40
DEFAULT_COLUMNS = 100  # without a terminal


def console() -> Console:
    """The terminal, or a wide page if the output goes to a file."""
    screen = Console(highlight=False, soft_wrap=False)
    if not screen.is_terminal or screen.width < MIN_COLUMNS:
        screen = Console(highlight=False, soft_wrap=False, width=DEFAULT_COLUMNS)
    return screen


def sheet(*headings: str, title: str = "") -> Table:
    """A table in the house style: a line under the headings, nothing else."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", title=title or None)
    table.title_style = "bold"
    table.title_justify = "left"
    for heading in headings:
        table.add_column(heading)
    return table


def help_sheet(commands: Sequence[tuple[str, str]], translate: Translate) -> Table:
    """Commands and their meanings."""
    rows = sheet("", "")
    rows.show_header = False
    for command, meaning in commands:
        rows.add_row(Text(command, style="bold"), translate(meaning))
    return rows


def clause(found: Clause, translate: Translate) -> Text:
    """A clause of a ledger: id, section and text."""
    text = Text()
    text.append(found.id, style="bold")
    text.append(f"  {translate(found.section)}\n", style="dim")
    for heading, words in found.parts:
        if heading:
            text.append(f"{translate(heading)}: ", style="italic")
        text.append(translate(words).replace("`", "") + "\n")
    text.rstrip()
    return text


def say(line: str) -> None:
    """Print a line that may hold anything people wrote, without markup or control characters."""
    harmless = "".join(sign if sign.isprintable() else " " for sign in line)
    console().print(harmless, markup=False, highlight=False, soft_wrap=True)
