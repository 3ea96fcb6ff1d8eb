"""Who sees which parts of a table, as sample games show it. The text is the same at every table of a game, so
it tells nothing about the secrets of one.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from spyring.engine.chance import Chance
from spyring.engine.definition import Definition
from spyring.engine.game import Game
from spyring.engine.position import Json
from spyring.engine.state import State

DECISIONS: Final = 900  # of the sample games
EVERY: Final = 30  # decisions between two looks
Path = tuple[str | int, ...]


@cache
def hidden(game: Definition[Any]) -> str:
    """Fields of the table that not everyone sees, by who sees them.

    >>> import spyring
    >>> print(hidden(spyring.game("krakow")))
    Each seat sees only its own: players.identity, players.season, players.gold, hand.
    Seats do not know all of: hands, identity, holder, discard, seen.
    """
    own: dict[str, bool] = {}  # by field: whether only its owner ever sees it
    unknown: dict[str, None] = {}
    for state in positions(game) if isinstance(game, Game) else ():
        public = dict(leaves(state.view(None)["table"]))
        seats = range(int(state.seats))
        seen = [dict(leaves(state.view(seat)["table"])) for seat in seats]
        for path in dict.fromkeys(path for found in seen for path in found):
            readers = [seat for seat in seats if seen[seat].get(path) != public.get(path)]
            if readers:
                name = ".".join(part for part in path if isinstance(part, str))
                own[name] = own.get(name, True) and readers == owners(path, len(seats))
        unknown |= dict.fromkeys(guessed(state))
    for name in [name for name in own if name.partition(".")[0] in own and "." in name]:
        del own[name]  # the whole list is named
    return "\n".join(
        f"{who}: {', '.join(names)}."
        for who, names in (
            ("Each seat sees only its own", [name for name, alone in own.items() if alone]),
            ("Seats see only what they have learned", [name for name, alone in own.items() if not alone]),
            ("Seats do not know all of", list(unknown)),
        )
        if names
    )


def positions(game: Game) -> Iterator[State]:
    """Positions of games with random moves, one game after another."""
    state, chance = game.start(seed=1), Chance(1)
    for number in range(DECISIONS):
        if not state.deciders:
            state = game.start(seed=number)
        if number % EVERY == 0:
            yield state
        seat = state.deciders[0]
        legal = state.legal(seat)
        state.play(seat, legal[chance.roll(len(legal))])


def leaves(table: Json) -> Iterator[tuple[Path, Any]]:
    """The fields of a table, and the fields in the rows of its lists."""
    for name, part in table.items():
        rows = part if isinstance(part, list) else []
        if not rows or not all(isinstance(row, dict) for row in rows):
            yield (name,), part
        for at, row in enumerate(rows):
            if isinstance(row, dict):
                yield from (((name, at, key), value) for key, value in row.items())


def owners(path: Path, seats: int) -> list[int]:
    """The seats that see a field if everybody sees their own."""
    return [at for at in path if isinstance(at, int)] or list(range(seats))


def guessed(state: State) -> Iterator[str]:
    """The stored fields that some seat must guess in part: other worlds are possible for it."""
    real = state.to_json()["table"]
    worlds = [state.resample(seat, 1).to_json()["table"] for seat in range(int(state.seats))]
    yield from (name for name in real if any(world.get(name) != real[name] for world in worlds))
