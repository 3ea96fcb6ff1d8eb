"""The games that this server has tables for."""

from collections.abc import Iterator

from spyring.engine.game import Game
from spyring.engine.words import _
from spyring.server.problems import NotFound


class Shelf:
    """Games by their names."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        self._games = {game.name: game for game in games}

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games.values())

    def __contains__(self, name: str) -> bool:
        return name in self._games

    def game(self, name: str) -> Game:
        """One game, or a refusal."""
        if name not in self._games:
            names = ", ".join(self._games)
            text = _("There is no game {name} on the shelf; there are: {names}.")
            raise NotFound("no-game", text, name=name, names=names)
        return self._games[name]
