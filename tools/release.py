"""Refuse a release that cannot be repeated, or whose changelog or citation describes another version.

Prints nothing and exits with 0 if all is well; then `make release` continues.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


def version(root: Path) -> str:
    """The version of the package."""
    text = (root / "src" / "spyring" / "__init__.py").read_text(encoding="utf-8")
    (found,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return str(found)


def changelog(root: Path) -> str:
    return (root / "CHANGELOG.md").read_text(encoding="utf-8")


def newest_entry(root: Path) -> tuple[str, str]:
    """The newest version in the changelog, with its date; empty if nothing was released."""
    found = re.search(r"^## \[(\d\S*)\] - (.+)$", changelog(root), re.MULTILINE)
    return (found[1], found[2]) if found else ("", "")


def unreleased(root: Path) -> list[str]:
    """The entries that are not released yet."""
    _above, _heading, below = changelog(root).partition("\n## [Unreleased]\n")
    return re.findall(r"^- .+$", below.partition("\n## ")[0], re.MULTILINE)


def citation(root: Path) -> dict[str, str]:
    """The plain fields of CITATION.cff."""
    text = (root / "CITATION.cff").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w-]+): (.+)$", text, re.MULTILINE))


def uncitable(root: Path, ours: str, when: str) -> list[str]:
    """What CITATION.cff lacks for others to cite this version."""
    cited = citation(root)
    wanted = {"version": ours, "date-released": when}
    found = [
        f"CITATION.cff needs `{name}: {value}`." for name, value in wanted.items() if cited.get(name) != value
    ]
    if not {"url", "repository-code", "doi"} & set(cited):
        found.append("CITATION.cff has no address: add `url:`, `repository-code:` or `doi:`.")
    return found


def complaints(root: Path = ROOT) -> list[str]:
    """Everything that prevents a release."""
    found = []
    changed = git(root, "status", "--porcelain")
    if changed:
        found.append(f"These files are not as they were committed:\n{changed}")
    ours = version(root)
    told, when = newest_entry(root)
    if unreleased(root):
        found.append(f"The changelog has unreleased entries: move them to `## [{ours}] - YYYY-MM-DD`.")
    elif told != ours:
        found.append(f"The package is version {ours}; the changelog begins with {told or 'no version'}.")
    elif not DATE.fullmatch(when):
        found.append(f"The changelog gives version {ours} no date: write `## [{ours}] - YYYY-MM-DD`.")
    else:
        found += uncitable(root, ours, when)
    tag = f"v{ours}"
    if git(root, "tag", "--list", tag) and git(root, "rev-list", "-n1", tag) != git(
        root, "rev-parse", "HEAD"
    ):
        found.append(f"The tag {tag} stands at another commit: give this one a new version.")
    return found


if __name__ == "__main__":
    sys.exit("\n".join(complaints()) or 0)
