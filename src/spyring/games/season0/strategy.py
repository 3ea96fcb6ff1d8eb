"""How a sensible group thinks: who collects for which team, what burns most, and what is nearest at hand."""

from typing import Final

from spyring.engine.strategy import POINTLESS, Strategy
from spyring.games.season0.box import (
    AIRLIFT,
    CARDS,
    CITIES,
    COUNTERINTELLIGENCE,
    FORECAST_EVENT,
    IN_THE_SHADOWS,
    TEAMS,
    WAR_RELICS,
)
from spyring.games.season0.campaign import judgement
from spyring.games.season0.notation import (
    ABANDON,
    ACQUIRE,
    AGREE,
    ASK_FOR,
    ASSEMBLE,
    BUILD,
    CALL,
    CHOOSE_ALIAS,
    CHOOSE_CHARACTER,
    CHOOSE_OBJECTIVE,
    CHOOSE_PAWN,
    CHOOSE_TEAM,
    CONCEDE,
    CONTINUE,
    COVER_SLOT,
    DISCARD,
    DRIVE_TEAM,
    END,
    ESCORT_PAWN,
    ESCORT_TEAM,
    FLY,
    FLY_UNRECORDED,
    FROM,
    GIVE,
    HAND_OVER,
    IDENTIFY,
    NEUTRALIZE,
    ORDER,
    PLAY_EVENT,
    PROPOSE,
    REFUSE,
    TAKE,
    TAKE_TEMPORARY,
    TAKE_WEAKNESS,
    TO,
    UNWATCH,
    WATCH,
    WITHDRAW,
)
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
        if moves[0] >= CHOOSE_CHARACTER:
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
        if move == UNWATCH:
            return LEAVE_ALONE
        if move > REFUSE:
            return judgement.added_action(t, plan, seat, move)
        if move < END:
            return self.action(t, plan, seat, move)
        if move in (END, CONTINUE):
            return 0.0
        if move in (CONCEDE, WATCH):
            return POINTLESS
        if move < WATCH:
            return self.event(t, plan, seat, move - PLAY_EVENT + CITIES)
        if move < ORDER:
            return self.where(t, plan, seat, move)
        if move < WITHDRAW:
            return -plan.harm[move - ORDER]  # the least harmful card comes first
        if move < FROM:
            return plan.harm[move - WITHDRAW]
        if move < CHOOSE_OBJECTIVE:
            frame = t.stack[-1]
            if isinstance(frame, Clear):
                return judgement.cleared(t, plan, frame, move - FROM)
            return -plan.site[move - FROM]
        if move < DISCARD:
            return 0.0
        if move < DISCARD + CARDS:
            return -plan.keep(seat, move - DISCARD)
        if move < TAKE_WEAKNESS:
            return -plan.site[move - ABANDON]
        if move < COVER_SLOT:
            return WEAKNESS_WORTH[move - TAKE_WEAKNESS]
        return 0.0

    def action(self, t: Table, plan: Plan, seat: int, move: int) -> float:
        """The actions of a turn."""
        if move < FLY:
            return plan.trip(move, -1)
        if move < FLY_UNRECORDED:
            city = move - FLY
            return plan.trip(city, city if t.side[city] else -1)
        if move < DRIVE_TEAM:
            return plan.trip(move - FLY_UNRECORDED, t.pawn[seat])
        if move < NEUTRALIZE:
            return plan.team_trip((move - DRIVE_TEAM) // CITIES, (move - DRIVE_TEAM) % CITIES)
        if move == NEUTRALIZE:
            return plan.here_first
        if move < HAND_OVER:
            other = move - GIVE if move < TAKE else move - TAKE
            giver, receiver = (seat, other) if move < TAKE else (other, seat)
            return plan.sharing(giver, receiver, t.pawn[seat])
        if move < ASK_FOR:
            other, card = (move - HAND_OVER) // CITIES, (move - HAND_OVER) % CITIES
            frame = t.stack[-1]
            return plan.sharing(frame.giver if isinstance(frame, DropTo) else seat, other, card)
        if move < BUILD:
            other, card = (move - ASK_FOR) // CITIES, (move - ASK_FOR) % CITIES
            return plan.sharing(other, seat, card)
        if move == BUILD:
            return plan.building
        if move == IDENTIFY:
            return plan.identifying
        if move == ASSEMBLE:
            return plan.assembling
        if move < ESCORT_PAWN:
            return self.attempt(t, plan, move - ACQUIRE)
        if move < ESCORT_TEAM:
            return plan.escort_pawn(move - ESCORT_PAWN)[0]
        if move < CALL:
            return plan.escort_team(move - ESCORT_TEAM, 3)[0]
        return plan.removal(move - CALL, 1)

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
        if CHOOSE_PAWN <= move < CHOOSE_TEAM:
            if isinstance(frame, PickPawn):
                return judgement.pawn_event(t, plan, frame.event, move - CHOOSE_PAWN)
            return plan.airlift_pawn(move - CHOOSE_PAWN)[0]
        if CHOOSE_TEAM <= move < TO:
            return plan.escort_team(move - CHOOSE_TEAM, 0)[0]
        city = move - TO
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
        if card == AIRLIFT:
            gain = 0.0
            for other in range(t.seats):
                gain = max(gain, plan.airlift_pawn(other)[0])
            for team in range(TEAMS):
                if t.teams[team] >= 0:
                    gain = max(gain, plan.escort_team(team, 0)[0])
            return gain - AIRLIFT_AT + crowded
        if card == WAR_RELICS:
            return plan.best_relics() - RELICS_AT + crowded
        if card == FORECAST_EVENT:
            return plan.storm() - FORECAST_AT + crowded
        if card == COUNTERINTELLIGENCE:
            return plan.worst_discarded() - WITHDRAW_AT + crowded
        if card == IN_THE_SHADOWS:
            return plan.shadow_walk() - SHADOWS_AT + crowded
        return judgement.later_event(t, plan, seat, card) + crowded

    # -- setup and answers -----------------------------------------------------------------------------------

    def at_setup(self, t: Table, seat: int, move: int) -> float:
        """Characters are alike, occupations are not; agree to what helps."""
        if move > REFUSE:
            return judgement.decision(t, move)
        if TAKE_TEMPORARY <= move < PROPOSE:
            return OCCUPATION_WORTH[move - TAKE_TEMPORARY]
        if move in (AGREE, REFUSE):
            frame = t.stack[-1]
            good = True
            if isinstance(frame, ShareIntel):
                plan = Plan(t, seat)
                good = plan.sharing(frame.giver, frame.receiver, frame.card) > 0.0
            return 1.0 if good == (move == AGREE) else 0.0
        if CHOOSE_ALIAS <= move < TAKE_TEMPORARY:
            alias = t.character[seat] * 3 + move - CHOOSE_ALIAS
            return -float(len(t.uncovered[alias]))
        return 0.0
