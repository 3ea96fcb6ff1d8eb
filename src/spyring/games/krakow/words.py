"""The words of the game, written from ``words.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook, RefusalBook, families
from spyring.engine.options import Option, Value
from spyring.engine.i18n import _

SIDE_IDS: Final[tuple[str, ...]] = ("mine", "theirs")
SIDE: Final = Domain("side", SIDE_IDS)
TRICK_PLACE_IDS: Final[tuple[str, ...]] = ("led", "second", "third", "fourth")
TRICK_PLACE: Final = Domain("trick place", TRICK_PLACE_IDS)
YEAR_IDS: Final[tuple[str, ...]] = ("1325", "1326", "1327")
YEAR: Final = Domain("year", YEAR_IDS)
SEAT_IDS: Final[tuple[str, ...]] = ("white-dagger", "black-purse", "white-purse", "black-dagger")
SEAT: Final = Domain("seat", SEAT_IDS, (_("White Dagger"), _("Black Purse"), _("White Purse"), _("Black Dagger")))
TEAM_IDS: Final[tuple[str, ...]] = ("white", "black")
TEAM: Final = Domain("team", TEAM_IDS, (_("White"), _("Black")))
GROUP_IDS: Final[tuple[str, ...]] = ("green", "blue", "yellow", "red")
GROUP: Final = Domain("group", GROUP_IDS, (_("Citizens"), _("Monks and Mystics"), _("Secret Societies"), _("Underworld")))
DISTRICT_IDS: Final[tuple[str, ...]] = ("slums", "barracks", "shops", "churches", "harbour", "castle", "province")
DISTRICT: Final = Domain("district", DISTRICT_IDS, (_("Slums"), _("Barracks"), _("Shops"), _("Churches"), _("Harbour"), _("Castle"), _("Province")))
MARKER_IDS: Final[tuple[str, ...]] = ("fame", "support", "power")
MARKER: Final = Domain("marker", MARKER_IDS, (_("fame"), _("support"), _("power")))
KIND_IDS: Final[tuple[str, ...]] = ("fame", "support", "power", "gold")
KIND: Final = Domain("kind", KIND_IDS, (_("fame"), _("support"), _("power"), _("gold")))
SEASON_IDS: Final[tuple[str, ...]] = ("spring", "summer", "autumn", "winter")
SEASON: Final = Domain("season", SEASON_IDS, (_("Spring"), _("Summer"), _("Autumn"), _("Winter")))
SEATS: Final = 4
GROUPS: Final = 4
GREEN: Final = 0
BLUE: Final = 1
YELLOW: Final = 2
RED: Final = 3
DISTRICTS: Final = 7
SLUMS: Final = 0
BARRACKS: Final = 1
SHOPS: Final = 2
CHURCHES: Final = 3
HARBOUR: Final = 4
CASTLE: Final = 5
PROVINCE: Final = 6
TYPES: Final = 4
FAME: Final = 0
SUPPORT: Final = 1
POWER: Final = 2
GOLD: Final = 3
SEASONS: Final = 4
SPRING: Final = 0
SUMMER: Final = 1
AUTUMN: Final = 2
WINTER: Final = 3
CARDS: Final = 56

# The first move of each verb.
PLAY: Final = 0  # + card
DISCARD: Final = 56  # + card
REMOVE: Final = 112  # + marker, district, team
REPLACE: Final = 154  # + marker, district
ROB: Final = 175  # + seat
ALLOT: Final = 179  # + district
RECONSIDER: Final = 186
DECLINE: Final = 187
SAY_READY: Final = 188

FAMILIES: Final[list[int]] = families([(PLAY, 56), (DISCARD, 56), (REMOVE, 42), (REPLACE, 21), (ROB, 4), (ALLOT, 7), (RECONSIDER, 1), (DECLINE, 1), (SAY_READY, 1)])


def family(move: int) -> int:
    """The first move of the verb that ``move`` belongs to."""
    return FAMILIES[move]


def remove(marker: int, district: int, team: int) -> int:
    return REMOVE + (marker * 7 + district) * 2 + team


def team_of_remove(move: int) -> int:
    return (move - REMOVE) & 1


def district_of_remove(move: int) -> int:
    return ((move - REMOVE) >> 1) % 7


def marker_of_remove(move: int) -> int:
    return (move - REMOVE) // 14


def replace(marker: int, district: int) -> int:
    return REPLACE + marker * 7 + district


def district_of_replace(move: int) -> int:
    return (move - REPLACE) % 7


def marker_of_replace(move: int) -> int:
    return (move - REPLACE) // 7


def move_book(*, card: Domain) -> MoveBook:
    """Every move of the game; domains that are made from its box are given."""
    book = MoveBook()
    book.verb("play", _("Play {card}"), ("card", card), at=PLAY, final=True)
    book.verb("discard", _("Discard {card}"), ("card", card), at=DISCARD)
    book.verb("remove", _("Remove a {team} {marker} marker from the {district}"), ("marker", MARKER), ("district", DISTRICT), ("team", TEAM), at=REMOVE)
    book.verb("replace", _("Replace a {marker} marker in the {district}"), ("marker", MARKER), ("district", DISTRICT), at=REPLACE)
    book.verb("rob", _("Make {seat} lose gold"), ("seat", SEAT), at=ROB, final=True)
    book.verb("allot", _("Put a gold marker in the {district}"), ("district", DISTRICT), at=ALLOT)
    book.verb("reconsider", _("Start over"), at=RECONSIDER)
    book.verb("decline", _("Stop here"), at=DECLINE, passes=True)
    book.verb("ready", _("Done"), at=SAY_READY, final=True)
    return book


# The kinds of events.
YEAR_BEGINS: Final = 0
SEASON_BEGINS: Final = 1
DEALT: Final = 2
SEASON_CARD: Final = 3
IDENTITY: Final = 4
LED: Final = 5
SUPPORTED: Final = 6
OPPOSED: Final = 7
BLOCK_PLAYED: Final = 8
SUCCEEDED: Final = 9
FAILED: Final = 10
BLOCKED: Final = 11
PLACED: Final = 12
LOST: Final = 13
GOLD_GAINED: Final = 14
GOLD_LOST: Final = 15
REMOVED: Final = 16
REPLACED: Final = 17
HAND_SHRINKS: Final = 18
HAND_GROWS: Final = 19
DISCARDED: Final = 20
DISCARDED_UNSEEN: Final = 21
DREW: Final = 22
DREW_UNSEEN: Final = 23
POINT_FOR_EMPTY_SUPPLY: Final = 24
LEADS_NEXT: Final = 25
ALLOTTED: Final = 26
READY: Final = 27
RECONSIDERED: Final = 28
GOLD_PLACED: Final = 29
DISTRICT_WON: Final = 30
DISTRICT_TIED: Final = 31
GROUP_SCORED: Final = 32
GROUP_MAJORITY: Final = 33
IDENTITY_SHOWN: Final = 34
TIE_BROKEN: Final = 35
DECLINED: Final = 36
MARKERS_CLEARED: Final = 37
TURNED_UP: Final = 38
GOLD_WASTED: Final = 39
LAPSED: Final = 40


def event_book(*, card: Domain) -> EventBook:
    """Every kind of event of the game; domains that are made from its box are given."""
    book = EventBook()
    book.kind("year-begins", _("The year {year} begins."), ("year", NUMBER), at=YEAR_BEGINS, chapter=True, past=_("The year {year} began."))
    book.kind("season-begins", _("{season} begins: {seat} shows the season card and leads."), ("season", SEASON), ("seat", SEAT), at=SEASON_BEGINS, reveals=True, chapter=True, past=_("{season} began: {seat} showed the season card and led."))
    book.kind("dealt", _("You are dealt {card}."), ("seat", SEAT), ("card", card), at=DEALT, reveals=True, weight=0, icon="s-eye-shut", past=_("{seat} was dealt {card}."))
    book.kind("season-card", _("You hold {season}."), ("seat", SEAT), ("season", SEASON), at=SEASON_CARD, reveals=True, weight=0, icon="s-eye-shut", past=_("{seat} held {season}."))
    book.kind("identity", _("You secretly belong to the {group}."), ("seat", SEAT), ("group", GROUP), at=IDENTITY, reveals=True, icon="s-eye-shut", past=_("{seat} secretly belonged to the {group}."))
    book.kind("led", _("{seat} leads {card}, strength {count}, for the {group}."), ("seat", SEAT), ("card", card), ("count", NUMBER), ("group", GROUP), at=LED, icon="k-scales", past=_("{seat} led {card}, strength {count}, for the {group}."))
    book.kind("supported", _("{seat} supports with {card}: {count}."), ("seat", SEAT), ("card", card), ("count", NUMBER), at=SUPPORTED, icon="k-for", past=_("{seat} supported with {card}: {count}."))
    book.kind("opposed", _("{seat} opposes with {card}: {count}."), ("seat", SEAT), ("card", card), ("count", NUMBER), at=OPPOSED, icon="k-against", past=_("{seat} opposed with {card}: {count}."))
    book.kind("block-played", _("{seat} plays the block card {card}."), ("seat", SEAT), ("card", card), at=BLOCK_PLAYED, icon="k-chain", past=_("{seat} played the block card {card}."))
    book.kind("succeeded", _("{card} succeeds, {support} to {opposition}."), ("card", card), ("support", NUMBER), ("opposition", NUMBER), at=SUCCEEDED, weight=2, icon="s-laurel", past=_("{card} succeeded, {support} to {opposition}."))
    book.kind("failed", _("{card} fails, {support} to {opposition}."), ("card", card), ("support", NUMBER), ("opposition", NUMBER), at=FAILED, weight=2, icon="k-scales", past=_("{card} failed, {support} to {opposition}."))
    book.kind("blocked", _("{seat} blocks the intrigue and scores a point; {card} succeeds in its place."), ("seat", SEAT), ("card", card), at=BLOCKED, weight=2, icon="k-chain", past=_("{seat} blocked the intrigue and scored a point; {card} succeeded in its place."))
    book.kind("placed", _("{team}: +{count} {marker} in the {district}."), ("team", TEAM), ("district", DISTRICT), ("marker", KIND), ("count", NUMBER), at=PLACED, icon="k-cube")
    book.kind("lost", _("{team}: {count} {marker} for the {district} could not be placed."), ("team", TEAM), ("district", DISTRICT), ("marker", KIND), ("count", NUMBER), at=LOST, weight=0, icon="k-cube")
    book.kind("gold-gained", _("{seat}: +{count} gold in the chest."), ("seat", SEAT), ("count", NUMBER), at=GOLD_GAINED, icon="k-gold")
    book.kind("gold-lost", _("{seat} loses {count} gold."), ("seat", SEAT), ("count", NUMBER), at=GOLD_LOST, icon="k-gold", past=_("{seat} lost {count} gold."))
    book.kind("removed", _("{seat} removes a {team} {marker} marker from the {district}."), ("seat", SEAT), ("marker", MARKER), ("district", DISTRICT), ("team", TEAM), at=REMOVED, icon="k-cube", past=_("{seat} removed a {team} {marker} marker from the {district}."))
    book.kind("replaced", _("{seat} replaces an opposing {marker} marker in the {district}."), ("seat", SEAT), ("marker", MARKER), ("district", DISTRICT), at=REPLACED, icon="k-cube", past=_("{seat} replaced an opposing {marker} marker in the {district}."))
    book.kind("hand-shrinks", _("{team} will be dealt one card fewer for the rest of the year."), ("team", TEAM), at=HAND_SHRINKS, past=_("{team} was dealt one card fewer for the rest of the year."))
    book.kind("hand-grows", _("{team} will be dealt one extra card for the rest of the year."), ("team", TEAM), at=HAND_GROWS, past=_("{team} was dealt one extra card for the rest of the year."))
    book.kind("discarded", _("You discard {card}."), ("seat", SEAT), ("card", card), at=DISCARDED, weight=0, icon="s-eye-shut", past=_("{seat} discarded {card}."))
    book.kind("discarded-unseen", _("{seat} discards a card face down."), ("seat", SEAT), at=DISCARDED_UNSEEN, past=_("{seat} discarded a card face down."))
    book.kind("drew", _("You draw {card} from the bottom of the discard pile."), ("seat", SEAT), ("card", card), at=DREW, reveals=True, weight=0, past=_("{seat} drew {card} from the bottom of the discard pile."))
    book.kind("drew-unseen", _("{seat} draws a card from the bottom of the discard pile."), ("seat", SEAT), at=DREW_UNSEEN, past=_("{seat} drew a card from the bottom of the discard pile."))
    book.kind("point-for-empty-supply", _("{team} has no cubes left: each member scores a point."), ("team", TEAM), at=POINT_FOR_EMPTY_SUPPLY, past=_("{team} had no cubes left: each member scored a point."))
    book.kind("leads-next", _("{seat} leads next."), ("seat", SEAT), at=LEADS_NEXT, weight=0, past=_("{seat} led next."))
    book.kind("allotted", _("You put a gold marker in the {district}."), ("seat", SEAT), ("district", DISTRICT), at=ALLOTTED, weight=0, past=_("{seat} put a gold marker in the {district}."))
    book.kind("ready", _("{seat} has decided in secret."), ("seat", SEAT), at=READY, weight=0, past=_("{seat} had decided in secret."))
    book.kind("reconsidered", _("{seat} starts over."), ("seat", SEAT), at=RECONSIDERED, weight=0, past=_("{seat} started over."))
    book.kind("gold-placed", _("{seat}: {count} gold in the {district}."), ("seat", SEAT), ("district", DISTRICT), ("count", NUMBER), at=GOLD_PLACED, reveals=True, icon="k-gold")
    book.kind("district-won", _("{team} leads in the {district}: {count} points for each member."), ("district", DISTRICT), ("team", TEAM), ("count", NUMBER), at=DISTRICT_WON, icon="s-laurel", past=_("{team} led in the {district}: {count} points for each member."))
    book.kind("district-tied", _("Nobody leads in the {district}."), ("district", DISTRICT), at=DISTRICT_TIED, past=_("Nobody led in the {district}."))
    book.kind("group-scored", _("{group}: successful intrigues {cards}, points {count}."), ("group", GROUP), ("cards", NUMBER), ("count", NUMBER), at=GROUP_SCORED, icon="s-laurel")
    book.kind("group-majority", _("{group} alone had the most successes: +2. {enemy}: −2."), ("group", GROUP), ("enemy", GROUP), at=GROUP_MAJORITY, weight=2, icon="s-laurel")
    book.kind("identity-shown", _("{seat} belonged to the {group} and scored {count} in total."), ("seat", SEAT), ("group", GROUP), ("count", NUMBER), at=IDENTITY_SHOWN, reveals=True, weight=2, icon="s-eye")
    book.kind("tie-broken", _("A tie: {season} decides, and {seat} holds it."), ("season", SEASON), ("seat", SEAT), at=TIE_BROKEN, past=_("A tie: {season} decided, and {seat} held it."))
    book.kind("declined", _("{seat} stops here."), ("seat", SEAT), at=DECLINED, weight=0, past=_("{seat} stopped there."))
    book.kind("markers-cleared", _("All markers leave the board."), at=MARKERS_CLEARED, past=_("All markers left the board."))
    book.kind("turned-up", _("{card} scores {count} for the {group}."), ("card", card), ("group", GROUP), ("count", NUMBER), at=TURNED_UP, weight=0, past=_("{card} scored {count} for the {group}."))
    book.kind("gold-wasted", _("{seat}: {count} gold lost, because the supply is empty."), ("seat", SEAT), ("count", NUMBER), at=GOLD_WASTED, weight=0, icon="k-gold")
    book.kind("lapsed", _("{card} has no further effect."), ("card", card), at=LAPSED, weight=0)
    return book


# Reasons to refuse a move.
NOT_IN_HAND: Final = 1
OWN_PARTNER: Final = 2
CARD_CHOSEN: Final = 3
NOT_DISCARDABLE: Final = 4
OTHER_TYPE_REMOVED: Final = 5
OWN_MARKER: Final = 6
NO_MARKER: Final = 7
OTHER_TYPE_REPLACED: Final = 8
DISTRICT_FULL: Final = 9
NO_OPPONENT: Final = 10
GOLD_DIVIDED: Final = 11
NO_GOLD_FIELD: Final = 12


def refusal_book() -> RefusalBook:
    """Every reason to refuse a move of the game."""
    book = RefusalBook()
    book.refusal("KRK-5.5", _("This card is not in your hand."), at=NOT_IN_HAND)
    book.refusal("KRK-9.7", _("You cannot block your partner's strong intrigue."), at=OWN_PARTNER)
    book.refusal("", _("You have already chosen a card."), at=CARD_CHOSEN)
    book.refusal("", _("This card is not in your hand."), at=NOT_DISCARDABLE)
    book.refusal("", _("Wrong type of marker. Remove another type."), at=OTHER_TYPE_REMOVED)
    book.refusal("KRK-R13", _("You can only remove your opponents' markers."), at=OWN_MARKER)
    book.refusal("KRK-R15", _("There is no such marker in the {district}."), at=NO_MARKER)
    book.refusal("", _("Wrong type of marker. Replace another type."), at=OTHER_TYPE_REPLACED)
    book.refusal("KRK-7.7", _("Your markers already fill the {district}."), at=DISTRICT_FULL)
    book.refusal("", _("Only an opponent can lose gold."), at=NO_OPPONENT)
    book.refusal("", _("You have divided all your gold."), at=GOLD_DIVIDED)
    book.refusal("KRK-R26", _("There is no gold field in the {district}."), at=NO_GOLD_FIELD)
    return book


OPTIONS: Final = (
    Option("years", (1, 2, 3), 2, _("Number of years in the game."), "KRK-1.4", title=_("Years")),
    Option("field_cap", ("shared", "per_team"), "shared", _("Both teams share the room on a field, or each team has all of it."), "KRK-R3", title=_("Room on a field"), titles=(_("shared by both teams"), _("separate for each team"))),
    Option("block_on_partner", ("forbidden", "plain_support"), "forbidden", _("Block cards beside the partner's own strong intrigue."), "KRK-R6", title=_("Blocking your partner"), titles=(_("forbidden"), _("as plain support"))),
    Option("removal_targets", ("opponents", "any"), "opponents", _("Markers that a special intrigue may remove."), "KRK-R13", title=_("Removing markers"), titles=(_("opponents' only"), _("anybody's"))),
    Option("group_floor", ("none", "zero"), "none", _("Lowest number of group points."), "KRK-R23", title=_("Lower limit of group points"), titles=(_("no limit"), _("not below zero"))),
    Option("discard_browse", ("no", "played_cards"), "no", _("List of the played cards in the discard pile."), "KRK-R27", title=_("Discard pile"), titles=(_("not listed"), _("listed"))),
    Option("gold_counts", ("hidden", "shown"), "hidden", _("Numbers of gold in the others' chests."), "KRK-R28", title=_("Gold in the chests"), titles=(_("hidden"), _("shown"))),
    Option("success_counts", ("hidden", "shown"), "hidden", _("Number of each group's successes during the year."), "KRK-R29", title=_("Group successes"), titles=(_("hidden"), _("shown"))),
    Option("talk", ("public", "none", "partners_private"), "public", _("Talk between players; never while gold is divided."), "KRK-R32", title=_("Talk"), titles=(_("aloud, to everybody"), _("none at all"), _("partners also in private"))),
)


class Options:
    """What was chosen before the game, typed: a number or a word by the name of its option, and whether it is
    this or that value by both names. Options of yes and no are simply true or false.
    """

    def __init__(self, chosen: dict[str, Value]) -> None:
        self.years = int(chosen["years"])
        self.field_cap = str(chosen["field_cap"])
        self.field_cap_shared = chosen["field_cap"] == "shared"
        self.field_cap_per_team = chosen["field_cap"] == "per_team"
        self.block_on_partner = str(chosen["block_on_partner"])
        self.block_on_partner_forbidden = chosen["block_on_partner"] == "forbidden"
        self.block_on_partner_plain_support = chosen["block_on_partner"] == "plain_support"
        self.removal_targets = str(chosen["removal_targets"])
        self.removal_targets_opponents = chosen["removal_targets"] == "opponents"
        self.removal_targets_any = chosen["removal_targets"] == "any"
        self.group_floor = str(chosen["group_floor"])
        self.group_floor_none = chosen["group_floor"] == "none"
        self.group_floor_zero = chosen["group_floor"] == "zero"
        self.discard_browse = str(chosen["discard_browse"])
        self.discard_browse_no = chosen["discard_browse"] == "no"
        self.discard_browse_played_cards = chosen["discard_browse"] == "played_cards"
        self.gold_counts = str(chosen["gold_counts"])
        self.gold_counts_hidden = chosen["gold_counts"] == "hidden"
        self.gold_counts_shown = chosen["gold_counts"] == "shown"
        self.success_counts = str(chosen["success_counts"])
        self.success_counts_hidden = chosen["success_counts"] == "hidden"
        self.success_counts_shown = chosen["success_counts"] == "shown"
        self.talk = str(chosen["talk"])
        self.talk_public = chosen["talk"] == "public"
        self.talk_none = chosen["talk"] == "none"
        self.talk_partners_private = chosen["talk"] == "partners_private"
