"""The languages that Spyring speaks: one catalogue each, read as it is written, and which one a person gets.

Sentences are written in English where they belong, marked with ``_()``; a catalogue in ``locale/`` gives them
in another language. ``make catalogues`` brings the catalogues up to date with the sentences.
"""

import gettext
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH: Final = "en"  # the language of the keys
LANGUAGES: Final = {"en": "English", "pl": "Polski", "it": "Italiano"}  # each by its own name


class Catalogue(gettext.GNUTranslations):
    """The sentences of one language; unlike in plain gettext, nothing said is nothing said."""

    def gettext(self, message: str) -> str:
        """The sentence in this language; without a translation as it is."""
        return super().gettext(message) if message else ""


@cache
def translation(language: str) -> gettext.NullTranslations:
    """The translations into one of :data:`LANGUAGES`; into any other one there are none.

    >>> translation("pl").gettext("gold"), translation("en").gettext("gold")
    ('złoto', 'gold')
    """
    if language == ENGLISH or language not in LANGUAGES:
        return gettext.NullTranslations()
    source = files("spyring").joinpath("locale", language, "LC_MESSAGES", "spyring.po")
    machine_made = BytesIO()
    with source.open("rb") as written:
        write_mo(machine_made, read_po(written, locale=language))
    machine_made.seek(0)
    return Catalogue(machine_made)


def preferred(header: str, chosen: str | None = None) -> str:
    """The language of a page: what the reader chose, else the first that the browser asks for and we speak.

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
    for tag in tags:
        language = tag.strip().replace("_", "-").split(".")[0].split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH
