"""Tests for every game, on the shelf or by other authors.

>>> from spyring.testkit import rule
>>> @rule("KRK-6.7", "KRK-R34")
... def test_the_season_card_breaks_a_tie() -> None: ...
>>> test_the_season_card_breaks_a_tie.rules
('KRK-6.7', 'KRK-R34')
"""

from spyring.testkit.contract import contract
from spyring.testkit.marks import rule
from spyring.testkit.secrecy import reaches

__all__ = ["contract", "reaches", "rule"]
