"""Sentences in the language of the user."""

import os
import re
from typing import Any

from spyring import languages
from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import Translate


class UnknownLanguage(SpyringError):
    """There is no translation into this language."""


def translation(language: str | None = None, game: Game[Any] | None = None) -> Translate:
    """The translation into a language such as ``pl``; by default the language of the terminal.

    >>> translation("pl")("gold")
    'złoto'
    >>> translation("tlh")
    Traceback (most recent call last):
    ...
    spyring.cli.language.UnknownLanguage: Unknown language tlh. Choose one of en, pl, it.
    """
    if language is None:
        return languages.translation(languages.of_terminal(os.environ), game).gettext
    spoken = re.split("[-_.]", language)[0].lower()
    if spoken not in languages.LANGUAGES:
        known = ", ".join(languages.LANGUAGES)
        raise UnknownLanguage(f"Unknown language {language}. Choose one of {known}.")
    return languages.translation(spoken, game).gettext
