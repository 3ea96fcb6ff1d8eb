"""Options of a game: typed, with range, default, help and clause."""

from collections.abc import Mapping

from spyring.engine.errors import BadOption
from spyring.engine.growth import FIRST

Value = int | str


class Option:
    """One option: a word or a whole number from a short list.

    >>> length = Option("years", (1, 2, 3), 2, "How long the game lasts.", "KRK-1.4")
    >>> length.read("3")
    3
    >>> length.read(5)
    Traceback (most recent call last):
    ...
    spyring.engine.errors.BadOption: Option years cannot be 5. Choose one of 1, 2, 3.
    """

    def __init__(
        self,
        name: str,
        values: tuple[Value, ...],
        default: Value,
        help: str,
        clause: str,
        title: str = "",
        titles: tuple[str, ...] = (),
        since: int = FIRST,
    ) -> None:
        if titles and len(titles) != len(values):
            raise ValueError(f"option {name} has {len(values)} values, but {len(titles)} titles")
        self.name = name
        self.values = values
        self.default = default
        self.since = since  # the data version that added it
        self.help = help  # a message key
        self.clause = clause
        self.title = title or name.replace("_", " ")  # a message key
        self.titles = titles or tuple(str(value) for value in values)  # of the values, message keys

    @property
    def kind(self) -> str:
        """ "number" or "word"."""
        return "number" if isinstance(self.default, int) else "word"

    def read(self, given: object) -> Value:
        """The value of ``given`` (of the right type, or as text); raises :class:`BadOption`."""
        text = str(given).strip().lower() if not isinstance(given, bool) else ("on" if given else "off")
        for value in self.values:
            if str(value) == text:
                return value
        allowed = ", ".join(str(value) for value in self.values)
        raise BadOption(f"Option {self.name} cannot be {given}. Choose one of {allowed}.")


def choose(options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """All options with their values: given values first, then defaults."""
    known = [option.name for option in options]
    for name in given:
        if name not in known:
            raise BadOption(f"Unknown option {name}. This game has {', '.join(known) or 'none'}.")
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in options
    }
