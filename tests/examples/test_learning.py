"""``examples/learning``: what its networks learn, and how they play."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import spyring
from examples.learning.__main__ import main
from examples.learning.fit import Task, fit
from examples.learning.network import BadNetwork, GuidedSearch, Network, NetworkBot
from examples.learning.selfplay import Lessons
from spyring.bots import Bot

GAME = spyring.game("krakow")
EARLIER = sorted((Path(__file__).parents[1] / "corpus").glob("*/networks/*.npz"))
BOTS = [NetworkBot, GuidedSearch]


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network made with the least effort."""
    out = tmp_path_factory.mktemp("learned") / "network.npz"
    least = "-o years=1 --games 1 --iterations 8 --thinking 0.3 --steps 12 --width 8 --processes 1"
    done = CliRunner().invoke(main, ["krakow", "--out", str(out), *least.split()], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return out


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ITERATIONS", "20")


def lessons(count: int) -> Lessons:
    """Vectors whose first numbers say which of two moves is right."""
    rng = np.random.default_rng(1)
    vectors = (rng.random((count, GAME.encoding.now)) < 0.02).astype(np.uint8)
    vectors[:, :20] = rng.integers(0, 2, count)[:, None]
    right = vectors[:, 0].astype(np.float32)
    shares = np.stack([right, 1 - right], 1)
    return Lessons(vectors, np.tile(np.array([3, 4]), (count, 1)), shares, np.zeros_like(shares))


def test_slopes_are_those_of_the_loss() -> None:
    """The arithmetic written out, beside a difference of two losses, for some weights of every layer."""
    task = Task(lessons(64), GAME, 6, 0.0, 1)
    rng = np.random.default_rng(3)
    for group in task.groups:
        for at, weight in enumerate(group):
            group[at] = (weight + 0.3 * rng.standard_normal(weight.shape)).astype(np.float64)
    rows = np.arange(16)
    for group, slopes in zip(task.groups, task.loss(rows, True)[1], strict=True):
        for weight, slope in zip(group, slopes, strict=True):
            place = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
            before, around = weight[place], []
            for step in (-1e-5, 1e-5):
                weight[place] = before + step
                around.append(task.loss(rows, False)[0])
            weight[place] = before
            assert (around[1] - around[0]) / 2e-5 == pytest.approx(float(slope[place]), rel=2e-2, abs=1e-6)


def test_what_can_be_learned_is_learned() -> None:
    fitted = fit(Task(lessons(400), GAME, 16, 0.1, 1), 160, 600.0, batch=16)
    assert fitted.curve[0] == pytest.approx(0.6931, abs=1e-3)  # two ways it may be, and nothing known
    assert min(fitted.curve) < 0.6
    assert fitted.after < fitted.before


def test_the_test_part_chooses_nothing() -> None:
    """Or its loss would flatter the network."""
    one, other = lessons(200), lessons(200)
    other.shares[-10:] = other.shares[-10:, ::-1]  # the right moves are wrong there
    fits = [fit(Task(each, GAME, 6, 0.1, 1), 12, 600.0, batch=16) for each in (one, other)]
    assert fits[0].curve == fits[1].curve
    assert all((fits[0].arrays[name] == fits[1].arrays[name]).all() for name in fits[0].arrays)
    assert fits[0].after != fits[1].after


@pytest.mark.parametrize("kind", BOTS)
def test_a_network_knows_no_more_than_its_seat(
    network: Path, kind: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice is legal, and the same in all worlds that the seat cannot tell apart."""
    monkeypatch.setenv("NETWORK", str(network))
    state = GAME.start(seed=6, years=1, events=True)
    for _move in range(6):
        seat = state.deciders[0]
        choice = kind(2).choose(state, seat)
        for world in range(3):
            assert kind(2).choose(state.resample(seat, world), seat) == choice
        state.play(seat, choice)


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_networks_of_earlier_versions_play(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NETWORK", str(file))
    state = spyring.game(file.stem).start(seats=Network.load(file).header["seats"], seed=1)
    bot = NetworkBot(1)
    for _decision in range(10):
        state.play(state.deciders[0], bot.choose(state, state.deciders[0]))


@pytest.mark.parametrize("kind", BOTS)
def test_another_game_is_refused(network: Path, kind: type[Bot], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NETWORK", str(network))
    state = spyring.game("estoril").start(seats=2, seed=1)
    with pytest.raises(BadNetwork, match="is for krakow with 4 seats; here another game"):
        kind().choose(state, state.deciders[0])


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("not a network")
    for name in ("text.npz", "nowhere.npz"):
        with pytest.raises(BadNetwork, match="is no network"):
            Network.load(tmp_path / name)
