"""The words of a page, and those of a game, in one language."""

from functools import cache, lru_cache
from typing import Final

import pyphen

from spyring.engine.game import Game
from spyring.engine.i18n import filled
from spyring.engine.notation import Domain
from spyring.languages import translation

LONG: Final = 10  # letters that fit on a line of a card


class Words:
    """What a page says, in the language of its reader.

    >>> Words("en")("Waiting for {seat}.", seat="Red")
    'Waiting for Red.'
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = translation(language)

    def __call__(self, key: str, /, **values: object) -> str:
        sentence = self._catalogue.gettext(key)
        return filled(sentence, {name: str(value) for name, value in values.items()}) if values else sentence

    def translate(self, key: str) -> str:
        """The bare translation of a message key, its places left open."""
        return self._catalogue.gettext(key)

    def soft(self, title: str) -> str:
        """A title for a narrow card: its long words may break, where the language breaks them.

        >>> Words("en").soft("Counterintelligence Team").split("\u00ad")
        ['Coun', 'ter', 'in', 'tel', 'li', 'gence Team']
        >>> Words("pl").soft("Szybkie posty")
        'Szybkie posty'
        """
        return _soft(self.language, title)

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form for ``n`` things; {n} is the number."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)


@lru_cache(maxsize=2048)
def _soft(language: str, title: str) -> str:
    """The same on every card: saves to look for syllables."""
    words = title.split(" ")
    if max(map(len, words)) <= LONG:
        return title
    syllables = _syllables(language)
    return " ".join(syllables.inserted(word, "\u00ad") if len(word) > LONG else word for word in words)


@cache
def _syllables(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=language, left=3, right=3)


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

    def part(self, part: str) -> str:
        """A part of a score's breakdown, as people read it."""
        return self.game.part_title(part, self.words.translate)

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


@cache
def arguments(game: Game) -> tuple[str, ...]:
    """The names of the arguments that moves of a game take."""
    return tuple(dict.fromkeys(name for verb in game.moves.verbs for name, _domain in verb.arguments))
