"""The game of Spies!, for the rest of the program."""

from typing import Any, Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.encoding import Encoding
from spyring.engine.errors import BadPosition
from spyring.engine.forecast import Forecast
from spyring.engine.i18n import _
from spyring.engine.kinds import FREE_FOR_ALL
from spyring.engine.options import Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.question import Question
from spyring.engine.reason import Reason
from spyring.games.spies import box as boxes
from spyring.games.spies import determinize, forecast, position, questions, scoring, view
from spyring.games.spies import words as w
from spyring.games.spies.config import SHARES, Codes, Config
from spyring.games.spies.domains import SECRET, SPY
from spyring.games.spies.encoding import SpiesEncoding
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import eyes_of
from spyring.games.spies.places import ALL_SPIES, MAX_PARTS, OVER, SET_UP
from spyring.games.spies.rules import BEGIN_GAME, FRAMES, TURNS, frame_of
from spyring.games.spies.slots import Slots
from spyring.games.spies.strategy import SpiesStrategy

PAIRS: Final[dict[tuple[int, ...], str]] = {
    (0, 1): _("Germany and Italy"),
    (3, 4): _("France and Britain"),
}


class Spies(BoxedGame[Table]):
    """Two to five seats, always five nations; the rulings of the ledger are options."""

    def unpack_box(self, text: str) -> None:
        self.box = boxes.read(text)
        self.slots = Slots(self.box.data)
        self.last: Config | None = None  # of the last game
        self.name = "spies"
        self.title = _("Spies!")
        self.kind = FREE_FOR_ALL
        self.ledger = "SPY"
        self.end_clause = "SPY-17.1"
        self.rules_version = 2
        self.earlier = (1,)
        self.box_name = self.box.name
        self.seats = tuple(SHARES)
        self.options = w.OPTIONS
        box = self.box
        self.moves = w.move_book(spy=SPY, secret=SECRET, tile=box.tile, city=box.city, space=box.space)
        self.codes = Codes(self.box, self.moves)
        self.events = w.event_book(
            spy=SPY, secret=SECRET, tile=box.tile, city=box.city, space=box.space, face=box.face
        )
        self.refusals = w.refusal_book()
        self.strategy = SpiesStrategy()
        self.frames = {frame.__name__: frame for frame in FRAMES}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Table:
        table = Table(self, seats, self.config_for(seats, options))
        table.clear()
        return table

    def config_for(self, seats: int, options: dict[str, Value]) -> Config:
        """The settings of a game. The last ones are cached, because simulations play many equal games."""
        last = self.last
        if last is None or last.seats != seats or last.options != options:
            self.last = last = Config(self.box, self.codes, seats, options, self.rules_version)
        return last

    def set_up(self, state: Table) -> None:
        state.push(BEGIN_GAME)

    def view(self, state: Table, seat: int) -> Json:
        return view.table_view(state, seat)

    def forecast(self, view: Json) -> list[Forecast]:
        return forecast.forecast(self.box, view)

    def make_encoding(self) -> Encoding[Table]:
        return SpiesEncoding(self, self.box)

    def outcome(self, state: Table) -> Outcome:
        return scoring.outcome(state)

    def tie_breaker(self, state: Table, ahead: int, behind: int) -> Reason | None:
        return scoring.tie_breaker(state, ahead, behind)

    def verdict(self, state: Table, outcome: Outcome, seat: int) -> list[Reason]:
        return scoring.verdict(state, outcome, seat)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return tuple("-".join(w.NATION_IDS[nation] for nation in share) for share in SHARES[seats])

    def seat_titles(self, seats: int) -> tuple[str, ...]:
        titles = w.NATION.titles
        return tuple(titles[share[0]] if len(share) == 1 else PAIRS[share] for share in SHARES[seats])

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        """An upper bound on decisions.

        In a turn a hand only grows by the tile and by cashing, so a nation plays at most all chits and one
        for each secret. A poll asks at most five nations. It follows a chit, the fall of a chit, a search, a
        step into a city, a comparison (one for each Discovery, turned twice) or the cashing of a secret.
        Between two steps each own spy changes the status of each secret once (SPY-R67). Police move once,
        each secret is relieved once, and there are three talks with each of four opponents.
        """
        chits = sum(self.box.count) + w.SECRETS
        steps = w.SPIES * self.box.reach
        polls = 5 * chits + ALL_SPIES + steps + w.SECRETS
        secrets = (steps + 1) * w.SPIES * w.SECRETS
        police = 1 + 2 * w.POLICE + 2 * w.SECRETS
        searches = 1 + ALL_SPIES + steps + 2 * w.SECRETS
        talk = self.box.talks * (w.NATIONS - 1) * (3 + 2 * (MAX_PARTS + 2))
        turn = 2 + 3 * chits + w.NATIONS * polls + secrets + police + searches + talk + 2 * steps + chits
        placed = w.SECRETS + 2 * w.NATIONS * (w.POLICE + w.SPIES) + w.NATIONS
        return placed + w.YEARS * w.NATIONS * turn

    def determinize(self, state: Table, seat: int) -> None:
        determinize.determinize(state, eyes_of(state, seat))

    def questions(self, state: Table, seat: int) -> list[Question]:
        return questions.questions(state, eyes_of(state, seat))

    def complete(self, state: Table, read: Reader) -> None:
        position.complete(state, read)

    def census(self, state: Table) -> dict[str, int]:
        return position.census(state)

    def components(self, seats: int) -> dict[str, int]:
        return position.components(self.box)

    def box_data(self) -> dict[str, Any]:
        return self.box.data

    def box_facts(self) -> object:
        return self.box.facts()

    def resume(self, state: Table) -> None:
        """A scenario is at one of the steps of a turn."""
        if state.step in (SET_UP, OVER):
            raise BadPosition("This position has no stack, so it does not say what is being decided.")
        state.push(TURNS)
        state.push(frame_of(int(state.step)))


GAME: Final = Spies()
