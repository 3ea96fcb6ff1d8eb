"""How likely the group is to complete everything, when its turn has no action left."""

from typing import Any

import pytest

from spyring.bots import free_seats, make
from spyring.games.season0 import GAME
from spyring.games.season0.outlook import chance_of_all
from tests.games.season0.scene import month, scene
from tests.night import BRIEF, NIGHT

STRATEGY = GAME.strategy


def at_rest(**given: Any) -> Any:
    """A position whose last action has just been taken."""
    state = scene(actions=1, **given)
    state.stack[-1].play(state, 0, GAME.moves.parse("end"))
    return state


def test_a_turn_rests_when_its_last_action_is_taken_and_nothing_is_drawn() -> None:
    state = scene(actions=2)
    for rests in (False, True):
        before = state.to_json()["table"]["deck"]
        assert not STRATEGY.is_stable(state)
        state.stack[-1].play(state, 0, state.legal(0)[0])
        assert STRATEGY.is_stable(state) is rests
        assert state.to_json()["table"]["deck"] == before
        if not rests:
            state.settle()
    state.settle()
    assert not STRATEGY.is_stable(state)


def test_only_the_prologue_rests() -> None:
    assert STRATEGY.has_stable_positions(scene())
    assert not STRATEGY.has_stable_positions(scene(legacy=month()))


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_chance_is_one(seats: int) -> None:
    state = GAME.start(seats=seats, seed=seats)
    bots = [make("random", seat) for seat in range(seats)]
    while state.deciders:
        seat = state.deciders[0]
        move = bots[seat].choose(state, seat)
        after: Any = state.clone()
        after.stack[-1].play(after, seat, move)
        if STRATEGY.is_stable(after):
            assert 0.0 <= chance_of_all(after) <= 1.0
            assert STRATEGY.prospects(after) == [STRATEGY.evaluate(after, 0)] * seats
        state.play(seat, move)


FULL = {"lagos": 3, "lima": 3, "bogota": 3}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({}, {"agents": FULL}),
        ({"agents": {"lagos": 2, "lima": 2}}, {"agents": {"lagos": 3, "lima": 3}}),
        ({}, {"tokens": {"lagos": 3, "lima": 3}}),
        ({"teams": {"soviet-1": "novosibirsk"}}, {}),
        ({"teams": {"soviet-1": "novosibirsk"}}, {"teams": {"soviet-1": "cairo"}}),
        ({"agents": FULL, "teams": {"neutral-1": "lagos"}}, {"agents": FULL}),
        (
            {"hands": {"alpha": "moscow kiev prague warsaw"}},
            {"hands": {"alpha": "moscow kiev", "bravo": "prague warsaw"}},
        ),
        ({"hands": {"alpha": "paris rome london", "bravo": ""}, "target": "madrid"}, {}),
    ],
)
def test_what_is_plainly_better_is_likelier_to_end_well(
    better: dict[str, Any], worse: dict[str, Any]
) -> None:
    assert chance_of_all(at_rest(**better)) > chance_of_all(at_rest(**worse))


def test_all_objectives_are_the_aim() -> None:
    """A half is worth little compared with the whole, also at the end."""
    state = GAME.start(seed=1)
    bots = [make("heuristic", seat) for seat in range(state.seats)]
    while state.deciders:
        seat = state.deciders[0]
        state.play(seat, bots[seat].choose(state, seat))
    assert state.outcome is not None
    achieved = state.outcome.achieved
    assert STRATEGY.terminal_values(state)[0] == pytest.approx(
        achieved if achieved == 1.0 else 0.2 * achieved
    )


def wins(spec: str, deals: int) -> int:
    """How many prologues a group of four wins."""
    won = 0
    for seed in range(deals):
        state = GAME.start(seats=4, seed=seed)
        bots = [make(spec, seed * 4 + seat) for seat in range(4)]
        count = 0
        while state.deciders:
            for seat in free_seats(state, count):
                move = bots[seat].wants(state, seat)
                if move is not None:
                    break
            else:
                seat = state.deciders[0]
                move = bots[seat].choose(state, seat)
            assert move is not None
            state.play(seat, move)
            count += 1
        assert state.outcome is not None
        won += bool(state.outcome.winners)
    return won


@pytest.mark.skipif(BRIEF, reason="a long trial on the plain build")
def test_planning_whole_turns_wins_more_often() -> None:
    """Of a hundred deals, heuristics win 28 or so."""
    deals = 40 if NIGHT else 10
    assert wins("search:30", deals) > wins("heuristic", deals)
