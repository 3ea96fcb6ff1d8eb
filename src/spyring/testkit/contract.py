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
POSITIONS_PER_REPLAY: Final = 16  # at least one position in so many is compared with a replay
DECISIONS_PER_CLOSER_LOOK: Final = 25  # and at the first decision of each kind
GAMES_PER_CAMPAIGN: Final = 2  # if a game leaves something to the next one


def contract(game: Game, *, games: int | None = None, seed: int = 0, every: int = 1) -> None:
    """Check all that a game must satisfy, in seeded random games; ``AssertionError`` at the first fault.

    One call in a test is enough::

        def test_krakow_keeps_the_contract() -> None:
            contract(spyring.game("krakow"))

    At least a dozen games are played, and at least one with every combination of seat count and options. If
    there are more than two dozen combinations, every pair of values is enough. ``games`` sets the exact
    number, which is enough for the second build. In every second game, seats sometimes interrupt. If a game
    leaves something to the next one (``state.legacy()``), the next one is played too. For games with
    thousands of decisions, ``every`` checks only one decision in so many, and the first of each kind. With
    ``SPYRING_NIGHT=1`` in the environment there are twenty times as many games.

    The game: notation of the whole book both ways; options and seat counts allow exactly what they say.

    At every decision:

    - only seats that are asked can act;
    - every component is somewhere, once (``game.components`` against table and frames);
    - a position that is saved and restored is the same, and continues in the same way;
    - a move on a copy does not change the original;
    - view, legal moves, refusals, deciders and interrupters of a seat are the same in a resampled world, and
      so is the view of a spectator; a spectator sees nothing that a seat could not know;
    - the same move with the same chance in two indistinguishable worlds gives a viewer the same events and
      scenes, or its view or ``resample`` keeps the difference;
    - looking, asking, saving, copying and resampling change nothing.

    At each kind of decision once a game, and at some more: every legal move can be played, every other one is
    refused with a clause and changes nothing; copies can be played to the end; states can be pickled; moves
    that look the same have the same ``seen_as``; resampled worlds are complete, keep the events, depend only
    on what the seat knows, and can be played to the end, with equal vectors, masks and texts.

    The whole game: it ends within ``game.max_game_length``; the outcome is consistent; the same moves give
    the same fingerprints, with and without events; its record can be replayed; equal openings give equal
    events; its legacy is plain data.

    An error names the game, seat count, options, seed and number of the decision, the check, and the
    difference. You can also call single checks: :mod:`spyring.testkit.checks`,
    :mod:`spyring.testkit.secrecy`. Only the author knows small cases of what ``resample`` can lay out: see
    :func:`spyring.testkit.reaches`.
    """
    if not __debug__:
        raise RuntimeError("python -O leaves out the checks. Run the contract without -O.")
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
    """One game under all checks, and the games that follow from its legacy."""
    for _game in range(GAMES_PER_CAMPAIGN):
        state = play_trial(trial, every, kinds)
        legacy = state.legacy()
        if legacy is None:
            return
        hold(checks.is_plain_data, f"{trial}, the end", legacy, "what carries over to the next game")
        trial = trial.following(json.loads(json.dumps(legacy)))


def play_trial(trial: Trial, every: int = 1, kinds: set[str] | None = None) -> State:
    """One game under all checks; returns its last state. ``kinds`` of decisions were checked before."""
    walk = Walk(trial, every, kinds)
    while walk.state.deciders:
        walk.inspect()
        walk.step()
    walk.close()
    return walk.state


class Walk:
    """One game: its moves, the fingerprint before each decision, and the kinds of decisions so far."""

    def __init__(self, trial: Trial, every: int = 1, kinds: set[str] | None = None) -> None:
        self.trial = trial
        self.name = str(trial)
        self.every = every
        self.chooser = Chooser(trial)
        self.side = Dice(trial.seed + 1)  # for the checks, so that they do not change the game
        self.state = hold(trial.start, f"{trial}, the start")
        self.line: Line = []
        self.prints: list[int | None] = [self.state.fingerprint()]  # None: not taken
        self.kinds: set[str] = set() if kinds is None else kinds  # of decisions met so far
        self.heard = 0
        self.hear()

    @property
    def where(self) -> str:
        return f"{self.name}, decision {len(self.line)}"

    def inspect(self) -> None:
        """All checks that belong to this decision."""
        kind = type(self.state.stack[-1]).__name__
        new = kind not in self.kinds
        if not new and self.every > 1 and self.side.roll(self.every):
            return
        self.kinds.add(kind)
        before = self.state.fingerprint()
        wanted = (*checks.EVERYWHERE, *secrecy.EVERYWHERE)
        if new or self.side.roll(DECISIONS_PER_CLOSER_LOOK) == 0:
            wanted += (*checks.SOMEWHERE, *secrecy.SOMEWHERE)
        for check in wanted:
            hold(check, self.where, self.state, self.side)
        hold(looking_changes_nothing, self.where, self.state, before)

    def step(self) -> None:
        """One decision or interruption."""
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
    """Views, moves, refusals, copies and resampled worlds do not change the position."""
    assert state.fingerprint() == fingerprint, "looking at the position changed it"


def ends_in_time(trial: Trial, decisions: int) -> None:
    """No game is longer than its maximum."""
    bound = trial.game.max_game_length(trial.seats, trial.options)
    assert decisions <= bound, f"it continues after {decisions} decisions; its maximum is {bound}"


def hold(check: Callable[Given, Result], where: str, *given: Given.args, **options: Given.kwargs) -> Result:
    """Run a check or a step; every error becomes an ``AssertionError`` that names the place."""
    try:
        return check(*given, **options)
    except Exception as error:
        said = isinstance(error, AssertionError) and str(error)
        what = said or f"{type(error).__name__}: {error}"
        raise AssertionError(f"{where}: {check.__name__.replace('_', ' ')}: {what}") from error
