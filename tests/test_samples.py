"""What the manuals show is true: Python runs and prints what they say, commands are understood."""

import doctest
import io
import re
import shlex
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import click
import pytest

from spyring.cli import COMMANDS, load

ROOT: Final = Path(__file__).resolve().parents[1]
MANUALS: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND: Final = re.compile(r"^(?:\.venv/bin/)?spyring +([a-z]+\b.*?)(?:  +.*)?$", re.MULTILINE)

in_every_manual = pytest.mark.parametrize("manual", MANUALS, ids=lambda path: path.name)


@in_every_manual
def test_its_python_prints_what_it_says(manual: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(manual.stem.replace("-", "_"))  # what pickles is looked up in the module it is of
    monkeypatch.setitem(sys.modules, module.__name__, module)
    names: dict[str, Any] = vars(module)
    text = manual.read_text(encoding="utf-8")
    blocks = [(match[1], match[2]) for match in BLOCK.finditer(text)]
    for number, (language, code) in enumerate(blocks):
        if language == "python" and ">>>" in code:
            told = io.StringIO()
            test = doctest.DocTestParser().get_doctest(code, names, manual.name, str(manual), 0)
            doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.write, clear_globs=False)
            names.update(test.globs)
            assert not told.getvalue(), told.getvalue()
        elif language == "python":
            printed = io.StringIO()
            with redirect_stdout(printed):
                exec(compile(code, str(manual), "exec"), names)
            follows = blocks[number + 1 : number + 2]
            shown = follows[0][1] if follows and follows[0][0] == "text" else ""
            assert printed.getvalue() == shown, "a block of text behind the code shows what it prints"


@in_every_manual
def test_its_commands_are_understood(manual: Path) -> None:
    text = manual.read_text(encoding="utf-8")
    shown = [line for match in BLOCK.finditer(text) if not match[1] for line in COMMAND.findall(match[2])]
    shown += [
        line
        for code in re.findall(r"`((?:\.venv/bin/)?spyring [^`]+)`", text)
        for line in COMMAND.findall(code)
    ]
    for line in shown:
        words = shlex.split(line.replace("\\\n", " "))
        if words[0] in COMMANDS and not any(word in ("...", "…") or word.isupper() for word in words):
            understood(load(words[0]), words)


def understood(command: click.Command, words: list[str]) -> None:
    """Options and arguments are those of the command; nothing is run. A mention may leave arguments out."""
    if isinstance(command, click.Group) and words[1:]:
        inner = command.commands[words[1]]
        understood(inner, words[1:])
    else:
        with suppress(click.MissingParameter, click.exceptions.NoArgsIsHelpError):
            command.make_context(words[0], words[1:])
