"""The settings of a game of Kraków."""

from spyring.engine.options import Value
from spyring.games.krakow import words as w
from spyring.games.krakow.box import Box


class Config(w.Options):
    """The box and the options, typed. Shared by all clones."""

    def __init__(self, box: Box, options: dict[str, Value]) -> None:
        super().__init__(options)
        self.box = box
        self.allotments: list[int] = [w.ALLOT + district for district in box.gold_districts]
