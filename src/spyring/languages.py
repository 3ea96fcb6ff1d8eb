"""The languages of Spyring: reads catalogues, and picks a language for each reader.

The code holds English sentences, marked with ``_()``; a catalogue translates them. Shared sentences are in
``locale/`` of this package. Each game has its own ``locale/``, so a game brings its translations along.
``make catalogues`` updates all of them.
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


class Sentences(gettext.NullTranslations):
    """The sentences as the code holds them. Apostrophes are typed straight and printed curly."""

    def gettext(self, message: str) -> str:
        """The sentence; unlike plain gettext, the empty string for itself."""
        return super().gettext(message).replace("'", "’") if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for ``n`` things."""
        return super().ngettext(msgid1, msgid2, n).replace("'", "’")


class Catalogue(Sentences, gettext.GNUTranslations):
    """The sentences of another language, in English where there is no translation."""


def translation(language: str, game: Game[Any] | None = None) -> gettext.NullTranslations:
    """The translations into one of :data:`LANGUAGES`; any other language stays in English.

    A game's own translations come first, then the shared ones. Without a game, all games on the shelf are
    searched. Two games may translate the same sentence differently, so name the game if there is one.

    >>> translation("pl").gettext("gold"), translation("en").gettext("gold")
    ('złoto', 'gold')
    >>> translation("en").gettext("Finish the other spy's move first.")
    'Finish the other spy’s move first.'
    """
    if language == ENGLISH or language not in LANGUAGES:
        return AS_WRITTEN
    return _joined(language, (game.home, HOME) if game is not None else _whole_shelf())


AS_WRITTEN: Final = Sentences()
HOME: Final = "spyring"  # the package whose locale holds the shared sentences


@cache
def _whole_shelf() -> tuple[str, ...]:
    return (HOME, *(game.home for game in shelf()))


@cache
def _joined(language: str, homes: tuple[str, ...]) -> gettext.NullTranslations:
    """The catalogues of several packages as one; the first one with a translation wins."""
    found = [catalogue for catalogue in (_read(language, home) for home in homes) if catalogue is not None]
    for catalogue in found[1:]:
        found[0].add_fallback(catalogue)
    return found[0]


def _read(language: str, home: str) -> Catalogue | None:
    """The catalogue of a package in this language, or None if it has none."""
    content = _compiled_catalogue(language, home)
    return Catalogue(BytesIO(content)) if content else None


@cache
def _compiled_catalogue(language: str, home: str) -> bytes:
    """A catalogue as ``.mo``; empty if there is none. An installed package has that file, because compiling
    the ``.po`` takes every process half a second.
    """
    folder = files(home).joinpath("locale") if home else None
    if folder is None or not (source := folder.joinpath(f"{language}.po")).is_file():
        return b""
    if (compiled := folder.joinpath(f"{language}.mo")).is_file():
        return compiled.read_bytes()
    with source.open("rb") as written:  # reading source locations would double the time
        sentences = BytesIO(b"".join(line for line in written if not line.startswith(b"#:")))
    content = BytesIO()
    write_mo(content, read_po(sentences, locale=language))
    return content.getvalue()


def preferred(header: str, chosen: str | None = None) -> str:
    """The language of a page: the reader's choice, else the best match for the browser's preferences.

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
    """The language of a terminal, from its environment variables.

    >>> of_terminal({"LANG": "pl_PL.UTF-8"}), of_terminal({"LANGUAGE": "de:it"}), of_terminal({})
    ('pl', 'it', 'en')
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return _first_spoken(environment[name].split(":"))
    return ENGLISH


def _first_spoken(tags: Iterable[str]) -> str:
    """The first supported language among tags such as pl, pl-PL and pl_PL.UTF-8."""
    bare = [tag.strip().partition(".")[0].replace("_", "-").lower() for tag in tags]
    return negotiate_locale(bare, LANGUAGES, sep="-") or ENGLISH
