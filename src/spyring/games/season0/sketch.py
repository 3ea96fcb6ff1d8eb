"""Season 0 on a terminal: the map by region, the threat, the objectives, all hands.

Cities where nothing is are left out of the map: whoever wants to go there finds them among the choices.
Nothing is told by colour alone: behind a city stands the initial of its affiliation.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from spyring.engine.game import Game
from spyring.engine.words import Translate, _
from spyring.games.season0 import words as w
from spyring.games.season0.box import Box
from spyring.games.season0.game import Season0

SIDE_STYLE: Final = ("#4080e0", "#b58900", "#d6453d")
INITIALS: Final = _("ANS")  # of the affiliations, in their order; no two may be alike
AGENT: Final = "●"
TOKEN: Final = "✕"
HOUSE: Final = "⌂"
EYE: Final = "◉"
ACTIVE: Final = "▲"
IDLE: Final = "△"
PAWN: Final = "♟"
STEPS: Final = {
    "set-up": _("set-up"),
    "start": _("start of the turn"),
    "surveillance": _("surveillance"),
    "actions": _("actions"),
    "mop-up": _("mop up"),
    "draw": _("drawing cards"),
    "threat": _("Threat cards"),
    "after": _("after the game"),
    "end": _("the end"),
}
STATUSES: Final = {"open": _("open"), "complete": _("complete"), "failed": _("failed")}

View = Mapping[str, Any]


def sketch(view: View, translate: Translate, game: Game, numbers: dict[str, int]) -> RenderableType:
    """The whole table as a seat, or a spectator, sees it."""
    assert isinstance(game, Season0)
    table = view["table"]
    dossier = [] if table["campaign"] is None else _dossier(view, translate)
    return Group(
        _headline(table, translate),
        *dossier,
        *_proposal(view, translate, game),
        _map(table, translate, game.box),
        _threat(table, translate, game.box),
        _objectives(table, translate, game.box),
        _players(view, translate, game.box),
    )


def legend(translate: Translate, game: Game) -> RenderableType:
    """What the signs of the sketch mean."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    for side in range(len(w.AFFILIATION_IDS)):
        rows.add_row(_initial(side, translate), w.AFFILIATION.title(side, translate))
    for sign, meaning in (
        (AGENT, _("an agent")),
        (TOKEN, _("incident tokens")),
        (HOUSE, _("a safehouse")),
        (EYE, _("surveillance symbols")),
        (ACTIVE, _("an active team, with the initial of its affiliation")),
        (IDLE, _("a team that is not active here")),
        (PAWN, _("a pawn, with the initial of its seat")),
    ):
        rows.add_row(sign, translate(meaning))
    return rows


def clauses(fields: Mapping[str, str], game: Game) -> list[str]:
    """What the rules say about a choice besides its own clause."""
    verb = fields["verb"]
    by_verb = {
        "drive": ["SZ-10.1"],
        "fly": ["SZ-10.2", "SZ-10.3", "SZ-10.4"],
        "fly-unrecorded": ["SZ-10.5"],
        "neutralize": ["SZ-10.6"],
        "give": ["SZ-10.7"],
        "take": ["SZ-10.7"],
        "hand-over": ["SZ-10.7"],
        "ask-for": ["SZ-10.7"],
        "build": ["SZ-10.9"],
        "identify": ["SZ-10.12", "SZ-10.13"],
        "assemble": ["SZ-10.14", "SZ-10.15"],
        "drive-team": ["SZ-10.16"],
        "acquire": ["SZ-11.1", "SZ-11.5"],
        "event": ["SZ-15.2", "SZ-15.3"],
        "watch": ["SZ-15.3"],
        "unwatch": ["SZ-15.3"],
    }
    return by_verb.get(verb, [])


# -- the campaign --------------------------------------------------------------------------------------------


def dossier(view: View, translate: Translate, game: Game) -> RenderableType:
    """The calendar month by month, what lies on the board for good, and how it ended."""
    campaign = view["table"]["campaign"]
    rows = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in (_("month"), _("evaluation"), _("objectives complete"), _("funding"), _("seats")):
        rows.add_column(translate(heading))
    for row in campaign["calendar"]:
        month = translate(w.MONTH.titles[w.MONTH.index[row["month"]]])
        done = list(row["objectives"].values())
        rows.add_row(
            month if row["attempt"] == 1 else translate(_("{month}, second attempt")).format(month=month),
            w.EVALUATION.title(w.EVALUATION.index[row["evaluation"]], translate),
            f"{done.count(True)}/{len(done)}",
            str(row["funding"]),
            str(row["seats"]),
        )
    parts: list[RenderableType] = [Text(translate(campaign["name"]), style="bold")]
    if campaign["calendar"]:
        parts.append(rows)
    if campaign["next"] is not None:
        month = translate(w.MONTH.titles[w.MONTH.index[campaign["next"][0]]])
        parts.append(Text(translate(_("The next game is {month}.")).format(month=month), style="bold"))
    return Group(*parts, *_ending(campaign, translate))


def _dossier(view: View, translate: Translate) -> list[RenderableType]:
    """The calendar in a line, what was opened last, and the answers if the group has to choose."""
    campaign = view["table"]["campaign"]
    grades = [
        w.EVALUATION.title(w.EVALUATION.index[row["evaluation"]], translate) for row in campaign["calendar"]
    ]
    months = [translate(w.MONTH.titles[w.MONTH.index[row["month"]]]) for row in campaign["calendar"]]
    funding = translate(_("funding {count}")).format(count=campaign["funding"])
    played = [f"{month} {grade}" for month, grade in zip(months, grades, strict=True)]
    lines = [Text(" · ".join([translate(campaign["name"]), funding, *played[-3:]]), style="bold")]
    for item in campaign["opened"][-2:] if campaign["new"] else ():
        words = [translate(item[part]) for part in ("title", "front", "back", "text") if part in item]
        lines.append(Text(f"{item['label']}  " + " ".join(words), style="italic"))
    asked = view["asked"] or {}
    for number, answer in enumerate(asked.get("answers", ()), 1):
        lines.append(Text(f"  {number}  {translate(answer)}"))
    return [*lines, *_ending(campaign, translate)]


def _proposal(view: View, translate: Translate, game: Game) -> list[RenderableType]:
    """What the group is asked to agree to."""
    asked = view["asked"] or {}
    if not asked.get("proposal"):
        return []
    move = game.moves.parse(asked["proposal"])
    fields = game.moves.fields(move)
    said = game.moves.say(move, translate)
    if fields["verb"] == "choose":
        said = translate(asked["answers"][int(fields["choice"]) - 1])
    seat = translate(w.SEAT.titles[w.SEAT.index[asked["proposer"]]])
    sentence = translate(_("{seat} proposes: {move}")).format(seat=seat, move=said)
    return [Text(sentence, style="bold")]


def _ending(campaign: View, translate: Translate) -> list[RenderableType]:
    """How the campaign ended, once it has."""
    final = campaign["final"]
    if final is None:
        return []
    words = [str(final["score"]), translate(final["name"]), translate(final["text"])]
    return [Text("  ".join(words), style="bold")]


# -- the board -----------------------------------------------------------------------------------------------


def _headline(table: View, translate: Translate) -> RenderableType:
    month = translate(w.MONTH.titles[w.MONTH.index[table["month"]]])
    words = [month, translate(STEPS[table["step"]])]
    if table["turn"]:
        who = translate(w.SEAT.titles[w.SEAT.index[table["active"]]])
        turn = translate(_("turn {turn}: {seat}")).format(turn=table["turn"], seat=who)
        words.insert(1, turn)
    if table["step"] == "actions":
        words.append(translate(_("{count} actions left")).format(count=table["actions"]))
    if table["cause"] is not None:
        words.append(translate(w.CAUSE.titles[w.CAUSE.index[table["cause"]]]))
    return Rule(Text(" · ".join(words), style="bold"), align="left", style="dim")


def _map(table: View, translate: Translate, box: Box) -> RenderableType:
    rows = Table.grid(padding=(0, 2, 0, 0))
    pawns = {row["city"]: "" for row in table["players"]}
    for row in table["players"]:
        initial = translate(w.SEAT.titles[w.SEAT.index[row["seat"]]])[0]
        pawns[row["city"]] += f"{PAWN}{initial}"
    for number, region in enumerate(w.REGION_IDS):
        line = Text()
        for city in table["cities"]:
            if city["region"] == region and _notable(city, pawns):
                line.append("   " if line else "")
                line.append_text(_city(city, pawns, translate, box))
        rows.add_row(Text(translate(str(box.regions[number]["name"])), style="dim"), line or Text("–"))
    return rows


def _notable(city: View, pawns: Mapping[str, str]) -> bool:
    pieces = city["agents"] or city["tokens"] or city["safehouse"] or city["teams"]
    return bool(pieces or city["city"] in pawns)


def _city(city: View, pawns: Mapping[str, str], translate: Translate, box: Box) -> Text:
    text = _name(box, box.index[city["city"]], city["affiliation"], translate)
    signs = AGENT * city["agents"]
    if city["tokens"]:
        signs += f" {TOKEN}{city['tokens']}"
    if city["safehouse"]:
        signs += f" {HOUSE}"
    if city["surveillance"]:
        signs += f" {EYE}{city['surveillance']}"
    text.append(f" {signs.strip()}" if signs else "", style="bold" if city["agents"] == 3 else "")
    for team in city["teams"]:
        side = w.AFFILIATION_IDS.index(team.partition("-")[0])
        active = w.AFFILIATION_IDS[side] == city["affiliation"]
        text.append(f" {ACTIVE if active else IDLE}{translate(INITIALS)[side]}", style=SIDE_STYLE[side])
    text.append(f" {pawns[city['city']]}" if city["city"] in pawns else "")
    return text


def _threat(table: View, translate: Translate, box: Box) -> RenderableType:
    threat, supply = table["threat"], table["supply"]
    line = translate(
        _("Threat level {level}; supply: {agents} agents, {tokens} tokens; {cards} player cards left.")
    ).format(
        level=threat["level"], agents=supply["agents"], tokens=supply["tokens"], cards=table["deck"]["cards"]
    )
    parts = [Text(line)]
    if threat["discard"]:
        names = ", ".join(_titles(threat["discard"], translate, box))
        parts.append(Text(translate(_("Turned up since the last shuffle: {cities}.")).format(cities=names)))
    if threat["known"]:
        names = ", ".join(_titles([name for name in threat["known"] if name], translate, box))
        parts.append(Text(translate(_("Known to come: {cities}.")).format(cities=names)))
    return Group(Rule(style="dim"), *parts)


def _objectives(table: View, translate: Translate, box: Box) -> RenderableType:
    rows = Table.grid(padding=(0, 2, 0, 0))
    for row in table["objectives"]:
        number = w.OBJECTIVE.index[row["objective"]]
        name = Text(f"{translate(w.OBJECTIVE.titles[number])}: {translate(row['name'])}")
        rows.add_row(name, translate(STATUSES[row["status"]]), _target(row, translate, box))
    return Group(Rule(style="dim"), rows)


def _target(row: View, translate: Translate, box: Box) -> str:
    if row["target"]:
        return _titles([row["target"]], translate, box)[0]
    if row["known"]:
        places = [f"{_titles([city], translate, box)[0]} × {count}" for city, count in row["known"]]
        return ", ".join(places)
    if row["possible"]:
        names = ", ".join(_titles(row["possible"], translate, box))
        return translate(_("one of {cities}")).format(cities=names)
    return ""


# -- the players ---------------------------------------------------------------------------------------------


def _players(view: View, translate: Translate, box: Box) -> RenderableType:
    table = view["table"]
    rows = Table.grid(padding=(0, 2, 0, 0))
    sides = {city["city"]: city["affiliation"] for city in table["cities"]}
    for row in table["players"]:
        name = Text(translate(w.SEAT.titles[w.SEAT.index[row["seat"]]]))
        if row["seat"] == view["you"]:
            name.stylize("bold")
        cards = Text()
        for card in row["hand"]:
            cards.append(", " if cards else "")
            cards.append_text(_card(card, sides, translate, box))
        rows.add_row(name, _alias(row["alias"], translate, box), cards or Text("–"))
    return Group(Rule(style="dim"), rows)


def _alias(alias: View, translate: Translate, box: Box) -> str:
    if alias["kind"] == "open":
        return ""
    if alias["kind"] == "none":
        return translate(_("burned"))
    index = [entry["id"] for entry in box.occupations].index(alias["occupation"])
    title = translate(str(box.occupations[index]["name"]))
    if alias["kind"] == "temporary":
        return title
    covered = translate(_("{count} cover left")).format(count=alias["covered"])
    return f"{alias['name']}, {title} ({covered})"


def _card(card: str, sides: Mapping[str, str], translate: Translate, box: Box) -> Text:
    number = box.card_ids.index(card)
    if number >= w.CITIES:
        return Text(translate(str(box.events[number - w.CITIES]["name"])), style="italic")
    return _name(box, number, sides[card], translate)


def _name(box: Box, city: int, affiliation: str, translate: Translate) -> Text:
    side = w.AFFILIATION_IDS.index(affiliation)
    text = Text(translate(str(box.cities[city]["name"])) + " ")
    text.append_text(_initial(side, translate))
    return text


def _initial(side: int, translate: Translate) -> Text:
    return Text(translate(INITIALS)[side], style=SIDE_STYLE[side])


def _titles(names: Sequence[str], translate: Translate, box: Box) -> list[str]:
    return [translate(str(box.cities[box.index[name]]["name"])) for name in names]
