"""Kraków on a terminal: the city, the players, the scales of the trick, the hand.

Colours are of middle brightness, so that they can be read on light and on dark ground, and nothing is told by
colour alone: teams differ by the shape of their cubes, groups by their initial.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from spyring.engine.game import Game
from spyring.engine.words import Translate, _
from spyring.games.krakow import words as w
from spyring.games.krakow.box import Box
from spyring.games.krakow.game import Krakow

SHOWN: Final = ("play", "discard")  # the numbers of these stand beside the cards of the hand

TEAM_STYLE: Final = ("#1596a5", "#b04fb5")
GROUP_STYLE: Final = ("#2f9e44", "#4080e0", "#b58900", "#d6453d")
INITIALS: Final = _("CMSU")  # of the groups, in their order; no two may be alike
CUBE: Final = ("□", "■")
ROLES: Final = (_("leads"), _("opposes"), _("supports"), _("opposes"))
WIDE: Final = 100  # columns of a terminal that has room for a card's district and yield beside its numbers
HEADINGS: Final = (_("card"), _("for"), _("against"), _("district"), _("yields"))

View = Mapping[str, Any]


def sketch(view: View, translate: Translate, game: Game, numbers: dict[str, int]) -> RenderableType:
    """The whole table as a seat, or a spectator, sees it."""
    assert isinstance(game, Krakow)
    table = view["table"]
    parts = [_players(view, translate)]
    if view["outcome"] is None:  # in the end the city is empty
        parts.insert(0, _city(view, translate))
    if table["played"]:
        parts.append(_scales(table, translate, game.box))
    if table.get("hand"):
        parts.append(_Hand(table, translate, game.box, numbers))
    return Group(*parts)


def legend(translate: Translate, game: Game) -> RenderableType:
    """What the signs of the sketch mean."""
    initials = translate(INITIALS)
    rows = Table.grid(padding=(0, 2, 0, 0))
    for team, cube in enumerate(CUBE):
        rows.add_row(Text(cube, style=TEAM_STYLE[team]), w.TEAM.title(team, translate))
    for group in range(len(w.GROUP)):
        rows.add_row(Text(initials[group], style=GROUP_STYLE[group]), _group(group, translate))
    rows.add_row("▒", translate(_("a point for or against the intrigue")))
    return rows


def clauses(fields: Mapping[str, str], game: Game) -> list[str]:
    """What the rules say about a card besides that it may be played: its special effect, its block."""
    assert isinstance(game, Krakow)
    box = game.box
    if fields["verb"] not in SHOWN:
        return []
    card = box.ids.index(fields["card"])
    found = [f"KRK-10.{box.special[card]}"] if box.special[card] else []
    if box.blocked_by[card] >= 0:
        found += ["KRK-9.1", "KRK-9.2"]
    if card in box.blocked_by:
        found += ["KRK-9.2", "KRK-9.4"]
    return found


# -- the city ------------------------------------------------------------------------------------------------


def _city(view: View, translate: Translate) -> RenderableType:
    table = view["table"]
    allotted = view["asked"].get("allotted", {})
    rows = _rows()
    rows.add_column(translate(_("district")))
    rows.add_column("★", justify="right")
    for kind in range(len(w.KIND_IDS)):
        rows.add_column(w.KIND.title(kind, translate))
    rows.add_column(_versus(w.TEAM.title(0, translate), w.TEAM.title(1, translate)), justify="center")
    for number, district in enumerate(table["districts"]):
        fields = [_field(district["fields"].get(kind), kind, table["room"]) for kind in w.KIND_IDS]
        white, black = (sum(field[team] for field in district["fields"].values()) for team in w.TEAM_IDS)
        style = f"{TEAM_STYLE[0]} bold" if white > black else f"{TEAM_STYLE[1]} bold" if black > white else ""
        points = Text(str(district["points"]), style=style)
        mine = allotted.get(district["district"], 0)
        fields[-1].append(f" +{mine}" if mine else "", style="bold")
        rows.add_row(w.DISTRICT.title(number, translate), points, *fields, _versus(white, black))
    lines = [_supply(table, translate)]
    if "left" in view["asked"] and allotted:
        lines.append(Text(translate(_("Gold left to divide: {count}")).format(count=view["asked"]["left"])))
    return _section(_date(table, translate), rows, *lines)


def _date(table: View, translate: Translate) -> str:
    if table["season"] not in w.SEASON.index:
        return translate(_("Kraków, {year} of {last}: the end of the year")).format(
            year=table["year"], last=table["last_year"]
        )
    return translate(_("Kraków, {year} of {last}: {season}, trick {trick} of 7")).format(
        year=table["year"],
        last=table["last_year"],
        season=w.SEASON.title(w.SEASON.index[table["season"]], translate),
        trick=min(table["trick"], 7),
    )


def _supply(table: View, translate: Translate) -> Text:
    text = Text()
    for team, name in enumerate(w.TEAM_IDS):
        said = translate(_("{team} has {count} cubes outside the city."))
        said = said.format(team=w.TEAM.title(team, translate), count=table["supply"][name])
        text.append(f"{CUBE[team]} {said}  ", style=TEAM_STYLE[team])
    return text


def _field(cubes: Mapping[str, int] | None, kind: str, room: Mapping[str, int]) -> Text:
    """The cubes on a field and its free places."""
    text = Text()
    if cubes is not None:
        for team, name in enumerate(w.TEAM_IDS):
            text.append(CUBE[team] * cubes[name], style=TEAM_STYLE[team])
        cap = room["gold" if kind == "gold" else "field"] * (1 if room["shared"] else 2)
        text.append("·" * (cap - len(text)), style="dim")
    return text


def _versus(white: object, black: object) -> Text:
    return Text.assemble((str(white), TEAM_STYLE[0]), (" : ", "dim"), (str(black), TEAM_STYLE[1]))


# -- the players ---------------------------------------------------------------------------------------------


def _players(view: View, translate: Translate) -> RenderableType:
    table = view["table"]
    rows = _rows()
    for heading in ("", _("seat"), _("points"), _("gold"), _("cards"), _("season card"), _("identity")):
        rows.add_column(translate(heading) if heading else "")
    for number, player in enumerate(table["players"]):
        rows.add_row(
            "▶" if player["seat"] in view["deciders"] else "",
            _seat(number, translate, player["seat"] == view["you"]),
            str(player["points"]),
            _known(player["gold"]),
            str(player["cards"]),
            _known(player["season"] and w.SEASON.title(w.SEASON.index[player["season"]], translate)),
            Text("?") if player["identity"] is None else _group(w.GROUP.index[player["identity"]], translate),
        )
    return _section(translate(_("Players")), rows, *_groups(table, translate))


def _seat(seat: int, translate: Translate, you: bool = False) -> Text:
    text = Text(f"{CUBE[seat % 2]} {w.SEAT.title(seat, translate)}", style=TEAM_STYLE[seat % 2])
    if you:
        text.append(" " + translate(_("(you)")), style="bold")
    return text


def _known(value: object) -> str:
    return "?" if value is None else str(value)


def _group(group: int, translate: Translate) -> Text:
    return Text(w.GROUP.title(group, translate), style=GROUP_STYLE[group])


def _groups(table: View, translate: Translate) -> list[Text]:
    """The groups' points of past years, once there are any, and this year's successes, if they are shown."""
    lines = []
    if any(table["groups"].values()):
        lines.append((_("Group points:"), table["groups"]))
    if "successes" in table:
        lines.append((_("Successes this year:"), table["successes"]))
    found = []
    for words, counts in lines:
        text = Text(translate(words))
        for group, count in counts.items():
            text.append("  ").append(_group(w.GROUP.index[group], translate)).append(f" {count}")
        found.append(text)
    return found


# -- the trick -----------------------------------------------------------------------------------------------


def _scales(table: View, translate: Translate, box: Box) -> RenderableType:
    """The cards of the trick, and the two sums as they grew."""
    led = box.ids.index(table["played"][0]["card"])
    rows = _rows(header=False)
    for justify in (None, None, None, "right", "center", None):
        rows.add_column(justify=justify or "left")
    for place, play in enumerate(table["played"]):
        opposition = Text("▒" * play["opposition"], style=GROUP_STYLE[3])
        rows.add_row(
            _seat(w.SEAT.index[play["seat"]], translate),
            translate(ROLES[place]),
            _title(box, box.ids.index(play["card"]), translate),
            Text("▒" * play["support"], style=GROUP_STYLE[0]),
            Text(f"{play['support']} : {play['opposition']}", style="bold"),
            Text(translate(_("blocks!")), style="bold") if play["blocks"] else opposition,
        )
    heading = translate(_("The trick: for and against the {group}"))
    return _section(heading.format(group=w.GROUP.title(box.group[led], translate)), rows)


# -- the hand ------------------------------------------------------------------------------------------------


class _Hand:
    """Your cards, each with all its numbers, and what it would make of the trick."""

    def __init__(self, table: View, translate: Translate, box: Box, numbers: dict[str, int]) -> None:
        self.table = table
        self.translate = translate
        self.box = box
        self.numbers = numbers

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.max_width >= WIDE
        title = 31 if wide else max(12, min(31, options.max_width - 31))
        widths = (2, title, 7, 7, *((8, 26) if wide else (0, 0)), 7)
        translate = self.translate
        yield _section(translate(_("Your hand")))
        yield _card_row(widths, "", *(Text(translate(word), style="dim") for word in HEADINGS), "")
        initials = _by_group(translate(INITIALS))
        yield _card_row(widths, "", "", initials, initials, "", "", "")
        for name in self.table["hand"]:
            card = self.box.ids.index(name)
            yield _card_row(widths, *self.cells(name, card))
            remark = _remark(self.box, card, translate)
            if not wide:
                district = w.DISTRICT.title(self.box.district[card], translate)
                remark = Text(f"{district}: {_yields(self.box, card, translate)} · ").append(remark)
            yield Padding(remark, (0, 0, 0, 4))

    def cells(self, name: str, card: int) -> list[RenderableType]:
        """What stands in the row of a card."""
        box, translate = self.box, self.translate
        number = self.numbers.get(f"play {name}", self.numbers.get(f"discard {name}"))
        return [
            Text("" if number is None else f"{number:>2}", style="bold"),
            _title(box, card, translate),
            _by_group(box.support[card * len(w.GROUP) :]),
            _by_group(box.opposition[card * len(w.GROUP) :]),
            w.DISTRICT.title(box.district[card], translate),
            _yields(box, card, translate),
            _sums(self.table, box, card, translate) if f"play {name}" in self.numbers else "",
        ]


def _card_row(widths: tuple[int, ...], *cells: RenderableType) -> RenderableType:
    """A row with columns of these widths; those of width 0 are left out."""
    row = Table.grid(padding=(0, 2, 0, 0))
    for place, width in enumerate(widths):
        if width:
            row.add_column(width=width, no_wrap=place != 1)  # a long name takes a second line
    row.add_row(*(cell for cell, width in zip(cells, widths) if width))
    return row


def _title(box: Box, card: int, translate: Translate) -> Text:
    """The name of a card, the initial of its group, its strength, its circles."""
    group = box.group[card]
    text = Text(translate(box.cards[card]["name"]), style=f"bold {GROUP_STYLE[group]}")
    mark = translate(INITIALS)[group]
    return text.append(f" {mark}{box.strength[card]} {'○' * box.circles[card]}", style="not bold")


def _by_group(values: Sequence[object]) -> Text:
    return Text(" ").join(Text(str(value), style=style) for value, style in zip(values, GROUP_STYLE))


def _yields(box: Box, card: int, translate: Translate) -> str:
    counts = [(box.yields[card * len(w.KIND_IDS) + kind], kind) for kind in range(len(w.KIND_IDS))]
    said = translate(_("{count} {marker}"))
    return ", ".join(said.format(count=n, marker=w.KIND.title(kind, translate)) for n, kind in counts if n)


def _sums(table: View, box: Box, card: int, translate: Translate) -> str:
    """What the sums would be if the card were played now."""
    played = table["played"]
    if not played:
        return ""
    led = box.ids.index(played[0]["card"])
    value = card * len(w.GROUP) + box.group[led]
    support, opposition = played[-1]["support"], played[-1]["opposition"]
    if len(played) == 2:
        return f"{support + box.support[value]} : {opposition}"
    if box.blocked_by[led] == card:
        return translate(_("blocks!"))
    return f"{support} : {opposition + box.opposition[value]}"


def _remark(box: Box, card: int, translate: Translate) -> Text:
    """What a card does besides its numbers, and its flavour."""
    text = Text(style="dim", no_wrap=True, overflow="ellipsis")
    if box.special[card]:
        text.append(translate(_("special")) + " · ")
    if box.blocked_by[card] >= 0:
        block = translate(box.cards[box.blocked_by[card]]["name"])
        text.append(translate(_("blocked by {card}")).format(card=block) + " · ")
    if card in box.blocked_by:
        strong = translate(box.cards[box.blocked_by.index(card)]["name"])
        text.append(translate(_("blocks {card}")).format(card=strong) + " · ")
    return text.append(translate(box.cards[card].get("flavour") or " "), style="italic")


# -- the frame -----------------------------------------------------------------------------------------------


def _rows(header: bool = True) -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=header)


def _section(title: str, *parts: RenderableType) -> RenderableType:
    return Group(Rule(Text(title, style="bold"), align="left", style="dim"), *parts)
