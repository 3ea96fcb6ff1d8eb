"""Cards, pieces and passports, for all chapters, and how a game ends."""

from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.season0 import scoring
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import CALL_BITS, TEMPORARY
from spyring.games.season0.box import EACH_TEAMS, HAND_LIMIT, MAX_AGENTS
from spyring.games.season0.generated import Table


def read_passport(t: Table, seat: int) -> None:
    """Apply what the alias of a seat can and cannot do."""
    alias = t.alias[seat]
    ability = -1
    traits = 0
    if alias >= TEMPORARY:
        ability = alias - TEMPORARY
    elif alias >= 0:
        passport = t.config.aliases[alias]
        assert passport is not None
        ability = passport.occupation
        for held in t.slots[alias]:
            traits |= 1 << held
    t.ability = replaced(t.ability, seat, ability)
    if traits & ~1 != t.traits[seat]:
        t.traits = replaced(t.traits, seat, traits & ~1)


def hand_limit(t: Table, seat: int) -> int:
    """The hand limit of a seat (SZ-15.1)."""
    traits = t.traits[seat]
    if not traits:
        return HAND_LIMIT
    return HAND_LIMIT + copies(t, seat, w.FALSE_BOTTOM_CASE) - (traits >> w.KNOWN_FACE & 1)


def copies(t: Table, seat: int, sticker: int) -> int:
    """How often the alias of a seat has an asset: each one counts (SZ-17.3)."""
    if not t.traits[seat] >> sticker & 1:
        return 0
    return t.slots[t.alias[seat]].count(sticker)


def calls(t: Table, seat: int) -> int:
    """How often a seat has called a station chief in this game."""
    return int(t.called) >> CALL_BITS * seat & (1 << CALL_BITS) - 1


def is_active(t: Table, team: int) -> bool:
    """Whether a team stands in a city of its own affiliation (SZ-5.7)."""
    city = t.teams[team]
    return city >= 0 and t.side[city] == team // EACH_TEAMS


def active_in(t: Table, city: int) -> int:
    """How many active teams stand in a city."""
    first = t.side[city] * EACH_TEAMS
    return t.teams[first : first + EACH_TEAMS].count(city)


def discard_card(t: Table, seat: int, card: int) -> None:
    """A player card goes from a hand to the discard pile (SZ-9.6)."""
    t.hands[seat].remove(card)
    t.discard.append(card)


def remove_agents(t: Table, city: int, count: int) -> None:
    """Agents go from a city to the supply."""
    t.agents[city] -= count
    t.agents_left += count


def put_agents(t: Table, city: int, count: int) -> bool:
    """Put agents into a city, as many as fit; False if the supply ran out, which ends the game (SZ-14.3,
    SZ-R2).
    """
    short = t.agents_left < count
    placed = int(t.agents_left) if short else count
    if placed:
        t.agents[city] += placed
        t.agents_left -= placed
        if t.event_log is not None:
            t.emit(w.AGENTS_PLACED, PUBLIC, city, placed)
    if short:
        end_game(t, w.BY_AGENTS)
        return False
    return True


def with_escalations(t: Table, cards: list[int], escalations: int) -> list[int]:
    """A deck of these cards and Escalations: one anywhere in each pile that still has one."""
    if not t.piles:
        cards += [w.ESCALATION] * escalations
        t.shuffle(cards)
        return cards
    deck: list[int] = []
    used = 0
    left = len(cards) + escalations
    for number in range(len(t.piles)):
        size = min(t.piles[number], left)
        if size == 0:
            break
        left -= size
        if escalations:  # the lowest piles are complete, so they have theirs
            escalations -= 1
            deck += cards[used : used + size - 1]
            used += size - 1
            deck.insert(len(deck) - t.roll(size), w.ESCALATION)
        else:
            deck += cards[used : used + size]
            used += size
    return deck


def piles_left(t: Table) -> list[int]:
    """What is left of each pile of the player deck, the lowest first."""
    left = len(t.deck)
    sizes: list[int] = []
    for size in t.piles:
        sizes.append(min(size, left))
        left -= sizes[-1]
    return sizes


def turn_threat(t: Table, agents: int) -> None:
    """At the setup: turn a Threat card and put agents in its city, as far as they fit."""
    card = t.threat.pop()
    t.threat_discard.append(card)
    if t.event_log is not None:
        t.emit(w.THREAT_TURNED, PUBLIC, card)
    room = MAX_AGENTS - t.agents[card]
    put_agents(t, card, agents if agents < room else room)


def top_layer(t: Table) -> list[int]:
    """The Threat cards that the next one may be."""
    pool = t.foreseen.pool
    top = max([pool[card] for card in t.threat], default=-1)
    return [card for card in t.threat if pool[card] == top]


def end_game(t: Table, cause: int) -> None:
    """End the game immediately; open objectives have failed (SZ-14.5, SZ-16.2)."""
    t.finish()
    if t.cause >= 0:
        return
    t.cause = cause
    t.emit(w.GAME_ENDS, PUBLIC, cause)
    for number in range(len(t.status)):
        if t.status[number] == w.OPEN:
            t.status = replaced(t.status, number, w.FAILED)
            if t.target[number] >= 0 and not t.revealed[number]:
                t.emit(w.TARGET_SHOWN, PUBLIC, number, t.target[number])
            t.emit(w.OBJECTIVE_FAILED, PUBLIC, number, t.config.objectives[number].failed)
    if t.campaign is not None:
        t.push(t.game.frames["AfterGame"]())  # the six steps; they end with the evaluation
        return
    t.emit(w.EVALUATED, PUBLIC, scoring.evaluation(t))


def holds_event(hand: list[int]) -> bool:
    """Whether there is an Event among the cards."""
    for card in hand:
        if card >= w.CITIES:
            return True
    return False
