"""The game of Season 0, for the rest of the program."""

from typing import Any, Final

from spyring.engine.boxed import NEWEST, BoxedGame
from spyring.engine.encoding import Encoding
from spyring.engine.errors import BadPosition
from spyring.engine.i18n import _
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.options import Option, Value, choose
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.question import Question
from spyring.engine.reason import Reason
from spyring.games.season0 import box as boxes
from spyring.games.season0 import determinize, position, questions, scoring, view
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NOT_CHOSEN
from spyring.games.season0.campaign.content import campaign
from spyring.games.season0.campaign.content import read as read_campaign
from spyring.games.season0.campaign.file import CampaignFile, load_campaign, new_campaign, require
from spyring.games.season0.config import Config, check_legacy
from spyring.games.season0.domains import books
from spyring.games.season0.encoding import Season0Encoding
from spyring.games.season0.generated import Table
from spyring.games.season0.places import Places
from spyring.games.season0.rules import FRAMES
from spyring.games.season0.rules.actions import TAKE_ACTION
from spyring.games.season0.rules.debrief import open_month
from spyring.games.season0.rules.group import Group
from spyring.games.season0.rules.setup import SetObjectives
from spyring.games.season0.rules.turn import MOP_UP_STEP
from spyring.games.season0.stickers import configure
from spyring.games.season0.strategy import Season0Strategy

# The most decisions in one turn; see Season0.max_game_length.
ACTION_DECISIONS: Final = 4 * (2 + boxes.ASSEMBLE_COST + 1 + 1)
HELD: Final = 16  # a hand, and what can enter it within a turn
PROPOSALS: Final = 2 * 2 * 3 * HELD + 1 + 3  # every card refused by every seat, and a concession
OPEN_POINTS: Final = 5 + 4 + 2 + 2 * 2  # steps, Threat cards, losses of step 1, two Escalations
GROUP_DECISIONS: Final = 35  # choices, readers, aliases, assets, upgrades
LOSSES: Final = 3 + 1 + 2  # surveillance, a weakness, a hand over its limit


def prologue_only(option: Option) -> Option:
    """The same option, without any campaigns."""
    if option.name != "campaign":
        return option
    values, titles = option.values[:1], option.titles[:1]
    texts = (option.help, option.clause, option.title)
    return Option(option.name, values, option.default, *texts, titles, option.since)


class Season0(BoxedGame[Table]):
    """Two to four seats together; the rulings of the ledger are options, the month comes with ``legacy``."""

    def __init__(self, text: str | None = None, edition: int = NEWEST) -> None:
        super().__init__(text, edition)
        without_campaigns = self.box.small or self.rules_version == 1  # SZ-D27; can_continue
        self.options = tuple(map(prologue_only, w.OPTIONS)) if without_campaigns else w.OPTIONS
        self.usual = choose(self.options, {})

    def unpack_box(self, text: str) -> None:
        self.box = boxes.read(text)
        self.places = Places()
        self.last: Config | None = None
        self.name = "season0"
        self.title = _("Pandemic Legacy: Season 0")
        self.kind = COOPERATIVE
        self.ledger = "SZ"
        self.end_clause = "SZ-14.5"
        self.rules_version = 2
        self.earlier = (1,)
        self.box_name = self.box.name
        self.seats = tuple(range(2, 1 + (len(self.box.officers) or w.MOST_SEATS)))
        self.moves, self.events = books(self.box)
        characters = tuple(str(entry["name"]) for entry in self.box.characters)
        self.nameable = (*characters, *w.NAME.titles)
        self.refusals = w.refusal_book()
        self.strategy = Season0Strategy()
        self.frames = {frame.__name__: frame for frame in FRAMES}

    def resolve_options(self, seats: int, given: dict[str, Any]) -> dict[str, Value]:
        """Cached without options, which is usual in simulations."""
        return choose(self.options, given) if given else self.usual.copy()

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Table:
        if self.box.small and legacy is not None:
            raise BadPosition("A small box holds the prologue, and no campaign [SZ-D27].")
        if not self.can_continue(options, legacy):
            raise BadPosition("A campaign cannot be played on under the first edition of the rules.")
        file = self._campaign(options, legacy)
        if legacy is not None:
            check_legacy(legacy, self.box)
        table = Table(self, seats, self.config_for(options, legacy if file is None else file.data))
        table.campaign = file
        table.clear()
        return table

    def can_continue(self, options: dict[str, Value], legacy: Json | None) -> bool:
        """Only the prologue of the first edition: months of a campaign fixed the whole cover track of an
        alias in advance, and wrote it into the campaign's file.
        """
        return self.rules_version > 1 or (legacy is None and w.Options(options).campaign == "none")

    def config_for(self, options: dict[str, Value], legacy: Json | None) -> Config:
        """The settings of a game. The last ones of a prologue are cached, because simulations play many."""
        if legacy is not None:
            return configure(self.box, options, legacy, self.rules_version)
        if self.last is None or self.last.options != options:
            self.last = configure(self.box, options, None, self.rules_version)
        return self.last

    def _campaign(self, options: dict[str, Value], legacy: Json | None) -> CampaignFile | None:
        """The campaign that continues or starts."""
        name = w.Options(options).campaign
        if isinstance(legacy, dict) and "campaign" in legacy:
            file = load_campaign(legacy, self.box)
            require(name in ("none", file.content.id), f"it is {file.content.id}, not {name}.")
            require(not file.over, "it is over.")
            return file
        return None if name == "none" or legacy is not None else new_campaign(name, self.box)

    def set_up(self, state: Table) -> None:
        if state.campaign is None:
            state.push(SetObjectives())
        else:
            open_month(state)

    def view(self, state: Table, seat: int) -> Json:
        return view.table_view(state, seat)

    def make_encoding(self) -> Encoding[Table]:
        return Season0Encoding(self, self.box)

    def outcome(self, state: Table) -> Outcome:
        return scoring.outcome(state)

    def verdict(self, state: Table, outcome: Outcome, seat: int) -> list[Reason]:
        return scoring.verdict(state, seat)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return w.SEAT_IDS[:seats]

    def validate_campaign(self, text: str) -> str:
        return read_campaign(text, self.box).name

    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        """A turn takes two of at most 58 cards, so there are at most 30 turns.

        Every action takes at most its own move, a choice, the cards it discards, an answer and a card over
        the limit. A game also has at most 8 incidents, each with a loss of three decisions for every seat,
        and the same again for its card. Every Event takes at most 8 decisions. In the setup every seat
        decides at most twice, and about every Event as often as proposals can be refused. A campaign turns up
        to nine story cards a month, with about thirty more decisions of the group.
        """
        turns = (w.CARDS + boxes.ESCALATIONS) // 2 + 1
        turn = ACTION_DECISIONS + PROPOSALS + 1 + (OPEN_POINTS + 1) * seats + 3 * LOSSES
        setup = 2 * seats + w.EVENTS * (seats + 1) * (seats + 1)
        incidents = (boxes.TOKENS + 1) * (2 * 3 * seats + 1)
        campaign = 9 + GROUP_DECISIONS * (seats + 1) * (seats + 1)
        return turns * turn + setup + incidents + campaign + 8 * w.EVENTS

    def determinize(self, state: Table, seat: int) -> None:
        determinize.determinize(state, seat)

    def questions(self, state: Table, seat: int) -> list[Question]:
        return questions.questions(state, seat)

    def read_first(self, state: Table, data: Json) -> None:
        position.read_first(state, data)

    def complete(self, state: Table, read: Reader) -> None:
        position.complete(state, read)

    def census(self, state: Table) -> dict[str, int]:
        return position.census(state)

    def legacy(self, state: Table) -> Json | None:
        return position.legacy(state)

    def chapter(self, options: dict[str, Value], legacy: Json | None) -> tuple[str, ...]:
        """The campaign and its month; empty for a single game."""
        name = w.Options(options).campaign
        month = w.PROLOGUE
        if isinstance(legacy, dict) and "campaign" in legacy:
            name, month = legacy["campaign"]["id"], w.MONTH_IDS.index(legacy["month"])
        return () if name == "none" else (campaign(name, self.box).name, w.MONTH.titles[month])

    def components(self, seats: int) -> dict[str, int]:
        return position.components(self.box)

    def box_facts(self) -> object:
        return self.box.facts()

    def resume(self, state: Table) -> None:
        """A scenario is in the middle of the active seat's actions."""
        state.push(MOP_UP_STEP)
        state.push(TAKE_ACTION)

    def validate(self, state: Table) -> None:
        super().validate(state)
        for number, card in enumerate(state.config.objectives):
            target = state.target[number]
            if target >= 0 and target not in card.unknown:
                raise BadPosition(f"The target of objective {number + 1} is not on its list.")
        if state.month_turn and NOT_CHOSEN in state.alias:
            raise BadPosition("A seat has no alias yet, but the game has started.")
        for frame in state.stack:
            if isinstance(frame, Group) and not frame.vote.fits(int(state.seats)):
                nobody = "What the group votes on was proposed, or voted on, by nobody who sits here."
                raise BadPosition(nobody)


GAME: Final = Season0()
