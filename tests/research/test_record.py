"""Self-play on disk, written by the command and read as arrays."""

import sys
from pathlib import Path

import numpy as np
import pytest

import spyring
from spyring.cli import main
from spyring.engine.chance import seeded
from spyring.research.record import BadDataset, Dataset, Plan, Recorder, batches


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as left:
        main([str(argument) for argument in arguments])
    return int(left.value.code or 0)


def record(out: Path, games: int, *more: str) -> int:
    wish = ["record", "krakow", "--bots", "random", "-o", "years=1", "--games", games, "--out", out]
    return run(*wish, "--processes", 1, *more)


def test_what_is_recorded_is_what_was_played(tmp_path: Path) -> None:
    assert record(tmp_path / "data", 3) == 0
    rows = list(batches(tmp_path / "data", 100))
    games = np.concatenate([part["game"] for part in rows])
    assert set(games.tolist()) == {0, 1, 2}
    state = spyring.game("krakow").start(seed=seeded(seeded(1) + 0), years=1)
    out = np.zeros(state.game.encoding.now, np.uint8)
    for part in rows:
        for at in range(len(part["game"])):
            if part["game"][at]:
                break
            seat = int(part["seat"][at])
            assert seat == state.deciders[0]
            state.encode(seat, out)
            assert (part["observation"][at] == out).all()
            assert np.flatnonzero(part["mask"][at]).tolist() == sorted(state.legal(seat))
            assert part["policy"][at][part["move"][at]] == 1.0
            state.play(seat, part["move"][at])
    assert state.outcome is not None
    brought = state.game.rewards(state.outcome)
    first = rows[0]
    assert np.allclose(first["reward"], [brought[seat] for seat in first["seat"]])


def test_a_search_leaves_its_policy_and_what_it_expects(tmp_path: Path) -> None:
    plan = Plan("krakow", ["search:24", "random", "random", "random"], 1, options={"years": 1})
    dataset = Dataset.begin(tmp_path / "data", plan)
    (piece,) = dataset.missing()
    dataset.write(*Recorder(plan)(piece))
    rows = next(batches(tmp_path / "data", 1000))
    thinking = (rows["seat"] == 0) & ~np.isnan(rows["value"])
    assert thinking.sum() > 5
    assert ((rows["value"][thinking] >= 0) & (rows["value"][thinking] <= 1)).all()
    assert (rows["policy"].max(axis=1)[thinking] < 1).any()
    assert np.allclose(rows["policy"].sum(axis=1), 1)
    assert ((rows["policy"] > 0) <= (rows["mask"] > 0)).all()


def test_a_run_goes_on_and_can_be_made_longer(tmp_path: Path) -> None:
    out = tmp_path / "data"
    assert record(out, 2) == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    assert record(out, 4) == 0
    for name, content in before.items():
        assert (out / name).read_bytes() == content, "nothing is overwritten"
    assert {int(game) for part in batches(out) for game in part["game"]} == {0, 1, 2, 3}


def test_what_cannot_be_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "data"
    assert record(out, 1) == 0
    assert record(out, 2, "--seed", "9") == 2
    assert "another plan" in capsys.readouterr().err
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear diary")
    assert record(tmp_path / "mine", 1) == 2
    assert "not empty" in capsys.readouterr().err
    assert run("record", "krakow", "--bots", "random,random", "--out", tmp_path / "new") == 2
    assert not (tmp_path / "new").exists()
    (shard,) = out.glob("*.parquet")
    shard.write_bytes(shard.read_bytes()[:100])
    with pytest.raises(BadDataset, match="damaged"):
        list(batches(out))
    left = shard.read_bytes()
    assert record(out, 2) == 2
    assert "damaged; remove it" in capsys.readouterr().err
    assert [path.read_bytes() for path in out.glob("*.parquet")] == [left], "nothing is overwritten"


def test_what_the_numbers_mean_belongs_to_the_plan() -> None:
    plans = [Plan(name, ["random"] * 4, 1) for name in ("krakow", "season0")]
    assert plans[0].header()["layout"] != plans[1].header()["layout"]


@pytest.mark.parametrize("where", ["ray://127.0.0.1:9", "the moon"])
def test_a_cluster_that_is_not_there(where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert record(tmp_path / "data", 1, "--on", where) == 2
    assert where in capsys.readouterr().err
    assert not list(tmp_path.glob("data/*.parquet"))


def test_the_layout_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("research", "layout", "estoril") == 0
    assert "face down" in capsys.readouterr().out
    assert run("research", "layout", "krakow", "--json") == 0
    assert '"history"' in capsys.readouterr().out
    assert run("research", "layout", "chess") == 2


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("record chess --bots random", "There is no game chess"),
        ("record krakow --bots random -o years=9", "years"),
        ("record krakow --bots random -o colour=red", "colour"),
        ("record krakow --bots nobody", "nobody"),
        ("record krakow --bots random --seats 9", "seats"),
        ("record krakow --bots random --level all", "now or history"),
        ("record krakow --bots random --on the-moon", "not on the-moon"),
    ],
)
def test_wishes_that_cannot_be_granted(
    wish: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*wish.split(), "--games", 1, "--out", tmp_path / "data") == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert len(told.strip().splitlines()) <= 2, "one sentence"
    assert not (tmp_path / "data").exists()


def test_the_command_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for module in ("spyring.research.record", "spyring.cli.record"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    assert record(tmp_path / "data", 1) == 2
    assert "pip install 'spyring[record]'" in capsys.readouterr().err
