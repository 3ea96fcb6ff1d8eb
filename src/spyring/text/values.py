"""JSON values as compact text: a line for each row of a list, without what is 0, false or empty."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from spyring.engine.position import Json
from spyring.text.titles import IDS, Ids

UNKNOWN: Final = "?"  # before names of fields: nothing there, or hidden from the reader
SECRET: Final = "*"  # behind the name of a field that not everyone sees
ANY: Final = object()  # instead of what everyone sees, where that is not known
LONG: Final = 12  # rows; in longer lists, rows that say the same share a line


class Line(NamedTuple):
    """A field of an object, or a row of a list; the name may be empty."""

    name: str
    text: str

    def __str__(self) -> str:
        return f"{self.name}: {self.text}" if self.name and self.text else self.name or self.text


class Section(NamedTuple):
    """A list of objects: its name, and its rows."""

    name: str
    rows: list[Line]


def inline(value: Any, public: Any = ANY, words: Ids = IDS, field: str = "") -> str:
    """A value within a line. ``public`` is what everyone sees in its place.

    >>> inline({"id": "a", "at": None, "seen": False, "gold": 0, "tags": ["x", "x"], "own": True})
    'id a, tags x ×2, own, ? at'
    >>> inline({"gold": 0, "name": "Ann"}, {"gold": None, "name": "Ann"})
    'gold* 0, name Ann'
    """
    if isinstance(value, dict):
        return _pairs(value, public, words)
    if isinstance(value, list):
        return _items(value, public, words, field)
    if isinstance(value, bool):
        return words.word("yes" if value else "no")
    if isinstance(value, str):
        return words.title(field, value)
    return UNKNOWN if value is None else str(value)


def _pairs(value: Json, public: Any, words: Ids) -> str:
    """The entries of an object; unknown ones are only named, at the end."""
    parts: list[str] = []
    for (key, part), title in zip(value.items(), words.names(value), strict=True):
        if words.for_people and key == "id" and "name" in value:
            continue
        seen = _at(public, key)
        mark = _mark(part, seen)
        name = title + mark
        if part is True:
            parts.append(name)
        elif isinstance(part, dict):
            parts.append(f"{name} ({_told(part, seen, words, key)})" if part else "")
        elif part or mark:
            parts.append(f"{name} {_told(part, seen, words, key)}")
    return ", ".join(filter(None, [*parts, _unknown(value, words)]))


def _told(value: Any, public: Any, words: Ids, field: str) -> str:
    """The value of a field."""
    return inline(value, _within(public), words, field) or words.word("none")


def _unknown(value: Json, words: Ids) -> str:
    """The names of fields without a value."""
    names = [key for key, part in value.items() if part is None]
    return f"{UNKNOWN} {listed(names, words)}" if names and not words.for_people else ""


def _items(value: list[Any], public: Any, words: Ids, field: str) -> str:
    """The items of a list in order."""
    if any(isinstance(part, dict | list) for part in value):
        parts = [inline(part, _at(public, at), words, field) for at, part in enumerate(value)]
        return "; ".join(f"({part})" for part in parts)
    said = [inline(part, ANY, words, field) for part in value]
    return " ".join(said) if any(isinstance(part, int) for part in value) else listed(said, words)


def listed(names: Sequence[str], words: Ids) -> str:
    """Names in a row; a run of equal ones has its count."""
    runs = [(name or "-", len(list(run))) for name, run in groupby(names)]
    between = ", " if words.for_people or any(" " in name for name, _n in runs) else " "
    return between.join(name if n == 1 else f"{name} ×{n}" for name, n in runs)


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
    single, lists = outline(value, public)
    lines = list(map(str, single))
    for name, rows in lists:
        lines += [f"{name}:", *map(str, rows)]
    return "\n".join(lines)


def outline(value: Json, public: Any = ANY, words: Ids = IDS) -> tuple[list[Line], list[Section]]:
    """The single values of an object, then its lists of objects."""
    single: list[Line] = []
    lists: list[Section] = []
    for (key, part), title in zip(value.items(), words.names(value), strict=True):
        seen = _at(public, key)
        mark = _mark(part, seen)
        name = title + mark
        if isinstance(part, list) and part and all(isinstance(row, dict) and row for row in part):
            lists.append(Section(name, _rows(part, _within(seen), words)))
        elif part or mark:
            single.append(Line(name, _told(part, seen, words, key)))
    unknown = _unknown(value, words)
    return [*single, *([Line("", unknown)] if unknown else [])], lists


def _rows(rows: list[Json], public: Any, words: Ids) -> list[Line]:
    """A line for each row. In a long list, rows that say the same share a line."""
    found = [_row(row, _at(public, at), words) for at, row in enumerate(rows)]
    if words.for_people:
        found = [line for line in found if line.text]
    if len(found) <= LONG or not all(line.name for line in found):
        return found
    alike: dict[str, list[str]] = {}
    for name, text in found:
        alike.setdefault(text, []).append(name)
    return [Line(listed(names, words), text) for text, names in alike.items()]


def _row(row: Json, public: Any, words: Ids) -> Line:
    """A row, named by its first value if that is a word or a number."""
    first, *others = row
    if row[first] is None or isinstance(row[first], dict | list | bool):
        return Line("", inline(row, _within(public), words))
    rest = {key: row[key] for key in others}
    return Line(inline(row[first], ANY, words, first), inline(rest, _within(public), words))
