"""A release is made from a clean tree whose version and changelog agree, on packages that are pinned."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import spyring
from tools import lock, release

ROOT: Final = Path(__file__).parents[1]
CITATION: Final = "version: 1.2.0\ndate-released: 2030-01-31\nurl: https://games.example.com\n"
PIN: Final = re.compile(r"^(\S+)==(\S+?)(?: ;.*)? \\$", re.MULTILINE)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A clone that may be released."""
    package = tmp_path / "src" / "spyring"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2030-01-31\n\n### Added\n\n- New.\n\n"
        "## [1.1.0] - 2029-12-01\n"
    )
    (tmp_path / "CITATION.cff").write_text(CITATION)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(tree: Path, *arguments: str) -> None:
    named = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *named, *arguments], cwd=tree, check=True, capture_output=True)


def commit(tree: Path) -> None:
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "-m", "all")


def test_a_clean_tree_with_a_dated_version_is_released(tree: Path) -> None:
    assert release.complaints(tree) == []


@pytest.mark.parametrize("file", ["CHANGELOG.md", "src/spyring/new.py"])
def test_a_tree_with_changes_is_refused(tree: Path, file: str) -> None:
    with (tree / file).open("a") as changed:
        changed.write("\n")
    (complaint,) = release.complaints(tree)
    assert file in complaint


@pytest.mark.parametrize(
    ("heading", "why"),
    [
        ("## [1.3.0] - 2030-01-31", "begins with 1.3.0"),
        ("## [1.2.0] - soon", "no date"),
        ("- Newer.\n\n## [1.2.0] - 2030-01-31", "unreleased entries"),
        ("Soon", "unreleased entries"),
    ],
)
def test_a_changelog_that_tells_of_something_else_is_refused(tree: Path, heading: str, why: str) -> None:
    changelog = tree / "CHANGELOG.md"
    changelog.write_text(changelog.read_text().replace("## [1.2.0] - 2030-01-31", heading))
    commit(tree)
    (complaint,) = release.complaints(tree)
    assert why in complaint


def test_a_version_is_given_once(tree: Path) -> None:
    git(tree, "tag", "v1.2.0")
    assert release.complaints(tree) == []
    (tree / "README.md").write_text("later\n")
    commit(tree)
    (complaint,) = release.complaints(tree)
    assert "v1.2.0" in complaint


@pytest.mark.parametrize(
    ("line", "other", "why"),
    [
        ("version: 1.2.0", "version: 1.1.0", "needs `version: 1.2.0`"),
        ("date-released: 2030-01-31", "", "needs `date-released: 2030-01-31`"),
        ("url: https://games.example.com", "", "no address"),
    ],
)
def test_a_release_that_cannot_be_cited_is_refused(tree: Path, line: str, other: str, why: str) -> None:
    (tree / "CITATION.cff").write_text(CITATION.replace(line, other))
    commit(tree)
    (complaint,) = release.complaints(tree)
    assert why in complaint


def test_our_changelog_tells_of_our_version_or_of_what_is_unreleased() -> None:
    assert release.version(ROOT) == spyring.__version__
    assert release.newest_entry(ROOT)[0] == spyring.__version__ or release.unreleased(ROOT)


KINDS: Final = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_our_changelog_has_the_headings_of_keep_a_changelog() -> None:
    headings = re.findall(r"^(#+) (.+)$", release.changelog(ROOT), re.MULTILINE)
    assert headings[:2] == [("#", "Changelog"), ("##", "[Unreleased]")]
    assert {title for level, title in headings if level == "###"} <= KINDS


@pytest.mark.parametrize("name", lock.FILES)
def test_pins_are_up_to_date(name: str) -> None:
    """`make lock` after a change of pyproject.toml."""
    text = (lock.FOLDER / name).read_text(encoding="utf-8")
    assert text.startswith(lock.head(name)), "run `make lock`"
    pins = {found[0]: found[1] for found in PIN.findall(text)}
    for line in lock.FILES[name]:
        wanted = Requirement(line)
        assert pins[canonicalize_name(wanted.name)] in wanted.specifier, line


@pytest.mark.parametrize("name", lock.FILES)
def test_pins_name_no_place_to_get_them_from(name: str) -> None:
    text = (lock.FOLDER / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    assert all("--hash=sha256:" in entry for entry in re.split(r"(?m)^(?=\w)", text)[1:])


def test_workflows_call_what_is_there() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        steps = [step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]
        commands = [step["run"] for step in steps if "run" in step]
        assert commands
        for command in commands:
            words = command.split()
            if words[0] == "make":
                assert words[1] in targets, command
            elif "/" in words[0]:
                assert (ROOT / words[0]).is_file(), command


def test_a_release_lists_the_packages_of_a_server(tmp_path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    (command,) = re.findall(r"^SBOM = \$\(PY\) (.*)$", makefile, re.MULTILINE)
    made = tmp_path / "sbom.json"
    arguments = command.replace("dist/spyring-sbom.cdx.json", str(made)).split()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)
    listed = json.loads(made.read_text(encoding="utf-8"))
    assert listed["bomFormat"] == "CycloneDX"
    pins = dict(PIN.findall((lock.FOLDER / "server.txt").read_text(encoding="utf-8")))
    assert {part["name"]: part["version"] for part in listed["components"]} == pins
