"""SZ-10: the actions of a turn."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import NOT_ASKED, Frame, Refusal
from spyring.engine.i18n import _
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import CALL_BITS
from spyring.games.season0.box import ESCORT_LINES, MAX_AGENTS
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import calls, copies, remove_agents
from spyring.games.season0.rules import sharing
from spyring.games.season0.rules.events import PLAY_EVENT, WATCH, add_events, event_holders, pause
from spyring.games.season0.rules.objectives import Acquire
from spyring.games.season0.rules.safehouses import Assemble, Build, Identify, pay
from spyring.games.season0.rules.starting_events import BringPawn, BringTeam, has_twin, team_fault
from spyring.games.season0.rules.steps import Action


class Drive(Action):
    """Drive/Ferry: along a line (SZ-10.1)."""

    name: ClassVar[str] = "drive"
    clause: ClassVar[str] = "SZ-10.1"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        city = move - w.DRIVE
        if city == t.pawn[seat]:
            return w.HERE_ALREADY
        return FINE if city in t.config.box.near[t.pawn[seat]] else w.NO_LINE

    def act(self, t: Table, seat: int, move: int) -> None:
        city = move - w.DRIVE
        t.pawn[seat] = city
        if t.event_log is not None:
            t.emit(w.PAWN_DROVE, PUBLIC, seat, city)
        if t.shadows and t.agents[city]:
            remove_agents(t, city, 1)
            t.emit(w.SHADOWED, PUBLIC, city)
        elif t.actions:
            t.version -= 1  # only the pawn moved, and no segment of the vector holds pawns


class Fly(Action):
    """Commercial Flight: show or discard the card of the destination (SZ-10.2 to SZ-10.4)."""

    name: ClassVar[str] = "fly"
    clause: ClassVar[str] = "SZ-10.2"
    see_also: ClassVar[tuple[str, ...]] = ("SZ-10.3", "SZ-10.4")

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        city = move - w.FLY
        if city == t.pawn[seat]:
            return w.HERE_ALREADY
        if city not in t.hands[seat]:
            return w.NO_TICKET
        barred = t.side[city] == w.SOVIET and not t.traits[seat] >> w.DIPLOMATIC_VISA & 1
        return w.SOVIET_CITY if barred else FINE

    def act(self, t: Table, seat: int, move: int) -> None:
        city = move - w.FLY
        if t.side[city] >= w.NEUTRAL:
            pay(t, seat, city)
        t.pawn[seat] = city
        t.emit(w.PAWN_FLEW, PUBLIC, seat, city)


class FlyUnrecorded(Action):
    """Unrecorded Flight: discard the card of the current city (SZ-10.5)."""

    name: ClassVar[str] = "fly-unrecorded"
    clause: ClassVar[str] = "SZ-10.5"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        if move - w.FLY_UNRECORDED == t.pawn[seat]:
            return w.HERE_ALREADY
        if t.traits[seat] >> w.GROUNDED & 1:
            return w.WEAKNESS_FORBIDS
        if t.pawn[seat] not in t.hands[seat]:
            return w.NO_CARD_TO_LEAVE
        return FINE if move - w.FLY_UNRECORDED in t.config.box.in_play else w.NOT_IN_PLAY

    def act(self, t: Table, seat: int, move: int) -> None:
        pay(t, seat, t.pawn[seat])
        t.pawn[seat] = move - w.FLY_UNRECORDED
        t.emit(w.PAWN_FLEW_UNRECORDED, PUBLIC, seat, move - w.FLY_UNRECORDED)


class DriveTeam(Action):
    """Drive/Ferry Team; its status changes immediately (SZ-10.16, SZ-5.8)."""

    name: ClassVar[str] = "drive-team"
    clause: ClassVar[str] = "SZ-10.16"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        team, city = w.team_of_drive_team(move), w.city_of_drive_team(move)
        at = t.teams[team]
        if at < 0:
            return w.TEAM_NOT_THERE
        if has_twin(t, team):
            return w.LOWEST_TEAM
        if at == city:
            return w.SAME_CITY
        return FINE if city in t.config.box.near[at] else w.NO_LINE_FOR_TEAM

    def act(self, t: Table, seat: int, move: int) -> None:
        team, city = w.team_of_drive_team(move), w.city_of_drive_team(move)
        t.teams[team] = city
        t.emit(w.TEAM_MOVED, PUBLIC, team, city)
        for sticker in t.config.stickers:
            sticker.team_driven(t, team)


class Neutralize(Action):
    """Remove an agent from the city; some seats remove more (SZ-10.6)."""

    name: ClassVar[str] = "neutralize"
    clause: ClassVar[str] = "SZ-10.6"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        agents = t.agents[t.pawn[seat]]
        if not agents:
            return w.NO_AGENT_HERE
        shaking = agents == MAX_AGENTS and t.traits[seat] >> w.SHAKING_HANDS & 1
        return w.WEAKNESS_FORBIDS if shaking else FINE

    def act(self, t: Table, seat: int, move: int) -> None:
        city = t.pawn[seat]
        count = 2 if t.ability[seat] == w.WIRE_PHOTOGRAPHER and t.agents[city] == MAX_AGENTS else 1
        pistols = copies(t, seat, w.SILENCED_PISTOL)
        if pistols:
            t.push(OneMore(seat, pistols))
        remove_agents(t, city, count)
        t.emit(w.NEUTRALIZED, PUBLIC, seat, city, count)


class EscortPawn(Action):
    """The coordinator of a conference brings another pawn along."""

    name: ClassVar[str] = "escort-pawn"
    clause: ClassVar[str] = "SZ-P18"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        if t.ability[seat] != w.MEDICAL_CONFERENCE_COORDINATOR:
            return w.NOT_YOUR_ABILITY
        if move - w.ESCORT_PAWN == seat:
            return w.OWN_PAWN
        return FINE if move - w.ESCORT_PAWN < t.seats else w.NO_SEAT

    def act(self, t: Table, seat: int, move: int) -> None:
        t.push(BringPawn(seat, move - w.ESCORT_PAWN, ESCORT_LINES))


class EscortTeam(Action):
    """The coordinator of a conference brings a team along."""

    name: ClassVar[str] = "escort-team"
    clause: ClassVar[str] = "SZ-P18"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        if t.ability[seat] != w.MEDICAL_CONFERENCE_COORDINATOR:
            return w.NOT_YOUR_ABILITY
        return team_fault(t, move - w.ESCORT_TEAM)

    def act(self, t: Table, seat: int, move: int) -> None:
        t.push(BringTeam(seat, move - w.ESCORT_TEAM, ESCORT_LINES))


class Call(Action):
    """A Station Chief removes an agent anywhere, once per game."""

    name: ClassVar[str] = "call"
    clause: ClassVar[str] = "SZ-6.8"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        if not t.traits[seat] >> w.STATION_CHIEF & 1:
            return w.NO_CHIEF
        if calls(t, seat) >= copies(t, seat, w.STATION_CHIEF):
            return w.CHIEFS_CALLED
        return FINE if t.agents[move - w.CALL] else w.NO_AGENT_TO_CALL

    def act(self, t: Table, seat: int, move: int) -> None:
        t.called += 1 << CALL_BITS * seat
        remove_agents(t, move - w.CALL, 1)
        t.emit(w.CALLED, PUBLIC, seat, move - w.CALL)


class AddedAction(Action):
    """An action that only a rule of the campaign allows; its sticker carries it out."""

    clause: ClassVar[str] = "SZ-19.1"

    def action_fault(self, t: Table, seat: int, move: int) -> int:
        verb = w.family(move)
        for sticker in t.config.stickers:
            if sticker.adds == verb:
                return sticker.fault(t, seat, move)
        return w.NO_RULE

    def act(self, t: Table, seat: int, move: int) -> None:
        verb = w.family(move)
        for sticker in t.config.stickers:
            if sticker.adds == verb:
                sticker.act(t, seat, move)


class Shuttle(AddedAction):
    """From safehouse to safehouse."""

    name: ClassVar[str] = "shuttle"


class StrikeOut(AddedAction):
    """Strike a city from the list of a hidden target."""

    name: ClassVar[str] = "strike-out"

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        for number in range(len(t.status)):
            strikes = [w.strike_out(number, card) for card in t.hands[seat] if card < w.CITIES]
            moves += [move for move in strikes if self.fault(t, seat, move) == FINE]


class BePatient(AddedAction):
    """One Threat card fewer this turn."""

    name: ClassVar[str] = "be-patient"


class End(Action):
    """Forgo the remaining actions."""

    name: ClassVar[str] = "end"
    clause: ClassVar[str] = "SZ-9.4"
    cost: ClassVar[int] = 0

    def play(self, t: Table, seat: int, move: int) -> None:
        t.actions = 0
        t.emit(w.ACTIONS_ENDED, PUBLIC, seat)


ASSEMBLE: Final = Assemble()
IDENTIFY: Final = Identify()
BY_FAMILY: Final[dict[int, Verb[Any]]] = {  # in the order in which choices are listed
    w.DRIVE: Drive(),
    w.FLY: Fly(),
    w.FLY_UNRECORDED: FlyUnrecorded(),
    w.BUILD: Build(),
    w.NEUTRALIZE: Neutralize(),
    w.GIVE: sharing.Give(),
    w.HAND_OVER: sharing.HandOver(),
    w.TAKE: sharing.Take(),
    w.ASK_FOR: sharing.AskFor(),
    w.ASSEMBLE: ASSEMBLE,
    w.IDENTIFY: IDENTIFY,
    w.DRIVE_TEAM: DriveTeam(),
    w.ESCORT_TEAM: EscortTeam(),
    w.ESCORT_PAWN: EscortPawn(),
    w.ACQUIRE: Acquire(),
    w.CALL: Call(),
    w.SHUTTLE: Shuttle(),
    w.STRIKE_OUT: StrikeOut(),
    w.BE_PATIENT: BePatient(),
    w.PLAY_EVENT: PLAY_EVENT,
    w.WATCH: WATCH,
    w.CONCEDE: sharing.Concede(),
    w.END: End(),
}


class TakeAction(Frame[Table]):
    """The active seat takes an action, plays an Event, or ends the step (SZ-9.4, SZ-P8); others may play
    Events.
    """

    clause: ClassVar[str] = "SZ-9.4"
    ask: ClassVar[str] = _("Take an action ({left} left).")
    wait: ClassVar[str] = _("{seat} takes an action ({left} left).")
    offer: ClassVar[str] = _("You may play an Event.")
    verbs: ClassVar[Verbs] = tuple(BY_FAMILY.values())

    def deciders(self, t: Table) -> int:
        return 1 << t.active if t.actions else 0

    def interrupters(self, t: Table) -> int:
        return event_holders(t) & ~(1 << t.active)

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        return BY_FAMILY.get(w.family(move))

    def play(self, t: Table, seat: int, move: int) -> None:
        BY_FAMILY[w.family(move)].play(t, seat, move)

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = actions(t, seat) if seat == t.active else []
        if add_events(t, seat, moves):
            WATCH.add(t, seat, moves)
        if seat == t.active:
            if t.config.concede and not t.refused[sharing.CONCEDING]:
                moves.append(w.CONCEDE)
            moves.append(w.END)
        return moves

    def resolve(self, t: Table) -> None:
        t.done()
        pause(t)

    def other_fault(self, t: Table, seat: int) -> int:
        return NOT_ASKED if seat == t.active else w.NOT_YOUR_TURN

    def not_asked(self, t: Table, seat: int) -> Refusal:
        return Refusal("SZ-9.2", _("It is not your turn, and you have no Event."))

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(t.actions)}


TAKE_ACTION: Final = TakeAction()
NO_TEAMS: Final = [-1] * w.TEAMS


def actions(t: Table, seat: int) -> list[int]:
    """Every action that the active seat can take."""
    city = t.pawn[seat]
    config = t.config
    traits = t.traits[seat]
    moves = config.box.drives[city][:]
    side = t.side
    soviet_too = traits >> w.DIPLOMATIC_VISA & 1
    here = False  # whether the card of this city is in the hand
    for card in t.hands[seat]:
        if card == city:
            here = True
        elif card < w.CITIES and (side[card] != w.SOVIET or soviet_too):
            moves.append(w.FLY + card)
    if here:
        if not traits >> w.GROUNDED & 1:
            moves += config.box.flights[city]
        if not t.safe[city]:
            moves.append(w.BUILD)
    if t.agents[city] and not (t.agents[city] == MAX_AGENTS and traits >> w.SHAKING_HANDS & 1):
        moves.append(w.NEUTRALIZE)
    sharing.add_sharing(t, seat, city, here, moves)
    if t.safe[city]:
        if ASSEMBLE.action_fault(t, seat, w.ASSEMBLE) == FINE:
            moves.append(w.ASSEMBLE)
        if IDENTIFY.action_fault(t, seat, w.IDENTIFY) == FINE:
            moves.append(w.IDENTIFY)
    if add_teams(t, seat, moves):
        BY_FAMILY[w.ACQUIRE].add(t, seat, moves)
    if traits >> w.STATION_CHIEF & 1:
        BY_FAMILY[w.CALL].add(t, seat, moves)
    for sticker in config.stickers:
        if sticker.adds >= 0:
            BY_FAMILY[sticker.adds].add(t, seat, moves)
    return moves


def add_teams(t: Table, seat: int, moves: list[int]) -> bool:
    """Add moves of teams, and escorts of a conference coordinator; returns whether there is any team."""
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
        BY_FAMILY[w.ESCORT_PAWN].add(t, seat, moves)
    return found


class OneAgentMore(Verb[Table]):
    """Use the pistol."""

    name: ClassVar[str] = "neutralize"
    clause: ClassVar[str] = "SZ-P18"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(OneMore, t.stack[-1])
        t.done()
        if frame.left > 1:
            t.push(OneMore(seat, frame.left - 1))
        city = t.pawn[seat]
        remove_agents(t, city, 1)
        t.emit(w.NEUTRALIZED, PUBLIC, seat, city, 1)


class NoAgentMore(Verb[Table]):
    """Do not use the pistol."""

    name: ClassVar[str] = "continue"
    clause: ClassVar[str] = "SZ-P18"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.done()


class OneMore(Frame[Table]):
    """A Silenced Pistol may remove one more agent; ``left`` of them are unused (SZ-P18)."""

    clause: ClassVar[str] = "SZ-P18"
    ask: ClassVar[str] = _("Silenced Pistol: remove one more agent or continue.")
    wait: ClassVar[str] = _("Silenced Pistol: {seat} may remove one more agent.")
    verbs: ClassVar[Verbs] = (OneAgentMore(), NoAgentMore())
    data: ClassVar[tuple[str, ...]] = ("seat", "left")

    def __init__(self, seat: int, left: int) -> None:
        self.seat = seat
        self.left = left

    def deciders(self, t: Table) -> int:
        return 1 << self.seat if t.agents[t.pawn[self.seat]] else 0

    def resolve(self, t: Table) -> None:
        t.done()
