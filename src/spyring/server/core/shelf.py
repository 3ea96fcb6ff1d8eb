"""The games that this server offers."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.server.core.problems import NotFound

Edition = tuple[str, int, str]  # a game by its name, the version of its rules, and the digest of its box


def edition(game: Game) -> Edition:
    """The edition that a stored game must have started with to be played with this one."""
    return game.name, game.rules_version, game.box_digest()


class Shelf:
    """Games by their names. If a game is there several times, new tables use the first one. The others, with
    older rules or another box, are kept for tables that started with them; so are the earlier editions that a
    game includes itself.
    """

    def __init__(self, games: tuple[Game, ...]) -> None:
        self._editions: dict[Edition, Game] = {
            (game.name, version, game.box_digest()): game  # built on demand
            for game in reversed(games)
            for version in game.earlier
        }
        self._editions |= {edition(game): game for game in reversed(games)}
        self._games: dict[str, Game] = {game.name: game for game in reversed(games)}
        self._names = list(dict.fromkeys(game.name for game in games))

    def __iter__(self) -> Iterator[Game]:
        return (self._games[name] for name in self._names)

    def __contains__(self, name: str) -> bool:
        return name in self._games

    def game(self, name: str) -> Game:
        """One game, or a refusal."""
        if name not in self._games:
            names = ", ".join(self._names)
            text = _("Unknown game: {name}. Known games: {names}.")
            raise NotFound("no-game", text, name=name, names=names)
        return self._games[name]

    def edition(self, name: str, rules: int, digest: str | None) -> Game | None:
        """The game with these rules and this box, if the shelf has it."""
        key = None if digest is None else (name, rules, digest)
        if key is None or key not in self._editions:
            return None
        found = self._editions[key].edition(rules)
        if found is not None:
            self._editions[key] = found
        return found

    def edition_for(self, row: Mapping[Any, Any]) -> Game | None:
        """The edition that a stored game started with, if the shelf has it and it fits the row."""
        game = self.edition(row["game"], row["rules_version"], row["box_digest"])
        if game is None or game.rules_version == self.game(game.name).rules_version:
            return game
        try:
            options = game.resolve_options(row["seat_count"], dict(json.loads(row["options"])))
            legacy = None if row["legacy"] is None else json.loads(row["legacy"])
            return game if game.can_continue(options, legacy) else None
        except (SpyringError, ValueError, TypeError):  # a row may hold anything
            return None

    def editions(self) -> list[Edition]:
        """All editions that can be played."""
        return list(self._editions)
