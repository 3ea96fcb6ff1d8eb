"""Every ending tells each seat in two lines what decided its own result."""

import pytest

import spyring
from spyring.bots import make
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.reason import Reason
from spyring.engine.state import State
from spyring.languages import LANGUAGES, translation

GAMES = [(game.name, seats) for game in spyring.shelf() for seats in game.seats]


def played(name: str, seats: int, seed: int, level: str = "random") -> State:
    state = spyring.game(name).start(seats=seats, seed=seed)
    bots = [make(level, seat) for seat in range(seats)]
    while state.deciders:
        seat = state.deciders[0]
        state.play(seat, bots[seat].choose(state, seat))
    return state


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_two_lines_for_each_seat_in_every_language(name: str, seats: int) -> None:
    state = played(name, seats, 3)
    verdicts = state.view(None)["outcome"]["verdicts"]
    assert len(verdicts) == seats
    for language in LANGUAGES:
        translate = translation(language, spyring.game(name)).gettext
        for lines in verdicts:
            said = [Reason(text, values).say(translate) for text, values in lines]
            assert len(said) == 2
            assert all(line and "{" not in line for line in said)


@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, seats in GAMES if seats > 2])
def test_the_numbers_are_those_of_the_result(name: str, seats: int) -> None:
    state = played(name, seats, 5)
    outcome = state.outcome
    assert outcome is not None
    if state.game.kind == COOPERATIVE:
        return
    for seat in range(seats):
        line = state.game.verdict(state, outcome, seat)[0]
        assert line.values["score"] == str(outcome.scores[seat])
        gap = int(line.values["gap"])
        others = [
            abs(outcome.scores[seat] - outcome.scores[other]) for other in range(seats) if other != seat
        ]
        assert gap in others
        assert (" ahead of " in line.say()) == (seat in outcome.winners and gap > 0)


def test_a_group_learns_what_was_missing_and_a_seat_what_it_did() -> None:
    state = played("season0", 2, 3)
    outcome = state.outcome
    assert outcome is not None
    one, other = (state.game.verdict(state, outcome, seat) for seat in range(2))
    assert one[0].say() == other[0].say(), "it decided for all"
    assert "still open" in one[0].say()
    assert one[1].say() != other[1].say(), "but each did its own part"
