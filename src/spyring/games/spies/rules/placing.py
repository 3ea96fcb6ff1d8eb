"""SPY-2: what a nation must still place, and where it may."""

from typing import Final

from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table
from spyring.games.spies.places import UNPLACED, UNUSED
from spyring.games.spies.rules.arrange import (
    HELD,
    cities_for_police,
    cities_for_secrets,
    cities_for_spies,
)

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
    if stage == OF_SECRETS:
        return [secret for secret in own_secrets(t, nation) if t.secret_at[secret] == UNPLACED]
    if stage == OF_POLICE:
        first = nation * w.POLICE
        return [one for one in range(first, first + w.POLICE) if t.police_at[one] == UNPLACED]
    first = nation * w.SPIES
    return [spy for spy in range(first, first + w.SPIES) if t.spy_at[spy] == UNPLACED]


def to_send(t: Table, nation: int) -> int:
    """How many spies a nation must still send (SPY-2.8, SPY-2.9)."""
    first = nation * w.SPIES
    out = 0
    for spy in range(first, first + w.SPIES):
        if t.spy_at[spy] >= 0:
            out += 1
    return t.config.sent[nation] - out


def may_hold(t: Table, nation: int, plan: list[int]) -> bool:
    """Whether more spies are left than must be sent."""
    left = len(unplaced(t, OF_SPIES, nation)) - len(plan)
    return left > to_send(t, nation) - (len(plan) - plan.count(HELD))


def place_of(t: Table, stage: int, move: int) -> int:
    """The city of a placing move, or ``HELD``."""
    if move == w.HOLD:
        return HELD
    codes = t.config.codes
    return move - (w.HIDE if stage == OF_SECRETS else codes.post if stage == OF_POLICE else codes.send)


def arranged(t: Table, stage: int, nation: int, plan: list[int]) -> list[int]:
    """Sensible places for all pieces that are neither placed nor planned."""
    left = unplaced(t, stage, nation)[len(plan) :]
    if stage == OF_SECRETS:
        here = [t.secret_at[secret] for secret in own_secrets(t, nation) if t.secret_at[secret] >= 0]
        return cities_for_secrets(t, nation, here + plan, len(left))
    if stage == OF_POLICE:
        first = nation * w.POLICE
        here = [t.police_at[one] for one in range(first, first + w.POLICE) if t.police_at[one] >= 0]
        return cities_for_police(t, nation, here + plan, len(left))
    first = nation * w.SPIES
    here = [t.spy_at[spy] for spy in range(first, first + w.SPIES) if t.spy_at[spy] >= 0]
    sent = to_send(t, nation) - (len(plan) - plan.count(HELD))
    return cities_for_spies(t, nation, here + plan, left, sent)


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
        t.spy_at = replaced(t.spy_at, piece, UNUSED)
        t.emit(w.HELD, PUBLIC, nation)
    else:
        t.spy_at = replaced(t.spy_at, piece, city)
        t.emit(w.SENT, PUBLIC, piece, city)
        if to_send(t, nation) == 0:
            for spy in unplaced(t, stage, nation):
                t.spy_at = replaced(t.spy_at, spy, UNUSED)
                t.emit(w.HELD, PUBLIC, nation)
