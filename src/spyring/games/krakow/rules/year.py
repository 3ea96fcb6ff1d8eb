"""The year: setup, seasons, scoring and the end (KRK-3, KRK-5, KRK-12 to KRK-14)."""

from typing import ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.seats import PUBLIC
from spyring.games.krakow import scoring
from spyring.games.krakow import words as w
from spyring.games.krakow.box import CUBES
from spyring.games.krakow.generated import Table
from spyring.games.krakow.rules.gold import divide_gold
from spyring.games.krakow.rules.trick import LEAD


class BeginGame(Frame[Table]):
    """Identities are dealt once, for the whole game (KRK-3.3, KRK-5.9)."""

    clause: ClassVar[str] = "KRK-3.3"

    def resolve(self, t: Table) -> None:
        groups = list(range(w.GROUPS))
        t.shuffle(groups)
        t.identity = tuple(groups)
        for seat in range(w.SEATS):
            t.emit(w.IDENTITY, 1 << seat, seat, groups[seat])
        t.replace(BeginYear())


class BeginYear(Frame[Table]):
    """Deal the season cards again (KRK-3.4, KRK-5.8)."""

    clause: ClassVar[str] = "KRK-5.8"

    def resolve(self, t: Table) -> None:
        holders = list(range(w.SEATS))
        t.shuffle(holders)
        t.holder = tuple(holders)
        t.season = t.config.box.first_season
        t.extra = [0, 0]
        t.discard += t.success
        t.success = []
        t.emit(w.YEAR_BEGINS, PUBLIC, 1325 + t.year)
        if t.event_log is not None:
            for season in range(w.SEASONS):
                t.emit(w.SEASON_CARD, 1 << holders[season], holders[season], season)
        t.replace(BEGIN_SEASON)


class BeginSeason(Frame[Table]):
    """Shuffle and deal all cards except the successful ones; the holder of the season's card leads (KRK-5.2,
    KRK-5.3).
    """

    clause: ClassVar[str] = "KRK-5.2"

    def resolve(self, t: Table) -> None:
        t.shuffle(t.discard)
        t.known.hide(t.discard)
        t.leader = t.holder[t.season]
        t.tricks = 0
        t.last = ()
        t.emit(w.SEASON_BEGINS, PUBLIC, t.season, t.leader)
        self.deal(t)
        t.replace(PLAY_SEASON)

    def deal(self, t: Table) -> None:
        """Nine cards each, more or fewer after specials. Cards go one at a time, clockwise from the leader,
        to seats that still need some: if they run out, the last seats get fewer (KRK-R18).
        """
        cards = t.discard
        white, black = t.config.box.hand + t.extra[0], t.config.box.hand + t.extra[1]
        size = [white, black, white, black]
        short = size[0] + size[1] + size[2] + size[3] - len(cards)
        while short > 0:
            step = 3
            while size[(t.leader + step) & 3] < max(size):
                step -= 1
            size[(t.leader + step) & 3] -= 1
            short -= 1
        for seat in range(w.SEATS):
            hand = cards[-size[seat] :]
            del cards[-size[seat] :]
            t.hands[seat] = hand
            owner = 1 << seat
            t.known.deal(hand, owner)
            if t.event_log is not None:
                for card in hand:
                    t.emit(w.DEALT, owner, seat, card)


class PlaySeason(Frame[Table]):
    """Seven tricks, whatever the hand sizes; then discard unused cards unseen (KRK-5.4, KRK-5.6)."""

    clause: ClassVar[str] = "KRK-5.4"

    def resolve(self, t: Table) -> None:
        if t.tricks < t.config.box.tricks:
            t.push(LEAD)
            return
        for hand in t.hands:
            t.discard += hand
            hand.clear()
        t.season += 1
        if t.season < w.SEASONS:
            t.replace(BEGIN_SEASON)
        else:
            t.replace(SCORE_YEAR)
            t.push(divide_gold())


class ScoreYear(Frame[Table]):
    """Team points, group points; then a new year, or the end (KRK-12, KRK-13, KRK-14)."""

    clause: ClassVar[str] = "KRK-12.1"

    def resolve(self, t: Table) -> None:
        scoring.team_points(t)
        self.clear(t)
        scoring.group_points(t)
        if t.year + 1 < t.config.years:
            t.year += 1
            t.replace(BeginYear())
            return
        totals = sorted([(scoring.total(t, seat), seat) for seat in range(w.SEATS)])
        for total, seat in totals:  # from last to first
            t.emit(w.IDENTITY_SHOWN, PUBLIC, seat, t.identity[seat], total)
        t.finish()  # only now do views open, so that none tells a total before its event

    def clear(self, t: Table) -> None:
        """Remove all markers (KRK-12.4). The chests are already empty, so every cube is in the supply."""
        t.board = [0] * len(t.board)
        t.supply = [CUBES, CUBES]
        t.emit(w.MARKERS_CLEARED, PUBLIC)


BEGIN_SEASON: Final = BeginSeason()
PLAY_SEASON: Final = PlaySeason()
SCORE_YEAR: Final = ScoreYear()
