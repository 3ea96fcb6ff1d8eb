"""However little time there is, and whatever the clock does, a search comes up with a legal move."""

import gc
import math
import signal
from collections.abc import Callable

import pytest

import spyring
from spyring.bots import make
from spyring.bots.search import Search
from spyring.bots.settings import MAX_ITERATIONS_PER_SECOND, Budget, Settings
from spyring.engine.state import State
from spyring.engine.strategy import POINTLESS
from tests.toys import COIN, DUEL


def ticking(step: float) -> Callable[[], float]:
    """A clock that advances by ``step`` at each look."""
    now = [100.0]

    def clock() -> float:
        now[0] += step
        return now[0]

    return clock


def position(name: str) -> State:
    """Somewhere in a game, with more than one move that is worth a thought."""
    state = spyring.game(name).start(seed=3)
    for decided in range(200):
        seat = state.deciders[0]
        weights = state.game.strategy.priors(state, seat, state.legal(seat))
        if decided >= 6 and sum(weight > POINTLESS for weight in weights) > 1:
            break
        state.play(seat, state.legal(seat)[0])
    return state


@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
@pytest.mark.parametrize("step", [0.0001, 0.004, 1000.0, -1.0, math.inf])
@pytest.mark.parametrize("lapses", [0.0, 0.5, 1.0])
def test_a_clock_may_do_what_it_likes(name: str, step: float, lapses: float) -> None:
    state = position(name)
    seat = state.deciders[0]
    settings = Settings()
    settings.lapses = lapses
    seconds = 0.01 if 0 < step < math.inf else 10 / MAX_ITERATIONS_PER_SECOND  # a dead clock ends so
    bot = Search(1, 0, seconds, settings, ticking(step))
    assert bot.choose(state, seat) in state.legal(seat)
    assert bot.thought >= 1


@pytest.mark.parametrize(("iterations", "seconds"), [(0, 0.0), (-5, 0.0), (0, -1.0), (1, 0.0), (0, 1e-12)])
def test_no_budget_at_all_is_one_iteration(iterations: int, seconds: float) -> None:
    state = position("krakow")
    seat = state.deciders[0]
    bot = Search(1, iterations, seconds)
    assert bot.choose(state, seat) in state.legal(seat)
    assert bot.thought == 1


def test_the_time_is_used_and_not_passed() -> None:
    """With a look at the clock after every world and every iteration, and a third of the time for worlds."""
    state = position("krakow")
    bot = Search(1, 0, 1.0, None, ticking(0.01))
    bot.choose(state, state.deciders[0])
    assert 60 <= bot.thought <= 70


def test_no_time_is_spent_on_what_is_decided() -> None:
    """Under a clock as under a number of iterations: who cannot be caught up with any more is chosen."""
    state = spyring.game("krakow").start(seed=3)
    thoughts: list[int] = []
    for _decision in range(24):
        seat = state.deciders[0]
        bot = Search(1, 0, 1.0, None, ticking(0.002))
        move = bot.choose(state, seat)
        if bot.thought:
            thoughts.append(int(bot.thought))
            second, first = sorted(bot.counts())[-2:]
            assert first > second or bot.thought == max(thoughts)
        state.play(seat, move)
    assert min(thoughts) < 0.8 * max(thoughts)


def test_a_budget_foresees_how_many_iterations_are_left() -> None:
    budget = Budget(0, 1.0, ticking(0.1))
    budget.preparing = budget.spent()
    assert not budget.over(10)
    assert budget.left(10) == 80  # 10 took 0.1 seconds, and 0.8 are left
    assert Budget(50, 0.0, ticking(0.1)).left(10) == 40


def test_whichever_limit_comes_first_ends_the_thinking() -> None:
    few = Budget(50, 1.0, ticking(0.001))
    assert not few.over(49)
    assert few.left(49) == 1
    assert few.over(50)
    short = Budget(50, 0.25, ticking(0.1))
    assert not short.over(1)
    assert not short.over(2)
    assert short.over(3)


@pytest.mark.parametrize("spec", ["search:0.000001s", "easy"])
def test_a_hasty_bot_plays_short_games_to_the_end(spec: str) -> None:
    for game in (COIN, DUEL):
        state = game.start(seed=5)
        bots = [make(spec, seat) for seat in range(int(state.seats))]
        for bot in bots:
            assert isinstance(bot, Search)
            bot.clock = ticking(0.09)
        while state.deciders:
            seat = state.deciders[0]
            state.play(seat, bots[seat].choose(state, seat))
        assert state.outcome is not None


def test_a_search_can_be_interrupted() -> None:
    """Ctrl-C is heard between two iterations, in either build; this search would otherwise take hours."""
    state = position("krakow")
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()  # what is raised inside one of them is lost, and some testing tools have one
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            Search(1, 10**9).choose(state, state.deciders[0])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.callbacks.extend(callbacks)
