"""How a sensible group thinks: who collects for which team, what burns most, and what is nearest at hand."""

from typing import Final

from spyring.engine.reason import Reason
from spyring.engine.strategy import POINTLESS, Strategy, first_of
from spyring.games.season0 import reasons
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import alias_of
from spyring.games.season0.campaign import priors
from spyring.games.season0.generated import Table
from spyring.games.season0.outlook import chance_of_all
from spyring.games.season0.pieces import hand_limit
from spyring.games.season0.plan import Plan
from spyring.games.season0.rules.actions import TAKE_ACTION
from spyring.games.season0.rules.group import Group
from spyring.games.season0.rules.later_events import Clear, PickPawn, SendPawn
from spyring.games.season0.rules.sharing import ShareIntel, shared
from spyring.games.season0.rules.starting_events import BringPawn, BringTeam, PlaceRelics
from spyring.games.season0.scoring import completed

WEAKNESS_WORTH: Final = [-2.0, -3.0, -1.0, -1.5, -4.0, -2.5]
ATTEMPT: Final = 60.0
CONSOLATION: Final = 0.2  # what some of the objectives are worth, out of what all are

# What an Event must save to be played.
AIRLIFT_AT: Final = 3.0
RELICS_AT: Final = 2.0
FORECAST_AT: Final = 0.6
WITHDRAW_AT: Final = 0.8
SHADOWS_AT: Final = 0.5

# Setup, answers and what the group decides between games: no plan for a turn is needed.
DECISIONS: Final = (
    *(w.CHOOSE_CHARACTER, w.CHOOSE_ALIAS, w.TAKE_TEMPORARY, w.PROPOSE, w.AGREE, w.REFUSE),
    *(w.READ, w.CHOOSE, w.NAME_ALIAS, w.TAKE_OCCUPATION, w.LAY_ASSET),
    *(w.BUY_ASSET, w.BUY_SAFEHOUSE, w.COVER_SYMBOL, w.SPEND_NO_MORE, w.PLAY_AGAIN, w.GO_ON),
    *(w.LOWER_FUNDING, w.KEEP_FUNDING, w.RAISE_FUNDING, w.CHOOSE_READER),
)

LEAVE_ALONE: Final = 0.01  # rather than to go on and be asked the same again


class Season0Strategy(Strategy[Table]):
    """Every action is weighed by what it brings the group for an action of this turn."""

    def priors(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        if len(moves) == 1 and t.deciders_mask >> seat & 1:
            return [0.0]
        if w.family(moves[0]) in DECISIONS:
            return [self.at_setup(t, seat, move) for move in moves]
        plan = Plan(t, seat)
        return [self.move_value(t, plan, seat, move) for move in moves]

    def restful(self, t: Table, seat: int, moves: tuple[int, ...]) -> int:
        return first_of(moves, w.CONTINUE, w.END)

    def reason(self, t: Table, seat: int, move: int) -> Reason | None:
        return reasons.reason(t, seat, move)

    def says(self, t: Table, seat: int, move: int) -> Reason | None:
        """The same: everything that is weighed lies open."""
        return reasons.reason(t, seat, move)

    def evaluate(self, t: Table, seat: int) -> float:
        """At rest, how likely the group is to complete everything; else the share of the objectives that are
        likely to be completed.
        """
        if self.has_stable_positions(t) and self.is_stable(t):
            chance = chance_of_all(t)
            if chance > 0.0:
                return chance + (1.0 - chance) * CONSOLATION * (float(completed(t)) / float(len(t.status)))
            return CONSOLATION * Plan(t, int(t.active)).hope()
        return Plan(t, int(t.active)).hope()

    def prospects(self, t: Table) -> list[float]:
        return [self.evaluate(t, 0)] * int(t.seats)

    def is_quiescent(self, t: Table) -> bool:
        """Between two turns."""
        return t.actions == 4 and not self.has_stable_positions(t)

    def has_stable_positions(self, t: Table) -> bool:
        """In the prologue: the months of a campaign bring rules of their own."""
        return t.config.month == 0

    def is_stable(self, t: Table) -> bool:
        """When the last action of a turn is taken: cards and threats come next."""
        return t.actions == 0 and len(t.stack) > 0 and t.stack[-1] is TAKE_ACTION

    def terminal_values(self, t: Table) -> list[float]:
        """All objectives are the aim; a part of them is little."""
        achieved = t.game.outcome(t).achieved
        if self.has_stable_positions(t) and achieved < 1.0:
            achieved *= CONSOLATION
        return [achieved] * int(t.seats)

    # -- move by move --------------------------------------------------------------------------------------

    def move_value(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """What a move is worth."""
        verb = w.family(move)
        if verb in (w.END, w.CONTINUE):
            return 0.0
        if verb in (w.CONCEDE, w.WATCH):
            return POINTLESS
        if verb == w.UNWATCH:
            return LEAVE_ALONE
        if verb == w.PLAY_EVENT:
            return self.event(t, plan, seat, move - w.PLAY_EVENT + w.CITIES)
        if verb in (w.CHOOSE_PAWN, w.CHOOSE_TEAM, w.TO):
            return self.where(t, plan, seat, move)
        if verb in (w.SHUTTLE, w.STRIKE_OUT, w.BE_PATIENT, w.RECOVER):
            return priors.added_action(t, plan, seat, move)
        if verb in (w.ORDER, w.WITHDRAW, w.FROM, w.DISCARD, w.ABANDON, w.TAKE_WEAKNESS):
            return self.loss(t, plan, seat, move)
        return self.action(t, plan, seat, move)

    def loss(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """What is given up, or comes first."""
        verb = w.family(move)
        if verb == w.ORDER:
            return -plan.harm(move - w.ORDER)  # the least harmful card comes first
        if verb == w.WITHDRAW:
            return plan.harm(move - w.WITHDRAW)
        if verb == w.FROM:
            frame = t.stack[-1]
            if isinstance(frame, Clear):
                return priors.cleared(t, plan, frame, move - w.FROM)
            return -float(t.safe[move - w.FROM])
        if verb == w.DISCARD:
            return -plan.keep(seat, move - w.DISCARD)
        if verb == w.ABANDON:
            return -1.0
        return WEAKNESS_WORTH[move - w.TAKE_WEAKNESS]

    def action(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """The actions of a turn."""
        verb = w.family(move)
        if verb == w.DRIVE:
            return plan.trip(move - w.DRIVE, -1)
        if verb == w.FLY:
            city = move - w.FLY
            return plan.trip(city, city if t.side[city] else -1)
        if verb == w.FLY_UNRECORDED:
            return plan.trip(move - w.FLY_UNRECORDED, t.pawn[seat])
        if verb == w.DRIVE_TEAM:
            return plan.team_trip(w.team_of_drive_team(move), w.city_of_drive_team(move))
        if verb == w.NEUTRALIZE:
            return plan.removal(t.pawn[seat], plan.power(seat, t.pawn[seat]))
        if verb in (w.GIVE, w.TAKE, w.HAND_OVER, w.ASK_FOR):
            _giver, receiver, card = shared(t, seat, move)
            return plan.sharing(receiver, card)
        if verb == w.BUILD:
            return plan.building()
        if verb == w.IDENTIFY:
            return plan.identifying()
        if verb == w.ASSEMBLE:
            return plan.assembling()
        if verb == w.ACQUIRE:
            return self.attempt(t, plan, move - w.ACQUIRE)
        if verb == w.ESCORT_PAWN:
            return plan.escort_pawn(move - w.ESCORT_PAWN)
        if verb == w.ESCORT_TEAM:
            return plan.escort_team(move - w.ESCORT_TEAM, 3)
        if verb == w.CALL:
            return plan.removal(move - w.CALL, 1)
        return 0.0

    def attempt(self, t: Table, plan: Plan, number: int) -> float:
        """A sure attempt at once; an unsure one when time runs out."""
        chance = plan.chance(number)
        if chance > reasons.CERTAIN:
            return ATTEMPT
        late = plan.despair() > 0.6 and t.actions == 1
        return ATTEMPT * chance if late else -1.0

    def where(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """Which piece, and to which city."""
        frame = t.stack[-1]
        if w.family(move) == w.CHOOSE_PAWN:
            if isinstance(frame, PickPawn):
                return priors.pawn_event(t, plan, frame.event, move - w.CHOOSE_PAWN)
            return plan.airlift_pawn(move - w.CHOOSE_PAWN)
        if w.family(move) == w.CHOOSE_TEAM:
            return plan.escort_team(move - w.CHOOSE_TEAM, 0)
        city = move - w.TO
        if isinstance(frame, PlaceRelics):
            return plan.relics(city)
        if isinstance(frame, BringTeam):
            return plan.team_place(frame.piece, city)
        if isinstance(frame, BringPawn):
            return plan.pawn_place(frame.piece, city)
        if isinstance(frame, SendPawn):
            return plan.pawn_place(frame.pawn, city)
        return 0.0

    def event(self, t: Table, plan: Plan, seat: int, card: int) -> float:
        """Whether it is time for an Event: now, when it saves what several actions would cost."""
        crowded = 3.0 if len(t.hands[seat]) > hand_limit(t, seat) else 0.0
        if card == w.AIRLIFT:
            gain = plan.best_escort(0)
            for other in range(t.seats):
                gain = max(gain, plan.airlift_pawn(other))
            return gain - AIRLIFT_AT + crowded
        if card == w.WAR_RELICS:
            return plan.best_relics() - RELICS_AT + crowded
        if card == w.FORECAST:
            return plan.storm() - FORECAST_AT + crowded
        if card == w.COUNTERINTELLIGENCE:
            return plan.worst_discarded() - WITHDRAW_AT + crowded
        if card == w.IN_THE_SHADOWS:
            return plan.shadow_walk() - SHADOWS_AT + crowded
        return priors.later_event(t, plan, seat, card) + crowded

    # -- setup and answers -----------------------------------------------------------------------------------

    def at_setup(self, t: Table, seat: int, move: int) -> float:
        """Characters are alike, occupations are not; agree to what helps."""
        verb = w.family(move)
        if verb == w.TAKE_TEMPORARY:
            return priors.OCCUPATION_WORTH[move - w.TAKE_TEMPORARY]
        if move in (w.AGREE, w.REFUSE):
            frame = t.stack[-1]
            if isinstance(frame, Group):  # the proposer wants it
                return 1.0 if move == w.AGREE else POINTLESS
            if isinstance(frame, ShareIntel) and Plan(t, seat).sharing(frame.receiver, frame.card) <= 0.0:
                return 1.0 if move == w.REFUSE else 0.0
            return 1.0 if move == w.AGREE else 0.0
        if verb == w.CHOOSE_ALIAS:
            return -float(len(t.uncovered[alias_of(t.character[seat], move - w.CHOOSE_ALIAS)]))
        return priors.decision(t, move)
