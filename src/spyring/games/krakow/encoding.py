"""What a seat of Kraków perceives, as a vector: the numbers of ``view.py``, starting with the own seat."""

from typing import Any, Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.encoding import TEAM, count
from spyring.engine.notation import Domain
from spyring.engine.seats import PUBLIC
from spyring.engine.secret_answers import SecretAnswers
from spyring.games.krakow import words as w
from spyring.games.krakow.generated import Table, Vector
from spyring.games.krakow.rules.gold import AllotGold
from spyring.games.krakow.rules.specials import ChooseVictim, RemoveMarker, ReplaceMarkers, SufferPlague
from spyring.games.krakow.rules.trick import ANSWER, LEAD

UNKNOWN: Final = w.SEASONS  # after the seasons


class KrakowEncoding(Vector):
    """Cards as one-hot rows, markers and points as counts; teams are mine and theirs."""

    complete: bool = True

    def role(self, domain: Domain) -> int:
        return TEAM if domain.name == "team" else super().role(domain)

    def prepare(self, t: Table, values: dict[int, int]) -> None:
        """Hands are full; the chests of others are unknown, unless everyone may count them."""
        values[self.extra] = t.config.box.hand
        values[self.extra + 1] = t.config.box.hand
        if not t.config.gold_counts_shown:
            for step in range(1, w.SEATS):
                values[self.gold_unknown + step] = 1

    def write(self, t: Table, seat: int, out: BytesWriter) -> None:
        self.write_fields(t, seat, out)
        at = self.trick
        for card in t.trick:
            out[at + card] = 1
            at += w.CARDS
        if t.last:
            self.write_last(t, seat, out)
        self.write_seats(t, seat, out)
        self.write_teams(t, seat & 1, out)
        self.write_piles(t, out)
        self.write_question(t, seat, out)

    def write_last(self, t: Table, seat: int, out: BytesWriter) -> None:
        last = t.last
        out[self.last_leader + ((last[0] - seat) & 3)] = 1
        out[self.last_result + last[1]] = 1
        at = self.last
        for place in range(2, len(last)):
            out[at + last[place]] = 1
            at += w.CARDS

    def write_seats(self, t: Table, seat: int, out: BytesWriter) -> None:
        out[self.identity + t.identity[seat]] = 1
        for step in range(w.SEATS):
            other = (seat + step) & 3
            held = len(t.hands[other])
            if held:
                out[self.held + step] = held
            if step == 0 or t.config.gold_counts_shown:
                gold = t.chest[other]
                if gold:
                    out[self.chest + step] = gold
        for season in range(w.SEASONS):
            step = (t.holder[season] - seat) & 3
            known = step == 0 or season <= t.season
            out[self.holder + step * (w.SEASONS + 1) + (season if known else UNKNOWN)] = 1

    def write_teams(self, t: Table, team: int, out: BytesWriter) -> None:
        board = t.board
        at = self.board
        for place in range(len(board)):
            markers = board[place]
            if markers:
                out[at + (place ^ team)] = markers
        for side in range(2):
            out[self.supply + side] = t.supply[team ^ side]
            if t.extra[team ^ side]:
                out[self.extra + side] = t.config.box.hand + t.extra[team ^ side]

    def write_piles(self, t: Table, out: BytesWriter) -> None:
        for group in range(w.GROUPS):
            points = t.group_points[group]
            if points > 0:
                out[self.group_points + group] = count(points)
            elif points < 0:
                out[self.group_debts + group] = count(-points)
        if t.config.discard_browse_played_cards:
            order = 0
            for card in t.discard:
                if t.known.seen[card] == PUBLIC:
                    order += 1
                    out[self.browse + card] = order
        if t.config.success_counts_shown:
            found = [0] * w.GROUPS
            for card in t.success:
                found[t.config.box.group[card]] += 1
            for group in range(w.GROUPS):
                out[self.successes + group] = found[group]

    def write_question(self, t: Table, seat: int, out: BytesWriter) -> None:
        """The data of the current decision."""
        if not t.stack:
            return
        frame = t.stack[-1]
        if frame is LEAD or frame is ANSWER:
            return  # by far the most frequent frames, and without data
        if isinstance(frame, SecretAnswers):
            self.write_answers(t, seat, frame, out)
        elif isinstance(frame, RemoveMarker):
            out[self.marker + frame.kind] = 1
        elif isinstance(frame, ReplaceMarkers):
            out[self.marker + frame.kind] = 1
            out[self.left] = frame.left
        elif isinstance(frame, ChooseVictim):
            out[self.loss] = frame.loss

    def write_answers(self, t: Table, seat: int, frame: SecretAnswers[Any], out: BytesWriter) -> None:
        if frame.asked(t) >> seat & 1:
            out[self.ready] = frame.ready >> seat & 1
            out[self.changes] = frame.spent[seat]
        if isinstance(frame, AllotGold):
            out[self.left] = frame.left(t, seat)
            for district in range(len(w.DISTRICT_IDS)):
                out[self.allotted + district] = frame.chosen[seat].count(district)
        elif isinstance(frame, SufferPlague):
            for card in frame.chosen[seat]:
                out[self.chosen + card] = 1

    def write_memory(self, t: Table, seat: int, out: BytesWriter) -> None:
        who: i64 = 1 << seat
        seen = t.known.seen
        for card in t.discard:
            if seen[card] & who:
                out[self.played + card] = 1
        for card in t.success:
            out[self.won + card] = 1
        for step in range(1, w.SEATS):
            at = self.known + step * w.CARDS
            for card in t.hands[(seat + step) & 3]:
                if seen[card] & who:
                    out[at + card] = 1
