"""Information-set Monte Carlo tree search: think in worlds that the seat cannot tell from the real one.

Every iteration lays the hidden things anew (``resample``), walks down one tree that all worlds share, judges the position
it reaches, and writes the result on the way back. A branch of the tree is one move of one seat; which branches are open
differs from world to world. The own seat cannot know in which world it is, so its branches gather what all worlds say.

The walk takes the branch with the best sum of what it has brought so far and what is still unknown about it (PUCT), where
the game's judgement says how much a move deserves to be tried. Each seat is taken to want its own result.
"""

import math
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from spyring.bots.bot import Bot, choices
from spyring.bots.plain import best
from spyring.engine.state import State
from spyring.engine.words import _

RANDOM: Final = 0
GUIDED: Final = 1

NEVER: Final = 1 << 40  # more decisions than any game has


class Node:
    """What is known about one move at one place of the tree."""

    def __init__(self, seat: i64, move: i64, weight: float) -> None:
        self.seat: i64 = seat
        self.move: i64 = move
        self.weight = weight  # how much the judgement likes it, before it is shared out among the open moves
        self.visits: i64 = 0
        self.open: i64 = 0  # how often it could have been taken
        self.total = 0.0  # what ``seat`` got from it in all
        self.children: list[Node] = []

    def child(self, seat: i64, move: i64) -> "Node | None":
        """The branch of a move, if it has been met."""
        for node in self.children:
            if node.move == move and node.seat == seat:
                return node
        return None


class Settings:
    """How a search thinks; the defaults are what measured strongest."""

    def __init__(self) -> None:
        self.explore = 0.4  # how much the unknown is worth
        self.heat = 0.5  # how far the judgement's likings are flattened when they become chances
        self.depth: i64 = 0  # decisions played beyond the tree before the position is judged
        self.playout: i64 = GUIDED  # how they are played
        self.carelessness = 0.1  # how often a guided playout takes any move
        self.trust = True  # whether worlds that rivals' play speaks against are thought of less
        self.reuse = True  # whether the tree of the last decision is kept

    def names(self) -> list[str]:
        """What can be set, with an example each."""
        return [
            "explore=0.4",
            "heat=0.5",
            "depth=0",
            "playout=guided|random",
            "carelessness=0.1",
            "trust=no",
            "reuse=no",
        ]

    def put(self, name: str, value: str) -> bool:
        """Change one setting, given as text; False if there is no such setting or value."""
        try:
            if name == "explore":
                self.explore = float(value)
            elif name == "heat":
                self.heat = max(0.01, float(value))
            elif name == "depth":
                self.depth = NEVER if value == "all" else int(value)
            elif name == "carelessness":
                self.carelessness = float(value)
            elif name == "playout" and value in ("random", "guided"):
                self.playout = RANDOM if value == "random" else GUIDED
            elif name == "trust" and value in ("yes", "no"):
                self.trust = value == "yes"
            elif name == "reuse" and value in ("yes", "no"):
                self.reuse = value == "yes"
            else:
                return False
        except ValueError:
            return False
        return True


class Search(Bot):
    """A tree over what may be true."""

    def __init__(
        self, seed: int = 0, iterations: int = 1000, seconds: float = 0.0, settings: Settings | None = None
    ) -> None:
        super().__init__(seed)
        self.iterations = iterations
        self.seconds = seconds  # if above zero, the budget instead of iterations
        self.settings = settings or Settings()
        self.tree = Node(-1, -1, 1.0)
        self.path: list[Node] = []
        self.simulated: i64 = 0  # decisions played in imagined worlds, in all
        self.thought: i64 = 0  # iterations, in all

    def choose(self, state: State, seat: int) -> int:
        moves = choices(state, seat)
        if len(moves) == 1:
            self.because(_("{move}: there was no other move."), {"move": state.game.moves.say(moves[0])})
            return moves[0]
        world = state.resample(seat, self.dice.seed())
        world.happened = None
        self.tree = Node(-1, -1, 1.0)
        self.think(world, seat)
        return self.decide(state, seat, moves)

    def think(self, known: State, seat: int) -> None:
        """Spend the budget."""
        done: i64 = 0
        if self.seconds > 0.0:
            end = perf_counter() + self.seconds
            while perf_counter() < end:
                for _turn in range(16):
                    self.iterate(known.resample(seat, self.dice.seed()), seat)
                done += 16
        else:
            while done < self.iterations:
                self.iterate(known.resample(seat, self.dice.seed()), seat)
                done += 1
        self.thought += done

    def decide(self, state: State, seat: int, moves: tuple[int, ...]) -> int:
        """The most tried move; it is the one that kept its promise longest."""
        favourite: Node | None = None
        tries: i64 = 0
        for node in self.tree.children:
            if node.seat == seat and node.move in moves:
                tries += node.visits
                if favourite is None or node.visits > favourite.visits:
                    favourite = node
        assert favourite is not None
        move = int(favourite.move)
        self.because(
            _(
                "{move}: it came out best in {share} % of {tries} imagined continuations, with a prospect of {prospect} %."
            ),
            {
                "move": state.game.moves.say(move),
                "share": str(round(100.0 * float(favourite.visits) / float(max(1, tries)))),
                "tries": str(int(tries)),
                "prospect": str(round(100.0 * favourite.total / float(max(1, favourite.visits)))),
            },
        )
        return move

    # -- one iteration -----------------------------------------------------------------------------------------------

    def iterate(self, world: State, seat: int) -> None:
        """Down the tree in one world, to the first new place; judge; and back."""
        path = self.path
        path.clear()
        node = self.tree
        asked = seat
        while world.stack:
            moves = world.stack[-1].legal(world, asked)
            fresh = not node.children
            node = self.step(world, node, asked, moves)
            path.append(node)
            world.stack[-1].play(world, asked, int(node.move))
            world.settle()
            self.simulated += 1
            if fresh or not world.stack:
                break
            asked = world.deciders[0]
        self.beyond(world)
        rewards = judged(world)
        for node in path:
            node.visits += 1
            node.total += rewards[node.seat]

    def step(self, world: State, node: Node, asked: int, moves: list[int]) -> Node:
        """The branch to follow: of those open in this world the one with the best sum of merit and promise."""
        count: i64 = len(moves)
        if count == 1:
            only = node.child(asked, moves[0])
            if only is None:
                only = Node(asked, moves[0], 1.0)
                node.children.append(only)
            only.open += 1
            return only
        branches: list[Node] = []
        for move in moves:
            branch = node.child(asked, move)
            if branch is None:
                branches = self.grow(world, node, asked, moves)
                break
            branches.append(branch)
        return self.pick(branches)

    def grow(self, world: State, node: Node, asked: int, moves: list[int]) -> list[Node]:
        """All branches of this world, the missing ones made."""
        weights = world.game.strategy.weigh(world, asked, tuple(moves))
        heat = self.settings.heat
        highest = max(weights)
        branches: list[Node] = []
        for place in range(len(moves)):
            branch = node.child(asked, moves[place])
            if branch is None:
                branch = Node(asked, moves[place], math.exp((weights[place] - highest) / heat))
                node.children.append(branch)
            branches.append(branch)
        return branches

    def pick(self, branches: list[Node]) -> Node:
        share = 0.0
        visits: i64 = 0
        total = 0.0
        for branch in branches:
            branch.open += 1
            share += branch.weight
            visits += branch.visits
            total += branch.total
        untried = total / float(visits) if visits else 0.5
        drive = self.settings.explore / share
        chosen = branches[0]
        highest = -1000.0
        for branch in branches:
            merit = branch.total / float(branch.visits) if branch.visits else untried - 0.05
            sum_ = merit + drive * branch.weight * math.sqrt(float(branch.open)) / float(1 + branch.visits)
            if sum_ > highest:
                highest = sum_
                chosen = branch
        return chosen

    def beyond(self, world: State) -> None:
        """Play on past the tree, as far as the settings say."""
        settings = self.settings
        left = settings.depth
        dice = self.dice
        strategy = world.game.strategy
        while world.stack and (left > 0 or not strategy.quiet(world)):
            frame = world.stack[-1]
            seat = world.deciders[0]
            moves = frame.legal(world, seat)
            if settings.playout == RANDOM or dice.real() < settings.carelessness:
                move = moves[dice.roll(len(moves))]
            else:
                move = moves[best(strategy.weigh(world, seat, tuple(moves)), dice.real())]
            frame.play(world, seat, move)
            world.settle()
            self.simulated += 1
            left -= 1


def judged(world: State) -> list[float]:
    """What the position is worth to each seat, from 0 to 1: the result, or the judgement where the game goes on."""
    seats = int(world.seats)
    if world.stack:
        strategy = world.game.strategy
        return strategy.prospects(world)
    outcome = world.judge()
    rewards = [0.0] * seats
    for winner in outcome.winners:
        rewards[winner] = 1.0 / float(len(outcome.winners))
    return rewards
