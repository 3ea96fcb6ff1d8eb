"""Languages: the catalogues, and the words of a game in one of them."""

import gettext
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from spyring.engine.game import Game
from spyring.engine.notation import Domain

LANGUAGES: Final = {"en": "English", "pl": "Polski", "it": "Italiano"}


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The translations into ``language``; English is the language of the keys."""
    source = files("spyring").joinpath("locale", language, "LC_MESSAGES", "spyring.po")
    if language == "en" or not source.is_file():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with source.open("rb") as text:
        write_mo(compiled, read_po(text, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


class Words:
    """What a page says, in the language of its reader.

    >>> Words("en")("Waiting for {seat}.", seat="White Purse")
    'Waiting for White Purse.'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = catalogue(language)

    def __call__(self, key: str, /, **values: object) -> str:
        return self._catalogue.gettext(key).format(**values) if values else self._catalogue.gettext(key)

    def translate(self, key: str) -> str:
        """The bare translation of a message key, its places left open."""
        return self._catalogue.gettext(key) if key else ""

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form for ``n`` things; {n} is the number."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)


class GameWords:
    """The things, moves and events of a game, said in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def title(self, domain: str, label: str | None) -> str:
        """A thing by its label, as people read it."""
        found = domains(self.game).get(domain)
        number = None if found is None or label is None else found.index.get(label)
        return (label or "") if found is None or number is None else found.title(number, self.words.translate)

    def move(self, move: int) -> str:
        """A move as people read it."""
        return self.game.moves.say(move, self.words.translate)

    def event(self, fields: dict[str, str]) -> str:
        """An event as people read it, from the fields that a seat was told."""
        return self.game.events.retell(fields, self.words.translate)


@cache
def domains(game: Game) -> dict[str, Domain]:
    """Every domain of a game by its name, out of its moves and events."""
    phrases = [*game.moves.verbs, *game.events.kinds]
    return {domain.name: domain for phrase in phrases for _name, domain in phrase.arguments}


def preferred(header: str, chosen: str | None = None) -> str:
    """The language to answer in: what the reader chose, else the first that the browser asks for and we speak.

    >>> preferred("de-CH, pl;q=0.8, it;q=0.9"), preferred("fr"), preferred("pl", chosen="it")
    ('it', 'en', 'it')
    """
    if chosen in LANGUAGES:
        return chosen
    wishes: list[tuple[float, str]] = []
    for part in header[:200].split(","):
        tag, _sep, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            wishes.append((float(weight), tag.split("-")[0].lower()))
        except ValueError:
            continue
    for _weight, language in sorted(wishes, key=lambda wish: -wish[0]):
        if language in LANGUAGES:
            return language
    return "en"
