"""``spyring rules``: the text of a clause."""

import click

import spyring
from spyring.cli import screen as screens
from spyring.cli.language import translation
from spyring.cli.options import LANGUAGE
from spyring.engine.i18n import _
from spyring.games import names
from spyring.games.ledgers import ledger, look_up


@click.command()
@click.argument("clause")
@LANGUAGE
def rules(clause: str, language: str | None) -> None:
    """Print a CLAUSE (KRK-6.3), a section (KRK-6), or the sections of a game (krakow)."""
    screen = screens.console()
    if clause in names() or ":" in clause:
        translate = translation(language, spyring.game(clause))
        book = ledger(clause)
        screen.print(f"[bold]{translate(spyring.game(clause).title)}[/]")
        table = screens.sheet(translate(_("section")), "")
        for id, title in book.sections.items():
            table.add_row(id, translate(title))
        screen.print(table)
        return
    translate = translation(language)
    for number, found in enumerate(look_up(clause)):
        if number:
            screen.print()
        screen.print(screens.clause(found, translate))
