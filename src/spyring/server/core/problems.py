"""Refusals, each with one clear sentence and a stable code."""

from typing import ClassVar, Final

from spyring.engine.errors import SpyringError
from spyring.engine.i18n import Translate, _, english
from spyring.server.core.payloads import Position, ProblemBody

TITLES: Final = {
    400: _("Invalid request."),
    401: _("Not signed in."),
    403: _("Not allowed."),
    404: _("Not found."),
    408: _("Request timed out."),
    409: _("Not possible right now."),
    411: _("Length required."),
    413: _("Request too large."),
    422: _("Not possible."),
    429: _("Too many requests."),
    503: _("Temporarily unavailable."),
}


class Problem(SpyringError):
    """A refusal with a status, a code for programs, and a sentence for people."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, text: str, clause: str | None = None, **values: str) -> None:
        super().__init__(text.format(**values))
        self.code = code
        self.text = text  # a message key
        self.values = values
        self.clause = clause

    def say(self, translate: Translate = english) -> str:
        """The sentence for people."""
        return translate(self.text).format(**self.values)

    def body(self, translate: Translate = english) -> ProblemBody:
        """The refusal as a payload."""
        return ProblemBody(
            title=translate(TITLES[self.status]),
            status=self.status,
            code=self.code,
            detail=self.say(translate),
            clause=self.clause,
        )


class Unauthenticated(Problem):
    """The request needs a known person, and has none."""

    status = 401


class Forbidden(Problem):
    """The person is known, and may not do this."""

    status = 403


class NotFound(Problem):
    """It does not exist, or the caller may not know of it."""

    status = 404


class Conflict(Problem):
    """The table is in the wrong state for this."""

    status = 409


class Damaged(Conflict):
    """The stored data of a table cannot be read; other tables are fine."""

    def __init__(self, table: str) -> None:
        text = _("Table {table} is damaged: its data cannot be read. It was left unchanged.")
        super().__init__("damaged", text, table=table)
        self.table = table


class Stale(Conflict):
    """A late or repeated click; carries the newer position."""

    def __init__(self, position: Position) -> None:
        super().__init__("stale", _("The game has moved on. This is the current position."))
        self.position = position

    def body(self, translate: Translate = english) -> ProblemBody:
        return super().body(translate).model_copy(update={"position": self.position})


class LengthRequired(Problem):
    """A request without a declared length."""

    status = 411


class TooLarge(Problem):
    """A request that is too large."""

    status = 413


class TooSlow(Problem):
    """A request that arrives too slowly."""

    status = 408


class Refused(Problem):
    """Understood, but not possible: a rule forbids it, or a value is out of range."""

    status = 422


def whole(sentence: str) -> str:
    """A message of the engine as a message key: it is shown as it is, and its braces are not placeholders.

    >>> Refused("bad-move", whole("{x} is no verb.")).say()
    '{x} is no verb.'
    """
    return sentence.replace("{", "{{").replace("}", "}}")


class NotStored(Problem):
    """The database is full, broken or unavailable: the request changed nothing."""

    status = 503


class RateLimited(Problem):
    """Too many requests."""

    status = 429

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait + 0.5))
        super().__init__(
            "too-often", _("Too many requests; try again in {seconds} s."), seconds=str(self.wait)
        )
