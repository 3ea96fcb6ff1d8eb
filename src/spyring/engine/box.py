"""What every box shares: a TOML file with a name and its components, refused by the constraint it breaks."""

import tomllib
from typing import Any

from spyring.engine.errors import BadBox


def require(holds: bool, constraint: str, sentence: str) -> None:
    """Refuse the box by the name of a constraint, unless it holds.

    >>> require(2 > 1, "KRK-D1", "two is more than one.")
    >>> require(1 > 2, "KRK-D1", "one is not more than two.")
    Traceback (most recent call last):
    ...
    spyring.engine.errors.BadBox: KRK-D1: one is not more than two.
    """
    if not holds:
        raise BadBox(f"{constraint}: {sentence}")


def toml(text: str) -> dict[str, Any]:
    """What a TOML text says.

    >>> toml("deep = " + "[" * 9999)
    Traceback (most recent call last):
    ...
    spyring.engine.errors.BadBox: This is no TOML file: it goes too deep.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"This is no TOML file: {error}.") from error
    except RecursionError:
        raise BadBox("This is no TOML file: it goes too deep.") from None


def opened(text: str, game: str, parts: tuple[str, ...]) -> dict[str, Any]:
    """The box of ``game`` written in ``text``, with lists of components under the names of its ``parts``."""
    data = toml(text)
    box = data.get("box")
    require(isinstance(box, dict) and box.get("game") == game, "box", f"the box must say game = “{game}”.")
    require(isinstance(data["box"].get("name"), str), "box", "the box must have a name.")
    for part in parts:
        rows = data.get(part)
        fine = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
        require(fine, part, f"the box has no [[{part}]] entries.")
    return data
