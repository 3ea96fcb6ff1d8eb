"""The table of Spies! in benchmarks/results/balance.md: python tools/spies_balance.py advanced 5000 [BOX]

Heuristic bots play all five seats. It counts what the box must satisfy, and what helps to tune it.
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import spyring
from spyring.arena.proportions import wilson
from spyring.bots import make
from spyring.games.spies import words as w
from spyring.games.spies.generated import table
from spyring.games.spies.places import RECORD
from spyring.games.spies.scoring import AT_HOME, breakdown

BY_VERB = {
    "discover": "discovery",
    "sanction": "sanction",
    "drop": "drop",
    "recruit": "recruit",
    "source": "source",
    "free": "escape",
}
BEFORE_1938 = 5  # years from 1933 on


class Count:
    """What happened in many games."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.words = [game.moves.name(move).split() for move in range(len(game.moves))]
        self.wins = [0.0] * w.NATIONS
        self.points: Counter[tuple[str, str]] = Counter()
        self.winners: Counter[str] = Counter()
        self.chits: Counter[str] = Counter()
        self.windows: Counter[str] = Counter()
        self.tiles: Counter[str] = Counter()
        self.verbs: Counter[str] = Counter()
        self.cashed: Counter[tuple[int, int]] = Counter()
        self.games = 0

    def play(self, kind: str, seed: int) -> None:
        """One game, counted."""
        state = self.game.start(seats=w.NATIONS, seed=seed, game=kind)
        bots = [make("heuristic", seed * w.NATIONS + seat) for seat in range(w.NATIONS)]
        while state.deciders:
            seat = state.deciders[0]
            moves = state.legal(seat)
            move = bots[seat].choose(state, seat) if len(moves) > 1 else moves[0]
            self.note(state.stack[-1], self.words[move])
            state.play(seat, move)
        self.score(state)

    def note(self, frame: Any, words: list[str]) -> None:
        """Count a move, and the chit or tile that it plays."""
        verb = words[0]
        self.verbs[verb] += 1
        if verb == "answer":
            self.windows[frame.window] += 1
            self.chits[words[1]] += 1
        elif verb in BY_VERB:
            self.chits[BY_VERB[verb]] += 1
        elif verb == "play":
            self.tiles[words[1]] += 1

    def score(self, state: Any) -> None:
        """Count the result of a game."""
        t = table(state)
        outcome = state.outcome
        assert outcome is not None
        self.games += 1
        winners = [seat for seat in range(w.NATIONS) if outcome.ranks[seat] == 1]
        for nation in range(w.NATIONS):
            for part, points in breakdown(t, nation).items():
                self.points[w.NATION_IDS[nation], part] += points
                if nation in winners:
                    self.winners[part] += points
            if nation in winners:
                self.wins[nation] += 1 / len(winners)
        for secret in range(w.SECRETS):
            place = RECORD - t.secret_at[secret]
            if place >= 0 and not t.home >> secret & 1:
                self.cashed[place // w.YEARS, place % w.YEARS] += 1

    def show(self) -> None:
        """The figures, as lines of a table."""
        for nation, name in enumerate(w.NATION_IDS):
            low, high = wilson(round(self.wins[nation]), self.games)
            parts = {part: count for (who, part), count in self.points.items() if who == name}
            found = ", ".join(f"{part} {count / self.games:.1f}" for part, count in parts.items())
            cashed = sum(count for (who, _year), count in self.cashed.items() if who == nation) / self.games
            total = sum(parts.values()) / self.games
            share = f"{self.wins[nation] / self.games:.1%} ({low:.1%} - {high:.1%})"
            print(f"| {name} | {share} | {total:.1f} points: {found} | {cashed:.1f} cashed |")
        early = sum(count for (_who, year), count in self.cashed.items() if year < BEFORE_1938)
        every = self.cashed.total()
        print(f"| cashed before 1938 | {early / max(1, every):.1%} of {every / self.games:.1f} |")
        home = self.winners[AT_HOME] / self.winners.total()
        print(f"| the winner's points from secrets at home | {home:.1%} |")
        for title, count in (("chits", self.chits), ("windows", self.windows), ("verbs", self.verbs)):
            rows = ", ".join(f"{name} {number / self.games:.2f}" for name, number in count.most_common())
            print(f"| {title}, a game | {rows} |")
        tiles = sorted((self.tiles[name], name) for name in self.game.box.tile_ids)
        print(
            f"| tiles played least | {', '.join(f'{name} {n / self.games:.3f}' for n, name in tiles[:12])} |"
        )
        never = [chit for chit in w.CHIT_IDS if not self.chits[chit]]
        print(f"| chits never played | {', '.join(never) or 'none'} |")


def main(kind: str, games: str, box: str = "") -> None:
    """Play and show."""
    game = spyring.game("spies")
    if box:
        game = game.with_box(Path(box).read_text(encoding="utf-8"))
    count = Count(game)
    for seed in range(int(games)):
        count.play(kind, seed)
    print(f"Spies!, {kind}, {games} games, box {game.box_digest()}, {spyring.build} build")
    count.show()


if __name__ == "__main__":
    main(*sys.argv[1:])
