"""Self-play on disk, written by the command and read as arrays."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import spyring
from spyring.bots import Bot
from spyring.bots.trace import BotFailed
from spyring.cli import main
from spyring.engine.state import State
from spyring.research.record import CARD, HEADER, BadDataset, Dataset, Plan, Recorder, batches


class Bad(Bot):
    """A bot from another package."""

    chosen: Any = None

    def choose(self, _state: State, _seat: int) -> int:
        move: int = self.chosen
        return move


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
    state = spyring.game("krakow").start(seed=rows[0]["seed"][0], years=1)
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
    (number,) = dataset.missing()
    dataset.add(*Recorder(plan)(number))
    rows = next(batches(tmp_path / "data", 1000))
    thinking = (rows["seat"] == 0) & ~np.isnan(rows["value"])
    assert thinking.sum() > 5
    assert ((rows["value"][thinking] >= 0) & (rows["value"][thinking] <= 1)).all()
    assert (rows["policy"].max(axis=1)[thinking] < 1).any()
    assert np.allclose(rows["policy"].sum(axis=1), 1)
    assert ((rows["policy"] > 0) <= (rows["mask"] > 0)).all()


def test_a_run_continues_and_can_be_made_longer(tmp_path: Path) -> None:
    out = tmp_path / "data"
    assert record(out, 2) == 0
    before = {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert record(out, 4) == 0
    for name, content in before.items():
        if name not in (HEADER, CARD):
            assert (out / "train" / name).read_bytes() == content, "nothing is overwritten"
    assert {int(game) for part in batches(out) for game in part["game"]} == {0, 1, 2, 3}


def test_an_unsuitable_folder_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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
    (shard,) = out.rglob("*.parquet")
    shard.write_bytes(shard.read_bytes()[:100])
    with pytest.raises(BadDataset, match="damaged"):
        list(batches(out))
    left = shard.read_bytes()
    assert record(out, 2) == 2
    assert "damaged. Remove it" in capsys.readouterr().err
    assert [path.read_bytes() for path in out.rglob("*.parquet")] == [left], "nothing is overwritten"


def recorded(out: Path, *numbers: int, games: int = 4) -> Dataset:
    """A folder with some games of a plan, each in a shard of its own."""
    plan = Plan("krakow", ["random"] * 4, games, options={"years": 1})
    dataset = Dataset.begin(out, plan)
    for number in numbers:
        dataset.add(*Recorder(plan)(number))
        dataset.flush()
    return dataset


def test_one_changed_byte_is_found_before_a_run_continues(tmp_path: Path) -> None:
    shard = recorded(tmp_path, 0).shards()[0]
    content = bytearray(shard.read_bytes())
    content[len(content) // 2] ^= 1
    shard.write_bytes(content)
    with pytest.raises(BadDataset, match=f"{shard.name} is damaged"):
        recorded(tmp_path)
    with pytest.raises(BadDataset, match=f"{shard.name} is damaged"):
        list(batches(tmp_path))


def test_a_shard_in_the_place_of_another_is_found(tmp_path: Path) -> None:
    first, second = recorded(tmp_path, 0, 1).shards()
    second.write_bytes(first.read_bytes())
    with pytest.raises(BadDataset, match=f"{second.name} is damaged"):
        list(batches(tmp_path))
    second.rename(tmp_path / "train" / "games-00000007-00000008.parquet")
    with pytest.raises(BadDataset, match=r"games-00000007-00000008[.]parquet is not a shard of this folder"):
        recorded(tmp_path)


def test_a_missing_shard_is_named_and_recorded_again(tmp_path: Path) -> None:
    first, second = recorded(tmp_path, 0, 1).shards()
    first.unlink()
    with pytest.raises(BadDataset, match=f"{first.name} is missing"):
        list(batches(tmp_path))
    second.unlink()
    assert recorded(tmp_path).missing() == [0, 1, 2, 3]
    recorded(tmp_path, 0, 1, games=2)
    assert {int(game) for part in batches(tmp_path) for game in part["game"]} == {0, 1}


def test_games_that_are_over_are_kept_when_a_run_is_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped:
        """Plays the second and the third game, then is stopped."""

        def __init__(self, work: Recorder, *_more: object) -> None:
            self.work = work

        def run(self, numbers: list[int]) -> Iterator[tuple[int, bytes]]:
            yield from (self.work(number) for number in numbers[1:3])
            raise KeyboardInterrupt

    monkeypatch.setattr("spyring.cli.record.WorkerPool", Stopped)
    assert record(tmp_path / "data", 4) not in (0, 2)
    assert "Stopped after 2 of 4 games" in capsys.readouterr().err
    assert {int(game) for part in batches(tmp_path / "data") for game in part["game"]} == {1, 2}
    assert recorded(tmp_path / "data").missing() == [0, 3]


@pytest.mark.parametrize(("chosen", "fault"), [(None, "chose None"), (100_000, "IllegalMove")])
def test_a_bot_that_fails_is_named(chosen: int | None, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bad, "chosen", chosen)
    bad = Recorder(Plan("krakow", [f"{__name__}:Bad"] * 4, 1))
    with pytest.raises(BotFailed, match=f"{__name__}:Bad failed at move 1 of game 0: .*{fault}"):
        bad(0)


def test_fewer_games_than_are_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(tmp_path, 0, 1, 2)
    assert record(tmp_path, 1) == 0
    assert "3 games are in" in capsys.readouterr().out


def test_a_folder_of_another_schema_is_refused(tmp_path: Path) -> None:
    recorded(tmp_path, 0)
    header = tmp_path / HEADER
    header.write_text(header.read_text().replace('"schema": 6', '"schema": 4'))
    with pytest.raises(BadDataset, match="has schema 4; this version reads 5 to 6"):
        list(batches(tmp_path))


def test_folders_of_schema_5_are_still_read() -> None:
    folder = Path(__file__).parent / "recorded-5"
    for split, games in (("all", {8, 9}), ("train", {8}), ("test", {9})):
        assert {int(game) for part in batches(folder, 50, split) for game in part["game"]} == games
    with pytest.raises(BadDataset, match="another plan"):
        Dataset.begin(folder, Plan("krakow", ["random"] * 4, 10, options={"years": 1}))


def test_what_the_numbers_mean_belongs_to_the_plan() -> None:
    plans = [Plan(name, ["random"] * 4, 1) for name in ("krakow", "season0")]
    assert plans[0].header()["layout"] != plans[1].header()["layout"]


def test_the_layout_says_what_numbers_stand_for(capsys: pytest.CaptureFixture[str]) -> None:
    encoding = spyring.game("spies").encoding
    assert run("research", "layout", "spies") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"{encoding.size - encoding.now} more the history: {encoding.size} in all." in told
    assert "1 berlin, 2 hamburg" in told
    assert run("research", "layout", "spies", "--json") == 0
    layout = json.loads(capsys.readouterr().out)
    blocks = {block["name"]: block for block in layout["blocks"]}
    assert blocks["mover"]["codes"][""]["7"] == "italy-1"
    held = next(kind for kind in layout["events"] if kind["name"] == "held")
    assert encoding["events"].codes["kind"][held["number"]] == "held"
    assert held["arguments"][0]["labels"][0] == "germany"


def test_the_layout_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("research", "layout", "estoril") == 0
    assert "face down" in capsys.readouterr().out
    assert run("research", "layout", "krakow", "--json") == 0
    assert '"history"' in capsys.readouterr().out
    assert run("research", "layout", "chess") == 2


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("record chess --bots random", "Unknown game chess"),
        ("record krakow --bots random -o years=9", "years"),
        ("record krakow --bots random -o colour=red", "colour"),
        ("record krakow --bots nobody", "nobody"),
        ("record krakow --bots random --seats 9", "seats"),
        ("record krakow --bots random --level all", "now or history"),
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


def test_a_folder_has_a_card_and_others_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert record(folder, 12) == 0
    card = (folder / CARD).read_text(encoding="utf-8")
    shard = next(iter(Dataset.read(folder).shards()))
    for name in pq.read_schema(shard).names:
        assert f"| `{name}` |" in card
    assert f"spyring {spyring.__version__}" in card
    assert "license: cc0-1.0" in card
    assert all(path.stat().st_mode & 0o044 for path in folder.iterdir())


def test_other_readers_of_parquet_find_all_games_and_both_splits(tmp_path: Path) -> None:
    """pandas reads a folder as pyarrow does; Hugging Face takes splits from the names of folders."""
    folder = tmp_path / "data"
    assert record(folder, 21) == 0
    assert set(pq.read_table(folder)["game"].to_pylist()) == set(range(21))
    assert set(pq.read_table(folder / "train")["game"].to_pylist()) == set(range(21)) - {9, 19}
    assert set(pq.read_table(folder / "test")["game"].to_pylist()) == {9, 19}
    assert len(list(folder.rglob("*.parquet"))) == 2


def test_a_half_written_shard_disturbs_no_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded(tmp_path, 0)
    monkeypatch.setattr(Path, "replace", lambda *_given: sys.exit("killed"))
    with pytest.raises(SystemExit):
        recorded(tmp_path, 1)
    assert set(pq.read_table(tmp_path)["game"].to_pylist()) == {0}


def test_train_and_test_share_no_game(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert record(folder, 12) == 0

    def games(split: str) -> set[int]:
        return {int(game) for part in batches(folder, 50, split) for game in part["game"]}

    assert games("test") == {9}
    assert games("train") == set(range(12)) - {9}
    assert games("all") == set(range(12))
    with pytest.raises(BadDataset, match="Unknown split dev"):
        games("dev")
