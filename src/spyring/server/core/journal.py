"""The journal of a server: one JSON object for everything worth noting, or one line on a terminal."""

import json
import logging
import sys
import time
from typing import Final

# The attributes of every record; the rest are facts from the caller.
COMMON: Final = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


# Not python-json-logger: it would save the ten lines of format(), and need as many for our names.
class JsonFormatter(logging.Formatter):
    """Time, level, logger, message and facts; for an error its traceback, without values."""

    def format(self, record: logging.LogRecord) -> str:
        """One entry."""
        entry: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= facts_of(record)
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)


class LineFormatter(logging.Formatter):
    """The same for people: the time of day, the level, the message, and the facts in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        """One entry."""
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = ", ".join(f"{name}: {value}" for name, value in facts_of(record).items())
        line = f"{at} {record.levelname.lower():<8} {record.getMessage()}{f' ({facts})' if facts else ''}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """The facts of a record, besides its message."""
    return {name: value for name, value in vars(record).items() if name not in COMMON}


def configure(level: str) -> None:
    """Write the journal to stderr; the server's own notes of requests replace uvicorn's, which show whole
    URLs.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter() if sys.stderr.isatty() else JsonFormatter())
    for name in ("spyring.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.setLevel(level.upper())
        logger.propagate = name == "uvicorn.error"
    logging.getLogger("uvicorn.access").handlers = []
    logging.getLogger("uvicorn.access").propagate = False
