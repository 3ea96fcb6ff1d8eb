"""Errors for callers. Each has one sentence: what is wrong, where, and what is allowed."""

from typing import Final

from spyring.engine.i18n import Translate, english

# What code raises that expects an intact file and reads a damaged one.
DAMAGE: Final = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, AssertionError)


class SpyringError(Exception):
    """The base of all errors here; the command line prints them as one line and exits with code 2."""


class UnknownGame(SpyringError):
    """A name that is not on the shelf."""


class BadSeats(SpyringError):
    """A number of seats that the game does not support."""


class BadOption(SpyringError):
    """An option that the game does not have, or a value outside its range."""


class BadKey(SpyringError):
    """An invalid key for chance."""


class BadMove(SpyringError):
    """A text or number that is not a move of the game; players read it in their language."""

    def __init__(self, text: str, values: dict[str, str] | None = None) -> None:
        super().__init__(text.format(**values) if values else text)
        self.text = text  # a message key
        self.values = values

    def say(self, translate: Translate = english) -> str:
        """The sentence for people."""
        return translate(self.text).format(**self.values) if self.values else translate(self.text)


class BadBox(SpyringError):
    """A box that breaks a constraint of the ledger; the sentence begins with the constraint."""


class BadPosition(SpyringError):
    """A saved position that is damaged or impossible."""


class BadRecord(SpyringError):
    """A game record that is truncated, edited or of another game."""


class UnknownClause(SpyringError):
    """A clause that is in no ledger, or a missing ledger."""


class IllegalMove(SpyringError):
    """A move that the rules forbid now; names the clause."""

    def __init__(self, seat: int, move: int, clause: str, reason: str) -> None:
        super().__init__(f"{reason} [{clause}]" if clause else reason)
        self.seat = seat
        self.move = move
        self.clause = clause
        self.reason = reason
