"""The rules ledgers of the games on the shelf; a game of another author has its own as ``ledger.md``."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from spyring.engine.errors import SpyringError, UnknownClause
from spyring.engine.game import Game
from spyring.engine.ledger import Clause, Ledger
from spyring.games import SHELF, game, names

_READ: Final[dict[str, Ledger]] = {}


def ledger(name: str) -> Ledger:
    """The ledger of a game.

    >>> ledger("krakow").clause("KRK-14.3").text
    'Highest total wins. (§11)'
    """
    if name not in _READ:
        _READ[name] = Ledger(_text(name))
    return _READ[name]


def ledger_of(game: Game) -> Ledger | None:
    """The ledger of a game on the shelf or off it; None if it has none."""
    try:
        return ledger(game.name)
    except SpyringError:
        pass
    own = files(game.home).joinpath("ledger.md") if game.home else None
    return Ledger(own.read_text(encoding="utf-8")) if own is not None and own.is_file() else None


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
    raise UnknownClause(f"There is no clause {id} in any ledger; clauses look like {_example()}.")


def _example() -> str:
    return ", ".join(next(iter(ledger(name).clauses)) for name in SHELF)


def _text(name: str) -> str:
    installed = files("spyring").joinpath("ledgers", f"{name}.md")
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    source = (
        Path(__file__).resolve().parents[3] / "docs" / "rules" / f"{name}.md"
    )  # a checkout, not an install
    if source.is_file():
        return source.read_text(encoding="utf-8")
    home = game(name).home if name in names() or ":" in name else ""
    own = files(home).joinpath("ledger.md") if home else source
    if own.is_file():
        return own.read_text(encoding="utf-8")
    raise UnknownClause(f"There is no rules ledger for {name}.")
