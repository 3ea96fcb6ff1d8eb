"""The game of Estoril, for the rest of the program."""

from typing import Any, Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.encoding import Encoding
from spyring.engine.errors import BadOption, BadPosition
from spyring.engine.forecast import Forecast
from spyring.engine.i18n import _
from spyring.engine.kinds import FREE_FOR_ALL
from spyring.engine.notation import Domain
from spyring.engine.options import Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.question import Question
from spyring.engine.reason import Reason
from spyring.engine.seats import PUBLIC
from spyring.engine.secret_answers import longest_answer
from spyring.games.estoril import box as boxes
from spyring.games.estoril import determinize, forecast, position, questions, scoring, view
from spyring.games.estoril import words as w
from spyring.games.estoril.config import Config, ReadyMoves, cubes_each
from spyring.games.estoril.encoding import EstorilEncoding
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import PLACES_OF, REWARD, Sites
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
from spyring.games.estoril.tiles import owned


class Estoril(BoxedGame[Table]):
    """Two to four seats, each on its own; variants and rulings of the ledger are options."""

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
        self.options = w.OPTIONS
        self.sites = Sites(self.box)
        self.ready = ReadyMoves(self.box)
        # Tiles of different colours share names; the cube on a tile shows its colour.
        tile = Domain("tile", tuple(self.box.ids), tuple(str(tile["name"]) for tile in self.box.tiles))
        titles = tuple(str(mission["name"]) for mission in self.box.missions)
        self.moves = w.move_book(tile=tile)
        self.events = w.event_book(tile=tile, mission=Domain("mission", tuple(self.box.mission_ids), titles))
        self.refusals = w.refusal_book()
        self.strategy = EstorilStrategy()
        self.frames = {frame.__name__: frame for frame in FRAMES}

    def resolve_options(self, seats: int, given: dict[str, Any]) -> dict[str, Value]:
        options = super().resolve_options(seats, given)
        if w.Options(options).secret_missions and seats == 2:
            raise BadOption(_("Option secret_missions needs three or four players [EST-11.1]."))
        return options

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Table:
        table = Table(self, seats, Config(self.box, self.sites, self.ready, seats, options))
        table.clear()
        return table

    def set_up(self, state: Table) -> None:
        state.push(BeginGame())

    def view(self, state: Table, seat: int) -> Json:
        return view.table_view(state, seat)

    def forecast(self, view: Json) -> list[Forecast]:
        return forecast.forecast(self.box, view)

    def make_encoding(self) -> Encoding[Table]:
        return EstorilEncoding(self, self.box)

    def outcome(self, state: Table) -> Outcome:
        return scoring.outcome(state)

    def tie_breaker(self, state: Table, ahead: int, behind: int) -> Reason | None:
        return scoring.tie_breaker(state, ahead, behind)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return w.SEAT_IDS[:seats]

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        """Every placement may allow a peek, and four choices for the two symbols of the tile.

        A round also has at most one loss at Hell's Mouth, and six discards for its six rewards.
        """
        cubes = cubes_each(w.Options(options).cubes, seats)
        discards = longest_answer(boxes.IN_GRID) + (seats - 1) * longest_answer(0)
        return boxes.ROUNDS * (seats * cubes * (2 + 4) + 1 + discards)

    def determinize(self, state: Table, seat: int) -> None:
        determinize.determinize(state, seat)

    def questions(self, state: Table, seat: int) -> list[Question]:
        return questions.questions(state, seat)

    def entries(self, state: Table) -> Json:
        return position.entries(state)

    def complete(self, state: Table, read: Reader) -> None:
        position.complete(state, read)

    def census(self, state: Table) -> dict[str, int]:
        return position.census(state)

    def components(self, seats: int) -> dict[str, int]:
        return position.components(self.box, seats)

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

    def validate(self, state: Table) -> None:
        super().validate(state)
        for seat in range(int(state.seats)):
            foreign = [
                tile
                for tile in owned(state, seat)
                if tile < boxes.STARTING_TILES and tile not in self.box.starters(seat)
            ]
            if foreign:
                raise BadPosition(
                    f"{w.SEAT_IDS[seat]} has {self.box.ids[foreign[0]]}, a starter of another colour."
                )
        validate_boards(state)


def validate_boards(state: Table) -> None:
    """Rewards lie only where they can still be won; boards that had their turn are face up."""
    doing = {type(frame) for frame in state.stack}
    if Deploy in doing:
        waiting = list(state.layout.boards)
    elif ResolveBoards in doing:
        waiting = [board for board in state.layout.boards if board > state.board]
        waiting += [int(state.board)] if ResolveBoard in doing or Award in doing else []
    else:
        waiting = []
    for board in range(w.BOARDS):
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
                    raise BadPosition(f"{w.PLACE_IDS[place]} lies face down, but its board was turned up.")


GAME: Final = Estoril()
