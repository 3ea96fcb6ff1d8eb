"""A bot's thought about a move, as it is stored, and in words."""

import json
from dataclasses import dataclass
from typing import Any

from spyring.bots import Bot
from spyring.bots.advising import Adviser
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, english
from spyring.engine.reason import Reason, from_json


@dataclass(frozen=True, slots=True)
class Thought:
    """How a move was found, its purpose, and the seat's remark on it."""

    found: str  # a message key
    values: dict[str, str]
    purpose: Reason | None = None  # for the seat itself, and after the end for all
    said: Reason | None = None  # for its audience, at once
    other: str = ""  # the move that an adviser compared it with, in notation
    claims: tuple[tuple[str, float, int, int], ...] = ()  # its advantages: see Claim
    equals: tuple[str, ...] = ()  # moves of which none was shown to be better, in notation

    def why(self, translate: Translate = english) -> str:
        """The purpose of the move, or else how it was found."""
        return self.how(translate) if self.purpose is None else self.purpose.say(translate)

    def how(self, translate: Translate = english) -> str:
        """How the move was found."""
        return translate(self.found).format(**self.values)

    def to_text(self) -> str:
        """The thought as it is stored."""
        reasons = [None if one is None else one.to_json() for one in (self.purpose, self.said)]
        compared = [self.other, self.claims, self.equals] if self.other else []
        return json.dumps([self.found, self.values, *reasons, *compared])


def of_bot(bot: Bot, said: Reason | None) -> Thought:
    """A bot's thought about the move that it has just chosen."""
    return Thought(bot.why, bot.values, bot.purpose, said)


def of_adviser(bot: Adviser, game: Game) -> Thought:
    """An adviser's thought about its move, compared with another one."""
    other = "" if bot.other < 0 else game.moves.name(bot.other)
    claims = tuple((claim.part, claim.gain, claim.better, claim.worlds) for claim in bot.claims)
    equals = tuple(game.moves.name(move) for move in bot.equals)
    return Thought(bot.why, bot.values, bot.purpose, None, other, claims, equals)


def from_text(text: str) -> Thought:
    """A thought that was stored; older ones say only how the move was found.

    >>> from_text('["At a glance.", {}]').why()
    'At a glance.'
    """
    stored: list[Any] = json.loads(text)
    missing: list[Any] = ["", {}, None, None, "", (), ()]
    found, values, purpose, said, other, claims, equals = stored + missing[len(stored) :]
    reasons = [None if one is None else from_json(one) for one in (purpose, said)]
    claimed = tuple(tuple(claim) for claim in claims)
    return Thought(found, values, reasons[0], reasons[1], other, claimed, tuple(equals))
