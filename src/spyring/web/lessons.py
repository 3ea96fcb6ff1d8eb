"""The guided first game: a recorded opening in which the learner makes the moves of one seat.

A lesson is the template ``web/lesson.html`` of its game: the learner's seat, the moves, and for every
decision of the learner a text, or a list of texts of which all but the last are only read. It starts from the
position in ``web/lesson.json``. It has no secrets, and nothing is stored.
"""

import json
from typing import Any

from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.engine.state import State
from spyring.server.core.payloads import EventText, Move, SeatCard
from spyring.server.core.problems import NotFound
from spyring.server.core.tables.presenting import question
from spyring.web.look import look_of
from spyring.web.screen import LessonBar, Line, Screen
from spyring.web.templates import environment, file_text
from spyring.web.words import Words


class Lesson:
    """A lesson in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        template = look_of(game, words).lesson
        if not template:
            raise NotFound("no-lesson", _("This game has no guided first game yet."))
        told: Any = environment().get_template(template).make_module({"words": words, "game": game})
        self.game = game
        self.words = words
        self.begins = json.loads(file_text(game, "lesson.json"))
        self.seats: int = self.begins["seats"]
        self.seat = game.seat_names(self.seats).index(told.seat)
        self.moves: list[str] = told.moves
        texts: list[list[str]] = [[say] if isinstance(say, str) else say for say in told.says]
        self.says = [say for step in texts for say in step]
        self.decisions = [decision for decision, step in enumerate(texts) for _say in step]
        self.farewell: str = told.farewell

    def __len__(self) -> int:
        return len(self.says)

    def bar(self, at: int) -> LessonBar:
        """The bar of the lesson at step ``at``."""
        say = self.says[at] if at < len(self) else self.farewell
        return LessonBar(at, len(self), say, self.only_read(at))

    def only_read(self, at: int) -> bool:
        """Whether a step asks for no move."""
        return self.decisions[at : at + 1] == self.decisions[at + 1 : at + 2] != []

    def position(self, at: int) -> tuple[State, str]:
        """The table at step ``at``, and the expected move ("" if there is none)."""
        state = self.game.from_json(self.begins)
        state.event_log = []
        names = self.game.seat_names(self.seats)
        mine = 0
        decision = self.decisions[at] if at < len(self) else len(self)
        for line in self.moves:
            name, text = line.split(" ", 1)
            seat = names.index(name)
            if seat == self.seat:
                if mine == decision:
                    return state, "" if self.only_read(at) else text
                mine += 1
            state.play(seat, self.game.moves.parse(text))
        return state, ""

    def screen(self, at: int) -> tuple[Screen, str]:
        """The learner's screen at step ``at``, and the expected move."""
        state, wanted = self.position(at)
        game, translate = self.game, self.words.translate
        legal = [self._choice(wanted)] if wanted else []
        lines = [
            Line(game, number, 0, EventText(fields=fields, sentence=game.events.retell(fields, translate)))
            for number, fields in enumerate(state.events_for(self.seat), 1)
        ]
        view = state.view(self.seat)
        ask = question(view, translate)
        return Screen(game, self.words, view, legal, lines, self._people(), question=ask), wanted

    def _choice(self, text: str) -> Move:
        book = self.game.moves
        move = book.parse(text)
        return Move(text=text, fields=book.fields(move), sentence=book.say(move, self.words.translate))

    def _people(self) -> list[SeatCard]:
        titles = self.game.seat_titles(self.seats)
        return [
            SeatCard(
                seat=seat,
                label=label,
                title=self.words.translate(titles[seat]),
                kind="person" if seat == self.seat else "bot",
                name=None,
                level=None if seat == self.seat else "normal",
                held="no",
                you=seat == self.seat,
            )
            for seat, label in enumerate(self.game.seat_names(self.seats))
        ]
