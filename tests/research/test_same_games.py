"""Arena and doors play the same games from the same seeds, interruptions and all."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spyring
from spyring.arena.match import Match
from spyring.bots import make
from spyring.bots.bot import Bot
from spyring.bots.fixtures import LEARNER, fixture
from spyring.bots.turns import Turns
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.research import gymnasium as gym_door
from spyring.research import pettingzoo
from spyring.research.batch import Games
from tests.toys import RELAY

SEED = 5
SHORT: dict[str, dict[str, Any]] = {"krakow": {"years": 1}, "estoril": {"seats": 2}}
Door = Callable[[Game, str, dict[str, Any]], int]


def agreed(game: Game) -> dict[str, Any]:
    chosen = dict(SHORT.get(game.name, {}))
    return {"seats": chosen.pop("seats", game.seats[-1]), **chosen}


def decision(bot: Bot, turns: Turns) -> int:
    """What a bot does where a door asks."""
    if turns.free:
        wanted = bot.wants(turns.state, turns.seat)
        return turns.wait if wanted is None else wanted
    return bot.choose(turns.state, turns.seat)


def by_arena(game: Game, bot: str, options: dict[str, Any]) -> int:
    seats = options.pop("seats")
    match = Match(game, options, fixture((bot,) * seats, 0, SEED))
    match.play()
    return match.state.fingerprint()


def by_pettingzoo(game: Game, bot: str, options: dict[str, Any]) -> int:
    env = pettingzoo.env(game, **options)
    table = env.unwrapped
    env.reset(seed=SEED)
    seeds = fixture((bot,) * options["seats"], 0, SEED).bot_seeds
    bots = [make(bot, seed) for seed in seeds]
    for _agent in env.agent_iter():
        _seen, _reward, over, cut, _info = env.last()
        env.step(None if over or cut else decision(bots[table.turns.seat], table.turns))
    last: State = table.state_now
    return last.fingerprint()


def by_gymnasium(game: Game, bot: str, options: dict[str, Any]) -> int:
    env = gym_door.Seat(game, rivals=bot, seat=1, **options)
    env.reset(seed=SEED)
    learner = make(bot, fixture((bot,) * options["seats"], 0, SEED).bot_seeds[1])
    over = False
    while not over:
        over = env.step(decision(learner, env.turns))[2]
    return env.state.fingerprint()


def by_batch(game: Game, bot: str, options: dict[str, Any]) -> int:
    seats = options["seats"]
    games = Games(game, 1, rivals=[LEARNER, *[bot] * (seats - 1)], **options)
    games.restart(seed=[SEED])
    learner = make(bot, fixture((bot,) * seats, 0, SEED).bot_seeds[0])
    while not games.dones[0]:
        state, seat = games.states[0], int(games.movers[0])
        wait = games.setting.wait
        if games.masks[0, wait]:
            wanted = learner.wants(state, seat)
            games.step([wait if wanted is None else wanted])
        else:
            games.step([learner.choose(state, seat)])
    return games.ended[0].fingerprint()


@pytest.mark.parametrize("bot", ["random", "heuristic"])
@pytest.mark.parametrize("game", [*spyring.shelf(), RELAY], ids=lambda game: game.name)
def test_equal_seeds_give_equal_results_everywhere(game: Game, bot: str) -> None:
    doors: list[Door] = [by_arena, by_pettingzoo, by_gymnasium, by_batch]
    found = {door.__name__: door(game, bot, agreed(game)) for door in doors}
    assert len(set(found.values())) == 1, found


def test_every_seat_that_may_act_is_asked_once_after_what_it_notices() -> None:
    turns = Turns(RELAY.start(seats=3, seed=1))
    asked = []
    while turns.free:
        asked.append(turns.seat)
        assert turns.legal()[-1] == turns.wait
        turns.play(turns.wait)
    assert sorted(asked) == [seat for seat in turns.state.interrupters if turns.state.legal(seat)]
    assert turns.seat in turns.state.deciders
    assert turns.made == 0


def test_a_hidden_choice_gives_nobody_another_question() -> None:
    """Kraków's gold is allotted in secret: how often the others have chosen must not be told by asking."""
    game = spyring.game("krakow")
    turns = Turns(game.start(seed=3, years=1))
    dice = np.random.default_rng(3)
    while turns.seat >= 0 and not turns.free:
        turns.play(int(dice.choice(turns.legal())))
    assert turns.free, "somebody is ready, and may reconsider"
    ready = turns.seat
    turns.play(turns.wait)
    quiet = 0
    while turns.seat != ready:
        frame, move = turns.state.stack[-1], turns.legal()[0]
        hidden = frame.seen_as(turns.state, turns.seat, move, ready) < 0
        turns.play(move)
        if not hidden:
            break
        quiet += 1
    assert quiet
    assert turns.seat == ready or turns.state.legal(ready) == ()


def test_rivals_interrupt_even_if_learners_do_not() -> None:
    games = Games(RELAY, 4, seed=1, seats=3, rivals=[LEARNER, "random", "random"], interruptions=False)
    for _step in range(60):
        assert (games.movers == 0).all()
        assert not games.masks[:, games.setting.wait].any()
        games.step(games.random_moves())
    turns, dice = Turns(RELAY.start(seats=3, seed=1), silent=[0]), np.random.default_rng(1)
    free = []
    while turns.seat >= 0:
        if turns.free:
            free.append(turns.seat)
        turns.play(int(dice.choice(turns.legal())))
    assert set(free) == {1, 2}
