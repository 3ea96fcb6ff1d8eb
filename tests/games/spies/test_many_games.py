"""Many random games of Spies!, and what must be true of the table at any time; at night 100 of each kind.

``SPYRING_GAMES=5000`` sets another number.
"""

import os
import random
from collections.abc import Callable
from typing import Final

import pytest

from spyring.engine.state import State
from spyring.games.spies import GAME
from spyring.games.spies import words as w
from spyring.games.spies.generated import Table, table
from spyring.games.spies.places import ABSENT, ALL_SPIES, BY_POLICE, NOBODY, POLICE_STEP, SET_UP, UNUSED
from spyring.games.spies.position import components
from spyring.testkit import rule
from tests.night import NIGHT

GAMES: Final = int(os.environ.get("SPYRING_GAMES") or (100 if NIGHT else 1))
EVERY: Final = 97  # decisions between two looks at the whole table


@rule("SPY-D20", "SPY-P13")
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("kind", ["standard", "advanced"])
def test_random_games_break_nothing(kind: str, seats: int) -> None:
    for seed in range(GAMES):
        play(GAME.start(seats=seats, seed=seed, game=kind), random.Random(seed).random, f"seed {seed}")


def play(state: State, chance: Callable[[], float], where: str) -> None:
    """A random game to its end, with a look at the table now and then."""
    decisions = 0
    while deciders := state.deciders:
        seat = deciders[0]
        moves = state.legal(seat)
        assert moves, f"{where}, decision {decisions}: {seat} is asked and can do nothing"
        if decisions % EVERY == 0:
            assert not broken(table(state)), f"{where}, decision {decisions}: {broken(table(state))}"
        state.play(seat, moves[int(chance() * len(moves))])
        decisions += 1
    assert decisions <= GAME.max_game_length(int(state.seats), state.option_values()), (
        f"{where}: {decisions} decisions"
    )
    assert not broken(table(state)), f"{where}, the end: {broken(table(state))}"
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winners == tuple(seat for seat in range(len(outcome.ranks)) if outcome.ranks[seat] == 1), (
        where
    )


def broken(t: Table) -> str:
    """What is wrong with the table, or nothing."""
    if t.census() != components(t.config.box):
        return f"the census is {t.census()}"
    if min(t.money) < 0 or min(t.hand) < 0 or min(t.cup) < 0:
        return f"money {t.money}, hands {t.hand}, cup {t.cup}"
    if t.points < 0 or not 0 <= t.spaces <= t.config.box.reach:
        return f"{t.points} action points, {t.spaces} spaces"
    return broken_secret(t) or broken_police(t) or broken_spy(t)


def broken_secret(t: Table) -> str:
    """A piece on a secret is in the same city, and on no other secret."""
    bearers = [by for by in t.secret_by if by != NOBODY]
    if len(set(bearers)) < len(bearers):
        return f"somebody stands on two secrets: {t.secret_by}"
    for secret in range(w.SECRETS):
        by = t.secret_by[secret]
        if by == NOBODY:
            continue
        at = t.spy_at[by] if by < BY_POLICE else t.police_at[by - BY_POLICE]
        if at < 0 or at != t.secret_at[secret]:
            return f"secret {secret} lies at {t.secret_at[secret]}, {by} on it stands at {at}"
        if by >= BY_POLICE and not t.national[secret] >> (by - BY_POLICE) // w.POLICE & 1:
            return f"police {by - BY_POLICE} stand on secret {secret}, which is not theirs"
    return ""


def broken_police(t: Table) -> str:
    """Police are at home and no city is overfull, except while they are moved."""
    cities = t.config.codes.cities
    for nation in range(w.NATIONS):
        here = [0] * cities
        for one in range(nation * w.POLICE, nation * w.POLICE + w.POLICE):
            at = t.police_at[one]
            if at >= 0:
                here[at] += 1
                if t.owner[at] != nation:
                    return f"police {one} stand abroad, at {at}"
        if t.step != POLICE_STEP and any(here[city] > t.config.room[city] for city in range(cities)):
            return f"too many police: {t.police_at}"
    return ""


def broken_spy(t: Table) -> str:
    """Only the moving spy may be at sea; what lies face down has one face each."""
    for spy in range(ALL_SPIES):
        if t.spy_at[spy] >= t.config.codes.cities and t.mover != spy:
            return f"spy {spy} stays at sea"
    spies = [face for face in t.spy_face if face >= 0]
    police = [face for face in t.police_face if face >= 0]
    if len(set(spies)) < len(spies) or len(set(police)) < len(police):
        return f"faces: {t.spy_face}, {t.police_face}"
    if t.step == SET_UP:
        return ""
    for nation in range(w.NATIONS):
        own = t.spy_at[nation * w.SPIES : nation * w.SPIES + w.SPIES]
        if len([place for place in own if place not in (UNUSED, ABSENT)]) != t.config.sent[nation]:
            return f"spies of nation {nation}: {own}"
    return ""
