"""No two pieces, names or papers lie on each other, whatever happens: measured on boards as they are
drawn, with positions of random games laid on an open page. ``test_estoril`` does the same for its boards.
"""

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

import spyring
from spyring.games.season0.campaign.content import campaign
from spyring.web.look import look_of
from tests.night import NIGHT
from tests.web.shelf import quick
from tests.web.test_phones import MIN_LETTER_PX
from tests.web.test_saying import WORDS, screen_of
from tests.web.visitor import Visitor
from tools.crowding import MAPS
from tools.season0_places import PAPERS

Come = Callable[..., Visitor]

GAMES: Final = 10 if NIGHT else 1
LOOKS: Final = 4  # at each game
LENGTHS: Final = {
    "krakow": 250,
    "season0": 60,
    "spies": 1500,
}  # decisions of a game in which these looks are taken
WINDOWS: Final = [(1280, 720), (390, 844), *([(1440, 900)] if NIGHT else [])]
# What must stay apart: what moves, what stays, names, and the papers, which may lie on none of them.
PARTS: Final = {
    "krakow": {
        "pieces": ".cube, .leaf",
        "marks": ".medal, .tray-kind, .district-sums > rect, .worth > circle, .slot-seat",
        "names": ".district-name",
        "papers": ".trick .balance, .wheel, .guilds",
    },
    "season0": {
        "pieces": ".pawn > .hit, .team > .hit",
        "marks": ".city > .dot, .city > .safehouse, .city > .token, .city > .agent",
        "names": ".city-name",
        "papers": ".orders, .threat, .legend, .turn-strip, .zoomers",
    },
    "spies": {
        "pieces": ".spy-card, .police > use, .secret-piece > .paper, .secret-piece > use, .drop > use",
        "marks": ".pin-in",
        "names": ".place-name",
        "papers": ".desk, .board > .zoomers",
    },
}


def dealt(name: str, dice: random.Random) -> Iterator[Any]:
    """Endless games, as their map needs them."""
    if name in MAPS:
        yield from MAPS[name]().games(dice)
    game = spyring.game(name)
    while True:
        yield game.start(seats=dice.choice(game.seats), seed=dice.randrange(10**9))


def boards(name: str, games: int, seed: int = 1) -> Iterator[str]:
    """Boards of random games, as the decider sees them."""
    dice, length = random.Random(seed), LENGTHS[name]
    look = look_of(spyring.game(name), WORDS)
    for _game, state in zip(range(games), dealt(name, dice), strict=False):
        moments = {dice.randrange(length) for _look in range(LOOKS)}
        for number in range(length):
            if not state.deciders:
                break
            seat = dice.choice(state.deciders)
            if number in moments:
                yield look.board(screen_of(state, state.view(seat), seat))
            state.play(seat, dice.choice(state.legal(seat)))


def crowded() -> Iterator[str]:
    """Season 0 at its fullest: all officers and teams in one city, one city after the other, and everywhere
    as much as can lie there. The place of a piece does not depend on other pieces, so this is the worst case,
    and ``tools.crowding`` computes it for all cities. The paper shows the objectives of the months in turn:
    by day each of them once.
    """
    game: Any = spyring.game("season0")
    state = game.start(seats=4, seed=1)
    look, view = look_of(game, WORDS), state.view(0)
    table = view["table"]
    for row in table["cities"]:
        row.update(agents=3, tokens=2, surveillance=3, safehouse=True)
    first = table["objectives"][0]
    months = [orders for orders in map(campaign("medusa", game.box).set_up, range(13)) if orders]
    for city, cards in zip(game.box.cities, itertools.cycle(months) if NIGHT else months, strict=False):
        found = [dict(card, known=card.get("known", []), possible=card.get("unknown", [])) for card in cards]
        table["objectives"] = [first | card for card in found]
        table.update(active="alpha", step="actions")
        for row in (*table["players"], *table["teams"]):
            row["city"] = city["id"]
        yield look.board(screen_of(state, view, 0))


def parts_at(name: str, width: int) -> dict[str, str]:
    """What must stay apart in a window; on a phone only the papers of Season 0 lie beside what moves."""
    parts = PARTS[name]
    return {kind: parts[kind] for kind in parts if kind != "papers" or name == "season0" or width > 700}


@pytest.mark.parametrize("name", PARTS)
def test_nothing_lies_on_anything_else(visit: Come, name: str) -> None:
    drawn = list(boards(name, GAMES))
    if name == "season0":
        drawn += crowded()
    ada = visit()
    ada.table_against_bots(name, quick(name)[0])
    ada.wait_to_be_asked()
    for width, height in WINDOWS:
        ada.resize(width, height)
        found = ada.measure("overlaps", parts_at(name, width), drawn)
        assert [one for one in found if one] == [], f"at {width}"
        if name == "season0" and width > 700:
            assert_in_their_rooms(ada.measure("papers", ROOMS, drawn))
        if width < 700:  # the last board still lies there
            assert ada.measure("tiny", MIN_LETTER_PX, "#board") == {}


# On the wall map: what each paper was given when places for pieces were looked for.
ROOMS: Final = {
    "objectives": ".orders",
    "turn": ".turn-strip:not(.debrief-strip), .zoomers",  # at the debrief nothing moves any more
    "threat": ".threat",
    "legend": ".legend",
}


def assert_in_their_rooms(found: dict[str, list[float]]) -> None:
    assert found.keys() == PAPERS.keys()
    for paper, (left, top, right, bottom) in found.items():
        room = PAPERS[paper]
        inside = room[0] <= left and room[1] <= top and right <= room[2] and bottom <= room[3]
        assert inside, f"the paper of the {paper} takes {found[paper]} of {room}"
