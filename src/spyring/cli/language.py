"""Sentences in the language of the person at the keyboard, out of the catalogues that the package brings."""

import ast
import os
from importlib.resources import files

from spyring.engine.words import Translate, english


def translation(language: str | None = None) -> Translate:
    """The translation into a language such as ``pl``, or English if there is no catalogue for it.

    >>> translation("tlh")("The game is over.")
    'The game is over.'
    """
    wanted = (language or language_of_the_terminal()).split(":")[0].replace("-", "_")
    for name in (wanted.split(".")[0], wanted.split(".")[0].split("_")[0]):
        source = files("spyring").joinpath("locale", name, "LC_MESSAGES", "spyring.po")
        if name and source.is_file():
            return Catalogue(source.read_text(encoding="utf-8")).translate
    return english


def language_of_the_terminal() -> str:
    """What the environment asks for: pl_PL.UTF-8 and the like."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    return "en"


class Catalogue:
    """The sentences of a gettext catalogue in its written form; those with plural forms are of no use here.

    >>> polish = Catalogue('msgid "gold"\\nmsgstr "złoto"\\n\\n#, fuzzy\\nmsgid "fame"\\nmsgstr "sława?"')
    >>> polish.translate("gold"), polish.translate("fame")
    ('złoto', 'fame')
    """

    def __init__(self, text: str) -> None:
        self.sentences: dict[str, str] = {}
        for entry in text.replace("\r\n", "\n").split("\n\n"):
            if "\n#, fuzzy" not in f"\n{entry}":
                self._read(entry.splitlines())

    def translate(self, sentence: str) -> str:
        """The sentence in this language, or as it is if nobody has translated it yet."""
        return self.sentences.get(sentence) or sentence

    def _read(self, lines: list[str]) -> None:
        """One entry: after each keyword a quoted string, which may go on over several lines."""
        parts: dict[str, str] = {}
        keyword = ""
        for line in lines:
            if line.startswith("#"):
                continue
            if not line.startswith('"'):
                keyword, _space, line = line.partition(" ")
            if line.startswith('"'):
                parts[keyword] = parts.get(keyword, "") + ast.literal_eval(line)
        if parts.get("msgid"):
            self.sentences[parts["msgid"]] = parts.get("msgstr", "")
