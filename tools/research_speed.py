"""The figures of docs/research.md: python tools/research_speed.py (on the compiled build, time of one core).

Where shimmy is installed PettingZoo's hanabi_v5 runs beside ours, and always OpenSpiel's hearts.
"""

import random
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

import spyring
from spyring.arena.speed import Hearts
from spyring.research import pettingzoo
from spyring.research.batch import Games

GAMES: list[tuple[str, dict[str, Any]]] = [
    (game.name, {"seats": seats})
    for game in spyring.shelf()
    for seats in game.seats[:: len(game.seats) - 1 or 1]
]


def best(measure: Callable[[], float], rounds: int = 3) -> float:
    """The highest of a few rates."""
    return max(measure() for _round in range(rounds))


def rate(act: Callable[[], object], times: int) -> float:
    """How often a second."""
    began = process_time()
    for _time in range(times):
        act()
    return times / (process_time() - began)


def batch(name: str, options: dict[str, Any], count: int = 64) -> float:
    """Steps a second with vectors and masks, random moves."""
    games = Games(name, count, seed=1, **options)
    return best(lambda: count * rate(lambda: games.step(games.random_moves()), 40))


def zoo(env: Any, seconds: float = 0.5) -> float:
    """Steps a second through PettingZoo, each with its observation."""
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


def vectors(name: str, options: dict[str, Any]) -> list[float]:
    """Microseconds of a clone, a vector of each level, a mask."""
    game = spyring.game(name)
    state = game.start(seed=3, events=True, **options)
    for _decision in range(40):
        if len(state.deciders):
            state.play(state.deciders[0], state.legal(state.deciders[0])[0])
    quiet = state.clone()
    quiet.happened = None
    seat = state.deciders[0] if state.deciders else 0
    now, whole = memoryview(bytearray(game.encoding.now)), memoryview(bytearray(game.encoding.size))
    mask = memoryview(bytearray(len(game.moves)))
    acts: list[Callable[[], object]] = [
        quiet.clone,
        lambda: quiet.encode(seat, now),
        lambda: state.encode(seat, whole),
        lambda: quiet.legal_mask(seat, mask),
    ]
    return [1e6 / best(lambda act=act: rate(act, 2000)) for act in acts]  # type: ignore[misc]


def main() -> None:
    """Print everything."""
    print(f"{spyring.build} build")
    hearts = best(lambda: Hearts().rate(20))
    print(f"OpenSpiel's hearts, bare: {hearts:,.0f} decisions/s")
    try:
        from pettingzoo.classic import hanabi_v5

        hanabi = zoo(hanabi_v5.env())
        print(f"hanabi_v5: {hanabi:,.0f} steps/s")
    except ImportError:
        hanabi = float("nan")
    for name, options in GAMES:
        clone, now, whole, mask = vectors(name, options)
        steps, zoo_steps = batch(name, options), zoo(pettingzoo.env(name, **options))
        cells = [
            f"{name}, {options['seats']} seats",
            f"{clone:.1f}",
            f"{now:.1f} ({now / clone:.1f} ×)",
            f"{whole:.1f} ({whole / clone:.1f} ×)",
            f"{mask:.1f}",
            f"{steps:,.0f} ({steps / hearts:.2f} ×)",
            f"{zoo_steps:,.0f} ({zoo_steps / hanabi:.1f} ×)",
        ]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
