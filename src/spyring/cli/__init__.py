"""The ``spyring`` command.

Every command is a module of this package with a click command of the same name. It is loaded only when it is
called, so ``spyring games`` is fast and a missing package stops only the commands that need it.
"""

import gc
import os
import platform
import sys
from importlib import import_module
from typing import Final

import click

from spyring import __version__, build
from spyring.cli.reloading import RELOAD
from spyring.engine.errors import SpyringError

VERSION: Final = f"spyring %(version)s, {build} build, Python {platform.python_version()}"
EXIT_REFUSED: Final = 2
EXIT_INTERRUPTED: Final = 130

COMMANDS: Final = {
    "play": "Play a game against bots in the terminal.",
    "replay": "Show a recorded game, or verify its record.",
    "analyse": "Look back at a finished game: chances, luck, turning points, better moves.",
    "puzzles": "Find puzzles in games between bots.",
    "games": "List the games on the shelf, with their options.",
    "rules": "Print a clause of the rules.",
    "box": "Check a box of your own, or print the one on the shelf.",
    "setup": "Write the settings file of a server, and invite its first administrator.",
    "serve": "Run a server.",
    "migrate": "Upgrade a database without serving it.",
    "admin": "Manage the people, tables and backups of a server.",
    "mcp": "Let a language model play at a server, over the Model Context Protocol.",
    "arena": "Let bots play many games, and compare them.",
    "balance": "Measure the balance of a game.",
    "benchmark": "Measure players on fixed tasks that others can repeat.",
    "bench": "Measure how fast the games run.",
}
EXTRAS: Final = {
    "setup": "server",
    "serve": "server",
    "migrate": "server",
    "admin": "server",
    "mcp": "mcp",
    "bench": "bench",
}


class MissingExtra(SpyringError):
    """A command needs a package that is not installed."""


class Commands(click.Group):
    """Knows the names of the commands, and loads a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return load(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def load(name: str) -> click.Command:
    """The command of this name. If a package is missing, the error names it."""
    if name == "serve":
        RELOAD.watch()  # before its imports, which take a second
    gc.disable()  # they make objects that stay: to look for garbage among them would take a sixth of the time
    try:
        command = getattr(import_module(f"spyring.cli.{name}"), name)
    except ModuleNotFoundError as error:
        extra = f" Install it with: pip install 'spyring[{EXTRAS[name]}]'" if name in EXTRAS else ""
        raise MissingExtra(f"spyring {name} needs {error.name}, which is not installed.{extra}") from error
    finally:
        gc.enable()
    assert isinstance(command, click.Command)
    return command


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message=VERSION)
@click.pass_context
def spyring(ctx: click.Context) -> None:
    """A table for games of espionage."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: list[str] | None = None) -> None:
    """Run the command and leave with its exit code: 0, 2 for anything refused, 130 for Ctrl-C."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # so that the user's own bots and games are found
    try:
        code = spyring.main(arguments, prog_name="spyring", standalone_mode=False)
    except SpyringError as error:
        refuse(str(error), getattr(error, "details", ""))
    except click.UsageError as error:
        hint = f" Try: {error.ctx.command_path} --help" if error.ctx is not None else ""
        refuse(error.format_message() + hint)
    except click.ClickException as error:
        refuse(error.format_message())
    except UnicodeEncodeError as error:
        refuse(f"The output cannot be written as {error.encoding}. Set PYTHONIOENCODING=utf-8.")
    except (click.Abort, KeyboardInterrupt):
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)


def refuse(sentence: str, details: str = "") -> None:
    """Print the details and one line on stderr, and exit."""
    if details:
        click.echo(details, err=True)
    click.echo("spyring: " + " ".join(sentence.split()), err=True)
    sys.exit(EXIT_REFUSED)
