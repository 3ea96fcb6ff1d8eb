"""Pin every package, with its hashes, for CI and containers: ``make lock``, ``make lock UPGRADE=1``.

One file holds the pins for every platform and every Python that Spyring runs on. Without UPGRADE=1 a pin
changes only if pyproject.toml requires it. The first line of a file is a digest of the requirements, so that
a test can see when the file is out of date.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

from tools.requirements import to_build, to_run, wanted

FOLDER = Path(__file__).parent.parent / "requirements"
OLDEST_PYTHON = "3.11"
# The extras of each file. The first file holds all pins; the others copy them.
FILES = {
    "test.txt": wanted(["dev"]),
    "build.txt": to_build(),
    "server.txt": to_run(["production", "notify", "oidc"]),
}


def head(name: str) -> str:
    """The first line of a file that matches the current pyproject.toml."""
    asked = "\n".join(FILES[name])
    return f"# make lock wrote this; asked for: {hashlib.sha256(asked.encode()).hexdigest()[:16]}\n"


def write(name: str, upgrade: bool) -> None:
    """Resolve the requirements of one file again."""
    path = FOLDER / name
    command = ["uv", "pip", "compile", "-", "--quiet", "--universal", "--generate-hashes"]
    command += ["--python-version", OLDEST_PYTHON, "--no-annotate", "--no-header", "--output-file", str(path)]
    first = FOLDER / next(iter(FILES))
    if path != first:
        path.unlink(missing_ok=True)
        command += ["--constraints", str(first)]
    elif upgrade:
        command.append("--upgrade")
    asked = "\n".join(FILES[name])
    subprocess.run([sys.executable, "-m", *command], input=asked, text=True, check=True)
    path.write_text(head(name) + path.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file in FILES:
        write(file, upgrade="--upgrade" in sys.argv)
