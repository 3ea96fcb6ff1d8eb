"""The browser's own check of chance, by the script that pages have, without a browser."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from spyring.engine.keyed_chance import Seal

SCRIPTS = Path(__file__).parents[2] / "src" / "spyring" / "web" / "static" / "js"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node runs the scripts of pages here")

SECRET, MINE, YOURS = bytes(range(32)), bytes([7]) * 16, bytes([9]) * 16


def run(tmp_path: Path, script: str) -> Any:
    """What a script says as JSON that has the modules of the pages beside it."""
    for name in ("blake2b.js", "chance.js"):
        shutil.copy(SCRIPTS / name, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "run.js").write_text(script)
    assert NODE is not None
    done = subprocess.run(
        [NODE, "run.js"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_its_digests_are_those_of_everybody(tmp_path: Path) -> None:
    lengths = (0, 1, 3, 64, 127, 128, 129, 256, 300)
    cases = [
        (size, key, person, bytes(at % 251 for at in range(length)))
        for length in lengths
        for size, key, person in (
            (32, b"", ""),
            (64, b"", "spyring path"),
            (32, bytes(range(32)), "spyring table"),
        )
    ]
    asked = [[size, list(key), person, list(data)] for size, key, person, data in cases]
    found = run(
        tmp_path,
        f"""import {{ blake2b }} from "./blake2b.js";
        import {{ hex }} from "./chance.js";
        const asked = {json.dumps(asked)};
        const found = asked.map(([size, key, person, data]) => hex(blake2b(data, {{ size, key, person }})));
        console.log(JSON.stringify(found));""",
    )
    assert found == [
        hashlib.blake2b(data, digest_size=size, key=key, person=person.encode()).hexdigest()
        for size, key, person, data in cases
    ]


def verdicts(tmp_path: Path, shown: list[dict[str, str]], kept: dict[str, Any]) -> list[bool]:
    """What the browser thinks of each page, by what it has kept."""
    found: list[bool] = run(
        tmp_path,
        f"""import {{ agrees }} from "./chance.js";
        const found = {json.dumps(shown)}.map((page) => agrees(page, {json.dumps(kept)}));
        console.log(JSON.stringify(await Promise.all(found)));""",
    )
    return found


def page(seal: Seal, **more: str) -> dict[str, str]:
    """What a page says of a finished game."""
    return {
        "fairness": "green-door",
        "bound": seal.table,
        "scheme": str(seal.scheme),
        "commitment": seal.commitment(),
        "start": seal.start(),
        "secret": seal.secret.hex(),
        "nonces": " ".join(nonce.hex() for nonce in seal.nonces),
    } | more


@pytest.mark.parametrize("scheme", [1, 2])
def test_it_believes_what_it_was_shown_and_nothing_else(tmp_path: Path, scheme: int) -> None:
    seal = Seal(SECRET, "green-door", (YOURS, b"", MINE), scheme)
    kept = {"commitment": seal.commitment(), "start": seal.start(), "nonces": [MINE.hex()]}
    honest = page(seal)
    another = page(Seal(bytes(32), "green-door", seal.nonces, scheme))
    reseated = page(Seal(SECRET, "green-door", (b"x" * 16, b"", MINE), scheme))
    renamed = page(Seal(SECRET, "blue-door", seal.nonces, scheme))
    without_me = page(Seal(SECRET, "green-door", (YOURS, b"", b""), scheme))
    lies = [
        another,  # another secret
        honest | {"secret": "00" * 32},
        reseated,  # the same secret, but another number was put in after the start
        renamed,  # the key follows from another name
        without_me,
        honest | {"nonces": honest["nonces"].replace(MINE.hex(), YOURS.hex())},
        honest | {"start": "00" * 32},
    ]
    assert verdicts(tmp_path, [honest, *lies], kept) == [True] + [False] * len(lies)
    unseen = {"commitment": seal.commitment(), "nonces": kept["nonces"]}
    assert verdicts(tmp_path, [honest, renamed], unseen) == [True, False]
    unopened = page(seal, secret="", nonces="")
    assert verdicts(tmp_path, [unopened, unopened | {"start": "00" * 32}], kept) == [True, False]
