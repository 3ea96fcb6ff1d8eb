"""The words of Season 0: its moves, and the numbers of what is told (``news.py``), declared once."""

from typing import Any, Final

from spyring.engine.notation import Domain, MoveBook
from spyring.engine.words import _
from spyring.games.season0.box import (
    AFFILIATION_IDS,
    CHARACTER_IDS,
    EVENT_IDS,
    MONTH_IDS,
    OCCUPATION_IDS,
    STARTING_EVENTS,
    Box,
)

SEAT_NAMES: Final = ("alpha", "bravo", "charlie", "delta")
TEAM_IDS: Final = (
    _("allied-1"),
    _("allied-2"),
    _("allied-3"),
    _("neutral-1"),
    _("neutral-2"),
    _("neutral-3"),
    _("soviet-1"),
    _("soviet-2"),
    _("soviet-3"),
)

# What a campaign has numbers and letters for.
STORY_IDS: Final = tuple(f"{month:02}-{order:02}" for month in range(13) for order in range(1, 10))
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WINDOW_IDS: Final = (
    *(str(number) for number in range(11, 47)),
    *LETTERS,
    *(letter + letter for letter in LETTERS),
)
BOX_IDS: Final = tuple(f"{number:04}" for number in range(1, 9))
PROTOCOL_IDS: Final = ("heron", "lantern", "quarry", "threshold", "zenith")
CHOICES: Final = 3
NAMES: Final = (  # eight for each affiliation
    _("Clara Whitfield"),
    _("Hugh Pemberton"),
    _("Iris Calloway"),
    _("Jonah Pryce"),
    _("Martin Ashdown"),
    _("Odette Lavigne"),
    _("Paul Merriweather"),
    _("Vera Standish"),
    _("Amara Deva"),
    _("Beatriz Salgado"),
    _("Elif Karaca"),
    _("Farid Haddad"),
    _("Ines Ferrer"),
    _("Mateo Quiroga"),
    _("Nikhil Rao"),
    _("Tomas Lindgren"),
    _("Anton Belov"),
    _("Darya Sokolova"),
    _("Irina Volkova"),
    _("Lev Markov"),
    _("Milena Horvat"),
    _("Nadia Orlova"),
    _("Pavel Zorin"),
    _("Stefan Novak"),
)
EACH_NAMES: Final = 8

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

NAME: Final = Domain("name", tuple(name.lower().replace(" ", "-") for name in NAMES), NAMES)
STORY: Final = Domain("story", STORY_IDS)
WINDOW: Final = Domain("window", WINDOW_IDS)
DEPOSIT_BOX: Final = Domain("box", BOX_IDS)
PROTOCOL: Final = Domain("protocol", PROTOCOL_IDS, ("HERON", "LANTERN", "QUARRY", "THRESHOLD", "ZENITH"))
CHOICE: Final = Domain("choice", ("1", "2", "3"))
LATER_EVENTS: Final = (
    _("Night Porter"),
    _("Dead Drop"),
    _("Night Train"),
    _("Burn Bag"),
    _("False Alarm"),
    _("Old Friends"),
    _("Open Line"),
    _("Expense Account"),
    _("Going Twice"),
    _("Three Candles"),
    _("Stage Door"),
)

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
WATCH: Final = 1054
CONTINUE: Final = 1055
CHOOSE_PAWN: Final = 1056  # + seat
CHOOSE_TEAM: Final = 1060  # + team
TO: Final = 1069  # + city
ORDER: Final = 1117  # + city
WITHDRAW: Final = 1165  # + city
FROM: Final = 1213  # + city
CHOOSE_OBJECTIVE: Final = 1261  # + objective
DISCARD: Final = 1264  # + card
ABANDON: Final = 1328  # + city
TAKE_WEAKNESS: Final = 1376  # + weakness
COVER_SLOT: Final = 1382  # + slot
CHOOSE_CHARACTER: Final = 1386  # + character
CHOOSE_ALIAS: Final = 1390  # + affiliation
TAKE_TEMPORARY: Final = 1393  # + occupation
PROPOSE: Final = 1397  # + event
AGREE: Final = 1413
REFUSE: Final = 1414
READ: Final = 1415
CHOOSE: Final = 1416  # + option
NAME_ALIAS: Final = 1419  # + name
TAKE_OCCUPATION: Final = 1443  # + occupation
LAY_ASSET: Final = 1447  # + character * 3 + affiliation
BUY_ASSET: Final = 1459  # + (character * 3 + affiliation) * 6 + asset
BUY_SAFEHOUSE: Final = 1531  # + city
COVER_SYMBOL: Final = 1579  # + city
SPEND_NO_MORE: Final = 1627
PLAY_AGAIN: Final = 1628
GO_ON: Final = 1629
LOWER_FUNDING: Final = 1630
KEEP_FUNDING: Final = 1631
RAISE_FUNDING: Final = 1632
SHUTTLE: Final = 1633  # + city
STRIKE_OUT: Final = 1681  # + objective * 48 + city
BE_PATIENT: Final = 1825
RECOVER: Final = 1826  # + city
UNWATCH: Final = 1874
CHOOSE_READER: Final = 1875  # + seat


class Domains:
    """The domains that are made from a box."""

    def __init__(self, box: Box) -> None:
        events = (*_titles(box.events), *LATER_EVENTS)
        self.city = Domain("city", tuple(box.ids), _titles(box.cities))
        sealed = EVENT_IDS[STARTING_EVENTS:]
        self.event = Domain("event", EVENT_IDS, events, sealed)
        self.card = Domain(
            "card", tuple(box.card_ids), (*_titles(box.cities), *events, _("an Escalation card")), sealed
        )
        self.held = Domain("card", tuple(box.card_ids[:-1]), (*_titles(box.cities), *events), sealed)
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
    book.verb("neutralize", _("Neutralize"), at=NEUTRALIZE)
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
    book.verb("end", _("End your actions"), at=END, final=True)
    book.verb("concede", _("Propose to give up this game"), at=CONCEDE, final=True)
    book.verb("event", _("Play the Event {event}"), ("event", d.event), at=PLAY_EVENT)
    book.verb("watch", _("Stop before each step, for my Events"), at=WATCH)
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
    book.verb("agree", _("Agree"), at=AGREE, agrees=True)
    book.verb("refuse", _("Refuse"), at=REFUSE, passes=True)
    _verbs_of_the_campaign(book, d)
    return book


def _verbs_of_the_campaign(book: MoveBook, d: Domains) -> None:
    city = ("city", d.city)
    alias = (("character", d.character), ("affiliation", AFFILIATION))
    book.verb("read", _("Turn the next story card"), at=READ)
    book.verb("choose", _("Choose answer {choice}"), ("choice", CHOICE), at=CHOOSE, final=True)
    book.verb("name", _("Call the alias {name}"), ("name", NAME), at=NAME_ALIAS)
    book.verb("occupation", _("Occupation: {occupation}"), ("occupation", d.occupation), at=TAKE_OCCUPATION)
    book.verb("lay", _("Lay it on the {affiliation} alias of {character}"), *alias, at=LAY_ASSET, final=True)
    book.verb(
        "buy",
        _("Buy {asset} for the {affiliation} alias of {character}"),
        *alias,
        ("asset", d.asset),
        at=BUY_ASSET,
        final=True,
    )
    book.verb("mark", _("Buy a permanent safehouse in {city}"), city, at=BUY_SAFEHOUSE, final=True)
    book.verb("cover", _("Buy counter-surveillance in {city}"), city, at=COVER_SYMBOL, final=True)
    book.verb("spend-no-more", _("Spend no more"), at=SPEND_NO_MORE, final=True, passes=True)
    book.verb("again", _("Play the prologue again"), at=PLAY_AGAIN, final=True)
    book.verb("go-on", _("Go on to January"), at=GO_ON, final=True)
    book.verb("lower-funding", _("Lower the funding by one"), at=LOWER_FUNDING, final=True)
    book.verb("keep-funding", _("Leave the funding as it is"), at=KEEP_FUNDING, passes=True)
    book.verb("raise-funding", _("Raise the funding by one"), at=RAISE_FUNDING, final=True)
    book.verb("shuttle", _("Shuttle to the safehouse in {city}"), city, at=SHUTTLE, sealed=True)
    book.verb(
        "strike-out",
        _("Discard {city} and strike a city from {objective}"),
        ("objective", OBJECTIVE),
        city,
        at=STRIKE_OUT,
        final=True,
        sealed=True,
    )
    book.verb("be-patient", _("Leave one Threat card unturned this turn"), at=BE_PATIENT, sealed=True)
    book.verb("recover", _("Take {city} from the discard pile"), city, at=RECOVER, sealed=True)
    book.verb("unwatch", _("Go on, and ask me again only when I have a new Event"), at=UNWATCH)
    book.verb("reader", _("{seat} reads the entries"), ("seat", SEAT), at=CHOOSE_READER)


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
STORY_DRAWN: Final = 61
ENTRY_READ: Final = 62
WINDOW_OPENED: Final = 63
BOX_OPENED: Final = 64
OPERATION_TAKEN: Final = 65
PROTOCOL_ACTIVATED: Final = 66
FRAME_FILLED: Final = 67
PROPOSAL_MADE: Final = 68
CHOICE_MADE: Final = 69
ALIAS_CREATED: Final = 70
SURVEILLANCE_CHANGED: Final = 71
FUNDING_CHANGED: Final = 72
THREAT_DESTROYED: Final = 73
CARD_DESTROYED: Final = 74
EVENT_GAINED: Final = 75
MARK_GAINED: Final = 76
ASSET_LAID: Final = 77
ASSET_LOST: Final = 78
AFFILIATION_CHANGED: Final = 79
BUDGET_GRANTED: Final = 80
BUDGET_SPENT: Final = 81
THREATS_PUT_AWAY: Final = 82
CLEANED_UP: Final = 83
NEXT_GAME: Final = 84
FINAL_SCORE: Final = 85
TOKEN_REMOVED: Final = 86
AGENTS_REMOVED: Final = 87
CARD_RECOVERED: Final = 88
PAWNS_SWAPPED: Final = 89
STRUCK_OUT: Final = 90
PATIENT: Final = 91
SYMBOL_ADDED: Final = 92
BOOKBINDER_MOVED: Final = 93
BOOKBINDER_TALKED: Final = 94
ACTIONS_GAINED: Final = 95
SHUTTLED: Final = 96
UNWATCHES: Final = 97
READER_CHOSEN: Final = 98
