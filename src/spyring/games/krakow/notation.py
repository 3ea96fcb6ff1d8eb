"""The words of Kraków: its moves and its events, declared once."""

from typing import Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook
from spyring.engine.words import _
from spyring.games.krakow.box import DISTRICT_IDS, GROUP_IDS, SEASON_IDS, Box

# Clockwise, so that partners sit opposite each other (KRK-1.2); seat & 1 is the team.
SEAT_NAMES: Final = ("white-dagger", "black-purse", "white-purse", "black-dagger")
TEAM_NAMES: Final = ("white", "black")

SEAT: Final = Domain(
    "seat", SEAT_NAMES, (_("White Dagger"), _("Black Purse"), _("White Purse"), _("Black Dagger"))
)
TEAM: Final = Domain("team", TEAM_NAMES, (_("White"), _("Black")))
GROUP: Final = Domain(
    "group", GROUP_IDS, (_("Citizens"), _("Monks and Mystics"), _("Secret Societies"), _("Underworld"))
)
DISTRICT: Final = Domain(
    "district",
    DISTRICT_IDS,
    (_("Slums"), _("Barracks"), _("Shops"), _("Churches"), _("Harbour"), _("Castle"), _("Province")),
)
MARKER: Final = Domain("marker", ("fame", "support", "power"), (_("fame"), _("support"), _("power")))
KIND: Final = Domain(
    "kind", ("fame", "support", "power", "gold"), (_("fame"), _("support"), _("power"), _("gold"))
)
SEASON: Final = Domain("season", SEASON_IDS, (_("Spring"), _("Summer"), _("Autumn"), _("Winter")))

# The first move of each verb; literal numbers, because the rules add to them at every decision.
PLAY: Final = 0
DISCARD: Final = 56
REMOVE: Final = 112  # + (marker * 7 + district) * 2 + team
REPLACE: Final = 154  # + marker * 7 + district
ROB: Final = 175
ALLOT: Final = 179
RECONSIDER: Final = 186
DECLINE: Final = 187
SAY_READY: Final = 188


def moves(box: Box) -> MoveBook:
    """Every move of the game."""
    card = Domain("card", tuple(box.ids), tuple(str(entry["name"]) for entry in box.cards))
    book = MoveBook()
    book.verb("play", _("Play {card}"), ("card", card), at=PLAY, final=True)
    book.verb("discard", _("Discard {card}"), ("card", card), at=DISCARD)
    book.verb(
        "remove",
        _("Remove a {marker} marker of {team} from {district}"),
        ("marker", MARKER),
        ("district", DISTRICT),
        ("team", TEAM),
        at=REMOVE,
    )
    book.verb(
        "replace",
        _("Replace a {marker} marker in {district}"),
        ("marker", MARKER),
        ("district", DISTRICT),
        at=REPLACE,
    )
    book.verb("rob", _("Let {seat} lose gold"), ("seat", SEAT), at=ROB, final=True)
    book.verb("allot", _("Put a gold marker on {district}"), ("district", DISTRICT), at=ALLOT)
    book.verb("reconsider", _("Take it back and choose anew"), at=RECONSIDER)
    book.verb("decline", _("Take no more"), at=DECLINE, passes=True)
    book.verb("ready", _("Ready: leave it at that"), at=SAY_READY, final=True)
    return book


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


def events(box: Box) -> EventBook:
    """Every event of the game, in the order of the numbers above."""
    card = Domain("card", tuple(box.ids), tuple(str(entry["name"]) for entry in box.cards))
    book = EventBook()
    seat, to = ("seat", SEAT), ("card", card)
    count = ("count", NUMBER)
    book.kind(
        "year-begins",
        _("The year {year} begins."),
        ("year", NUMBER),
        at=YEAR_BEGINS,
        chapter=True,
        past=_("The year {year} began."),
    )
    book.kind(
        "season-begins",
        _("{season} begins: {seat} shows its card and leads."),
        ("season", SEASON),
        seat,
        reveals=True,
        at=SEASON_BEGINS,
        chapter=True,
        past=_("{season} began: {seat} showed its card and led."),
    )
    book.kind(
        "dealt",
        _("You are dealt {card}."),
        seat,
        to,
        reveals=True,
        at=DEALT,
        weight=0,
        icon="s-eye-shut",
        past=_("{seat} was dealt {card}."),
    )
    book.kind(
        "season-card",
        _("You hold {season}."),
        seat,
        ("season", SEASON),
        reveals=True,
        at=SEASON_CARD,
        weight=0,
        icon="s-eye-shut",
        past=_("{seat} held {season}."),
    )
    book.kind(
        "identity",
        _("You secretly belong to the {group}."),
        seat,
        ("group", GROUP),
        reveals=True,
        at=IDENTITY,
        icon="s-eye-shut",
        past=_("{seat} secretly belonged to the {group}."),
    )
    book.kind(
        "led",
        _("{seat} leads {card}, strength {count}, for the {group}."),
        seat,
        to,
        count,
        ("group", GROUP),
        at=LED,
        icon="k-scales",
        past=_("{seat} led {card}, strength {count}, for the {group}."),
    )
    book.kind(
        "supported",
        _("{seat} supports with {card}: {count}."),
        seat,
        to,
        count,
        at=SUPPORTED,
        icon="k-support",
        past=_("{seat} supported with {card}: {count}."),
    )
    book.kind(
        "opposed",
        _("{seat} opposes with {card}: {count}."),
        seat,
        to,
        count,
        at=OPPOSED,
        icon="k-sword",
        past=_("{seat} opposed with {card}: {count}."),
    )
    book.kind(
        "block-played",
        _("{seat} plays the block card {card}."),
        seat,
        to,
        at=BLOCK_PLAYED,
        icon="k-chain",
        past=_("{seat} played the block card {card}."),
    )
    book.kind(
        "succeeded",
        _("{card} succeeds, {support} to {opposition}."),
        to,
        ("support", NUMBER),
        ("opposition", NUMBER),
        at=SUCCEEDED,
        weight=2,
        icon="s-laurel",
        past=_("{card} succeeded, {support} to {opposition}."),
    )
    book.kind(
        "failed",
        _("{card} fails, {support} to {opposition}."),
        to,
        ("support", NUMBER),
        ("opposition", NUMBER),
        at=FAILED,
        weight=2,
        icon="k-scales",
        past=_("{card} failed, {support} to {opposition}."),
    )
    book.kind(
        "blocked",
        _("{seat} blocks the intrigue and scores a point; {card} succeeds in its place."),
        seat,
        to,
        at=BLOCKED,
        weight=2,
        icon="k-chain",
        past=_("{seat} blocked the intrigue and scored a point; {card} succeeded in its place."),
    )
    book.kind(
        "placed",
        _("{team}: {count} {marker} on {district}."),
        ("team", TEAM),
        ("district", DISTRICT),
        ("marker", KIND),
        count,
        at=PLACED,
        icon="k-castle",
    )
    book.kind(
        "lost",
        _("{team}: {count} {marker} for {district} lost."),
        ("team", TEAM),
        ("district", DISTRICT),
        ("marker", KIND),
        count,
        at=LOST,
        weight=0,
        icon="k-castle",
    )
    book.kind(
        "gold-gained", _("{seat}: {count} gold into the chest."), seat, count, at=GOLD_GAINED, icon="k-gold"
    )
    book.kind(
        "gold-lost",
        _("{seat} loses {count} gold."),
        seat,
        count,
        at=GOLD_LOST,
        icon="k-gold",
        past=_("{seat} lost {count} gold."),
    )
    book.kind(
        "removed",
        _("{seat} removes a {marker} marker of {team} from {district}."),
        seat,
        ("marker", MARKER),
        ("district", DISTRICT),
        ("team", TEAM),
        at=REMOVED,
        icon="k-castle",
        past=_("{seat} removed a {marker} marker of {team} from {district}."),
    )
    book.kind(
        "replaced",
        _("{seat} replaces a {marker} marker in {district} by its own."),
        seat,
        ("marker", MARKER),
        ("district", DISTRICT),
        at=REPLACED,
        icon="k-castle",
        past=_("{seat} replaced a {marker} marker in {district} by its own."),
    )
    book.kind(
        "hand-shrinks",
        _("{team} will be dealt one card fewer for the rest of the year."),
        ("team", TEAM),
        at=HAND_SHRINKS,
        past=_("{team} was dealt one card fewer from then on until the end of the year."),
    )
    book.kind(
        "hand-grows",
        _("{team} will be dealt one card more for the rest of the year."),
        ("team", TEAM),
        at=HAND_GROWS,
        past=_("{team} was dealt one card more from then on until the end of the year."),
    )
    book.kind(
        "discarded",
        _("You discard {card}."),
        seat,
        to,
        at=DISCARDED,
        weight=0,
        icon="s-eye-shut",
        past=_("{seat} discarded {card}."),
    )
    book.kind(
        "discarded-unseen",
        _("{seat} discards a card unseen."),
        seat,
        at=DISCARDED_UNSEEN,
        past=_("{seat} discarded a card unseen."),
    )
    book.kind(
        "drew",
        _("You draw {card} from the bottom of the discard pile."),
        seat,
        to,
        reveals=True,
        at=DREW,
        weight=0,
        past=_("{seat} drew {card} from the bottom of the discard pile."),
    )
    book.kind(
        "drew-unseen",
        _("{seat} draws a card from the bottom of the discard pile."),
        seat,
        at=DREW_UNSEEN,
        past=_("{seat} drew a card from the bottom of the discard pile."),
    )
    book.kind(
        "point-for-empty-supply",
        _("{team} has no cubes left: each member scores a point."),
        ("team", TEAM),
        at=POINT_FOR_EMPTY_SUPPLY,
        past=_("{team} had no cubes left: each member scored a point."),
    )
    book.kind(
        "leads-next", _("{seat} leads next."), seat, at=LEADS_NEXT, weight=0, past=_("{seat} led next.")
    )
    book.kind(
        "allotted",
        _("You put a gold marker on {district}."),
        seat,
        ("district", DISTRICT),
        at=ALLOTTED,
        weight=0,
        past=_("{seat} put a gold marker on {district}."),
    )
    book.kind(
        "ready",
        _("{seat} has decided in secret."),
        seat,
        at=READY,
        weight=0,
        past=_("{seat} had decided in secret."),
    )
    book.kind(
        "reconsidered",
        _("{seat} decides anew."),
        seat,
        at=RECONSIDERED,
        weight=0,
        past=_("{seat} decided anew."),
    )
    book.kind(
        "gold-placed",
        _("{seat}: {count} gold on {district}."),
        seat,
        ("district", DISTRICT),
        count,
        reveals=True,
        at=GOLD_PLACED,
        weight=0,  # the cubes that follow are the scene
        icon="k-gold",
    )
    book.kind(
        "district-won",
        _("{team} leads in {district}: {count} points for each member."),
        ("district", DISTRICT),
        ("team", TEAM),
        count,
        at=DISTRICT_WON,
        icon="s-laurel",
        past=_("{team} led in {district}: {count} points for each member."),
    )
    book.kind(
        "district-tied",
        _("Nobody leads in {district}."),
        ("district", DISTRICT),
        at=DISTRICT_TIED,
        past=_("Nobody led in {district}."),
    )
    book.kind(
        "group-scored",
        _("{group}: successful intrigues {cards}, points {count}."),
        ("group", GROUP),
        ("cards", NUMBER),
        count,
        at=GROUP_SCORED,
        icon="s-laurel",
    )
    book.kind(
        "group-majority",
        _("{group} alone had the most successes: 2 points more; {enemy}: 2 fewer."),
        ("group", GROUP),
        ("enemy", GROUP),
        at=GROUP_MAJORITY,
        weight=2,
        icon="s-laurel",
    )
    book.kind(
        "identity-shown",
        _("{seat} belonged to the {group}: {count} points in all."),
        seat,
        ("group", GROUP),
        count,
        reveals=True,
        at=IDENTITY_SHOWN,
        weight=2,
        icon="s-eye",
    )
    book.kind(
        "tie-broken",
        _("Equal sums: {season} decides, held by {seat}."),
        ("season", SEASON),
        seat,
        at=TIE_BROKEN,
        past=_("Equal sums: {season} decided, held by {seat}."),
    )
    book.kind(
        "declined", _("{seat} takes no more."), seat, at=DECLINED, weight=0, past=_("{seat} took no more.")
    )
    book.kind(
        "markers-cleared",
        _("All markers leave the board."),
        at=MARKERS_CLEARED,
        past=_("All markers left the board."),
    )
    book.kind(
        "turned-up",
        _("{card} is turned up: {count} for the {group}."),
        to,
        ("group", GROUP),
        count,
        at=TURNED_UP,
        weight=0,
        past=_("{card} was turned up: {count} for the {group}."),
    )
    book.kind(
        "gold-wasted",
        _("{seat}: {count} gold lost, for the supply is empty."),
        seat,
        count,
        at=GOLD_WASTED,
        weight=0,
        icon="k-gold",
    )
    book.kind(
        "lapsed",
        _("{card}: nothing is left to do."),
        to,
        at=LAPSED,
        weight=0,
        past=_("{card}: nothing was left to do."),
    )
    return book
