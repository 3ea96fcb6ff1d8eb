"""Worlds of Spies! that a seat cannot tell from the real one."""

from typing import Final

from mypy_extensions import i64

from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_RANDOM
from spyring.games.spies.deductions import faces, holds, possible
from spyring.games.spies.fitting import Fitting
from spyring.games.spies.generated import Table
from spyring.games.spies.pieces import force_of
from spyring.games.spies.places import ALL_SPIES, ANY, FACES, PLAYED

MAX_RANDOM_WORLDS: Final = 6  # attempts at a purely random world


def determinize(t: Table, eyes: int) -> None:
    """Rearrange what the nations in the mask ``eyes`` do not know. Everything is sorted before shuffling, so
    that the imagined world does not depend on the real one.
    """
    sample_pieces(t, eyes)
    forget_conclusions(t, eyes)
    if t.sums:
        update_sums(t)
    sample_secrets(t, eyes)
    sample_tiles(t, eyes)
    sample_chits(t, eyes)


def sample_pieces(t: Table, eyes: int) -> None:
    """Draw faces for spies and police: purely at random, so that all worlds are equally likely. If too much
    is known for that, draw them piece by piece.
    """
    spies, police = list(t.spy_face), list(t.police_face)
    for _try in range(MAX_RANDOM_WORLDS):
        t.spies.determinize(t, [spies], eyes)
        t.police.determinize(t, [police], eyes)
        t.spy_face, t.police_face = tuple(spies), tuple(police)
        if fits(t, eyes):
            return
    Fitting(t, eyes).assign(t)


def fits(t: Table, eyes: int) -> bool:
    """Whether the faces agree with everything that ``eyes`` have seen."""
    for spy in range(ALL_SPIES):
        face = t.spy_face[spy]
        if t.can[spy] != ANY and face >= 0 and not possible(t, eyes, spy) >> face % w.SPIES & 1:
            return False
    for fact in t.sums:
        if eyes >> w.nation_of_known_sum(fact) & 1 and total_of(t, fact) != w.total_of_known_sum(fact):
            return False
    if t.compared:
        face_of = faces(t)
        for fact in t.compared:
            if not holds(t.config.box, fact, face_of):
                return False
    return True


def forget_conclusions(t: Table, eyes: int) -> None:
    """Replace what only other nations know about mixed spies with what everyone knows."""
    can: list[int] = []
    for mask in t.can:
        if mask != ANY:
            public = mask >> w.SPIES * w.NATIONS & FACES
            for nation in range(w.NATIONS):
                if not eyes >> nation & 1:
                    mask = mask & ~(FACES << w.SPIES * nation) | public << w.SPIES * nation
        can.append(mask)
    t.can = tuple(can)


def update_sums(t: Table) -> None:
    """Set the police sums that others know to the sums in this world."""
    sums = [fact - w.total_of_known_sum(fact) + total_of(t, fact) for fact in t.sums]
    t.sums = tuple(sorted(sums))


def total_of(t: Table, fact: int) -> int:
    """The strength of the two police of a known sum in this world."""
    return force_of(t, w.one_of_known_sum(fact)) + force_of(t, w.other_of_known_sum(fact))


def sample_secrets(t: Table, eyes: int) -> None:
    """Secrets under control after a Discovery are no counterspies, so they get their faces first."""
    counterspy = t.config.box.counterspy
    faces = list(t.secret_face)
    seen = t.secrets.seen
    proven: list[int] = []
    places: list[int] = []
    pool: list[int] = []
    who: i64 = eyes
    face: i64
    secret: i64 = -1
    for face in faces:
        secret += 1
        if not seen[face] & who:
            pool.append(face)
            if t.proven >> secret & 1:
                proven.append(secret)
            else:
                places.append(secret)
    pool.sort()
    t.shuffle(pool)
    known = seen[:]
    for secret in proven + places:
        at = 0
        while t.proven >> secret & 1 and counterspy[pool[at]]:
            at += 1
        face = pool.pop(at)
        known[face] = seen[faces[secret]]
        faces[secret] = face
    t.secret_face = tuple(faces)
    t.secrets.note(known)


def sample_tiles(t: Table, eyes: int) -> None:
    """The random tiles of others, and which tiles of a nation are in its hand or discarded."""
    at = list(t.tile_at)
    unplayed = [tile for tile in range(FIRST_RANDOM, w.TILES) if at[tile] != PLAYED]
    pool = [tile for tile in unplayed if not eyes >> at[tile] % w.NATIONS & 1]
    t.shuffle(pool)
    taken = 0
    for nation in range(w.NATIONS):
        if eyes >> nation & 1:
            continue
        discarded = w.NATIONS + nation
        own = [tile for tile in range(w.TILES) if t.tile_at[tile] == nation or t.tile_at[tile] == discarded]
        tiles = [tile for tile in own if tile < FIRST_RANDOM]
        randoms = len(own) - len(tiles)
        hand = t.tile_at.count(nation)
        tiles += pool[taken : taken + randoms]
        taken += randoms
        tiles.sort()
        t.shuffle(tiles)
        for i in range(len(tiles)):
            at[tiles[i]] = nation if i < hand else discarded
    t.tile_at = tuple(at)


def sample_chits(t: Table, eyes: int) -> None:
    """The cup and the hands of others, except what offers and trades have shown. Only the parties of a trade
    know what it showed.
    """
    if t.promised:
        t.promised = tuple([fact for fact in t.promised if eyes >> w.knower_of_known_chit(fact) & 1])
    hand = list(t.hand)
    cup = t.cup
    pool = cup[:]
    sizes = [0] * w.NATIONS
    for nation in range(w.NATIONS):
        if eyes >> nation & 1:
            continue
        size: i64 = 0
        first: i64 = nation * w.CHITS
        kind: i64
        for kind in range(w.CHITS):
            held: i64 = hand[first + kind]
            if held:
                pool[kind] = pool[kind] + held
                hand[first + kind] = 0
                size += held
        sizes[nation] = size
    for fact in t.promised:
        count = w.count_of_known_chit(fact)
        chit = w.chit_of_known_chit(fact)
        holder = w.holder_of_known_chit(fact)
        if eyes >> holder & 1:
            continue
        more = count - hand[holder * w.CHITS + chit]
        if more > 0:
            hand[holder * w.CHITS + chit] += more
            pool[chit] -= more
            sizes[holder] -= more
    loose: list[int] = []
    for chit in range(w.CHITS):
        for _one in range(pool[chit]):
            loose.append(chit)
    t.shuffle(loose)
    for nation in range(w.NATIONS):
        for _one in range(sizes[nation]):
            hand[nation * w.CHITS + loose.pop()] += 1
    t.hand = tuple(hand)
    for chit in range(w.CHITS):
        cup[chit] = 0
    for chit in loose:
        cup[chit] += 1
