"""The settings of a game of Spies!."""

from typing import Any, Final

from spyring.engine.notation import MoveBook, families
from spyring.engine.options import Value
from spyring.games.spies import words as w
from spyring.games.spies.box import ADVANCED_CHITS, Box

# The nations of each seat; with two seats they run Russia in turns (SPY-18).
SHARES: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    2: ((w.GERMANY, w.ITALY), (w.FRANCE, w.BRITAIN)),
    3: ((w.GERMANY, w.ITALY), (w.RUSSIA,), (w.FRANCE, w.BRITAIN)),
    4: ((w.GERMANY, w.ITALY), (w.RUSSIA,), (w.FRANCE,), (w.BRITAIN,)),
    5: ((w.GERMANY,), (w.ITALY,), (w.RUSSIA,), (w.FRANCE,), (w.BRITAIN,)),
}


class Codes:
    """The first moves of verbs whose numbers depend on the size of the map."""

    def __init__(self, box: Box, moves: MoveBook) -> None:
        self.cities = box.cities
        self.spaces = box.spaces
        self.post = moves["post"].base  # + city
        self.send = moves["send"].base  # + city
        self.shift = moves["shift"].base  # + own police * cities + city
        self.step = moves["step"].base  # + own spy * spaces + space
        self.families: list[int] = families([(verb.base, verb.size) for verb in moves.verbs])
        # The moves of each own police piece, by city.
        firsts = [self.shift + number * box.cities for number in range(w.POLICE)]
        self.shifts: list[list[Any]] = [list(range(first, first + box.cities)) for first in firsts]

    def family(self, move: int) -> int:
        """The first move of the verb that ``move`` belongs to, including verbs after ``HIDE``."""
        return self.families[move]

    def police_of_shift(self, move: int) -> int:
        return (move - self.shift) // self.cities

    def city_of_shift(self, move: int) -> int:
        return (move - self.shift) % self.cities

    def spy_of_step(self, move: int) -> int:
        return (move - self.step) // self.spaces

    def space_of_step(self, move: int) -> int:
        return (move - self.step) % self.spaces


class Config(w.Options):
    """The box and the options, typed. Shared by all clones."""

    def __init__(self, box: Box, codes: Codes, seats: int, options: dict[str, Value], edition: int) -> None:
        super().__init__(options)
        self.options = options
        self.edition = edition  # of the rules, which check it where the first edition differs
        self.box = box
        self.codes = codes
        self.seats = seats
        self.alternates = seats == 2  # they run Russia in turns
        self.russia_open = self.russia_info_both and self.alternates
        self.room: list[int] = [  # how many police each city takes (SPY-5.1, SPY-R19)
            1 if self.overseas_police_one and box.overseas[city] else box.most_police
            for city in range(box.cities)
        ]
        self.count: list[int] = box.count[:]  # of chits, by kind
        if not self.game_advanced:
            for chit in ADVANCED_CHITS:
                self.count[chit] = 0

        self.askable: list[int] = [w.ASK + chit for chit in range(w.CHITS) if self.count[chit]]  # in an offer
        sent = box.spies if self.game_advanced and not box.small else box.standard_spies
        self.sent: list[int] = sent[:]  # spies of each nation that take part

    def runners(self, russia: int) -> tuple[int, ...]:
        """The seat of each nation; with two seats, Russia goes to this one (SPY-18)."""
        runner = [0] * w.NATIONS
        for seat, nations in enumerate(SHARES[self.seats]):
            for nation in nations:
                runner[nation] = seat
        if self.alternates:
            runner[w.RUSSIA] = russia
        return tuple(runner)
