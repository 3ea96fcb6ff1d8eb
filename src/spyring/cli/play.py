"""``spyring play``: a game in the terminal."""

import hashlib
import secrets
import shlex
import sys
from pathlib import Path
from typing import Any

import click

import spyring
from spyring.bots import Bot, make
from spyring.cli.box import with_box
from spyring.cli.client import Client
from spyring.cli.files import BadFile, SaveFile, latest_save, new_save
from spyring.cli.language import translation
from spyring.cli.screen import console
from spyring.cli.sitting import Sitting
from spyring.engine.errors import BadOption, BadSeats
from spyring.engine.game import Game
from spyring.engine.options import choose
from spyring.engine.record import OPEN

PERSON = "person"
BOT = "bot "


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many seats, where the game leaves a choice.")
@click.option("--seat", help="Your seat, by its name or its number from 1; the first one if left out.")
@click.option(
    "--people", help="Several people at one keyboard: their seats, with commas; all, or none to watch."
)
@click.option("--seed", type=int, help="The same seed deals the same game.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule option; see: spyring games."
)
@click.option(
    "--bots", metavar="BOT", help="Who plays the other seats: heuristic (as if left out), random, …"
)
@click.option("--box", type=click.Path(path_type=Path), help="A box of your own; see: spyring box.")
@click.option(
    "--save", type=click.Path(path_type=Path), help="Where to keep the game; by default among your data."
)
@click.option(
    "--resume", is_flag=True, help="Go on with the game in --save, or with the last unfinished one."
)
@click.option("--language", help="Such as pl; by default that of the terminal.")
def play(
    game: str,
    seats: int | None,
    seat: str | None,
    people: str | None,
    seed: int | None,
    options: tuple[str, ...],
    bots: str | None,
    box: Path | None,
    save: Path | None,
    resume: bool,
    language: str | None,
) -> None:
    """Play GAME against bots, or with several people at one keyboard.

    The game is kept after every move: Ctrl-C, a closed window or a power cut lose nothing.
    """
    chosen = spyring.game(game)
    if box is not None:
        chosen = with_box(chosen, box)
    if seat is not None and people is not None:
        raise BadSeats("Give --seat for one person or --people for several, not both.")
    seated_people = seat if people is None else people
    if not resume:
        sitting = begun(chosen, seats, seated_people, bots, seed, options, save)
    elif seed is None and seats is None and not options:
        sitting = resumed(chosen, seated_people, bots, save)
    else:
        raise BadOption(
            "--resume goes on with a game as it was agreed, without --seats, --seed and --option."
        )
    names = chosen.seat_names(int(sitting.state.seats))
    at_keyboard = tuple(number for number, name in enumerate(names) if sitting.players[name] == PERSON)
    seated = seated_bots(names, sitting.players, sitting.seed)
    back = way_back(chosen, save, box)
    sys.exit(Client(console(), sitting, at_keyboard, seated, translation(language), back).run())


def way_back(game: Game, save: Path | None, box: Path | None) -> str:
    """The command that goes on with this game later."""
    words = ["spyring", "play", game.name, "--resume"]
    words += ["--save", str(save)] if save is not None else []
    words += ["--box", str(box)] if box is not None else []
    return shlex.join(words)


def begun(
    game: Game,
    seats: int | None,
    people: str | None,
    bots: str | None,
    seed: int | None,
    options: tuple[str, ...],
    save: Path | None,
) -> Sitting:
    """A new game; everything that can be refused is refused before a file is made."""
    dealt = seed if seed is not None else secrets.randbits(40)
    state = game.start(seats=seats, seed=dealt, events=True, **read_options(game, options))
    names = game.seat_names(int(state.seats))
    players = placed(names, people, bots, {})
    seated_bots(names, players, dealt)
    return Sitting.begin(state, dealt, players, SaveFile(save) if save is not None else new_save(game.name))


def resumed(game: Game, people: str | None, bots: str | None, save: Path | None) -> Sitting:
    """The game in a file, or the last unfinished one; people and bots sit as before unless told otherwise."""
    file = SaveFile(save) if save is not None else latest_save(game.name)
    record = file.load()
    if record.result != OPEN:
        raise BadFile(f"{file.path}: this game is over ({record.result}); look at it with spyring replay.")
    players = placed(game.seat_names(record.seats), people, bots, record.players)
    return Sitting.resume(game, record, players, file)


def read_options(game: Game, given: tuple[str, ...]) -> dict[str, Any]:
    """Options as they were typed, by name."""
    read: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadOption(f"“{text}” is no option; write it as NAME=VALUE.")
        read[name.strip()] = value.strip()
    choose(game.options, read)
    return read


def placed(
    names: tuple[str, ...], people: str | None, bots: str | None, before: dict[str, str]
) -> dict[str, str]:
    """Who sits where, as the record says it: people where named, else as before, else in the first seat."""
    if people is not None:
        wanted = chosen_seats(people, names)
    elif before:
        wanted = [name for name in names if before.get(name) == PERSON]
    else:
        wanted = [names[0]]
    found = {}
    for name in names:
        known = before.get(name, "")
        spec = bots or (known.removeprefix(BOT) if known.startswith(BOT) else "heuristic")
        found[name] = PERSON if name in wanted else f"{BOT}{spec}"
    return found


def chosen_seats(text: str, names: tuple[str, ...]) -> list[str]:
    """Seats by name or number, with commas between them."""
    if text == "all":
        return list(names)
    if text == "none":
        return []
    return [chosen_seat(part.strip(), names) for part in text.split(",")]


def chosen_seat(text: str, names: tuple[str, ...]) -> str:
    """A seat by its name, or by its number from 1."""
    if text in names:
        return text
    if text.isdecimal() and 1 <= int(text[:9]) <= len(names):
        return names[int(text) - 1]
    raise BadSeats(f"There is no seat {text or '“”'}; there are {', '.join(names)} (or 1 to {len(names)}).")


def seated_bots(names: tuple[str, ...], players: dict[str, str], seed: int) -> dict[int, Bot]:
    """A bot for every seat without a person, with lots of its own that tell nothing of the game's."""
    bots: dict[int, Bot] = {}
    for number, name in enumerate(names):
        if players[name] != PERSON:
            lot = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=6).digest()
            bots[number] = make(players[name].removeprefix(BOT), int.from_bytes(lot, "big"))
    return bots
