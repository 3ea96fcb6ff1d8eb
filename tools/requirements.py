"""Print what pyproject.toml asks for: to build, to run, and for the extras named as arguments."""

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


def wanted(extras: list[str]) -> list[str]:
    """What is needed to build and to run with these extras."""
    return sorted({*to_build(), *to_run(extras)})


def to_build() -> list[str]:
    """What a wheel is made with."""
    requires: list[str] = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["build-system"]["requires"]
    return sorted(requires)


def to_run(extras: list[str]) -> list[str]:
    """The requirements as they are written there, sorted; an extra made of other extras stands for those."""
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
