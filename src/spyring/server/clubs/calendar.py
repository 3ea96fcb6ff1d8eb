"""Evenings as a calendar file: iCalendar, RFC 5545."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from spyring.server.clubs.payloads import Evening

USUAL_SECONDS: Final = 3 * 3600
MAX_OCTETS: Final = 75  # in a line


def written(name: str, evenings: Sequence[Evening], link: str, now: float) -> str:
    """The calendar of a club."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Spyring//Evenings//EN", f"NAME:{escaped(name)}"]
    for one in evenings:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.id}@spyring",
            f"DTSTAMP:{_utc(now)}",
            f"DTSTART:{_utc(one.at)}",
            f"DTEND:{_utc(one.at + USUAL_SECONDS)}",
            f"SUMMARY:{escaped(one.title)}",
            f"LOCATION:{escaped(name)}",
            f"STATUS:{'CANCELLED' if one.status == 'over' and not one.round else 'CONFIRMED'}",
            *([f"URL:{link}"] if link.startswith("http") else []),
            "END:VEVENT",
        ]
    return "".join(part + "\r\n" for line in [*lines, "END:VCALENDAR"] for part in folded(line))


def escaped(text: str) -> str:
    r"""A text as a value.

    >>> print(escaped("a; b, c\\d"))
    a\; b\, c\\d
    """
    for mark in "\\;,":
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", "\\n")


def folded(line: str) -> Iterator[str]:
    """A line in parts of at most 75 octets, cut between characters."""
    part, octets = "", 0
    for letter in line:
        size = len(letter.encode())
        if octets + size > MAX_OCTETS:
            yield part
            part, octets = " ", 1
        part, octets = part + letter, octets + size
    yield part


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")
