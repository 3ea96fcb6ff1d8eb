"""Sentences in the language of the person at the keyboard."""

import os
import re
from typing import Any

from spyring import languages
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import Translate


class UnknownLanguage(SpyringError):
    """A language that nobody has translated into."""


def translation(language: str | None = None, game: Game[Any] | None = None) -> Translate:
    """The translation into a language such as ``pl``; by default that of the terminal, if we speak it.

    >>> translation("pl")("gold")
    'złoto'
    >>> translation("tlh")
    Traceback (most recent call last):
    ...
    spyring.cli.language.UnknownLanguage: Nobody has translated into tlh; there are: en, pl, it.
    """
    if language is None:
        return languages.translation(languages.of_terminal(os.environ), game).gettext
    spoken = re.split("[-_.]", language)[0].lower()
    if spoken not in languages.LANGUAGES:
        known = ", ".join(languages.LANGUAGES)
        raise UnknownLanguage(f"Nobody has translated into {language}; there are: {known}.")
    return languages.translation(spoken, game).gettext
