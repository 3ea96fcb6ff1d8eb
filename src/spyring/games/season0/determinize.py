"""Worlds of Season 0 that a seat cannot tell from the real one."""

from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import with_escalations


def determinize(t: Table, seat: int) -> None:
    """Rearrange what nobody knows: the decks, the cards under objectives."""
    _deck(t)
    t.foreseen.determinize(t, [t.threat], 1 << seat)


def _deck(t: Table) -> None:
    """The hidden player cards: first those under objectives, from their lists, then the deck, with one
    Escalation in each pile.
    """
    hidden = [card for card in t.deck if card != w.ESCALATION]
    escalations = len(t.deck) - len(hidden)
    target = list(t.target)
    under = [number for number in range(len(target)) if target[number] >= 0 and not t.revealed[number]]
    hidden += [target[number] for number in under]
    hidden.sort()
    if under:
        _targets(t, under, hidden, target)
        t.target = tuple(target)
    t.shuffle(hidden)
    t.deck = with_escalations(t, hidden, escalations)


def _targets(t: Table, under: list[int], hidden: list[int], target: list[int]) -> None:
    """Draw a card for each objective from its list. Lists may overlap, so a draw that leaves a later
    objective without a card is repeated.
    """
    while True:
        left = hidden[:]
        found = 0
        for number in under:
            listed = t.config.objectives[number].unknown
            possible = [card for card in left if card in listed and not t.shown >> card & 1]
            if not possible:
                break
            card = possible[t.roll(len(possible))]
            target[number] = card
            left.remove(card)
            found += 1
        if found == len(under):
            hidden[:] = left
            return
