"""The guided first game: a recorded opening in which the learner makes the moves of one seat.

A lesson is the template ``web/lesson.html`` of its game: the learner's seat, the moves, and for every
decision of the learner a text, or a list of texts of which all but the last are only read. It starts from the
position in ``web/lesson.json``. It has no secrets, and nothing is stored.
"""

import json
import sys
from bisect import bisect_right
from typing import Any

from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.engine.state import State
from spyring.server.core.payloads import EventText, SeatCard
from spyring.server.core.problems import NotFound
from spyring.server.core.tables.presenting import move_card, question
from spyring.server.replays.scenes import SceneRecorder
from spyring.web.look import look_of
from spyring.web.scenes import as_it_lay, drawn
from spyring.web.screen import Json, LessonBar, Line, Screen
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
        texts: list[list[str]] = [[say] if isinstance(say, str) else say for say in text.says]
        self.says = [say for step in texts for say in step]
        self.decisions = [decision for decision, step in enumerate(texts) for _say in step]
        self.farewell: str = text.farewell

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
        state, wanted, _starts = self._played(at)
        return state, wanted

    def step_of(self, decision: int) -> int:
        """The first step of a decision, or the end."""
        return self.decisions.index(decision) if decision in self.decisions else len(self)

    def _played(self, at: int, recorder: SceneRecorder | None = None) -> tuple[State, str, list[int]]:
        """Also how many events the learner had seen at each decision. A recorder gets those since the last
        one.
        """
        state = self.game.from_json(self.begins)
        state.event_log = []
        names = self.game.seat_names(self.seats)
        starts: list[int] = []
        decision = self.decisions[at] if at < len(self) else self.decisions[-1] + 1
        for line in self.moves:
            name, text = line.split(" ", 1)
            seat = names.index(name)
            if seat == self.seat:
                if len(starts) == decision:
                    return state, "" if self.only_read(at) else text, starts
                starts.append(len(state.events_for(self.seat)))
                if recorder is not None and len(starts) == decision:
                    recorder.begin(self.step_of(decision))
                    state.observer = recorder
            state.play(seat, self.game.moves.parse(text))
        return state, "", starts

    def scenes(self, at: int, wanted: range) -> tuple[list[Json], int]:
        """The wanted scenes between the learner's last decision and decision ``at``, and how many there are
        in all.
        """
        recorder = SceneRecorder(self.seat, [self.seat], wanted)
        self._played(at, recorder)
        found = recorder.scenes(self.game, self.words.translate)
        return drawn(self.game, self.words, self._people(), found), recorder.count

    def screen(self, at: int) -> tuple[Screen, str]:
        """The learner's screen at step ``at``, and the expected move."""
        state, wanted, starts = self._played(at)
        game, translate = self.game, self.words.translate
        book = game.moves
        legal = [move_card(book, book.parse(wanted), translate)] if wanted else []
        lines = []
        for place, fields in enumerate(state.events_for(self.seat)):
            decision = bisect_right(starts, place)  # before which it happened
            event = EventText(fields=fields, sentence=game.events.retell(fields, translate))
            first = [0, *starts][decision]
            lines.append(Line(game, self.step_of(decision), place - first, event))
        view = state.view(self.seat)
        ask = question(view, translate)
        return Screen(game, self.words, view, legal, lines, self._people(), question=ask), wanted

    def closing(self, at: int) -> Screen | None:
        """The board after the last step as it lay when the game was decided; None before that step."""
        closing = look_of(self.game, self.words).closing
        if at < len(self) or not closing:
            return None
        recorder = SceneRecorder(self.seat, [self.seat], range(sys.maxsize))
        view = self._played(at, recorder)[0].view(self.seat)
        scenes = recorder.scenes(self.game, self.words.translate)
        decided = [scene for scene in scenes if scene.told.fields["kind"] in closing["after"]]
        lay = as_it_lay(view, decided[-1].views[0], closing["parts"]) if decided else view
        return Screen(self.game, self.words, lay, [], [], self._people())

    def _people(self) -> list[SeatCard]:
        return seat_cards(self.game, self.words, self.seats, self.seat)


def told(game: Game, state: State, seat: int, words: Words) -> list[Line]:
    """The log of a seat at a table that is not stored."""
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
