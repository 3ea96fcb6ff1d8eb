"""The words of the game, written from ``words.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook, RefusalBook, families
from spyring.engine.options import Option, Value
from spyring.engine.i18n import _

SLOT_IDS: Final[tuple[str, ...]] = ("1", "2", "3", "4")
SLOT: Final = Domain("slot", SLOT_IDS)
CHOICE_IDS: Final[tuple[str, ...]] = ("1", "2", "3")
CHOICE: Final = Domain("choice", CHOICE_IDS)
SEAT_IDS: Final[tuple[str, ...]] = ("alpha", "bravo", "charlie", "delta")
SEAT: Final = Domain("seat", SEAT_IDS, (_("Alpha"), _("Bravo"), _("Charlie"), _("Delta")))
AFFILIATION_IDS: Final[tuple[str, ...]] = ("allied", "neutral", "soviet")
AFFILIATION: Final = Domain("affiliation", AFFILIATION_IDS, (_("Allied"), _("Neutral"), _("Soviet")))
TEAM_IDS: Final[tuple[str, ...]] = ("allied-1", "allied-2", "allied-3", "neutral-1", "neutral-2", "neutral-3", "soviet-1", "soviet-2", "soviet-3")
TEAM: Final = Domain("team", TEAM_IDS, (_("an Allied team"), _("an Allied team"), _("an Allied team"), _("a Neutral team"), _("a Neutral team"), _("a Neutral team"), _("a Soviet team"), _("a Soviet team"), _("a Soviet team")))
OBJECTIVE_IDS: Final[tuple[str, ...]] = ("1", "2", "3")
OBJECTIVE: Final = Domain("objective", OBJECTIVE_IDS, (_("objective 1"), _("objective 2"), _("objective 3")))
MONTH_IDS: Final[tuple[str, ...]] = ("prologue", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
MONTH: Final = Domain("month", MONTH_IDS, (_("Prologue"), _("January 1962"), _("February 1962"), _("March 1962"), _("April 1962"), _("May 1962"), _("June 1962"), _("July 1962"), _("August 1962"), _("September 1962"), _("October 1962"), _("November 1962"), _("December 1962")))
SYMBOL_IDS: Final[tuple[str, ...]] = ("none", "card", "weakness", "burned")
SYMBOL: Final = Domain("symbol", SYMBOL_IDS, (_("nothing"), _("a card"), _("a weakness"), _("burned")))
CAUSE_IDS: Final[tuple[str, ...]] = ("objectives", "deck", "agents", "tokens", "conceded", "rule")
CAUSE: Final = Domain("cause", CAUSE_IDS, (_("all objectives decided"), _("fewer than two player cards left"), _("no agents left in the supply"), _("no incident tokens left in the supply"), _("given up by the group"), _("ended by a campaign rule")))
EVALUATION_IDS: Final[tuple[str, ...]] = ("success", "adequate", "failing")
EVALUATION: Final = Domain("evaluation", EVALUATION_IDS, (_("SUCCESS"), _("ADEQUATE"), _("FAILING")))
NAME_IDS: Final[tuple[str, ...]] = ("clara-whitfield", "hugh-pemberton", "iris-calloway", "jonah-pryce", "martin-ashdown", "odette-lavigne", "paul-merriweather", "vera-standish", "amara-deva", "beatriz-salgado", "elif-karaca", "farid-haddad", "ines-ferrer", "mateo-quiroga", "nikhil-rao", "tomas-lindgren", "anton-belov", "darya-sokolova", "irina-volkova", "lev-markov", "milena-horvat", "nadia-orlova", "pavel-zorin", "stefan-novak")
NAME: Final = Domain("name", NAME_IDS, (_("Clara Whitfield"), _("Hugh Pemberton"), _("Iris Calloway"), _("Jonah Pryce"), _("Martin Ashdown"), _("Odette Lavigne"), _("Paul Merriweather"), _("Vera Standish"), _("Amara Deva"), _("Beatriz Salgado"), _("Elif Karaca"), _("Farid Haddad"), _("Ines Ferrer"), _("Mateo Quiroga"), _("Nikhil Rao"), _("Tomas Lindgren"), _("Anton Belov"), _("Darya Sokolova"), _("Irina Volkova"), _("Lev Markov"), _("Milena Horvat"), _("Nadia Orlova"), _("Pavel Zorin"), _("Stefan Novak")))
PROTOCOL_IDS: Final[tuple[str, ...]] = ("heron", "lantern", "quarry", "threshold", "zenith")
PROTOCOL: Final = Domain("protocol", PROTOCOL_IDS, (_("HERON"), _("LANTERN"), _("QUARRY"), _("THRESHOLD"), _("ZENITH")))
LATER_EVENT_IDS: Final[tuple[str, ...]] = ("night-porter", "dead-drop", "night-train", "burn-bag", "false-alarm", "old-friends", "open-line", "expense-account", "going-twice", "three-candles", "stage-door")
LATER_EVENT: Final = Domain("later event", LATER_EVENT_IDS, (_("Night Porter"), _("Dead Drop"), _("Night Train"), _("Burn Bag"), _("False Alarm"), _("Old Friends"), _("Open Line"), _("Expense Account"), _("Going Twice"), _("Three Candles"), _("Stage Door")))
STEP_IDS: Final[tuple[str, ...]] = ("set-up", "start", "surveillance", "actions", "mop-up", "draw", "threat", "after")
STATUS_IDS: Final[tuple[str, ...]] = ("open", "complete", "failed")
REGION_IDS: Final[tuple[str, ...]] = ("na", "sa", "eu", "af", "as", "pr")
RULE_IDS: Final[tuple[str, ...]] = ("extra-threats", "quiet-start", "shuttle", "mirrors", "scissors", "cold", "midnight", "dance-card", "bookbinder", "double-exposure", "desk-lamps", "gorgon", "marked-deck", "patience")
EFFECT_IDS: Final[tuple[str, ...]] = ("sleeper", "safehouse", "recognized", "teams")
NTH_IDS: Final[tuple[str, ...]] = ("first", "second", "third")
SUPPLY_IDS: Final[tuple[str, ...]] = ("agents", "tokens", "safehouses")
PASSPORT_IDS: Final[tuple[str, ...]] = ("alias", "occupation", "uncovered", "track", "called", "watching", "limit")
PARTNER_IDS: Final[tuple[str, ...]] = ("giver", "receiver", "proposer", "pawn")
PERSONNEL_IDS: Final[tuple[str, ...]] = ("occupation", "uncovered", "burned", "1", "2", "3", "4")
DESTROYED_IDS: Final[tuple[str, ...]] = ("cities", "threats", "events")
CAMPAIGN_NUMBER_IDS: Final[tuple[str, ...]] = ("games", "funding", "story cards drawn", "patience is left", "patience is gone")
STARTING_EVENT_IDS: Final[tuple[str, ...]] = ("airlift", "forecast", "war-relics", "in-the-shadows", "counterintelligence")
ESCALATION_IDS: Final[tuple[str, ...]] = ("escalation",)
CHARACTER_IDS: Final[tuple[str, ...]] = ("black", "blue", "pink", "white")
OCCUPATION_IDS: Final[tuple[str, ...]] = ("medical-conference-coordinator", "rare-book-dealer", "freight-forwarder", "wire-photographer")
ASSET_IDS: Final[tuple[str, ...]] = ("diplomatic-visa", "miniature-camera", "false-bottom-case", "station-chief", "silenced-pistol", "press-pass")
WEAKNESS_IDS: Final[tuple[str, ...]] = ("tailed", "known-face", "grounded", "distrusted", "photographed", "shaking-hands")
MOST_SEATS: Final = 4
AFFILIATIONS: Final = 3
ALLIED: Final = 0
NEUTRAL: Final = 1
SOVIET: Final = 2
TEAMS: Final = 9
OBJECTIVES: Final = 3
PROLOGUE: Final = 0
JANUARY: Final = 1
FEBRUARY: Final = 2
MARCH: Final = 3
APRIL: Final = 4
MAY: Final = 5
JUNE: Final = 6
JULY: Final = 7
AUGUST: Final = 8
SEPTEMBER: Final = 9
OCTOBER: Final = 10
NOVEMBER: Final = 11
DECEMBER: Final = 12
SYMBOL_NONE: Final = 0
SYMBOL_CARD: Final = 1
SYMBOL_WEAKNESS: Final = 2
SYMBOL_BURNED: Final = 3
BY_OBJECTIVES: Final = 0
BY_DECK: Final = 1
BY_AGENTS: Final = 2
BY_TOKENS: Final = 3
BY_CONCEDED: Final = 4
BY_RULE: Final = 5
SUCCESS: Final = 0
ADEQUATE: Final = 1
FAILING: Final = 2
SLOTS: Final = 4
CHOICES: Final = 3
STEP_SET_UP: Final = 0
STEP_START: Final = 1
STEP_SURVEILLANCE: Final = 2
STEP_ACTIONS: Final = 3
STEP_MOP_UP: Final = 4
STEP_DRAW: Final = 5
STEP_THREAT: Final = 6
STEP_AFTER: Final = 7
OPEN: Final = 0
COMPLETE: Final = 1
FAILED: Final = 2
REGIONS: Final = 6
REGION_NA: Final = 0
REGION_SA: Final = 1
REGION_EU: Final = 2
REGION_AF: Final = 3
REGION_AS: Final = 4
REGION_PR: Final = 5
EFFECT_SLEEPER: Final = 0
EFFECT_SAFEHOUSE: Final = 1
EFFECT_RECOGNIZED: Final = 2
EFFECT_TEAMS: Final = 3
CITIES: Final = 48
STARTING_EVENTS: Final = 5
AIRLIFT: Final = 48
FORECAST: Final = 49
WAR_RELICS: Final = 50
IN_THE_SHADOWS: Final = 51
COUNTERINTELLIGENCE: Final = 52
NIGHT_PORTER: Final = 53
DEAD_DROP: Final = 54
NIGHT_TRAIN: Final = 55
BURN_BAG: Final = 56
FALSE_ALARM: Final = 57
OLD_FRIENDS: Final = 58
OPEN_LINE: Final = 59
EXPENSE_ACCOUNT: Final = 60
GOING_TWICE: Final = 61
THREE_CANDLES: Final = 62
STAGE_DOOR: Final = 63
EVENTS: Final = 16
CARDS: Final = 64
ESCALATION: Final = 64
CHARACTERS: Final = 4
ALIASES: Final = 12
OCCUPATIONS: Final = 4
MEDICAL_CONFERENCE_COORDINATOR: Final = 0
RARE_BOOK_DEALER: Final = 1
FREIGHT_FORWARDER: Final = 2
WIRE_PHOTOGRAPHER: Final = 3
ASSETS: Final = 6
DIPLOMATIC_VISA: Final = 1
MINIATURE_CAMERA: Final = 2
FALSE_BOTTOM_CASE: Final = 3
STATION_CHIEF: Final = 4
SILENCED_PISTOL: Final = 5
PRESS_PASS: Final = 6
WEAKNESSES: Final = 6
TAILED: Final = 7
KNOWN_FACE: Final = 8
GROUNDED: Final = 9
DISTRUSTED: Final = 10
PHOTOGRAPHED: Final = 11
SHAKING_HANDS: Final = 12

# The first move of each verb.
DRIVE: Final = 0  # + city
FLY: Final = 48  # + city
FLY_UNRECORDED: Final = 96  # + city
DRIVE_TEAM: Final = 144  # + team, city
NEUTRALIZE: Final = 576
GIVE: Final = 577  # + seat
TAKE: Final = 581  # + seat
HAND_OVER: Final = 585  # + seat, city
ASK_FOR: Final = 777  # + seat, city
BUILD: Final = 969
IDENTIFY: Final = 970
ASSEMBLE: Final = 971
ACQUIRE: Final = 972  # + objective
ESCORT_PAWN: Final = 975  # + seat
ESCORT_TEAM: Final = 979  # + team
CALL: Final = 988  # + city
END: Final = 1036
CONCEDE: Final = 1037
PLAY_EVENT: Final = 1038  # + event
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
CHOOSE: Final = 1416  # + choice
NAME_ALIAS: Final = 1419  # + name
TAKE_OCCUPATION: Final = 1443  # + occupation
LAY_ASSET: Final = 1447  # + character, affiliation
BUY_ASSET: Final = 1459  # + character, affiliation, asset
BUY_SAFEHOUSE: Final = 1531  # + city
COVER_SYMBOL: Final = 1579  # + city
SPEND_NO_MORE: Final = 1627
PLAY_AGAIN: Final = 1628
GO_ON: Final = 1629
LOWER_FUNDING: Final = 1630
KEEP_FUNDING: Final = 1631
RAISE_FUNDING: Final = 1632
SHUTTLE: Final = 1633  # + city
STRIKE_OUT: Final = 1681  # + objective, city
BE_PATIENT: Final = 1825
RECOVER: Final = 1826  # + city
UNWATCH: Final = 1874
CHOOSE_READER: Final = 1875  # + seat

FAMILIES: Final[list[int]] = families([(DRIVE, 48), (FLY, 48), (FLY_UNRECORDED, 48), (DRIVE_TEAM, 432), (NEUTRALIZE, 1), (GIVE, 4), (TAKE, 4), (HAND_OVER, 192), (ASK_FOR, 192), (BUILD, 1), (IDENTIFY, 1), (ASSEMBLE, 1), (ACQUIRE, 3), (ESCORT_PAWN, 4), (ESCORT_TEAM, 9), (CALL, 48), (END, 1), (CONCEDE, 1), (PLAY_EVENT, 16), (WATCH, 1), (CONTINUE, 1), (CHOOSE_PAWN, 4), (CHOOSE_TEAM, 9), (TO, 48), (ORDER, 48), (WITHDRAW, 48), (FROM, 48), (CHOOSE_OBJECTIVE, 3), (DISCARD, 64), (ABANDON, 48), (TAKE_WEAKNESS, 6), (COVER_SLOT, 4), (CHOOSE_CHARACTER, 4), (CHOOSE_ALIAS, 3), (TAKE_TEMPORARY, 4), (PROPOSE, 16), (AGREE, 1), (REFUSE, 1), (READ, 1), (CHOOSE, 3), (NAME_ALIAS, 24), (TAKE_OCCUPATION, 4), (LAY_ASSET, 12), (BUY_ASSET, 72), (BUY_SAFEHOUSE, 48), (COVER_SYMBOL, 48), (SPEND_NO_MORE, 1), (PLAY_AGAIN, 1), (GO_ON, 1), (LOWER_FUNDING, 1), (KEEP_FUNDING, 1), (RAISE_FUNDING, 1), (SHUTTLE, 48), (STRIKE_OUT, 144), (BE_PATIENT, 1), (RECOVER, 48), (UNWATCH, 1), (CHOOSE_READER, 4)])


def family(move: int) -> int:
    """The first move of the verb that ``move`` belongs to."""
    return FAMILIES[move]


def drive_team(team: int, city: int) -> int:
    return DRIVE_TEAM + team * 48 + city


def city_of_drive_team(move: int) -> int:
    return (move - DRIVE_TEAM) % 48


def team_of_drive_team(move: int) -> int:
    return (move - DRIVE_TEAM) // 48


def hand_over(seat: int, city: int) -> int:
    return HAND_OVER + seat * 48 + city


def city_of_hand_over(move: int) -> int:
    return (move - HAND_OVER) % 48


def seat_of_hand_over(move: int) -> int:
    return (move - HAND_OVER) // 48


def ask_for(seat: int, city: int) -> int:
    return ASK_FOR + seat * 48 + city


def city_of_ask_for(move: int) -> int:
    return (move - ASK_FOR) % 48


def seat_of_ask_for(move: int) -> int:
    return (move - ASK_FOR) // 48


def lay_asset(character: int, affiliation: int) -> int:
    return LAY_ASSET + character * 3 + affiliation


def affiliation_of_lay_asset(move: int) -> int:
    return (move - LAY_ASSET) % 3


def character_of_lay_asset(move: int) -> int:
    return (move - LAY_ASSET) // 3


def buy_asset(character: int, affiliation: int, asset: int) -> int:
    return BUY_ASSET + (character * 3 + affiliation) * 6 + asset


def asset_of_buy_asset(move: int) -> int:
    return (move - BUY_ASSET) % 6


def affiliation_of_buy_asset(move: int) -> int:
    return (move - BUY_ASSET) // 6 % 3


def character_of_buy_asset(move: int) -> int:
    return (move - BUY_ASSET) // 18


def strike_out(objective: int, city: int) -> int:
    return STRIKE_OUT + objective * 48 + city


def city_of_strike_out(move: int) -> int:
    return (move - STRIKE_OUT) % 48


def objective_of_strike_out(move: int) -> int:
    return (move - STRIKE_OUT) // 48


def move_book(*, city: Domain, event: Domain, held: Domain, weakness: Domain, character: Domain, occupation: Domain, asset: Domain) -> MoveBook:
    """Every move of the game; domains that are made from its box are given."""
    book = MoveBook()
    book.verb("drive", _("Drive/Ferry to {city}"), ("city", city), at=DRIVE)
    book.verb("fly", _("Commercial Flight to {city}"), ("city", city), at=FLY)
    book.verb("fly-unrecorded", _("Unrecorded Flight to {city}"), ("city", city), at=FLY_UNRECORDED)
    book.verb("drive-team", _("Move {team} to {city}"), ("team", TEAM), ("city", city), at=DRIVE_TEAM)
    book.verb("neutralize", _("Neutralize"), at=NEUTRALIZE)
    book.verb("give", _("Share Intel: give {seat} this city's card"), ("seat", SEAT), at=GIVE)
    book.verb("take", _("Share Intel: take this city's card from {seat}"), ("seat", SEAT), at=TAKE)
    book.verb("hand-over", _("Share Intel: give {seat} the {city} card"), ("seat", SEAT), ("city", city), at=HAND_OVER)
    book.verb("ask-for", _("Share Intel: take the {city} card from {seat}"), ("seat", SEAT), ("city", city), at=ASK_FOR)
    book.verb("build", _("Build a safehouse"), at=BUILD)
    book.verb("identify", _("Identify a target city"), at=IDENTIFY, final=True)
    book.verb("assemble", _("Assemble a team"), at=ASSEMBLE)
    book.verb("acquire", _("Acquire Targets: attempt {objective}"), ("objective", OBJECTIVE), at=ACQUIRE, final=True)
    book.verb("escort-pawn", _("Escort {seat} up to 3 lines"), ("seat", SEAT), at=ESCORT_PAWN)
    book.verb("escort-team", _("Escort {team} up to 3 lines"), ("team", TEAM), at=ESCORT_TEAM)
    book.verb("call", _("Call the Station Chief: remove an agent from {city}"), ("city", city), at=CALL)
    book.verb("end", _("End your actions"), at=END, final=True)
    book.verb("concede", _("Propose giving up"), at=CONCEDE, final=True)
    book.verb("event", _("Play {event}"), ("event", event), at=PLAY_EVENT)
    book.verb("watch", _("Pause before each step"), at=WATCH)
    book.verb("continue", _("Continue"), at=CONTINUE, passes=True)
    book.verb("pawn", _("{seat}'s pawn"), ("seat", SEAT), at=CHOOSE_PAWN)
    book.verb("team", _("Choose {team}"), ("team", TEAM), at=CHOOSE_TEAM)
    book.verb("to", _("To {city}"), ("city", city), at=TO)
    book.verb("order", _("Put {city} next"), ("city", city), at=ORDER)
    book.verb("withdraw", _("Remove the {city} Threat card"), ("city", city), at=WITHDRAW)
    book.verb("from", _("From {city}"), ("city", city), at=FROM)
    book.verb("objective", _("Identify the target of {objective}"), ("objective", OBJECTIVE), at=CHOOSE_OBJECTIVE, final=True)
    book.verb("discard", _("Discard {card}"), ("card", held), at=DISCARD)
    book.verb("abandon", _("Give up the safehouse in {city}"), ("city", city), at=ABANDON, final=True)
    book.verb("weakness", _("Take the weakness {weakness}"), ("weakness", weakness), at=TAKE_WEAKNESS, final=True)
    book.verb("slot", _("Cover the asset in slot {slot}"), ("slot", SLOT), at=COVER_SLOT, final=True)
    book.verb("character", _("Play {character}"), ("character", character), at=CHOOSE_CHARACTER)
    book.verb("alias", _("Start with the {affiliation} alias"), ("affiliation", AFFILIATION), at=CHOOSE_ALIAS)
    book.verb("temporary", _("Travel as {occupation}"), ("occupation", occupation), at=TAKE_TEMPORARY)
    book.verb("propose", _("Propose {event}"), ("event", event), at=PROPOSE)
    book.verb("agree", _("Agree"), at=AGREE, agrees=True)
    book.verb("refuse", _("Refuse"), at=REFUSE, passes=True)
    book.verb("read", _("Draw the next story card"), at=READ)
    book.verb("choose", _("Choose option {choice}"), ("choice", CHOICE), at=CHOOSE, final=True)
    book.verb("name", _("Name the alias {name}"), ("name", NAME), at=NAME_ALIAS)
    book.verb("occupation", _("Occupation: {occupation}"), ("occupation", occupation), at=TAKE_OCCUPATION)
    book.verb("lay", _("Give it to {character}'s {affiliation} alias"), ("character", character), ("affiliation", AFFILIATION), at=LAY_ASSET, final=True)
    book.verb("buy", _("Buy {asset} for {character}'s {affiliation} alias"), ("character", character), ("affiliation", AFFILIATION), ("asset", asset), at=BUY_ASSET, final=True)
    book.verb("mark", _("Buy a permanent safehouse in {city}"), ("city", city), at=BUY_SAFEHOUSE, final=True)
    book.verb("cover", _("Buy counter-surveillance in {city}"), ("city", city), at=COVER_SYMBOL, final=True)
    book.verb("spend-no-more", _("Stop spending"), at=SPEND_NO_MORE, final=True, passes=True)
    book.verb("again", _("Play the prologue again"), at=PLAY_AGAIN, final=True)
    book.verb("go-on", _("Continue to January"), at=GO_ON, final=True)
    book.verb("lower-funding", _("Lower funding by 1"), at=LOWER_FUNDING, final=True)
    book.verb("keep-funding", _("Keep the funding"), at=KEEP_FUNDING, passes=True)
    book.verb("raise-funding", _("Raise funding by 1"), at=RAISE_FUNDING, final=True)
    book.verb("shuttle", _("Shuttle to the safehouse in {city}"), ("city", city), at=SHUTTLE, spoiler=True)
    book.verb("strike-out", _("Discard {city} to strike a city from {objective}"), ("objective", OBJECTIVE), ("city", city), at=STRIKE_OUT, final=True, spoiler=True)
    book.verb("be-patient", _("Turn one fewer Threat card"), at=BE_PATIENT, spoiler=True)
    book.verb("recover", _("Take {city} from the discard pile"), ("city", city), at=RECOVER, spoiler=True)
    book.verb("unwatch", _("Skip until next Event"), at=UNWATCH)
    book.verb("reader", _("{seat} reads the entries"), ("seat", SEAT), at=CHOOSE_READER)
    return book


# The kinds of events.
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


def event_book(*, city: Domain, event: Domain, card: Domain, character: Domain, occupation: Domain, weakness: Domain, asset: Domain, story: Domain, window: Domain, box: Domain) -> EventBook:
    """Every kind of event of the game; domains that are made from its box are given."""
    book = EventBook()
    book.kind("month-begins", _("{month}: the game starts."), ("month", MONTH), at=MONTH_BEGINS, chapter=True, past=_("{month}: the game started."))
    book.kind("objective-set", _("Setup: {objective}."), ("objective", OBJECTIVE), at=OBJECTIVE_SET, weight=0)
    book.kind("target-hidden", _("One of {count} City cards is hidden under {objective}."), ("objective", OBJECTIVE), ("count", NUMBER), at=TARGET_HIDDEN, weight=0, past=_("One of {count} City cards was hidden under {objective}."))
    book.kind("safehouse-placed", _("A safehouse opens in {city}."), ("city", city), at=SAFEHOUSE_PLACED, icon="z-safehouse", past=_("A safehouse opened in {city}."))
    book.kind("threat-turned", _("Threat card: {city}."), ("city", city), at=THREAT_TURNED, reveals=True, icon="z-threat", past=_("The {city} Threat card was drawn."))
    book.kind("agents-placed", _("Agents in {city}: +{count}."), ("city", city), ("count", NUMBER), at=AGENTS_PLACED, icon="z-agent")
    book.kind("event-chosen", _("{event} goes into the player deck."), ("event", event), at=EVENT_CHOSEN, weight=0, past=_("{event} went into the player deck."))
    book.kind("proposed", _("{seat} proposes {event}."), ("seat", SEAT), ("event", event), at=PROPOSED, weight=0, past=_("{seat} proposed {event}."))
    book.kind("agreed", _("{seat} agrees."), ("seat", SEAT), at=AGREED, weight=0, past=_("{seat} agreed."))
    book.kind("refused", _("{seat} refuses."), ("seat", SEAT), at=REFUSED, weight=0, past=_("{seat} refused."))
    book.kind("dealt", _("{seat} is dealt {card}."), ("seat", SEAT), ("card", card), at=DEALT, reveals=True, weight=0, past=_("{seat} was dealt {card}."))
    book.kind("character-chosen", _("{seat} plays {character}."), ("seat", SEAT), ("character", character), at=CHARACTER_CHOSEN, weight=0, past=_("{seat} played {character}."))
    book.kind("alias-chosen", _("{seat} starts with the {affiliation} alias."), ("seat", SEAT), ("affiliation", AFFILIATION), at=ALIAS_CHOSEN, weight=0, past=_("{seat} started with the {affiliation} alias."))
    book.kind("temporary-chosen", _("{seat} takes the occupation {occupation}."), ("seat", SEAT), ("occupation", occupation), at=TEMPORARY_CHOSEN, past=_("{seat} took the occupation {occupation}."))
    book.kind("first-seat", _("{seat} goes first."), ("seat", SEAT), at=FIRST_SEAT, weight=0, past=_("{seat} went first."))
    book.kind("turn-begins", _("Turn {turn}: {seat}."), ("turn", NUMBER), ("seat", SEAT), at=TURN_BEGINS, chapter=True)
    book.kind("cover-lost", _("{seat} loses cover; the box shows {symbol}."), ("seat", SEAT), ("symbol", SYMBOL), at=COVER_LOST, reveals=True, icon="z-eye", past=_("{seat} lost cover; the box showed {symbol}."))
    book.kind("card-discarded", _("{seat} discards {card}."), ("seat", SEAT), ("card", card), at=CARD_DISCARDED, past=_("{seat} discarded {card}."))
    book.kind("weakness-taken", _("{seat} takes the weakness {weakness}."), ("seat", SEAT), ("weakness", weakness), at=WEAKNESS_TAKEN, past=_("{seat} took the weakness {weakness}."))
    book.kind("asset-covered", _("It covers {seat}'s {asset}."), ("seat", SEAT), ("asset", asset), at=ASSET_COVERED, past=_("It covered {seat}'s {asset}."))
    book.kind("alias-burned", _("{seat}'s alias is burned: back to Washington."), ("seat", SEAT), at=ALIAS_BURNED, weight=2, icon="z-flame", past=_("{seat}'s alias was burned: back to Washington."))
    book.kind("pawn-drove", _("{seat} drives to {city}."), ("seat", SEAT), ("city", city), at=PAWN_DROVE, icon="z-line", past=_("{seat} drove to {city}."))
    book.kind("pawn-flew", _("{seat} flies to {city}."), ("seat", SEAT), ("city", city), at=PAWN_FLEW, icon="z-plane", past=_("{seat} flew to {city}."))
    book.kind("pawn-flew-unrecorded", _("{seat} takes an Unrecorded Flight to {city}."), ("seat", SEAT), ("city", city), at=PAWN_FLEW_UNRECORDED, icon="z-plane", past=_("{seat} took an Unrecorded Flight to {city}."))
    book.kind("pawn-moved", _("{seat} is moved to {city}."), ("seat", SEAT), ("city", city), at=PAWN_MOVED, icon="z-line", past=_("{seat} was moved to {city}."))
    book.kind("team-moved", _("{team} moves to {city}."), ("team", TEAM), ("city", city), at=TEAM_MOVED, icon="z-team", past=_("{team} moved to {city}."))
    book.kind("neutralized", _("{seat} neutralizes agents in {city}: −{count}."), ("seat", SEAT), ("city", city), ("count", NUMBER), at=NEUTRALIZED, icon="z-agent", past=_("{seat} neutralized agents in {city}: −{count}."))
    book.kind("intel-offered", _("{seat} offers {other} the {city} card."), ("seat", SEAT), ("other", SEAT), ("city", city), at=INTEL_OFFERED, weight=0, past=_("{seat} offered {other} the {city} card."))
    book.kind("intel-wanted", _("{seat} asks {other} for the {city} card."), ("seat", SEAT), ("other", SEAT), ("city", city), at=INTEL_WANTED, weight=0, past=_("{seat} asked {other} for the {city} card."))
    book.kind("intel-shared", _("{seat} gives {other} the {city} card."), ("seat", SEAT), ("other", SEAT), ("city", city), at=INTEL_SHARED, past=_("{seat} gave {other} the {city} card."))
    book.kind("safehouse-moved", _("The safehouse in {city} moves elsewhere."), ("city", city), at=SAFEHOUSE_MOVED, weight=0, past=_("The safehouse in {city} moved elsewhere."))
    book.kind("safehouse-lost", _("The safehouse in {city} is lost."), ("city", city), at=SAFEHOUSE_LOST, weight=2, past=_("The safehouse in {city} was lost."))
    book.kind("team-assembled", _("{seat} assembles {team} in {city}."), ("seat", SEAT), ("team", TEAM), ("city", city), at=TEAM_ASSEMBLED, weight=2, icon="z-team", past=_("{seat} assembled {team} in {city}."))
    book.kind("team-lost", _("{team} in {city} is compromised."), ("team", TEAM), ("city", city), at=TEAM_LOST, weight=2, past=_("{team} in {city} was compromised."))
    book.kind("target-identified", _("{seat} identifies the target of {objective}: {city}."), ("seat", SEAT), ("objective", OBJECTIVE), ("city", city), at=TARGET_IDENTIFIED, reveals=True, weight=2, past=_("{seat} identified the target of {objective}: {city}."))
    book.kind("target-shown", _("The target of {objective} was {city}."), ("objective", OBJECTIVE), ("city", city), at=TARGET_SHOWN, reveals=True)
    book.kind("objective-complete", _("{seat} completes {objective}."), ("seat", SEAT), ("objective", OBJECTIVE), ("entry", NUMBER), at=OBJECTIVE_COMPLETE, weight=2, icon="s-laurel", past=_("{seat} completed {objective}."))
    book.kind("objective-failed", _("{objective} fails: it was not completed."), ("objective", OBJECTIVE), ("entry", NUMBER), at=OBJECTIVE_FAILED, weight=2, past=_("{objective} failed: it was not completed."))
    book.kind("called", _("{seat} calls the Station Chief: −1 agent in {city}."), ("seat", SEAT), ("city", city), at=CALLED, past=_("{seat} called the Station Chief: −1 agent in {city}."))
    book.kind("actions-ended", _("{seat} takes no more actions."), ("seat", SEAT), at=ACTIONS_ENDED, weight=0, past=_("{seat} took no more actions."))
    book.kind("concession-proposed", _("{seat} proposes giving up."), ("seat", SEAT), at=CONCESSION_PROPOSED, past=_("{seat} proposed giving up."))
    book.kind("event-played", _("{seat} plays {event}."), ("seat", SEAT), ("event", event), at=EVENT_PLAYED, past=_("{seat} played {event}."))
    book.kind("foreseen", _("Threat deck, card {count}: {city}."), ("city", city), ("count", NUMBER), at=FORESEEN, reveals=True, weight=0)
    book.kind("rearranged", _("{seat} puts the Threat cards back."), ("seat", SEAT), at=REARRANGED, past=_("{seat} put the Threat cards back."))
    book.kind("withdrawn", _("The {city} Threat card leaves this game."), ("city", city), at=WITHDRAWN, past=_("The {city} Threat card left that game."))
    book.kind("watches", _("{seat} asks to pause before each step."), ("seat", SEAT), at=WATCHES, weight=0, past=_("{seat} asked to pause before each step."))
    book.kind("continued", _("{seat} continues."), ("seat", SEAT), at=CONTINUED, weight=0, past=_("{seat} continued."))
    book.kind("mopped-up", _("Mop up in {city}: {count} removed."), ("city", city), ("count", NUMBER), at=MOPPED_UP, icon="z-team")
    book.kind("drew", _("{seat} draws {card}."), ("seat", SEAT), ("card", card), at=DREW, reveals=True, past=_("{seat} drew {card}."))
    book.kind("escalated", _("Escalation!"), at=ESCALATED, weight=2, icon="z-threat")
    book.kind("level-rose", _("The threat level is now {level}."), ("level", NUMBER), at=LEVEL_ROSE, icon="z-threat", past=_("The threat level was then {level}."))
    book.kind("bottom-drawn", _("From the bottom of the Threat deck: {city}."), ("city", city), at=BOTTOM_DRAWN, reveals=True, icon="z-threat")
    book.kind("intensified", _("Threat cards shuffled back on top: {count}."), ("count", NUMBER), at=INTENSIFIED, icon="z-threat")
    book.kind("incident", _("Incident in {city}!"), ("city", city), at=INCIDENT, weight=2, icon="z-incident", past=_("There was an incident in {city}!"))
    book.kind("incident-card", _("Incident card: {city}."), ("city", city), at=INCIDENT_CARD, reveals=True, icon="z-incident", past=_("The incident card was {city}."))
    book.kind("no-effect", _("No effect."), at=NO_EFFECT, weight=0, past=_("It had no effect."))
    book.kind("answered-unseen", _("{seat} looks at the top Threat cards."), ("seat", SEAT), at=ANSWERED_UNSEEN, past=_("{seat} looked at the top Threat cards."))
    book.kind("game-ends", _("The game ends: {cause}."), ("cause", CAUSE), at=GAME_ENDS, weight=2, past=_("The game ended: {cause}."))
    book.kind("evaluated", _("Evaluation: {evaluation}."), ("evaluation", EVALUATION), at=EVALUATED, chapter=True, weight=2, past=_("The evaluation was {evaluation}."))
    book.kind("shadowed", _("In the Shadows: −1 agent in {city}."), ("city", city), at=SHADOWED, icon="z-agent")
    book.kind("reshuffled", _("The Threat discard pile becomes the new deck."), at=RESHUFFLED, icon="z-threat", past=_("The Threat discard pile became the new deck."))
    book.kind("story-drawn", _("Story card {story}."), ("story", story), at=STORY_DRAWN, reveals=True, chapter=True, weight=2)
    book.kind("entry-read", _("{seat} reads entry {entry}."), ("seat", SEAT), ("entry", NUMBER), at=ENTRY_READ, reveals=True, weight=2, past=_("{seat} read entry {entry}."))
    book.kind("window-opened", _("Window {window} opens."), ("window", window), at=WINDOW_OPENED, reveals=True, past=_("Window {window} opened."))
    book.kind("box-opened", _("Deposit box {box} opens."), ("box", box), at=BOX_OPENED, reveals=True, weight=2, past=_("Deposit box {box} opened."))
    book.kind("operation-taken", _("Operations card {number}."), ("number", NUMBER), at=OPERATION_TAKEN, reveals=True)
    book.kind("protocol-activated", _("Protocol {protocol} is active."), ("protocol", PROTOCOL), at=PROTOCOL_ACTIVATED, reveals=True, weight=2, past=_("Protocol {protocol} was activated."))
    book.kind("frame-filled", _("New rule: frame {window}."), ("window", window), at=FRAME_FILLED, reveals=True, weight=2)
    book.kind("proposal-made", _("{seat} proposes a decision."), ("seat", SEAT), at=PROPOSAL_MADE, weight=0, past=_("{seat} proposed a decision."))
    book.kind("choice-made", _("The group chooses option {choice}."), ("choice", CHOICE), at=CHOICE_MADE, past=_("The group chose option {choice}."))
    book.kind("alias-created", _("{character}'s {affiliation} alias is {name}, {occupation}."), ("character", character), ("affiliation", AFFILIATION), ("name", NAME), ("occupation", occupation), at=ALIAS_CREATED, past=_("{character}'s {affiliation} alias was {name}, {occupation}."))
    book.kind("surveillance-changed", _("Surveillance in {city}: {count}."), ("city", city), ("count", NUMBER), at=SURVEILLANCE_CHANGED, icon="z-eye")
    book.kind("funding-changed", _("Funding: {count}."), ("count", NUMBER), at=FUNDING_CHANGED)
    book.kind("threat-destroyed", _("The {city} Threat card is destroyed."), ("city", city), at=THREAT_DESTROYED, weight=2, past=_("The {city} Threat card was destroyed."))
    book.kind("card-destroyed", _("{card} is destroyed."), ("card", card), at=CARD_DESTROYED, weight=2, past=_("{card} was destroyed."))
    book.kind("event-gained", _("New Event: {event}."), ("event", event), at=EVENT_GAINED)
    book.kind("mark-gained", _("{city} gets a permanent safehouse, starting next game."), ("city", city), at=MARK_GAINED, icon="z-safehouse", past=_("{city} got a permanent safehouse, starting with the next game."))
    book.kind("asset-laid", _("{character}'s {affiliation} alias gets {asset}."), ("asset", asset), ("character", character), ("affiliation", AFFILIATION), at=ASSET_LAID, past=_("{character}'s {affiliation} alias got {asset}."))
    book.kind("asset-lost", _("No alias can use {asset}."), ("asset", asset), at=ASSET_LOST, weight=0, past=_("No alias could use {asset}."))
    book.kind("affiliation-changed", _("{city} is now {affiliation}."), ("city", city), ("affiliation", AFFILIATION), at=AFFILIATION_CHANGED, weight=2, past=_("{city} became {affiliation}."))
    book.kind("budget-granted", _("Budget: {count}."), ("count", NUMBER), at=BUDGET_GRANTED, chapter=True)
    book.kind("budget-spent", _("Unspent budget lost: {count}."), ("count", NUMBER), at=BUDGET_SPENT, weight=0)
    book.kind("threats-put-away", _("Threat cards returned to the discard pile: {count}."), ("count", NUMBER), at=THREATS_PUT_AWAY, weight=0)
    book.kind("cleaned-up", _("The board is cleared; stickers stay."), at=CLEANED_UP, weight=0, past=_("The board was cleared; stickers stayed."))
    book.kind("next-game", _("The next game is {month}."), ("month", MONTH), at=NEXT_GAME, weight=2, past=_("The next game was {month}."))
    book.kind("final-score", _("The campaign is over. Final score: {count}."), ("count", NUMBER), at=FINAL_SCORE, chapter=True, weight=2, past=_("The campaign ended. Final score: {count}."))
    book.kind("token-removed", _("An incident token is removed from {city}."), ("city", city), at=TOKEN_REMOVED, past=_("An incident token was removed from {city}."))
    book.kind("agents-removed", _("Agents in {city}: −{count}."), ("city", city), ("count", NUMBER), at=AGENTS_REMOVED, icon="z-agent")
    book.kind("card-recovered", _("{seat} takes {city} from the discard pile."), ("seat", SEAT), ("city", city), at=CARD_RECOVERED, past=_("{seat} took {city} from the discard pile."))
    book.kind("pawns-swapped", _("{seat} and {other} swap places."), ("seat", SEAT), ("other", SEAT), at=PAWNS_SWAPPED, past=_("{seat} and {other} swapped places."))
    book.kind("struck-out", _("{city} is struck from the list of {objective}."), ("objective", OBJECTIVE), ("city", city), at=STRUCK_OUT, reveals=True, past=_("{city} was struck from the list of {objective}."))
    book.kind("patient", _("{seat} is patient: one fewer Threat card this turn."), ("seat", SEAT), at=PATIENT, past=_("{seat} was patient: one fewer Threat card that turn."))
    book.kind("symbol-added", _("{city} gets an extra surveillance symbol for this game."), ("city", city), at=SYMBOL_ADDED, icon="z-eye", past=_("{city} got an extra surveillance symbol for that game."))
    book.kind("bookbinder-moved", _("The bookbinder is in {city}."), ("city", city), at=BOOKBINDER_MOVED, past=_("The bookbinder was in {city}."))
    book.kind("bookbinder-talked", _("The bookbinder talks in {city}."), ("city", city), at=BOOKBINDER_TALKED, weight=2, past=_("The bookbinder talked in {city}."))
    book.kind("actions-gained", _("{seat} gets extra actions: +{count}."), ("seat", SEAT), ("count", NUMBER), at=ACTIONS_GAINED, past=_("{seat} got extra actions: +{count}."))
    book.kind("shuttled", _("{seat} shuttles to {city}."), ("seat", SEAT), ("city", city), at=SHUTTLED, icon="z-plane", past=_("{seat} shuttled to {city}."))
    book.kind("unwatches", _("{seat} skips pauses until a new Event."), ("seat", SEAT), at=UNWATCHES, weight=0, past=_("{seat} skipped pauses until a new Event."))
    book.kind("reader-chosen", _("{seat} reads the entries of failed objectives."), ("seat", SEAT), at=READER_CHOSEN, weight=0, past=_("{seat} was chosen to read the entries of failed objectives."))
    return book


# Reasons to refuse a move.
NOT_IN_HAND: Final = 1
THREATS_FEW: Final = 2
NO_SAFEHOUSE_LEFT: Final = 3
IN_FORCE: Final = 4
NO_MORE_DRIVING: Final = 5
NO_THREAT_DISCARDS: Final = 6
NO_EVENT: Final = 7
ASKED_ANYWAY: Final = 8
WAITED_FOR: Final = 9
NOT_WAITED_FOR: Final = 10
EVENTS_ONLY: Final = 11
HAND_LIMIT_FIRST: Final = 12
NOT_HELD: Final = 13
NO_TEAM: Final = 14
LOWEST_TEAM: Final = 15
NO_SEAT: Final = 16
SAME_CITY: Final = 17
THREE_LINES: Final = 18
PLACED_ALREADY: Final = 19
NOT_FORESEEN: Final = 20
SAFEHOUSE_THERE: Final = 21
NO_SAFEHOUSE_TO_MOVE: Final = 22
NOT_IN_THREAT_DISCARDS: Final = 23
PAWN_STAYS: Final = 24
PAWN_SAME_CITY: Final = 25
NO_SAFEHOUSE_THERE: Final = 26
NO_PAWN_THERE: Final = 27
NO_CITY_CARD: Final = 28
GIVES: Final = 29
GIVER_LACKS_CARD: Final = 30
CITY_HAD_ITS_TURN: Final = 31
NO_TOKEN: Final = 32
NO_AGENT_TO_REMOVE: Final = 33
NOT_IN_DISCARDS: Final = 34
NO_PAWN_TO_SAFEHOUSE: Final = 35
NOBODY_HAS_CITY_CARD: Final = 36
NO_TEAM_ON_BOARD: Final = 37
NO_TOKEN_ON_BOARD: Final = 38
NO_AGENT_ON_BOARD: Final = 39
NO_CITY_CARD_DISCARDED: Final = 40
ALL_IN_ONE_CITY: Final = 41
ACTIONS_OVER: Final = 42
THREATS_TURNED: Final = 43
NOT_YOUR_TURN: Final = 44
SHARE_WITH_ANOTHER: Final = 45
SEAT_ELSEWHERE: Final = 46
CARD_REFUSED: Final = 47
RECEIVER_DISTRUSTED: Final = 48
CANNOT_GIVE: Final = 49
CANNOT_TAKE: Final = 50
CARD_OF_THIS_CITY: Final = 51
ONLY_THIS_CITY: Final = 52
AGREE_OR_REFUSE: Final = 53
REFUSED_TO_CONCEDE: Final = 54
NO_CONCESSION: Final = 55
OWN_CITY: Final = 56
NO_TEAM_THERE: Final = 57
NOT_OF_SIDE: Final = 58
NOT_OF_REGION: Final = 59
NO_UNKNOWN_TARGET: Final = 60
NO_CARD_OF_CITY: Final = 61
IDENTIFY_AT_SAFEHOUSE: Final = 62
ASSEMBLE_AT_SAFEHOUSE: Final = 63
ALL_KNOWN: Final = 64
FEW_OF_REGION: Final = 65
FEW_OF_SIDE: Final = 66
ALL_TEAMS_HERE: Final = 67
NO_SUCH_OBJECTIVE: Final = 68
HAS_TOKEN: Final = 69
PAWN_NOT_THERE: Final = 70
TEAMS_NEEDED: Final = 71
PAWN_NOT_WITH_TEAM: Final = 72
TEAM_NEEDED: Final = 73
HERE_ALREADY: Final = 74
NO_LINE: Final = 75
NO_TICKET: Final = 76
SOVIET_CITY: Final = 77
WEAKNESS_FORBIDS: Final = 78
NO_CARD_TO_LEAVE: Final = 79
NOT_IN_PLAY: Final = 80
TEAM_NOT_THERE: Final = 81
NO_LINE_FOR_TEAM: Final = 82
NO_AGENT_HERE: Final = 83
NOT_YOUR_ABILITY: Final = 84
OWN_PAWN: Final = 85
NO_CHIEF: Final = 86
CHIEFS_CALLED: Final = 87
NO_AGENT_TO_CALL: Final = 88
NO_RULE: Final = 89
NO_SAFEHOUSE_HERE: Final = 90
NO_SAFEHOUSE_TO_SHUTTLE: Final = 91
NOT_LISTED: Final = 92
NO_CARD_TO_STRIKE: Final = 93
NOTHING_TO_STRIKE: Final = 94
PATIENCE_USED: Final = 95
VOTE_FIRST: Final = 96
EVENT_TAKEN: Final = 97
NOT_IN_RESERVE: Final = 98
CHARACTER_TAKEN: Final = 99
CHARACTER_FIRST: Final = 100
PROLOGUE_TEMPORARY: Final = 101
NOT_CREATED: Final = 102
IS_BURNED: Final = 103
OWN_ALIAS: Final = 104
ALIAS_IN_USE: Final = 105
NO_SUCH_ANSWER: Final = 106
OTHER_AFFILIATION: Final = 107
NAME_TAKEN: Final = 108
OCCUPATION_TAKEN: Final = 109
NO_SUCH_ALIAS: Final = 110
BURNED_ALIAS: Final = 111
NO_SLOT: Final = 112
FUNDING_RANGE: Final = 113
TOO_FEW_UNITS: Final = 114
MARKS_USED: Final = 115
PERMANENT_ALREADY: Final = 116
NO_SAFEHOUSE_TO_MARK: Final = 117
NO_SURVEILLANCE: Final = 118
NO_EVENT_IN_ANSWER: Final = 119
WEAK_ALREADY: Final = 120
NO_ASSET_THERE: Final = 121
OTHER_REGION: Final = 122
NO_SAFEHOUSE_TO_LOSE: Final = 123


def refusal_book() -> RefusalBook:
    """Every reason to refuse a move of the game."""
    book = RefusalBook()
    book.refusal("SZ-15.2", _("You do not have this card."), at=NOT_IN_HAND)
    book.refusal("SZ-15.5", _("There are fewer than 6 cards in the Threat deck."), at=THREATS_FEW)
    book.refusal("SZ-15.5", _("No safehouses are left."), at=NO_SAFEHOUSE_LEFT)
    book.refusal("SZ-15.5", _("This Event is already in effect."), at=IN_FORCE)
    book.refusal("SZ-15.5", _("This turn's actions are over. No pawn can drive any more."), at=NO_MORE_DRIVING)
    book.refusal("SZ-15.5", _("The Threat discard pile is empty."), at=NO_THREAT_DISCARDS)
    book.refusal("SZ-15.3", _("You have no Event."), at=NO_EVENT)
    book.refusal("SZ-15.3", _("At this table the game always pauses before each step."), at=ASKED_ANYWAY)
    book.refusal("SZ-15.3", _("The game already pauses for you before each step."), at=WAITED_FOR)
    book.refusal("SZ-15.3", _("The game is not waiting for you."), at=NOT_WAITED_FOR)
    book.refusal("SZ-15.3", _("Only Events can be played between steps."), at=EVENTS_ONLY)
    book.refusal("SZ-15.1", _("Get down to your hand limit first."), at=HAND_LIMIT_FIRST)
    book.refusal("", _("You do not have this card."), at=NOT_HELD)
    book.refusal("SZ-15.5", _("This team is not on the board."), at=NO_TEAM)
    book.refusal("SZ-10.17", _("These teams are identical. Move the one with the lowest number."), at=LOWEST_TEAM)
    book.refusal("SZ-1.1", _("There is no such seat at this table."), at=NO_SEAT)
    book.refusal("SZ-R10", _("It is already in this city."), at=SAME_CITY)
    book.refusal("SZ-P18", _("This city is more than 3 lines away."), at=THREE_LINES)
    book.refusal("", _("This card is already placed."), at=PLACED_ALREADY)
    book.refusal("", _("This is not one of the cards you are looking at."), at=NOT_FORESEEN)
    book.refusal("SZ-10.10", _("This city already has a safehouse."), at=SAFEHOUSE_THERE)
    book.refusal("SZ-R24", _("This city has no safehouse."), at=NO_SAFEHOUSE_TO_MOVE)
    book.refusal("SZ-15.6", _("This card is not in the Threat discard pile."), at=NOT_IN_THREAT_DISCARDS)
    book.refusal("SZ-15.5", _("This pawn has nowhere to go."), at=PAWN_STAYS)
    book.refusal("SZ-15.5", _("This pawn is already in that city."), at=PAWN_SAME_CITY)
    book.refusal("", _("This city has no safehouse."), at=NO_SAFEHOUSE_THERE)
    book.refusal("", _("This city has no pawn."), at=NO_PAWN_THERE)
    book.refusal("SZ-15.5", _("This player has no City card."), at=NO_CITY_CARD)
    book.refusal("", _("This player is giving the card. Choose someone else."), at=GIVES)
    book.refusal("", _("The giver does not have this card."), at=GIVER_LACKS_CARD)
    book.refusal("SZ-15.5", _("You have already chosen this city."), at=CITY_HAD_ITS_TURN)
    book.refusal("SZ-15.5", _("This city has no incident token."), at=NO_TOKEN)
    book.refusal("SZ-15.5", _("This city has no agents."), at=NO_AGENT_TO_REMOVE)
    book.refusal("SZ-15.6", _("This card is not in the player discard pile."), at=NOT_IN_DISCARDS)
    book.refusal("SZ-15.5", _("No pawn can go to another city with a safehouse."), at=NO_PAWN_TO_SAFEHOUSE)
    book.refusal("SZ-15.5", _("Nobody has a City card."), at=NOBODY_HAS_CITY_CARD)
    book.refusal("SZ-15.5", _("No team is on the board."), at=NO_TEAM_ON_BOARD)
    book.refusal("SZ-15.5", _("No incident token is on the board."), at=NO_TOKEN_ON_BOARD)
    book.refusal("SZ-15.5", _("No agent is on the board."), at=NO_AGENT_ON_BOARD)
    book.refusal("SZ-15.5", _("The player discard pile has no City card."), at=NO_CITY_CARD_DISCARDED)
    book.refusal("SZ-15.5", _("All pawns are in the same city."), at=ALL_IN_ONE_CITY)
    book.refusal("SZ-15.5", _("This turn's actions are over."), at=ACTIONS_OVER)
    book.refusal("SZ-15.5", _("It is too late to limit this turn's Threat cards."), at=THREATS_TURNED)
    book.refusal("SZ-9.2", _("It is not your turn. You can only play Events."), at=NOT_YOUR_TURN)
    book.refusal("SZ-10.7", _("Choose another player to share intel with."), at=SHARE_WITH_ANOTHER)
    book.refusal("SZ-10.7", _("This player is in another city."), at=SEAT_ELSEWHERE)
    book.refusal("SZ-P9", _("This card was refused this turn. Propose another one."), at=CARD_REFUSED)
    book.refusal("SZ-7.5", _("A weakness of the receiver's alias prevents this."), at=RECEIVER_DISTRUSTED)
    book.refusal("SZ-10.7", _("You do not have this card."), at=CANNOT_GIVE)
    book.refusal("SZ-10.7", _("This player does not have this card."), at=CANNOT_TAKE)
    book.refusal("SZ-10.7", _("This is your city's card. Share it with the move for this city's card."), at=CARD_OF_THIS_CITY)
    book.refusal("SZ-10.7", _("You can only share the card of the city you are both in."), at=ONLY_THIS_CITY)
    book.refusal("", _("Agree or refuse first."), at=AGREE_OR_REFUSE)
    book.refusal("SZ-R51", _("Someone already refused to give up this turn."), at=REFUSED_TO_CONCEDE)
    book.refusal("SZ-R51", _("This table does not allow giving up."), at=NO_CONCESSION)
    book.refusal("SZ-10.15", _("This team is already in your city. Choose another one."), at=OWN_CITY)
    book.refusal("SZ-10.15", _("This city has no team of this affiliation."), at=NO_TEAM_THERE)
    book.refusal("", _("This is not a City card of this affiliation."), at=NOT_OF_SIDE)
    book.refusal("", _("This is not a City card of this region."), at=NOT_OF_REGION)
    book.refusal("", _("This objective has no unknown target in this region."), at=NO_UNKNOWN_TARGET)
    book.refusal("SZ-10.9", _("You do not have your city's card."), at=NO_CARD_OF_CITY)
    book.refusal("SZ-10.12", _("You can only do this at a safehouse."), at=IDENTIFY_AT_SAFEHOUSE)
    book.refusal("SZ-10.14", _("You can only do this at a safehouse."), at=ASSEMBLE_AT_SAFEHOUSE)
    book.refusal("SZ-10.12", _("This region has no unknown target."), at=ALL_KNOWN)
    book.refusal("SZ-R25", _("You do not have enough City cards of this region."), at=FEW_OF_REGION)
    book.refusal("SZ-R25", _("You do not have enough City cards of this affiliation."), at=FEW_OF_SIDE)
    book.refusal("SZ-10.15", _("All teams of this affiliation are already here."), at=ALL_TEAMS_HERE)
    book.refusal("SZ-10.19", _("There is no such objective this month."), at=NO_SUCH_OBJECTIVE)
    book.refusal("SZ-R13", _("This objective already has its token."), at=HAS_TOKEN)
    book.refusal("SZ-R11", _("Your pawn is not in a city of this objective."), at=PAWN_NOT_THERE)
    book.refusal("SZ-11.1", _("This objective needs active teams in its cities."), at=TEAMS_NEEDED)
    book.refusal("SZ-R11", _("Your pawn is not in a possible city with an active team."), at=PAWN_NOT_WITH_TEAM)
    book.refusal("SZ-R12", _("This objective needs an active team in a possible city."), at=TEAM_NEEDED)
    book.refusal("SZ-R10", _("You are already in this city."), at=HERE_ALREADY)
    book.refusal("SZ-10.1", _("No line leads there from your city."), at=NO_LINE)
    book.refusal("SZ-R28", _("You do not have this card."), at=NO_TICKET)
    book.refusal("SZ-10.4", _("Commercial Flights do not go to Soviet cities."), at=SOVIET_CITY)
    book.refusal("SZ-7.5", _("A weakness of your alias prevents this."), at=WEAKNESS_FORBIDS)
    book.refusal("SZ-10.5", _("You do not have your city's card."), at=NO_CARD_TO_LEAVE)
    book.refusal("SZ-D27", _("This city is not in this small box."), at=NOT_IN_PLAY)
    book.refusal("SZ-10.16", _("This team is not on the board."), at=TEAM_NOT_THERE)
    book.refusal("SZ-10.16", _("No line leads there from the team's city."), at=NO_LINE_FOR_TEAM)
    book.refusal("SZ-10.6", _("Your city has no agents."), at=NO_AGENT_HERE)
    book.refusal("SZ-P18", _("Your alias cannot do this."), at=NOT_YOUR_ABILITY)
    book.refusal("SZ-P18", _("This is your own pawn."), at=OWN_PAWN)
    book.refusal("SZ-6.8", _("Your alias has no Station Chief."), at=NO_CHIEF)
    book.refusal("SZ-6.8", _("You have already called every Station Chief of your alias."), at=CHIEFS_CALLED)
    book.refusal("SZ-6.8", _("This city has no agents."), at=NO_AGENT_TO_CALL)
    book.refusal("SZ-19.1", _("You have not found a rule that allows this."), at=NO_RULE)
    book.refusal("SZ-19.1", _("Your city has no safehouse."), at=NO_SAFEHOUSE_HERE)
    book.refusal("SZ-19.1", _("This city has no safehouse."), at=NO_SAFEHOUSE_TO_SHUTTLE)
    book.refusal("SZ-19.1", _("This city is not on the objective's list."), at=NOT_LISTED)
    book.refusal("SZ-19.1", _("You do not have this card."), at=NO_CARD_TO_STRIKE)
    book.refusal("SZ-19.1", _("No city can be struck from this objective's list."), at=NOTHING_TO_STRIKE)
    book.refusal("SZ-19.1", _("Patience has already been used this game."), at=PATIENCE_USED)
    book.refusal("SZ-R38", _("Agree or refuse first."), at=VOTE_FIRST)
    book.refusal("", _("This Event is already chosen."), at=EVENT_TAKEN)
    book.refusal("", _("This Event is not in your reserve."), at=NOT_IN_RESERVE)
    book.refusal("SZ-P3", _("Someone else plays this character. Choose another one."), at=CHARACTER_TAKEN)
    book.refusal("", _("Choose a character first."), at=CHARACTER_FIRST)
    book.refusal("SZ-6.3", _("The prologue is played with temporary aliases."), at=PROLOGUE_TEMPORARY)
    book.refusal("SZ-7.9", _("This alias does not exist yet."), at=NOT_CREATED)
    book.refusal("SZ-7.9", _("This alias is burned."), at=IS_BURNED)
    book.refusal("SZ-R61", _("Your character has its own alias. Use that one."), at=OWN_ALIAS)
    book.refusal("SZ-R48", _("Someone else is using this alias. Choose another one."), at=ALIAS_IN_USE)
    book.refusal("", _("There is no such option."), at=NO_SUCH_ANSWER)
    book.refusal("", _("This name belongs to another affiliation."), at=OTHER_AFFILIATION)
    book.refusal("", _("Another alias already has this name."), at=NAME_TAKEN)
    book.refusal("SZ-R36", _("Another alias of this affiliation already has this occupation."), at=OCCUPATION_TAKEN)
    book.refusal("SZ-17.3", _("This alias does not exist yet."), at=NO_SUCH_ALIAS)
    book.refusal("SZ-R40", _("This alias is burned."), at=BURNED_ALIAS)
    book.refusal("SZ-17.3", _("This alias has no empty slot."), at=NO_SLOT)
    book.refusal("SZ-4.3", _("Funding must stay between 1 and 10."), at=FUNDING_RANGE)
    book.refusal("SZ-17.2", _("Not enough budget left."), at=TOO_FEW_UNITS)
    book.refusal("SZ-R54", _("No more permanent safehouses can be bought."), at=MARKS_USED)
    book.refusal("SZ-17.5", _("This safehouse is already permanent."), at=PERMANENT_ALREADY)
    book.refusal("SZ-17.5", _("This city has no safehouse."), at=NO_SAFEHOUSE_TO_MARK)
    book.refusal("SZ-17.6", _("This city has no surveillance."), at=NO_SURVEILLANCE)
    book.refusal("SZ-R6", _("You cannot play an Event in response to losing cover."), at=NO_EVENT_IN_ANSWER)
    book.refusal("SZ-R64", _("Your alias already has this weakness."), at=WEAK_ALREADY)
    book.refusal("", _("This slot has no asset."), at=NO_ASSET_THERE)
    book.refusal("", _("This city is in another region."), at=OTHER_REGION)
    book.refusal("", _("This city has no safehouse."), at=NO_SAFEHOUSE_TO_LOSE)
    return book


OPTIONS: Final = (
    Option("escalation_surplus", ("one", "each"), "one", _("Incidents caused by Escalation agents that do not fit."), "SZ-R1", title=_("Surplus Escalation agents"), titles=(_("one incident"), _("an incident each"))),
    Option("event_in_answer", ("no", "yes"), "no", _("Events may be played in response to losing cover."), "SZ-R6", title=_("Events after losing cover"), titles=(_("no"), _("yes"))),
    Option("acquire_anywhere", ("yes", "pawn_in_city"), "yes", _("Acquire Targets works from anywhere, or only in the target city."), "SZ-R11", title=_("Acquire Targets"), titles=(_("from anywhere"), _("in the city"))),
    Option("events_between_escalation_steps", ("no", "yes"), "no", _("Events may be played between the parts of an Escalation."), "SZ-R18", title=_("Events during an Escalation"), titles=(_("no"), _("yes"))),
    Option("event_moves_safehouse", ("yes", "no"), "yes", _("The Event may move a safehouse when the supply has none left."), "SZ-R22", title=_("War Relics with no safehouse left"), titles=(_("moves one"), _("cannot be played"))),
    Option("look_visible", ("all", "player"), "all", _("Players who see the Threat cards of a Forecast."), "SZ-R37", title=_("Forecast"), titles=(_("everyone"), _("only the player of the card"))),
    Option("group_decision", ("agree", "majority", "host"), "agree", _("The way the group makes decisions."), "SZ-R38", title=_("Group decisions"), titles=(_("all agree"), _("majority"), _("the first seat decides"))),
    Option("recognized_shelter", ("yes", "no"), "yes", _("A safehouse protects against Recognized."), "SZ-R41", title=_("Shelter from Recognized"), titles=(_("yes"), _("no"))),
    Option("teams_compromised", ("surveilled", "none"), "surveilled", _("Teams that the incident Teams Compromised removes."), "SZ-R42", title=_("Teams Compromised"), titles=(_("teams under surveillance"), _("no team"))),
    Option("moscow_recognized", ("eu_af", "eu_as"), "eu_af", _("Regions named by the incident on Moscow's card."), "SZ-R43", title=_("Moscow's incident"), titles=(_("Europe and Africa"), _("Europe and Asia"))),
    Option("paris_surveillance", (0, 1), 0, _("Surveillance symbols printed in Paris."), "SZ-R44", title=_("Surveillance in Paris")),
    Option("concede", ("no", "yes"), "no", _("The group may give up a game."), "SZ-R51", title=_("Giving up"), titles=(_("no"), _("yes"))),
    Option("auto_continue", ("yes", "no"), "yes", _("Players may skip the pauses between steps until they get a new Event."), "SZ-P19", title=_("Skipping pauses"), titles=(_("yes"), _("no"))),
    Option("campaign", ("none", "medusa", "evening"), "none", _("This game starts a campaign; each later game continues from the one before."), "SZ-1.2", title=_("Campaign"), titles=(_("a single prologue"), _("Medusa: twelve months"), _("One evening: three months"))),
    Option("occupation_unique", ("yes", "no"), "yes", _("Aliases of one affiliation have different occupations."), "SZ-R36", title=_("Different occupations"), titles=(_("yes"), _("no"))),
    Option("funding_override", ("off", "host"), "off", _("The first seat may correct the funding before a game."), "SZ-R45", title=_("Funding correction"), titles=(_("no"), _("by the first seat"))),
)


class Options:
    """What was chosen before the game, typed: a number or a word by the name of its option, and whether it is
    this or that value by both names. Options of yes and no are simply true or false.
    """

    def __init__(self, chosen: dict[str, Value]) -> None:
        self.escalation_surplus = str(chosen["escalation_surplus"])
        self.escalation_surplus_one = chosen["escalation_surplus"] == "one"
        self.escalation_surplus_each = chosen["escalation_surplus"] == "each"
        self.event_in_answer = chosen["event_in_answer"] == "yes"
        self.acquire_anywhere = str(chosen["acquire_anywhere"])
        self.acquire_anywhere_yes = chosen["acquire_anywhere"] == "yes"
        self.acquire_anywhere_pawn_in_city = chosen["acquire_anywhere"] == "pawn_in_city"
        self.events_between_escalation_steps = chosen["events_between_escalation_steps"] == "yes"
        self.event_moves_safehouse = chosen["event_moves_safehouse"] == "yes"
        self.look_visible = str(chosen["look_visible"])
        self.look_visible_all = chosen["look_visible"] == "all"
        self.look_visible_player = chosen["look_visible"] == "player"
        self.group_decision = str(chosen["group_decision"])
        self.group_decision_agree = chosen["group_decision"] == "agree"
        self.group_decision_majority = chosen["group_decision"] == "majority"
        self.group_decision_host = chosen["group_decision"] == "host"
        self.recognized_shelter = chosen["recognized_shelter"] == "yes"
        self.teams_compromised = str(chosen["teams_compromised"])
        self.teams_compromised_surveilled = chosen["teams_compromised"] == "surveilled"
        self.teams_compromised_none = chosen["teams_compromised"] == "none"
        self.moscow_recognized = str(chosen["moscow_recognized"])
        self.moscow_recognized_eu_af = chosen["moscow_recognized"] == "eu_af"
        self.moscow_recognized_eu_as = chosen["moscow_recognized"] == "eu_as"
        self.paris_surveillance = int(chosen["paris_surveillance"])
        self.concede = chosen["concede"] == "yes"
        self.auto_continue = chosen["auto_continue"] == "yes"
        self.campaign = str(chosen["campaign"])
        self.campaign_none = chosen["campaign"] == "none"
        self.campaign_medusa = chosen["campaign"] == "medusa"
        self.campaign_evening = chosen["campaign"] == "evening"
        self.occupation_unique = chosen["occupation_unique"] == "yes"
        self.funding_override = str(chosen["funding_override"])
        self.funding_override_off = chosen["funding_override"] == "off"
        self.funding_override_host = chosen["funding_override"] == "host"
