"""SPY-2: what a nation must still place, and where it may."""

from typing import Final

from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.places import UNPLACED, UNUSED, police_of, spies_of
from spyring.games.spies.rules.arrange import HELD, cities_for_police, cities_for_secrets, cities_for_spies

OF_SECRETS: Final = 0
OF_POLICE: Final = 1
OF_SPIES: Final = 2


def own_secrets(t: Table, nation: int) -> range:
    """The numbers of the secrets that a nation has drawn."""
    box = t.config.box
    first = len(box.secret_cities) + sum(box.drawn[:nation])
    return range(first, first + box.drawn[nation])


def unplaced(t: Table, stage: int, nation: int) -> list[int]:
    """The pieces that a nation must still place, in the order of the questions."""
    at = places_of(t, stage)
    return [piece for piece in own_pieces(t, stage, nation) if at[piece] == UNPLACED]


def own_pieces(t: Table, stage: int, nation: int) -> range:
    """The pieces of one kind that a nation has."""
    if stage == OF_SECRETS:
        return own_secrets(t, nation)
    return police_of(nation) if stage == OF_POLICE else spies_of(nation)


def places_of(t: Table, stage: int) -> tuple[int, ...]:
    """Where all pieces of one kind are."""
    if stage == OF_SECRETS:
        return t.secret_at
    return t.police_at if stage == OF_POLICE else t.spy_at


def cities_taken(t: Table, stage: int, nation: int) -> list[int]:
    """The cities of the pieces of one kind that a nation has placed."""
    at = places_of(t, stage)
    return [at[piece] for piece in own_pieces(t, stage, nation) if at[piece] >= 0]


def to_send(t: Table, nation: int, plan: list[int]) -> int:
    """How many spies a nation must still send after those of its plan (SPY-2.8, SPY-2.9)."""
    sent = len(cities_taken(t, OF_SPIES, nation)) + len(plan) - plan.count(HELD)
    return t.config.sent[nation] - sent


def may_hold(t: Table, nation: int, plan: list[int]) -> bool:
    """Whether more spies are left than must be sent."""
    return len(unplaced(t, OF_SPIES, nation)) - len(plan) > to_send(t, nation, plan)


def place_of(t: Table, stage: int, move: int) -> int:
    """The city of a placing move, or ``HELD``."""
    if move == w.HOLD:
        return HELD
    codes = t.config.codes
    return move - (w.HIDE if stage == OF_SECRETS else codes.post if stage == OF_POLICE else codes.send)


def arranged(t: Table, stage: int, nation: int, plan: list[int]) -> list[int]:
    """Sensible places for all pieces that are neither placed nor planned."""
    left = unplaced(t, stage, nation)[len(plan) :]
    taken = cities_taken(t, stage, nation) + plan
    if stage == OF_SECRETS:
        return cities_for_secrets(t, nation, taken, len(left))
    if stage == OF_POLICE:
        return cities_for_police(t, nation, taken, len(left))
    return cities_for_spies(t, nation, taken, left, to_send(t, nation, plan))


def put(t: Table, stage: int, nation: int, city: int) -> None:
    """Place the next piece of a nation; once the last spy is sent, the others are out."""
    left = unplaced(t, stage, nation)
    if not left:
        return
    piece = left[0]
    if stage == OF_SECRETS:
        t.secret_at = replaced(t.secret_at, piece, city)
        t.emit(w.HIDDEN, PUBLIC, nation, piece, city)
    elif stage == OF_POLICE:
        t.police_at = replaced(t.police_at, piece, city)
        t.backs.renew([piece])
        t.emit(w.POSTED, PUBLIC, nation, city)
    elif city == HELD:
        keep_out(t, nation, piece)
    else:
        t.spy_at = replaced(t.spy_at, piece, city)
        t.emit(w.SENT, PUBLIC, piece, city)
        if to_send(t, nation, []) == 0:
            for spy in unplaced(t, stage, nation):
                keep_out(t, nation, spy)


def keep_out(t: Table, nation: int, spy: int) -> None:
    """A spy takes no part in the game."""
    t.spy_at = replaced(t.spy_at, spy, UNUSED)
    t.emit(w.HELD, PUBLIC, nation)
