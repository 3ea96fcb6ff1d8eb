"""SZ-8: the setup of a game, step by step."""

from typing import Any, ClassVar, cast

from spyring.engine.frame import NOT_ASKED, Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import NOT_CHOSEN, affiliation_of, alias_of
from spyring.games.season0.box import EVENT_IDS
from spyring.games.season0.generated import Table
from spyring.games.season0.pieces import read_passport, turn_threat, with_escalations
from spyring.games.season0.rules.cover import free_occupations, take_temporary
from spyring.games.season0.rules.events import event_holders
from spyring.games.season0.rules.group import AGREE, NO_VOTE, REFUSE, Group, Proposal
from spyring.games.season0.rules.turn import BEGIN_TURN


class SetObjectives(Frame[Table]):
    """Step 1: the objectives, with an unseen City card from its list under each unknown one (SZ-8.1, SZ-11.3,
    SZ-R60).
    """

    clause: ClassVar[str] = "SZ-8.1"

    def resolve(self, t: Table) -> None:
        t.emit(w.MONTH_BEGINS, PUBLIC, t.config.month)
        for number in range(len(t.status)):
            t.emit(w.OBJECTIVE_SET, PUBLIC, number)
            listed = t.config.objectives[number].listed
            if listed and t.status[number] != w.COMPLETE:
                cards = [card for card in t.deck if listed >> card & 1]
                card = cards[t.roll(len(cards))]
                t.deck.remove(card)
                t.target = replaced(t.target, number, card)
                t.emit(w.TARGET_HIDDEN, PUBLIC, number, len(cards))
        t.replace(SetBoard())


class SetBoard(Frame[Table]):
    """Step 2: a safehouse on every permanent mark, the marker on the leftmost space (SZ-8.2, SZ-8.3)."""

    clause: ClassVar[str] = "SZ-8.2"

    def resolve(self, t: Table) -> None:
        for city in t.config.permanent:
            t.safe = replaced(t.safe, city, 1)
            t.safe_left -= 1
            t.emit(w.SAFEHOUSE_PLACED, PUBLIC, city)
        t.space = 0
        t.replace(AddRules(3))


class AddRules(Frame[Table]):
    """Steps 3, 5 and 6, and one before deck building (here 7), are empty unless the campaign's rules add
    something (SZ-8.4, SZ-19.1).
    """

    clause: ClassVar[str] = "SZ-8.4"
    data: ClassVar[tuple[str, ...]] = ("step",)

    def __init__(self, step: int) -> None:
        self.step = step

    def resolve(self, t: Table) -> None:
        if self.step == 3:
            t.replace(PlaceAgents())
        elif self.step == 5:
            t.replace(AddRules(6))
        elif self.step == 6:
            t.replace(ChooseEvents([], NO_VOTE))
        else:
            t.replace(Deal())
        for sticker in t.config.stickers:
            sticker.set_up(t, self.step)


class PlaceAgents(Frame[Table]):
    """Step 4: nine Threat cards, three each with three, two and one agents (SZ-8.5)."""

    clause: ClassVar[str] = "SZ-8.5"

    def resolve(self, t: Table) -> None:
        t.shuffle(t.threat)
        for agents in t.config.box.setup_agents:
            turn_threat(t, agents)
        t.replace(AddRules(5))


class ProposeEvent(Proposal):
    """Propose an Event for this game."""

    name: ClassVar[str] = "propose"
    clause: ClassVar[str] = "SZ-8.6"

    def choice_fault(self, t: Table, move: int) -> int:
        frame = cast(ChooseEvents, t.stack[-1])
        if move - w.PROPOSE in frame.chosen:
            return w.EVENT_TAKEN
        return FINE if move - w.PROPOSE in frame.available(t) else w.NOT_IN_RESERVE


class ChooseEvents(Group):
    """Step 7: the group chooses as many Events as its funding, one at a time (SZ-8.6, SZ-P2)."""

    clause: ClassVar[str] = "SZ-8.6"
    ask: ClassVar[str] = _("Choose this game's Events together ({left} to go).")
    wait: ClassVar[str] = _("{seat} is choosing this game's Events.")
    verbs: ClassVar[Verbs] = (ProposeEvent(), AGREE, REFUSE)
    data: ClassVar[tuple[str, ...]] = ("chosen",)

    def __init__(self, chosen: list[int], vote: list[Any]) -> None:
        super().__init__(vote)
        self.chosen = chosen

    def available(self, t: Table) -> list[int]:
        """The existing Events that are not chosen yet, counted from 0."""
        held = [event - w.CITIES for event in t.config.events if event in t.reserve]
        return [event for event in held if event not in self.chosen]

    def left(self, t: Table) -> int:
        """How many Events the group must still choose (SZ-R30)."""
        return min(t.config.funding - len(self.chosen), len(self.available(t)))

    def choices(self, t: Table) -> list[int]:
        available = self.available(t)
        if self.left(t) in (0, len(available)):
            return []
        return [w.PROPOSE + event for event in available]

    def emit_proposal(self, t: Table, seat: int, move: int) -> None:
        t.emit(w.PROPOSED, PUBLIC, seat, move - w.PROPOSE)

    def accept(self, t: Table, move: int) -> None:
        t.replace(ChooseEvents([*self.chosen, move - w.PROPOSE], NO_VOTE))

    def nothing(self, t: Table) -> None:
        events = self.chosen + (self.available(t) if self.left(t) else [])
        t.replace(AddRules(7))
        for event in events:
            t.reserve.remove(w.CITIES + event)
            t.deck.append(w.CITIES + event)
            t.emit(w.EVENT_CHOSEN, PUBLIC, event)

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"left": str(self.left(t))}

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        chosen = [EVENT_IDS[event] for event in self.chosen]
        return {**super().view(t, seat), "chosen": chosen, "left": self.left(t)}


class Deal(Frame[Table]):
    """Steps 7 to 9: the hands, then five piles with an Escalation each, the smaller ones at the bottom
    (SZ-8.7 to SZ-8.10).
    """

    clause: ClassVar[str] = "SZ-8.7"

    def resolve(self, t: Table) -> None:
        cards = [card for card in t.deck if card != w.ESCALATION]
        t.shuffle(cards)
        for seat in range(t.seats):
            for _card in range(t.config.box.hands[t.seats]):
                card = cards.pop()
                t.hands[seat].append(card)
                if card < w.CITIES:
                    t.shown |= 1 << card
                if t.event_log is not None:
                    t.emit(w.DEALT, PUBLIC, seat, card)
        for sticker in t.config.stickers:
            sticker.dealt(t, cards)
        piles = t.config.box.escalations
        t.piles = tuple([(len(cards) + pile) // piles + 1 for pile in range(piles)])
        t.deck = with_escalations(t, cards, piles) if piles else cards
        t.replace(ChooseCharacters())
        if t.config.box.small:
            self.take_officers(t)

    def take_officers(self, t: Table) -> None:
        """A small box names the officer of each seat (SZ-D27)."""
        for seat in range(t.seats):
            character, occupation = t.config.box.officers[seat]
            t.character = replaced(t.character, seat, character)
            t.emit(w.CHARACTER_CHOSEN, PUBLIC, seat, character)
            take_temporary(t, seat, occupation)


class TakeCharacter(Verb[Table]):
    """Choose a character that nobody else plays."""

    name: ClassVar[str] = "character"
    clause: ClassVar[str] = "SZ-8.11"

    def fault(self, t: Table, seat: int, move: int) -> int:
        if t.character[seat] >= 0:
            return NOT_ASKED
        return w.CHARACTER_TAKEN if move - w.CHOOSE_CHARACTER in t.character else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        character = move - w.CHOOSE_CHARACTER
        t.character = replaced(t.character, seat, character)
        t.emit(w.CHARACTER_CHOSEN, PUBLIC, seat, character)
        aliases = usable(t, character)
        if len(aliases) == 1:
            take_alias(t, seat, aliases[0])


class TakeAlias(Verb[Table]):
    """Choose one of the character's aliases."""

    name: ClassVar[str] = "alias"
    clause: ClassVar[str] = "SZ-8.12"

    def fault(self, t: Table, seat: int, move: int) -> int:
        if t.character[seat] < 0:
            return w.CHARACTER_FIRST
        if t.config.month == w.PROLOGUE:
            return w.PROLOGUE_TEMPORARY
        alias = alias_of(t.character[seat], move - w.CHOOSE_ALIAS)
        if t.config.aliases[alias] is None:
            return w.NOT_CREATED
        return w.IS_BURNED if t.burned >> alias & 1 else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        take_alias(t, seat, alias_of(t.character[seat], move - w.CHOOSE_ALIAS))


class TakeTemporary(Verb[Table]):
    """Choose a temporary alias, if the character has no alias."""

    name: ClassVar[str] = "temporary"
    clause: ClassVar[str] = "SZ-R61"

    def fault(self, t: Table, seat: int, move: int) -> int:
        if t.character[seat] < 0:
            return w.CHARACTER_FIRST
        if usable(t, t.character[seat]):
            return w.OWN_ALIAS
        return FINE if move in free_occupations(t) else w.ALIAS_IN_USE

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        if t.character[seat] >= 0 and not usable(t, t.character[seat]):
            moves += free_occupations(t)

    def play(self, t: Table, seat: int, move: int) -> None:
        take_temporary(t, seat, move - w.TAKE_TEMPORARY)


class ChooseCharacters(Frame[Table]):
    """Step 10: each seat, in any order, chooses a character that nobody else plays, and an alias (SZ-8.11,
    SZ-8.12, SZ-P3).
    """

    clause: ClassVar[str] = "SZ-8.11"
    ask: ClassVar[str] = _("Choose a character and a starting alias.")
    wait: ClassVar[str] = _("{seat} chooses a character and an alias.")
    verbs: ClassVar[Verbs] = (TakeCharacter(), TakeAlias(), TakeTemporary())

    def deciders(self, t: Table) -> int:
        mask = 0
        for seat in range(t.seats):
            if t.alias[seat] == NOT_CHOSEN:
                mask |= 1 << seat
        return mask

    def shared(self, t: Table) -> bool:
        return True  # two seats cannot take the same character

    def resolve(self, t: Table) -> None:
        t.replace(FirstSeat())

    def other_fault(self, t: Table, seat: int) -> int:
        return w.CHARACTER_FIRST if t.character[seat] < 0 else NOT_ASKED


def usable(t: Table, character: int) -> list[int]:
    """The aliases of a character that are created and not burned (SZ-7.9)."""
    aliases = [alias_of(character, affiliation) for affiliation in range(w.AFFILIATIONS)]
    created = [alias for alias in aliases if t.config.aliases[alias] is not None]
    return [alias for alias in created if not t.burned >> alias & 1]


def take_alias(t: Table, seat: int, alias: int) -> None:
    """The seat starts with this alias."""
    t.alias = replaced(t.alias, seat, alias)
    read_passport(t, seat)
    t.emit(w.ALIAS_CHOSEN, PUBLIC, seat, affiliation_of(alias))


class FirstSeat(Frame[Table]):
    """Step 11: a random seat goes first; all start in Washington (SZ-8.13)."""

    clause: ClassVar[str] = "SZ-8.13"

    def resolve(self, t: Table) -> None:
        t.first = t.roll(t.seats)
        t.active = t.first
        t.emit(w.FIRST_SEAT, PUBLIC, t.first)
        if t.config.edition > 1:
            t.watching = event_holders(t)  # nobody has asked to be skipped
        t.replace(BEGIN_TURN)
