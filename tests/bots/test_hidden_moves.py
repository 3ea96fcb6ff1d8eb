"""What a rival hides stays hidden in the lookahead, and what one sees is used."""

import pytest

import spyring
from spyring.bots import make
from spyring.bots.search import Search
from spyring.games.estoril import words as w
from spyring.games.estoril.generated import Table
from spyring.games.estoril.tiles import sees
from tests.night import BRIEF
from tests.toys import COIN
from tests.toys.coin import GAMBLE, GUESSER, HIDER, SAFE


def test_a_guess_at_a_hidden_coin_is_no_sure_thing() -> None:
    """Safe wins 70 %, a guess 50 %: who could see the coin in its lookahead would always gamble."""
    state = COIN.start(seed=1)
    chosen = [make("search:1000", seed).choose(state, GUESSER) for seed in range(10)]
    assert chosen.count(SAFE) >= 9


def test_the_prospect_of_a_guess_is_about_one_half() -> None:
    state = COIN.start(seed=1)
    bot = Search(3, 1000)
    bot.choose(state, GUESSER)
    gamble = next(node for node in bot.tree.branches.values() if node.move == GAMBLE)
    assert 0.3 < gamble.total / float(gamble.visits) < 0.7


def test_a_hider_knows_its_own_coin() -> None:
    """One place for the guesser whatever was laid, one for each side for the hider."""
    state = COIN.start(seed=1)
    state.play(GUESSER, GAMBLE)
    bot = Search(3, 200)
    bot.choose(state, HIDER)
    guesses = [place for place in bot.tree.children.values() if place.branches]
    assert len(bot.tree.children) >= 2
    assert len(guesses) == 1
    assert {int(node.seat) for node in guesses[0].branches.values()} == {GUESSER}


def peeks(seed: int, spec: str) -> list[tuple[int, Table]]:
    """Every peek of a game between bots of this kind, with the table before it."""
    state = spyring.game("estoril").start(seats=2, seed=seed)
    assert isinstance(state, Table)
    bots = [make(spec, seed + seat) for seat in range(2)]
    found: list[tuple[int, Table]] = []
    while state.deciders and state.round < 1:
        seat = state.deciders[0]
        move = bots[seat].choose(state, seat)
        if w.family(move) in (w.PEEK, w.DECLINE):
            found.append((move, state.clone()))
        state.play(seat, move)
    return found


@pytest.mark.parametrize("spec", ["search:16", "heuristic"])
def test_nobody_spends_a_peek_on_what_it_knows(spec: str) -> None:
    seen = [found for seed in range(1 if BRIEF else 3) for found in peeks(seed, spec)]
    assert any(move != w.DECLINE for move, _table in seen)
    for move, table in seen:
        assert move == w.DECLINE or not sees(table, move - w.PEEK, table.deciders[0])
