"""Spies! keeps the contract of all games."""

from spyring.games.spies import GAME
from spyring.testkit import contract


def test_spies_keeps_the_contract() -> None:
    contract(GAME, every=1000)
