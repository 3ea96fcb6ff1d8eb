"""Bots by name, what they choose, and what they say."""

from pathlib import Path

import pytest

import spyring
from spyring.bots import Bot, UnknownBot, make
from spyring.bots.playout import playout
from spyring.engine.errors import SpyringError
from spyring.engine.state import State
from spyring.languages import translation


class FirstMove(Bot):
    """Somebody else's bot."""

    name = "first"

    def choose(self, state: State, seat: int) -> int:
        return state.legal(seat)[0]


def started(seed: int = 7) -> State:
    return spyring.game("krakow").start(seed=seed, years=1)


@pytest.mark.parametrize("spec", ["random", "heuristic"])
def test_a_bot_plays_a_whole_game_with_legal_moves(spec: str) -> None:
    state = started()
    bots = [make(spec, seat) for seat in range(4)]
    while state.deciders:
        seat = state.deciders[0]
        state.play(seat, bots[seat].choose(state, seat))
    assert state.outcome is not None


@pytest.mark.parametrize("spec", ["random", "heuristic"])
def test_the_same_seed_gives_the_same_choice_and_leaves_the_game_alone(spec: str) -> None:
    state = started()
    before = state.fingerprint()
    seat = state.deciders[0]
    assert make(spec, 3).choose(state, seat) == make(spec, 3).choose(state, seat)
    assert state.fingerprint() == before


def test_a_bot_says_why_in_one_sentence() -> None:
    state = started()
    seat = state.deciders[0]
    bot = make("heuristic")
    bot.choose(state, seat)
    polish = translation("pl", spyring.game(state.game.name)).gettext
    assert " serves the " in bot.reason(), "what the move is for"
    assert "tajna grupa" in bot.reason(polish)
    bot.purpose = None
    assert bot.reason() == "At a glance this looked best.", "else how it was found"
    assert bot.reason(polish) == "Na pierwszy rzut oka to wyglądało najlepiej."


@pytest.mark.parametrize(
    "spec", ["", "deep-blue", "nowhere.at.all:Bot", "spyring.bots:Nobody", "spyring.bots:make"]
)
def test_an_unknown_bot_is_refused_in_one_sentence(spec: str) -> None:
    with pytest.raises(UnknownBot) as refusal:
        make(spec)
    assert isinstance(refusal.value, SpyringError)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("spec", ["net:run/best.npz", "search:400:net=run/best.npz:values=no"])
def test_a_bot_of_an_earlier_version_that_is_gone_is_refused_by_what_it_was(spec: str) -> None:
    with pytest.raises(UnknownBot, match="plays with a network, which Spyring no longer does"):
        make(spec)


def test_a_bot_that_breaks_while_it_is_loaded_or_made_shows_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_written.py").write_text("limit = int('three')\n")
    made = "class Own(Bot):\n    def __init__(self, seed):\n        self.table = {}[seed]\n"
    (tmp_path / "wrongly_made.py").write_text(f"from spyring.bots import Bot\n{made}")
    monkeypatch.syspath_prepend(str(tmp_path))
    for spec, line in (("half_written:Own", "limit = int('three')"), ("wrongly_made:Own", "{}[seed]")):
        with pytest.raises(UnknownBot) as refusal:
            make(spec)
        assert line in str(refusal.value)
        assert "catalogue.py" not in str(refusal.value)


def test_a_seat_that_is_not_asked_cannot_choose() -> None:
    state = started()
    waiting = (state.deciders[0] + 1) % 4
    with pytest.raises(SpyringError, match="cannot decide now"):
        make("random").choose(state, waiting)


def test_playouts_end_the_game_and_repeat_themselves() -> None:
    one, two = started(), started()
    assert playout(one, 5) == playout(two, 5) > 100
    assert one.outcome is not None
    assert one.fingerprint() == two.fingerprint()
