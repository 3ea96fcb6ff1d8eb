"""A game whose components are in a file: ``box.toml`` in its home, or another box of the same game."""

from importlib.resources import files
from typing import Any, Final

from mypy_extensions import mypyc_attr

from spyring.engine.box import toml
from spyring.engine.errors import DAMAGE, BadBox
from spyring.engine.game import Game
from spyring.engine.state import T

STANDARD: Final[dict[Any, Any]] = {}  # by class and edition: the game with the box of its home
COMPARE: Final = "Compare it with what “spyring box show” prints."
NEWEST: Final = 0  # for an edition


@mypyc_attr(allow_interpreted_subclasses=True)
class BoxedGame(Game[T]):
    """What games with a box share: reading it, replacing it, telling boxes apart.

    A subclass writes :meth:`unpack_box`, which reads everything that depends on the box, and
    :meth:`box_facts`. Without a text the game uses the box of its home; without an edition, the newest rules.
    """

    def __init__(self, text: str | None = None, edition: int = NEWEST) -> None:
        self.box_text = text  # None for the box of its home
        try:
            self.unpack_box(self.standard_box() if text is None else text)
        except DAMAGE as error:
            raise BadBox(f"A part of this box is missing or of the wrong kind. {COMPARE}") from error
        if edition != NEWEST:
            self.rules_version = edition
            self.earlier = ()
        if text is None:
            STANDARD.setdefault((type(self), edition), self)
        self.asked_edition = edition

    def unpack_box(self, text: str) -> None:
        """Read the box written in ``text``: components, moves, events. Refuse with :class:`BadBox`."""
        raise NotImplementedError

    def standard_box(self) -> str:
        """The text of ``box.toml`` in the game's home."""
        file = files(self.home).joinpath("box.toml")
        if not file.is_file():
            raise BadBox(f"{self.home} has no box.toml.")
        return file.read_text(encoding="utf-8")

    def box_data(self) -> dict[str, Any]:
        """The content of the box, for pages that show it."""
        return toml(self.standard_box() if self.box_text is None else self.box_text)

    def with_box(self, text: str) -> Game[T]:
        return type(self)(text)

    def make_edition(self, rules_version: int) -> Game[T]:
        edition: Game[T] = opened(type(self), self.box_text, rules_version)
        return edition

    def __reduce__(self) -> Any:
        return opened, (type(self), self.box_text, self.asked_edition)


def opened(kind: Any, text: str | None, edition: int = NEWEST) -> Any:
    """The game of a pickle: the existing one, or one with its own box."""
    if text is None and (kind, edition) in STANDARD:
        return STANDARD[kind, edition]
    return kind(text) if edition == NEWEST else kind(text, edition)
