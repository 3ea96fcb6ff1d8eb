"""Errors are one sentence: what is wrong, where, what is allowed. The exit code is 2, and no file is lost."""

import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import spyring as package
from spyring.engine.errors import SpyringError
from tests.cli.conftest import Spyring

KRAKOW = package.game("krakow")
BOX = files("spyring.games.krakow").joinpath("box.toml").read_text(encoding="utf-8")


def refused(spyring: Spyring, *words: object, keys: str = "") -> str:
    """The sentence with which a command is refused."""
    told = spyring(*words, keys=keys)
    assert told.code == 2
    assert told.out == ""
    assert re.fullmatch(r"spyring: [^\n]+\n", told.err), "one line, and no traceback"
    return told.err.removeprefix("spyring: ").rstrip("\n")


# -- words on the command line -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("play chess", "Unknown game chess. Known games: "),
        ("play krakow --option years=9", "Option years cannot be 9. Choose one of 1, 2, 3."),
        ("play krakow --option speed=9", "Unknown option speed. This game has years, "),
        ("play krakow --option seed=9", "Unknown option seed. This game has years, "),
        ("play krakow --option years", "“years” is not an option. Write it as NAME=VALUE."),
        ("play krakow --seats 5", "Kraków 1325 AD is for 4 seats, not 5."),
        ("play krakow --seats four", "Invalid value for '--seats': 'four' is not a valid integer."),
        ("play krakow --seed x", "Invalid value for '--seed': 'x' is not a valid integer."),
        ("play krakow --seat green-spoon", "Unknown seat green-spoon. Choose white-dagger, "),
        ("play krakow --seat 0", "Unknown seat 0. Choose white-dagger, "),
        ("play krakow --bots ", "Unknown bot"),
        ("play krakow --bots deep-thought", "Unknown bot deep-thought. Choose random, heuristic"),
        ("play krakow --resume --seed 7", "--resume continues a game as it is. Leave out --seed, "),
        ("play krakow --resume --option years=1", "--resume continues a game as it is. "),
        ("play krakow --resume", "There is no unfinished game of krakow in "),
        ("play krakow --resume --save nowhere.record", "nowhere.record cannot be read: No such file"),
        ("play krakow --box nowhere.toml", "nowhere.toml cannot be read: No such file or directory."),
        ("play", "Missing argument 'GAME'. Try: spyring play --help"),
        ("play krakow --fast", "No such option"),
        ("games chess", "Unknown game chess"),
        ("rules KRK-99.9", "Unknown clause KRK-99.9. Clauses look like "),
        ("box show chess", "Unknown game chess"),
        ("box check nowhere.toml", "nowhere.toml cannot be read: No such file or directory."),
        ("replay nowhere.record", "nowhere.record cannot be read: No such file or directory."),
        ("castle", "No such command 'castle'."),
    ],
)
def test_a_word_that_is_wrong(
    spyring: Spyring, words: str, sentence: str, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(spyring, *words.split(" ")).startswith(sentence)
    assert not data.exists(), "a game that never began leaves no file"
    assert list(tmp_path.iterdir()) == []


# -- boxes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("break_it", "sentence"),
    [
        (lambda box: box.replace("points = 3", "points = 4"), "KRK-D8: castle is worth 3 points."),
        (lambda box: box[: box.rindex("[[card]]")], "KRK-D1: the box has 55 cards; it must have 56."),
        (lambda box: box[:7000], "is not a TOML file: "),
        (
            lambda box: f"deep = {'[' * 9999}{']' * 9999}\n{box}",
            "is not a TOML file: it is nested too deeply.",
        ),
        (lambda box: "", "names no game"),
        (lambda box: "box = 7", "names no game"),
        (lambda box: box.replace('game = "krakow"', 'game = "chess"'), "Unknown game chess"),
    ],
)
def test_a_box_that_is_wrong(
    spyring: Spyring, break_it: Callable[[str], str], sentence: str, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(break_it(BOX), encoding="utf-8")
    told = refused(spyring, "box", "check", mine)
    assert told.startswith(str(mine))
    assert sentence in told
    assert refused(spyring, "play", "krakow", "--box", mine).startswith(str(mine))


@pytest.mark.parametrize("words", [("box", "check"), ("replay",), ("play", "krakow", "--box")])
def test_files_that_are_no_text(spyring: Spyring, words: tuple[str, ...], tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    assert re.fullmatch(rf"{picture} is (no|not a) text file\.", refused(spyring, *words, picture))
    told = refused(spyring, *words, tmp_path)
    assert str(tmp_path) in told
    assert "is a directory" in told.lower()


# -- positions -----------------------------------------------------------------------------------------------


def position() -> dict[str, Any]:
    """A sound position in the first trick."""
    return dict(KRAKOW.start(seed=1).to_json())


@pytest.mark.parametrize(
    ("break_it", "sentence"),
    [
        (
            lambda data: data["table"]["hands"][2].pop(),
            r"There must be 1 of ",
        ),
        (
            lambda data: data["table"]["hands"][2].append("a-pony"),
            r"\"a-pony\" in hands of table is not a ",
        ),
        (lambda data: data.update(game="chess"), r"This position is of chess, not of krakow\."),
        (lambda data: data.update(seats=5), r"Kraków 1325 AD is for 4 seats, not 5\."),
        (lambda data: data.update(options={"years": 9}), r"Option years cannot be 9\. "),
        (lambda data: data.update(stack=[["Sleep"]]), r"\[\"Sleep\"\] is not a frame of krakow. "),
        (lambda data: data.update(table=7), r"The table of a position is an object\."),
    ],
)
def test_a_position_that_is_wrong(break_it: Callable[[dict[str, Any]], object], sentence: str) -> None:
    broken = position()
    break_it(broken)
    with pytest.raises(SpyringError, match=sentence) as told:
        KRAKOW.from_json(broken)
    assert "\n" not in str(told.value)


# -- records -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("break_it", "sentence"),
    [
        (
            lambda text: text[: len(text) // 2],
            r"Line \d+: the record breaks off after \d+ moves; ",
        ),
        (
            lambda text: re.sub(r"(?m)^(9 \S+) .*$", r"\1 decline", text),
            r"Line \d+, move 9: \S+ cannot “",
        ),
        (lambda text: text.replace("seed 5\n", "seed 6\n"), r"Line \d+"),
        (lambda text: text.replace("game krakow", "game chess"), r"Unknown game chess"),
        (lambda text: text.replace("record 2", "record 1", 1), r"Line 1: this record is of format 1; "),
        (lambda text: "1. e4 e5", r"Line 1: this is not a Spyring record; "),
        (
            lambda text: text + "99 white-dagger decline\n",
            r"Line \d+: the record continues after its end line",
        ),
        (
            lambda text: text.replace("seed 5\n", "seed 5\nweather fine\n"),
            r"Line 7: “weather” means nothing ",
        ),
        (
            lambda text: text.replace("seed 5\n", f"seed 5\nsecret {'0' * 64}\n"),
            r"Line 7: “secret” has no pl",
        ),
        (lambda text: text.replace("seed 5\n", "seed 5\nnonce 1 aa\n"), r"Line 7: “nonce 1” has no place"),
        (
            lambda text: text.replace("seed 5\n", "seed 5\nplayer eve Eve\n"),
            r"Line 7: unknown seat eve; ",
        ),
    ],
)
@pytest.mark.parametrize("way", ["replay", "verify", "resume"])
def test_a_record_that_is_wrong(
    spyring: Spyring, break_it: Callable[[str], str], sentence: str, way: str, record: Path
) -> None:
    broken = break_it(record.read_text(encoding="utf-8"))
    record.write_text(broken, encoding="utf-8")
    words = {
        "replay": ("replay", record),
        "verify": ("replay", "--verify", record),
        "resume": ("play", "krakow", "--resume", "--save", record),
    }[way]
    told = refused(spyring, *words)
    assert told.startswith(f"{record}: ")
    if way != "resume":
        assert re.match(re.escape(f"{record}: ") + sentence, told)
    assert record.read_text(encoding="utf-8") == broken


def test_a_finished_game_cannot_be_resumed(spyring: Spyring, record: Path) -> None:
    told = refused(spyring, "play", "krakow", "--resume", "--save", record)
    assert re.search(r": this game is over \(won by .*\)\. Look at it with spyring replay\.$", told)


def test_a_record_needs_its_own_box(spyring: Spyring, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(BOX.replace("{ fame = 3, gold = 3 }", "{ fame = 2, gold = 3 }"), encoding="utf-8")
    file = tmp_path / "mine.record"
    assert spyring("play", "krakow", "--box", mine, "--save", file, keys="1\n").code == 0
    for words in (("replay", file), ("play", "krakow", "--resume", "--save", file)):
        assert "replay it with its own box." in refused(spyring, *words)
        assert spyring(*words, "--box", mine).code == 0


@pytest.mark.parametrize("number", ["-1", "999"])
def test_a_position_that_the_record_does_not_have(spyring: Spyring, record: Path, number: str) -> None:
    told = refused(spyring, "replay", record, "--move", number)
    assert re.fullmatch(rf"There is no position {number}\. The record ends at move \d+\.", told)


# -- places to save ------------------------------------------------------------------------------------------


def test_a_new_game_never_goes_over_an_old_file(spyring: Spyring, record: Path, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary,")
    for file in (diary, record):
        before = file.read_text(encoding="utf-8")
        told = refused(spyring, "play", "krakow", "--save", file, keys="1\n")
        assert told == f"{file} already exists. Name another file, or continue with --resume."
        assert file.read_text(encoding="utf-8") == before


def test_a_place_that_cannot_be_written(spyring: Spyring, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = refused(spyring, "play", "krakow", "--save", tmp_path / "file" / "game.record")
    assert "cannot be written: " in told


# -- the terminal --------------------------------------------------------------------------------------------


def test_a_terminal_without_the_letters(tmp_path: Path) -> None:
    for words in (("games",), ("play", "krakow"), ("rules", "KRK-4")):
        told = subprocess.run(
            [sys.executable, "-m", "spyring", *words],
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 2
        sentence = "The output cannot be written as ascii. Set PYTHONIOENCODING=utf-8."
        assert told.stderr.splitlines()[-1] == f"spyring: {sentence}"


def test_files_with_seeds_are_for_their_owner_only(spyring: Spyring, tmp_path: Path, data: Path) -> None:
    before = os.umask(0)
    try:
        assert spyring("play", "krakow", keys="1\n").code == 0
        assert spyring("play", "krakow", "--save", tmp_path / "mine.record", keys="1\n").code == 0
        arena = (
            "arena",
            "--game",
            "krakow",
            "--line-up",
            "random,random,random,random",
            "--option",
            "years=1",
        )
        kept = ("--games", "1", "--out", tmp_path / "results.jsonl", "--records", tmp_path / "games")
        assert spyring(*arena, *kept).code == 0
    finally:
        os.umask(before)
    files = [
        *data.iterdir(),
        *tmp_path.glob("*.record"),
        *tmp_path.glob("*.jsonl"),
        *(tmp_path / "games").iterdir(),
    ]
    assert len(files) >= 4
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
