"""The languages that Spyring speaks: catalogues read as they are written, and which language a person gets.

Sentences are written in English where they belong, marked with ``_()``; a catalogue gives them in another
language. What all games share is in ``locale/`` of this package; what a game says, in ``locale/`` of its own
folder, so that a game brings its words along. ``make catalogues`` brings them up to date with the sentences.
"""

import gettext
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any, Final

from babel import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from spyring.engine.game import Game
from spyring.games import shelf

ENGLISH: Final = "en"  # the language of the keys
LANGUAGES: Final = {"en": "English", "pl": "Polski", "it": "Italiano"}  # each by its own name


class Catalogue(gettext.GNUTranslations):
    """The sentences of one language; unlike in plain gettext, nothing said is nothing said."""

    def gettext(self, message: str) -> str:
        """The sentence in this language; without a translation as it is."""
        return super().gettext(message) if message else ""


def translation(language: str, game: Game[Any] | None = None) -> gettext.NullTranslations:
    """The translations into one of :data:`LANGUAGES`; into any other one there are none.

    A game's own words come first, then those that all games share. Without a game, those of the whole shelf
    are known: two games that say the same sentence may mean different things by it, so name the game if there
    is one.

    >>> translation("pl").gettext("gold"), translation("en").gettext("gold")
    ('złoto', 'gold')
    """
    if language == ENGLISH or language not in LANGUAGES:
        return AS_WRITTEN
    return _joined(language, (game.home, HOME) if game is not None else _whole_shelf())


AS_WRITTEN: Final = gettext.NullTranslations()
HOME: Final = "spyring"  # whose locale holds what all games share


@cache
def _whole_shelf() -> tuple[str, ...]:
    return (HOME, *(game.home for game in shelf()))


@cache
def _joined(language: str, homes: tuple[str, ...]) -> gettext.NullTranslations:
    """The catalogues of several packages as one; the first that knows a sentence says it."""
    found = [catalogue for catalogue in (_read(language, home) for home in homes) if catalogue is not None]
    for catalogue in found[1:]:
        found[0].add_fallback(catalogue)
    return found[0]


def _read(language: str, home: str) -> Catalogue | None:
    """The catalogue in the folder of a package; None if it speaks this language not."""
    content = _machine_made(language, home)
    return Catalogue(BytesIO(content)) if content else None


@cache
def _machine_made(language: str, home: str) -> bytes:
    """A catalogue as machines read it, made once of what people write; empty if there is none."""
    source = files(home).joinpath("locale", f"{language}.po") if home else None
    if source is None or not source.is_file():
        return b""
    with source.open("rb") as written:  # to read where every sentence stands would take as long again
        sentences = BytesIO(b"".join(line for line in written if not line.startswith(b"#:")))
    content = BytesIO()
    write_mo(content, read_po(sentences, locale=language))
    return content.getvalue()


def preferred(header: str, chosen: str | None = None) -> str:
    """The language of a page: what the reader chose, else the first that the browser asks for and we speak.

    >>> preferred("de-CH, pl;q=0.8, it;q=0.9"), preferred("fr"), preferred("pl", chosen="it")
    ('it', 'en', 'it')
    """
    return chosen if chosen in LANGUAGES else _asked_for(header[:200])


@lru_cache(maxsize=256)
def _asked_for(header: str) -> str:
    # Babel chooses among tags, but does not read their weights.
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        tag, _sep, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            wishes.append((-float(weight), tag))
        except ValueError:
            continue
    return _first_spoken(tag for weight, tag in sorted(wishes, key=lambda wish: wish[0]) if weight < 0)


def of_terminal(environment: Mapping[str, str]) -> str:
    """The language of a terminal, as its environment variables say.

    >>> of_terminal({"LANG": "pl_PL.UTF-8"}), of_terminal({"LANGUAGE": "de:it"}), of_terminal({})
    ('pl', 'it', 'en')
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return _first_spoken(environment[name].split(":"))
    return ENGLISH


def _first_spoken(tags: Iterable[str]) -> str:
    """The first language of ours among tags such as pl, pl-PL and pl_PL.UTF-8."""
    bare = [tag.strip().partition(".")[0].replace("_", "-").lower() for tag in tags]
    return negotiate_locale(bare, LANGUAGES, sep="-") or ENGLISH
