"""The vocabulary of the tests of Kraków, besides that of all games.

    state = scene(leader="white-purse", hands={"white-purse": "castle-power-3"})
    succeed(state, "castle-power-3")
    assert field(state, "castle", "power") == (3, 0)

Seats, cards, districts and groups go by their names in moves and files; the cards are of the numbered box.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games.krakow import GAME
from spyring.games.krakow.generated import Table, table
from spyring.testkit.scene import SPECTATOR, asked, frame, listening, play, seen
from tests.games.krakow.numbered_box import NUMBERED

SEATS: Final = ("white-dagger", "black-purse", "white-purse", "black-dagger")  # clockwise
ALL: Final = {*SEATS, SPECTATOR}
TEAMS: Final = ("white", "black")
GROUPS: Final = ("green", "blue", "yellow", "red")
SEASONS: Final = ("spring", "summer", "autumn", "winter", "year-end")
DISTRICTS: Final = ("slums", "barracks", "shops", "churches", "harbour", "castle", "province")
GOLD_DISTRICTS: Final = ("shops", "churches", "harbour", "castle", "province")
KINDS: Final = ("fame", "support", "power", "gold")

NONE: Final[Mapping[Any, Any]] = MappingProxyType({})
Fact = TypeVar("Fact")


def cards_of(game: Game) -> tuple[str, ...]:
    """The cards of a box by name."""
    _name, domain = game.moves.verbs[0].arguments[0]
    return domain.labels


IDS: Final = cards_of(NUMBERED)

# What the seats after the leader hold if the test does not say otherwise: an intrigue can succeed, or fail.
ANSWERS: Final = (("sword-0", "sword-5"), ("gift-0", "gift-5"), ("axe-0", "axe-5"))


# -- given ---------------------------------------------------------------------------------------------------


def scene(
    *,
    leader: str = "white-dagger",
    hands: Mapping[str, str] = NONE,
    only: Mapping[str, str] = NONE,
    bottom: str = "",
    success: str | int = 0,
    season: str = "spring",
    tricks: int = 1,
    year: int = 1325,
    chest: Mapping[str, int] = NONE,
    board: Mapping[tuple[str, str], tuple[int, int]] = NONE,
    extra: Mapping[str, int] = NONE,
    points: Mapping[str, int] = NONE,
    groups: Mapping[str, int] = NONE,
    identity: Sequence[str] = GROUPS,
    holders: Sequence[str] = SEATS,
    seed: int = 0,
    **options: int | str,
) -> Table:
    """A table at the lead of a trick, or at the division of gold; all that is left out is filled in.

    ``hands`` names cards that a seat holds among others, ``only`` all that it holds; ``bottom`` names what
    lies lowest in the discard pile; ``success`` names the cards of the success pile, or just counts them;
    ``tricks`` counts the finished ones; ``holders`` hold Spring, Summer, Autumn and Winter.
    """
    successes = success.split() if isinstance(success, str) else []
    named = [*" ".join([*hands.values(), *only.values(), bottom]).split(), *successes]
    loose = [card for card in IDS if card not in named]
    sizes = [9 + extra.get(team(seat), 0) - tricks for seat in SEATS]
    held = [[]] * 4 if season == "year-end" else _hands(leader, hands, only, sizes, loose)
    if isinstance(success, int):
        successes = _take(loose, success)
    position = {
        "year": year - 1325,
        "season": SEASONS.index(season),
        "tricks": 7 if season == "year-end" else tricks,
        "leader": number(leader),
        "hands": held,
        "success": successes,
        "discard": [*bottom.split(), *loose],
        "identity": [GROUPS.index(group) for group in identity],
        "holder": [number(seat) for seat in holders],
        "board": [n for district in DISTRICTS for kind in KINDS for n in board.get((district, kind), (0, 0))],
        "chest": [chest.get(seat, 0) for seat in SEATS],
        "extra": [extra.get(name, 0) for name in TEAMS],
        "points": [points.get(seat, 0) for seat in SEATS],
        "group_points": [groups.get(group, 0) for group in GROUPS],
    }
    data = {"game": "krakow", "options": options, "chance": seed, "table": position}
    return table(listening(NUMBERED.from_json(data)))


def year_end(**given: Any) -> Table:
    """The end of the only year: White Dagger and Black Purse have one gold each to divide."""
    usual: dict[str, Any] = {"season": "year-end", "years": 1, "chest": {"white-dagger": 1, "black-purse": 1}}
    return scene(**usual | given)


def _hands(
    leader: str, hands: Mapping[str, str], only: Mapping[str, str], sizes: Sequence[int], loose: list[str]
) -> list[list[str]]:
    """What the test named, answers to an intrigue, and anything up to the usual size."""
    held = [only.get(seat, hands.get(seat, "")).split() for seat in SEATS]
    for step, answers in enumerate(ANSWERS, start=1):
        seat = (number(leader) + step) % 4
        if SEATS[seat] not in only:
            held[seat] += [loose.pop(loose.index(card)) for card in answers if card in loose]
    for seat in range(4):
        if SEATS[seat] not in only:
            held[seat] += _take(loose, sizes[seat] - len(held[seat]))
    return held


def _take(loose: list[str], count: int) -> list[str]:
    taken = loose[: max(0, count)]
    del loose[: max(0, count)]
    return taken


def number(seat: str) -> int:
    return SEATS.index(seat)


def team(seat: str) -> str:
    return seat.split("-")[0]


# -- when ----------------------------------------------------------------------------------------------------


def trick(state: State, cards: str) -> None:
    """The leader and the others, clockwise, play these cards; fewer than four leave it open."""
    for card in cards.split():
        assert len(state.deciders) == 1
        play(state, f"play {card}")


def succeed(state: State, card: str) -> None:
    """The card is led and succeeds: the others count nothing, and the same seat leads again."""
    trick(state, f"{card} sword-0 gift-0 axe-0")


def fail(state: State, card: str) -> None:
    """The card is led and fails by ten points; the first opponent leads next."""
    trick(state, f"{card} sword-5 gift-0 axe-5")


def end_year(state: State) -> None:
    """Both put their gold on the same field, so that it changes nothing; the year is scored."""
    play(state, "white-dagger: allot shops", "white-dagger: ready")
    play(state, "black-purse: allot shops", "black-purse: ready")


def random_game(game: Game = GAME, *, seed: int = 0, **options: Any) -> Iterator[Table]:
    """A whole game of random moves: the table before each of them, and at the end."""
    chance = random.Random(seed)
    state = game.start(seed=seed, events=True, **options)
    while state.deciders:
        yield table(state)
        seat = chance.choice(state.deciders)
        state.play(seat, chance.choice(state.legal(seat)))
    yield table(state)


# -- then ----------------------------------------------------------------------------------------------------


def view(state: State, viewer: str = SPECTATOR) -> dict[str, Any]:
    """The whole view of a seat or a spectator."""
    return state.view(None if viewer == SPECTATOR else number(viewer))


def player(state: State, seat: str, viewer: str = SPECTATOR) -> dict[str, Any]:
    """What the viewer sees of a seat."""
    found: dict[str, Any] = seen(state, viewer)["players"][number(seat)]
    return found


def field(state: State, district: str, kind: str) -> tuple[int, int]:
    """The markers of White and Black on a field."""
    markers = seen(state)["districts"][DISTRICTS.index(district)]["fields"][kind]
    return markers["white"], markers["black"]


def board(state: State) -> dict[tuple[str, str], tuple[int, int]]:
    """Every field that is not empty."""
    rows = [(row["district"], kind) for row in seen(state)["districts"] for kind in row["fields"]]
    return {row: field(state, *row) for row in rows if field(state, *row) != (0, 0)}


def gold(state: State, seat: str) -> int:
    """The gold in a chest, as its owner sees it."""
    found: int = player(state, seat, seat)["gold"]
    return found


def points(state: State) -> list[int]:
    """The own points, in the order of the seats."""
    return [player(state, seat)["points"] for seat in SEATS]


def groups(state: State) -> list[int]:
    """The points of green, blue, yellow and red."""
    return [seen(state)["groups"][group] for group in GROUPS]


def hand(state: State, seat: str) -> list[str]:
    found: list[str] = seen(state, seat)["hand"]
    return found


def hand_sizes(state: State) -> list[int]:
    return [player(state, seat)["cards"] for seat in SEATS]


def names(cards: Sequence[int]) -> list[str]:
    """Cards of the numbered box by name."""
    return [IDS[card] for card in cards]


def decider(state: State) -> str:
    """The one seat that is asked."""
    (seat,) = asked(state)
    return seat


def leader(state: State) -> str:
    """Who leads the trick that begins now."""
    assert frame(state) == "Lead"
    return decider(state)


def heard(state: State, viewer: str = SPECTATOR) -> list[dict[str, str]]:
    """All events that a seat or a spectator perceived."""
    return state.events_for(None if viewer == SPECTATOR else number(viewer))


def who_sees(state: State, seat: str, what: str) -> set[str]:
    """All viewers that see this about a seat: its identity, season, gold, cards."""
    return {viewer for viewer in ALL if player(state, seat, viewer)[what] is not None}


def possible(state: State, viewer: str, fact: Callable[[Table], Fact], worlds: int = 30) -> set[Fact]:
    """What a fact may be for all that the viewer knows; every such world must look the same to it."""
    seat = None if viewer == SPECTATOR else number(viewer)
    seen_here, told_here = state.view(seat), state.events_for(seat)
    legal_here = () if seat is None else sorted(state.legal(seat))
    found: set[Fact] = set()
    for seed in range(worlds):
        world = state.resample(seat, seed)
        assert world.view(seat) == seen_here
        assert world.events_for(seat) == told_here
        assert seat is None or sorted(world.legal(seat)) == legal_here
        found.add(fact(table(world)))
    return found
