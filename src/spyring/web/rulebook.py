"""The ledger of a game for pages: chapters of clauses in the reader's language."""

from functools import lru_cache
from typing import NamedTuple

from spyring.engine.errors import SpyringError
from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.games.ledgers import ledger
from spyring.web.words import Words

RULINGS = _("Rulings where the book is silent")


class Clause(NamedTuple):
    """A clause with its text."""

    id: str
    text: str


class Chapter(NamedTuple):
    """A chapter with its title."""

    id: str
    title: str
    clauses: list[Clause]


def chapters(game: Game, words: Words) -> tuple[Chapter, ...]:
    """The rules and the rulings of a game; empty for a game without a ledger."""
    return _chapters(game.name, game.ledger, words.language)


@lru_cache(maxsize=64)
def _chapters(name: str, prefix: str, language: str) -> tuple[Chapter, ...]:
    words = Words(language)
    try:
        book = ledger(name)
    except (SpyringError, FileNotFoundError):
        return ()
    found = [
        Chapter(
            id,
            words.translate(title),
            [Clause(clause.id, words.translate(clause.text)) for clause in book.chapter(id)],
        )
        for id, title in book.sections.items()
    ]
    rulings = [
        Clause(clause.id, " ".join(words.translate(part) for _heading, part in clause.parts[:2]))
        for clause in book.clauses.values()
        if clause.id.startswith(f"{prefix}-R")
    ]
    return (*found, Chapter(f"{prefix}-R", words.translate(RULINGS), rulings))
