"""What a seat of Kraków perceives, as a vector: the numbers behind ``view.py``, rotated to the own seat."""

from typing import Any, Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.encoding import TEAM, Encoding, count
from spyring.engine.game import Game
from spyring.engine.notation import Domain
from spyring.engine.seats import PUBLIC
from spyring.engine.secret import SecretAnswers
from spyring.games.krakow import words as w
from spyring.games.krakow.box import HAND, Box
from spyring.games.krakow.rules.gold import AllotGold
from spyring.games.krakow.rules.specials import ChooseVictim, RemoveMarker, ReplaceMarkers, SufferPlague
from spyring.games.krakow.rules.trick import ANSWER, LEAD
from spyring.games.krakow.table import Table

TEAMS: Final = ("mine", "theirs")
PLACES: Final = ("led", "second", "third", "fourth")
YEARS: Final = ("1325", "1326", "1327")
UNKNOWN: Final = w.SEASONS  # behind the seasons


class KrakowEncoding(Encoding[Table]):
    """Cards as one-hot rows, markers and points as counts; teams are mine and theirs."""

    complete: bool = True

    def __init__(self, game: Game, box: Box) -> None:
        self.cards: tuple[str, ...] = tuple(box.ids)
        super().__init__(game)

    def declare(self) -> None:
        cards, who = self.cards, self.who()
        self.year = self.block("year", "the year", YEARS)
        self.season = self.block("season", "the season, or the year's end", (*w.SEASON_IDS, "year-end"))
        self.tricks = self.number("tricks", "tricks finished in this season")
        self.leader = self.block("leader", "who leads", who)
        self.hand = self.block("hand", "cards in my hand", cards)
        self.trick = self.block("trick", "cards of this trick, from the lead on", PLACES, cards)
        self.last = self.block("last trick", "its cards, from the lead on", PLACES, cards)
        self.last_leader = self.block("last leader", "who led the last trick of this season", who)
        self.last_result = self.block("last result", "what became of it", ("failed", "succeeded", "blocked"))
        self.points = self.block("points", "own points", who)
        self.held = self.block("cards", "how many cards each holds", who)
        self.identity = self.block("identity", "the group I belong to", w.GROUP_IDS)
        self.holders = self.block("season cards", "who holds which", who, (*w.SEASON_IDS, "unknown"))
        self.gold = self.block("gold", "gold in the chests that I can count", who)
        self.gold_unknown = self.block("gold unknown", "whose chest I cannot count", who)
        self.deal = self.block("deal", "how many cards each member of a team is dealt", TEAMS)
        self.board = self.block("board", "markers", w.DISTRICT_IDS, w.KIND_IDS, TEAMS)
        self.supply = self.block("supply", "cubes in the supply", TEAMS)
        self.above = self.block("group points", "points of the groups, if above zero", w.GROUP_IDS)
        self.below = self.block("group debts", "points of the groups below zero", w.GROUP_IDS)
        self.discard = self.number("discard", "cards in the discard pile")
        self.success = self.number("success", "cards in the success pile")
        self.browse = self.block(
            "browse", "played cards in the discard pile, if shown: 1 for the first", cards
        )
        self.successes = self.block("successes", "successes of each group, if shown", w.GROUP_IDS)
        self.declare_asked()

    def declare_asked(self) -> None:
        """What the decisions themselves remember."""
        self.marker = self.block("marker", "which marker a special is about", w.KIND_IDS[:3])
        self.left = self.number("left", "what is still to be chosen: markers, or my gold")
        self.loss = self.number("loss", "how much gold the victim loses")
        self.chosen = self.block("chosen", "the card I have chosen to discard", self.cards)
        self.allotted = self.block("allotted", "gold that I have put on each district", w.DISTRICT_IDS)
        self.ready = self.number("ready", "whether I am ready")
        self.changes = self.number("changes", "how often I have started anew")

    def declare_memory(self) -> None:
        cards = self.cards
        self.played = self.block("played", "cards known to me in the discard pile", cards)
        self.won = self.block("won", "cards in the success pile", cards)
        self.known = self.block("known", "cards that I know in others' hands", self.who(), cards)

    def role(self, domain: Domain) -> int:
        return TEAM if domain.name == "team" else super().role(domain)

    def prepare(self, t: Table, values: dict[int, int]) -> None:
        """Hands are of nine cards; the chests of others are unknown, unless all may count them."""
        values[self.deal] = HAND
        values[self.deal + 1] = HAND
        if not t.agreed.gold_counts_shown:
            for step in range(1, w.SEATS):
                values[self.gold_unknown + step] = 1

    def write(self, t: Table, seat: int, out: BytesWriter) -> None:
        out[self.year + t.year] = 1
        out[self.season + t.season] = 1
        if t.tricks:
            out[self.tricks] = count(t.tricks)
        out[self.leader + ((t.leader - seat) & 3)] = 1
        hand = self.hand
        for card in t.hands[seat]:
            out[hand + card] = 1
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
            points = t.points[other]
            if points:
                out[self.points + step] = count(points)
            held = len(t.hands[other])
            if held:
                out[self.held + step] = held
            if step == 0 or t.agreed.gold_counts_shown:
                gold = t.chest[other]
                if gold:
                    out[self.gold + step] = gold
        for season in range(w.SEASONS):
            step = (t.holder[season] - seat) & 3
            known = step == 0 or season <= t.season
            out[self.holders + step * (w.SEASONS + 1) + (season if known else UNKNOWN)] = 1

    def write_teams(self, t: Table, team: int, out: BytesWriter) -> None:
        board = t.board
        at = self.board
        for place in range(len(board)):
            markers = board[place]
            if markers:
                out[at + (place ^ team)] = markers
        out[self.supply] = t.supply[team]
        out[self.supply + 1] = t.supply[1 - team]
        if t.extra[team]:
            out[self.deal] = HAND + t.extra[team]
        if t.extra[1 - team]:
            out[self.deal + 1] = HAND + t.extra[1 - team]

    def write_piles(self, t: Table, out: BytesWriter) -> None:
        for group in range(w.GROUPS):
            points = t.group_points[group]
            if points > 0:
                out[self.above + group] = count(points)
            elif points < 0:
                out[self.below + group] = count(-points)
        if t.discard:
            out[self.discard] = len(t.discard)
        if t.success:
            out[self.success] = len(t.success)
        if t.agreed.discard_browse_played_cards:
            order = 0
            for card in t.discard:
                if t.known.seen[card] == PUBLIC:
                    order += 1
                    out[self.browse + card] = order
        if t.agreed.success_counts_shown:
            found = [0] * w.GROUPS
            for card in t.success:
                found[t.agreed.box.group[card]] += 1
            for group in range(w.GROUPS):
                out[self.successes + group] = found[group]

    def write_question(self, t: Table, seat: int, out: BytesWriter) -> None:
        """What the decision asked for remembers."""
        if not t.stack:
            return
        frame = t.stack[-1]
        if frame is LEAD or frame is ANSWER:
            return  # by far the most frequent, and they remember nothing
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
