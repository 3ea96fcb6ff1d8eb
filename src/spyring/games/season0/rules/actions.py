"""SZ-10: the actions of a turn."""

from typing import Any, ClassVar, Final

from spyring.engine.frame import Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import one_call
from spyring.games.season0.box import ESCORT_LINES, MOST_AGENTS
from spyring.games.season0.made import Table
from spyring.games.season0.pieces import calls, copies, holds_event, remove_agents
from spyring.games.season0.rules.events import (
    add_events,
    can_watch,
    event_holders,
    pause,
    play_event,
    watch,
    why_no_event,
)
from spyring.games.season0.rules.objectives import acquire, can_acquire, why_no_attempt
from spyring.games.season0.rules.refusals import (
    LOWEST_TEAM,
    NO_AGENT,
    NO_EVENT,
    NO_SEAT,
    NO_TEAM,
    NOT_ASKED,
    NOT_IN_HAND,
    SAME_CITY,
    WEAKNESS,
)
from spyring.games.season0.rules.safehouses import (
    ChooseTarget,
    begin_team,
    can_assemble,
    can_identify,
    pay,
    why_no_safehouse,
)
from spyring.games.season0.rules.sharing import (
    CONCEDING,
    Concession,
    add_sharing,
    propose_sharing,
    why_no_sharing,
)
from spyring.games.season0.rules.starting_events import (
    BringPawn,
    BringTeam,
    has_twin,
    put_safehouse,
    why_no_team,
)


class TakeAction(Frame[Table]):
    """The active seat takes an action, plays an Event, or ends the step (SZ-9.4, SZ-P8); others may play
    Events.
    """

    clause: ClassVar[str] = "SZ-9.4"
    ask: ClassVar[str] = _("Take an action ({left} left).")
    wait: ClassVar[str] = _("{seat} takes an action ({left} left).")
    offer: ClassVar[str] = _("You may play an Event.")

    def deciders(self, t: Table) -> int:
        return 1 << t.active if t.actions else 0

    def interrupters(self, t: Table) -> int:
        return event_holders(t) & ~(1 << t.active)

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = actions(t, seat) if seat == t.active else []
        if add_events(t, seat, moves) and can_watch(t, seat):
            moves.append(w.WATCH)
        if seat == t.active:
            if t.config.concede and not t.refused[CONCEDING]:
                moves.append(w.CONCEDE)
            moves.append(w.END)
        return moves

    def play(self, t: Table, seat: int, move: int) -> None:
        if w.family(move) == w.PLAY_EVENT:
            play_event(t, seat, move - w.PLAY_EVENT + w.CITIES)
        elif move == w.WATCH:
            watch(t, seat)
        elif move == w.END:
            t.actions = 0
            t.emit(w.ACTIONS_ENDED, PUBLIC, seat)
        else:
            act(t, seat, move)

    def resolve(self, t: Table) -> None:
        t.done()
        pause(t)

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        if w.family(move) == w.PLAY_EVENT:
            return why_no_event(t, seat, move)
        if move == w.WATCH:
            if not holds_event(t.hands[seat]):
                return Refusal("SZ-15.3", NO_EVENT)
            if not t.config.auto_continue:
                return Refusal("SZ-15.3", _("You are asked at every open point anyway."))
            return Refusal("SZ-15.3", _("The game waits for you at every open point already."))
        if seat != t.active:
            return Refusal("SZ-9.2", _("It is not your turn: you may only play Events."))
        return why_no_action(t, seat, move)

    def not_asked(self, t: Table, seat: int) -> Refusal:
        return Refusal("SZ-9.2", _("It is not your turn, and you hold no Event."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(t.actions)}


TAKE_ACTION: Final = TakeAction()
NO_TEAMS: Final = [-1] * w.TEAMS


def actions(t: Table, seat: int) -> list[int]:
    """Every action that the active seat can take."""
    city = t.pawn[seat]
    config = t.config
    traits = t.traits[seat]
    moves = config.drives[city][:]
    side = t.side
    soviet_too = traits >> w.DIPLOMATIC_VISA & 1
    here = False  # the card of this city is in the hand
    for card in t.hands[seat]:
        if card == city:
            here = True
        elif card < w.CITIES and (side[card] != w.SOVIET or soviet_too):
            moves.append(w.FLY + card)
    if here:
        if not traits >> w.GROUNDED & 1:
            moves += config.flights[city]
        if not t.safe[city]:
            moves.append(w.BUILD)
    if t.agents[city] and not (t.agents[city] == MOST_AGENTS and traits >> w.SHAKING_HANDS & 1):
        moves.append(w.NEUTRALIZE)
    add_sharing(t, seat, city, here, moves)
    if t.safe[city]:
        if can_assemble(t, seat, city):
            moves.append(w.ASSEMBLE)
        if can_identify(t, seat, city):
            moves.append(w.IDENTIFY)
    if add_teams(t, seat, moves):
        for number in range(len(t.status)):
            if t.status[number] == w.OPEN and can_acquire(t, seat, number):
                moves.append(w.ACQUIRE + number)
    if traits >> w.STATION_CHIEF & 1 and calls(t, seat) < copies(t, seat, w.STATION_CHIEF):
        for other in range(w.CITIES):
            if t.agents[other]:
                moves.append(w.CALL + other)
    if config.stickers:
        for sticker in config.stickers:
            sticker.actions(t, seat, moves)
    return moves


def add_teams(t: Table, seat: int, moves: list[int]) -> bool:
    """Move teams, and what the coordinator of a conference brings along; whether there is a team at all."""
    teams = t.teams
    found = False
    coordinator = t.ability[seat] == w.MEDICAL_CONFERENCE_COORDINATOR
    if not coordinator and teams == NO_TEAMS:
        return False
    near = t.config.box.near
    for team in range(w.TEAMS):
        at = teams[team]
        if at < 0 or has_twin(t, team):
            continue
        found = True
        base = w.drive_team(team, 0)
        for city in near[at]:
            moves.append(base + city)
        if coordinator:
            moves.append(w.ESCORT_TEAM + team)
    if coordinator:
        for other in range(t.seats):
            if other != seat:
                moves.append(w.ESCORT_PAWN + other)
    return found


# -- carrying an action out ------------------------------------------------------------------------------


def act(t: Table, seat: int, move: int) -> None:
    """Carry out an action of the active seat; one that needs agreement costs nothing before it is given."""
    verb = w.family(move)
    if verb in (w.GIVE, w.TAKE, w.HAND_OVER, w.ASK_FOR):
        propose_sharing(t, seat, move)
        return
    if verb == w.CONCEDE:
        t.emit(w.CONCESSION_PROPOSED, PUBLIC, seat)
        t.push(Concession(seat, (seat + 1) % int(t.seats)))
        return
    t.actions -= 1
    if verb in (w.DRIVE, w.FLY, w.FLY_UNRECORDED):
        travel(t, seat, verb, move - verb)
    elif verb == w.DRIVE_TEAM:
        drive_team(t, w.team_of_drive_team(move), w.city_of_drive_team(move))
    elif verb == w.NEUTRALIZE:
        neutralize(t, seat)
    elif verb == w.BUILD:
        city = t.pawn[seat]
        pay(t, seat, city)
        put_safehouse(t, seat, city)
    elif verb == w.IDENTIFY:
        t.push(ChooseTarget(seat))
    elif verb == w.ASSEMBLE:
        begin_team(t, seat)
    elif verb == w.ACQUIRE:
        acquire(t, seat, move - w.ACQUIRE)
    elif verb == w.ESCORT_PAWN:
        t.push(BringPawn(seat, move - w.ESCORT_PAWN, ESCORT_LINES))
    elif verb == w.ESCORT_TEAM:
        t.push(BringTeam(seat, move - w.ESCORT_TEAM, ESCORT_LINES))
    elif verb == w.CALL:
        t.called += one_call(seat)
        remove_agents(t, move - w.CALL, 1)
        t.emit(w.CALLED, PUBLIC, seat, move - w.CALL)
    else:
        for sticker in t.config.stickers:
            if sticker.act(t, seat, move):
                return


def travel(t: Table, seat: int, verb: int, city: int) -> None:
    """Drive/Ferry, Commercial Flight, Unrecorded Flight (SZ-10.1 to SZ-10.5)."""
    if verb == w.DRIVE:
        t.pawn[seat] = city
        if t.event_log is not None:
            t.emit(w.PAWN_DROVE, PUBLIC, seat, city)
        if t.shadows and t.agents[city]:
            remove_agents(t, city, 1)
            t.emit(w.SHADOWED, PUBLIC, city)
        elif t.actions:
            t.version -= 1  # nothing but the pawn, which every look at the table asks for anew
    elif verb == w.FLY:
        if t.side[city] >= w.NEUTRAL:
            pay(t, seat, city)
        t.pawn[seat] = city
        t.emit(w.PAWN_FLEW, PUBLIC, seat, city)
    else:
        pay(t, seat, t.pawn[seat])
        t.pawn[seat] = city
        t.emit(w.PAWN_FLEW_UNRECORDED, PUBLIC, seat, city)


def neutralize(t: Table, seat: int) -> None:
    """Remove an agent from the city; some remove more (SZ-10.6)."""
    city = t.pawn[seat]
    count = 2 if t.ability[seat] == w.WIRE_PHOTOGRAPHER and t.agents[city] == MOST_AGENTS else 1
    pistols = copies(t, seat, w.SILENCED_PISTOL)
    if pistols:
        t.push(OneMore(seat, pistols))
    remove_agents(t, city, count)
    t.emit(w.NEUTRALIZED, PUBLIC, seat, city, count)


class OneMore(Frame[Table]):
    """A Silenced Pistol may remove one agent more; ``left`` of them have not been used (SZ-P18)."""

    clause: ClassVar[str] = "SZ-P18"
    ask: ClassVar[str] = _("Silenced Pistol: remove one agent more, or go on.")
    wait: ClassVar[str] = _("Silenced Pistol: {seat} may remove one agent more.")

    def __init__(self, seat: int, left: int) -> None:
        self.seat = seat
        self.left = left

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if t.agents[t.pawn[self.seat]] else 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.NEUTRALIZE, w.CONTINUE]

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()
        if move == w.CONTINUE:
            return
        if self.left > 1:
            t.push(OneMore(seat, self.left - 1))
        city = t.pawn[seat]
        remove_agents(t, city, 1)
        t.emit(w.NEUTRALIZED, PUBLIC, seat, city, 1)

    def resolve(self, t: Table) -> None:
        t.done()

    def why_not(self, t: Table, seat: int, move: int) -> Refusal:
        return Refusal(self.clause, NOT_ASKED)

    def pack(self) -> list[Any]:
        return [self.seat, self.left]


def drive_team(t: Table, team: int, city: int) -> None:
    """Drive/Ferry Team; its status changes at once (SZ-10.16, SZ-5.8)."""
    t.teams[team] = city
    t.emit(w.TEAM_MOVED, PUBLIC, team, city)
    for sticker in t.config.stickers:
        sticker.team_driven(t, team)


# -- why an action is not possible -----------------------------------------------------------------------


def why_no_action(t: Table, seat: int, move: int) -> Refusal:
    """The clause and the reason why the active seat cannot do this now."""
    verb = w.family(move)
    if verb in (w.DRIVE, w.FLY):
        return why_no_trip(t, seat, move)
    if verb == w.FLY_UNRECORDED:
        if move - w.FLY_UNRECORDED == t.pawn[seat]:
            return Refusal("SZ-R10", _("You are in this city already."))
        if t.traits[seat] >> w.GROUNDED & 1:
            return Refusal("SZ-7.5", WEAKNESS)
        return Refusal("SZ-10.5", _("You do not hold the card of the city you are in."))
    if verb == w.DRIVE_TEAM:
        return why_no_drive(t, w.team_of_drive_team(move), w.city_of_drive_team(move))
    if verb == w.NEUTRALIZE:
        if t.agents[t.pawn[seat]]:
            return Refusal("SZ-7.5", WEAKNESS)
        return Refusal("SZ-10.6", _("There is no agent in your city."))
    if verb in (w.GIVE, w.TAKE, w.HAND_OVER, w.ASK_FOR):
        return why_no_sharing(t, seat, move)
    if verb in (w.BUILD, w.IDENTIFY, w.ASSEMBLE):
        return why_no_safehouse(t, seat, move)
    if verb == w.ACQUIRE:
        return why_no_attempt(t, seat, move - w.ACQUIRE)
    if verb in (w.ESCORT_PAWN, w.ESCORT_TEAM):
        return why_no_escort(t, seat, move)
    if verb == w.CALL:
        if not t.traits[seat] >> w.STATION_CHIEF & 1:
            return Refusal("SZ-6.8", _("Your alias has no Station Chief."))
        if calls(t, seat) >= copies(t, seat, w.STATION_CHIEF):
            return Refusal("SZ-6.8", _("Every Station Chief of your alias has been called in this game."))
        return Refusal("SZ-6.8", NO_AGENT)
    if verb == w.CONCEDE:
        if t.config.concede:
            return Refusal("SZ-R51", _("Somebody refused to give up in this turn."))
        return Refusal("SZ-R51", _("A game is played to one of its ends."))
    if verb in (w.SHUTTLE, w.STRIKE_OUT, w.BE_PATIENT, w.RECOVER):
        return why_no_added_action(t, seat, move)
    return Refusal("SZ-9.4", NOT_ASKED)


def why_no_escort(t: Table, seat: int, move: int) -> Refusal:
    """What the coordinator of a conference brings along."""
    if t.ability[seat] != w.MEDICAL_CONFERENCE_COORDINATOR:
        return Refusal("SZ-P18", _("Your alias cannot do this."))
    if w.family(move) == w.ESCORT_TEAM:
        return why_no_team(t, move - w.ESCORT_TEAM)
    if move - w.ESCORT_PAWN == seat:
        return Refusal("SZ-P18", _("This is your own pawn."))
    return Refusal("SZ-1.1", NO_SEAT)


def why_no_added_action(t: Table, seat: int, move: int) -> Refusal:
    """Actions of the campaign's rules."""
    for sticker in t.config.stickers:
        refusal = sticker.why_not(t, seat, move)
        if refusal is not None:
            return refusal
    return Refusal("SZ-19.1", _("No rule that you have found allows this."))


def why_no_trip(t: Table, seat: int, move: int) -> Refusal:
    """Drive/Ferry and Commercial Flight."""
    city = move - w.family(move)
    if city == t.pawn[seat]:
        return Refusal("SZ-R10", _("You are in this city already."))
    if w.family(move) == w.DRIVE:
        return Refusal("SZ-10.1", _("No line leads there from your city."))
    if city not in t.hands[seat]:
        return Refusal("SZ-R28", NOT_IN_HAND)
    return Refusal("SZ-10.4", _("No Commercial Flight goes to a Soviet city."))


def why_no_drive(t: Table, team: int, city: int) -> Refusal:
    """Drive/Ferry Team."""
    if t.teams[team] < 0:
        return Refusal("SZ-10.16", NO_TEAM)
    if has_twin(t, team):
        return Refusal("SZ-10.17", LOWEST_TEAM)
    if t.teams[team] == city:
        return Refusal("SZ-R10", SAME_CITY)
    return Refusal("SZ-10.16", _("No line leads there from the city of the team."))


FRAMES: Final[tuple[type[Frame[Any]], ...]] = (TakeAction, OneMore)
