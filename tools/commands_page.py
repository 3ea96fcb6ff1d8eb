"""Write docs/commands.md from click's data about the commands: ``make generated``."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from spyring.cli import COMMANDS, EXTRAS, load

PAGE: Final = Path(__file__).parent.parent / "docs" / "commands.md"
HEAD: Final = """# Commands

<!-- `make generated` writes this page from `spyring.cli`. -->

`spyring COMMAND --help` prints the same. The exit code is 0 for success, 2 for an error and 130 after Ctrl-C.
In a list of values, put commas between them. A game is a name such as `krakow`, or `module:NAME`.
"""
KINDS: Final = {"Int": "a whole number", "Float": "a number", "Path": "a path", "String": "text"}


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command and subcommand, with the words that call it."""
    for name in COMMANDS:
        command = load(name)
        yield name, command
        if isinstance(command, click.Group):
            for inner, subcommand in sorted(command.commands.items()):
                yield f"{name} {inner}", subcommand


def usage(words: str, command: click.Command) -> str:
    """The line to type, without the options."""
    found = [f"spyring {words}"]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            choices = getattr(parameter.type, "choices", ())
            name = "|".join(choices) or (parameter.metavar or (parameter.name or "").upper()).strip("[].")
            more = name + ("..." if parameter.nargs == -1 else "")
            found.append(more if parameter.required else f"[{more}]")
    options = any(isinstance(parameter, click.Option) for parameter in command.params)
    return " ".join([*found, *["[OPTIONS]"] * options, *["COMMAND"] * isinstance(command, click.Group)])


def values(option: dict[str, Any]) -> str:
    """The values of an option; nothing for a flag."""
    kind = option["type"]
    if option["is_flag"]:
        return ""
    if "choices" in kind:
        return ", ".join(f"`{choice}`" for choice in kind["choices"])
    return KINDS[kind["param_type"].removesuffix("Range")] + (", repeatable" if option["multiple"] else "")


def row(option: click.Option) -> str:
    """The line about one option."""
    about = option.to_info_dict()
    shown = f"`{about['default']}`" if option.show_default and not option.is_flag else ""
    names = ", ".join(f"`{name}`" for name in [*option.opts, *option.secondary_opts])
    meaning = (option.help or "").rstrip(".") + (" (required)" if option.required else "")
    return (
        "|"
        + "|".join(f" {cell} " if cell else " " for cell in (names, values(about), shown, meaning))
        + "|\n"
    )


def section(words: str, command: click.Command) -> str:
    """A command: the line to type, what it does, its options."""
    text = inspect.cleandoc(command.help or "").replace("\b\n", "")
    extra = f"\n\nInstall it with `pip install 'spyring[{EXTRAS[words]}]'`." if words in EXTRAS else ""
    parts = [f"\n{'###' if ' ' in words else '##'} {words}\n\n", f"```text\n{usage(words, command)}\n```\n\n"]
    parts.append(f"{text}{extra}\n")
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    if options:
        parts += ["\n| option | value | default | meaning |\n|---|---|---|---|\n", *map(row, options)]
    return "".join(parts)


def render() -> str:
    """The page."""
    listed = "".join(f"| [`{name}`](#{name}) | {meaning} |\n" for name, meaning in COMMANDS.items())
    sections = "".join(section(words, command) for words, command in commands())
    return f"{HEAD}\n| command | what it does |\n|---|---|\n{listed}{sections}"


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
