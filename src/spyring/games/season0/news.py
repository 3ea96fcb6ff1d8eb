"""What is told of a game: the setup, cover, actions, threats."""

from spyring.engine.notation import NUMBER, EventBook
from spyring.engine.words import _
from spyring.games.season0.box import Box
from spyring.games.season0.campaign.news import events_of_added_rules, events_of_the_campaign
from spyring.games.season0.notation import (
    ACTIONS_ENDED,
    AFFILIATION,
    AGENTS_PLACED,
    AGREED,
    ALIAS_BURNED,
    ALIAS_CHOSEN,
    ANSWERED_UNSEEN,
    ASSET_COVERED,
    BOTTOM_DRAWN,
    CALLED,
    CARD_DISCARDED,
    CAUSE,
    CHARACTER_CHOSEN,
    CONCESSION_PROPOSED,
    CONTINUED,
    COVER_LOST,
    DEALT,
    DREW,
    ESCALATED,
    EVALUATED,
    EVALUATION,
    EVENT_CHOSEN,
    EVENT_PLAYED,
    FIRST_SEAT,
    FORESEEN,
    GAME_ENDS,
    INCIDENT,
    INCIDENT_CARD,
    INTEL_OFFERED,
    INTEL_SHARED,
    INTEL_WANTED,
    INTENSIFIED,
    LEVEL_ROSE,
    MONTH,
    MONTH_BEGINS,
    MOPPED_UP,
    NEUTRALIZED,
    NO_EFFECT,
    OBJECTIVE,
    OBJECTIVE_COMPLETE,
    OBJECTIVE_FAILED,
    OBJECTIVE_SET,
    PAWN_DROVE,
    PAWN_FLEW,
    PAWN_FLEW_UNRECORDED,
    PAWN_MOVED,
    PROPOSED,
    REARRANGED,
    REFUSED,
    RESHUFFLED,
    SAFEHOUSE_LOST,
    SAFEHOUSE_MOVED,
    SAFEHOUSE_PLACED,
    SEAT,
    SHADOWED,
    SYMBOL,
    TARGET_HIDDEN,
    TARGET_IDENTIFIED,
    TARGET_SHOWN,
    TEAM,
    TEAM_ASSEMBLED,
    TEAM_LOST,
    TEAM_MOVED,
    TEMPORARY_CHOSEN,
    THREAT_TURNED,
    TURN_BEGINS,
    WATCHES,
    WEAKNESS_TAKEN,
    WITHDRAWN,
    Domains,
)


def events(box: Box) -> EventBook:
    """Every event of the game."""
    book = EventBook()
    _events_of_setup(book, Domains(box))
    _events_of_cover(book, Domains(box))
    _events_of_actions(book, Domains(box))
    _events_of_threats(book, Domains(box))
    events_of_the_campaign(book, Domains(box))
    events_of_added_rules(book, Domains(box))
    return book


def _events_of_setup(book: EventBook, d: Domains) -> None:
    seat, city, count = ("seat", SEAT), ("city", d.city), ("count", NUMBER)
    objective, event = ("objective", OBJECTIVE), ("event", d.event)
    book.kind(
        "month-begins",
        _("{month} begins."),
        ("month", MONTH),
        at=MONTH_BEGINS,
        past=_("{month} began."),
        chapter=True,
    )
    book.kind("objective-set", _("Set up: {objective}."), objective, at=OBJECTIVE_SET, weight=0)
    book.kind(
        "target-hidden",
        _("One of {count} City cards is hidden under {objective}."),
        objective,
        count,
        at=TARGET_HIDDEN,
        past=_("One of {count} City cards was hidden under {objective}."),
        weight=0,
    )
    book.kind(
        "safehouse-placed",
        _("A safehouse in {city}."),
        city,
        at=SAFEHOUSE_PLACED,
        past=_("A safehouse was set up in {city}."),
        icon="z-safehouse",
    )
    book.kind(
        "threat-turned",
        _("Threat card: {city}."),
        city,
        at=THREAT_TURNED,
        past=_("The Threat card of {city} was turned."),
        reveals=True,
        icon="z-threat",
    )
    book.kind(
        "agents-placed",
        _("Agents in {city}: {count} more."),
        city,
        count,
        at=AGENTS_PLACED,
        past=_("There were more agents in {city}: {count}."),
        icon="z-agent",
    )
    book.kind(
        "event-chosen",
        _("{event} is in the player deck."),
        event,
        at=EVENT_CHOSEN,
        past=_("{event} was in the player deck."),
        weight=0,
    )
    book.kind(
        "proposed",
        _("{seat} proposes {event}."),
        seat,
        event,
        at=PROPOSED,
        past=_("{seat} proposed {event}."),
        weight=0,
    )
    book.kind("agreed", _("{seat} agrees."), seat, at=AGREED, past=_("{seat} agreed."), weight=0)
    book.kind("refused", _("{seat} refuses."), seat, at=REFUSED, past=_("{seat} refused."), weight=0)
    book.kind(
        "dealt",
        _("{seat} is dealt {card}."),
        seat,
        ("card", d.card),
        at=DEALT,
        past=_("{seat} was dealt {card}."),
        reveals=True,
        weight=0,
    )
    book.kind(
        "character-chosen",
        _("{seat} plays {character}."),
        seat,
        ("character", d.character),
        at=CHARACTER_CHOSEN,
        past=_("{seat} played {character}."),
        weight=0,
    )
    book.kind(
        "alias-chosen",
        _("{seat} begins with the {affiliation} alias."),
        seat,
        ("affiliation", AFFILIATION),
        at=ALIAS_CHOSEN,
        past=_("{seat} began with the {affiliation} alias."),
        weight=0,
    )
    book.kind(
        "temporary-chosen",
        _("{seat} travels as {occupation}."),
        seat,
        ("occupation", d.occupation),
        at=TEMPORARY_CHOSEN,
        past=_("{seat} travelled as {occupation}."),
    )
    book.kind("first-seat", _("{seat} begins."), seat, at=FIRST_SEAT, past=_("{seat} began."), weight=0)
    book.kind("turn-begins", _("Turn {turn}: {seat}."), ("turn", NUMBER), seat, at=TURN_BEGINS, chapter=True)


def _events_of_cover(book: EventBook, d: Domains) -> None:
    seat = ("seat", SEAT)
    book.kind(
        "cover-lost",
        _("{seat} loses cover; the box shows {symbol}."),
        seat,
        ("symbol", SYMBOL),
        at=COVER_LOST,
        past=_("{seat} lost cover; the box showed {symbol}."),
        reveals=True,
        icon="z-eye",
    )
    book.kind(
        "card-discarded",
        _("{seat} discards {card}."),
        seat,
        ("card", d.card),
        at=CARD_DISCARDED,
        past=_("{seat} discarded {card}."),
    )
    book.kind(
        "weakness-taken",
        _("{seat} takes the weakness {weakness}."),
        seat,
        ("weakness", d.weakness),
        at=WEAKNESS_TAKEN,
        past=_("{seat} took the weakness {weakness}."),
    )
    book.kind(
        "asset-covered",
        _("It covers {asset} of {seat}."),
        seat,
        ("asset", d.asset),
        at=ASSET_COVERED,
        past=_("It covered {asset} of {seat}."),
    )
    book.kind(
        "alias-burned",
        _("The alias of {seat} is burned: back to Washington."),
        seat,
        at=ALIAS_BURNED,
        past=_("The alias of {seat} was burned: back to Washington."),
        weight=2,
        icon="z-flame",
    )


def _events_of_actions(book: EventBook, d: Domains) -> None:
    seat, city, team, count = ("seat", SEAT), ("city", d.city), ("team", TEAM), ("count", NUMBER)
    other, objective, entry = ("other", SEAT), ("objective", OBJECTIVE), ("entry", NUMBER)
    book.kind(
        "pawn-drove",
        _("{seat} drives to {city}."),
        seat,
        city,
        at=PAWN_DROVE,
        past=_("{seat} drove to {city}."),
        icon="z-line",
    )
    book.kind(
        "pawn-flew",
        _("{seat} flies to {city}."),
        seat,
        city,
        at=PAWN_FLEW,
        past=_("{seat} flew to {city}."),
        icon="z-plane",
    )
    book.kind(
        "pawn-flew-unrecorded",
        _("{seat} flies unrecorded to {city}."),
        seat,
        city,
        at=PAWN_FLEW_UNRECORDED,
        past=_("{seat} flew unrecorded to {city}."),
        icon="z-plane",
    )
    book.kind(
        "pawn-moved",
        _("{seat} is brought to {city}."),
        seat,
        city,
        at=PAWN_MOVED,
        past=_("{seat} was brought to {city}."),
        icon="z-line",
    )
    book.kind(
        "team-moved",
        _("{team} goes to {city}."),
        team,
        city,
        at=TEAM_MOVED,
        past=_("{team} went to {city}."),
        icon="z-team",
    )
    book.kind(
        "neutralized",
        _("{seat} neutralizes agents in {city}: {count}."),
        seat,
        city,
        count,
        at=NEUTRALIZED,
        past=_("{seat} neutralized agents in {city}: {count}."),
        icon="z-agent",
    )
    book.kind(
        "intel-offered",
        _("{seat} offers {other} {city}."),
        seat,
        other,
        city,
        at=INTEL_OFFERED,
        past=_("{seat} offered {other} {city}."),
        weight=0,
    )
    book.kind(
        "intel-wanted",
        _("{seat} asks {other} for {city}."),
        seat,
        other,
        city,
        at=INTEL_WANTED,
        past=_("{seat} asked {other} for {city}."),
        weight=0,
    )
    book.kind(
        "intel-shared",
        _("{seat} gives {other} {city}."),
        seat,
        other,
        city,
        at=INTEL_SHARED,
        past=_("{seat} gave {other} {city}."),
    )
    book.kind(
        "safehouse-moved",
        _("The safehouse of {city} is given up for another."),
        city,
        at=SAFEHOUSE_MOVED,
        past=_("The safehouse of {city} was given up for another."),
        weight=0,
    )
    book.kind(
        "safehouse-lost",
        _("The safehouse in {city} is lost."),
        city,
        at=SAFEHOUSE_LOST,
        past=_("The safehouse in {city} was lost."),
        weight=2,
    )
    book.kind(
        "team-assembled",
        _("{seat} assembles {team} in {city}."),
        seat,
        team,
        city,
        at=TEAM_ASSEMBLED,
        past=_("{seat} assembled {team} in {city}."),
        weight=2,
        icon="z-team",
    )
    book.kind(
        "team-lost",
        _("{team} in {city} is compromised."),
        team,
        city,
        at=TEAM_LOST,
        past=_("{team} in {city} was compromised."),
        weight=2,
    )
    book.kind(
        "target-identified",
        _("{seat} identifies the target of {objective}: {city}."),
        seat,
        objective,
        city,
        at=TARGET_IDENTIFIED,
        past=_("{seat} identified the target of {objective}: {city}."),
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
        past=_("{seat}: {objective} was complete. Entry {entry}."),
        weight=2,
        icon="s-laurel",
    )
    book.kind(
        "objective-failed",
        _("{objective} has failed. Entry {entry}."),
        objective,
        entry,
        at=OBJECTIVE_FAILED,
        past=_("{objective} failed. Entry {entry}."),
        weight=2,
    )
    book.kind(
        "called",
        _("{seat} calls the station chief: {city}."),
        seat,
        city,
        at=CALLED,
        past=_("{seat} called the station chief: {city}."),
    )
    book.kind(
        "actions-ended",
        _("{seat} ends its actions."),
        seat,
        at=ACTIONS_ENDED,
        past=_("{seat} ended its actions."),
        weight=0,
    )
    book.kind(
        "concession-proposed",
        _("{seat} proposes to give up."),
        seat,
        at=CONCESSION_PROPOSED,
        past=_("{seat} proposed to give up."),
    )
    book.kind(
        "event-played",
        _("{seat} plays {event}."),
        seat,
        ("event", d.event),
        at=EVENT_PLAYED,
        past=_("{seat} played {event}."),
    )
    book.kind(
        "foreseen",
        _("{count}. from the top of the Threat deck: {city}."),
        city,
        count,
        at=FORESEEN,
        reveals=True,
        weight=0,
    )
    book.kind(
        "rearranged",
        _("{seat} has put the Threat cards back."),
        seat,
        at=REARRANGED,
        past=_("{seat} put the Threat cards back."),
    )
    book.kind(
        "withdrawn",
        _("The Threat card of {city} is out of this game."),
        city,
        at=WITHDRAWN,
        past=_("The Threat card of {city} was out of this game."),
    )
    book.kind(
        "watches",
        _("{seat} wants to be asked."),
        seat,
        at=WATCHES,
        past=_("{seat} wanted to be asked."),
        weight=0,
    )
    book.kind("continued", _("{seat} goes on."), seat, at=CONTINUED, past=_("{seat} went on."), weight=0)


def _events_of_threats(book: EventBook, d: Domains) -> None:
    seat, city, count = ("seat", SEAT), ("city", d.city), ("count", NUMBER)
    book.kind(
        "mopped-up", _("Mop up in {city}; agents removed: {count}."), city, count, at=MOPPED_UP, icon="z-team"
    )
    book.kind(
        "drew",
        _("{seat} draws {card}."),
        seat,
        ("card", d.card),
        at=DREW,
        past=_("{seat} drew {card}."),
        reveals=True,
    )
    book.kind("escalated", _("Escalation!"), at=ESCALATED, weight=2, icon="z-threat")
    book.kind(
        "level-rose",
        _("The threat level is {level} now."),
        ("level", NUMBER),
        at=LEVEL_ROSE,
        past=_("The threat level was {level} then."),
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
        _("Threat cards shuffled and put on top of the deck: {count}."),
        count,
        at=INTENSIFIED,
        icon="z-threat",
    )
    book.kind(
        "incident",
        _("An incident in {city}!"),
        city,
        at=INCIDENT,
        past=_("There was an incident in {city}!"),
        weight=2,
        icon="z-incident",
    )
    book.kind(
        "incident-card",
        _("The incident card is {city}."),
        city,
        at=INCIDENT_CARD,
        past=_("The incident card was {city}."),
        reveals=True,
        icon="z-incident",
    )
    book.kind("no-effect", _("It has no effect."), at=NO_EFFECT, past=_("It had no effect."), weight=0)
    book.kind(
        "answered-unseen",
        _("{seat} looks at the top Threat cards."),
        seat,
        at=ANSWERED_UNSEEN,
        past=_("{seat} looked at the top Threat cards."),
    )
    book.kind(
        "game-ends",
        _("The game ends: {cause}."),
        ("cause", CAUSE),
        at=GAME_ENDS,
        past=_("The game ended: {cause}."),
        weight=2,
    )
    book.kind(
        "evaluated",
        _("The group is evaluated: {evaluation}."),
        ("evaluation", EVALUATION),
        at=EVALUATED,
        past=_("The group was evaluated: {evaluation}."),
        weight=2,
        chapter=True,
    )
    book.kind(
        "shadowed",
        _("In the shadows: an agent leaves {city}."),
        city,
        at=SHADOWED,
        past=_("In the shadows: an agent left {city}."),
        icon="z-agent",
    )
    book.kind(
        "reshuffled",
        _("The Threat discard pile becomes the new deck."),
        at=RESHUFFLED,
        past=_("The Threat discard pile became the new deck."),
        icon="z-threat",
    )
