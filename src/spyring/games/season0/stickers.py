"""Rules that a campaign adds: each a small class, switched on by data, called where its frame of the rulebook
stands (SZ-19).

A campaign's file names a rule and its facts; the hooks below are all that the turn knows of it. A rule that
needs a decision pushes a frame of its own. It keeps what it must remember in ``t.notes``.
"""

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from spyring.engine.errors import BadPosition
from spyring.engine.frame import Refusal
from spyring.engine.position import Json
from spyring.engine.seats import PUBLIC
from spyring.engine.words import _
from spyring.games.season0 import words as w
from spyring.games.season0.box import DRAW, MOST_AGENTS, MOST_SURVEILLANCE

if TYPE_CHECKING:
    from spyring.games.season0.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Sticker:
    """One rule sticker; a rule writes the hooks of the frames it stands in."""

    def __init__(self, facts: Json) -> None:
        self.facts = facts

    def in_season(self, t: "Table") -> bool:
        """Whether the rule holds in this month: always, unless its facts name one."""
        return "month" not in self.facts or w.MONTH_IDS[t.agreed.month] == self.facts["month"]

    def look(self, t: "Table") -> Json:
        """What everybody sees of what the rule remembers."""
        return {}

    def set_up(self, t: "Table", step: int) -> None:
        """Setup steps 3, 5 and 6; 7 stands beside deck building, before the cards are shuffled."""

    def dealt(self, t: "Table", cards: list[int]) -> None:
        """After the hands are dealt, before the rest, ``cards``, is split into piles."""

    def begin_turn(self, t: "Table") -> None:
        """Before step 1 of a turn."""

    def actions(self, t: "Table", seat: int, moves: list[int]) -> None:
        """Add further actions of the active seat to ``moves``."""

    def act(self, t: "Table", seat: int, move: int) -> bool:
        """Carry out a move that :meth:`actions` offered; False if it is not of this rule."""
        return False

    def why_not(self, t: "Table", seat: int, move: int) -> Refusal | None:
        """Why an action that this rule adds is not possible now; None if it is not of this rule."""
        return None

    def team_driven(self, t: "Table", team: int) -> None:
        """After Drive/Ferry Team."""

    def mopped_up(self, t: "Table") -> None:
        """The end of mop up."""

    def drew(self, t: "Table", seat: int, cards: tuple[int, ...]) -> None:
        """After the cards of step 4 are in the hand, before the hand limit."""

    def threats(self, t: "Table", count: int) -> int:
        """How many Threat cards are turned in step 5, if it were ``count`` without this rule."""
        return count

    def after_incident(self, t: "Table", cities: tuple[int, ...]) -> None:
        """After an incident and everything that followed from it."""

    def ends(self, t: "Table") -> bool:
        """Whether the game ends by this rule; asked when a turn ends."""
        return False


class ExtraThreats(Sticker):
    """Setup step 5: further Threat cards are turned, one agent each. Facts: ``cards``."""

    def set_up(self, t: "Table", step: int) -> None:
        if step == 5:
            for _card in range(int(self.facts["cards"])):
                t.turn_threat(1)


class QuietStart(Sticker):
    """Setup step 6: agents leave a city. Facts: ``city``, ``agents``."""

    def set_up(self, t: "Table", step: int) -> None:
        if step == 6:
            city = t.agreed.box.index[self.facts["city"]]
            t.remove_agents(city, min(int(self.facts["agents"]), t.agents[city]))


class Shuttle(Sticker):
    """A further action: from a safehouse to a safehouse."""

    def actions(self, t: "Table", seat: int, moves: list[int]) -> None:
        here = t.pawn[seat]
        if t.safe[here]:
            moves += [w.SHUTTLE + city for city in range(w.CITIES) if t.safe[city] and city != here]

    def act(self, t: "Table", seat: int, move: int) -> bool:
        if w.family(move) != w.SHUTTLE:
            return False
        t.pawn[seat] = move - w.SHUTTLE
        t.tell(w.SHUTTLED, PUBLIC, seat, move - w.SHUTTLE)
        return True

    def why_not(self, t: "Table", seat: int, move: int) -> Refusal | None:
        if w.family(move) != w.SHUTTLE:
            return None
        if not t.safe[t.pawn[seat]]:
            return Refusal("SZ-19.1", _("There is no safehouse in the city you are in."))
        if move - w.SHUTTLE == t.pawn[seat]:
            return Refusal("SZ-R10", _("You are in this city already."))
        return Refusal("SZ-19.1", _("There is no safehouse in this city."))


class Mirrors(Sticker):
    """Setup step 3: different cities drawn at random, of those that can be, are watched more closely in this
    game. Facts: ``cities``.
    """

    def set_up(self, t: "Table", step: int) -> None:
        if step == 3 and self.in_season(t):
            cities = [city for city in range(w.CITIES) if t.watched[city] < MOST_SURVEILLANCE]
            for _mirror in range(min(int(self.facts["cities"]), len(cities))):
                watch_closer(t, cities.pop(t.roll(len(cities))))


def watch_closer(t: "Table", city: int) -> None:
    """One surveillance symbol more, for this game only."""
    if t.watched[city] < MOST_SURVEILLANCE:
        t.watched = (*t.watched[:city], t.watched[city] + 1, *t.watched[city + 1 :])
        t.tell(w.SYMBOL_ADDED, PUBLIC, city)


class Scissors(Sticker):
    """A further action: a listed City card from the hand strikes another city from an unknown target's list,
    by chance, never the target. Lists that share a city with another one are left alone.
    """

    def actions(self, t: "Table", seat: int, moves: list[int]) -> None:
        for number in range(len(t.status)):
            if len(self.strikable(t, number)) > 1:
                listed = t.agreed.objectives[number].unknown
                moves += [w.strike_out(number, card) for card in t.hands[seat] if card in listed]

    def strikable(self, t: "Table", number: int) -> list[int]:
        """What the hidden target can still be."""
        if t.status[number] or t.target[number] < 0 or t.revealed[number]:
            return []
        listed = t.agreed.objectives[number].unknown
        for other, card in enumerate(t.agreed.objectives):
            if other != number and any(city in listed for city in card.unknown):
                return []
        return [city for city in listed if not t.shown >> city & 1]

    def act(self, t: "Table", seat: int, move: int) -> bool:
        if w.family(move) != w.STRIKE_OUT:
            return False
        number, card = w.objective_of_strike_out(move), w.city_of_strike_out(move)
        t.discard_card(seat, card)
        t.tell(w.CARD_DISCARDED, PUBLIC, seat, card)
        others = [city for city in self.strikable(t, number) if city != t.target[number]]
        city = others[t.roll(len(others))]
        t.shown |= 1 << city
        t.tell(w.STRUCK_OUT, PUBLIC, number, city)
        return True

    def why_not(self, t: "Table", seat: int, move: int) -> Refusal | None:
        if w.family(move) != w.STRIKE_OUT:
            return None
        number, card = w.objective_of_strike_out(move), w.city_of_strike_out(move)
        if number >= len(t.status):
            return Refusal("SZ-10.19", _("There is no such objective this month."))
        if card not in t.agreed.objectives[number].unknown:
            return Refusal("SZ-19.1", _("This city is not on the list of the objective."))
        if card not in t.hands[seat]:
            return Refusal("SZ-19.1", _("You do not hold this card."))
        return Refusal("SZ-19.1", _("Nothing can be struck from the list of this objective."))


class Cold(Sticker):
    """After an incident and all that followed: an agent in one city, if it fits. Facts: ``city``, and a
    ``month`` if it holds in one only.
    """

    def after_incident(self, t: "Table", cities: tuple[int, ...]) -> None:
        city = t.agreed.box.index[self.facts["city"]]
        if self.in_season(t) and t.agents[city] < MOST_AGENTS:
            t.put_agents(city, 1)


class Midnight(Sticker):
    """The game ends after so many turns. Facts: ``turns``, ``month``."""

    def ends(self, t: "Table") -> bool:
        return self.in_season(t) and t.month_turn >= int(self.facts["turns"])


class DanceCard(Sticker):
    """Two City cards of one region in step 4: an agent leaves the city of the seat."""

    def drew(self, t: "Table", seat: int, cards: tuple[int, ...]) -> None:
        region = t.agreed.box.region
        here = t.pawn[seat]
        if len(cards) < DRAW or max(cards) >= w.CITIES or region[cards[0]] != region[cards[1]]:
            return
        if t.agents[here]:
            t.remove_agents(here, 1)
            t.tell(w.AGENTS_REMOVED, PUBLIC, here, 1)


class Bookbinder(Sticker):
    """A man who moves towards trouble; where an active team finds him after the mop up he talks, once a turn,
    and one Threat card fewer is turned. Facts: ``start``, ``month``.
    """

    def begin_turn(self, t: "Table") -> None:
        if not self.in_season(t):
            return
        box = t.agreed.box
        here = t.notes.get("bookbinder", box.index[self.facts["start"]])
        best = box.near[here][0]
        for city in box.near[here]:
            if t.agents[city] > t.agents[best]:
                best = city
        t.notes = {**t.notes, "bookbinder": best}
        t.tell(w.BOOKBINDER_MOVED, PUBLIC, best)

    def mopped_up(self, t: "Table") -> None:
        city = t.notes.get("bookbinder", -1)
        if city >= 0 and t.active_in(city):
            t.notes = {**t.notes, "talked": int(t.month_turn)}
            t.tell(w.BOOKBINDER_TALKED, PUBLIC, city)

    def threats(self, t: "Table", count: int) -> int:
        return count - 1 if count and t.notes.get("talked") == t.month_turn else count

    def look(self, t: "Table") -> Json:
        city = t.notes.get("bookbinder", -1)
        return {"bookbinder": t.agreed.box.ids[city]} if city >= 0 else {}


class DoubleExposure(Sticker):
    """The end of mop up: the first city with three agents is watched more closely in this game. Facts:
    ``month``.
    """

    def mopped_up(self, t: "Table") -> None:
        if self.in_season(t) and MOST_AGENTS in t.agents:
            watch_closer(t, t.agents.index(MOST_AGENTS))


class DeskLamps(Sticker):
    """After Drive/Ferry Team: an agent leaves the city where the team is active."""

    def team_driven(self, t: "Table", team: int) -> None:
        city = t.teams[team]
        if t.is_active(team) and t.agents[city]:
            t.remove_agents(city, 1)
            t.tell(w.AGENTS_REMOVED, PUBLIC, city, 1)


class Gorgon(Sticker):
    """Setup step 6: agents in one city, as many as fit. Facts: ``city``, ``agents``, ``month``."""

    def set_up(self, t: "Table", step: int) -> None:
        if step == 6 and self.in_season(t):
            city = t.agreed.box.index[self.facts["city"]]
            t.put_agents(city, min(int(self.facts["agents"]), MOST_AGENTS - t.agents[city]))


class MarkedDeck(Sticker):
    """The first of the seats that were dealt the fewest City cards gets further cards. Facts: ``cards``."""

    def dealt(self, t: "Table", cards: list[int]) -> None:
        counts = [len([card for card in hand if card < w.CITIES]) for hand in t.hands]
        seat = counts.index(min(counts))
        for _card in range(int(self.facts["cards"])):
            card = cards.pop()
            t.hands[seat].append(card)
            if card < w.CITIES:
                t.shown |= 1 << card
            t.tell(w.DEALT, PUBLIC, seat, card)


class Patience(Sticker):
    """A further action, once a game: one Threat card fewer is turned in this turn's step 5."""

    def actions(self, t: "Table", seat: int, moves: list[int]) -> None:
        if "patient" not in t.notes:
            moves.append(w.BE_PATIENT)

    def act(self, t: "Table", seat: int, move: int) -> bool:
        if w.family(move) != w.BE_PATIENT:
            return False
        t.notes = {**t.notes, "patient": int(t.month_turn)}
        t.tell(w.PATIENT, PUBLIC, seat)
        return True

    def why_not(self, t: "Table", seat: int, move: int) -> Refusal | None:
        if w.family(move) != w.BE_PATIENT:
            return None
        return Refusal("SZ-19.1", _("Patience has been used in this game."))

    def threats(self, t: "Table", count: int) -> int:
        return count - 1 if count and t.notes.get("patient") == t.month_turn else count

    def look(self, t: "Table") -> Json:
        return {"patience": "patient" not in t.notes}


STICKERS: Final[dict[str, type[Sticker]]] = {
    "extra-threats": ExtraThreats,
    "quiet-start": QuietStart,
    "shuttle": Shuttle,
    "mirrors": Mirrors,
    "scissors": Scissors,
    "cold": Cold,
    "midnight": Midnight,
    "dance-card": DanceCard,
    "bookbinder": Bookbinder,
    "double-exposure": DoubleExposure,
    "desk-lamps": DeskLamps,
    "gorgon": Gorgon,
    "marked-deck": MarkedDeck,
    "patience": Patience,
}


def sticker(name: str, facts: Json) -> Sticker:
    """A rule by its name in a campaign's file."""
    if name not in STICKERS:
        raise BadPosition(f"There is no rule {name} to be added; known are {', '.join(STICKERS)}.")
    return STICKERS[name](facts)
