"""What can be inferred about hidden things, and what knowing them is worth to a search.

    python benchmarks/hidden.py learn krakow --games 60 --out krakow.npz
    python benchmarks/hidden.py check krakow --games 16 --first 1000 --weights krakow.npz
    python benchmarks/hidden.py play krakow --games 100 --first 1000 --weights krakow.npz
    python benchmarks/hidden.py parts --games 60
    python benchmarks/hidden.py regret --games 20

``learn`` records games of a search against itself, and fits a log-linear correction of
``Strategy.likelihood``. ``check`` reports the chance given to the truth in other games. ``play`` lets one
seat in turn draw its worlds by the correction. ``parts`` plays Spies!: each of four seats knows one kind of
hidden thing, the fifth none. ``regret`` asks more of less time: how much worse searches of Spies! that know
one kind choose than a long one that knows everything, in the same positions.
"""

import argparse
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import spyring
from spyring.arena.proportions import figures
from spyring.bots import Bot, Turns, make
from spyring.bots.fixtures import fixture
from spyring.bots.search import Search
from spyring.engine.game import Game
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.state import State
from spyring.games.estoril import words as e
from spyring.games.estoril.estimates import Plan
from spyring.games.estoril.grid import BOARD_OF, SPACES_OF
from spyring.games.krakow import words as k

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "krakow": {"seats": 4, "years": 1},
    "estoril": {"seats": 2},
    "spies": {"seats": 5, "game": "standard"},
}
SEED: Final = 40
WORLDS: Final = 1000  # that tell what today's inference thinks
SHARE: Final = {"krakow": 0.08, "estoril": 0.2, "spies": 0.03}  # of the decisions are looked at
ARRANGEMENTS: Final = 64  # of hidden things, drawn for a decision; between two, as many swaps as things
BURN_IN: Final = 4  # swaps for each thing before the first one
RIDGE: Final = 1.0
LONG: Final = 20  # times the iterations, for a search that judges others
LUCK: Final = 4  # tries of a move before half of what it brought counts

Floats = NDArray[np.float64]
Row = tuple[list[int], int, int]  # where a hidden thing lies: a list, the index, the number of the location
Scores = dict[tuple[int, int], float]  # what speaks for a thing at a location
Imagine = Callable[[Any, int], None]


# -- what speaks for a thing at a location -------------------------------------------------------------------


class Krakow:
    """A hidden card, and the rivals' hands; location 4 is the discard pile."""

    def hidden(self, t: Any, seat: int) -> list[Row]:
        """All cards that the seat has not seen."""
        piles = [*t.hands, t.discard]
        return [
            (pile, at, location)
            for location, pile in enumerate(piles)
            for at, card in enumerate(pile)
            if not t.known.seen[card] >> seat & 1
        ]

    def row(self, t: Any, seat: int, location: int) -> list[int]:
        """The cards at a location."""
        cards: list[int] = t.discard if location == k.SEATS else t.hands[location]
        return cards

    def choices(self, rows: list[Row]) -> list[list[tuple[int, int]]]:
        """For each hidden card, the locations where it may lie; the true one comes first."""
        locations = sorted({row[2] for row in rows})
        return [
            [(pile[at], true), *[(pile[at], other) for other in locations if other != true]]
            for pile, at, true in rows
        ]

    def features(self, t: Any, seat: int, pairs: list[tuple[int, int]]) -> Floats:
        """What each seat led, supported and opposed with this season, beside a card it might hold."""
        box = t.config.box
        plays: list[tuple[int, int, int, int]] = []  # who, as what, the card, the led card
        tricks, led, leads = 0, -1, Counter[tuple[int, int]]()
        for event in t.event_log:
            if not event.audience >> seat & 1:
                continue
            if event.kind == k.SEASON_BEGINS:
                plays, tricks = [], 0
            elif event.kind == k.LED:
                led, tricks = event.b, tricks + 1
                leads[event.a, box.group[led]] += 1
                plays.append((event.a, 0, led, led))
            elif event.kind in (k.SUPPORTED, k.OPPOSED, k.BLOCK_PLAYED):
                role = 1 if event.kind == k.SUPPORTED else 3 if len(plays) and plays[-1][1] == 1 else 2
                plays.append((event.a, role, event.b, led))
        found = np.zeros((len(pairs), 32))
        for number, (card, holder) in enumerate(pairs):
            if holder >= k.SEATS:
                continue
            out = found[number]
            for who, role, played, led in plays:
                if who != holder:
                    continue
                colour = box.group[led]
                values = box.support if role < 2 else box.opposition
                more = values[card * 4 + colour] - values[played * 4 + colour]
                if role == 0:
                    more = box.strength[card] - box.strength[played]
                    out[16] += box.group[card] == colour
                    out[17] += box.circles[card] - box.circles[played]
                out[4 * role] += max(0, more)
                out[4 * role + 1] += max(0, -more)
                out[4 * role + 2] += more >= 2
                out[4 * role + 3] += box.group[card] == colour
            group = box.group[card]
            strongest = max(box.opposition[card * 4 : card * 4 + 4])
            taste = leads[holder, group] - leads[holder, k.GROUPS - 1 - group]
            shape = (1, box.strength[card], box.circles[card], strongest, bool(box.special[card]), taste)
            out[20:26] = [each * tricks / 5 for each in shape]
            out[26] = (holder ^ seat) & 1 == 0 and tricks
            out[27] = taste
        return found / 5


class Estoril:
    """The tile of a rival on a space; location -1 is its hand."""

    def hidden(self, t: Any, seat: int) -> list[Row]:
        """Where the other seat's unseen tiles lie."""
        rival = 1 - seat
        rows: list[Row] = [
            (t.tiles, space, space)
            for space in range(e.SPACES)
            if t.cubes[space] == rival and not t.known.seen[t.tiles[space]] >> seat & 1
        ]
        hand = [at for at, tile in enumerate(t.hands[rival]) if not t.known.seen[tile] >> seat & 1]
        return rows + [(t.hands[rival], at, -1) for at in hand] if rows else []

    def row(self, t: Any, seat: int, location: int) -> list[int]:
        """The tiles on the boards or in the rival's hand."""
        tiles: list[int] = t.tiles if location >= 0 else t.hands[1 - seat]
        return tiles

    def choices(self, rows: list[Row]) -> list[list[tuple[int, int]]]:
        """For each hidden space, the tiles that may lie there; the true one comes first."""
        tiles = [row[at] for row, at, _space in rows]
        return [
            [(row[at], space), *[(tile, space) for tile in tiles if tile != row[at]]]
            for row, at, space in rows
            if space >= 0
        ]

    def features(self, t: Any, seat: int, pairs: list[tuple[int, int]]) -> Floats:
        """What a tile is, times what is at stake on its board."""
        box = t.config.box
        plan = Plan(t, seat)
        found = np.zeros((len(pairs), 45))
        for number, (tile, space) in enumerate(pairs):
            if space < 0:
                continue
            board = BOARD_OF[space]
            owners = [t.cubes[other] for other in SPACES_OF[board]]
            stakes = (1, plan.prize[board] / 5, owners.count(seat), owners.count(1 - seat), t.round / 3)
            skills = [name in box.tiles[tile]["abilities"] for name in e.ABILITY_IDS[1:5]]
            shape = (
                box.strength[tile],
                box.vp[tile] / 2,
                box.nationalism[tile],
                *skills,
                box.woman[tile],
                box.top_secret[space] * box.strength[tile],
            )
            found[number] = np.outer(shape, stakes).ravel()
        return found


KINDS: Final[dict[str, Any]] = {"krakow": Krakow(), "estoril": Estoril()}


# -- learning ------------------------------------------------------------------------------------------------


class Case:
    """One hidden thing at one decision: features of the possible answers, the first of which is true."""

    def __init__(self, game: int, even: Floats, today: Floats, features: Floats) -> None:
        self.game = game
        self.even = even / even.sum()
        self.today = today / today.sum()
        self.features = features

    def chances(self, weights: Floats) -> Floats:
        """Today's chances, corrected."""
        logits: Floats = np.log(self.today) + self.features @ weights
        risen: Floats = np.exp(logits - logits.max())
        chances: Floats = risen / risen.sum()
        return chances


def cases(kind: Any, state: Any, seat: int, game: int, lot: random.Random) -> list[Case]:
    """Everything hidden from a seat that decides."""
    strategy = state.game.strategy
    rows = kind.hidden(state, seat)
    told = [event for event in state.event_log if event.audience >> seat & 1]
    counted: defaultdict[tuple[int, int], float] = defaultdict(float)
    memories = strategy.evidence(state, seat, told)
    for _world in range(WORLDS if rows else 0):
        world = state.resample(seat, lot.getrandbits(30))
        likely = strategy.likelihood(world, seat, memories) if memories else 1.0
        for row, at, location in kind.hidden(world, seat):
            counted[row[at], location] += likely
    total = sum(counted.values()) / max(1, len(rows))  # of all worlds
    room = Counter(location for _row, _at, location in rows)
    found = []
    for pairs in kind.choices(rows):
        share = np.array([room[location] / len(rows) for _thing, location in pairs])
        today = np.array([counted[pair] for pair in pairs]) + total / WORLDS * share
        found.append(Case(game, share, today, kind.features(state, seat, pairs)))
    return found


def record(name: str, numbers: range, thinking: int) -> list[Case]:
    """Games of a search against itself."""
    found: list[Case] = []
    lot = random.Random(SEED)
    for number in numbers:
        turns, bots = table(name, number, number, thinking)
        while turns.seat >= 0:
            if lot.random() < SHARE[name]:
                found += cases(KINDS[name], turns.state, turns.seat, number, lot)
            turns.act(bots[turns.seat])
    return found


def fitted(learning: list[Case]) -> Floats:
    """The weights under which the truth is likeliest, by Newton's method."""
    size = learning[0].features.shape[1]
    weights = np.zeros(size)
    for _step in range(8):
        slope, bend = -RIDGE * weights, RIDGE * np.eye(size)
        for case in learning:
            chances = case.chances(weights)
            mean = chances @ case.features
            slope += case.features[0] - mean
            bend += case.features.T @ (chances[:, None] * case.features) - np.outer(mean, mean)
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def check(found: list[Case], weights: Floats) -> None:
    """Report the chance given to the truth."""
    ways: dict[str, Callable[[Case], Floats]] = {
        "even": lambda case: case.even,
        "today": lambda case: case.today,
        "learned": lambda case: case.chances(weights),
    }
    for way, chances in ways.items():
        true = {case: float(chances(case)[0]) for case in found}
        by_game: dict[int, list[float]] = {}
        for case, chance in true.items():
            by_game.setdefault(case.game, []).append(math.log(chance) - math.log(float(case.today[0])))
        gains = [fmean(each) for each in by_game.values()]
        error = 1.96 * float(np.std(gains, ddof=1)) / math.sqrt(len(gains))
        mean, log = fmean(true.values()), fmean(math.log(each) for each in true.values())
        print(f"{way}: mean {mean:.4f}, log {log:.4f}, beside today {fmean(gains):+.4f} ± {error:.4f}")
    print(f"{len(found)} cases of {len(by_game)} games")


# -- playing -------------------------------------------------------------------------------------------------


class Imagining(Game[Any]):
    """A game whose imagined worlds somebody else finishes."""

    def __init__(self, game: Any, imagine: Imagine) -> None:
        for name in (
            "name",
            "kind",
            "seats",
            "options",
            "moves",
            "events",
            "refusals",
            "strategy",
            "box_name",
        ):
            setattr(self, name, getattr(game, name))
        self.base = game
        self.imagine = imagine

    def determinize(self, state: State, seat: int) -> None:
        self.base.determinize(state, seat)
        self.imagine(state, seat)

    def outcome(self, state: State) -> Outcome:
        outcome: Outcome = self.base.outcome(state)
        return outcome

    def view(self, state: State, seat: int) -> Json:
        view: Json = self.base.view(state, seat)
        return view

    def seat_names(self, seats: int) -> tuple[str, ...]:
        names: tuple[str, ...] = self.base.seat_names(seats)
        return names


class Knowing(Bot):
    """A search in worlds that ``imagining(state, seat)`` finishes for each decision."""

    def __init__(self, seed: int, thinking: int, imagining: Callable[[Any, int], Imagine]) -> None:
        super().__init__(seed)
        self.search = Search(seed, thinking)
        self.imagining = imagining

    def choose(self, state: State, seat: int) -> int:
        return self.search.choose(self.imagined(state, seat), seat)

    def wants(self, state: State, seat: int) -> int | None:
        return self.search.wants(self.imagined(state, seat), seat)

    def imagined(self, state: State, seat: int) -> State:
        """The table, under a game that imagines in this way."""
        table = state.clone()
        table.game = Imagining(state.game, self.imagining(state, seat))
        return table


def drawing(name: str, weights: Floats) -> Callable[[Any, int], Imagine]:
    """Worlds in which hidden things lie as one of some arrangements that were drawn by what was learned."""
    kind = KINDS[name]

    def imagining(state: Any, seat: int) -> Imagine:
        lot = random.Random(len(state.event_log))
        start = state.resample(seat, lot.getrandbits(30))
        rows = kind.hidden(start, seat)
        things = [row[at] for row, at, _location in rows]
        pairs = [(thing, location) for thing in things for location in {row[2] for row in rows}]
        values = kind.features(state, seat, pairs) @ weights if pairs else []
        scores: Scores = dict(zip(pairs, map(float, values), strict=True))
        masks = [start.known.seen[thing] for thing in things]  # who knew a place still knows it
        drawn = arrangements(things, [row[2] for row in rows], scores, start.known.pool, lot) if rows else []

        def imagine(world: Any, _seat: int) -> None:
            seen = list(world.known.seen)
            for place, thing in enumerate(lot.choice(drawn) if drawn else ()):
                _row, at, location = rows[place]
                kind.row(world, seat, location)[at] = thing
                seen[thing] = masks[place]
            world.known.note(seen)

        return imagine

    return imagining


def arrangements(
    things: list[int], locations: list[int], scores: Scores, pool: list[int], lot: random.Random
) -> list[list[int]]:
    """Metropolis: two things change places as often as that makes the arrangement likelier."""
    found = []
    for step in range(len(things) * (BURN_IN + ARRANGEMENTS)):
        one, two = int(lot.random() * len(things)), int(lot.random() * len(things))
        a, b, here, there = things[one], things[two], locations[one], locations[two]
        if here != there and pool[a] == pool[b]:
            gain = scores[b, here] + scores[a, there] - scores[a, here] - scores[b, there]
            if gain >= 0 or lot.random() < math.exp(gain):
                things[one], things[two] = b, a
        if step % len(things) == 0 and step >= len(things) * BURN_IN:
            found.append(things[:])
    return found


def spies(world: Any, truth: Any) -> None:
    world.spy_face = truth.spy_face
    world.spies.note(list(truth.spies.seen))


def police(world: Any, truth: Any) -> None:
    world.police_face = truth.police_face
    world.police.note(list(truth.police.seen))


def secrets(world: Any, truth: Any) -> None:
    world.secret_face = truth.secret_face
    world.secrets.note(list(truth.secrets.seen))


def chits(world: Any, truth: Any) -> None:
    world.hand = truth.hand
    world.cup = list(truth.cup)


def nothing(world: Any, truth: Any) -> None:
    """An ordinary search."""


PARTS: Final = (nothing, spies, police, secrets, chits)


def copying(part: Callable[[Any, Any], None]) -> Callable[[Any, int], Imagine]:
    """Worlds in which one part is as it really is."""
    return lambda state, _seat: lambda world, _eyes: part(world, state)


def everything(world: Any, truth: Any) -> None:
    """All of it, and who holds which tiles."""
    for part in PARTS:
        part(world, truth)
    world.tile_at = truth.tile_at


def regret(games: int, thinking: int, long: int) -> None:
    """By how much searches of Spies! that know a part choose worse than a long one that knows everything."""
    lost: dict[str, list[float]] = {part.__name__: [] for part in (*PARTS, everything)}
    for number in range(games):
        turns = Turns(spyring.game("spies").start(seed=SEED + number, events=True, **OPTIONS["spies"]))
        lot = random.Random(number)
        player = make("heuristic", number)
        while turns.seat >= 0:
            state, seat = turns.state, turns.seat
            if lot.random() < SHARE["spies"] and not turns.free and len(state.legal(seat)) > 1:
                judge = Knowing(number, long, copying(everything))
                judge.choose(state, seat)
                worth = worths(judge.search)
                for part in (*PARTS, everything) if len(worth) > 1 else ():
                    move = Knowing(lot.getrandbits(30), thinking, copying(part)).choose(state, seat)
                    lost[part.__name__].append(max(worth.values()) - worth.get(move, min(worth.values())))
            turns.act(player)
        for name, each in lost.items():
            gains = [usual - own for usual, own in zip(lost["nothing"], each, strict=True)]
            error = 1960 * float(np.std(gains)) / math.sqrt(max(1, len(gains)))
            told = f"{name}: {len(each)} positions, {1000 * fmean(each or [0.0]):.2f}"
            print(f"{told}, less by {1000 * fmean(gains or [0.0]):.2f} ± {error:.2f}", flush=True)


def worths(search: Search) -> dict[int, float]:
    """What each move brought on average; of a move that was seldom tried, part may be luck."""
    nodes = search.known(search.asked)
    usual = sum(node.total for node in nodes) / max(1.0, sum(float(node.visits) for node in nodes))
    return {int(node.move): (node.total + LUCK * usual) / float(node.visits + LUCK) for node in nodes}


def table(name: str, number: int, deal: int, thinking: int) -> tuple[Turns, list[Bot]]:
    """A game with an ordinary search in every seat."""
    names = ("search",) * OPTIONS[name]["seats"]
    seed = fixture(names, deal, SEED).seed
    turns = Turns(spyring.game(name).start(seed=seed, events=True, **OPTIONS[name]))
    return turns, [Search(seed, thinking) for seed in fixture(names, number, SEED).bot_seeds]


def played(turns: Turns, bots: list[Bot]) -> tuple[Outcome, list[float]]:
    """The outcome, and the CPU milliseconds that each seat took for a decision with a choice."""
    spent = [[0.0] for _bot in bots]
    while turns.seat >= 0:
        seat, asked = turns.seat, time.process_time()
        choice = turns.free or len(turns.state.legal(seat)) > 1
        turns.act(bots[seat])
        if choice:
            spent[seat].append(1000 * (time.process_time() - asked))
    outcome = turns.state.outcome
    assert outcome is not None
    return outcome, [sum(each) / max(1, len(each) - 1) for each in spent]


def play(name: str, weights: Floats, numbers: range, thinking: int, rivals: int) -> None:
    """One seat in turn draws its worlds by what was learned."""
    won, costs = 0.0, []
    for number in numbers:
        seats = OPTIONS[name]["seats"]
        turns, bots = table(name, number, number // seats, rivals)  # every seat in turn plays the same deal
        mine = number % seats
        bots[mine] = Knowing(SEED + number, thinking, drawing(name, weights))
        outcome, spent = played(turns, bots)
        won += (mine in outcome.winners) / max(1, len(outcome.winners))
        costs.append((spent.pop(mine), fmean(spent)))
        own, other = (fmean(each) for each in zip(*costs, strict=True))
        print(f"{name}: {figures(won, len(costs))}, ms {own:.1f}, {other:.1f}", flush=True)


def parts(games: int, thinking: int) -> None:
    """Each seat of Spies! knows another kind of hidden thing, in turn."""
    won: defaultdict[str, float] = defaultdict(float)
    ahead: defaultdict[str, float] = defaultdict(float)
    for number in range(games):
        turns, bots = table("spies", number, number // len(PARTS), thinking)
        knows = [PARTS[(seat + number) % len(PARTS)] for seat in range(len(PARTS))]
        bots = [Knowing(number * len(PARTS) + at, thinking, copying(part)) for at, part in enumerate(knows)]
        outcome, _spent = played(turns, bots)
        for seat, part in enumerate(knows):
            won[part.__name__] += (seat in outcome.winners) / max(1, len(outcome.winners))
            others = [rank for at, rank in enumerate(outcome.ranks) if at != seat]
            ahead[part.__name__] += fmean(
                (outcome.ranks[seat] < r) + (outcome.ranks[seat] == r) / 2 for r in others
            )
        for part in PARTS:
            name = part.__name__
            print(
                f"{name}: {figures(won[name], number + 1)}, ahead {ahead[name] / (number + 1):.3f}",
                flush=True,
            )


def main() -> None:
    """Learn, or play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("learn", "check", "play", "parts", "regret"))
    parser.add_argument("game", nargs="?", choices=sorted(KINDS), default="krakow")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game that is played")
    parser.add_argument("--thinking", type=int, default=100, help="iterations of a decision")
    parser.add_argument("--rivals", type=int, help="iterations of the rivals; as many if not given")
    parser.add_argument("--out", type=Path, default=Path("hidden.npz"), help="what was learned")
    parser.add_argument("--weights", type=Path, default=Path("hidden.npz"))
    chosen = parser.parse_args()
    print(f"{spyring.__version__}, {spyring.build} build")
    numbers = range(chosen.first, chosen.first + chosen.games)
    if chosen.what == "learn":
        np.savez(chosen.out, weights=fitted(record(chosen.game, numbers, chosen.thinking)))
    elif chosen.what == "check":
        check(record(chosen.game, numbers, chosen.thinking), np.load(chosen.weights)["weights"])
    elif chosen.what == "play":
        weights = np.load(chosen.weights)["weights"]
        play(chosen.game, weights, numbers, chosen.thinking, chosen.rivals or chosen.thinking)
    elif chosen.what == "parts":
        parts(chosen.games, chosen.thinking)
    else:
        regret(chosen.games, chosen.thinking, LONG * chosen.thinking)


if __name__ == "__main__":
    main()
