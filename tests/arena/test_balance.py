"""Balance reports: counted from events, the same in any order, checked before anything is played."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import spyring
from spyring.arena import findings
from spyring.arena.balance import REPORT_GAMES, Balance, Counter, varied
from spyring.arena.results import BadResults
from spyring.arena.tally import VICTORY_PARTS, Tally
from spyring.cli import main
from spyring.engine.errors import BadOption


def counted(games: int, years: int = 1) -> Tally:
    """What a worker counts, without the worker."""
    game = spyring.game("krakow")
    counter = Counter(game, [game.resolve_options(4, {"years": years})], ("heuristic",) * 4, 3)
    return counter((0, 0, games))[1]


def test_every_victory_belongs_to_a_seat_and_every_event_is_counted() -> None:
    tally = counted(6)
    assert sum(tally.won) == 6 * VICTORY_PARTS
    assert sum(tally.first) == 6
    assert tally.kinds["led"] == 6 * 28
    assert tally.kinds["succeeded"] + tally.kinds["failed"] + tally.kinds["blocked"] == 6 * 28
    assert tally.clauses["KRK-6.1"] == 6 * 28
    assert tally.kind_games["year-begins"] == 6


def test_owners_of_things_and_their_victories() -> None:
    tally = counted(6)
    identities = {label: thing for (kind, _name, label), thing in tally.things.items() if kind == "identity"}
    assert set(identities) == {"green", "blue", "yellow", "red"}
    assert all(thing.owners == 6 for thing in identities.values())
    assert sum(thing.won for thing in identities.values()) == 6 * VICTORY_PARTS
    had, had_not = tally.lift(identities["red"])
    assert had + 3 * had_not == pytest.approx(1.0)


def test_tallies_add_up_in_any_order() -> None:
    game = spyring.game("krakow")
    counter = Counter(game, [game.resolve_options(4, {"years": 1})], ("heuristic",) * 4, 3)
    whole = counter((0, 0, 6))[1].to_json(game)
    parts = Tally(4)
    for piece in ((0, 4, 2), (0, 0, 4)):
        parts.add(counter(piece)[1])
    assert parts.to_json(game) == whole


def test_an_option_cannot_be_fixed_and_varied() -> None:
    with pytest.raises(BadOption, match="same time"):
        varied({"years": "1"}, ("years", ["1", "2"]))


def test_a_ratio_of_events_in_all_and_by_thing() -> None:
    tally = counted(4)
    overall, rows = findings.ratio(spyring.game("krakow"), tally, "succeeded/led")
    assert overall == tally.kinds["succeeded"] / tally.kinds["led"]
    assert sum(int(times) for _label, times, _share in rows) <= tally.kinds["led"]


def test_the_command_writes_json_and_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "balance.json", tmp_path / "balance.html"
    options = ["--games", "4", "--vary", "years=1,2", "--ratio", "succeeded/led", "--processes", "1"]
    with pytest.raises(SystemExit) as left:
        main(["balance", "krakow", *options, "--out", str(out), "--report", str(page)])
    assert left.value.code == 0
    assert "years=2" in capsys.readouterr().out
    data = json.loads(out.read_text())
    assert [variant["label"] for variant in data["variants"]] == ["years=1", "years=2"]
    assert sum(data["variants"][1]["won_by_seat"].values()) == pytest.approx(4)
    text = page.read_text()
    assert "What the option changes" in text
    assert "<script" not in text
    assert "http" not in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "Unknown game chess"),
        (["krakow", "--bot", "deep-blue"], "Unknown bot deep-blue"),
        (["krakow", "--vary", "years"], "has no values"),
        (["krakow", "--vary", "years=1,9"], "years cannot be 9"),
        (["krakow", "--vary", "weather=1"], "Unknown option weather"),
        (["krakow", "--ratio", "led"], "Unknown ratio"),
        (["krakow", "--box", "nowhere.toml"], "nowhere.toml cannot be read"),
    ],
)
def test_bad_input_is_one_sentence_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    out = tmp_path / "balance.json"
    with pytest.raises(SystemExit) as left:
        main(["balance", *arguments, "--out", str(out)])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not out.exists()


def test_a_balance_run_knows_its_work_before_it_begins() -> None:
    run = Balance(spyring.game("krakow"), "heuristic", 4, 60, 1, {}, ("years", ["1", "3"]))
    assert sum(games for _variant, _begin, games in run.blocks()) == 120
    assert [variant.options["years"] for variant in run.variants] == [1, 3]


def test_a_tally_is_written_and_read_without_loss() -> None:
    tally = counted(2)
    read = Tally.from_line(json.loads(json.dumps(tally.to_line())))
    assert read.to_json(spyring.game("krakow")) == tally.to_json(spyring.game("krakow"))


def balance(games: int, seed: int = 3) -> Balance:
    return Balance(spyring.game("krakow"), "random", 4, games, seed, {"years": "1"})


def test_a_stopped_run_continues_where_it_was(tmp_path: Path) -> None:
    notes = tmp_path / "counts.blocks"
    stopped = balance(3 * REPORT_GAMES).play(1, notes)
    assert next(stopped) == REPORT_GAMES
    del stopped  # and with it its workers
    with notes.open("a", encoding="utf-8") as file:
        file.write('{"piece": [0, 25')  # killed while it wrote
    again, at_once = balance(3 * REPORT_GAMES), balance(3 * REPORT_GAMES)
    before = len(notes.read_text(encoding="utf-8").splitlines())
    assert list(again.play(2, notes)) == list(at_once.play(2)) == [REPORT_GAMES] * 3
    assert again.to_json() == at_once.to_json()
    assert before >= 3
    assert len(notes.read_text(encoding="utf-8").splitlines()) == 4


def test_the_notes_of_another_run_are_refused_and_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "counts.blocks"
    assert list(balance(1).play(1, notes)) == [1]
    kept = notes.read_bytes()
    with pytest.raises(BadResults, match="of another run"):
        list(balance(1, seed=4).play(1, notes))
    assert notes.read_bytes() == kept


def test_ctrl_c_shows_the_counts_and_the_same_command_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "counts.json"
    words = ["balance", "krakow", "--bot", "random", "-o", "years=1", "--processes", "1", "--out", str(out)]
    play = Balance.play

    def stopped(run: Balance, processes: int, notes: Path | None) -> Iterator[int]:
        yield next(play(run, processes, notes))
        raise KeyboardInterrupt

    monkeypatch.setattr(Balance, "play", stopped)
    with pytest.raises(SystemExit) as left:
        main([*words, "--games", str(2 * REPORT_GAMES)])
    said = capsys.readouterr()
    assert left.value.code == 130
    assert (
        f"Stopped after {REPORT_GAMES} of {2 * REPORT_GAMES} games. Repeat the command to continue."
        in said.err
    )
    assert "first player" in said.out
    assert not out.exists()
    monkeypatch.undo()
    with pytest.raises(SystemExit) as left:
        main([*words, "--games", str(2 * REPORT_GAMES)])
    assert left.value.code == 0
    assert json.loads(out.read_text(encoding="utf-8"))["variants"][0]["games"] == 2 * REPORT_GAMES
    assert sorted(path.name for path in tmp_path.iterdir()) == ["counts.json"]
