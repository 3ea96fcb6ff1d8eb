"""The legal moves of a seat, with the number to type for each."""

from itertools import groupby
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.text.moves import grouped

COLUMN_CHOICES: Final = 8  # longer lists are set in columns
MAX_CHOICES_LISTED: Final = 40  # of one verb; more are listed as language models read them


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


def _choices(game: Game, choices: list[Choice], translate: Translate) -> RenderableType:
    clause = Text(choices[0].clause, style="dim")
    if len(choices) > MAX_CHOICES_LISTED:
        hint = Text(translate(_("(type part of a move; Tab completes it)")), style="dim")
        names = [choice.name for choice in choices]
        return Group(clause, Text(grouped(game, names, translate)), hint)
    lines = []
    for choice in choices:
        line = Text(f"{choice.number:>4}  ", style="bold")
        line.append(game.moves.say(choice.move, translate), style="not bold")
        lines.append(line)
    if len(lines) > COLUMN_CHOICES:
        return Group(clause, Columns(lines, padding=(0, 2), column_first=True))
    return Group(clause, *lines)
