"""What every box shares: a TOML file with a name and components. Errors name the broken constraint."""

import math
import tomllib
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from spyring.engine.errors import BadBox
from spyring.engine.growth import UPDATE

FAR: Final = 99  # unreachable
FORMAT: Final = 1  # of boxes that do not name a format


def require(holds: bool, constraint: str, sentence: str) -> None:
    """Refuse the box unless the constraint ``holds``.

    >>> require(2 > 1, "KRK-D1", "two is more than one.")
    >>> require(1 > 2, "KRK-D1", "one is not more than two.")
    Traceback (most recent call last):
    ...
    spyring.engine.errors.BadBox: KRK-D1: one is not more than two.
    """
    if not holds:
        raise BadBox(f"{constraint}: {sentence}")


def toml(text: str) -> dict[str, Any]:
    """What a TOML text says.

    >>> toml("deep = " + "[" * 9999)
    Traceback (most recent call last):
    ...
    spyring.engine.errors.BadBox: This is not a TOML file: it is nested too deeply.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"This is not a TOML file: {error}.") from error
    except RecursionError:
        raise BadBox("This is not a TOML file: it is nested too deeply.") from None


def opened(text: str, game: str, parts: tuple[str, ...]) -> dict[str, Any]:
    """The box of ``game`` written in ``text``, with lists of components under the names of its ``parts``."""
    data = toml(text)
    box = data.get("box")
    require(isinstance(box, dict) and box.get("game") == game, "box", f"the box must say game = “{game}”.")
    format = data["box"].get("format", FORMAT)
    require(isinstance(format, int) and format >= 1, "box", "the format of a box is a whole number from 1.")
    newer = f"this box is of format {format}; this program reads {FORMAT}. {UPDATE}"
    require(format <= FORMAT, "box", newer)
    require(isinstance(data["box"].get("name"), str), "box", "the box must have a name.")
    for part in parts:
        rows = data.get(part)
        fine = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
        require(fine, part, f"the box has no [[{part}]] entries.")
    return data


def whole(value: object, least: int = 0, most: float = math.inf) -> bool:
    """Whether a value is a whole number in these bounds.

    >>> whole(3), whole(3, 1, 2), whole(True), whole("3")
    (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def some(names: object, known: Collection[object]) -> bool:
    """Whether these are some of the known names, each once.

    >>> some(["a"], "ab"), some(["a", "a"], "ab"), some(["c"], "ab"), some("a", "ab")
    (True, False, False, False)
    """
    return isinstance(names, list) and all(name in known for name in names) and len(set(names)) == len(names)


def exactly(rows: list[Any], count: int, constraint: str, what: str) -> None:
    """Refuse the box unless it has so many of these rows."""
    require(len(rows) == count, constraint, f"the box has {len(rows)} {what}; it must have {count}.")


def one_of(value: object, known: Collection[str], constraint: str, what: str) -> None:
    """Refuse the box unless a value is one of the known words."""
    require(value in known, constraint, f"{what} is one of {', '.join(known)}.")


def named(rows: list[dict[str, Any]], what: str, complete: str, unique: str) -> None:
    """Refuse the box unless each row has an id and a name of its own, and the id no space; by the constraints
    that they are ``complete``, and ``unique``.
    """
    for key in ("id", "name"):
        names = [row.get(key) for row in rows]
        for name in names:
            require(isinstance(name, str) and bool(name), complete, f"every {what} has a {key}.")
            require(names.count(name) == 1, unique, f"two {what}s are called {name}.")
    for row in rows:
        require(" " not in row["id"], complete, f"the id {row['id']} has a space in it.")


def neighbours(places: int, lines: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The places joined to each place by a line, in order.

    >>> neighbours(3, [(0, 2), (2, 1)])
    [[2], [2], [0, 1]]
    """
    near: list[set[int]] = [set() for _place in range(places)]
    for one, other in lines:
        near[one].add(other)
        near[other].add(one)
    return [sorted(row) for row in near]


def steps(near: Sequence[Iterable[int]], start: int) -> list[int]:
    """How many lines each place is from ``start``, or ``FAR``.

    >>> steps(neighbours(4, [(0, 2), (2, 1)]), 0)
    [0, 2, 1, 99]
    """
    away = [FAR] * len(near)
    away[start] = 0
    edge = [start]
    for place in edge:  # grows meanwhile
        for other in near[place]:
            if away[other] == FAR:
                away[other] = away[place] + 1
                edge.append(other)
    return away
