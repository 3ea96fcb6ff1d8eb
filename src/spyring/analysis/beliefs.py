"""What a seat had reason to believe about hidden things that mattered, and what was true.

``[[beliefs]]`` in the ``analysis.toml`` of a game names a part of its view that is hidden until the end:
``path`` leads to it (``*`` for every row), ``text`` says it with the fields of its row.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from spyring.analysis.course import Step
from spyring.analysis.effort import Effort, data_of
from spyring.bots.comparing import finisher, imagined
from spyring.bots.dice import Dice
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, english, filled, named
from spyring.engine.state import State

MIN_MATTER: Final = 0.05  # by which the truth changes the chance to win
MIN_WORLDS: Final = 5  # that agree with the truth, before anything is read out of them
MAX_BELIEFS: Final = 5  # of one seat


@dataclass(frozen=True, slots=True)
class Belief:
    """After a move: the chance that a seat could give the truth, and what it gave most."""

    number: int
    seat: int
    text: str  # a message key
    fields: dict[str, Any]  # what fills it, labels
    chance: float
    likeliest: Any
    likeliest_chance: float
    matter: float


def said(game: Game, text: str, fields: dict[str, Any], translate: Translate = english) -> str:
    """A sentence with labels in its places, as people read it."""
    return filled(translate(text), {name: title_of(game, one, translate) for name, one in fields.items()})


def title_of(game: Game, value: Any, translate: Translate = english) -> str:
    """A label as people read it: the title that any move or event of the game gives it."""
    title = game.title_of(value)
    return named(str(value), translate) if title is None else translate(title)


def hidden_rows(
    view: Any, path: Sequence[str], where: tuple[str, ...] = ()
) -> Iterator[tuple[Any, Any, Any]]:
    """Every row at a path, with where it stands and the value that the path ends with."""
    head, *rest = path
    if not rest:
        if isinstance(view, dict) and head in view:
            yield where, view, view[head]
        return
    if head == "*":
        for at, row in enumerate(view if isinstance(view, list) else ()):
            yield from hidden_rows(row, rest, (*where, str(at)))
    elif isinstance(view, dict) and head in view:
        yield from hidden_rows(view[head], rest, (*where, head))


def beliefs(course: Sequence[Step], game: Game, seat: int, effort: Effort, seed: int) -> list[Belief]:
    """What mattered most, each thing at the moment when it mattered most."""
    kinds = data_of(game).get("beliefs", ())
    own = [step for step in course if step.seat == seat and step.asked]
    if not kinds or not own:
        return []
    dice = Dice(seed)
    count = min(effort.moments, len(own))
    best: dict[tuple[Any, ...], Belief] = {}
    for moment in range(count):
        step = own[(2 * moment + 1) * len(own) // (2 * count)]
        for place, belief in _at(step, seat, kinds, effort.believed_worlds, dice.next_seed()):
            if place not in best or belief.matter > best[place].matter:
                best[place] = belief
    return sorted(best.values(), key=lambda belief: (-belief.matter, belief.number))[:MAX_BELIEFS]


def _at(
    step: Step, seat: int, kinds: Sequence[dict[str, str]], worlds: int, seed: int
) -> Iterator[tuple[tuple[Any, ...], Belief]]:
    """What mattered before one decision."""
    tables, wins = _imagined_ends(step.before, seat, worlds, seed)
    truth, seen = step.before.opened().view(None)["table"], step.before.view(seat)["table"]
    overall = sum(wins) / len(wins)
    for kind in kinds:
        path = kind["path"].split(".")
        held = {where: value for where, _row, value in hidden_rows(seen, path)}
        believed = [{where: value for where, _row, value in hidden_rows(table, path)} for table in tables]
        for where, row, value in hidden_rows(truth, path):
            if held.get(where) is not None or value is None:
                continue
            agree = [won for table, won in zip(believed, wins) if table.get(where) == value]
            if not MIN_WORLDS <= len(agree) <= len(wins) - MIN_WORLDS:
                continue
            matter = abs(sum(agree) / len(agree) - overall)
            if matter < max(MIN_MATTER, 1.5 * (overall * (1.0 - overall) / len(agree)) ** 0.5):
                continue
            likeliest, times = Counter(str(table.get(where)) for table in believed).most_common(1)[0]
            fields = {name: one for name, one in row.items() if isinstance(one, str | int) or one is None}
            yield (
                (kind["path"], where),
                Belief(
                    step.number - 1,
                    seat,
                    kind["text"],
                    {name: str(one) for name, one in fields.items() if f"{{{name}}}" in kind["text"]},
                    len(agree) / len(wins),
                    likeliest,
                    times / len(wins),
                    matter,
                ),
            )


def _imagined_ends(state: State, seat: int, worlds: int, seed: int) -> tuple[list[Any], list[float]]:
    """What lies on the table in worlds that the seat could believe in, and whether it won there."""
    found = imagined(state, seat, worlds, seed)
    tables = [world.opened().view(None)["table"] for world in found]
    player = finisher(state.game.strategy, None)
    wins: list[float] = []
    for world in found:
        world.event_log = None
        player.rollout(world, 0)
        outcome = world.outcome
        assert outcome is not None
        wins.append(float(seat in outcome.winners))
    return tables, wins
