"""Reads and checks ``words.toml``: domains, verbs, events, refusals and options.

A verb or event has a ``number`` that never changes. Codes follow from the numbers, so a new row takes the
next free number and may be anywhere in the file. ``since`` is the data version that added a row. Games
without numbers use the order of the rows.
"""

import re
import tomllib
from dataclasses import dataclass
from typing import Any, Final

SECTIONS: Final = ("domain", "given", "codes", "packed", "verb", "event", "refusal", "option")
OPEN: Final = "open"  # the size of a given domain that depends on the box
CODES_KEYS: Final = ("prefix", "first", "count")
PHRASE_KEYS: Final = ("number", "since", "args", "code")
VERB_KEYS: Final = (*PHRASE_KEYS, "does", "final", "passes", "agrees", "spoiler")
EVENT_KEYS: Final = (*PHRASE_KEYS, "now", "past", "icon", "weight", "reveals", "chapter")
REFUSAL_KEYS: Final = ("clause", "says", "code")
OPTION_KEYS: Final = ("title", "help", "clause", "values")
MORE_OPTION_KEYS: Final = ("default", "since")
MAX_ARGUMENTS: Final = 4  # of an event


class BadDeclaration(ValueError):
    """An invalid declaration."""


def constant(label: str) -> str:
    """The constant of a label.

    >>> constant("say-ready"), constant("1.II")
    ('SAY_READY', '1_II')
    """
    return re.sub(r"\W", "_", label).upper()


def read(text: str, where: str) -> dict[str, Any]:
    """What a file of declarations says."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDeclaration(f"{where} is not TOML: {error}.") from error


def since(row: dict[str, Any], what: str) -> int:
    """The data version that added a row; the first one by default."""
    found = row.get("since", 1)
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise BadDeclaration(f"{what}: since is a data version, a whole number from 1.")
    return found


@dataclass(eq=False)
class Domain:
    """The values of an argument: labels with titles, or values that the game makes."""

    name: str
    labels: list[str]
    titles: list[str]  # empty: the labels are the titles
    size: int | None  # None: depends on the box, or endless
    given: bool


NUMBER: Final = Domain("number", [], [], None, False)


@dataclass(eq=False)
class Phrase:
    """A verb or an event: its name, constant, arguments and row."""

    name: str
    row: dict[str, Any]
    arguments: list[tuple[str, Domain]]
    since: int
    base: int | None = None  # the first number, unless it depends on the box
    size: int | None = None

    def __post_init__(self) -> None:
        self.code: str = self.row.get("code", constant(self.name))


class Packed:
    """Several small numbers in one, the highest first, each with its number of values.

    >>> Packed("glimpse", "place seat:4", "words.toml").parts
    [('place', 0), ('seat', 4)]
    """

    def __init__(self, name: str, parts: str, where: str) -> None:
        self.name = name
        self.parts: list[tuple[str, int]] = []  # the first one has no limit: 0
        for word in parts.split():
            part, _colon, size = word.partition(":")
            if size.isdecimal() != bool(self.parts) or size == "0":
                raise BadDeclaration(
                    f"{where}: packed {name}: each part but the first has a size, as in “place seat:4”."
                )
            self.parts.append((part, int(size or 0)))
        if len(self.parts) < 2:
            raise BadDeclaration(f"{where}: packed {name} holds fewer than two numbers.")


class Refusal:
    """A reason to refuse a move; without a clause it cites the clause of the frame."""

    def __init__(self, name: str, row: dict[str, Any]) -> None:
        self.code: str = row.get("code", constant(name))
        self.clause: str = row.get("clause", "")
        self.sentence: str = row["says"]


class Option:
    """A rule option."""

    def __init__(self, name: str, row: dict[str, Any], since: int) -> None:
        values = row["values"]
        self.name = name
        self.since = since
        self.values: list[int | str] = list(values)
        self.titles: list[str] = list(values.values()) if isinstance(values, dict) else []
        self.default: int | str = row.get("default", self.values[0])
        self.title: str = row["title"]
        self.help: str = row["help"]
        self.clause: str = row["clause"]


class Words:
    """The declarations of a ``words.toml``.

    >>> words = Words('''
    ... [domain.metal]
    ... gold = "gold"
    ... silver = "silver"
    ... [verb.take]
    ... args = "metal"
    ... does = "Take {metal}"
    ... [verb.rest]
    ... does = "Rest"
    ... ''', "words.toml")
    >>> [(verb.code, verb.base) for verb in words.verbs]
    [('TAKE', 0), ('REST', 2)]
    """

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        data = read(text, where)
        self._known("", data, SECTIONS)
        self.domains = {"number": NUMBER}
        for name, labels in data.get("domain", {}).items():
            self.domains[name] = self._domain(name, labels)
        for name, size in data.get("given", {}).items():  # a size, or labels; the game makes the titles
            labels = size if isinstance(size, list) else []
            self.domains[name] = Domain(name, labels, [], None if size == OPEN else len(labels) or size, True)
        self.codes: dict[str, dict[str, Any]] = data.get("codes", {})
        for name, row in self.codes.items():
            self._known(f"codes.{name}", row, CODES_KEYS)
            if name not in self.domains:
                raise self._wrong(f"codes.{name} has no domain.")
        self.packed = [Packed(name, parts, where) for name, parts in data.get("packed", {}).items()]
        self.verbs = self._phrases("verb", data.get("verb", {}), VERB_KEYS)
        self.events = self._phrases("event", data.get("event", {}), EVENT_KEYS)
        self.refusals = [self._refusal(name, row) for name, row in data.get("refusal", {}).items()]
        self.options = [self._option(name, row) for name, row in data.get("option", {}).items()]
        self._number()
        self._unique()

    def _wrong(self, sentence: str) -> BadDeclaration:
        return BadDeclaration(f"{self.where}: {sentence}")

    def _known(self, what: str, row: dict[str, Any], keys: tuple[str, ...]) -> None:
        for key in row:
            if key not in keys:
                raise self._wrong(
                    f"unknown key {key} in {what or 'the file'}. Known keys: {', '.join(keys)}."
                )

    def _domain(self, name: str, labels: dict[str, str] | list[str]) -> Domain:
        """Labels with or without titles; ``"*" = "other"`` includes an earlier domain."""
        if isinstance(labels, list):
            return Domain(name, labels, [], len(labels), False)
        whole: dict[str, str] = {}
        for label, title in labels.items():
            if label != "*":
                whole[label] = title
            elif title in self.domains and self.domains[title].titles:
                whole |= zip(self.domains[title].labels, self.domains[title].titles)
            else:
                raise self._wrong(f"domain {name} includes {title}, which is not an earlier domain.")
        return Domain(name, list(whole), list(whole.values()), len(whole), False)

    def _phrases(self, kind: str, rows: dict[str, dict[str, Any]], keys: tuple[str, ...]) -> list[Phrase]:
        """In the order of their numbers, or of their rows in a game without numbers."""
        found = [self._phrase(kind, name, row, keys) for name, row in rows.items()]
        if not any("number" in row for row in rows.values()):
            return found
        taken: dict[int, Phrase] = {}
        free = next(n for n in range(len(rows) + 1) if all(row.get("number") != n for row in rows.values()))
        for phrase in found:
            number: Any = phrase.row.get("number")
            what, fault = f"{kind} {phrase.name}", ""
            if number is None:
                fault = f"{what} has no number"
            elif not isinstance(number, int) or isinstance(number, bool) or number < 0:
                fault = f"{what}: the number must be a whole number from 0"
            elif number in taken:
                fault = f"{what} and {taken[number].name} both have number {number}"
            elif number > free:
                fault = f"{what} has number {number} and leaves a gap"
            if fault:
                raise self._wrong(f"{fault}; the next free one is {free}.")
            taken[number] = phrase
        return [taken[number] for number in range(len(taken))]

    def _phrase(self, kind: str, name: str, row: dict[str, Any], keys: tuple[str, ...]) -> Phrase:
        what = f"{kind} {name}"
        self._known(what, row, keys)
        sentences = [row[key] for key in ("does", "now", "past") if key in row]
        if not sentences:
            raise self._wrong(f"{what} has no sentence.")
        arguments: list[tuple[str, Domain]] = []
        for word in row.get("args", "").split():
            argument, _colon, domain = word.partition(":")
            if (domain or argument) not in self.domains:
                raise self._wrong(f"{what} has an argument of an unknown domain: {word}.")
            arguments.append((argument, self.domains[domain or argument]))
        if kind == "event" and len(arguments) > MAX_ARGUMENTS:
            raise self._wrong(f"{what} has more than {MAX_ARGUMENTS} arguments.")
        for sentence in sentences:
            for place in re.findall(r"{(\w+)}", sentence):
                if place not in [argument for argument, _domain in arguments]:
                    raise self._wrong(f"{what} has no argument for {{{place}}}.")
        return Phrase(name, row, arguments, since(row, f"{self.where}: {what}"))

    def _refusal(self, name: str, row: dict[str, Any]) -> Refusal:
        self._known(f"refusal {name}", row, REFUSAL_KEYS)
        if "says" not in row:
            raise self._wrong(f"refusal {name} has no sentence.")
        return Refusal(name, row)

    def _option(self, name: str, row: dict[str, Any]) -> Option:
        self._known(f"option {name}", row, (*OPTION_KEYS, *MORE_OPTION_KEYS))
        for key in OPTION_KEYS:
            if key not in row:
                raise self._wrong(f"option {name} has no {key}.")
        option = Option(name, row, since(row, f"{self.where}: option {name}"))
        if option.default not in option.values:
            raise self._wrong(f"option {name} has an invalid default: {option.default}.")
        return option

    def _number(self) -> None:
        """Number the verbs in a row. After a domain of open size the numbers are not known yet."""
        base: int | None = 0
        for verb in self.verbs:
            verb.base = base
            verb.size = 1
            for argument, domain in verb.arguments:
                if domain is NUMBER:
                    raise self._wrong(f"verb {verb.name}: {argument} needs a finite domain.")
                verb.size = None if verb.size is None or domain.size is None else verb.size * domain.size
            base = None if base is None or verb.size is None else base + verb.size
        for number, event in enumerate(self.events):
            event.base = number

    def _unique(self) -> None:
        codes = [phrase.code for phrase in (*self.verbs, *self.events)]
        codes += [refusal.code for refusal in self.refusals]
        codes += [
            constant(name) for name, domain in self.domains.items() if domain.labels and not domain.given
        ]
        for name, row in self.codes.items():
            codes += [
                row["prefix"] + constant(label) for label in self.domains[name].labels if "prefix" in row
            ]
        codes += [row.name.upper() for row in self.packed]
        for code in codes:
            if codes.count(code) > 1:
                raise self._wrong(f"{code} is the constant of two rows. Give one of them a code.")
