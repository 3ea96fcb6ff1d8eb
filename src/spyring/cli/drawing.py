"""What a seat sees: the table with its choices, the legend, the events, the result."""

from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from spyring.cli.choices import Choice, choice_list
from spyring.cli.hints import Speech, fact, facts_of, hints_of, listed, wrapped
from spyring.cli.rendering import Fitted, Picture
from spyring.cli.screen import sheet
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.position import Json
from spyring.engine.reason import from_line


def table(game: Game, view: Json, translate: Translate) -> RenderableType:
    """The table of a view."""
    return Picture(game, view, translate, []).table


def position(game: Game, view: Json, translate: Translate, choices: list[Choice]) -> RenderableType:
    """The table, and below it the choices that it does not show."""
    picture = Picture(game, view, translate, choices)
    rest = [choice for choice in choices if choice.number not in picture.shown]
    return Group(picture.table, *([Text(), choice_list(game, rest, translate)] if rest else []))


def asked_about(game: Game, view: Json, translate: Translate) -> Text:
    """The subject of the question, if the question does not name it."""
    return Picture(game, view, translate, []).asked_about()


def legend(game: Game, translate: Translate) -> RenderableType:
    """The meaning of the signs on the table."""
    entries = Speech(game, translate).legend()
    if not entries:
        return Text(translate(_("This table uses no symbols.")))
    return Fitted(lambda width: wrapped(entries, width))


def clauses(game: Game, choice: Choice) -> list[str]:
    """The clauses that the game's hints give for the arguments of a choice, for their values in the box, and
    for the fields that refer to them.
    """
    things = [thing for table in facts_of(game).values() for thing in table.values()]
    names: list[str] = []
    for kind, label in list(choice.fields.items())[1:]:
        said = fact(game, label, kind)
        names += [label, label.partition(".")[0], *said]
        names += [part for value in said.values() for part in listed(value) if isinstance(part, str)]
        names += [field for thing in things for field, value in thing.items() if value == label]
    known = hints_of(game).get("clauses", {})
    return list(dict.fromkeys(id for name in names for id in known.get(name, ())))


def happenings(game: Game, told: list[dict[str, str]], translate: Translate) -> RenderableType:
    """Events, with one line for a run of the same kind."""
    lines = Table.grid(padding=(0, 1, 0, 0))
    for _kind, run in groupby(told, lambda fields: fields["kind"]):
        sentences = [game.events.retell(fields, translate) for fields in run]
        lines.add_row(Text("·", style="dim"), Text(" ".join(sentences)))
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
