"""Sentences in the language of the person at the keyboard."""

import gettext
import os
from importlib.resources import as_file, files

from spyring.engine.words import Translate, english


def language_of_the_terminal() -> str:
    """What the environment asks for, as gettext reads it: pl_PL.UTF-8 and the like."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    return "en"


def translation(language: str | None = None) -> Translate:
    """The translation into a language, or English if there is no catalogue for it.

    >>> translation("tlh")("The game is over.")
    'The game is over.'
    """
    wanted = (language or language_of_the_terminal()).split(":")
    with as_file(files("spyring").joinpath("locale")) as folder:
        try:
            return gettext.translation("spyring", folder, languages=wanted).gettext
        except OSError:
            return _from_source(wanted[0].replace("-", "_").split(".")[0].split("_")[0])


def _from_source(language: str) -> Translate:
    """Catalogues are read as they were written, where the tool for it is installed."""
    try:
        from spyring.web.words import catalogue
    except ImportError:
        return english
    return catalogue(language).gettext
