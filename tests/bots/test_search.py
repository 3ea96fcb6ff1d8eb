"""The search: repeatable, blind to what its seat cannot know, and better than a glance."""

import random
from itertools import combinations
from time import perf_counter
from typing import Any

import pytest

import spyring
from spyring.bots import UnknownBot, make
from spyring.bots.advising import Adviser, gives_way
from spyring.bots.catalogue import LEVELS
from spyring.bots.comparing import Difference
from spyring.bots.dice import Dice
from spyring.bots.search import LAPSE_ITERATIONS, Search
from spyring.bots.settings import Budget
from spyring.bots.tree import Branch, key
from spyring.bots.worlds import Worlds
from spyring.engine.frame import Frame
from spyring.engine.game import Game
from spyring.engine.notation import Domain, MoveBook
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.state import State
from spyring.engine.strategy import Strategy
from tests.games.spies.scene import scene
from tests.toys import DUEL

GAMES = [game.name for game in spyring.shelf()]


def started(name: str, seed: int, events: bool = True) -> State:
    return spyring.game(name).start(seed=seed, events=events)


def played_on(state: State, decisions: int, seed: int = 3) -> State:
    """The state after some decisions of heuristic bots."""
    bots = [make("heuristic", seed + seat) for seat in range(state.seats)]
    for _ in range(decisions):
        if state.deciders:
            seat = state.deciders[0]
            state.play(seat, bots[seat].choose(state, seat))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_and_a_number_of_iterations_give_one_choice(name: str) -> None:
    state = played_on(started(name, 1), 9)
    seat = state.deciders[0]
    before = state.fingerprint()
    one, two = make("search:60", 5), make("search:60", 5)
    assert one.choose(state, seat) == two.choose(state, seat)
    assert one.reason() == two.reason()
    assert state.fingerprint() == before


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("spec", ["heuristic", "search:12"])
def test_the_choice_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(name: str, spec: str) -> None:
    state = started(name, 11)
    for step in range(8):
        played_on(state, 11, step)
        if not state.deciders:
            break
        for seat in state.deciders:
            choice = make(spec, 2).choose(state, seat)
            for world in range(3):
                assert make(spec, 2).choose(state.resample(seat, world), seat) == choice


@pytest.mark.parametrize("name", GAMES)
def test_the_luck_of_a_world_is_no_merit_of_a_move(name: str) -> None:
    """A move that brings as much more in every world than the world promised is worth the same in each."""
    state = played_on(started(name, 5), 40)
    seat = state.deciders[0]
    worlds = Worlds(state.resample(seat, 1), seat, Dice(2), [], Budget(200, 0.0, perf_counter), True)
    found = []
    for _ in range(40):
        promised = state.game.strategy.prospects(worlds.draw())
        found.append(worlds.level([chance + 0.1 for chance in promised], worlds.at))
    assert all(fair == pytest.approx(found[0]) for fair in found[1:])


def test_small_differences_are_told_from_luck() -> None:
    """Worlds far apart, and two moves that differ by little: how each does within the worlds decides."""
    worlds = Worlds(started("spies", 5), 0, Dice(2), [], Budget(24, 0.0, perf_counter), True)
    found: list[list[float]] = [[], []]
    for at in range(320):
        worlds.draw()
        move = at // 16 % 2
        luck = worlds.luck[worlds.at].promise[0] + (0.3 if worlds.at % 2 else 0.0)
        found[move].append(worlds.level([luck + 0.01 * move] * 5, worlds.at)[0])
    assert min(found[1][-16:]) > max(found[0][-16:])


@pytest.mark.parametrize(
    ("second", "swing", "sure"), [(0.49, 0.01, True), (0.49, 1.0, False), (0.505, 0.01, False)]
)
def test_a_subtle_search_is_sure_when_nothing_else_is_likely_to_be_better(
    second: float, swing: float, sure: bool
) -> None:
    bot = Search(1)
    bot.seat, bot.asked, bot.scale = 0, [1, 2], swing
    for move, visits, mean in ((1, 50, 0.5), (2, 40, second)):
        node = Branch(0, move, 1.0, False)
        node.visits, node.total = visits, visits * mean
        bot.tree.branches[key(0, move)] = node
    assert bot.sure() is sure


@pytest.mark.parametrize("name", GAMES)
def test_equal_knowledge_and_equal_chance_give_equal_worlds(name: str) -> None:
    state = started(name, 4)
    while state.deciders:
        for seat in range(state.seats):
            direct = state.resample(seat, 5)
            assert state.resample(seat, 9).resample(seat, 5).fingerprint() == direct.fingerprint()
        played_on(state, 11)


def test_a_second_decision_in_a_row_starts_from_the_first_ones_tree() -> None:
    """Gold is divided piece by piece: the tree of the first piece holds the second one."""
    state = started("krakow", 3)
    while state.deciders and len(state.legal(state.deciders[0])) != 5:
        played_on(state, 1)
    seat = next(seat for seat in state.deciders if len(state.legal(seat)) == 5)
    bot = make("search:200", 1)
    assert isinstance(bot, Search)
    state.play(seat, bot.choose(state, seat))
    if seat in state.deciders:
        assert bot.reused_tree(state, seat).visits > 20


class Heap(State):
    """Seats take one, two or three stones in turn; the seat that takes the last one wins."""

    stones: int
    turn: int

    def clone(self) -> State:
        t = Heap(self.game, 2)
        self.copy_to(t)
        t.stones, t.turn = self.stones, self.turn
        return t

    def determinize(self, seat: int) -> None:
        pass


class Take(Frame[Heap]):
    """The only decision there is."""

    def deciders(self, t: Heap) -> int:
        return 1 << t.turn

    def legal(self, t: Heap, seat: int) -> list[int]:
        return list(range(min(3, t.stones)))

    def play(self, t: Heap, seat: int, move: int) -> None:
        t.stones -= move + 1
        t.turn = 1 - seat
        if not t.stones:
            t.finish()


class Nim(Game[Heap]):
    """A game without a judgement of its own."""

    def __init__(self) -> None:
        self.name = "nim"
        self.moves = MoveBook()
        self.moves.verb("take", "Take {count}", ("count", Domain("count", ("one", "two", "three"))))

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return ("first", "second")

    def view(self, state: Heap, seat: int) -> Json:
        return {"stones": state.stones, "turn": state.turn}

    def outcome(self, state: Heap) -> Outcome:
        winner = 1 - state.turn
        return Outcome(1 << winner, (1 + winner, 2 - winner), (1 - winner, winner), ({}, {}), "", "")


@pytest.mark.parametrize("stones", [5, 6, 7, 9])
def test_a_game_without_a_judgement_is_searched_to_its_end(stones: int) -> None:
    state = Heap(Nim(), 2)
    state.stones, state.turn = stones, 0
    state.push(Take())
    state.settle()
    taken = make("search:600", 1).choose(state, 0) + 1
    assert (stones - taken) % 4 == 0


class Gamble(State):
    """A little earned, then a wheel that gives or takes much more."""

    earned: float

    def clone(self) -> State:
        t = Gamble(self.game, 1)
        self.copy_to(t)
        t.earned = self.earned
        return t

    def determinize(self, seat: int) -> None:
        pass


class Earn(Frame[Gamble]):
    """The only decision: nothing, or two thousandths."""

    def deciders(self, t: Gamble) -> int:
        return 1

    def legal(self, t: Gamble, seat: int) -> list[int]:
        return [0, 1]

    def play(self, t: Gamble, seat: int, move: int) -> None:
        t.earned += 0.002 * move
        t.replace(Spin())


class Spin(Frame[Gamble]):
    """The wheel."""

    def resolve(self, t: Gamble) -> None:
        t.earned += 0.01 * int(t.roll(40))
        t.finish()


class Sober(Strategy[Gamble]):
    """Judges before the wheel spins."""

    def evaluate(self, t: Gamble, seat: int) -> float:
        return 0.3 + t.earned

    def has_stable_positions(self, t: Gamble) -> bool:
        return True

    def is_stable(self, t: Gamble) -> bool:
        return isinstance(t.stack[-1], Spin)

    def terminal_values(self, t: Gamble) -> list[float]:
        return [0.3 + t.earned]


class Wheel(Nim):
    """A game of little merit and much luck."""

    def __init__(self) -> None:
        super().__init__()
        self.strategy = Sober()

    def view(self, state: Any, seat: int) -> Json:
        return {"earned": state.earned}

    def outcome(self, state: Any) -> Outcome:
        return Outcome(1, (1,), (1,), ({},), "", "")


def test_a_position_at_rest_is_judged_before_chance_has_its_turn() -> None:
    """Two moves differ by a hundredth of what the wheel brings; without a rest that is a guess."""
    sober: set[int] = set()
    guessing: set[int] = set()
    for seed in range(12):
        state = Gamble(Wheel(), 1)
        state.earned = 0.0
        state.push(Earn())
        state.settle()
        sober.add(make("search:20", seed).choose(state, 0))
        guessing.add(make("search:20:subtle=no", seed).choose(state, 0))
    assert sober == {1}
    assert guessing == {0, 1}


@pytest.mark.parametrize(("name", "explore"), [("season0", 0.8), ("krakow", 0.4)])
def test_a_plan_of_a_whole_turn_is_explored_more(name: str, explore: float) -> None:
    state = played_on(started(name, 4), 14)
    seat = state.deciders[0]
    tried: list[list[int]] = []
    for setting in ("", f":explore={explore}", f":explore={1.2 - explore}"):
        bot = make(f"search:60{setting}", 5)
        assert isinstance(bot, Search)
        bot.choose(state, seat)
        tried.append(bot.counts())
    assert tried[0] == tried[1] != tried[2]


@pytest.mark.parametrize("name", ["krakow", "estoril", "season0", "spies"])
def test_a_seat_that_may_act_but_has_nothing_to_act_with_is_passed_over(name: str) -> None:
    state = spyring.game(name).start(seed=1)
    bot = make("search:20")
    assert isinstance(bot, Search)
    assert bot.sensible(state, 0, ()) == []


@pytest.mark.parametrize(
    "spec",
    ["search", "search:", "search:0", "search:-5", "search:many", "search:0s", "search:1e9s", "search:nans"],
)
def test_an_invalid_budget_is_refused(spec: str) -> None:
    with pytest.raises(UnknownBot, match="budget"):
        make(spec)


@pytest.mark.parametrize(
    "spec", ["search:10:colour=red", "search:10:depth=deep", "search:10:trust=maybe", "search:10:heat=nan"]
)
def test_a_setting_that_does_not_exist_is_refused(spec: str) -> None:
    with pytest.raises(UnknownBot, match="not a setting of search"):
        make(spec)


def test_no_level_costs_more_than_a_second() -> None:
    assert list(LEVELS) == ["easy", "normal", "hard"]
    lapses = []
    for level in LEVELS:
        bot = make(level)
        assert isinstance(bot, Search)
        assert bot.name == level
        assert 0.0 < bot.seconds <= 1.0
        assert 0 < bot.iterations <= 2000
        # a subtle game, one that is not, and a turn that is planned as a whole
        kinds = ((False, True), (False, False), (True, True))
        lapses.append([bot.settings.lapse_rate(stable, subtle) for stable, subtle in kinds])
    assert lapses[0] == [1.0] * 3
    assert 1.0 > lapses[1][0] > lapses[1][1] > lapses[1][2] > 0.0  # the less, the more a lapse costs
    assert lapses[2] == [0.0] * 3


def test_in_a_lapse_a_search_thinks_shortly_and_does_not_always_take_the_same_move() -> None:
    state = started("krakow", 5)
    seat = state.deciders[0]
    steady = {make("search:100", seed).choose(state, seat) for seed in range(12)}
    lapsing = {make("search:9000:lapses=1", seed).choose(state, seat) for seed in range(12)}
    assert len(lapsing) > len(steady)
    thoughts = set()
    for seed in range(12):
        bot = make("search:300:lapses=0.5", seed)
        assert isinstance(bot, Search)
        bot.choose(state, seat)
        thoughts.add(bot.thought == LAPSE_ITERATIONS)
    assert thoughts == {False, True}


# -- moves that cannot be told apart -------------------------------------------------------------------------


def thought_of(
    results: list[tuple[int, float, float]], care: float, worlds: int = 64, doubtful: tuple[int, ...] = ()
) -> int:
    """What a search chooses after each move had so many results with this mean and weight."""
    bot = Search(1)
    bot.care = care
    bot.doubtful = list(doubtful)
    bot.worlds = worlds
    bot.seat = 0
    for move, (visits, mean, weight) in enumerate(results):
        branch = Branch(0, move, weight, False)
        branch.visits, branch.total = visits, visits * mean
        bot.tree.branches[key(0, move)] = branch
    bot.results, bot.deviation = 100, 100 * 0.01  # results deviate by 0.1
    bot.asked = list(range(len(results)))
    return bot.decide(bot.asked)


def test_of_moves_within_the_error_the_judgement_chooses() -> None:
    alike = [(50, 0.51, 0.1), (40, 0.50, 1.0), (10, 0.49, 0.5)]
    assert thought_of(alike, care=1.0) == 1
    assert thought_of(alike, care=0.0) == 0, "the most tried one"


def test_a_move_that_is_better_by_more_than_the_error_is_taken() -> None:
    assert thought_of([(50, 0.60, 0.1), (40, 0.50, 1.0)], care=1.0) == 0


def test_many_results_in_few_worlds_prove_little() -> None:
    close = [(500, 0.53, 0.1), (400, 0.50, 1.0)]
    assert thought_of(close, care=1.0, worlds=400) == 0
    assert thought_of(close, care=1.0, worlds=16) == 1


def test_a_move_that_gives_something_up_must_be_better_by_more_than_the_error() -> None:
    alike = [(50, 0.51, 1.0), (10, 0.40, 1.0), (40, 0.50, 0.1)]
    assert thought_of(alike, care=0.0, doubtful=(0,)) == 2, "the most tried of the others"
    better = [(50, 0.60, 1.0), (40, 0.50, 0.1)]
    assert thought_of(better, care=0.0, doubtful=(0,)) == 0
    assert thought_of(alike, care=0.0, doubtful=(0, 1, 2)) == 0, "if there is no other"


def test_of_equal_moves_the_one_that_changes_least_is_taken() -> None:
    bot = Search(1)
    first, rest = Branch(0, 3, 1.0, False), Branch(0, 9, 1.0, False)
    bot.restful = 9
    assert bot.preferred(rest, first)
    assert not bot.preferred(first, rest)


@pytest.mark.parametrize("spec", ["search", "adviser"])
def test_police_that_guard_secrets_stay_where_nothing_is_to_be_gained(spec: str) -> None:
    for seed in range(3):
        t = scene(
            step="police",
            police={"germany-1": "berlin 3", "germany-2": "cologne 4", "germany-3": "munich 2"},
            secrets={
                "secret-9": "berlin 3 national germany",
                "secret-10": "cologne 3 national germany",
                "secret-11": "munich 3 national germany",
            },
            spies={"france-1": "paris 4", "britain-1": "london 4"},
        )
        bot = Adviser(seed, iterations=60, worlds=8) if spec == "adviser" else Search(seed, iterations=60)
        move = bot.choose(t, t.deciders[0])
        assert not t.game.moves.name(move).startswith("shift"), t.game.moves.name(move)


def test_a_move_that_is_shown_to_be_worse_than_the_best_other_one_is_not_advised() -> None:
    chance = random.Random(1)
    claimed = 0
    for seed in range(40):
        state = DUEL.start(seats=2, seed=seed, lives=1)
        for _move in range(chance.randrange(12)):
            if state.deciders:
                state.play(state.deciders[0], chance.choice(state.legal(state.deciders[0])))
        if state.deciders:
            hasty = Adviser(seed, iterations=2, worlds=64)
            hasty.choose(state, state.deciders[0])
            chances = [claim.gain for claim in hasty.claims if not claim.part]
            claimed += len(chances)
            assert all(gain > 0.0 for gain in chances)
    assert claimed


def test_an_adviser_compares_in_as_many_worlds_as_it_is_told() -> None:
    """However many worlds the search before it has thought in."""
    state = spyring.game("krakow").start(seed=4)
    seat = state.deciders[0]
    adviser = Adviser(1, iterations=40, worlds=24)
    adviser.choose(state, seat)
    results = adviser.played(state, seat, list(state.legal(seat)[:2]))
    assert [len(result.values) for result in results] == [24, 24]


def test_moves_are_said_to_be_equal_if_none_is_shown_to_be_better_than_another() -> None:
    found = 0
    state = spyring.game("krakow").start(seed=4, years=1)
    for seed in range(8):
        seat = state.deciders[0]
        adviser = Adviser(seed, iterations=40, worlds=24)
        move = adviser.choose(state, seat)
        if adviser.equals:
            found += 1
            assert adviser.equals[:2] == [move, adviser.other]
            assert not any(claim.gain > 0.0 for claim in adviser.claims)
            budget = Budget(24, 0.0, perf_counter)
            results = adviser.looked_at(state, seat, adviser.equals, budget)
            assert [len(result.values) for result in results] == [24] * len(results)
            assert not any(one.gain(other).shown() for one, other in combinations(results, 2))
        state.play(seat, move)
    assert found


def test_advice_is_to_stop_unless_a_move_is_shown_to_be_better_or_the_judgement_likes_it() -> None:
    better, level, worse = (Difference(mean, 0.01, 64) for mean in (0.05, 0.01, -0.05))
    assert [gives_way(gain, liked=False) for gain in (better, level, worse)] == [False, True, True]
    assert [gives_way(gain, liked=True) for gain in (better, level, worse)] == [False, False, True]
