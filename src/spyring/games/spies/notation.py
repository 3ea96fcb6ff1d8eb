"""The words of Spies!: its moves, and the numbers of what is told (``news.py``), declared once.

Moves name a nation's own spies and police by their number in that nation (``step 3 prague``), the spies of
others by nation and number (``search germany-3``), face-down secrets by theirs (``secret-17``). Numbers tell
nothing about strength or value. Which decision is asked when is written down in
:mod:`spyring.games.spies.rules`.
"""

from typing import Any, Final

from spyring.engine.notation import Domain, MoveBook
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
