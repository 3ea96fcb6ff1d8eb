"""What a nation can exclude about the spies of others, for puzzles."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.question import Question
from spyring.games.spies import words as w
from spyring.games.spies.domains import SPY
from spyring.games.spies.fitting import Fitting
from spyring.games.spies.generated import Table
from spyring.games.spies.places import ALL_SPIES

MAX_TRIES: Final = 5000  # of a search for faces; a search that was cut short proves nothing


def questions(t: Table, eyes: int) -> list[Question]:
    """The strengths that a rival's spy on the map cannot have."""
    box = t.config.box
    found: list[Question] = []
    fitting = Fitting(t, eyes)
    for spy in fitting.hidden:
        if spy >= ALL_SPIES or t.spy_at[spy] < 0:
            continue
        first = spy // w.SPIES * w.SPIES
        own = [face for face in t.spy_face[first : first + w.SPIES] if face >= 0]
        may = [box.strength[face] for face in own if not excluded(t, eyes, spy, face)]
        cannot = sorted({box.strength[face] for face in own} - set(may))

        found.append(
            Question(
                _("Which of these strengths is impossible for {spy} in {space}?"),
                _("The log says enough about this nation's spies to rule out strength {answer}."),
                {"spy": SPY.label(spy), "space": box.space_ids[t.spy_at[spy]]},
                [str(strength) for strength in cannot],
                [str(box.strength[t.spy_face[spy]])],
            )
        )
    return found


def excluded(t: Table, eyes: int, spy: int, face: int) -> bool:
    """Whether no world in which a spy has this face agrees with what ``eyes`` know: a full search."""
    fitting = Fitting(t, eyes)
    if face not in fitting.pools[spy // w.SPIES]:
        return True
    fitting.can[spy] &= 1 << face % w.SPIES
    fitting.bound = [piece for piece in fitting.hidden if piece == spy or fitting.is_bound(piece)]
    fitting.tries = MAX_TRIES
    return not fitting.solve(fitting.bound, -1) and fitting.tries >= 0
