"""Spies! keeps the contract of all games."""

from spyring.games.spies import GAME
from spyring.testkit import contract
from tests.night import CONTRACT_GAMES


def test_spies_keeps_the_contract() -> None:
    contract(GAME, every=1000, games=CONTRACT_GAMES)
