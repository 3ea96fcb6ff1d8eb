"""Estoril on a terminal: the grid of boards as they lie, the missions, the players, the hand.

Colours are of middle brightness, so that they can be read on light and on dark ground, and nothing is told by
colour alone: every seat has a sign of its own, and so has every ability.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from spyring.engine.game import Game
from spyring.engine.words import Translate, _
from spyring.games.estoril import words as w
from spyring.games.estoril.box import NO_PEEK, PEEK_IDS, Box
from spyring.games.estoril.game import Estoril

SHOWN: Final = ("place", "discard")  # the numbers of these stand beside the tiles of the hand

SEAT_STYLE: Final = ("#d6453d", "#2f9e44", "#4080e0", "#b58900")
CUBE: Final = ("▲", "●", "■", "◆")
ABILITY_SIGN: Final = {
    "assassin": "†",
    "conspiracy": "⇄",
    "nationalism": "⚑",
    "seduction": "♥",
    "diplomacy": "□",
}
PROTECTED: Final = ABILITY_SIGN["diplomacy"]  # the white cube
WOMAN: Final = "♀"
POINTS: Final = "★"
VEIL: Final = "▒"  # Top Secret, or face down
OUTER: Final = "→"
NOW: Final = "▶"  # who decides, which board is resolved, which tile acts
PEEK_SIGN: Final = dict(zip(PEEK_IDS, ("", "◎", "◎+", "◎*")))
PEEK_WORDS: Final = (_("peeks on this board"), _("peeks here or next door"), _("peeks on any board"))
SPECIAL_WORDS: Final = {
    "no-assassin": _("no Assassin"),
    "british": _("GB +1"),
    "open": _("all open"),
    "german": _("DE +1"),
    "outer": _("all outer"),
    "dice": _("dice"),
    "sacrifice": _("weakest loses one"),
    "four-spaces": _("four spaces"),
}
MISSION_WORDS: Final = {
    "ability": _("most such symbols in hand"),
    "flag": _("most tiles of this flag in hand"),
    "women": _("most women in hand"),
    "strength": _("most strength in hand"),
    "many-flags": _("most different flags of six"),
}
ABILITY_CLAUSES: Final = {
    "assassin": ("EST-8.1",),
    "conspiracy": ("EST-8.2",),
    "nationalism": ("EST-8.3", "EST-8.4"),
    "seduction": ("EST-8.5", "EST-8.7"),
    "diplomacy": ("EST-8.8", "EST-8.9"),
}
VERB_CLAUSES: Final = {
    "peek": ("EST-5.7", "EST-5.8"),
    "assassinate": ABILITY_CLAUSES["assassin"],
    "seduce": ABILITY_CLAUSES["seduction"],
    "mark": ABILITY_CLAUSES["diplomacy"],
    "conspire": ABILITY_CLAUSES["conspiracy"],
    "discard": ("EST-10.2", "EST-10.4"),
}

BOARDS_IN_ROW: Final = 3
NARROWEST_CELL, WIDEST_CELL = 8, 16
BORDERS: Final = 3 * BOARDS_IN_ROW + BOARDS_IN_ROW - 1  # columns of a row of boards that are no cells
TILE_WIDTHS: Final = (16, 2, 1, 2, 3)  # name, flag, strength, points, woman and abilities
NUMBER_WIDTH: Final = 3

View = Mapping[str, Any]


def legend(translate: Translate, game: Game) -> RenderableType:
    """What the signs of the sketch mean."""
    assert isinstance(game, Estoril)
    return _Legend(translate, game.box)


def sketch(view: View, translate: Translate, game: Game, numbers: dict[str, int]) -> RenderableType:
    """The whole table as a seat, or a spectator, sees it."""
    assert isinstance(game, Estoril)
    table, box = view["table"], game.box
    parts: list[RenderableType] = []
    if view["outcome"] is None:
        parts.append(_section(_phase(table, translate)))
    if _occupied(table):
        grid = _Grid(view, translate, box, _placing(numbers))
        parts += [grid, _Legend(translate, box)]
    parts += [_missions(view, translate, box), _players(view, translate, box)]
    if table.get("hand") and view["outcome"] is None:
        parts += [_section(translate(_("Your hand"))), _Hand(view, translate, box, numbers)]
    if view["asked"] and "top" in view["asked"]:
        parts.append(_top_of_pile(view["asked"]["top"], translate, box))
    return Group(*parts)


def clauses(fields: Mapping[str, str], game: Game) -> list[str]:
    """What the rules say about a choice: the tile's abilities, the space, the board."""
    assert isinstance(game, Estoril)
    if fields["verb"] != "place":
        return list(VERB_CLAUSES.get(fields["verb"], ()))
    box = game.box
    space = w.SPACE_IDS.index(fields["space"])
    found = ["EST-5.4"] if box.top_secret[space] else []
    if box.peek[space] != NO_PEEK:
        found += ["EST-5.6", "EST-5.7"]
    for ability in box.tiles[box.ids.index(fields["tile"])]["abilities"]:
        found += ABILITY_CLAUSES[ability]
    return [*found, f"EST-9.{fields['space'].partition('.')[0]}"]


def _placing(numbers: dict[str, int]) -> set[str]:
    """The spaces where you may place a tile now."""
    return {name.split()[2] for name in numbers if name.startswith("place ")}


def _occupied(table: View) -> bool:
    """Whether any tile lies on the boards; they are empty at the end of a round."""
    boards = table["boards"]
    return any(place["face"] for board in boards for place in (board["reward"], *board["spaces"]))


def _phase(table: View, translate: Translate) -> str:
    if table["resolving"] is None:
        said = translate(_("Estoril, round {round} of {last}"))
    else:
        said = translate(_("Estoril, round {round} of {last}: {board} is resolved"))
    board = w.BOARD.title((table["resolving"] or 1) - 1, translate)
    return said.format(round=table["round"], last=table["rounds"], board=board)


# -- the boards ----------------------------------------------------------------------------------------------


class _Grid:
    """The six boards, two by three, each turned as it lies; as wide as the terminal allows."""

    def __init__(self, view: View, translate: Translate, box: Box, placing: set[str]) -> None:
        self.table = view["table"]
        self.acting: str | None = (view["asked"] or {}).get(
            "space"
        )  # whose tile peeks, or uses its abilities
        self.translate = translate
        self.box = box
        self.placing = placing  # the spaces where you may place a tile now
        self.width = WIDEST_CELL

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fitting = (options.max_width - BORDERS) // (2 * BOARDS_IN_ROW)
        self.width = max(NARROWEST_CELL, min(WIDEST_CELL, fitting))
        boards = self.table["boards"]
        for first in range(0, len(boards), BOARDS_IN_ROW):
            drawn = [self.board(board) for board in boards[first : first + BOARDS_IN_ROW]]
            for line in zip(*drawn):
                yield Text(" ", no_wrap=True).join(line)

    def board(self, board: View) -> list[Text]:
        """The lines of a board: number and name above, its cells as they lie, its special rule below."""
        number = board["board"]
        title = f"{number} {self.translate(board['name'])}"
        resolving = number == self.table["resolving"]
        if resolving:
            title = f"{NOW} {title}"
        style = "bold reverse" if resolving else "bold"
        special = self.translate(SPECIAL_WORDS[self.box.boards[number - 1]["special"]])
        cells = {(space["cell"][0] % 2, space["cell"][1] % 2): self.space(space) for space in board["spaces"]}
        reward = board["reward"]
        between = Text("─" * self.width + "┼" + "─" * self.width)
        if reward["cell"] is None:
            between = self.reward_between(reward)
        else:
            cells[reward["cell"][0] % 2, reward["cell"][1] % 2] = self.reward(reward)
        upper, lower = (
            [Text.assemble("┃", left, "│", right, "┃") for left, right in zip(cells[row, 0], cells[row, 1])]
            for row in (0, 1)
        )
        return [
            self.edge("┏", Text(f" {title} ", style=style), "┓"),
            *upper,
            Text.assemble("┠", between, "┨"),
            *lower,
            self.edge("┗", Text(f" {special} ", style="italic"), "┛"),
        ]

    def edge(self, left: str, words: Text, right: str) -> Text:
        """The upper or lower edge of a board, with words in it."""
        length = 2 * self.width + 1
        words.truncate(length - 2, overflow="ellipsis")
        return Text.assemble(left, "━", words, "━" * (length - 1 - words.cell_len), right)

    def space(self, space: View) -> list[Text]:
        """The lines of a deployment space: what is printed on it while it is free, else who stands there."""
        numeral = space["place"].partition(".")[2]
        mark = Text(f"{OUTER if space['outer'] else ' '}{numeral}")
        if space["place"] == self.acting:
            mark = Text(f"{NOW}{numeral}", style="bold reverse")
        if space["face"] is not None:
            return self.occupied(space, mark)
        if self.placing:
            mark.stylize("bold" if space["place"] in self.placing else "dim")
        signs = [PEEK_SIGN[space["peek"]], VEIL if space["top_secret"] else ""]
        return [self.ends(mark, signs), self.fit(Text()), self.fit(Text())]

    def occupied(self, space: View, mark: Text) -> list[Text]:
        """The lines of a space with a tile: its bonus and its protection, whose it is, who it is."""
        bonus = 0 if space["tile"] is None else space["strength"] - self.tile(space)["strength"]
        signs = [f"{bonus:+}" if bonus else "", PROTECTED if space["marked"] else ""]
        name, facts = self.face(space, space["strength"], space["seduced"])
        seat = w.SEAT.index[space["seat"]]
        gap = " " if space["face"] == "up" else ""
        cube = Text(f"{CUBE[seat]}{gap}", style=SEAT_STYLE[seat])
        name.style = SEAT_STYLE[seat]
        if space["tile"] is None:
            facts.style = SEAT_STYLE[seat]
        return [self.ends(mark, signs), self.fit(cube + name), facts]

    def reward(self, reward: View) -> list[Text]:
        """The lines of a reward space."""
        mark = Text(" " + self.translate(_("reward")), style="italic")
        name, facts = self.face(reward)
        name.style = "dim" if reward["tile"] is None else "bold"
        if reward["tile"] is None:
            facts.style = "dim"
        indent = " " if name.cell_len < self.width else ""  # a long name needs the column
        return [self.fit(mark), self.fit(Text(indent) + name), facts]

    def reward_between(self, reward: View) -> Text:
        """The reward of the Museum, which lies in the middle of four spaces."""
        length = 2 * self.width + 1
        text = Text()
        if reward["tile"] is not None:
            tile = self.tile(reward)
            veil = VEIL if reward["face"] == "down" else ""
            name = veil + self.translate(tile["name"])
            text = Text.assemble(" ", (name, "bold"), " ", _facts(tile, tile["strength"]), " ")
        elif reward["face"] == "down":
            text = Text.assemble(" ", (VEIL * 6, "dim"), " ")
        said = Text(" " + self.translate(_("reward")), style="italic")
        if text and said.cell_len + text.cell_len <= length - 2:
            text = said + text
        text.truncate(length - 2, overflow="ellipsis")
        before = (length - text.cell_len) // 2
        return Text.assemble("─" * before, text, "─" * (length - before - text.cell_len))

    def face(self, entry: View, strength: int | None = None, seduced: bool = False) -> tuple[Text, Text]:
        """A tile as far as it can be seen, with a veil before its name while it lies face down."""
        if entry["face"] is None:
            return Text("–"), self.fit(Text())
        if entry["tile"] is None:
            return Text(VEIL * (self.width - 2)), self.fit(Text(" " + VEIL * (self.width - 2)))
        tile = self.tile(entry)
        veil = VEIL if entry["face"] == "down" else ""
        facts = _facts(tile, tile["strength"] if strength is None else strength, seduced)
        return Text(veil + self.translate(tile["name"])), self.fit(Text(" ") + facts)

    def tile(self, entry: View) -> View:
        """What the box says of the tile on a place."""
        return self.box.tiles[self.box.ids.index(entry["tile"])]

    def fit(self, text: Text) -> Text:
        """The text in a cell."""
        text.truncate(self.width, overflow="ellipsis", pad=True)
        return text

    def ends(self, left: Text, signs: list[str]) -> Text:
        """A text at the left end of a cell, signs at its right end, all in the style of the text."""
        right = Text(" ".join(filter(None, signs)), style="bold")
        right.highlight_words([VEIL], "dim not bold")
        gap = " " * max(1, self.width - left.cell_len - right.cell_len)
        return self.fit(left + Text(gap) + right)


def _facts(tile: View, strength: int, seduced: bool = False) -> Text:
    """Flag, strength, points, woman and abilities on as few columns as possible."""
    text = Text(f"{tile['flag']} ").append(str(strength), style="bold").append(f" {POINTS}{tile['vp']} ")
    return text.append(_signs(tile, seduced))


def _signs(tile: View, seduced: bool = False) -> Text:
    """Woman and abilities; those of a seduced tile are ignored, and struck out."""
    text = Text(WOMAN if tile["woman"] else "")
    abilities = "".join(ABILITY_SIGN[ability] for ability in tile["abilities"])
    return text.append(abilities, style="strike dim" if seduced else "")


class _Legend:
    """What the signs on the boards mean; a sign stays with its words."""

    def __init__(self, translate: Translate, box: Box) -> None:
        somebody = translate(box.tiles[0]["name"])
        entries = [(OUTER, _("outer space")), (VEIL, _("Top Secret, face down"))]
        entries += [(f"{VEIL}{somebody}", _("you know this one"))]
        entries += zip(list(PEEK_SIGN.values())[1:], PEEK_WORDS)
        entries += [(f"PT 2 {POINTS}1", _("flag, strength, points")), (WOMAN, _("woman"))]
        self.entries = [f"{sign} {translate(words)}" for sign, words in entries]
        for number, ability in enumerate(w.ABILITY_IDS[1:], 1):
            self.entries.append(f"{ABILITY_SIGN[ability]} {w.ABILITY.title(number, translate)}")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = ""
        for entry in self.entries:
            if line and cell_len(line + entry) + 3 > options.max_width:
                yield Text(line, style="dim")
                line = ""
            line += f" · {entry}" if line else entry
        yield Text(line, style="dim")


# -- the missions --------------------------------------------------------------------------------------------


def _missions(view: View, translate: Translate, box: Box) -> RenderableType:
    """The missions as far as they are known, and how much of each those have whose tiles are known."""
    table = view["table"]
    owned = dict(_owned(view))
    rows = _rows(header=False)
    for mission in table["missions"]:
        rows.add_row("", *_mission(mission, table, owned, translate, box))
    for secret in table.get("secret_missions", ()):
        beside = Text(" ").join(_cube(seat) for seat in secret["between"])
        rows.add_row(beside, *_mission(secret["mission"], table, owned, translate, box))
    for player in table["players"]:
        if player.get("agenda"):
            said = Text(translate(_("agenda")) + " ").append(_cube(player["seat"]))
            rows.add_row(said, *_agenda(player["agenda"], translate, box))
    return _section(translate(_("Missions")), rows)


def _owned(view: View) -> Iterator[tuple[str, list[str]]]:
    """The tiles of each seat, where they are known: in hand and on the boards."""
    table = view["table"]
    for player in table["players"]:
        if "owns" in player:
            yield player["seat"], player["owns"]
        elif player["seat"] == view["you"]:
            spaces = [space for board in table["boards"] for space in board["spaces"]]
            placed = [space["tile"] for space in spaces if space["seat"] == view["you"]]
            yield player["seat"], [*table["hand"], *placed]


def _mission(
    id: str | None, table: Mapping[str, Any], owned: Mapping[str, list[str]], translate: Translate, box: Box
) -> list[RenderableType]:
    """Value, name, what counts, and who has how much of it."""
    if id is None:
        return ["?", Text(VEIL * 6, style="dim"), translate(_("only its neighbours know this"))]
    number = box.mission_ids.index(id)
    mission = box.missions[number]
    counts = [_cube(seat).append(f" {_count(number, tiles, box)}") for seat, tiles in owned.items()]
    return [
        f"{table['mission_vp'][id]} {POINTS}",
        Text(translate(mission["name"]), style="bold"),
        _counting(mission, translate(MISSION_WORDS[mission["kind"]])),
        Text("  ").join(counts),
    ]


def _agenda(id: str, translate: Translate, box: Box) -> list[RenderableType]:
    """The same of a secret agenda; how much it scores depends on the edition, and is left to the end."""
    mission = box.missions[box.mission_ids.index(id)]
    words = translate(_("a point for each, in hand and discarded"))
    return [f"1 {POINTS}", Text(translate(mission["name"]), style="bold"), _counting(mission, words)]


def _counting(mission: View, words: str) -> Text:
    return Text.assemble((_symbol(mission), "bold"), words)


def _symbol(mission: View) -> str:
    """What is printed on a mission; the one for strength needs no sign."""
    if mission["kind"] == "ability":
        return f"{ABILITY_SIGN[mission['symbol']]} "
    if mission["kind"] == "women":
        return f"{WOMAN} "
    return "".join(f"{flag} " for flag in mission.get("flags", ()))


def _count(mission: int, names: Iterable[str], box: Box) -> int:
    """How much of a mission's symbol these tiles show (EST-10.7 to EST-10.11)."""
    tiles = [tile for tile in map(box.ids.index, names) if box.worth[mission][tile]]
    if mission == box.flags_mission:
        return len({box.flag[tile] for tile in tiles})
    return sum(box.worth[mission][tile] for tile in tiles)


# -- the players ---------------------------------------------------------------------------------------------


def _players(view: View, translate: Translate, box: Box) -> RenderableType:
    """A line for each seat, with the tiles that it owns where everybody is told."""
    table = view["table"]
    owned = "owns" in table["players"][0]
    rows = _rows()
    for heading in (_("seat"), _("cubes"), _("hand"), *([_("tiles")] if owned else []), _("discards")):
        rows.add_column(translate(heading))
    for player in table["players"]:
        seat = w.SEAT.index[player["seat"]]
        rows.add_row(
            _seat(player["seat"], view, translate),
            Text(CUBE[seat] * player["cubes"], style=SEAT_STYLE[seat]),
            str(player["hand"]),
            *([_names(player["owns"], translate, box)] if owned else []),
            _discards(player["discards"], translate, box),
        )
    beside = () if view["outcome"] else _beside(table, translate, box)
    return _section(translate(_("Players")), rows, *beside)


def _seat(name: str, view: View, translate: Translate) -> Text:
    """A seat; whether it decides now, whether it is you, whether it is the first player."""
    seat = w.SEAT.index[name]
    text = Text(f"{NOW} " if name in view["deciders"] else "  ")
    text.append(f"{CUBE[seat]} {w.SEAT.title(seat, translate)}", style=SEAT_STYLE[seat])
    if name == view["you"]:
        text.append(" " + translate(_("(you)")), style="bold")
    if name == view["table"]["first"]:
        text.append(" " + translate(_("first")), style="italic")
    return text


def _cube(name: str) -> Text:
    seat = w.SEAT.index[name]
    return Text.assemble((CUBE[seat], SEAT_STYLE[seat]))


def _names(tiles: Iterable[str], translate: Translate, box: Box) -> str:
    return ", ".join(_name(tile, translate, box) for tile in tiles)


def _discards(tiles: list[str], translate: Translate, box: Box) -> str:
    """How many, which is what they score, and which (EST-10.2)."""
    return f"{len(tiles)}: {_names(tiles, translate, box)}" if tiles else "–"


def _name(tile: str, translate: Translate, box: Box) -> str:
    return translate(box.tiles[box.ids.index(tile)]["name"])


def _beside(table: View, translate: Translate, box: Box) -> Iterator[Text]:
    """What lies beside the boards: those that sit out, the pile, who is lost for good."""
    boards = ", ".join(translate(box.boards[number - 1]["name"]) for number in table["sitting_out"])
    yield _fact(translate(_("Boards that sit out:")), boards)
    yield _fact(translate(_("Tiles in the pile:")), str(table["pile"]["size"]))
    if table["pile"]["known"]:
        known = (
            f"{place['from_top']}. {_name(place['tile'], translate, box)}" for place in table["pile"]["known"]
        )
        yield _fact(translate(_("You know of the pile:")), ", ".join(known))
    if table["removed"]:
        yield _fact(translate(_("Lost at Hell’s Mouth:")), _names(table["removed"], translate, box))


def _fact(said: str, what: str) -> Text:
    return Text.assemble((said, "dim"), " ", what)


# -- the hand ------------------------------------------------------------------------------------------------


class _Hand:
    """Your tiles, each with all its numbers, and what to type to place it on a space or to discard it.

    Where there are more free spaces than a line has room for, the tiles are listed again for the rest.
    """

    def __init__(self, view: View, translate: Translate, box: Box, numbers: dict[str, int]) -> None:
        self.hand: list[str] = view["table"]["hand"]
        self.chosen: list[str] = (view["asked"] or {}).get("chosen", [])
        self.translate = translate
        self.box = box
        self.numbers = numbers
        self.spaces = sorted(_placing(numbers), key=w.SPACE_IDS.index)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.spaces:
            yield self.roster()
            return
        room = options.max_width - sum(TILE_WIDTHS) - len(TILE_WIDTHS)
        fitting = max(1, room // (NUMBER_WIDTH + 1))
        for first in range(0, len(self.spaces), fitting):
            yield self.matrix(self.spaces[first : first + fitting])

    def roster(self) -> Table:
        """The tiles with their abilities in words."""
        rows = _rows()
        for heading in ("", _("tile"), _("flag"), _("strength"), _("points"), _("abilities")):
            rows.add_column(self.translate(heading) if heading else "")
        for id in self.hand:
            tile = self.box.tiles[self.box.ids.index(id)]
            number = self.numbers.get(f"discard {id}")
            mark = "✗" if id in self.chosen else "" if number is None else f"{number:>2}"
            name = Text(self.translate(tile["name"]), style="strike" if id in self.chosen else "bold")
            strength, points = Text(str(tile["strength"]), style="bold"), f"{POINTS}{tile['vp']}"
            rows.add_row(Text(mark, style="bold"), name, tile["flag"], strength, points, self.abilities(tile))
        return rows

    def abilities(self, tile: View) -> Text:
        """What a tile can do, in words."""
        words = [WOMAN + " " + self.translate(_("woman"))] if tile["woman"] else []
        for ability in tile["abilities"]:
            words.append(
                f"{ABILITY_SIGN[ability]} {w.ABILITY.title(w.ABILITY.index[ability], self.translate)}"
            )
        return Text(", ".join(words))

    def matrix(self, spaces: list[str]) -> Table:
        """A row for each tile, a column for each space."""
        rows = Table.grid(padding=(0, 1, 0, 0))
        for width in TILE_WIDTHS:
            rows.add_column(width=width, no_wrap=True)
        for _space in spaces:
            rows.add_column(width=NUMBER_WIDTH, justify="right", no_wrap=True)
        labels = [space.split(".") for space in spaces]
        where = Text(self.translate(_("board, space")), style="dim")
        rows.add_row(where, "", "", "", "", *(Text(board, style="bold") for board, _numeral in labels))
        rows.add_row("", "", "", "", "", *(Text(numeral, style="dim") for _board, numeral in labels))
        for id in self.hand:
            tile = self.box.tiles[self.box.ids.index(id)]
            name = Text(self.translate(tile["name"]), style="bold")
            strength, points = Text(str(tile["strength"]), style="bold"), f"{POINTS}{tile['vp']}"
            moves = [str(self.numbers.get(f"place {id} {space}", "·")) for space in spaces]
            rows.add_row(name, tile["flag"], strength, points, _signs(tile), *moves)
        return rows


def _top_of_pile(id: str, translate: Translate, box: Box) -> RenderableType:
    """What a conspirator sees while it decides."""
    tile = box.tiles[box.ids.index(id)]
    text = Text.assemble((translate(tile["name"]), "bold"), " ", _facts(tile, tile["strength"]))
    return _section(translate(_("The top of the pile")), text)


# -- the frame -----------------------------------------------------------------------------------------------


def _rows(header: bool = True) -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=header)


def _section(title: str, *parts: RenderableType) -> RenderableType:
    return Group(Rule(Text(title, style="bold"), align="left", style="dim"), *parts)
