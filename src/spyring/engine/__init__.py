"""What every game shares: frames, moves, events, chance, knowledge. No I/O, and nothing specific to one game.

Authors of games can import every name they need from here.
"""

from spyring.engine.definition import Definition
from spyring.engine.frame import Frame, Refusal
from spyring.engine.game import Game
from spyring.engine.knowledge import Knowledge
from spyring.engine.notation import Domain, EventBook, MoveBook, RefusalBook
from spyring.engine.options import Option, Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json, Reader
from spyring.engine.reason import Reason
from spyring.engine.seats import PUBLIC, SPECTATOR
from spyring.engine.state import State
from spyring.engine.strategy import Strategy
from spyring.engine.verb import FINE, Verb, Verbs

__all__ = [
    "FINE",
    "PUBLIC",
    "SPECTATOR",
    "Definition",
    "Domain",
    "EventBook",
    "Frame",
    "Game",
    "Json",
    "Knowledge",
    "MoveBook",
    "Option",
    "Outcome",
    "Reader",
    "Reason",
    "Refusal",
    "RefusalBook",
    "State",
    "Strategy",
    "Value",
    "Verb",
    "Verbs",
]
