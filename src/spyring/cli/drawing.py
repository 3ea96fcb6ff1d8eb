"""What a seat sees: the text of :mod:`spyring.text` set for people, the events, the result."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from spyring.cli.screen import sheet
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.position import Json
from spyring.engine.reason import from_line
from spyring.text import Scene
from spyring.text.seat import joined
from spyring.text.titles import Titles
from spyring.text.values import Line

NAME_WIDTH: Final = 30  # columns


def table(scene: Scene, translate: Translate) -> RenderableType:
    """The table: single values, then a list for each kind of things."""
    single, lists = scene.outline(Titles(scene.game, translate))
    parts: list[RenderableType] = [
        Rule(Text(title(scene, translate), style="bold"), align="left", style="dim"),
        Text(" · ".join(map(str, single))),
    ]
    for name, rows in lists:
        if rows:
            parts += [Text(name, style="bold"), lines(rows)]
    return Group(*parts)


def title(scene: Scene, translate: Translate) -> str:
    """The game, and the seat of the reader."""
    you, seats = scene.view["you"], scene.view["seats"]
    game = translate(scene.game.title)
    if you is None:
        return game
    seat = translate(scene.game.seat_titles(len(seats))[seats.index(you)])
    mark = translate(_("(you)"))
    return f"{game} · {seat} {mark}"


def things(scene: Scene, translate: Translate) -> RenderableType:
    """What the moves are about."""
    found = scene.things(Titles(scene.game, translate))
    heading = Text(translate(_("What the moves are about")), style="bold")
    return Group(heading, lines(found), Text()) if found else Group()


def lines(rows: Iterable[Line]) -> RenderableType:
    """A line for each row; the text of a long one stays beside its name."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(max_width=NAME_WIDTH)
    for name, text in rows:
        grid.add_row(name, Text(text))
    return Padding(grid, (0, 0, 0, 2))


def happenings(game: Game, told: list[dict[str, str]], translate: Translate) -> RenderableType:
    """Events, with one line for a run of the same kind."""
    lines = Table.grid(padding=(0, 1, 0, 0))
    for _kind, run in groupby(told, lambda fields: fields["kind"]):
        sentences = [game.events.retell(fields, translate) for fields in run]
        lines.add_row(Text("·", style="dim"), Text(joined(sentences)))
    return lines


def ending(game: Game, view: Json, translate: Translate) -> RenderableType:
    """Ranks and scores with their parts."""
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
    heads = (Text(said.format(seats=winners), style="bold"), Text(reason, style="dim"))
    return Group(*heads, *verdict(view, translate), Text(), rows)


def verdict(view: Json, translate: Translate) -> list[Text]:
    """What decided the result of the viewer."""
    if view["you"] is None:
        return []
    lines = view["outcome"]["verdicts"][view["seats"].index(view["you"])]
    return [Text(from_line(line).say(translate, you=True)) for line in lines]
