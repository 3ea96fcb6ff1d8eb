"""Information-set Monte Carlo tree search: think in worlds that the seat cannot tell from the real one.

Every iteration takes a world in which the hidden things lie anew (``resample``), walks down one tree that
all worlds share, plays on until the position can be judged, and writes the result on the way back. A branch
of the tree is one move of one seat; which branches are open differs from world to world. The own seat
cannot know in which world it is, so its branches gather what all worlds say. Worlds that explain well what
rivals have done are thought of more often.

The walk takes the branch with the best sum of what it has brought so far and what is still unknown about it
(PUCT), where the game's judgement says how much a move deserves to be tried. Each seat is taken to want its
own result.
"""

import json
import math
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from spyring.bots.bot import Bot, choices
from spyring.bots.dice import Dice
from spyring.bots.plain import best
from spyring.engine.chance import seeded
from spyring.engine.state import State
from spyring.engine.strategy import Strategy
from spyring.engine.words import _

RANDOM: Final = 0
GUIDED: Final = 1

NEVER: Final = 1 << 40  # more decisions than any game has
FEWEST_WORLDS: Final = 64  # drawn for a decision
MOST_WORLDS: Final = 1024
WORTH_NOTING: Final = 6  # visits after which a place of the own seat gets its mark, to be found again
UNTRIED: Final = 0.03  # a move not tried yet is taken to be a little worse than its neighbours
LOOK_UP: Final = 16  # iterations between two looks at the clock
WIN: Final = 0.8  # of a result; the rest is for the rank


class Node:
    """What is known about one move at one place of the tree."""

    def __init__(self, seat: i64, move: i64, weight: float) -> None:
        self.seat: i64 = seat
        self.move: i64 = move
        self.weight = weight  # how much the judgement likes it, before it is shared out among the open moves
        self.visits: i64 = 0
        self.open: i64 = 0  # how often it could have been taken
        self.total = 0.0  # what ``seat`` got from it in all
        self.place: Place | None = None  # where the move leads, once somebody went there


class Place:
    """A place in the tree where somebody decides."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.branches: dict[int, Node] = {}  # by move and seat
        self.open: list[int] = []  # the moves that were open at the last visit, and their branches
        self.fan: list[Node] = []
        self.mark = ""  # what the searching seat sees here, if it is the one who decides


class Settings:
    """How a search thinks."""

    def __init__(self) -> None:
        self.explore = 0.4  # how much the unknown is worth
        self.heat = 0.5  # how far the judgement's likings are flattened when they become chances
        self.depth: i64 = 0  # decisions played beyond the tree, at least, before the position is judged
        self.playout: i64 = GUIDED  # how they are played; at random, nothing is judged beforehand either
        self.carelessness = 0.1  # how often a guided playout takes any move
        self.trust = True  # whether worlds that rivals' play speaks against are thought of less
        self.reuse = True  # whether what was thought at the last decision is kept
        self.whim = False  # whether the move is drawn by lot, one that was tried more often more likely

    def names(self) -> list[str]:
        """What can be set, with an example each."""
        numbers = [f"explore={self.explore}", f"heat={self.heat}", f"depth={self.depth}"]
        words = ["depth=all", "playout=random", "trust=no", "reuse=no", "whim=yes"]
        return [*numbers, f"carelessness={self.carelessness}", *words]

    def put(self, name: str, value: str) -> bool:
        """Change one setting, given as text; False if there is no such setting or value."""
        try:
            if name == "explore":
                self.explore = positive(value)
            elif name == "heat":
                self.heat = max(0.01, positive(value))
            elif name == "depth":
                self.depth = NEVER if value == "all" else int(positive(value))
            elif name == "carelessness":
                self.carelessness = positive(value)
            elif name == "playout" and value in ("random", "guided"):
                self.playout = RANDOM if value == "random" else GUIDED
            elif name == "trust" and value in ("yes", "no"):
                self.trust = value == "yes"
            elif name == "reuse" and value in ("yes", "no"):
                self.reuse = value == "yes"
            elif name == "whim" and value in ("yes", "no"):
                self.whim = value == "yes"
            else:
                return False
        except ValueError:
            return False
        return True


def positive(text: str) -> float:
    """The number written in ``text``, if it can be a setting."""
    number = float(text)
    if not 0.0 <= number <= 1e6:
        raise ValueError(text)
    return number


class Worlds:
    """Ways things may be, each drawn as often as it explains what the rivals have done."""

    def __init__(
        self, known: State, seat: int, dice: Dice, count: int, memories: list[int], until: float
    ) -> None:
        self.dice = dice
        self.worlds: list[State] = []
        self.reach: list[float] = []  # the sum of all weights up to each world
        reach = 0.0
        strategy = known.game.strategy
        while len(self.worlds) < count:
            if until > 0.0 and len(self.worlds) >= FEWEST_WORLDS and perf_counter() > until:
                break
            world = known.resample(seat, dice.seed())
            reach += strategy.trust(world, seat, memories) + 1e-9 if memories else 1.0
            self.worlds.append(world)
            self.reach.append(reach)

    def draw(self) -> State:
        """A copy of one of them, with chance of its own."""
        goal = self.dice.real() * self.reach[-1]
        low: i64 = 0
        high: i64 = len(self.reach) - 1
        while low < high:
            middle = (low + high) // 2
            if self.reach[middle] <= goal:
                low = middle + 1
            else:
                high = middle
        world = self.worlds[low].clone()
        world.word = seeded(self.dice.seed())
        return world


class Search(Bot):
    """A tree over what may be true. The budget of a move is ``iterations``, or ``seconds`` if above zero."""

    def __init__(
        self, seed: int = 0, iterations: int = 1000, seconds: float = 0.0, settings: Settings | None = None
    ) -> None:
        super().__init__(seed)
        self.iterations = iterations
        self.seconds = seconds
        self.settings = settings or Settings()
        self.seat: i64 = -1
        self.tree = Place()
        self.memories: list[int] = []
        self.path: list[Node] = []
        self.simulated: i64 = 0  # decisions played in imagined worlds, since the beginning
        self.thought: i64 = 0  # iterations, since the beginning

    def choose(self, state: State, seat: int) -> int:
        moves = choices(state, seat)
        if len(moves) == 1:
            self.because(_("There was no other move."))
            return moves[0]
        known = state.resample(seat, self.dice.seed())
        told = known.happened or []
        known.happened = None
        self.memories = state.game.strategy.recall(known, seat, told) if self.settings.trust else []
        self.tree = self.found_again(known, seat) if self.settings.reuse else Place()
        self.seat = seat
        self.think(known)
        return self.decide(moves)

    def think(self, known: State) -> None:
        """Spend the budget."""
        began = perf_counter()
        until = began + self.seconds / 3.0 if self.seconds > 0.0 else 0.0
        worlds = Worlds(known, int(self.seat), self.dice, self.drawn(), self.memories, until)
        done: i64 = 0
        if self.seconds > 0.0:
            end = began + self.seconds
            while perf_counter() < end:
                for _turn in range(LOOK_UP):
                    self.iterate(worlds.draw())
                    done += 1
        else:
            while done < self.iterations and not self.settled(self.iterations - done):
                for _turn in range(min(LOOK_UP, self.iterations - done)):
                    self.iterate(worlds.draw())
                    done += 1
        self.thought += done

    def settled(self, left: i64) -> bool:
        """Whether no move can catch up with the most tried one any more."""
        first: i64 = 0
        second: i64 = 0
        for node in self.tree.fan:  # what is open now; a tree that is used again may know other moves
            if node.visits > first:
                second = first
                first = node.visits
            elif node.visits > second:
                second = node.visits
        return first > second + left and not self.settings.whim

    def drawn(self) -> int:
        """How many worlds a decision is worth; more if many of them will hardly count."""
        wanted = MOST_WORLDS if self.seconds > 0.0 else self.iterations // 3
        if self.memories:
            wanted *= 3
        return max(FEWEST_WORLDS, min(MOST_WORLDS, wanted))

    def decide(self, moves: tuple[int, ...]) -> int:
        """The most tried move: it kept its promise longest. A whimsical search may take another one."""
        tried: list[Node] = []
        tries: i64 = 0
        for move in moves:
            node = self.tree.branches.get(key(self.seat, move))
            if node is not None:
                tried.append(node)
                tries += node.visits
        chosen = tried[0]
        lot: i64 = self.dice.roll(tries) if self.settings.whim else -1
        for node in tried:
            if self.settings.whim:
                if lot < node.visits:
                    chosen = node
                    break
                lot -= node.visits
            elif node.visits > chosen.visits:
                chosen = node
        self.explain(chosen, tries)
        self.tree = chosen.place or Place()
        return int(chosen.move)

    def explain(self, chosen: Node, tries: i64) -> None:
        """Say why."""
        self.because(
            _("{share} % of {tries} imagined games began so, with a prospect of {prospect} %."),
            {
                "tries": str(int(tries)),
                "share": str(round(100.0 * float(chosen.visits) / float(max(1, tries)))),
                "prospect": str(round(100.0 * chosen.total / float(max(1, chosen.visits)))),
            },
        )

    def found_again(self, known: State, seat: int) -> Place:
        """The place in the last tree where the seat saw what it sees now; a new tree if there is none."""
        found = Place()
        if seat == self.seat and self.tree.branches:
            mark = sight(known, seat)
            waiting = [self.tree]
            while waiting:
                place = waiting.pop()
                if place.mark == mark and place.visits > found.visits:
                    found = place
                for branch in place.branches.values():
                    if branch.visits > WORTH_NOTING and branch.place is not None:
                        waiting.append(branch.place)
        return found

    # -- one iteration ---------------------------------------------------------------------------------------

    def iterate(self, world: State) -> None:
        """Down the tree in one world, to the first new place; judge; and back."""
        path = self.path
        path.clear()
        place = self.tree
        mine = int(self.seat)
        stack = world.stack
        while stack:
            asked = mine if place is self.tree or mine in world.deciders else world.deciders[0]
            place.visits += 1
            if place.visits == WORTH_NOTING and asked == mine and self.settings.reuse:
                place.mark = sight(world, mine)
            frame = stack[-1]
            node = self.step(world, place, asked, frame.legal(world, asked))
            path.append(node)
            frame.play(world, asked, int(node.move))
            world.settle()
            self.simulated += 1
            following = node.place
            if following is None:
                node.place = Place()
                break
            place = following
        self.beyond(world)
        rewards = judged(world)
        for node in path:
            node.visits += 1
            node.total += rewards[node.seat]

    def step(self, world: State, place: Place, asked: int, moves: list[int]) -> Node:
        """The branch to follow out of those that are open in this world."""
        if place.open == moves and place.fan[0].seat == asked:
            return self.pick(place.fan)
        fan: list[Node] = []
        branches = place.branches
        for move in moves:
            branch = branches.get(key(asked, move))
            if branch is None:
                fan = self.grown(world, place, asked, moves)
                break
            fan.append(branch)
        place.open = moves[:]  # a copy: a frame may hand out the very list that the move changes
        place.fan = fan
        return self.pick(fan)

    def grown(self, world: State, place: Place, asked: int, moves: list[int]) -> list[Node]:
        """All branches of this world, the missing ones made."""
        if len(moves) == 1 or self.settings.playout == RANDOM:
            weights = [0.0] * len(moves)
        else:
            weights = world.game.strategy.weigh(world, asked, tuple(moves))
        highest = weights[0]
        for weight in weights:
            if weight > highest:
                highest = weight
        fan: list[Node] = []
        for at in range(len(moves)):
            move = moves[at]
            branch = place.branches.get(key(asked, move))
            if branch is None:
                liking = (weights[at] - highest) / self.settings.heat
                branch = Node(asked, move, math.exp(liking) if liking > -10.0 else 0.0)
                place.branches[key(asked, move)] = branch
            fan.append(branch)
        return fan

    def pick(self, fan: list[Node]) -> Node:
        """The best sum of merit and promise."""
        if len(fan) == 1:
            return fan[0]
        share = 0.02 * float(len(fan))  # even the least liked move is tried in the end
        visits: i64 = 0
        total = 0.0
        for branch in fan:
            branch.open += 1
            share += branch.weight
            visits += branch.visits
            total += branch.total
        untried = total / float(visits) - UNTRIED if visits else 0.5
        drive = self.settings.explore / share
        chosen = fan[0]
        highest = -1000.0
        for branch in fan:
            merit = branch.total / float(branch.visits) if branch.visits else untried
            merit += drive * (branch.weight + 0.02) * math.sqrt(float(branch.open)) / float(1 + branch.visits)
            if merit > highest:
                highest = merit
                chosen = branch
        return chosen

    def beyond(self, world: State) -> None:
        """Play on past the tree, as far as the settings say, and until the position can be judged."""
        settings = self.settings
        dice = self.dice
        strategy = world.game.strategy
        left = settings.depth
        if type(strategy) is Strategy:  # without a judgement only the end tells
            left = NEVER
        stack = world.stack
        while stack and (left > 0 or not strategy.quiet(world)):
            frame = stack[-1]
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


def key(seat: i64, move: i64) -> int:
    """A branch's place in its node."""
    return int(move << 3 | seat)


def sight(state: State, seat: int) -> str:
    """Everything that a seat sees, in one word."""
    return json.dumps(state.view(seat), sort_keys=True)


def judged(world: State) -> list[float]:
    """What the position is worth to each seat, from 0 to 1: the result, or a judgement if it goes on."""
    if world.stack:
        return world.game.strategy.prospects(world)
    seats = int(world.seats)
    outcome = world.judge()
    places = float(max(1, seats * (seats - 1) // 2))  # so that all rewards together are one, as prospects are
    rewards = [(1.0 - WIN) * float(seats - outcome.ranks[seat]) / places for seat in range(seats)]
    for winner in outcome.winners:
        rewards[winner] += WIN / float(len(outcome.winners))
    return rewards
