"""The packages that ``make play`` installs include everything that the server imports."""

import ast
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

ROOT = Path(__file__).parent.parent


def named(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def brought_along(wanted: list[str]) -> set[str]:
    """Packages with all their dependencies, except extras."""
    found: set[str] = set()
    waiting = [named(one) for one in wanted]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            try:
                needed = requires(name) or []
            except PackageNotFoundError:  # for another platform
                continue
            waiting += [named(one) for one in needed if "extra ==" not in one]
    return found


def imported(file: Path) -> set[str]:
    """What a module needs to be imported at all."""
    names: set[str] = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names - sys.stdlib_module_names - {"spyring"}


def test_a_server_imports_only_what_its_extra_brings() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    brought = brought_along([*project["dependencies"], *project["optional-dependencies"]["server"]])
    owners = packages_distributions()
    missing = {
        f"{file.name}: {name}"
        for room in ("server", "web")
        for file in (ROOT / "src" / "spyring" / room).rglob("*.py")
        for name in imported(file)
        if not {named(owner) for owner in owners.get(name, [name])} & brought
    }
    assert missing == set()
