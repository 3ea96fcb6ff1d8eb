"""Sentences in the language of the person at the keyboard."""

import os

from spyring import languages
from spyring.engine.words import Translate


def translation(language: str | None = None) -> Translate:
    """The translation into a language such as ``pl``, by default that of the terminal; else English.

    >>> translation("tlh")("The game is over.")
    'The game is over.'
    """
    wanted = languages.of_terminal(os.environ if language is None else {"LANG": language})
    return languages.translation(wanted).gettext
