"""Kraków on a terminal: the city, the scales of the trick, the players, the hand.

Team colours and group colours never meet in one place; the team is also told by the shape of its cubes.
"""

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spyring.engine.game import Game
from spyring.engine.words import Translate, _
from spyring.games.krakow.box import FIELD_CAP, GOLD_CAP, GROUP_IDS, SPECIAL_IDS, TYPE_IDS, Box
from spyring.games.krakow.game import Krakow
from spyring.games.krakow.notation import DISTRICT, GROUP, KIND, SEASON, SEAT, TEAM, TEAM_NAMES

SHOWN: Final = ("play", "discard")  # the numbers of these stand beside the cards of the hand

TEAM_STYLE: Final = ("cyan", "magenta")
CUBE: Final = ("□", "■")
ROLES: Final = (_("leads"), _("opposes"), _("supports"), _("opposes"))
CIRCLES: Final = ("", "○", "○○")


def sketch(
    view: Mapping[str, Any], translate: Translate, game: Game, numbers: dict[str, int]
) -> RenderableType:
    """The whole table as a seat, or a spectator, sees it."""
    assert isinstance(game, Krakow)
    table = view["table"]
    parts: list[RenderableType] = [_city(table, translate), _players(view, translate)]
    if table["played"]:
        parts.append(_scales(table, translate, game.box))
    if table.get("hand"):
        parts.append(_hand(table, translate, game.box, numbers))
    return Group(*parts)


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


# -- the city ----------------------------------------------------------------------------------------------------


def _city(table: Mapping[str, Any], translate: Translate) -> RenderableType:
    rows = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    rows.add_column(translate(_("district")))
    rows.add_column("★", justify="right")
    for kind in range(len(TYPE_IDS)):
        rows.add_column(KIND.title(kind, translate))
    rows.add_column(_versus(translate(_("White")), translate(_("Black"))), justify="center")
    for number, district in enumerate(table["districts"]):
        fields = [_field(district["fields"].get(kind), kind) for kind in TYPE_IDS]
        totals = [sum(field[team] for field in district["fields"].values()) for team in TEAM_NAMES]
        name = DISTRICT.title(number, translate)
        rows.add_row(name, str(district["points"]), *fields, _versus(*totals))
    return Panel(
        rows,
        title=_date(table, translate),
        title_align="left",
        subtitle=_supply(table, translate),
        subtitle_align="left",
    )


def _date(table: Mapping[str, Any], translate: Translate) -> Text:
    said = translate(_("Kraków, {year} of {last}")).format(year=table["year"], last=table["last_year"])
    if table["season"] in SEASON.index:
        season = SEASON.title(SEASON.index[table["season"]], translate)
        said += " · " + translate(_("{season}, trick {trick} of 7")).format(
            season=season, trick=min(table["trick"], 7)
        )
    else:
        said += " · " + translate(_("the end of the year"))
    return Text(said, style="bold")


def _supply(table: Mapping[str, Any], translate: Translate) -> Text:
    text = Text()
    for team, name in enumerate(TEAM_NAMES):
        cubes = translate(_("{team}: {count} cubes outside the city")).format(
            team=TEAM.title(team, translate), count=table["supply"][name]
        )
        text.append(f"{CUBE[team]} {cubes}   ", style=TEAM_STYLE[team])
    return text


def _field(cubes: Mapping[str, int] | None, kind: str) -> Text:
    """The cubes on a field and its free places."""
    if cubes is None:
        return Text()
    text = Text()
    for team, name in enumerate(TEAM_NAMES):
        text.append(CUBE[team] * cubes[name], style=TEAM_STYLE[team])
    cap = GOLD_CAP if kind == "gold" else FIELD_CAP
    text.append("·" * (cap - len(text)), style="dim")
    return text


def _versus(white: object, black: object) -> Text:
    """Both teams' numbers side by side; who is ahead stands out."""
    text = Text()
    ahead = (isinstance(white, int) and isinstance(black, int)) and (white > black) - (white < black)
    text.append(str(white), style=TEAM_STYLE[0] + (" bold" if ahead == 1 else ""))
    text.append(" : ", style="dim")
    text.append(str(black), style=TEAM_STYLE[1] + (" bold" if ahead == -1 else ""))
    return text


# -- the players -------------------------------------------------------------------------------------------------


def _players(view: Mapping[str, Any], translate: Translate) -> RenderableType:
    table = view["table"]
    headings = (_("seat"), _("points"), _("gold"), _("cards"), _("season card"), _("identity"))
    rows = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
    rows.add_column("")
    for heading in headings:
        rows.add_column(translate(heading))
    for number, player in enumerate(table["players"]):
        team = number % 2
        name = Text(f"{CUBE[team]} {SEAT.title(number, translate)}", style=TEAM_STYLE[team])
        if player["seat"] == view["you"]:
            name.append(" " + translate(_("(you)")), style="bold")
        asked = "▶" if player["seat"] in view["deciders"] else " "
        season = "" if player["season"] is None else SEASON.title(SEASON.index[player["season"]], translate)
        gold = "?" if player["gold"] is None else str(player["gold"])
        rows.add_row(
            asked,
            name,
            str(player["points"]),
            gold,
            str(player["cards"]),
            season or "?",
            _identity(player, translate),
        )
    groups = _group_points(table, translate)
    return Panel(Group(rows, groups) if groups else rows)


def _identity(player: Mapping[str, Any], translate: Translate) -> Text:
    if player["identity"] is None:
        return Text("?")
    return Text(GROUP.title(GROUP.index[player["identity"]], translate), style=player["identity"])


def _group_points(table: Mapping[str, Any], translate: Translate) -> Text | None:
    """The groups' points of past years, once there are any; and the open count of successes, if agreed."""
    text = Text()
    if any(table["groups"].values()):
        text.append(translate(_("Group points:")))
        for group, points in table["groups"].items():
            text.append(f"  {GROUP.title(GROUP.index[group], translate)} {points}", style=group)
    if "successes" in table:
        text.append(("\n" if text else "") + translate(_("Successes this year:")))
        for group, count in table["successes"].items():
            text.append(f"  {GROUP.title(GROUP.index[group], translate)} {count}", style=group)
    return text or None


# -- the trick ---------------------------------------------------------------------------------------------------


def _scales(table: Mapping[str, Any], translate: Translate, box: Box) -> RenderableType:
    """The cards of the trick, with the sums as they grew."""
    led = box.ids.index(table["played"][0]["card"])
    colour = GROUP_IDS[box.group[led]]
    rows = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for justify in ("left", "left", "left", "right", "left", "left"):
        rows.add_column(justify=justify)
    for place, play in enumerate(table["played"]):
        seat = SEAT.index[play["seat"]]
        card = box.ids.index(play["card"])
        rows.add_row(
            Text(SEAT.title(seat, translate), style=TEAM_STYLE[seat % 2]),
            translate(ROLES[place]),
            _title(box, card, translate),
            Text("▒" * play["support"], style="green") if place % 2 == 0 else "",
            Text(f"{play['support']} : {play['opposition']}", style="bold"),
            _against(play, place, translate),
        )
    title = Text(
        translate(_("The trick: support and opposition for {group}")).format(
            group=GROUP.title(box.group[led], translate)
        )
    )
    title.stylize(f"bold {colour}")
    return Panel(rows, title=title, title_align="left")


def _against(play: Mapping[str, Any], place: int, translate: Translate) -> Text:
    if play["blocks"]:
        return Text(translate(_("blocks!")), style="bold red")
    return Text("▒" * play["opposition"], style="red") if place % 2 else Text()


# -- the hand ----------------------------------------------------------------------------------------------------


def _hand(
    table: Mapping[str, Any], translate: Translate, box: Box, numbers: dict[str, int]
) -> RenderableType:
    """Your cards, each with all its numbers, and what it would do in this trick."""
    rows = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    rows.add_column("", justify="right", style="bold")
    rows.add_column(translate(_("card")))
    rows.add_column(_groups_heading(translate(_("support"))), no_wrap=True)
    rows.add_column(_groups_heading(translate(_("opposition"))), no_wrap=True)
    rows.add_column(translate(_("yields")))
    rows.add_column(translate(_("now")), no_wrap=True)
    for name in table["hand"]:
        card = box.ids.index(name)
        number = numbers.get(f"play {name}", numbers.get(f"discard {name}"))
        rows.add_row(
            "" if number is None else str(number),
            Group(_title(box, card, translate), _remark(box, card, translate)),
            _by_group(box.support, card),
            _by_group(box.opposition, card),
            _yields(box, card, translate),
            _now(table, box, card, translate),
        )
    return Panel(rows, title=Text(translate(_("Your hand")), style="bold"), title_align="left")


def _groups_heading(word: str) -> Text:
    return Text(word)


def _title(box: Box, card: int, translate: Translate) -> Text:
    """The card's name in the colour of its group, with its strength and circles."""
    text = Text(translate(box.cards[card]["name"]), style=f"bold {GROUP_IDS[box.group[card]]}")
    text.append(f" {box.strength[card]} {CIRCLES[box.circles[card]]}", style="not bold")
    return text


def _remark(box: Box, card: int, translate: Translate) -> Text:
    """Blocks and specials, then the flavour."""
    text = Text(style="dim")
    if box.special[card]:
        text.append(translate(_("special")) + " · ")
    if box.blocked_by[card] >= 0:
        block = translate(box.cards[box.blocked_by[card]]["name"])
        text.append(translate(_("blocked by {card}")).format(card=block) + " · ")
    if card in box.blocked_by:
        strong = translate(box.cards[box.blocked_by.index(card)]["name"])
        text.append(translate(_("blocks {card}")).format(card=strong) + " · ")
    text.append(translate(box.cards[card].get("flavour", "")), style="italic")
    return text


def _by_group(values: list[int], card: int) -> Text:
    text = Text()
    for group, colour in enumerate(GROUP_IDS):
        value = values[card * len(GROUP_IDS) + group]
        text.append(f"{value} ", style=colour if value else "dim")
    return text


def _yields(box: Box, card: int, translate: Translate) -> Text:
    text = Text(DISTRICT.title(box.district[card], translate) + "\n")
    counts = [(box.yields[card * len(TYPE_IDS) + kind], kind) for kind in range(len(TYPE_IDS))]
    text.append(", ".join(f"{count} {KIND.title(kind, translate)}" for count, kind in counts if count))
    return text


def _now(table: Mapping[str, Any], box: Box, card: int, translate: Translate) -> Text:
    """What the card would make of the sums if it were played next."""
    played = table["played"]
    if not played:
        return Text(f"{box.strength[card]} : 0", style="dim")
    led = box.ids.index(played[0]["card"])
    place = card * len(GROUP_IDS) + box.group[led]
    support, opposition = played[-1]["support"], played[-1]["opposition"]
    if len(played) % 2:
        if box.blocked_by[led] == card:
            return Text(translate(_("blocks!")), style="bold red")
        return Text(f"{support} : {opposition + box.opposition[place]}")
    return Text(f"{support + box.support[place]} : {opposition}")
