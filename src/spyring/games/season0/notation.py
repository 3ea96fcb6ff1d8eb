"""The words of Season 0: its moves and its events, declared once."""

from typing import Any, Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook
from spyring.engine.words import _
from spyring.games.season0.box import (
    AFFILIATION_IDS,
    CHARACTER_IDS,
    EVENT_IDS,
    MONTH_IDS,
    OCCUPATION_IDS,
    Box,
)

SEAT_NAMES: Final = ("alpha", "bravo", "charlie", "delta")
TEAM_IDS: Final = (
    "allied-1",
    "allied-2",
    "allied-3",
    "neutral-1",
    "neutral-2",
    "neutral-3",
    "soviet-1",
    "soviet-2",
    "soviet-3",
)

SEAT: Final = Domain("seat", SEAT_NAMES, (_("Alpha"), _("Bravo"), _("Charlie"), _("Delta")))
AFFILIATION: Final = Domain("affiliation", AFFILIATION_IDS, (_("Allied"), _("Neutral"), _("Soviet")))
TEAM: Final = Domain(
    "team",
    TEAM_IDS,
    (
        _("an Allied team"),
        _("an Allied team"),
        _("an Allied team"),
        _("a Neutral team"),
        _("a Neutral team"),
        _("a Neutral team"),
        _("a Soviet team"),
        _("a Soviet team"),
        _("a Soviet team"),
    ),
)
OBJECTIVE: Final = Domain(
    "objective", ("1", "2", "3"), (_("objective 1"), _("objective 2"), _("objective 3"))
)
SLOT: Final = Domain("slot", ("1", "2", "3", "4"))
MONTH: Final = Domain(
    "month",
    MONTH_IDS,
    (
        _("Prologue"),
        _("January 1962"),
        _("February 1962"),
        _("March 1962"),
        _("April 1962"),
        _("May 1962"),
        _("June 1962"),
        _("July 1962"),
        _("August 1962"),
        _("September 1962"),
        _("October 1962"),
        _("November 1962"),
        _("December 1962"),
    ),
)
SYMBOL: Final = Domain(
    "symbol",
    ("none", "card", "weakness", "burned"),
    (_("nothing"), _("a card"), _("a weakness"), _("burned")),
)
CAUSE_IDS: Final = ("objectives", "deck", "agents", "tokens", "conceded", "rule")
CAUSE: Final = Domain(
    "cause",
    CAUSE_IDS,
    (
        _("every objective has its token"),
        _("there are not two player cards to draw"),
        _("no agent is left in the supply"),
        _("no incident token is left in the supply"),
        _("the group gives up"),
        _("a rule of the campaign ends it"),
    ),
)
EVALUATION_IDS: Final = ("success", "adequate", "failing")
EVALUATION: Final = Domain("evaluation", EVALUATION_IDS, (_("SUCCESS"), _("ADEQUATE"), _("FAILING")))

BY_OBJECTIVES: Final = 0
BY_DECK: Final = 1
BY_AGENTS: Final = 2
BY_TOKENS: Final = 3
BY_CONCEDING: Final = 4
BY_RULE: Final = 5

# The first move of each verb; literal numbers, because the rules add to them at every decision.
DRIVE: Final = 0  # + city
FLY: Final = 48  # + city
FLY_UNRECORDED: Final = 96  # + city
DRIVE_TEAM: Final = 144  # + team * 48 + city
NEUTRALIZE: Final = 576
GIVE: Final = 577  # + seat
TAKE: Final = 581  # + seat
HAND_OVER: Final = 585  # + seat * 48 + city
ASK_FOR: Final = 777  # + seat * 48 + city
BUILD: Final = 969
IDENTIFY: Final = 970
ASSEMBLE: Final = 971
ACQUIRE: Final = 972  # + objective
ESCORT_PAWN: Final = 975  # + seat
ESCORT_TEAM: Final = 979  # + team
CALL: Final = 988  # + city
END: Final = 1036
CONCEDE: Final = 1037
PLAY_EVENT: Final = 1038  # + event, without the cities before it
WATCH: Final = 1043
CONTINUE: Final = 1044
CHOOSE_PAWN: Final = 1045  # + seat
CHOOSE_TEAM: Final = 1049  # + team
TO: Final = 1058  # + city
ORDER: Final = 1106  # + city
WITHDRAW: Final = 1154  # + city
FROM: Final = 1202  # + city
CHOOSE_OBJECTIVE: Final = 1250  # + objective
DISCARD: Final = 1253  # + card
ABANDON: Final = 1306  # + city
TAKE_WEAKNESS: Final = 1354  # + weakness
COVER_SLOT: Final = 1360  # + slot
CHOOSE_CHARACTER: Final = 1364  # + character
CHOOSE_ALIAS: Final = 1368  # + affiliation
TAKE_TEMPORARY: Final = 1371  # + occupation
PROPOSE: Final = 1375  # + event
AGREE: Final = 1380
REFUSE: Final = 1381


class Domains:
    """The domains that are made from a box."""

    def __init__(self, box: Box) -> None:
        events = _titles(box.events)
        self.city = Domain("city", tuple(box.ids), _titles(box.cities))
        self.event = Domain("event", EVENT_IDS, events)
        self.card = Domain(
            "card", tuple(box.card_ids), (*_titles(box.cities), *events, _("an Escalation card"))
        )
        self.held = Domain("card", tuple(box.card_ids[:-1]), (*_titles(box.cities), *events))
        self.character = Domain("character", CHARACTER_IDS, _titles(box.characters))
        self.occupation = Domain("occupation", OCCUPATION_IDS, _titles(box.occupations))
        self.weakness = Domain(
            "weakness", tuple(str(entry["id"]) for entry in box.weaknesses), _titles(box.weaknesses)
        )
        self.asset = Domain("asset", tuple(str(entry["id"]) for entry in box.assets), _titles(box.assets))


def _titles(entries: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(str(entry["name"]) for entry in entries)


def moves(box: Box) -> MoveBook:
    """Every move of the game."""
    d = Domains(box)
    book = MoveBook()
    seat, city, team = ("seat", SEAT), ("city", d.city), ("team", TEAM)
    objective = ("objective", OBJECTIVE)
    book.verb("drive", _("Drive/Ferry to {city}"), city, at=DRIVE)
    book.verb("fly", _("Commercial Flight to {city}"), city, at=FLY)
    book.verb("fly-unrecorded", _("Unrecorded Flight to {city}"), city, at=FLY_UNRECORDED)
    book.verb("drive-team", _("Move {team} to {city}"), team, city, at=DRIVE_TEAM)
    book.verb("neutralize", _("Neutralize an agent"), at=NEUTRALIZE)
    book.verb("give", _("Share Intel: give {seat} the card of this city"), seat, at=GIVE)
    book.verb("take", _("Share Intel: take the card of this city from {seat}"), seat, at=TAKE)
    book.verb("hand-over", _("Share Intel: give {seat} {city}"), seat, city, at=HAND_OVER)
    book.verb("ask-for", _("Share Intel: take {city} from {seat}"), seat, city, at=ASK_FOR)
    book.verb("build", _("Build a safehouse"), at=BUILD)
    book.verb("identify", _("Identify a target city"), at=IDENTIFY, final=True)
    book.verb("assemble", _("Assemble a team"), at=ASSEMBLE)
    book.verb("acquire", _("Acquire Targets: attempt {objective}"), objective, at=ACQUIRE, final=True)
    book.verb("escort-pawn", _("Escort {seat} up to 3 lines"), seat, at=ESCORT_PAWN)
    book.verb("escort-team", _("Escort {team} up to 3 lines"), team, at=ESCORT_TEAM)
    book.verb("call", _("Call the station chief: an agent leaves {city}"), city, at=CALL)
    book.verb("end", _("End your actions"), at=END, final=True, passes=True)
    book.verb("concede", _("Propose to give up this game"), at=CONCEDE, final=True)
    book.verb("event", _("Play the Event {event}"), ("event", d.event), at=PLAY_EVENT)
    book.verb("watch", _("Ask me before every step until my next actions"), at=WATCH)
    book.verb("continue", _("Go on"), at=CONTINUE, passes=True)
    book.verb("pawn", _("The pawn of {seat}"), seat, at=CHOOSE_PAWN)
    book.verb("team", _("Choose {team}"), team, at=CHOOSE_TEAM)
    book.verb("to", _("To {city}"), city, at=TO)
    book.verb("order", _("Next comes {city}"), city, at=ORDER)
    book.verb("withdraw", _("Withdraw the Threat card of {city}"), city, at=WITHDRAW)
    book.verb("from", _("From {city}"), city, at=FROM)
    book.verb(
        "objective", _("Identify the target of {objective}"), objective, at=CHOOSE_OBJECTIVE, final=True
    )
    book.verb("discard", _("Discard {card}"), ("card", d.held), at=DISCARD)
    book.verb("abandon", _("Give up the safehouse in {city}"), city, at=ABANDON, final=True)
    book.verb(
        "weakness", _("Take the weakness {weakness}"), ("weakness", d.weakness), at=TAKE_WEAKNESS, final=True
    )
    book.verb("slot", _("Cover the asset in slot {slot}"), ("slot", SLOT), at=COVER_SLOT, final=True)
    book.verb("character", _("Play {character}"), ("character", d.character), at=CHOOSE_CHARACTER)
    book.verb("alias", _("Begin with the {affiliation} alias"), ("affiliation", AFFILIATION), at=CHOOSE_ALIAS)
    book.verb(
        "temporary",
        _("Travel as {occupation}"),
        ("occupation", d.occupation),
        at=TAKE_TEMPORARY,
    )
    book.verb("propose", _("Propose {event}"), ("event", d.event), at=PROPOSE)
    book.verb("agree", _("Agree"), at=AGREE)
    book.verb("refuse", _("Refuse"), at=REFUSE, passes=True)
    return book


MONTH_BEGINS: Final = 0
OBJECTIVE_SET: Final = 1
TARGET_HIDDEN: Final = 2
SAFEHOUSE_PLACED: Final = 3
THREAT_TURNED: Final = 4
AGENTS_PLACED: Final = 5
EVENT_CHOSEN: Final = 6
PROPOSED: Final = 7
AGREED: Final = 8
REFUSED: Final = 9
DEALT: Final = 10
CHARACTER_CHOSEN: Final = 11
ALIAS_CHOSEN: Final = 12
TEMPORARY_CHOSEN: Final = 13
FIRST_SEAT: Final = 14
TURN_BEGINS: Final = 15
COVER_LOST: Final = 16
CARD_DISCARDED: Final = 17
WEAKNESS_TAKEN: Final = 18
ASSET_COVERED: Final = 19
ALIAS_BURNED: Final = 20
PAWN_DROVE: Final = 21
PAWN_FLEW: Final = 22
PAWN_FLEW_UNRECORDED: Final = 23
PAWN_MOVED: Final = 24
TEAM_MOVED: Final = 25
NEUTRALIZED: Final = 26
INTEL_OFFERED: Final = 27
INTEL_WANTED: Final = 28
INTEL_SHARED: Final = 29
SAFEHOUSE_MOVED: Final = 30
SAFEHOUSE_LOST: Final = 31
TEAM_ASSEMBLED: Final = 32
TEAM_LOST: Final = 33
TARGET_IDENTIFIED: Final = 34
TARGET_SHOWN: Final = 35
OBJECTIVE_COMPLETE: Final = 36
OBJECTIVE_FAILED: Final = 37
CALLED: Final = 38
ACTIONS_ENDED: Final = 39
CONCESSION_PROPOSED: Final = 40
EVENT_PLAYED: Final = 41
FORESEEN: Final = 42
REARRANGED: Final = 43
WITHDRAWN: Final = 44
WATCHES: Final = 45
CONTINUED: Final = 46
MOPPED_UP: Final = 47
DREW: Final = 48
ESCALATED: Final = 49
LEVEL_ROSE: Final = 50
BOTTOM_DRAWN: Final = 51
INTENSIFIED: Final = 52
INCIDENT: Final = 53
INCIDENT_CARD: Final = 54
NO_EFFECT: Final = 55
ANSWERED_UNSEEN: Final = 56
GAME_ENDS: Final = 57
EVALUATED: Final = 58
SHADOWED: Final = 59
RESHUFFLED: Final = 60


def events(box: Box) -> EventBook:
    """Every event of the game."""
    book = EventBook()
    _events_of_setup(book, Domains(box))
    _events_of_cover(book, Domains(box))
    _events_of_actions(book, Domains(box))
    _events_of_threats(book, Domains(box))
    return book


def _events_of_setup(book: EventBook, d: Domains) -> None:
    seat, city, count = ("seat", SEAT), ("city", d.city), ("count", NUMBER)
    objective, event = ("objective", OBJECTIVE), ("event", d.event)
    book.kind("month-begins", _("{month} begins."), ("month", MONTH), at=MONTH_BEGINS, chapter=True)
    book.kind("objective-set", _("Set up: {objective}."), objective, at=OBJECTIVE_SET, weight=0)
    book.kind(
        "target-hidden",
        _("One of {count} City cards is hidden under {objective}."),
        objective,
        count,
        at=TARGET_HIDDEN,
        weight=0,
    )
    book.kind("safehouse-placed", _("A safehouse in {city}."), city, at=SAFEHOUSE_PLACED, icon="z-safehouse")
    book.kind(
        "threat-turned", _("Threat card: {city}."), city, at=THREAT_TURNED, reveals=True, icon="z-threat"
    )
    book.kind(
        "agents-placed", _("{city}: {count} agents more."), city, count, at=AGENTS_PLACED, icon="z-agent"
    )
    book.kind("event-chosen", _("{event} is in the player deck."), event, at=EVENT_CHOSEN, weight=0)
    book.kind("proposed", _("{seat} proposes {event}."), seat, event, at=PROPOSED, weight=0)
    book.kind("agreed", _("{seat} agrees."), seat, at=AGREED, weight=0)
    book.kind("refused", _("{seat} refuses."), seat, at=REFUSED, weight=0)
    book.kind("dealt", _("{seat} is dealt {card}."), seat, ("card", d.card), at=DEALT, reveals=True, weight=0)
    book.kind(
        "character-chosen",
        _("{seat} plays {character}."),
        seat,
        ("character", d.character),
        at=CHARACTER_CHOSEN,
        weight=0,
    )
    book.kind(
        "alias-chosen",
        _("{seat} begins with the {affiliation} alias."),
        seat,
        ("affiliation", AFFILIATION),
        at=ALIAS_CHOSEN,
        weight=0,
    )
    book.kind(
        "temporary-chosen",
        _("{seat} travels as {occupation}."),
        seat,
        ("occupation", d.occupation),
        at=TEMPORARY_CHOSEN,
    )
    book.kind("first-seat", _("{seat} begins."), seat, at=FIRST_SEAT, weight=0)
    book.kind("turn-begins", _("Turn {turn}: {seat}."), ("turn", NUMBER), seat, at=TURN_BEGINS, chapter=True)


def _events_of_cover(book: EventBook, d: Domains) -> None:
    seat = ("seat", SEAT)
    book.kind(
        "cover-lost",
        _("{seat} loses cover; the box shows {symbol}."),
        seat,
        ("symbol", SYMBOL),
        at=COVER_LOST,
        reveals=True,
        icon="z-eye",
    )
    book.kind("card-discarded", _("{seat} discards {card}."), seat, ("card", d.card), at=CARD_DISCARDED)
    book.kind(
        "weakness-taken",
        _("{seat} takes the weakness {weakness}."),
        seat,
        ("weakness", d.weakness),
        at=WEAKNESS_TAKEN,
    )
    book.kind("asset-covered", _("It covers {asset} of {seat}."), seat, ("asset", d.asset), at=ASSET_COVERED)
    book.kind(
        "alias-burned",
        _("The alias of {seat} is burned: back to Washington."),
        seat,
        at=ALIAS_BURNED,
        weight=2,
        icon="z-flame",
    )


def _events_of_actions(book: EventBook, d: Domains) -> None:
    seat, city, team, count = ("seat", SEAT), ("city", d.city), ("team", TEAM), ("count", NUMBER)
    other, objective, entry = ("other", SEAT), ("objective", OBJECTIVE), ("entry", NUMBER)
    book.kind("pawn-drove", _("{seat} drives to {city}."), seat, city, at=PAWN_DROVE, icon="z-line")
    book.kind("pawn-flew", _("{seat} flies to {city}."), seat, city, at=PAWN_FLEW, icon="z-plane")
    book.kind(
        "pawn-flew-unrecorded",
        _("{seat} flies unrecorded to {city}."),
        seat,
        city,
        at=PAWN_FLEW_UNRECORDED,
        icon="z-plane",
    )
    book.kind("pawn-moved", _("{seat} is brought to {city}."), seat, city, at=PAWN_MOVED, icon="z-line")
    book.kind("team-moved", _("{team} goes to {city}."), team, city, at=TEAM_MOVED, icon="z-team")
    book.kind(
        "neutralized",
        _("{seat} neutralizes {count} in {city}."),
        seat,
        city,
        count,
        at=NEUTRALIZED,
        icon="z-agent",
    )
    book.kind(
        "intel-offered", _("{seat} offers {other} {city}."), seat, other, city, at=INTEL_OFFERED, weight=0
    )
    book.kind(
        "intel-wanted", _("{seat} asks {other} for {city}."), seat, other, city, at=INTEL_WANTED, weight=0
    )
    book.kind("intel-shared", _("{seat} gives {other} {city}."), seat, other, city, at=INTEL_SHARED)
    book.kind(
        "safehouse-moved",
        _("The safehouse of {city} is given up for another."),
        city,
        at=SAFEHOUSE_MOVED,
        weight=0,
    )
    book.kind("safehouse-lost", _("The safehouse in {city} is lost."), city, at=SAFEHOUSE_LOST, weight=2)
    book.kind(
        "team-assembled",
        _("{seat} assembles {team} in {city}."),
        seat,
        team,
        city,
        at=TEAM_ASSEMBLED,
        weight=2,
        icon="z-team",
    )
    book.kind("team-lost", _("{team} in {city} is compromised."), team, city, at=TEAM_LOST, weight=2)
    book.kind(
        "target-identified",
        _("{seat} identifies the target of {objective}: {city}."),
        seat,
        objective,
        city,
        at=TARGET_IDENTIFIED,
        reveals=True,
        weight=2,
    )
    book.kind(
        "target-shown",
        _("The target of {objective} was {city}."),
        objective,
        city,
        at=TARGET_SHOWN,
        reveals=True,
    )
    book.kind(
        "objective-complete",
        _("{seat}: {objective} is complete. Entry {entry}."),
        seat,
        objective,
        entry,
        at=OBJECTIVE_COMPLETE,
        weight=2,
        icon="s-laurel",
    )
    book.kind(
        "objective-failed",
        _("{objective} has failed. Entry {entry}."),
        objective,
        entry,
        at=OBJECTIVE_FAILED,
        weight=2,
    )
    book.kind("called", _("{seat} calls the station chief: {city}."), seat, city, at=CALLED)
    book.kind("actions-ended", _("{seat} ends its actions."), seat, at=ACTIONS_ENDED, weight=0)
    book.kind("concession-proposed", _("{seat} proposes to give up."), seat, at=CONCESSION_PROPOSED)
    book.kind("event-played", _("{seat} plays {event}."), seat, ("event", d.event), at=EVENT_PLAYED)
    book.kind(
        "foreseen",
        _("{count}. from the top of the Threat deck: {city}."),
        city,
        count,
        at=FORESEEN,
        reveals=True,
        weight=0,
    )
    book.kind("rearranged", _("{seat} has put the Threat cards back."), seat, at=REARRANGED)
    book.kind("withdrawn", _("The Threat card of {city} is out of this game."), city, at=WITHDRAWN)
    book.kind("watches", _("{seat} wants to be asked."), seat, at=WATCHES, weight=0)
    book.kind("continued", _("{seat} goes on."), seat, at=CONTINUED, weight=0)


def _events_of_threats(book: EventBook, d: Domains) -> None:
    seat, city, count = ("seat", SEAT), ("city", d.city), ("count", NUMBER)
    book.kind("mopped-up", _("Mop up in {city}: {count} agents."), city, count, at=MOPPED_UP, icon="z-team")
    book.kind("drew", _("{seat} draws {card}."), seat, ("card", d.card), at=DREW, reveals=True)
    book.kind("escalated", _("Escalation!"), at=ESCALATED, weight=2, icon="z-threat")
    book.kind(
        "level-rose",
        _("The threat level is {level} now."),
        ("level", NUMBER),
        at=LEVEL_ROSE,
        icon="z-threat",
    )
    book.kind(
        "bottom-drawn",
        _("From the bottom of the Threat deck: {city}."),
        city,
        at=BOTTOM_DRAWN,
        reveals=True,
        icon="z-threat",
    )
    book.kind(
        "intensified",
        _("{count} Threat cards are shuffled and go on top of the deck."),
        count,
        at=INTENSIFIED,
        icon="z-threat",
    )
    book.kind("incident", _("An incident in {city}!"), city, at=INCIDENT, weight=2, icon="z-incident")
    book.kind(
        "incident-card",
        _("The incident card is {city}."),
        city,
        at=INCIDENT_CARD,
        reveals=True,
        icon="z-incident",
    )
    book.kind("no-effect", _("It has no effect."), at=NO_EFFECT, weight=0)
    book.kind("answered-unseen", _("{seat} looks at the top Threat cards."), seat, at=ANSWERED_UNSEEN)
    book.kind("game-ends", _("The game ends: {cause}."), ("cause", CAUSE), at=GAME_ENDS, weight=2)
    book.kind(
        "evaluated",
        _("The group is evaluated: {evaluation}."),
        ("evaluation", EVALUATION),
        at=EVALUATED,
        weight=2,
        chapter=True,
    )
    book.kind("shadowed", _("In the shadows: an agent leaves {city}."), city, at=SHADOWED, icon="z-agent")
    book.kind(
        "reshuffled", _("The Threat discard pile becomes the new deck."), at=RESHUFFLED, icon="z-threat"
    )
