"""What moves are for: in words of the game, and never from what the reader cannot know."""

import random
from importlib import import_module

import pytest

import spyring
from spyring.bots import make
from spyring.bots.advising import Adviser, claims
from spyring.bots.comparing import compare, imagined
from spyring.engine.reason import Reason
from spyring.engine.seats import PUBLIC, SPECTATOR
from spyring.engine.state import State
from spyring.languages import translation
from tests.night import BRIEF, NIGHT

GAMES = [(game.name, seats) for game in spyring.shelf() for seats in game.seats]
DECISIONS = 240
EVERY = 4


def said(reason: Reason | None) -> tuple[str, int] | None:
    return None if reason is None else (reason.say(), reason.audience)


def decisions(name: str, seats: int, seed: int = 5, limit: int = DECISIONS) -> list[tuple[State, int]]:
    """Some decisions of a game between heuristic bots that now and then roll dice."""
    state = spyring.game(name).start(seats=seats, seed=seed)
    bots, dice = [make("heuristic", seat) for seat in range(seats)], random.Random(seed)
    found: list[tuple[State, int]] = []
    while state.deciders and len(found) < limit:
        seat = dice.choice(state.deciders)
        found.append((state.clone(), seat))
        wild = dice.random() < 0.3
        state.play(seat, dice.choice(state.legal(seat)) if wild else bots[seat].choose(state, seat))
    return found


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_reason_says_the_same_in_every_world_the_seat_cannot_tell_apart(name: str, seats: int) -> None:
    dice = random.Random(3)
    for state, seat in decisions(name, seats)[::EVERY]:
        strategy = state.game.strategy
        worlds = [state, *(state.resample(seat, seed) for seed in range(2))]
        for move in dice.sample(state.legal(seat), min(6, len(state.legal(seat)))):
            lines = {said(strategy.reason(world, seat, move)) for world in worlds}
            assert len(lines) == 1, (state.game.moves.name(move), lines)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_is_said_at_the_table_tells_its_audience_nothing(name: str, seats: int) -> None:
    for state, seat in decisions(name, seats)[::EVERY]:
        strategy = state.game.strategy
        for move in state.legal(seat)[:12]:
            reason = strategy.says(state, seat, move)
            if reason is None:
                continue
            everybody = range(seats) if reason.audience == PUBLIC else ()
            heard = [reader for reader in range(seats) if reason.audience >> reader & 1] or everybody
            readers = [*heard, *([None] if reason.audience >> SPECTATOR & 1 else [])]
            for reader in readers:
                world = state.resample(reader, 1)
                assert said(strategy.says(world, seat, move)) == said(reason), state.game.moves.name(move)


@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
def test_most_moves_that_bots_choose_have_a_reason_in_words_of_the_game(name: str) -> None:
    game = spyring.game(name)
    state = game.start(seats=game.seats[-1], seed=8)
    bots = [make("heuristic", seat) for seat in range(state.seats)]
    with_reason = choices = 0
    for _decision in range(400):
        if not state.deciders:
            break
        seat = state.deciders[0]
        several = len(state.legal(seat)) > 1
        move = bots[seat].choose(state, seat)
        if several:
            choices += 1
            with_reason += bots[seat].purpose is not None
        state.play(seat, move)
    assert with_reason > 0.8 * choices, (with_reason, choices)


@pytest.mark.parametrize("language", ["pl", "it"])
@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
def test_reasons_are_read_in_the_readers_language(name: str, language: str) -> None:
    game = spyring.game(name)
    translate = translation(language, game).gettext
    for state, seat in decisions(name, game.seats[-1])[::20]:
        for move in state.legal(seat)[:3]:
            reason = game.strategy.reason(state, seat, move)
            if reason is not None:
                assert reason.say(translate) != reason.say(), reason.text


# -- true by construction ------------------------------------------------------------------------------------

POSITIONS = 1000 if NIGHT else 50
WHOLE_GAME = DECISIONS if BRIEF else 5000
ADVISED = 1000 if NIGHT else 6 if BRIEF else 50  # positions with playouts to the end, which cost most
SHARE_ADVISED = {"spies": 5}  # a fifth: its games take ten times as long to play out


def some_positions(name: str, count: int) -> list[tuple[State, int]]:
    """Decisions with a choice, from all parts of several games."""
    game, found, seed = spyring.game(name), list[tuple[State, int]](), 0
    while len(found) < count:
        seed += 1
        seats = game.seats[seed % len(game.seats)]
        several = [
            (s, seat) for s, seat in decisions(name, seats, seed, WHOLE_GAME) if len(s.legal(seat)) > 1
        ]
        found += random.Random(seed).sample(several, min(len(several), 1 + count // 4))
    return found[:count]


@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
def test_every_fact_that_is_stated_is_true(name: str) -> None:
    facts = import_module(f"tests.games.{name}.facts").FACTS
    stated = 0
    for state, seat in some_positions(name, POSITIONS):
        for move in state.legal(seat):
            reason = state.game.strategy.reason(state.resample(seat, 1), seat, move)
            if reason is not None:
                stated += 1
            if reason is not None and reason.text in facts:
                assert facts[reason.text](state, seat, move, reason.values), (
                    state.game.moves.name(move),
                    reason.say(),
                )
    assert stated > POSITIONS


@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
def test_what_a_hint_claims_comes_true_in_fresh_worlds(name: str) -> None:
    """Of the advised move against the best other one, and against any other."""
    made = kept = 0
    dice = random.Random(1)
    for number, (state, seat) in enumerate(some_positions(name, ADVISED // SHARE_ADVISED.get(name, 1))):
        adviser = Adviser(number, iterations=40, worlds=32)
        move = adviser.choose(state, seat)
        said = [(adviser.other, adviser.claims)]
        others = [other for other in state.legal(seat) if other not in (move, adviser.other)]
        if others:
            other = dice.choice(others)
            said.append((other, claims(*adviser.played(state, seat, [move, other]))))
        for other, found in said:
            if found:
                worlds = imagined(state, seat, 64, seed=1000 + number)
                mine, theirs = compare(state, seat, [move, other], worlds, seed=number)
            for claim in found:
                fresh = mine.more_points(theirs, claim.part) if claim.part else mine.more_wins(theirs)
                made += 1
                kept += fresh.mean * claim.gain > 0.0
    assert kept >= 0.95 * made - (0 if NIGHT else 1), (kept, made)


@pytest.mark.parametrize("name", [game.name for game in spyring.shelf()])
def test_a_hint_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(name: str) -> None:
    for number, (state, seat) in enumerate(some_positions(name, 100 if NIGHT else 2)):
        hints = set()
        for world in (state, state.resample(seat, 5)):
            adviser = Adviser(number, iterations=20, worlds=16)
            move = adviser.choose(world, seat)
            hints.add((move, adviser.other, adviser.reason(), str(adviser.claims)))
        assert len(hints) == 1


def test_only_the_weakest_card_is_said_to_spare_a_good_one() -> None:
    """The led card would help a rival group: a 7 that goes for it is not said to be no good card."""
    reasons = import_module("spyring.games.krakow.reasons")
    seen = 0
    for state, seat in some_positions("krakow", 200):
        box = state.config.box  # type: ignore[attr-defined]
        strength = {card["name"]: box.strength[number] for number, card in enumerate(box.cards)}
        cards = {move: state.game.moves.say(move) for move in state.legal(seat)}
        for move in cards:
            reason = state.game.strategy.reason(state, seat, move)
            if reason is not None and reason.text == reasons.LET_FAIL:
                seen += 1
                played = [n for name, n in strength.items() if name in cards[move]]
                held = [n for said in cards.values() for name, n in strength.items() if name in said]
                assert min(played) == min(held), cards[move]
    assert seen


def test_a_peek_is_said_to_show_something_only_where_something_is_hidden() -> None:
    reasons = import_module("spyring.games.estoril.reasons")
    for state, seat in some_positions("estoril", 60):
        for move in state.legal(seat):
            reason = state.game.strategy.reason(state, seat, move)
            if reason is not None and reason.text == reasons.LOOKS:
                after = state.clone()
                after.play(seat, move)
                frame = after.stack[-1]
                assert type(frame).__name__ == "Peek", state.game.moves.name(move)
