"""The duel under another name, with pages beside it."""

from typing import Final

from tests.toys.duel import Duel


class DrawnDuel(Duel):
    """A duel that can be seen."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "drawn"
        self.title = "Drawn Duel"

    def __reduce__(self) -> str:
        return "DRAWN"


DRAWN: Final = DrawnDuel()
