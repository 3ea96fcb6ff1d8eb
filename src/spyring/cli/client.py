"""A game at the keyboard: shows a seat its view, asks for moves, explains, and saves every move.

Everything comes from ``view``, ``events_for``, ``legal`` and ``why_not`` of one seat, from the words of the
game and from its ledger, so it works for any game.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.text import Text

from spyring.bots import Bot
from spyring.cli import drawing
from spyring.cli import screen as screens
from spyring.cli.choices import Choice, choice_list
from spyring.cli.completing import offer
from spyring.cli.local_game import LocalGame
from spyring.cli.meaning import fits
from spyring.engine.errors import BadMove, SpyringError
from spyring.engine.frame import question, refused_end
from spyring.engine.i18n import Translate, _
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.state import State
from spyring.games.ledgers import ledger_of
from spyring.text import Scene
from spyring.text.titles import Titles

FINISHED: Final = 0
INTERRUPTED: Final = 130

HELP: Final = (
    ("3", _("make the choice with this number")),
    ("play …", _("or type the move, or any part of it that matches only one choice")),
    ("?", _("the rule behind the question")),
    ("? 3", _("the rules behind a choice; ? KRK-6.3 for any clause")),
    ("undo", _("undo your last move")),
    ("table", _("draw the table again")),
    ("log", _("the log from the start")),
    ("quit", _("quit; the game is saved")),
)
SECRETS: Final = _("“*” marks what you see and not everyone does. Zeros and hidden things are left out.")


class Quit(Exception):
    """The player leaves."""


class MoveUndone(Exception):
    """A move was taken back, so the question is outdated."""


@dataclass(eq=False)
class Client:
    """A person at the keyboard, bots in the other seats."""

    screen: Console
    local_game: LocalGame
    seat: int
    bots: dict[int, Bot]
    translate: Translate
    resume_command: str  # the command that continues this game
    read: int = 0  # events that were shown
    waived: tuple[str, tuple[int, ...]] | None = None  # the last interruption that was declined

    def __post_init__(self) -> None:
        self.game = self.local_game.game
        self.ledger = ledger_of(self.game)
        self.titles = [self.translate(title) for title in self.game.seat_titles(int(self.state.seats))]

    @property
    def state(self) -> State:
        """The current state."""
        return self.local_game.state

    # -- the course of the game ------------------------------------------------------------------------------

    def run(self) -> int:
        """Play to the end, or until the player leaves; returns the exit code."""
        try:
            while self.state.deciders:
                with suppress(MoveUndone):
                    self.step()
            self.finish()
        except (Quit, EOFError):
            self.say_where_kept()
            return FINISHED
        except KeyboardInterrupt:
            self.say_where_kept()
            return INTERRUPTED
        return FINISHED

    def step(self) -> None:
        """One move: of the person who interrupts, else of a bot, else of the person who must decide."""
        deciders = self.state.deciders
        asked = self.seat in deciders
        if self.seat in self.state.interrupters and not asked and self.interrupts():
            return
        others = [seat for seat in deciders if seat != self.seat]
        if asked and (not others or self.game.kind == COOPERATIVE):  # bots let their partner go first
            move = self.ask(may_pass=False)
            assert move is not None
            self.local_game.play(self.seat, move)
            return
        seat = others[0]
        with self.screen.status(self.words(_("{seat} is thinking"), seat=self.titles[seat])):
            move = self.bots[seat].choose(self.state, seat)
        self.local_game.play(seat, move)

    def interrupts(self) -> bool:
        """Offer an interruption, once for the same question and the same moves."""
        legal = self.state.legal(self.seat)
        occasion = (self.state.view(self.seat)["asked"]["frame"], legal)
        if not legal or self.waived == occasion:
            return False
        move = self.ask(may_pass=True)
        if move is None:
            self.waived = occasion
            return False
        self.local_game.play(self.seat, move)
        return True

    def finish(self) -> None:
        """The open table at the end, and the result."""
        self.show_log()
        scene = self.scene()
        self.screen.print()
        self.screen.print(drawing.table(scene, self.translate))
        self.screen.print()
        self.screen.print(drawing.ending(self.game, scene.view, self.translate))
        self.screen.print()
        self.say(_("The record of this game: {file}"), file=self.local_game.save.path)

    def say_where_kept(self) -> None:
        self.screen.print()
        self.say(_("The game is saved in {file}."), file=self.local_game.save.path)
        self.say(_("To continue: {command}"), command=self.resume_command)

    # -- asking ----------------------------------------------------------------------------------------------

    def ask(self, may_pass: bool) -> int | None:
        """Show the view, and follow commands until the player moves or declines to interrupt."""
        choices = self.choices()
        self.show_log()
        self.show_table(choices)
        offer(choices)
        while True:
            self.show_question(may_pass)
            line = input("> ").strip()
            if not line and may_pass:
                return None
            try:
                move = self.answer(line, choices)
            except SpyringError as error:
                self.warn(error.say(self.translate) if isinstance(error, BadMove) else str(error))
                continue
            if move is not None:
                return move

    def choices(self) -> list[Choice]:
        """Every legal move with its number, verb by verb."""
        moves = sorted(self.state.legal(self.seat))
        frame = self.state.stack[-1]
        return [
            Choice(self.game, number, move, frame.clauses(self.state, move)[0])
            for number, move in enumerate(moves, 1)
        ]

    def answer(self, line: str, choices: list[Choice]) -> int | None:
        """The move that the line names; None after a command or a refused move."""
        exact = [choice for choice in choices if choice.name == " ".join(line.split())]
        if exact:
            return exact[0].move
        if line.startswith("?"):
            self.explain(line[1:].strip(), choices)
        elif line in ("help", "h"):
            self.screen.print(screens.help_sheet(HELP, self.translate))
            self.say(SECRETS, style="dim")
        elif line == "undo":
            self.take_back()
        elif line == "table":
            self.show_table(choices)
        elif line == "log":
            self.read = 0
            self.show_log()
        elif line in ("quit", "exit", "q"):
            raise Quit
        elif line:
            return self.legal(self.meant(line, choices))
        return None

    def meant(self, line: str, choices: list[Choice]) -> int | None:
        """The move of a number, of notation, or of words that fit one choice; None if they fit several."""
        if line.isdecimal():
            number = int(line[:9])
            if 1 <= number <= len(choices):
                return choices[number - 1].move
            sentence = _("There is no choice {number}. Choose 1 to {last}.")
            raise BadMove(self.words(sentence, number=line, last=len(choices)))
        fitting = [choice for choice in choices if self.fits(line, choice)]
        if len(fitting) > 1:
            self.say(_("Did you mean one of these?"))
            self.screen.print(choice_list(self.game, fitting, self.translate))
            return None
        return fitting[0].move if fitting else self.game.moves.parse(line)

    def fits(self, line: str, choice: Choice) -> bool:
        """Whether the line fits the notation of a choice, or its name in the reader's language."""
        return fits(line, choice.name) or fits(line, self.game.moves.say(choice.move, self.translate))

    def take_back(self) -> None:
        """Undo the last move of the person."""
        if not self.local_game.take_back(self.seat):
            self.warn(self.words(_("You have no move to undo.")))
            return
        self.read = min(self.read, len(self.state.events_for(self.seat)))
        self.say(_("Your last move was undone."))
        raise MoveUndone

    # -- explaining ------------------------------------------------------------------------------------------

    def explain(self, what: str, choices: list[Choice]) -> None:
        """The clause of the question, the clauses of a choice, or any clause."""
        if not what:
            self.show_clauses([self.state.view(self.seat)["asked"]["clause"]])
            self.say(_("More: help"), style="dim")
        elif self.ledger is not None and what.upper() in self.ledger.clauses:
            self.show_clauses([what])
        else:
            move = self.legal(self.meant(what, choices))
            if move is not None:
                self.say("{move}:", move=self.game.moves.say(move, self.translate), style="bold")
                self.show_clauses(self.state.stack[-1].clauses(self.state, move))

    def legal(self, move: int | None) -> int | None:
        """The move if it is legal; a refused one is explained in one sentence, with its clause."""
        refusal = None if move is None else self.state.why_not(self.seat, move)
        if move is None or refusal is None:
            return move
        self.warn(f"{self.game.moves.say(move, self.translate)}: {refusal.say(self.translate)}")
        if refusal.clause:
            self.show_clauses([refusal.clause])
        return None

    def show_clauses(self, ids: list[str]) -> None:
        """The text of clauses, each once; only their ids for a game without a ledger."""
        for id in dict.fromkeys(ids):
            if self.ledger is None or id.upper() not in self.ledger.clauses:
                self.say("{clause}", clause=id, style="bold")
            else:
                self.screen.print(screens.clause(self.ledger.clause(id), self.translate))

    # -- showing ---------------------------------------------------------------------------------------------

    def show_log(self) -> None:
        """The new events."""
        told = self.state.events_for(self.seat)
        fresh, self.read = told[self.read :], len(told)
        if fresh:
            self.screen.print()
            self.screen.print(drawing.happenings(self.game, fresh, self.translate))

    def show_table(self, choices: list[Choice]) -> None:
        """The table, what the choices are about, and the choices."""
        scene = self.scene()
        self.screen.print()
        self.screen.print(drawing.table(scene, self.translate))
        self.screen.print()
        self.screen.print(drawing.things(scene, self.translate))
        self.screen.print(choice_list(self.game, choices, self.translate))

    def show_question(self, may_pass: bool) -> None:
        """The seat that must decide, and the question."""
        title = self.titles[self.seat]
        scene = self.scene()
        view = scene.view
        ask = f"{title}. {question(view['asked'], self.translate)}"
        about = scene.state_of_question(Titles(self.game, self.translate))
        if may_pass:
            ask = self.words(_("Press Enter to go on, or interrupt as {seat}."), seat=title)
        elif about:
            ask = f"{ask} ({about})"
        self.screen.print()
        hint = self.words(_("(number, ? or help)"))
        self.screen.print(Text(ask, style="bold"), Text(hint, style="dim"))
        refusal = None if may_pass else refused_end(view["asked"])
        if refusal is not None:
            move = self.game.moves.parse(view["asked"]["refused"]["move"])
            self.warn(f"{self.game.moves.say(move, self.translate)}: {refusal.say(self.translate)}")

    def scene(self) -> Scene:
        """What the person may know now."""
        return Scene.of(self.state, self.seat)

    # -- words -----------------------------------------------------------------------------------------------

    def words(self, key: str, **values: object) -> str:
        return self.translate(key).format(**values)

    def say(self, key: str, style: str = "", **values: object) -> None:
        """Print a sentence without wrapping, so that files and commands in it can be copied."""
        self.screen.print(Text(self.words(key, **values), style=style), soft_wrap=True)

    def warn(self, sentence: str) -> None:
        self.screen.print(Text(sentence, style="red"))
