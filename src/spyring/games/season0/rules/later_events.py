"""SZ-15: the Events that a campaign adds."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import NOT_ASKED
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NO_ALIAS
from spyring.games.season0.box import ESCORT_LINES
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import remove_agents
from spyring.games.season0.rules.events import LATER, LATER_FAULT, HandLimit
from spyring.games.season0.rules.starting_events import LiftTeam
from spyring.games.season0.rules.steps import EventChoice, EventVerb
from spyring.games.season0.rules.turn import MANY_TURNED, TurnThreats

FALSE_ALARM_AGENTS: Final = 2
GOING_TWICE_CITIES: Final = 3
MORE_ACTIONS: Final = 2

# -- Night Porter, Stage Door, Open Line: pawns ----------------------------------------------------------


def destinations(t: Table, event: int, pawn: int) -> list[int]:
    """Where an Event can move a pawn."""
    here = t.pawn[pawn]
    if event == w.NIGHT_PORTER:
        return [city for city in range(w.CITIES) if t.safe[city] and city != here]
    return sorted({city for city in t.pawn if city != here})


def can_bring(t: Table, event: int) -> bool:
    """Whether the Event can move any pawn."""
    return any(destinations(t, event, pawn) for pawn in range(t.seats))


class PickThisPawn(EventVerb):
    """Choose the pawn to move."""

    name: ClassVar[str] = "pawn"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(PickPawn, t.stack[-1])
        pawn = move - w.CHOOSE_PAWN
        if pawn >= t.seats:
            return w.NO_SEAT
        return FINE if destinations(t, frame.event, pawn) else w.PAWN_STAYS

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(PickPawn, t.stack[-1])
        t.replace(SendPawn(seat, frame.event, move - w.CHOOSE_PAWN))


class PickPawn(EventChoice):
    """The seat chooses the pawn that an Event moves."""

    ask: ClassVar[str] = _("Choose a pawn.")
    wait: ClassVar[str] = _("{seat} chooses a pawn.")
    verbs: ClassVar[Verbs] = (PickThisPawn(),)
    data: ClassVar[tuple[str, ...]] = ("seat", "event")

    def __init__(self, seat: int, event: int) -> None:
        super().__init__(seat)
        self.event = event


class SwapWith(EventVerb):
    """Open Line: two pawns change places."""

    name: ClassVar[str] = "pawn"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(SendPawn, t.stack[-1])
        other = move - w.CHOOSE_PAWN
        if frame.event != w.OPEN_LINE:
            return NOT_ASKED
        if other >= t.seats:
            return w.NO_SEAT
        return FINE if t.pawn[other] != t.pawn[frame.pawn] else w.PAWN_SAME_CITY

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(SendPawn, t.stack[-1])
        t.done()
        other = move - w.CHOOSE_PAWN
        t.pawn[frame.pawn], t.pawn[other] = t.pawn[other], t.pawn[frame.pawn]
        t.emit(w.PAWNS_SWAPPED, PUBLIC, frame.pawn, other)


class SendTo(EventVerb):
    """Night Porter, Stage Door: a pawn goes to a city."""

    name: ClassVar[str] = "to"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(SendPawn, t.stack[-1])
        city = move - w.TO
        if frame.event == w.OPEN_LINE:
            return NOT_ASKED
        if city == t.pawn[frame.pawn]:
            return w.SAME_CITY
        if city in destinations(t, frame.event, frame.pawn):
            return FINE
        return w.NO_SAFEHOUSE_THERE if frame.event == w.NIGHT_PORTER else w.NO_PAWN_THERE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(SendPawn, t.stack[-1])
        t.done()
        t.pawn[frame.pawn] = move - w.TO
        t.emit(w.PAWN_MOVED, PUBLIC, frame.pawn, move - w.TO)


class SendPawn(EventChoice):
    """The seat chooses where the pawn goes; Open Line swaps it with the pawn there."""

    ask: ClassVar[str] = _("Choose a city for {piece}.")
    wait: ClassVar[str] = _("{seat} chooses a city for {piece}.")
    verbs: ClassVar[Verbs] = (SwapWith(), SendTo())
    data: ClassVar[tuple[str, ...]] = ("seat", "event", "pawn")

    def __init__(self, seat: int, event: int, pawn: int) -> None:
        super().__init__(seat)
        self.event = event
        self.pawn = pawn

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"piece": w.SEAT.titles[self.pawn]}


# -- Dead Drop -------------------------------------------------------------------------------------------


def givers(t: Table) -> list[int]:
    """The seats that hold a City card."""
    return [seat for seat in range(t.seats) if any(card < w.CITIES for card in t.hands[seat])]


class DropBy(EventVerb):
    """Choose the seat that gives a card."""

    name: ClassVar[str] = "pawn"

    def fault(self, t: Table, seat: int, move: int) -> int:
        giver = move - w.CHOOSE_PAWN
        if giver >= t.seats:
            return w.NO_SEAT
        return FINE if giver in givers(t) else w.NO_CITY_CARD

    def play(self, t: Table, seat: int, move: int) -> None:
        t.replace(DropTo(seat, move - w.CHOOSE_PAWN))


class DropFrom(EventChoice):
    """Dead Drop: the seat chooses who gives away a City card."""

    ask: ClassVar[str] = _("Dead Drop: who gives a City card?")
    wait: ClassVar[str] = _("Dead Drop: {seat} chooses who gives a City card.")
    verbs: ClassVar[Verbs] = (DropBy(),)


class DropCard(EventVerb):
    """Choose the card, and who gets it."""

    name: ClassVar[str] = "hand-over"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(DropTo, t.stack[-1])
        receiver = w.seat_of_hand_over(move)
        if receiver >= t.seats:
            return w.NO_SEAT
        if receiver == frame.giver:
            return w.GIVES
        return FINE if w.city_of_hand_over(move) in t.hands[frame.giver] else w.GIVER_LACKS_CARD

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(DropTo, t.stack[-1])
        t.done()
        receiver, card = w.seat_of_hand_over(move), w.city_of_hand_over(move)
        t.hands[frame.giver].remove(card)
        t.hands[receiver].append(card)
        t.emit(w.INTEL_SHARED, PUBLIC, frame.giver, receiver, card)
        t.push(HandLimit(receiver))


class DropTo(EventChoice):
    """Dead Drop: the seat chooses the card, and who gets it."""

    ask: ClassVar[str] = _("Dead Drop: choose a City card and who gets it.")
    wait: ClassVar[str] = _("Dead Drop: {seat} chooses a City card and who gets it.")
    verbs: ClassVar[Verbs] = (DropCard(),)
    data: ClassVar[tuple[str, ...]] = ("seat", "giver")

    def __init__(self, seat: int, giver: int) -> None:
        super().__init__(seat)
        self.giver = giver

    def legal(self, t: Table, seat: int) -> list[int]:
        moves: list[int] = []
        for receiver in range(t.seats):
            if receiver != self.giver:
                for card in t.hands[self.giver]:
                    if card < w.CITIES:
                        moves.append(w.hand_over(receiver, card))
        return moves

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"giver": w.SEAT.label(self.giver)}


# -- Night Train: a team ---------------------------------------------------------------------------------


class TrainTeam(LiftTeam):
    """Choose the team that travels up to three lines."""

    lines: ClassVar[int] = ESCORT_LINES


class PickTeam(EventChoice):
    """Night Train: the seat chooses the team that travels up to three lines."""

    ask: ClassVar[str] = _("Night Train: choose a team.")
    wait: ClassVar[str] = _("Night Train: {seat} chooses a team.")
    verbs: ClassVar[Verbs] = (TrainTeam(),)


# -- Burn Bag, False Alarm, Going Twice: something leaves cities -----------------------------------------


class ClearCity(EventVerb):
    """Choose the city to relieve."""

    name: ClassVar[str] = "from"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Clear, t.stack[-1])
        city = move - w.FROM
        if city in frame.done:
            return w.CITY_HAD_ITS_TURN
        if frame.event == w.BURN_BAG:
            return FINE if t.tokens[city] else w.NO_TOKEN
        return FINE if t.agents[city] else w.NO_AGENT_TO_REMOVE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Clear, t.stack[-1])
        city = move - w.FROM
        t.replace(Clear(frame.seat, frame.event, [*frame.done, city]))
        if frame.event == w.BURN_BAG:
            t.tokens = replaced(t.tokens, city, t.tokens[city] - 1)
            t.tokens_left += 1
            t.emit(w.TOKEN_REMOVED, PUBLIC, city)
        else:
            count = min(t.agents[city], FALSE_ALARM_AGENTS if frame.event == w.FALSE_ALARM else 1)
            remove_agents(t, city, count)
            t.emit(w.AGENTS_REMOVED, PUBLIC, city, count)


class ClearNoMore(EventVerb):
    """Stop after at least one city."""

    name: ClassVar[str] = "continue"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Clear, t.stack[-1])
        return FINE if frame.done else NOT_ASKED

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()


class Clear(EventChoice):
    """The seat chooses a city that loses a token (Burn Bag) or agents (False Alarm, Going Twice); ``done``
    are the cities already chosen.
    """

    ask: ClassVar[str] = _("Choose a city.")
    wait: ClassVar[str] = _("{seat} chooses a city.")
    verbs: ClassVar[Verbs] = (ClearCity(), ClearNoMore())
    data: ClassVar[tuple[str, ...]] = ("seat", "event", "done")

    def __init__(self, seat: int, event: int, done: list[int]) -> None:
        super().__init__(seat)
        self.event = event
        self.done = done

    def deciders(self, t: Table) -> int:
        most = GOING_TWICE_CITIES if self.event == w.GOING_TWICE else 1
        counts = t.tokens if self.event == w.BURN_BAG else tuple(t.agents)
        left = [city for city in range(w.CITIES) if counts[city] and city not in self.done]
        return 1 << self.seat if len(self.done) < most and left else 0

    def resolve(self, t: Table) -> None:
        t.done()


# -- Old Friends -----------------------------------------------------------------------------------------


def is_city_discarded(t: Table) -> bool:
    """Whether there is a City card in the player discard pile."""
    return min(t.discard, default=w.CITIES) < w.CITIES


class TakeBack(Verb[Table]):
    """Take the card into the hand."""

    name: ClassVar[str] = "recover"
    clause: ClassVar[str] = "SZ-15.6"

    def fault(self, t: Table, seat: int, move: int) -> int:
        return FINE if move - w.RECOVER in t.discard else w.NOT_IN_DISCARDS

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        t.discard.remove(move - w.RECOVER)
        t.hands[seat].append(move - w.RECOVER)
        t.emit(w.CARD_RECOVERED, PUBLIC, seat, move - w.RECOVER)
        t.push(HandLimit(seat))


class Recover(EventChoice):
    """Old Friends: a City card returns from the discard pile."""

    ask: ClassVar[str] = _("Old Friends: choose a City card from the discard pile.")
    wait: ClassVar[str] = _("Old Friends: {seat} chooses a City card from the discard pile.")
    verbs: ClassVar[Verbs] = (TakeBack(),)


# -- what each Event does --------------------------------------------------------------------------------


def expense_account(t: Table, seat: int) -> None:
    """The active seat gets two more actions."""
    t.actions += MORE_ACTIONS
    t.emit(w.ACTIONS_GAINED, PUBLIC, t.active, MORE_ACTIONS)


def can_pay_for_actions(t: Table) -> bool:
    """Until the end of step 2, even after the last action; a burned seat has lost its actions (SZ-7.7)."""
    return t.step == w.STEP_START or (t.step <= w.STEP_ACTIONS and t.alias[t.active] != NO_ALIAS)


def three_candles(t: Table, seat: int) -> None:
    """At most one Threat card is turned in this turn's step 5."""
    t.notes = {**t.notes, "candles": int(t.month_turn)}


def can_light_candles(t: Table) -> bool:
    """While at most one Threat card has been turned in step 5, and another one would follow."""
    for frame in t.stack:
        if isinstance(frame, TurnThreats):
            return frame.turned < MANY_TURNED and frame.left > 0
    return True


LATER.update(
    {
        w.NIGHT_PORTER: lambda t, seat: t.push(PickPawn(seat, w.NIGHT_PORTER)),
        w.DEAD_DROP: lambda t, seat: t.push(DropFrom(seat)),
        w.NIGHT_TRAIN: lambda t, seat: t.push(PickTeam(seat)),
        w.BURN_BAG: lambda t, seat: t.push(Clear(seat, w.BURN_BAG, [])),
        w.FALSE_ALARM: lambda t, seat: t.push(Clear(seat, w.FALSE_ALARM, [])),
        w.OLD_FRIENDS: lambda t, seat: t.push(Recover(seat)),
        w.OPEN_LINE: lambda t, seat: t.push(PickPawn(seat, w.OPEN_LINE)),
        w.EXPENSE_ACCOUNT: expense_account,
        w.GOING_TWICE: lambda t, seat: t.push(Clear(seat, w.GOING_TWICE, [])),
        w.THREE_CANDLES: three_candles,
        w.STAGE_DOOR: lambda t, seat: t.push(PickPawn(seat, w.STAGE_DOOR)),
    }
)
LATER_FAULT.update(
    {
        w.NIGHT_PORTER: lambda t: FINE if can_bring(t, w.NIGHT_PORTER) else w.NO_PAWN_TO_SAFEHOUSE,
        w.DEAD_DROP: lambda t: FINE if givers(t) else w.NOBODY_HAS_CITY_CARD,
        w.NIGHT_TRAIN: lambda t: FINE if max(t.teams) >= 0 else w.NO_TEAM_ON_BOARD,
        w.BURN_BAG: lambda t: FINE if max(t.tokens) else w.NO_TOKEN_ON_BOARD,
        w.FALSE_ALARM: lambda t: FINE if max(t.agents) else w.NO_AGENT_ON_BOARD,
        w.OLD_FRIENDS: lambda t: FINE if is_city_discarded(t) else w.NO_CITY_CARD_DISCARDED,
        w.OPEN_LINE: lambda t: FINE if can_bring(t, w.OPEN_LINE) else w.ALL_IN_ONE_CITY,
        w.EXPENSE_ACCOUNT: lambda t: FINE if can_pay_for_actions(t) else w.ACTIONS_OVER,
        w.GOING_TWICE: lambda t: FINE if max(t.agents) else w.NO_AGENT_ON_BOARD,
        w.THREE_CANDLES: lambda t: FINE if can_light_candles(t) else w.THREATS_TURNED,
        w.STAGE_DOOR: lambda t: FINE if can_bring(t, w.STAGE_DOOR) else w.ALL_IN_ONE_CITY,
    }
)
