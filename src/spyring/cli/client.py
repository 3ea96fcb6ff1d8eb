"""A game at the keyboard: shows a seat its view, asks for moves, explains, and saves every move.

Everything comes from ``view``, ``events_for``, ``legal`` and ``why_not`` of one seat, from the words of the
game and from its ledger, so it works for any game.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from spyring.bots import Bot
from spyring.cli import drawing
from spyring.cli import screen as screens
from spyring.cli.choices import Choice, choice_list, choice_ranges
from spyring.cli.completing import offer
from spyring.cli.files import SaveFile
from spyring.cli.local_game import LocalGame
from spyring.cli.meaning import fits, may_fit
from spyring.engine.errors import BadMove, SpyringError
from spyring.engine.frame import question, refused_end
from spyring.engine.i18n import Translate, _
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.state import State
from spyring.games.ledgers import ledger_of

FINISHED: Final = 0
INTERRUPTED: Final = 130
FORGET_LINES: Final = "\x1b[3J"  # clears the scrollback
QUESTION_LINES: Final = 4  # an empty line, up to two of the question, and the answer
MAX_MOVES_NAMED: Final = 6  # moves in a summary of refusals

HELP: Final = (
    ("3", _("make the choice with this number")),
    ("play …", _("or type the move, or any part of it that matches only one choice")),
    ("?", _("the rule behind the question")),
    ("? 3", _("the rules behind a choice; ? KRK-6.3 for any clause, ? KRK-6 for a section")),
    ("why 12", _("why a move is refused, by number or in words; why alone lists all refused moves")),
    ("undo", _("take your last move back")),
    ("goal", _("what the game is about")),
    ("legend", _("what the symbols on the table mean")),
    ("table", _("draw the table again")),
    ("log", _("the log from the start")),
    ("save FILE", _("save a copy of the record to a file")),
    ("quit", _("quit; the game is saved")),
)


class Quit(Exception):
    """The player leaves."""


class MoveUndone(Exception):
    """A move was taken back, so the question is outdated."""


class Client:
    """One keyboard, one or several people at it, bots in the other seats."""

    def __init__(
        self,
        screen: Console,
        local_game: LocalGame,
        people: tuple[int, ...],
        bots: dict[int, Bot],
        translate: Translate,
        resume_command: str,
    ) -> None:
        self.screen = screen
        self.local_game = local_game
        self.game = local_game.game
        self.people = people
        self.bots = bots
        self.translate = translate
        self.resume_command = resume_command  # the command that continues this game
        self.ledger = ledger_of(self.game)
        self.titles = [translate(title) for title in self.game.seat_titles(int(self.state.seats))]
        self.read = dict.fromkeys((*people, None), 0)  # how many events each seat has read
        self.at_keyboard: int | None = people[0] if len(people) == 1 else None
        self.waived: dict[int, tuple[str, tuple[int, ...]]] = {}  # the last interruption each seat declined
        self.open_hands = self.game.kind == COOPERATIVE  # the people at the keyboard share all secrets
        self.looked: set[int] = set()  # seats that have paged through a table larger than the screen

    @property
    def state(self) -> State:
        """The current state."""
        return self.local_game.state

    # -- the course of the game ------------------------------------------------------------------------------

    def run(self) -> int:
        """Play to the end, or until a player leaves; returns the exit code."""
        try:
            while self.state.deciders:
                with suppress(MoveUndone):
                    self.step()
                if not self.people:
                    self.show_log(None)
            self.finish()
        except (Quit, EOFError):
            self.say_where_kept()
            return FINISHED
        except KeyboardInterrupt:
            self.say_where_kept()
            return INTERRUPTED
        return FINISHED

    def step(self) -> None:
        """One move: of a person who interrupts, else of a bot, else of the person who must decide."""
        deciders = self.state.deciders
        for seat in self.state.interrupters:
            if seat in self.people and seat not in deciders and self.interrupts(seat):
                return
        first = self.people if self.open_hands else self.bots  # bots let their partners go first
        seat = next((seat for seat in deciders if seat in first), deciders[0])
        if seat in self.bots:
            with self.screen.status(self.words(_("{seat} is thinking"), seat=self.titles[seat])):
                move = self.bots[seat].choose(self.state, seat)
            self.local_game.play(seat, move)
            return
        answer = self.ask(seat, may_pass=False)
        assert answer is not None
        self.local_game.play(seat, answer)

    def interrupts(self, seat: int) -> bool:
        """Offer an interruption, once for the same question and the same moves.

        With several people at the keyboard, a seat that has no move is asked too: skipping it would reveal
        that.
        """
        legal = self.state.legal(seat)
        occasion = (self.state.view(seat)["asked"]["frame"], legal)
        if self.waived.get(seat) == occasion or (not legal and (len(self.people) == 1 or self.open_hands)):
            return False
        move = self.ask(seat, may_pass=True)
        if move is None:
            self.waived[seat] = occasion
            return False
        self.local_game.play(seat, move)
        return True

    def finish(self) -> None:
        """The open table at the end, and the result."""
        seat = self.people[0] if len(self.people) == 1 else None
        self.show_log(seat)
        view = self.state.view(seat)
        self.screen.print()
        self.screen.print(drawing.table(self.game, view, self.translate))
        self.screen.print()
        self.screen.print(drawing.ending(self.game, view, self.translate))
        self.screen.print()
        self.say(_("The record of this game: {file}"), file=self.local_game.save.path)

    def say_where_kept(self) -> None:
        self.screen.print()
        self.say(_("The game is saved in {file}."), file=self.local_game.save.path)
        self.say(_("To continue: {command}"), command=self.resume_command)

    # -- asking ----------------------------------------------------------------------------------------------

    def ask(self, seat: int, may_pass: bool) -> int | None:
        """Show a seat its view, and follow its commands until it moves or declines to interrupt."""
        if self.at_keyboard != seat and not self.open_hands:
            self.pass_keyboard(seat)
        choices = self.choices(seat)
        self.show_log(seat)
        self.show_position(seat, choices)
        offer(choices)
        while True:
            self.show_question(seat, may_pass)
            line = input("> ").strip()
            if not line and may_pass:
                return None
            try:
                move = self.answer(seat, line, choices)
            except SpyringError as error:
                self.warn(error.say(self.translate) if isinstance(error, BadMove) else str(error))
                continue
            if move is not None:
                return move

    def choices(self, seat: int) -> list[Choice]:
        """Every legal move with its number, verb by verb."""
        moves = sorted(self.state.legal(seat))
        return [Choice(self.game, number, move) for number, move in enumerate(moves, 1)]

    def answer(self, seat: int, line: str, choices: list[Choice]) -> int | None:
        """The move that the line names; None after a command or a refused move."""
        exact = [choice for choice in choices if choice.name == " ".join(line.split())]
        word, _space, rest = line.partition(" ")
        rest = rest.strip()
        if exact:
            return exact[0].move
        if word.startswith("?"):
            self.explain(seat, (word[1:] + " " + rest).strip(), choices)
        elif word in ("help", "h"):
            self.show_help()
        elif word == "why":
            self.explain_refusal(seat, rest, choices)
        elif word == "undo":
            self.take_back(seat)
        elif word == "goal":
            self.show_goal()
        elif word == "legend":
            self.screen.print(drawing.legend(self.game, self.translate))
        elif word == "table":
            self.show_table(seat, choices)
        elif word == "log":
            self.read[seat] = 0
            self.show_log(seat)
        elif word == "save":
            self.save_copy(rest)
        elif word in ("quit", "exit", "q"):
            raise Quit
        elif line:
            return self.understood(seat, line, choices)
        return None

    def understood(self, seat: int, line: str, choices: list[Choice]) -> int | None:
        """The choice of a number or of words. A refused move is explained."""
        if not line.isdecimal():
            fitting = [choice for choice in choices if self.means(fits, line, choice.move)]
            if len(fitting) == 1:
                return fitting[0].move
            fitting = fitting or [choice for choice in choices if self.means(may_fit, line, choice.move)]
            if fitting:
                self.say(_("Did you mean one of these?"))
                self.screen.print(choice_list(self.game, fitting, self.translate))
                return None
        move = self.meant(seat, line, choices)
        if move in self.state.legal(seat):
            return move
        self.show_refusal(seat, move)
        return None

    def meant(self, seat: int, line: str, choices: list[Choice]) -> int:
        """Any move of the book by its text or number; legal moves have the first numbers."""
        if not line.isdecimal():
            return self.named(line, choices)
        number = int(line[:9])
        if 1 <= number <= len(choices):
            return choices[number - 1].move
        refused = self.refused(seat)
        if len(choices) < number <= len(choices) + len(refused):
            return refused[number - len(choices) - 1]
        raise BadMove(
            self.words(_("There is no choice {number}. Choose 1 to {last}."), number=line, last=len(choices))
        )

    def named(self, line: str, choices: list[Choice]) -> int:
        """Any move of the book in notation, or in words that fit one move of the current verbs."""
        moves = self.game.moves
        try:
            return moves.parse(line)
        except BadMove:
            fitting = [move for move in range(len(moves)) if self.means(fits, line, move)]
            verbs = {choice.verb for choice in choices}
            asked = [move for move in fitting if moves.fields(move)["verb"] in verbs]
            if len(asked or fitting) == 1:
                return (asked or fitting)[0]
            if not fitting:
                raise
            some = ", ".join(moves.name(move) for move in fitting[:MAX_MOVES_NAMED])
            more = ", …" if len(fitting) > MAX_MOVES_NAMED else ""
            sentence = _("That could mean {moves}, but none of these is possible now.")
            raise BadMove(sentence, {"moves": some + more}) from None

    def means(self, fitting: Callable[[str, str], bool], line: str, move: int) -> bool:
        """Whether the line fits the notation of a move, or its name in the reader's language."""
        moves = self.game.moves
        return fitting(line, moves.name(move)) or fitting(line, moves.say(move, self.translate))

    def take_back(self, seat: int) -> None:
        """Undo the last move of a seat; with other people only before it could tell them anything."""
        if not self.local_game.take_back(seat, alone=len(self.people) == 1):
            self.warn(self.words(_("You have no move to take back.")))
            return
        for reader in self.read:
            self.read[reader] = min(self.read[reader], len(self.state.events_for(reader)))
        self.say(_("Your last move was taken back."))
        raise MoveUndone

    def refused(self, seat: int) -> list[int]:
        """All moves that are not legal now."""
        legal = set(self.state.legal(seat))
        return [move for move in range(len(self.game.moves)) if move not in legal]

    # -- explaining ------------------------------------------------------------------------------------------

    def explain(self, seat: int, what: str, choices: list[Choice]) -> None:
        """The clause of the question, the clauses of a choice, or any clause."""
        asked = self.state.view(seat)["asked"]["clause"]
        if not what:
            self.show_clauses([asked])
            self.say(_("More: help"), style="dim")
        elif (chapter := self.chapter(what)) or self.is_clause(what):
            self.show_clauses(chapter or [what])
        else:
            move = self.meant(seat, what, choices)
            if move not in self.state.legal(seat):
                self.show_refusal(seat, move)
                return
            choice = next(choice for choice in choices if choice.move == move)
            self.say("{move}:", move=self.game.moves.say(move, self.translate), style="bold")
            behind = self.state.stack[-1].clauses(self.state, move)
            self.show_clauses([*drawing.clauses(self.game, choice), *behind])

    def is_clause(self, id: str) -> bool:
        return "-" in id and self.ledger is not None and id.strip().upper() in self.ledger.clauses

    def chapter(self, id: str) -> list[str]:
        """The clauses of a section such as KRK-4; none for an unknown section."""
        if self.ledger is None or id.strip().upper() not in self.ledger.sections:
            return []
        return [clause.id for clause in self.ledger.chapter(id)]

    def explain_refusal(self, seat: int, what: str, choices: list[Choice]) -> None:
        """Why a move is refused; without a move, all refused moves by clause."""
        if not what:
            self.show_all_refusals(seat, choices)
            return
        move = self.meant(seat, what, choices)
        if move in self.state.legal(seat):
            self.say(_("You may: {move}"), move=self.game.moves.say(move, self.translate))
        else:
            self.show_refusal(seat, move)

    def show_refusal(self, seat: int, move: int) -> None:
        """The reason in one sentence, and its clause."""
        refusal = self.state.why_not(seat, move)
        assert refusal is not None
        self.warn(f"{self.game.moves.say(move, self.translate)}: {refusal.say(self.translate)}")
        if refusal.clause:
            self.show_clauses([refusal.clause])

    def show_all_refusals(self, seat: int, choices: list[Choice]) -> None:
        reasons: dict[tuple[str, str], list[str]] = {}
        for number, move in enumerate(self.refused(seat), len(choices) + 1):
            refusal = self.state.why_not(seat, move)
            assert refusal is not None
            found = reasons.setdefault((refusal.clause, refusal.say(self.translate)), [])
            found.append(f"{number} {self.game.moves.name(move)}")
        rows = screens.sheet("", "", "")
        for (clause, sentence), moves in reasons.items():
            named = ", ".join(moves[:MAX_MOVES_NAMED]) + (", …" if len(moves) > MAX_MOVES_NAMED else "")
            rows.add_row(Text(clause, style="bold"), sentence, Text(named, style="dim"))
        rows.show_header = False
        self.screen.print(rows)

    def show_clauses(self, ids: list[str]) -> None:
        """The text of clauses, each once; only their ids for a game without a ledger."""
        for id in dict.fromkeys(ids):
            if self.ledger is None or id.strip().upper() not in self.ledger.clauses:
                self.say("{clause}", clause=id, style="bold")
            else:
                self.screen.print(screens.clause(self.ledger.clause(id), self.translate))

    def show_goal(self) -> None:
        """A short description of the game."""
        self.screen.print(Text(self.translate(self.game.title), style="bold"))
        if self.ledger is not None and self.ledger.summary:
            self.screen.print(Text(self.translate(self.ledger.summary)))

    # -- showing ---------------------------------------------------------------------------------------------

    def show_log(self, seat: int | None) -> None:
        """The new events of a seat; in a cooperative game everybody reads them together."""
        told = self.state.events_for(seat)
        fresh = told[self.read[seat] :]
        for reader in self.read if self.open_hands else (seat,):
            self.read[reader] = len(self.state.events_for(reader))
        if fresh:
            self.screen.print()
            self.screen.print(drawing.happenings(self.game, fresh, self.translate))

    def show_position(self, seat: int, choices: list[Choice]) -> None:
        """The table and the choices; on a small screen only the choices after the first time."""
        if not self.screen.is_terminal or screens.height(self.screen, self.drawn(seat, choices)) <= self.room:
            self.screen.print(self.drawn(seat, choices))
        elif seat not in self.looked:
            self.looked.add(seat)
            self.show_table(seat, choices)
        else:
            listed = choice_list(self.game, choices, self.translate)
            if screens.height(self.screen, listed) >= self.room:
                listed = choice_ranges(self.game, choices, self.translate)
            screens.page(self.screen, listed, self.words(_("(Enter: more, q: stop)")))
            self.say(_("(table: the whole table)"), style="dim")

    @property
    def room(self) -> int:
        """The lines of the screen above the question."""
        return self.screen.height - QUESTION_LINES

    def show_table(self, seat: int, choices: list[Choice]) -> None:
        """The table and the choices of a seat, page by page on a small screen."""
        screens.page(self.screen, self.drawn(seat, choices), self.words(_("(Enter: more, q: stop)")))

    def drawn(self, seat: int, choices: list[Choice]) -> RenderableType:
        """The table of a seat, and the choices that it does not show."""
        view = self.state.view(seat)
        return Group(Text(), drawing.position(self.game, view, self.translate, choices))

    def show_question(self, seat: int, may_pass: bool) -> None:
        """The seat that must decide, and the question."""
        view = self.state.view(seat)
        ask = f"{self.titles[seat]}. {question(view['asked'], self.translate)}"
        about = drawing.asked_about(self.game, view, self.translate).plain
        if may_pass:
            ask = self.words(_("{seat} may interrupt, or press Enter."), seat=self.titles[seat])
        elif about:
            ask = f"{ask}. {about}"
        self.screen.print()
        hint = (
            _("(number, ?, help, goal or legend)") if not self.local_game.moves else _("(number, ? or help)")
        )
        self.screen.print(Text(ask, style="bold"), Text(self.words(hint), style="dim"))
        refusal = None if may_pass else refused_end(view["asked"])
        if refusal is not None:
            move = self.game.moves.parse(view["asked"]["refused"]["move"])
            self.warn(f"{self.game.moves.say(move, self.translate)}: {refusal.say(self.translate)}")

    def show_help(self) -> None:
        self.screen.print(screens.help_sheet(HELP, self.translate))

    def save_copy(self, file: str) -> None:
        """Name the file of the game, or write a copy."""
        if not file:
            self.say(_("The game is saved in {file}."), file=self.local_game.save.path)
            return
        copy = SaveFile(Path(file).expanduser())
        copy.save(self.local_game.record())
        self.say(_("A copy is in {file}."), file=copy.path)

    def pass_keyboard(self, seat: int) -> None:
        """Hide the view of the last player, and wait for the next one."""
        self.hide()
        self.screen.print(Rule())
        self.say(
            _("Pass the keyboard to {seat}. Press Enter when nobody else is looking."),
            seat=self.titles[seat],
            style="bold",
        )
        self.screen.print(Rule())
        input()
        self.hide()
        self.at_keyboard = seat

    def hide(self) -> None:
        """Clear the screen and its scrollback."""
        self.screen.clear()
        if self.screen.is_terminal:
            self.screen.file.write(FORGET_LINES)

    # -- words -----------------------------------------------------------------------------------------------

    def words(self, key: str, **values: object) -> str:
        return self.translate(key).format(**values)

    def say(self, key: str, style: str = "", **values: object) -> None:
        """Print a sentence without wrapping, so that files and commands in it can be copied."""
        self.screen.print(Text(self.words(key, **values), style=style), soft_wrap=True)

    def warn(self, sentence: str) -> None:
        self.screen.print(Text(sentence, style="red"))
