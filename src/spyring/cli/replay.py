"""``spyring replay``: a game record, told and verified."""

import json
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from spyring.cli import drawing
from spyring.cli.files import read_record
from spyring.cli.language import translation
from spyring.cli.options import BOX, LANGUAGE, MODULE, recorded
from spyring.cli.play import chosen_seat
from spyring.cli.screen import console
from spyring.engine.errors import BadMove, BadRecord, UnknownGame
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.record import OPEN, Record
from spyring.engine.state import State
from spyring.text import Scene


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", help="The seat to watch from, by name or number from 1.")
@click.option("--move", type=int, help="Show the table after this move only; 0 is the start.")
@click.option("--verify", is_flag=True, help="Only verify the moves, the end and the result.")
@click.option("--draws", is_flag=True, help="Only print every draw, as JSON, for other programs to check.")
@BOX
@MODULE
@LANGUAGE
def replay(
    file: Path,
    seat: str | None,
    move: int | None,
    verify: bool,
    draws: bool,
    box: Path | None,
    module: str | None,
    language: str | None,
) -> None:
    """Show the game in FILE as any seat saw it, and the table at the end or after a move.

    The record is verified to its end.
    """
    record = read_record(file)
    try:
        game = recorded(record, module, box)
        record.replay(game)
        found = record.draws(game) if draws else None
    except (BadRecord, UnknownGame) as error:
        raise BadRecord(f"{file}: {error}") from error
    names = game.seat_names(record.seats)
    watching = None if seat is None else names.index(chosen_seat(seat, names))
    screen = console()
    viewer = ReplayViewer(screen, game, record, watching, translation(language, game))
    if found is not None:
        click.echo(json.dumps(found, ensure_ascii=False))
    elif verify:
        click.echo(f"{file}: {game.title}, {len(record.entries)} moves, {record.result}: verified.")
        if record.seal is not None:
            click.echo(f"Every draw follows from the commitment before the start: {record.commitment}.")
    elif move is not None:
        viewer.go_to(move)
        viewer.show()
    else:
        viewer.tell_all()


class ReplayViewer:
    """A record, its current position, and the seat that looks at it."""

    def __init__(
        self, screen: Console, game: Game, record: Record, seat: int | None, translate: Translate
    ) -> None:
        self.screen = screen
        self.game = game
        self.record = record
        self.seat = seat
        self.translate = translate
        self.last = len(record.entries)
        self.number = 0  # moves made so far
        self.told = 0  # events before the last of them
        self.state: State = record.start(game, events=True)

    def go_to(self, number: int) -> None:
        """Continue to the position after so many moves."""
        if not 0 <= number <= self.last:
            sentence = _("There is no position {number}. The record ends at move {last}.")
            raise BadMove(sentence, {"last": str(self.last), "number": str(number)})
        while self.number < number:
            self.told = len(self.state.events_for(self.seat))
            self.record.play(self.state, self.number)
            self.number += 1

    def show(self) -> None:
        """The last move, its events, and the table."""
        self.screen.print()
        self.screen.print(self.headline())
        self.screen.print(
            drawing.happenings(self.game, self.state.events_for(self.seat)[self.told :], self.translate)
        )
        self.screen.print()
        scene = Scene.of(self.state, self.seat)
        self.screen.print(drawing.table(scene, self.translate))
        if scene.view["outcome"] is not None:
            self.screen.print()
            self.screen.print(drawing.ending(self.game, scene.view, self.translate))

    def headline(self) -> Text:
        """The number of the move and its seat; the move itself, unless an unfinished game keeps it secret."""
        place = self.translate(_("Move {number} of {last}")).format(number=self.number, last=self.last)
        text = Text(place, style="bold")
        if self.number:
            entry = self.record.entries[self.number - 1]
            mover = self.game.seat_names(self.record.seats).index(entry.seat)
            title = self.translate(self.game.seat_titles(self.record.seats)[mover])
            text.append(f": {title}", style="not bold")
            if mover == self.seat or self.record.result != OPEN:
                said = self.game.moves.say(self.game.moves.parse(entry.move), self.translate)
                text.append(f" – {said}", style="not bold")
        return text

    def tell_all(self) -> None:
        """Everything in order, and the table at the end."""
        while True:
            told = self.state.events_for(self.seat)[self.told :]
            self.screen.print(self.headline())
            if told:
                self.screen.print(drawing.happenings(self.game, told, self.translate))
            if self.number == self.last:
                break
            self.go_to(self.number + 1)
        self.show()
