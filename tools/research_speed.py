"""The figures of benchmarks/results/research.md, compiled build: python tools/research_speed.py [games]

OpenSpiel's hearts take turns with each game: without observations where our games have none, and with its
numpy observer and mask where ours write vectors and masks. So does PettingZoo's hanabi_v5 if shimmy is
installed. Every figure is the median of several rounds, and a ratio compares two adjacent measurements.
"""

import random
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

import spyring
from spyring.arena.speed import Hearts
from spyring.bots.playout import playout
from spyring.engine.state import State
from spyring.research import pettingzoo
from spyring.research.batch import Games

ROUNDS = 5
SLICE = 0.2  # seconds of each measurement
BATCHES = (16, 256)  # games


def rate(act: Callable[[], int]) -> float:
    """How much is done per second."""
    done, began = 0, process_time()
    while process_time() - began < SLICE:
        done += act()
    return done / (process_time() - began)


def bare(name: str, seats: int) -> float:
    """Decisions per second in whole random games, in our own loop, without vectors or masks."""
    game = spyring.game(name)
    seeds = iter(range(1 << 30))
    return rate(lambda: playout(game.start(seats=seats, seed=next(seeds)), 1))


def observed(hearts: Hearts) -> float:
    """Decisions per second in whole random games of hearts, each with its observation and mask."""
    all_it_knows = pyspiel.IIGObservationType(perfect_recall=True)  # hearts offers no other
    observer = make_observation(hearts.game, all_it_knows)
    chance = random.Random(1).random

    def game() -> int:
        decisions, state = 0, hearts.deal(chance)
        while not state.is_terminal():
            observer.set_from(state, state.current_player())
            mask = np.array(state.legal_actions_mask(), np.uint8)
            moves = np.flatnonzero(mask)
            state.apply_action(int(moves[int(chance() * len(moves))]))
            decisions += 1
        return decisions

    return rate(game)


def positions(name: str, seats: int) -> list[State]:
    """Positions of a few random games, evenly spread over their length."""
    chance = random.Random(1)
    found: list[State] = []
    for seed in range(4):
        state = spyring.game(name).start(seats=seats, seed=seed, events=True)
        met: list[State] = []
        while state.deciders and len(met) < 2000:
            met.append(state.clone())
            state.play(state.deciders[0], chance.choice(state.legal(state.deciders[0])))
        found += met[:: max(1, len(met) // 50)]
    return found


def zoo(env: Any, seconds: float = SLICE) -> float:
    """Steps per second through PettingZoo, each with its observation."""
    steps = 0
    env.reset(seed=1)
    began = process_time()
    while process_time() - began < seconds:
        for _agent in env.agent_iter(400):
            seen, _reward, over, cut, _info = env.last()
            if over or cut:
                env.reset()
                break
            env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += 1
    return steps / (process_time() - began)


def vectors(states: list[State]) -> list[float]:
    """Seconds of a clone, a vector of each level and a mask."""
    encoding, moves = states[0].game.encoding, len(states[0].game.moves)
    now, whole = memoryview(bytearray(encoding.now)), memoryview(bytearray(encoding.size))
    mask = memoryview(bytearray(moves))
    quiet = [state.clone() for state in states]
    for state in quiet:
        state.event_log = None

    def of(these: list[State], act: Callable[[State], object]) -> float:
        began = process_time()
        for state in these:
            act(state)
        return (process_time() - began) / len(these)

    return [
        of(quiet, lambda state: state.clone()),
        of(quiet, lambda state: state.encode(state.deciders[0], now)),
        of(states, lambda state: state.encode(state.deciders[0], whole)),
        of(quiet, lambda state: state.legal_mask(state.deciders[0], mask)),
    ]


def row(name: str, seats: int, hanabi: Any) -> str:
    """A line of the table."""
    hearts, states = Hearts(), positions(name, seats)
    few, many = (Games(name, count, seed=1, seats=seats) for count in BATCHES)
    in_floats, env = (
        Games(name, BATCHES[0], seed=1, seats=seats, dtype=np.float32),
        pettingzoo.env(name, seats=seats),
    )
    found: dict[str, list[float]] = {}

    def step(these: Games) -> int:
        these.step(these.random_moves())
        return these.count

    for _round in range(ROUNDS):
        theirs, played = hearts.rate(12), bare(name, seats)
        theirs_observed, stepped = observed(hearts), rate(lambda: step(few))
        stepped_many, floated = rate(lambda: step(many)), rate(lambda: step(in_floats))
        clone, now, whole, mask = (1e6 * seconds for seconds in vectors(states))
        zoo_steps, hanabi_steps = zoo(env), float("nan") if hanabi is None else zoo(hanabi)
        for key, value in {
            "bare": played / theirs, "batch": stepped, "batch ratio": stepped / theirs_observed,
            "many": stepped_many, "many ratio": stepped_many / theirs_observed,
            "float ratio": floated / theirs_observed, "clone": clone,
            "now": now, "now ratio": now / clone, "whole": whole, "whole ratio": whole / clone,
            "mask": mask, "zoo": zoo_steps, "zoo ratio": zoo_steps / hanabi_steps,
        }.items():  # fmt: skip
            found.setdefault(key, []).append(value)
    m = {key: median(values) for key, values in found.items()}
    cells = [
        f"{name}, {seats} seats",
        f"{m['clone']:.1f}",
        f"{m['now']:.1f} ({m['now ratio']:.1f} ×)",
        f"{m['whole']:.1f} ({m['whole ratio']:.1f} ×)",
        f"{m['mask']:.1f}",
        f"{m['bare']:.2f} ×",
        f"{m['batch']:,.0f} ({m['batch ratio']:.2f} ×)",
        f"{m['many']:,.0f} ({m['many ratio']:.2f} ×)",
        f"{m['float ratio']:.2f} ×",
        f"{m['zoo']:,.0f} ({m['zoo ratio']:.1f} ×)",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print everything."""
    print(f"{spyring.build} build")
    print(
        f"OpenSpiel's hearts: bare {median(Hearts().rate(12) for _round in range(ROUNDS)):,.0f} decisions/s, "
        f"observed {median(observed(Hearts()) for _round in range(ROUNDS)):,.0f}"
    )
    try:
        from pettingzoo.classic import hanabi_v5

        hanabi = hanabi_v5.env()
        print(f"hanabi_v5: {zoo(hanabi):,.0f} steps/s")
    except ImportError:
        hanabi = None
    for game in spyring.shelf():
        if game.name in (sys.argv[1:] or game.name):
            for seats in game.seats[:: len(game.seats) - 1 or 1]:
                print(row(game.name, seats, hanabi), flush=True)


if __name__ == "__main__":
    main()
