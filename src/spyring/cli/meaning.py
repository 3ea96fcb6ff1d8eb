"""What somebody at the keyboard means: parts of words, in the notation or in the reader's language."""

import re
import unicodedata

MIN_PREFIX_LETTERS = 3  # letters of a word that stand for the word


def fits(line: str, name: str) -> bool:
    """Whether the words of the line are words of the move's name, in this order, or three letters of them.

    >>> [fits(line, "play an-arms-deal") for line in ("play arms", "arm deal", "deal play", "an", "ar")]
    [True, True, False, False, False]
    >>> fits("handel bronia", "Zagraj „Handel bronią”")
    True
    """
    return len(line.strip()) >= MIN_PREFIX_LETTERS and _follows(line, name, MIN_PREFIX_LETTERS)


def may_fit(line: str, name: str) -> bool:
    """Whether the line could be meant for the move, however short it is; too little to act on it.

    >>> [may_fit(line, "play an-arms-deal") for line in ("pl", "an", "x")]
    [True, True, False]
    """
    return bool(words(line)) and _follows(line, name, 1)


def _follows(line: str, name: str, letters: int) -> bool:
    parts = words(name)
    for word in words(line):
        while parts and not (parts[0] == word or (len(word) >= letters and parts[0].startswith(word))):
            parts.pop(0)
        if not parts:
            return False
        parts.pop(0)
    return True


def words(text: str) -> list[str]:
    """The words of a text as they are typed on any keyboard: small letters without accents or marks.

    >>> words("Zagraj „Sól z Bochni”")
    ['zagraj', 'sol', 'z', 'bochni']
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter)))
