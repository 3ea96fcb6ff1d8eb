"""``spyring box``: your own boxes."""

from pathlib import Path
from typing import Any

import click

import spyring
from spyring.cli.files import read
from spyring.cli.options import MODULE
from spyring.engine.box import toml
from spyring.engine.boxed import BoxedGame
from spyring.engine.errors import BadBox, SpyringError
from spyring.engine.game import Game
from spyring.games import with_box


def game_of(path: Path) -> Game:
    """The game that a box or a campaign file names."""
    data = toml_of(path)
    header = data.get("campaign", data.get("box"))
    name = header.get("game") if isinstance(header, dict) else None
    if not isinstance(name, str):
        raise BadBox(f'{path} names no game. Add a line game = "…" under [box].')
    try:
        return spyring.game(name)
    except SpyringError as error:
        raise BadBox(f"{path}: {error}") from error


def is_campaign(path: Path) -> bool:
    """Whether a file holds a campaign rather than a box."""
    return isinstance(toml_of(path).get("campaign"), dict)


def toml_of(path: Path) -> dict[str, Any]:
    """The data of a TOML file. Errors name the file."""
    try:
        return toml(read(path))
    except BadBox as error:
        raise BadBox(f"{path}{str(error).removeprefix('This')}") from error


def campaign_in(game: Game, path: Path) -> str:
    """The name of the campaign in a file. Errors name the file."""
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
@MODULE
def check(file: Path, module: str | None) -> None:
    """Check the box, or the campaign, in FILE against the constraints of its game's ledger."""
    game = game_of(file) if module is None else spyring.game(module)
    if is_campaign(file):
        click.echo(f"{file} is a valid campaign for {game.title}: {campaign_in(game, file)}.")
        return
    game = with_box(game, file)
    click.echo(f"{file} is a valid box for {game.title}: {game.box_name}, digest {game.box_digest()}.")


@box.command()
@click.argument("game")
def show(game: str) -> None:
    """Print the box of GAME. Redirect it to a file to make your own."""
    chosen = spyring.game(game)
    if not isinstance(chosen, BoxedGame):
        raise BadBox(f"{chosen.title} has no box of its own.")
    click.echo(chosen.standard_box(), nl=False)
