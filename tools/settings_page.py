"""Write docs/settings.md from the settings: ``make generated``.

Operators need no variables of tests: the page leaves out each variable in a table of CONTRIBUTING.md.
"""

import ast
import inspect
import re
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from spyring.server.core.settings import OTHERS, PREFIX, Settings

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "settings.md"
CONTRIBUTING: Final = ROOT / "CONTRIBUTING.md"
HEADING: Final = "-- "
HEAD: Final = """# Settings

<!-- `make generated` writes this page from `spyring.server.core.settings`. -->

Set these as environment variables, or in the file `spyring.toml` in the current folder: there
`SPYRING_BOT_DELAY` is `bot_delay`. A variable takes precedence over the file, and an option of a command
over both. `spyring setup` writes the file.

When it starts, `spyring serve` warns about unknown variables that begin with `SPYRING_`. It refuses an
unknown name in the file. Separate the values of a list with commas; in the file write `["a", "b"]`.

`deploy/spyring.env` is an example for systemd and a proxy. [Run a server](server.md) shows the settings that
most servers need.
"""


def described() -> dict[str, list[tuple[str, str]]]:
    """The settings under their headings, each with its comment, on the same line or above."""
    lines = inspect.getsource(Settings).splitlines()
    (definition,) = ast.parse("\n".join(lines)).body
    assert isinstance(definition, ast.ClassDef)
    fields = {
        node.lineno - 1: node.target.id
        for node in definition.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    found: dict[str, list[tuple[str, str]]] = {}
    heading = ""
    above: list[str] = []
    for number, line in enumerate(lines):
        _code, _sign, comment = line.partition("# ")
        if number in fields:
            found[heading].append((fields[number], " ".join([*above, comment]).strip()))
            above = []
        elif comment.startswith(HEADING):
            heading, above = comment.removeprefix(HEADING), []
            found[heading] = []
        else:
            above = [*above, comment] if comment else []
    return found


def values(field: FieldInfo) -> str:
    """The possible values of a setting."""
    kind: Any = field.annotation
    if get_origin(kind) is Literal:
        return ", ".join(f"`{value}`" for value in get_args(kind))
    return {bool: "`true`, `false`", int: "a whole number", float: "a number", str: "text"}.get(
        kind, "a list"
    )


def default(field: FieldInfo) -> str:
    """The default value of a setting."""
    value = field.default
    if isinstance(value, tuple):
        value = ",".join(value)
    text = str(value).lower() if isinstance(value, bool) else f"{value}".removesuffix(".0")
    return f"`{text}`" if text else ""


def of_tests() -> set[str]:
    """The variables that CONTRIBUTING.md explains."""
    return set(re.findall(rf"^\| `({PREFIX}\w+)` \|", CONTRIBUTING.read_text(encoding="utf-8"), re.MULTILINE))


def render() -> str:
    """The page."""
    parts, elsewhere = [HEAD], of_tests()
    for heading, settings in described().items():
        parts.append(f"\n## {heading}\n\n| variable | values | default | meaning |\n|---|---|---|---|\n")
        for name, meaning in settings:
            field = Settings.model_fields[name]
            row = (f"`{PREFIX}{name.upper()}`", values(field), default(field), meaning)
            parts.append(f"| {' | '.join(row)} |\n".replace("|  |", "| |"))
    parts.append("\n## Other variables\n\n| variable | meaning |\n|---|---|\n")
    parts += [f"| `{name}` | {meaning} |\n" for name, meaning in OTHERS.items() if name not in elsewhere]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
