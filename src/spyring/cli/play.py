"""``spyring play``: a game in the terminal."""

import hashlib
import secrets
import shlex
import sys
from pathlib import Path

import click

from spyring.bots import Bot, make
from spyring.cli.client import Client
from spyring.cli.files import BadFile, SaveFile, latest_save, new_path
from spyring.cli.language import translation
from spyring.cli.local_game import LocalGame
from spyring.cli.options import BOTS, BOX, DEAL, FILE, LANGUAGE, RULES, SEAT, SEATS, boxed, read_options
from spyring.cli.screen import console
from spyring.engine.errors import BadOption, BadSeats
from spyring.engine.game import Game
from spyring.engine.record import BOT, OPEN
from spyring.engine.state import State

PERSON = "person"


@click.command()
@click.argument("game")
@SEATS
@SEAT
@DEAL
@RULES
@BOTS
@BOX
@click.option("--save", type=FILE, help="The file of the game; by default in your data folder.")
@click.option("--resume", is_flag=True, help="Continue the game in --save, or the last unfinished one.")
@LANGUAGE
def play(
    game: str,
    seats: int | None,
    seat: str | None,
    seed: int | None,
    options: tuple[str, ...],
    bots: str | None,
    box: Path | None,
    save: Path | None,
    resume: bool,
    language: str | None,
) -> None:
    """Play GAME against bots.

    The game is saved after every move: Ctrl-C, a closed window or a power cut lose nothing.
    """
    chosen = boxed(game, box)
    if resume and (seed is not None or seats is not None or options):
        raise BadOption("--resume continues a game as it is. Leave out --seed, --seats and --option.")
    if resume:
        local_game = resumed(chosen, seat, bots, save)
    else:
        dealt = seed if seed is not None else secrets.randbits(40)
        state = chosen.start(seats=seats, seed=dealt, events=True, **read_options(chosen, options))
        local_game = begun(state, dealt, seat, bots, save)
    sys.exit(at_the_keyboard(local_game, language, resume_command(game, save, box)))


def at_the_keyboard(local_game: LocalGame, language: str | None, back: str) -> int:
    """Play to the end, or until the player leaves; returns the exit code."""
    names = local_game.game.seat_names(int(local_game.state.seats))
    seat = next(number for number, name in enumerate(names) if local_game.players[name] == PERSON)
    bots = seated_bots(names, local_game.players, local_game.seed)
    return Client(console(), local_game, seat, bots, translation(language, local_game.game), back).run()


def resume_command(game: str, save: Path | None, box: Path | None) -> str:
    """The command that continues this game later."""
    words = ["spyring", "play", game, "--resume"]
    words += ["--save", str(save)] if save is not None else []
    words += ["--box", str(box)] if box is not None else []
    return shlex.join(words)


def begun(state: State, seed: int, seat: str | None, bots: str | None, save: Path | None) -> LocalGame:
    """A new game. Bad input is refused before a file is made."""
    names = state.game.seat_names(int(state.seats))
    players = placed(names, seat, bots, {})
    seated_bots(names, players, seed)
    file = SaveFile(new_path(state.game.name) if save is None else save)
    return LocalGame.begin(state, seed, players, file)


def resumed(game: Game, seat: str | None, bots: str | None, save: Path | None) -> LocalGame:
    """The game in a file, or the last unfinished one, with the same players unless options change them."""
    file = SaveFile(save) if save is not None else latest_save(game.name)
    record = file.load()
    if record.result != OPEN:
        raise BadFile(f"{file.path}: this game is over ({record.result}). Look at it with spyring replay.")
    local_game = LocalGame.resume(game, record, file)
    local_game.players = placed(game.seat_names(record.seats), seat, bots, record.players)
    return local_game


def placed(
    names: tuple[str, ...], seat: str | None, bots: str | None, before: dict[str, str]
) -> dict[str, str]:
    """The player of each seat: the person in the named one, else as before, else in the first seat."""
    first = next((name for name in names if before.get(name) == PERSON), names[0])
    person = first if seat is None else chosen_seat(seat, names)
    found = {}
    for name in names:
        known = before.get(name, "")
        earlier = known.removeprefix(BOT) if known.startswith(BOT) else "heuristic"
        spec = earlier if bots is None else bots
        found[name] = PERSON if name == person else f"{BOT}{spec}"
    return found


def chosen_seat(text: str, names: tuple[str, ...]) -> str:
    """A seat by its name, or by its number from 1."""
    if text in names:
        return text
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if 1 <= number <= len(names):
        return names[number - 1]
    raise BadSeats(f"Unknown seat {text or '“”'}. Choose {', '.join(names)}, or 1 to {len(names)}.")


def seated_bots(names: tuple[str, ...], players: dict[str, str], seed: int) -> dict[int, Bot]:
    """A bot for every other seat. Its own random numbers reveal nothing about those of the game."""
    bots: dict[int, Bot] = {}
    for number, name in enumerate(names):
        if players[name] != PERSON:
            lot = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=6).digest()
            bots[number] = make(players[name].removeprefix(BOT), int.from_bytes(lot, "big"))
    return bots
