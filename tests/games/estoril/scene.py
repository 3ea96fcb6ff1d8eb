"""The vocabulary of the tests of Estoril, besides that of all games.

    state = scene(board=3, spaces={"3.I": "linda-x-red", "3.II": "araujo-green"})
    play(state, "assassinate 3.II")
    assert "araujo-green" in hand(state, "green")

Starting tiles belong to the seat of their colour; others say whose cube lies on them: ``"red:garbo"``.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games.estoril import GAME
from spyring.games.estoril.generated import table
from spyring.testkit.scene import SPECTATOR, frame, listening, play, seen

COLOURS: Final = ("red", "green", "blue", "yellow")
STARTERS: Final = ("araujo", "guedes", "roque", "hans-r", "elizabeth", "linda-x")
CHARACTERS: Final[tuple[str, ...]] = tuple(tile["id"] for tile in GAME.box.characters)
DULL: Final = (
    "clark-g",
    "j-bourbon",
    "c-lucky-luciano",
    "dusko-p",
    "i-shouwaloff",
    "g-rene",
    "e-windsor",
    "otto-m",
)
"""Rewards that do not matter in tests, by board."""

DISCARDS: Final = [["EndRound"], ["ChooseDiscards", [[], []], 0, [0, 0]]]
"""The stack when two seats choose their discards."""

NOTHING: Final[Mapping[Any, Any]] = {}


# -- given ---------------------------------------------------------------------------------------------------


def scene(
    *,
    seats: int = 2,
    grid: Sequence[int] = (1, 2, 3, 4, 5, 6),
    turns: Sequence[int] = (0, 0, 0, 0, 0, 0),
    board: int = 0,
    spaces: Mapping[str, str] = NOTHING,
    marked: Iterable[str] = (),
    rewards: Mapping[int, str] = NOTHING,
    hands: Mapping[str, str] = NOTHING,
    discards: Mapping[str, str] = NOTHING,
    top: str = "",
    missions: str = "",
    between: str = "",
    agendas: str = "",
    stack: list[Any] | None = None,
    at_end: bool = False,
    turn: int = 0,
    first: int = 0,
    round: int = 1,
    chance: int = 0,
    game: Game = GAME,
    **options: Any,
) -> State:
    """A position with these things on the table.

    ``board`` is the one being resolved. ``hands`` replaces whole hands, ``top`` names the next tiles of the
    pile. ``at_end`` asks for the end of the round, with nothing on the boards.
    """
    placed = {label: _placed(tile, label in marked) for label, tile in spaces.items()}
    given = [entry["tile"] for entry in placed.values()]
    held = {seat: tiles.split() for seat, tiles in hands.items()}
    thrown = [discards.get(seat, "").split() for seat in COLOURS[:seats]]
    given += [tile for tiles in [*held.values(), *thrown, top.split()] for tile in tiles]
    lying: dict[str, Any] = {}
    if not at_end:
        for number in sorted(grid):
            if number >= board:
                lying[str(number)] = {
                    "tile": rewards.get(number) or _dull(number, [*given, *rewards.values()])
                }
                given.append(lying[str(number)]["tile"])
    starters = [[f"{name}-{colour}" for name in STARTERS] for colour in COLOURS[:seats]]
    for seat, colour in enumerate(COLOURS[:seats]):
        if colour not in held:
            held[colour] = [tile for tile in starters[seat] if tile not in given]
    everything = [*CHARACTERS, *(tile for tiles in starters for tile in tiles)]
    named = [*given, *(tile for tiles in held.values() for tile in tiles)]
    rest = [tile for tile in everything if tile not in named]
    data: dict[str, Any] = {
        "game": "estoril",
        "seats": seats,
        "options": options,
        "chance": chance,
        "table": {
            "round": round,
            "first": first,
            "turn": turn,
            "board": board,
            "grid": list(grid),
            "turns": list(turns),
            "spaces": placed,
            "rewards": lying,
            "hands": [held[colour] for colour in COLOURS[:seats]],
            "discards": thrown,
            "removed": [tile for tile in rest if tile not in CHARACTERS],
            "pile": [tile for tile in rest if tile in CHARACTERS] + top.split()[::-1],
        },
    }
    for key, names in (("missions", missions), ("between", between), ("agendas", agendas)):
        if names:
            data["table"][key] = names.split()
    if at_end:
        data["stack"] = [["EndRound"]]
    if stack is not None:
        data["stack"] = stack
    return listening(game.from_json(data))


def _placed(tile: str, marked: bool) -> dict[str, Any]:
    colour, _colon, name = tile.rpartition(":")
    return {"tile": name, "seat": COLOURS.index(colour or tile.rpartition("-")[2]), "marked": int(marked)}


def _dull(number: int, taken: Sequence[str]) -> str:
    return next(tile for tile in (DULL[number - 1], *CHARACTERS) if tile not in taken)


def ending(**given: Any) -> State:
    """The end of round 4, with these hands and discards."""
    return scene(at_end=True, round=4, **given)


# -- when ----------------------------------------------------------------------------------------------------


def pass_abilities(state: State) -> None:
    """Nobody uses any ability for the rest of the round."""
    while state.stack and frame(state) == "UseAbilities":
        play(state, "stop")


def finish(state: State) -> None:
    """Play on with the last move offered each time: no peeks, no abilities."""
    while state.deciders:
        seat = state.deciders[0]
        state.play(seat, state.legal(seat)[-1])


# -- then ----------------------------------------------------------------------------------------------------


def at(state: State, place: str, by: str = SPECTATOR) -> dict[str, Any]:
    """A space or a reward space (``3.reward``) as a seat sees it, or a spectator."""
    for board in seen(state, by)["boards"]:
        for entry in [*board["spaces"], board["reward"]]:
            if entry["place"] == place:
                return dict(entry)
    raise AssertionError(f"{place} is not in the grid")


def hand(state: State, seat: str) -> list[str]:
    """What a seat holds."""
    return list(seen(state, seat)["hand"])


def strength(state: State, space: str) -> int:
    """The strength of the tile in the open on a space."""
    return int(at(state, space)["strength"])


def under(state: State) -> str:
    """The tile at the bottom of the pile."""
    return GAME.box.ids[table(state).pile[0]]


def scores(state: State) -> tuple[int, ...]:
    """The final scores."""
    assert state.outcome is not None
    return state.outcome.scores


def breakdown(state: State, seat: str) -> dict[str, int]:
    """Where the points of a seat come from."""
    assert state.outcome is not None
    return state.outcome.breakdown[COLOURS.index(seat)]
