"""How readers call what a view holds: a program by its ids, a person by titles in a language."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.definition import Definition
from spyring.engine.errors import BadMove
from spyring.engine.i18n import Translate, named
from spyring.engine.notation import Domain
from spyring.engine.position import Json


class Ids:
    """Words as moves and programs write them."""

    for_people = False  # people read no ids beside names, and do not miss what is unknown

    def word(self, word: str) -> str:
        """A word of the text itself."""
        return word

    def names(self, fields: Iterable[str]) -> list[str]:
        """The names of the fields of an object."""
        return list(fields)

    def title(self, field: str, word: str) -> str:
        """The name of a thing in a field."""
        return word


IDS: Final = Ids()


class Titles(Ids):
    """Titles of the game in the language of a person."""

    for_people = True

    def __init__(self, game: Definition[Any], translate: Translate) -> None:
        self.game = game
        self.translate = translate
        self.domains = domains_of(game)
        self.verbs = {verb.name for verb in game.moves.verbs}

    def word(self, word: str) -> str:
        return self.translate(word)

    def names(self, fields: Iterable[str]) -> list[str]:
        """Titles of things if all fields are things of one kind, such as seats; else words."""
        found = list(fields)
        for domain in self.domains.values():
            if all(field in domain.index for field in found):
                return [domain.title(domain.index[field], self.translate) for field in found]
        return [self.translate(field.replace("_", " ")) for field in found]

    def title(self, field: str, word: str) -> str:
        for domain in (self.domains.get(field), *self.domains.values()):
            if domain is not None and word in domain.index:
                return domain.title(domain.index[word], self.translate)
        if word.partition(" ")[0] in self.verbs:
            try:
                return self.game.moves.say(self.game.moves.parse(word), self.translate)
            except BadMove:
                pass  # a sentence that starts like a move
        known = str(entry(self.game, word).get("name", word))
        return named(known, self.translate) if known else known


@cache
def domains_of(game: Definition[Any]) -> dict[str, Domain]:
    """All domains of moves and events, by their names and by the names of arguments."""
    arguments = [pair for phrase in (*game.moves.verbs, *game.events.kinds) for pair in phrase.arguments]
    found = {domain.name: domain for _name, domain in arguments}
    return found | {name: domain for name, domain in arguments if name not in found}


@cache
def entries(game: Definition[Any]) -> Json:
    """What the box says about each thing with an id."""
    found: Json = {}
    for part in game.box_data().values() if isinstance(game, BoxedGame) else ():
        for row in part if isinstance(part, list) else ():
            if isinstance(row, dict) and "id" in row:
                found.setdefault(str(row["id"]), row)
    return found


def entry(game: Definition[Any], id: str) -> Json:
    """The entry of a thing in the box; copies of a thing have a suffix after the last hyphen."""
    known = entries(game)
    found: Json = known.get(id) or known.get(id.rpartition("-")[0], {})
    return found
