"""The whole analysis of a game record."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from spyring import games
from spyring.analysis.beliefs import Belief, beliefs, said
from spyring.analysis.course import Step, known_points, lines, observe, steps_of, true_points
from spyring.analysis.decisions import Mistake, mistakes
from spyring.analysis.effort import Calibration, Effort, calibration_of, effort_of
from spyring.bots.dice import Dice
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, english
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.notation import Event
from spyring.engine.record import OPEN, Record
from spyring.engine.seats import SPECTATOR
from spyring.engine.state import State
from spyring.engine.strategy import Strategy

VERSION: Final = 2  # 1 compared wins alone, and screened no decisions
TURNING_POINTS: Final = 3
MAX_SENTENCES: Final = 2  # of a log line

Progress = Callable[[float], None]
Json = dict[str, Any]


class CannotAnalyse(SpyringError):
    """A game that is not over, or of which there is nothing to say."""


def analyse(
    record: Record,
    seats: Sequence[int] | None = None,
    game: Game | None = None,
    seed: int = 0,
    effort: Effort | None = None,
    progress: Progress | None = None,
    decisions: bool = True,
) -> Json:
    """The look back at a finished game, JSON-ready: labels of seats, moves in notation.

    Decisions, beliefs and what could be known are for ``seats``, by default for all. ``game`` is needed if it
    is not on the shelf, or has another box. The same seed gives the same analysis. ``progress`` is told how
    much is done, from 0 to 1. Without ``decisions`` there are curves only.
    """
    if record.result == OPEN:
        raise CannotAnalyse("This game is not over; only finished games can be analysed.")
    if game is None:
        found = games.game(record.game)
        game = found.edition(record.rules) or found
    course, end = steps_of(record, game)
    record.verify(end)
    if not course:
        raise CannotAnalyse("The record has no moves to analyse.")
    return _Work(game, course, end, seats, seed, effort or effort_of(game), progress).done(decisions)


class _Work:
    """An analysis while it is made."""

    def __init__(
        self,
        game: Game,
        course: list[Step],
        end: State,
        seats: Sequence[int] | None,
        seed: int,
        effort: Effort,
        progress: Progress | None,
    ) -> None:
        self.game = game
        self.course = course
        self.end = end
        self.names = game.seat_names(int(end.seats))
        self.all = range(len(self.names))
        self.wanted = list(self.all if seats is None else seats)
        self.effort = effort
        self.seed = seed
        self.progress = progress or (lambda _share: None)
        self.dice = Dice(seed)

    def done(self, decisions: bool) -> Json:
        """Make it."""
        true, known = calibration_of(self.game)
        points, places = true_points(self.course, self.end)
        observe(points, self.game, self.all, self.effort.playouts, self.effort.least, self.dice.next_seed())
        rough = lines(points, self.all)
        chances = {seat: [true.corrected(one) for one in rough[seat]] for seat in self.all}
        self.progress(0.15)
        known_chances = {seat: self._known(seat, known) for seat in self.wanted}
        self.progress(0.35)
        stood = {seat: [chances[seat][place] for place in places] for seat in self.all}
        found: list[Mistake] = []
        believed: list[Json] = []
        for at, seat in enumerate(self.wanted if decisions else ()):
            found += mistakes(self.course, seat, self.effort, self.dice.next_seed(), self._part(at))
            told = beliefs(self.course, self.game, seat, self.effort, self.dice.next_seed())
            believed += [self._belief(belief) for belief in told]
        self.progress(1.0)
        return {
            "version": VERSION,
            "game": self.game.name,
            "seed": self.seed,
            "seats": list(self.names),
            "cooperative": self.game.kind == COOPERATIVE,
            "playouts": "random" if type(self.game.strategy) is Strategy else "guided",
            "curve": [self._point(at, stood, known_chances) for at in range(len(self.course) + 1)],
            "turning_points": self._turning_points(stood),
            "luck": {self.names[seat]: self._luck(chances[seat], places, seat, chances) for seat in self.all},
            "decisions": [self._decision(one) for one in sorted(found, key=lambda one: one.step.number)],
            "beliefs": believed,
        }

    def _part(self, at: int) -> Progress:
        """The progress of one seat's decisions among those of all."""
        return lambda share: self.progress(0.35 + 0.65 * (at + share) / len(self.wanted))

    def _known(self, seat: int, known: Calibration) -> list[float]:
        points = known_points(self.course, self.end, seat)
        observe(
            points, self.game, [seat], self.effort.known_playouts, self.effort.least, self.dice.next_seed()
        )
        return [known.corrected(one) for one in lines(points, [seat])[seat]]

    def _point(self, at: int, stood: dict[int, list[float]], known: dict[int, list[float]]) -> Json:
        return {
            "number": at,
            "true": {self.names[seat]: round(line[at], 4) for seat, line in stood.items()},
            "known": {self.names[seat]: round(line[at], 4) for seat, line in known.items()},
        }

    def _turning_points(self, stood: dict[int, list[float]]) -> list[Json]:
        swings = [
            (max(abs(line[step.number] - line[step.number - 1]) for line in stood.values()), step)
            for step in self.course
        ]
        largest = sorted(swings, key=lambda swing: (-swing[0], swing[1].number))[:TURNING_POINTS]
        return [
            {
                "move": step.number,
                "seat": self.names[step.seat],
                "played": self.game.moves.name(step.move),
                "line": line_of(self.game, self.course, self.end, step),
                "swing": {
                    self.names[seat]: round(line[step.number] - line[step.number - 1], 4)
                    for seat, line in stood.items()
                },
            }
            for _size, step in sorted(largest, key=lambda swing: swing[1].number)
        ]

    def _luck(self, line: list[float], places: list[int], seat: int, chances: dict[int, list[float]]) -> Json:
        """What of the change of a seat's chance came from where. The deal is chance too, except where all
        win or lose together: there is nobody to compare with.
        """
        chance = own = others = 0.0
        if self.game.kind != COOPERATIVE:
            chance = line[0] - sum(one[0] for one in chances.values()) / len(chances)
        for step in self.course:
            before, after = places[step.number - 1], places[step.number]
            decided = before + 1 if step.drawn else after
            chance += line[after] - line[decided]
            if step.seat == seat:
                own += line[decided] - line[before]
            else:
                others += line[decided] - line[before]
        return {"chance": round(chance, 4), "own": round(own, 4), "others": round(others, 4)}

    def _decision(self, mistake: Mistake) -> Json:
        return {
            "move": mistake.step.number,
            "seat": self.names[mistake.step.seat],
            "played": self.game.moves.name(mistake.step.move),
            "best": self.game.moves.name(mistake.best),
            "loss": round(mistake.loss, 4),
            "error": round(mistake.error, 4),
            "because": [part.to_json() for part in mistake.because],
        }

    def _belief(self, belief: Belief) -> Json:
        return {
            "move": belief.number,
            "seat": self.names[belief.seat],
            "text": belief.text,
            "fields": belief.fields,
            "said": said(self.game, belief.text, belief.fields),
            "chance": round(belief.chance, 3),
            "likeliest": belief.likeliest,
            "likeliest_chance": round(belief.likeliest_chance, 3),
            "matter": round(belief.matter, 3),
        }


def line_of(
    game: Game, course: Sequence[Step], end: State, step: Step, translate: Translate = english
) -> str:
    """What everybody was told of a move, or else what was decided in secret."""
    after = course[step.number].before if step.number < len(course) else end
    events: list[Event] = list(after.events[len(step.before.events) :])
    public = [event for event in events if event.audience >> SPECTATOR & 1]
    weighty = [event for event in public if game.events.kinds[event.kind].weight] or public
    sentences = [game.events.say_past(event, translate) for event in weighty[:MAX_SENTENCES]]
    return " ".join(sentences) or game.moves.say(step.move, translate)
