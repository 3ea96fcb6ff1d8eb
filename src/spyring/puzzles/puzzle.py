"""A puzzle, and the file in which a game keeps them.

``puzzles.json`` in the folder of a game holds bots' games. Each has a record up to the last position that is
needed, packed, and its puzzles: the number of moves before the position, the seat, and the answer. Records
open for ever, so old puzzles do, too.
"""

import hashlib
import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from spyring.analysis.beliefs import said, title_of
from spyring.analysis.telling import Teller, points
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _, english, filled
from spyring.engine.record import Record
from spyring.engine.state import State

VERSION: Final = 1
OWN: Final = ("move", "seat", "kind", "answer")  # what a file holds of a puzzle besides its facts
BEST_MOVE: Final = "best move"
DEDUCTION: Final = "deduction"
LOG_LINES: Final = 150  # that a reader sees; the answer of a deduction follows from them
FINEST: Final = _("What is the best move for {seat}?")
BEST: Final = _("“{best}” is best: about {loss} percentage points (±{error}) better than “{second}”.")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """``facts`` of a best move: ``others``, the moves that were compared with it, the best one first, each
    with ``played``, ``loss``, ``error`` and ``because`` as in an analysis. Of a deduction: ``text``, ``why``,
    ``fields`` and ``options``. ``ease`` is the share of short searches that find the answer.
    """

    game: Game
    record: str
    move: int  # how many moves were made before
    seat: int
    kind: str
    answer: str
    facts: Json

    @property
    def id(self) -> str:
        """A name that stays the same when others are added."""
        text = json.dumps([self.record.split("\nend ")[0], self.move, self.seat, self.kind])
        return f"{self.game.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def state(self) -> State:
        """The position, with everything that was told before."""
        return _position(self.game, self.record, self.move).clone()

    def options(self, state: State) -> list[str]:
        """Every answer that can be given."""
        if self.kind == DEDUCTION:
            return list(self.facts["options"])
        return [self.game.moves.name(move) for move in state.legal(self.seat)]

    # -- in words --------------------------------------------------------------------------------------------

    def question(self, translate: Translate = english) -> str:
        """What is asked."""
        if self.kind == DEDUCTION:
            return said(self.game, self.facts["text"], self.facts["fields"], translate)
        return filled(translate(FINEST), {"seat": self._teller(translate).title(self._seats()[self.seat])})

    def title(self, option: str, translate: Translate = english) -> str:
        """An answer as people read it."""
        if self.kind == DEDUCTION:
            return title_of(self.game, option, translate)
        return self._teller(translate).move(option)

    def explanation(self, given: str, translate: Translate = english) -> list[str]:
        """Why the answer is right, and how much worse the given one is."""
        if self.kind == DEDUCTION:
            fields = {**self.facts["fields"], "answer": self.answer}
            return [said(self.game, self.facts["why"], fields, translate)]
        teller, others = self._teller(translate), self.facts["others"]
        found = next((one for one in others if one["played"] == given), None)
        if found is not None:
            decision = teller.decision({**found, "best": self.answer, "seat": self._seats()[self.seat]})
            return [decision, *teller.because(found)]
        second = others[0]
        values = {
            "best": self.title(self.answer, translate),
            "second": self.title(second["played"], translate),
            "loss": points(second["loss"]),
            "error": points(second["error"]),
        }
        return [filled(translate(BEST), values), *teller.because(second)]

    def _seats(self) -> tuple[str, ...]:
        return self.game.seat_names(int(self.state().seats))

    def _teller(self, translate: Translate) -> Teller:
        return Teller(self.game, {"seats": list(self._seats())}, translate)


@lru_cache(maxsize=64)
def _position(game: Game, record: str, move: int) -> State:
    """Replayed once for all readers of a puzzle."""
    parsed = Record.parse(record)
    state = parsed.start(game, events=True)
    for number in range(move):
        parsed.play(state, number)
    return state


# -- files ---------------------------------------------------------------------------------------------------


def packed(puzzles: Iterable[Puzzle]) -> str:
    """The text of a file."""
    by_record: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_record.setdefault(puzzle.record, []).append(puzzle)
    rows: list[Json] = []
    for record, found in by_record.items():
        text = b85encode(zlib.compress(record.encode(), 9)).decode()
        own = [{name: getattr(one, name) for name in OWN} | one.facts for one in found]
        rows.append({"rules": Record.parse(record).rules, "record": text, "puzzles": own})
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return f'{{"version":{VERSION},"games":[\n{lines}\n]}}\n'


def unpacked(game: Game, text: str) -> list[Puzzle]:
    """The puzzles of a file; games with another box, or under rules that are gone, are left out."""
    found: list[Puzzle] = []
    box = f"\nbox {game.box_name} {game.box_digest()}\n"
    for row in json.loads(text)["games"]:
        record = zlib.decompress(b85decode(row["record"])).decode()
        played = game.edition(row["rules"]) if box in record else None
        for one in row["puzzles"] if played is not None else ():
            own = {name: one.pop(name) for name in OWN}
            found.append(Puzzle(played or game, record, facts=one, **own))
    return found


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that a game brings along, in the order of their names."""
    file = files(game.home).joinpath("puzzles.json") if game.home else None
    if file is None or not file.is_file():
        return ()
    return tuple(sorted(unpacked(game, file.read_text(encoding="utf-8")), key=lambda one: one.id))
