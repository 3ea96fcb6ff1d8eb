"""What public results say about hidden pieces, and what remains known when pieces are mixed.

``can`` of the table holds, for each spy, the faces of its nation that it can have: a bit for each face, for
every nation and, last, for spectators. ``compared`` lists results that link hidden pieces to each other
(``comparison`` of the words). Both hold what the rules have shown publicly, and what a nation knew of spies
before they were mixed. ``Knowledge`` holds what a nation has seen of a single piece.
"""

from typing import Final

from spyring.engine.seats import SPECTATOR
from spyring.games.spies import words as w
from spyring.games.spies.box import Box
from spyring.games.spies.generated import Table
from spyring.games.spies.places import ALL_POLICE, ALL_SPIES, EACH, FACES, KNOWERS

PIECES: Final = ALL_SPIES + ALL_POLICE
NO_PIECE: Final = PIECES

# Results: the strength of the spy against the sum of the other pieces.
WEAKER: Final = 0
AT_LEAST: Final = 1
STRONGER: Final = 2
AT_MOST: Final = 3
FELL: Final = 4  # killed by a Sanction of the other spy: no Cousin, unless the killer is one (SPY-15.4)

BEYOND: Final = 999  # more than any strength
AHEAD: Final = ((-BEYOND, -1), (0, BEYOND), (1, BEYOND), (-BEYOND, 0))  # the bounds of each difference


# -- what is concluded -------------------------------------------------------------------------------------


def possible(t: Table, eyes: int, spy: int) -> int:
    """The faces that a spy can have, as far as the nations in ``eyes`` know together."""
    can = t.can[spy]
    found = can >> w.SPIES * w.NATIONS & FACES
    for nation in range(w.NATIONS):
        if eyes >> nation & 1:
            found &= can >> w.SPIES * nation
    return found


def narrow(t: Table, spy: int, faces: int) -> None:
    """Everyone learns that a spy has one of these faces."""
    can = t.can[spy] & faces * EACH
    if can != t.can[spy]:
        t.can = (*t.can[:spy], can, *t.can[spy + 1 :])


def between(t: Table, nation: int, least: int, most: int) -> int:
    """The faces of a nation's spies whose strength is from ``least`` to ``most``."""
    strength = t.config.box.strength
    found = 0
    for number in range(t.config.box.spies[nation]):
        if least <= strength[nation * w.SPIES + number] <= most:
            found |= 1 << number
    return found


def cousin_of(t: Table, nation: int) -> int:
    """The face of a nation's Cousin; none in the standard game (SPY-R65)."""
    if t.config.game_advanced:
        for number in range(w.SPIES):
            if t.config.box.cousin[nation * w.SPIES + number]:
                return 1 << number
    return 0


def met_counterspy(t: Table, spy: int, strength: int, caught: bool) -> None:
    """A counterspy beats weaker spies, but never a Cousin (SPY-9.2, SPY-15.3)."""
    beaten = between(t, spy // w.SPIES, 0, strength - 1) & ~cousin_of(t, spy // w.SPIES)
    narrow(t, spy, beaten if caught else FACES & ~beaten)


def conclude(t: Table, spy: int, pieces: list[int], result: int) -> None:
    """Everyone learns how a spy compares with one or two other pieces."""
    other = pieces[1] if len(pieces) > 1 else NO_PIECE
    fact = w.comparison(spy, pieces[0], other, result)
    if fact not in t.compared:
        t.compared = tuple(sorted([*t.compared, fact]))


def pieces_of(fact: int) -> tuple[int, int, int]:
    """The pieces of a comparison, the spy first."""
    return w.spy_of_comparison(fact), w.piece_of_comparison(fact), w.other_of_comparison(fact)


def holds(box: Box, fact: int, face: list[int]) -> bool:
    """Whether a result fits the faces of all pieces, spies first, then police."""
    spy, one, other = pieces_of(fact)
    result = w.result_of_comparison(fact)
    if result == FELL:
        return not box.cousin[face[spy]] or box.cousin[face[one]]
    ahead = box.strength[face[spy]] - worth(box, face[one])
    if other != NO_PIECE:
        ahead -= worth(box, face[other])
    least, most = AHEAD[result]
    return least <= ahead <= most


def worth(box: Box, face: int) -> int:
    """The strength on a face."""
    return box.strength[face] if face < ALL_SPIES else box.force[face - ALL_SPIES]


def faces(t: Table) -> list[int]:
    """The face of every piece (negative if none), spies first, then police."""
    return list(t.spy_face) + [face + ALL_SPIES if face >= 0 else -1 for face in t.police_face]


# -- what remains when nobody can follow a piece any longer ------------------------------------------------


def let_go(t: Table, piece: int) -> None:
    """A piece gets lost among others: its results only keep what they say about the other spies."""
    kept: list[int] = []
    for fact in t.compared:
        if piece in pieces_of(fact):
            bound(t, fact)
        else:
            kept.append(fact)
    t.compared = tuple(kept)


def bound(t: Table, fact: int) -> None:
    """What a result says about each of its spies, whatever the other pieces are."""
    spy, one, other = pieces_of(fact)
    result = w.result_of_comparison(fact)
    nation = spy // w.SPIES
    if result == FELL:
        cousin = cousin_of(t, one // w.SPIES)
        if not possible(t, 0, one) & cousin:
            narrow(t, spy, FACES & ~cousin_of(t, nation))
        return
    least, most = AHEAD[result]
    low, high = span(t, spy, NO_PIECE)
    weakest, strongest = span(t, one, other)
    narrow(t, spy, between(t, nation, weakest + least, strongest + most))
    if one < ALL_SPIES:
        narrow(t, one, between(t, one // w.SPIES, low - most, high - least))


def span(t: Table, one: int, other: int) -> tuple[int, int]:
    """The lowest and highest strength of a piece, or of two police of a nation together."""
    box = t.config.box
    if one < ALL_SPIES:
        first = one // w.SPIES * w.SPIES
        can = possible(t, 0, one)
        values = sorted([box.strength[first + n] for n in range(w.SPIES) if can >> n & 1])
        return values[0], values[-1]
    nation = (one - ALL_SPIES) // w.POLICE
    forces = sorted(box.force[nation * w.POLICE : nation * w.POLICE + box.police[nation]])
    if other == NO_PIECE:
        return forces[0], forces[-1]
    return forces[0] + forces[1], forces[-1] + forces[-2]


def mix(t: Table, spies: list[int]) -> None:
    """Spies of one nation in a box are mixed: others only know which faces are among them."""
    nation = spies[0] // w.SPIES
    for spy in spies:
        let_go(t, spy)
    can = list(t.can)
    for knower in range(KNOWERS):
        if knower == nation:
            continue
        who = 1 << (SPECTATOR if knower == w.NATIONS else knower)
        known = 0
        either = 0
        for spy in spies:
            if t.spies.knows(t.spy_face[spy], who):
                known |= 1 << t.spy_face[spy] % w.SPIES
            else:
                either |= can[spy] >> w.SPIES * knower & FACES
        shift = w.SPIES * knower
        for spy in range(nation * w.SPIES, nation * w.SPIES + w.SPIES):
            if spy in spies:
                can[spy] = can[spy] & ~(FACES << shift) | (known | either) << shift
            else:
                can[spy] &= ~(known << shift)
    t.can = tuple(can)
    glimpsed = list(t.glimpsed)
    for spy in spies:
        t.spies.deal([t.spy_face[spy]], 1 << nation)
        glimpsed[spy] = 0
    t.glimpsed = tuple(glimpsed)


def renumber(t: Table, spies: list[int], numbers: list[int]) -> None:
    """Give each of ``spies`` its number in ``numbers``, together with everything known about it."""
    old, number = list(range(NO_PIECE + 1)), list(range(NO_PIECE + 1))
    for i in range(len(spies)):
        old[numbers[i]] = spies[i]
        number[spies[i]] = numbers[i]
    t.spy_at = tuple([t.spy_at[old[spy]] for spy in range(ALL_SPIES)])
    t.spy_face = tuple([t.spy_face[old[spy]] for spy in range(ALL_SPIES)])
    t.can = tuple([t.can[old[spy]] for spy in range(ALL_SPIES)])
    t.glimpsed = tuple([t.glimpsed[old[piece]] for piece in range(NO_PIECE)])
    compared: list[int] = []
    for fact in t.compared:
        spy, one, other = pieces_of(fact)
        compared.append(w.comparison(number[spy], number[one], other, w.result_of_comparison(fact)))
    t.compared = tuple(sorted(compared))
