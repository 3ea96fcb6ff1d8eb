"""SZ-9, SZ-12.1 to SZ-12.4, SZ-13.1 and SZ-14: the five steps of a turn.

Each step is a frame that becomes the next one. What happens inside a step is pushed on top; an open point
between two steps is pushed first, so that it comes last.
"""

from typing import ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NO_ALIAS
from spyring.games.season0.box import DRAW, MAX_SURVEILLANCE
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import copies, end_game, hand_limit, is_active, remove_agents
from spyring.games.season0.rules.actions import NO_TEAMS, TAKE_ACTION
from spyring.games.season0.rules.cover import LoseCover, ReplaceAlias
from spyring.games.season0.rules.events import HandLimit, pause
from spyring.games.season0.rules.sharing import NONE_REFUSED
from spyring.games.season0.rules.threats import Escalate, add_agent, renew

MANY_TURNED: Final = 2


class BeginTurn(Frame[Table]):
    """A new turn; Events played before its first step belong to it (SZ-P19)."""

    clause: ClassVar[str] = "SZ-9.1"

    def resolve(self, t: Table) -> None:
        t.month_turn += 1
        t.step = w.STEP_START
        t.shadows = 0
        t.actions = t.config.box.actions
        t.emit(w.TURN_BEGINS, PUBLIC, t.month_turn, t.active)
        t.replace(BEFORE_CHECK)
        if t.alias[t.active] == NO_ALIAS:
            t.push(ReplaceAlias(int(t.active)))
        pause(t)


class BeforeCheck(Frame[Table]):
    """What the campaign's rules add before step 1 (SZ-19.1)."""

    clause: ClassVar[str] = "SZ-19.1"

    def resolve(self, t: Table) -> None:
        t.replace(CHECK_SURVEILLANCE)
        for sticker in t.config.stickers:
            sticker.begin_turn(t)


class CheckSurveillance(Frame[Table]):
    """Step 1: one cover for each symbol in the city, unless a safehouse is there (SZ-7.2, SZ-9.3)."""

    clause: ClassVar[str] = "SZ-7.2"

    def resolve(self, t: Table) -> None:
        t.step = w.STEP_SURVEILLANCE
        t.replace(ACT)
        symbols = self.symbols(t)
        if symbols > 0:
            city = t.pawn[t.active] if t.config.edition > 1 else -1
            t.push(LoseCover(int(t.active), symbols, city))

    def symbols(self, t: Table) -> int:
        """How many symbols count for the active seat."""
        city = t.pawn[t.active]
        symbols = t.watched[city]
        if not symbols or t.safe[city]:
            return 0
        traits = t.traits[t.active]
        symbols += (traits >> w.PHOTOGRAPHED & 1) - copies(t, int(t.active), w.PRESS_PASS)
        return min(symbols, MAX_SURVEILLANCE)


class Act(Frame[Table]):
    """Step 2: up to four actions (SZ-9.4)."""

    clause: ClassVar[str] = "SZ-9.4"

    def resolve(self, t: Table) -> None:
        t.step = w.STEP_ACTIONS
        t.refused = NONE_REFUSED
        if t.config.edition < 2:
            t.watching = 0
        t.replace(MOP_UP_STEP)
        t.push(TAKE_ACTION)


class MopUp(Frame[Table]):
    """Step 3: no agent stays in a city with an active team (SZ-12.1, SZ-R29)."""

    clause: ClassVar[str] = "SZ-12.1"

    def resolve(self, t: Table) -> None:
        if t.actions and t.config.edition > 1:  # an Event added actions after the last one
            t.push(TAKE_ACTION)
            return
        t.step = w.STEP_MOP_UP
        for team in range(0 if t.teams == NO_TEAMS else w.TEAMS):
            city = t.teams[team]
            if city >= 0 and t.agents[city] and is_active(t, team):
                t.emit(w.MOPPED_UP, PUBLIC, city, t.agents[city])
                remove_agents(t, city, t.agents[city])
        t.replace(DRAW_CARDS)
        pause(t)
        for sticker in t.config.stickers:
            sticker.mopped_up(t)


class DrawCards(Frame[Table]):
    """Step 4: draw two player cards together; resolve Escalations first (SZ-12.2 to SZ-12.4, SZ-R21)."""

    clause: ClassVar[str] = "SZ-12.2"

    def resolve(self, t: Table) -> None:
        t.step = w.STEP_DRAW
        if len(t.deck) < DRAW:
            end_game(t, w.BY_DECK)
            return
        escalations = 0
        cards: list[int] = []
        for _draw in range(DRAW):
            card = t.deck.pop()
            if t.event_log is not None:
                t.emit(w.DREW, PUBLIC, t.active, card)
            cards.append(card)
            if card == w.ESCALATION:
                escalations += 1
            elif card < w.CITIES:
                t.shown |= 1 << card
        t.aside = cards
        t.replace(TAKE_CARDS)
        if escalations:
            t.push(Escalate(escalations))


class TakeCards(Frame[Table]):
    """The other drawn cards, which were set aside, enter the hand; then come weaknesses, then the hand limit
    (SZ-R19, SZ-R57, SZ-R59).
    """

    clause: ClassVar[str] = "SZ-15.1"

    def resolve(self, t: Table) -> None:
        seat = int(t.active)
        hand = t.hands[seat]
        cards = t.aside
        t.aside = []
        hand += cards
        t.replace(READ_LEVEL)
        if t.config.edition > 1:
            if cards and max(cards) >= w.CITIES:
                t.watching |= 1 << seat  # a new Event cancels an earlier request to be skipped
            pause(t)
        if len(hand) > hand_limit(t, seat) or t.traits[seat]:
            t.push(HandLimit(seat))
        if t.traits[seat] >> w.TAILED & 1 and self.two_soviet(t, cards):
            t.push(LoseCover(seat, 1))
        for sticker in t.config.stickers:
            sticker.drew(t, seat, tuple(cards))

    def two_soviet(self, t: Table, cards: list[int]) -> bool:
        """Whether both cards drawn are Soviet cities (SZ-X3)."""
        soviet = [card for card in cards if card < w.CITIES and t.side[card] == w.SOVIET]
        return len(soviet) == DRAW


class ReadLevel(Frame[Table]):
    """At the start of step 5, read the threat level once (SZ-13.1, SZ-R66)."""

    clause: ClassVar[str] = "SZ-13.1"

    def resolve(self, t: Table) -> None:
        t.step = w.STEP_THREAT
        count = t.config.box.level[t.space]
        for sticker in t.config.stickers:
            count = sticker.threats(t, count)
        t.replace(TurnThreats(count))
        if t.config.edition < 2:
            pause(t)  # only after the level was read


class TurnThreats(Frame[Table]):
    """Turn Threat cards from the top, one at a time, with an open point after each (SZ-13.1). ``turned``
    counts them up to ``MANY_TURNED``.
    """

    clause: ClassVar[str] = "SZ-13.1"
    data: ClassVar[tuple[str, ...]] = ("left", "turned")

    def __init__(self, left: int, turned: int = 0) -> None:
        self.left = left
        self.turned = turned

    def resolve(self, t: Table) -> None:
        if self.left == 0 or (self.turned and candles_burn(t)) or not renew(t):
            end_turn(t)
            return
        t.replace(TurnThreats(self.left - 1, min(self.turned + 1, MANY_TURNED)))
        pause(t)
        card = t.threat.pop()
        t.threat_discard.append(card)
        if t.event_log is not None:
            t.emit(w.THREAT_TURNED, PUBLIC, card)
        add_agent(t, card)


def candles_burn(t: Table) -> bool:
    """Whether Three Candles was played this turn: only one Threat card is turned."""
    return bool(t.notes) and t.notes.get("candles") == t.month_turn


def end_turn(t: Table) -> None:
    """The next seat clockwise takes its turn, unless a rule of the campaign ends the game (SZ-14.6)."""
    for sticker in t.config.stickers:
        if sticker.ends(t):
            end_game(t, w.BY_RULE)
            return
    t.active = (t.active + 1) % t.seats
    t.replace(BEGIN_TURN)


BEGIN_TURN: Final = BeginTurn()
BEFORE_CHECK: Final = BeforeCheck()
CHECK_SURVEILLANCE: Final = CheckSurveillance()
ACT: Final = Act()
MOP_UP_STEP: Final = MopUp()
DRAW_CARDS: Final = DrawCards()
TAKE_CARDS: Final = TakeCards()
READ_LEVEL: Final = ReadLevel()
