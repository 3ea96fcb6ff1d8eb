"""``spyring campaign``: a chain of games in the terminal."""

import re
import secrets
import shlex
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

import spyring
from spyring.cli import drawing
from spyring.cli.client import FINISHED
from spyring.cli.files import BadFile, SaveFile, data_folder, new_path, read, write
from spyring.cli.language import translation
from spyring.cli.local_game import LocalGame
from spyring.cli.options import (
    BOTS,
    BOX,
    DEAL,
    FILE,
    LANGUAGE,
    MODULE,
    PEOPLE,
    RULES,
    SEAT,
    SEATS,
    read_options,
)
from spyring.cli.play import PERSON, at_the_keyboard, one_of, placed, seated_bots
from spyring.cli.screen import console, sheet
from spyring.engine.campaign import OPTION, Campaign, campaigns
from spyring.engine.errors import BadOption, BadRecord, BadSeats, SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.record import Record
from spyring.files import PRIVATE
from spyring.games import with_box

SUFFIX = ".campaign"


class CampaignFile(SaveFile):
    """The file of a campaign: the finished games, then the running one."""

    def __init__(self, path: Path, chain: Campaign, written: str = "") -> None:
        super().__init__(path)
        self.chain = chain
        self.written = written
        self.finished = ("", -1)  # the text of the finished games, and their number

    def check(self) -> None:
        """Refuse a file that belongs to something else."""
        if self.path.exists() and not self.written:
            raise BadFile(
                f"{self.path} exists already. Name another file, "
                f"or continue it with: {resume_command(self.path)}"
            )

    def save(self, record: Record) -> None:
        """Save the running game after the finished ones."""
        if self.path.exists() and read(self.path) != self.written:
            raise BadFile(f"{self.path} holds something else. Nothing was overwritten.")
        if self.finished[1] != len(self.chain.records):
            self.finished = (self.chain.text(), len(self.chain.records))
        text = f"{self.finished[0]}\n{record.text()}"
        write(self.path, text, PRIVATE)
        self.written = text


@click.group()
def campaign() -> None:
    """A campaign is a chain of games: each starts with what the last one left.

    It is saved after every move in one file. You can copy the file; it is verified when it is opened.
    """


@campaign.command()
@click.argument("game")
@click.argument("name")
@SEATS
@SEAT
@PEOPLE
@DEAL
@RULES
@BOTS
@BOX
@click.option("--save", type=FILE, help="The file of the campaign; by default in your data folder.")
@LANGUAGE
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
    """Start the campaign NAME of GAME."""
    chosen = spyring.game(game) if box is None else with_box(spyring.game(game), box)
    known = campaigns(chosen)
    if not known:
        raise BadOption(f"{chosen.title} has no campaigns.")
    if name not in known:
        raise BadOption(f"Unknown campaign {name}. {chosen.title} has {', '.join(known)}.")
    given = read_options(chosen, options)
    if OPTION in given:
        raise BadOption(f"Name the campaign after the game, not with --option {OPTION}=….")
    chain = Campaign(chosen, name, **given)
    path = save if save is not None else new_path(f"{chosen.name}-{name}", SUFFIX)
    runner = CampaignRunner(
        CampaignFile(path, chain), language, again(path, game if ":" in game else None, box)
    )
    runner.start_game(seats, one_of(seat, people), bots, seed)
    sys.exit(runner.run())


@campaign.command("go-on")
@click.argument("file", type=FILE, required=False)
@SEATS
@SEAT
@PEOPLE
@DEAL
@BOTS
@BOX
@MODULE
@LANGUAGE
def go_on(
    file: Path | None,
    seats: int | None,
    seat: str | None,
    people: str | None,
    seed: int | None,
    bots: str | None,
    box: Path | None,
    module: str | None,
    language: str | None,
) -> None:
    """Continue the campaign in FILE, or the one that was played last."""
    path = file if file is not None else latest()
    text = read(path)
    chain = loaded(path, text, module, box)
    if chain.over:
        raise BadFile(f"{path}: this campaign is over. Look at it with: {look(path)}")
    if chain.state is not None and (seats is not None or seed is not None):
        raise BadSeats(f"{path}: a game is running. Use --seats and --seed for the next one.")
    runner = CampaignRunner(CampaignFile(path, chain, text), language, again(path, module, box))
    runner.start_game(seats, one_of(seat, people), bots, seed)
    sys.exit(runner.run())


@campaign.command()
@click.argument("file", type=FILE, required=False)
@BOX
@MODULE
@LANGUAGE
def status(file: Path | None, box: Path | None, module: str | None, language: str | None) -> None:
    """Verify the campaign in FILE, or the one that was played last, and show it."""
    path = file if file is not None else latest()
    chain = loaded(path, read(path), module, box)
    show(console(), chain, translation(language, chain.game))
    if not chain.over:
        click.echo(f"\n{again(path, module, box)}")


# -- files ---------------------------------------------------------------------------------------------------


def loaded(path: Path, text: str, game: str | None, box: Path | None) -> Campaign:
    """The campaign in a file, verified from its first game. Errors name the file."""
    try:
        named = re.search(r"^game (\S+)", text, re.MULTILINE)
        if named is None:
            raise BadRecord("this is not a campaign, or none of its games has started.")
        chosen = spyring.game(game or named[1])
        return Campaign.load(chosen if box is None else with_box(chosen, box), text)
    except SpyringError as error:
        raise BadRecord(f"{path}: {error}") from error


def latest() -> Path:
    """The campaign that was played last."""
    found = sorted(data_folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise BadFile(f"There is no campaign in {data_folder()}. Start one with: spyring campaign start")
    return found[-1]


def again(path: Path, game: str | None, box: Path | None) -> str:
    """The command that continues a campaign later."""
    more = ["--game", game] if game is not None else []
    more += ["--box", str(box)] if box is not None else []
    return resume_command(path, *more)


def resume_command(path: Path, *more: str) -> str:
    return shlex.join(["spyring", "campaign", "go-on", str(path), *more])


def look(path: Path) -> str:
    return shlex.join(["spyring", "campaign", "status", str(path)])


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
        """The running game, or the next one, with the same players unless options change them. Bad input is
        refused before anything is saved.
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
        """Game after game until the campaign is over or a player leaves; returns the exit code."""
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
        """Whether the players start the next game."""
        if PERSON not in self.local_game.players.values():
            return True
        self.screen.print()
        self.screen.print(Text(self.translate(_("Enter: start the next game. q: quit.")), style="bold"))
        try:
            left = input("> ").strip().lower().startswith("q")
        except (EOFError, KeyboardInterrupt):
            left = True
        if left:
            said = self.translate(_("To continue: {command}")).format(command=self.back)
            self.screen.print(Text(said), soft_wrap=True)
        return not left


def show(screen: Console, chain: Campaign, translate: Translate) -> None:
    """The games so far with their players, and the campaign as the game draws it."""
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
    """The players of a game, with their number of seats."""
    names = [record.players.get(seat, "?") for seat in game.seat_names(record.seats)]
    return ", ".join(
        name if names.count(name) == 1 else f"{name} × {names.count(name)}" for name in dict.fromkeys(names)
    )
