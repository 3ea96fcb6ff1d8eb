"""A game gains an option and a field with a default: what was stored before stays right."""

from typing import Any

import pytest

from spyring.engine.errors import BadPosition, BadRecord
from spyring.engine.growth import FIRST, SPARSE
from spyring.engine.options import Option, Value
from spyring.engine.position import Json, Reader
from spyring.engine.record import Record
from tests.toys import COIN
from tests.toys.coin import GAMBLE, GUESS, HIDE, Coin, CoinTable, Stake

NEWER = 3  # the data version of the grown game
BETS = Option("bets", ("none", "small"), "none", "Whether there is a bet.", "COI-1.3", since=NEWER)


class GrownTable(CoinTable):
    """With a field that the first version did not have."""

    bet = 0

    def clone(self) -> "GrownTable":
        t = GrownTable(self.game, int(self.seats))
        self.copy_to(t)
        t.coin, t.winner, t.bet = self.coin, self.winner, self.bet
        return t

    def pack(self) -> Json:
        return {**super().pack(), "bet": self.bet}

    def unpack(self, data: Json) -> None:
        super().unpack({key: value for key, value in data.items() if key != "bet"})
        self.bet = Reader(data, "table").number("bet", 0, 9, 0)

    def later_entries(self) -> dict[str, int]:
        return {"bet": NEWER}


class Bet(Stake):
    """A decision that the first version did not have."""


class GrownCoin(Coin):
    """With an option and a decision that the first version did not have, too."""

    def __init__(self) -> None:
        super().__init__()
        self.options = (BETS,)
        self.frames = {"Bet": Bet, **self.frames}
        self.later_frames = {"Bet": NEWER}

    def new_table(self, seats: int, options: dict[str, Value], legacy: Json | None) -> CoinTable:
        return GrownTable(self, seats)


GROWN = GrownCoin()


def record(game: Coin, data: int, **options: Any) -> Record:
    """A whole game as written by a program with this data version."""
    state = game.start(seed=4, **options)
    moves = [(0, GAMBLE), (1, HIDE + 1), (0, GUESS)]
    for seat, move in moves:
        state.play(seat, move)
    made = Record.of(state, 4, moves)
    made.data = data
    made.fingerprint = state.fingerprint(data)
    return made


def test_the_data_version_is_the_largest_of_what_is_declared() -> None:
    assert (COIN.data_version, GROWN.data_version) == (SPARSE, NEWER)
    assert GROWN.start().to_json()["data"] == NEWER


@pytest.mark.parametrize("data", [FIRST, SPARSE])
def test_a_record_of_before_verifies_after(data: int) -> None:
    text = record(COIN, data).text()
    assert ("\ndata 2\n" in text) == (data == SPARSE)
    Record.parse(text).replay(GROWN)
    assert Record.parse(text).text() == text  # it keeps its own data version


def test_a_digest_covers_what_differs_from_its_default() -> None:
    plain, bold = GROWN.start(seed=4), GROWN.start(seed=4, bets="small")
    assert plain.fingerprint() == COIN.start(seed=4).fingerprint()
    assert plain.fingerprint(FIRST) == COIN.start(seed=4).fingerprint(FIRST)
    assert len({plain.fingerprint(data) for data in (FIRST, SPARSE)}) == 2
    for data in (FIRST, SPARSE):
        assert plain.fingerprint(data) != bold.fingerprint(data)
    table = plain.clone()
    assert isinstance(table, GrownTable)
    table.bet = 1
    assert table.fingerprint() != plain.fingerprint()
    assert table.fingerprint(FIRST) != plain.fingerprint(FIRST)  # nobody could bet in the first version


def test_a_position_of_before_opens_after() -> None:
    saved = COIN.start(seed=4).to_json()
    del saved["data"]  # as the first version wrote it
    state = GROWN.from_json(saved)
    assert state.option_values() == {"bets": "none"}
    assert state.fingerprint() == GROWN.start(seed=4).fingerprint()
    began = record(COIN, FIRST)
    began.position = saved  # a game that started from a position; the header knows no bets
    assert Record.parse(began.text()).replay(GROWN).option_values() == {"bets": "none"}


def test_the_layout_of_before_is_known_after() -> None:
    layout, first = GROWN.encoding, COIN.encoding
    newest = [max(block.since for block in each.blocks) for each in (first, layout)]
    assert newest == [FIRST, NEWER]
    assert layout.digest(FIRST) == first.digest()
    assert layout.digest() != first.digest()
    assert [(block.name, block.at) for block in layout.blocks_of(FIRST)] == [
        (block.name, block.at) for block in first.blocks
    ]


def test_a_later_decision_has_a_block_of_its_own() -> None:
    layout = GROWN.encoding
    state = GROWN.start(seed=4)
    state.stack[-1] = Bet()
    state.settle()
    out = bytearray(layout.now)
    state.encode(0, out)
    then, later = layout["asked"], layout["asked since 3"]
    assert not any(out[then.at : then.at + then.size])
    assert list(out[later.at : later.at + later.size]) == [1]


def test_data_of_a_newer_program_is_refused_with_advice() -> None:
    newer = "has data version 3; this program reads up to 2. Update Spyring to open it."
    with pytest.raises(BadPosition, match=f"^This position {newer}$"):
        COIN.from_json(GROWN.start(bets="small").to_json())
    with pytest.raises(BadRecord, match=f"^Line 8: this record {newer}$"):
        Record.parse(record(GROWN, NEWER, bets="small").text()).replay(COIN)
    for data in (0, "3", True, None):
        with pytest.raises(BadPosition, match="The data version of this position is"):
            COIN.from_json({**COIN.start().to_json(), "data": data})
