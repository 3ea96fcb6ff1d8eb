"""The table of the game, written from ``fields.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Any

from librt.strings import BytesWriter
from mypy_extensions import i64

from spyring.engine.definition import Definition
from spyring.engine.encoding import Encoding, count
from spyring.engine.knowledge import Knowledge
from spyring.engine.position import Json, Reader, names
from spyring.engine.state import State
from spyring.games.season0 import box as b
from spyring.games.season0 import words as w
from spyring.games.season0.config import Config
from spyring.games.season0.box import Box
from spyring.games.season0.aliases import CALL_BITS, NOT_CHOSEN, TEMPORARY
from spyring.games.season0.campaign.file import CampaignFile


class Table(State):
    """Cities are numbers 0..47, a City card and a Threat card have the number of their city.

    The tops of ``deck`` and ``threat`` are their ends. Threat cards of one layer were shuffled together:
    everyone knows which they are, but not their order. Layers are pools of ``foreseen``, later ones on top.
    """

    config: Config
    month_turn: i64  # the number of the turn, 0 in the setup
    active: i64
    first: i64
    step: i64
    actions: i64  # left in this turn
    cause: i64  # why the game ended, or -1
    space: i64  # of the threat marker
    threat: list[int]
    foreseen: Knowledge  # of the Threat cards in the deck
    threat_discard: list[int]
    game_end: list[int]
    deck: list[int]
    piles: tuple[int, ...]  # sizes with their Escalation, the lowest first; empty if not known
    discard: list[int]
    aside: list[int]  # drawn cards while Escalations are resolved: these, and those not in the hand yet
    reserve: list[int]
    shown: i64  # the City cards that have been visible, as a mask
    agents: list[int]
    tokens: tuple[int, ...]
    safe: tuple[int, ...]
    watched: tuple[int, ...]
    side: tuple[int, ...]  # affiliation by city
    teams: list[int]  # the city of each, or -1
    agents_left: i64
    tokens_left: i64
    safe_left: i64
    shadows: i64
    status: tuple[int, ...]
    target: tuple[int, ...]  # the card under each objective, or -1
    revealed: tuple[int, ...]
    done_by: tuple[int, ...]
    pawn: list[int]  # the city of each
    hands: list[list[int]]
    character: tuple[int, ...]  # by seat, or -1
    alias: tuple[int, ...]  # by seat
    ability: tuple[int, ...]  # the occupation of each seat, or -1
    traits: tuple[int, ...]  # assets and weaknesses of the alias of each seat, as a mask
    uncovered: tuple[tuple[int, ...], ...]  # what the uncovered boxes show, by alias
    slots: tuple[tuple[int, ...], ...]
    burned: i64  # aliases, as a mask
    called: i64  # how often each seat has called a station chief, CALL_BITS bits per seat
    watching: i64  # seats that are asked at every open point, as a mask
    refused: tuple[int, ...]  # in this action step: cards by kind of proposal and seat, as masks; see rules/sharing.py
    notes: dict[str, int]  # of the campaign's rules; replaced, never changed
    campaign: CampaignFile | None  # its current state

    def __init__(self, game: Definition[Any], seats: int, config: Config) -> None:
        super().__init__(game, seats)
        self.config = config
        self.campaign = None

    def clear(t) -> None:
        """An empty table."""
        t.month_turn = 0
        t.active = 0
        t.first = 0
        t.step = 0
        t.actions = 0
        t.cause = -1
        t.space = 0
        t.threat = t.config.threat_cards[:]
        t.foreseen = Knowledge(w.CITIES)
        t.threat_discard = []
        t.game_end = []
        t.deck = t.config.city_cards + [w.ESCALATION] * t.config.box.escalations
        t.piles = ()
        t.discard = []
        t.aside = []
        t.reserve = t.config.event_cards[:]
        t.shown = t.config.never_dealt
        t.agents = [0] * (w.CITIES)
        t.tokens = (0,) * (w.CITIES)
        t.safe = (0,) * (w.CITIES)
        t.watched = t.config.watched
        t.side = t.config.side
        t.teams = [-1] * w.TEAMS
        t.agents_left = b.AGENTS
        t.tokens_left = b.TOKENS
        t.safe_left = b.SAFEHOUSES
        t.shadows = 0
        t.status = t.config.status
        t.target = (-1,) * len(t.config.objectives)
        t.revealed = (0,) * (len(t.config.objectives))
        t.done_by = (-1,) * len(t.config.objectives)
        t.pawn = [t.config.box.washington] * int(t.seats)
        t.hands = [[] for _number in range(int(t.seats))]
        t.character = (-1,) * int(t.seats)
        t.alias = (NOT_CHOSEN,) * int(t.seats)
        t.ability = (-1,) * int(t.seats)
        t.traits = (0,) * (int(t.seats))
        t.uncovered = t.config.uncovered
        t.slots = t.config.slots
        t.burned = t.config.burned
        t.called = 0
        t.watching = 0
        t.refused = (0,) * (2 * w.MOST_SEATS + 1)
        t.notes = {}

    def clear_game(t) -> None:
        """What lasts for a game is as on an empty table."""
        t.agents = [0] * (w.CITIES)
        t.tokens = (0,) * (w.CITIES)
        t.safe = (0,) * (w.CITIES)
        t.teams = [-1] * w.TEAMS
        t.agents_left = b.AGENTS
        t.tokens_left = b.TOKENS
        t.safe_left = b.SAFEHOUSES
        t.pawn = [t.config.box.washington] * int(t.seats)

    def clear_month(t) -> None:
        """What lasts for a month is as on an empty table."""
        t.status = t.config.status
        t.target = (-1,) * len(t.config.objectives)
        t.revealed = (0,) * (len(t.config.objectives))
        t.done_by = (-1,) * len(t.config.objectives)

    def clear_passport(t) -> None:
        """What lasts for a passport is as on an empty table."""
        t.uncovered = t.config.uncovered
        t.slots = t.config.slots
        t.burned = t.config.burned

    def clone(t) -> "Table":
        u = Table(t.game, int(t.seats), t.config)
        t.copy_to(u)
        u.month_turn = t.month_turn
        u.active = t.active
        u.first = t.first
        u.step = t.step
        u.actions = t.actions
        u.cause = t.cause
        u.space = t.space
        u.threat = t.threat[:]
        u.foreseen = t.foreseen.clone()
        u.threat_discard = t.threat_discard[:]
        u.game_end = t.game_end[:]
        u.deck = t.deck[:]
        u.piles = t.piles
        u.discard = t.discard[:]
        u.aside = t.aside[:]
        u.reserve = t.reserve[:]
        u.shown = t.shown
        u.agents = t.agents[:]
        u.tokens = t.tokens
        u.safe = t.safe
        u.watched = t.watched
        u.side = t.side
        u.teams = t.teams[:]
        u.agents_left = t.agents_left
        u.tokens_left = t.tokens_left
        u.safe_left = t.safe_left
        u.shadows = t.shadows
        u.status = t.status
        u.target = t.target
        u.revealed = t.revealed
        u.done_by = t.done_by
        u.pawn = t.pawn[:]
        u.hands = [pile[:] for pile in t.hands]
        u.character = t.character
        u.alias = t.alias
        u.ability = t.ability
        u.traits = t.traits
        u.uncovered = t.uncovered
        u.slots = t.slots
        u.burned = t.burned
        u.called = t.called
        u.watching = t.watching
        u.refused = t.refused
        u.notes = t.notes
        u.campaign = t.campaign
        return u

    def pack(t) -> Json:
        return {
            "turn": int(t.month_turn),
            "active": int(t.active),
            "first": int(t.first),
            "step": w.STEP_IDS[t.step],
            "actions": int(t.actions),
            "cause": w.CAUSE_IDS[t.cause] if t.cause >= 0 else None,
            "space": int(t.space),
            "threat": names(t.threat, t.config.box.ids),
            "foreseen": [t.foreseen.seen[card] for card in t.threat],
            "layers": [t.foreseen.pool[card] for card in t.threat],
            "threat_discard": names(t.threat_discard, t.config.box.ids),
            "game_end": names(t.game_end, t.config.box.ids),
            "deck": names(t.deck, t.config.box.card_ids),
            "piles": list(t.piles),
            "discard": names(t.discard, t.config.box.card_ids),
            "aside": names(t.aside, t.config.box.card_ids),
            "reserve": names(t.reserve, t.config.box.held_ids),
            "shown": int(t.shown),
            "agents": {t.config.box.ids[city]: t.agents[city] for city in range(w.CITIES) if t.agents[city]},
            "tokens": {t.config.box.ids[city]: t.tokens[city] for city in range(w.CITIES) if t.tokens[city]},
            "safehouses": [t.config.box.ids[city] for city in range(w.CITIES) if t.safe[city]],
            "surveillance": list(t.watched),
            "affiliation": list(t.side),
            "teams": {w.TEAM_IDS[team]: t.config.box.ids[city] for team, city in enumerate(t.teams) if city >= 0},
            "shadows": int(t.shadows),
            "status": [w.STATUS_IDS[status] for status in t.status],
            "targets": [t.config.box.ids[card] if card >= 0 else None for card in t.target],
            "revealed": list(t.revealed),
            "done_by": list(t.done_by),
            "pawns": names(t.pawn, t.config.box.ids),
            "hands": [names(pile, t.config.box.held_ids) for pile in t.hands],
            "characters": list(t.character),
            "aliases": list(t.alias),
            "uncovered": [names(boxes, b.TRACK_SYMBOLS) for boxes in t.uncovered],
            "slots": [names(slots, b.STICKER_IDS) for slots in t.slots],
            "burned": int(t.burned),
            "called": int(t.called),
            "watching": int(t.watching),
            "refused": list(t.refused),
            "notes": dict(t.notes),
            "campaign": None if t.campaign is None else t.campaign.data,
        }

    def unpack(t, data: Json) -> None:
        t.game.read_first(t, data)
        t.clear()
        read = Reader(data, "table")
        read.only(("turn", "active", "first", "step", "actions", "cause", "space", "threat", "foreseen", "layers", "threat_discard", "game_end", "deck", "piles", "discard", "aside", "reserve", "shown", "agents", "tokens", "safehouses", "surveillance", "affiliation", "teams", "shadows", "status", "targets", "revealed", "done_by", "pawns", "hands", "characters", "aliases", "uncovered", "slots", "burned", "called", "watching", "refused", "notes", "campaign",))
        t.month_turn = read.number("turn", 0, 99, 1)
        t.active = read.number("active", 0, int(t.seats) - 1, int(t.active))
        t.first = read.number("first", 0, int(t.seats) - 1, int(t.first))
        t.actions = read.number("actions", 0, 99, 4)
        t.space = read.number("space", 0, len(t.config.box.level) - 1, int(t.space))
        threat = read.things("threat", t.config.box.ids)
        if threat is not None:
            t.threat = threat
        threat_discard = read.things("threat_discard", t.config.box.ids)
        if threat_discard is not None:
            t.threat_discard = threat_discard
        game_end = read.things("game_end", t.config.box.ids)
        if game_end is not None:
            t.game_end = game_end
        deck = read.things("deck", t.config.box.card_ids)
        if deck is not None:
            t.deck = deck
        discard = read.things("discard", t.config.box.card_ids)
        if discard is not None:
            t.discard = discard
        aside = read.things("aside", t.config.box.card_ids)
        if aside is not None:
            t.aside = aside
        reserve = read.things("reserve", t.config.box.held_ids)
        if reserve is not None:
            t.reserve = reserve
        t.watched = tuple(read.numbers("surveillance", w.CITIES, 0, b.MAX_SURVEILLANCE, list(t.watched)))
        t.side = tuple(read.numbers("affiliation", w.CITIES, 0, w.AFFILIATIONS - 1, list(t.side)))
        t.shadows = read.number("shadows", 0, 1, int(t.shadows))
        t.revealed = tuple(read.numbers("revealed", len(t.config.objectives), 0, 1, list(t.revealed)))
        t.done_by = tuple(read.numbers("done_by", len(t.config.objectives), -1, int(t.seats) - 1, list(t.done_by)))
        pawn = read.things("pawns", t.config.box.ids)
        if pawn is not None:
            t.pawn = pawn
        hands = read.lists("hands", int(t.seats), t.config.box.held_ids)
        if hands is not None:
            t.hands = hands
        t.character = tuple(read.numbers("characters", int(t.seats), -1, w.CHARACTERS - 1, list(range(int(t.seats)))))
        t.alias = tuple(read.numbers("aliases", int(t.seats), NOT_CHOSEN, TEMPORARY + w.OCCUPATIONS - 1, [TEMPORARY + seat for seat in range(int(t.seats))]))
        t.burned = read.number("burned", 0, (1 << w.ALIASES) - 1, int(t.burned))
        t.called = read.number("called", 0, (1 << CALL_BITS * w.MOST_SEATS) - 1, int(t.called))
        t.watching = read.number("watching", 0, 15, int(t.watching))
        t.refused = tuple(read.numbers("refused", 2 * w.MOST_SEATS + 1, 0, (1 << w.CITIES) - 1, list(t.refused)))
        t.game.complete(t, read)


def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state


def public_fields(t: Table) -> Json:
    """What all see alike, as far as it follows from single fields."""
    return {
        "turn": int(t.month_turn),
        "active": w.SEAT_IDS[t.active] if t.month_turn else None,
        "first": w.SEAT_IDS[t.first] if t.month_turn else None,
        "step": w.STEP_IDS[t.step] if t.stack else "end",
        "actions": int(t.actions) if t.step == w.STEP_ACTIONS else 0,
        "cause": w.CAUSE_IDS[t.cause] if t.cause >= 0 else None,
        "discard": names(t.discard, t.config.box.card_ids),
        "set_aside": names(t.aside, t.config.box.card_ids),
        "reserve": [t.config.box.held_ids[card] for card in t.reserve if card in t.config.events],
        "in_the_shadows": bool(t.shadows),
    }


class Vector(Encoding[Table]):
    """The blocks of the vector, and those of them that follow from single fields."""

    def __init__(self, game: Definition[Any], box: Box) -> None:
        self.box = box
        super().__init__(game)

    def declare(self) -> None:
        who = self.who()
        self.month = self.block("month", "the month", w.MONTH_IDS)
        self.attempt = self.number("attempt", "which attempt at it")
        self.funding = self.number("funding", "funding")
        self.month_turn = self.number("turn", "the number of the turn")
        self.active = self.block("active", "whose turn it is", who)
        self.first = self.block("first", "who began", who)
        self.step = self.block("step", "the step of the turn", w.STEP_IDS)
        self.actions = self.number("actions", "actions left")
        self.cause = self.block("cause", "why the game ended", w.CAUSE_IDS)
        self.space = self.number("threat", "the space of the threat marker")
        self.threat = self.number("threat deck", "cards in it")
        self.foreseen = self.block("foreseen", "threat cards that I know, from the top: 1 for the top", tuple(self.box.ids))
        self.layers = self.block("layers", "in which layer of the threat deck others lie: 1 for the lowest", tuple(self.box.ids))
        self.threat_discard = self.block("threat discard", "1 for the lowest", tuple(self.box.ids))
        self.game_end = self.block("game end", "threat cards out of the game", tuple(self.box.ids))
        self.segment(self.space)
        self.deck = self.number("deck", "cards in the player deck")
        self.piles = self.block("piles", "its piles, the lowest first", tuple(str(n) for n in range(8)))
        self.escalations = self.number("escalations", "drawn so far")
        self.discard = self.block("discard", "player cards discarded: 1 for the lowest", tuple(self.box.held_ids))
        self.aside = self.block("set aside", "drawn together with an Escalation", tuple(self.box.held_ids))
        self.beside = self.number("escalation aside", "Escalations that lie there")
        self.reserve = self.block("reserve", "Events not in play", tuple(self.box.held_ids))
        self.segment(self.deck)
        self.agents = self.block("agents", "agents", tuple(self.box.ids))
        self.tokens = self.block("tokens", "objective tokens", tuple(self.box.ids))
        self.safe = self.block("safehouses", "safehouses", tuple(self.box.ids))
        self.permanent = self.block("permanent", "safehouses that a campaign leaves standing", tuple(self.box.ids))
        self.watched = self.block("surveillance", "surveillance", tuple(self.box.ids))
        self.side = self.block("affiliation", "affiliation", tuple(self.box.ids), w.AFFILIATION_IDS)
        self.teams = self.block("teams", "where each team stands", w.TEAM_IDS, tuple(self.box.ids))
        self.supply = self.block("supply", "pieces left", w.SUPPLY_IDS)
        self.shadows = self.number("shadows", "whether we act in the shadows")
        self.segment(self.agents)
        self.status = self.block("objectives", "objectives", w.NTH_IDS, w.STATUS_IDS)
        self.target = self.block("targets", "targets that are shown", w.NTH_IDS, tuple(self.box.ids))
        self.possible = self.block("possible targets", "what a hidden target can be", w.NTH_IDS, tuple(self.box.ids))
        self.segment(self.status)
        self.needs = self.block("needs", "tokens that an objective asks for", w.NTH_IDS, tuple(self.box.ids))
        self.listed = self.block("listed", "cities that an objective lists", w.NTH_IDS, tuple(self.box.ids))
        self.pawn = self.block("pawns", "where each pawn stands", who, tuple(self.box.ids))
        self.hands = self.block("hands", "what each holds", who, tuple(self.box.held_ids))
        self.character = self.block("characters", "who plays whom", who, w.CHARACTER_IDS)
        self.passport = self.block("passports", "what each travels as", who, w.PASSPORT_IDS)
        self.tracks = self.block("tracks", "what the uncovered boxes of its cover track show", who, tuple(str(n) for n in range(8)))
        self.slots = self.block("slots", "assets and weaknesses in the slots of its alias", who, tuple(str(n) for n in range(w.SLOTS)))
        self.segment(self.character)
        self.order = self.block("order", "threat cards put in order so far: 1 for the first", tuple(self.box.ids))
        self.shared = self.block("shared", "the card that is asked for", tuple(self.box.ids))
        self.left = self.number("left", "what is still to be given up, chosen or spent")
        self.placed = self.number("placed", "how many cards have been put in order")
        self.lines = self.number("lines", "how far a piece may be brought, if that is limited")
        self.partners = self.block("partners", "who has a part in what is asked", w.PARTNER_IDS, who)
        self.team = self.block("team", "the team that is brought", w.TEAM_IDS)
        self.city = self.block("city", "the city that it is about", tuple(self.box.ids))
        self.region = self.block("region", "the region that it is about", w.REGION_IDS)
        self.asset = self.block("asset", "the asset that is laid", w.ASSET_IDS)
        self.created = self.block("new alias", "which alias is created", ("character", "affiliation", "name"))
        self.proposal = self.block("proposal", "256 × high + low is the move proposed, plus one", ("high", "low"))
        self.proposer = self.block("proposer", "who proposed it", who)
        self.agreeing = self.block("agreeing", "who has agreed", who)
        self.events = self.block("events chosen", "Events chosen so far: 1 for the first", tuple(self.box.held_ids))
        self.campaign = self.block("campaign", "numbers of the campaign", w.CAMPAIGN_NUMBER_IDS)
        self.protocols = self.block("protocols", "protocols in force", w.PROTOCOL_IDS)
        self.printed = self.block("stickers", "surveillance at the start of the month", tuple(self.box.ids))
        self.kept = self.block("kept safehouses", "safehouses that stay after this month", tuple(self.box.ids))
        self.personnel = self.block("personnel", "passports; the slots come last", tuple(f"{c} {a}" for c in w.CHARACTER_IDS for a in w.AFFILIATION_IDS), w.PERSONNEL_IDS)
        self.destroyed = self.block("destroyed", "what is destroyed", w.DESTROYED_IDS, tuple(self.box.held_ids))
        self.supplied = self.block("campaign events", "Events of the campaign: 1 for the first", b.EVENT_IDS)
        self.bookbinder = self.block("bookbinder", "where the bookbinder is", tuple(self.box.ids))

    def declare_memory(self) -> None:
        who = self.who()
        self.shown = self.block("shown", "City cards that have been visible", tuple(self.box.ids))

    def write_fields(self, t: Table, seat: int, out: BytesWriter) -> None:
        """Set what follows from single fields."""
        seats: i64 = t.seats
        me: i64 = seat
        if t.month_turn:
            out[self.month_turn] = count(t.month_turn)
        out[self.step + t.step] = 1
