"""The heuristic bot's judgement of Spies!."""

from typing import Final

from spyring.engine.box import FAR
from spyring.engine.notation import Event
from spyring.engine.reason import Reason
from spyring.engine.strategy import POINTLESS, Strategy, first_of
from spyring.games.spies import estimates as e
from spyring.games.spies import reasons
from spyring.games.spies import words as w
from spyring.games.spies.box import GE2, NEUTRAL
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import allied
from spyring.games.spies.pieces import carries, controller_of, force_of, is_cousin, spies_in, strength_of
from spyring.games.spies.places import ALL_SPIES, NEUTRAL_BOX, NOBODY
from spyring.games.spies.rules.chits import ReturnSurplus, chits_of, drop_at
from spyring.games.spies.rules.diplomacy import AMOUNTS, BuildOffer, Talk, given_money
from spyring.games.spies.rules.discovery import Control, Counterspy, Discover
from spyring.games.spies.rules.movement import SpyStep
from spyring.games.spies.rules.police import MovePolice, count_police
from spyring.games.spies.rules.sanction import Network, Sanction
from spyring.games.spies.rules.searches import EntrySearch, Search, watched
from spyring.games.spies.rules.secrets import CashAtDrop
from spyring.games.spies.rules.setup import PlaceTogether
from spyring.games.spies.rules.tiles import ChooseTile, earns
from spyring.games.spies.rules.turn import Freeing
from spyring.games.spies.rules.windows import Reaction

MIN_GAIN: Final = 0.05  # a step must bring so much
WIN: Final = 20.0
MIN_GAIN_OF_OTHER: Final = 0.3  # a bargain must leave the other side so much, or it is not worth its while


class SpiesStrategy(Strategy[Table]):
    """Goes after secrets in reach, carries them home, searches where it pays, answers what matters."""

    def priors(self, t: Table, seat: int, moves: tuple[int, ...]) -> list[float]:
        frame = t.stack[-1]
        if w.ARRANGE in moves or isinstance(frame, PlaceTogether):
            return [1.0 if move == w.ARRANGE else POINTLESS for move in moves]
        if isinstance(frame, SpyStep):
            return weigh_spies(t, moves)
        if isinstance(frame, MovePolice):
            return weigh_police(t, moves)
        if isinstance(frame, Reaction):
            return weigh_answers(t, frame, frame.nation_for(t, seat), moves)
        if isinstance(frame, Talk):
            return weigh_talk(t, frame, moves)
        if isinstance(frame, EntrySearch):
            return [search_worth(t, frame.nation, frame.spy) if move != w.PASS else 0.05 for move in moves]
        if isinstance(frame, ReturnSurplus):
            return [-kept_worth(t, frame.nation_for(t, seat), move - w.RETURN) for move in moves]
        return [weigh_plain(t, move) for move in moves]

    def restful(self, t: Table, seat: int, moves: tuple[int, ...]) -> int:
        return first_of(moves, w.PASS, w.REST, w.DONE, w.END)

    def reason(self, t: Table, seat: int, move: int) -> Reason | None:
        return reasons.reason(t, seat, move)

    def says(self, t: Table, seat: int, move: int) -> Reason | None:
        return reasons.says(t, move)

    def evaluate(self, t: Table, seat: int) -> float:
        return e.chances(t)[seat]

    def prospects(self, t: Table) -> list[float]:
        return e.chances(t)

    def subtle(self) -> bool:
        return True

    def care(self, t: Table) -> float:
        """None, which costs strength: what wastes spaces is pointless, and guards stay (:meth:`gives_up`)."""
        return 0.0

    def recall(self, t: Table, told: list[Event]) -> None:
        if t.mover >= 0 and not t.trail:
            t.trail = trail_told(t, told)

    def gives_up(self, t: Table, move: int) -> bool:
        """The last police piece leaves a city where a National secret lies."""
        codes = t.config.codes
        if codes.family(move) != codes.shift:
            return False
        nation = int(t.turn)
        city = t.police_at[nation * w.POLICE + codes.police_of_shift(move)]
        secrets = [secret for secret in range(w.SECRETS) if t.national[secret] >> nation & 1]
        return count_police(t, nation)[city] == 1 and city in [t.secret_at[secret] for secret in secrets]

    def is_quiescent(self, t: Table) -> bool:
        """A position is judged when a turn begins: what a spy is on its way to shows by then."""
        return isinstance(t.stack[-1], ChooseTile) if t.stack else True


# -- tiles, surplus, Escapes, searches -----------------------------------------------------------------------


def weigh_plain(t: Table, move: int) -> float:
    """Decisions whose moves can be weighed one by one."""
    nation = int(t.turn)
    family = w.family(move)
    if family == w.SEARCH:
        price = 0.3 if t.config.game_advanced else 0.0
        return search_worth(t, nation, move - w.SEARCH) - price
    if family == w.DISCARD:
        return discard_worth(t, move - w.DISCARD)
    if family == w.PLAY_TILE:
        return tile_worth(t, nation, move - w.PLAY_TILE)
    if family == w.FREE:
        spy = nation * w.SPIES + move - w.FREE
        captor = 0.0 if t.spy_at[spy] == NEUTRAL_BOX else 0.3 * e.last_factor(t)
        return 2.5 + strength_of(t, spy) * (0.4 + captor) - 10 * e.MONEY - e.CHIT_WORTH[w.ESCAPE]
    if family == w.GUARD:
        return 0.5
    return POINTLESS if family == w.TALK else 0.0


def kept_worth(t: Table, nation: int, chit: int) -> float:
    """What one of its chits is worth to a nation: less if it has several."""
    return e.CHIT_WORTH[chit] * (0.5 if t.hand[nation * w.CHITS + chit] > 2 else 1.0)


def tile_worth(t: Table, nation: int, tile: int) -> float:
    """What a tile brings its player, less a part of what it brings others."""
    total = 0.0
    for city, chits, money in t.config.box.yields[tile]:
        worth = chits * 1.3 + money * e.MONEY
        for other in range(w.NATIONS):
            if earns(t, other, city):
                total += worth if other == nation else -0.25 * worth
    if t.config.game_advanced:
        if tile in t.config.box.annexed:
            total += 2.0
        if tile == GE2:
            mine = e.chances(t)[t.runner[nation]]
            total += WIN * (mine - 1.5 / float(t.seats))
        total -= 0.3
    return total


def discard_worth(t: Table, tile: int) -> float:
    """Tiles whose years are over go first, those that can still be played last."""
    box = t.config.box
    if box.last[tile] < t.year:
        return 0.0
    return -0.6 if box.last[tile] == t.year else -1.2


def search_worth(t: Table, nation: int, spy: int) -> float:
    """What a search is likely to bring."""
    return e.catch_chance(t, nation, spy) * e.spy_stake(t, nation, spy)


# -- police --------------------------------------------------------------------------------------------------


def weigh_police(t: Table, moves: tuple[int, ...]) -> list[float]:
    """Police go where enemy spies are and where secrets of worth lie, and stand on the best of them."""
    nation = int(t.turn)
    need = police_needs(t, nation)
    count = count_police(t, nation)
    codes = t.config.codes
    weights: list[float] = []
    for move in moves:
        family = codes.family(move)
        if family == codes.shift:
            one = nation * w.POLICE + codes.police_of_shift(move)
            weights.append(shift_worth(t, one, codes.city_of_shift(move), need, count))
        elif family == w.GUARD:
            secret = w.secret_of_guard(move)
            one = nation * w.POLICE + w.police_of_guard(move)
            weights.append(0.2 + 0.3 * e.secret_worth(t, nation, secret) + 0.02 * force_of(t, one))
        else:
            weights.append(POINTLESS if family in (w.TALK, w.LEAVE) else 0.0)
    return weights


def police_needs(t: Table, nation: int) -> list[float]:
    """How much each city at home needs police."""
    need = [0.0] * t.config.codes.cities
    for secret in range(w.SECRETS):
        city = t.secret_at[secret]
        if 0 <= city < len(need) and t.owner[city] == nation:
            if controller_of(t, secret) in (nation, NEUTRAL):
                need[city] += 0.5 * e.secret_worth(t, nation, secret)
    for spy in range(ALL_SPIES):
        city = t.spy_at[spy]
        if 0 <= city < len(need) and t.owner[city] == nation and spy // w.SPIES != nation:
            if not allied(t, nation, spy // w.SPIES):
                need[city] += 1.5 + e.loot(t, nation, spy)
    return need


def shift_worth(t: Table, one: int, city: int, need: list[float], count: list[int]) -> float:
    """What is gained by moving a police piece: the second in a city counts half."""
    at = t.police_at[one]
    for by in t.secret_by:
        if by == ALL_SPIES + one:
            return -1.0
    gain = need[city] / (1 + count[city]) - need[at] / count[at]
    if count[city] >= t.config.room[city]:
        return gain - 5.0
    return gain - 0.6


# -- reactions -----------------------------------------------------------------------------------------------


def weigh_answers(t: Table, frame: Reaction, nation: int, moves: tuple[int, ...]) -> list[float]:
    """What is at stake, less the price of the chit."""
    if len(moves) == 1:
        return [0.0]
    stake = stake_of(t, frame, nation)
    weights: list[float] = []
    for move in moves:
        if move == w.PASS:
            weights.append(0.0)
        else:
            chit = move - w.ANSWER
            price = t.config.box.price[chit] * e.MONEY + 0.6 * e.CHIT_WORTH[chit]
            gain = 0.3 if chit == w.DOUBLE_CROSS and isinstance(frame, Sanction) else 0.0
            weights.append(stake + gain - price)
    return weights


def stake_of(t: Table, frame: Reaction, nation: int) -> float:
    """What the outcome of a window is worth to a nation that may answer."""
    if isinstance(frame, Search):
        force = e.police_guess(t, nation, frame.a, t.spy_at[frame.b])
        caught = e.stronger(force, e.spy_guess(t, nation, frame.b), False)
        return caught * e.spy_stake(t, nation, frame.b)
    if isinstance(frame, Sanction):
        marker = t.config.box.marker * e.factor(t)
        victim = frame.b if frame.b // w.SPIES == nation else frame.a
        return 0.8 * marker + A_DEATH + e.loot(t, nation, victim) * e.factor(t)
    if isinstance(frame, Discover | Control):
        worth = e.secret_worth(t, nation, frame.b) * e.factor(t)
        if frame.a // w.SPIES == nation or controller_of(t, frame.b) == nation:
            return worth + 0.5
        return worth * (0.9 if t.national[frame.b] >> nation & 1 else 0.25)
    if isinstance(frame, Counterspy):
        return e.spy_stake(t, nation, frame.a)
    if isinstance(frame, Freeing):
        return e.spy_guess(t, nation, frame.a) * e.last_factor(t) * 0.5
    if isinstance(frame, CashAtDrop):
        return 0.4 * (e.secret_worth(t, nation, frame.b) * e.factor(t) + 20 * e.MONEY)
    if isinstance(frame, Network):
        rich = t.money[nation] > 40
        return (2.0 if frame.a == w.DROP else 1.3 if frame.c == nation else 0.5) if rich else 0.0
    return 0.0


A_DEATH: Final = 2.0  # what a killed spy is missed beside the killer's marker


# -- talks ---------------------------------------------------------------------------------------------------


def weigh_talk(t: Table, frame: Talk, moves: tuple[int, ...]) -> list[float]:
    """Buys a Discovery at a fair price; accepts what is worth more than it costs."""
    if len(moves) == 1:  # not asked: nothing is won by breaking off what can still be refused
        return [POINTLESS]
    offer = e.parts_worth(frame.parts)
    weights: list[float] = []
    for move in moves:
        if not isinstance(frame, BuildOffer):
            weights.append(-offer - 0.2 if move == w.ACCEPT else -0.1 if move == w.COUNTER else 0.0)
        elif move == w.PROPOSE:
            weights.append(1.0 if -1.2 < offer <= -MIN_GAIN_OF_OTHER else -1.0)
        elif move == w.WITHDRAW:
            weights.append(0.0)
        elif not frame.parts:
            weights.append(1.0 if move == w.ASK + w.DISCOVERY else -1.0)
        elif w.family(move) == w.PAY:
            rest = offer - AMOUNTS[move - w.PAY] * e.MONEY
            paid = given_money(frame.parts, w.PAY) + AMOUNTS[move - w.PAY]
            affordable = t.money[frame.by] - paid > 5
            weights.append(0.9 - abs(rest + 0.4) * 0.3 if offer > -MIN_GAIN_OF_OTHER and affordable else -1.0)
        else:
            weights.append(-1.0)
    return weights


# -- the spy step --------------------------------------------------------------------------------------------


def weigh_spies(t: Table, moves: tuple[int, ...]) -> list[float]:
    """Steps by how much nearer they bring a spy to its goals, deeds by what they bring."""
    codes = t.config.codes
    first = int(t.turn) * w.SPIES
    fields: dict[int, list[float]] = {}
    here: dict[int, float] = {}
    stakes: dict[int, float] = {}
    weights: list[float] = []
    direct = direct_ways(t) if t.mover >= 0 and t.trail else []
    for move in moves:
        if codes.family(move) != codes.step:
            weights.append(deed_worth(t, first, move))
            continue
        spy = first + codes.spy_of_step(move)
        space = codes.space_of_step(move)
        if spy not in fields:
            fields[spy] = e.goals(t, spy)
            here[spy] = e.pull(t, fields[spy], t.spy_at[spy])
            stakes[spy] = e.spy_stake(t, int(t.turn), spy)
        if direct and wasted(t, direct, space):
            weights.append(POINTLESS)
            continue
        gain = e.pull(t, fields[spy], space) - here[spy] - MIN_GAIN
        if space < codes.cities:
            gain -= e.entry_risk(t, spy, space, stakes[spy]) * (1.0 if t.owner[space] != t.turn else 0.0)
        if t.mover == spy and t.spy_at[spy] >= codes.cities:
            gain += WIN  # at sea it must go on
        weights.append(gain)
    return weights


def trail_told(t: Table, told: list[Event]) -> tuple[int, ...]:
    """The current walk as events tell it: the last steps in a row, and where they began."""
    trail: list[int] = []
    walking = True
    for event in reversed(told):
        if event.a != t.mover or event.kind not in (w.STEPPED, w.SENT, w.FREED, w.RECRUITED):
            walking = False
            continue
        trail.insert(0, event.b)
        if not walking or event.kind != w.STEPPED:
            return tuple(trail)
    return ()


def direct_ways(t: Table) -> list[int]:
    """The fewest steps from the start of the current walk to every space, past no police of others."""
    near = t.config.box.near
    away = [FAR] * len(near)
    away[t.trail[0]] = 0
    waiting = [t.trail[0]]
    for space in waiting:
        if away[space] == 0 or not watched(t, int(t.turn), space):
            for other in near[space]:
                if away[other] == FAR:
                    away[other] = away[space] + 1
                    waiting.append(other)
    return away


def wasted(t: Table, direct: list[int], space: int) -> bool:
    """Whether the walk so far would have been better not made, or made directly: the same place costs more
    spaces, and nothing has happened on the way. Going round police and coming back with a secret may pay.
    """
    if space == t.trail[0]:
        return not gains_by_return(t, space)
    return space in t.trail or direct[space] < len(t.trail)


def gains_by_return(t: Table, city: int) -> bool:
    """Whether the moving spy can cash or hand over its secret only after it has come back to a city."""
    nation = int(t.turn)
    cashes = city == t.config.box.capital[nation] or drop_at(t, nation, city)
    helped = city in t.spy_at[nation * w.SPIES : nation * w.SPIES + w.SPIES]
    return carries(t, int(t.mover)) and (cashes or helped)


def deed_worth(t: Table, first: int, move: int) -> float:
    """What a spy may do beside moving."""
    family = w.family(move)
    if family == w.REST:
        return 0.02
    if family == w.END:
        return 0.0
    if family == w.HAND:
        return -0.2
    if family == w.TAKE:
        return take_worth(t, first + w.spy_of_take(move), w.secret_of_take(move))
    if family == w.DISCOVER:
        return try_worth(t, first + w.spy_of_discover(move), w.secret_of_discover(move))
    if family == w.CASH:
        return 10.0
    if family == w.LEAVE:
        secret = move - w.LEAVE
        return -0.5 if t.national[secret] >> int(t.turn) & 1 else -3.0
    return chit_worth(t, first, move)


def try_worth(t: Table, spy: int, secret: int) -> float:
    """What a Discovery is likely to bring, less its price."""
    nation = spy // w.SPIES
    worth = e.discovery_worth(t, spy, secret, e.spy_stake(t, nation, spy))
    if t.national[secret] >> nation & 1:
        worth = e.secret_worth(t, nation, secret) * e.last_factor(t) * 0.7
    return worth - t.config.box.price[w.DISCOVERY] * e.MONEY - 0.5


def take_worth(t: Table, spy: int, secret: int) -> float:
    """A secret at home is taken where enemy spies are about."""
    threatened = spies_in(t, t.spy_at[spy]) & ~(1 << int(t.turn)) and t.secret_by[secret] == NOBODY
    return 0.3 * e.secret_worth(t, int(t.turn), secret) - 0.4 if threatened else -0.4


def chit_worth(t: Table, first: int, move: int) -> float:
    """Sanction, Drop, Recruit, Source and talks."""
    nation = int(t.turn)
    money = t.money[nation]
    family = w.family(move)
    if family == w.KILL:
        victim = w.victim_of_kill(move)
        spy = first + w.spy_of_kill(move)
        lone = 0.15 if t.config.game_advanced and not is_cousin(t, spy) else 0.0
        marker = t.config.box.marker * e.factor(t)
        gain = marker + A_DEATH * 0.5 + e.loot(t, nation, victim) * e.factor(t) * 0.5
        lost = lone * (gain + A_DEATH)
        return gain - lost - t.config.box.price[w.SANCTION] * e.MONEY - e.CHIT_WORTH[w.SANCTION]
    if family == w.SET_DROP:
        return drop_worth(t, first + move - w.SET_DROP) if money > 35 else -1.0
    if family == w.ENLIST:
        return 3.0
    if family == w.CONSULT:
        return 0.3 if money > 40 and t.points >= 4 else -0.5
    if family == w.TALK:
        other = move - w.TALK
        poor = money < 40 or t.hand[nation * w.CHITS + w.DISCOVERY] > 0 or t.talks
        return 0.1 * chits_of(t, other) if not poor and chits_of(t, other) > 2 else POINTLESS
    return 0.0


def drop_worth(t: Table, spy: int) -> float:
    """A Drop pays where secrets are near and home is far."""
    nation = spy // w.SPIES
    city = t.spy_at[spy]
    box = t.config.box
    away = box.far[city][box.capital[nation]]
    total = 0.0
    for secret in range(w.SECRETS):
        place = t.secret_at[secret]
        if 0 <= place < box.cities and place != city and not t.national[secret] >> nation & 1:
            total += max(0, away - box.far[place][city] - 2) * 0.25
    return total - 2.5
