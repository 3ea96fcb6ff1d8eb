"""Which decisions are called mistakes, told by games whose results are made up."""

import random
from typing import Any, Final

import pytest

from spyring.analysis import decisions
from spyring.analysis.chances import more_wins, won
from spyring.analysis.course import Step
from spyring.analysis.decisions import Doubt, mistakes
from spyring.analysis.effort import Effort
from spyring.bots.comparing import Result

PLAYED: Final = 0
BETTER: Final = 3
MISTAKE: Final = 50  # the number of the only bad decision
SPREAD: Final = 20.0  # standard deviation of margins
EFFORT: Final = Effort(
    search=1, suspects=4, worlds=30, more_worlds=60, final_worlds=200, by_margin=True, screened=6
)


def result(move: int, mean: float, worlds: int, chance: random.Random) -> Result:
    """Games of two seats that end so many points ahead on the average."""
    found = Result(move, 0)
    for _world in range(worlds):
        margin = round(chance.gauss(mean, SPREAD))
        found.margins.append(margin)
        found.wins.append([float(margin > 0), float(margin < 0)])
        found.values.append([0.5, 0.5])
        found.parts.append({"points": margin})
    return found


def step(number: int) -> Step:
    """A decision that needs no position, because nothing is really played."""
    found = Step.__new__(Step)
    found.number, found.seat, found.move, found.asked = number, 0, PLAYED, True
    found.before = number  # type: ignore[assignment]
    return found


COURSE: Final = [step(number) for number in range(1, 101)]


@pytest.fixture
def doubts(monkeypatch: pytest.MonkeyPatch) -> dict[int, Doubt]:
    """What the search makes of decisions, by their number; it likes the others as they were played."""
    found: dict[int, Doubt] = {}
    chance = random.Random(1)

    def compared(before: int, _seat: int, moves: list[int], worlds: list[None], _seed: int) -> list[Result]:
        ahead = SPREAD if before == MISTAKE else 0.0
        return [result(move, ahead if move == BETTER else 0.0, len(worlds), chance) for move in moves]

    def doubted(one: Step, *_given: Any) -> Doubt:
        return found.get(one.number) or Doubt(one, PLAYED, 0.0, [1], -1, 1.0)

    monkeypatch.setattr(decisions, "imagined", lambda _before, _seat, count, _seed: [None] * count)
    monkeypatch.setattr(decisions, "compare", compared)
    monkeypatch.setattr(decisions, "doubted", doubted)
    return found


def worst(effort: Effort) -> tuple[int, int]:
    """The decision that cost most, and the better move."""
    found = mistakes(COURSE, 0, effort, 1, lambda _share: None)
    return (found[0].step.number, found[0].best) if found else (0, 0)


def test_a_mistake_that_the_search_would_make_too_is_found_by_screening(doubts: dict[int, Doubt]) -> None:
    doubts[MISTAKE] = Doubt(COURSE[MISTAKE - 1], PLAYED, 0.0, [1, 2, BETTER], BETTER, 1.0)
    assert worst(EFFORT) == (MISTAKE, BETTER)
    unscreened = Effort(search=1, worlds=30, more_worlds=60, final_worlds=200, by_margin=True)
    assert worst(unscreened) == (0, 0)


def test_the_best_of_several_moves_is_named_even_if_the_search_prefers_another(
    doubts: dict[int, Doubt],
) -> None:
    doubts[MISTAKE] = Doubt(COURSE[MISTAKE - 1], 1, 1.0, [1, 2, BETTER], -1, 1.0)
    assert worst(EFFORT) == (MISTAKE, BETTER)


def test_margins_tell_two_moves_apart_in_fewer_worlds() -> None:
    chance = random.Random(1)
    best, played = (result(move, mean, 4000, chance) for move, mean in ((1, 8.0), (2, 0.0)))
    by_margin, by_wins = (more_wins(best, played, how) for how in (True, False))
    assert by_margin.error < 0.85 * by_wins.error
    assert by_margin.mean == pytest.approx(by_wins.mean, abs=2 * by_wins.error)


def test_only_wins_count_where_something_else_than_points_decides() -> None:
    chance = random.Random(1)
    best, played = (result(move, mean, 100, chance) for move, mean in ((1, 8.0), (2, 0.0)))
    best.wins = [wins[::-1] for wins in best.wins]
    found = more_wins(best, played, True)
    assert found.mean == pytest.approx(sum(won(best)) / 100 - sum(won(played)) / 100)


def test_fewer_of_everything_leaves_out_what_was_left_out() -> None:
    assert (Effort().scaled(0.5).screened, Effort().scaled(0.5).by_margin) == (0, False)
    assert (EFFORT.scaled(0.5).screened, EFFORT.scaled(0.5).by_margin) == (3, True)
