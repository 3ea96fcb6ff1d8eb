"""Spies walk straight: the most natural sign of a sane bot that a person at the table sees."""

from collections.abc import Sequence

import pytest
from benchmarks.walks import play

from spyring.bots.catalogue import make
from spyring.engine.notation import Event
from spyring.engine.state import State
from spyring.engine.strategy import POINTLESS
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table, table
from tests.games.spies.scene import play as do
from tests.games.spies.scene import react, scene
from tests.night import BRIEF, NIGHT

DECISIONS = 150  # of one game; benchmarks/walks.py plays whole games


def test_the_heuristic_walks_straight() -> None:
    walks = play("heuristic", 6)
    assert walks.walks > 300
    assert walks.steps <= 1.1 * walks.needed


@pytest.mark.skipif(BRIEF, reason="the compiled build shows it")
@pytest.mark.parametrize("iterations", [100, 1000] if NIGHT else [100])
def test_a_search_walks_straight(iterations: int) -> None:
    walks = play(f"search:{iterations}", 1, moves=DECISIONS)
    assert walks.steps <= 1.2 * walks.needed


# -- steps that lead nowhere ---------------------------------------------------------------------------------


def open_to(t: State) -> set[str]:
    """The spaces that the judgement finds worth a thought as the next step."""
    moves = t.legal(t.deciders[0])
    weights = t.game.strategy.priors(t, t.deciders[0], moves)
    names = [t.game.moves.name(moves[at]).split() for at in range(len(moves)) if weights[at] > POINTLESS]
    return {name[-1] for name in names if name[0] == "step"}


def walked(*steps: str, start: str = "berlin", police: str = "", **given: object) -> Table:
    """The first German spy has walked, while one British spy and perhaps police look on."""
    guards = {"france-1": f"{police} 2"} if police else {}
    spies = {"germany-1": f"{start} 5", "britain-1": "london 3"}
    t = scene(spies=spies, police=guards, **given)  # type: ignore[arg-type]
    for step in steps:
        do(t, f"germany: step 1 {step}")
        if step == police:
            do(t, "france: pass")
    return t


def test_a_walk_does_not_come_back_or_reach_a_space_the_long_way() -> None:
    # Cologne and Copenhagen are one step from Berlin.
    assert open_to(walked("hamburg")) == {"amsterdam", "north-sea"}


def test_a_new_walk_may_go_anywhere() -> None:
    assert "berlin" in open_to(walked(start="hamburg"))


def test_going_round_police_is_no_waste() -> None:
    """Strasbourg lies between Munich and Paris. The way by Cologne and Brussels is longer, and unwatched."""
    longer = ("cologne", "brussels")
    assert "paris" not in open_to(walked(*longer, start="munich"))
    assert "paris" in open_to(walked(*longer, start="munich", police="strasbourg"))


def test_police_that_do_not_search_are_no_reason_to_come_back() -> None:
    assert "munich" not in open_to(walked("strasbourg", start="munich", police="strasbourg"))


def test_after_a_search_the_spy_may_turn_round() -> None:
    t = scene(
        spies={"germany-1": "munich 5", "britain-1": "london 3"},
        police={"france-1": "strasbourg 2"},
    )
    do(t, "germany: step 1 strasbourg")
    do(t, "france: search germany-1")
    react(t, "germany pass")
    assert "munich" in open_to(t)


def test_a_spy_comes_back_to_cash_the_secret_that_it_took() -> None:
    secrets = {"secret-1": "berlin 3 by germany-1"}
    assert "berlin" in open_to(walked("hamburg", secrets=secrets))
    assert "berlin" not in open_to(walked("hamburg"))
    munich = {"secret-1": "munich 3 by germany-1"}
    assert "munich" not in open_to(walked("leipzig", start="munich", secrets=munich))


def test_a_spy_comes_back_to_hand_over_a_secret() -> None:
    t = scene(
        spies={"germany-1": "munich 5", "germany-2": "munich 3", "britain-1": "london 3"},
        secrets={"secret-1": "munich 3 by germany-1"},
    )
    do(t, "germany: step 1 leipzig")
    assert "munich" in open_to(t)


def tempted() -> Table:
    """A walk away from a secret: only a search that has forgotten where it came from turns round."""
    return walked("hamburg", secrets={"secret-1": "leipzig 3"}, chits={"germany": "discovery"})


def chosen(t: State, seeds: Sequence[int]) -> set[str]:
    moves = [make("search:40", seed).choose(t, t.deciders[0]) for seed in seeds]
    return {t.game.moves.name(move) for move in moves}


def test_a_search_does_not_walk_back() -> None:
    forgetful = tempted()
    forgetful.trail = ()
    assert chosen(forgetful, range(2)) & {"step 1 berlin", "step 1 cologne"}
    assert not chosen(tempted(), range(2)) & {"step 1 berlin", "step 1 cologne"}


def test_a_stored_position_gets_its_walk_back_from_the_events() -> None:
    """What the seat was told ends with the walk; it began where the spy was seen before something else."""
    t = walked("hamburg", "amsterdam")
    stored = table(t.game.from_json(t.to_json()))
    assert stored.trail == ()
    berlin, hamburg, amsterdam = t.trail
    sent, other = Event(w.SENT, 1, 0, berlin, 0, 0), Event(w.SEARCH_FAILED, 1, 0, 0, 0, 0)
    to_hamburg, to_amsterdam = (Event(w.STEPPED, 1, 0, space, 0, 0) for space in (hamburg, amsterdam))
    for told, trail in (
        ([sent, to_hamburg, to_amsterdam], t.trail),
        ([sent, other, to_hamburg, to_amsterdam], t.trail),
        ([to_hamburg, other, to_amsterdam], (hamburg, amsterdam)),
        ([to_hamburg, to_amsterdam], ()),
    ):
        again = table(stored.clone())
        t.game.strategy.recall(again, told)
        assert again.trail == trail
