"""JSON values as compact text: a line for each row of a list, without what is 0, false or empty."""

from itertools import groupby
from typing import Any, Final

from spyring.engine.position import Json

UNKNOWN: Final = "?"  # before names of fields: nothing there, or hidden from the reader
SECRET: Final = "*"  # behind the name of a field that not everyone sees
ANY: Final = object()  # instead of what everyone sees, where that is not known


def inline(value: Any, public: Any = ANY) -> str:
    """A value within a line. ``public`` is what everyone sees in its place.

    >>> inline({"id": "a", "at": None, "seen": False, "gold": 0, "tags": ["x", "x"], "own": True})
    'id a, tags x ×2, own, ? at'
    >>> inline({"gold": 0, "name": "Ann"}, {"gold": None, "name": "Ann"})
    'gold* 0, name Ann'
    """
    if isinstance(value, dict):
        return _pairs(value, public)
    if isinstance(value, list):
        return _items(value, public)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return UNKNOWN if value is None else str(value)


def _pairs(value: Json, public: Any) -> str:
    """The entries of an object; unknown ones are only named, at the end."""
    parts: list[str] = []
    for key, part in value.items():
        seen = _at(public, key)
        name = key + _mark(part, seen)
        if part is True:
            parts.append(name)
        elif isinstance(part, dict):
            parts.append(f"{name} ({inline(part, _within(seen)) or 'none'})" if part else "")
        elif part or name != key:
            parts.append(f"{name} {inline(part, _within(seen)) or 'none'}")
    unknown = [key for key, part in value.items() if part is None]
    parts.append(f"{UNKNOWN} {' '.join(unknown)}" if unknown else "")
    return ", ".join(filter(None, parts))


def _items(value: list[Any], public: Any) -> str:
    """The items of a list in order; a run of equal words has its count."""
    if any(isinstance(part, dict | list) for part in value):
        return "; ".join(f"({inline(part, _at(public, at))})" for at, part in enumerate(value))
    if any(isinstance(part, int) for part in value):
        return " ".join(map(inline, value))
    runs = [(word or "-", len(list(run))) for word, run in groupby(map(inline, value))]
    between = ", " if any(" " in word for word, _n in runs) else " "
    return between.join(word if n == 1 else f"{word} ×{n}" for word, n in runs)


def _mark(value: Any, public: Any) -> str:
    """The mark of a secret; parts of an object that everyone sees are marked one by one."""
    nested = isinstance(value, dict) or (isinstance(value, list) and any(isinstance(v, dict) for v in value))
    secret = public is None if nested else public != value
    return SECRET if public is not ANY and value is not None and secret else ""


def _within(public: Any) -> Any:
    """What everyone sees inside a value; a secret needs one mark only."""
    return ANY if public is None else public


def _at(public: Any, key: str | int) -> Any:
    """What everyone sees at a key of an object or list."""
    if isinstance(public, dict):
        return public.get(key)
    if isinstance(public, list) and isinstance(key, int):
        return public[key] if key < len(public) else None
    return ANY if public is ANY else None


def sections(value: Json, public: Any = ANY) -> str:
    """An object as lines: single values, then every list of objects with a line for each row.

    >>> print(sections({"turn": 3, "rows": [{"id": "a", "at": "x"}, {"id": "b", "at": None}]}))
    turn: 3
    rows:
    a: at x
    b: ? at
    """
    single: list[str] = []
    lists: list[str] = []
    for key, part in value.items():
        seen = _at(public, key)
        name = f"{key}{_mark(part, seen)}:"
        if isinstance(part, list) and part and all(isinstance(row, dict) and row for row in part):
            lists += [name, *(_row(row, _at(_within(seen), at)) for at, row in enumerate(part))]
        else:
            single.append(f"{name} {inline(part, _within(seen)) or 'none'}")
    return "\n".join([*single, *lists])


def _row(row: Json, public: Any) -> str:
    """A row, named by its first value if that is a word or a number."""
    first, *others = row
    if row[first] is None or isinstance(row[first], dict | list | bool):
        return inline(row, _within(public))
    return f"{row[first]}: {inline({key: row[key] for key in others}, _within(public))}".rstrip(": ")
