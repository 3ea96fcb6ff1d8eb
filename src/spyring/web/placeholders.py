"""Places in a text that are filled later: with parts that were drawn before, the token of a form, the number
of the position that it is for.

A place bears a word that nobody outside of this process knows, so that no text that anybody sends can hold
one; the word is taken off before a text with places goes to a page that fills them itself.

>>> NAMES.findall(placeholder("0123456789abcdef")), NAMES.findall("\\0" + "0123456789abcdef" + "\\0")
(['0123456789abcdef'], [])
"""

import re
import secrets
from typing import Final

NUL: Final = "\0"  # around a place, and around what is compressed apart; no page that goes out holds it
WORD: Final = secrets.token_hex(8)
NAMES: Final = re.compile(f"{NUL}{WORD}([0-9a-f]{{16}}){NUL}")


def placeholder(name: str) -> str:
    """Where something of this name will stand."""
    return f"{NUL}{WORD}{name}{NUL}"


CSRF: Final = placeholder("csrf")  # where a form gets its token
NUMBER: Final = placeholder("number")  # where it gets the number of the position that it is for
