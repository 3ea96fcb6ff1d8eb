"""Every game's judgement: sane numbers at every decision, and better than chance."""

import math

import pytest

import spyring
from spyring.bots import make
from spyring.engine.kinds import COOPERATIVE
from spyring.engine.state import State
from spyring.games.krakow import inference
from spyring.games.krakow.generated import Table

MOST_LOOKED_AT = 200  # decisions of a long game; of those behind them one in ten
GAMES = [(game.name, seats) for game in spyring.shelf() for seats in game.seats]

TOGETHER = [(name, seats) for name, seats in GAMES if spyring.game(name).kind == COOPERATIVE]


def play_out(state: State, specs: list[str], seed: int) -> State:
    bots = [make(spec, seed * 10 + seat) for seat, spec in enumerate(specs)]
    while state.deciders:
        seat = state.deciders[0]
        state.play(seat, bots[seat].choose(state, seat))
    return state


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_judgement_gives_sane_numbers_at_every_decision(name: str, seats: int) -> None:
    state = spyring.game(name).start(seats=seats, seed=3, events=True)
    strategy = state.game.strategy
    bots = [make("random", seat) for seat in range(seats)]
    decided = 0
    while state.deciders:
        decided += 1
        if decided > MOST_LOOKED_AT and decided % 10:
            state.play(state.deciders[0], bots[state.deciders[0]].choose(state, state.deciders[0]))
            continue
        for seat in (*state.deciders, *state.interrupters):
            world = state.resample(seat, 1)
            moves = state.legal(seat)
            weights = strategy.priors(world, seat, moves)
            assert len(weights) == len(moves)
            assert all(math.isfinite(weight) for weight in weights)
        seat = state.deciders[0]
        told = state.resample(seat, 1).event_log or []
        world.event_log = None
        chances = strategy.prospects(world)
        assert len(chances) == seats
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        assert chances[seat] == pytest.approx(strategy.evaluate(world, seat))
        memories = strategy.evidence(world, seat, told)
        assert not memories or 0.0 < strategy.likelihood(world, seat, memories) <= 1.0
        state.play(seat, bots[seat].choose(state, seat))


@pytest.mark.parametrize(("name", "seats"), [row for row in GAMES if row not in TOGETHER])
def test_the_heuristic_beats_chance(name: str, seats: int) -> None:
    won = 0
    for seed in range(8):
        mine = seed % seats
        specs = ["heuristic" if seat == mine else "random" for seat in range(seats)]
        outcome = play_out(spyring.game(name).start(seats=seats, seed=seed), specs, seed).outcome
        assert outcome is not None
        won += mine in outcome.winners
    assert won >= 5


@pytest.mark.parametrize(("name", "seats"), TOGETHER)
def test_together_the_heuristic_achieves_more_than_chance(name: str, seats: int) -> None:
    achieved = {"heuristic": 0.0, "random": 0.0}
    for seed in range(6):
        for spec in achieved:
            outcome = play_out(spyring.game(name).start(seats=seats, seed=seed), [spec] * seats, seed).outcome
            assert outcome is not None
            assert outcome.achieved is not None
            achieved[spec] += outcome.achieved
    assert achieved["heuristic"] >= achieved["random"] + 1.0


def krakow(seed: int) -> Table:
    state = spyring.game("krakow").start(seed=seed, years=1, events=True)
    assert isinstance(state, Table)
    return state


def test_leading_one_colour_suggests_its_group() -> None:
    """When seats favour their own colours, the true division of identities is among the likely ones."""
    truer = 0
    for seed in range(12):
        state = krakow(seed)
        bots = [make("heuristic", seat) for seat in range(4)]
        for _ in range(100):
            seat = state.deciders[0]
            state.play(seat, bots[seat].choose(state, seat))
        known = state.resample(0, 1)
        memories = inference.evidence(state, 0, known.event_log or [])
        surplus = [memories[seat * 4 + state.identity[seat]] for seat in (1, 2, 3)]
        truer += sum(surplus) > memories[inference.BEST] - 2000
    assert truer >= 8


def test_a_player_who_did_not_block_lacks_the_block_card() -> None:
    state = krakow(1)
    box = state.config.box
    strong = next(card for card in range(56) if box.blocked_by[card] >= 0)
    holder = next(seat for seat in (1, 2, 3) if state.hands[seat])
    doubts = [holder, box.blocked_by[strong], -1]
    memories = [0] * inference.BEST + [0, *doubts]
    state.hands[holder] = [box.blocked_by[strong]]
    assert inference.likelihood(state, 0, memories) < 0.05
    state.hands[holder] = [strong]
    assert inference.likelihood(state, 0, memories) == 1.0


def test_a_position_is_quiet_when_nothing_is_in_hand_or_chosen_in_secret() -> None:
    """What a judgement does not count must have had its effect before it is asked."""
    for name, loud in (("krakow", {"Answer", "AllotGold"}), ("estoril", {"ChooseDiscards", "UseAbilities"})):
        state = spyring.game(name).start(seed=3)
        quiet: set[str] = set()
        noisy: set[str] = set()
        while state.deciders:
            found = quiet if state.game.strategy.is_quiescent(state) else noisy
            found.add(type(state.stack[-1]).__name__)
            seat = state.deciders[0]
            state.play(seat, state.legal(seat)[0])
        assert quiet == {"krakow": {"Lead"}, "estoril": {"Deploy"}}[name]
        assert loud <= noisy
