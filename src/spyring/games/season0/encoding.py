"""What a seat of Season 0 perceives, as a vector: the board, the decks as far as they are known, the hands.

Seats are rotated, starting with the own one. Texts of a campaign are left out.
"""

from typing import Any, Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from spyring.engine.encoding import VectorCache, count, numbered
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NOT_CHOSEN, TEMPORARY, alias_number
from spyring.games.season0.box import EVENT_IDS, STICKER_IDS
from spyring.games.season0.campaign.file import CampaignFile
from spyring.games.season0.generated import Table, Vector
from spyring.games.season0.pieces import calls, hand_limit, piles_left
from spyring.games.season0.rules.actions import TAKE_ACTION
from spyring.games.season0.rules.debrief import Upgrade
from spyring.games.season0.rules.group import Group
from spyring.games.season0.rules.instructions import CreateAlias, LayAsset
from spyring.games.season0.rules.later_events import DropTo, SendPawn
from spyring.games.season0.rules.objectives import possible
from spyring.games.season0.rules.safehouses import Pay
from spyring.games.season0.rules.setup import ChooseEvents
from spyring.games.season0.rules.sharing import Concession, ShareIntel
from spyring.games.season0.rules.starting_events import Arrange, Bring, BringPawn, MoveSafehouse
from spyring.games.season0.rules.threats import Abandon

OF_THREATS: Final = 0  # parts of the vector; pawns and hands change too often to be one
OF_THE_DECK: Final = 1
OF_THE_BOARD: Final = 2
OF_OBJECTIVES: Final = 3
BOXES: Final = 8  # of a cover track
FIRST_ALIAS: Final = 3  # the number of the first alias on a passport
UNSEEN: Final = [0] * w.CITIES  # nobody knows any threat card
WORDS: Final = "words of the story; what follows from them is in other blocks"
BEHIND: Final = "what earlier games brought: the funding and the board follow from it"
NEXT: Final = "of the game after this one"
LEFT_OUT: Final[dict[str, str]] = {
    "order of table.players[].hand": "hands have no order",
    "order of table.set_aside": "they go into a hand",
    "order of table.reserve": "it is a supply",
    **{f"table.objectives[].{name}": WORDS for name in ("id", "name", "entry")},
    **{f"table.campaign.{name}": WORDS for name in ("id", "name", "text", "story", "opened", "new")},
    **{f"table.campaign.{name}": WORDS for name in ("entries", "frames", "protocols[].text")},
    **{f"table.campaign.aliases[].{name}": WORDS for name in ("name", "specialty")},
    **dict.fromkeys(("table.players[].alias.name", "table.campaign.events[].text"), WORDS),
    **dict.fromkeys(("asked.item", "asked.answers"), WORDS),
    **{f"table.campaign.{name}": BEHIND for name in ("months", "calendar")},
    **{f"table.campaign.{name}": NEXT for name in ("next", "over", "final")},
}


class Season0Encoding(Vector):
    """Cities in the order of the box; cards as one-hot rows."""

    complete: bool = True
    left_out: dict[str, str] = LEFT_OUT

    def declare(self) -> None:
        super().declare()
        occupations = list(w.OCCUPATION_IDS)
        aliases = [f"{c} {a}" for c in w.CHARACTER_IDS for a in w.AFFILIATION_IDS]
        travels = numbered(["not chosen", "burned", *aliases], NOT_CHOSEN + FIRST_ALIAS)
        travels |= numbered([f"temporary {name}" for name in occupations], TEMPORARY + FIRST_ALIAS)
        stickers = numbered(list(STICKER_IDS[1:]))
        self.code("passports", travels, "alias")
        for block in ("passports", "personnel"):
            self.code(block, numbered(occupations), "occupation")
        self.code("tracks", numbered(list(w.SYMBOL.labels)))
        self.code("slots", stickers)
        self.code("personnel", stickers, *w.PERSONNEL_IDS[3:])
        self.code("new alias", numbered(list(w.CHARACTER_IDS)), "character")
        self.code("new alias", numbered(list(w.AFFILIATION_IDS)), "affiliation")
        self.code("new alias", numbered(list(w.NAME.titles)), "name")

    def template_key(self, t: Table) -> object:
        return t.config

    def prepare(self, t: Table, values: dict[int, int]) -> None:
        """What a month starts with."""
        config = t.config
        values[self.month + config.month] = 1
        values[self.attempt] = int(count(config.attempt))
        values[self.funding] = config.funding
        for city in range(w.CITIES):
            values[self.side + city * 3 + config.side[city]] = 1
            values[self.watched + city] = config.watched[city]
        for city in config.permanent:
            values[self.permanent + city] = 1
        for number, card in enumerate(config.objectives[: w.OBJECTIVES]):
            for city, tokens in card.known:
                values[self.needs + number * w.CITIES + city] = tokens
            for city in card.unknown:
                values[self.listed + number * w.CITIES + city] = 1

    def sources(self, t: Table, segment: int) -> list[Any]:
        if segment == OF_THREATS:
            known = t.foreseen
            return [t.space, t.threat, t.threat_discard, t.game_end, known, known.edition]
        if segment == OF_THE_DECK:
            return [len(t.deck), t.discard, t.aside, t.reserve, t.piles]
        if segment == OF_THE_BOARD:
            supply = t.agents_left | t.tokens_left << 8 | t.safe_left << 16 | t.shadows << 24
            return [supply, t.agents, t.tokens, t.safe, t.teams, t.watched, t.side]
        if segment == OF_OBJECTIVES:
            return [t.shown, t.status, t.target, t.revealed]
        called = t.called << 8 | t.watching
        return [t.character, t.alias, t.traits, called, t.uncovered, t.slots]

    def same_for_all(self, t: Table, segment: int) -> bool:
        if segment == OF_THREATS:
            return t.foreseen.seen == UNSEEN
        return segment <= OF_OBJECTIVES

    def write_segment(self, t: Table, segment: int, seat: int, cache: VectorCache, out: BytesWriter) -> None:
        if segment == OF_THREATS:
            self.write_threats(t, seat, out)
        elif segment == OF_THE_DECK:
            self.write_deck(t, out)
        elif segment == OF_THE_BOARD:
            self.write_board(t, out)
        elif segment == OF_OBJECTIVES:
            self.write_objectives(t, out)
        else:
            seats = int(t.seats)
            for step in range(seats):
                self.write_seat(t, (seat + step) % seats, step, out)

    def write(self, t: Table, seat: int, out: BytesWriter) -> None:
        self.write_fields(t, seat, out)
        seats = int(t.seats)
        if t.month_turn:
            out[self.active + (t.active - seat) % seats] = 1
            out[self.first + (t.first - seat) % seats] = 1
        if t.step == w.STEP_ACTIONS:
            out[self.actions] = count(t.actions)
        if t.cause >= 0:
            out[self.cause + t.cause] = 1
        self.write_hands(t, seat, out)
        if t.stack and t.stack[-1] is not TAKE_ACTION:
            self.write_question(t, seat, out)
        if t.campaign is not None:
            self.write_campaign(t, t.campaign, out)

    def write_memory(self, t: Table, seat: int, out: BytesWriter) -> None:
        for city in range(w.CITIES):
            if t.shown >> city & 1:
                out[self.shown + city] = 1

    def write_threats(self, t: Table, seat: int, out: BytesWriter) -> None:
        out[self.space] = count(t.space)
        size = len(t.threat)
        out[self.threat] = size
        who: i64 = 1 << seat
        seen = t.foreseen.seen
        pool = t.foreseen.pool
        depth: i64 = size
        layer: i64 = 0
        last: i64 = -1  # the pool of the card below
        for card in t.threat:
            if seen[card] & who:
                out[self.foreseen + card] = u8(depth)
            else:
                if pool[card] != last:
                    last = pool[card]
                    layer += 1
                out[self.layers + card] = u8(layer)
            depth -= 1
        write_order(t.threat_discard, self.threat_discard, out)
        write_order(t.game_end, self.game_end, out)

    def write_deck(self, t: Table, out: BytesWriter) -> None:
        out[self.deck] = len(t.deck)
        for number, size in enumerate(piles_left(t)[:8]):
            out[self.piles + number] = size
        for order, card in enumerate(t.discard):
            if card < w.CARDS:
                out[self.discard + card] = order + 1
        for card in t.aside:
            if card < w.CARDS:
                out[self.aside + card] = 1
        beside = t.aside.count(w.ESCALATION)
        out[self.beside] = beside
        out[self.escalations] = t.discard.count(w.ESCALATION) + beside
        for card in t.reserve:
            if card in t.config.events:
                out[self.reserve + card] = 1

    def write_board(self, t: Table, out: BytesWriter) -> None:
        write_row(tuple(t.agents), self.agents, out)
        write_row(t.tokens, self.tokens, out)
        write_row(t.safe, self.safe, out)
        if t.watched is not t.config.watched:
            for city in range(w.CITIES):
                out[self.watched + city] = t.watched[city]
        side = t.config.side
        if t.side is not side:
            for city in range(w.CITIES):
                if t.side[city] != side[city]:
                    out[self.side + city * 3 + side[city]] = 0
                    out[self.side + city * 3 + t.side[city]] = 1
        at: i64 = self.teams
        stands: i64
        for stands in t.teams:
            if stands >= 0:
                out[at + stands] = 1
            at += w.CITIES
        out[self.supply] = count(t.agents_left)
        out[self.supply + 1] = count(t.tokens_left)
        out[self.supply + 2] = count(t.safe_left)
        if t.shadows:
            out[self.shadows] = 1

    def write_objectives(self, t: Table, out: BytesWriter) -> None:
        for number in range(min(w.OBJECTIVES, len(t.status))):
            out[self.status + number * 3 + t.status[number]] = 1
            target = t.target[number]
            if target >= 0 and t.revealed[number]:
                out[self.target + number * w.CITIES + target] = 1
            elif t.status[number] == w.OPEN and t.config.objectives[number].unknown:
                for city in possible(t, number):
                    out[self.possible + number * w.CITIES + city] = 1

    def write_hands(self, t: Table, seat: int, out: BytesWriter) -> None:
        """The hand of each seat, and the place of its pawn."""
        pawn: i64 = self.pawn
        hand: i64 = self.hands
        seats: i64 = t.seats
        other: i64 = seat
        card: i64
        for _step in range(seats):
            out[pawn + t.pawn[other]] = 1
            for card in t.hands[other]:
                if card < w.CARDS:
                    out[hand + card] = 1
            pawn += w.CITIES
            hand += w.CARDS
            other = (other + 1) % seats

    def write_seat(self, t: Table, seat: int, step: int, out: BytesWriter) -> None:
        """The character and the alias of each seat."""
        if t.character[seat] >= 0:
            out[self.character + step * len(w.CHARACTER_IDS) + t.character[seat]] = 1
        at = self.passport + step * len(w.PASSPORT_IDS)
        alias = t.alias[seat]
        out[at] = count(alias + FIRST_ALIAS)
        out[at + 4] = calls(t, seat)
        if t.watching >> seat & 1:
            out[at + 5] = 1
        out[at + 6] = hand_limit(t, seat)
        if 0 <= alias < len(t.uncovered):
            passport = t.config.aliases[alias]
            if passport is not None:
                out[at + 1] = passport.occupation + 1
            boxes = t.uncovered[alias]
            out[at + 2] = len(boxes)
            out[at + 3] = t.config.box.cover_boxes
            for place in range(min(BOXES, len(boxes))):
                out[self.tracks + step * BOXES + place] = boxes[place] + 1
            for place, held in enumerate(t.slots[alias]):
                out[self.slots + step * w.SLOTS + place] = held

    def write_question(self, t: Table, seat: int, out: BytesWriter) -> None:
        """The data of the current decision."""
        frame = t.stack[-1]
        if isinstance(frame, ShareIntel):
            out[self.shared + frame.card] = 1
            self.write_partner(t, seat, 0, frame.giver, out)
            self.write_partner(t, seat, 1, frame.receiver, out)
        elif isinstance(frame, Concession):
            self.write_partner(t, seat, 2, frame.proposer, out)
        elif isinstance(frame, Pay):
            out[self.left] = count(frame.left)
        elif isinstance(frame, Group):
            self.write_group(t, seat, frame, out)
        elif isinstance(frame, Arrange):
            out[self.placed] = len(frame.order)
            if t.config.look_visible_all or seat == frame.seat:
                for order, depth in enumerate(frame.order):
                    out[self.order + t.threat[-1 - depth]] = order + 1
        elif isinstance(frame, Bring):
            out[self.lines] = frame.lines
            if isinstance(frame, BringPawn):
                self.write_partner(t, seat, 3, frame.piece, out)
            else:
                out[self.team + frame.piece] = 1
        elif isinstance(frame, MoveSafehouse):
            out[self.city + frame.city] = 1
        elif isinstance(frame, Abandon):
            out[self.region + frame.region] = 1
        elif isinstance(frame, SendPawn):
            self.write_partner(t, seat, 3, frame.pawn, out)
        elif isinstance(frame, DropTo):
            self.write_partner(t, seat, 0, frame.giver, out)

    def write_partner(self, t: Table, seat: int, part: i64, other: int, out: BytesWriter) -> None:
        seats = int(t.seats)
        out[self.partners + part * len(self.names) + (other - seat) % seats] = 1

    def write_group(self, t: Table, seat: int, frame: Group, out: BytesWriter) -> None:
        """The current proposal of the group, and who has agreed."""
        vote = frame.vote
        seats = int(t.seats)
        if vote.proposal >= 0:
            out[self.proposal] = (vote.proposal + 1) // 256
            out[self.proposal + 1] = (vote.proposal + 1) % 256
        if vote.proposer >= 0:
            out[self.proposer + (vote.proposer - seat) % seats] = 1
        for other in range(seats):
            if vote.agreed >> other & 1:
                out[self.agreeing + (other - seat) % seats] = 1
        if isinstance(frame, ChooseEvents):
            out[self.left] = count(frame.left(t))
            for order, event in enumerate(frame.chosen):
                out[self.events + w.CITIES + event] = order + 1
        elif isinstance(frame, Upgrade):
            out[self.left] = count(frame.units)
        elif isinstance(frame, LayAsset):
            out[self.asset + frame.asset] = 1
        elif isinstance(frame, CreateAlias):
            out[self.created] = frame.character + 1
            out[self.created + 1] = frame.affiliation + 1
            out[self.created + 2] = frame.name + 1

    def write_campaign(self, t: Table, file: CampaignFile, out: BytesWriter) -> None:
        """The current state of the campaign's file."""
        data, index = file.data, t.config.box.index
        out[self.campaign] = count(int(file.log["games"]))
        out[self.campaign + 1] = int(data["funding"])
        out[self.campaign + 2] = count(int(file.log["story"]))
        for sticker in t.config.stickers:
            self.write_sticker(t, sticker.view(t), out)
        for number, name in enumerate(w.PROTOCOL_IDS):
            if file.has(f"protocol {name}"):
                out[self.protocols + number] = 1
        for city in range(w.CITIES):
            out[self.printed + city] = t.config.watched[city]
        for name in data["safehouses"]:
            out[self.kept + int(index[name])] = 1
        for number, kind in enumerate(w.DESTROYED_IDS):
            for name in data["destroyed"].get(kind, ()):
                card = w.CITIES + EVENT_IDS.index(name) if kind == "events" else int(index[name])
                out[self.destroyed + number * w.CARDS + card] = 1
        for order, name in enumerate(data["events"]):
            out[self.supplied + EVENT_IDS.index(name)] = order + 1
        for row in data["aliases"]:
            self.write_alias(t, row, out)

    def write_sticker(self, t: Table, seen: dict[str, Any], out: BytesWriter) -> None:
        """The data of the added rules."""
        if "bookbinder" in seen:
            out[self.bookbinder + int(t.config.box.index[seen["bookbinder"]])] = 1
        if "patience" in seen:
            out[self.campaign + (3 if seen["patience"] else 4)] = 1

    def write_alias(self, t: Table, row: dict[str, Any], out: BytesWriter) -> None:
        """A passport of the personnel file."""
        number = alias_number(row)
        at = self.personnel + number * len(w.PERSONNEL_IDS)
        out[at] = w.OCCUPATION_IDS.index(row["occupation"]) + 1
        if t.config.aliases[number] is not None:
            out[at + 1] = len(t.uncovered[number])
            out[at + 2] = 1 if t.burned >> number & 1 else 0
            for place, held in enumerate(t.slots[number]):
                out[at + 3 + place] = held


def write_row(numbers: tuple[int, ...], at: i64, out: BytesWriter) -> None:
    """Counts by city."""
    number: i64
    for number in numbers:
        if number:
            out[at] = u8(number)
        at += 1


def write_order(cards: list[int], at: i64, out: BytesWriter) -> None:
    """Cards of a pile: 1 for the lowest."""
    depth: i64 = 1
    card: i64
    for card in cards:
        out[at + card] = u8(depth)
        depth += 1
