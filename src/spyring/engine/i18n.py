"""Sentences for people: marked here, translated later.

The engine and the games never translate. They mark a sentence with :func:`_` and keep it as a message key;
the page or the terminal translates it for its reader.
"""

import re
from collections.abc import Callable
from typing import Final

Translate = Callable[[str], str]

NEGATIVE: Final = re.compile(r"(?<![\w.)])-(?=\d)")


def marked(sentence: str) -> str:
    """Mark a sentence for the catalogues and return it unchanged; always call it by its short name.

    >>> _("The game is over.")
    'The game is over.'
    """
    return sentence


_ = marked  # a function that is itself called _ has no name in the compiled build


def english(sentence: str) -> str:
    """The translation into English, the language of the keys."""
    return sentence


def named(title: str, translate: Translate = english) -> str:
    """A title in the reader's language: a message key, or one followed by a number.

    >>> italian = {"Secret": "Segreto", "Prague": "Praga", "May 1962": "Maggio 1962"}
    >>> [named(title, lambda key: italian.get(key, key)) for title in ("Secret 17", "Prague", "May 1962")]
    ['Segreto 17', 'Praga', 'Maggio 1962']
    """
    said = translate(title)
    word, _space, number = title.rpartition(" ")
    return f"{translate(word)} {number}" if said == title and word and number.isdigit() else said


def minus(said: object) -> str:
    """Negative numbers with a minus sign instead of a hyphen.

    >>> minus(-3), minus("Group: -1.5, page 3-4")
    ('−3', 'Group: −1.5, page 3-4')
    """
    text = str(said)
    return NEGATIVE.sub("−", text) if "-" in text else text


def filled(sentence: str, values: dict[str, str]) -> str:
    """A sentence with its places filled. It starts with a capital, and does not double the period of a name
    that ends with one.

    >>> filled("{seat} wins {tile}.", {"seat": "Red", "tile": "Zsa Zsa G."})
    'Red wins Zsa Zsa G.'
    >>> filled("{seat} wins {tile}.", {"seat": "Red", "tile": "Salazar"})
    'Red wins Salazar.'
    >>> filled("{place} is taken.", {"place": "the Casino"})
    'The Casino is taken.'
    """
    said = minus(sentence.format(**values))
    if sentence[:1] == "{":
        said = said[:1].upper() + said[1:]
    return said.replace("..", ".") if ".." in said and "..." not in said else said
