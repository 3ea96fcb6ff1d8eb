"""Match a typed line with moves, by parts of words."""

import re
import unicodedata

MIN_PREFIX_LETTERS = 3  # letters that are enough for a word


def fits(line: str, name: str) -> bool:
    """Whether the words of the line are words of the name, in this order; three letters may stand for a word.

    >>> [fits(line, "play an-arms-deal") for line in ("play arms", "arm deal", "deal play", "an", "ar")]
    [True, True, False, False, False]
    >>> fits("handel bronia", "Zagraj „Handel bronią”")
    True
    """
    parts = words(name)
    for word in words(line):
        short = len(word) < MIN_PREFIX_LETTERS
        while parts and not (parts[0] == word or (not short and parts[0].startswith(word))):
            parts.pop(0)
        if not parts:
            return False
        parts.pop(0)
    return len(line.strip()) >= MIN_PREFIX_LETTERS


def words(text: str) -> list[str]:
    """The words of a text in small letters without accents, as any keyboard can type them.

    >>> words("Zagraj „Sól z Bochni”")
    ['zagraj', 'sol', 'z', 'bochni']
    """
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter)))
