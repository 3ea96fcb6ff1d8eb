"""SPY-2: deal tiles and secrets, then every nation places its secrets, police and spies."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import UNSEEN, Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_RANDOM, RANDOM_TILES_EACH
from spyring.games.spies.domains import SECRET
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import eyes_of, insiders, seat_nations
from spyring.games.spies.pieces import carries, police_in
from spyring.games.spies.places import NOBODY, UNUSED
from spyring.games.spies.rules import placing
from spyring.games.spies.rules.chits import draw_chits
from spyring.games.spies.rules.searches import guard_fault, stand_guard
from spyring.games.spies.rules.turn import TURNS

STAGES: Final = ("secrets", "police", "spies")
PIECES: Final = (_("secrets"), _("police"), _("spies"))


class BeginGame(Frame[Table]):
    """The random part of the set-up (SPY-2.3 to SPY-2.5); then the nations place their pieces."""

    clause: ClassVar[str] = "SPY-2.4"

    def resolve(self, t: Table) -> None:
        if t.config.alternates:
            t.lot = t.roll(2)
            seat_nations(t)
        self.deal_tiles(t)
        self.deal_secrets(t)
        self.shuffle_faces(t)
        self.lay_out(t)
        t.turn = w.GERMANY
        t.replace(begin_stage(t, placing.OF_SECRETS))

    def deal_tiles(self, t: Table) -> None:
        """Seven own tiles and three random ones each; tiles that a small box lacks are already discarded
        (SPY-D21).
        """
        box = t.config.box
        tiles = list(range(FIRST_RANDOM, w.TILES))
        if not box.small:
            t.shuffle(tiles)
        at = list(t.tile_at)
        for place in range(len(tiles)):
            at[tiles[place]] = place // RANDOM_TILES_EACH
        for tile in range(w.TILES):
            if not box.held[tile]:
                at[tile] += w.NATIONS
        t.tile_at = tuple(at)
        if t.event_log is not None:
            for tile in range(w.TILES):
                if at[tile] < w.NATIONS:
                    t.emit(w.TILE_DEALT, insiders(t, at[tile]), at[tile], tile)

    def deal_secrets(self, t: Table) -> None:
        """Deal eight secrets unseen to the SECRET cities, the others to the nations."""
        box = t.config.box
        faces = list(range(box.in_play))
        t.shuffle(faces)
        t.secret_face = (*faces, *t.secret_face[box.in_play :])
        at = list(t.secret_at)
        for secret in range(box.in_play, w.SECRETS):
            at[secret] = UNUSED
            t.secrets.reveal(t.secret_face[secret])
        national = [0] * w.SECRETS
        for secret in range(len(box.secret_cities)):
            at[secret] = box.secret_cities[secret]
            t.emit(w.SECRET_LAID, PUBLIC, secret, at[secret])
        t.secret_at = tuple(at)
        for nation in range(w.NATIONS):
            for secret in placing.own_secrets(t, nation):
                national[secret] = 1 << nation
                face = t.secret_face[secret]
                t.secrets.show(face, 1 << nation)
                t.emit(w.SECRET_DRAWN, insiders(t, nation), nation, secret, face)
        t.national = tuple(national)

    def shuffle_faces(self, t: Table) -> None:
        """Shuffle, so that the numbers of spies and police say nothing about their strengths."""
        spies, police = list(t.spy_face), list(t.police_face)
        for nation in range(w.NATIONS):
            self.shuffle_some(t, spies, nation * w.SPIES, t.config.box.spies[nation])
            self.shuffle_some(t, police, nation * w.POLICE, t.config.box.police[nation])
        t.spy_face, t.police_face = tuple(spies), tuple(police)

    def shuffle_some(self, t: Table, row: list[int], first: int, count: int) -> None:
        """Shuffle a part of a row."""
        part = row[first : first + count]
        t.shuffle(part)
        row[first : first + count] = part

    def lay_out(self, t: Table) -> None:
        """A small box says where pieces lie; which piece lies where is random (SPY-D21)."""
        for nation, stages in t.config.box.laid_out:
            for stage in range(len(stages)):
                for city in stages[stage]:
                    placing.put(t, stage, nation, city)


def begin_stage(t: Table, stage: int) -> Frame[Table]:
    """The frame for placing secrets, police or spies (SPY-R54)."""
    if t.config.setup_placement_simultaneous:
        return PlaceTogether(stage, [[], [], [], [], []])
    return Place(stage)


def end_stage(t: Table, stage: int) -> None:
    """All nations have placed one kind of pieces."""
    t.turn = w.GERMANY
    t.replace(begin_stage(t, stage + 1) if stage < placing.OF_SPIES else SetGuards(w.GERMANY))


class Arrange(Verb[Table]):
    """Place all remaining pieces at random."""

    name: ClassVar[str] = "arrange"
    clause: ClassVar[str] = "SPY-R83"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Place, t.stack[-1])
        nation = frame.nation_for(t, seat)
        frame.lay(t, nation, placing.arranged(t, frame.stage, nation, frame.plan(nation)), True)


class PlaceOne(Verb[Table]):
    """Place the next piece."""

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Place, t.stack[-1])
        nation = frame.nation_for(t, seat)
        return self.place_fault(t, nation, frame.plan(nation), placing.place_of(t, frame.stage, move))

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        frame = cast(Place, t.stack[-1])
        nation = frame.nation_for(t, seat)
        plan = frame.plan(nation)
        form = self.form(t.book)
        first = placing.place_of(t, frame.stage, form.base)
        for number in range(form.size):
            if self.place_fault(t, nation, plan, first + number) == FINE:
                moves.append(form.base + number)

    def place_fault(self, t: Table, nation: int, plan: list[int], city: int) -> int:
        """Why a nation cannot place a piece there, given the pieces already in ``plan``."""
        return FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Place, t.stack[-1])
        frame.lay(t, frame.nation_for(t, seat), [placing.place_of(t, frame.stage, move)], False)


class Hide(PlaceOne):
    """Place a secret."""

    name: ClassVar[str] = "hide"
    clause: ClassVar[str] = "SPY-2.6"

    def place_fault(self, t: Table, nation: int, plan: list[int], city: int) -> int:
        return FINE if t.owner[city] == nation else w.NOT_HOME_TO_HIDE


class Post(PlaceOne):
    """Place police in a city."""

    name: ClassVar[str] = "post"
    clause: ClassVar[str] = "SPY-2.7"

    def place_fault(self, t: Table, nation: int, plan: list[int], city: int) -> int:
        if t.owner[city] != nation:
            return w.NOT_HOME_TO_POST
        if not t.config.box.symbol[city]:
            return w.NO_SYMBOL
        here = len(police_in(t, nation, city)) + plan.count(city)
        return FINE if here < t.config.room[city] else w.FULL_TO_POST


class Hold(PlaceOne):
    """Keep a spy out of the game, if more are left than must be sent."""

    name: ClassVar[str] = "hold"
    clause: ClassVar[str] = "SPY-2.8"

    def place_fault(self, t: Table, nation: int, plan: list[int], city: int) -> int:
        if placing.may_hold(t, nation, plan):
            return FINE
        return w.ALL_ARE_SENT if t.config.game_advanced else w.ALL_NEEDED


class Send(PlaceOne):
    """A spy goes to any city."""

    name: ClassVar[str] = "send"
    clause: ClassVar[str] = "SPY-2.8"
    see_also: ClassVar[tuple[str, ...]] = ("SPY-2.9",)


ARRANGE: Final = Arrange()
HIDE: Final = Hide()
POST: Final = Post()
HOLD: Final = Hold()
SEND: Final = Send()
OF_STAGE: Final[tuple[Verbs, ...]] = ((ARRANGE, HIDE), (ARRANGE, POST), (ARRANGE, HOLD, SEND))


class Place(Frame[Table]):
    """The nations place one kind of pieces, one after the other (SPY-P2)."""

    clause: ClassVar[str] = "SPY-2.6"
    ask: ClassVar[str] = _("{nation}: place your {pieces}, one by one")
    wait: ClassVar[str] = _("{nation} places its pieces.")
    verbs: ClassVar[Verbs] = (ARRANGE, HIDE, POST, HOLD, SEND)
    data: ClassVar[tuple[str, ...]] = ("stage",)

    def __init__(self, stage: int) -> None:
        self.stage = stage

    def deciders(self, t: Table) -> int:
        if t.turn < w.NATIONS and placing.unplaced(t, self.stage, int(t.turn)):
            return 1 << t.runner[t.turn]
        return 0

    def resolve(self, t: Table) -> None:
        if t.turn + 1 < w.NATIONS:
            t.turn += 1
        else:
            end_stage(t, self.stage)

    def nation_for(self, t: Table, seat: int) -> int:
        """The nation for which a seat decides, or -1."""
        return int(t.turn)

    def plan(self, nation: int) -> list[int]:
        """The cities of the pieces that a nation has planned, but not yet placed."""
        return []

    def legal(self, t: Table, seat: int) -> list[int]:
        moves: list[int] = []
        for verb in OF_STAGE[self.stage]:
            verb.add(t, seat, moves)
        return moves

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        verb = super().verb_of(t, move)
        return verb if verb in OF_STAGE[self.stage] else None

    def other_fault(self, t: Table, seat: int) -> int:
        return (w.SECRETS_NOW, w.POLICE_NOW, w.SPIES_NOW)[self.stage]

    def lay(self, t: Table, nation: int, cities: list[int], by_chance: bool) -> None:
        """The next pieces of a nation go to these cities."""
        if by_chance:
            t.emit(w.ARRANGED, PUBLIC, nation)
        for city in cities:
            placing.put(t, self.stage, nation, city)

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        shown = {"nation": w.NATION_IDS[t.turn], "placing": STAGES[self.stage]}
        return {**shown, **self.next_secret(t, int(t.turn))}

    def next_secret(self, t: Table, nation: int) -> dict[str, str]:
        """The secret that a nation places next, if any."""
        if nation < 0 or self.stage != placing.OF_SECRETS:
            return {}
        left = placing.unplaced(t, placing.OF_SECRETS, nation)
        planned = len(self.plan(nation))
        return {"secret": SECRET.label(left[planned])} if planned < len(left) else {}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[t.turn], "pieces": PIECES[self.stage]}


class PlaceTogether(Place):
    """All nations place one kind of pieces simultaneously, unseen; ``plans`` holds their cities (SPY-R54)."""

    clause: ClassVar[str] = "SPY-R54"
    unseen: ClassVar[bool] = True
    unseen_chance: ClassVar[bool] = True
    ask: ClassVar[str] = _("{nation}: place your pieces; the others cannot see them")
    wait: ClassVar[str] = _("Everyone is placing pieces in secret. Waiting for {seat}.")

    def __init__(self, stage: int, plans: list[list[int]]) -> None:
        super().__init__(stage)
        self.plans = plans

    def pack(self) -> list[Any]:
        return [self.stage, [plan[:] for plan in self.plans]]

    def ready(self, t: Table, nation: int) -> bool:
        """Whether a nation has planned all its pieces, or a small box has laid them out (SPY-D21)."""
        if t.config.box.small:
            return True
        plan = self.plans[nation]
        if self.stage == placing.OF_SPIES:
            return len(plan) - plan.count(placing.HELD) == t.config.sent[nation]
        return len(plan) == len(placing.unplaced(t, self.stage, nation))

    def nation_for(self, t: Table, seat: int) -> int:
        for nation in range(w.NATIONS):
            if t.runner[nation] == seat and not self.ready(t, nation):
                return nation
        return -1

    def deciders(self, t: Table) -> int:
        seats = 0
        for nation in range(w.NATIONS):
            if not self.ready(t, nation):
                seats |= 1 << t.runner[nation]
        return seats

    def resolve(self, t: Table) -> None:
        for nation in range(w.NATIONS):
            for city in self.plans[nation]:
                placing.put(t, self.stage, nation, city)
        end_stage(t, self.stage)

    def plan(self, nation: int) -> list[int]:
        return self.plans[nation]

    def lay(self, t: Table, nation: int, cities: list[int], by_chance: bool) -> None:
        after = self.planned(nation, self.plans[nation] + cities)
        if by_chance:  # nations that are still placing must not know how others do it
            t.emit(w.ARRANGED, insiders(t, nation) if after.deciders(t) else PUBLIC, nation)
        t.replace(after)

    def planned(self, nation: int, plan: list[int]) -> "PlaceTogether":
        """The same with another plan of a nation."""
        plans = self.plans[:]
        plans[nation] = plan
        return PlaceTogether(self.stage, plans)

    def determinize(self, t: Table, seat: int) -> Frame[Table]:
        """A nation that is ready has a sensible plan; nothing is known about the others."""
        eyes = eyes_of(t, seat)
        plans: list[list[int]] = []
        for nation in range(w.NATIONS):
            if eyes >> nation & 1:
                plans.append(self.plans[nation])
            else:
                plans.append(placing.arranged(t, self.stage, nation, []) if self.ready(t, nation) else [])
        return PlaceTogether(self.stage, plans)

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        nation = self.nation_for(t, seat)
        if insiders(t, nation) >> observer & 1:
            return move
        if move == w.ARRANGE:
            last = all(other == nation or self.ready(t, other) for other in range(w.NATIONS))
            return move if last else UNSEEN
        after = self.planned(nation, [*self.plans[nation], placing.place_of(t, self.stage, move)])
        return UNSEEN if after.deciders(t) else move

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        nation = self.nation_for(t, seat)
        eyes = eyes_of(t, seat)
        ids = t.config.box.city_ids
        return {
            "nation": w.NATION_IDS[nation] if nation >= 0 else None,
            "placing": STAGES[self.stage],
            "plans": {
                w.NATION_IDS[n]: [ids[city] if city >= 0 else None for city in self.plans[n]]
                for n in range(w.NATIONS)
                if eyes >> n & 1
            },
            **self.next_secret(t, nation),
        }

    def places(self, t: Table, seat: int) -> dict[str, str]:
        nation = self.nation_for(t, seat)
        return {"nation": w.NATION.titles[nation] if nation >= 0 else ""}


# The faults of :func:`guard_fault` that can occur here, with the clause of this step.
AT_SET_UP: Final = {
    w.NO_SUCH_POLICE: w.FIRST_NO_SUCH_POLICE,
    w.POLICE_ELSEWHERE: w.FIRST_POLICE_ELSEWHERE,
    w.OWN_CONTROL: w.FIRST_OWN_CONTROL,
    w.STANDS_GUARD: w.FIRST_STANDS_GUARD,
}


class FirstPolice(Verb[Table]):
    """Put police on a secret."""

    name: ClassVar[str] = "guard"
    clause: ClassVar[str] = "SPY-R25"

    def fault(self, t: Table, seat: int, move: int) -> int:
        one = int(t.turn) * w.POLICE + w.police_of_guard(move)
        fault = guard_fault(t, one, w.secret_of_guard(move))
        return AT_SET_UP.get(fault, fault)

    def play(self, t: Table, seat: int, move: int) -> None:
        stand_guard(t, int(t.turn) * w.POLICE + w.police_of_guard(move), w.secret_of_guard(move))


class FirstSpy(Verb[Table]):
    """Put a spy on a secret; unlike later, it cannot take over from police."""

    name: ClassVar[str] = "take"
    clause: ClassVar[str] = "SPY-R25"

    def fault(self, t: Table, seat: int, move: int) -> int:
        spy = int(t.turn) * w.SPIES + w.spy_of_take(move)
        secret = w.secret_of_take(move)
        if t.spy_at[spy] < 0:
            return w.FIRST_NOT_ON_MAP
        if t.spy_at[spy] != t.secret_at[secret]:
            return w.FIRST_SECRET_ELSEWHERE
        if not t.national[secret] >> int(t.turn) & 1:
            return w.FIRST_NOT_NATIONAL
        if t.secret_by[secret] != NOBODY:
            return w.FIRST_OWN_CONTROL
        return w.FIRST_CARRIES if not t.config.secrets_per_spy_many and carries(t, spy) else FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        spy = int(t.turn) * w.SPIES + w.spy_of_take(move)
        secret = w.secret_of_take(move)
        t.secret_by = replaced(t.secret_by, secret, spy)
        t.emit(w.TAKEN, PUBLIC, spy, secret, t.spy_at[spy])


class ArrangeGuards(Verb[Table]):
    """Put police on secrets at random, while that is possible."""

    name: ClassVar[str] = "arrange"
    clause: ClassVar[str] = "SPY-R83"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(SetGuards, t.stack[-1])
        t.emit(w.ARRANGED, PUBLIC, frame.nation)
        while left := [guard for guard in frame.guards(t) if w.family(guard) == w.GUARD]:
            FIRST_POLICE.play(t, seat, left[int(t.roll(len(left)))])
        frame.resolve(t)


class LeaveUnguarded(Verb[Table]):
    """Leave the other secrets without a guard."""

    name: ClassVar[str] = "done"

    def play(self, t: Table, seat: int, move: int) -> None:
        t.stack[-1].resolve(t)


FIRST_POLICE: Final = FirstPolice()
FIRST_SPY: Final = FirstSpy()


class SetGuards(Frame[Table]):
    """Before the first turn a nation may put police and spies on its secrets in the same city (SPY-R25)."""

    clause: ClassVar[str] = "SPY-R25"
    ask: ClassVar[str] = _("{nation}: guard your secrets with police or spies, or continue")
    wait: ClassVar[str] = _("{nation} may guard its secrets.")
    verbs: ClassVar[Verbs] = (LeaveUnguarded(), ArrangeGuards(), FIRST_POLICE, FIRST_SPY)
    data: ClassVar[tuple[str, ...]] = ("nation",)

    def __init__(self, nation: int) -> None:
        self.nation = nation

    def guards(self, t: Table) -> list[int]:
        """Every move that puts a piece on a secret."""
        moves: list[int] = []
        at_home = placing.spies_at_home(t, self.nation)
        for secret in placing.own_secrets(t, self.nation):
            for one in range(self.nation * w.POLICE, self.nation * w.POLICE + w.POLICE):
                if not guard_fault(t, one, secret):
                    moves.append(w.guard(one % w.POLICE, secret))
            for spy in at_home:
                if not FIRST_SPY.fault(t, 0, w.take(spy % w.SPIES, secret)):
                    moves.append(w.take(spy % w.SPIES, secret))
        return moves

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[self.nation] if self.guards(t) else 0

    def resolve(self, t: Table) -> None:
        if self.nation + 1 < w.NATIONS:
            t.turn = self.nation + 1
            t.replace(SetGuards(self.nation + 1))
        else:
            t.turn = w.GERMANY
            t.replace(TURNS)
            for nation in range(w.NATIONS):
                draw_chits(t, nation, t.config.box.starting_chits[nation])

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.DONE, w.ARRANGE, *self.guards(t)]

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        return {"nation": w.NATION_IDS[self.nation], "placing": "guards"}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        return {"nation": w.NATION.titles[self.nation]}


BEGIN_GAME: Final = BeginGame()
