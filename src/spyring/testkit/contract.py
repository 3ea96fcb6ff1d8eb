"""The contract that every game must pass."""

import json
from collections.abc import Callable
from itertools import islice
from os import environ
from typing import Final, ParamSpec, TypeVar

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.testkit import checks, secrecy
from spyring.testkit.trials import Chooser, Dice, Line, Trial, trials

Given = ParamSpec("Given")
Result = TypeVar("Result")

GAMES: Final = 12
NIGHT_FACTOR: Final = 20  # times as many games
POSITIONS_PER_REPLAY: Final = 16  # of so many positions one is compared with the same game replayed, or more
GAMES_PER_CAMPAIGN: Final = 2  # so many games after one another, if one leaves something to the next


def contract(game: Game, *, games: int | None = None, seed: int = 0, every: int = 1) -> None:
    """Everything that a game must satisfy, in seeded random games; ``AssertionError`` at the first failure.

    One call in a test is enough::

        def test_krakow_keeps_the_contract() -> None:
            contract(spyring.game("krakow"))

    At least a dozen games are played, and at least one with every combination of seat count and options
    (where there are more than two dozen, with every pair of values); ``games`` asks for so many and no more,
    as is enough for a build whose twin has played them all. In every second one, seats that may
    interrupt do so now and then. If a game leaves something to the next one (``state.legacy()``), that one is
    played too. Where games have thousands of decisions, ``every`` says that only one in so many is looked at,
    chosen by chance, besides the first of each kind of decision. At night, with ``SPYRING_NIGHT=1`` in the
    environment, there are twenty times as many games.

    Of the game: notation of the whole book both ways; options and seat counts allow what they say and nothing
    else.

    At every decision:

    - whoever must decide can, whoever is not asked cannot;
    - every component is somewhere, once (``game.components`` against the census of table and frames);
    - the position as JSON text gives the position back, and plays on in the same way;
    - a move on a copy leaves the original as it was;
    - view, legal moves, refusals, deciders and interrupters are the same for a seat in a world out of
      ``resample``, and so is the view of a spectator; a spectator sees nothing that any seat could not know;
    - the same move with the same chance in two worlds that somebody cannot tell apart brings it the same
      news and scenes, or its view or ``resample`` keeps what it learnt;
    - looking, asking, saving, copying and resampling change nothing.

    At each kind of decision once a game, and at some more: every legal move can be played, every other one is
    refused by clause and changes nothing, strangers are refused; copies played to the end leave the original;
    states pickle; moves that look alike to somebody are seen alike; resampled worlds are whole, remember
    what was told, depend on nothing the seat does not know, and can be played to the end; vectors and masks
    are the same in them.

    Of the whole game: it ends within ``game.max_game_length``; the outcome is consistent; the same moves give
    the same fingerprints, with events on or off; its record, read again, gives it back; openings that
    somebody cannot tell apart bring it the same news; what outlives it is plain data.

    A failure says where it is: game, seat count, options, seed and number of the decision, the check, and
    what differs. All checks can be called on their own: :mod:`spyring.testkit.checks`,
    :mod:`spyring.testkit.secrecy`. What ``resample`` *can* lay out needs small cases that only the author
    knows: see :func:`spyring.testkit.reaches`.
    """
    for of_game in (
        checks.every_move_has_a_name,
        checks.options_say_what_they_are,
        checks.only_its_seat_counts_are_allowed,
    ):
        hold(of_game, game.name, game)
    kinds: set[str] = set()
    most = (games or GAMES) * (NIGHT_FACTOR if environ.get("SPYRING_NIGHT") else 1)
    for trial in islice(trials(game, most, seed), games and most):
        play_campaign(trial, every, kinds if every > 1 else None)


def play_campaign(trial: Trial, every: int = 1, kinds: set[str] | None = None) -> None:
    """One game under all checks, and those that follow from what it leaves."""
    for _game in range(GAMES_PER_CAMPAIGN):
        state = play_trial(trial, every, kinds)
        legacy = state.legacy()
        if legacy is None:
            return
        hold(checks.is_plain_data, f"{trial}, the end", legacy, "what outlives the game")
        trial = trial.following(json.loads(json.dumps(legacy)))


def play_trial(trial: Trial, every: int = 1, kinds: set[str] | None = None) -> State:
    """One game under all checks; returns how it ended. ``kinds`` of decisions were looked at before."""
    walk = Walk(trial, every, kinds)
    while walk.state.deciders:
        walk.inspect()
        walk.step()
    walk.close()
    return walk.state


class Walk:
    """The way through one game: what was played, the fingerprint before each decision, what was checked."""

    def __init__(self, trial: Trial, every: int = 1, kinds: set[str] | None = None) -> None:
        self.trial = trial
        self.name = str(trial)
        self.every = every
        self.chooser = Chooser(trial)
        self.side = Dice(trial.seed + 1)  # for the checks, so that they leave the game as it is
        self.state = hold(trial.start, f"{trial}, the start")
        self.line: Line = []
        self.prints: list[int | None] = [self.state.fingerprint()]  # None where none is taken
        self.kinds: set[str] = set() if kinds is None else kinds  # of decisions met so far
        self.heard = 0
        self.hear()

    @property
    def where(self) -> str:
        return f"{self.name}, decision {len(self.line)}"

    def inspect(self) -> None:
        """All checks that belong to this decision."""
        new = type(self.state.stack[-1]).__name__ not in self.kinds
        if not new and self.every > 1 and self.side.roll(self.every):
            return
        before = self.state.fingerprint()
        everywhere = (*checks.EVERYWHERE, *secrecy.EVERYWHERE)
        somewhere = (*checks.SOMEWHERE, *secrecy.SOMEWHERE) if self.closer_look() else ()
        for check in (*everywhere, *somewhere):
            hold(check, self.where, self.state, self.side)
        hold(looking_changes_nothing, self.where, self.state, before)

    def closer_look(self) -> bool:
        """Whether this kind of decision is new in this game, or chance asks for a closer look."""
        kind = type(self.state.stack[-1]).__name__
        new = kind not in self.kinds
        self.kinds.add(kind)
        return new or self.side.roll(25) == 0

    def step(self) -> None:
        """Somebody decides, or interrupts."""
        seat, move = hold(self.chooser.choose, self.where, self.state)
        hold(self.state.play, self.where, seat, move)
        self.line.append((seat, move))
        taken = len(self.line) % min(self.every, POSITIONS_PER_REPLAY) == 0
        self.prints.append(self.state.fingerprint() if taken else None)
        self.hear()
        hold(ends_in_time, self.where, self.trial, len(self.line))

    def hear(self) -> None:
        """Check the events since the last decision."""
        events = self.state.events
        for check in secrecy.STEPS:
            hold(check, self.where, self.state, list(events[self.heard :]))
        self.heard = len(events)

    def close(self) -> None:
        """All checks of the end, and of the game as a whole."""
        self.prints[-1] = self.state.fingerprint()
        at_the_end = (*checks.EVERYWHERE, *checks.AT_THE_END, secrecy.resampling_keeps_what_was_told)
        for check in at_the_end:
            hold(check, f"{self.trial}, the end", self.state, self.side)
        for of_game in checks.WHOLE_GAME:
            hold(of_game, f"{self.trial}, all of it", self.trial, self.line, self.prints)
        hold(secrecy.equal_openings_bring_equal_news, f"{self.trial}, the start", self.trial, self.side)


def looking_changes_nothing(state: State, fingerprint: int) -> None:
    """Views, moves, refusals, copies and imagined worlds leave the position as it was."""
    if state.fingerprint() != fingerprint:
        raise AssertionError("it is another position after being looked at")


def ends_in_time(trial: Trial, decisions: int) -> None:
    """No game is longer than it says."""
    bound = trial.most_decisions()
    if decisions > bound:
        raise AssertionError(f"it goes on after {decisions} decisions, more than the {bound} that it allows")


def hold(check: Callable[Given, Result], where: str, *given: Given.args, **options: Given.kwargs) -> Result:
    """Carry out a check or a step; whatever goes wrong becomes an ``AssertionError`` that says where."""
    try:
        return check(*given, **options)
    except Exception as error:
        said = isinstance(error, AssertionError) and str(error)
        what = said or f"{type(error).__name__}: {error}"
        raise AssertionError(f"{where}: {check.__name__.replace('_', ' ')}: {what}") from error
