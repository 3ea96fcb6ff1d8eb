"""What a server refuses, each with one clear sentence and a stable code."""

from typing import ClassVar, Final

from spyring.engine.errors import SpyringError
from spyring.engine.i18n import Translate, _, english
from spyring.server.core.payloads import Position, ProblemBody

TITLES: Final = {
    400: _("Invalid request."),
    401: _("Not signed in."),
    403: _("Not allowed."),
    404: _("Not found."),
    408: _("Too slow."),
    409: _("Things have changed."),
    411: _("Length required."),
    413: _("Too much."),
    422: _("This is not possible."),
    429: _("Too often."),
    503: _("Not ready."),
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
        """The refusal as it goes over the wire."""
        return ProblemBody(
            title=translate(TITLES[self.status]),
            status=self.status,
            code=self.code,
            detail=self.say(translate),
            clause=self.clause,
        )


class Unauthenticated(Problem):
    """Nobody knows who is asking, and it matters."""

    status = 401


class Forbidden(Problem):
    """It is known who is asking, and it is not theirs."""

    status = 403


class NotFound(Problem):
    """There is no such thing, or none that the asker may know of."""

    status = 404


class Conflict(Problem):
    """The table is not in a state for this."""

    status = 409


class Damaged(Conflict):
    """What is stored of a table cannot be read; nothing else is harmed by it."""

    def __init__(self, table: str) -> None:
        text = _("Table {table} is damaged: its data cannot be read. It was left unchanged.")
        super().__init__("damaged", text, table=table)
        self.table = table


class Stale(Conflict):
    """A late or doubled click; carries the newer position."""

    def __init__(self, position: Position) -> None:
        super().__init__("stale", _("The game has moved on. This is the current position."))
        self.position = position

    def body(self, translate: Translate = english) -> ProblemBody:
        return super().body(translate).model_copy(update={"position": self.position})


class LengthRequired(Problem):
    """A request whose length nobody knows before its end."""

    status = 411


class TooLarge(Problem):
    """More than anybody needs to send."""

    status = 413


class TooSlow(Problem):
    """A request that does not come to its end."""

    status = 408


class Refused(Problem):
    """Understood, but not possible: a rule forbids it, or a value is out of range."""

    status = 422


def whole(sentence: str) -> str:
    """A refusal of the engine as a message key: it is told as a whole, and what it quotes is no place.

    >>> Refused("bad-move", whole("{x} is no verb.")).say()
    '{x} is no verb.'
    """
    return sentence.replace("{", "{{").replace("}", "}}")


class NotStored(Problem):
    """The database is full, broken or away: nothing that was asked for was done."""

    status = 503


class RateLimited(Problem):
    """More often than a person could."""

    status = 429

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait + 0.5))
        super().__init__(
            "too-often", _("Too many requests; try again in {seconds} s."), seconds=str(self.wait)
        )
