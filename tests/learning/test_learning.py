"""Networks: what they learn, what they are refused for, and how they play."""

import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import spyring
from spyring.bots import UnknownBot, make
from spyring.bots.network import BadNetwork, Network, encoding_digest, load
from spyring.bots.search import Search
from spyring.learning import weights
from spyring.learning.fit import Likings, Maths, Recipe, fit, parts_of
from spyring.learning.iteration import BadRun, Plan, Run
from spyring.learning.judging import Pairing, Verdict, interval, judge
from spyring.learning.selfplay import Lessons, gathered

GAME = spyring.game("krakow")
PLAN = Plan(
    game="krakow",
    seats=4,
    options={"years": 1},
    seed=5,
    generations=1,
    iterations=8,
    games=1,
    seconds=600.0,
    thinking=0.3,
    steps=12,
    fit_seconds=600.0,
    deals=1,
    judge_seconds=0.0,
    jobs=2,
)
RECIPE = Recipe(policy=(16, 16), batch=128, looks=3)

ENDS = ("", ":values=yes", ":values=no")


def run(folder: Path, plan: Plan = PLAN) -> tuple[Run, list[str]]:
    """A toy run, and what it told."""
    told: list[str] = []
    learning = Run(folder, plan, RECIPE, "spyring learn krakow", told.append)
    learning.go()
    return learning, told


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a toy run."""
    folder = tmp_path_factory.mktemp("learned")
    run(folder)
    return folder


def test_lessons_of_older_runs_are_read(learned: Path, tmp_path: Path) -> None:
    """Their files also hold how games ended, and some hold nothing else."""
    (file, *_others) = sorted((learned / "lessons-0").glob("*.npz"))
    arrays: dict[str, Any] = dict(np.load(file))
    endings: dict[str, Any] = {
        "tables": np.zeros((1, 4, GAME.encoding.now), np.uint8),
        "odds": np.zeros((1, 4)),
    }
    np.savez(tmp_path / "both.npz", **arrays, **endings)
    np.savez(tmp_path / "endings.npz", **{name: array[:0] for name, array in arrays.items()}, **endings)
    book = len(GAME.moves)
    found = gathered(tmp_path.glob("*.npz"), book)
    for name, array in vars(gathered([file], book)).items():
        assert (vars(found)[name] == array).all()


def lessons(count: int = 64) -> Lessons:
    """Vectors whose first numbers say which of two moves is right."""
    dice = np.random.default_rng(1)
    size = GAME.encoding.now
    vectors = (dice.random((count, size)) < 0.02).astype(np.uint8)
    vectors[:, :20] = dice.integers(0, 2, count)[:, None]
    moves = np.tile(np.array([3, 4], np.int32), (count, 1))
    right = vectors[:, 0].astype(np.float32)
    shares = np.stack([right, 1 - right], 1)
    return Lessons(vectors, moves, shares, np.zeros_like(shares))


def test_a_run_leaves_a_network_with_its_provenance(learned: Path) -> None:
    header = load(str(learned / "generation-0.npz")).header
    assert (header["game"], header["seats"], header["rules"]) == ("krakow", 4, GAME.rules_version)
    assert header["command"] == "spyring learn krakow"
    assert header["seed"] == 5
    assert len(header["data"]) == 16
    assert header["curve"]
    league = json.loads((learned / "league.json").read_text())
    assert [entry["generation"] for entry in league] == [0]


def test_a_killed_run_continues_and_ends_the_same(learned: Path, tmp_path: Path) -> None:
    """Killed in the middle of play: one process was done, the other one had written half."""
    folder = tmp_path / "killed"
    (folder / "lessons-0").mkdir(parents=True)
    for file in (learned / "lessons-0").glob("think-000*"):
        (folder / "lessons-0" / file.name).write_bytes(file.read_bytes())
    (folder / "lessons-0" / "think-001-0007.npz").write_bytes(b"half")
    unjudged = Plan(**{**vars(PLAN), "deals": 0})
    again, told = run(folder, unjudged)
    assert told[0].startswith("generation 0: 1 games")  # only what was missing is played
    made = [load(str(path)).header["data"] for path in (again.network(0), learned / "generation-0.npz")]
    assert made[0] == made[1]
    assert run(folder, unjudged)[1] == []  # nothing is left to do


def test_the_last_good_network_teaches_the_next(tmp_path: Path) -> None:
    (tmp_path / "league.json").write_text(
        json.dumps([{"generation": 0, "taken": True}, {"generation": 1, "taken": False}])
    )
    learning = Run(tmp_path, PLAN, RECIPE, "", print)
    champion = learning.champion()
    assert champion == tmp_path / "generation-0.npz"
    for job in learning.jobs(2, champion):
        assert job.glance == f"net:{champion}"
        assert job.thinker.endswith(f":net={champion}")


def test_a_folder_of_another_plan_is_refused(learned: Path) -> None:
    with pytest.raises(BadRun, match="another plan"):
        Run(learned, Plan(**{**vars(PLAN), "seed": 6}), RECIPE, "", print)


def test_a_run_of_an_older_program_continues(tmp_path: Path) -> None:
    """Its plan has settings that no longer exist."""
    (tmp_path / "plan.json").write_text(json.dumps({**vars(PLAN), "warm": 30.0, "keeping": 0.2}))
    Run(tmp_path, PLAN, RECIPE, "", print)
    (tmp_path / "plan.json").write_text(json.dumps({"game": "krakow"}))
    with pytest.raises(BadRun, match="another plan"):
        Run(tmp_path, PLAN, RECIPE, "", print)


@pytest.mark.parametrize("kind", ["net:{}", "search:24:net={}", "search:24:net={}:priors=no"])
def test_a_network_plays(learned: Path, kind: str) -> None:
    state = GAME.start(seed=3, years=1, events=True)
    spec = kind.format(learned / "generation-0.npz")
    bots = [make(spec, seat) for seat in range(4)]
    for _move in range(12):
        seat = state.deciders[0]
        move = bots[seat].choose(state, seat)
        assert move in state.legal(seat)
        state.play(seat, move)


@pytest.mark.parametrize("kind", ["net:{}", "search:24:net={}"])
def test_a_network_knows_no_more_than_its_seat(learned: Path, kind: str) -> None:
    """The choice is the same in all worlds that the seat cannot tell apart."""
    state = GAME.start(seed=6, years=1, events=True)
    spec = kind.format(learned / "generation-0.npz")
    for _move in range(8):
        seat = state.deciders[0]
        choice = make(spec, 2).choose(state, seat)
        for world in range(3):
            assert make(spec, 2).choose(state.resample(seat, world), seat) == choice
        state.play(seat, choice)


def test_a_choice_follows_from_seed_and_iterations(learned: Path) -> None:
    spec = f"search:60:net={learned / 'generation-0.npz'}"
    state = GAME.start(seed=4, years=1, events=True)
    seat = state.deciders[0]
    first, second = (make(spec, 9) for _bot in range(2))
    assert first.choose(state, seat) == second.choose(state, seat)
    assert isinstance(first, Search)
    assert isinstance(second, Search)
    assert first.counts() == second.counts()
    assert sum(first.counts()) == first.thought


def test_networks_belong_to_their_bots(learned: Path) -> None:
    """A bot with a network and one without think at the same table, each in its own way."""
    spec = f"search:60:net={learned / 'generation-0.npz'}"
    state = GAME.start(seed=4, years=1, events=True)
    seat = state.deciders[0]
    alone = make("search:60", 9)
    before = (alone.choose(state, seat), counts(alone))
    make(spec, 9).choose(state, seat)
    alone = make("search:60", 9)
    assert (alone.choose(state, seat), counts(alone)) == before


def counts(bot: object) -> list[int]:
    """What a search tried."""
    assert isinstance(bot, Search)
    return bot.counts()


def test_a_network_that_has_learned_nothing_likes_moves_as_the_game_does(
    learned: Path, tmp_path: Path
) -> None:
    with np.load(learned / "generation-0.npz") as file:
        arrays = {name: 0 * file[name] for name in file.files if name != "header"}
        header = json.loads(bytes(file["header"]))
    arrays["trust"] = np.array([1.0, 1.0])
    weights.write(tmp_path / "blank.npz", header, arrays)
    world = GAME.start(seed=8, years=1)
    assert load(str(tmp_path / "blank.npz")).priors(world, 0, [3, 4, 5], [1.0, 3.0, 2.5]) == [-2.0, 0.0, -0.5]


def test_names_and_files_from_when_networks_judged_positions_still_play(
    learned: Path, tmp_path: Path
) -> None:
    """The layers that judged are ignored, and so is the setting."""
    with np.load(learned / "generation-0.npz") as file:
        arrays = {name: file[name] for name in file.files if name != "header"}
        header = json.loads(bytes(file["header"]))
    size = GAME.encoding.now
    judging = {"seat0w": (size, 8), "seat0b": (8,), "value0w": (32, 1), "value0b": (1,)}
    arrays |= {name: np.full(shape, 9.0) for name, shape in judging.items()}
    weights.write(tmp_path / "old.npz", header, arrays)
    state = GAME.start(seed=4, years=1, events=True)
    found = []
    for rest in (f"{learned}/generation-0.npz", *(f"{tmp_path}/old.npz{end}" for end in ENDS)):
        bot = make(f"search:60:net={rest}", 9)
        found.append((bot.choose(state, state.deciders[0]), counts(bot)))
    assert found == [found[0]] * 4
    with pytest.raises(UnknownBot, match="values=maybe"):
        make("search:60:values=maybe")


@pytest.mark.parametrize("kind", ["net:{}", "search:5:net={}"])
def test_another_game_is_refused(learned: Path, kind: str) -> None:
    state = spyring.game("estoril").start(seats=2, seed=1)
    bot = make(kind.format(learned / "generation-0.npz"))
    with pytest.raises(BadNetwork, match="is for krakow with 4 seats, not for estoril with 2 seats"):
        bot.choose(state, state.deciders[0])


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"encoding": "0"}, "Train it again"),
        ({"box": "b"}, "for the box b"),
        ({"format": 9}, r"has format 9; this program reads 1\. Update Spyring"),
        ({"layout": 9}, r"for a newer version of .*\. Update Spyring"),
        ({"rules": 9}, r"for a newer version of .*\. Update Spyring"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(
    learned: Path, tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    with np.load(learned / "generation-0.npz") as file:
        arrays = {name: file[name] for name in file.files if name != "header"}
        header = json.loads(bytes(file["header"]))
    weights.write(tmp_path / "other.npz", {**header, **change}, arrays)
    state = GAME.start(seed=1, years=1)
    with pytest.raises(BadNetwork, match=sentence):
        make(f"net:{tmp_path / 'other.npz'}").choose(state, state.deciders[0])


def test_moves_that_came_later_are_liked_as_much_as_others() -> None:
    """A network that was made before the last verb came."""
    last = GAME.moves.verbs[-1]
    size, known = GAME.encoding.now, last.base
    arrays = {
        "policy0w": np.zeros((size, known), np.float32),
        "policy0b": np.arange(known, dtype=np.float32),
        "trust": np.ones(2, np.float32),
    }
    header = {**weights.header_of(GAME, 4, {}), "encoding": encoding_digest(GAME, 1, known)}
    network = Network("before", header, arrays)
    state = GAME.start(seed=1)
    network.check(GAME, 4)
    assert network.priors(state, 0, [10, last.base, 20], [0.0, 0.0, 0.0]) == [10.0, 15.0, 20.0]
    assert network.priors(state, 0, [last.base], [0.0]) == [0.0]


def test_files_that_are_no_networks_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("not a network")
    with pytest.raises(BadNetwork, match="is not a Spyring network"):
        make(f"net:{tmp_path / 'text.npz'}")
    with pytest.raises(BadNetwork, match="cannot be read: No such file"):
        make(f"search:10:net={tmp_path / 'nowhere.npz'}")


def test_a_network_alone_takes_at_most_two_milliseconds(tmp_path: Path) -> None:
    """Of processor time, the widest that a file may hold, in any build."""
    arrays = fit(lessons(), GAME, Recipe(policy=(256, 256)), 1, 60.0, 1).arrays
    weights.write(tmp_path / "wide.npz", weights.header_of(GAME, 4, {}), arrays)
    network = load(str(tmp_path / "wide.npz"))
    state = GAME.start(seed=1, years=1)
    seat = state.deciders[0]
    moves = list(state.legal(seat))
    weights_of = [0.0] * len(moves)
    fastest = min(spent(network.priors, state, seat, moves, weights_of) for _try in range(20))
    assert fastest < 0.002


def blas_threads() -> list[int]:
    """How many threads each BLAS library of this process may use."""
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


class Watched:
    """The levels of a network, which notes the threads of BLAS whenever the network reads them."""

    def __init__(self, levels: Any) -> None:
        self.levels = levels
        self.seen: list[int] = []

    def __getitem__(self, at: Any) -> Any:
        self.seen += blas_threads()
        return self.levels[at]


@pytest.fixture
def watched(learned: Path) -> Iterator[Watched]:
    """A network in a process whose BLAS has four threads, whatever machine and environment this is."""
    network = load(str(learned / "generation-0.npz"))
    levels = Watched(network.levels)
    network.levels = levels
    with threadpool_limits(4, "blas"):
        yield levels
    network.levels = levels.levels


@pytest.mark.parametrize("kind", ["net:{}", "search:24:net={}"])
def test_a_network_is_asked_on_one_blas_thread(learned: Path, watched: Watched, kind: str) -> None:
    """Also from threads of a server; the process has its four threads back whenever nobody asks."""
    state = GAME.start(seed=3, years=1, events=True)

    def ask() -> None:
        make(kind.format(learned / "generation-0.npz")).choose(state, state.deciders[0])
        between.append(blas_threads())

    between: list[list[int]] = []
    for work in (ask, in_a_thread(ask), ask):
        work()
    assert set(watched.seen) == {1}
    assert between == [[4] * len(blas_threads())] * 3


def in_a_thread(work: Callable[[], None]) -> Callable[[], None]:
    """The same work, done by another thread."""

    def start_and_wait() -> None:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    return start_and_wait


def spent(work: object, *arguments: object) -> float:
    """Seconds of processor time."""
    began = time.process_time()
    assert callable(work)
    work(*arguments)
    return time.process_time() - began


def test_slopes_are_those_of_the_loss() -> None:
    """The arithmetic written out, beside a difference of two losses, for some weights of every layer."""
    recipe = Recipe(policy=(6, 5), dropout=0.0)
    task = Likings(Maths("cpu", 1), lessons(), parts_of(GAME), recipe, 1)
    dice = np.random.default_rng(3)
    for group in task.groups:
        for at, weight in enumerate(group):
            group[at] = (weight + 0.3 * dice.standard_normal(weight.shape)).astype(np.float64)
    rows = np.arange(16)
    slopes = task.loss(rows, True)[1]
    for group, slope in zip(task.groups, slopes, strict=True):
        for weight, steep in zip(group, slope, strict=True):
            place = np.unravel_index(int(np.abs(steep).argmax()), steep.shape)
            before = weight[place]
            around = []
            for step in (-1e-5, 1e-5):
                weight[place] = before + step
                around.append(float(task.loss(rows, False)[0]))
            weight[place] = before
            assert (around[1] - around[0]) / 2e-5 == pytest.approx(float(steep[place]), rel=2e-2, abs=1e-6)


def test_what_can_be_learned_is_learned() -> None:
    fitted = fit(lessons(400), GAME, replace(RECIPE, batch=16), 160, 600.0, 1)
    losses = [point["loss"] for point in fitted.curve]
    assert losses[0] == pytest.approx(0.6931, abs=1e-3)  # two ways it may be, and nothing known
    assert min(losses) < 0.6
    assert fitted.losses["after"] < fitted.losses["before"] == pytest.approx(0.6931, abs=1e-3)


def test_reported_losses_come_from_lessons_that_chose_nothing() -> None:
    """With other answers in the last twentieth, the network and its curve stay, and its losses differ."""
    given, other = lessons(200), lessons(200)
    other.shares[-10:] = 1 - other.shares[-10:]
    first, second = (fit(known, GAME, replace(RECIPE, batch=16), 40, 600.0, 1) for known in (given, other))
    assert all((first.arrays[name] == second.arrays[name]).all() for name in first.arrays)
    assert [point["loss"] for point in first.curve] == [point["loss"] for point in second.curve]
    assert first.losses["after"] < second.losses["after"]


def test_a_verdict_counts_every_seat_of_a_deal() -> None:
    pairing = Pairing("krakow", 4, {"years": 1}, "heuristic", "random", 3)
    verdict = judge(pairing, 3, 1)
    assert verdict.games == 12
    assert verdict.low <= verdict.share <= verdict.high
    assert verdict.even == 0.25
    assert "heuristic against random" in verdict.line()


def test_two_games_prove_nothing() -> None:
    pairing = Pairing("estoril", 2, {}, "heuristic", "random", 3)
    verdict = judge(pairing, 1, 1)
    assert (verdict.games, verdict.low < verdict.even < verdict.share) == (2, True)
    assert "2 games are too few" in verdict.doubt()


@pytest.mark.parametrize(
    ("games", "low", "taken"), [(2, 0.9, False), (39, 0.9, False), (40, 0.5, False), (40, 0.51, True)]
)
def test_only_a_network_that_is_surely_better_is_accepted(
    learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int, low: float, taken: bool
) -> None:
    verdict = Verdict("new", "old", games, 0.9, low, 1.0, 0.5, 1.0, 1.0)
    monkeypatch.setattr("spyring.learning.iteration.judge", lambda *_given: verdict)
    shutil.copytree(learned / "lessons-0", tmp_path / "lessons-0")
    learning, told = run(tmp_path)
    assert learning.league[0]["taken"] is taken
    assert ("accepted" in told[-1]) is taken


@pytest.mark.parametrize("count", [2, 10, 50])
@pytest.mark.parametrize("chance", [0.03, 0.25, 0.5])
def test_an_interval_holds_the_mean_however_few_results_there_are(count: int, chance: float) -> None:
    dice = np.random.default_rng(7)
    missed = 0
    for results in (dice.random((200, count)) < chance).astype(float).tolist():
        low, high = interval(results)
        missed += not low <= chance <= high
    assert missed <= 10


def test_progress_is_shown_while_a_run_plays(tmp_path: Path) -> None:
    shown: list[str] = []
    plan = replace(PLAN, games=3, jobs=1)
    learning = Run(tmp_path, plan, RECIPE, "", print, shown.append)
    learning.go()
    told = "\n".join(shown)
    assert "generation 0: 2 games played, " in told
    assert "generation 0: fitting a network" in told
    assert "generation 0: 4 of 4 games judged" in told


def test_games_of_other_processes_are_counted() -> None:
    seen: list[int] = []
    pairing = Pairing("krakow", 4, {"years": 1}, "random", "random", 3)
    judge(pairing, 2, 2, watch=seen.append)
    assert seen[-1] == 8


def test_where_all_win_together_two_teams_play_the_same_deal() -> None:
    pairing = Pairing("season0", 2, {}, "heuristic", "heuristic", 3)
    verdict = judge(pairing, 1, 1)
    assert (verdict.games, verdict.share, verdict.even) == (2, 0.0, 0.0)


def test_no_deal_starts_after_the_time_for_judging() -> None:
    pairing = Pairing("krakow", 4, {"years": 1}, "random", "random", 3)
    assert judge(pairing, 50, 1, seconds=0.0).games == 4


FRAGILE = """
import os
from pathlib import Path
from spyring.bots import Bot

class Fragile(Bot):
    def choose(self, state, seat):
        mark = Path(os.environ["FRAGILE_MARK"])
        if not mark.exists():
            mark.touch()
            os._exit(9)
        return state.legal(seat)[0]
"""


def test_a_crashed_process_costs_only_its_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fragile_learner.py").write_text(FRAGILE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("FRAGILE_MARK", str(tmp_path / "crashed"))
    pairing = Pairing("krakow", 4, {"years": 1}, "fragile_learner:Fragile", "random", 3)
    assert judge(pairing, 2, 2).games == 8
    assert (tmp_path / "crashed").exists()
