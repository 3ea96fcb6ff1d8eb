"""Tournaments: repeatable, interruptible, and honest about what is broken."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import spyring
from spyring.arena.match import Match
from spyring.arena.results import Results
from spyring.arena.schedule import BadLineUp, fixed, fixtures, round_robin
from spyring.arena.standings import table_rows
from spyring.arena.tournament import Referee, Tournament
from spyring.bots.fixtures import Fixture
from spyring.bots.trace import BotFailed
from spyring.cli import main
from spyring.engine.record import Record
from spyring.worker_pool import THREAD_LIMITS, WorkerPool, WorkFailed

ONE_YEAR = ["-o", "years=1"]
SHORT = ["arena", "--game", "krakow", "--bots", "heuristic,random", "--games", "8", *ONE_YEAR]


def run(*arguments: str) -> int:
    """The exit code of the command."""
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    assert isinstance(left.value.code, int)
    return left.value.code


def row(number: int, players: list[str], ranks: list[int]) -> dict[str, object]:
    best = min(ranks)
    return {
        "number": number,
        "players": players,
        "seed": 1,
        "winners": [seat for seat, rank in enumerate(ranks) if rank == best],
        "ranks": ranks,
        "scores": [10 - rank for rank in ranks],
        "moves": 100,
        "fingerprint": "0" * 16,
    }


# -- pairings ------------------------------------------------------------------------------------------------


def test_seats_rotate_and_all_rotations_get_the_same_cards() -> None:
    made = fixtures([("a", "b", "c", "d")], 8, 5)
    assert [fixture.players[0] for fixture in made] == list("abcdabcd")
    assert len({fixture.seed for fixture in made[:4]}) == 1
    assert made[0].seed != made[4].seed
    assert len({seed for fixture in made for seed in fixture.bot_seeds}) == 32


def told(fixture: Fixture) -> tuple[object, ...]:
    return fixture.number, fixture.players, fixture.seed, fixture.bot_seeds


def test_more_games_of_the_same_tournament_begin_with_the_same_ones() -> None:
    few, many = (fixtures([("a", "b"), ("a", "c")], games, 5) for games in (3, 9))
    assert [told(fixture) for fixture in few] == [told(fixture) for fixture in many[:6]]


def test_line_ups_that_cannot_sit_are_refused() -> None:
    game = spyring.game("krakow")
    with pytest.raises(BadLineUp, match="at least two"):
        round_robin(game, ["heuristic"], 4)
    with pytest.raises(BadLineUp, match="different"):
        round_robin(game, ["heuristic", "heuristic"], 4)
    with pytest.raises(BadLineUp, match="4 seats"):
        fixed(["heuristic"], 4)


# -- playing -------------------------------------------------------------------------------------------------


def test_the_number_of_processes_changes_nothing_and_records_replay(tmp_path: Path) -> None:
    alone, three = tmp_path / "alone.jsonl", tmp_path / "three.jsonl"
    assert run(*SHORT, "--out", str(alone), "--processes", "1", "--records", str(tmp_path / "records")) == 0
    assert run(*SHORT, "--out", str(three), "--processes", "3") == 0
    assert alone.read_bytes() == three.read_bytes()
    rows = [json.loads(line) for line in alone.read_text().splitlines()[1:]]
    assert [line["number"] for line in rows] == list(range(8))
    for path in sorted((tmp_path / "records").iterdir()):
        state = Record.parse(path.read_text(encoding="utf-8")).replay(spyring.game("krakow"))
        assert f"{state.fingerprint():016x}" == rows[int(path.stem)]["fingerprint"]


def test_records_of_another_tournament_are_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "records")
    assert run(*SHORT, "--records", folder) == 0
    first = tmp_path / "records" / "000000.record"
    before = first.read_bytes()
    assert run(*SHORT, "--records", folder, "--seed", "99") == 2
    assert "000000.record is the record of another game. Choose another folder." in capsys.readouterr().err
    assert first.read_bytes() == before
    assert run(*SHORT, "--records", folder) == 0  # the same games again
    assert first.read_bytes() == before


def test_a_stopped_run_continues(tmp_path: Path) -> None:
    whole, halted = tmp_path / "whole.jsonl", tmp_path / "halted.jsonl"
    assert run(*SHORT, "--out", str(whole), "--processes", "1") == 0
    lines = whole.read_text().splitlines(keepends=True)
    halted.write_text(lines[0] + lines[5] + lines[2] + lines[3][:20])  # killed while it wrote
    assert run(*SHORT, "--out", str(halted), "--processes", "1") == 0
    assert halted.read_bytes() == whole.read_bytes()


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = [*SHORT, "--games", "4000", "--out", str(out), "--processes", "1"]
    process = subprocess.Popen([sys.executable, "-c", "from spyring.cli import main; main()", *command])
    while not out.exists() or len(out.read_bytes().splitlines()) < 4:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    lines = out.read_text().splitlines()
    assert [json.loads(line)["number"] for line in lines[1:]] == list(range(len(lines) - 1))


ROW = (
    '{"players":["a","b","a","b"],"seed":1,"winners":[0],"ranks":[1,2,3,4],"scores":[1,1,1,1],'
    '"moves":9,"fingerprint":"0",'
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("what is this\n", "Line 1 of .* is not JSON"),
        ('{"format":"another"}\n', "not a results file"),
        ("[]\n", "not a JSON object"),
        ("HEADER\n{}\n", "Line 2 of .* is not a result"),
        ("HEADER", "The only line of .* is incomplete"),
        ('HEADER\nROW"number":[0]}\n', "Line 2 of .* wrong types"),
        ('HEADER\nROW"number":0,"players":null}\n', "Line 2 of .* wrong types"),
        ('HEADER\nROW"number":0}\n', "Line 2 of .* is not of game 0"),
        ('HEADER\n{}\n{"number":1', "Line 2 of .* is not a result"),
    ],
)
def test_a_broken_results_file_is_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    path = tmp_path / "results.jsonl"
    tournament = Tournament(spyring.game("krakow"), [("heuristic", "random") * 2], 8, 1, {"years": 1}, path)
    header = path.read_text().strip()
    assert json.loads(header) == tournament.results.header
    broken = text.replace("HEADER", header).replace("ROW", ROW)
    path.write_text(broken)
    assert run(*SHORT, "--out", str(path)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert re.search(sentence, said)
    assert path.read_text() == broken


def test_the_results_of_another_tournament_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    Tournament(spyring.game("krakow"), [("heuristic", "random") * 2], 8, 2, {"years": 1}, path)
    before = path.read_bytes()
    assert run(*SHORT, "--out", str(path)) == 2
    assert "another run: its seed is 2, not 1" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "chess", "--bots", "heuristic,random"], "Unknown game chess"),
        (["--game", "krakow", "--bots", "heuristic,deep-blue"], "Unknown bot deep-blue"),
        (["--game", "krakow", "--bots", "heuristic"], "at least two bots"),
        (["--game", "krakow"], "Use --bots"),
        (["--game", "krakow", "--line-up", "heuristic,random"], "2 bots; the game has 4 seats"),
        (["--game", "krakow", "--bots", "heuristic,random", "--seats", "3"], "not 3"),
        (["--game", "krakow", "--bots", "heuristic,random", "-o", "years=9"], "years cannot be 9"),
        (["--game", "krakow", "--bots", "heuristic,random", "-o", "years"], "NAME=VALUE"),
        (["--game", "krakow", "--bots", "heuristic,random", "--games", "0"], "games"),
    ],
)
def test_bad_input_is_one_sentence_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    out = tmp_path / "results.jsonl"
    assert run("arena", *arguments, "--out", str(out)) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not out.exists()


# -- workers that break down ---------------------------------------------------------------------------------

FRAGILE = '''
import os
from pathlib import Path
from spyring.bots import Bot

class Fragile(Bot):
    """Takes its whole process down, once."""
    def choose(self, state, seat):
        mark = Path(os.environ["FRAGILE_MARK"])
        if not mark.exists():
            mark.touch()
            os._exit(9)
        return state.legal(seat)[0]

class Cheat(Bot):
    def choose(self, state, seat):
        return 100000

class Clumsy(Bot):
    def choose(self, state, seat):
        return self.best_of(state.legal(seat))

    def best_of(self, moves):
        return moves[1 // 0]

class Idle(Bot):
    def choose(self, state, seat):
        return None
'''


@pytest.fixture
def own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fragile_bots.py").write_text(FRAGILE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("FRAGILE_MARK", str(tmp_path / "crashed"))


@pytest.mark.usefixtures("own_bots")
def test_a_crashed_worker_costs_only_its_running_games(tmp_path: Path) -> None:
    line_up = ("fragile_bots:Fragile", "random", "random", "random")
    tournament = Tournament(spyring.game("krakow"), [line_up], 4, 1, {"years": 1})
    assert sorted(result["number"] for result in tournament.play(2)) == [0, 1, 2, 3]
    assert (tmp_path / "crashed").exists()


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_cheats_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    line_up = "fragile_bots:Cheat,random,random,random"
    assert run("arena", "--game", "krakow", "--line-up", line_up, "--games", "1", "--processes", "1") == 2
    said = capsys.readouterr().err
    assert "fragile_bots:Cheat failed at move" in said
    assert "IllegalMove" in said


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_breaks_down_shows_its_own_code(capsys: pytest.CaptureFixture[str]) -> None:
    line_up = "fragile_bots:Clumsy,random,random,random"
    assert run("arena", "--game", "krakow", "--line-up", line_up, "--games", "1", "--processes", "1") == 2
    said = capsys.readouterr().err
    assert "fragile_bots:Clumsy failed at move" in said
    assert "in choose" in said
    assert "return self.best_of(state.legal(seat))" in said
    assert "ZeroDivisionError" in said
    assert "match.py" not in said


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_chooses_nothing_is_named() -> None:
    players = ("fragile_bots:Idle",) * 4
    match = Match(spyring.game("krakow"), {"years": 1}, Fixture(0, players, 1, (1, 2, 3, 4)))
    with pytest.raises(BotFailed, match=r"fragile_bots:Idle failed at move 1 of game 0: .*chose None"):
        match.step()


def test_a_game_that_always_kills_its_worker_is_named() -> None:
    piece = (7, ("mine:Exits", "random"), 1, (2, 3))
    pool = WorkerPool(Referee(spyring.game("estoril"), {}, None), 1)
    crashes: dict[int, int] = {}
    pool._count_crash([piece], crashes)
    pool._count_crash([piece], crashes)
    with pytest.raises(
        WorkFailed, match=r"^Game 7 \(mine:Exits, random\) crashed its worker process 3 times"
    ):
        pool._count_crash([piece], crashes)


def test_work_that_always_kills_its_worker_is_given_up() -> None:
    with pytest.raises(WorkFailed, match="crashed its worker process 3 times"):
        list(WorkerPool(sys.exit, 1).run([3]))


def test_every_worker_multiplies_matrices_on_its_own_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a search that asks a network makes a tenth of the tries: its threads wait for each other."""
    for name in THREAD_LIMITS:
        monkeypatch.setenv(name, "4")
    assert set(WorkerPool(os.getenv, 2).run(list(THREAD_LIMITS))) == {"1"}


# -- what comes out ------------------------------------------------------------------------------------------


def test_the_better_bot_is_first_and_ties_count_half() -> None:
    rows = [row(number, ["good", "bad"], [1, 2]) for number in range(9)] + [row(9, ["bad", "good"], [1, 1])]
    best, worst = table_rows(rows)
    assert best == ["good", "10", "95.0 %", "65.5 % – 99.5 %"]
    assert worst[:3] == ["bad", "10", "5.0 %"]


def test_results_can_be_kept_in_memory_only() -> None:
    results = Results(None, {"game": "krakow"})
    results.add(row(0, ["a", "b"], [1, 2]))
    assert len(results.finish()) == 1


BROKEN_BOT = """
from spyring.bots import Bot

class Broken(Bot):
    def choose(self, state, seat):
        return self.plan(state)

    def plan(self, state):
        return [][3]
"""


def test_a_bot_in_the_working_folder_is_found_and_its_breakdown_shows_where(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BROKEN_BOT, encoding="utf-8")
    words = ["arena", "--game", "krakow", "--bots", "mine:Broken,random", "--games", "1", "--processes", "1"]
    command = "import sys; from spyring.cli import main; sys.path.remove(''); main(sys.argv[1:])"
    environment = {**os.environ, "PYTHONPATH": str(Path(spyring.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-c", command, *words],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 2
    assert 'mine.py", line 9, in plan' in ran.stderr
    *_traceback, sentence = ran.stderr.splitlines()
    assert sentence.startswith("spyring: mine:Broken failed at move ")
    assert sentence.endswith("IndexError: list index out of range")
