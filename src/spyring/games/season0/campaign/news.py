"""What is told of a campaign, and of the rules that it adds."""

from spyring.engine.notation import NUMBER, EventBook
from spyring.engine.words import _
from spyring.games.season0.notation import (
    ACTIONS_GAINED,
    AFFILIATION,
    AFFILIATION_CHANGED,
    AGENTS_REMOVED,
    ALIAS_CREATED,
    ASSET_LAID,
    ASSET_LOST,
    BOOKBINDER_MOVED,
    BOOKBINDER_TALKED,
    BOX_OPENED,
    BUDGET_GRANTED,
    BUDGET_SPENT,
    CARD_DESTROYED,
    CARD_RECOVERED,
    CHOICE,
    CHOICE_MADE,
    CLEANED_UP,
    DEPOSIT_BOX,
    ENTRY_READ,
    EVENT_GAINED,
    FINAL_SCORE,
    FRAME_FILLED,
    FUNDING_CHANGED,
    MARK_GAINED,
    MONTH,
    NAME,
    NEXT_GAME,
    OBJECTIVE,
    OPERATION_TAKEN,
    PATIENT,
    PAWNS_SWAPPED,
    PROPOSAL_MADE,
    PROTOCOL,
    PROTOCOL_ACTIVATED,
    READER_CHOSEN,
    SEAT,
    SHUTTLED,
    STORY,
    STORY_DRAWN,
    STRUCK_OUT,
    SURVEILLANCE_CHANGED,
    SYMBOL_ADDED,
    THREAT_DESTROYED,
    THREATS_PUT_AWAY,
    TOKEN_REMOVED,
    UNWATCHES,
    WINDOW,
    WINDOW_OPENED,
    Domains,
)


def events_of_the_campaign(book: EventBook, d: Domains) -> None:
    seat, city, count, event = ("seat", SEAT), ("city", d.city), ("count", NUMBER), ("event", d.event)
    book.kind(
        "story-drawn",
        _("Story card {story}."),
        ("story", STORY),
        at=STORY_DRAWN,
        reveals=True,
        weight=2,
        chapter=True,
    )
    book.kind(
        "entry-read",
        _("{seat} reads entry {entry}."),
        seat,
        ("entry", NUMBER),
        at=ENTRY_READ,
        past=_("{seat} read entry {entry}."),
        reveals=True,
        weight=2,
    )
    book.kind(
        "window-opened",
        _("Window {window} is opened."),
        ("window", WINDOW),
        at=WINDOW_OPENED,
        past=_("Window {window} was opened."),
        reveals=True,
    )
    book.kind(
        "box-opened",
        _("Deposit box {box} is opened."),
        ("box", DEPOSIT_BOX),
        at=BOX_OPENED,
        past=_("Deposit box {box} was opened."),
        reveals=True,
        weight=2,
    )
    book.kind(
        "operation-taken",
        _("Operations card {number}."),
        ("number", NUMBER),
        at=OPERATION_TAKEN,
        reveals=True,
    )
    book.kind(
        "protocol-activated",
        _("Protocol {protocol} is active."),
        ("protocol", PROTOCOL),
        at=PROTOCOL_ACTIVATED,
        past=_("Protocol {protocol} was activated."),
        reveals=True,
        weight=2,
    )
    book.kind(
        "frame-filled",
        _("A new rule: frame {window}."),
        ("window", WINDOW),
        at=FRAME_FILLED,
        reveals=True,
        weight=2,
    )
    book.kind(
        "proposal-made",
        _("{seat} makes a proposal."),
        seat,
        at=PROPOSAL_MADE,
        past=_("{seat} made a proposal."),
        weight=0,
    )
    book.kind(
        "choice-made",
        _("The group chooses answer {choice}."),
        ("choice", CHOICE),
        at=CHOICE_MADE,
        past=_("The group chose answer {choice}."),
    )
    book.kind(
        "alias-created",
        _("The {affiliation} alias of {character} is {name}, {occupation}."),
        ("character", d.character),
        ("affiliation", AFFILIATION),
        ("name", NAME),
        ("occupation", d.occupation),
        at=ALIAS_CREATED,
        past=_("The {affiliation} alias of {character} was {name}, {occupation}."),
    )
    book.kind(
        "surveillance-changed",
        _("Surveillance in {city}: {count}."),
        city,
        count,
        at=SURVEILLANCE_CHANGED,
        icon="z-eye",
    )
    book.kind("funding-changed", _("Funding: {count}."), count, at=FUNDING_CHANGED)
    book.kind(
        "threat-destroyed",
        _("The Threat card of {city} is destroyed."),
        city,
        at=THREAT_DESTROYED,
        past=_("The Threat card of {city} was destroyed."),
        weight=2,
    )
    book.kind(
        "card-destroyed",
        _("{card} is destroyed."),
        ("card", d.card),
        at=CARD_DESTROYED,
        past=_("{card} was destroyed."),
        weight=2,
    )
    book.kind("event-gained", _("A new Event: {event}."), event, at=EVENT_GAINED)
    book.kind(
        "mark-gained",
        _("{city} has a permanent safehouse from the next game on."),
        city,
        at=MARK_GAINED,
        past=_("{city} had a permanent safehouse from the next game on."),
        icon="z-safehouse",
    )
    book.kind(
        "asset-laid",
        _("{asset} goes to the {affiliation} alias of {character}."),
        ("asset", d.asset),
        ("character", d.character),
        ("affiliation", AFFILIATION),
        at=ASSET_LAID,
        past=_("{asset} went to the {affiliation} alias of {character}."),
    )
    book.kind(
        "asset-lost",
        _("There is no alias that could use {asset}."),
        ("asset", d.asset),
        at=ASSET_LOST,
        past=_("There was no alias that could use {asset}."),
        weight=0,
    )
    book.kind(
        "affiliation-changed",
        _("{city} is {affiliation} from now on."),
        city,
        ("affiliation", AFFILIATION),
        at=AFFILIATION_CHANGED,
        past=_("{city} was {affiliation} from then on."),
        weight=2,
    )
    book.kind("budget-granted", _("Budget: {count} units."), count, at=BUDGET_GRANTED, chapter=True)
    book.kind(
        "budget-spent",
        _("{count} units are left, and lost."),
        count,
        at=BUDGET_SPENT,
        past=_("{count} units were left, and lost."),
        weight=0,
    )
    book.kind(
        "threats-put-away",
        _("{count} Threat cards go back to the discard pile."),
        count,
        at=THREATS_PUT_AWAY,
        past=_("{count} Threat cards went back to the discard pile."),
        weight=0,
    )
    book.kind(
        "cleaned-up",
        _("The board is cleared; stickers stay."),
        at=CLEANED_UP,
        past=_("The board was cleared; stickers stayed."),
        weight=0,
    )
    book.kind(
        "next-game",
        _("The next game is {month}."),
        ("month", MONTH),
        at=NEXT_GAME,
        past=_("The next game was {month}."),
        weight=2,
    )
    book.kind(
        "final-score",
        _("The campaign is over: {count} points."),
        count,
        at=FINAL_SCORE,
        past=_("The campaign was over: {count} points."),
        weight=2,
        chapter=True,
    )


def events_of_added_rules(book: EventBook, d: Domains) -> None:
    seat, city, count = ("seat", SEAT), ("city", d.city), ("count", NUMBER)
    book.kind(
        "token-removed",
        _("An incident token leaves {city}."),
        city,
        at=TOKEN_REMOVED,
        past=_("An incident token left {city}."),
    )
    book.kind(
        "agents-removed", _("{city}: {count} agents fewer."), city, count, at=AGENTS_REMOVED, icon="z-agent"
    )
    book.kind(
        "card-recovered",
        _("{seat} takes {city} from the discard pile."),
        seat,
        city,
        at=CARD_RECOVERED,
        past=_("{seat} took {city} from the discard pile."),
    )
    book.kind(
        "pawns-swapped",
        _("{seat} and {other} change places."),
        seat,
        ("other", SEAT),
        at=PAWNS_SWAPPED,
        past=_("{seat} and {other} changed places."),
    )
    book.kind(
        "struck-out",
        _("{city} is struck from the list of {objective}."),
        ("objective", OBJECTIVE),
        city,
        at=STRUCK_OUT,
        past=_("{city} was struck from the list of {objective}."),
        reveals=True,
    )
    book.kind(
        "patient",
        _("{seat} is patient: one Threat card fewer this turn."),
        seat,
        at=PATIENT,
        past=_("{seat} was patient: one Threat card fewer that turn."),
    )
    book.kind(
        "symbol-added",
        _("{city} has one surveillance symbol more in this game."),
        city,
        at=SYMBOL_ADDED,
        past=_("{city} had one surveillance symbol more in that game."),
        icon="z-eye",
    )
    book.kind(
        "bookbinder-moved",
        _("The bookbinder is in {city}."),
        city,
        at=BOOKBINDER_MOVED,
        past=_("The bookbinder was in {city}."),
    )
    book.kind(
        "bookbinder-talked",
        _("The bookbinder talks in {city}."),
        city,
        at=BOOKBINDER_TALKED,
        past=_("The bookbinder talked in {city}."),
        weight=2,
    )
    book.kind(
        "actions-gained",
        _("{seat} has {count} actions more."),
        seat,
        count,
        at=ACTIONS_GAINED,
        past=_("{seat} had {count} actions more."),
    )
    book.kind(
        "shuttled",
        _("{seat} shuttles to {city}."),
        seat,
        city,
        at=SHUTTLED,
        past=_("{seat} shuttled to {city}."),
        icon="z-plane",
    )
    book.kind(
        "unwatches",
        _("{seat} wants to be asked no more."),
        seat,
        at=UNWATCHES,
        past=_("{seat} wanted to be asked no more."),
        weight=0,
    )
    book.kind(
        "reader-chosen",
        _("{seat} reads what failed."),
        seat,
        at=READER_CHOSEN,
        past=_("{seat} was chosen to read what failed."),
        weight=0,
    )
