"""Damaged files: one sentence says what is wrong, and the file stays unchanged."""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import spyring
from spyring.cli.files import read, read_record
from spyring.engine.campaign import Campaign
from spyring.engine.errors import BadBox, BadPosition, BadRecord, SpyringError
from spyring.engine.game import Game
from spyring.games import with_box
from tests.night import NIGHT
from tests.test_corpus import CORPORA, game_of

NEWEST: Final = CORPORA[-1]
PLACES: Final = 50 if NIGHT else 12  # of a file that are damaged, evenly spread
OTHERS: Final[tuple[Any, ...]] = (None, -1, 10**30, 1.5, True, "x", [], {}, [7], {"a": 1})
LONGEST: Final = 2000  # letters of a refusal

Open = Callable[[Path], object]


def damaged(data: bytes) -> Iterator[bytes]:
    """The file cut off at many places, and with one byte there flipped, overwritten or lost."""
    for number in range(PLACES):
        at = len(data) * number // PLACES
        yield data[:at]
        yield data[:at] + bytes([data[at] ^ 1 << number % 8]) + data[at + 1 :]
        yield data[:at] + b'0-{["\n\x00\xff'[number % 8 :][:1] + data[at + 1 :]
        yield data[:at] + data[at + 1 :]


def misfits(data: Any, whole: Any) -> Iterator[bytes]:
    """JSON with one of its parts replaced by something else, at every place but the middle of lists."""
    keys = list(data) if isinstance(data, dict) else sorted({0, len(data) - 1} & set(range(len(data))))
    for key in keys:
        part = data[key]
        for number, other in enumerate(OTHERS):
            if (number - len(str(part))) % len(OTHERS) < (3 if NIGHT else 1):
                data[key] = other
                yield json.dumps(whole).encode()
        data[key] = part
        if isinstance(part, dict | list):
            yield from misfits(part, whole)


def check(path: Path, texts: Iterable[bytes], opens: Open) -> None:
    """Each damage is refused in one sentence, or harmless; nothing is written."""
    refused = 0
    for text in texts:
        path.write_bytes(text)
        sentence = refusal(opens, path)
        refused += bool(sentence)
        assert len(sentence) < LONGEST
        assert "\n" not in sentence
        assert path.read_bytes() == text
    assert refused > PLACES


def refusal(opens: Open, path: Path) -> str:
    """The sentence by which a file is refused; empty if it opens."""
    try:
        opens(path)
    except SpyringError as error:
        return str(error)
    return ""


def only_first(pattern: str) -> pytest.MarkDecorator:
    """One file of each game and box."""
    files = sorted(NEWEST.glob(pattern))
    labels = [file.stem.rpartition("-")[0] for file in files]
    few = [file for at, file in enumerate(files) if labels[at] not in labels[:at]]
    return pytest.mark.parametrize("file", few, ids=lambda file: file.name.partition(".")[0])


@only_first("records/*.txt")
def test_a_damaged_record(file: Path, tmp_path: Path) -> None:
    game = game_of(NEWEST, file.stem.rpartition("-")[0])
    check(tmp_path / "record", damaged(file.read_bytes()), lambda path: read_record(path).replay(game))


@only_first("campaigns/*.txt")
def test_a_damaged_campaign(file: Path, tmp_path: Path) -> None:
    game = spyring.game("season0")
    check(tmp_path / "campaign", damaged(file.read_bytes()), lambda path: Campaign.load(game, read(path)))


def read_position(path: Path) -> Any:
    try:
        return json.loads(read(path))
    except ValueError as error:
        raise BadPosition("This is no JSON.") from error


@pytest.mark.parametrize("file", sorted(NEWEST.glob("positions/*.gz")), ids=lambda file: file.name)
def test_a_damaged_position(file: Path, tmp_path: Path) -> None:
    game = game_of(NEWEST, file.name.partition(".")[0])
    rows = [json.loads(line) for line in gzip.decompress(file.read_bytes()).decode().splitlines()]
    for row in rows[: 4 if NIGHT else 2]:
        key = None if row["key"] is None else bytes.fromhex(row["key"])

        def opens(path: Path, key: bytes | None = key) -> None:
            state = game.from_json(read_position(path), key)
            for seat in range(int(state.seats)):
                state.view(seat)

        position = row["position"]
        check(tmp_path / "position", damaged(json.dumps(position).encode()), opens)
        check(tmp_path / "position", misfits(position, position), opens)


@pytest.mark.parametrize("file", sorted(NEWEST.glob("boxes/*.toml")), ids=lambda file: file.stem)
def test_a_damaged_box(file: Path, tmp_path: Path) -> None:
    game = spyring.game(file.stem.partition("-")[0])
    check(tmp_path / "box", damaged(file.read_bytes()), lambda path: with_box(game, path))


@pytest.mark.parametrize("game", spyring.shelf(), ids=lambda game: game.name)
def test_a_component_without_one_of_its_entries(game: Any, tmp_path: Path) -> None:
    """Any line of a box may be missing."""
    lines = game.standard_box().splitlines()
    path = tmp_path / "box"
    for at in range(0, len(lines), 5 if NIGHT else 23):
        path.write_text("\n".join(lines[:at] + lines[at + 1 :]), encoding="utf-8")
        sentence = refusal(lambda path: with_box(game, path), path)
        assert not sentence or sentence.startswith(f"{path}: ")


UPDATE: Final = r"Update Spyring to open it\.$"


def test_a_newer_box_or_campaign_is_refused_with_what_to_do(tmp_path: Path) -> None:
    krakow: Game = spyring.game("krakow")
    box = (NEWEST / "boxes" / "krakow-own.toml").read_text(encoding="utf-8")
    path = tmp_path / "box"
    path.write_text(box.replace("[box]", "[box]\nformat = 2", 1), encoding="utf-8")
    with pytest.raises(BadBox, match="this box is of format 2; this program reads 1. " + UPDATE):
        with_box(krakow, path)
    path.write_text(box.replace("[box]", "[box]\nformat = 1", 1), encoding="utf-8")
    assert (
        with_box(krakow, path).box_digest()
        == with_box(krakow, NEWEST / "boxes" / "krakow-own.toml").box_digest()
    )
    with pytest.raises(BadRecord, match="^This campaign is of format 2; this program reads 1. " + UPDATE):
        Campaign.load(spyring.game("season0"), "spyring campaign 2\ncampaign evening\n")
