"""What a seat of Season 0 perceives, as a vector: the board, the decks as far as they are known, the hands.

Seats are rotated to the own one. What a campaign adds (its file, its stickers, its stories) and what the
rarer questions remember are not told.
"""

from typing import Any, Final

from spyring.engine.encoding import Encoding, count
from spyring.engine.game import Game
from spyring.games.season0.box import (
    AFFILIATION_IDS,
    CARDS,
    CHARACTER_IDS,
    CITIES,
    ESCALATION,
    MONTH_IDS,
    OBJECTIVES,
    SLOTS,
    TEAMS,
    Box,
)
from spyring.games.season0.notation import CAUSE_IDS, TEAM_IDS
from spyring.games.season0.rules.events import Arrange
from spyring.games.season0.rules.group import Group
from spyring.games.season0.rules.safehouses import Pay
from spyring.games.season0.rules.setup import ChooseEvents
from spyring.games.season0.rules.sharing import ShareIntel
from spyring.games.season0.table import OPEN, STEP_IDS, Table
from spyring.games.season0.view import possible

STATUS_NAMES: Final = ("open", "complete", "failed")
NUMBERS: Final = ("first", "second", "third")
PASSPORT: Final = ("alias", "uncovered", "track", "called", "watching", "limit")
SUPPLY: Final = ("agents", "tokens", "safehouses")
BOXES: Final = 8  # of a cover track


class Season0Encoding(Encoding[Table]):
    """Cities in the order of the box; cards as one-hot rows."""

    def __init__(self, game: Game, box: Box) -> None:
        self.city_names: tuple[str, ...] = tuple(box.ids[:CITIES])
        self.card_names: tuple[str, ...] = tuple(box.card_ids[:CARDS])
        super().__init__(game)

    def declare(self) -> None:
        cities, cards, who = self.city_names, self.card_names, self.who()
        self.month = self.block("month", "the month", MONTH_IDS)
        self.attempt = self.number("attempt", "which attempt at it")
        self.funding = self.number("funding", "funding")
        self.month_turn = self.number("turn", "the number of the turn")
        self.active = self.block("active", "whose turn it is", who)
        self.first = self.block("first", "who began", who)
        self.step = self.block("step", "the step of the turn", STEP_IDS)
        self.actions = self.number("actions", "actions left")
        self.cause = self.block("cause", "why the game ended", CAUSE_IDS)
        self.space = self.number("threat", "the space of the threat marker")
        self.threat = self.number("threat deck", "cards in it")
        self.foreseen = self.block(
            "foreseen", "threat cards that I know, from the top: 1 for the top", cities
        )
        self.layers = self.block(
            "layers", "in which layer of the threat deck others lie: 1 for the lowest", cities
        )
        self.threat_discard = self.block("threat discard", "1 for the lowest", cities)
        self.game_end = self.block("game end", "threat cards out of the game", cities)
        self.deck = self.number("deck", "cards in the player deck")
        self.piles = self.block("piles", "its piles, the lowest first", tuple(str(n) for n in range(8)))
        self.escalations = self.number("escalations", "drawn so far")
        self.discard = self.block("discard", "player cards discarded: 1 for the lowest", cards)
        self.aside = self.block("set aside", "drawn together with an Escalation", cards)
        self.reserve = self.block("reserve", "Events not in play", cards)
        self.declare_board()
        self.declare_seats()

    def declare_board(self) -> None:
        cities = self.city_names
        self.agents = self.block("agents", "agents", cities)
        self.tokens = self.block("tokens", "objective tokens", cities)
        self.safe = self.block("safehouses", "safehouses", cities)
        self.watched = self.block("surveillance", "surveillance", cities)
        self.side = self.block("affiliation", "affiliation", cities, AFFILIATION_IDS)
        self.teams = self.block("teams", "where each team stands", TEAM_IDS, cities)
        self.supply = self.block("supply", "pieces left", SUPPLY)
        self.shadows = self.number("shadows", "whether we act in the shadows")
        self.status = self.block("objectives", "objectives", NUMBERS, STATUS_NAMES)
        self.target = self.block("targets", "targets that are shown", NUMBERS, cities)
        self.possible = self.block("possible targets", "what a hidden target can be", NUMBERS, cities)

    def declare_seats(self) -> None:
        who = self.who()
        self.pawn = self.block("pawns", "where each pawn stands", who, self.city_names)
        self.hand = self.block("hands", "what each holds", who, self.card_names)
        self.character = self.block("characters", "who plays whom", who, CHARACTER_IDS)
        self.passport = self.block("passports", "what each travels as", who, PASSPORT)
        self.tracks = self.block("tracks", "uncovered symbols", who, tuple(str(n) for n in range(BOXES)))
        self.slots = self.block("slots", "assets and weaknesses", who, tuple(str(n) for n in range(SLOTS)))
        self.order = self.block("order", "threat cards put in order so far: 1 for the first", self.city_names)
        self.shared = self.block("shared", "the card that is asked for", self.city_names)
        self.left = self.number("left", "what is still to be given up")
        self.proposal = self.block("proposal", "the move proposed, plus one", ("high", "low"))
        self.proposer = self.block("proposer", "who proposed it", who)
        self.agreeing = self.block("agreeing", "who has agreed", who)
        self.events = self.block("events chosen", "Events chosen so far: 1 for the first", self.card_names)

    def write(self, t: Table, seat: int, out: Any) -> None:
        seats = int(t.seats)
        out[self.month + t.agreed.month] = 1
        out[self.attempt] = count(t.agreed.attempt)
        out[self.funding] = t.agreed.funding
        if t.month_turn:
            out[self.month_turn] = count(int(t.month_turn))
            out[self.active + (t.active - seat) % seats] = 1
            out[self.first + (t.first - seat) % seats] = 1
        out[self.step + t.step] = 1
        if t.step == 3:
            out[self.actions] = count(int(t.actions))
        if t.cause >= 0:
            out[self.cause + t.cause] = 1
        self.write_threats(t, seat, out)
        self.write_deck(t, out)
        self.write_board(t, out)
        self.write_objectives(t, out)
        for step in range(seats):
            self.write_seat(t, (seat + step) % seats, step, out)
        if t.stack:
            self.write_question(t, seat, out)

    def write_threats(self, t: Table, seat: int, out: Any) -> None:
        out[self.space] = t.space
        size = len(t.threat)
        out[self.threat] = size
        who = 1 << seat
        seen = t.foreseen.seen
        pool = t.foreseen.pool
        for at in range(size):
            card = t.threat[at]
            if seen[card] & who:
                out[self.foreseen + card] = size - at
            else:
                out[self.layers + card] = pool[card] + 1
        for order, card in enumerate(t.threat_discard):
            out[self.threat_discard + card] = order + 1
        for order, card in enumerate(t.game_end):
            out[self.game_end + card] = order + 1

    def write_deck(self, t: Table, out: Any) -> None:
        left = len(t.deck)
        out[self.deck] = left
        for number, size in enumerate(t.piles[:8]):
            out[self.piles + number] = min(size, left)
            left -= min(size, left)
        drawn = 0
        for order, card in enumerate(t.discard):
            if card == ESCALATION:
                drawn += 1
            else:
                out[self.discard + card] = order + 1
        out[self.escalations] = drawn
        for card in t.aside:
            if card < CARDS:
                out[self.aside + card] = 1
        for card in t.reserve:
            if card < CARDS and card in t.agreed.events:
                out[self.reserve + card] = 1

    def write_board(self, t: Table, out: Any) -> None:
        for city in range(CITIES):
            if t.agents[city]:
                out[self.agents + city] = t.agents[city]
            if t.tokens[city]:
                out[self.tokens + city] = t.tokens[city]
            if t.safe[city]:
                out[self.safe + city] = 1
            if t.watched[city]:
                out[self.watched + city] = t.watched[city]
            out[self.side + city * 3 + t.side[city]] = 1
        for team in range(TEAMS):
            if t.teams[team] >= 0:
                out[self.teams + team * CITIES + t.teams[team]] = 1
        out[self.supply] = t.agents_left
        out[self.supply + 1] = t.tokens_left
        out[self.supply + 2] = t.safe_left
        if t.shadows:
            out[self.shadows] = 1

    def write_objectives(self, t: Table, out: Any) -> None:
        for number in range(min(OBJECTIVES, len(t.status))):
            out[self.status + number * 3 + t.status[number]] = 1
            target = t.target[number]
            if target >= 0 and t.revealed[number]:
                out[self.target + number * CITIES + target] = 1
            elif t.status[number] == OPEN and t.agreed.objectives[number].unknown:
                for city in possible(t, number):
                    out[self.possible + number * CITIES + city] = 1

    def write_seat(self, t: Table, seat: int, step: int, out: Any) -> None:
        out[self.pawn + step * CITIES + t.pawn[seat]] = 1
        for card in t.hands[seat]:
            if card < CARDS:
                out[self.hand + step * CARDS + card] = 1
        if t.character[seat] >= 0:
            out[self.character + step * len(CHARACTER_IDS) + t.character[seat]] = 1
        at = self.passport + step * len(PASSPORT)
        alias = t.alias[seat]
        out[at] = count(alias + 3)
        out[at + 3] = t.called >> seat & 1
        out[at + 4] = t.watching >> seat & 1
        out[at + 5] = t.limit(seat)
        if 0 <= alias < len(t.tracks):
            out[at + 1] = t.uncovered[alias]
            out[at + 2] = len(t.tracks[alias])
            for place in range(min(BOXES, t.uncovered[alias])):
                out[self.tracks + step * BOXES + place] = t.tracks[alias][place] + 1
            for place, held in enumerate(t.slots[alias]):
                out[self.slots + step * SLOTS + place] = held

    def write_question(self, t: Table, seat: int, out: Any) -> None:
        """What the decision asked for remembers."""
        frame = t.stack[-1]
        if isinstance(frame, ShareIntel):
            out[self.shared + frame.card] = 1
        elif isinstance(frame, Pay):
            out[self.left] = count(frame.left)
        elif isinstance(frame, Group):
            vote = frame.vote
            self.write_vote(t, seat, vote.proposal, vote.proposer, vote.agreed, out)
            if isinstance(frame, ChooseEvents):
                for order, event in enumerate(frame.chosen):
                    out[self.events + CITIES + event] = order + 1
        elif isinstance(frame, Arrange):
            if t.agreed.look_visible or seat == frame.seat:
                for order, depth in enumerate(frame.order):
                    out[self.order + t.threat[-1 - depth]] = order + 1

    def write_vote(self, t: Table, seat: int, proposal: int, proposer: int, agreed: int, out: Any) -> None:
        """What the group talks about, and who is for it."""
        seats = int(t.seats)
        if proposal >= 0:
            out[self.proposal] = (proposal + 1) // 256
            out[self.proposal + 1] = (proposal + 1) % 256
            out[self.proposer + (proposer - seat) % seats] = 1
            for other in range(seats):
                if agreed >> other & 1:
                    out[self.agreeing + (other - seat) % seats] = 1
