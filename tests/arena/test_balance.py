"""Balance: counted from events, the same in any order, checked before anything is played."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import spyring
from spyring.arena.balance import BLOCK_GAMES, VICTORY_PARTS, Balance
from spyring.cli import main

YEAR = ["balance", "krakow", "-o", "years=1", "--processes", "1"]


def counted(*pieces: tuple[int, int]) -> Balance:
    """What workers count, without the workers."""
    run = Balance(spyring.game("krakow"), "heuristic", 4, 6, 3, {"years": 1})
    for piece in pieces:
        run.counts.update(run(piece))
    return run


def test_every_victory_belongs_to_a_seat_and_every_event_is_counted() -> None:
    run = counted((0, 6))
    events = run.of("event")
    assert run.wins(range(4)) == 6 * VICTORY_PARTS
    assert run.counts["first",] == 6
    assert events["led"] == 6 * 28
    assert events["succeeded"] + events["failed"] + events["blocked"] == 6 * 28
    assert run.of("clause")["KRK-6.1"] == 6 * 28
    assert run.of("games with")["year-begins"] == 6


def test_owners_of_things_and_their_victories() -> None:
    run = counted((0, 6))
    identities = {key[3]: key[1:] for key in run.counts if key[:2] == ("times", "identity")}
    assert set(identities) == {"green", "blue", "yellow", "red"}
    assert all(run.counts["owners", *thing] == 6 for thing in identities.values())
    assert sum(run.counts["won with", *thing] for thing in identities.values()) == 6 * VICTORY_PARTS
    had, had_not = run.lift(("identity", identities["red"][1], "red"))
    assert had + 3 * had_not == pytest.approx(1.0)


def test_counts_add_up_in_any_order() -> None:
    assert counted((4, 2), (0, 4)).to_json() == counted((0, 6)).to_json()


def test_the_command_shows_who_wins_and_writes_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "balance.json"
    with pytest.raises(SystemExit) as left:
        main([*YEAR, "--games", "4", "--out", str(out)])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert "first player" in shown
    assert "team 2" in shown
    data = json.loads(out.read_text())
    assert (data["games"], data["options"]["years"]) == (4, 1)
    assert sum(data["won_by_seat"].values()) == pytest.approx(4)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "Unknown game chess"),
        (["krakow", "--bot", "deep-blue"], "Unknown bot deep-blue"),
        (["krakow", "-o", "years=9"], "years cannot be 9"),
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


def test_ctrl_c_shows_what_was_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Balance.play

    def stopped(run: Balance, processes: int) -> Iterator[int]:
        yield next(play(run, processes))
        raise KeyboardInterrupt

    monkeypatch.setattr(Balance, "play", stopped)
    with pytest.raises(SystemExit) as left:
        main([*YEAR, "--bot", "random", "--games", str(2 * BLOCK_GAMES), "--out", str(tmp_path / "counts")])
    said = capsys.readouterr()
    assert left.value.code == 130
    assert f"Stopped after {BLOCK_GAMES} of {2 * BLOCK_GAMES} games." in said.err
    assert "first player" in said.out
    assert not list(tmp_path.iterdir())
