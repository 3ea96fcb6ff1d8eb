"""Every ending tells each seat what decided its own result."""

import pytest

import spyring
from spyring.bots import make
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.outcome import Outcome
from spyring.engine.reason import from_line
from spyring.engine.state import State
from spyring.engine.verdict import where
from spyring.games.season0 import words as w
from spyring.games.season0.generated import table as table_of
from spyring.games.season0.scoring import why_it_ran_out
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
def test_some_lines_for_each_seat_in_every_language(name: str, seats: int) -> None:
    state = played(name, seats, 3)
    verdicts = state.view(None)["outcome"]["verdicts"]
    assert len(verdicts) == seats
    for language in LANGUAGES:
        translate = translation(language, spyring.game(name)).gettext
        for lines in verdicts:
            for you in (False, True):
                said = [from_line(line).say(translate, you) for line in lines]
                assert len(said) >= 2
                assert all(line and "{" not in line for line in said)
            if language != "en":
                assert all(
                    from_line(line).say(translate, True) != from_line(line).say(you=True) for line in lines
                )


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


@pytest.mark.parametrize(
    ("won", "yours"), [(True, "What won it for you: "), (False, "What lost it for you: ")]
)
def test_all_parts_are_named_that_made_the_same_difference(won: bool, yours: str) -> None:
    rich, poor = {"hand": 7, "missions": 5, "agenda": 1}, {"hand": 4, "missions": 2, "agenda": 1}
    outcome = Outcome(1, (1, 2), (13, 7), (rich, poor), "", "")
    lines = where(outcome, 0 if won else 1, ("Red", "Green"), {})
    assert [line.values["part"] for line in lines] == ["hand", "missions"]
    assert all(line.say(you=True).startswith(yours) for line in lines)
    assert not any("you" in line.say().lower() for line in lines)


def test_a_group_learns_what_ran_out_and_when_and_a_seat_what_it_did() -> None:
    state = played("season0", 2, 3)
    outcome = state.outcome
    assert outcome is not None
    one, other = (state.game.verdict(state, outcome, seat) for seat in range(2))
    assert [line.say() for line in one[:-1]] == [line.say() for line in other[:-1]], "it decided for all"
    table = state.view(None)["table"]
    assert one[0].say().startswith(f"The game ended on turn {table['turn']}: ")
    open_still = [row["name"] for row in table["objectives"] if row["status"] != "complete"]
    assert [line.values["one"] for line in one[:-1] if "one" in line.values] == open_still
    assert one[-1].say() != other[-1].say(), "but each did its own part"
    assert one[-1].say(you=True).startswith("You completed ")


def test_all_cities_with_most_incidents_are_named() -> None:
    t = table_of(spyring.game("season0").start(seats=2, seed=3))
    t.cause = w.BY_TOKENS
    t.tokens = tuple(3 if city in (2, 5) else 1 for city in range(w.CITIES))
    names = [str(t.config.box.cities[city]["name"]) for city in (2, 5)]
    assert [line.say() for line in why_it_ran_out(t)] == [f"Most incidents: {name}, 3." for name in names]
