"""Spies! beside its plain model: the same game twice, compared decision by decision."""

import random
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

import spyring
from spyring.engine.state import State
from tests.games.spies.model import NATIONS, Faces, Model
from tests.models import games

GAMES = games("spies", by_day=1, at_night=20)
EVERY = 40  # decisions between two worlds that somebody imagines
BOX = tomllib.loads(files("spyring.games.spies").joinpath("box.toml").read_text(encoding="utf-8"))
CITIES = [row["id"] for row in BOX["city"]]
SPACES = [*CITIES, *(row["id"] for row in BOX["zone"])]
CHITS = [row["id"] for row in BOX["chit"]]
TILES = [row["id"] for row in BOX["tile"]]
SPIES = [face for row in BOX["nation"] for face in [*row["spies"], *[None] * 6][:6]]
POLICE = [face for row in BOX["nation"] for face in [*row["police"], *[0] * 10][:10]]
OFF_MAP = {-1: "unused", -2: "unused", -3: "sanctioned", -4: "captured"}

Json = dict[str, Any]


class Read:
    """What chance brought, read off the position of the program after the same move."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def table(self) -> Json:
        found: Json = self.state.to_json()["table"]
        return found

    def russia(self) -> int:
        return int(self.table["lot"])

    def tiles(self, nation: str) -> list[str]:
        holder = NATIONS.index(nation)
        return [TILES[tile] for tile, at in enumerate(self.table["tile_at"]) if at == holder]

    def faces(self) -> list[Json]:
        return [BOX["secret"][face] for face in self.table["secret_face"]]

    def strengths(self, nation: str) -> list[Json]:
        first = 6 * NATIONS.index(nation)
        return [SPIES[face] for face in self.table["spy_face"][first : first + 6] if face >= 0]

    def police(self, nation: str) -> list[int]:
        first = 10 * NATIONS.index(nation)
        return [POLICE[face] for face in self.table["police_face"][first : first + 10] if face >= 0]

    def arranged(self, step: str, nation: str) -> Json:
        holder = NATIONS.index(nation)
        table = self.table
        if step == "secrets":
            mine = [n for n, mask in enumerate(table["national"]) if mask == 1 << holder]
            return {str(n + 1): SPACES[table["secret_at"][n]] for n in mine}
        if step == "guards":
            found = {}
            for number, by in enumerate(table["secret_by"]):
                if 0 <= by < 30 and by // 6 == holder:
                    found[str(number + 1)] = ("spy", by % 6 + 1)
                elif by >= 30 and (by - 30) // 10 == holder:
                    found[str(number + 1)] = ("police", (by - 30) % 10 + 1)
            return found
        key, count = ("spy_at", 6) if step == "spies" else ("police_at", 10)
        first = count * holder
        row = table[key][first : first + count]
        return {str(n + 1): SPACES[at] for n, at in enumerate(row) if at >= 0}

    def drawn(self, nation: str, held: "Counter[str]", count: int) -> list[str]:
        now = chits(self.table, NATIONS.index(nation))
        return list((now - held).elements())[:count]

    def recruited(self, nation: str, dead: list[int]) -> int:
        """The number that the recruited spy had: the face that is dead no longer."""
        first = 6 * NATIONS.index(nation)
        faces = Counter(
            SPIES[self.table["spy_face"][n]]["name"]
            for n in range(first, first + 6)
            if self.table["spy_at"][n] == -3
        )
        for number in dead:
            name = self.names[nation, number]
            if not faces[name]:
                return number
        raise AssertionError("nobody came back")

    def numbers(self, nation: str) -> dict[str, int]:
        """The number of each spy of a nation, by the name on its face."""
        first = 6 * NATIONS.index(nation)
        row = self.table["spy_face"][first : first + 6]
        return {SPIES[face]["name"]: n + 1 for n, face in enumerate(row) if face >= 0}

    names: dict[tuple[str, int], str]


def chits(table: Json, nation: int) -> "Counter[str]":
    row = table["hand"][10 * nation : 10 * nation + 10]
    return Counter({chit: count for chit, count in zip(CHITS, row, strict=True) if count})


def standing(state: State) -> Json:
    """The program's true position in the words of the model."""
    table: Json = state.to_json()["table"]
    spies, police, secrets = {}, {}, {}
    for number, at in enumerate(table["spy_at"]):
        if at != -5:
            where = "map" if at >= 0 else OFF_MAP.get(at, "captured")
            captor = "neutral" if at == -4 else NATIONS[(-10 - at) // 7] if at <= -10 else ""
            spies[f"{NATIONS[number // 6]}-{number % 6 + 1}"] = (
                where,
                SPACES[at] if at >= 0 else "",
                SPIES[table["spy_face"][number]]["strength"],
                captor,
            )
    for number, at in enumerate(table["police_at"]):
        if at != -5:
            police[f"{NATIONS[number // 10]}-{number % 10 + 1}"] = SPACES[at] if at >= 0 else ""
    for number, at in enumerate(table["secret_at"]):
        by = table["secret_by"][number]
        guard = None
        if 0 <= by < 30:
            guard = ("Spy", NATIONS[by // 6], by % 6 + 1)
        elif by >= 30:
            guard = ("Police", NATIONS[(by - 30) // 10], (by - 30) % 10 + 1)
        where = "map" if at >= 0 else "unplaced" if at == -1 else "gone" if at == -6 else "record"
        secrets[f"secret-{number + 1}"] = (where, SPACES[at] if at >= 0 else "", guard)
    return {
        "year": table["year"],
        "money": dict(zip(NATIONS, table["money"], strict=True)),
        "chits": {n: dict(sorted(chits(table, k).items())) for k, n in enumerate(NATIONS)},
        "tiles": {
            n: sorted(TILES[t] for t, at in enumerate(table["tile_at"]) if at == k)
            for k, n in enumerate(NATIONS)
        },
        "spies": spies,
        "police": police,
        "secrets": secrets,
        "brought": sorted(f"secret-{n + 1}" for n in range(40) if table["brought"] >> n & 1),
    }


def faces(state: State) -> Faces:
    """The faces of all spies and police, by the numbers of the pieces."""
    table: Json = state.to_json()["table"]
    found: Faces = {}
    for number, face in enumerate(table["spy_face"]):
        if face >= 0:
            row = SPIES[face]
            found["Spy", NATIONS[number // 6], number % 6 + 1] = (row["strength"], bool(row.get("cousin")))
    for number, face in enumerate(table["police_face"]):
        if face >= 0:
            found["Police", NATIONS[number // 10], number % 10 + 1] = (POLICE[face], False)
    return found


def picked(dice: random.Random, moves: set[str]) -> str:
    """Rare verbs as often as common ones, but talks are short and set-up is quick."""
    verbs = sorted({move.split()[0] for move in moves})
    if "arrange" in verbs and dice.random() < 0.5:
        return "arrange"
    weight = {"talk": 0.1, "end": 0.15, "done": 0.6, "answer": 3.0, "discover": 4.0, "cash": 9.0, "step": 3.0}
    verb = dice.choices(verbs, [weight.get(verb, 1.0) for verb in verbs])[0]
    return dice.choice(sorted(move for move in moves if move.split()[0] == verb))


def together(seats: int, seed: int, kind: str) -> None:
    """Play one game with random moves on both sides; every difference is a failure."""
    dice = random.Random(seed)
    game = spyring.game("spyring.games.spies")
    state = game.start(seats=seats, seed=seed, game=kind)
    names = game.moves.name
    read = Read(state)
    model = Model(seats, kind, BOX, read)
    fell: list[tuple[str, str]] = []
    for number in range(20_000):
        acting = (*state.deciders, *state.interrupters)
        asked = {seat: {names(move) for move in state.legal(seat)} for seat in acting}
        where = f"{kind}, {seats} seats, seed {seed}, move {number}"
        assert asked == model.asked, where
        shown, expected = standing(state), model.standing()
        assert shown == {key: expected[key] for key in shown}, where
        if not asked:
            break
        if number % EVERY == 0:
            viewer = dice.choice([None, *range(seats)])
            world = state.resample(viewer, number)
            assert not model.contradictions(faces(world)), f"{where}, imagined by {viewer}"
        seat = dice.choice(state.interrupters or state.deciders if dice.random() < 0.05 else state.deciders)
        move = picked(dice, asked[seat])
        read.names = {key: model.face(key) for key in model.spies}
        state.event_log = []
        state.play(seat, game.moves.parse(move))
        told = [event for event in state.events_for(None) if event["kind"] == "cancelled"]
        fell += [(event["nation"], event["chit"]) for event in told]
        model.answer(seat, move)
    outcome = state.outcome
    assert outcome is not None
    assert model.over
    assert set(outcome.winners) == model.winners()
    assert outcome.clause == model.clause()
    assert fell == model.cancelled


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["standard", "advanced"])
def test_the_plain_model_agrees(seats: int, kind: str) -> None:
    for seed in range(GAMES):
        together(seats, seed, kind)
