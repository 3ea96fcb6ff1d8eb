"""How straight the bots of Spies! walk: `python benchmarks/walks.py [BOT ...] [--games N]`.

A walk is what one spy steps in one turn until it does something else. It is compared with the shortest way
between its ends. A walk crosses itself if it enters a space twice. A guard leaves if its police piece moves
off the city of an own secret that no other police piece of that nation is left with.
"""

import argparse
from collections import deque
from time import process_time

import spyring
from spyring.bots import Turns, make
from spyring.engine.state import State
from spyring.games.spies import words as w
from spyring.games.spies.generated import table as table_of


class Walks:
    """What was walked so far."""

    def __init__(self) -> None:
        self.steps = self.needed = self.walks = self.crossing = self.guards = self.moves = 0
        self.open: list[int] = []  # the spaces of the current walk
        self.walker = -1

    def see(self, state: State, move: int) -> None:
        """A move that is about to be made."""
        table = table_of(state)
        codes = table.config.codes
        self.moves += 1
        if codes.family(move) == codes.step:
            spy = int(table.turn) * w.SPIES + codes.spy_of_step(move)
            if spy != self.walker or table.mover != spy:
                self.end(state)
                self.walker, self.open = spy, [table.spy_at[spy]]
            self.open.append(codes.space_of_step(move))
            return
        if type(state.stack[-1]).__name__ == "SpyStep":
            self.end(state)
        if codes.family(move) == codes.shift and leaves_secret(state, move):
            self.guards += 1

    def end(self, state: State) -> None:
        """The walk is over."""
        if len(self.open) > 1:
            self.walks += 1
            self.steps += len(self.open) - 1
            self.needed += distance(state, self.open[0], self.open[-1])
            self.crossing += len(set(self.open)) < len(self.open)
        self.open, self.walker = [], -1

    def line(self) -> str:
        """What was seen, in words."""
        steps = self.steps / max(1, self.needed)
        crossing = 100 * self.crossing / max(1, self.walks)
        straight = f"{self.walks} walks, {steps:.3f} times the steps needed, {crossing:.1f} % cross"
        return f"{straight}, {self.guards} guards left a secret"


def leaves_secret(state: State, move: int) -> bool:
    """Whether the last police piece leaves a city where a secret of its nation lies in the open."""
    t = table_of(state)
    nation, codes = int(t.turn), t.config.codes
    at = t.police_at[nation * w.POLICE + codes.police_of_shift(move)]
    mine = t.police_at[nation * w.POLICE : nation * w.POLICE + w.POLICE]
    secrets = [s for s in range(w.SECRETS) if t.secret_at[s] == at and t.national[s] >> nation & 1]
    return bool(secrets) and mine.count(at) == 1


def distance(state: State, start: int, goal: int) -> int:
    """The fewest steps from one space to another."""
    near = table_of(state).config.box.near
    far, waiting = {start: 0}, deque([start])
    while goal not in far:
        here = waiting.popleft()
        for there in near[here]:
            if there not in far:
                far[there] = far[here] + 1
                waiting.append(there)
    return far[goal]


def play(bot: str, games: int, first: int = 0, moves: int = 10**9) -> Walks:
    """Games of four of the same bots."""
    walks = Walks()
    for seed in range(first, first + games):
        turns = Turns(spyring.game("spies").start(seats=4, seed=seed))
        bots = [make(bot, seed * 8 + seat) for seat in range(4)]
        left = moves
        while turns.seat >= 0 and left:
            before = turns.state.clone()
            move = turns.act(bots[turns.seat])
            if move != turns.wait:
                walks.see(before, move)
            left -= 1
        walks.end(turns.state)
    return walks


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("bots", nargs="*", default=["heuristic", "search:100", "search:1000"])
    reader.add_argument("--games", type=int, default=4)
    reader.add_argument("--first", type=int, default=0)
    asked = reader.parse_args()
    for name in asked.bots:
        began = process_time()
        found = play(name, asked.games, asked.first)
        seconds = process_time() - began
        print(f"{name}: {found.line()} ({asked.games} games, {seconds:.0f} CPU seconds)", flush=True)
