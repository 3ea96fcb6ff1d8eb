"""Estoril on a terminal: the grid of boards, the missions, the players, the hand."""

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from spyring.engine.game import Game
from spyring.engine.words import Translate
from spyring.games.estoril.game import Estoril

View = Mapping[str, Any]


def sketch(view: View, translate: Translate, game: Game, numbers: dict[str, int]) -> RenderableType:
    """The whole table as a seat, or a spectator, sees it."""
    assert isinstance(game, Estoril)
    rows = Table.grid(padding=(0, 2, 0, 0))
    for board in view["table"]["boards"]:
        for space in board["spaces"]:
            rows.add_row(space["place"], translate(board["name"]), space["seat"] or "", space["tile"] or "")
    return rows
