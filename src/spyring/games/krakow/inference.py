"""What a seat of Kraków makes of the others' play: whose colours they led, which cards they cannot well hold.

Memories are a list of whole numbers: for every seat and group, how much speaks for that identity
(thousandths of a logarithm of likelihood); then what the best division of identities reaches; then doubts,
three numbers each: a seat, a card or -1, and a threshold (``colour * 16 + opposition``) or -1.
"""

import math
from typing import Final

from spyring.engine.notation import Event
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table

# Heuristic bots lead cards of their own group 2.5 times as often as chance would, of their enemies 0.4
# times, of
# the others 0.75 times. People are less regular, so a little more than half of the logarithm counts.
LEADS_OWN: Final = 550
LEADS_ENEMY: Final = -600
LEADS_OTHER: Final = -180

UNBLOCKED: Final = 4000  # whoever holds the block card of a strong intrigue plays it
NOT_STOPPED: Final = 500  # whoever can stop an intrigue with the last card mostly does

BEST: Final = w.SEATS * w.GROUPS  # where the best division stands; doubts come behind it


def evidence(t: Table, seat: int, told: list[Event]) -> list[int]:
    """Everything remembered at this moment. Doubts about hands fade when new hands are dealt."""
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
    """How well this world explains what is remembered."""
    surplus = -memories[BEST]
    for other in range(w.SEATS):
        if other != seat:
            surplus += memories[other * w.GROUPS + t.identity[other]]
    for at in range(BEST + 1, len(memories), 3):
        surplus -= doubt(t, memories[at], memories[at + 1], memories[at + 2])
    return math.exp(float(surplus) / 1000.0)


def doubt(t: Table, seat: int, card: int, threshold: int) -> int:
    """How much speaks against this seat's hand."""
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
    """A card of ``group`` was led: weigh it for every identity the leader may have."""
    for mine in range(w.GROUPS):
        if mine == group:
            identity[leader * w.GROUPS + mine] += LEADS_OWN
        elif mine + group == w.GROUPS - 1:
            identity[leader * w.GROUPS + mine] += LEADS_ENEMY
        else:
            identity[leader * w.GROUPS + mine] += LEADS_OTHER


def best_division(t: Table, seat: int, identity: list[int]) -> int:
    """The most that any division of the other identities among the other seats reaches."""
    others = [other for other in range(w.SEATS) if other != seat]
    groups = [group for group in range(w.GROUPS) if group != t.identity[seat]]
    best = -1000000000
    for one in range(3):
        for two in range(3):
            if one != two:
                division = [groups[one], groups[two], groups[3 - one - two]]
                reached = 0
                for place in range(3):
                    reached += identity[others[place] * w.GROUPS + division[place]]
                best = max(best, reached)
    return best
