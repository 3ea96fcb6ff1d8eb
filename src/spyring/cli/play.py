"""``spyring play``: a game in the terminal."""

import hashlib
import json
import secrets
import shlex
import sys
from pathlib import Path
from typing import Any

import click

import spyring
from spyring.bots import Bot, make
from spyring.cli.client import Client
from spyring.cli.files import BadFile, SaveFile, latest_save, new_save, read
from spyring.cli.language import translation
from spyring.cli.local_game import LocalGame
from spyring.cli.screen import console
from spyring.engine.errors import BadOption, BadPosition, BadSeats
from spyring.engine.game import Game
from spyring.engine.options import choose
from spyring.engine.position import Json
from spyring.engine.record import BOT, OPEN
from spyring.engine.state import State
from spyring.games import with_box

PERSON = "person"


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
    "--position", type=click.Path(path_type=Path), help="Begin at a position, or at a scenario, in JSON."
)
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
    position: Path | None,
    save: Path | None,
    resume: bool,
    language: str | None,
) -> None:
    """Play GAME against bots, or with several people at one keyboard.

    The game is kept after every move: Ctrl-C, a closed window or a power cut lose nothing.
    """
    chosen = spyring.game(game) if box is None else with_box(spyring.game(game), box)
    if seat is not None and people is not None:
        raise BadSeats("Give --seat for one person or --people for several, not both.")
    if resume and (seed is not None or position is not None):
        raise BadOption("--resume goes on with a game as it is, without --seed and --position.")
    if (resume or position is not None) and (seats is not None or options):
        raise BadOption("--seats and --option are for new games; --resume and --position go without them.")
    seated = seat if people is None else people
    if resume:
        local_game = resumed(chosen, seated, bots, save)
    else:
        dealt = seed if seed is not None else secrets.randbits(40)
        if position is None:
            state = chosen.start(seats=seats, seed=dealt, events=True, **read_options(chosen, options))
            local_game = begun(state, dealt, seated, bots, save)
        else:
            scenario = read_position(position, dealt)
            local_game = begun(restored_from(position, chosen, scenario), dealt, seated, bots, save, scenario)
    sys.exit(at_the_keyboard(local_game, language, resume_command(game, save, box)))


def at_the_keyboard(local_game: LocalGame, language: str | None, back: str) -> int:
    """Play on until the end, or until somebody leaves; the exit code."""
    names = local_game.game.seat_names(int(local_game.state.seats))
    people = tuple(number for number, name in enumerate(names) if local_game.players[name] == PERSON)
    bots = seated_bots(names, local_game.players, local_game.seed)
    return Client(console(), local_game, people, bots, translation(language, local_game.game), back).run()


def resume_command(game: str, save: Path | None, box: Path | None) -> str:
    """The command that goes on with this game later; it names the game as it was named now."""
    words = ["spyring", "play", game, "--resume"]
    words += ["--save", str(save)] if save is not None else []
    words += ["--box", str(box)] if box is not None else []
    return shlex.join(words)


def begun(
    state: State,
    seed: int,
    people: str | None,
    bots: str | None,
    save: Path | None,
    position: Json | None = None,
) -> LocalGame:
    """A new game; everything that can be refused is refused before a file is made."""
    names = state.game.seat_names(int(state.seats))
    players = placed(names, people, bots, {})
    seated_bots(names, players, seed)
    file = SaveFile(save) if save is not None else new_save(state.game.name)
    return LocalGame.begin(state, seed, players, file, position)


def resumed(game: Game, people: str | None, bots: str | None, save: Path | None) -> LocalGame:
    """The game in a file, or the last unfinished one; people and bots sit as before unless told otherwise."""
    file = SaveFile(save) if save is not None else latest_save(game.name)
    record = file.load()
    if record.result != OPEN:
        raise BadFile(f"{file.path}: this game is over ({record.result}); look at it with spyring replay.")
    local_game = LocalGame.resume(game, record, file)
    local_game.players = placed(game.seat_names(record.seats), people, bots, record.players)
    return local_game


def read_position(path: Path, seed: int) -> Json:
    """A position or a scenario; chance, if it is left out, comes from the seed."""
    try:
        found = json.loads(read(path))
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"{path} is no JSON file: {error}.") from error
    if not isinstance(found, dict):
        raise BadPosition(f"{path}: a position is a JSON object.")
    found.setdefault("chance", seed)
    return found


def restored_from(path: Path, game: Game, position: Json) -> State:
    """The game where the position is; refusals begin with the name of the file."""
    try:
        state = game.from_json(position)
    except BadPosition as error:
        raise BadPosition(f"{path}: {error}") from error
    if state.event_log is None:
        state.event_log = []
    return state


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
    elif any(who == PERSON or who.startswith(BOT) for who in before.values()):
        wanted = [name for name in names if before.get(name) == PERSON]
    else:
        wanted = [names[0]]
    found = {}
    for name in names:
        known = before.get(name, "")
        earlier = known.removeprefix(BOT) if known.startswith(BOT) else "heuristic"
        spec = earlier if bots is None else bots
        found[name] = PERSON if name in wanted else f"{BOT}{spec}"
    return found


def chosen_seats(text: str, names: tuple[str, ...]) -> list[str]:
    """Seats by name or number, with commas between them."""
    if text == "all":
        return list(names)
    if text == "none":
        return []
    found = [chosen_seat(part.strip(), names) for part in text.split(",")]
    for name in found:
        if found.count(name) > 1:
            raise BadSeats(f"The seat {name} is named twice; each person has one seat.")
    return found


def chosen_seat(text: str, names: tuple[str, ...]) -> str:
    """A seat by its name, or by its number from 1."""
    if text in names:
        return text
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if 1 <= number <= len(names):
        return names[number - 1]
    raise BadSeats(f"There is no seat {text or '“”'}; there are {', '.join(names)} (or 1 to {len(names)}).")


def seated_bots(names: tuple[str, ...], players: dict[str, str], seed: int) -> dict[int, Bot]:
    """A bot for every seat without a person, with lots of its own that tell nothing of the game's."""
    bots: dict[int, Bot] = {}
    for number, name in enumerate(names):
        if players[name] != PERSON:
            lot = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=6).digest()
            bots[number] = make(players[name].removeprefix(BOT), int.from_bytes(lot, "big"))
    return bots
