"""The legal moves of a seat, with the number to type for each."""

from itertools import groupby, takewhile
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _

COLUMN_CHOICES: Final = 8  # longer lists are set in columns
MAX_CHOICES_LISTED: Final = 40  # of one verb; more are listed as ranges


class Choice:
    """A move with the number to type for it, and the clause behind it if that is known."""

    def __init__(self, game: Game, number: int, move: int, clause: str = "") -> None:
        self.number = number
        self.move = move
        self.clause = clause
        self.name = game.moves.name(move)
        self.fields = game.moves.fields(move)
        self.verb = self.fields["verb"]


def choice_list(game: Game, choices: list[Choice], translate: Translate) -> RenderableType:
    """The numbered choices, verb by verb."""
    groups = [list(group) for _verb, group in groupby(choices, lambda choice: choice.verb)]
    return Group(*(_choices(game, group, translate) for group in groups))


def choice_ranges(game: Game, choices: list[Choice], translate: Translate) -> RenderableType:
    """A line for each range of similar choices: their numbers, and the words that they share."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    for _first, run in groupby(choices, _first_things):
        alike = list(run)
        said = [game.moves.say(choice.move, translate) for choice in alike]
        numbers = f"{alike[0].number}–{alike[-1].number}" if len(alike) > 1 else str(alike[0].number)
        shared = said[0] if len(alike) == 1 else f"{shared_words(said)} …"
        rows.add_row(Text(f"{numbers:>7}", style="bold"), shared)
    return rows


def _first_things(choice: Choice) -> list[str]:
    """The verb and its first argument; the verb alone if there is no other argument."""
    return list(choice.fields.values())[: 2 if len(choice.fields) > 2 else 1]


def shared_words(sentences: list[str]) -> str:
    """The words that all sentences start with.

    >>> shared_words(["Place Garbo on Casino I", "Place Garbo on Hotel II"])
    'Place Garbo on'
    """
    columns = zip(*(sentence.split() for sentence in sentences))
    return " ".join(column[0] for column in takewhile(lambda words: len(set(words)) == 1, columns))


def _choices(game: Game, choices: list[Choice], translate: Translate) -> RenderableType:
    clause = Text(choices[0].clause, style="dim")
    if len(choices) > MAX_CHOICES_LISTED:
        hint = Text(translate(_("(type part of a move; Tab completes it)")), style="dim")
        return Group(clause, choice_ranges(game, choices, translate), hint)
    lines = []
    for choice in choices:
        line = Text(f"{choice.number:>4}  ", style="bold")
        line.append(game.moves.say(choice.move, translate), style="not bold")
        lines.append(line)
    if len(lines) > COLUMN_CHOICES:
        return Group(clause, Columns(lines, padding=(0, 2), column_first=True))
    return Group(clause, *lines)
