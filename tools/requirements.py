"""Print the requirements in pyproject.toml: to build, to run, and for the extras named as arguments."""

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


def wanted(extras: list[str]) -> list[str]:
    """The requirements to build and to run with these extras."""
    return sorted({*to_build(), *to_run(extras)})


def to_build() -> list[str]:
    """The requirements to build a wheel."""
    requires: list[str] = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["build-system"]["requires"]
    return sorted(requires)


def to_run(extras: list[str]) -> list[str]:
    """The requirements in pyproject.toml, sorted; an extra may include other extras."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    open_ends = [*project["dependencies"], *(f"{project['name']}[{extra}]" for extra in extras)]
    while open_ends:
        requirement = open_ends.pop()
        own = re.fullmatch(rf"{project['name']}\[(.*)\]", requirement)
        if own:
            for extra in own[1].split(","):
                open_ends += project["optional-dependencies"][extra.strip()]
        else:
            found.add(requirement)
    return sorted(found)


if __name__ == "__main__":
    print(*wanted(sys.argv[1:]), sep="\n")
