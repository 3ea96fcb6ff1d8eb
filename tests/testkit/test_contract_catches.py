"""The contract finds what it is there to find: toys with one thing broken, each caught by its check."""

import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

from spyring.engine.errors import IllegalMove
from spyring.engine.frame import Frame, Refusal
from spyring.engine.game import Game
from spyring.engine.notation import Domain, EventBook, MoveBook
from spyring.engine.options import Option, Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.seats import PUBLIC, SPECTATOR
from spyring.engine.state import State
from spyring.engine.verb import Verb
from spyring.testkit import checks, contract, reaches, secrecy
from spyring.testkit.contract import hold
from spyring.testkit.trials import Dice, choose, trials
from tests.night import CONTRACT_GAMES
from tests.toys import DUEL, RELAY
from tests.toys.duel import BAG, CLOAK, DREW, EVENTS, KNIFE, OPENED, PASS, Chit, Duel, DuelTable, Poll, Turn
from tests.toys.relay import (
    NOT_FOR_YOU,
    PROPOSE,
    SMOKE,
    Consent,
    Go,
    PlayTrick,
    Propose,
    ProposePace,
    Relay,
    RelayTable,
)

# -- broken tables of Duel -----------------------------------------------------------------------------------


class AsksInVain(DuelTable):
    def legal(self, seat: Any) -> tuple[int, ...]:
        moves = super().legal(seat)
        return () if moves == (PASS,) else moves


class OffersTwice(DuelTable):
    def legal(self, seat: Any) -> tuple[int, ...]:
        moves = super().legal(seat)
        return moves + moves[:1]


class AnybodyMayAct(DuelTable):
    def legal(self, seat: Any) -> tuple[int, ...]:
        return super().legal(self.deciders[0]) if self.deciders else ()


class CannotPutDown(DuelTable):
    def put_down(self, seat: int, place: int) -> int:
        raise IndexError("it slips through the fingers")


class LosesAChit(DuelTable):
    def pass_turn(self) -> None:
        super().pass_turn()
        self.spent = self.spent[:-1]


class ForgetsTheTurn(DuelTable):
    def pack(self) -> Json:
        data = super().pack()
        data.pop("turn")
        return data


class PacksTuples(DuelTable):
    def pack(self) -> Json:
        return {**super().pack(), "lives": tuple(self.lives)}


class SharesAList(DuelTable):
    def clone(self) -> DuelTable:
        t = super().clone()
        t.hands = self.hands
        return t


class SharesAnUnseenList(DuelTable):
    """Shared between copies, but changed only now and then."""

    def clone(self) -> DuelTable:
        t = super().clone()
        t.lives = self.lives
        return t


class ShowsObjects(DuelTable):
    def table_view(self, seat: int) -> Json:
        return {**super().table_view(seat), "lives": dict(enumerate(self.lives))}


class AcceptsAnything(DuelTable):
    def play(self, seat: Any, move: Any) -> None:
        try:
            super().play(seat, move)
        except IllegalMove:
            return


class RollsWhenRefusing(DuelTable):
    def play(self, seat: Any, move: Any) -> None:
        try:
            super().play(seat, move)
        except IllegalMove:
            self.roll(6)
            raise


class RefusesByNoClause(DuelTable):
    def why_not(self, seat: Any, move: Any) -> Refusal | None:
        return None if super().why_not(seat, move) is None else Refusal("because", "No.")


class TellsAnotherReason(DuelTable):
    def play(self, seat: Any, move: Any) -> None:
        try:
            super().play(seat, move)
        except IllegalMove as error:
            raise IllegalMove(seat, move, error.clause, "Just so.") from error


class SeatsStrangers(DuelTable):
    def legal(self, seat: Any) -> tuple[int, ...]:
        return super().legal(seat % int(self.seats))


class ShowsStrangers(DuelTable):
    def view(self, seat: Any, common: Json | None = None) -> Json:
        return super().view(seat if seat is None else seat % int(self.seats), common)


class PicklesItsStart(DuelTable):
    def __reduce__(self) -> tuple[Any, ...]:
        game: Any = self.game
        return game.start, ()


class RollsWhenLookedAt(DuelTable):
    def table_view(self, seat: int) -> Json:
        self.roll(6)
        return super().table_view(seat)


class ShowsTheBag(DuelTable):
    def table_view(self, seat: int) -> Json:
        return {**super().table_view(seat), "bag": self.bag[:]}


class OrdersMovesByTheBag(DuelTable):
    def legal(self, seat: Any) -> tuple[int, ...]:
        moves = super().legal(seat)
        return moves[::-1] if self.bag and self.bag[-1] == KNIFE else moves


class RefusesByTheBag(DuelTable):
    def why_not(self, seat: Any, move: Any) -> Refusal | None:
        refusal = super().why_not(seat, move)
        armed = any(KNIFE in hand for other, hand in enumerate(self.hands) if other != seat)
        return Refusal("DUE-1.2", "Beware.") if refusal is not None and refusal.clause and armed else refusal


class PollIfItMatters(Poll):
    """Asks only who has a cloak."""

    def deciders(self, t: DuelTable) -> int:
        return 1 << self.seat if CLOAK in t.hands[self.seat] else 0

    def resolve(self, t: DuelTable) -> None:
        t.done()


class AsksOnlyTheArmed(DuelTable):
    def push(self, frame: Frame[Any]) -> None:
        super().push(PollIfItMatters(frame.seat) if isinstance(frame, Poll) else frame)


class ShowsSpectatorsAll(DuelTable):
    """What spectators see is kept in worlds laid out for them, so that only the seats can notice."""

    def table_view(self, seat: int) -> Json:
        seen = super().table_view(seat)
        return {**seen, "hands": [hand[:] for hand in self.hands]} if seat == SPECTATOR else seen

    def determinize(self, seat: int) -> None:
        if seat != SPECTATOR:
            super().determinize(seat)


class WhispersToSpectators(DuelTable):
    def emit(self, kind: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        super().emit(kind, audience & ~1 if audience == PUBLIC else audience, a, b, c, d)


class ForgetsWhatWasTold(DuelTable):
    def resample(self, seat: Any, seed: Any) -> State:
        world = super().resample(seat, seed)
        world.event_log = []
        return world


class ImaginesFromTheTruth(DuelTable):
    """Rotates the hidden chits by one place, so that the world still depends on the real one."""

    def determinize(self, seat: int) -> None:
        if not self.bag:
            return
        for other in range(self.seats):
            for place in range(len(self.hands[other])):
                if not self.seen[other][place] >> seat & 1:
                    self.bag.append(self.hands[other][place])
                    self.hands[other][place] = self.bag.pop(0)


class ImaginesTooManyKnives(DuelTable):
    def determinize(self, seat: int) -> None:
        super().determinize(seat)
        self.bag = [KNIFE for _chit in self.bag]


class FailsInImaginedWorlds(DuelTable):
    """Fails when a seat plays a chit that it does not know, which only happens in a careless world."""

    def determinize(self, seat: int) -> None:
        super().determinize(seat)
        self.seen = [[mask & 1 << seat for mask in row] for row in self.seen]

    def put_down(self, seat: int, place: int) -> int:
        if not self.seen[seat][place] >> seat & 1:
            raise ValueError("nobody knows this chit")
        return super().put_down(seat, place)


class CrownsTheLast(DuelTable):
    def result(self) -> Outcome:
        ended = super().result()
        last = 1 << ended.ranks.index(max(ended.ranks))
        return Outcome(last, ended.ranks, ended.scores, ended.breakdown, ended.reason, ended.clause)


class SkipsARank(DuelTable):
    def result(self) -> Outcome:
        ended = super().result()
        winners = sum(1 << seat for seat in ended.winners)
        ranks = tuple(rank if rank == 1 else rank + 1 for rank in ended.ranks)
        return Outcome(winners, ranks, ended.scores, ended.breakdown, ended.reason, ended.clause)


class AddsWrongly(DuelTable):
    def result(self) -> Outcome:
        ended = super().result()
        winners = sum(1 << seat for seat in ended.winners)
        scores = tuple(score + 1 for score in ended.scores)
        return Outcome(winners, ended.ranks, scores, ended.breakdown, ended.reason, ended.clause)


class NeverLeaves(DuelTable):
    @property
    def interrupters(self) -> tuple[int, ...]:
        return super().interrupters if self.stack else (0,)


class RollsWhenTelling(DuelTable):
    def take_up(self, seat: int) -> None:
        super().take_up(seat)
        if self.event_log is not None and not self.deciders:
            self.roll(6)


class TellsEverybody(DuelTable):
    """Events tell everyone what a seat draws or opens; views do not show it, and worlds do not keep it."""

    def emit(self, kind: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        super().emit(kind, audience | 7 if kind in (DREW, OPENED) and self.deciders else audience, a, b, c, d)


class DealsAloud(DuelTable):
    """Events tell everyone what is dealt at the start, but not later draws."""

    def emit(self, kind: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        super().emit(kind, audience if self.deciders else PUBLIC, a, b, c, d)


class ShowsForAMoment(DuelTable):
    """All chits lie open between two decisions, during events."""

    telling = False

    def emit(self, kind: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        self.telling = True
        super().emit(kind, audience, a, b, c, d)
        self.telling = False

    def scene(self, seat: Any, common: Json | None = None) -> Json:
        shown = super().scene(seat, common)
        return {**shown, "chits": [hand[:] for hand in self.hands]} if self.telling else shown


class DuelWith(Duel):
    """Duel on a broken table."""

    def __init__(self, table: type[DuelTable] = DuelTable) -> None:
        super().__init__()
        self.table = table
        self.frames = {frame.__name__: frame for frame in (Turn, Chit, Poll, PollIfItMatters)}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> DuelTable:
        return self.table(self, seats, options)

    def __reduce__(self) -> Any:
        return type(self), (self.table,)


class WithLedger(DuelWith):
    """Duel in a package that holds a ledger."""

    package: ClassVar[str] = ""

    @property
    def home(self) -> str:
        return self.package


# -- broken games --------------------------------------------------------------------------------------------


class SharesWhatIsNot(DuelWith):
    def public(self, state: DuelTable) -> Json:
        return {"lives": []}


class TwoMovesOneName(DuelWith):
    """No book takes a verb twice; one that was forged is found all the same."""

    def __init__(self, table: type[DuelTable] = DuelTable) -> None:
        super().__init__(table)
        self.moves = MoveBook()
        self.moves.verb("draw", "Draw")
        self.moves.verb("draw-again", "Draw again")
        self.moves.verbs[1].name = "draw"


class DefaultOutOfRange(DuelWith):
    def __init__(self, table: type[DuelTable] = DuelTable) -> None:
        super().__init__(table)
        self.options = (*self.options, Option("length", (1, 2), 3, "How long it lasts.", "DUE-3.1"))


class AnyOptionWillDo(DuelWith):
    def resolve_options(self, seats: int, given: dict[str, Any]) -> dict[str, Value]:
        known = [option.name for option in self.options]
        return super().resolve_options(seats, {name: value for name, value in given.items() if name in known})


class AnySeatsWillDo(DuelWith):
    def start(self, *, seats: Any = None, **rest: Any) -> State:
        return super().start(seats=2 if seats is None else min(max(seats, 2), 3), **rest)


class EndsLate(DuelWith):
    def max_game_length(self, seats: int, options: dict[str, Value]) -> int:
        return 9


class HasNoComponents(DuelWith):
    def components(self, seats: int) -> dict[str, int]:
        return {}


class ShufflesByMood(DuelWith):
    mood: ClassVar[int] = 0

    def set_up(self, state: DuelTable) -> None:
        ShufflesByMood.mood += 1
        for _time in range(ShufflesByMood.mood):
            state.roll(6)
        super().set_up(state)


class ChangesItsBox(DuelWith):
    uses: ClassVar[int] = 0

    def box_digest(self) -> str:
        ChangesItsBox.uses += 1
        return f"{ChangesItsBox.uses:016x}"


class CannotTell(DuelWith):
    def __init__(self, table: type[DuelTable] = DuelTable) -> None:
        super().__init__(table)
        self.events = EventBook()
        for kind in EVENTS.kinds:
            self.events.kind(kind.name, "{whoever} does something.", ("seat", Domain("seat", ("red",))))


# -- broken Relay --------------------------------------------------------------------------------------------


class ProposeAmidSmoke(Propose):
    """Only a seat with smoke may interrupt."""

    def interrupters(self, t: RelayTable) -> int:
        return sum(1 << seat for seat in range(t.seats) if SMOKE in t.hands[seat]) & super().interrupters(t)


class ConsentThatCounts(Consent):
    """Once a seat has objected, nobody else is asked."""

    def deciders(self, t: RelayTable) -> int:
        return 0 if 0 in self.answers_given else super().deciders(t)

    def determinize(self, t: RelayTable, seat: int) -> Frame[RelayTable]:
        return ConsentThatCounts(*super().determinize(t, seat).pack())


class RemembersWho(Consent):
    """Keeps the answers of the others in worlds laid out for a seat, and shows them."""

    def determinize(self, t: RelayTable, seat: int) -> Frame[RelayTable]:
        return RemembersWho(*super().determinize(t, seat).pack())

    def view(self, t: RelayTable, seat: int) -> dict[str, Any]:
        return {"answers": self.answers_given[:]}


class AnswersAloud(Consent):
    """Treats a secret answer as one that everyone perceives."""

    def seen_as(self, t: RelayTable, seat: int, move: int, observer: int) -> int:
        return move

    def determinize(self, t: RelayTable, seat: int) -> Frame[RelayTable]:
        return AnswersAloud(*super().determinize(t, seat).pack())


class ForgetsAMove(Propose):
    """Lists fewer moves than its verbs allow."""

    def legal(self, t: RelayTable, seat: int) -> list[int]:
        return [move for move in super().legal(t, seat) if move != PROPOSE]


class ForgetsAVerb(Propose):
    """Has a look-up and a list of moves that leave out one of its verbs."""

    def verb_of(self, t: RelayTable, move: int) -> Verb[Any] | None:
        verb = super().verb_of(t, move)
        return None if isinstance(verb, PlayTrick) else verb

    def legal(self, t: RelayTable, seat: int) -> list[int]:
        return [move for move in super().legal(t, seat) if self.verb_of(t, move)]


class NeverRuns(ProposePace):
    def fault(self, t: RelayTable, seat: int, move: int) -> int:
        return NOT_FOR_YOU if move > PROPOSE else super().fault(t, seat, move)


class OffersTooMuch(Propose):
    """Lists a move that its verb refuses."""

    verbs = (NeverRuns(), PlayTrick())

    def legal(self, t: RelayTable, seat: int) -> list[int]:
        return Propose().legal(t, seat)


class LeavesObjects(RelayTable):
    def legacy(self) -> Json | None:
        left = super().legacy()
        return None if left is None else {**left, "mission": (self.mission,)}


class LeavesNonsense(RelayTable):
    def legacy(self) -> Json | None:
        return None if self.stack else {"mission": 0}


class RelayWith(Relay):
    """Relay on a broken table, or with a broken frame in the place of the one it is made from."""

    def __init__(self, table: type[RelayTable], frame: type[Frame[Any]] | None = None) -> None:
        super().__init__()
        self.table = table
        self.frame = frame
        kinds: list[type[Frame[Any]]] = [Propose, Consent, Go]
        self.frames = {kind.__name__: kind for kind in kinds + ([frame] if frame else [])}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> RelayTable:
        plain = super().new_table(seats, options, legacy)
        table = self.table(self, seats, options)
        table.unpack(plain.pack())
        return table

    def __reduce__(self) -> Any:
        return type(self), (self.table, self.frame)


class Swapped(RelayTable):
    """Pushes the broken frame where the game would push the sound one."""

    def push(self, frame: Frame[Any]) -> None:
        assert isinstance(self.game, RelayWith)
        broken = self.game.frame
        super().push(broken(*frame.pack()) if broken and issubclass(broken, type(frame)) else frame)


# -- and each is caught --------------------------------------------------------------------------------------

CAUGHT: list[tuple[Game, str]] = [
    (TwoMovesOneName(), "every move has a name: move 1 is written “draw”, but that is read as move 0"),
    (DefaultOutOfRange(), "options say what they are: the default of length, 3, is not one of its values"),
    (AnyOptionWillDo(), "options say what they are: an option that does not exist is accepted"),
    (AnySeatsWillDo(), "only its seat counts are allowed: -1 seats are accepted"),
    (HasNoComponents(), "every component is somewhere once: the game does not say"),
    (EndsLate(), r"continues after \d+ decisions"),
    (ShufflesByMood(), "the same moves give the same game: another position before decision 0"),
    (ChangesItsBox(), "the record gives the game back: BadRecord"),
    (CannotTell(), "events can be told: KeyError: 'whoever'"),
    (DuelWith(AsksInVain), "seat . must decide, but has no legal move"),
    (DuelWith(OffersTwice), "deciders have moves: seat . is offered a move twice"),
    (DuelWith(AnybodyMayAct), "only those asked have moves: seat 1 is not asked, but may"),
    (DuelWith(CannotPutDown), "IndexError: it slips through the fingers"),
    (DuelWith(LosesAChit), "every legal move can be played: letter is 3, not 4"),
    (DuelWith(ForgetsTheTurn), "saves and copies keep everything: saved and restored, it asks"),
    (DuelWith(PacksTuples), "saves and copies keep everything: the position is not plain data: table.lives"),
    (
        DuelWith(SharesAList),
        "saves and copies keep everything: “.*” on a copy changed the original: table.hands",
    ),
    (
        DuelWith(SharesAnUnseenList),
        "copies are independent: playing a copy to the end changed .*: table.lives",
    ),
    (DuelWith(ShowsObjects), "views are plain data: the view of .* is not plain data: table.lives"),
    (SharesWhatIsNot(), "views are plain data: .* sees something public differently: .*lives"),
    (DuelWith(AcceptsAnything), "every other move is refused: .* is not legal, but is played"),
    (DuelWith(RollsWhenRefusing), "every other move is refused: a refused move changed the position: chance"),
    (DuelWith(RefusesByNoClause), "every other move is refused: the refusal of “.*” of red names “because”"),
    (
        DuelWith(TellsAnotherReason),
        "every other move is refused: .* is refused as .*, but why_not says",
    ),
    (DuelWith(SeatsStrangers), "strangers are refused: there is no seat -., but it sees something"),
    (DuelWith(ShowsStrangers), "strangers are refused: there is no seat -1, but it sees something"),
    (DuelWith(PicklesItsStart), "pickles keep everything: pickled and restored, "),
    (DuelWith(RollsWhenLookedAt), "looking changes nothing: looking at the position changed it"),
    (DuelWith(ShowsTheBag), "nobody can tell worlds apart: .* can tell two worlds apart: table.bag"),
    (
        DuelWith(OrdersMovesByTheBag),
        "nobody can tell worlds apart: .* can tell two worlds apart: it may|no model can tell worlds apart: ",
    ),
    (
        DuelWith(RefusesByTheBag),
        "nobody can tell worlds apart: .* can tell two worlds apart: “.*” of .* is refused",
    ),
    (
        DuelWith(AsksOnlyTheArmed),
        r"resampled worlds play on: saved and restored, stack is \[\], not|worlds apart: .* must decide, not",
    ),
    (
        DuelWith(ShowsSpectatorsAll),
        "spectators see no more than any seat: a spectator sees what .* cannot know",
    ),
    (
        DuelWith(WhispersToSpectators),
        "spectators hear no more than any seat: spectators are told “.*”, but red is not",
    ),
    (
        DuelWith(TellsEverybody),
        "equal worlds bring equal news: .* learns what neither its view nor resample keeps: .*chit",
    ),
    (
        DuelWith(DealsAloud),
        "the start: equal openings bring equal news: by what is told at the start .* learns .*chit",
    ),
    (
        DuelWith(ShowsForAMoment),
        "equal worlds bring equal news: .* learns what neither its view nor resample keeps: .*chits",
    ),
    (
        DuelWith(ForgetsWhatWasTold),
        "resampling keeps what was told: .* was told other events in another world",
    ),
    (
        DuelWith(ImaginesFromTheTruth),
        "resampling uses only what the viewer knows: .* depends on what it cannot know",
    ),
    (DuelWith(ImaginesTooManyKnives), "resampled worlds play on: .* is .*, not"),
    (
        DuelWith(FailsInImaginedWorlds),
        "(equal worlds bring equal news|resampled worlds play on): ValueError: nobody knows this chit",
    ),
    (DuelWith(CrownsTheLast), "the outcome is consistent: seats .* win, but seats .* have rank 1"),
    (DuelWith(SkipsARank), "the outcome is consistent: ranks .*: rank 3, but 1 did better"),
    (DuelWith(AddsWrongly), "the outcome is consistent: seat 0 has . points out of {'lives': .}"),
    (DuelWith(NeverLeaves), "nothing is asked after the end: somebody may still act"),
    (
        DuelWith(RollsWhenTelling),
        "without events the record gives the game back: another position before decision 0",
    ),
    (RelayWith(Swapped, ProposeAmidSmoke), r"nobody can tell worlds apart: .*: seats \(.*\) may act, not"),
    (RelayWith(Swapped, RemembersWho), r"asked.answers\[.\] is ., not ."),
    (
        RelayWith(Swapped, AnswersAloud),
        "what looks alike is seen alike: .* cannot tell “.*gree” of .* from “.*bject” of |"
        "what looks alike is seen alike: .* cannot tell “.*bject” of .* from “.*gree” of ",
    ),
    (RelayWith(Swapped, ForgetsAMove), "“propose walk” .*is not listed, but has fault 0"),
    (RelayWith(Swapped, ForgetsAVerb), "ForgetsAVerb lists “.*”, but its verb_of does not"),
    (RelayWith(Swapped, OffersTooMuch), "“propose run” .*is legal, but has fault"),
    (
        RelayWith(LeavesObjects),
        "is plain data: what carries over to the next game is not plain data: mission",
    ),
    (RelayWith(LeavesNonsense), "start: BadPosition: mission in legacy is 0"),
]


def culprit(game: Game) -> str:
    """What is broken about a game."""
    sound = (DuelWith, RelayWith, DuelTable, Swapped, None)
    parts: list[Any] = [type(game), getattr(game, "table", None), getattr(game, "frame", None)]
    return next(str(part.__name__) for part in parts if part not in sound)


@pytest.mark.parametrize(("game", "sentence"), CAUGHT, ids=[culprit(game) for game, _sentence in CAUGHT])
def test_the_contract_catches(game: Game, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        contract(game)


@pytest.mark.parametrize("missing", ["DUE-1.2", "DUE-2.1", "DUE-3.1"])
def test_a_clause_that_is_not_in_the_ledger_is_caught(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a refusal, of an answer to one, of an outcome; a game without a ledger may cite what it likes."""
    package = tmp_path / f"duel_without_{missing[-3]}_{missing[-1]}"
    monkeypatch.setattr(WithLedger, "package", package.name)
    package.mkdir()
    (package / "__init__.py").touch()
    clauses = {"DUE-1.1", "DUE-1.2", "DUE-1.3", "DUE-2.1", "DUE-2.2", "DUE-2.3", "DUE-3.1"} - {missing}
    (package / "ledger.md").write_text("\n".join(f"- **{clause}** A rule." for clause in sorted(clauses)))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AssertionError, match=f"names “{missing}”, which is not in the ledger of duel"):
        contract(WithLedger())


# Other checks come first in the contract, by chance or by order; these would find it, too.
FOUND_ALONE: list[tuple[Game, checks.Check, str]] = [
    (
        DuelWith(SharesAList),
        checks.saves_and_copies_keep_everything,
        "saves and copies keep everything: “.*” on a copy changed the original: table.hands",
    ),
    (
        DuelWith(AsksOnlyTheArmed),
        secrecy.nobody_can_tell_worlds_apart,
        r"nobody can tell worlds apart: .*: seats \(\) must decide, not \(.,\)",
    ),
    (
        RelayWith(Swapped, ConsentThatCounts),
        secrecy.nobody_can_tell_worlds_apart,
        r"nobody can tell worlds apart: .*: seats \(\) must decide, not",
    ),
    (
        DuelWith(FailsInImaginedWorlds),
        secrecy.resampled_worlds_play_on,
        "resampled worlds play on: ValueError: nobody knows this chit",
    ),
]


@pytest.mark.parametrize(
    ("game", "check", "sentence"), FOUND_ALONE, ids=[culprit(game) for game, _check, _sentence in FOUND_ALONE]
)
def test_a_check_finds_it_alone(game: Game, check: checks.Check, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        play_under(check, game)


def play_under(check: checks.Check, game: Game) -> None:
    """The games of the contract under a single check."""
    dice = Dice(1)
    for trial in trials(game, 12, 0):
        state = trial.start()
        while state.deciders:
            hold(check, str(trial), state, dice)
            state.play(*choose(state, dice))


def test_a_failure_says_where_it_is() -> None:
    with pytest.raises(AssertionError) as failure:
        contract(DuelWith(AsksOnlyTheArmed), seed=40)
    where = r"duel, 2 seats, lives=\d answers=\w+, seed 4\d, decision \d+: [a-z ]+: "
    assert re.match(where, str(failure.value))


def test_sound_games_under_the_same_roof_are_not_caught() -> None:
    contract(DuelWith(DuelTable), games=CONTRACT_GAMES)
    contract(RelayWith(Swapped), games=CONTRACT_GAMES)


# -- what resampling can lay out -----------------------------------------------------------------------------


def first_chit_of_green(world: State) -> int:
    assert isinstance(world, DuelTable)
    return world.hands[1][0]


def knife_or_letter(game: Game) -> State:
    """Red knows all but the first chit of green: a knife or a letter, and the other one is in the bag."""
    data = game.start(seats=2).to_json()
    chits = ["letter"] + ["knife"] * 3
    bag = ["knife"]
    spent = ["cloak"] * 6 + ["letter"] * 3 + ["knife"] * 3
    seen = [1] * 4 + [0] * 2 + [2] + [3] * 3 + [0] * 2
    data["table"].update(hands=[[], chits], bag=bag, spent=spent, seen=seen)
    assert len(chits + bag + spent) == len(BAG)
    return game.from_json(data)


def test_reaches_what_a_seat_cannot_exclude() -> None:
    reaches(knife_or_letter(DUEL), 0, first_chit_of_green, [0, 2])


def test_reaches_names_an_arrangement_that_never_comes() -> None:
    with pytest.raises(AssertionError, match=r"red cannot exclude 1, but none of \d+ worlds has it"):
        reaches(knife_or_letter(DUEL), 0, first_chit_of_green, [0, 1, 2])


def test_reaches_names_an_arrangement_that_can_be_excluded() -> None:
    with pytest.raises(AssertionError, match="red can exclude 2, but resampling lays it out"):
        reaches(knife_or_letter(DUEL), 0, first_chit_of_green, [0])


class PrefersKnives(DuelTable):
    def determinize(self, seat: int) -> None:
        super().determinize(seat)
        if self.roll(10):
            self.hands[1][0], self.bag[0] = sorted((self.hands[1][0], self.bag[0]))


def test_reaches_notices_uneven_worlds() -> None:
    state = knife_or_letter(DuelWith(PrefersKnives))
    with pytest.raises(AssertionError, match="the worlds laid out for red are uneven"):
        reaches(state, 0, first_chit_of_green, [0, 2], samples=200)
    reaches(state, 0, first_chit_of_green, [0, 2], even=False, samples=200)


def test_a_foreseen_threat_is_kept_and_the_others_are_not() -> None:
    state = RELAY.start(seats=2, seed=1)
    assert isinstance(state, RelayTable)
    state.deck = [0, 1, 0, 1]
    state.foreseen = [0, 0, 0, 2]

    def deck(world: State) -> tuple[int, ...]:
        assert isinstance(world, RelayTable)
        return tuple(world.deck)

    reaches(state, 1, deck, [(0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 0, 1)])
    reaches(
        state, 0, deck, [(0, 0, 1, 1), (0, 1, 0, 1), (1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 0, 0)]
    )


def test_a_text_that_tells_secrets_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    state = DUEL.start(seed=3)
    secrecy.no_model_can_tell_worlds_apart(state, Dice(1))
    monkeypatch.setattr(secrecy, "describe", lambda state, seat, since: str(state.to_json()))
    with pytest.raises(AssertionError, match="two worlds apart by their text"):
        secrecy.no_model_can_tell_worlds_apart(state, Dice(1))
