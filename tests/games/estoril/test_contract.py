"""Estoril keeps the contract of all games."""

from spyring.games.estoril import GAME
from spyring.testkit import contract, rule
from tests.night import CONTRACT_GAMES, SELDOM


@rule("EST-D16")
def test_estoril_keeps_the_contract() -> None:
    contract(GAME, every=5 * SELDOM, games=CONTRACT_GAMES)
