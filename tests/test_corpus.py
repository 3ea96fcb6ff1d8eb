"""What earlier versions wrote opens, replays and verifies, for ever. ``tools/corpus.py`` writes a corpus."""

import gzip
import json
from pathlib import Path
from typing import Final

import pytest

import spyring
from spyring.engine.campaign import Campaign
from spyring.engine.game import Game
from spyring.engine.growth import FIRST
from spyring.engine.record import Record
from spyring.games import with_box

CORPORA: Final = sorted(Path(__file__).with_name("corpus").iterdir())


def every(pattern: str) -> pytest.MarkDecorator:
    """All files of all corpora that match."""
    files = [file for corpus in CORPORA for file in sorted(corpus.glob(pattern))]
    return pytest.mark.parametrize("file", files, ids=lambda file: f"{file.parts[-3]}/{file.stem}")


def game_of(corpus: Path, label: str) -> Game:
    """The game that a label names: ``krakow``, ``krakow-small``, ``krakow-own``, ``spies-rules-1``."""
    name, _dash, more = label.partition("-")
    game = spyring.game(name)
    if more == "small":
        return with_box(game, Path(more))
    if more == "own":
        return with_box(game, corpus / "boxes" / f"{label}.toml")
    edition = game.edition(int(more.removeprefix("rules-"))) if more else game
    assert edition is not None
    return edition


@every("records/*.txt")
def test_a_record_verifies(file: Path) -> None:
    label, _dash, _number = file.stem.rpartition("-")
    record = Record.parse(file.read_text(encoding="utf-8"))
    record.replay(game_of(file.parents[1], label))


@every("positions/*.gz")
def test_saved_positions_are_restored(file: Path) -> None:
    game = game_of(file.parents[1], file.name.partition(".")[0])
    for line in gzip.decompress(file.read_bytes()).decode().splitlines():
        row = json.loads(line)
        state = game.from_json(row["position"], None if row["key"] is None else bytes.fromhex(row["key"]))
        assert f"{state.fingerprint(row['position'].get('data', FIRST)):016x}" == row["fingerprint"]
        for seat, moves in row["legal"].items():
            assert [game.moves.name(move) for move in state.legal(int(seat))] == moves


@every("campaigns/*.txt")
def test_a_campaign_is_loaded(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    campaign = Campaign.load(spyring.game(file.name.partition("-")[0]), text)
    assert campaign.over == file.stem.endswith("whole")


@pytest.mark.parametrize("corpus", CORPORA, ids=lambda corpus: corpus.name)
def test_codes_never_change(corpus: Path) -> None:
    """Sealed chance hashes the number of a move, and running tables and verifiers depend on that."""
    for label, codes in json.loads((corpus / "codes.json").read_text()).items():
        game = game_of(corpus, label)
        for name, (base, size) in codes["moves"].items():
            assert (game.moves[name].base, game.moves[name].size) == (base, size), f"{label}: {name}"
        for name, base in codes["events"].items():
            assert game.events[name].base == base, f"{label}: {name}"
