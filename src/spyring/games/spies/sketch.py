"""Spies! on a terminal: the year, the nations, the part of the map that matters, the hand.

A city is drawn when an own spy can reach it in one step, when something of the own lies there, or when
several kinds of pieces meet there. Colours only help: nations are told apart by their initials.
"""

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from spyring.engine.game import Game
from spyring.engine.words import Translate, _
from spyring.games.spies import words as w
from spyring.games.spies.box import ROUTE_KINDS
from spyring.games.spies.game import Spies

NATION_STYLE: Final = ("#8a8a8a", "#2f9e44", "#d6453d", "#4080e0", "#b58900")
INITIALS: Final = _("GIRFB")  # of the nations, in their order; no two may be alike
MOST_CITIES: Final = 16
SIGNS: Final = ("═", "✈", "≈")  # rail, air, sea
STEPS: Final = {
    "set-up": _("set-up"),
    "tile": _("event tile"),
    "escapes": _("Escapes"),
    "police": _("police"),
    "searches": _("searches"),
    "spies": _("spies"),
    "over": _("the end"),
}

View = Mapping[str, Any]


def sketch(view: View, translate: Translate, game: Game, numbers: dict[str, int]) -> RenderableType:
    """The table as a seat, or a spectator, sees it."""
    assert isinstance(game, Spies)
    table = view["table"]
    parts = [_nations(view, translate), _map(view, translate, game)]
    for row in table["nations"]:
        if row["hand"] is not None and view["outcome"] is None:
            parts.append(_hand(row, table, translate, game))
    return Group(*parts)


def legend(translate: Translate, game: Game) -> RenderableType:
    """What the signs of the sketch mean."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    for number, letter in enumerate(translate(INITIALS)):
        rows.add_row(Text(letter, style=NATION_STYLE[number]), w.NATION.title(number, translate))
    rows.add_row("G3", translate(_("spy 3 of Germany; in brackets its strength, if known")))
    rows.add_row("G▪", translate(_("police of Germany")))
    rows.add_row("?12", translate(_("secret 12, face down; =3 is its value, !5 a counterspy, if known")))
    for sign, name in zip(SIGNS, (_("rail"), _("air"), _("sea")), strict=True):
        rows.add_row(sign, translate(name))
    return rows


def _section(title: str, *parts: RenderableType) -> RenderableType:
    return Group(
        Rule(Text(title, style="bold"), align="left", style="dim"),
        *(Padding(part, (0, 0, 0, 1)) for part in parts),
    )


def _nations(view: View, translate: Translate) -> RenderableType:
    table = view["table"]
    rows = Table.grid(padding=(0, 2, 0, 0))
    heads = (
        _("nation"),
        "£",
        _("chits"),
        _("tiles"),
        _("on the map"),
        _("captured"),
        _("killed"),
        _("points"),
    )
    rows.add_row(*(Text(translate(head), style="dim") for head in heads))
    for number, row in enumerate(table["nations"]):
        spies = [spy for spy in table["spies"] if spy["nation"] == row["nation"]]
        captured = sum(
            spy["off"] is not None and spy["off"].get("nation") == row["nation"] for spy in table["spies"]
        )
        style = f"{NATION_STYLE[number]} bold" if row["nation"] == table["turn"] else NATION_STYLE[number]
        points = "" if row["points"] is None else str(row["points"])
        cells = [row["money"], row["chits"], row["tiles"], sum(spy["at"] is not None for spy in spies)]
        cells += [captured, sum(row["markers"])]
        name = Text(w.NATION.title(number, translate), style=style)
        rows.add_row(name, *(str(cell) for cell in cells), points)
    title = translate(_("{year}, factor {factor}: {step} of {nation}")).format(
        year=table["year"],
        factor=table["factors"][table["year"] - 1933],
        step=translate(STEPS[table["step"]]),
        nation=translate(w.NATION.titles[w.NATION_IDS.index(table["turn"])]),
    )
    if table["action_points"] is not None:
        title += "  " + translate(_("action points: {count}")).format(count=table["action_points"])
    return _section(title, rows)


# -- the map -------------------------------------------------------------------------------------------------


def _map(view: View, translate: Translate, game: Spies) -> RenderableType:
    table = view["table"]
    shown = _cities(view, game)
    rows = Table.grid(padding=(0, 2, 0, 0))
    for city in shown:
        rows.add_row(
            _city_name(city, table, translate, game),
            _pieces(game.box.city_ids[city], table, translate),
            Text(_ways(city, translate, game), style="dim", overflow="ellipsis", no_wrap=True),
        )
    return _section(translate(_("Where something is going on")), rows)


def _cities(view: View, game: Spies) -> list[int]:
    """The cities that matter most: own spies, their neighbourhood, places where pieces meet."""
    table = view["table"]
    box = game.box
    mine = {nation for nation, runner in table["runners"].items() if runner == view["you"]}
    weight = [0] * box.cities
    for spy in table["spies"]:
        city = _number(spy["at"], box.city_ids)
        if city >= 0:
            weight[city] += 6 if spy["nation"] in mine else 2
            if spy["id"] == table["mover"]:
                weight[city] += 50
                for other in box.near[city]:
                    if other < box.cities:
                        weight[other] += 10
    for secret in table["secrets"]:
        city = _number(secret["at"], box.city_ids)
        if city >= 0:
            weight[city] += 2 if secret["by"] else 1
    found = sorted((city for city in range(box.cities) if weight[city]), key=lambda city: -weight[city])
    return sorted(found[:MOST_CITIES], key=lambda city: (box.owner[city] < 0, box.owner[city], city))


def _number(name: str | None, names: tuple[str, ...]) -> int:
    return names.index(name) if name is not None and name in names else -1


def _city_name(city: int, table: View, translate: Translate, game: Spies) -> Text:
    name = translate(str(game.box.data["city"][city]["name"]))
    owner = table["territory"].get(game.box.city_ids[city])
    number = w.NATION_IDS.index(owner) if owner else game.box.owner[city]
    return Text(name, style=NATION_STYLE[number] if number >= 0 else "")


def _pieces(city: str, table: View, translate: Translate) -> Text:
    """Secrets with what stands on them, then the other pieces."""
    initials = translate(INITIALS)
    text = Text()
    for secret in (row for row in table["secrets"] if row["at"] == city):
        text.append("?" + secret["id"].rpartition("-")[2])
        if secret["counterspy"]:
            text.append(f"!{secret['counterspy']}")
        elif secret["value"] is not None:
            text.append(f"={secret['value']}")
        if secret["by"]:
            number = w.NATION_IDS.index(secret["control"])
            sign = "▪" if "police" in secret["by"] else secret["by"].rpartition("-")[2]
            text.append(f"<{initials[number]}{sign}", style=NATION_STYLE[number])
        text.append(" ")
    for kind in ("police", "spies"):
        for row in (row for row in table[kind] if row["at"] == city):
            number = w.NATION_IDS.index(row["nation"])
            sign = "▪" if kind == "police" else row["id"].rpartition("-")[2]
            strength = "" if row["strength"] is None else f"({row['strength']})"
            text.append(f"{initials[number]}{sign}{strength} ", style=NATION_STYLE[number])
    return text


def _ways(city: int, translate: Translate, game: Spies) -> str:
    """Where routes lead from a city."""
    names = [str(row["name"]) for row in (*game.box.data["city"], *game.box.data["zone"])]
    ids = (*game.box.city_ids, *game.box.zone_ids)
    found: list[str] = []
    for row in game.box.data["route"]:
        ends = (row["a"], row["b"])
        if ids[city] in ends:
            other = ends[1] if ends[0] == ids[city] else ends[0]
            found.append(SIGNS[ROUTE_KINDS.index(row["kind"])] + translate(names[ids.index(other)]))
    return " ".join(found)


# -- what a nation holds -------------------------------------------------------------------------------------


def _hand(row: View, table: View, translate: Translate, game: Spies) -> RenderableType:
    chits = ", ".join(
        f"{w.CHIT.title(w.CHIT_IDS.index(chit), translate)} £{game.box.price[w.CHIT_IDS.index(chit)]}"
        + (f" ×{count}" if count > 1 else "")
        for chit, count in row["hand"].items()
    )
    tiles = []
    for name in row["held"]:
        tile = game.box.data["tile"][game.box.tile_ids.index(name)]
        years = "–".join(str(year)[2:] for year in dict.fromkeys(tile["years"]))
        tiles.append(f"{translate(str(tile['name']))} {years}")
    number = w.NATION_IDS.index(row["nation"])
    title = translate(_("{nation} holds")).format(nation=w.NATION.title(number, translate))
    return _section(title, Text(chits or translate(_("no chits"))), Text(", ".join(tiles), style="dim"))
