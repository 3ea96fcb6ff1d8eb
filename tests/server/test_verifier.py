"""A verifier that was written from the manual alone, with the standard library, checks finished games."""

import ast
import copy
import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import spyring
from spyring.engine.keyed_chance import KeyedChance, Seal
from spyring.engine.record import Record
from spyring.engine.state import State
from tests.server.harness import Harness, play_out
from tests.server.test_chance import ANNS, BOBS, with_nonce

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "verify_chance.py"
SECRET = bytes(range(32))


def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("verify_chance", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verifier = loaded()


def verify(tmp_path: Path, draws: Any, *kept: str) -> tuple[int, str]:
    file = tmp_path / "draws.json"
    file.write_text(json.dumps(draws), encoding="utf-8")
    call = [sys.executable, "-I", str(SCRIPT), str(file), *kept]
    done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def played_out(state: State) -> list[tuple[int, int]]:
    dice, line = random.Random(5), []
    while state.deciders:
        seat = dice.choice(state.deciders)
        line.append((seat, dice.choice(state.legal(seat))))
        state.play(*line[-1])
    return line


def test_it_is_short_and_needs_nothing_but_the_standard_library() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    named = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {str(getattr(node, "module", None) or node.names[0].name) for node in named}
    assert {module.partition(".")[0] for module in modules} <= sys.stdlib_module_names


async def test_it_checks_a_game_that_was_played_at_a_table(harness: Harness, tmp_path: Path) -> None:
    ann, bob = await harness.guest("Ann"), await harness.guest("Bob")
    card = await with_nonce(ann, ANNS, seats=2)
    begun = await bob.post(f"/tables/{card['id']}/join", {"nonce": BOBS})
    await play_out(card["id"], [ann, bob], random.Random(3))
    record = Record.parse(await ann.get(f"/tables/{card['id']}/record"))
    draws = record.draws(harness.services.shelf.game("duel"))
    kept = ("--commitment", card["fairness"]["commitment"], "--start", begun["fairness"]["start"])
    status, told = verify(tmp_path, draws, *kept, "--nonce", f"0:{ANNS}", "--nonce", f"1:{BOBS}")
    assert (status, card["id"] in told) == (0, True), told
    assert verify(tmp_path, draws, "--commitment", "00" * 32) == (
        1,
        "Wrong: another commitment was shown before.\n",
    )
    assert verify(tmp_path, draws, "--nonce", f"0:{BOBS}")[0] == 1


@pytest.mark.parametrize("scheme", [1, 2])
@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
def test_it_checks_every_game_and_finds_every_lie(name: str, scheme: int) -> None:
    game = spyring.game(name)
    seats = game.seats[0]
    seal = Seal(SECRET, "green-door", tuple(bytes([seat]) * seat for seat in range(seats)), scheme)
    state = game.start(seats=seats, key=seal.key())
    line = played_out(state)
    draws = Record.parse(Record.of(state, 0, line, seal=seal).text()).draws(game)
    assert verifier.check(draws) > 20
    at = next(number for number, made in enumerate(draws["moves"]) if made["draws"])
    lies: list[tuple[tuple[Any, ...], Any]] = [
        (("secret",), "00" * 32),
        (("start",), "00" * 32),
        (("nonces", 0), "ff"),
        (("set_up", 0, 1), draws["set_up"][0][1] + 1),
        (("moves", 0, "move"), draws["moves"][0]["move"] + 1),
        (("moves", at, "seat"), 9),
        (("moves", at, "draws", 0, 1), draws["moves"][at]["draws"][0][1] + 1),
        (("began", "drawn"), 16),
    ]
    if scheme == 2:
        lies.append((("scheme",), 1))
    for (*where, last), lie in lies:
        false = copy.deepcopy(draws)
        inside: Any = false
        for step in where:
            inside = inside[step]
        inside[last] = lie
        with pytest.raises(verifier.Wrong):
            verifier.check(false)


def test_it_checks_a_game_that_began_in_the_middle() -> None:
    game = spyring.game("krakow")
    seal = Seal(SECRET, "green-door", (b"", b"", b"", b""))
    state = game.start(key=seal.key())
    for _move in range(40):
        state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    position = state.to_json()
    record = Record.of(state, 0, played_out(state), position=position, seal=seal)
    draws = Record.parse(record.text()).draws(game)
    assert draws["began"]["drawn"] > 0
    assert draws["set_up"] == []
    assert verifier.check(draws) > 0


def test_it_shuffles_as_the_engine_does() -> None:
    state = spyring.game("krakow").start(key=SECRET)
    state.keyed = KeyedChance(SECRET)
    ours, theirs = list(range(60)), list(range(60))
    chance = verifier.Chance(SECRET)
    for seat, move in ((0, 7), (3, 1200)):
        state.shuffle(ours)
        chance.shuffle(theirs)
        state.keyed.absorb(seat, move)
        chance.move(seat, move)
    assert ours == theirs != sorted(ours)


def test_the_example_of_the_manual_is_true() -> None:
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    key = verifier.key_of("t", bytes(32), [b"\xaa", b""])
    chance = verifier.Chance(key)
    before = [chance.draw(6) for _draw in range(5)]
    chance.move(1, 417)
    after = [chance.draw(6) for _draw in range(5)]
    for digest in (verifier.commitment(2, "t", bytes(32)), key, verifier.start(key), chance.path):
        assert f"`{digest.hex()}`" in page
    assert (
        f"are {', '.join(map(str, before))}; the next five after it are {', '.join(map(str, after))}." in page
    )
