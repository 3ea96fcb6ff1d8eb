"""Estoril as the rest of the program knows it."""

from typing import Any, Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.encoding import Encoding
from spyring.engine.errors import BadOption, BadPosition
from spyring.engine.forecast import Forecast
from spyring.engine.kinds import FREE_FOR_ALL
from spyring.engine.options import Option, Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.seats import PUBLIC
from spyring.engine.secret import longest_answer
from spyring.engine.words import _
from spyring.games.estoril import box as boxes
from spyring.games.estoril import notation, scoring, standing, view
from spyring.games.estoril.encoding import EstorilEncoding
from spyring.games.estoril.grid import PLACES_OF, REWARD, Sites
from spyring.games.estoril.notation import PLACE_LABELS
from spyring.games.estoril.rules import FRAMES
from spyring.games.estoril.rules.deployment import DEPLOY, Deploy, next_turn
from spyring.games.estoril.rules.resolution import (
    RESOLVE_BOARD,
    RESOLVE_BOARDS,
    Award,
    ResolveBoard,
    ResolveBoards,
)
from spyring.games.estoril.rules.rounds import END_ROUND, BeginGame
from spyring.games.estoril.strategy import EstorilStrategy
from spyring.games.estoril.table import Agreement, Table, components

ON_OFF: Final = ("off", "on")
ON_OFF_TITLES: Final = (_("off"), _("on"))

OPTIONS: Final = (
    Option(
        "edition",
        ("english", "polish"),
        "english",
        _("Which rulebook decides where the two differ."),
        "EST-11.12",
        title=_("Rulebook"),
        titles=(_("English"), _("Polish")),
    ),
    Option(
        "secret_missions",
        ON_OFF,
        "off",
        _("Missions between neighbours, for three or four seats."),
        "EST-11.1",
        title=_("Secret missions"),
        titles=ON_OFF_TITLES,
    ),
    Option(
        "recruiting_agenda",
        ON_OFF,
        "off",
        _("A secret agenda for each seat."),
        "EST-11.5",
        title=_("Secret agendas"),
        titles=ON_OFF_TITLES,
    ),
    Option(
        "second_place",
        ON_OFF,
        "off",
        _("Whether second places score in missions, too."),
        "EST-11.9",
        title=_("Second places"),
        titles=ON_OFF_TITLES,
    ),
    Option(
        "second_place_rounding",
        ("edition", "up", "down"),
        "edition",
        _("How divided points are rounded when second places score."),
        "EST-R4",
        title=_("Rounding of divided points"),
        titles=(_("as the rulebook says"), _("up"), _("down")),
    ),
    Option(
        "agenda_starters",
        ("edition", "no", "yes"),
        "edition",
        _("Whether starting tiles score for an agenda."),
        "EST-R5",
        title=_("Starting tiles and agendas"),
        titles=(_("as the rulebook says"), _("do not score"), _("score")),
    ),
    Option(
        "agenda_many_flags",
        ("edition", "per_kind", "per_tile"),
        "edition",
        _("Whether the many-flags agenda counts kinds of flags or every flag."),
        "EST-R6",
        title=_("Many-flags agenda"),
        titles=(_("as the rulebook says"), _("once for each flag"), _("every tile")),
    ),
    Option(
        "no_legal_space",
        ("any_free", "skip"),
        "any_free",
        _("What a seat does that has neither an outer space nor one beside its tiles."),
        "EST-R1",
        title=_("Without a legal space"),
        titles=(_("any free space"), _("skips the turn")),
    ),
    Option(
        "cubes",
        ("6-4-3", "6-5-4"),
        "6-4-3",
        _("Cubes of each seat with two, three and four seats."),
        "EST-R2",
        title=_("Cubes"),
    ),
    Option(
        "strength_mission_vp",
        (6, 8),
        6,
        _("What the strength mission is worth."),
        "EST-R3",
        title=_("Strength mission"),
    ),
    Option(
        "nationalism_timing",
        ("snapshot", "at_comparison"),
        "snapshot",
        _("Whether compatriots are counted at the tile's own turn or when strengths are compared."),
        "EST-R10",
        title=_("Nationalism"),
        titles=(_("at the tile’s own turn"), _("when strengths are compared")),
    ),
    Option(
        "assassin_self",
        ("no", "yes"),
        "no",
        _("Whether an assassin may choose itself."),
        "EST-R13",
        title=_("Assassin chooses itself"),
        titles=(_("no"), _("yes")),
    ),
    Option(
        "diplomacy_markers",
        ("unlimited", "5"),
        "unlimited",
        _("How many white cubes there are."),
        "EST-R25",
        title=_("White cubes"),
        titles=(_("unlimited"), _("five")),
    ),
    Option(
        "mission_zero",
        ("none", "shared"),
        "none",
        _("Who scores a mission of which nobody has anything."),
        "EST-R33",
        title=_("Missions of nobody"),
        titles=(_("nobody"), _("shared by all")),
    ),
    Option(
        "peek_memory",
        ("keep", "once"),
        "keep",
        _("Whether the table keeps showing you what you peeked at."),
        "EST-R37",
        title=_("Memory of peeks"),
        titles=(_("kept"), _("only once")),
    ),
    Option(
        "hand_aid",
        ON_OFF,
        "off",
        _("Whether the table lists which tiles each seat owns."),
        "EST-R44",
        title=_("List of tiles"),
        titles=ON_OFF_TITLES,
    ),
)


class Estoril(BoxedGame[Table]):
    """Two to four seats, each for itself; variants and rulings of the ledger are options."""

    def unpack_box(self, text: str) -> None:
        self.box = boxes.read(text)
        self.name = "estoril"
        self.title = _("City of Spies: Estoril 1942")
        self.kind = FREE_FOR_ALL
        self.ledger = "EST"
        self.end_clause = "EST-10.1"
        self.rules_version = 2
        self.box_name = self.box.name
        self.seats = (2, 3, 4)
        self.options = OPTIONS
        self.sites = Sites(self.box)
        self.ready = notation.ReadyMoves(self.box)
        self.moves = notation.moves(self.box)
        self.events = notation.events(self.box)
        self.strategy = EstorilStrategy()
        self.frames = {frame.__name__: frame for frame in FRAMES}

    def chosen(self, seats: int, given: dict[str, Any]) -> dict[str, Value]:
        options = super().chosen(seats, given)
        if options["secret_missions"] == "on" and seats == 2:
            raise BadOption(_("Option secret_missions is for three or four seats [EST-11.1]."))
        return options

    def lay(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Table:
        table = Table(self, seats, Agreement(self.box, self.sites, self.ready, seats, options))
        table.clear()
        return table

    def open(self, state: Table) -> None:
        state.push(BeginGame())

    def look(self, state: Table, seat: int) -> Json:
        return view.look(state, seat)

    def forecast(self, view: Json) -> list[Forecast]:
        return standing.forecast(self.box, view)

    def encoded(self) -> Encoding[Table]:
        return EstorilEncoding(self, self.box)

    def judge(self, state: Table) -> Outcome:
        return scoring.judge(state)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return boxes.COLOUR_IDS[:seats]

    def longest(self, seats: int, options: dict[str, Value]) -> int:
        """Every placement may bring a peek, and four choices for the two symbols of the tile.

        Besides, a round has at most one loss at Hell's Mouth, and six discards for its six rewards, divided
        among the seats.
        """
        cubes = int(str(options["cubes"]).split("-")[seats - 2])
        discards = longest_answer(boxes.IN_GRID) + (seats - 1) * longest_answer(0)
        return boxes.ROUNDS * (seats * cubes * (2 + 4) + 1 + discards)

    def components(self, seats: int) -> dict[str, int]:
        return components(self.box, seats)

    def box_facts(self) -> object:
        return self.box.facts()

    def resume(self, state: Table) -> None:
        """A scenario is in the middle of the deployment, or at a board's turn."""
        state.push(END_ROUND)
        if state.board < 0:
            state.turn = next_turn(state, int(state.turn) - 1)
            state.push(DEPLOY)
        else:
            state.push(RESOLVE_BOARDS)
            state.push(RESOLVE_BOARD)

    def examine(self, state: Table) -> None:
        super().examine(state)
        for seat in range(int(state.seats)):
            foreign = [
                tile
                for tile in state.owned(seat)
                if tile < boxes.STARTING_TILES and tile // boxes.STARTERS != seat
            ]
            if foreign:
                raise BadPosition(
                    f"{boxes.COLOUR_IDS[seat]} has {self.box.ids[foreign[0]]}, a starter of another colour."
                )
        examine_boards(state)


def examine_boards(state: Table) -> None:
    """Rewards lie where they can still be won, and nowhere else; boards whose turn came lie face up."""
    doing = {type(frame) for frame in state.stack}
    if Deploy in doing:
        waiting = list(state.layout.boards)
    elif ResolveBoards in doing:
        waiting = [board for board in state.layout.boards if board > state.board]
        waiting += [int(state.board)] if ResolveBoard in doing or Award in doing else []
    else:
        waiting = []
    for board in range(boxes.BOARDS):
        there = state.tiles[REWARD + board] >= 0
        if there != (board in waiting):
            lies = (
                "has a reward that nobody can win" if there else "is still to be resolved, but has no reward"
            )
            raise BadPosition(f"Board {board + 1} {lies}.")
        if board <= state.board:
            for place in PLACES_OF[board]:
                tile = state.tiles[place]
                if tile >= 0 and state.known.seen[tile] != PUBLIC:
                    raise BadPosition(f"{PLACE_LABELS[place]} lies face down, but its board was turned up.")


GAME: Final = Estoril()
