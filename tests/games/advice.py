"""Reasons and claims of advice are checked against the table and against fresh worlds, game by game."""

import random
from collections.abc import Mapping
from typing import Any, Final

import spyring
from spyring.bots import make
from spyring.bots.advising import Adviser, claims
from spyring.bots.comparing import compare, imagined
from spyring.engine.state import State
from tests.night import BRIEF, NIGHT

DECISIONS: Final = 240
WHOLE_GAME: Final = DECISIONS if BRIEF else 5000
POSITIONS: Final = 1000 if NIGHT else 50
ADVISED: Final = 1000 if NIGHT else 6 if BRIEF else 50  # positions with playouts to the end, which cost most
ANY_OTHER: Final = 4  # at every such position, any other move is compared, too
# The share of these positions from the end of a game. Spies! takes ten times as long as the others to play
# out, and little can be claimed before.
LATE: Final = {"spies": 0.8}
SINCE: Final = 0.85


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


def some_positions(name: str, count: int, since: float = 0.0) -> list[tuple[State, int]]:
    """Decisions with a choice, from all parts of several games, or only after that share of each."""
    game, found, seed = spyring.game(name), list[tuple[State, int]](), 0
    while len(found) < count:
        seed += 1
        seats = game.seats[seed % len(game.seats)]
        several = [
            (s, seat) for s, seat in decisions(name, seats, seed, WHOLE_GAME) if len(s.legal(seat)) > 1
        ]
        several = several[int(since * len(several)) :]
        found += random.Random(seed).sample(several, min(len(several), 1 + count // 4))
    return found[:count]


def facts_are_true(name: str, facts: Mapping[str, Any]) -> None:
    """Every fact that a reason states is true."""
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


def claims_come_true(name: str) -> None:
    """In fresh worlds: of the advised move against the best other one, and now and then against any other."""
    made = kept = 0
    dice = random.Random(1)
    late = round(LATE.get(name, 0.0) * ADVISED)
    positions = some_positions(name, ADVISED - late) + some_positions(name, late, SINCE)
    for number, (state, seat) in enumerate(positions):
        adviser = Adviser(number, iterations=40, worlds=32)
        move = adviser.choose(state, seat)
        said = {adviser.other: adviser.claims}
        others = [other for other in state.legal(seat) if other not in (move, adviser.other)]
        if others and number % ANY_OTHER == 0:
            other = dice.choice(others)
            said[other] = claims(*adviser.played(state, seat, [move, other]))
        doubted = [other for other, found in said.items() if found]
        worlds = imagined(state, seat, 64, seed=1000 + number) if doubted else []
        mine, *results = compare(state, seat, [move, *doubted], worlds, seed=number)
        for other, theirs in zip(doubted, results):
            for claim in said[other]:
                fresh = mine.more_points(theirs, claim.part) if claim.part else mine.more_wins(theirs)
                made += 1
                kept += fresh.mean * claim.gain > 0.0
    assert made or BRIEF
    assert kept >= 0.95 * made - (0 if NIGHT else 1), (kept, made)


def hints_are_the_same(name: str) -> None:
    """In worlds that the seat cannot tell apart."""
    for number, (state, seat) in enumerate(some_positions(name, 25 if NIGHT else 2)):
        hints = set()
        for world in (state, state.resample(seat, 5)):
            adviser = Adviser(number, iterations=20, worlds=16)
            move = adviser.choose(world, seat)
            hints.add((move, adviser.other, adviser.reason(), str(adviser.claims)))
        assert len(hints) == 1
