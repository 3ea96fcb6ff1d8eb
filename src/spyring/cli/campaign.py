"""``spyring campaign``: games that go on where the one before ended, in the terminal."""

import re
import secrets
import shlex
import sys
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

import spyring
from spyring.cli import drawing
from spyring.cli.client import FINISHED
from spyring.cli.files import BadFile, SaveFile, data_folder, read, write
from spyring.cli.language import translation
from spyring.cli.local_game import LocalGame
from spyring.cli.play import PERSON, at_the_keyboard, placed, read_options, seated_bots
from spyring.cli.screen import console, sheet
from spyring.engine.campaign import MAX_FILE_LETTERS, OPTION, Campaign, campaigns
from spyring.engine.errors import BadOption, BadRecord, BadSeats, SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.record import Record
from spyring.files import PRIVATE
from spyring.games import with_box

SUFFIX = ".campaign"
A_FILE = click.Path(path_type=Path)


class CampaignFile(SaveFile):
    """The one file in which a campaign is kept: the finished games, then the running one."""

    def __init__(self, path: Path, chain: Campaign, written: str = "") -> None:
        super().__init__(path)
        self.chain = chain
        self.written = written
        self.finished = ("", -1)  # what the file says of finished games, and how many they are

    def check(self) -> None:
        """Refuse a place where something else lies; the campaign's own file goes on."""
        if self.path.exists() and not self.written:
            raise BadFile(
                f"{self.path} exists already; name another file, "
                f"or go on with it: {resume_command(self.path)}"
            )

    def save(self, record: Record) -> None:
        """Keep the running game behind those that are finished."""
        if self.path.exists() and read(self.path) != self.written:
            raise BadFile(f"{self.path} holds something else than this campaign; nothing was overwritten.")
        if self.finished[1] != len(self.chain.records):
            self.finished = (self.chain.text(), len(self.chain.records))
        text = f"{self.finished[0]}\n{record.text()}"
        write(self.path, text, PRIVATE)
        self.written = text


@click.group(invoke_without_command=True)
@click.pass_context
def campaign(ctx: click.Context) -> None:
    """A campaign is a chain of games: each begins with what the one before left.

    It is kept after every move in one file, which can be taken along and is verified wherever it is opened.
    Without a command the last campaign continues; if it is over, or there is none, a new one starts.
    """
    if ctx.invoked_subcommand is not None:
        return
    path = unfinished()
    if path is not None:
        click.echo(f"This goes on with {path}.")
        ctx.invoke(go_on, file=path)
    game, name = choose_campaign()
    ctx.invoke(start, game=game, name=name)


@campaign.command()
@click.argument("game")
@click.argument("name")
@click.option("--seats", type=int, help="How many seats in the first game; later ones may have others.")
@click.option("--seat", help="Your seat, by its name or its number from 1; the first one if left out.")
@click.option("--people", help="Several seats at one keyboard, with commas; all, or none to watch.")
@click.option("--seed", type=int, help="The same seed deals the same games.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule option, for all games."
)
@click.option("--bots", metavar="BOT", help="Who plays the other seats: heuristic (as if left out), …")
@click.option("--box", type=A_FILE, help="A box of your own; see: spyring box.")
@click.option("--save", type=A_FILE, help="Where to keep the campaign; by default among your data.")
@click.option("--language", help="Such as pl; by default that of the terminal.")
def start(
    game: str,
    name: str,
    seats: int | None,
    seat: str | None,
    people: str | None,
    seed: int | None,
    options: tuple[str, ...],
    bots: str | None,
    box: Path | None,
    save: Path | None,
    language: str | None,
) -> None:
    """Begin the campaign NAME of GAME, and play until you have had enough for today."""
    chosen = spyring.game(game) if box is None else with_box(spyring.game(game), box)
    known = campaigns(chosen)
    if not known:
        raise BadOption(f"{chosen.title} has no campaigns.")
    if name not in known:
        raise BadOption(f"There is no campaign {name} of {chosen.title}; there are {', '.join(known)}.")
    given = read_options(chosen, options)
    if OPTION in given:
        raise BadOption(f"The campaign is named after the game, without --option {OPTION}=….")
    chain = Campaign(chosen, name, **given)
    path = save if save is not None else new_path(f"{chosen.name}-{name}")
    runner = CampaignRunner(
        CampaignFile(path, chain), language, again(path, game if ":" in game else None, box)
    )
    runner.start_game(seats, one_of(seat, people), bots, seed)
    sys.exit(runner.run())


@campaign.command("go-on")
@click.argument("file", type=A_FILE, required=False)
@click.option("--seats", type=int, help="How many seats in the next game; as before if left out.")
@click.option("--seat", help="Your seat, by its name or its number from 1; as before if left out.")
@click.option("--people", help="Several seats at one keyboard, with commas; all, or none to watch.")
@click.option("--seed", type=int, help="Deals the next games.")
@click.option("--bots", metavar="BOT", help="Who plays the other seats; as before if left out.")
@click.option("--box", type=A_FILE, help="The box of your own with which it was begun.")
@click.option("--game", help="Where the game is, module:NAME, if it is not on the shelf.")
@click.option("--language", help="Such as pl; by default that of the terminal.")
def go_on(
    file: Path | None,
    seats: int | None,
    seat: str | None,
    people: str | None,
    seed: int | None,
    bots: str | None,
    box: Path | None,
    game: str | None,
    language: str | None,
) -> None:
    """Go on with the campaign in FILE, or with the one that was played last."""
    path = file if file is not None else latest()
    text = read(path)
    chain = loaded(path, text, game, box)
    if chain.over:
        raise BadFile(f"{path}: this campaign is over; look at it with: {look(path)}")
    if chain.state is not None and (seats is not None or seed is not None):
        raise BadSeats(f"{path}: a game is running as it was dealt; --seats and --seed are for the next one.")
    runner = CampaignRunner(CampaignFile(path, chain, text), language, again(path, game, box))
    runner.start_game(seats, one_of(seat, people), bots, seed)
    sys.exit(runner.run())


@campaign.command()
@click.argument("file", type=A_FILE, required=False)
@click.option("--box", type=A_FILE, help="The box of your own with which it was begun.")
@click.option("--game", help="Where the game is, module:NAME, if it is not on the shelf.")
@click.option("--language", help="Such as pl; by default that of the terminal.")
def status(file: Path | None, box: Path | None, game: str | None, language: str | None) -> None:
    """How the campaign in FILE stands, or the one that was played last."""
    path = file if file is not None else latest()
    chain = loaded(path, read(path), game, box)
    show(console(), chain, translation(language, chain.game))
    if not chain.over:
        click.echo(f"\n{again(path, game, box)}")


@campaign.command()
@click.argument("file", type=A_FILE)
@click.option("--box", type=A_FILE, help="The box of your own with which it was begun.")
@click.option("--game", help="Where the game is, module:NAME, if it is not on the shelf.")
def check(file: Path, box: Path | None, game: str | None) -> None:
    """Replay every game of the campaign in FILE, and verify that each begins where the last one ended."""
    chain = loaded(file, read(file), game, box)
    count = len(chain.records)
    played = f"{count} finished game" if count == 1 else f"{count} finished games"
    stands = "over" if chain.over else "between two games" if chain.state is None else "a game is running"
    click.echo(f"{file}: {chain.game.title}, {chain.name}, {played}, {stands}: all is right.")


@campaign.command()
@click.argument("file", type=A_FILE)
@click.argument("to", type=A_FILE)
@click.option("--box", type=A_FILE, help="The box of your own with which it was begun.")
@click.option("--game", help="Where the game is, module:NAME, if it is not on the shelf.")
def export(file: Path, to: Path, box: Path | None, game: str | None) -> None:
    """Put a verified copy of the campaign in FILE into the file TO, to take it along."""
    chain = loaded(file, read(file), game, box)
    keep_new(to, chain.text())
    click.echo(f"{to}: {chain.game.title}, {chain.name}.")


@campaign.command("import")
@click.argument("file", type=A_FILE)
@click.option("--box", type=A_FILE, help="The box of your own with which it was begun.")
@click.option("--game", help="Where the game is, module:NAME, if it is not on the shelf.")
@click.option("--save", type=A_FILE, help="Where to keep the campaign; by default among your data.")
def take_in(file: Path, box: Path | None, game: str | None, save: Path | None) -> None:
    """Verify the campaign in FILE, and keep it among your own."""
    text = read(file)
    if len(text) > MAX_FILE_LETTERS:
        raise BadFile(f"{file} is longer than a campaign from elsewhere may be: {MAX_FILE_LETTERS} letters.")
    chain = loaded(file, text, game, box)
    path = save if save is not None else new_path(f"{chain.game.name}-{chain.name}")
    keep_new(path, chain.text())
    click.echo(again(path, game, box))


# -- files ---------------------------------------------------------------------------------------------------


def loaded(path: Path, text: str, game: str | None, box: Path | None) -> Campaign:
    """The campaign in a file, verified from its first game on; refusals begin with the name of the file."""
    try:
        named = re.search(r"^game (\S+)", text, re.MULTILINE)
        if named is None:
            raise BadRecord("this is no campaign, or none of its games has begun.")
        chosen = spyring.game(game or named[1])
        return Campaign.load(chosen if box is None else with_box(chosen, box), text)
    except SpyringError as error:
        raise BadRecord(f"{path}: {error}") from error


def keep_new(path: Path, text: str) -> None:
    """Put a campaign where nothing lies yet."""
    if path.exists():
        raise BadFile(f"{path} exists already; name another file.")
    write(path, text, PRIVATE)


def new_path(stem: str) -> Path:
    """A place among one's own data for a campaign."""
    stem = f"{stem}-{datetime.now():%Y-%m-%d-%H%M%S}"
    path = data_folder() / f"{stem}{SUFFIX}"
    number = 2
    while path.exists():
        path = data_folder() / f"{stem}-{number}{SUFFIX}"
        number += 1
    return path


def unfinished() -> Path | None:
    """The campaign that was played last, if it goes on and its game is on the shelf."""
    found = kept()
    if not found:
        return None
    chain = loaded(found[-1], read(found[-1]), None, None)
    return None if chain.over else found[-1]


def choose_campaign() -> tuple[str, str]:
    """A campaign of a game on the shelf; whoever has the choice is asked."""
    known = {name: game.name for game in spyring.shelf() for name in campaigns(game)}
    if len(known) == 1:
        ((name, game),) = known.items()
        return game, name
    for name, game in known.items():
        click.echo(f"{name}: {spyring.game(game).title}")
    name = click.prompt("Which campaign", type=click.Choice(list(known)), default=next(iter(known)))
    return known[name], name


def kept() -> list[Path]:
    """The campaigns among one's data, the one that was played last at the end."""
    return sorted(data_folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)


def latest() -> Path:
    """The campaign that was played last."""
    found = kept()
    if not found:
        raise BadFile(f"There is no campaign in {data_folder()}; begin one with: spyring campaign start")
    return found[-1]


def again(path: Path, game: str | None, box: Path | None) -> str:
    """The command that goes on with a campaign later."""
    more = ["--game", game] if game is not None else []
    more += ["--box", str(box)] if box is not None else []
    return resume_command(path, *more)


def resume_command(path: Path, *more: str) -> str:
    return shlex.join(["spyring", "campaign", "go-on", str(path), *more])


def look(path: Path) -> str:
    return shlex.join(["spyring", "campaign", "status", str(path)])


def one_of(seat: str | None, people: str | None) -> str | None:
    """Who sits at the keyboard."""
    if seat is not None and people is not None:
        raise BadSeats("Give --seat for one person or --people for several, not both.")
    return seat if people is None else people


# -- playing -------------------------------------------------------------------------------------------------


class CampaignRunner:
    """Game after game of a campaign at one keyboard."""

    def __init__(self, save: CampaignFile, language: str | None, back: str) -> None:
        self.save = save
        self.chain = save.chain
        self.language = language
        self.back = back
        self.screen = console()
        self.translate = translation(language, self.chain.game)

    def start_game(self, seats: int | None, people: str | None, bots: str | None, seed: int | None) -> None:
        """The running game, or the next one, with seats, people and bots as before unless told otherwise;
        everything that can be refused is refused before anything is kept.
        """
        chain, game = self.chain, self.chain.game
        before: dict[str, str] = {}
        if chain.state is None:
            last = chain.records[-1] if chain.records else None
            count = seats if seats is not None else game.seats[-1] if last is None else last.seats
            before = {} if last is None else last.players
            chain.begin(count, secrets.randbits(40) if seed is None else seed + len(chain.records))
        record = chain.lend()
        names = game.seat_names(record.seats)
        record.players = placed(names, people, bots, record.players or before)
        seated_bots(names, record.players, record.seed)
        self.save.check()
        self.seed = seed
        self.local_game = LocalGame.resume(game, record, self.save)
        self.local_game.keep()

    def run(self) -> int:
        """Game after game until the campaign is over, or somebody leaves; the exit code."""
        while True:
            code = at_the_keyboard(self.local_game, self.language, self.back)
            if self.local_game.state.deciders:
                return code
            self.chain.take(self.local_game.record())
            self.screen.print()
            show(self.screen, self.chain, self.translate)
            if self.chain.over or not self.goes_on():
                return FINISHED
            self.start_game(None, None, None, self.seed)

    def goes_on(self) -> bool:
        """Whether the next game begins at once."""
        if PERSON not in self.local_game.players.values():
            return True
        self.screen.print()
        self.screen.print(Text(self.translate(_("Enter: the next game begins. q: leave.")), style="bold"))
        try:
            left = input("> ").strip().lower().startswith("q")
        except (EOFError, KeyboardInterrupt):
            left = True
        if left:
            said = self.translate(_("Go on with: {command}")).format(command=self.back)
            self.screen.print(Text(said), soft_wrap=True)
        return not left


def show(screen: Console, chain: Campaign, translate: Translate) -> None:
    """The games so far with who played them, and the campaign as the game draws it."""
    rows = sheet("", translate(_("Players")), translate(_("Moves")))
    for number, record in enumerate(chain.records, 1):
        rows.add_row(f"{number}.", who_played(chain.game, record), str(len(record.entries)))
    running = chain.running()
    if running is not None:
        moves = translate(_("{count}, in progress")).format(count=len(running.entries))
        rows.add_row(f"{len(chain.records) + 1}.", who_played(chain.game, running), moves)
    screen.print(rows)
    shown = chain.state or chain.last
    assert shown is not None
    dossier = drawing.dossier(chain.game, shown.view(None), translate)
    if dossier is not None:
        screen.print()
        screen.print(dossier)


def who_played(game: Game, record: Record) -> str:
    """Everybody at a game, each once, with how many seats they had."""
    names = [record.players.get(seat, "?") for seat in game.seat_names(record.seats)]
    return ", ".join(
        name if names.count(name) == 1 else f"{name} × {names.count(name)}" for name in dict.fromkeys(names)
    )
