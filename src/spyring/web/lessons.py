"""The guided first game: a recorded opening in which the learner makes the moves of one seat.

A lesson is the template ``web/lesson.html`` of its game: the learner's seat, the moves, and a sentence for
every decision of the learner. It starts from the position in ``web/lesson.json``. It has no secrets, and
nothing is stored.
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
        text: Any = environment().get_template(template).make_module({"words": words, "game": game})
        self.game = game
        self.words = words
        self.begins = json.loads(file_text(game, "lesson.json"))
        self.seats: int = self.begins["seats"]
        self.seat = game.seat_names(self.seats).index(text.seat)
        self.moves: list[str] = text.moves
        self.says: list[str] = text.says
        self.farewell: str = text.farewell

    def __len__(self) -> int:
        return len(self.says)

    def bar(self, at: int) -> LessonBar:
        """The bar of the lesson before decision ``at``."""
        return LessonBar(at, len(self), self.says[at] if at < len(self) else self.farewell)

    def position(self, at: int) -> tuple[State, str]:
        """The table before the learner's decision ``at``, and the expected move ("" after the last one)."""
        state = self.game.from_json(self.begins)
        state.event_log = []
        names = self.game.seat_names(self.seats)
        mine = 0
        for line in self.moves:
            name, text = line.split(" ", 1)
            seat = names.index(name)
            if seat == self.seat:
                if mine == at:
                    return state, text
                mine += 1
            state.play(seat, self.game.moves.parse(text))
        return state, ""

    def screen(self, at: int) -> tuple[Screen, str]:
        """The learner's screen before decision ``at``, and the expected move."""
        state, wanted = self.position(at)
        game, translate = self.game, self.words.translate
        legal = [self._choice(wanted)] if wanted else []
        view = state.view(self.seat)
        people = seat_cards(game, self.words, self.seats, self.seat)
        lines = told(state, self.seat, self.words)
        ask = question(view, translate)
        return Screen(game, self.words, view, legal, lines, people, question=ask), wanted

    def _choice(self, text: str) -> Move:
        book = self.game.moves
        move = book.parse(text)
        return Move(text=text, fields=book.fields(move), sentence=book.say(move, self.words.translate))


def told(state: State, seat: int, words: Words) -> list[Line]:
    """The log of a seat at a table that is not stored."""
    game = state.game
    return [
        Line(game, number, 0, EventText(fields=fields, sentence=game.events.retell(fields, words.translate)))
        for number, fields in enumerate(state.events_for(seat), 1)
    ]


def seat_cards(game: Game, words: Words, seats: int, own: int) -> list[SeatCard]:
    """The reader at one seat, bots at all others."""
    titles = game.seat_titles(seats)
    return [
        SeatCard(
            seat=seat,
            label=label,
            title=words.translate(titles[seat]),
            kind="person" if seat == own else "bot",
            name=None,
            level=None if seat == own else "normal",
            held="no",
            you=seat == own,
        )
        for seat, label in enumerate(game.seat_names(seats))
    ]
