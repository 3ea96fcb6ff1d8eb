"""What all commands print with."""

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from spyring.engine.i18n import Translate
from spyring.engine.ledger import Clause

MIN_COLUMNS = 40
DEFAULT_COLUMNS = 100  # columns, where there is no terminal to ask


def console() -> Console:
    """The terminal; wide enough to be read later if the output goes into a file."""
    screen = Console(highlight=False, soft_wrap=False)
    if not screen.is_terminal or screen.width < MIN_COLUMNS:
        screen = Console(highlight=False, soft_wrap=False, width=DEFAULT_COLUMNS)
    return screen


def height(screen: Console, drawn: RenderableType) -> int:
    """How many lines it takes."""
    return len(screen.render_lines(drawn, pad=False))


def page(screen: Console, drawn: RenderableType, more: str) -> None:
    """Print it, on a terminal no more at once than fits; ``more`` asks whether to go on."""
    lines = screen.render_lines(drawn, pad=False)
    room = screen.height - 2 if screen.is_terminal else len(lines)
    for start in range(0, len(lines), max(1, room)):
        if start and input(f"{more} ").strip().lower().startswith("q"):
            return
        for line in lines[start : start + max(1, room)]:
            screen.print(Segments([*line, Segment.line()]), end="")


def sheet(*headings: str, title: str = "") -> Table:
    """A table in the house style: a line under the headings, nothing else."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", title=title or None)
    table.title_style = "bold"
    table.title_justify = "left"
    for heading in headings:
        table.add_column(heading)
    return table


def clause(found: Clause, translate: Translate) -> Text:
    """A clause of a ledger: its id, its section, its words."""
    text = Text()
    text.append(found.id, style="bold")
    text.append(f"  {translate(found.section)}\n", style="dim")
    for heading, words in found.parts:
        if heading:
            text.append(f"{translate(heading)}: ", style="italic")
        text.append(translate(words).replace("`", "") + "\n")
    text.rstrip()
    return text
