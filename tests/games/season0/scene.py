"""The vocabulary of the tests of Season 0, besides that of all games.

    state = scene(pawns="rome", hands={"alpha": "paris lima"})
    play(state, "fly paris")
    assert city(state, "alpha") == "paris"

It is the turn of ``alpha``, in the middle of its actions. Cards that are not named are in the decks. Every
seat has a temporary alias, in the order of the box, unless a campaign provides one (``month``).
"""

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.games.season0.box import TRACK_SYMBOLS
from spyring.games.season0.generated import Table
from spyring.testkit.scene import listening, seen

SEATS: Final = ("alpha", "bravo", "charlie", "delta")
CITIES: Final[list[str]] = GAME.box.ids
EVENTS: Final = ("airlift", "forecast", "war-relics", "in-the-shadows", "counterintelligence")
EUROPE: Final = [c["id"] for c in GAME.box.cities if c["region"] == "eu"]
NOTHING: Final[Mapping[Any, Any]] = {}
BOX: Final = files("spyring.games.season0").joinpath("box.toml").read_text(encoding="utf-8")
# The box with its first cover track alone: what the next box shows is known.
ONE_TRACK: Final = GAME.with_box(re.sub(r"\[\[track\]\]\nid = \"[b-z]\"\n.*\n.*\n", "", BOX))
PLAIN: Final = ("tokyo", "osaka", "manila", "jakarta", "lagos", "khartoum", "lima", "bogota")

# -- given ---------------------------------------------------------------------------------------------------


def scene(
    *,
    seats: int = 2,
    pawns: str = "",
    hands: Mapping[str, str] = NOTHING,
    agents: Mapping[str, int] = NOTHING,
    tokens: Mapping[str, int] = NOTHING,
    teams: Mapping[str, str] = NOTHING,
    safehouses: str = "washington",
    target: str = "london",
    top: str = "",
    deck: str | None = None,
    threats: str = "",
    bottom: str = "",
    threat_deck: str | None = None,
    threat_discard: str = "",
    discard: str = "",
    aliases: list[int] | None = None,
    actions: int = 4,
    active: int = 0,
    space: int = 0,
    legacy: dict[str, Any] | None = None,
    stack: list[Any] | None = None,
    options: Mapping[str, Any] = NOTHING,
    game: Game[Table] = ONE_TRACK,
    **more: Any,
) -> State:
    """A position. ``top`` names the next player cards, ``threats`` the next Threat cards, ``bottom`` those
    at the bottom of the Threat deck, the lowest first; ``deck`` and ``threat_deck`` whole decks.
    """
    held = [hands.get(seat, "").split() for seat in SEATS[:seats]]
    taken = [card for hand in held for card in hand] + discard.split()
    table: dict[str, Any] = {"hands": held, "agents": dict(agents), "tokens": dict(tokens)}
    targets: list[str | None] = [None, None]
    if legacy is not None:
        targets = [None] * len(legacy["objectives"])
        if "unknown" in legacy["objectives"][0]:
            targets[0] = target
    elif target:
        targets[0] = target
    table["targets"] = targets
    taken += [card for card in targets if card] + more.pop("destroyed", "").split()
    table["deck"] = _player_deck(top, deck, taken, discard)
    gone = threat_discard.split() + more.get("game_end", [])
    threat = [c for c in CITIES if c not in threats.split() + bottom.split() + gone]
    table["threat"] = bottom.split() + threat + threats.split()[::-1]
    if threat_deck is not None:
        table["threat"] = threat_deck.split()[::-1]
        rest = [c for c in CITIES if c not in table["threat"] + gone]
        table["game_end"] = more.pop("game_end", []) + rest
    table |= {
        "teams": dict(teams),
        "safehouses": safehouses.split(),
        "threat_discard": threat_discard.split(),
        "discard": discard.split(),
        "actions": actions,
        "active": active,
        "space": space,
    }
    if pawns:
        cities = pawns.split()
        table["pawns"] = cities + ["washington"] * (seats - len(cities))
    if aliases is not None:
        table["aliases"] = aliases
    data: dict[str, Any] = {"game": "season0", "seats": seats, "options": dict(options)}
    if legacy is not None:
        data["legacy"] = legacy
    if stack is not None:
        data["stack"] = stack
    return listening(game.from_json(data | {"table": table | more}))


def _player_deck(top: str, deck: str | None, taken: list[str], discard: str) -> list[str]:
    """All cities that are nowhere else, without Escalations unless ``top`` or ``deck`` names them."""
    if deck is not None:
        return deck.split()[::-1]
    named = top.split()
    spent = discard.split().count("escalation") + named.count("escalation")
    rest = [c for c in CITIES if c not in taken + named]
    return ["escalation"] * (5 - spent) + rest + named[::-1]


def month(
    name: str = "january", objectives: list[dict[str, Any]] | None = None, **more: Any
) -> dict[str, Any]:
    """What a campaign hands over."""
    if objectives is None:
        objectives = [
            {"id": "a", "unknown": ["paris", "rome", "prague", "london"], "complete": 110, "failed": 111},
            {"id": "b", "known": [["lima", 1]], "complete": 112, "failed": 113},
        ]
        if name not in ("january", "february", "march", "april"):
            objectives.append({"id": "c", "known": [["tokyo", 1]], "complete": 114, "failed": 115})
    return {"month": name, "objectives": objectives, **more}


def passport(
    character: str = "black", affiliation: str = "allied", track: str = "a", uncovered: int = 0, **more: Any
) -> dict[str, Any]:
    """A created alias with so many boxes of a track uncovered; track a begins with nothing, a card, nothing,
    a weakness.
    """
    return {
        "character": character,
        "affiliation": affiliation,
        "name": "Somebody",
        "occupation": "wire-photographer",
        "uncovered": [TRACK_SYMBOLS[symbol] for symbol in GAME.box.tracks[track][:uncovered]],
        **more,
    }


def traveller(slots: Sequence[str | None] = (), uncovered: int = 0, **given: Any) -> State:
    """A scene of January in which alpha travels under the Allied alias of black, and bravo of blue."""
    alpha = passport(slots=list(slots), uncovered=uncovered)
    bravo = passport("blue", occupation="rare-book-dealer")
    legacy = month(aliases=[alpha, bravo], **given.pop("legacy", {}))
    return scene(legacy=legacy, aliases=given.pop("aliases", [0, 3]), **given)


# -- when ----------------------------------------------------------------------------------------------------


def begin(**given: Any) -> State:
    """A scene at the very start of alpha's turn, before step 1."""
    return scene(stack=[["BeginTurn"]], **given)


# -- then ----------------------------------------------------------------------------------------------------


def may_act(state: State) -> list[str]:
    """The seats that may act without being asked."""
    return [SEATS[seat] for seat in state.interrupters]


def choices(state: State, verb: str, seat: str = "") -> list[str]:
    """The arguments with which a verb is legal, in the order in which they are offered."""
    moves = [GAME.moves.name(move) for move in state.legal(SEATS.index(seat) if seat else state.deciders[0])]
    return [text.partition(" ")[2] for text in moves if text.split()[0] == verb]


def place(state: State, name: str) -> dict[str, Any]:
    """A city as everybody sees it."""
    found: dict[str, Any] = seen(state)["cities"][CITIES.index(name)]
    return found


def player(state: State, seat: str) -> dict[str, Any]:
    """What lies before a seat."""
    found: dict[str, Any] = seen(state)["players"][SEATS.index(seat)]
    return found


def city(state: State, seat: str) -> str:
    """Where a pawn is."""
    return str(player(state, seat)["city"])


def hand(state: State, seat: str) -> list[str]:
    """The cards of a seat."""
    return list(player(state, seat)["hand"])


def team(state: State, name: str) -> str | None:
    """Where a team is."""
    found: str | None = next(row["city"] for row in seen(state)["teams"] if row["team"] == name)
    return found


def statuses(state: State) -> list[str]:
    """What lies on the objectives."""
    return [row["status"] for row in seen(state)["objectives"]]


def order(state: State, *kinds: str) -> list[str]:
    """In which order spectators were told of these kinds."""
    return [fields["kind"] for fields in state.events_for(None) if fields["kind"] in kinds]


def cause(state: State) -> str | None:
    """Why the game ended."""
    found: str | None = seen(state)["cause"]
    return found
