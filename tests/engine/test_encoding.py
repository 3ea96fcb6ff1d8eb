"""What machines perceive: vectors into the caller's buffers."""

import array
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

import spyring
from spyring.engine.encoding import BadBuffer, Block
from spyring.engine.game import Game
from spyring.engine.state import State
from spyring.games.spies.generated import table
from spyring.testkit.vectors import vectors
from tests.engine.changed_fields import fields
from tests.night import NIGHT
from tests.toys import duel, relay

# Hardly a single change of a position makes another one in which just these differ. That unequal views have
# unequal vectors is tried in whole games (:func:`vectors`).
UNREACHED: Final = {
    "asked.offer",
    "asked.placed",
    "asked.places.board",
    "asked.reward",
    "table.known_chits[].chit",
    "table.known_chits[].known_to",
    "table.known_chits[].nation",
    "table.known_sums[].known_to",
    "table.nations[].hand.double-cross",
}


@pytest.mark.parametrize("name", ["krakow", "estoril", "season0", "spies"])
def test_vectors_say_what_views_say(name: str) -> None:
    assert vectors(spyring.game(name), games=4, every=8, most=120) > 20


@pytest.mark.parametrize("name", ["krakow", "estoril", "season0", "spies"])
def test_every_field_of_a_view_is_in_the_vector(name: str) -> None:
    """At night with enough changes to reach each field."""
    game = spyring.game(name)
    assert game.encoding.complete
    unreached = fields(game, games=40 if NIGHT else 3, tries=100 if NIGHT else 4)
    assert not NIGHT or unreached <= UNREACHED


@pytest.mark.parametrize("game", [duel.DUEL, relay.RELAY])
def test_a_game_without_an_encoding_of_its_own_says_what_is_asked(game: Game) -> None:
    assert vectors(game, games=3) > 10
    assert not game.encoding.complete
    assert [block.name for block in game.encoding.blocks][-1] == "events"


def test_blocks_follow_each_other_and_fill_the_vector() -> None:
    for name in ("krakow", "estoril", "season0", "spies"):
        layout = spyring.game(name).encoding
        end = 0
        for block in layout.blocks:
            assert block.at == end
            assert block.meaning
            end += block.size
        assert end == layout.size > layout.now


def test_a_vector_is_rotated_to_its_seat() -> None:
    state = spyring.game("krakow").start(seed=3)
    layout = state.game.encoding
    leader = layout["leader"].at
    for seat in range(4):
        out = bytearray(layout.now)
        state.encode(seat, out)
        assert out[leader : leader + 4].index(1) == (state.deciders[0] - seat) % 4


def test_the_last_events_are_in_the_longer_vector() -> None:
    state = spyring.game("krakow").start(seed=3, events=True)
    layout = state.game.encoding
    events = layout["events"].at
    seat = state.deciders[0]
    state.play(seat, state.legal(seat)[0])
    out = bytearray(layout.size)
    state.encode(seat, out)
    told = state.game.events["led"]
    assert out[events] == told.base + 1
    assert out[events + 1] == 1, "the seat that led is the one that looks"
    state.encode((seat + 1) % 4, out)
    assert out[events + 1] == 4


def test_buffers_that_do_not_fit_are_refused() -> None:
    state = spyring.game("krakow").start(seed=3)
    with pytest.raises(BadBuffer, match="the buffer has 7"):
        state.encode(0, bytearray(7))
    with pytest.raises(BadBuffer, match="189 moves; the buffer of the mask has 7"):
        state.legal_mask(0, bytearray(7))
    with pytest.raises(BadBuffer, match="32-bit floats"):
        state.encode(0, array.array("d", [0.0]) * state.game.encoding.now)


def test_counts_of_tiles_are_those_of_the_view() -> None:
    """Also in the high bits of a number, which the two builds once shifted differently."""
    state = table(spyring.game("spies").start(seed=1))
    layout = state.game.encoding
    at, width = layout["nations"].at, layout["nations"].shape[1]
    tiles, discarded = (layout["nations"].axes[1].index(name) for name in ("tiles", "discarded"))
    out = bytearray(layout.now)
    chooser = random.Random(1)
    met: set[tuple[int, ...]] = set()
    shown = state.tile_at
    while state.year < 3:
        state.play(state.deciders[0], chooser.choice(state.legal(state.deciders[0])))
        shown = state.tile_at
        if shown in met:
            continue
        met.add(shown)
        state.encode(0, out)
        for nation in range(5):
            row = at + nation * width
            assert out[row + tiles] == shown.count(nation)
            assert out[row + discarded] == shown.count(5 + nation)
    assert any(place in (7, 8, 9) for place in shown)


def coded(state: State, block: Block, vector: bytes) -> Iterator[tuple[int, dict[int, str]]]:
    """Every number of a block with a meaning now, and its possible meanings."""
    last = block.axes[-1]
    asked = type(state.stack[-1]).__name__ if state.stack else ""
    for label, codes in block.codes.items():
        name, _if, when = label.partition(" if ")
        if not when or when == f"{asked} is asked":
            for place in range(block.size):
                if name in ("", last[place % len(last)]):
                    yield vector[block.at + place], codes


@pytest.mark.parametrize(("name", "options"), [("spies", {"game": "advanced"}), ("season0", {})])
def test_no_number_that_stands_for_something_is_without_a_name(name: str, options: dict[str, Any]) -> None:
    game = spyring.game(name)
    state = game.start(seed=3, events=True, **options)
    rng, met = random.Random(3), 0
    for _move in range(400):
        if not state.deciders:
            break
        seat = state.deciders[0]
        state.play(seat, rng.choice(state.legal(seat)))
        vector = bytearray(game.encoding.size)
        state.encode(seat, vector)
        for block in game.encoding.blocks:
            for number, codes in coded(state, block, bytes(vector)):
                assert number in (0, 255) or number in codes, (block, number)
                met += number in codes
    assert met > 1000


def test_codes_of_spies_say_what_its_view_says() -> None:
    state = spyring.game("spies").start(seed=3)
    for _nation in range(15):  # places its secrets, police, spies
        state.play(state.deciders[0], state.game.moves.parse("arrange"))
    layout = state.game.encoding
    vector = bytearray(layout.now)
    state.encode(0, vector)
    block = layout["spies"]
    places = [block.codes["space"].get(number) for number in vector[block.at : block.at + block.size : 5]]
    seen = {row["id"]: row["at"] for row in state.view(0)["table"]["spies"]}
    shown = {spy: at for spy, at in zip(block.axes[0], places, strict=True) if at is not None}
    assert shown
    assert shown == {spy: at for spy, at in seen.items() if spy in shown}


def test_what_is_printed_of_a_state_tells_no_secret() -> None:
    state = spyring.game("krakow").start(seed=7, events=True)
    asked = state.game.seat_names(4)[state.deciders[0]]
    assert repr(state) == f"<krakow with 4 seats, asked: {asked}>"
    for seat in range(4):
        assert repr(state.resample(seat, 1)) == repr(state)
