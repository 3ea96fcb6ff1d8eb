"""SPY-1, SPY-3, SPY-17: years and turns, the Escapes at the start of a turn, and the end of the game."""

from typing import ClassVar, Final

from spyring.engine.frame import NOT_ASKED, Frame
from spyring.engine.i18n import _
from spyring.engine.rows import replaced
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import places as p
from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_YEAR, NEUTRAL
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import eyes_of, insiders, seat_nations
from spyring.games.spies.places import nation_of_record, record_of, spies_of
from spyring.games.spies.rules.chits import chit_fault, play_chit
from spyring.games.spies.rules.diplomacy import OpenTalks
from spyring.games.spies.rules.movement import SPY_STEP
from spyring.games.spies.rules.police import MOVE_POLICE, SEARCH_STEP
from spyring.games.spies.rules.sanction import enter_map, face_up
from spyring.games.spies.rules.steps import PASS, TurnStep
from spyring.games.spies.rules.tiles import CHOOSE_TILE
from spyring.games.spies.rules.windows import OPENING, Reaction
from spyring.games.spies.scoring import nation_points


class Turns(Frame[Table]):
    """The steps of a turn, the turns of a year, the years of the game (SPY-1.2, SPY-1.3, SPY-3.1)."""

    clause: ClassVar[str] = "SPY-3.1"

    def resolve(self, t: Table) -> None:
        if t.step == p.SET_UP:
            begin_year(t)
        elif t.step == p.SPY_STEP:
            self.end_turn(t)
        else:
            t.step += 1
            t.push(frame_of(int(t.step)))

    def end_turn(self, t: Table) -> None:
        following = next_nation(t, int(t.turn) + 1)
        if following < w.NATIONS:
            t.turn = following
            begin_turn(t)
        elif t.war or t.year == w.YEARS - 1:
            end_game(t)
        else:
            t.year += 1
            begin_year(t)


def frame_of(step: int) -> Frame[Table]:
    """The frame of a step of the turn."""
    return STEPS[step - p.TILE_STEP]


def next_nation(t: Table, nation: int) -> int:
    """The first nation that takes turns, starting with this one (SPY-1.2, SPY-D21)."""
    while nation < w.NATIONS and not t.config.box.takes_turns[nation]:
        nation += 1
    return nation


def begin_year(t: Table) -> None:
    """Start a new year (SPY-2.13); with two seats Russia changes hands (SPY-R53)."""
    t.turn = next_nation(t, w.GERMANY)
    seat_nations(t)
    t.emit(w.YEAR_BEGINS, PUBLIC, FIRST_YEAR + t.year, t.config.box.factors[t.year])
    if t.config.alternates:
        t.emit(w.RUNS, PUBLIC, w.RUSSIA, w.FRANCE if t.runner[w.RUSSIA] else w.GERMANY)
    begin_turn(t)


def begin_turn(t: Table) -> None:
    t.clear_turn()
    t.step = p.TILE_STEP
    t.emit(w.TURN_BEGINS, PUBLIC, t.turn)
    t.push(CHOOSE_TILE)


# -- Escapes that free spies (SPY-12.24) -------------------------------------------------------------------


def captives(t: Table, nation: int) -> list[int]:
    """The captured spies of a nation, in records and in the neutral box."""
    places = t.spy_at
    return [spy for spy in spies_of(nation) if places[spy] <= p.RECORD or places[spy] == p.NEUTRAL_BOX]


def captive_seen(t: Table, spy: int, seat: int) -> int:
    """The captured spy that an observer sees: without its face, the first spy in the box."""
    nation = spy // w.SPIES
    if not insiders(t, nation) >> seat & 1 and not face_up(t, t.spy_at[spy]):
        for other in captives(t, nation):
            if t.spy_at[other] == t.spy_at[spy]:
                return other
    return spy


class Free(Verb[Table]):
    """Play an Escape to free a captured spy."""

    name: ClassVar[str] = "free"
    clause: ClassVar[str] = "SPY-12.24"

    def fault(self, t: Table, seat: int, move: int) -> int:
        nation = int(t.turn)
        if nation * w.SPIES + move - w.FREE not in captives(t, nation):
            return w.NOT_CAPTURED
        return chit_fault(t, nation, w.ESCAPE)

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        nation = int(t.turn)
        if chit_fault(t, nation, w.ESCAPE) == FINE:
            for spy in captives(t, nation):
                moves.append(w.FREE + spy - nation * w.SPIES)

    def play(self, t: Table, seat: int, move: int) -> None:
        nation = int(t.turn)
        play_chit(t, nation, w.ESCAPE)
        t.emit(w.FREEING, PUBLIC, nation)
        t.push(Freeing(nation * w.SPIES + move - w.FREE, 0, 0, [], OPENING, []))


class TalkBeforeEscape(OpenTalks):
    """The first edition did not allow talks here."""

    def barred(self, t: Table) -> int:
        return FINE if t.config.edition > 1 else NOT_ASKED


class FreeSpies(TurnStep):
    """Right after the tile the nation may free any number of captured spies; asked while some are captured.
    It may talk first, to pay for an Escape or to get one.
    """

    clause: ClassVar[str] = "SPY-12.24"
    ask: ClassVar[str] = _("{nation}: free a captured spy, or continue")
    wait: ClassVar[str] = _("{nation} may free its captured spies.")
    verbs: ClassVar[Verbs] = (PASS, Free(), TalkBeforeEscape())

    def deciders(self, t: Table) -> int:
        return 1 << t.runner[t.turn] if captives(t, int(t.turn)) else 0

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        """Observers that do not see the faces cannot tell which spy of a box is meant."""
        if w.family(move) != w.FREE:
            return move
        spy = int(t.turn) * w.SPIES + move - w.FREE
        return w.FREE + captive_seen(t, spy, observer) % w.SPIES


class Freeing(Reaction):
    """W7: an Escape would free spy ``a``; its captor may Double Cross it (nobody for the neutral box)."""

    window: ClassVar[str] = "W7"
    clause: ClassVar[str] = "SPY-12.18"
    ask: ClassVar[str] = _("{nation}: {owner} tries to free a captured spy; answer or pass")
    wait: ClassVar[str] = _("{owner} tries to free a captured spy; {seat} may answer.")
    opens: ClassVar[list[int]] = [w.DOUBLE_CROSS]

    def captor(self, t: Table) -> int:
        place = t.spy_at[self.a]
        return NEUTRAL if place == p.NEUTRAL_BOX else nation_of_record(place)

    def opening(self, t: Table) -> int:
        if not t.config.game_advanced:
            return 0
        if t.config.escape_doublecross_any:
            return p.ALL_NATIONS & ~(1 << self.a // w.SPIES)
        captor = self.captor(t)
        return 1 << captor if captor != NEUTRAL else 0

    def injured(self, t: Table) -> int:
        return self.a // w.SPIES

    def deed(self) -> int:
        return w.played_chit(self.a // w.SPIES, w.ESCAPE)

    def stands(self, t: Table) -> None:
        """The spy returns in its capital and may act this turn; its captor loses the points (SPY-R41)."""
        t.done()
        spy = enter_map(t, self.a)
        t.emit(w.FREED, PUBLIC, spy, t.spy_at[spy])

    def about(self, t: Table) -> dict[str, str]:
        captor = self.captor(t)
        held = w.NATION_IDS[captor] if captor != NEUTRAL else "neutral"
        return {"nation": w.NATION_IDS[self.a // w.SPIES], "captor": held}

    def titles(self, t: Table) -> dict[str, str]:
        return {"owner": w.NATION.titles[self.a // w.SPIES]}

    def determinize(self, t: Table, seat: int) -> Frame[Table]:
        answers = self.answers_seen(eyes_of(t, seat))
        return Freeing(captive_seen(t, self.a, seat), self.b, self.c, self.chain, self.left, answers)


# -- the end -----------------------------------------------------------------------------------------------


def end_game(t: Table) -> None:
    """Secrets at home enter the record of the last year, nation by nation, and the game is over (SPY-17.1,
    SPY-17.2). The points are announced from lowest to highest.
    """
    t.emit(w.LAST_COUNT, PUBLIC, FIRST_YEAR + t.year, t.config.box.factors[t.year])
    for nation in range(w.NATIONS):
        count_home(t, nation)
    t.step = p.OVER
    merits = sorted([(nation_points(t, nation), t.money[nation], nation) for nation in range(w.NATIONS)])
    for points, _money, nation in merits:
        t.emit(w.SCORED, PUBLIC, nation, points)
    t.finish()


def count_home(t: Table, nation: int) -> None:
    """The secrets in the cities of a nation enter its record."""
    count = 0
    points = 0
    for secret in range(w.SECRETS):
        city = t.secret_at[secret]
        if city < 0 or t.owner[city] != nation or not enters_record(t, nation, secret):
            continue
        face = t.secret_face[secret]
        t.home |= 1 << secret
        t.secret_by = replaced(t.secret_by, secret, p.NOBODY)
        t.secret_at = replaced(t.secret_at, secret, record_of(nation, int(t.year)))
        t.emit(w.HOME_SECRET, PUBLIC, nation, secret, face, city)
        count += 1
        points += t.config.box.value[face] * t.config.box.factors[t.year]
    if count:
        t.emit(w.HOME_COUNTED, PUBLIC, nation, count, points)


def enters_record(t: Table, nation: int, secret: int) -> bool:
    """No spy of another nation may stand on it (SPY-17.2, SPY-R42)."""
    by = t.secret_by[secret]
    if by != p.NOBODY and by < p.BY_POLICE and by // w.SPIES != nation:
        return False
    return not t.config.final_home_secrets_national_only or t.national[secret] >> nation & 1 != 0


FREE_SPIES: Final = FreeSpies()
TURNS: Final = Turns()
STEPS: Final[tuple[TurnStep, ...]] = (CHOOSE_TILE, FREE_SPIES, MOVE_POLICE, SEARCH_STEP, SPY_STEP)
