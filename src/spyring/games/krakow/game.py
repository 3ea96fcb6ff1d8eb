"""The game of Kraków, for the rest of the program."""

from typing import Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.encoding import Encoding
from spyring.engine.errors import BadPosition
from spyring.engine.forecast import Forecast
from spyring.engine.i18n import _
from spyring.engine.kinds import TEAMS
from spyring.engine.notation import Domain
from spyring.engine.options import Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.question import Question
from spyring.engine.reason import Reason
from spyring.engine.secret_answers import longest_answer
from spyring.games.krakow import box as boxes
from spyring.games.krakow import determinize, forecast, position, questions, scoring, view
from spyring.games.krakow import words as w
from spyring.games.krakow.config import Config
from spyring.games.krakow.encoding import KrakowEncoding
from spyring.games.krakow.generated import Table
from spyring.games.krakow.rules import FRAMES
from spyring.games.krakow.rules.gold import divide_gold
from spyring.games.krakow.rules.trick import ANSWER, LEAD
from spyring.games.krakow.rules.year import PLAY_SEASON, SCORE_YEAR, BeginGame
from spyring.games.krakow.strategy import KrakowStrategy

PARTS: Final = {"own": _("own points"), "group": _("points of the group")}


class Krakow(BoxedGame[Table]):
    """Four seats, two teams; the length and the rulings of the ledger are options."""

    def unpack_box(self, text: str) -> None:
        self.box = boxes.read(text)
        self.name = "krakow"
        self.title = _("Kraków 1325 AD")
        self.kind = TEAMS
        self.ledger = "KRK"
        self.end_clause = "KRK-14.1"
        self.rules_version = 2
        self.box_name = self.box.name
        self.seats = (w.SEATS,)
        self.options = w.OPTIONS
        card = Domain("card", tuple(self.box.ids), tuple(str(entry["name"]) for entry in self.box.cards))
        self.moves = w.move_book(card=card)
        self.events = w.event_book(card=card)
        self.refusals = w.refusal_book()
        self.strategy = KrakowStrategy()
        self.frames = {frame.__name__: frame for frame in FRAMES}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Table:
        table = Table(self, seats, Config(self.box, options))
        table.clear()
        return table

    def set_up(self, state: Table) -> None:
        state.push(BeginGame())

    def public(self, state: Table) -> Json:
        return view.public(state)

    def private(self, state: Table, seat: int) -> Json:
        return view.private(state, seat)

    def forecast(self, view: Json) -> list[Forecast]:
        return forecast.forecast(self.box, view)

    def make_encoding(self) -> Encoding[Table]:
        return KrakowEncoding(self, self.box)

    def outcome(self, state: Table) -> Outcome:
        return scoring.outcome(state)

    def tie_breaker(self, state: Table, ahead: int, behind: int) -> Reason | None:
        return scoring.tie_breaker(state, ahead, behind)

    def part_name(self, part: str) -> str:
        return PARTS.get(part, part)

    def verdict(self, state: Table, outcome: Outcome, seat: int) -> list[Reason]:
        return scoring.verdict(state, outcome, seat)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return w.SEAT_IDS

    def teams(self, seats: int) -> tuple[int, ...]:
        return (0, 1, 0, 1)

    def talk(self, state: Table) -> str:
        allowed = view.talk(state)
        return "free" if allowed == "partners_private" else allowed

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        """A year has 28 tricks of four cards, at most 13 choices for specials, and the two discards of Black
        Death. There is less gold than cubes.
        """
        gold = longest_answer(2 * boxes.CUBES) + (w.SEATS - 1) * longest_answer(0)
        return w.Options(options).years * (28 * 4 + 13 + 2 * longest_answer(1) + gold)

    def determinize(self, state: Table, seat: int) -> None:
        determinize.determinize(state, seat)

    def questions(self, state: Table, seat: int) -> list[Question]:
        return questions.questions(state, seat)

    def complete(self, state: Table, read: Reader) -> None:
        position.complete(state, read)

    def census(self, state: Table) -> dict[str, int]:
        return position.census(state)

    def components(self, seats: int) -> dict[str, int]:
        return position.components(self.box)

    def box_facts(self) -> object:
        return self.box.facts()

    def resume(self, state: Table) -> None:
        """A scenario is in the middle of a season, or at the year's end."""
        if state.season == w.SEASONS:
            state.push(SCORE_YEAR)
            state.push(divide_gold())
            return
        state.push(PLAY_SEASON)
        if state.trick:
            state.push(ANSWER)
        elif state.tricks < self.box.tricks:
            state.push(LEAD)

    def validate(self, state: Table) -> None:
        super().validate(state)
        if len(state.trick) >= w.SEATS:
            raise BadPosition("The trick has four cards already; an open trick has at most three.")
        for number, seat in enumerate(w.SEAT_IDS if state.season < w.SEASONS else ()):
            played = (number - state.leader) % w.SEATS < len(state.trick)
            needed = self.box.tricks - state.tricks - (1 if played else 0)
            if state.stack and len(state.hands[number]) < needed:
                raise BadPosition(f"{seat} has {len(state.hands[number])} cards for {needed} more tricks.")


GAME: Final = Krakow()
