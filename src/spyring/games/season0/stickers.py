"""Rules that a campaign adds (SZ-19). Each is a small class that the campaign's file switches on.

The file names a rule and its facts; the turn only calls the hooks of its sticker. A rule that needs a
decision pushes its own frame. It stores its data in ``t.notes``.
"""

from typing import ClassVar, Final

from spyring.engine.errors import BadPosition
from spyring.engine.options import Value
from spyring.engine.position import Json
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE
from spyring.games.season0 import pieces
from spyring.games.season0 import words as w
from spyring.games.season0.box import DRAW, MAX_AGENTS, MAX_SURVEILLANCE, Box
from spyring.games.season0.config import Config
from spyring.games.season0.generated import Table
from spyring.games.season0.sticker import Sticker


class ExtraThreats(Sticker[Table]):
    """Setup step 5: turn more Threat cards, one agent each. Facts: ``cards``."""

    def set_up(self, t: Table, step: int) -> None:
        if step == 5:
            for _card in range(int(self.facts["cards"])):
                pieces.turn_threat(t, 1)


class QuietStart(Sticker[Table]):
    """Setup step 6: agents leave a city. Facts: ``city``, ``agents``."""

    def set_up(self, t: Table, step: int) -> None:
        if step == 6:
            city = t.config.box.index[self.facts["city"]]
            pieces.remove_agents(t, city, min(int(self.facts["agents"]), t.agents[city]))


class Shuttle(Sticker[Table]):
    """An extra action: from a safehouse to a safehouse."""

    adds: ClassVar[int] = w.SHUTTLE

    def act(self, t: Table, seat: int, move: int) -> None:
        t.pawn[seat] = move - w.SHUTTLE
        t.emit(w.SHUTTLED, PUBLIC, seat, move - w.SHUTTLE)

    def fault(self, t: Table, seat: int, move: int) -> int:
        if not t.safe[t.pawn[seat]]:
            return w.NO_SAFEHOUSE_HERE
        if move - w.SHUTTLE == t.pawn[seat]:
            return w.HERE_ALREADY
        return FINE if t.safe[move - w.SHUTTLE] else w.NO_SAFEHOUSE_TO_SHUTTLE


class Mirrors(Sticker[Table]):
    """Setup step 3: random cities get one more surveillance symbol for this game, if possible. Facts:
    ``cities``.
    """

    def set_up(self, t: Table, step: int) -> None:
        if step == 3 and self.in_season(t.config.month):
            cities = [city for city in range(w.CITIES) if t.watched[city] < MAX_SURVEILLANCE]
            for _mirror in range(min(int(self.facts["cities"]), len(cities))):
                watch_closer(t, cities.pop(t.roll(len(cities))))


def watch_closer(t: Table, city: int) -> None:
    """One more surveillance symbol, for this game only."""
    if t.watched[city] < MAX_SURVEILLANCE:
        t.watched = (*t.watched[:city], t.watched[city] + 1, *t.watched[city + 1 :])
        t.emit(w.SYMBOL_ADDED, PUBLIC, city)


class Scissors(Sticker[Table]):
    """An extra action: a listed City card from the hand strikes a random other city, but never the target,
    from an unknown target's list. It does not apply to lists that share a city with another one.
    """

    adds: ClassVar[int] = w.STRIKE_OUT

    def strikable(self, t: Table, number: int) -> list[int]:
        """The cities that the hidden target can still be."""
        if t.status[number] or t.target[number] < 0 or t.revealed[number]:
            return []
        listed = t.config.objectives[number].unknown
        for other, card in enumerate(t.config.objectives):
            if other != number and any(city in listed for city in card.unknown):
                return []
        return [city for city in listed if not t.shown >> city & 1]

    def act(self, t: Table, seat: int, move: int) -> None:
        number, card = w.objective_of_strike_out(move), w.city_of_strike_out(move)
        pieces.discard_card(t, seat, card)
        t.emit(w.CARD_DISCARDED, PUBLIC, seat, card)
        others = [city for city in self.strikable(t, number) if city != t.target[number]]
        city = others[t.roll(len(others))]
        t.shown |= 1 << city
        t.emit(w.STRUCK_OUT, PUBLIC, number, city)

    def fault(self, t: Table, seat: int, move: int) -> int:
        number, card = w.objective_of_strike_out(move), w.city_of_strike_out(move)
        if number >= len(t.status):
            return w.NO_SUCH_OBJECTIVE
        if card not in t.config.objectives[number].unknown:
            return w.NOT_LISTED
        if card not in t.hands[seat]:
            return w.NO_CARD_TO_STRIKE
        return FINE if len(self.strikable(t, number)) > 1 else w.NOTHING_TO_STRIKE


class Cold(Sticker[Table]):
    """After an incident and all its consequences: an agent in one city, if it fits. Facts: ``city``, and a
    ``month`` if it applies only then.
    """

    def after_incident(self, t: Table, cities: tuple[int, ...]) -> None:
        city = t.config.box.index[self.facts["city"]]
        if self.in_season(t.config.month) and t.agents[city] < MAX_AGENTS:
            pieces.put_agents(t, city, 1)


class Midnight(Sticker[Table]):
    """The game ends after so many turns. Facts: ``turns``, ``month``."""

    def ends(self, t: Table) -> bool:
        return self.in_season(t.config.month) and t.month_turn >= int(self.facts["turns"])


def drive_out(t: Table, city: int) -> None:
    """An agent leaves a city, if there is one."""
    if t.agents[city]:
        pieces.remove_agents(t, city, 1)
        t.emit(w.AGENTS_REMOVED, PUBLIC, city, 1)


class DanceCard(Sticker[Table]):
    """Two City cards of one region in step 4: an agent leaves the city of the seat."""

    def drew(self, t: Table, seat: int, cards: tuple[int, ...]) -> None:
        region = t.config.box.region
        here = t.pawn[seat]
        if len(cards) < DRAW or max(cards) >= w.CITIES or region[cards[0]] != region[cards[1]]:
            return
        drive_out(t, here)


class Bookbinder(Sticker[Table]):
    """A man who moves towards trouble. If an active team is with him after mop up, one Threat card fewer is
    turned this turn. Facts: ``start``, ``month``.
    """

    def begin_turn(self, t: Table) -> None:
        if not self.in_season(t.config.month):
            return
        box = t.config.box
        here = t.notes.get("bookbinder", box.index[self.facts["start"]])
        best = max(box.near[here], key=lambda city: t.agents[city])
        t.notes = {**t.notes, "bookbinder": best}
        t.emit(w.BOOKBINDER_MOVED, PUBLIC, best)

    def mopped_up(self, t: Table) -> None:
        city = t.notes.get("bookbinder", -1)
        if city >= 0 and pieces.active_in(t, city):
            t.notes = {**t.notes, "talked": int(t.month_turn)}
            t.emit(w.BOOKBINDER_TALKED, PUBLIC, city)

    def threats(self, t: Table, count: int) -> int:
        return count - 1 if count and t.notes.get("talked") == t.month_turn else count

    def view(self, t: Table) -> Json:
        city = t.notes.get("bookbinder", -1)
        return {"bookbinder": t.config.box.ids[city]} if city >= 0 else {}


class DoubleExposure(Sticker[Table]):
    """After mop up: the first city with three agents gets one more surveillance symbol for this game. Facts:
    ``month``.
    """

    def mopped_up(self, t: Table) -> None:
        if self.in_season(t.config.month) and MAX_AGENTS in t.agents:
            watch_closer(t, t.agents.index(MAX_AGENTS))


class DeskLamps(Sticker[Table]):
    """After Drive/Ferry Team: an agent leaves the city where the team is active."""

    def team_driven(self, t: Table, team: int) -> None:
        city = t.teams[team]
        if pieces.is_active(t, team):
            drive_out(t, city)


class Gorgon(Sticker[Table]):
    """Setup step 6: agents in one city, as many as fit. Facts: ``city``, ``agents``, ``month``."""

    def set_up(self, t: Table, step: int) -> None:
        if step == 6 and self.in_season(t.config.month):
            city = t.config.box.index[self.facts["city"]]
            pieces.put_agents(t, city, min(int(self.facts["agents"]), MAX_AGENTS - t.agents[city]))


class MarkedDeck(Sticker[Table]):
    """The first of the seats with the fewest City cards gets more cards. Facts: ``cards``."""

    def dealt(self, t: Table, cards: list[int]) -> None:
        counts = [len([card for card in hand if card < w.CITIES]) for hand in t.hands]
        seat = counts.index(min(counts))
        for _card in range(int(self.facts["cards"])):
            card = cards.pop()
            t.hands[seat].append(card)
            if card < w.CITIES:
                t.shown |= 1 << card
            t.emit(w.DEALT, PUBLIC, seat, card)


class Patience(Sticker[Table]):
    """An extra action, once per game: one Threat card fewer is turned in this turn's step 5."""

    adds: ClassVar[int] = w.BE_PATIENT

    def act(self, t: Table, seat: int, move: int) -> None:
        t.notes = {**t.notes, "patient": int(t.month_turn)}
        t.emit(w.PATIENT, PUBLIC, seat)

    def fault(self, t: Table, seat: int, move: int) -> int:
        return w.PATIENCE_USED if "patient" in t.notes else FINE

    def threats(self, t: Table, count: int) -> int:
        return count - 1 if count and t.notes.get("patient") == t.month_turn else count

    def view(self, t: Table) -> Json:
        return {"patience": "patient" not in t.notes}


STICKERS: Final[tuple[type[Sticker[Table]], ...]] = (  # in the order of w.RULE_IDS
    *(ExtraThreats, QuietStart, Shuttle, Mirrors, Scissors, Cold, Midnight, DanceCard),
    *(Bookbinder, DoubleExposure, DeskLamps, Gorgon, MarkedDeck, Patience),
)


def configure(box: Box, options: dict[str, Value], legacy: Json | None, edition: int) -> Config:
    """The settings of a game, with the rules that the campaign has added."""
    config = Config(box, options, legacy, edition)
    for name, facts in config.rules:
        if name not in w.RULE_IDS:
            raise BadPosition(f"Unknown rule {name}. Known rules: {', '.join(w.RULE_IDS)}.")
        config.stickers.append(STICKERS[w.RULE_IDS.index(name)](facts))
    return config
