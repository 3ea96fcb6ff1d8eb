"""Secrecy: nobody can tell the real world from a world that ``resample`` lays out for them."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Hashable
from math import log, sqrt
from typing import Final

from spyring.engine.keyed_chance import KEY_BYTES, KeyedChance
from spyring.engine.notation import Event
from spyring.engine.position import Json
from spyring.engine.seats import SPECTATOR, members
from spyring.engine.state import State
from spyring.testkit.checks import (
    Check,
    check_same,
    deciders_have_moves,
    difference,
    every_component_is_somewhere_once,
    name_of,
    named,
    names,
    saves_and_copies_keep_everything,
    viewers,
)
from spyring.testkit.trials import Dice, Trial, play_out
from spyring.testkit.vectors import SEEDS, no_machine_can_tell_apart
from spyring.text import describe

REFUSALS_COMPARED: Final = 8  # moves of the book whose refusals are compared at each decision
MOVES_COMPARED: Final = 6  # moves of a decision whose traces are compared
EVENTS_COMPARED: Final = 50  # the last ones, as text
DEALS_COMPARED: Final = 6  # openings of a game that are compared with one another


def nobody_can_tell_worlds_apart(state: State, dice: Dice) -> None:
    """View, moves, refusals and deciders are the same in both worlds."""
    for viewer in viewers(state):
        world = state.resample(viewer, dice.roll(SEEDS))
        who = f"{name_of(state, viewer)} can tell two worlds apart"
        asked = members(world.stack[-1].deciders(world))  # a copy of the real answer would prove nothing
        _check_alike(f"{who}: seats {{}} must decide", asked, state.deciders)
        _check_alike(f"{who}: seats {{}} may act", world.interrupters, state.interrupters)
        check_same(state.view(viewer), world.view(viewer), f"{who}: ")
        if viewer is None:
            continue
        there, here = world.legal(viewer), state.legal(viewer)
        if there != here:
            _check_alike(f"{who}: it may {{}}", names(world, there), names(state, here))
        for move in dice.some(range(len(state.game.moves)), REFUSALS_COMPARED):
            refused = f"{who}: {named(state, viewer, move)} is refused: {{}}"
            _check_alike(refused, world.why_not(viewer, move), state.why_not(viewer, move))


def _check_alike(sentence: str, there: object, here: object) -> None:
    """Refuse what differs; the place of the ``sentence`` is for what is found in the other world."""
    assert here == there, f"{sentence.format(there)}, not {here}"


def no_machine_can_tell_worlds_apart(state: State, dice: Dice) -> None:
    """Vectors of both levels and masks are the same in both worlds."""
    for seat in range(int(state.seats)):
        world = state.resample(seat, dice.roll(SEEDS))
        no_machine_can_tell_apart(state, world, seat, name_of(state, seat))


def no_model_can_tell_worlds_apart(state: State, dice: Dice) -> None:
    """The text for language models is the same in both worlds."""
    for seat in range(int(state.seats)):
        world = state.resample(seat, dice.roll(SEEDS))
        read = max(0, len(state.events_for(seat)) - EVENTS_COMPARED)
        here, there = (describe(each, seat, read).splitlines() for each in (state, world))
        check_same(here, there, f"{name_of(state, seat)} can tell two worlds apart by their text: ")


def spectators_see_no_more_than_any_seat(state: State, dice: Dice) -> None:
    """A spectator sees the same in all worlds that are possible for a seat."""
    seat = dice.roll(int(state.seats))
    world = state.resample(seat, dice.roll(SEEDS))
    secret = f"a spectator sees what {name_of(state, seat)} cannot know: "
    check_same(state.view(None), world.view(None), secret)


def spectators_hear_no_more_than_any_seat(state: State, events: list[Event]) -> None:
    """Every seat gets each event that spectators get, or a more detailed one instead."""
    for seat in range(state.seats):
        missed = [e for e in events if e.audience >> SPECTATOR & 1 and not e.audience >> seat & 1]
        closer = [e for e in events if not e.audience >> SPECTATOR & 1 and e.audience >> seat & 1]
        if len(missed) > len(closer):
            told = state.game.events.say(missed[0])
            raise AssertionError(f"spectators are told “{told}”, but {name_of(state, seat)} is not")


def events_can_be_told(state: State, events: list[Event]) -> None:
    """Every event has a sentence and fields."""
    book = state.game.events
    for event in events:
        told = book.say(event).strip() and book.say_past(event).strip() and "kind" in book.fields(event)
        assert told, f"event {event.kind} has no words"


def what_looks_alike_is_seen_alike(state: State, dice: Dice) -> None:
    """``Frame.seen_as`` is equal for two moves that look the same to an observer."""
    observer = dice.roll(int(state.seats))
    seat = dice.pick([asked for asked in (*state.deciders, *state.interrupters) if state.legal(asked)])
    met: dict[str, tuple[int, int]] = {}
    for world in (state, state.resample(observer, dice.roll(SEEDS))):
        for move in dice.some(world.legal(seat), MOVES_COMPARED):
            code = world.stack[-1].seen_as(world, seat, move, observer)
            after = world.clone()
            after.event_log = []
            after.play(seat, move)
            own = move if observer == seat else None  # a seat knows its own move
            shown = json.dumps([own, after.view(observer), after.events_for(observer)], sort_keys=True)
            other, like = met.setdefault(shown, (move, code))
            assert like == code, (
                f"{name_of(state, observer)} cannot tell {named(state, seat, move)} from "
                f"{named(state, seat, other)}, but they are seen as {code} and {like}"
            )


class Listener:
    """The scenes of a move as one viewer sees them."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.bit = 1 << (SPECTATOR if viewer is None else viewer)
        self.scenes: list[Json] = []

    def on_event(self, state: State, event: Event) -> None:
        if event.audience & self.bit:
            self.scenes.append(state.scene(self.viewer))


def equal_worlds_bring_equal_news(state: State, dice: Dice) -> None:
    """The same move with the same chance in two indistinguishable worlds gives a viewer the same events.

    Otherwise the viewer must see the difference, at least on the way (gold that is placed, counted and
    removed), or ``resample`` must keep it.
    """
    viewer = dice.pick(viewers(state))
    seat = dice.pick([asked for asked in (*state.deciders, *state.interrupters) if state.legal(asked)])
    here, there = state.resample(viewer, dice.roll(SEEDS)), state.resample(viewer, dice.roll(SEEDS))
    both = [move for move in here.legal(seat) if move in there.legal(seat)]
    frames = [[frame.pack() for frame in world.stack] for world in (here, there)]
    if not both or frames[0] != frames[1]:
        return  # secret answers are told when all are given
    move, chance = dice.pick(both), dice.roll(SEEDS)
    listeners = []
    for world in (here, there):
        listener = Listener(viewer)
        world.seed(chance)
        world.event_log = []
        world.observer = listener
        world.play(seat, move)
        world.observer = None
        listeners.append(listener)
    _compare_news(here, there, listeners, dice, f"by {named(state, seat, move)}")


class Nudged(KeyedChance):
    """Chance with one changed number, the ``at``-th from 1."""

    def __init__(self, key: bytes, at: int = 0, by: int = 0) -> None:
        super().__init__(key)
        self.at = at
        self.by = by
        self.rolls = 0

    def roll(self, sides: int) -> int:
        found = int(super().roll(sides))
        self.rolls += 1
        return (found + self.by) % int(sides) if self.rolls == self.at else found


def equal_openings_bring_equal_news(trial: Trial, dice: Dice) -> None:
    """Deals that look the same to a viewer give it the same events, or ``resample`` keeps the difference.

    Only one random number changes, so most of a shuffled deck stays the same. A viewer who has not seen the
    few moved cards must not have been told about them.
    """
    for _deal in range(DEALS_COMPARED):
        key = bytes(dice.roll(256) for _byte in range(KEY_BYTES))
        viewer = dice.pick((*range(trial.seats), None))
        chance = Nudged(key)
        seen = trial.dealt(chance).view(viewer)
        if not chance.rolls:
            return
        at, by = 1 + dice.roll(chance.rolls), 1 + dice.roll(SEEDS)
        if trial.dealt(Nudged(key, at, by)).view(viewer) == seen:
            listeners = [Listener(viewer), Listener(viewer)]  # scenes are slow
            here = trial.dealt(Nudged(key), listeners[0])
            there = trial.dealt(Nudged(key, at, by), listeners[1])
            _compare_news(here, there, listeners, dice, "by what is told at the start")


def _compare_news(here: State, there: State, listeners: list[Listener], dice: Dice, how: str) -> None:
    """Refuse different events with equal views, unless scenes differ too or ``resample`` keeps it."""
    viewer = listeners[0].viewer
    heard = difference(here.events_for(viewer), there.events_for(viewer))
    saw = difference(listeners[0].scenes, listeners[1].scenes)
    if bool(heard) == bool(saw) or difference(here.view(viewer), there.view(viewer)):
        return
    seed = dice.roll(SEEDS)
    kept = [world.resample(viewer, seed).to_json()["table"] for world in (here, there)]
    learns = f"{how} {name_of(here, viewer)} learns what neither its view nor resample keeps: {heard or saw}"
    assert kept[0] != kept[1], learns


def resampling_keeps_what_was_told(state: State, dice: Dice) -> None:
    """The viewer remembers the same events in another world."""
    viewer = dice.pick(viewers(state))
    world = state.resample(viewer, dice.roll(SEEDS))
    same = world.events_for(viewer) == state.events_for(viewer)
    assert same, f"{name_of(state, viewer)} was told other events in another world"


def resampling_uses_only_what_the_viewer_knows(state: State, dice: Dice) -> None:
    """Resampling the real world and a resampled one gives the same world.

    So a bot that plans in such worlds reveals nothing.
    """
    for viewer in viewers(state):
        first, second = dice.roll(SEEDS), dice.roll(SEEDS)
        real = state.resample(viewer, second).to_json()
        imagined = state.resample(viewer, first).resample(viewer, second).to_json()
        secret = f"a world laid out for {name_of(state, viewer)} depends on what it cannot know: "
        check_same(real, imagined, secret)


def resampled_worlds_play_on(state: State, dice: Dice) -> None:
    """A resampled world is complete, can be saved, and can be played to its end."""
    for viewer in dice.some(viewers(state), 2):
        world = state.resample(viewer, dice.roll(SEEDS))
        every_component_is_somewhere_once(world, dice)
        deciders_have_moves(world, dice)
        saves_and_copies_keep_everything(world, dice)
        play_out(world, dice)
        every_component_is_somewhere_once(world, dice)


EVERYWHERE: Final[tuple[Check, ...]] = (
    nobody_can_tell_worlds_apart,
    spectators_see_no_more_than_any_seat,
    equal_worlds_bring_equal_news,
)
SOMEWHERE: Final[tuple[Check, ...]] = (
    resampled_worlds_play_on,
    resampling_keeps_what_was_told,
    resampling_uses_only_what_the_viewer_knows,
    what_looks_alike_is_seen_alike,
    no_machine_can_tell_worlds_apart,
    no_model_can_tell_worlds_apart,
)
STEPS: Final = (spectators_hear_no_more_than_any_seat, events_can_be_told)


def reaches(
    state: State,
    seat: int | None,
    hidden: Callable[[State], Hashable],
    expected: Collection[Hashable],
    *,
    even: bool = True,
    samples: int = 0,
    seed: int = 0,
) -> None:
    """Resampling for ``seat`` reaches every arrangement that it cannot exclude, and no other.

    ``hidden`` reads the arrangement of a world, ``expected`` lists all possible ones: choose a case with few.
    By default there are enough ``samples`` that none is missed by bad luck. With ``even`` all must be equally
    frequent.
    """
    wanted = set(expected)
    samples = samples or int(len(wanted) * (log(len(wanted)) + 14)) + 1
    count = Counter(hidden(state.resample(seat, seed + number)) for number in range(samples))
    who = name_of(state, seat)
    for arrangement in count:
        assert arrangement in wanted, f"{who} can exclude {arrangement!r}, but resampling lays it out"
    for arrangement in wanted:
        missed = f"{who} cannot exclude {arrangement!r}, but none of {samples} worlds has it"
        assert arrangement in count, missed
    if even and len(wanted) > 1:
        _check_evenness(count, samples, who)


def _check_evenness(count: Counter[Hashable], samples: int, who: str) -> None:
    """A loose chi-square test: six standard deviations above the mean."""
    mean = samples / len(count)
    chi_square = sum((times - mean) ** 2 / mean for times in count.values())
    freedom = len(count) - 1
    even = chi_square <= freedom + 6 * sqrt(2 * freedom)
    assert even, f"the worlds laid out for {who} are uneven: {count.most_common()}"
