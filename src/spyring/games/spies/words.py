"""The words of the game, written from ``words.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook, RefusalBook, families
from spyring.engine.options import Option, Value
from spyring.engine.i18n import _

OWN_SPY_IDS: Final[tuple[str, ...]] = ("1", "2", "3", "4", "5", "6")
OWN_SPY: Final = Domain("own spy", OWN_SPY_IDS)
OWN_POLICE_IDS: Final[tuple[str, ...]] = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
OWN_POLICE: Final = Domain("own police", OWN_POLICE_IDS)
AMOUNT_IDS: Final[tuple[str, ...]] = ("1", "2", "5", "10", "20")
AMOUNT: Final = Domain("amount", AMOUNT_IDS)
YEAR_IDS: Final[tuple[str, ...]] = ("1933", "1934", "1935", "1936", "1937", "1938", "1939")
YEAR: Final = Domain("year", YEAR_IDS)
NATION_IDS: Final[tuple[str, ...]] = ("germany", "italy", "russia", "france", "britain")
NATION: Final = Domain("nation", NATION_IDS, (_("Germany"), _("Italy"), _("Russia"), _("France"), _("Britain")))
CHIT_IDS: Final[tuple[str, ...]] = ("cover", "discovery", "double-cross", "drop", "escape", "intercept", "papers", "recruit", "sanction", "source")
CHIT: Final = Domain("chit", CHIT_IDS, (_("Cover"), _("Discovery"), _("Double Cross"), _("Drop"), _("Escape"), _("Intercept"), _("Papers"), _("Recruit"), _("Sanction"), _("Source")))
PROMISE_IDS: Final[tuple[str, ...]] = ("no-search", "no-sanction", "no-discovery", "cover", "information", "favour")
PROMISE: Final = Domain("promise", PROMISE_IDS, (_("no searches for a year"), _("no Sanction for a year"), _("no Discovery at your expense for a year"), _("cover for your secrets"), _("information about another nation"), _("a favour in return")))
NATIONS: Final = 5
GERMANY: Final = 0
ITALY: Final = 1
RUSSIA: Final = 2
FRANCE: Final = 3
BRITAIN: Final = 4
CHITS: Final = 10
COVER: Final = 0
DISCOVERY: Final = 1
DOUBLE_CROSS: Final = 2
DROP: Final = 3
ESCAPE: Final = 4
INTERCEPT: Final = 5
PAPERS: Final = 6
RECRUIT: Final = 7
SANCTION: Final = 8
SOURCE: Final = 9
SPIES: Final = 6
POLICE: Final = 10
YEARS: Final = 7
SECRETS: Final = 40
TILES: Final = 50

# The first move of each verb.
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
CONSULT: Final = 74  # + nation
TALK: Final = 79  # + nation
FREE: Final = 84  # + spy
SET_DROP: Final = 90  # + spy
PLAY_TILE: Final = 96  # + tile
DISCARD: Final = 146  # + tile
SEARCH: Final = 196  # + spy
KILL: Final = 226  # + spy, victim
LEAVE: Final = 406  # + secret
CASH: Final = 446  # + secret
TAKE: Final = 486  # + spy, secret
DISCOVER: Final = 726  # + spy, secret
HAND: Final = 966  # + secret, spy
GUARD: Final = 1206  # + police, secret
HIDE: Final = 1606  # + city

FAMILIES: Final[list[int]] = families([(PASS, 1), (DONE, 1), (REST, 1), (END, 1), (ARRANGE, 1), (HOLD, 1), (ENLIST, 1), (PROPOSE, 1), (WITHDRAW, 1), (ACCEPT, 1), (REFUSE, 1), (COUNTER, 1), (ANSWER, 10), (RETURN, 10), (GIVE, 10), (ASK, 10), (PAY, 5), (CHARGE, 5), (OFFER_WORD, 6), (ASK_WORD, 6), (CONSULT, 5), (TALK, 5), (FREE, 6), (SET_DROP, 6), (PLAY_TILE, 50), (DISCARD, 50), (SEARCH, 30), (KILL, 180), (LEAVE, 40), (CASH, 40), (TAKE, 240), (DISCOVER, 240), (HAND, 240), (GUARD, 400)])


def family(move: int) -> int:
    """The first move of the verb that ``move`` belongs to. From HIDE on it depends on the box: the answer is HIDE."""
    return FAMILIES[move] if move < 1606 else HIDE


def kill(spy: int, victim: int) -> int:
    return KILL + spy * 30 + victim


def victim_of_kill(move: int) -> int:
    return (move - KILL) % 30


def spy_of_kill(move: int) -> int:
    return (move - KILL) // 30


def take(spy: int, secret: int) -> int:
    return TAKE + spy * 40 + secret


def secret_of_take(move: int) -> int:
    return (move - TAKE) % 40


def spy_of_take(move: int) -> int:
    return (move - TAKE) // 40


def discover(spy: int, secret: int) -> int:
    return DISCOVER + spy * 40 + secret


def secret_of_discover(move: int) -> int:
    return (move - DISCOVER) % 40


def spy_of_discover(move: int) -> int:
    return (move - DISCOVER) // 40


def hand(secret: int, spy: int) -> int:
    return HAND + secret * 6 + spy


def spy_of_hand(move: int) -> int:
    return (move - HAND) % 6


def secret_of_hand(move: int) -> int:
    return (move - HAND) // 6


def guard(police: int, secret: int) -> int:
    return GUARD + police * 40 + secret


def secret_of_guard(move: int) -> int:
    return (move - GUARD) % 40


def police_of_guard(move: int) -> int:
    return (move - GUARD) // 40


def move_book(*, tile: Domain, spy: Domain, secret: Domain, city: Domain, space: Domain) -> MoveBook:
    """Every move of the game; domains that are made from its box are given."""
    book = MoveBook()
    book.verb("pass", _("Pass"), at=PASS, passes=True)
    book.verb("done", _("Done"), at=DONE)
    book.verb("rest", _("Stop this spy here"), at=REST)
    book.verb("end", _("End turn"), at=END)
    book.verb("arrange", _("Place the rest automatically"), at=ARRANGE)
    book.verb("hold", _("Leave this spy out"), at=HOLD)
    book.verb("recruit", _("Recruit a spy"), at=ENLIST)
    book.verb("propose", _("Make the offer"), at=PROPOSE)
    book.verb("withdraw", _("Break off talks"), at=WITHDRAW)
    book.verb("accept", _("Accept"), at=ACCEPT, agrees=True)
    book.verb("refuse", _("Refuse"), at=REFUSE)
    book.verb("counter", _("Make a counter-offer"), at=COUNTER)
    book.verb("answer", _("Play {chit}"), ("chit", CHIT), at=ANSWER)
    book.verb("return", _("Return {chit} to the cup"), ("chit", CHIT), at=RETURN)
    book.verb("give", _("Offer {chit}"), ("chit", CHIT), at=GIVE)
    book.verb("ask", _("Ask for {chit}"), ("chit", CHIT), at=ASK)
    book.verb("pay", _("Offer £{amount}"), ("amount", AMOUNT), at=PAY)
    book.verb("charge", _("Ask for £{amount}"), ("amount", AMOUNT), at=CHARGE)
    book.verb("promise", _("Promise: {promise}"), ("promise", PROMISE), at=OFFER_WORD)
    book.verb("request", _("Ask for a promise: {promise}"), ("promise", PROMISE), at=ASK_WORD)
    book.verb("source", _("Source: look at {nation}'s pieces"), ("nation", NATION), at=CONSULT, final=True)
    book.verb("talk", _("Talk with {nation}"), ("nation", NATION), at=TALK)
    book.verb("free", _("Escape: free spy {spy}"), ("spy", OWN_SPY), at=FREE, final=True)
    book.verb("drop", _("Drop in spy {spy}'s city"), ("spy", OWN_SPY), at=SET_DROP, final=True)
    book.verb("play", _("Play {tile}"), ("tile", tile), at=PLAY_TILE)
    book.verb("discard", _("Discard {tile}"), ("tile", tile), at=DISCARD, final=True)
    book.verb("search", _("Search {spy}"), ("spy", spy), at=SEARCH)
    book.verb("sanction", _("Sanction: spy {spy} kills {victim}"), ("spy", OWN_SPY), ("victim", spy), at=KILL, final=True)
    book.verb("leave", _("Leave {secret}"), ("secret", secret), at=LEAVE)
    book.verb("cash", _("Cash {secret}"), ("secret", secret), at=CASH)
    book.verb("take", _("Spy {spy} takes {secret}"), ("spy", OWN_SPY), ("secret", secret), at=TAKE)
    book.verb("discover", _("Discovery by spy {spy}: {secret}"), ("spy", OWN_SPY), ("secret", secret), at=DISCOVER, final=True)
    book.verb("hand", _("Hand {secret} to spy {spy}"), ("secret", secret), ("spy", OWN_SPY), at=HAND)
    book.verb("guard", _("Police {police} guard {secret}"), ("police", OWN_POLICE), ("secret", secret), at=GUARD)
    book.verb("hide", _("Hide the secret in {city}"), ("city", city), at=HIDE)
    book.verb("post", _("Post the police in {city}"), ("city", city))
    book.verb("send", _("Send the spy to {city}"), ("city", city))
    book.verb("shift", _("Move police {police} to {city}"), ("police", OWN_POLICE), ("city", city))
    book.verb("step", _("Spy {spy} moves to {space}"), ("spy", OWN_SPY), ("space", space))
    return book


def played_chit(nation: int, chit: int) -> int:
    return nation * 10 + chit


def chit_of_played_chit(number: int) -> int:
    return number % 10


def nation_of_played_chit(number: int) -> int:
    return number // 10


def known_chit(knower: int, holder: int, chit: int, count: int) -> int:
    return ((knower * 5 + holder) * 10 + chit) * 100 + count


def count_of_known_chit(number: int) -> int:
    return number % 100


def chit_of_known_chit(number: int) -> int:
    return number // 100 % 10


def holder_of_known_chit(number: int) -> int:
    return number // 1000 % 5


def knower_of_known_chit(number: int) -> int:
    return number // 5000


def known_sum(nation: int, one: int, other: int, total: int) -> int:
    return ((nation * 50 + one) * 50 + other) * 100 + total


def total_of_known_sum(number: int) -> int:
    return number % 100


def other_of_known_sum(number: int) -> int:
    return number // 100 % 50


def one_of_known_sum(number: int) -> int:
    return number // 5000 % 50


def nation_of_known_sum(number: int) -> int:
    return number // 250000


def comparison(spy: int, piece: int, other: int, result: int) -> int:
    return ((spy * 81 + piece) * 81 + other) * 5 + result


def result_of_comparison(number: int) -> int:
    return number % 5


def other_of_comparison(number: int) -> int:
    return number // 5 % 81


def piece_of_comparison(number: int) -> int:
    return number // 405 % 81


def spy_of_comparison(number: int) -> int:
    return number // 32805


def standing_drop(city: int, nation: int) -> int:
    return city * 5 + nation


def nation_of_standing_drop(number: int) -> int:
    return number % 5


def city_of_standing_drop(number: int) -> int:
    return number // 5


def touch(spy: int, secret: int) -> int:
    return spy * 40 + secret


def secret_of_touch(number: int) -> int:
    return number % 40


def spy_of_touch(number: int) -> int:
    return number // 40


def reading(nation: int, other: int) -> int:
    return nation * 5 + other


def other_of_reading(number: int) -> int:
    return number % 5


def nation_of_reading(number: int) -> int:
    return number // 5


# The kinds of events.
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


def event_book(*, tile: Domain, secret: Domain, face: Domain, city: Domain, spy: Domain, space: Domain) -> EventBook:
    """Every kind of event of the game; domains that are made from its box are given."""
    book = EventBook()
    book.kind("year-begins", _("{year} begins, factor ×{factor}."), ("year", NUMBER), ("factor", NUMBER), at=YEAR_BEGINS, chapter=True, weight=2, icon="p-year", past=_("{year} began, factor ×{factor}."))
    book.kind("runs", _("{other}'s player also runs {nation} this year."), ("nation", NATION), ("other", NATION), at=RUNS, icon="s-people", past=_("{other}'s player also ran {nation} that year."))
    book.kind("turn-begins", _("{nation}'s turn begins."), ("nation", NATION), at=TURN_BEGINS, past=_("{nation}'s turn began."))
    book.kind("tile-dealt", _("{nation} is dealt {tile}."), ("nation", NATION), ("tile", tile), at=TILE_DEALT, reveals=True, weight=0, icon="p-tile", past=_("{nation} was dealt {tile}."))
    book.kind("secret-drawn", _("{nation}'s {secret} is {face}."), ("nation", NATION), ("secret", secret), ("face", face), at=SECRET_DRAWN, reveals=True, weight=0, icon="p-secret", past=_("{nation}'s {secret} was {face}."))
    book.kind("secret-laid", _("{secret} is placed in {city}."), ("secret", secret), ("city", city), at=SECRET_LAID, weight=0, icon="p-secret", past=_("{secret} was placed in {city}."))
    book.kind("hidden", _("{nation} hides {secret} in {city}."), ("nation", NATION), ("secret", secret), ("city", city), at=HIDDEN, weight=0, icon="p-secret", past=_("{nation} hid {secret} in {city}."))
    book.kind("posted", _("{nation} posts police in {city}."), ("nation", NATION), ("city", city), at=POSTED, weight=0, icon="p-police", past=_("{nation} posted police in {city}."))
    book.kind("sent", _("{spy} goes to {city}."), ("spy", spy), ("city", city), at=SENT, weight=0, icon="p-spy", past=_("{spy} went to {city}."))
    book.kind("held", _("{nation} leaves a spy out of the game."), ("nation", NATION), at=HELD, weight=0, icon="p-spy", past=_("{nation} left a spy out of the game."))
    book.kind("arranged", _("{nation} lets the game place the rest."), ("nation", NATION), at=ARRANGED, weight=0, past=_("{nation} let the game place the rest."))
    book.kind("guarded", _("{nation}'s police guard {secret} in {city}."), ("nation", NATION), ("secret", secret), ("city", city), at=GUARDED, weight=0, icon="p-police", past=_("{nation}'s police guarded {secret} in {city}."))
    book.kind("taken", _("{spy} takes {secret} in {city}."), ("spy", spy), ("secret", secret), ("city", city), at=TAKEN, weight=0, icon="p-secret", past=_("{spy} took {secret} in {city}."))
    book.kind("chit-drawn", _("{nation} draws {chit}."), ("nation", NATION), ("chit", CHIT), at=CHIT_DRAWN, reveals=True, weight=0, icon="p-chit", past=_("{nation} drew {chit}."))
    book.kind("chits-drawn", _("{nation} draws chits (+{count})."), ("nation", NATION), ("count", NUMBER), at=CHITS_DRAWN, reveals=True, weight=0, icon="p-chit", past=_("{nation} drew chits (+{count})."))
    book.kind("tile-played", _("{nation} plays {tile}."), ("nation", NATION), ("tile", tile), at=TILE_PLAYED, reveals=True, weight=2, icon="p-tile", past=_("{nation} played {tile}."))
    book.kind("tile-discarded", _("{nation} discards {tile} face down."), ("nation", NATION), ("tile", tile), at=TILE_DISCARDED, weight=0, icon="p-tile", past=_("{nation} discarded {tile} face down."))
    book.kind("tile-discarded-unseen", _("{nation} discards a tile face down."), ("nation", NATION), at=TILE_DISCARDED_UNSEEN, weight=0, icon="p-tile", past=_("{nation} discarded a tile face down."))
    book.kind("money-earned", _("{nation} earns £{count} in {city}."), ("nation", NATION), ("city", city), ("count", NUMBER), at=MONEY_EARNED, weight=0, icon="p-money", past=_("{nation} earned £{count} in {city}."))
    book.kind("chits-earned", _("{nation} earns chits in {city} (+{count})."), ("nation", NATION), ("city", city), ("count", NUMBER), at=CHITS_EARNED, weight=0, icon="p-chit", past=_("{nation} earned chits in {city} (+{count})."))
    book.kind("cup-empty", _("The cup is empty: {nation} draws {count} fewer."), ("nation", NATION), ("count", NUMBER), at=CUP_EMPTY, weight=0, icon="p-chit", past=_("The cup was empty: {nation} drew {count} fewer."))
    book.kind("annexed", _("{city} now belongs to {nation}."), ("nation", NATION), ("city", city), at=ANNEXED, icon="p-seal", past=_("From then on {city} belonged to {nation}."))
    book.kind("became-national", _("{secret} is now a National secret of {nation}."), ("nation", NATION), ("secret", secret), at=BECAME_NATIONAL, weight=0, icon="p-secret", past=_("From then on {secret} was a National secret of {nation}."))
    book.kind("war", _("War! The game ends after this year."), at=WAR, weight=2, icon="p-war", past=_("War! The game ended after that year."))
    book.kind("returned", _("{nation} returns {chit} to the cup."), ("nation", NATION), ("chit", CHIT), at=RETURNED, weight=0, icon="p-chit", past=_("{nation} returned {chit} to the cup."))
    book.kind("returned-unseen", _("{nation} returns a chit to the cup."), ("nation", NATION), at=RETURNED_UNSEEN, weight=0, icon="p-chit", past=_("{nation} returned a chit to the cup."))
    book.kind("freeing", _("{nation} tries to free a captured spy."), ("nation", NATION), at=FREEING, icon="p-spy", past=_("{nation} tried to free a captured spy."))
    book.kind("freed", _("{spy} is free again in {city}."), ("spy", spy), ("city", city), at=FREED, weight=2, icon="p-spy", past=_("{spy} was free again in {city}."))
    book.kind("police-moved", _("{nation} moves police from {city} to {to}."), ("nation", NATION), ("city", city), ("to", city), at=POLICE_MOVED, weight=0, icon="p-police", past=_("{nation} moved police from {city} to {to}."))
    book.kind("relieved", _("{nation}'s police stop guarding {secret}."), ("nation", NATION), ("secret", secret), at=RELIEVED, weight=0, icon="p-police", past=_("{nation}'s police stopped guarding {secret}."))
    book.kind("searches", _("{nation} searches {spy} in {city}."), ("nation", NATION), ("spy", spy), ("city", city), at=SEARCHES, icon="s-eye", past=_("{nation} searched {spy} in {city}."))
    book.kind("chit-played", _("{nation} plays {chit} for £{count}."), ("nation", NATION), ("chit", CHIT), ("count", NUMBER), at=CHIT_PLAYED, icon="p-chit", past=_("{nation} played {chit} for £{count}."))
    book.kind("cancelled", _("{nation}'s {chit} is cancelled."), ("nation", NATION), ("chit", CHIT), at=CANCELLED, icon="p-chit", past=_("{nation}'s {chit} was cancelled."))
    book.kind("search-numbers", _("{spy} (strength {strength}) against police (strength {against})."), ("spy", spy), ("strength", NUMBER), ("against", NUMBER), at=SEARCH_NUMBERS, reveals=True, icon="s-eye")
    book.kind("search-failed", _("The search of {spy} finds nothing."), ("spy", spy), at=SEARCH_FAILED, icon="s-eye", past=_("The search of {spy} found nothing."))
    book.kind("captured", _("{captor} captures {spy} in {city}."), ("spy", spy), ("captor", NATION), ("city", city), at=CAPTURED, reveals=True, weight=2, icon="p-cuffs", past=_("{captor} captured {spy} in {city}."))
    book.kind("captured-in-neutral", _("{spy} is captured in {city}."), ("spy", spy), ("city", city), at=CAPTURED_IN_NEUTRAL, reveals=True, weight=2, icon="p-cuffs", past=_("{spy} was captured in {city}."))
    book.kind("discovers", _("{spy} tries to discover {secret} in {city}."), ("spy", spy), ("secret", secret), ("city", city), at=DISCOVERS, icon="p-secret", past=_("{spy} tried to discover {secret} in {city}."))
    book.kind("guard-numbers", _("{spy} (strength {strength}) against a guard (strength {against})."), ("spy", spy), ("strength", NUMBER), ("against", NUMBER), at=GUARD_NUMBERS, reveals=True, icon="s-eye")
    book.kind("control-won", _("{spy} beats the guard on {secret}."), ("spy", spy), ("secret", secret), at=CONTROL_WON, reveals=True, icon="p-secret", past=_("{spy} beat the guard on {secret}."))
    book.kind("control-lost", _("{spy} does not beat the guard on {secret}."), ("spy", spy), ("secret", secret), at=CONTROL_LOST, reveals=True, icon="p-secret", past=_("{spy} did not beat the guard on {secret}."))
    book.kind("reversed", _("Double Cross: the result is reversed."), at=REVERSED, icon="p-chit", past=_("Double Cross: the result was reversed."))
    book.kind("controls", _("{spy} controls {secret} in {city}."), ("spy", spy), ("secret", secret), ("city", city), at=CONTROLS, icon="p-secret", past=_("{spy} took control of {secret} in {city}."))
    book.kind("face-seen", _("{nation} sees that {secret} is {face}."), ("nation", NATION), ("secret", secret), ("face", face), at=FACE_SEEN, reveals=True, weight=0, icon="s-eye", past=_("{nation} saw that {secret} was {face}."))
    book.kind("counterspy-met", _("{secret} is a counterspy: {face}, strength {strength}."), ("secret", secret), ("face", face), ("strength", NUMBER), at=COUNTERSPY_MET, reveals=True, weight=2, icon="p-skull", past=_("{secret} was a counterspy: {face}, strength {strength}."))
    book.kind("unharmed", _("{spy} is unharmed."), ("spy", spy), at=UNHARMED, reveals=True, icon="p-spy", past=_("{spy} was unharmed."))
    book.kind("sanctions", _("{spy} tries to kill {victim} in {city}."), ("spy", spy), ("victim", spy), ("city", city), at=SANCTIONS, icon="p-skull", past=_("{spy} tried to kill {victim} in {city}."))
    book.kind("killed", _("{spy} is killed; {nation} gains a marker."), ("spy", spy), ("nation", NATION), at=KILLED, weight=2, icon="p-skull", past=_("{spy} was killed; {nation} gained a marker."))
    book.kind("cousin-strikes", _("{spy} is a Cousin and strikes back."), ("spy", spy), at=COUSIN_STRIKES, reveals=True, weight=2, icon="p-skull", past=_("{spy} was a Cousin and struck back."))
    book.kind("drop-set", _("{nation} sets up a Drop in {city}."), ("nation", NATION), ("city", city), at=DROP_SET, icon="p-drop", past=_("{nation} set up a Drop in {city}."))
    book.kind("drop-falls", _("{nation} loses its Drop in {city}."), ("nation", NATION), ("city", city), at=DROP_FALLS, icon="p-drop", past=_("{nation} lost its Drop in {city}."))
    book.kind("source-used", _("{nation} looks at all of {other}'s spies and police."), ("nation", NATION), ("other", NATION), at=SOURCE_USED, reveals=True, icon="s-eye", past=_("{nation} looked at all of {other}'s spies and police."))
    book.kind("recruited", _("{spy} is recruited in {city}."), ("spy", spy), ("city", city), at=RECRUITED, reveals=True, icon="p-spy", past=_("{spy} was recruited in {city}."))
    book.kind("stepped", _("{spy} moves to {space}."), ("spy", spy), ("space", space), at=STEPPED, weight=0, icon="p-step", past=_("{spy} moved to {space}."))
    book.kind("left", _("{spy} leaves {secret} in {city}."), ("spy", spy), ("secret", secret), ("city", city), at=LEFT, weight=0, icon="p-secret", past=_("{spy} left {secret} in {city}."))
    book.kind("handed", _("{spy} hands {secret} to {other}."), ("spy", spy), ("secret", secret), ("other", spy), at=HANDED, weight=0, icon="p-secret", past=_("{spy} handed {secret} to {other}."))
    book.kind("cashed", _("{nation} cashes {secret} in {city}: £{count}."), ("nation", NATION), ("secret", secret), ("city", city), ("count", NUMBER), at=CASHED, weight=2, icon="p-money", past=_("{nation} cashed {secret} in {city}: £{count}."))
    book.kind("talks", _("{nation} talks with {other}."), ("nation", NATION), ("other", NATION), at=TALKS, weight=0, icon="s-talk", past=_("{nation} talked with {other}."))
    book.kind("proposed", _("{nation} makes {other} an offer."), ("nation", NATION), ("other", NATION), at=PROPOSED, weight=0, icon="s-talk", past=_("{nation} made {other} an offer."))
    book.kind("offers-chit", _("{nation} would give {chit}."), ("nation", NATION), ("chit", CHIT), at=OFFERS_CHIT, reveals=True, weight=0, icon="p-chit", past=_("{nation} would have given {chit}."))
    book.kind("offers-money", _("{nation} would pay £{count}."), ("nation", NATION), ("count", NUMBER), at=OFFERS_MONEY, reveals=True, weight=0, icon="p-money", past=_("{nation} would have paid £{count}."))
    book.kind("offers-word", _("{nation} would promise: {promise}."), ("nation", NATION), ("promise", PROMISE), at=OFFERS_WORD, reveals=True, weight=0, icon="s-talk", past=_("{nation} would have promised: {promise}."))
    book.kind("accepted", _("{nation} and {other} agree."), ("nation", NATION), ("other", NATION), at=ACCEPTED, icon="s-talk", past=_("{nation} and {other} agreed."))
    book.kind("refused", _("{nation} refuses."), ("nation", NATION), at=REFUSED, icon="s-talk", past=_("{nation} refused."))
    book.kind("withdrawn", _("{nation} breaks off the talks."), ("nation", NATION), at=WITHDRAWN, weight=0, icon="s-talk", past=_("{nation} broke off the talks."))
    book.kind("chit-changed-hands", _("{nation} gives {other} {chit}."), ("nation", NATION), ("other", NATION), ("chit", CHIT), at=CHIT_CHANGED_HANDS, weight=0, icon="p-chit", past=_("{nation} gave {other} {chit}."))
    book.kind("chits-changed-hands", _("{nation} gives {other} chits (×{count})."), ("nation", NATION), ("other", NATION), ("count", NUMBER), at=CHITS_CHANGED_HANDS, weight=0, icon="p-chit", past=_("{nation} gave {other} chits (×{count})."))
    book.kind("money-changed-hands", _("{nation} pays {other} £{count}."), ("nation", NATION), ("other", NATION), ("count", NUMBER), at=MONEY_CHANGED_HANDS, weight=0, icon="p-money", past=_("{nation} paid {other} £{count}."))
    book.kind("promised", _("{nation} promises {other}: {promise}."), ("nation", NATION), ("other", NATION), ("promise", PROMISE), at=PROMISED, weight=0, icon="s-talk", past=_("{nation} promised {other}: {promise}."))
    book.kind("home-secret", _("{nation} records {secret} from {city}: {face}."), ("nation", NATION), ("secret", secret), ("face", face), ("city", city), at=HOME_SECRET, reveals=True, weight=0, icon="p-secret", past=_("{nation} recorded {secret} from {city}: {face}."))
    book.kind("scored", _("{nation} scores {count} in total."), ("nation", NATION), ("count", NUMBER), at=SCORED, weight=2, icon="s-laurel", past=_("{nation} scored {count} in total."))
    book.kind("last-count", _("The game is over. Secrets at home enter the {year} record, ×{factor}."), ("year", NUMBER), ("factor", NUMBER), at=LAST_COUNT, chapter=True, weight=2, icon="p-year", past=_("The game was over. Secrets at home entered the {year} record, ×{factor}."))
    book.kind("home-counted", _("{nation} has secrets at home ({count}): +{points}."), ("nation", NATION), ("count", NUMBER), ("points", NUMBER), at=HOME_COUNTED, icon="p-secret", past=_("{nation} had secrets at home ({count}): +{points}."))
    return book


# Reasons to refuse a move.
NO_CHIT: Final = 1
NO_SURPLUS_CHIT: Final = 2
STANDARD: Final = 3
NOT_THIS_CHIT: Final = 4
NO_MONEY: Final = 5
NO_POINTS: Final = 6
HAVEN: Final = 7
NOT_ON_MAP: Final = 8
SECRET_ELSEWHERE: Final = 9
HOME_SECRET_ELSEWHERE: Final = 10
OWN_CONTROL: Final = 11
OWN_SPY_ON_IT: Final = 12
NEEDS_NO_DISCOVERY: Final = 13
NOT_NATIONAL: Final = 14
NOT_AT_HOME: Final = 15
ENEMY_CONTROL: Final = 16
ALLY_CONTROL: Final = 17
OF_ALLY: Final = 18
ALLY: Final = 19
CARRIES: Final = 20
ONCE: Final = 21
NOT_STANDING: Final = 22
NOT_CAPITAL: Final = 23
IS_NATIONAL: Final = 24
NOT_BROUGHT: Final = 25
NONE_MOVES: Final = 26
NO_GIVER: Final = 27
MOVER_WITHOUT: Final = 28
MOVER_ITSELF: Final = 29
RECEIVER_ELSEWHERE: Final = 30
ANOTHER_MOVES: Final = 31
HAS_MOVED: Final = 32
NO_ROUTE: Final = 33
TOO_FAR: Final = 34
NO_PORT: Final = 35
AT_SEA: Final = 36
OWN_VICTIM: Final = 37
OWN_SUSPECT: Final = 38
SUSPECT_OFF_MAP: Final = 39
VICTIM_ELSEWHERE: Final = 40
NO_RECRUIT: Final = 41
OWN_CAPITAL: Final = 42
DROP_STANDS: Final = 43
OWN_NATION: Final = 44
OWN_PIECES: Final = 45
SEEN_ANYWAY: Final = 46
SAME_SEAT: Final = 47
TALKED_OUT: Final = 48
POINTS_FOR_PORT: Final = 49
TOO_MANY_PARTS: Final = 50
SAID_ALREADY: Final = 51
ALL_OFFERED: Final = 52
ALL_ASKED: Final = 53
TOO_DEAR: Final = 54
EMPTY_OFFER: Final = 55
CANNOT_DELIVER: Final = 56
ONE_COUNTER: Final = 57
ONLY_BREAK_OFF: Final = 58
NOT_HELD: Final = 59
WRONG_YEAR: Final = 60
FORBIDDEN_GE5: Final = 61
FORBIDDEN_RS19: Final = 62
FORBIDDEN_BR29: Final = 63
FORBIDDEN_BR30: Final = 64
TOO_EARLY: Final = 65
NOT_CAPTURED: Final = 66
NO_SUCH_POLICE: Final = 67
NOT_HOME: Final = 68
SHIFTED: Final = 69
STANDS_THERE: Final = 70
FULL: Final = 71
OVERFULL: Final = 72
POLICE_ELSEWHERE: Final = 73
STANDS_GUARD: Final = 74
NOT_GUARDING: Final = 75
RELIEVED_ONCE: Final = 76
OTHER_SECRET: Final = 77
NO_POLICE: Final = 78
SEARCHED: Final = 79
NOT_ENTERED: Final = 80
SECRETS_NOW: Final = 81
POLICE_NOW: Final = 82
SPIES_NOW: Final = 83
NOT_HOME_TO_HIDE: Final = 84
NOT_HOME_TO_POST: Final = 85
NO_SYMBOL: Final = 86
FULL_TO_POST: Final = 87
ALL_NEEDED: Final = 88
ALL_ARE_SENT: Final = 89
FIRST_NO_SUCH_POLICE: Final = 90
FIRST_POLICE_ELSEWHERE: Final = 91
FIRST_NOT_NATIONAL: Final = 92
FIRST_OWN_CONTROL: Final = 93
FIRST_STANDS_GUARD: Final = 94
FIRST_NOT_ON_MAP: Final = 95
FIRST_SECRET_ELSEWHERE: Final = 96
FIRST_CARRIES: Final = 97


def refusal_book() -> RefusalBook:
    """Every reason to refuse a move of the game."""
    book = RefusalBook()
    book.refusal("SPY-11.1", _("You do not have this chit."), at=NO_CHIT)
    book.refusal("", _("You do not have this chit."), at=NO_SURPLUS_CHIT)
    book.refusal("SPY-1.4", _("This is only part of the advanced game."), at=STANDARD)
    book.refusal("SPY-14.3", _("This chit cannot answer that."), at=NOT_THIS_CHIT)
    book.refusal("SPY-R60", _("You cannot afford this."), at=NO_MONEY)
    book.refusal("SPY-3.3", _("Not enough action points left."), at=NO_POINTS)
    book.refusal("SPY-15.1", _("This is not allowed in a spy haven."), at=HAVEN)
    book.refusal("SPY-7.1", _("This spy is not on the map."), at=NOT_ON_MAP)
    book.refusal("SPY-12.14", _("Your spy and this secret are in different cities."), at=SECRET_ELSEWHERE)
    book.refusal("SPY-8.6", _("Your spy and this secret are in different cities."), at=HOME_SECRET_ELSEWHERE)
    book.refusal("SPY-8.4", _("You already control this secret."), at=OWN_CONTROL)
    book.refusal("SPY-8.4", _("Your spy already controls this secret."), at=OWN_SPY_ON_IT)
    book.refusal("SPY-8.6", _("A National secret at home needs no Discovery."), at=NEEDS_NO_DISCOVERY)
    book.refusal("SPY-8.5", _("This is not your National secret."), at=NOT_NATIONAL)
    book.refusal("SPY-8.7", _("This secret is not in your territory."), at=NOT_AT_HOME)
    book.refusal("SPY-8.7", _("An enemy controls this secret."), at=ENEMY_CONTROL)
    book.refusal("SPY-R43", _("An ally controls this secret."), at=ALLY_CONTROL)
    book.refusal("SPY-R43", _("This secret is National to an ally."), at=OF_ALLY)
    book.refusal("SPY-R43", _("This spy belongs to an ally."), at=ALLY)
    book.refusal("SPY-R21", _("This spy already controls a secret."), at=CARRIES)
    book.refusal("SPY-R67", _("This spy has already taken, left or handed over this secret since the last step."), at=ONCE)
    book.refusal("SPY-8.3", _("None of your spies controls this secret."), at=NOT_STANDING)
    book.refusal("SPY-10.3", _("The spy is not in your capital or at your Drop."), at=NOT_CAPITAL)
    book.refusal("SPY-10.5", _("National secrets cannot be cashed."), at=IS_NATIONAL)
    book.refusal("SPY-R26", _("You can only cash a secret that a spy has just brought in."), at=NOT_BROUGHT)
    book.refusal("SPY-7.2", _("No spy is moving."), at=NONE_MOVES)
    book.refusal("SPY-R71", _("No spy is moving."), at=NO_GIVER)
    book.refusal("SPY-R71", _("The moving spy does not control this secret."), at=MOVER_WITHOUT)
    book.refusal("SPY-R71", _("This is the moving spy. Choose another one."), at=MOVER_ITSELF)
    book.refusal("SPY-R71", _("The two spies are in different cities."), at=RECEIVER_ELSEWHERE)
    book.refusal("SPY-7.2", _("Finish the other spy's move first."), at=ANOTHER_MOVES)
    book.refusal("SPY-7.1", _("This spy has already moved this turn."), at=HAS_MOVED)
    book.refusal("SPY-7.4", _("No route leads there."), at=NO_ROUTE)
    book.refusal("SPY-7.1", _("This spy cannot move any further this turn."), at=TOO_FAR)
    book.refusal("SPY-R28", _("No port is within reach from there."), at=NO_PORT)
    book.refusal("SPY-7.6", _("Your spy is at sea. Move it on first."), at=AT_SEA)
    book.refusal("SPY-12.31", _("This is your own spy."), at=OWN_VICTIM)
    book.refusal("", _("This is your own spy."), at=OWN_SUSPECT)
    book.refusal("", _("This spy is not on the map."), at=SUSPECT_OFF_MAP)
    book.refusal("SPY-12.31", _("Your spy and this spy are in different cities."), at=VICTIM_ELSEWHERE)
    book.refusal("SPY-R58", _("None of your spies is in the Sanctioned Spies box."), at=NO_RECRUIT)
    book.refusal("SPY-12.19", _("Your capital needs no Drop."), at=OWN_CAPITAL)
    book.refusal("SPY-12.19", _("You already have a Drop there."), at=DROP_STANDS)
    book.refusal("SPY-13.1", _("This is your own nation."), at=OWN_NATION)
    book.refusal("SPY-12.32", _("This is your own nation."), at=OWN_PIECES)
    book.refusal("SPY-12.32", _("You run this nation too and already see its pieces."), at=SEEN_ANYWAY)
    book.refusal("SPY-R51", _("You run this nation too. Your own nations cannot trade."), at=SAME_SEAT)
    book.refusal("SPY-R67", _("You have already talked with this nation three times this turn."), at=TALKED_OUT)
    book.refusal("SPY-R28", _("Your spy at sea needs the remaining action points."), at=POINTS_FOR_PORT)
    book.refusal("SPY-R67", _("The offer already has four parts."), at=TOO_MANY_PARTS)
    book.refusal("SPY-R67", _("That is already in the offer."), at=SAID_ALREADY)
    book.refusal("SPY-R49", _("The offer already includes all your chits of this kind."), at=ALL_OFFERED)
    book.refusal("SPY-R49", _("The offer already includes every chit of this kind."), at=ALL_ASKED)
    book.refusal("SPY-R60", _("You cannot afford this on top of your offer so far."), at=TOO_DEAR)
    book.refusal("SPY-13.1", _("The offer is empty. Add something first."), at=EMPTY_OFFER)
    book.refusal("SPY-R49", _("You do not have what the offer asks for."), at=CANNOT_DELIVER)
    book.refusal("SPY-R67", _("This is already a counter-offer."), at=ONE_COUNTER)
    book.refusal("SPY-13.4", _("The other nation must answer. You can only break off the talks."), at=ONLY_BREAK_OFF)
    book.refusal("SPY-4.1", _("You do not have this tile."), at=NOT_HELD)
    book.refusal("SPY-4.2", _("This tile cannot be played this year."), at=WRONG_YEAR)
    book.refusal("SPY-16.4", _("A tile played earlier rules this one out."), at=FORBIDDEN_GE5)
    book.refusal("SPY-16.7", _("A tile played earlier rules this one out."), at=FORBIDDEN_RS19)
    book.refusal("SPY-16.8", _("A tile played earlier rules this one out."), at=FORBIDDEN_BR29)
    book.refusal("SPY-16.9", _("A tile played earlier rules this one out."), at=FORBIDDEN_BR30)
    book.refusal("SPY-16.10", _("A tile that allows this one must be played first."), at=TOO_EARLY)
    book.refusal("SPY-12.24", _("This spy has not been captured."), at=NOT_CAPTURED)
    book.refusal("SPY-5.1", _("You have no police with this number."), at=NO_SUCH_POLICE)
    book.refusal("SPY-5.1", _("This city is not in your territory."), at=NOT_HOME)
    book.refusal("SPY-5.1", _("These police have already moved this turn."), at=SHIFTED)
    book.refusal("SPY-5.1", _("These police are already there."), at=STANDS_THERE)
    book.refusal("SPY-5.1", _("This city cannot hold any more police."), at=FULL)
    book.refusal("SPY-5.1", _("{city} has {count} police; only {room} may stay."), at=OVERFULL)
    book.refusal("SPY-8.6", _("These police and this secret are in different cities."), at=POLICE_ELSEWHERE)
    book.refusal("SPY-8.4", _("These police already guard a secret."), at=STANDS_GUARD)
    book.refusal("SPY-8.3", _("None of your police guard this secret."), at=NOT_GUARDING)
    book.refusal("SPY-R67", _("Your police have already left this secret once this turn."), at=RELIEVED_ONCE)
    book.refusal("SPY-R12", _("The choice is about another secret."), at=OTHER_SECRET)
    book.refusal("SPY-5.2", _("You have no police there."), at=NO_POLICE)
    book.refusal("SPY-5.5", _("This spy has already been searched this turn."), at=SEARCHED)
    book.refusal("SPY-14.2", _("Another spy has just entered, not this one."), at=NOT_ENTERED)
    book.refusal("SPY-2.6", _("You are placing secrets now."), at=SECRETS_NOW)
    book.refusal("SPY-2.7", _("You are placing police now."), at=POLICE_NOW)
    book.refusal("SPY-2.8", _("You are placing spies now."), at=SPIES_NOW)
    book.refusal("SPY-2.6", _("This city is not in your territory."), at=NOT_HOME_TO_HIDE)
    book.refusal("SPY-2.7", _("This city is not in your territory."), at=NOT_HOME_TO_POST)
    book.refusal("SPY-2.7", _("This city has no police symbol."), at=NO_SYMBOL)
    book.refusal("SPY-2.7", _("This city cannot hold any more police."), at=FULL_TO_POST)
    book.refusal("SPY-2.8", _("You cannot leave out any more spies."), at=ALL_NEEDED)
    book.refusal("SPY-2.9", _("You cannot leave out any more spies."), at=ALL_ARE_SENT)
    book.refusal("", _("You have no police with this number."), at=FIRST_NO_SUCH_POLICE)
    book.refusal("", _("These police and this secret are in different cities."), at=FIRST_POLICE_ELSEWHERE)
    book.refusal("", _("This is not your National secret."), at=FIRST_NOT_NATIONAL)
    book.refusal("", _("You already control this secret."), at=FIRST_OWN_CONTROL)
    book.refusal("", _("These police already guard a secret."), at=FIRST_STANDS_GUARD)
    book.refusal("", _("This spy is not on the map."), at=FIRST_NOT_ON_MAP)
    book.refusal("", _("Your spy and this secret are in different cities."), at=FIRST_SECRET_ELSEWHERE)
    book.refusal("", _("This spy already controls a secret."), at=FIRST_CARRIES)
    return book


OPTIONS: Final = (
    Option("game", ("standard", "advanced"), "standard", _("The standard game, or the advanced one with action points, all chits and special events."), "SPY-1.4", title=_("Game"), titles=(_("standard"), _("advanced"))),
    Option("reaction_poll", ("sequential", "simultaneous"), "sequential", _("Order of reactions. All at once: the earliest in turn order counts."), "SPY-R1", title=_("Reactions"), titles=(_("one after another"), _("all at once"))),
    Option("escape_doublecross", ("injured", "any"), "injured", _("Nations that may answer an Escape with a Double Cross."), "SPY-R6", title=_("Double Cross on an Escape"), titles=(_("only the injured nation"), _("any nation"))),
    Option("reversed_sanction_escape", ("no", "yes"), "no", _("The new victim of a reversed Sanction may play an Escape."), "SPY-R8", title=_("Escape from a reversed Sanction"), titles=(_("no"), _("yes"))),
    Option("overseas_police", ("two", "one"), "two", _("Most police allowed in an overseas city."), "SPY-R19", title=_("Police overseas"), titles=(_("two per city"), _("one per city"))),
    Option("secrets_per_spy", ("one", "many"), "one", _("Secrets that a spy can control at the same time."), "SPY-R21", title=_("Secrets per spy"), titles=(_("one"), _("several"))),
    Option("cash_where_taken", ("no", "yes"), "no", _("A secret taken in the capital or at a Drop can be cashed right there."), "SPY-R26", title=_("Cashing on the spot"), titles=(_("no"), _("yes"))),
    Option("albania", ("full", "spies_only"), "full", _("Albania becomes fully Italian, or home to Italian spies only."), "SPY-R38", title=_("Albania"), titles=(_("fully Italian"), _("home to spies only"))),
    Option("final_home_secrets", ("all", "national_only"), "all", _("Secrets at home that score at the end."), "SPY-R42", title=_("Secrets at home at the end"), titles=(_("all"), _("only National ones"))),
    Option("shared_nations", ("allies", "apart"), "allies", _("How one player's two nations treat each other."), "SPY-R43", title=_("Two nations, one player"), titles=(_("as allies"), _("like any others"))),
    Option("intercept_drop", ("play_and_cash", "play_only"), "play_and_cash", _("When a Drop can be intercepted."), "SPY-R45", title=_("Intercepting a Drop"), titles=(_("when played and at each cashing"), _("only when played"))),
    Option("source_memory", ("off", "on"), "off", _("How long you see the pieces that a Source showed."), "SPY-R48", title=_("Pieces shown by a Source"), titles=(_("once"), _("from then on"))),
    Option("tile_list", ("open", "closed"), "open", _("Players may consult the list of all tiles."), "SPY-R50", title=_("List of tiles"), titles=(_("open"), _("closed"))),
    Option("russia_info", ("controller", "both"), "controller", _("With two players: who sees Russia's hidden pieces."), "SPY-R53", title=_("Russia's pieces (two players)"), titles=(_("only its current player"), _("both"))),
    Option("setup_placement", ("in_order", "simultaneous"), "in_order", _("Nations place their pieces in turn, or all at once in secret."), "SPY-R54", title=_("Set-up"), titles=(_("in turn"), _("all at once"))),
    Option("diplomacy_ap", ("per_turn", "per_talk"), "per_turn", _("When talks with an opponent cost an action point."), "SPY-R59", title=_("Cost of talks"), titles=(_("once per opponent and turn"), _("every time"))),
    Option("record_faces", ("hidden", "open"), "hidden", _("How pieces lie in the record during the game."), "SPY-R62", title=_("Pieces in the record"), titles=(_("face down"), _("face up"))),
)


class Options:
    """What was chosen before the game, typed: a number or a word by the name of its option, and whether it is
    this or that value by both names. Options of yes and no are simply true or false.
    """

    def __init__(self, chosen: dict[str, Value]) -> None:
        self.game = str(chosen["game"])
        self.game_standard = chosen["game"] == "standard"
        self.game_advanced = chosen["game"] == "advanced"
        self.reaction_poll = str(chosen["reaction_poll"])
        self.reaction_poll_sequential = chosen["reaction_poll"] == "sequential"
        self.reaction_poll_simultaneous = chosen["reaction_poll"] == "simultaneous"
        self.escape_doublecross = str(chosen["escape_doublecross"])
        self.escape_doublecross_injured = chosen["escape_doublecross"] == "injured"
        self.escape_doublecross_any = chosen["escape_doublecross"] == "any"
        self.reversed_sanction_escape = chosen["reversed_sanction_escape"] == "yes"
        self.overseas_police = str(chosen["overseas_police"])
        self.overseas_police_two = chosen["overseas_police"] == "two"
        self.overseas_police_one = chosen["overseas_police"] == "one"
        self.secrets_per_spy = str(chosen["secrets_per_spy"])
        self.secrets_per_spy_one = chosen["secrets_per_spy"] == "one"
        self.secrets_per_spy_many = chosen["secrets_per_spy"] == "many"
        self.cash_where_taken = chosen["cash_where_taken"] == "yes"
        self.albania = str(chosen["albania"])
        self.albania_full = chosen["albania"] == "full"
        self.albania_spies_only = chosen["albania"] == "spies_only"
        self.final_home_secrets = str(chosen["final_home_secrets"])
        self.final_home_secrets_all = chosen["final_home_secrets"] == "all"
        self.final_home_secrets_national_only = chosen["final_home_secrets"] == "national_only"
        self.shared_nations = str(chosen["shared_nations"])
        self.shared_nations_allies = chosen["shared_nations"] == "allies"
        self.shared_nations_apart = chosen["shared_nations"] == "apart"
        self.intercept_drop = str(chosen["intercept_drop"])
        self.intercept_drop_play_and_cash = chosen["intercept_drop"] == "play_and_cash"
        self.intercept_drop_play_only = chosen["intercept_drop"] == "play_only"
        self.source_memory = chosen["source_memory"] == "on"
        self.tile_list = str(chosen["tile_list"])
        self.tile_list_open = chosen["tile_list"] == "open"
        self.tile_list_closed = chosen["tile_list"] == "closed"
        self.russia_info = str(chosen["russia_info"])
        self.russia_info_controller = chosen["russia_info"] == "controller"
        self.russia_info_both = chosen["russia_info"] == "both"
        self.setup_placement = str(chosen["setup_placement"])
        self.setup_placement_in_order = chosen["setup_placement"] == "in_order"
        self.setup_placement_simultaneous = chosen["setup_placement"] == "simultaneous"
        self.diplomacy_ap = str(chosen["diplomacy_ap"])
        self.diplomacy_ap_per_turn = chosen["diplomacy_ap"] == "per_turn"
        self.diplomacy_ap_per_talk = chosen["diplomacy_ap"] == "per_talk"
        self.record_faces = str(chosen["record_faces"])
        self.record_faces_hidden = chosen["record_faces"] == "hidden"
        self.record_faces_open = chosen["record_faces"] == "open"
