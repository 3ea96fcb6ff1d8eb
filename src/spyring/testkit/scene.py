"""Words for tests of rules: play moves in notation, read what is asked, seen and told.

    state = scene(...)                          # the game's own: what lies where
    play(state, "attack 3", "green: stop")      # when
    assert frame(state) == "Retreat"            # then
    assert asked(state) == ["green"]
    assert refused_by(state, "green: attack 3") == "GAM-4.2"

Seats have the names that the game gives them; a viewer without a seat is the ``SPECTATOR``. A move is made by
the seat before its colon, or else by the first seat that is asked.

>>> import spyring
>>> state = spyring.game("estoril").start(seats=2, seed=1, events=True)
>>> frame(state), asked(state)
('Deploy', ['red'])
>>> refused_by(state, "stop"), refused_by(state, "green: stop")
('EST-5.1', 'EST-5.1')
>>> play(state, min(legal(state, "red", verb="place araujo-red")))
>>> asked(state)
['green']
>>> who_was_told(state, "round-begins") == {"red", "green", SPECTATOR}
True

A game can name its seats differently in tests:

>>> class Captains(Words):
...     def number(self, state, name):
...         return super().number(state, {"ada": "red", "ben": "green"}[name])
>>> Captains().legal(state, "ada")
set()
"""

from typing import Any, Final, TypeVar

from spyring.engine.frame import Refusal
from spyring.engine.reason import Reason
from spyring.engine.state import State

SPECTATOR: Final = "spectator"
END: Final = "end"
Fields = dict[str, str]
S = TypeVar("S", bound=State)


class Words:
    """The words, for a game that overrides :meth:`number` or :meth:`names`. Other games use the functions of
    this module.
    """

    def number(self, state: State, name: str) -> int:
        """The seat of this name."""
        return state.game.seat_names(int(state.seats)).index(name)

    def names(self, state: State) -> tuple[str, ...]:
        """The names of all seats."""
        return state.game.seat_names(int(state.seats))

    def viewer(self, state: State, name: str) -> int | None:
        """A seat or the spectator, as ``state.view`` and ``state.events_for`` take it."""
        return None if name == SPECTATOR else self.number(state, name)

    # -- when ------------------------------------------------------------------------------------------------

    def play(self, state: State, *moves: str) -> None:
        """Make these moves, each by the seat before its colon (``"green: stop"``), or else by the first seat
        that is asked.
        """
        for text in moves:
            seat, move = self.read(state, text)
            state.play(seat, move)

    # -- then ------------------------------------------------------------------------------------------------

    def frame(self, state: State) -> str:
        """The name of the frame that asks; ``END`` when the game is over."""
        return type(state.stack[-1]).__name__ if state.stack else END

    def asked(self, state: State) -> list[str]:
        """The seats that must decide."""
        names = state.game.seat_names(int(state.seats))
        return [names[seat] for seat in state.deciders]

    def legal(self, state: State, seat: str = "", verb: str = "") -> set[str]:
        """The legal moves of a seat, or of the first that is asked; all, or those with a verb."""
        number = self.number(state, seat) if seat else state.deciders[0]
        moves = {state.game.moves.name(move) for move in state.legal(number)}
        return {move for move in moves if f"{move} ".startswith(f"{verb} " if verb else "")}

    def refused_by(self, state: State, move: str) -> str | None:
        """The clause that forbids a move, written as for :meth:`play`; None if it is allowed."""
        refusal: Refusal | None = state.why_not(*self.read(state, move))
        return None if refusal is None else refusal.clause

    def seen(self, state: State, seat: str = SPECTATOR) -> dict[str, Any]:
        """The table as a seat sees it, or a spectator."""
        table: dict[str, Any] = state.view(self.viewer(state, seat))["table"]
        return table

    def told(self, state: State, kind: str, seat: str = SPECTATOR) -> list[Fields]:
        """The events of one kind that a seat or a spectator got, without the kind."""
        events = state.events_for(self.viewer(state, seat))
        return [
            {key: event[key] for key in event if key != "kind"} for event in events if event["kind"] == kind
        ]

    def who_was_told(self, state: State, kind: str, **fields: str) -> set[str]:
        """The viewers who got an event of this kind with these fields."""
        found = set()
        for name in (*self.names(state), SPECTATOR):
            if any(fields.items() <= event.items() for event in self.told(state, kind, name)):
                found.add(name)
        return found

    def read(self, state: State, text: str) -> tuple[int, int]:
        """The seat and the number of a move, written as for :meth:`play`."""
        name, colon, move = text.rpartition(": ")
        seat = self.number(state, name) if colon else state.deciders[0]
        return seat, state.game.moves.parse(move)


def ties(state: State) -> list[str]:
    """The public explanation of equal scores at the end."""
    found: list[list[Any]] = state.view(None)["outcome"].get("ties", [])
    return [Reason(text, values).say() for text, values in found]


def listening(state: S) -> S:
    """Keep the events of a state from now on; returns the state.

    >>> import spyring
    >>> listening(spyring.game("krakow").start(seed=1)).events
    ()
    """
    state.event_log = []
    return state


_words: Final = Words()
play = _words.play
frame = _words.frame
asked = _words.asked
legal = _words.legal
refused_by = _words.refused_by
seen = _words.seen
told = _words.told
who_was_told = _words.who_was_told
