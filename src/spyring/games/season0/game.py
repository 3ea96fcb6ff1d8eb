"""Season 0 as the rest of the program knows it."""

from typing import Any, Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.encoding import Encoding
from spyring.engine.errors import BadPosition
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.options import Option, Value, choose
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.words import _
from spyring.games.season0 import box as boxes
from spyring.games.season0 import news, notation, scoring, view
from spyring.games.season0.agreement import Agreement, Ways
from spyring.games.season0.campaign.content import CAMPAIGN_IDS, read
from spyring.games.season0.campaign.file import CampaignFile, fresh, refused, taken_up
from spyring.games.season0.encoding import Season0Encoding
from spyring.games.season0.rules import FRAMES
from spyring.games.season0.rules.actions import TAKE_ACTION
from spyring.games.season0.rules.debrief import open_month
from spyring.games.season0.rules.group import Group
from spyring.games.season0.rules.setup import SetObjectives
from spyring.games.season0.rules.turn import MOP_UP_STEP
from spyring.games.season0.strategy import Season0Strategy
from spyring.games.season0.table import NOT_CHOSEN, Table, components

YES: Final = _("yes")
NO: Final = _("no")

OPTIONS: Final = (
    Option(
        "escalation_surplus",
        ("one", "each"),
        "one",
        _("How many incidents the agents of an Escalation cause that do not fit."),
        "SZ-R1",
        title=_("Surplus agents of an Escalation"),
        titles=(_("one incident"), _("an incident each")),
    ),
    Option(
        "event_in_answer",
        ("no", "yes"),
        "no",
        _("Whether an Event may be played in answer to a loss of cover."),
        "SZ-R6",
        title=_("Events in answer to a loss"),
        titles=(NO, YES),
    ),
    Option(
        "acquire_anywhere",
        ("yes", "pawn_in_city"),
        "yes",
        _("Whether Acquire Targets works from anywhere, or only in the city of the target."),
        "SZ-R11",
        title=_("Acquire Targets"),
        titles=(_("from anywhere"), _("in the city")),
    ),
    Option(
        "events_between_escalation_steps",
        ("no", "yes"),
        "no",
        _("Whether Events may be played between the parts of an Escalation."),
        "SZ-R18",
        title=_("Events within an Escalation"),
        titles=(NO, YES),
    ),
    Option(
        "event_moves_safehouse",
        ("yes", "no"),
        "yes",
        _("Whether an Event may move a safehouse when none is left."),
        "SZ-R22",
        title=_("War Relics without a safehouse"),
        titles=(_("moves one"), _("cannot be played")),
    ),
    Option(
        "look_visible",
        ("all", "player"),
        "all",
        _("Who sees the Threat cards of a Forecast."),
        "SZ-R37",
        title=_("Forecast"),
        titles=(_("seen by all"), _("seen by whoever plays it")),
    ),
    Option(
        "group_decision",
        ("agree", "majority", "host"),
        "agree",
        _("How the group decides."),
        "SZ-R38",
        title=_("Group decisions"),
        titles=(_("all agree"), _("majority"), _("the first seat decides")),
    ),
    Option(
        "recognized_shelter",
        ("yes", "no"),
        "yes",
        _("Whether a safehouse shelters from being recognized."),
        "SZ-R41",
        title=_("Shelter from Recognized"),
        titles=(YES, NO),
    ),
    Option(
        "teams_compromised",
        ("surveilled", "none"),
        "surveilled",
        _("Which teams the incident Teams Compromised removes."),
        "SZ-R42",
        title=_("Teams Compromised"),
        titles=(_("teams under surveillance"), _("no team")),
    ),
    Option(
        "moscow_recognized",
        ("eu_af", "eu_as"),
        "eu_af",
        _("Which regions the incident of Moscow's card names."),
        "SZ-R43",
        title=_("Moscow's incident"),
        titles=(_("Europe and Africa"), _("Europe and Asia")),
    ),
    Option(
        "paris_surveillance",
        (0, 1),
        0,
        _("How many surveillance symbols are printed in Paris."),
        "SZ-R44",
        title=_("Surveillance in Paris"),
    ),
    Option(
        "concede",
        ("no", "yes"),
        "no",
        _("Whether the group may give up a game."),
        "SZ-R51",
        title=_("Giving up"),
        titles=(NO, YES),
    ),
    Option(
        "auto_continue",
        ("yes", "no"),
        "yes",
        _("Whether a seat may ask to be passed over between two steps, until it has a new Event."),
        "SZ-P19",
        title=_("Going on by itself"),
        titles=(YES, NO),
    ),
    Option(
        "campaign",
        ("none", *CAMPAIGN_IDS),
        "none",
        _("Whether this game begins a campaign: the next ones go on where it ends."),
        "SZ-1.2",
        title=_("Campaign"),
        titles=(_("a single prologue"), _("Medusa: twelve months"), _("One evening: three months")),
    ),
    Option(
        "occupation_unique",
        ("yes", "no"),
        "yes",
        _("Whether aliases of one affiliation have different occupations."),
        "SZ-R36",
        title=_("Occupations differ"),
        titles=(YES, NO),
    ),
    Option(
        "funding_override",
        ("off", "host"),
        "off",
        _("Whether the first seat may correct the funding before a game."),
        "SZ-R45",
        title=_("Correcting the funding"),
        titles=(NO, _("by the first seat")),
    ),
)

# The most that one turn can ask for; see Season0.longest.
ACTION_DECISIONS: Final = 4 * (2 + boxes.ASSEMBLE_COST + 1 + 1)
HELD: Final = 16  # a hand, and what can come into it within a turn
PROPOSALS: Final = 2 * 2 * 3 * HELD + 1 + 3  # every card refused by everybody, and a concession
OPEN_POINTS: Final = 5 + 4 + 2 + 2 * 2  # steps, Threat cards, losses of step 1, two Escalations
GROUP_DECISIONS: Final = 35  # choices, readers, aliases, assets, upgrades
LOSSES: Final = 3 + 1 + 2  # surveillance, a weakness, a hand over its limit


class Season0(BoxedGame[Table]):
    """Two to four seats together; the rulings of the ledger are options, the month comes with ``legacy``."""

    def unpack_box(self, text: str) -> None:
        self.box = boxes.read(text)
        self.ways = Ways(self.box)
        self.last: Agreement | None = None
        self.name = "season0"
        self.title = _("Pandemic Legacy: Season 0")
        self.kind = COOPERATIVE
        self.ledger = "SZ"
        self.end_clause = "SZ-14.5"
        self.rules_version = 2
        self.box_name = self.box.name
        self.seats = (2, 3, 4)
        self.options = OPTIONS
        self.usual = choose(OPTIONS, {})
        self.moves = notation.moves(self.box)
        self.events = news.events(self.box)
        self.strategy = Season0Strategy()
        self.frames = {frame.__name__: frame for frame in FRAMES}

    def chosen(self, seats: int, given: dict[str, Any]) -> dict[str, Value]:
        """Simulations mostly ask for nothing: what that comes to is at hand."""
        return choose(self.options, given) if given else self.usual.copy()

    def lay(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Table:
        file = self._campaign(options, legacy)
        table = Table(self, seats, self.agreement(options, legacy if file is None else file.data))
        table.campaign = file
        table.clear()
        return table

    def agreement(self, options: dict[str, Value], legacy: Json | None) -> Agreement:
        """What the seats agreed on; the last one of a prologue is kept: simulations play many alike."""
        if legacy is not None:
            return Agreement(self.box, self.ways, options, legacy)
        if self.last is None or self.last.options != options:
            self.last = Agreement(self.box, self.ways, options, None)
        return self.last

    def _campaign(self, options: dict[str, Value], legacy: Json | None) -> CampaignFile | None:
        """The campaign that goes on, or begins."""
        name = str(options["campaign"])
        if isinstance(legacy, dict) and "campaign" in legacy:
            file = taken_up(legacy, self.box)
            if name not in ("none", file.content.id):
                raise refused(f"it is {file.content.id}, not {name}.")
            if file.over:
                raise refused("it is over.")
            return file
        return None if name == "none" or legacy is not None else fresh(name, self.box)

    def open(self, state: Table) -> None:
        if state.campaign is None:
            state.push(SetObjectives())
        else:
            open_month(state)

    def look(self, state: Table, seat: int) -> Json:
        return view.look(state, seat)

    def encoded(self) -> Encoding[Table]:
        return Season0Encoding(self, self.box)

    def judge(self, state: Table) -> Outcome:
        return scoring.judge(state)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return notation.SEAT_NAMES[:seats]

    def examine_campaign(self, text: str) -> str:
        return read(text, self.box).name

    def longest(self, seats: int, options: dict[str, Value]) -> int:
        """A turn takes two of at most 58 cards, so there are no more than 30.

        Every action costs at most its own move, a choice, the cards it discards, an answer and a card over
        the limit. Besides, a game has at most 8 incidents, each with a loss of three decisions for every
        seat, and the same again for its card; every Event takes at most 8 decisions; at the setup everybody
        is asked at most twice, and about every Event so often as proposals can be refused. A campaign turns
        up to nine story cards a month, and lets the group decide some thirty times more.
        """
        turns = (boxes.CARDS + boxes.ESCALATIONS) // 2 + 1
        turn = ACTION_DECISIONS + PROPOSALS + 1 + (OPEN_POINTS + 1) * seats + 3 * LOSSES
        setup = 2 * seats + boxes.EVENTS * (seats + 1) * (seats + 1)
        incidents = (boxes.TOKENS + 1) * (2 * 3 * seats + 1)
        campaign = 9 + GROUP_DECISIONS * (seats + 1) * (seats + 1)
        return turns * turn + setup + incidents + campaign + 8 * boxes.EVENTS

    def components(self, seats: int) -> dict[str, int]:
        return components(self.box)

    def box_facts(self) -> object:
        return self.box.facts()

    def resume(self, state: Table) -> None:
        """A scenario is in the middle of the active seat's actions."""
        state.push(MOP_UP_STEP)
        state.push(TAKE_ACTION)

    def examine(self, state: Table) -> None:
        super().examine(state)
        for number, card in enumerate(state.agreed.objectives):
            target = state.target[number]
            if target >= 0 and target not in card.unknown:
                raise BadPosition(f"The target of objective {number + 1} is not on its list.")
        if state.month_turn and NOT_CHOSEN in state.alias:
            raise BadPosition("Somebody has no alias yet, though the game has begun.")
        for frame in state.stack:
            if isinstance(frame, Group) and not frame.vote.fits(int(state.seats)):
                raise BadPosition(
                    "What the group votes on was proposed, or voted on, by nobody who sits here."
                )


GAME: Final = Season0()
