"""What is told of a game: years, tiles, searches, secrets, blows, ways, talks, the record."""

from spyring.engine.notation import NUMBER, Domain, EventBook
from spyring.engine.words import _
from spyring.games.spies.box import Box
from spyring.games.spies.notation import (
    ACCEPTED,
    ANNEXED,
    ARRANGED,
    BECAME_NATIONAL,
    CANCELLED,
    CAPTURED,
    CAPTURED_IN_NEUTRAL,
    CASHED,
    CHIT,
    CHIT_CHANGED_HANDS,
    CHIT_DRAWN,
    CHIT_PLAYED,
    CHITS_CHANGED_HANDS,
    CHITS_DRAWN,
    CHITS_EARNED,
    CONTROL_LOST,
    CONTROL_WON,
    CONTROLS,
    COUNTERSPY_MET,
    COUSIN_STRIKES,
    CUP_EMPTY,
    DISCOVERS,
    DROP_FALLS,
    DROP_SET,
    FACE_SEEN,
    FREED,
    FREEING,
    GUARD_NUMBERS,
    GUARDED,
    HANDED,
    HELD,
    HIDDEN,
    HOME_COUNTED,
    HOME_SECRET,
    KILLED,
    LAST_COUNT,
    LEFT,
    MONEY_CHANGED_HANDS,
    MONEY_EARNED,
    NATION,
    OFFERS_CHIT,
    OFFERS_MONEY,
    OFFERS_WORD,
    POLICE_MOVED,
    POSTED,
    PROMISE,
    PROMISED,
    PROPOSED,
    RECRUITED,
    REFUSED,
    RELIEVED,
    RETURNED,
    RETURNED_UNSEEN,
    REVERSED,
    RUNS,
    SANCTIONS,
    SCORED,
    SEARCH_FAILED,
    SEARCH_NUMBERS,
    SEARCHES,
    SECRET,
    SECRET_DRAWN,
    SECRET_LAID,
    SENT,
    SOURCE_USED,
    SPY,
    STEPPED,
    TAKEN,
    TALKS,
    TILE_DEALT,
    TILE_DISCARDED,
    TILE_DISCARDED_UNSEEN,
    TILE_PLAYED,
    TURN_BEGINS,
    UNHARMED,
    WAR,
    WITHDRAWN,
    YEAR_BEGINS,
    places,
)


class Arguments:
    """What events speak of."""

    def __init__(self, box: Box) -> None:
        city, space, tile = places(box)
        faces = Domain("face", box.face_ids, tuple(str(row["name"]) for row in box.data["secret"]))
        self.nation, self.other, self.captor = ("nation", NATION), ("other", NATION), ("captor", NATION)
        self.city, self.to = ("city", city), ("to", city)
        self.space, self.tile = ("space", space), ("tile", tile)
        self.spy, self.secret, self.face = ("spy", SPY), ("secret", SECRET), ("face", faces)
        self.chit, self.count, self.promise = ("chit", CHIT), ("count", NUMBER), ("promise", PROMISE)
        self.strength, self.against = ("strength", NUMBER), ("against", NUMBER)


def events(box: Box) -> EventBook:
    """Every event of the game."""
    book, a = EventBook(), Arguments(box)
    _events_of_setup(book, a)
    _events_of_tiles(book, a)
    _events_of_police(book, a)
    _events_of_secrets(book, a)
    _events_of_blows(book, a)
    _events_of_ways(book, a)
    _events_of_talks(book, a)
    _events_of_the_count(book, a)
    return book


def _events_of_setup(book: EventBook, a: Arguments) -> None:
    """The beginning of years and turns, and the set-up."""
    book.kind(
        "year-begins",
        _("{year} begins; the factor is {factor}."),
        ("year", NUMBER),
        ("factor", NUMBER),
        weight=2,
        icon="p-year",
        chapter=True,
        past=_("{year} began; the factor was {factor}."),
        at=YEAR_BEGINS,
    )
    book.kind(
        "runs",
        _("Whoever runs {other} runs {nation} this year."),
        a.nation,
        a.other,
        icon="s-people",
        past=_("Whoever ran {other} ran {nation} that year."),
        at=RUNS,
    )
    book.kind(
        "turn-begins", _("{nation} is on turn."), a.nation, past=_("{nation} was on turn."), at=TURN_BEGINS
    )
    book.kind(
        "tile-dealt",
        _("{nation} holds the tile {tile}."),
        a.nation,
        a.tile,
        reveals=True,
        weight=0,
        icon="p-tile",
        past=_("{nation} held the tile {tile}."),
        at=TILE_DEALT,
    )
    book.kind(
        "secret-drawn",
        _("{secret} of {nation} is {face}."),
        a.nation,
        a.secret,
        a.face,
        reveals=True,
        weight=0,
        icon="p-secret",
        past=_("{secret} of {nation} was {face}."),
        at=SECRET_DRAWN,
    )
    book.kind(
        "secret-laid",
        _("{secret} lies in {city}."),
        a.secret,
        a.city,
        weight=0,
        icon="p-secret",
        past=_("{secret} lay in {city}."),
        at=SECRET_LAID,
    )
    book.kind(
        "hidden",
        _("{nation} hides {secret} in {city}."),
        a.nation,
        a.secret,
        a.city,
        weight=0,
        icon="p-secret",
        past=_("{nation} hid {secret} in {city}."),
        at=HIDDEN,
    )
    book.kind(
        "posted",
        _("{nation} posts police in {city}."),
        a.nation,
        a.city,
        weight=0,
        icon="p-police",
        past=_("{nation} posted police in {city}."),
        at=POSTED,
    )
    book.kind(
        "sent",
        _("{spy} goes to {city}."),
        a.spy,
        a.city,
        weight=0,
        icon="p-spy",
        past=_("{spy} went to {city}."),
        at=SENT,
    )
    book.kind(
        "held",
        _("{nation} keeps a spy out of the game."),
        a.nation,
        weight=0,
        icon="p-spy",
        past=_("{nation} kept a spy out of the game."),
        at=HELD,
    )
    book.kind(
        "arranged",
        _("{nation} has the rest placed."),
        a.nation,
        weight=0,
        past=_("{nation} had the rest placed."),
        at=ARRANGED,
    )
    book.kind(
        "guarded",
        _("Police of {nation} guard {secret} in {city}."),
        a.nation,
        a.secret,
        a.city,
        weight=0,
        icon="p-police",
        past=_("Police of {nation} guarded {secret} in {city}."),
        at=GUARDED,
    )
    book.kind(
        "taken",
        _("{spy} stands on {secret} in {city}."),
        a.spy,
        a.secret,
        a.city,
        weight=0,
        icon="p-secret",
        past=_("{spy} stood on {secret} in {city}."),
        at=TAKEN,
    )


def _events_of_tiles(book: EventBook, a: Arguments) -> None:
    """Chits, tiles and what they bring."""
    book.kind(
        "chit-drawn",
        _("{nation} draws {chit}."),
        a.nation,
        a.chit,
        reveals=True,
        weight=0,
        icon="p-chit",
        past=_("{nation} drew {chit}."),
        at=CHIT_DRAWN,
    )
    book.kind(
        "chits-drawn",
        _("{nation} draws chits: {count}."),
        a.nation,
        a.count,
        reveals=True,
        weight=0,
        icon="p-chit",
        past=_("{nation} drew chits: {count}."),
        at=CHITS_DRAWN,
    )
    book.kind(
        "tile-played",
        _("{nation} plays {tile}."),
        a.nation,
        a.tile,
        reveals=True,
        weight=2,
        icon="p-tile",
        past=_("{nation} played {tile}."),
        at=TILE_PLAYED,
    )
    book.kind(
        "tile-discarded",
        _("{nation} discards {tile}, face down."),
        a.nation,
        a.tile,
        weight=0,
        icon="p-tile",
        past=_("{nation} discarded {tile}, face down."),
        at=TILE_DISCARDED,
    )
    book.kind(
        "tile-discarded-unseen",
        _("{nation} discards a tile, face down."),
        a.nation,
        weight=0,
        icon="p-tile",
        past=_("{nation} discarded a tile, face down."),
        at=TILE_DISCARDED_UNSEEN,
    )
    book.kind(
        "money-earned",
        _("{nation} earns £{count} in {city}."),
        a.nation,
        a.city,
        a.count,
        weight=0,
        icon="p-money",
        past=_("{nation} earned £{count} in {city}."),
        at=MONEY_EARNED,
    )
    book.kind(
        "chits-earned",
        _("{nation} earns chits in {city}: {count}."),
        a.nation,
        a.city,
        a.count,
        weight=0,
        icon="p-chit",
        past=_("{nation} earned chits in {city}: {count}."),
        at=CHITS_EARNED,
    )
    book.kind(
        "cup-empty",
        _("The cup is empty; {nation} goes without chits: {count}."),
        a.nation,
        a.count,
        weight=0,
        icon="p-chit",
        past=_("The cup was empty; {nation} went without chits: {count}."),
        at=CUP_EMPTY,
    )
    book.kind(
        "annexed",
        _("{city} now belongs to {nation}."),
        a.nation,
        a.city,
        icon="p-seal",
        past=_("From then on {city} belonged to {nation}."),
        at=ANNEXED,
    )
    book.kind(
        "became-national",
        _("{secret} is now a National secret of {nation}."),
        a.nation,
        a.secret,
        weight=0,
        icon="p-secret",
        past=_("From then on {secret} was a National secret of {nation}."),
        at=BECAME_NATIONAL,
    )
    book.kind(
        "war",
        _("War: the game ends with this year."),
        weight=2,
        icon="p-war",
        past=_("War: the game ended with that year."),
        at=WAR,
    )
    book.kind(
        "returned",
        _("{nation} returns {chit} to the cup."),
        a.nation,
        a.chit,
        weight=0,
        icon="p-chit",
        past=_("{nation} returned {chit} to the cup."),
        at=RETURNED,
    )
    book.kind(
        "returned-unseen",
        _("{nation} returns a chit to the cup."),
        a.nation,
        weight=0,
        icon="p-chit",
        past=_("{nation} returned a chit to the cup."),
        at=RETURNED_UNSEEN,
    )


def _events_of_police(book: EventBook, a: Arguments) -> None:
    """The captured, the police and searches."""
    book.kind(
        "freeing",
        _("{nation} tries to free a captured spy."),
        a.nation,
        icon="p-spy",
        past=_("{nation} tried to free a captured spy."),
        at=FREEING,
    )
    book.kind(
        "freed",
        _("{spy} is free again, in {city}."),
        a.spy,
        a.city,
        weight=2,
        icon="p-spy",
        past=_("{spy} was free again, in {city}."),
        at=FREED,
    )
    book.kind(
        "police-moved",
        _("{nation} moves police from {city} to {to}."),
        a.nation,
        a.city,
        a.to,
        weight=0,
        icon="p-police",
        past=_("{nation} moved police from {city} to {to}."),
        at=POLICE_MOVED,
    )
    book.kind(
        "relieved",
        _("The police of {nation} no longer guard {secret}."),
        a.nation,
        a.secret,
        weight=0,
        icon="p-police",
        past=_("The police of {nation} guarded {secret} no longer."),
        at=RELIEVED,
    )
    book.kind(
        "searches",
        _("{nation} searches {spy} in {city}."),
        a.nation,
        a.spy,
        a.city,
        icon="s-eye",
        past=_("{nation} searched {spy} in {city}."),
        at=SEARCHES,
    )
    book.kind(
        "chit-played",
        _("{nation} plays {chit} for £{count}."),
        a.nation,
        a.chit,
        a.count,
        icon="p-chit",
        past=_("{nation} played {chit} for £{count}."),
        at=CHIT_PLAYED,
    )
    book.kind(
        "cancelled",
        _("{chit} of {nation} comes to nothing."),
        a.nation,
        a.chit,
        icon="p-chit",
        past=_("{chit} of {nation} came to nothing."),
        at=CANCELLED,
    )
    book.kind(
        "search-numbers",
        _("{spy}: strength {strength} against police {against}."),
        a.spy,
        a.strength,
        a.against,
        reveals=True,
        icon="s-eye",
        at=SEARCH_NUMBERS,
    )
    book.kind(
        "search-failed",
        _("The search for {spy} finds nothing."),
        a.spy,
        icon="s-eye",
        past=_("The search of {spy} found nothing."),
        at=SEARCH_FAILED,
    )
    book.kind(
        "captured",
        _("{spy} is captured by {captor} in {city}."),
        a.spy,
        a.captor,
        a.city,
        reveals=True,
        weight=2,
        icon="p-cuffs",
        past=_("{spy} was captured by {captor} in {city}."),
        at=CAPTURED,
    )
    book.kind(
        "captured-in-neutral",
        _("{spy} is captured in {city}."),
        a.spy,
        a.city,
        reveals=True,
        weight=2,
        icon="p-cuffs",
        past=_("{spy} was captured in {city}."),
        at=CAPTURED_IN_NEUTRAL,
    )


def _events_of_secrets(book: EventBook, a: Arguments) -> None:
    """Discovering and controlling."""
    book.kind(
        "discovers",
        _("{spy} goes after {secret} in {city}."),
        a.spy,
        a.secret,
        a.city,
        icon="p-secret",
        past=_("{spy} went after {secret} in {city}."),
        at=DISCOVERS,
    )
    book.kind(
        "guard-numbers",
        _("{spy}: strength {strength} against a guard of {against}."),
        a.spy,
        a.strength,
        a.against,
        reveals=True,
        icon="s-eye",
        at=GUARD_NUMBERS,
    )
    book.kind(
        "control-won",
        _("{spy} is stronger than the guard of {secret}."),
        a.spy,
        a.secret,
        reveals=True,
        icon="p-secret",
        past=_("{spy} was stronger than the guard of {secret}."),
        at=CONTROL_WON,
    )
    book.kind(
        "control-lost",
        _("{spy} is no stronger than the guard of {secret}."),
        a.spy,
        a.secret,
        reveals=True,
        icon="p-secret",
        past=_("{spy} was no stronger than the guard of {secret}."),
        at=CONTROL_LOST,
    )
    book.kind(
        "reversed",
        _("Double Cross: the result is turned round."),
        icon="p-chit",
        past=_("Double Cross: the result was turned round."),
        at=REVERSED,
    )
    book.kind(
        "controls",
        _("{spy} controls {secret} in {city}."),
        a.spy,
        a.secret,
        a.city,
        icon="p-secret",
        past=_("{spy} took control of {secret} in {city}."),
        at=CONTROLS,
    )
    book.kind(
        "face-seen",
        _("{nation} sees that {secret} is {face}."),
        a.nation,
        a.secret,
        a.face,
        reveals=True,
        weight=0,
        icon="s-eye",
        past=_("{nation} saw that {secret} was {face}."),
        at=FACE_SEEN,
    )
    book.kind(
        "counterspy-met",
        _("{secret} is a counterspy, {face}, of strength {strength}."),
        a.secret,
        a.face,
        a.strength,
        reveals=True,
        weight=2,
        icon="p-skull",
        past=_("{secret} was a counterspy, {face}, of strength {strength}."),
        at=COUNTERSPY_MET,
    )
    book.kind(
        "unharmed",
        _("{spy} is unharmed."),
        a.spy,
        reveals=True,
        icon="p-spy",
        past=_("{spy} was unharmed."),
        at=UNHARMED,
    )


def _events_of_blows(book: EventBook, a: Arguments) -> None:
    """Sanctions, drops, sources and recruits."""
    book.kind(
        "sanctions",
        _("{spy} goes for {victim} in {city}."),
        a.spy,
        ("victim", SPY),
        a.city,
        icon="p-skull",
        past=_("{spy} went for {victim} in {city}."),
        at=SANCTIONS,
    )
    book.kind(
        "killed",
        _("{spy} is dead; {nation} takes a marker."),
        a.spy,
        a.nation,
        weight=2,
        icon="p-skull",
        past=_("{spy} died; {nation} took a marker."),
        at=KILLED,
    )
    book.kind(
        "cousin-strikes",
        _("{spy} is a Cousin and strikes back."),
        a.spy,
        reveals=True,
        weight=2,
        icon="p-skull",
        past=_("{spy} was a Cousin and struck back."),
        at=COUSIN_STRIKES,
    )
    book.kind(
        "drop-set",
        _("{nation} has a Drop in {city}."),
        a.nation,
        a.city,
        icon="p-drop",
        past=_("{nation} had a Drop in {city}."),
        at=DROP_SET,
    )
    book.kind(
        "drop-falls",
        _("The Drop of {nation} in {city} is gone."),
        a.nation,
        a.city,
        icon="p-drop",
        past=_("The Drop of {nation} in {city} was gone."),
        at=DROP_FALLS,
    )
    book.kind(
        "source-used",
        _("{nation} looks at all spies and police of {other}."),
        a.nation,
        a.other,
        reveals=True,
        icon="s-eye",
        past=_("{nation} looked at all spies and police of {other}."),
        at=SOURCE_USED,
    )
    book.kind(
        "recruited",
        _("{spy} is recruited in {city}."),
        a.spy,
        a.city,
        reveals=True,
        icon="p-spy",
        past=_("{spy} was recruited in {city}."),
        at=RECRUITED,
    )


def _events_of_ways(book: EventBook, a: Arguments) -> None:
    """Where spies go, and what they carry."""
    book.kind(
        "stepped",
        _("{spy} moves to {space}."),
        a.spy,
        a.space,
        weight=0,
        icon="p-step",
        past=_("{spy} moved to {space}."),
        at=STEPPED,
    )
    book.kind(
        "left",
        _("{spy} leaves {secret} in {city}."),
        a.spy,
        a.secret,
        a.city,
        weight=0,
        icon="p-secret",
        past=_("{spy} left {secret} in {city}."),
        at=LEFT,
    )
    book.kind(
        "handed",
        _("{spy} hands {secret} to {other}."),
        a.spy,
        a.secret,
        ("other", SPY),
        weight=0,
        icon="p-secret",
        past=_("{spy} handed {secret} to {other}."),
        at=HANDED,
    )
    book.kind(
        "cashed",
        _("{nation} cashes {secret} in {city}: £{count}."),
        a.nation,
        a.secret,
        a.city,
        a.count,
        weight=2,
        icon="p-money",
        past=_("{nation} cashed {secret} in {city}: £{count}."),
        at=CASHED,
    )


def _events_of_talks(book: EventBook, a: Arguments) -> None:
    """Diplomacy."""
    book.kind(
        "talks",
        _("{nation} talks with {other}."),
        a.nation,
        a.other,
        weight=0,
        icon="s-talk",
        past=_("{nation} talked with {other}."),
        at=TALKS,
    )
    book.kind(
        "proposed",
        _("{nation} makes {other} an offer."),
        a.nation,
        a.other,
        weight=0,
        icon="s-talk",
        past=_("{nation} made {other} an offer."),
        at=PROPOSED,
    )
    book.kind(
        "offers-chit",
        _("{nation} would give {chit}."),
        a.nation,
        a.chit,
        reveals=True,
        weight=0,
        icon="p-chit",
        past=_("{nation} would have given {chit}."),
        at=OFFERS_CHIT,
    )
    book.kind(
        "offers-money",
        _("{nation} would pay £{count}."),
        a.nation,
        a.count,
        reveals=True,
        weight=0,
        icon="p-money",
        past=_("{nation} would have paid £{count}."),
        at=OFFERS_MONEY,
    )
    book.kind(
        "offers-word",
        _("{nation} would promise: {promise}."),
        a.nation,
        a.promise,
        reveals=True,
        weight=0,
        icon="s-talk",
        past=_("{nation} would have promised: {promise}."),
        at=OFFERS_WORD,
    )
    book.kind(
        "accepted",
        _("{nation} and {other} agree."),
        a.nation,
        a.other,
        icon="s-talk",
        past=_("{nation} and {other} agreed."),
        at=ACCEPTED,
    )
    book.kind(
        "refused",
        _("{nation} refuses."),
        a.nation,
        icon="s-talk",
        past=_("{nation} refused."),
        at=REFUSED,
    )
    book.kind(
        "withdrawn",
        _("{nation} breaks off the talks."),
        a.nation,
        weight=0,
        icon="s-talk",
        past=_("{nation} broke off the talks."),
        at=WITHDRAWN,
    )
    book.kind(
        "chit-changed-hands",
        _("{nation} gives {other} {chit}."),
        a.nation,
        a.other,
        a.chit,
        weight=0,
        icon="p-chit",
        past=_("{nation} gave {other} {chit}."),
        at=CHIT_CHANGED_HANDS,
    )
    book.kind(
        "chits-changed-hands",
        _("{nation} gives {other} chits: {count}."),
        a.nation,
        a.other,
        a.count,
        weight=0,
        icon="p-chit",
        past=_("{nation} gave {other} chits: {count}."),
        at=CHITS_CHANGED_HANDS,
    )
    book.kind(
        "money-changed-hands",
        _("{nation} pays {other} £{count}."),
        a.nation,
        a.other,
        a.count,
        weight=0,
        icon="p-money",
        past=_("{nation} paid {other} £{count}."),
        at=MONEY_CHANGED_HANDS,
    )
    book.kind(
        "promised",
        _("{nation} promises {other}: {promise}."),
        a.nation,
        a.other,
        a.promise,
        weight=0,
        icon="s-talk",
        past=_("{nation} promised {other}: {promise}."),
        at=PROMISED,
    )


def _events_of_the_count(book: EventBook, a: Arguments) -> None:
    """The record."""
    book.kind(
        "home-secret",
        _("{nation} enters {secret}, {face}, which lay in {city}."),
        a.nation,
        a.secret,
        a.face,
        a.city,
        reveals=True,
        weight=0,
        icon="p-secret",
        past=_("{nation} entered {secret}, {face}, which lay in {city}."),
        at=HOME_SECRET,
    )
    book.kind(
        "scored", _("{nation}: {count} points."), a.nation, a.count, weight=2, icon="s-laurel", at=SCORED
    )
    book.kind(
        "last-count",
        _("The game is over. Secrets at home enter the record of {year}, times {factor}."),
        ("year", NUMBER),
        ("factor", NUMBER),
        weight=2,
        icon="p-year",
        chapter=True,
        past=_("The game was over. Secrets at home entered the record of {year}, times {factor}."),
        at=LAST_COUNT,
    )
    book.kind(
        "home-counted",
        _("{nation} has secrets at home: {count}. They bring {points} points."),
        a.nation,
        a.count,
        ("points", NUMBER),
        icon="p-secret",
        past=_("{nation} had secrets at home: {count}. They brought {points} points."),
        at=HOME_COUNTED,
    )
