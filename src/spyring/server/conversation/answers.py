"""A bot's answer to a person who proposes a move to it, where all win or lose together.

It weighs the proposal by the game's own evaluation, in a world that holds only public knowledge, so its
answer reveals nothing.
"""

import json
from dataclasses import dataclass
from typing import Final, Literal

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _
from spyring.engine.reason import Reason, from_json
from spyring.engine.state import State
from spyring.engine.strategy import POINTLESS
from spyring.server.core.bots.thoughts import Thought

MIN_SHARE_OF_BEST: Final = 0.6  # of the best move's value: then a bot does what people want
NEGLIGIBLE_DIFFERENCE: Final = 0.25  # a difference that is not worth an argument
PROPOSED: Final = _("Somebody at the table proposed it.")

SAYS: Final = {
    "yes": _("{seat}: agreed."),
    "rather": _("{seat}: I would rather do this: {move}."),
    "cannot": _("{seat}: that cannot be done now."),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a bot: it makes ``move``, prefers it, or cannot make it."""

    seat: int
    kind: Literal["yes", "rather", "cannot"]
    move: str  # in the notation
    reason: Reason | None

    def to_text(self) -> str:
        """The answer as it is stored."""
        return json.dumps([self.seat, self.kind, self.move, self.reason and self.reason.to_json()])

    def say(self, game: Game, seats: int, translate: Translate) -> str:
        """The answer in words."""
        places = {
            "seat": translate(game.seat_titles(seats)[self.seat]),
            "move": game.moves.say(game.moves.parse(self.move), translate),
        }
        said = translate(SAYS[self.kind]).format(**places)
        return said if self.reason is None else f"{said} {self.reason.say(translate)}"

    def thought(self) -> str:
        """The reason for the move, as it is stored."""
        return Thought(PROPOSED, {}, self.reason, self.reason).to_text()


def from_text(text: str) -> Answer:
    """An answer from its stored text."""
    seat, kind, move, reason = json.loads(text)
    return Answer(seat, kind, move, None if reason is None else from_json(reason))


def weigh(state: State, seat: int, about: str | tuple[str, str]) -> Answer | None:
    """The bot's answer to a move, in notation, or to an argument of its moves and a label. It considers the
    best matching move; None if it has no such move.
    """
    world = state.resample(None, 0)
    strategy, moves = world.game.strategy, world.game.moves
    legal = world.legal(seat)
    if isinstance(about, str):
        proposed = moves.parse(about)
        fitting = [proposed] if proposed in legal else []
        if not fitting:
            refusal = world.why_not(seat, proposed)
            reason = None if refusal is None else Reason(refusal.text, refusal.values)
            return Answer(seat, "cannot", about, reason)
    else:
        fitting = [move for move in legal if moves.fields(move).get(about[0]) == about[1]]
        if not fitting:
            return None
    weights = dict(zip(legal, strategy.priors(world, seat, legal), strict=True))
    best, wanted = max(legal, key=weights.__getitem__), max(fitting, key=weights.__getitem__)
    least = min(MIN_SHARE_OF_BEST * weights[best], weights[best] - NEGLIGIBLE_DIFFERENCE)
    if wanted == best or (weights[wanted] > POINTLESS and weights[wanted] >= least):
        return Answer(seat, "yes", moves.name(wanted), strategy.says(world, seat, wanted))
    return Answer(seat, "rather", moves.name(best), strategy.says(world, seat, best))
