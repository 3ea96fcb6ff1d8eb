"""Saved positions of Kraków, and what must be in every one of them."""

from typing import Any

from spyring.engine.errors import BadPosition
from spyring.engine.position import Reader
from spyring.engine.seats import PUBLIC
from spyring.games.krakow import words as w
from spyring.games.krakow.box import CUBES, FIELD_CAP, GOLD_CAP, Box
from spyring.games.krakow.generated import Table


def complete(t: Table, read: Reader) -> None:
    """If the discard pile is left out, all unnamed cards go under it. If knowledge is left out, holders have
    seen their cards.
    """
    t.last = _last(t, read.data.get("last", []))
    if not read.has("discard"):
        placed = [card for pile in (*t.hands, t.trick, t.success) for card in pile]
        t.discard = [card for card in t.config.box.used if card not in placed]
    if not read.has("seen"):
        t.known.deal([*t.trick, *t.success], PUBLIC)
        for seat in range(w.SEATS):
            t.known.deal(t.hands[seat], 1 << seat)
    for seat in range(w.SEATS):
        most = t.config.box.hand + 2
        if len(t.hands[seat]) > most:
            raise BadPosition(f"Hand {seat} has {len(t.hands[seat])} cards; the most is {most}.")
    _check_board(t)
    _count_supply(t)


def _last(t: Table, data: Any) -> tuple[int, ...]:
    if data == []:
        return ()
    if not isinstance(data, list) or len(data) != 2 + w.SEATS:
        raise BadPosition("last in table must be a leader, a result, and four cards.")
    read = Reader({"last": data[:2], "cards": data[2:]}, "table")
    cards = read.things("cards", t.config.box.ids) or []
    return (*read.numbers("last", 2, 0, w.SEATS - 1, []), *cards)


def _check_board(t: Table) -> None:
    for place in range(w.DISTRICTS * w.TYPES):
        white, black = t.board[place * 2], t.board[place * 2 + 1]
        here = white + black if t.config.field_cap_shared else max(white, black)
        cap = GOLD_CAP if place % w.TYPES == w.GOLD else FIELD_CAP
        if here and not t.config.box.field[place]:
            raise BadPosition(f"There are markers on field {place}, which the district does not have.")
        if here > cap:
            raise BadPosition(f"Field {place} holds {here} markers; it has room for {cap}.")


def _count_supply(t: Table) -> None:
    for team in range(2):
        used = sum(t.board[team::2]) + t.chest[team] + t.chest[team + 2]
        if used > CUBES:
            raise BadPosition(
                f"{w.TEAM_IDS[team]} has {used} cubes on the board and in its chests; it owns {CUBES}."
            )
        t.supply[team] = CUBES - used


def census(t: Table) -> dict[str, int]:
    """Cards, cubes, identities and season cards, wherever they are."""
    ids = t.config.box.ids
    count = dict.fromkeys([ids[card] for card in t.config.box.used], 0)
    for pile in (*t.hands, t.trick, t.discard, t.success):
        for card in pile:
            count[ids[card]] = count.get(ids[card], 0) + 1
    for team, name in enumerate(w.TEAM_IDS):
        count[f"{name} cubes"] = t.supply[team] + sum(t.board[team::2]) + t.chest[team] + t.chest[team + 2]
    for group in t.identity:
        count[f"identity {w.GROUP_IDS[group]}"] = t.identity.count(group)
    for season in range(w.SEASONS):
        count[f"season card {w.SEASON_IDS[season]}"] = 1 if sorted(t.holder) == [0, 1, 2, 3] else 0
    return count


def components(box: Box) -> dict[str, int]:
    """What the census must always find (KRK-D16, KRK-D17)."""
    count = dict.fromkeys([box.ids[card] for card in box.used], 1)
    for name in w.TEAM_IDS:
        count[f"{name} cubes"] = CUBES
    for group in w.GROUP_IDS:
        count[f"identity {group}"] = 1
    for season in w.SEASON_IDS:
        count[f"season card {season}"] = 1
    return count
