"""Files are written in one step with normal permissions; no file of the project names a local path."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from spyring.files import put


def test_who_may_read_a_file_is_as_for_any_other_file(tmp_path: Path) -> None:
    plain, made = tmp_path / "plain", tmp_path / "made"
    plain.write_text("a")
    put(made, "a")
    assert made.stat().st_mode == plain.stat().st_mode
    made.chmod(0o640)
    put(made, "b")
    assert made.stat().st_mode & 0o777 == 0o640


def test_a_failed_write_leaves_only_the_old_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    put(path, "old\n")
    with pytest.raises(UnicodeEncodeError):
        put(path, "new \udc00\n")
    assert path.read_bytes() == b"old\n"
    assert list(tmp_path.iterdir()) == [path]


HERE: Final = Path(__file__).parents[1]
# A path from the root. After a letter, a brace or a dot it is part of an address or of another path.
SOMEBODYS: Final = re.compile(
    rb"(?<![\w.}>/*-])/(?:home|Users|root|work|workspace|tmp|private|scratch|mnt|media)/[\w.-]+|[A-Z]:\\Users\\"
)


def tracked() -> list[Path]:
    """Every file that git keeps."""
    if not (HERE / ".git").exists():
        pytest.skip("these sources are no clone")
    said = subprocess.run(["git", "ls-files", "-z"], cwd=HERE, capture_output=True, check=True).stdout
    return [path for name in said.decode().split("\0") if name and (path := HERE / name).is_file()]


def test_no_file_names_a_local_path() -> None:
    named = [
        f"{path.relative_to(HERE)}: {found.group().decode()}"
        for path in tracked()
        if b"\0" not in (text := path.read_bytes())  # neither pictures nor fonts
        for found in SOMEBODYS.finditer(text)
    ]
    assert named == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("cd /{}/spies2", True),
        ("PYTHON=/{}/main/bin/python", True),
        ('Path("/{}/data")', True),
        ("https://example.org/{}/page", False),
        ("{{folder}}/{}/page", False),
        ("a /{}/", False),
    ],
)
@pytest.mark.parametrize("place", ["home", "Users", "tmp", "work"])
def test_a_path_is_told_from_an_address(line: str, place: str, found: bool) -> None:
    assert bool(SOMEBODYS.search(line.format(place).encode())) == found
