"""The texts of pages and games in one language."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

import pyphen

from spyring.engine.game import Game
from spyring.engine.i18n import filled, minus
from spyring.engine.notation import Domain
from spyring.languages import translation

MAX_LETTERS: Final = 10  # letters of a line on a card


class Words:
    """The texts of a page in one language.

    >>> Words("en")("Waiting for {seat}.", seat="Red")
    'Waiting for Red.'
    """

    def __init__(self, language: str, names: Mapping[str, str] | None = None) -> None:
        self.language = language
        self.names = names or {}  # that players gave, by the title that each replaces
        self._catalogue = translation(language)

    def __call__(self, key: str, /, **values: object) -> str:
        sentence = self._catalogue.gettext(key)
        return filled(sentence, {name: str(value) for name, value in values.items()}) if values else sentence

    def translate(self, key: str) -> str:
        """The translation of a message, with its places; of a title, the name that players gave instead."""
        return self.names.get(key) or self._catalogue.gettext(key)

    def soft(self, title: str) -> str:
        """A title for a narrow card, with soft hyphens in long words.

        >>> Words("en").soft("Counterintelligence Team").split("\u00ad")
        ['Coun', 'ter', 'in', 'tel', 'li', 'gence Team']
        >>> Words("pl").soft("Szybkie posty")
        'Szybkie posty'
        """
        return _soft(self.language, title)

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form for ``n`` things; {n} is the number."""
        return minus(self._catalogue.ngettext(one, many, n).format(n=n, **values))


@lru_cache(maxsize=2048)
def _soft(language: str, title: str) -> str:
    """Cached: finding syllables is slow."""
    words = title.split(" ")
    if max(map(len, words)) <= MAX_LETTERS:
        return title
    syllables = _syllables(language)
    return " ".join(syllables.inserted(word, "\u00ad") if len(word) > MAX_LETTERS else word for word in words)


@cache
def _syllables(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=language, left=3, right=3)


class GameWords:
    """The things, moves and scores of a game in one language."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words

    def title(self, domain: str, label: str | None) -> str:
        """The title of a thing."""
        found = domains(self.game).get(domain)
        number = None if found is None or label is None else found.index.get(label)
        return (label or "") if found is None or number is None else found.title(number, self.words.translate)

    def part(self, part: str) -> str:
        """The title of a part of a score."""
        return self.game.part_title(part, self.words.translate)

    def move(self, move: int) -> str:
        """A move in words."""
        return self.game.moves.say(move, self.words.translate)


@cache
def domains(game: Game) -> dict[str, Domain]:
    """All domains of a game by name."""
    phrases = [*game.moves.verbs, *game.events.kinds]
    return {domain.name: domain for phrase in phrases for _name, domain in phrase.arguments}


@cache
def arguments(game: Game) -> tuple[str, ...]:
    """The names of all arguments of moves."""
    return tuple(dict.fromkeys(name for verb in game.moves.verbs for name, _domain in verb.arguments))
