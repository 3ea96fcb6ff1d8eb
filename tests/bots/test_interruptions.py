"""Seats that may act without being asked: who wants to does, in a game that is won together."""

import pytest

from spyring.arena.match import Match
from spyring.bots import Bot, free_seats, make
from spyring.bots.fixtures import Fixture
from spyring.bots.search import leaf_values
from spyring.engine.state import State
from spyring.engine.strategy import Strategy
from tests.toys import RELAY
from tests.toys.relay import PLAY, SHORTCUT, SMOKE, Relay, RelayTable


def relay(**table: object) -> RelayTable:
    """Three seats, each with a trick; patrols come, and cover is short."""
    data = RELAY.start(seats=3, seed=1).to_json()
    data["table"].update(
        {
            "deck": ["quiet"] * 7 + ["patrol"] * 8,
            "hands": [["forecast"], ["smoke"], ["shortcut"]],
            "reserve": ["smoke", "shortcut", "forecast"],
            **table,
        }
    )
    state = RELAY.from_json(data)
    assert isinstance(state, RelayTable)
    return state


class OwnBot(Bot):
    """Somebody's bot that knows nothing of interruptions."""

    def choose(self, state: State, seat: int) -> int:
        return state.legal(seat)[0]


def test_a_bot_waits_unless_it_says_otherwise() -> None:
    state = relay()
    assert OwnBot().wants(state, 1) is None
    assert make("heuristic").wants(state, 1) is None  # a game without a judgement finds waiting as good


def test_seats_are_offered_an_interruption_in_turn() -> None:
    state = relay()
    assert (free_seats(state), free_seats(state, 2)) == ([1, 2], [2, 1])
    state.play(2, PLAY + SHORTCUT)
    assert free_seats(state, 2) == [1]


def test_random_bots_interrupt_now_and_then() -> None:
    state = relay()
    wanted = [make("random", seed).wants(state, 2) for seed in range(80)]
    assert 2 <= wanted.count(PLAY + SHORTCUT) <= 30
    assert set(wanted) == {None, PLAY + SHORTCUT}


def test_search_interrupts_where_that_wins() -> None:
    """One leg to go, one cover left, patrols ahead: the shortcut ends it."""
    state = relay(legs=7, cover=1)
    bots = [make("search:200", seed) for seed in range(5)]
    assert [bot.wants(state, 2) for bot in bots] == [PLAY + SHORTCUT] * 5
    assert "simulated games" in bots[0].reason()


def test_search_saves_the_others_with_smoke() -> None:
    """Its seat has foreseen a patrol, and there is one cover left: a seat with smoke must use it now."""
    quiet = {"deck": ["quiet"] * 7 + ["patrol"], "foreseen": [0] * 7 + [2], "met": ["patrol"] * 7}
    state = relay(legs=6, cover=1, **quiet)
    state.play(0, RELAY.moves.parse("propose run"))
    state.play(2, RELAY.moves.parse("agree"))
    assert make("search:400", 1).choose(state, 1) == PLAY + SMOKE


def test_a_common_result_is_the_same_for_everybody() -> None:
    state = relay(legs=7, cover=1)
    state.play(2, PLAY + SHORTCUT)
    assert leaf_values(state) == [1.0] * 3
    lost = relay(legs=7, cover=1)
    for move in ("propose walk", "agree", "agree"):
        lost.play(lost.deciders[0], RELAY.moves.parse(move))
    assert leaf_values(lost) == [7 / 8] * 3  # seven legs of eight


def test_search_leaves_everything_as_it_was() -> None:
    state = relay()
    before = state.fingerprint()
    for seat in (1, 2):
        assert make("search:50", 1).wants(state, seat) == make("search:50", 1).wants(state, seat)
    assert make("search:50", 1).wants(state, 0) in (None, *state.legal(0))
    assert state.fingerprint() == before


class Judged(Strategy):
    """Tricks are better than nothing, proposals all alike, and smoke is pointless."""

    def priors(self, t: RelayTable, seat: int, moves: tuple[int, ...]) -> list[float]:
        return [-1000.0 if move == PLAY + SMOKE else 0.5 if move > PLAY else 0.0 for move in moves]


class JudgedRelay(Relay):
    """Relay with a judgement."""

    def __init__(self) -> None:
        super().__init__()
        self.strategy = Judged()


def test_the_judgement_decides_against_waiting() -> None:
    data = relay().to_json()
    state = JudgedRelay().from_json(data)
    assert make("heuristic").wants(state, 1) is None
    assert make("heuristic").wants(state, 2) == PLAY + SHORTCUT
    assert make("search:20").wants(state, 1) is None  # without a thought


@pytest.mark.parametrize("spec", ["random", "search:8"])
def test_a_match_offers_interruptions_and_records_them(spec: str) -> None:
    interruptions = 0
    for seed in range(4):
        match = Match(RELAY, {}, Fixture(seed, (spec,) * 3, seed, (1, 2, 3)))
        state = match.state
        while state.deciders:
            deciders, before = state.deciders, len(match.moves)
            match.step()
            assert len(match.moves) == before + 1
            interruptions += match.moves[-1][0] not in deciders
        assert state.outcome is not None
    assert interruptions > 0
