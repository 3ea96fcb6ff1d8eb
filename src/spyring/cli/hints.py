"""How a game is drawn on a terminal: templates, titles, signs and colours.

A game may have a ``terminal.toml`` in its folder. Its templates are words with {places}. A place is a path
into the view: ``{threat.level}``, ``{fields.*.white}`` for each, ``{support[group]}`` by the value of another
path, ``{hand.@}`` for counts by id as things with a ``count``, ``{a|b}`` for the first value that exists.
After an id a path continues in the box. After a colon follows the format:

- nothing: numbers as they are, titles for ids, “?” for hidden values
- ``{seat:sign}`` its sign; ``{place:tail}`` the last part of its id; ``{first:move}`` a move in words;
  ``{boards:board,}`` titles of a domain; ``{points:sum}`` the sum of a list
- ``{agents:●*}`` repeated signs; ``{tokens:✕#}`` the number, or the length of a list, unless it is 0;
  ``{strength:(%)}`` any known value; ``{safehouse:⌂}`` a sign if true, ``{active:!△}`` a sign if false
- ``{hand:card}`` the template ``card`` of the texts

and then the separator of a list: ``,`` commas, ``~`` nothing, ``-`` a dash, else a space. A word is left out
if all its places are empty, a line if any place is empty.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rich.text import Text

from spyring.engine.boxed import BoxedGame
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, named
from spyring.engine.notation import Domain
from spyring.engine.position import Json

HIDDEN: Final = "?"
NOTHING: Final = "·"
DOT: Final = " · "
PLACE: Final = re.compile(r"\{([^{}:]+)(?::([^{}]*))?\}")
WORD: Final = re.compile(r" (?![^{}]*\})")  # a space outside places
STEP: Final = re.compile(r"\[[^]]*\]|[^.\[\]]+")
BETWEEN: Final = {",": ", ", "~": "", "-": "–"}
SHOWN_AS: Final = ("", "sign", "tail", "move")

Scope = Mapping[str, Any]


@cache
def hints_of(game: Game) -> Json:
    """The hints of a game; empty without a file."""
    file = files(game.home).joinpath("terminal.toml") if game.home else None
    return {} if file is None or not file.is_file() else tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def facts_of(game: Game) -> Json:
    """The lists of the box, by id or number."""
    if not isinstance(game, BoxedGame):
        return {}
    return {
        name: {str(thing.get("id", number)): thing for number, thing in enumerate(part)}
        for name, part in game.box_data().items()
        if isinstance(part, list) and all(isinstance(thing, dict) for thing in part)
    }


@cache
def domains_of(game: Game) -> dict[str, Domain]:
    """All domains of moves and events, by their names and by the names of arguments."""
    arguments = [pair for phrase in (*game.moves.verbs, *game.events.kinds) for pair in phrase.arguments]
    found = {domain.name: domain for _name, domain in arguments}
    return found | {name: domain for name, domain in arguments if name not in found}


def fact(game: Game, id: str, kind: str = "") -> Json:
    """The entry of a thing in the box; copies of a thing have a suffix after the last hyphen."""
    tables = facts_of(game)
    for name in (id, id.rpartition("-")[0]):
        for table in (tables.get(kind, {}), *tables.values()):
            if name in table:
                return {**table[name], "id": id}
    return {}


class Speech:
    """The hints of a game in one language."""

    def __init__(self, game: Game, translate: Translate) -> None:
        self.game = game
        self.translate = translate
        self.hints = hints_of(game)
        self.texts: Json = self.hints.get("text", {})
        self.base: Json = {}  # values for every template

    def words(self, said: str) -> str:
        """A translated text of the hints."""
        return self.translate(said) if said.strip() else said

    def style(self, label: object) -> str:
        return str(self.hints.get("style", {}).get(str(label), ""))

    def sign(self, label: object) -> Text:
        """The sign of a thing, or of its kind."""
        signs = self.hints.get("sign", {})
        found = next((name for name in (str(label), str(label).rpartition("-")[0]) if name in signs), "")
        return Text.assemble((self.words(signs.get(found, "")), self.style(found)))

    def title(self, key: str, value: object) -> Text:
        """The title of a thing: from the domain of the field, the hints, any domain, or the box."""
        label = str(value)
        domains = domains_of(self.game)
        known = self.hints.get("titles", {}).get(label)
        if known is None or (key in domains and label in domains[key].index):
            for domain in (domains.get(key), *domains.values()) if isinstance(value, str) else ():
                if domain is not None and label in domain.index:
                    return Text.assemble(
                        (domain.title(domain.index[label], self.translate), self.style(label))
                    )
            known = fact(self.game, label, key).get("name", label)
        return Text.assemble((named(known, self.translate) if known else "", self.style(label)))

    def legend(self) -> list[Text]:
        """The meaning of each sign."""
        own = [
            Text(" ").join((self.sign(label), self.title("", label))) for label in self.hints.get("signs", ())
        ]
        more = self.hints.get("legend", {}).items()
        return [*own, *(Text(f"{self.words(sign)} {self.words(said)}") for sign, said in more)]

    # -- templates -------------------------------------------------------------------------------------------

    def dotted(self, parts: str | list[str], scope: Scope) -> Text:
        """Lines joined by dots."""
        return Text(DOT).join(line for said in listed(parts) for line in self.line(said, scope))

    def line(self, said: str, scope: Scope) -> list[Text]:
        """A line, unless a place in it is empty."""
        full = all(self.shown_as(path, how, scope, hidden="") for path, how in PLACE.findall(said))
        return [self.say(said, scope)] if full else []

    def say(self, said: str, scope: Scope) -> Text:
        """A filled template, without words whose places are all empty."""
        found: list[Text] = []
        empty = "{" in said
        for word in WORD.split(self.words(said)):
            parts = PLACE.split(word)
            values = [self.shown_as(path, how or "", scope) for path, how in zip(parts[1::3], parts[2::3])]
            if any(values) or not values:
                found.append(Text(parts[0]))
                for value, behind in zip(values, parts[3::3]):
                    found[-1].append_text(value).append(behind)
            empty = empty and not any(values)
        return Text() if empty else Text(" ").join(found)

    def shown_as(self, path: str, how: str, scope: Scope, hidden: str = HIDDEN) -> Text:
        """The value at a path in the format of a template."""
        value = self.value(path, scope)
        key = path.split("|")[0].rpartition(".")[2]
        if how == "" and value is None:
            return Text(hidden if self.is_there(path, scope) else "")
        if how == "sum":
            return Text(str(sum(part for part in listed(value) if isinstance(part, int))))
        if how.endswith("*"):
            return Text(how[:-1] * (value or 0), style=self.style(how[:-1]))
        if "#" in how:
            count = len(value) if isinstance(value, list) else value
            return Text(self.words(how).replace("#", str(count)) if count else "")
        if "%" in how:
            return Text(self.words(how).replace("%", self.plain(key, value).plain) if value else "")
        if how.startswith("!"):
            return Text("" if value else how[1:])
        return self.things(key, value, how)

    def things(self, key: str, value: Any, how: str) -> Text:
        """One or several things by a template, or a sign for a true value."""
        if how == "":
            return self.plain(key, value)
        name = how[:-1] if how[-1] in BETWEEN else how
        if name not in (*SHOWN_AS, *self.texts, *domains_of(self.game)):
            return Text(name if value else "")
        parts = [self.thing(key, part, name) for part in listed(value)]
        if how[-1] == "-":  # from and to
            parts = parts[: len(dict.fromkeys(part.plain for part in parts))]
        return Text(BETWEEN.get(how[-1], " ")).join(parts)

    def thing(self, key: str, value: Any, how: str) -> Text:
        if how == "":
            return self.plain(key, value)
        if how == "sign":
            return self.sign(value)
        if how == "tail":
            return self.plain("", re.split("[.-]", str(value))[-1])
        if how == "move":
            return Text(self.game.moves.say(self.game.moves.parse(value), self.translate))
        if how not in self.texts:
            return self.title(how, str(value))
        if isinstance(value, list):
            value = {str(number): part for number, part in enumerate(value)}
        fields = value if isinstance(value, dict) else fact(self.game, str(value), key) or {"id": value}
        return self.say(self.texts[how], {**self.base, **fields}) or Text(NOTHING)

    def plain(self, key: str, value: Any) -> Text:
        """Any value in words; nothing for false and None."""
        if isinstance(value, dict):
            pairs = [(name, self.plain("", part)) for name, part in value.items() if part]
            return Text(DOT).join(
                Text(" ").join(filter(None, (self.title("", name), said))) for name, said in pairs
            )
        if isinstance(value, list):
            return Text(", ").join(Text(HIDDEN) if part is None else self.plain(key, part) for part in value)
        if value is None or isinstance(value, bool):
            return Text("✓" if value else "")
        return self.title(key, value)

    # -- paths -----------------------------------------------------------------------------------------------

    def value(self, path: str, scope: Any) -> Any:
        """The first value that exists at one of several paths."""
        found: Any = None
        for one in path.split("|"):
            found, key = scope, ""
            for step in STEP.findall(one):
                name = self.value(step[1:-1], scope) if step[0] == "[" else step
                found, key = self.step(found, str(name), key), str(name)
            if found not in (None, []):
                break
        return found

    def step(self, found: Any, name: str, key: str) -> Any:
        """One step of a path: from an id into the box, from a list to one row or to all."""
        if isinstance(found, str):
            found = fact(self.game, found, key)
        if isinstance(found, dict):
            if name == "@":
                return [{**fact(self.game, id), "id": id, "count": count} for id, count in found.items()]
            return list(found.values()) if name == "*" else found.get(name)
        if not isinstance(found, list) or name == "*":
            return found if name == "*" else None
        if name.isdecimal():
            return found[int(name)] if int(name) < len(found) else None
        rows = [row for row in found if isinstance(row, dict) and next(iter(row.values()), None) == name]
        parts = rows or [self.step(part, name, key) for part in found]
        return rows[0] if rows else [part for part in parts if part is not None]

    def is_there(self, path: str, scope: Scope) -> bool:
        """Whether a field exists, even with a hidden value."""
        holder, _dot, name = path.rpartition(".")
        within = self.value(holder, scope) if holder else scope
        return isinstance(within, Mapping) and name in within


def listed(value: Any) -> list[Any]:
    """A value as a list; None is an empty list."""
    return value if isinstance(value, list) else [] if value is None else [value]


def wrapped(entries: Iterable[Text], width: int) -> Iterator[Text]:
    """Entries joined by dots; no entry is split over two lines."""
    line = Text()
    for entry in entries:
        if line and line.cell_len + len(DOT) + entry.cell_len > width:
            yield line
            line = Text()
        line.append(DOT if line else "").append_text(entry)
    yield line
