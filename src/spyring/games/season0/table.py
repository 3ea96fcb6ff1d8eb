"""The table of Season 0: what lies where, and who knows what."""

from typing import Any, Final

from mypy_extensions import i64

from spyring.engine.definition import Definition
from spyring.engine.errors import BadPosition
from spyring.engine.knowledge import ALL_KNOW, Knowledge
from spyring.engine.position import Json, Reader
from spyring.engine.seats import PUBLIC
from spyring.engine.state import State
from spyring.games.season0 import scoring
from spyring.games.season0 import words as w
from spyring.games.season0.agreement import Agreement
from spyring.games.season0.box import (
    AGENTS,
    EACH_TEAMS,
    ESCALATIONS,
    EVENT_IDS,
    HAND_LIMIT,
    MOST_AGENTS,
    MOST_SURVEILLANCE,
    SAFEHOUSES,
    STICKER_IDS,
    TOKENS,
    TRACK_SYMBOLS,
    Box,
)
from spyring.games.season0.campaign.file import CampaignFile, taken_up

# What a seat travels as: an alias number, TEMPORARY + occupation, or one of these.
NOT_CHOSEN: Final = -2
NO_ALIAS: Final = -1  # burned; a temporary one comes at the start of the next turn
TEMPORARY: Final = 100

CALL_BITS: Final = 3  # enough to count to the slots of an alias
NONE_REFUSED: Final = (0, 0, 0, 0, 0, 0, 0, 0, 0)  # see rules/sharing.py


class Table(State):
    """Cities are numbers 0..47, a City card and a Threat card have the number of their city.

    The tops of ``deck`` and ``threat`` are their ends. Threat cards of one layer were shuffled together:
    everybody knows which they are, but not their order. Layers are pools of ``foreseen``, later ones on top.
    """

    agreed: Agreement
    month_turn: i64  # the number of the turn, 0 in the setup
    active: i64
    first: i64
    step: i64
    actions: i64  # left in this turn
    space: i64  # of the threat marker
    agents: list[int]
    tokens: list[int]
    safe: list[int]
    watched: tuple[int, ...]
    side: tuple[int, ...]  # affiliation by city
    agents_left: i64
    tokens_left: i64
    safe_left: i64
    pawn: list[int]
    teams: list[int]  # the city of each, or -1
    hands: list[list[int]]
    deck: list[int]
    piles: tuple[int, ...]  # sizes with their Escalation, the lowest first; empty if not known
    discard: list[int]
    aside: list[int]  # drawn, while Escalations are resolved: these, and what is not in the hand yet
    reserve: list[int]
    shown: i64  # the City cards that have been visible, as a mask
    threat: list[int]
    foreseen: Knowledge  # of the Threat cards in the deck
    threat_discard: list[int]
    game_end: list[int]
    target: tuple[int, ...]  # the card under each objective, or -1
    status: tuple[int, ...]
    revealed: tuple[int, ...]
    done_by: tuple[int, ...]
    character: tuple[int, ...]  # by seat, or -1
    alias: tuple[int, ...]  # by seat
    ability: tuple[int, ...]  # the occupation of each seat, or -1
    traits: tuple[int, ...]  # assets and weaknesses of the alias of each seat, as a mask
    uncovered: tuple[tuple[int, ...], ...]  # what the uncovered boxes show, by alias
    slots: tuple[tuple[int, ...], ...]
    burned: i64  # aliases, as a mask
    called: i64  # how often each seat has called a station chief, CALL_BITS bits a seat
    shadows: i64
    watching: i64  # seats that are asked at every open point, as a mask
    refused: tuple[int, ...]  # in this action step: cards by kind of proposal and seat, as masks
    cause: i64  # why the game ended, or -1
    notes: dict[str, int]  # of the campaign's rules
    campaign: CampaignFile | None  # as it stands at this moment

    def __init__(self, game: Definition, seats: int, agreed: Agreement) -> None:
        super().__init__(game, seats)
        self.agreed = agreed
        self.campaign = None

    def clear(self) -> None:
        """An empty table before the setup: all cards beside it, all pieces in the supply."""
        agreed = self.agreed
        count = int(self.seats)
        self.month_turn = 0
        self.active = 0
        self.first = 0
        self.step = w.STEP_SET_UP
        self.actions = 0
        self.space = 0
        self.agents = [0] * w.CITIES
        self.tokens = [0] * w.CITIES
        self.safe = [0] * w.CITIES
        self.watched = agreed.watched
        self.side = agreed.side
        self.agents_left = AGENTS
        self.tokens_left = TOKENS
        self.safe_left = SAFEHOUSES
        self.pawn = [agreed.box.washington] * count
        self.teams = [-1] * w.TEAMS
        self.hands = [[] for _seat in range(count)]
        self.deck = agreed.city_cards + [w.ESCALATION] * ESCALATIONS
        self.piles = ()
        self.discard = []
        self.aside = []
        self.reserve = agreed.event_cards[:]
        self.shown = agreed.never_dealt
        self.threat = agreed.threat_cards[:]
        self.foreseen = Knowledge(w.CITIES)
        self.threat_discard = []
        self.game_end = []
        self.lay_objectives()
        self.character = (-1,) * count
        self.alias = (NOT_CHOSEN,) * count
        self.ability = (-1,) * count
        self.traits = (0,) * count
        self.called = 0
        self.shadows = 0
        self.watching = 0
        self.refused = NONE_REFUSED
        self.cause = -1
        self.notes = {}
        self.clear_passports()

    def lay_objectives(self) -> None:
        """The objectives of the month, none of them begun; some may be complete from an earlier game."""
        count = len(self.agreed.objectives)
        self.target = (-1,) * count
        self.status = self.agreed.status
        self.revealed = (0,) * count
        self.done_by = (-1,) * count

    def clear_passports(self) -> None:
        """Passports as the campaign handed them over."""
        agreed = self.agreed
        self.uncovered = agreed.uncovered
        self.slots = agreed.slots
        self.burned = agreed.burned

    # -- what the engine asks ----------------------------------------------------------------------

    def clone(self) -> "Table":
        t = Table(self.game, self.seats, self.agreed)
        self.copy_to(t)
        t.month_turn = self.month_turn
        t.active = self.active
        t.first = self.first
        t.step = self.step
        t.actions = self.actions
        t.space = self.space
        t.agents = self.agents[:]
        t.tokens = self.tokens[:]
        t.safe = self.safe[:]
        t.watched = self.watched
        t.side = self.side
        t.agents_left = self.agents_left
        t.tokens_left = self.tokens_left
        t.safe_left = self.safe_left
        t.pawn = self.pawn[:]
        t.teams = self.teams[:]
        t.hands = [hand[:] for hand in self.hands]
        t.deck = self.deck[:]
        t.piles = self.piles
        t.discard = self.discard[:]
        t.aside = self.aside[:]
        t.reserve = self.reserve[:]
        t.shown = self.shown
        t.threat = self.threat[:]
        t.foreseen = self.foreseen.clone()
        t.threat_discard = self.threat_discard[:]
        t.game_end = self.game_end[:]
        t.target = self.target
        t.status = self.status
        t.revealed = self.revealed
        t.done_by = self.done_by
        t.character = self.character
        t.alias = self.alias
        t.ability = self.ability
        t.traits = self.traits
        t.uncovered = self.uncovered
        t.slots = self.slots
        t.burned = self.burned
        t.called = self.called
        t.shadows = self.shadows
        t.watching = self.watching
        t.refused = self.refused
        t.cause = self.cause
        notes = self.notes
        t.notes = notes.copy() if notes else notes
        t.campaign = self.campaign
        return t

    def top_layer(self) -> list[int]:
        """The Threat cards of which the next one will be."""
        pool = self.foreseen.pool
        top = -1
        for card in self.threat:
            top = max(top, pool[card])
        return [card for card in self.threat if pool[card] == top]

    def imagine(self, seat: int) -> None:
        """Lay anew what nobody knows: the decks, the cards under objectives."""
        self._imagine_deck()
        self.foreseen.lay_anew(self, [self.threat], 1 << seat)

    def _imagine_deck(self) -> None:
        """The hidden player cards: first those under objectives, out of their lists, then the deck, with one
        Escalation in each pile.
        """
        hidden: list[int] = []
        under: list[int] = []
        escalations = 0
        for card in self.deck:
            if card == w.ESCALATION:
                escalations += 1
            else:
                hidden.append(card)
        target = list(self.target)
        for number in range(len(target)):
            if target[number] >= 0 and not self.revealed[number]:
                hidden.append(target[number])
                under.append(number)
        hidden.sort()
        if under:
            self._imagine_targets(under, hidden, target)
            self.target = tuple(target)
        self.shuffle(hidden)
        self.deck = self._with_escalations(hidden, escalations)

    def _imagine_targets(self, under: list[int], hidden: list[int], target: list[int]) -> None:
        """Draw a card for each objective from its list; lists may overlap, so a draw that leaves a later
        objective without a card is drawn again.
        """
        while True:
            left = hidden[:]
            found = 0
            for number in under:
                listed = self.agreed.objectives[number].unknown
                possible = [card for card in left if card in listed and not self.shown >> card & 1]
                if not possible:
                    break
                card = possible[self.roll(len(possible))]
                target[number] = card
                left.remove(card)
                found += 1
            if found == len(under):
                hidden[:] = left
                return

    def _with_escalations(self, cards: list[int], escalations: int) -> list[int]:
        """A deck of these cards and Escalations: one anywhere in each pile that still has one."""
        if not self.piles:
            cards += [w.ESCALATION] * escalations
            self.shuffle(cards)
            return cards
        deck: list[int] = []
        used = 0
        left = len(cards) + escalations
        for number in range(len(self.piles)):
            size = min(self.piles[number], left)
            if size == 0:
                break
            left -= size
            if escalations:  # the lowest piles are whole, so they have theirs
                escalations -= 1
                deck += cards[used : used + size - 1]
                used += size - 1
                deck.insert(len(deck) - self.roll(size), w.ESCALATION)
            else:
                deck += cards[used : used + size]
                used += size
        return deck

    def legacy(self) -> Json | None:
        """What a month leaves to the campaign: the passports as they are now, and a report."""
        if self.campaign is not None:
            return None if self.stack else self.campaign.handed_on(self.inherited)
        return None if self.agreed.month == w.PROLOGUE else scoring.legacy(self)

    def census(self) -> dict[str, int]:
        agreed = self.agreed
        count = dict.fromkeys(agreed.box.card_ids, 0)
        ids = agreed.box.card_ids
        targets = [card for card in self.target if card >= 0]
        destroyed = [*agreed.destroyed_cities, *agreed.destroyed_events]
        for pile in (*self.hands, self.deck, self.discard, self.aside, self.reserve, targets, destroyed):
            for card in pile:
                count[ids[card]] += 1
        for city in agreed.box.ids:
            count[f"threat {city}"] = 0
        for pile in (self.threat, self.threat_discard, self.game_end, agreed.destroyed_threats):
            for card in pile:
                count[f"threat {ids[card]}"] += 1
        count["agents"] = self.agents_left + sum(self.agents)
        count["incident tokens"] = self.tokens_left + sum(self.tokens)
        count["safehouses"] = self.safe_left + sum(self.safe)
        count["teams"] = len(self.teams)
        return {name: int(number) for name, number in count.items()}

    # -- positions ---------------------------------------------------------------------------------

    def pack(self) -> Json:
        ids = self.agreed.box.card_ids
        return {
            "turn": int(self.month_turn),
            "active": int(self.active),
            "first": int(self.first),
            "step": w.STEP_IDS[self.step],
            "actions": int(self.actions),
            "space": int(self.space),
            "agents": self._by_city(self.agents),
            "tokens": self._by_city(self.tokens),
            "safehouses": [ids[city] for city in range(w.CITIES) if self.safe[city]],
            "surveillance": list(self.watched),
            "affiliation": list(self.side),
            "pawns": [ids[city] for city in self.pawn],
            "teams": {w.TEAM_IDS[team]: ids[city] for team, city in enumerate(self.teams) if city >= 0},
            "hands": [self._names(hand) for hand in self.hands],
            "deck": self._names(self.deck),
            "piles": list(self.piles),
            "discard": self._names(self.discard),
            "aside": self._names(self.aside),
            "reserve": self._names(self.reserve),
            "shown": int(self.shown),
            "threat": self._names(self.threat),
            "layers": [self.foreseen.pool[card] for card in self.threat],
            "foreseen": [self.foreseen.seen[card] for card in self.threat],
            "threat_discard": self._names(self.threat_discard),
            "game_end": self._names(self.game_end),
            "targets": [ids[card] if card >= 0 else None for card in self.target],
            "status": [w.STATUS_IDS[status] for status in self.status],
            "revealed": list(self.revealed),
            "done_by": list(self.done_by),
            "characters": list(self.character),
            "aliases": list(self.alias),
            "uncovered": [[TRACK_SYMBOLS[symbol] for symbol in boxes] for boxes in self.uncovered],
            "slots": [[STICKER_IDS[held] for held in slots] for slots in self.slots],
            "burned": int(self.burned),
            "called": int(self.called),
            "shadows": int(self.shadows),
            "watching": int(self.watching),
            "refused": list(self.refused),
            "cause": w.CAUSE_IDS[self.cause] if self.cause >= 0 else None,
            "notes": dict(self.notes),
            "campaign": None if self.campaign is None else self.campaign.data,
        }

    def _names(self, cards: list[int]) -> list[str]:
        ids = self.agreed.box.card_ids
        return [ids[card] for card in cards]

    def _by_city(self, counts: list[int]) -> dict[str, int]:
        ids = self.agreed.box.ids
        return {ids[city]: counts[city] for city in range(w.CITIES) if counts[city]}

    def unpack(self, data: Json) -> None:
        """Read a position. Where a deck is left out, it holds every card that is named nowhere."""
        self._unpack_campaign(data)
        self.clear()
        read = Reader(data, "table")
        read.only(tuple(self.pack()))
        seats = int(self.seats)
        self.month_turn = read.number("turn", 0, 99, 1)
        self.active = read.number("active", 0, seats - 1, 0)
        self.first = read.number("first", 0, seats - 1, 0)
        self.step = self._word(data, "step", w.STEP_IDS, w.STEP_ACTIONS)
        self.actions = read.number("actions", 0, 99, 4)
        self.space = read.number("space", 0, len(self.agreed.box.level) - 1, 0)
        self._unpack_board(data, read)
        self._unpack_player_cards(read)
        self._unpack_threats(read)
        self._unpack_objectives(data, read)
        self._unpack_seats(data, read)
        self.called = read.number("called", 0, (1 << CALL_BITS * w.MOST_SEATS) - 1, 0)
        self.shadows = read.number("shadows", 0, 1, 0)
        self.watching = read.number("watching", 0, 15, 0)
        every = (1 << w.CITIES) - 1
        self.refused = tuple(read.numbers("refused", len(NONE_REFUSED), 0, every, list(NONE_REFUSED)))
        cause = data.get("cause")
        self.cause = -1 if cause is None else self._word(data, "cause", w.CAUSE_IDS, 0)
        notes = data.get("notes", {})
        if not isinstance(notes, dict) or not all(isinstance(value, int) for value in notes.values()):
            raise BadPosition("notes in table is an object of whole numbers.")
        self.notes = dict(notes)

    def _unpack_campaign(self, data: Json) -> None:
        """The file as it stood at that moment; without one, as the game began with it."""
        saved = data.get("campaign")
        if saved is None or self.campaign is None:
            return
        if not isinstance(saved, dict):
            raise BadPosition("campaign in table is an object.")
        self.campaign = taken_up(saved, self.agreed.box, handed_on=False)
        self.agreed = Agreement(self.agreed.box, self.agreed.ways, self.agreed.options, saved)

    def _word(self, data: Json, key: str, known: tuple[str, ...], default: int) -> int:
        if key not in data:
            return default
        if data[key] not in known:
            raise BadPosition(f"{key} in table is one of {', '.join(known)}.")
        return known.index(data[key])

    def _counts(self, data: Json, key: str, most: int) -> list[int]:
        """Numbers by city."""
        index = self.agreed.box.index
        counts = [0] * w.CITIES
        given = data.get(key, {})
        if not isinstance(given, dict):
            raise BadPosition(f"{key} in table is an object: a number by city.")
        for city, number in given.items():
            if city not in index:
                raise BadPosition(f"{city} in {key} of table is no city.")
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
                raise BadPosition(f"{key} of {city} is a whole number from 0 to {most}.")
            counts[index[city]] = number
        return counts

    def _unpack_board(self, data: Json, read: Reader) -> None:
        ids = self.agreed.box.ids
        self.agents = self._counts(data, "agents", MOST_AGENTS)
        self.tokens = self._counts(data, "tokens", TOKENS)
        self.safe = [0] * w.CITIES
        safehouses = read.things("safehouses", ids)
        for city in self.agreed.permanent if safehouses is None else safehouses:
            self.safe[city] = 1
        self.agents_left = AGENTS - sum(self.agents)
        self.tokens_left = TOKENS - sum(self.tokens)
        self.safe_left = SAFEHOUSES - sum(self.safe)
        for left, what in (
            (self.agents_left, "agents"),
            (self.tokens_left, "incident tokens"),
            (self.safe_left, "safehouses"),
        ):
            if left < 0:
                raise BadPosition(f"There are more {what} on the board than in the box.")
        watched = read.numbers("surveillance", w.CITIES, 0, MOST_SURVEILLANCE, list(self.watched))
        self.watched = tuple(watched)
        self.side = tuple(read.numbers("affiliation", w.CITIES, 0, 2, list(self.side)))
        teams = data.get("teams", {})
        if not isinstance(teams, dict):
            raise BadPosition("teams in table is an object: a city by team.")
        for id, where in teams.items():
            if id not in w.TEAM_IDS or where not in self.agreed.box.index:
                raise BadPosition(f"The team {id} in {where} cannot be.")
            self.teams[w.TEAM_IDS.index(id)] = self.agreed.box.index[where]

    def _unpack_player_cards(self, read: Reader) -> None:
        seats = int(self.seats)
        ids = self.agreed.box.card_ids
        held = ids[: w.CARDS]
        hands = read.lists("hands", seats, held)
        self.hands = hands if hands is not None else [[] for _seat in range(seats)]
        self.discard = read.things("discard", ids) or []
        self.aside = read.things("aside", ids) or []
        targets = read.data.get("targets", [None] * len(self.target))
        fine = isinstance(targets, list) and len(targets) == len(self.target)
        if not fine or not all(name is None or name in ids[: w.CITIES] for name in targets):
            raise BadPosition("targets in table names a City card or nothing for each objective.")
        self.target = tuple(-1 if name is None else ids.index(name) for name in targets)
        placed = [card for pile in (*self.hands, self.discard, self.aside, self.target) for card in pile]
        placed += [*self.agreed.destroyed_cities, *self.agreed.destroyed_events]
        reserve = read.things("reserve", held)
        deck = read.things("deck", ids)
        if reserve is None:
            named = [*placed, *(deck or [])]
            self.reserve = [event for event in range(w.CITIES, w.CARDS) if event not in named]
        else:
            self.reserve = reserve
        if deck is None:
            free = [c for c in range(w.CARDS) if c not in placed and c not in self.reserve]
            deck = free + [w.ESCALATION] * (ESCALATIONS - placed.count(w.ESCALATION))
        self.deck = deck
        piles = read.data.get("piles", [])
        if not isinstance(piles, list) or not all(isinstance(size, int) and size > 0 for size in piles):
            raise BadPosition("piles in table is a list of sizes.")
        self.piles = tuple(piles)
        visible = self.agreed.never_dealt
        for pile in (*self.hands, self.discard, self.aside):
            for card in pile:
                if card < w.CITIES:
                    visible |= 1 << card
        self.shown = read.number("shown", 0, (1 << w.CITIES) - 1, visible)

    def _unpack_threats(self, read: Reader) -> None:
        ids = self.agreed.box.ids
        self.threat_discard = read.things("threat_discard", ids) or []
        self.game_end = read.things("game_end", ids) or []
        placed = [*self.threat_discard, *self.game_end, *self.agreed.destroyed_threats]
        threat = read.things("threat", ids)
        cards = threat if threat is not None else [c for c in range(w.CITIES) if c not in placed]
        self.threat = cards
        layers = read.numbers("layers", len(cards), 0, 99, [0] * len(cards))
        seen = read.numbers("foreseen", len(cards), ALL_KNOW, (1 << w.MOST_SEATS) - 1, [0] * len(cards))
        for card, layer, who in zip(cards, layers, seen):
            self.foreseen.put_in_pool([card], layer)
            self.foreseen.show(card, who)

    def _unpack_objectives(self, data: Json, read: Reader) -> None:
        count = len(self.agreed.objectives)
        status = data.get("status", [w.STATUS_IDS[s] for s in self.status])
        fine = isinstance(status, list) and len(status) == count
        if not fine or not all(word in w.STATUS_IDS for word in status):
            raise BadPosition(f"status in table names {count} of {', '.join(w.STATUS_IDS)}.")
        self.status = tuple(w.STATUS_IDS.index(word) for word in status)
        self.revealed = tuple(read.numbers("revealed", count, 0, 1, [0] * count))
        self.done_by = tuple(read.numbers("done_by", count, -1, int(self.seats) - 1, [-1] * count))

    def _unpack_seats(self, data: Json, read: Reader) -> None:
        seats = int(self.seats)
        ids = self.agreed.box.ids
        pawns = read.things("pawns", ids)
        if pawns is not None:
            if len(pawns) != seats:
                raise BadPosition(f"pawns in table names {seats} cities.")
            self.pawn = pawns
        self.character = tuple(read.numbers("characters", seats, -1, 3, list(range(seats))))
        plain = [TEMPORARY + seat for seat in range(seats)]
        most = TEMPORARY + w.OCCUPATIONS - 1
        self.alias = tuple(read.numbers("aliases", seats, NOT_CHOSEN, most, plain))
        for alias in self.alias:
            if w.ALIASES <= alias < TEMPORARY or (
                0 <= alias < w.ALIASES and self.agreed.aliases[alias] is None
            ):
                raise BadPosition(f"There is no alias {alias}.")
        if "uncovered" in data:
            self._unpack_uncovered(data["uncovered"])
        slots = data.get("slots", [[STICKER_IDS[held] for held in slots] for slots in self.slots])
        fine = isinstance(slots, list) and len(slots) == w.ALIASES
        fine = fine and all(isinstance(row, list) and len(row) == w.SLOTS for row in slots)
        if not fine or not all(name in STICKER_IDS for row in slots for name in row):
            raise BadPosition(f"slots in table has {w.SLOTS} entries for each alias.")
        self.slots = tuple(tuple(STICKER_IDS.index(name) for name in row) for row in slots)
        self.burned = read.number("burned", 0, (1 << w.ALIASES) - 1, int(self.burned))
        for seat in range(seats):
            self.read_passport(seat)

    def _unpack_uncovered(self, rows: object) -> None:
        box = self.agreed.box
        fine = isinstance(rows, list) and len(rows) == w.ALIASES
        if fine:
            assert isinstance(rows, list)
            fine = all(isinstance(row, list) and all(word in TRACK_SYMBOLS for word in row) for row in rows)
        if fine:
            assert isinstance(rows, list)
            found = tuple(tuple(TRACK_SYMBOLS.index(word) for word in row) for row in rows)
            created = [alias is not None for alias in self.agreed.aliases]
            if all(box.tracks_from(found[n]) if created[n] else not found[n] for n in range(w.ALIASES)):
                self.uncovered = found
                return
        raise BadPosition("uncovered in table is what the first boxes of each alias's cover track show.")

    # -- what the rules use ------------------------------------------------------------------------

    def read_passport(self, seat: int) -> None:
        """Take over what the alias of a seat can and cannot do."""
        alias = self.alias[seat]
        ability = -1
        traits = 0
        if alias >= TEMPORARY:
            ability = alias - TEMPORARY
        elif alias >= 0:
            passport = self.agreed.aliases[alias]
            assert passport is not None
            ability = passport.occupation
            for held in self.slots[alias]:
                traits |= 1 << held
        self.ability = replaced(self.ability, seat, ability)
        if traits & ~1 != self.traits[seat]:
            self.traits = replaced(self.traits, seat, traits & ~1)

    def limit(self, seat: int) -> int:
        """The hand limit of a seat (SZ-15.1)."""
        traits = self.traits[seat]
        if not traits:
            return HAND_LIMIT
        return HAND_LIMIT + self.copies(seat, w.FALSE_BOTTOM_CASE) - (traits >> w.KNOWN_FACE & 1)

    def copies(self, seat: int, sticker: int) -> int:
        """How often the alias of a seat has an asset: each one counts (SZ-17.3)."""
        if not self.traits[seat] >> sticker & 1:
            return 0
        return self.slots[self.alias[seat]].count(sticker)

    def calls(self, seat: int) -> int:
        """How often a seat has called a station chief in this game."""
        return int(self.called >> CALL_BITS * seat & (1 << CALL_BITS) - 1)

    def is_active(self, team: int) -> bool:
        """Whether a team stands in a city of its own affiliation (SZ-5.7)."""
        city = self.teams[team]
        return city >= 0 and self.side[city] == team // EACH_TEAMS

    def active_in(self, city: int) -> int:
        """How many active teams stand in a city."""
        first = self.side[city] * EACH_TEAMS
        count = 0
        for team in range(first, first + EACH_TEAMS):
            if self.teams[team] == city:
                count += 1
        return count

    def discard_card(self, seat: int, card: int) -> None:
        """A player card goes from a hand to the discard pile (SZ-9.6)."""
        self.hands[seat].remove(card)
        self.discard.append(card)

    def remove_agents(self, city: int, count: int) -> None:
        """Agents go from a city to the supply."""
        self.agents[city] -= count
        self.agents_left += count

    def put_agents(self, city: int, count: int) -> bool:
        """Put agents that fit into a city; False if the supply ran out, which ends the game (SZ-14.3,
        SZ-R2).
        """
        short = self.agents_left < count
        placed = int(self.agents_left) if short else count
        if placed:
            self.agents[city] += placed
            self.agents_left -= placed
            if self.happened is not None:
                self.tell(w.AGENTS_PLACED, PUBLIC, city, placed)
        if short:
            self.end(w.BY_AGENTS)
            return False
        return True

    def draw_bottom(self) -> int:
        """The bottom Threat card."""
        return self.threat.pop(0)

    def turn_threat(self, agents: int) -> None:
        """At the setup: turn a Threat card and put agents in its city, as far as they fit."""
        card = self.threat.pop()
        self.threat_discard.append(card)
        if self.happened is not None:
            self.tell(w.THREAT_TURNED, PUBLIC, card)
        room = MOST_AGENTS - self.agents[card]
        self.put_agents(card, agents if agents < room else room)

    def end(self, cause: int) -> None:
        """The game ends at once; what is still open has failed (SZ-14.5, SZ-16.2)."""
        self.finish()
        if self.cause >= 0:
            return
        self.cause = cause
        self.tell(w.GAME_ENDS, PUBLIC, cause)
        for number in range(len(self.status)):
            if self.status[number] == w.OPEN:
                self.status = replaced(self.status, number, w.FAILED)
                if self.target[number] >= 0 and not self.revealed[number]:
                    self.tell(w.TARGET_SHOWN, PUBLIC, number, self.target[number])
                self.tell(w.OBJECTIVE_FAILED, PUBLIC, number, self.agreed.objectives[number].failed)
        if self.campaign is not None:
            self.push(self.game.frames["AfterGame"]())  # the six steps; they end with the evaluation
            return
        self.tell(w.EVALUATED, PUBLIC, scoring.evaluation(self))


def replaced(row: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """A row with another value at one place.

    >>> replaced((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    found = list(row)
    found[place] = value
    return tuple(found)


def components(box: Box) -> dict[str, int]:
    """What the census must find at any time (SZ-D25)."""
    count = dict.fromkeys(box.card_ids, 1)
    count[box.card_ids[w.ESCALATION]] = ESCALATIONS
    for city in box.ids:
        count[f"threat {city}"] = 1
    count["agents"] = AGENTS
    count["incident tokens"] = TOKENS
    count["safehouses"] = SAFEHOUSES
    count["teams"] = w.TEAMS
    return count


def holds_event(hand: list[int]) -> bool:
    """Whether there is an Event among the cards."""
    for card in hand:
        if card >= w.CITIES:
            return True
    return False


def event_name(card: int) -> str:
    """The id of an Event card."""
    return EVENT_IDS[card - w.CITIES]


def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state
