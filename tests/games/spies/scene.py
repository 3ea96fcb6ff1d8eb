"""The vocabulary of the tests of Spies!, besides that of all games.

The words take nations for seats, since a seat may lead two of them.

    t = scene(spies={"germany-1": "prague 5"}, secrets={"secret-1": "prague 3"},
              chits={"germany": "discovery"})
    play(t, "germany: discover 1 secret-1")
    assert controller(t, "secret-1") == "germany-1"

A spy or police piece is given as its place and its strength; a place may be a city, ``captured britain
1935``, ``neutral-box`` or ``sanctioned``. A secret is given as its city and its value, or ``counterspy``
and a strength; then ``by`` and the piece that stands on it, ``national`` and nations. Secrets 1 to 8 are
neutral, 9 to 15 German, 16 to 20 Italian, 21 to 27 Russian, 28 to 33 French, 34 to 40 British.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from spyring.engine.chance import seeded
from spyring.engine.state import State
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table, table
from spyring.testkit.scene import SPECTATOR, Words, listening
from tests.games.spies.fixed_box import COUNTERSPIES, FIXED, NATIONS, VALUES

STEPS: Final = ("set-up", "tile", "escapes", "police", "searches", "spies")
HOMES: Final = (
    ("germany", 8, 15),
    ("italy", 15, 20),
    ("russia", 20, 27),
    ("france", 27, 33),
    ("britain", 33, 40),
)
NONE: Final[Mapping[Any, Any]] = MappingProxyType({})
CITIES: Final = FIXED.moves["hide"].arguments[0][1].labels
TILES: Final = FIXED.moves["play"].arguments[0][1].labels

# -- given ---------------------------------------------------------------------------------------------------


def scene(
    *,
    step: str = "spies",
    turn: str = "germany",
    year: int = 1933,
    seats: int = 5,
    money: int | Mapping[str, int] = 50,
    chits: Mapping[str, str] = NONE,
    spies: Mapping[str, str] = NONE,
    police: Mapping[str, str] = NONE,
    secrets: Mapping[str, str] = NONE,
    drops: Sequence[tuple[str, str]] = (),
    tiles: Mapping[str, str] = NONE,
    played: str = "",
    owners: Mapping[str, str] = NONE,
    markers: Mapping[tuple[str, int], int] = NONE,
    points: int = 12,
    cup: str | None = None,
    lot: int = 0,
    seed: int = 0,
    edition: int = 0,
    **options: Any,
) -> Table:
    """A table at a step of a nation's turn; what is not named lies nowhere. Edition 0 is the newest."""
    data: dict[str, Any] = {"step": STEPS.index(step), "year": year - 1933, "lot": lot}
    data["turn"] = w.NATION_IDS.index(turn)
    data["points"] = points if options.get("game") == "advanced" else 0
    data["money"] = [money] * 5 if isinstance(money, int) else [money.get(n, 50) for n in w.NATION_IDS]
    data["hand"] = [chits.get(n, "").split().count(chit) for n in w.NATION_IDS for chit in w.CHIT_IDS]
    if cup is not None:
        data["cup"] = [cup.split().count(chit) for chit in w.CHIT_IDS]
    data |= _spies(spies) | _police(police)
    data |= _secrets(secrets, data)
    data["drops"] = sorted(CITIES.index(city) * 5 + w.NATION_IDS.index(nation) for nation, city in drops)
    data["tile_at"] = _tiles(tiles, played)
    home = [row["country"] for row in FIXED.box.data["city"]]  # type: ignore[attr-defined]
    home = [owners.get(city, country) for city, country in zip(CITIES, home, strict=True)]
    data["owner"] = [w.NATION_IDS.index(n) if n in w.NATION_IDS else -1 for n in home]
    data["markers"] = [markers.get((n, y), 0) for n in w.NATION_IDS for y in range(1933, 1940)]
    saved = {"game": "spies", "seats": seats, "options": options, "table": data}
    if seed:
        saved["chance"] = seeded(seed)
    game = FIXED.edition(edition) if edition else FIXED
    assert game is not None
    return table(listening(game.from_json(saved)))


def place(words: list[str]) -> int:
    """A place as the table counts it; takes its words away."""
    word = words.pop(0)
    if word == "captured":
        return -10 - w.NATION_IDS.index(words.pop(0)) * 7 - (int(words.pop(0)) - 1933)
    return (
        {"neutral-box": -4, "sanctioned": -3, "unused": -2}.get(word, -99)
        if word not in CITIES
        else CITIES.index(word)
    )


def _spies(given: Mapping[str, str]) -> dict[str, Any]:
    at, face = [-5] * 30, [-1] * 30
    for n, nation in enumerate(w.NATION_IDS):
        strengths = list(NATIONS[nation][4])
        taken: list[int] = []
        rows = {name: given[name].split() for name in given if name.startswith(nation)}
        for name, words in rows.items():
            number = int(name.rpartition("-")[2]) - 1
            at[n * 6 + number] = place(words)
            if words:
                fitting = [f for f, s in enumerate(strengths) if s == int(words[0]) and f not in taken]
                assert fitting, f"{nation} has no spy of strength {words[0]} left"
                face[n * 6 + number] = n * 6 + fitting[0]
                taken.append(fitting[0])
        rest = [f for f in range(len(strengths)) if f not in taken]
        for number in range(len(strengths)):
            if at[n * 6 + number] == -5:
                at[n * 6 + number] = -2
            if face[n * 6 + number] < 0:
                face[n * 6 + number] = n * 6 + rest.pop()
    return {"spy_at": at, "spy_face": face}


def _police(given: Mapping[str, str]) -> dict[str, Any]:
    at, face = [-5] * 50, [-1] * 50
    for n, nation in enumerate(w.NATION_IDS):
        strengths = list(NATIONS[nation][5])
        taken: list[int] = []
        for name in given:
            if name.startswith(nation):
                number = int(name.rpartition("-")[2]) - 1
                city, strength = given[name].split()
                at[n * 10 + number] = CITIES.index(city)
                fitting = [f for f, s in enumerate(strengths) if s == int(strength) and f not in taken]
                assert fitting, f"{nation} has no police of strength {strength} left"
                face[n * 10 + number] = n * 10 + fitting[0]
                taken.append(fitting[0])
        rest = [f for f in range(len(strengths)) if f not in taken]
        for number in range(len(strengths)):
            if at[n * 10 + number] == -5:
                at[n * 10 + number] = -1
                face[n * 10 + number] = n * 10 + rest.pop()
    return {"police_at": at, "police_face": face}


def home_of(secret: int) -> str:
    """The nation that drew a secret, by its number from 0; empty for a neutral one."""
    return next((nation for nation, first, last in HOMES if first <= secret < last), "")


def _secrets(given: Mapping[str, str], data: dict[str, Any]) -> dict[str, Any]:
    at, by, face = [-1] * 40, [-1] * 40, [-1] * 40
    homes = [home_of(secret) for secret in range(40)]
    national = [1 << w.NATION_IDS.index(home) if home else 0 for home in homes]
    worths = [*VALUES, *(f"counterspy {strength}" for strength in COUNTERSPIES)]
    for name, text in given.items():
        number = int(name.rpartition("-")[2]) - 1
        words = text.split()
        if words[0] == "captured":
            words[0:1] = ["captured"]
        at[number] = place(words)
        if words and words[0] not in ("by", "national"):
            worth: Any = f"counterspy {words[1]}" if words[0] == "counterspy" else int(words[0])
            del words[: 2 if words[0] == "counterspy" else 1]
            face[number] = next(f for f, value in enumerate(worths) if value == worth and f not in face)
        if words and words[0] == "by":
            by[number] = piece(words[1])
            del words[:2]
        if words and words[0] == "national":
            national[number] = sum(1 << w.NATION_IDS.index(nation) for nation in words[1:])
    rest = [f for f in range(40) if f not in face]
    for number in range(40):
        if face[number] < 0:
            face[number] = rest.pop(0)
    seen = [0] * 40
    for number in range(40):
        keeper = by[number]
        seen[face[number]] = national[number]
        if keeper >= 0:
            seen[face[number]] |= 1 << (keeper // 6 if keeper < 30 else (keeper - 30) // 10)
    return {"secret_at": at, "secret_by": by, "secret_face": face, "secret_seen": seen, "national": national}


def piece(name: str) -> int:
    """What stands on a secret: germany-1 is a spy, police:germany-1 a police piece."""
    what, _colon, who = name.rpartition(":")
    nation, _dash, number = who.rpartition("-")
    index = w.NATION_IDS.index(nation)
    return 30 + index * 10 + int(number) - 1 if what == "police" else index * 6 + int(number) - 1


def _tiles(held: Mapping[str, str], played: str) -> list[int]:
    at = [tile // 7 if tile < 35 else (tile - 35) // 3 for tile in range(50)]
    for nation, tiles in held.items():
        for tile in tiles.split():
            at[TILES.index(tile)] = w.NATION_IDS.index(nation)
    for tile in played.split():
        at[TILES.index(tile)] = 10
    return at


class Nations(Words):
    """The words of all games; a nation stands for the seat that leads it."""

    def number(self, state: State, name: str) -> int:
        return table(state).runner[w.NATION_IDS.index(name)]

    def names(self, state: State) -> tuple[str, ...]:
        return w.NATION_IDS


NATION_WORDS: Final = Nations()
play = NATION_WORDS.play
frame = NATION_WORDS.frame
asked = NATION_WORDS.asked
legal = NATION_WORDS.legal
refused_by = NATION_WORDS.refused_by
seen = NATION_WORDS.seen
told = NATION_WORDS.told
who_was_told = NATION_WORDS.who_was_told

# -- when ----------------------------------------------------------------------------------------------------


def react(t: State, *answers: str) -> None:
    """Answers in a window, each as nation and chit: ``react(t, "france cover", "germany discovery")``."""
    for answer in answers:
        nation, chit = answer.split()
        play(t, f"{nation}: pass" if chit == "pass" else f"{nation}: answer {chit}")


def pass_all(t: State) -> None:
    """All nations that are asked for a reaction pass."""
    while frame(t) in (
        "Search",
        "Discover",
        "Control",
        "Counterspy",
        "Sanction",
        "Network",
        "Freeing",
        "CashAtDrop",
    ):
        play(t, "pass")


def end_turn(t: State) -> None:
    """The nation on turn discards a tile if it must, and does nothing else."""
    turn = seen(t)["turn"]
    year = seen(t)["year"]
    while t.deciders and (seen(t)["turn"], seen(t)["year"]) == (turn, year):
        moves = [FIXED.moves.name(move) for move in t.legal(t.deciders[0])]
        dull = [move for move in moves if move.split()[0] in ("discard", "pass", "done", "end")]
        play(t, dull[0])


def random_game(*, seed: int = 0, **given: Any) -> Iterator[Table]:
    """A whole game of random moves: the table before each of them, and at the end."""
    chance = random.Random(seed)
    state = FIXED.start(seed=seed, events=True, **given)
    while state.deciders:
        yield table(state)
        seat = chance.choice(state.deciders)
        state.play(seat, chance.choice(state.legal(seat)))
    yield table(state)


# -- then ----------------------------------------------------------------------------------------------------


def verbs(t: State, nation: str) -> set[str]:
    return {move.split()[0] for move in legal(t, nation)}


def spy(t: State, name: str, viewer: str = SPECTATOR) -> dict[str, Any]:
    return next(row for row in seen(t, viewer)["spies"] if row["id"] == name)


def at(t: State, name: str) -> Any:
    """Where a spy is: a space, or the box it lies in."""
    row = spy(t, name)
    return row["at"] or row["off"]


def came_back(t: State) -> str:
    """The number of the one spy that has come back to the map."""
    (event,) = told(t, "freed") + told(t, "recruited")
    return event["spy"]


def record(nation: str, year: int) -> dict[str, Any]:
    """A box of the record."""
    return {"box": "record", "nation": nation, "year": year}


def secret(t: State, name: str, viewer: str = SPECTATOR) -> dict[str, Any]:
    return next(row for row in seen(t, viewer)["secrets"] if row["id"] == name)


def controller(t: State, name: str) -> Any:
    """The piece that stands on a secret."""
    return secret(t, name)["by"]


def nation(t: State, name: str, viewer: str = "") -> dict[str, Any]:
    """What a nation's own seat, or another one, sees of it."""
    found: dict[str, Any] = seen(t, viewer or name)["nations"][w.NATION_IDS.index(name)]
    return found


def money(t: State, name: str) -> int:
    found: int = nation(t, name)["money"]
    return found


def hand(t: State, name: str) -> dict[str, int]:
    found: dict[str, int] = nation(t, name)["hand"]
    return found


def police_in(t: State, city: str) -> int:
    return sum(row["at"] == city for row in seen(t)["police"])
