"""The table of Spies!: what lies where, and which nation has seen it."""

from typing import Any

from mypy_extensions import i64

from spyring.engine.definition import Definition
from spyring.engine.knowledge import NOTHING, Backs, Knowledge
from spyring.engine.position import Json
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.games.spies import deductions, imagining, position
from spyring.games.spies import words as w
from spyring.games.spies.agreement import SHARES, Agreement
from spyring.games.spies.box import FIRST_RANDOM, IT14, NEUTRAL, Box
from spyring.games.spies.places import (
    ABSENT,
    ALL_POLICE,
    ALL_SPIES,
    BY_POLICE,
    NOBODY,
    PLAYED,
    SET_UP,
    UNPLACED,
)


class Table(State):
    """Nations are numbers 0 to 4, spies nation * 6 + number, police nation * 10 + number.

    ``spy_at`` holds a space or one of the places off the map; ``spy_face`` says which spy of its nation a
    number is, ``spies`` which nations know it; the same for police and secrets. A nation that knows a
    strength from a Source only (``glimpsed``, spies first, then police) keeps no note of it. ``secret_by`` is
    the spy that stands on a secret, or ``BY_POLICE`` + a police, or ``NOBODY``. ``hand`` counts chits by
    nation * 10 + kind. ``tile_at`` is the nation that holds a tile, 5 + the nation that discarded it, or
    ``PLAYED``. ``promised`` lists what one nation knows of another's hand since an offer or a trade, as
    ((knower * 5 + holder) * 10 + chit) * 100 + at least so many.
    """

    agreed: Agreement
    step: i64
    year: i64  # 0 is 1933
    turn: i64  # the nation on turn
    points: i64  # action points left
    war: i64
    mover: i64  # the spy that is moving, or -1
    spaces: i64  # that it may still go
    moved: i64  # a mask of spies that have moved in this turn
    brought: i64  # a mask of secrets that the moving spy carried with its last step
    searched: i64  # a mask of spies
    shifted: i64  # a mask of police of the nation on turn that have moved
    relieved: i64  # a mask of secrets that police left in this turn
    talks: i64  # by nation, two bits: how often the nation on turn talked with it
    sourced: i64  # user * 5 + other while a Source is looked at, or -1
    proven: i64  # a mask of secrets that everybody knows to be no counterspies
    home: i64  # a mask of secrets that entered the record at the end (SPY-17.2)
    lot: i64  # the seat that runs Russia in 1933, of two
    money: list[int]
    hand: list[int]
    cup: list[int]
    spy_at: list[int]
    spy_face: list[int]
    spies: Knowledge
    police_at: list[int]
    police_face: list[int]
    police: Knowledge
    backs: Backs  # of police
    secret_at: list[int]
    secret_by: list[int]
    secret_face: list[int]
    secrets: Knowledge
    glimpsed: tuple[int, ...]
    can: tuple[int, ...]  # by spy, the faces it can have, for every nation and for whoever only watches
    compared: tuple[int, ...]  # results that bind hidden pieces to each other: see `deductions`
    sums: tuple[
        int, ...
    ]  # ((nation * 50 + police) * 50 + other police) * 100 + their sum, known to that nation
    national: tuple[int, ...]  # by secret, a mask of nations
    owner: tuple[int, ...]  # by city
    homes: tuple[tuple[int, ...], ...]  # the cities of each nation, as the owners say
    drops: tuple[int, ...]  # city * 5 + nation
    markers: tuple[int, ...]  # by nation * 7 + year
    tile_at: tuple[int, ...]
    promised: tuple[int, ...]
    touched: tuple[int, ...]  # own spy * 40 + secret: status changed since a space was moved (SPY-R67)
    paid: tuple[int, ...]  # cities in which this turn's searches were paid for
    runner: tuple[int, ...]  # the seat of each nation

    def __init__(self, game: Definition, seats: int, agreed: Agreement) -> None:
        super().__init__(game, seats)
        self.agreed = agreed

    def clear(self) -> None:
        """An empty table before the set-up."""
        box = self.agreed.box
        self.step = SET_UP
        self.year = 0
        self.turn = w.GERMANY
        self.war = 0
        self.proven = 0
        self.home = 0
        self.lot = 0
        self.sourced = -1
        self.money = box.money[:]
        self.hand = [0] * (w.NATIONS * w.CHITS)
        self.cup = self.agreed.count[:]
        self.spy_at = [
            UNPLACED if spy % w.SPIES < box.spies[spy // w.SPIES] else ABSENT for spy in range(ALL_SPIES)
        ]
        self.spy_face = [
            spy if spy % w.SPIES < box.spies[spy // w.SPIES] else NOTHING for spy in range(ALL_SPIES)
        ]
        self.spies = Knowledge(ALL_SPIES)
        self.police_at = [
            UNPLACED if one % w.POLICE < box.police[one // w.POLICE] else ABSENT for one in range(ALL_POLICE)
        ]
        self.police_face = [
            one if one % w.POLICE < box.police[one // w.POLICE] else NOTHING for one in range(ALL_POLICE)
        ]
        self.police = Knowledge(ALL_POLICE)
        self.backs = Backs(ALL_POLICE)
        for nation in range(w.NATIONS):
            own = list(range(nation * w.SPIES, nation * w.SPIES + w.SPIES))
            self.spies.deal(own, 1 << nation)
            self.spies.put_in_pool(own, nation)
            own = list(range(nation * w.POLICE, nation * w.POLICE + w.POLICE))
            self.police.deal(own, 1 << nation)
            self.police.put_in_pool(own, nation)
        self.secret_at = [UNPLACED] * w.SECRETS
        self.secret_by = [NOBODY] * w.SECRETS
        self.secret_face = list(range(w.SECRETS))
        self.secrets = Knowledge(w.SECRETS)
        self.glimpsed = (0,) * (ALL_SPIES + ALL_POLICE)
        self.can = (deductions.ANY,) * ALL_SPIES
        self.compared = ()
        self.sums = ()
        self.national = (0,) * w.SECRETS
        self.share_out(box.owner)
        self.drops = ()
        self.markers = (0,) * (w.NATIONS * w.YEARS)
        self.tile_at = tuple(
            tile // 7 if tile < FIRST_RANDOM else (tile - FIRST_RANDOM) // 3 for tile in range(w.TILES)
        )
        self.promised = ()
        self.begin_turn()
        self.seat_nations()

    def share_out(self, owner: tuple[int, ...]) -> None:
        """Which city belongs to whom from now on."""
        self.owner = owner
        self.homes = tuple(
            [
                tuple([city for city in range(len(owner)) if owner[city] == nation])
                for nation in range(w.NATIONS)
            ]
        )

    def begin_turn(self) -> None:
        """What is counted anew in every turn (SPY-3.2, SPY-3.3)."""
        self.points = self.agreed.box.points if self.agreed.game_advanced else 0
        self.mover = -1
        self.spaces = 0
        self.moved = 0
        self.brought = 0
        self.searched = 0
        self.shifted = 0
        self.relieved = 0
        self.talks = 0
        self.touched = ()
        self.paid = ()

    def seat_nations(self) -> None:
        """Who runs which nation in this year (SPY-18, SPY-R53)."""
        runner = [0] * w.NATIONS
        for seat, nations in enumerate(SHARES[int(self.seats)]):
            for nation in nations:
                runner[nation] = seat
        if self.agreed.alternates:
            runner[w.RUSSIA] = (self.lot + self.year) & 1
        self.runner = tuple(runner)

    # -- what the engine asks ------------------------------------------------------------------------------

    def clone(self) -> "Table":
        t = Table(self.game, self.seats, self.agreed)
        self.copy_to(t)
        t.step = self.step
        t.year = self.year
        t.turn = self.turn
        t.points = self.points
        t.war = self.war
        t.mover = self.mover
        t.spaces = self.spaces
        t.moved = self.moved
        t.brought = self.brought
        t.searched = self.searched
        t.shifted = self.shifted
        t.relieved = self.relieved
        t.talks = self.talks
        t.sourced = self.sourced
        t.proven = self.proven
        t.home = self.home
        t.lot = self.lot
        t.money = self.money[:]
        t.hand = self.hand[:]
        t.cup = self.cup[:]
        t.spy_at = self.spy_at[:]
        t.spy_face = self.spy_face[:]
        t.spies = self.spies.clone()
        t.police_at = self.police_at[:]
        t.police_face = self.police_face[:]
        t.police = self.police.clone()
        t.backs = self.backs.clone()
        t.secret_at = self.secret_at[:]
        t.secret_by = self.secret_by[:]
        t.secret_face = self.secret_face[:]
        t.secrets = self.secrets.clone()
        t.glimpsed = self.glimpsed
        t.can = self.can
        t.compared = self.compared
        t.sums = self.sums
        t.national = self.national
        t.owner = self.owner
        t.homes = self.homes
        t.drops = self.drops
        t.markers = self.markers
        t.tile_at = self.tile_at
        t.promised = self.promised
        t.touched = self.touched
        t.paid = self.paid
        t.runner = self.runner
        return t

    def imagine(self, seat: int) -> None:
        imagining.imagine(self, self.eyes(seat))

    def census(self) -> dict[str, int]:
        """SPY-D20: chits, spies, secrets, police and tiles."""
        box = self.agreed.box
        count: dict[str, int] = {}
        for chit in range(w.CHITS):
            held = sum([self.hand[nation * w.CHITS + chit] for nation in range(w.NATIONS)])
            standing = len(self.drops) if chit == w.DROP else 0
            out = box.count[chit] - self.agreed.count[chit]
            count[w.CHIT_IDS[chit]] = self.cup[chit] + held + standing + out
        for nation, name in enumerate(w.NATION_IDS):
            first = nation * w.SPIES
            faces = [self.spy_face[first + n] for n in range(w.SPIES) if self.spy_face[first + n] >= 0]
            count[f"spies of {name}"] = len(set(faces))
            first = nation * w.POLICE
            faces = [self.police_face[first + n] for n in range(w.POLICE) if self.police_face[first + n] >= 0]
            count[f"police of {name}"] = len(set(faces))
        count["secrets"] = len(set(self.secret_face))
        count["tiles"] = len([tile for tile in range(w.TILES) if 0 <= self.tile_at[tile] <= PLAYED])
        return count

    def pack(self) -> Json:
        return position.pack(self)

    def unpack(self, data: Json) -> None:
        self.clear()
        position.unpack(self, data)

    # -- seats and nations ---------------------------------------------------------------------------------

    def eyes(self, seat: int) -> int:
        """A mask of the nations whose knowledge ``seat`` has now (SPY-R53); a spectator has its own bit."""
        if seat == SPECTATOR:
            return 1 << SPECTATOR
        found = 0
        for nation in range(w.NATIONS):
            if self.runner[nation] == seat:
                found |= 1 << nation
        if self.agreed.russia_open:
            found |= 1 << w.RUSSIA
        return found

    def insiders(self, nation: int) -> int:
        """A mask of the seats that see what ``nation`` sees."""
        if nation == w.RUSSIA and self.agreed.russia_open:
            return 3
        return 1 << self.runner[nation]

    def same_seat(self, one: int, other: int) -> bool:
        """Whether two nations are run by one seat now."""
        return self.runner[one] == self.runner[other]

    def allied(self, one: int, other: int) -> bool:
        """Whether two different nations spare each other (SPY-R43)."""
        return one != other and self.agreed.shared_nations_allies and self.runner[one] == self.runner[other]

    # -- pieces --------------------------------------------------------------------------------------------

    def strength(self, spy: int) -> int:
        """The strength of a spy."""
        return self.agreed.box.strength[self.spy_face[spy]]

    def cousin(self, spy: int) -> bool:
        """Whether a spy is its nation's Cousin, in the advanced game (SPY-15.2, SPY-R65)."""
        return self.agreed.game_advanced and self.agreed.box.cousin[self.spy_face[spy]]

    def force(self, one: int) -> int:
        """The strength of a police piece."""
        return self.agreed.box.force[self.police_face[one]]

    def police_in(self, nation: int, city: int) -> int:
        """How many police of ``nation`` stand in ``city``."""
        count = 0
        at = self.police_at
        place: i64 = city
        one: i64 = nation * w.POLICE
        end: i64 = one + w.POLICE
        while one < end:
            if at[one] == place:
                count += 1
            one += 1
        return count

    def room_for_police(self, city: int) -> int:
        """How many police a city takes (SPY-5.1, SPY-R19)."""
        return self.agreed.room[city]

    def spies_in(self, city: int) -> int:
        """A mask of the nations that have a spy in ``city``."""
        found: i64 = 0
        where: i64 = city
        place: i64
        spy: i64 = -1
        for place in self.spy_at:
            spy += 1
            if place == where:
                found |= 1 << spy // w.SPIES
        return int(found)

    def carries(self, spy: int) -> bool:
        """Whether a spy stands on a secret."""
        one: i64 = spy
        by: i64
        for by in self.secret_by:
            if by == one:
                return True
        return False

    def controller(self, secret: int) -> int:
        """The nation that controls a secret, or ``NEUTRAL``."""
        by = self.secret_by[secret]
        if by < 0:
            return NEUTRAL
        return by // w.SPIES if by < BY_POLICE else (by - BY_POLICE) // w.POLICE

    def show_spy(self, spy: int, nations: int) -> None:
        """The nations of a mask see the strength of a spy."""
        self.spies.show(self.spy_face[spy], nations)
        self._note(spy, nations)

    def open_spy(self, spy: int) -> None:
        """Everybody sees the face of a spy, whoever had only glimpsed it too."""
        self.spies.open(self.spy_face[spy])
        self._note(spy, -1)

    def show_police(self, one: int, nations: int) -> None:
        """The nations of a mask see the strength of a police piece."""
        self.police.show(self.police_face[one], nations)
        self._note(ALL_SPIES + one, nations)

    def _note(self, piece: int, nations: int) -> None:
        """What was only glimpsed may now be noted."""
        if self.glimpsed[piece] & nations:
            glimpsed = list(self.glimpsed)
            glimpsed[piece] &= ~nations
            self.glimpsed = tuple(glimpsed)

    def forget_police(self, one: int) -> None:
        """A police piece got a new back: only its owner knows it."""
        self.police.seen[self.police_face[one]] = 1 << one // w.POLICE
        self._forget_sums(one)
        self._note(ALL_SPIES + one, -1)
        deductions.let_go(self, ALL_SPIES + one)

    def learn_sum(self, nation: int, one: int, other: int) -> None:
        """A nation was told what two police are worth together."""
        fact = w.known_sum(nation, one, other, self.force(one) + self.force(other))
        if fact not in self.sums:
            self.sums = tuple(sorted([*self.sums, fact]))

    def _forget_sums(self, one: int) -> None:
        if self.sums:
            self.sums = tuple(
                [
                    fact
                    for fact in self.sums
                    if w.one_of_known_sum(fact) != one and w.other_of_known_sum(fact) != one
                ]
            )

    def noted_spy(self, eyes: int, spy: int) -> bool:
        """Whether the strength of a spy is shown to the nations in ``eyes``."""
        who = eyes & ~self.glimpsed[spy]
        looks = self.spy_at[spy] >= 0 and self._looks(eyes, spy // w.SPIES)
        return looks or self.spies.seen[self.spy_face[spy]] & who != 0

    def noted_police(self, eyes: int, one: int) -> bool:
        """Whether the strength of a police piece is shown to the nations in ``eyes``."""
        who = eyes & ~self.glimpsed[ALL_SPIES + one]
        return self.police.seen[self.police_face[one]] & who != 0 or self._looks(eyes, one // w.POLICE)

    def _looks(self, eyes: int, nation: int) -> bool:
        """Whether a Source on ``nation`` is being looked at by one of ``eyes`` (SPY-12.32)."""
        return (
            self.sourced >= 0
            and w.other_of_reading(int(self.sourced)) == nation
            and eyes >> w.nation_of_reading(int(self.sourced)) & 1 != 0
        )

    def spies_home(self, nation: int, city: int) -> bool:
        """Whether a neutral city counts as home for the spies of a nation alone (SPY-R38)."""
        return (
            nation == w.ITALY
            and self.agreed.albania_spies_only
            and self.agreed.game_advanced
            and self.tile_at[IT14] == PLAYED
            and city in self.agreed.box.annexed[IT14]
        )

    # -- chits ---------------------------------------------------------------------------------------------

    def chits(self, nation: int) -> int:
        """How many chits a nation holds."""
        count = 0
        for chit in range(w.CHITS):
            count += self.hand[nation * w.CHITS + chit]
        return count

    def drop_at(self, nation: int, city: int) -> bool:
        """Whether a nation has a Drop in a city."""
        return bool(self.drops) and w.standing_drop(city, nation) in self.drops

    def lift_drop(self, nation: int, city: int) -> None:
        """A Drop ends, and its chit goes back to the cup (SPY-R47)."""
        self.drops = tuple([drop for drop in self.drops if drop != w.standing_drop(city, nation)])
        self.cup[w.DROP] += 1
        self.tell(w.DROP_FALLS, -1, nation, city)

    def check_drop(self, nation: int, city: int) -> None:
        """A Drop without a spy of its nation falls (SPY-12.21)."""
        if self.drop_at(nation, city) and not self.spies_in(city) >> nation & 1:
            self.lift_drop(nation, city)


def components(box: Box) -> dict[str, int]:
    """What the census must find at any time (SPY-D20)."""
    count = {w.CHIT_IDS[chit]: box.count[chit] for chit in range(w.CHITS)}
    for nation, name in enumerate(w.NATION_IDS):
        count[f"spies of {name}"] = box.spies[nation]
        count[f"police of {name}"] = box.police[nation]
    count["secrets"] = w.SECRETS
    count["tiles"] = w.TILES
    return count


def table(state: Any) -> Table:
    """The state as the table it is."""
    assert isinstance(state, Table)
    return state
