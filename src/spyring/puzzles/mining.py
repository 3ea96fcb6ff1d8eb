"""Finds puzzles in games between bots.

A short search names the likely moves of a decision, and a few worlds show whether one of them is far ahead.
Then two long searches with other seeds must choose it, and it must be ahead of each rival in many fresh
worlds, both alone in the same worlds.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from spyring import games
from spyring.analysis.chances import won
from spyring.analysis.course import Step, steps_of
from spyring.analysis.decisions import ERRORS, fresh_search, reasons
from spyring.analysis.effort import data_of
from spyring.bots import make
from spyring.bots.comparing import Difference, Result, compare, imagined, paired
from spyring.bots.dice import Dice
from spyring.bots.fixtures import fixture
from spyring.bots.turns import Turns
from spyring.engine.game import Game
from spyring.engine.question import Question
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.puzzles.puzzle import BEST_MOVE, DEDUCTION, LOG_LINES, Puzzle

MIN_GAP: Final = 0.08  # of the chance to win, between the best move and every other one
LIKELY_GAP: Final = 0.1  # in few worlds, before more are spent
CERTAINTY: Final = 3.0  # standard errors that the gap exceeds
MAX_RIVALS: Final = 3  # moves that are compared with the best one
MIN_MOVES_APART: Final = 6  # moves between two puzzles of a game
SHORT_SEARCHES: Final = 8  # that show how easy the answer is
OPTIONS_OFFERED: Final = 3  # of a deduction
WORLDS_ASKED: Final = 20  # in which an option of a deduction must occur


@dataclass(frozen=True, slots=True)
class Effort:
    """What mining in a game costs; ``[puzzles]`` in its ``analysis.toml`` overrides it."""

    bots: str = "search:100"
    since: float = 0.2  # the share of a game before which decisions are left alone
    decisions: int = 100  # of a game that are looked at
    screen: int = 80  # iterations of the first search
    few: int = 60  # worlds of the first comparison
    search: int = 2000  # iterations of each long search
    worlds: int = 500  # of the last comparison
    best_moves: int = 3  # of one game
    deductions: int = 1


class Miner:
    """Plays a game, by its number, and returns its puzzles; a piece of work for a worker process."""

    def __init__(
        self, game: str, seed: int, seats: int, options: dict[str, Any], effort: Effort | None = None
    ) -> None:
        self.game, self.seed, self.seats, self.options = game, seed, seats, options
        self.effort = effort

    def name(self, number: int) -> str:
        """A piece of work in words."""
        return f"game {number} of {self.game}"

    def __call__(self, number: int) -> list[Puzzle]:
        game = games.game(self.game)
        effort = self.effort or Effort(**data_of(game).get("puzzles", {}))
        played = fixture((effort.bots,) * self.seats, number, self.seed)
        state = game.start(seats=self.seats, seed=played.seed, events=True, **self.options)
        bots = [make(name, seed) for name, seed in zip(played.players, played.bot_seeds)]
        turns = Turns(state)
        moves: list[tuple[int, int]] = []
        while state.deciders:
            made, seat = int(turns.made), turns.seat
            move = turns.act(bots[seat])
            if turns.made > made:
                moves.append((seat, move))
        record = Record.of(state, played.seed, moves)
        course, _end = steps_of(record, game)
        found = list(self._mined(game, course, effort, Dice(played.seed)))
        if not found:
            return []
        last = max(one["move"] for one in found)
        cut = Record.of(course[last].before, played.seed, moves[:last]).text()
        return [Puzzle(game, cut, **one) for one in found]

    def _mined(self, game: Game, course: list[Step], effort: Effort, dice: Dice) -> Iterator[dict[str, Any]]:
        late = course[int(effort.since * len(course)) :]
        asked = [step for step in late if step.asked and len(step.before.legal(step.seat)) > 1]
        drawn = sorted(asked, key=lambda _step: dice.real())
        left, used = effort.deductions, -MIN_MOVES_APART
        for step in drawn[: effort.decisions]:
            found = deduction(step, dice) if left else None
            if found is not None:
                left -= 1
                yield found
        left = effort.best_moves
        for step in sorted(drawn[: effort.decisions], key=lambda step: step.number):
            if left and step.number - used >= MIN_MOVES_APART:
                best = best_move(step, effort, dice)
                if best is not None:
                    left, used = left - 1, step.number
                    yield best


# -- best moves ----------------------------------------------------------------------------------------------


def best_move(step: Step, effort: Effort, dice: Dice) -> dict[str, Any] | None:
    """The puzzle of a decision, if one move is clearly best."""
    first, rivals = searched(step, effort.screen, dice.next_seed())
    if not rivals:
        return None
    glance = compared(step, [first, rivals[0]], effort.few // 3, dice.next_seed())
    if ahead(glance[0], glance[1]).mean <= 0.0:  # as for most decisions
        return None
    rough = compared(step, [first, *rivals], effort.few, dice.next_seed())
    rough.sort(key=lambda result: -sum(won(result)))
    best = rough[0].move
    if any(ahead(rough[0], other).mean < LIKELY_GAP for other in rough[1:]):
        return None
    others = [result.move for result in rough[1:]]
    for _search in range(2):
        chosen, more = searched(step, effort.search, dice.next_seed())
        if chosen != best:
            return None
        others += [move for move in more if move not in others]
    results = compared(step, [best, *others], effort.worlds, dice.next_seed())
    rows = sorted(((ahead(results[0], other), other) for other in results[1:]), key=lambda row: row[0].mean)
    gap = rows[0][0]
    if gap.mean < MIN_GAP or not gap.shown(CERTAINTY):
        return None
    short = [searched(step, 1 + effort.screen // 4, dice.next_seed())[0] for _try in range(SHORT_SEARCHES)]
    book = step.before.game.moves
    facts = {
        "others": [
            {
                "played": book.name(other.move),
                "loss": round(loss.mean, 3),
                "error": round(ERRORS * loss.error, 3),
                "because": [part.to_json() for part in reasons(results[0], other)],
            }
            for loss, other in rows
            if loss.shown(ERRORS)
        ],
        "ease": short.count(best) / SHORT_SEARCHES,
    }
    return _found(step, BEST_MOVE, book.name(best), facts)


def searched(step: Step, iterations: int, seed: int) -> tuple[int, list[int]]:
    """The choice of a search, and the other moves that it tried most; none if there was nothing to decide."""
    search = fresh_search(iterations, seed)
    chosen = search.choose(step.before, step.seat)
    tried = sorted(zip(search.counts(), search.asked), key=lambda one: -one[0])
    return chosen, [move for count, move in tried if count and move != chosen][:MAX_RIVALS]


def compared(step: Step, moves: list[int], worlds: int, seed: int) -> list[Result]:
    """Moves played to the end in the same worlds."""
    found = imagined(step.before, step.seat, worlds, seed)
    return compare(step.before, step.seat, moves, found, seed)


def ahead(best: Result, other: Result) -> Difference:
    """How much more often the seat wins."""
    return paired(won(best), won(other))


def _found(step: Step, kind: str, answer: str, facts: dict[str, Any]) -> dict[str, Any]:
    return {"move": step.number - 1, "seat": step.seat, "kind": kind, "answer": answer, "facts": facts}


# -- deductions ----------------------------------------------------------------------------------------------


def deduction(step: Step, dice: Dice) -> dict[str, Any] | None:
    """A question with one excluded option, and others that occur in some world. The log tells what excludes
    it; what the table shows anyway is asked only if there is nothing else.
    """
    game, seat = step.before.game, step.seat
    table = step.before.view(seat)["table"]
    shown = json.dumps(table, default=str)
    told = {label for event in step.before.events_for(seat)[-LOG_LINES:] for label in event.values()}
    asked: list[Question] = game.questions(step.before, seat)
    for at in sorted(range(len(asked)), key=lambda _at: dice.real()):
        question = asked[at]
        about = told & set(question.fields.values())
        cannot = [one for one in question.cannot if one in told or (one.isdigit() and about)]
        cannot = sorted(set(cannot) - set(table.get("hand", ())))
        if not cannot:
            continue
        cannot.sort(key=lambda one: (f'"{one}"' in shown, dice.real()))
        worlds = [step.before.resample(seat, dice.next_seed()) for _world in range(WORLDS_ASKED)]
        may = sorted({label for world in worlds for label in game.questions(world, seat)[at].truth})
        may.sort(key=lambda _one: dice.real())
        if len(may) >= OPTIONS_OFFERED - 1:
            options = sorted([cannot[0], *may[: OPTIONS_OFFERED - 1]])
            said = {"text": question.text, "why": question.why, "fields": question.fields}
            return _found(step, DEDUCTION, cannot[0], {**said, "options": options})
    return None


def certain(state: State, puzzle: Puzzle) -> bool:
    """Whether the game itself excludes the answer of a deduction, and nothing else that is offered."""
    facts = puzzle.facts
    for question in state.game.questions(state, puzzle.seat):
        if (question.text, question.fields) == (facts["text"], facts["fields"]):
            return [option for option in facts["options"] if option in question.cannot] == [puzzle.answer]
    return False
