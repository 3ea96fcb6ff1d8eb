"""Checks of single positions and whole games. Each check is a function named after the fact that it checks.

A check takes the state, which it does not change, and dice to choose with. It raises ``AssertionError`` with
a sentence about the fault; the caller adds the place.
"""

import json
import pickle
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final

from spyring.engine.definition import Definition
from spyring.engine.errors import BadOption, BadSeats, IllegalMove
from spyring.engine.frame import NOT_ASKED, question
from spyring.engine.game import Game, inventory
from spyring.engine.ledger import Ledger, ledger_text
from spyring.engine.position import Json
from spyring.engine.record import Record
from spyring.engine.seats import MOST_SEATS, SPECTATOR
from spyring.engine.state import State
from spyring.engine.verb import FINE
from spyring.testkit.marks import CLAUSE
from spyring.testkit.trials import Dice, Line, Trial, choose, play_out

Check = Callable[[State, Dice], None]

HUGE: Final = 10**30  # more than any machine word holds
MOVES_TRIED: Final = 40  # moves of the book

# -- the game itself -----------------------------------------------------------------------------------------


def every_move_has_a_name(game: Game) -> None:
    """Every move of the book has a unique name, which parses to the same move."""
    book = game.moves
    for move in range(len(book)):
        name = book.name(move)
        read = book.parse(name)
        assert read == move, f"move {move} is written “{name}”, but that is read as move {read}"
        fields = book.fields(move)
        assert " ".join(fields.values()) == name, f"the fields of “{name}” are {fields}"
        assert book.say(move).strip(), f"“{name}” has no sentence for people"


def options_say_what_they_are(game: Game) -> None:
    """Every option has a help text, a clause and a valid default, and refuses other values."""
    for option in game.options:
        name, usual = option.name, option.default
        assert usual in option.values, f"the default of {name}, {usual}, is not one of its values"
        for value in option.values:
            assert option.read(str(value)) == value, f"the value {value} of {name} cannot be typed in"
        assert option.help, f"{name} has no help"
        _check_clause(game, option.clause, f"option {name}")
        _check_refuses(game, name, f"option {name} accepts any value")
    _check_refuses(game, "no such option", "an option that does not exist is accepted")


def _check_refuses(game: Game, option: str, otherwise: str) -> None:
    try:
        game.resolve_options(game.seats[0], {option: "no such value"})
    except BadOption:
        return
    raise AssertionError(otherwise)


def only_its_seat_counts_are_allowed(game: Game) -> None:
    """A game starts only with the seat counts that it names."""
    for seats in (-1, 0, *range(1, MOST_SEATS + 2), HUGE):
        try:
            game.start(seats=seats)
            refused = False
        except BadSeats:
            refused = True
        what = "refused" if refused else "accepted"
        assert refused != (seats in game.seats), f"{seats} seats are {what}, but the game says otherwise"


# -- every position ------------------------------------------------------------------------------------------


def deciders_have_moves(state: State, dice: Dice) -> None:
    """A seat that must decide has at least one legal move, and no move twice."""
    for seat in state.deciders:
        moves = state.legal(seat)
        assert moves, f"seat {seat} must decide, but has no legal move"
        assert len(set(moves)) == len(moves), f"seat {seat} is offered a move twice: {names(state, moves)}"


def only_those_asked_have_moves(state: State, dice: Dice) -> None:
    """A seat that neither must nor may act has no legal move."""
    for seat in range(state.seats):
        if seat not in state.deciders and seat not in state.interrupters:
            moves = state.legal(seat)
            assert not moves, f"seat {seat} is not asked, but may {names(state, moves)}"


def every_component_is_somewhere_once(state: State, dice: Dice) -> None:
    """Table and frames hold exactly the components of the box."""
    wanted = state.game.components(int(state.seats))
    assert wanted, "the game does not say what its components are"
    check_same(wanted, inventory(state))


def saves_and_copies_keep_everything(state: State, dice: Dice) -> None:
    """A position that is saved and restored is the same, and continues as a copy does. A move on a copy does
    not change the original.
    """
    data = state.to_json()
    is_plain_data(data, "the position")
    restored = state.game.from_json(json.loads(json.dumps(data)))
    check_same(data, restored.to_json(), "saved and restored, ")
    asked, asks = (state.deciders, state.interrupters), (restored.deciders, restored.interrupters)
    assert asks == asked, f"saved and restored, it asks {asks}, not {asked}"
    for seat in range(state.seats):
        moves = restored.legal(seat)
        assert moves == state.legal(seat), f"saved and restored, seat {seat} may {names(state, moves)}"
    if state.deciders:
        seat, move = choose(state, dice)
        name = state.game.moves.name(move)
        copy = state.clone()
        copy.play(seat, move)
        check_same(data, state.to_json(), f"“{name}” on a copy changed the original: ")
        restored.play(seat, move)
        check_same(copy.to_json(), restored.to_json(), f"saved, restored and “{name}” played, ")


def views_are_plain_data(state: State, dice: Dice) -> None:
    """A view can be sent as JSON. One viewer at a time is enough: there are many decisions."""
    viewer = dice.pick(viewers(state))
    seen = state.view(viewer)
    is_plain_data(seen, f"the view of {name_of(state, viewer)}")
    public = seen["table"] | state.game.public(state)
    check_same(seen["table"], public, f"{name_of(state, viewer)} sees something public differently: ")


def what_is_asked_can_be_said(state: State, dice: Dice) -> None:
    """The questions to the deciders and the sentences for the others are complete."""
    if not state.stack:
        return
    name = type(state.stack[-1]).__name__
    for seat in viewers(state):
        asked = state.view(seat)["asked"]
        for waiting in ("", "Somebody"):
            try:
                said = question(asked, waiting=waiting)
            except (KeyError, IndexError) as error:
                raise AssertionError(f"{name} does not fill {error} in what it says to {seat}") from error
            assert said, f"{name} does not say what it asks{' of others' if waiting else ''}"


EVERYWHERE: Final[tuple[Check, ...]] = (
    deciders_have_moves,
    only_those_asked_have_moves,
    every_component_is_somewhere_once,
    saves_and_copies_keep_everything,
    views_are_plain_data,
    what_is_asked_can_be_said,
)

# -- some positions: each kind of decision, and a few more ---------------------------------------------------


def copies_are_independent(state: State, dice: Dice) -> None:
    """Playing a copy to the end changes neither its original nor its own copies."""
    before = state.to_json()
    copy = state.clone()
    second = copy.clone()
    play_out(copy, dice)
    for stays, who in ((state, "its original"), (second, "a copy of it")):
        check_same(before, stays.to_json(), f"playing a copy to the end changed {who}: ")


def the_table_can_be_opened(state: State, dice: Dice) -> None:
    """Views can be opened at any position: games end early, and replays show everything."""
    before, opened = state.to_json(), state.opened()
    for viewer in (*range(int(state.seats)), SPECTATOR):
        is_plain_data(state.game.view(opened, viewer), f"the open table for {viewer}")
    check_same(before, state.to_json(), "opening a copy changed the original: ")


def every_legal_move_can_be_played(state: State, dice: Dice) -> None:
    """``play`` accepts every legal move."""
    for seat in (*state.deciders, *state.interrupters):
        for move in state.legal(seat):
            copy = state.clone()
            copy.play(seat, move)
            every_component_is_somewhere_once(copy, dice)


def every_other_move_is_refused(state: State, dice: Dice) -> None:
    """Every illegal move is refused with a clause, and changes nothing.

    For a seat that is not asked, only some moves are tried.
    """
    copy = state.clone()
    for seat in range(state.seats):
        legal = set(state.legal(seat))
        illegal = [move for move in range(len(state.game.moves)) if move not in legal]
        asked = seat in state.deciders or seat in state.interrupters
        for move in illegal if asked else dice.some(illegal, MOVES_TRIED):
            refused = _refusal(copy, seat, move)
            _check_clause(state.game, refused.clause, f"the refusal of {named(state, seat, move)}")
        for move in dice.some(illegal, MOVES_TRIED):
            _check_reason(copy, seat, move)
    check_same(state.to_json(), copy.to_json(), "a refused move changed the position: ")


def legal_is_what_has_no_fault(state: State, dice: Dice) -> None:
    """``legal`` lists exactly the moves whose fault is 0."""
    for seat in (*state.deciders, *state.interrupters):
        legal = set(state.legal(seat))
        frame = state.stack[-1]
        for move in range(len(state.game.moves)):
            fault = frame.fault(state, seat, move)
            what = "is legal" if move in legal else "is not listed"
            fits = (fault == FINE) == (move in legal)
            assert fits, f"{named(state, seat, move)} {what}, but has fault {fault}"


def every_listed_verb_is_found(state: State, dice: Dice) -> None:
    """A frame with its own look-up finds all its verbs; a forgotten one could never be used."""
    frame = state.stack[-1]
    for seat in (*state.deciders, *state.interrupters):
        for verb in frame.verbs:
            first = state.game.moves[verb.name].base
            found = frame.verb_of(state, first) is not None or frame.other_fault(state, seat) != NOT_ASKED
            assert found, f"{type(frame).__name__} lists “{verb.name}”, but its verb_of does not"


def strangers_are_refused(state: State, dice: Dice) -> None:
    """Unknown seats and unknown moves are refused."""
    copy = state.clone()
    count = int(state.seats)
    moves = (0, *state.legal(state.deciders[0])[:1]) if state.deciders else (0,)
    for seat in (-1, -count, count, MOST_SEATS, SPECTATOR, 62, 64, HUGE, -HUGE):
        for move in moves:
            _check_reason(copy, seat, move)
        for look in (state.legal, state.view, state.events_for, partial(state.resample, seed=0)):
            _check_shows_nothing(look, seat)
    for seat in range(count):
        for move in (-1, -len(state.game.moves), len(state.game.moves), HUGE, -HUGE):
            _check_reason(copy, seat, move)
    check_same(state.to_json(), copy.to_json(), "a refused stranger changed the position: ")


def _check_shows_nothing(look: Callable[[int], object], seat: int) -> None:
    try:
        look(seat)
    except BadSeats:
        return
    raise AssertionError(f"there is no seat {seat}, but it sees something")


def pickles_keep_everything(state: State, dice: Dice) -> None:
    """A state can be sent to another process."""
    restored = pickle.loads(pickle.dumps(state))
    check_same(state.to_json(), restored.to_json(), "pickled and restored, ")


SOMEWHERE: Final[tuple[Check, ...]] = (
    copies_are_independent,
    the_table_can_be_opened,
    every_legal_move_can_be_played,
    every_other_move_is_refused,
    legal_is_what_has_no_fault,
    every_listed_verb_is_found,
    strangers_are_refused,
    pickles_keep_everything,
)

# -- the end -------------------------------------------------------------------------------------------------


def nothing_is_asked_after_the_end(state: State, dice: Dice) -> None:
    """After the end nobody decides or interrupts, and every move is refused."""
    assert not state.stack, "somebody may still act"
    assert not state.interrupters, "somebody may still act"
    every_other_move_is_refused(state, dice)
    strangers_are_refused(state, dice)


def the_outcome_is_consistent(state: State, dice: Dice) -> None:
    """Winners have rank 1, ranks count better seats, and every score is the sum of its parts."""
    outcome = state.outcome
    assert outcome is not None, "the game is over, but has no outcome"
    is_plain_data(outcome.to_json(), "the outcome")
    count = int(state.seats)
    complete = len(outcome.ranks) == len(outcome.scores) == len(outcome.breakdown) == count
    assert complete, f"ranks, scores and breakdown are not for {count} seats"
    first = tuple(seat for seat in range(count) if outcome.ranks[seat] == 1)
    assert outcome.winners in (first, ()), f"seats {outcome.winners} win, but seats {first} have rank 1"
    for rank in outcome.ranks:
        better = sum(other < rank for other in outcome.ranks)
        assert rank == better + 1, f"ranks {outcome.ranks}: rank {rank}, but {better} did better"
    for seat, score in enumerate(outcome.scores):
        parts = outcome.breakdown[seat]
        assert sum(parts.values()) == score, f"seat {seat} has {score} points out of {parts}"
    assert outcome.reason, "the outcome has no reason"
    _check_clause(state.game, outcome.clause, "the outcome")


AT_THE_END: Final[tuple[Check, ...]] = (
    nothing_is_asked_after_the_end,
    the_outcome_is_consistent,
    pickles_keep_everything,
)

# -- the whole game ------------------------------------------------------------------------------------------

Prints = Sequence[int | None]  # the fingerprint before each decision, if one was taken, and that of the end


def the_same_moves_give_the_same_game(trial: Trial, line: Line, prints: Prints) -> None:
    """The same start and the same moves lead through the same fingerprints."""
    _follow(trial.start(), line, prints)


def without_events_the_record_gives_the_game_back(trial: Trial, line: Line, prints: Prints) -> None:
    """Without events the same game is played, and no event is kept. Written as a record, read again and
    replayed, it ends in the same position.
    """
    state = trial.start(events=False)
    _follow(state, line, prints)
    assert not state.events, "events are kept though they are switched off"
    text = Record.of(state, trial.seed, line, trial.legacy).text()
    replayed = Record.parse(text).replay(trial.game)
    assert replayed.fingerprint() == prints[-1], "the replayed record ends in another position"


def _follow(state: State, line: Line, prints: Prints) -> None:
    for number, (seat, move) in enumerate(line):
        same = prints[number] is None or state.fingerprint() == prints[number]
        assert same, f"another position before decision {number}"
        state.play(seat, move)
    assert state.fingerprint() == prints[-1], "another position at the end"


WHOLE_GAME: Final = (the_same_moves_give_the_same_game, without_events_the_record_gives_the_game_back)

# -- what the checks use -------------------------------------------------------------------------------------


def viewers(state: State) -> tuple[int | None, ...]:
    """Every seat, and a spectator."""
    return (*range(state.seats), None)


def name_of(state: State, viewer: int | None) -> str:
    """The label of a seat, or "a spectator"."""
    return "a spectator" if viewer is None else state.game.seat_names(int(state.seats))[viewer]


def names(state: State, moves: tuple[int, ...]) -> str:
    """Moves as text."""
    return ", ".join(state.game.moves.name(move) for move in moves)


def named(state: State, seat: int, move: int) -> str:
    """A move of a seat as text."""
    return f"“{state.game.moves.name(move)}” of {name_of(state, seat)}"


def is_plain_data(data: Json, what: str) -> None:
    """Refuse data that JSON would change: tuples, keys that are not strings, objects."""
    check_same(data, json.loads(json.dumps(data, allow_nan=False)), f"{what} is not plain data: ")


def check_same(wanted: Any, found: Any, what: str = "") -> None:
    """Refuse data that differ; the error names the first difference after ``what``."""
    differs = difference(wanted, found)
    assert not differs, what + differs


def difference(wanted: Any, found: Any, path: str = "") -> str:
    """The first place where two pieces of plain data differ, as a sentence; empty if they do not.

    >>> difference({"hands": [[1, 2], [3]]}, {"hands": [[1, 2], [4]]})
    'hands[1][0] is 4, not 3'
    """
    if wanted == found:
        return ""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in (*wanted, *found):
            if key not in found or key not in wanted:
                return f"{path or 'it'} {'has no' if key in wanted else 'has another'} {key}"
            differs = difference(wanted[key], found[key], f"{path}.{key}" if path else str(key))
            if differs:
                return differs
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for i, (one, other) in enumerate(zip(wanted, found, strict=True)):
            differs = difference(one, other, f"{path}[{i}]")
            if differs:
                return differs
    return f"{path or 'it'} is {found!r}, not {wanted!r}"


def _refusal(state: State, seat: int, move: int) -> IllegalMove:
    """The refusal of an illegal move."""
    try:
        state.play(seat, move)
    except IllegalMove as error:
        return error
    raise AssertionError(f"move {move} of seat {seat} is not legal, but is played")


def _check_reason(state: State, seat: int, move: int) -> None:
    """``play`` and ``why_not`` refuse a move with the same clause and sentence."""
    refused = _refusal(state, seat, move)
    reason = state.why_not(seat, move)
    assert reason is not None, f"move {move} of seat {seat} is refused, but why_not allows it"
    if reason.clause:  # an unknown seat is refused without one
        _check_clause(state.game, reason.clause, f"why_not of move {move} of seat {seat}")
    found = (refused.seat, refused.move, refused.clause, refused.reason)
    same = found == (seat, move, reason.clause, reason.say())
    assert same, f"move {move} of seat {seat} is refused as {found}, but why_not says “{reason}”"


def _check_clause(game: Definition, clause: str, what: str) -> None:
    fits = CLAUSE.fullmatch(clause) and clause.startswith(f"{game.ledger}-")
    assert fits, f"{what} names “{clause}”, which is not a clause of {game.ledger}"
    known = _clauses(game.name, game.home)
    assert not known or clause in known, f"{what} names “{clause}”, which is not in the ledger of {game.name}"


@cache
def _clauses(name: str, home: str) -> frozenset[str]:
    """The ids in the ledger of a game; none if it has no ledger."""
    text = ledger_text(name, home)
    return frozenset() if text is None else frozenset(Ledger(text).clauses)
