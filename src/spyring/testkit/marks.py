"""The mark that ties a test to the clauses of a rules ledger."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from spyring.engine.ledger import ID

TestFunction = TypeVar("TestFunction", bound=Callable[..., Any])

CLAUSE: Final = re.compile(ID)
"""A clause (KRK-6.7), ruling (KRK-R3), constraint (KRK-D14), worked example (KRK-X1), decision (KRK-P2)."""


def rule(*ids: str) -> Callable[[TestFunction], TestFunction]:
    """Mark a test with the clauses, rulings, constraints and examples that it checks.

    The function only gets an attribute ``rules``, so the mark can be combined with other decorators.
    ``python -m tools.coverage`` reads the marks and lists clauses without a test.

    >>> rule("6.7")
    Traceback (most recent call last):
    ...
    ValueError: '6.7' is not a clause; clauses look like KRK-6.7 or KRK-R3
    """
    if not ids:
        raise ValueError("a rule mark needs at least one clause, for example KRK-6.7")
    for clause in ids:
        if not CLAUSE.fullmatch(clause):
            raise ValueError(f"{clause!r} is not a clause; clauses look like KRK-6.7 or KRK-R3")

    def mark(test: TestFunction) -> TestFunction:
        test.__dict__["rules"] = ids + test.__dict__.get("rules", ())
        return test

    return mark
