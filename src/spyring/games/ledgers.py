"""The rules ledgers of the games on the shelf; a game of another author has its own as ``ledger.md``."""

from typing import Any, Final

from spyring.engine.definition import Definition
from spyring.engine.errors import UnknownClause
from spyring.engine.ledger import Clause, Ledger, ledger_text
from spyring.games import SHELF, game, names

_READ: Final[dict[str, Ledger]] = {}


def ledger(name: str) -> Ledger:
    """The ledger of a game.

    >>> ledger("krakow").clause("KRK-14.3").text
    'Highest total wins. (§11)'
    """
    if name not in _READ:
        home = game(name).home if name not in SHELF and (name in names() or ":" in name) else ""
        text = ledger_text(name, home)
        if text is None:
            raise UnknownClause(f"There is no rules ledger for {name}.")
        _READ[name] = Ledger(text)
    return _READ[name]


def ledger_of(game: Definition[Any]) -> Ledger | None:
    """The ledger of a game on the shelf or off it; None if it has none."""
    if game.name in SHELF:
        return ledger(game.name)
    text = ledger_text(game.name, game.home)
    return None if text is None else Ledger(text)


def look_up(id: str) -> list[Clause]:
    """What an id stands for in any ledger: one clause (KRK-6.3), or the clauses of a whole section (KRK-6).

    >>> [clause.id for clause in look_up("krk-8")]
    ['KRK-8.1', 'KRK-8.2', 'KRK-8.3']
    """
    wanted = id.strip().upper()
    for name in names():
        try:
            book = ledger(name)
        except UnknownClause:  # a game of another author need not bring one
            continue
        if wanted in book.clauses:
            return [book.clauses[wanted]]
        if wanted in book.sections:
            return book.chapter(wanted)
    raise UnknownClause(f"Unknown clause {id}. Clauses look like {_example()}.")


def _example() -> str:
    return ", ".join(next(iter(ledger(name).clauses)) for name in SHELF)
