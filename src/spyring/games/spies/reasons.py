"""What a move of Spies! is for, in one sentence for its seat, from the terms of the strategy; and what is
said to the other party of an offer.
"""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.reason import Check, Reason, by_its_values, checked, judged_best
from spyring.games.spies import estimates as e
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.pieces import secrets_under, spies_in
from spyring.games.spies.places import NOBODY
from spyring.games.spies.rules.chits import chits_of
from spyring.games.spies.rules.diplomacy import AnswerOffer, BuildOffer
from spyring.games.spies.rules.discovery import Control, Counterspy, Discover
from spyring.games.spies.rules.sanction import Network, Sanction
from spyring.games.spies.rules.searches import EntrySearch, Search
from spyring.games.spies.rules.secrets import CashAtDrop
from spyring.games.spies.rules.tiles import earns
from spyring.games.spies.rules.turn import Freeing
from spyring.games.spies.rules.windows import Reaction

MAX_MAKER_GAIN: Final = -0.2  # what an offer may be worth to its maker at most, to be taken
MIN_PERCENT_NAMED: Final = 10  # a chance that is a reason to search

SIMPLE: Final = {
    w.ARRANGE: _("This places the remaining pieces sensibly."),
    w.REST: _("This spy gains nothing by moving further."),
    w.END: _("Nothing else is worth doing this turn."),
    w.RETURN: _("This is the least useful chit."),
    w.FREE: _("This brings a spy back into play."),
    w.ENLIST: _("This puts another spy on the map."),
    w.SET_DROP: _("Secrets are near and home is far: a Drop saves the trip."),
    w.CONSULT: _("A Source reveals hidden pieces, and there is money for it."),
    w.GUARD: _("A spy must beat these police to take the secret."),
    w.HAND: _("Another spy can carry the secret further."),
}

WORTH_MORE: Final = _("The offer asks for more than it gives.")
WORTH_LESS: Final = _("The offer gives more than it asks for.")
WORDS_ALONE: Final = _("Promises alone are not enough.")
NOT_NOW: Final = _("The price is fair, but not this time.")
ANOTHER_PRICE: Final = _("Perhaps at another price.")
EXPIRED: Final = _("This tile has expired.")
LEAST_TILE: Final = _("This is the least useful tile.")
SCORES: Final = _("{secret} scores its value ×{n} this year.")
FORMER: Final = _("{secret} is home: it scores its value ×{n} this year.")  # in stored games
SAFER: Final = _("Foreign spies are here: {secret} is safer under control.")
KILLS: Final = _("Killing a spy from {nation} scores {n} this year.")
MAY_SELL: Final = _("{nation} may have a Discovery to sell, and there is money for it.")
CAN_SEARCH: Final = _("Foreign spies are in {city}: police can search them there.")
CAN_GUARD: Final = _("Police can guard a secret in {city}.")
TILE_BRINGS: Final = _("{nation} gains chits (+{a}) and £{b}. All others together: chits (+{c}) and £{d}.")
CATCHES: Final = _("The chance that police in {city} catch {spy} is about {n}%.")
KNOWN_WORTH: Final = _("{secret} is known to be worth {n}.")
IN_REACH: Final = _("{secret} is within reach; its value is still unknown.")
CARRIES: Final = _("{spy} carries a secret that scores in {city}.")
TO_SECRET: Final = _("{spy} is on its way to a secret in {city}.")
TO_TILES: Final = _("{spy} is on its way to {city}, where next year's tiles pay.")
NO_ANSWER: Final = _("There is nothing to answer with.")
NO_CHIT: Final = _("This is not worth a chit.")
SPY_WORTH: Final = _("{spy} is worth a chit.")
SECRET_WORTH: Final = _("{secret} is worth a chit.")
TOO_MUCH: Final = _("{nation} would gain too much from {chit}.")
NO_DEAL: Final = _("No deal here would pay off.")
BOTH_GAIN: Final = _("Both sides gain from this.")
MISSING_CHIT: Final = _("{chit} is the chit that is missing.")
MUST_GAIN: Final = _("The other side must gain from this too.")


def reason(t: Table, seat: int, move: int) -> Reason | None:
    """What a move is for."""
    return checked(found(t, seat, move), CHECKS, t, seat, move)


def found(t: Table, seat: int, move: int) -> Reason | None:
    frame = t.stack[-1]
    codes = t.config.codes
    family = codes.family(move)
    if isinstance(frame, Reaction):
        return answer(t, frame, frame.nation_for(t, seat), move)
    if isinstance(frame, AnswerOffer):
        return says(t, move)
    if isinstance(frame, BuildOffer):
        return offer(frame, move)
    if isinstance(frame, EntrySearch):
        return search(t, frame.nation, frame.spy) if move != w.PASS else None
    if family == codes.step:
        return step(t, int(t.turn) * w.SPIES + codes.spy_of_step(move), codes.space_of_step(move))
    if family == codes.shift:
        return police(t, codes.city_of_shift(move))
    if family in SIMPLE:
        return Reason(SIMPLE[family])
    return deed(t, move)


def city_name(t: Table, city: int) -> str:
    return str(t.config.box.data["city"][city]["name"])


def spy_name(spy: int) -> str:
    return f"{w.NATION.titles[spy // w.SPIES]} {spy % w.SPIES + 1}"


def secret_name(secret: int) -> str:
    return f"{_('Secret')} {secret + 1}"


def deed(t: Table, move: int) -> Reason | None:
    """Tiles, searches, secrets, chits and talks on the own turn."""
    nation = int(t.turn)
    family = w.family(move)
    if family == w.PLAY_TILE:
        return tile(t, nation, move - w.PLAY_TILE)
    if family == w.DISCARD:
        return Reason(EXPIRED if t.config.box.last[move - w.DISCARD] < t.year else LEAST_TILE)
    if family == w.SEARCH:
        return search(t, nation, move - w.SEARCH)
    if family == w.DISCOVER:
        return discovery(t, nation, w.secret_of_discover(move))
    if family == w.CASH:
        return Reason(SCORES, {"secret": secret_name(move - w.CASH), "n": str(e.factor(t))})
    if family == w.TAKE and strangers(t, nation, t.spy_at[nation * w.SPIES + w.spy_of_take(move)]):
        return Reason(SAFER, {"secret": secret_name(w.secret_of_take(move))})
    if family == w.KILL:
        victim = w.NATION.titles[w.victim_of_kill(move) // w.SPIES]
        values = {"nation": victim, "n": str(t.config.box.marker * e.factor(t))}
        return Reason(KILLS, values)
    if family == w.TALK:
        return Reason(MAY_SELL, {"nation": w.NATION.titles[move - w.TALK]})
    return None


def strangers(t: Table, nation: int, city: int) -> bool:
    """Whether spies of other nations are in a city."""
    return spies_in(t, city) & ~(1 << nation) != 0


def police(t: Table, city: int) -> Reason | None:
    """Why police go to a city."""
    values = {"city": city_name(t, city)}
    if enemies(t, int(t.turn), city):
        return Reason(CAN_SEARCH, values)
    return Reason(CAN_GUARD, values) if unguarded(t, int(t.turn), city) else None


def tile(t: Table, nation: int, number: int) -> Reason:
    """What a tile brings its player, and what the others."""
    mine = [0, 0]
    theirs = [0, 0]
    for city, chits, money in t.config.box.yields[number]:
        for other in range(w.NATIONS):
            if earns(t, other, city):
                gets = mine if other == nation else theirs
                gets[0] += chits
                gets[1] += money
    a, b = [str(gain) for gain in mine]
    c, d = [str(gain) for gain in theirs]
    return Reason(TILE_BRINGS, {"nation": w.NATION.titles[nation], "a": a, "b": b, "c": c, "d": d})


def search(t: Table, nation: int, spy: int) -> Reason | None:
    """How likely a search catches somebody."""
    percent = round(100.0 * e.catch_chance(t, nation, spy))
    if percent < MIN_PERCENT_NAMED:
        return None
    return Reason(CATCHES, {"spy": spy_name(spy), "city": city_name(t, t.spy_at[spy]), "n": str(percent)})


def discovery(t: Table, nation: int, secret: int) -> Reason:
    """What a Discovery takes."""
    face = t.secret_face[secret]
    values = {"secret": secret_name(secret)}
    if t.secrets.knows(face, 1 << nation):
        values["n"] = str(t.config.box.value[face])
        return Reason(KNOWN_WORTH, values)
    return Reason(IN_REACH, values)


def step(t: Table, spy: int, space: int) -> Reason | None:
    """What a spy is on its way to: the goal that pulls most from where it goes, if that is nearer."""
    goal = aim(t, spy, space)
    if goal < 0:
        return None
    values = {"spy": spy_name(spy), "city": city_name(t, goal)}
    for secret in secrets_under(t, spy):
        if not t.national[secret] >> spy // w.SPIES & 1:
            return Reason(CARRIES, values)
    for secret in range(w.SECRETS):
        if t.secret_at[secret] == goal and e.wanted(t, spy // w.SPIES, secret):
            return Reason(TO_SECRET, values)
    return Reason(TO_TILES, values)


def aim(t: Table, spy: int, space: int) -> int:
    """The city that pulls a spy most from a space, if it is nearer there; -1 if there is none."""
    worth = e.goals(t, spy)
    far = t.config.box.far[space]
    best = 0.0
    goal = -1
    for city in range(len(worth)):
        value = worth[city] * e.NEARNESS[far[city]]
        if value > best:
            best = value
            goal = city
    return goal if goal >= 0 and far[goal] < t.config.box.far[t.spy_at[spy]][goal] else -1


# -- answers -------------------------------------------------------------------------------------------------


def answer(t: Table, frame: Reaction, nation: int, move: int) -> Reason | None:
    """What is at stake in a window."""
    if move == w.PASS:
        return Reason(NO_ANSWER if len(frame.legal(t, t.runner[nation])) == 1 else NO_CHIT)
    if isinstance(frame, Search | Counterspy | Freeing):
        spy = frame.b if isinstance(frame, Search) else frame.a
        return Reason(SPY_WORTH, {"spy": spy_name(spy)})
    if isinstance(frame, Sanction):
        victim = frame.b if frame.b // w.SPIES == nation else frame.a
        return Reason(SPY_WORTH, {"spy": spy_name(victim)})
    if isinstance(frame, Discover | Control | CashAtDrop):
        return Reason(SECRET_WORTH, {"secret": secret_name(frame.b)})
    if isinstance(frame, Network):
        return Reason(TOO_MUCH, {"nation": w.NATION.titles[frame.b], "chit": w.CHIT.titles[frame.a]})
    return None


# -- talks ---------------------------------------------------------------------------------------------------


def says(t: Table, move: int) -> Reason | None:
    """Why an offer is taken, refused or countered, for its two parties: from what the offer says, and not
    from what the nation holds that was asked.
    """
    frame = t.stack[-1]
    if not isinstance(frame, AnswerOffer) or move not in (w.ACCEPT, w.REFUSE, w.COUNTER):
        return None
    both = frame.witnesses(t)
    gain = e.parts_worth(frame.parts)
    if move == w.ACCEPT:
        return Reason(WORTH_LESS, {}, both) if gain <= MAX_MAKER_GAIN else None
    if move == w.COUNTER:
        return Reason(ANOTHER_PRICE, {}, both)
    for part in frame.parts:
        if w.family(part) not in (w.OFFER_WORD, w.ASK_WORD):
            return Reason(WORTH_MORE if gain > MAX_MAKER_GAIN else NOT_NOW, {}, both)
    return Reason(WORDS_ALONE, {}, both)


def offer(frame: BuildOffer, move: int) -> Reason | None:
    """Why a part goes into an offer."""
    family = w.family(move)
    if move == w.WITHDRAW:
        return Reason(NO_DEAL)
    if move == w.PROPOSE:
        return Reason(BOTH_GAIN)
    if family == w.ASK:
        return Reason(MISSING_CHIT, {"chit": w.CHIT.titles[move - w.ASK]})
    if family == w.PAY:
        return Reason(MUST_GAIN)
    return None


# -- facts ---------------------------------------------------------------------------------------------------


def enemies(t: Table, nation: int, city: int) -> bool:
    """Whether spies are in a city that police of a nation may search."""
    for other in range(w.NATIONS):
        if spies_in(t, city) >> other & 1 and other != nation and not allied(t, nation, other):
            return True
    return False


def unguarded(t: Table, nation: int, city: int) -> bool:
    """Whether a secret of a nation lies in a city with nobody on it."""
    for secret in range(w.SECRETS):
        if t.secret_at[secret] == city and t.secret_by[secret] == NOBODY and t.national[secret] >> nation & 1:
            return True
    return False


def tiles_pay(t: Table, seat: int, move: int) -> bool:
    """Whether an own tile of the next year pays where a spy is on its way to."""
    spy = int(t.turn) * w.SPIES + t.config.codes.spy_of_step(move)
    goal = aim(t, spy, t.config.codes.space_of_step(move))
    worth = [0.0] * t.config.box.cities
    e.add_tiles(t, int(t.turn), worth)
    return goal >= 0 and worth[goal] > 0.0


def drop_helps(t: Table, seat: int, move: int) -> bool:
    """Whether a secret is nearer to the spy than its capital."""
    box = t.config.box
    city = t.spy_at[int(t.turn) * w.SPIES + move - w.SET_DROP]
    home = box.far[city][box.capital[int(t.turn)]]
    for secret in range(w.SECRETS):
        if e.wanted(t, int(t.turn), secret) and box.far[t.secret_at[secret]][city] < home:
            return True
    return False


def another_can_go(t: Table, seat: int, move: int) -> bool:
    """Whether the spy that is handed a secret has not moved yet."""
    return not t.moved >> (int(t.turn) * w.SPIES + w.spy_of_hand(move)) & 1


def others_hold_chits(t: Table, seat: int, move: int) -> bool:
    return chits_of(t, move - w.TALK) > 0 and t.money[t.turn] > 0


def lacks_chit(t: Table, seat: int, move: int) -> bool:
    frame = t.stack[-1]
    return isinstance(frame, BuildOffer) and t.hand[frame.by * w.CHITS + move - w.ASK] == 0


def no_choice(t: Table, seat: int, move: int) -> bool:
    return len(t.legal(seat)) == 1


READ: Final = (  # from the table, where the sentence is chosen
    *(EXPIRED, SCORES, SAFER, KILLS, CAN_SEARCH, CAN_GUARD, TILE_BRINGS, CATCHES, KNOWN_WORTH, IN_REACH),
    *(CARRIES, TO_SECRET, WORTH_MORE, WORTH_LESS, WORDS_ALONE, NOT_NOW, ANOTHER_PRICE, MUST_GAIN),
    *(SIMPLE[w.ARRANGE], SIMPLE[w.FREE], SIMPLE[w.ENLIST], SIMPLE[w.CONSULT], SIMPLE[w.GUARD]),
)
JUDGED: Final = (
    *(SIMPLE[w.REST], SIMPLE[w.END], SIMPLE[w.RETURN], LEAST_TILE, NO_CHIT, SPY_WORTH, SECRET_WORTH),
    *(TOO_MUCH, NO_DEAL, BOTH_GAIN),
)
CHECKS: Final[dict[str, Check]] = {
    **dict.fromkeys(READ, by_its_values),
    **dict.fromkeys(JUDGED, judged_best),
    TO_TILES: tiles_pay,
    SIMPLE[w.SET_DROP]: drop_helps,
    SIMPLE[w.HAND]: another_can_go,
    MAY_SELL: others_hold_chits,
    MISSING_CHIT: lacks_chit,
    NO_ANSWER: no_choice,
}
