"""``spyring box``: boxes of one's own."""

from pathlib import Path
from typing import Any

import click
from rich.syntax import Syntax

import spyring
from spyring.cli.files import read
from spyring.cli.screen import console
from spyring.engine.box import toml
from spyring.engine.boxed import BoxedGame
from spyring.engine.errors import BadBox, SpyringError
from spyring.engine.game import Game
from spyring.games import with_box


def game_of(path: Path) -> Game:
    """The game that the box, or the campaign, in a file says it is for."""
    data = toml_of(path)
    header = data.get("campaign", data.get("box"))
    name = header.get("game") if isinstance(header, dict) else None
    if not isinstance(name, str):
        raise BadBox(f'{path} does not say which game it is for; it needs a line game = "…" under [box].')
    try:
        return spyring.game(name)
    except SpyringError as error:
        raise BadBox(f"{path}: {error}") from error


def is_campaign(path: Path) -> bool:
    """Whether a file holds the content of a campaign rather than a box."""
    return isinstance(toml_of(path).get("campaign"), dict)


def toml_of(path: Path) -> dict[str, Any]:
    """What a TOML file says; refusals begin with the name of the file."""
    try:
        return toml(read(path))
    except BadBox as error:
        raise BadBox(f"{path}{str(error).removeprefix('This')}") from error


def campaign_in(game: Game, path: Path) -> str:
    """The name of the campaign in a file; refusals begin with the name of the file."""
    try:
        return game.validate_campaign(read(path))
    except NotImplementedError as error:
        raise BadBox(f"{path}: {game.title} has no campaigns.") from error
    except BadBox as error:
        raise BadBox(f"{path}: {error}") from error


@click.group(invoke_without_command=True)
@click.pass_context
def box(ctx: click.Context) -> None:
    """A box holds every component of a game as data: print one, change it, check it, play with it."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@box.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "name", help="Where the game is, module:NAME, if it is not on the shelf.")
def check(file: Path, name: str | None) -> None:
    """Check the box, or the campaign, in FILE against the constraints of its game's ledger."""
    game = game_of(file) if name is None else spyring.game(name)
    if is_campaign(file):
        click.echo(f"{file} is a sound campaign for {game.title}: {campaign_in(game, file)}.")
        return
    game = with_box(game, file)
    click.echo(f"{file} is a sound box for {game.title}: {game.box_name}, digest {game.box_digest()}.")


@box.command()
@click.argument("game")
def show(game: str) -> None:
    """Print the box of GAME; send it into a file to make one of your own."""
    chosen = spyring.game(game)
    if not isinstance(chosen, BoxedGame):
        raise BadBox(f"{chosen.title} has no box of its own.")
    text = chosen.standard_box()
    screen = console()
    if screen.is_terminal:
        screen.print(Syntax(text, "toml", theme="ansi_light", background_color="default", word_wrap=True))
    else:
        click.echo(text, nl=False)
