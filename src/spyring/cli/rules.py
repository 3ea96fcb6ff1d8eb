"""``spyring rules``: the words behind a clause."""

import click

from spyring.cli import screen as screens
from spyring.engine.words import english
from spyring.games import names
from spyring.games.ledgers import ledger, look_up


@click.command()
@click.argument("clause")
def rules(clause: str) -> None:
    """The words behind CLAUSE: a clause (KRK-6.3), a section (KRK-6), or the sections of a game (krakow)."""
    screen = screens.console()
    if clause in names():
        book = ledger(clause)
        screen.print(f"[bold]{book.title}[/]")
        table = screens.sheet("section", "")
        for id, title in book.sections.items():
            table.add_row(id, title)
        screen.print(table)
        return
    for number, found in enumerate(look_up(clause)):
        if number:
            screen.print()
        screen.print(screens.clause(found, english))
