"""The terminal client: whole games by script, questions, refusals, and games that are never lost."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.console import Console

import spyring as package
from spyring.bots import make
from spyring.cli.client import Client, MoveUndone, Quit
from spyring.cli.files import SaveFile
from spyring.cli.local_game import LocalGame
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import english
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.languages import translation
from tests.cli.conftest import Spyring
from tests.toys import DUEL, RELAY

KRAKOW = package.game("krakow")
ONE_YEAR = ("play", "krakow", "--seed", "3", "--option", "years=1", "--bots", "random")


def moves(record: Record) -> list[tuple[str, str]]:
    """Seats and moves."""
    return [(entry.seat, entry.move) for entry in record.entries]


def saved(data: Path) -> Record:
    """The one game in the data folder, replayed and found right."""
    [file] = data.glob("*.record")
    record = Record.parse(file.read_text(encoding="utf-8"))
    record.replay(KRAKOW)
    return record


# -- whole games ---------------------------------------------------------------------------------------------


def test_a_whole_game_by_numbers(spyring: Spyring, data: Path) -> None:
    game = spyring(*ONE_YEAR, keys="1\n" * 300)
    assert game.code == 0
    assert re.search(r"★ +(White|Black) (Dagger|Purse)", game.out)
    assert "wins." in game.out
    assert saved(data).result.startswith("won by ")
    assert saved(data).players["white-dagger"] == "person"
    assert saved(data).players["black-purse"] == "bot random"


def test_the_same_seed_and_keys_give_the_same_game(spyring: Spyring, tmp_path: Path) -> None:
    files = [tmp_path / "a.record", tmp_path / "b.record"]
    for file in files:
        spyring(*ONE_YEAR, "--save", file, keys="1\n2\n1\n2\n1\n")
    assert files[0].read_text() == files[1].read_text()


def test_any_seat_by_name_or_number(spyring: Spyring) -> None:
    assert "Black Purse. " in spyring(*ONE_YEAR, "--seat", "2").out
    assert "Black Dagger. " in spyring(*ONE_YEAR, "--seat", "black-dagger").out


# -- questions and answers -----------------------------------------------------------------------------------


def client(state: State, tmp_path: Path, seat: int = 0) -> tuple[Client, Console]:
    """A client for a position, on a screen that remembers."""
    screen = Console(record=True, width=100, file=open(os.devnull, "w"))  # noqa: SIM115
    local_game = LocalGame(state, 0, {}, SaveFile(tmp_path / "game.record"))
    bots = {other: make("random", other) for other in range(int(state.seats)) if other != seat}
    return Client(screen, local_game, seat, bots, english, "spyring play krakow --resume"), screen


def asked_state(seed: int = 21) -> State:
    """A position in which the first seat answers a trick."""
    state = KRAKOW.start(seed=seed, events=True)
    while 0 not in state.deciders or state.view(0)["asked"]["frame"] != "Answer":
        seat = state.deciders[0]
        state.play(seat, state.legal(seat)[0])
    return state


def answers(line: str, tmp_path: Path) -> tuple[str, int | None]:
    """What the client replies to a line, and the move that it reads from it."""
    state = asked_state()
    before = state.fingerprint()
    asking, screen = client(state, tmp_path)
    move = asking.answer(line, asking.choices())
    assert state.fingerprint() == before
    return screen.export_text(), move


def test_a_question_mark_shows_the_rule_behind_the_question(tmp_path: Path) -> None:
    said, move = answers("?", tmp_path)
    assert move is None
    assert said.startswith("KRK-6.2  A trick")


def test_a_question_mark_with_a_number_shows_the_rules_behind_a_choice(tmp_path: Path) -> None:
    hand = [KRAKOW.moves.name(move) for move in sorted(asked_state().legal(0))]
    number = hand.index("play prophecy-of-war") + 1
    for line in (f"? {number}", f"?{number}", "? play prophecy-of-war"):
        said, move = answers(line, tmp_path)
        assert move is None
        assert said.startswith("Play Prophecy of War:\nKRK-6.2  A trick")


def test_a_question_mark_with_a_clause(tmp_path: Path) -> None:
    assert answers("? krk-9.4", tmp_path)[0].startswith("KRK-9.4  Strong intrigues")


def test_names_in_the_language_that_is_shown_are_understood(tmp_path: Path) -> None:
    state = asked_state()
    polish = translation("pl", KRAKOW).gettext
    asking, _screen = client(state, tmp_path)
    asking.translate = polish
    for choice in asking.choices():
        assert asking.answer(KRAKOW.moves.say(choice.move, polish), asking.choices()) == choice.move


# -- taking back ---------------------------------------------------------------------------------------------


def test_alone_against_bots_moves_can_be_taken_back(tmp_path: Path) -> None:
    state = KRAKOW.start(seed=0, events=True)
    asking, screen = client(state, tmp_path)
    with_bots = [seat for seat in range(4) if seat != 0]
    while not any(seat == 0 for seat, _move in asking.local_game.moves) or 0 not in asking.state.deciders:
        seat = next((seat for seat in asking.state.deciders if seat in with_bots), 0)
        asking.local_game.play(seat, asking.state.legal(seat)[0])
    mine = max(number for number, (seat, _move) in enumerate(asking.local_game.moves) if seat == 0)
    with pytest.raises(MoveUndone):
        asking.answer("undo", asking.choices())
    assert len(asking.local_game.moves) == mine
    assert asking.state is asking.local_game.state
    assert 0 in asking.state.deciders
    assert "Your last move was undone." in screen.export_text()
    kept = Record.parse((tmp_path / "game.record").read_text(encoding="utf-8"))
    assert len(kept.entries) == mine


# -- a small screen ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["one after another", "simultaneous"])
def test_the_question_names_the_secret_that_is_hid(way: str, spyring: Spyring) -> None:
    """The first that is neither hid nor planned, in the order in which the nation drew them."""
    together = ("--option", "setup_placement=simultaneous") if way == "simultaneous" else ()
    game = spyring("play", "spies", "--seed", "3", *together, keys="2\n2\n")
    [first, *others] = re.findall(r"Germany’s (Secret \d+) is |, (\d+) is ", " ".join(game.out.split()))
    asked = re.findall(r"secret (Secret \d+)\)", " ".join(game.out.split()))
    assert asked == [first[0], *(f"Secret {number}" for _text, number in others[:2])]


def test_a_refused_move_is_explained_by_its_clause(tmp_path: Path) -> None:
    said, move = answers("play an-arms-deal", tmp_path)
    assert move is None
    assert said.startswith("Play An Arms Deal: This card is not in your hand.\nKRK-5.5  Year and season")


def test_moves_in_words_and_parts_of_words(tmp_path: Path) -> None:
    wanted = KRAKOW.moves.parse("play prophecy-of-war")
    for line in ("play prophecy-of-war", "play prophecy", "prophecy", "proph war"):
        assert answers(line, tmp_path)[1] == wanted


def test_what_fits_no_single_choice_is_not_guessed(tmp_path: Path) -> None:
    said, move = answers("play", tmp_path)
    assert move is None
    assert said.startswith("Did you mean one of these?\nKRK-6.2\n   1  Play ")
    with pytest.raises(SpyringError, match="Unknown verb"):
        answers("zebra", tmp_path)
    with pytest.raises(SpyringError, match=r"There is no choice 9999\. Choose 1 to 9"):
        answers("9999", tmp_path)


def test_help_log_and_table(tmp_path: Path) -> None:
    assert "undo your last move" in answers("help", tmp_path)[0]
    assert "“*” marks what you see" in answers("help", tmp_path)[0]
    assert "You secretly belong to the " in answers("log", tmp_path)[0]
    assert "What the moves are about" in answers("table", tmp_path)[0]
    with pytest.raises(Quit):
        answers("quit", tmp_path)


def test_a_refusal_at_the_keyboard_does_not_end_the_game(spyring: Spyring, data: Path) -> None:
    game = spyring(*ONE_YEAR, keys="nonsense\n999\n?\nplay the-moon\n1\n")
    assert game.code == 0
    assert "Unknown verb: nonsense" in game.out
    assert "Unknown card: the-moon" in game.out
    assert [entry.seat for entry in saved(data).entries].count("white-dagger") == 1


# -- games that draw nothing themselves, interruptions, data that passes to the next game --------------------


def at_the_keyboard(
    game: Game, tmp_path: Path, keys: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[Client, str]:
    """A game with two bots, played to its end with these keys, and all that was on the screen."""
    monkeypatch.setattr("sys.stdin", io.StringIO(keys))
    asking, screen = client(game.start(seats=3, seed=0, events=True), tmp_path)
    assert asking.run() == 0
    assert asking.state.outcome is not None
    return asking, screen.export_text()


def test_a_game_of_another_author_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asking, said = at_the_keyboard(DUEL, tmp_path, "1\n" * 400, monkeypatch)
    assert f"{DUEL.title} · red (you) ─" in said
    asking.local_game.save.load().replay(DUEL)


def test_a_person_may_interrupt_and_the_record_carries_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, said = at_the_keyboard(RELAY, tmp_path, "1\n" * 400, monkeypatch)
    assert "Press Enter to go on, or interrupt as" in said
    record = asking.local_game.save.load()
    first = RELAY.seat_names(3)[0]
    assert any(entry.seat == first and entry.move.startswith("play ") for entry in record.entries)
    record.replay(RELAY)


def test_what_an_earlier_game_left_is_kept_when_a_game_is_resumed(tmp_path: Path) -> None:
    legacy = {"mission": 3, "scars": 2}
    state = RELAY.start(seats=3, seed=8, legacy=legacy)
    save = SaveFile(tmp_path / "relay.record")
    save.save(Record.of(state, 8, [], legacy))
    local_game = LocalGame.resume(RELAY, save.load(), save)
    seat = local_game.state.deciders[0]
    local_game.play(seat, local_game.state.legal(seat)[0])
    again = save.load()
    assert again.legacy == legacy
    assert again.replay(RELAY).fingerprint() == local_game.state.fingerprint()


# -- secrets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_screen_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(seed: int, tmp_path: Path) -> None:
    state = asked_state(seed)
    screens = []
    for world in (state, state.resample(0, 99), state.resample(0, 100)):
        asking, screen = client(world, tmp_path)
        choices = asking.choices()
        asking.show_log()
        asking.show_table(choices)
        asking.show_question(False)
        asking.answer("play an-arms-deal", choices)
        screens.append(screen.export_text())
    assert screens[0] == screens[1] == screens[2]


# -- nothing is lost -----------------------------------------------------------------------------------------


def test_the_end_of_the_input_keeps_the_game(spyring: Spyring, data: Path) -> None:
    game = spyring(*ONE_YEAR, keys="1\n1\n")
    assert game.code == 0
    assert "The game is saved in " in game.out
    assert "To continue: spyring play krakow --resume" in game.out
    assert saved(data).result == "open"


def test_a_game_continues_where_it_was_left(spyring: Spyring, data: Path) -> None:
    spyring(*ONE_YEAR, keys="1\n1\nquit\n")
    left = saved(data)
    resumed = spyring("play", "krakow", "--resume", keys="1\n1\n")
    assert resumed.code == 0
    assert "You secretly belong to the " in resumed.out, "who comes back is told everything again"
    done = saved(data)
    assert moves(done)[: len(moves(left))] == moves(left)
    assert len(moves(done)) > len(moves(left))
    assert done.players == left.players


def test_a_named_file_is_resumed_and_the_hint_says_how(spyring: Spyring, tmp_path: Path) -> None:
    file = tmp_path / "our game.record"
    game = spyring(*ONE_YEAR, "--save", file, keys="1\n")
    assert f"To continue: spyring play krakow --resume --save '{file}'" in game.out
    before = len(Record.parse(file.read_text(encoding="utf-8")).entries)
    assert spyring("play", "krakow", "--resume", "--save", file, keys="1\n").code == 0
    assert len(Record.parse(file.read_text(encoding="utf-8")).entries) > before


def test_a_game_that_began_in_the_middle_is_resumed(spyring: Spyring, tmp_path: Path) -> None:
    scenario = {"game": "krakow", "chance": 1, "table": {"season": 4, "chest": [3, 1, 0, 1]}}
    file = tmp_path / "gold.record"
    record = Record.of(KRAKOW.from_json(scenario), 1, [], position=scenario)
    file.write_text(record.text(), encoding="utf-8")
    first = spyring("play", "krakow", "--resume", "--save", file, keys="1\n")
    assert first.code == 0
    assert "season: Winter" in first.out or "year-end" in first.out
    assert "left 2" in first.out
    left = Record.parse(file.read_text(encoding="utf-8"))
    second = spyring("play", "krakow", "--resume", "--save", file, keys="2\n3\nready\n")
    assert "Spring begins" in second.out
    assert moves(Record.parse(file.read_text(encoding="utf-8")))[: len(moves(left))] == moves(left)


def test_a_file_that_another_process_wrote_meanwhile_is_kept(tmp_path: Path) -> None:
    state = KRAKOW.start(seed=1)
    save = SaveFile(tmp_path / "game.record")
    local_game = LocalGame.begin(state, 1, {}, save)
    save.path.write_text("Dear diary,")
    seat = state.deciders[0]
    with pytest.raises(SpyringError, match="Nothing was overwritten"):
        local_game.play(seat, state.legal(seat)[0])
    assert save.path.read_text() == "Dear diary,"
    assert [path.name for path in tmp_path.iterdir()] == ["game.record"], "no half-written file stays behind"


def started(data: Path) -> subprocess.Popen[str]:
    """The real command with a real keyboard, waiting for its second answer."""
    environment = {**os.environ, "SPYRING_DATA": str(data), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "spyring", *ONE_YEAR],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        found = list(data.glob("*.record"))
        if found and " white-dagger " in found[0].read_text(encoding="utf-8").split("\n\n", 1)[1]:
            return process
        time.sleep(0.02)
    raise AssertionError("the game did not start")


def test_ctrl_c_never_loses_the_game(data: Path) -> None:
    process = started(data)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "The game is saved in " in out
    assert "Traceback" not in err
    assert saved(data).result == "open"


def test_a_killed_process_loses_nothing_that_was_played(spyring: Spyring, data: Path) -> None:
    process = started(data)
    process.kill()
    process.communicate(timeout=20)
    left = saved(data)
    assert any(seat == "white-dagger" for seat, _move in moves(left))
    assert spyring("play", "krakow", "--resume", keys="1\n").code == 0
    assert moves(saved(data))[: len(moves(left))] == moves(left)
