"""A game that everybody but one person has given up: whoever remains may take the win, or play on.

A game that was won so is over although its rules would go on. That is not stored: it follows from the status
of the table and from who gave up.
"""

from collections.abc import Sequence
from typing import Final

from spyring.engine.game import Game
from spyring.engine.i18n import _
from spyring.engine.kinds import COOPERATIVE, TEAMS
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.server.tables.chair import Chair
from spyring.server.tables.live_table import LiveTable

GIVEN_UP: Final = _("Everybody else has given the game up.")


def may_take_win(live: LiveTable, seats: tuple[int, ...]) -> bool:
    """Whether the person at these seats is the only one left, and an opponent of theirs has given up. Where
    all win or lose together there is nothing to take.
    """
    if live.status != "playing" or live.frozen or live.game.kind == COOPERATIVE or len(seats) != 1:
        return False
    gave_up = live.sitters.gave_up
    if not gave_up:
        return False
    (mine,) = seats
    team = _teams(live.game, len(live.chairs))
    beaten = any(team[seat] != team[mine] for seat in gave_up)
    return beaten and live.chairs[mine].present and live.consenting() == [mine]


def concession(game: Game, chairs: Sequence[Chair]) -> Outcome | None:
    """How a game ends by which one person remains; None if that does not follow from the chairs."""
    stayed = [chair.seat for chair in chairs if chair.consents]
    if game.kind == COOPERATIVE or len(stayed) != 1 or not any(chair.gave_up for chair in chairs):
        return None
    team = _teams(game, len(chairs))
    won = [team[chair.seat] == team[stayed[0]] for chair in chairs]
    bots = any(chair.person is None and not won[chair.seat] for chair in chairs)
    behind = 3 if bots and game.kind != TEAMS else 2
    ranks = tuple(1 if won[c.seat] else behind if c.gave_up else 2 for c in chairs)
    winners = sum(1 << seat for seat, is_winner in enumerate(won) if is_winner)
    count = len(chairs)
    return Outcome(winners, ranks, (0,) * count, tuple({} for _seat in chairs), GIVEN_UP, "")


def conceded(live: LiveTable) -> Outcome | None:
    """How a game ended whose win was taken; None of any other."""
    if live.status != "over":
        return None
    if live.archive is not None:
        finished = live.archive.view(live.archive.last, None)["outcome"] is not None
    else:
        finished = live.timeline is None or live.frozen is not None or not live.timeline.state.stack
    return None if finished else concession(live.game, live.chairs)


def closed(view: Json, outcome: Outcome | None) -> Json:
    """What a reader sees of a game after its win was taken: the table as it lies, and nobody is asked."""
    if outcome is None:
        return view
    verdicts: list[list[object]] = [[] for _seat in outcome.ranks]
    shown = {**outcome.to_json(), "verdicts": verdicts, "conceded": True}
    return {**view, "deciders": [], "interrupters": [], "asked": None, "outcome": shown}


def _teams(game: Game, count: int) -> Sequence[int]:
    return game.teams(count) if game.kind == TEAMS else range(count)
