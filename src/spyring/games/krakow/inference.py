"""What a seat of Kraków infers from the others' play: which colours they led, which cards they hardly hold.

The evidence is a list of whole numbers. First come log-likelihoods, in thousandths, of each identity for each
seat, then that of the best assignment of identities. Then come doubts, three numbers each: a seat, a card or
-1, and a threshold (``colour * 16 + opposition``) or -1.
"""

import math
from itertools import permutations
from typing import Final

from spyring.engine.notation import Event
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table

# Compared with chance, heuristic bots lead cards of their own group 2.5 times as often, of their enemies 0.4
# times, of the others 0.75 times. People are less regular, so just over half of the logarithm counts.
LEADS_OWN: Final = 550
LEADS_ENEMY: Final = -600
LEADS_OTHER: Final = -180

UNBLOCKED: Final = 4000  # a seat with the block card of a strong intrigue plays it
NOT_STOPPED: Final = 500  # a seat that can stop an intrigue with the last card usually does

BEST: Final = w.SEATS * w.GROUPS  # the index of the best assignment; doubts follow


def evidence(t: Table, seat: int, told: list[Event]) -> list[int]:
    """All current evidence. Doubts about hands end when new hands are dealt."""
    if not told:
        return []
    box = t.config.box
    identity = [0] * (w.SEATS * w.GROUPS)
    doubts: list[int] = []
    led = -1
    opposed: list[Event] = []
    for event in told:
        if event.kind == w.SEASON_BEGINS:
            doubts = []
        elif event.kind == w.LED:
            led = event.b
            opposed = []
            if event.a != seat:
                count_lead(identity, event.a, box.group[led])
        elif event.kind == w.OPPOSED:
            opposed.append(event)
            if event.a != seat and box.blocked_by[led] >= 0:
                doubts += [event.a, box.blocked_by[led], -1]
        elif event.kind == w.SUCCEEDED and len(opposed) == 2 and opposed[1].a != seat:
            last = opposed[1]
            doubts += [last.a, -1, box.group[led] * 16 + min(15, event.b - event.c + last.c + 1)]
    return [*identity, best_division(t, seat, identity), *doubts]


def likelihood(t: Table, seat: int, memories: list[int]) -> float:
    """How well this world explains the evidence."""
    surplus = -memories[BEST]
    for other in range(w.SEATS):
        if other != seat:
            surplus += memories[other * w.GROUPS + t.identity[other]]
    for at in range(BEST + 1, len(memories), 3):
        surplus -= doubt(t, memories[at], memories[at + 1], memories[at + 2])
    return math.exp(float(surplus) / 1000.0)


def doubt(t: Table, seat: int, card: int, threshold: int) -> int:
    """How strongly the evidence speaks against this seat's hand."""
    hand = t.hands[seat]
    if card >= 0:
        return UNBLOCKED if card in hand else 0
    colour = threshold // 16
    needed = threshold % 16
    for held in hand:
        if t.config.box.opposition[held * w.GROUPS + colour] >= needed:
            return NOT_STOPPED
    return 0


def count_lead(identity: list[int], leader: int, group: int) -> None:
    """A seat led a card of ``group``: weigh that for each of its possible identities."""
    for mine in range(w.GROUPS):
        if mine == group:
            identity[leader * w.GROUPS + mine] += LEADS_OWN
        elif mine + group == w.GROUPS - 1:
            identity[leader * w.GROUPS + mine] += LEADS_ENEMY
        else:
            identity[leader * w.GROUPS + mine] += LEADS_OTHER


def best_division(t: Table, seat: int, identity: list[int]) -> int:
    """The log-likelihood of the best assignment of the other identities to the other seats."""
    others = [other for other in range(w.SEATS) if other != seat]
    groups = [group for group in range(w.GROUPS) if group != t.identity[seat]]
    best = -1000000000
    for division in permutations(groups):
        reached = 0
        for place in range(len(others)):
            reached += identity[others[place] * w.GROUPS + division[place]]
        best = max(best, reached)
    return best
