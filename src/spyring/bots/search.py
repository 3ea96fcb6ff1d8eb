"""Information-set Monte Carlo tree search: think in worlds that the seat cannot tell from the real one.

Every iteration draws a world (``resample``) and walks down a tree that all worlds share. It plays on until
the position can be judged, and adds the result to every branch on its way. The place of a seat in the tree
depends only on what the seat has perceived (``Frame.seen_as``). Hidden moves lead to the same place, so no
seat can act in the lookahead on something that it could not know. Each world has its own open branches.
Worlds that explain well what rivals have done are drawn more often.

PUCT chooses the branch with the best sum of its mean result and what is still unknown about it. The game's
judgement says how much a move deserves to be tried. Each seat plays for its own result. A seat that may
interrupt is asked, too, and may wait.

A ``guide`` of one's own can say instead how much the moves of the decision deserve to be tried.
"""

import json
import math
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from mypy_extensions import i64

from spyring.bots.bot import Bot, choices
from spyring.bots.plain import CHANCES_PER_INTERRUPTION, best
from spyring.bots.settings import BY_GAME, NO, NO_DECISION_LIMIT, RANDOM, YES, Budget, Settings
from spyring.bots.tree import Branch, InfoSet, key
from spyring.bots.worlds import Worlds
from spyring.engine.frame import UNSEEN, Frame
from spyring.engine.i18n import _
from spyring.engine.seats import members
from spyring.engine.state import State
from spyring.engine.strategy import POINTLESS, Strategy

WAIT_MOVE: Final = 1 << 40  # for a seat that may interrupt and waits; no move of a book
VISITS_TO_MARK: Final = 6  # visits after which a place of the own seat gets its mark, to be found again
UNTRIED_PENALTY: Final = 0.03  # a move not tried yet is taken to be a little worse than its neighbours
ITERATIONS_BETWEEN_CHECKS: Final = 16  # whether the choice is settled
HIDDEN_CHANCE_SHARE: Final = 0.05  # how much of a result is left to chance where something is hidden
USUAL_DEVIATION: Final = 0.3  # of results in a game that is not subtle; what is unknown is measured by it
MIN_VARIANCE: Final = 1e-6
MIN_SUBTLE_ITERATIONS: Final = 64  # before a subtle search may be sure of a move
DOUBTED_STANDARD_ERRORS: Final = 1.5  # standard errors that a mean may be wrong by
NEGLIGIBLE_GAIN: Final = 0.001  # not worth a thought
SECOND_BEST_SHARE: Final = 0.4  # of what is left to think, at most
DOUBTED_GIFT_ERRORS: Final = 2.5  # standard errors by which a move that gives something up must be better
PRIOR_RESULTS: Final = 4.0  # results that the variance of the last decision counts for
INTERRUPTION_BUDGET_SHARE: Final = 0.25
LAPSE_ITERATIONS: Final = 100  # iterations of a decision that is then drawn by lot

# How much moves deserve to be tried, as logarithms: from a world, a seat, its moves and the game's judgement.
Guide = Callable[[State, int, list[int], list[float]], list[float]]

# Interpreted in either build: compiled code alone would not hear Ctrl-C before it has finished.
listen: Final[Callable[[], None]] = eval("lambda: None")


class Search(Bot):
    """A tree over what may be true. The budget of a move is so many ``iterations``, and so many ``seconds``
    if above zero; with no iterations, seconds alone.

    There is always at least one iteration, and so a move.
    """

    def __init__(
        self,
        seed: int = 0,
        iterations: int = 1000,
        seconds: float = 0.0,
        settings: Settings | None = None,
        clock: Callable[[], float] = perf_counter,
        guide: Guide | None = None,
    ) -> None:
        super().__init__(seed)
        self.guide = guide
        self.iterations = iterations
        self.seconds = seconds
        self.settings = settings or Settings()
        self.clock = clock
        self.seat: i64 = -1
        self.tree = InfoSet()
        self.asked: list[int] = []  # the moves that are thought about
        self.restful: i64 = -1  # the one of them that changes least
        self.care = 0.0  # standard errors within which they count as equal
        self.doubtful: list[int] = []  # those of them that give something up (``Strategy.gives_up``)
        self.worlds: i64 = 1  # that they are compared in
        self.memories: list[int] = []
        self.path: list[Branch] = []
        self.where: list[InfoSet] = []  # the place of every seat in this iteration
        self.simulated: i64 = 0  # decisions played in imagined worlds, since the beginning
        self.thought: i64 = 0  # iterations, since the beginning
        self.lapsed = False  # whether this decision is drawn by how often each move was tried, few times
        self.subtle = False
        self.stops_when_stable = False  # whether positions are judged before chance has its turn
        self.scale = 1.0  # how much results vary, by USUAL_DEVIATION
        self.variance = USUAL_DEVIATION * USUAL_DEVIATION / 100.0  # at the last decision
        self.results: i64 = 0  # at this decision, and the sum of their squared deviations
        self.deviation = 0.0

    def choose(self, state: State, seat: int) -> int:
        moves = choices(state, seat)
        if len(moves) == 1:
            self.because(_("There was no other move."))
            return moves[0]
        known = state.resample(seat, self.dice.next_seed())
        sensible = self.sensible(known, seat, moves)
        if len(sensible) == 1:
            purpose = state.game.strategy.reason(known, seat, sensible[0])
            self.because(_("No other move looked useful."), purpose=purpose)
            return sensible[0]
        return self.decided(known, seat, list(moves), 1.0)

    def wants(self, state: State, seat: int) -> int | None:
        moves = state.legal(seat)
        if not moves:
            return None
        known = state.resample(seat, self.dice.next_seed())
        sensible = self.sensible(known, seat, moves)
        if not sensible:
            return None
        move = self.decided(known, seat, [*sensible, WAIT_MOVE], INTERRUPTION_BUDGET_SHARE)
        return None if move == WAIT_MOVE else move

    def sensible(self, world: State, seat: int, moves: tuple[int, ...]) -> list[int]:
        """The moves that the judgement does not call pointless."""
        strategy = world.game.strategy
        if not moves or type(strategy) is Strategy or self.settings.playout == RANDOM:
            return list(moves)  # none, if a seat that may act has nothing to act with
        weights = strategy.priors(world, seat, moves)
        return [moves[at] for at in range(len(moves)) if weights[at] > POINTLESS]

    def decided(self, known: State, seat: int, moves: list[int], share: float) -> int:
        """Think about ``moves`` with a share of the budget, and decide."""
        told = known.event_log or []
        known.event_log = None
        self.stops_when_stable = self.should_stop_when_stable(known)
        self.subtle = self.stops_when_stable or self.is_subtle(known.game.strategy)
        self.memories = known.game.strategy.evidence(known, seat, told) if self.settings.trust else []
        self.care = self.settings.care if self.settings.care >= 0.0 else known.game.strategy.care(known)
        self.tree = self.reused_tree(known, seat) if self.reuses() else InfoSet()
        self.seat = seat
        self.asked = moves
        self.doubtful = [at for at in moves if at != WAIT_MOVE and known.game.strategy.gives_up(known, at)]
        self.restful = known.game.strategy.restful(known, seat, tuple(moves))
        lapses = self.settings.lapse_rate(self.stops_when_stable, self.subtle)
        self.lapsed = lapses >= 1.0 or (lapses > 0.0 and self.dice.real() < lapses)
        if self.guide is not None and moves[-1] != WAIT_MOVE:
            self.prime(self.guide, known, moves)
        self.think(known, share)
        move = self.decide(moves)
        if move != WAIT_MOVE and type(known.game.strategy) is not Strategy:
            self.purpose = known.game.strategy.reason(known, seat, move)
        return move

    def prime(self, guide: Guide, known: State, moves: list[int]) -> None:
        """Let the guide say how much each of the moves deserves to be tried."""
        weights = known.game.strategy.priors(known, int(self.seat), tuple(moves))
        likings = guide(known, int(self.seat), moves, weights)
        highest = max(likings)
        for at in range(len(moves)):
            branch = self.tree.branches.get(key(self.seat, moves[at]))
            if branch is None:
                branch = Branch(self.seat, moves[at], 0.0, weights[at] <= POINTLESS)
                self.tree.branches[key(self.seat, moves[at])] = branch
            branch.weight = math.exp(likings[at] - highest)

    def counts(self) -> list[int]:
        """How often each of the moves was tried that the last thinking was about (``asked``)."""
        found: list[int] = []
        for move in self.asked:
            node = self.tree.branches.get(key(self.seat, move))
            found.append(0 if node is None else int(node.visits))
        return found

    def is_subtle(self, strategy: Strategy[Any]) -> bool:
        """Whether moves are compared within worlds."""
        if type(strategy) is Strategy or self.settings.playout == RANDOM:
            return False
        return strategy.subtle() if self.settings.subtle == BY_GAME else self.settings.subtle == YES

    def should_stop_when_stable(self, known: State) -> bool:
        """Whether positions are judged before chance has its turn."""
        strategy = known.game.strategy
        if type(strategy) is Strategy or self.settings.playout == RANDOM:
            return False
        return self.settings.subtle != NO and strategy.has_stable_positions(known)

    def think(self, known: State, share: float) -> None:
        """Spend the budget."""
        allowed = LAPSE_ITERATIONS if self.lapsed else self.iterations
        iterations = max(1, int(allowed * share)) if allowed else 0
        budget = Budget(iterations, self.seconds * share, self.clock)
        worlds = Worlds(known, int(self.seat), self.dice, self.memories, budget, self.subtle)
        budget.preparing = budget.elapsed
        self.worlds = len(worlds.worlds)
        done: i64 = 0
        look: i64 = ITERATIONS_BETWEEN_CHECKS
        self.results = 0
        self.deviation = 0.0
        if self.subtle:
            self.scale = math.sqrt(self.variance) / USUAL_DEVIATION
        while True:
            self.iterate(worlds.draw(), worlds)
            done += 1
            listen()
            if budget.over(done):
                break
            if done >= look:
                look += ITERATIONS_BETWEEN_CHECKS
                if self.settled(budget.left(done)):
                    break
                if self.subtle and done >= MIN_SUBTLE_ITERATIONS and self.sure():
                    break
        self.thought += done
        if self.subtle:
            self.variance = max(MIN_VARIANCE, self.scale * self.scale * USUAL_DEVIATION * USUAL_DEVIATION)

    def settled(self, left: i64) -> bool:
        """Whether no move can catch up with the most tried one any more."""
        first: i64 = 0
        second: i64 = 0
        for node in self.known(self.asked):  # a tree that is used again may know other moves
            if node.visits > first:
                second = first
                first = node.visits
            elif node.visits > second:
                second = node.visits
        if self.subtle:  # nobody is chosen every time from now on
            left = int(float(left) * SECOND_BEST_SHARE)
        return first > second + left and not self.lapsed

    def sure(self) -> bool:
        """Whether no tried move is likely to be better than the most tried one by more than a trifle."""
        if self.lapsed:
            return False
        tried = [node for node in self.known(self.asked) if node.visits > 1]
        first = most_tried(tried)
        if first is None:
            return False
        merit = first.total / float(first.visits)
        doubt = DOUBTED_STANDARD_ERRORS * self.scale * USUAL_DEVIATION
        for node in tried:
            if node is not first:
                margin = doubt * math.sqrt(1.0 / float(node.visits) + 1.0 / float(first.visits))
                if node.total / float(node.visits) + margin > merit + NEGLIGIBLE_GAIN:
                    return False
        return True

    def decide(self, moves: list[int]) -> int:
        """The best move as far as can be told. In a lapse, one drawn by its tries."""
        tries: i64 = 0
        for count in self.counts():
            tries += count
        chosen = self.drawn(moves, tries) if self.lapsed else self.best_known(moves)
        assert chosen is not None
        self.explain(chosen, tries)
        return int(chosen.move)

    def drawn(self, moves: list[int], tries: i64) -> Branch | None:
        """A move drawn by its tries."""
        lot: i64 = self.dice.roll(tries)
        for node in self.known(moves):
            if lot < node.visits:
                return node
            lot -= node.visits
        return None

    def known(self, moves: list[int]) -> list[Branch]:
        """The branches of these moves at the root, as far as they were met."""
        found: list[Branch] = []
        for move in moves:
            node = self.tree.branches.get(key(self.seat, move))
            if node is not None:
                found.append(node)
        return found

    def best_known(self, moves: list[int]) -> Branch | None:
        """The most tried move; one that gives something up must be better than all others by more than the
        error. Of moves that cannot be told from it, the one that the judgement likes best, which is to stop
        where nothing is to be gained.
        """
        first = most_tried(self.known(moves))
        harmless = self.known([move for move in moves if move not in self.doubtful])
        safe = most_tried(harmless)
        if first is not None and safe is not None and self.alike(safe, first, DOUBTED_GIFT_ERRORS):
            first = safe
        if first is None or self.care <= 0.0:
            return first
        chosen = first
        for node in harmless:
            if self.alike(node, first, self.care) and self.preferred(node, chosen):
                chosen = node
        return chosen

    def reuses(self) -> bool:
        """Whether what was thought at the last decision counts. Where luck matters more than a move, a place
        was often reached because it looked good by chance, and would go on to look good.
        """
        lucky = self.subtle and not self.stops_when_stable and self.care > 0.0
        return self.settings.reuse and not lucky

    def preferred(self, node: Branch, chosen: Branch) -> bool:
        """Whether the judgement likes a move better than another, or as much if it changes least."""
        if node.weight == chosen.weight:
            return node.move == self.restful
        return node.weight > chosen.weight

    def alike(self, node: Branch, first: Branch, errors: float) -> bool:
        """Whether a move may be as good as another, within so many errors of their results. Results in the
        same world are not independent.
        """
        if node.visits < 1:
            return False
        spread = self.deviation / float(max(1, self.results))
        shares = 1.0 / float(min(node.visits, self.worlds)) + 1.0 / float(min(first.visits, self.worlds))
        error = math.sqrt(spread * shares)
        return node.total / float(node.visits) + errors * error >= first.total / float(first.visits)

    def explain(self, chosen: Branch, tries: i64) -> None:
        """Say why."""
        self.because(
            _("It chose this move in {share}% of {tries} simulated games. Expected result: {prospect}%."),
            {
                "tries": str(int(tries)),
                "share": str(round(100.0 * float(chosen.visits) / float(max(1, tries)))),
                "prospect": str(round(100.0 * chosen.total / float(max(1, chosen.visits)))),
            },
        )

    def reused_tree(self, known: State, seat: int) -> InfoSet:
        """The place in the last tree where the seat saw what it sees now; a new tree if there is none."""
        found = InfoSet()
        if seat == self.seat and self.tree.branches:
            mark = view_key(known, seat)
            waiting = [self.tree]
            while waiting:
                place = waiting.pop()
                if place.mark == mark and place.visits > found.visits:
                    found = place
                waiting.extend(place.children.values())
        return found

    # -- one iteration ---------------------------------------------------------------------------------------

    def iterate(self, world: State, worlds: Worlds) -> None:
        """Down the tree in one world, to the first new branch; judge; and back."""
        self.descend(world)
        self.write_back(leaf_values(world), worlds)

    def descend(self, world: State) -> None:
        """Down the tree to the first new branch, and on until the position can be judged."""
        path = self.path
        path.clear()
        self.where = [self.tree] * int(world.seats)
        stack = world.stack
        strategy = world.game.strategy
        asked = int(self.seat)
        moves = self.asked
        at_rest = False
        waited: i64 = 0  # seats that may act now and do not
        while stack:
            frame = stack[-1]
            if path:
                asked, moves = self.next_asked(world, frame, waited)
            node = self.step(world, self.stand(world, asked), asked, moves)
            path.append(node)
            new = node.visits == 0
            if node.move == WAIT_MOVE:
                waited |= 1 << asked
                self.where[asked] = self.where[asked].child(asked, WAIT_MOVE)
            else:
                if not new:
                    self.follow(world, frame, asked, int(node.move))
                frame.play(world, asked, int(node.move))
                self.simulated += 1
                waited = 0
                if self.stops_when_stable and strategy.is_stable(world):
                    at_rest = True
                    break
                world.settle()
            if new:
                break
        if not at_rest:
            self.rollout(world, waited)

    def write_back(self, rewards: list[float], worlds: Worlds) -> None:
        """Note a result on all branches that led to it."""
        if self.subtle and not self.stops_when_stable:
            rewards = worlds.level(rewards, worlds.at)
        self.update_variance(self.path[0], rewards)
        for node in self.path:
            node.visits += 1
            node.total += rewards[node.seat]

    def update_variance(self, root: Branch, rewards: list[float]) -> None:
        """How much the own results vary: what is unknown about a move is worth more where they vary more."""
        if root.visits:
            self.results += 1
            away = rewards[self.seat] - root.total / float(root.visits)
            self.deviation += away * away
        if self.subtle and root.visits:
            total = PRIOR_RESULTS * self.variance + self.deviation
            self.scale = math.sqrt(total / (PRIOR_RESULTS + float(self.results))) / USUAL_DEVIATION

    def next_asked(self, world: State, frame: Frame[Any], waited: i64) -> tuple[int, list[int]]:
        """The next seat to act in the tree, and its moves: a seat that may interrupt and has not waited, then
        one that must decide; the own seat before the others.
        """
        mine = int(self.seat)
        free: i64 = frame.interrupters(world) & ~(waited | world.deciders_mask)
        if free:
            if free >> self.seat & 1:
                moves = self.sensible(world, mine, tuple(frame.legal(world, mine)))
                if moves:
                    return mine, [*moves, WAIT_MOVE]
            for seat in members(int(free)):
                moves = self.sensible(world, seat, tuple(frame.legal(world, seat))) if seat != mine else []
                if moves:
                    return seat, [*moves, WAIT_MOVE]
        asked = mine if world.deciders_mask >> self.seat & 1 else world.deciders[0]
        return asked, frame.legal(world, asked)

    def stand(self, world: State, asked: int) -> InfoSet:
        """The place where a seat is asked."""
        place = self.where[asked]
        place.visits += 1
        if place.visits >= VISITS_TO_MARK and asked == self.seat and not place.mark and self.settings.reuse:
            place.mark = view_key(world, asked)
        return place

    def follow(self, world: State, frame: Frame[Any], asked: int, move: int) -> None:
        """Take every seat to where it stands after what it perceives of a move."""
        where = self.where
        start = where[asked]
        last = self.tree
        last_code: i64 = UNSEEN
        following = last
        for seat in range(len(where)):
            code: i64 = frame.seen_as(world, asked, move, seat)
            place = where[seat]
            if code == UNSEEN:
                place.blind = True
                start.blind = True
                continue
            if place is not last or code != last_code:
                last = place
                last_code = code
                following = place.child(asked, code)
            if code != move and seat != asked:
                following.blind = True
                start.blind = True
            where[seat] = following

    def step(self, world: State, place: InfoSet, asked: int, moves: list[int]) -> Branch:
        """The branch to follow out of those that are open in this world."""
        if place.open == moves and place.fan[0].seat == asked:
            return self.select(place.fan, place.blind and place is not self.tree)
        fan: list[Branch] = []
        branches = place.branches
        for move in moves:
            branch = branches.get(key(asked, move))
            if branch is None:
                fan = self.expand(world, place, asked, moves)
                break
            fan.append(branch)
        place.open = moves[:]  # a copy: a frame may hand out the very list that the move changes
        place.fan = without_pointless(fan)
        return self.select(place.fan, place.blind and place is not self.tree)

    def expand(self, world: State, place: InfoSet, asked: int, moves: list[int]) -> list[Branch]:
        """All branches of this world, the missing ones made."""
        weights = self.priors(world, asked, moves)
        highest = weights[0]
        for weight in weights:
            if weight > highest:
                highest = weight
        fan: list[Branch] = []
        for at in range(len(moves)):
            move = moves[at]
            branch = place.branches.get(key(asked, move))
            if branch is None:
                logit = (weights[at] - highest) / self.settings.temperature
                pointless = weights[at] <= POINTLESS
                branch = Branch(asked, move, math.exp(logit) if logit > -10.0 else 0.0, pointless)
                place.branches[key(asked, move)] = branch
            fan.append(branch)
        return fan

    def priors(self, world: State, asked: int, moves: list[int]) -> list[float]:
        """What the judgement thinks of moves; to wait weighs nothing."""
        if len(moves) == 1 or self.settings.playout == RANDOM:
            return [0.0] * len(moves)
        if moves[-1] == WAIT_MOVE:
            return [*world.game.strategy.priors(world, asked, tuple(moves[:-1])), 0.0]
        return world.game.strategy.priors(world, asked, tuple(moves))

    def select(self, fan: list[Branch], blind: bool) -> Branch:
        """The best sum of merit and promise.

        If two seats always took the less tried of two equal moves, they would stay in step, as if each knew
        what the other hides. So a seat that cannot see something chooses with a little randomness.
        """
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
        untried = total / float(visits) - UNTRIED_PENALTY * self.scale if visits else 0.5
        drive = self.settings.exploration(self.stops_when_stable) * self.scale / share
        chosen = fan[0]
        highest = -1000.0
        for branch in fan:
            merit = branch.total / float(branch.visits) if branch.visits else untried
            merit += drive * (branch.weight + 0.02) * math.sqrt(float(branch.open)) / float(1 + branch.visits)
            if blind:
                merit += HIDDEN_CHANCE_SHARE * self.scale * self.dice.real()
            if merit > highest:
                highest = merit
                chosen = branch
        return chosen

    # -- beyond the tree -------------------------------------------------------------------------------------

    def rollout(self, world: State, waited: i64) -> None:
        """Play on past the tree, as far as the settings say, and until the position can be judged."""
        settings = self.settings
        dice = self.dice
        strategy = world.game.strategy
        epsilon = settings.playout_epsilon(self.subtle)
        left = settings.depth
        if type(strategy) is Strategy:  # without a judgement only the end tells
            left = NO_DECISION_LIMIT
        stack = world.stack
        while stack and (left > 0 or not strategy.is_quiescent(world)):
            frame = stack[-1]
            free: i64 = frame.interrupters(world) & ~(waited | world.deciders_mask)
            if free and self.interrupted(world, frame, free):
                continue
            seat = world.deciders[0]
            moves = frame.legal(world, seat)
            if settings.playout == RANDOM or dice.real() < epsilon:
                move = moves[dice.roll(len(moves))]
            else:
                move = moves[best(strategy.priors(world, seat, tuple(moves)), dice.real())]
            frame.play(world, seat, move)
            self.simulated += 1
            if self.stops_when_stable and strategy.is_stable(world):
                return
            world.settle()
            left -= 1
            waited = 0

    def interrupted(self, world: State, frame: Frame[Any], free: i64) -> bool:
        """Let one of the seats that may act unasked act, if it likes to."""
        strategy = world.game.strategy
        blind = self.settings.playout == RANDOM or type(strategy) is Strategy
        for seat in members(int(free)):
            moves = frame.legal(world, seat)
            if not moves:
                continue
            if blind:
                at = int(self.dice.roll(len(moves) * CHANCES_PER_INTERRUPTION))
                acts = at < len(moves)
            else:
                weights = strategy.priors(world, seat, tuple(moves))
                at = best(weights, self.dice.real())
                acts = weights[at] > 0.0
            if acts:
                frame.play(world, seat, moves[at])
                world.settle()
                self.simulated += 1
                return True
        return False


def most_tried(nodes: list[Branch]) -> Branch | None:
    """The most tried move: it kept its promise longest. None if no move was tried."""
    chosen: Branch | None = None
    for node in nodes:
        if node.visits > (0 if chosen is None else chosen.visits):
            chosen = node
    return chosen


def without_pointless(fan: list[Branch]) -> list[Branch]:
    """The branches that are not pointless; all of them if there is no other."""
    for branch in fan:
        if branch.pointless:
            return [other for other in fan if not other.pointless] or fan
    return fan


def view_key(state: State, seat: int) -> str:
    """Everything that a seat sees, in one word."""
    return json.dumps(state.view(seat), sort_keys=True)


def leaf_values(world: State) -> list[float]:
    """The worth of a position to each seat, from 0 to 1: the result, or a judgement before the end."""
    if world.stack:
        return world.game.strategy.prospects(world)
    return world.game.strategy.terminal_values(world)
