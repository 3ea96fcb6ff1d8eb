"""How a sensible group thinks: who collects for which team, what burns most, and what is nearest at hand."""

from typing import Final

from spyring.engine.strategy import POINTLESS, Strategy
from spyring.games.season0 import words as w
from spyring.games.season0.campaign import judgement
from spyring.games.season0.outlook import chance_of_all, done
from spyring.games.season0.plan import Plan
from spyring.games.season0.rules.actions import TAKE_ACTION
from spyring.games.season0.rules.later_events import Clear, DropTo, PickPawn, SendPawn
from spyring.games.season0.rules.sharing import ShareIntel
from spyring.games.season0.rules.starting_events import BringPawn, BringTeam, PlaceRelics
from spyring.games.season0.table import Table

OCCUPATION_WORTH: Final = [2.5, 2.0, 4.0, 3.0]
WEAKNESS_WORTH: Final = [-2.0, -3.0, -1.0, -1.5, -4.0, -2.5]
ATTEMPT: Final = 60.0
SURE: Final = 0.999
CONSOLATION: Final = 0.2  # what some of the objectives are worth, out of what all are

# What an Event must save to be played.
AIRLIFT_AT: Final = 3.0
RELICS_AT: Final = 2.0
FORECAST_AT: Final = 0.6
WITHDRAW_AT: Final = 0.8
SHADOWS_AT: Final = 0.5

LEAVE_ALONE: Final = 0.01  # rather than to go on and be asked the same again


class Season0Strategy(Strategy[Table]):
    """Every action is weighed by what it brings the group for an action of this turn."""

    def weigh(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        if len(moves) == 1 and t.deciding >> seat & 1:
            return [0.0]
        if moves[0] >= w.CHOOSE_CHARACTER:
            return [self.at_setup(t, seat, move) for move in moves]
        plan = Plan(t, seat)
        return [self.judge(t, plan, seat, move) for move in moves]

    def worth(self, t: Table, seat: int) -> float:
        """At rest, how likely the group is to complete everything; else the share of the objectives that are
        likely to be completed.
        """
        if self.restful(t) and self.rests(t):
            chance = chance_of_all(t)
            if chance > 0.0:
                return chance + (1.0 - chance) * CONSOLATION * done(t)
            return CONSOLATION * Plan(t, int(t.active)).hope()
        return Plan(t, int(t.active)).hope()

    def prospects(self, t: Table) -> list[float]:
        return [self.worth(t, 0)] * int(t.seats)

    def quiet(self, t: Table) -> bool:
        """Between two turns."""
        return t.actions == 4 and not self.restful(t)

    def restful(self, t: Table) -> bool:
        """In the prologue: the months of a campaign bring rules of their own."""
        return t.agreed.month == 0

    def rests(self, t: Table) -> bool:
        """When the last action of a turn is taken: cards and threats come next."""
        return t.actions == 0 and len(t.stack) > 0 and t.stack[-1] is TAKE_ACTION

    def final(self, t: Table) -> list[float]:
        """All objectives are the aim; a part of them is little."""
        achieved = t.game.judge(t).achieved
        if self.restful(t) and achieved < 1.0:
            achieved *= CONSOLATION
        return [achieved] * int(t.seats)

    # -- move by move --------------------------------------------------------------------------------------

    def judge(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """What a move is worth."""
        if move == w.UNWATCH:
            return LEAVE_ALONE
        if move > w.REFUSE:
            return judgement.added_action(t, plan, seat, move)
        if move < w.END:
            return self.action(t, plan, seat, move)
        if move in (w.END, w.CONTINUE):
            return 0.0
        if move in (w.CONCEDE, w.WATCH):
            return POINTLESS
        if move < w.WATCH:
            return self.event(t, plan, seat, move - w.PLAY_EVENT + w.CITIES)
        if move < w.ORDER:
            return self.where(t, plan, seat, move)
        if move < w.WITHDRAW:
            return -plan.harm[move - w.ORDER]  # the least harmful card comes first
        if move < w.FROM:
            return plan.harm[move - w.WITHDRAW]
        if move < w.CHOOSE_OBJECTIVE:
            frame = t.stack[-1]
            if isinstance(frame, Clear):
                return judgement.cleared(t, plan, frame, move - w.FROM)
            return -plan.site[move - w.FROM]
        if move < w.DISCARD:
            return 0.0
        if move < w.DISCARD + w.CARDS:
            return -plan.keep(seat, move - w.DISCARD)
        if move < w.TAKE_WEAKNESS:
            return -plan.site[move - w.ABANDON]
        if move < w.COVER_SLOT:
            return WEAKNESS_WORTH[move - w.TAKE_WEAKNESS]
        return 0.0

    def action(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """The actions of a turn."""
        if move < w.FLY:
            return plan.trip(move, -1)
        if move < w.FLY_UNRECORDED:
            city = move - w.FLY
            return plan.trip(city, city if t.side[city] else -1)
        if move < w.DRIVE_TEAM:
            return plan.trip(move - w.FLY_UNRECORDED, t.pawn[seat])
        if move < w.NEUTRALIZE:
            return plan.team_trip((move - w.DRIVE_TEAM) // w.CITIES, (move - w.DRIVE_TEAM) % w.CITIES)
        if move == w.NEUTRALIZE:
            return plan.here_first
        if move < w.HAND_OVER:
            other = move - w.GIVE if move < w.TAKE else move - w.TAKE
            giver, receiver = (seat, other) if move < w.TAKE else (other, seat)
            return plan.sharing(giver, receiver, t.pawn[seat])
        if move < w.ASK_FOR:
            other, card = (move - w.HAND_OVER) // w.CITIES, (move - w.HAND_OVER) % w.CITIES
            frame = t.stack[-1]
            return plan.sharing(frame.giver if isinstance(frame, DropTo) else seat, other, card)
        if move < w.BUILD:
            other, card = (move - w.ASK_FOR) // w.CITIES, (move - w.ASK_FOR) % w.CITIES
            return plan.sharing(other, seat, card)
        if move == w.BUILD:
            return plan.building
        if move == w.IDENTIFY:
            return plan.identifying
        if move == w.ASSEMBLE:
            return plan.assembling
        if move < w.ESCORT_PAWN:
            return self.attempt(t, plan, move - w.ACQUIRE)
        if move < w.ESCORT_TEAM:
            return plan.escort_pawn(move - w.ESCORT_PAWN)[0]
        if move < w.CALL:
            return plan.escort_team(move - w.ESCORT_TEAM, 3)[0]
        return plan.removal(move - w.CALL, 1)

    def attempt(self, t: Table, plan: Plan, number: int) -> float:
        """A sure attempt at once; an unsure one when time runs out."""
        chance = plan.chance(number)
        if chance > SURE:
            return ATTEMPT
        late = plan.despair > 0.6 and t.actions == 1
        return ATTEMPT * chance if late else -1.0

    def where(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """Which piece, and to which city."""
        frame = t.stack[-1]
        if w.CHOOSE_PAWN <= move < w.CHOOSE_TEAM:
            if isinstance(frame, PickPawn):
                return judgement.pawn_event(t, plan, frame.event, move - w.CHOOSE_PAWN)
            return plan.airlift_pawn(move - w.CHOOSE_PAWN)[0]
        if w.CHOOSE_TEAM <= move < w.TO:
            return plan.escort_team(move - w.CHOOSE_TEAM, 0)[0]
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
        crowded = 3.0 if len(t.hands[seat]) > t.limit(seat) else 0.0
        if card == w.AIRLIFT:
            gain = 0.0
            for other in range(t.seats):
                gain = max(gain, plan.airlift_pawn(other)[0])
            for team in range(w.TEAMS):
                if t.teams[team] >= 0:
                    gain = max(gain, plan.escort_team(team, 0)[0])
            return gain - AIRLIFT_AT + crowded
        if card == w.WAR_RELICS:
            return plan.best_relics() - RELICS_AT + crowded
        if card == w.FORECAST:
            return plan.storm() - FORECAST_AT + crowded
        if card == w.COUNTERINTELLIGENCE:
            return plan.worst_discarded() - WITHDRAW_AT + crowded
        if card == w.IN_THE_SHADOWS:
            return plan.shadow_walk() - SHADOWS_AT + crowded
        return judgement.later_event(t, plan, seat, card) + crowded

    # -- setup and answers -----------------------------------------------------------------------------------

    def at_setup(self, t: Table, seat: int, move: int) -> float:
        """Characters are alike, occupations are not; agree to what helps."""
        if move > w.REFUSE:
            return judgement.decision(t, move)
        if w.TAKE_TEMPORARY <= move < w.PROPOSE:
            return OCCUPATION_WORTH[move - w.TAKE_TEMPORARY]
        if move in (w.AGREE, w.REFUSE):
            frame = t.stack[-1]
            good = True
            if isinstance(frame, ShareIntel):
                plan = Plan(t, seat)
                good = plan.sharing(frame.giver, frame.receiver, frame.card) > 0.0
            return 1.0 if good == (move == w.AGREE) else 0.0
        if w.CHOOSE_ALIAS <= move < w.TAKE_TEMPORARY:
            alias = t.character[seat] * 3 + move - w.CHOOSE_ALIAS
            return -float(len(t.uncovered[alias]))
        return 0.0
