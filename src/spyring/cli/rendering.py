"""The table of any game on a terminal, section by section.

``terminal.toml`` in a game's folder declares the sections. Without it everything is shown: lists of objects
as tables, the rest as lines. A ``[[section]]`` has

- ``title``: one or more templates; ``needs``: a path that must have a value, or the value after an equals
  sign; ``lines`` at the end
- ``rows``: the path of a list, ``box.city`` for a list of the box; ``key``: the identifying field, if not
  ``id``; ``own``: a path that must hold the reader's seat; ``if``: a template that must not be empty
- ``join``: things that refer to the row, ``pawns = "players.city"``, or to one of its fields,
``"route.a=at"``
- ``columns`` of a table: names of fields, or pairs of heading and template, with a ``remark`` below each row;
  ``moves``: verbs whose numbers are shown before the row; ``pairs``: verbs about a row and another thing,
  whose numbers make a matrix
- or ``flow``: a template for each row in running text, grouped ``by`` a field, with one name for the ``rest``
  without a colour
- or ``cells``: paths of things on the ``cell`` of a board; ``across``, ``name`` and ``foot`` of the boards;
  ``cell`` and ``cell_key``: lines and key of a thing
- ``legend``: whether to explain the signs

``now`` names fields that hold the current things. A ``[[question]]`` names the subject of a question:
``says`` is its template; the subject is the first of its rows for which the two paths of ``same`` have equal
values, after as many of them as the list ``after`` holds.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from spyring.cli.choices import Choice
from spyring.cli.hints import NOTHING, Scope, Speech, fact, facts_of, listed, wrapped
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.position import Json

NOW: Final = "▶"  # the deciders and the current things
KEY: Final = "_"  # the key of a row
COLUMN_GAP: Final = 2  # between columns
NUMBER_WIDTH: Final = 3
HINT_INDENT: Final = 2  # columns of marks and numbers


class Fitted:
    """Drawn when the width is known."""

    def __init__(self, draw: Callable[[int], Iterable[RenderableType]]) -> None:
        self.draw = draw

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.draw(options.max_width)


class Picture(Speech):
    """A drawn view: ``table``, and the numbers of choices that are ``shown`` on it."""

    def __init__(self, game: Game, view: Json, translate: Translate, choices: list[Choice]) -> None:
        super().__init__(game, translate)
        self.view = view
        self.choices = choices
        self.base = {"asked": view["asked"] or {}, "box": facts_of(game)}
        self.base |= {"table": view["table"], "you": view["you"]}
        asked = [part for part in self.base["asked"].values() if isinstance(part, str)]
        now = [view["table"].get(name) for name in self.hints.get("now", ())]
        self.now = [*view["deciders"], *asked, *now]
        self.shown: set[int] = set()
        sections = self.hints.get("section") or default(game.title, view["table"])
        self.table = Group(*(part for hint in sections for part in self.section(hint)))

    def is_now(self, key: object) -> bool:
        """Whether this is a decider or a current thing."""
        return key is not None and key in self.now

    def asked_about(self) -> Text:
        """The subject of the question, if the game has hints for it."""
        scope = {**self.base, **self.view["table"]}
        for hint in self.hints.get("question", ()):
            if self.is_needed(hint, scope):
                one, other = hint["same"]
                rows = [
                    row for row in self.rows(hint, scope) if self.value(one, row) == self.value(other, row)
                ]
                for row in rows[len(listed(self.value(hint["after"], scope))) :]:
                    return self.say(hint["says"], row)
        return Text()

    def is_needed(self, hint: Json, scope: Scope) -> bool:
        """Whether a section has what it needs."""
        path, _equals, wanted = hint.get("needs", "table").partition("=")
        return any(part == wanted if wanted else part for part in listed(self.value(path, scope)))

    def section(self, hint: Json) -> Iterator[RenderableType]:
        """A heading, the rows, then the lines; nothing without rows and lines."""
        scope = {**self.base, **self.view["table"]}
        if not self.is_needed(hint, scope):
            return
        rows = list(self.rows(hint, scope))
        drawn = list(self.layout(hint, rows)) if rows else []
        drawn += [line for said in hint.get("lines", ()) for line in self.line(said, scope)]
        title = self.dotted(hint.get("title", []), scope)
        if title and (drawn or not ("rows" in hint or "lines" in hint)):
            title.style = "bold"
            yield Rule(title, align="left", style="dim")
        yield from drawn
        if drawn and hint.get("legend"):
            yield Fitted(lambda width: wrapped(self.legend(), width))

    def rows(self, hint: Json, scope: Scope) -> Iterator[Json]:
        """The rows of a section, with numbers, fields and joined things."""
        found = self.value(hint["rows"], scope) if "rows" in hint else []
        things = list(found.values()) if isinstance(found, dict) else listed(found)
        things = [part for thing in things for part in (thing if isinstance(thing, list) else [thing])]
        for number, thing in enumerate(things, 1):
            fields = thing if isinstance(thing, dict) else fact(self.game, str(thing)) or {"id": thing}
            row = {**self.base, "number": str(number), **fields}
            row[KEY] = row.get(hint.get("key", "id"))
            for name, where in hint.get("join", {}).items():
                path, _equals, own = where.partition("=")
                row[name] = self.joined(path, row.get(own or KEY))
            if "own" in hint and self.value(hint["own"], row) != self.view["you"]:
                continue
            if "if" not in hint or self.say(hint["if"], row):
                yield row

    def joined(self, path: str, id: object) -> list[Json]:
        """The things of a list that refer to an id: ``players.city``."""
        holder: Json = facts_of(self.game) if path.startswith("box.") else self.view["table"]
        name, _dot, field = path.removeprefix("box.").partition(".")
        things = holder.get(name, [])
        things = things.values() if isinstance(things, dict) else things
        return [thing for thing in things if self.value(field, thing) == id]

    def layout(self, hint: Json, rows: list[Json]) -> Iterator[RenderableType]:
        """The rows as boards, as running text, or as a table with an optional matrix."""
        if "cells" in hint:
            yield Fitted(lambda width: self.boards(hint, rows, width))
        elif "flow" in hint:
            yield self.flow(hint, rows)
        else:
            yield self.sheet(hint, rows)
            pairs = [choice for choice in self.choices if choice.verb in hint.get("pairs", ())]
            if pairs:
                self.shown |= {choice.number for choice in pairs}
                yield Fitted(lambda width: self.matrix(rows, pairs, width))

    def flow(self, hint: Json, rows: list[Json]) -> RenderableType:
        """Running text, one line for each group."""
        groups: dict[Any, Text] = {}
        by = hint["by"]
        for row in rows:
            group = hint["rest"] if "rest" in hint and not self.style(row[by]) else row[by]
            line = groups.setdefault(group, Text())
            line.append("   " if line else "").append_text(self.say(hint["flow"], row))
        grid = Table.grid(padding=(0, COLUMN_GAP, 0, 0))
        for group, line in groups.items():
            grid.add_row(self.title(by, group), line)
        return grid

    # -- tables ----------------------------------------------------------------------------------------------

    def sheet(self, hint: Json, rows: list[Json]) -> RenderableType:
        """A table with marks and numbers before the columns, and remarks below the rows."""
        columns = [(name, f"{{{name}}}") if isinstance(name, str) else name for name in hint["columns"]]
        heads = [*[""] * HINT_INDENT, *(self.words(name) for name, _said in columns)]
        lines = []
        for row in rows:
            cells = [self.say(said, row) for _name, said in columns]
            if row[KEY] == self.view["you"] is not None:
                cells[0].append(" " + self.translate(_("(you)")), style="bold")
            lines.append([Text(NOW if self.is_now(row[KEY]) else ""), self.numbers(hint, row), *cells])
        remarks = [self.dotted(hint["remark"], row) for row in rows] if "remark" in hint else []
        return Fitted(lambda width: fitted(heads, lines, remarks, width))

    def numbers(self, hint: Json, row: Json) -> Text:
        """The numbers of the moves about a row."""
        verbs = hint.get("moves", ())
        about = [choice for choice in self.choices if choice.verb in verbs]
        found = [choice.number for choice in about if row[KEY] in list(choice.fields.values())[1:]]
        self.shown |= set(found)
        return Text(" ".join(f"{number:>2}" for number in found), style="bold")

    def matrix(self, rows: list[Json], pairs: list[Choice], width: int) -> Iterator[RenderableType]:
        """A row for each thing and a column for each target; wide matrices are split."""
        by_pair = {tuple(choice.fields.values())[1:]: choice.number for choice in pairs}
        across = list(dict.fromkeys(pair[1] for pair in by_pair))
        names = [self.title("", row[KEY]) for row in rows]
        first = max(name.cell_len for name in names)
        room = max(1, (width - first - 1) // (NUMBER_WIDTH + 1))
        for start in range(0, len(across), room):
            part = across[start : start + room]
            grid = Table.grid(padding=(0, 1, 0, 0))
            grid.add_column(width=first)
            for _column in part:
                grid.add_column(width=NUMBER_WIDTH, justify="right")
            grid.add_row("", *(Text(label.replace(".", "\n"), style="dim") for label in part))
            for name, row in zip(names, rows):
                grid.add_row(name, *(str(by_pair.get((row[KEY], label), NOTHING)) for label in part))
            yield grid

    # -- boards ----------------------------------------------------------------------------------------------

    def boards(self, hint: Json, rows: list[Json], width: int) -> Iterator[RenderableType]:
        """Framed boards side by side."""
        across = hint["across"]
        grid = Table.grid(padding=(0, 1, 0, 0))
        for start in range(0, len(rows), across):
            boards = rows[start : start + across]
            grid.add_row(*(self.board(hint, row, (width - across + 1) // across) for row in boards))
        yield grid

    def board(self, hint: Json, row: Json, width: int) -> RenderableType:
        """A board: its name, its cells, things without a cell, and its foot."""
        things = [thing for path in hint["cells"] for thing in listed(self.value(path, row))]
        placed = {tuple(thing["cell"]): thing for thing in things if thing["cell"] is not None}
        inner = Table(box=box.SQUARE, show_header=False, show_edge=False, show_lines=True, expand=True)
        inner.padding = 0
        columns = sorted({column for _line, column in placed})
        for _column in columns:
            inner.add_column(ratio=1, no_wrap=True)
        for line in sorted({line for line, _column in placed}):
            inner.add_row(*(self.cell(hint, placed.get((line, column), {})) for column in columns))
        loose = [self.say(" ".join(hint["cell"]), thing) for thing in things if thing["cell"] is None]
        name = Text(f"{NOW} " if self.is_now(row[KEY]) else "").append_text(self.say(hint["name"], row))
        foot = self.say(hint["foot"], row) or None
        board = Panel(Group(inner, *loose), box=box.HEAVY, padding=0, width=width, title=name, subtitle=foot)
        board.title_align = board.subtitle_align = "left"
        return board

    def cell(self, hint: Json, thing: Json) -> RenderableType:
        """The lines of a cell, with a mark for a current thing."""
        lines = [self.say(said, {**self.base, **thing}) for said in hint["cell"]]
        if self.is_now(thing.get(hint["cell_key"])):
            lines[0] = Text(NOW).append_text(lines[0])
        for line in lines:
            line.overflow = "ellipsis"
        return Group(*lines)


def default(title: str, table: Json) -> list[Json]:
    """Sections for a game without hints: single values, then a table for each list of objects."""
    lists = [
        name
        for name, part in table.items()
        if part and isinstance(part, list) and all(row and isinstance(row, dict) for row in part)
    ]
    single = [f"{name.replace('_', ' ')}: {{{name}}}" for name in table if name not in lists]
    sections: list[Json] = [{"title": title, "lines": single}]
    for name in lists:
        keys = list(dict.fromkeys(key for row in table[name] for key in row))
        columns = [[key.replace("_", " "), f"{{{key}}}"] for key in keys]
        sections.append({"title": name.replace("_", " "), "rows": name, "key": keys[0], "columns": columns})
    return sections


def fitted(
    heads: list[str], lines: list[list[Text]], remarks: list[Text], width: int
) -> Iterator[RenderableType]:
    """A table without empty columns, narrowed to the width, with remarks below the rows."""
    full = [at for at in range(len(heads)) if any(line[at] for line in lines)]
    rows = [[Text(heads[at], style="dim") for at in full], *([line[at] for at in full] for line in lines)]
    widths = [max(max(map(cell_len, cell.plain.split("\n"))) for cell in column) for column in zip(*rows)]
    while sum(widths) + COLUMN_GAP * (len(widths) - 1) > width and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    indent = sum(size + COLUMN_GAP for at, size in zip(full, widths) if at < HINT_INDENT)
    for number, row in enumerate(rows):
        grid = Table.grid(padding=(0, COLUMN_GAP, 0, 0))
        for size in widths:
            grid.add_column(width=size)
        grid.add_row(*row)
        yield grid
        if number and remarks:
            remarks[number - 1].style = "dim"
            yield Padding(remarks[number - 1], (0, 0, 0, indent))
