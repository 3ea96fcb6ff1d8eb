"""What moves are for: in words of the game, and never from what the reader cannot know."""

import random

import pytest

import spyring
from spyring.bots import make
from spyring.engine.reason import Reason
from spyring.engine.seats import PUBLIC, SPECTATOR
from spyring.languages import translation
from tests.games.advice import decisions

GAMES = [(game.name, seats) for game in spyring.shelf() for seats in game.seats]
EVERY = 4


def said(reason: Reason | None) -> tuple[str, int] | None:
    return None if reason is None else (reason.say(), reason.audience)


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
