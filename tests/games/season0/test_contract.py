"""Season 0 keeps the contract of all games, in the prologue and in a month of a campaign."""

from typing import Any

import pytest

from spyring.games.season0 import GAME
from spyring.testkit import contract, rule
from spyring.testkit.contract import play_campaign
from spyring.testkit.trials import Trial
from tests.games.season0.scene import month, passport
from tests.night import CONTRACT_GAMES, SELDOM

AFRICA = ["algiers", "cairo", "johannesburg", "khartoum", "lagos", "leopoldville"]
MAY: list[dict[str, Any]] = [
    {"id": "a", "unknown": ["paris", "rome", "prague"], "complete": 110, "failed": 111},
    {"id": "b", "unknown": AFRICA, "complete": 112, "failed": 113},
    {"id": "c", "known": [["lima", 2], ["tokyo", 1]], "complete": 114, "failed": 115},
]


@rule("SZ-D25")
def test_season_0_keeps_the_contract() -> None:
    contract(GAME, every=6 * SELDOM, games=CONTRACT_GAMES)


@pytest.mark.parametrize("seats", GAME.seats)
@rule("SZ-D25", "SZ-1.5")
def test_a_month_keeps_the_contract(seats: int) -> None:
    aliases = [
        passport("black", slots=["station-chief", "tailed"], uncovered=2),
        passport("black", "soviet", track="f", occupation="freight-forwarder"),
        passport(
            "blue", track="b", uncovered=6, slots=["press-pass", "silenced-pistol", "grounded", "tailed"]
        ),
        passport("pink", burned=True, uncovered=8),
    ]
    legacy = month(
        "may",
        MAY,
        funding=3,
        aliases=aliases,
        surveillance={"washington": 2, "paris": 3, "new-york": 1, "atlanta": 2},
        safehouses=["paris"],
        destroyed={"cities": ["osaka"], "threats": ["tokyo"], "events": ["airlift"]},
        rules=[["extra-threats", {"cards": 2}]],
    )
    options: dict[str, int | str] = {option.name: option.default for option in GAME.options}
    if seats == 3:
        options |= {"look_visible": "player", "auto_continue": "no", "group_decision": "majority"}
    play_campaign(Trial(GAME, seats, options, seats, interrupted=True, legacy=legacy), 3 * SELDOM)
