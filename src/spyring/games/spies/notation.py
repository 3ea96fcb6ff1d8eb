"""The words of Spies!: its moves and its events, declared once.

Moves name a nation's own spies and police by their number in that nation (``step 3 prague``), the spies of
others by nation and number (``search germany-3``), face-down secrets by theirs (``secret-17``). Numbers tell
nothing about strength or value. Which decision is asked when is written down in
:mod:`spyring.games.spies.rules`.
"""

from typing import Any, Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook
from spyring.engine.words import Translate, _, english
from spyring.games.spies.box import (
    CHIT_IDS,
    CHITS,
    NATION_IDS,
    NATIONS,
    POLICE,
    SECRETS,
    SPIES,
    TILES,
    Box,
)


class Numbered(Domain):
    """Things that are called by a word and a number: Secret 17, Germany 3."""

    def __init__(self, name: str, labels: tuple[str, ...], words: tuple[str, ...], each: int) -> None:
        super().__init__(name, labels, words)
        self.words = words  # message keys
        self.each = each

    def title(self, number: int, translate: Translate = english) -> str:
        if not 0 <= number < len(self.labels):
            return str(number)
        return f"{translate(self.words[number // self.each])} {number % self.each + 1}"


NATION_TITLES: Final = (_("Germany"), _("Italy"), _("Russia"), _("France"), _("Britain"))
CHIT_TITLES: Final = (
    _("Cover"),
    _("Discovery"),
    _("Double Cross"),
    _("Drop"),
    _("Escape"),
    _("Intercept"),
    _("Papers"),
    _("Recruit"),
    _("Sanction"),
    _("Source"),
)
PROMISES: Final = ("no-search", "no-sanction", "no-discovery", "cover", "information", "favour")
AMOUNTS: Final = [1, 2, 5, 10, 20]  # no tuple: the compiled build would make it anew at every look

NATION: Final = Domain("nation", NATION_IDS, NATION_TITLES)
CHIT: Final = Domain("chit", CHIT_IDS, CHIT_TITLES)
SPY: Final = Numbered(
    "spy", tuple(f"{n}-{i + 1}" for n in NATION_IDS for i in range(SPIES)), NATION_TITLES, SPIES
)
OWN_SPY: Final = Domain("own spy", tuple(str(i + 1) for i in range(SPIES)))
OWN_POLICE: Final = Domain("own police", tuple(str(i + 1) for i in range(POLICE)))
SECRET: Final = Numbered("secret", tuple(f"secret-{i + 1}" for i in range(SECRETS)), (_("Secret"),), SECRETS)
AMOUNT: Final = Domain("amount", tuple(str(amount) for amount in AMOUNTS))
PROMISE: Final = Domain(
    "promise",
    PROMISES,
    (
        _("no searches for a year"),
        _("no Sanction for a year"),
        _("no Discovery at your expense for a year"),
        _("cover for your secrets"),
        _("what is known of another nation"),
        _("a favour in return"),
    ),
)

# The first move of each verb; literal numbers, because the rules add to them at every decision.
PASS: Final = 0
DONE: Final = 1
REST: Final = 2
END: Final = 3
ARRANGE: Final = 4
HOLD: Final = 5
ENLIST: Final = 6
PROPOSE: Final = 7
WITHDRAW: Final = 8
ACCEPT: Final = 9
REFUSE: Final = 10
COUNTER: Final = 11
ANSWER: Final = 12  # + chit
RETURN: Final = 22  # + chit
GIVE: Final = 32  # + chit
ASK: Final = 42  # + chit
PAY: Final = 52  # + amount
CHARGE: Final = 57  # + amount
OFFER_WORD: Final = 62  # + promise
ASK_WORD: Final = 68  # + promise
PARTS_END: Final = 74
CONSULT: Final = 74  # + nation
TALK: Final = 79  # + nation
FREE: Final = 84  # + own spy
SET_DROP: Final = 90  # + own spy
PLAY_TILE: Final = 96  # + tile
DISCARD: Final = 146  # + tile
SEARCH: Final = 196  # + spy
KILL: Final = 226  # + own spy * 30 + spy
LEAVE: Final = 406  # + secret
CASH: Final = 446  # + secret
TAKE: Final = 486  # + own spy * 40 + secret
DISCOVER: Final = 726  # + own spy * 40 + secret
HAND: Final = 966  # + secret * 6 + own spy
GUARD: Final = 1206  # + own police * 40 + secret
HIDE: Final = 1606  # + city; the verbs after it begin where the map of the box says


class Codes:
    """Where the verbs begin whose places depend on the size of the map."""

    def __init__(self, box: Box) -> None:
        self.cities = box.cities
        self.spaces = box.spaces
        self.post = HIDE + box.cities  # + city
        self.send = self.post + box.cities  # + city
        self.shift = self.send + box.cities  # + own police * cities + city
        self.step = self.shift + POLICE * box.cities  # + own spy * spaces + space
        self.all = self.step + SPIES * box.spaces
        # The moves of each own police piece, by city.
        self.shifts: list[list[Any]] = [
            [self.shift + number * box.cities + city for city in range(box.cities)]
            for number in range(POLICE)
        ]


def places(box: Box) -> tuple[Domain, Domain, Domain]:
    """The cities, the spaces and the tiles of a box."""
    cities = tuple(str(row["name"]) for row in box.data["city"])
    zones = tuple(str(row["name"]) for row in box.data["zone"])
    tiles = tuple(str(row["name"]) for row in box.data["tile"])
    return (
        Domain("city", box.city_ids, cities),
        Domain("space", (*box.city_ids, *box.zone_ids), (*cities, *zones)),
        Domain("tile", box.tile_ids, tiles),
    )


def moves(box: Box) -> MoveBook:
    """Every move of the game."""
    city, space, tile = places(box)
    book = MoveBook()
    spy, own_secret = ("spy", OWN_SPY), ("secret", SECRET)
    chit, amount, promise = ("chit", CHIT), ("amount", AMOUNT), ("promise", PROMISE)
    first = [
        book.verb("pass", _("Pass"), passes=True),
        book.verb("done", _("Done")),
        book.verb("rest", _("This spy goes no further")),
        book.verb("end", _("End the turn")),
        book.verb("arrange", _("Place the rest for me")),
        book.verb("hold", _("Keep this spy out of the game")),
        book.verb("recruit", _("Recruit a spy")),
        book.verb("propose", _("Propose this")),
        book.verb("withdraw", _("Break off the talks")),
        book.verb("accept", _("Accept")),
        book.verb("refuse", _("Refuse")),
        book.verb("counter", _("Make a counter-offer")),
        book.verb("answer", _("Play {chit}"), chit),
        book.verb("return", _("Return {chit} to the cup"), chit),
        book.verb("give", _("Offer {chit}"), chit),
        book.verb("ask", _("Ask for {chit}"), chit),
        book.verb("pay", _("Offer £{amount}"), amount),
        book.verb("charge", _("Ask for £{amount}"), amount),
        book.verb("promise", _("Promise: {promise}"), promise),
        book.verb("request", _("Ask for a promise: {promise}"), promise),
        book.verb("source", _("Source: look at the pieces of {nation}"), ("nation", NATION), final=True),
        book.verb("talk", _("Talk with {nation}"), ("nation", NATION)),
        book.verb("free", _("Escape: free spy {spy}"), spy, final=True),
        book.verb("drop", _("Drop where spy {spy} stands"), spy, final=True),
        book.verb("play", _("Play the tile {tile}"), ("tile", tile)),
        book.verb("discard", _("Discard the tile {tile}"), ("tile", tile), final=True),
        book.verb("search", _("Search {spy}"), ("spy", SPY)),
        book.verb("sanction", _("Sanction: spy {spy} kills {victim}"), spy, ("victim", SPY), final=True),
        book.verb("leave", _("Leave {secret}"), own_secret),
        book.verb("cash", _("Cash {secret}"), own_secret),
        book.verb("take", _("Spy {spy} takes {secret}"), spy, own_secret),
        book.verb("discover", _("Discovery: spy {spy} on {secret}"), spy, own_secret, final=True),
        book.verb("hand", _("Hand {secret} to spy {spy}"), own_secret, spy),
        book.verb("guard", _("Police {police} guard {secret}"), ("police", OWN_POLICE), own_secret),
        book.verb("hide", _("Hide the secret in {city}"), ("city", city)),
        book.verb("post", _("Post the police in {city}"), ("city", city)),
        book.verb("send", _("Send the spy to {city}"), ("city", city)),
        book.verb("shift", _("Move police {police} to {city}"), ("police", OWN_POLICE), ("city", city)),
        book.verb("step", _("Spy {spy} moves to {space}"), spy, ("space", space)),
    ]
    codes = Codes(box)
    fixed = [PASS, DONE, REST, END, ARRANGE, HOLD, ENLIST, PROPOSE, WITHDRAW, ACCEPT, REFUSE, COUNTER]
    fixed += [ANSWER, RETURN, GIVE, ASK, PAY, CHARGE, OFFER_WORD, ASK_WORD, CONSULT, TALK, FREE, SET_DROP]
    fixed += [PLAY_TILE, DISCARD, SEARCH, KILL, LEAVE, CASH, TAKE, DISCOVER, HAND, GUARD, HIDE]
    assert first == [*fixed, codes.post, codes.send, codes.shift, codes.step]
    assert len(CHIT) == CHITS
    assert len(NATION) == NATIONS
    assert len(tile) == TILES
    return book


YEAR_BEGINS: Final = 0
RUNS: Final = 1
TURN_BEGINS: Final = 2
TILE_DEALT: Final = 3
SECRET_DRAWN: Final = 4
SECRET_LAID: Final = 5
HIDDEN: Final = 6
POSTED: Final = 7
SENT: Final = 8
HELD: Final = 9
ARRANGED: Final = 10
GUARDED: Final = 11
TAKEN: Final = 12
CHIT_DRAWN: Final = 13
CHITS_DRAWN: Final = 14
TILE_PLAYED: Final = 15
TILE_DISCARDED: Final = 16
TILE_DISCARDED_UNSEEN: Final = 17
MONEY_EARNED: Final = 18
CHITS_EARNED: Final = 19
CUP_EMPTY: Final = 20
ANNEXED: Final = 21
BECAME_NATIONAL: Final = 22
WAR: Final = 23
RETURNED: Final = 24
RETURNED_UNSEEN: Final = 25
FREEING: Final = 26
FREED: Final = 27
POLICE_MOVED: Final = 28
RELIEVED: Final = 29
SEARCHES: Final = 30
CHIT_PLAYED: Final = 31
CANCELLED: Final = 32
SEARCH_NUMBERS: Final = 33
SEARCH_FAILED: Final = 34
CAPTURED: Final = 35
CAPTURED_IN_NEUTRAL: Final = 36
DISCOVERS: Final = 37
GUARD_NUMBERS: Final = 38
CONTROL_WON: Final = 39
CONTROL_LOST: Final = 40
REVERSED: Final = 41
CONTROLS: Final = 42
FACE_SEEN: Final = 43
COUNTERSPY_MET: Final = 44
UNHARMED: Final = 45
SANCTIONS: Final = 46
KILLED: Final = 47
COUSIN_STRIKES: Final = 48
DROP_SET: Final = 49
DROP_FALLS: Final = 50
SOURCE_USED: Final = 51
RECRUITED: Final = 52
STEPPED: Final = 53
LEFT: Final = 54
HANDED: Final = 55
CASHED: Final = 56
TALKS: Final = 57
PROPOSED: Final = 58
OFFERS_CHIT: Final = 59
OFFERS_MONEY: Final = 60
OFFERS_WORD: Final = 61
ACCEPTED: Final = 62
REFUSED: Final = 63
WITHDRAWN: Final = 64
CHIT_CHANGED_HANDS: Final = 65
CHITS_CHANGED_HANDS: Final = 66
MONEY_CHANGED_HANDS: Final = 67
PROMISED: Final = 68
HOME_SECRET: Final = 69
SCORED: Final = 70
LAST_COUNT: Final = 71
HOME_COUNTED: Final = 72


def events(box: Box) -> EventBook:
    """Every event of the game, in the order of the numbers above."""
    city_of, space_of, tile_of = places(box)
    faces = Domain("face", box.face_ids, tuple(str(row["name"]) for row in box.data["secret"]))
    book = EventBook()
    nation, other, captor = ("nation", NATION), ("other", NATION), ("captor", NATION)
    city, to, tile = ("city", city_of), ("to", city_of), ("tile", tile_of)
    spy, secret, face = ("spy", SPY), ("secret", SECRET), ("face", faces)
    chit, count, promise = ("chit", CHIT), ("count", NUMBER), ("promise", PROMISE)
    strength, against = ("strength", NUMBER), ("against", NUMBER)
    book.kind(
        "year-begins",
        _("{year} begins; the factor is {factor}."),
        ("year", NUMBER),
        ("factor", NUMBER),
        weight=2,
        icon="p-year",
        chapter=True,
        past=_("{year} began; the factor was {factor}."),
    )
    book.kind(
        "runs",
        _("Whoever runs {other} runs {nation} this year."),
        nation,
        other,
        icon="s-people",
        past=_("Whoever ran {other} ran {nation} that year."),
    )
    book.kind("turn-begins", _("{nation} is on turn."), nation, past=_("{nation} was on turn."))
    book.kind(
        "tile-dealt",
        _("{nation} holds the tile {tile}."),
        nation,
        tile,
        reveals=True,
        weight=0,
        icon="p-tile",
        past=_("{nation} held the tile {tile}."),
    )
    book.kind(
        "secret-drawn",
        _("{secret} of {nation} is {face}."),
        nation,
        secret,
        face,
        reveals=True,
        weight=0,
        icon="p-secret",
        past=_("{secret} of {nation} was {face}."),
    )
    book.kind(
        "secret-laid",
        _("{secret} lies in {city}."),
        secret,
        city,
        weight=0,
        icon="p-secret",
        past=_("{secret} lay in {city}."),
    )
    book.kind(
        "hidden",
        _("{nation} hides {secret} in {city}."),
        nation,
        secret,
        city,
        weight=0,
        icon="p-secret",
        past=_("{nation} hid {secret} in {city}."),
    )
    book.kind(
        "posted",
        _("{nation} posts police in {city}."),
        nation,
        city,
        weight=0,
        icon="p-police",
        past=_("{nation} posted police in {city}."),
    )
    book.kind(
        "sent", _("{spy} goes to {city}."), spy, city, weight=0, icon="p-spy", past=_("{spy} went to {city}.")
    )
    book.kind(
        "held",
        _("{nation} keeps a spy out of the game."),
        nation,
        weight=0,
        icon="p-spy",
        past=_("{nation} kept a spy out of the game."),
    )
    book.kind(
        "arranged",
        _("{nation} has the rest placed."),
        nation,
        weight=0,
        past=_("{nation} had the rest placed."),
    )
    book.kind(
        "guarded",
        _("Police of {nation} guard {secret} in {city}."),
        nation,
        secret,
        city,
        weight=0,
        icon="p-police",
        past=_("Police of {nation} guarded {secret} in {city}."),
    )
    book.kind(
        "taken",
        _("{spy} stands on {secret} in {city}."),
        spy,
        secret,
        city,
        weight=0,
        icon="p-secret",
        past=_("{spy} stood on {secret} in {city}."),
    )
    book.kind(
        "chit-drawn",
        _("{nation} draws {chit}."),
        nation,
        chit,
        reveals=True,
        weight=0,
        icon="p-chit",
        past=_("{nation} drew {chit}."),
    )
    book.kind(
        "chits-drawn",
        _("{nation} draws chits: {count}."),
        nation,
        count,
        reveals=True,
        weight=0,
        icon="p-chit",
        past=_("{nation} drew chits: {count}."),
    )
    book.kind(
        "tile-played",
        _("{nation} plays {tile}."),
        nation,
        tile,
        reveals=True,
        weight=2,
        icon="p-tile",
        past=_("{nation} played {tile}."),
    )
    book.kind(
        "tile-discarded",
        _("{nation} discards {tile}, face down."),
        nation,
        tile,
        weight=0,
        icon="p-tile",
        past=_("{nation} discarded {tile}, face down."),
    )
    book.kind(
        "tile-discarded-unseen",
        _("{nation} discards a tile, face down."),
        nation,
        weight=0,
        icon="p-tile",
        past=_("{nation} discarded a tile, face down."),
    )
    book.kind(
        "money-earned",
        _("{nation} earns £{count} in {city}."),
        nation,
        city,
        count,
        weight=0,
        icon="p-money",
        past=_("{nation} earned £{count} in {city}."),
    )
    book.kind(
        "chits-earned",
        _("{nation} earns chits in {city}: {count}."),
        nation,
        city,
        count,
        weight=0,
        icon="p-chit",
        past=_("{nation} earned chits in {city}: {count}."),
    )
    book.kind(
        "cup-empty",
        _("The cup is empty; {nation} goes without chits: {count}."),
        nation,
        count,
        weight=0,
        icon="p-chit",
        past=_("The cup was empty; {nation} went without chits: {count}."),
    )
    book.kind(
        "annexed",
        _("{city} now belongs to {nation}."),
        nation,
        city,
        icon="p-seal",
        past=_("From then on {city} belonged to {nation}."),
    )
    book.kind(
        "became-national",
        _("{secret} is now a National secret of {nation}."),
        nation,
        secret,
        weight=0,
        icon="p-secret",
        past=_("From then on {secret} was a National secret of {nation}."),
    )
    book.kind(
        "war",
        _("War: the game ends with this year."),
        weight=2,
        icon="p-war",
        past=_("War: the game ended with that year."),
    )
    book.kind(
        "returned",
        _("{nation} returns {chit} to the cup."),
        nation,
        chit,
        weight=0,
        icon="p-chit",
        past=_("{nation} returned {chit} to the cup."),
    )
    book.kind(
        "returned-unseen",
        _("{nation} returns a chit to the cup."),
        nation,
        weight=0,
        icon="p-chit",
        past=_("{nation} returned a chit to the cup."),
    )
    book.kind(
        "freeing",
        _("{nation} tries to free a captured spy."),
        nation,
        icon="p-spy",
        past=_("{nation} tried to free a captured spy."),
    )
    book.kind(
        "freed",
        _("{spy} is free again, in {city}."),
        spy,
        city,
        weight=2,
        icon="p-spy",
        past=_("{spy} was free again, in {city}."),
    )
    book.kind(
        "police-moved",
        _("{nation} moves police from {city} to {to}."),
        nation,
        city,
        to,
        weight=0,
        icon="p-police",
        past=_("{nation} moved police from {city} to {to}."),
    )
    book.kind(
        "relieved",
        _("The police of {nation} no longer guard {secret}."),
        nation,
        secret,
        weight=0,
        icon="p-police",
        past=_("The police of {nation} guarded {secret} no longer."),
    )
    book.kind(
        "searches",
        _("{nation} searches {spy} in {city}."),
        nation,
        spy,
        city,
        icon="s-eye",
        past=_("{nation} searched {spy} in {city}."),
    )
    book.kind(
        "chit-played",
        _("{nation} plays {chit} for £{count}."),
        nation,
        chit,
        count,
        icon="p-chit",
        past=_("{nation} played {chit} for £{count}."),
    )
    book.kind(
        "cancelled",
        _("{chit} of {nation} comes to nothing."),
        nation,
        chit,
        icon="p-chit",
        past=_("{chit} of {nation} came to nothing."),
    )
    book.kind(
        "search-numbers",
        _("{spy}: strength {strength} against police {against}."),
        spy,
        strength,
        against,
        reveals=True,
        icon="s-eye",
    )
    book.kind(
        "search-failed",
        _("The search for {spy} finds nothing."),
        spy,
        icon="s-eye",
        past=_("The search of {spy} found nothing."),
    )
    book.kind(
        "captured",
        _("{spy} is captured by {captor} in {city}."),
        spy,
        captor,
        city,
        reveals=True,
        weight=2,
        icon="p-cuffs",
        past=_("{spy} was captured by {captor} in {city}."),
    )
    book.kind(
        "captured-in-neutral",
        _("{spy} is captured in {city}."),
        spy,
        city,
        reveals=True,
        weight=2,
        icon="p-cuffs",
        past=_("{spy} was captured in {city}."),
    )
    book.kind(
        "discovers",
        _("{spy} goes after {secret} in {city}."),
        spy,
        secret,
        city,
        icon="p-secret",
        past=_("{spy} went after {secret} in {city}."),
    )
    book.kind(
        "guard-numbers",
        _("{spy}: strength {strength} against a guard of {against}."),
        spy,
        strength,
        against,
        reveals=True,
        icon="s-eye",
    )
    book.kind(
        "control-won",
        _("{spy} is stronger than the guard of {secret}."),
        spy,
        secret,
        reveals=True,
        icon="p-secret",
        past=_("{spy} was stronger than the guard of {secret}."),
    )
    book.kind(
        "control-lost",
        _("{spy} is no stronger than the guard of {secret}."),
        spy,
        secret,
        reveals=True,
        icon="p-secret",
        past=_("{spy} was no stronger than the guard of {secret}."),
    )
    book.kind(
        "reversed",
        _("Double Cross: the result is turned round."),
        icon="p-chit",
        past=_("Double Cross: the result was turned round."),
    )
    book.kind(
        "controls",
        _("{spy} controls {secret} in {city}."),
        spy,
        secret,
        city,
        icon="p-secret",
        past=_("{spy} took control of {secret} in {city}."),
    )
    book.kind(
        "face-seen",
        _("{nation} sees that {secret} is {face}."),
        nation,
        secret,
        face,
        reveals=True,
        weight=0,
        icon="s-eye",
        past=_("{nation} saw that {secret} was {face}."),
    )
    book.kind(
        "counterspy-met",
        _("{secret} is a counterspy, {face}, of strength {strength}."),
        secret,
        face,
        strength,
        reveals=True,
        weight=2,
        icon="p-skull",
        past=_("{secret} was a counterspy, {face}, of strength {strength}."),
    )
    book.kind(
        "unharmed", _("{spy} is unharmed."), spy, reveals=True, icon="p-spy", past=_("{spy} was unharmed.")
    )
    book.kind(
        "sanctions",
        _("{spy} goes for {victim} in {city}."),
        spy,
        ("victim", SPY),
        city,
        icon="p-skull",
        past=_("{spy} went for {victim} in {city}."),
    )
    book.kind(
        "killed",
        _("{spy} is dead; {nation} takes a marker."),
        spy,
        nation,
        weight=2,
        icon="p-skull",
        past=_("{spy} died; {nation} took a marker."),
    )
    book.kind(
        "cousin-strikes",
        _("{spy} is a Cousin and strikes back."),
        spy,
        reveals=True,
        weight=2,
        icon="p-skull",
        past=_("{spy} was a Cousin and struck back."),
    )
    book.kind(
        "drop-set",
        _("{nation} has a Drop in {city}."),
        nation,
        city,
        icon="p-drop",
        past=_("{nation} had a Drop in {city}."),
    )
    book.kind(
        "drop-falls",
        _("The Drop of {nation} in {city} is gone."),
        nation,
        city,
        icon="p-drop",
        past=_("The Drop of {nation} in {city} was gone."),
    )
    book.kind(
        "source-used",
        _("{nation} looks at all spies and police of {other}."),
        nation,
        other,
        reveals=True,
        icon="s-eye",
        past=_("{nation} looked at all spies and police of {other}."),
    )
    book.kind(
        "recruited",
        _("{spy} is recruited in {city}."),
        spy,
        city,
        reveals=True,
        icon="p-spy",
        past=_("{spy} was recruited in {city}."),
    )
    book.kind(
        "stepped",
        _("{spy} moves to {space}."),
        spy,
        ("space", space_of),
        weight=0,
        icon="p-step",
        past=_("{spy} moved to {space}."),
    )
    book.kind(
        "left",
        _("{spy} leaves {secret} in {city}."),
        spy,
        secret,
        city,
        weight=0,
        icon="p-secret",
        past=_("{spy} left {secret} in {city}."),
    )
    book.kind(
        "handed",
        _("{spy} hands {secret} to {other}."),
        spy,
        secret,
        ("other", SPY),
        weight=0,
        icon="p-secret",
        past=_("{spy} handed {secret} to {other}."),
    )
    book.kind(
        "cashed",
        _("{nation} cashes {secret} in {city}: £{count}."),
        nation,
        secret,
        city,
        count,
        weight=2,
        icon="p-money",
        past=_("{nation} cashed {secret} in {city}: £{count}."),
    )
    book.kind(
        "talks",
        _("{nation} talks with {other}."),
        nation,
        other,
        weight=0,
        icon="s-talk",
        past=_("{nation} talked with {other}."),
    )
    book.kind(
        "proposed",
        _("{nation} makes {other} an offer."),
        nation,
        other,
        weight=0,
        icon="s-talk",
        past=_("{nation} made {other} an offer."),
    )
    book.kind(
        "offers-chit",
        _("{nation} would give {chit}."),
        nation,
        chit,
        reveals=True,
        weight=0,
        icon="p-chit",
        past=_("{nation} would have given {chit}."),
    )
    book.kind(
        "offers-money",
        _("{nation} would pay £{count}."),
        nation,
        count,
        weight=0,
        icon="p-money",
        past=_("{nation} would have paid £{count}."),
    )
    book.kind(
        "offers-word",
        _("{nation} would promise: {promise}."),
        nation,
        promise,
        weight=0,
        icon="s-talk",
        past=_("{nation} would have promised: {promise}."),
    )
    book.kind(
        "accepted",
        _("{nation} and {other} agree."),
        nation,
        other,
        icon="s-talk",
        past=_("{nation} and {other} agreed."),
    )
    book.kind("refused", _("{nation} refuses."), nation, weight=0, icon="s-talk", past=_("{nation} refused."))
    book.kind(
        "withdrawn",
        _("{nation} breaks off the talks."),
        nation,
        weight=0,
        icon="s-talk",
        past=_("{nation} broke off the talks."),
    )
    book.kind(
        "chit-changed-hands",
        _("{nation} gives {other} {chit}."),
        nation,
        other,
        chit,
        weight=0,
        icon="p-chit",
        past=_("{nation} gave {other} {chit}."),
    )
    book.kind(
        "chits-changed-hands",
        _("{nation} gives {other} chits: {count}."),
        nation,
        other,
        count,
        weight=0,
        icon="p-chit",
        past=_("{nation} gave {other} chits: {count}."),
    )
    book.kind(
        "money-changed-hands",
        _("{nation} pays {other} £{count}."),
        nation,
        other,
        count,
        weight=0,
        icon="p-money",
        past=_("{nation} paid {other} £{count}."),
    )
    book.kind(
        "promised",
        _("{nation} promises {other}: {promise}."),
        nation,
        other,
        promise,
        weight=0,
        icon="s-talk",
        past=_("{nation} promised {other}: {promise}."),
    )
    book.kind(
        "home-secret",
        _("{nation} enters {secret}, {face}, which lay in {city}."),
        nation,
        secret,
        face,
        city,
        reveals=True,
        weight=0,
        icon="p-secret",
        past=_("{nation} entered {secret}, {face}, which lay in {city}."),
    )
    book.kind("scored", _("{nation}: {count} points."), nation, count, weight=2, icon="s-laurel")
    book.kind(
        "last-count",
        _("The game is over. Secrets at home enter the record of {year}, times {factor}."),
        ("year", NUMBER),
        ("factor", NUMBER),
        weight=2,
        icon="p-year",
        chapter=True,
        past=_("The game was over. Secrets at home entered the record of {year}, times {factor}."),
    )
    book.kind(
        "home-counted",
        _("{nation} has secrets at home: {count}. They bring {points} points."),
        nation,
        count,
        ("points", NUMBER),
        icon="p-secret",
        past=_("{nation} had secrets at home: {count}. They brought {points} points."),
    )
    assert len(book.kinds) == HOME_COUNTED + 1
    return book
