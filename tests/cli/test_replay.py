"""Replays: verified, and told as a seat saw them."""

import re
from pathlib import Path

import spyring as package
from spyring.cli.files import read_record
from spyring.engine.keyed_chance import Seal
from spyring.engine.record import Record
from tests.cli.conftest import Spyring

KRAKOW = package.game("krakow")


def test_a_record_is_verified(spyring: Spyring, record: Path) -> None:
    told = spyring("replay", record, "--verify")
    assert told.code == 0
    assert re.fullmatch(r".*: Kraków 1325 AD, \d+ moves, won by \S+, scores .*: verified\.\n", told.out)


def test_everything_is_told(spyring: Spyring, record: Path) -> None:
    told = spyring("replay", record)
    last = len(read_record(record).entries)
    assert told.code == 0
    assert f"Move 1 of {last}: " in told.out
    assert f"Move {last} of {last}: " in told.out
    assert "wins." in told.out


def test_the_table_after_any_move_from_any_seat(spyring: Spyring, record: Path) -> None:
    told = spyring("replay", record, "--move", 6, "--seat", "white-purse")
    assert "White Purse (you)" in told.out
    assert "hand*: " in told.out
    assert "trick: 2" in told.out
    spectator = spyring("replay", record, "--move", 6)
    assert "(you)" not in spectator.out
    assert "Your hand" not in spectator.out


def test_an_unfinished_game_shows_one_seat_only_its_own_moves(spyring: Spyring, tmp_path: Path) -> None:
    file = tmp_path / "open.record"
    spyring("play", "krakow", "--seed", 3, "--save", file, keys="1\n1\n")
    told = spyring("replay", file, "--seat", "white-dagger").out
    assert re.search(r"^Move \d+ of \d+: White Dagger – Play ", told, re.MULTILINE)
    assert re.search(r"^Move \d+ of \d+: Black Purse$", told, re.MULTILINE)
    assert not re.search(r"^Move \d+ of \d+: Black Purse –", told, re.MULTILINE)


def test_a_sealed_record_says_what_was_committed(spyring: Spyring, tmp_path: Path) -> None:
    seal = Seal(bytes(32), "table", (b"ann", b"", b"bob", b""))
    state = KRAKOW.start(key=seal.key())
    seat = state.deciders[0]
    moves = [(seat, state.legal(seat)[0])]
    state.play(*moves[0])
    file = tmp_path / "game.spyring"
    file.write_text(Record.of(state, 0, moves, seal=seal).text())
    told = spyring("replay", file, "--verify")
    assert told.code == 0
    assert seal.commitment() in told.out
    file.write_text(file.read_text().replace(b"bob".hex(), b"eve".hex()))
    assert spyring("replay", file, "--verify").code != 0
