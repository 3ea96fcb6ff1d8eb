"""A view on the terminal: by the game's own sketch if it has one, else as plain tables.

A game's folder may hold a ``sketch.py`` with

- ``sketch(view, translate, game, numbers)``: the table as a Rich renderable. ``numbers`` says what to type
  for each legal move, by its notation; a sketch may show the number beside the thing that it moves.
- ``SHOWN``: the verbs whose numbers the sketch shows itself; they are left out of the list below it.
- ``clauses(fields, game)``: the clauses behind a choice, besides the one that asks.
- ``legend(translate, game)``: what the signs mean, as a Rich renderable.
- ``dossier(view, translate, game)``: how a campaign stands, as a Rich renderable.

All but the first may be left out.
"""

from importlib import import_module
from itertools import groupby, takewhile
from types import ModuleType
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spyring.cli.screen import sheet
from spyring.engine.game import Game
from spyring.engine.position import Json
from spyring.engine.words import Translate, _

LONG_LIST = 8  # choices; longer lists are set in columns


class Choice:
    """A move with the number that a person types for it."""

    def __init__(self, game: Game, number: int, move: int) -> None:
        self.number = number
        self.move = move
        self.name = game.moves.name(move)
        self.fields = game.moves.fields(move)
        self.verb = self.fields["verb"]


def sketch_of(game: Game) -> ModuleType | None:
    """The module in which a game draws itself, or None."""
    if not game.home:
        return None
    room = f"{game.home}.sketch"
    try:
        return import_module(room)
    except ModuleNotFoundError as error:
        if error.name != room:
            raise
        return None


def table(game: Game, view: Json, translate: Translate, choices: list[Choice]) -> RenderableType:
    """The table as the view shows it."""
    module = sketch_of(game)
    if module is None:
        return Panel(anything(view["table"]), title=translate(game.title), title_align="left")
    numbers = {choice.name: choice.number for choice in choices}
    drawn: RenderableType = module.sketch(view, translate, game, numbers)
    return drawn


def unshown(game: Game, choices: list[Choice]) -> list[Choice]:
    """The choices whose numbers the game's sketch does not show itself."""
    shown = getattr(sketch_of(game), "SHOWN", ())
    return [choice for choice in choices if choice.verb not in shown]


def legend(game: Game, translate: Translate) -> RenderableType:
    """What the signs of the game's sketch mean."""
    told = getattr(sketch_of(game), "legend", None)
    if told is None:
        return Text(translate(_("There are no signs on this table: everything is in words.")))
    drawn: RenderableType = told(translate, game)
    return drawn


def dossier(game: Game, view: Json, translate: Translate) -> RenderableType | None:
    """How the campaign stands that a view belongs to, if the game draws it."""
    drawn = getattr(sketch_of(game), "dossier", None)
    found: RenderableType | None = None if drawn is None else drawn(view, translate, game)
    return found


def choice_list(game: Game, choices: list[Choice], translate: Translate) -> RenderableType:
    """The numbered choices, verb by verb."""
    groups = [list(group) for _verb, group in groupby(choices, lambda choice: choice.verb)]
    return Group(*(_choices(game, group, translate) for group in groups))


def choice_ranges(game: Game, choices: list[Choice], translate: Translate) -> RenderableType:
    """The choices in as few lines as their first things are: the numbers from and to, and what they share."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    for _first, run in groupby(choices, lambda choice: list(choice.fields.values())[:2]):
        alike = list(run)
        said = [game.moves.say(choice.move, translate) for choice in alike]
        numbers = f"{alike[0].number}–{alike[-1].number}" if len(alike) > 1 else str(alike[0].number)
        shared = said[0] if len(alike) == 1 else f"{shared_words(said)} …"
        rows.add_row(Text(f"{numbers:>7}", style="bold"), shared)
    return rows


def shared_words(sentences: list[str]) -> str:
    """The words with which all of them begin.

    >>> shared_words(["Place Garbo on Casino I", "Place Garbo on Hotel II"])
    'Place Garbo on'
    """
    columns = zip(*(sentence.split() for sentence in sentences))
    return " ".join(column[0] for column in takewhile(lambda words: len(set(words)) == 1, columns))


def _choices(game: Game, choices: list[Choice], translate: Translate) -> RenderableType:
    lines = []
    for choice in choices:
        line = Text(f"{choice.number:>4}  ", style="bold")
        line.append(game.moves.say(choice.move, translate), style="not bold")
        lines.append(line)
    return Columns(lines, padding=(0, 2), column_first=True) if len(lines) > LONG_LIST else Group(*lines)


def clauses(game: Game, choice: Choice) -> list[str]:
    """The clauses behind a choice, as far as the game's sketch names any."""
    named = getattr(sketch_of(game), "clauses", None)
    return list(named(choice.fields, game)) if named is not None else []


def happenings(game: Game, told: list[dict[str, str]], translate: Translate) -> RenderableType:
    """What happened: a line for each event, and one for a run of events of the same kind."""
    lines = Table.grid(padding=(0, 1, 0, 0))
    for _kind, run in groupby(told, lambda fields: fields["kind"]):
        sentences = [game.events.retell(fields, translate) for fields in run]
        lines.add_row(Text("·", style="dim"), Text(" ".join(sentences)))
    return lines


def ending(game: Game, view: Json, translate: Translate) -> RenderableType:
    """Ranks, scores and what they are made of."""
    outcome = view["outcome"]
    titles = [translate(title) for title in game.seat_titles(len(view["seats"]))]
    parts = list(dict.fromkeys(part for breakdown in outcome["breakdown"] for part in breakdown))
    headings = [game.part_title(part, translate) for part in parts]
    rows = sheet("", translate(_("seat")), translate(_("total")), *headings)
    for seat in sorted(range(len(titles)), key=lambda seat: (outcome["ranks"][seat], seat)):
        won = seat in outcome["winners"]
        numbers = [str(outcome["breakdown"][seat].get(part, "")) for part in parts]
        place = "★" if won else f"{outcome['ranks'][seat]}."
        rows.add_row(place, titles[seat], str(outcome["scores"][seat]), *numbers, style="bold" if won else "")
    winners = ", ".join(titles[seat] for seat in outcome["winners"]) or translate(_("nobody"))
    said = translate(_("{seats} wins.") if len(outcome["winners"]) == 1 else _("The winners: {seats}."))
    reason = f"{translate(outcome['reason'])} [{outcome['clause']}]"
    return Group(Text(said.format(seats=winners), style="bold"), Text(reason, style="dim"), Text(), rows)


def anything(table: Json) -> RenderableType:
    """A view that nobody has drawn: a line for each entry, a table for a list of things."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for key, value in table.items():
        grid.add_row(Text(str(key), style="bold"), _entry(value))
    return grid


def _entry(value: Any) -> RenderableType:
    if not isinstance(value, list) or not value or not all(isinstance(row, dict) for row in value):
        return Text(in_words(value))
    keys = list(dict.fromkeys(key for row in value for key in row))
    rows = sheet(*(str(key) for key in keys))
    for row in value:
        rows.add_row(*(Text(in_words(row.get(key))) for key in keys))
    return rows


def in_words(value: Any) -> str:
    """Any JSON value on as few lines as it needs; of what is not so, nothing is said.

    >>> in_words({"face": "up", "seen": ["ann", "bob"], "marked": True, "outer": False, "by": None})
    'face up · seen ann, bob · marked'
    """
    if isinstance(value, dict):
        true = {key: part for key, part in value.items() if part is not None and part is not False}
        return " · ".join(f"{key} {in_words(part)}".strip() for key, part in true.items()) or "–"
    if isinstance(value, list):
        between = "\n" if any(isinstance(part, dict | list) for part in value) else ", "
        return between.join(in_words(part) for part in value) or "–"
    if value is True:
        return ""
    return "–" if value is None or value is False else str(value)
