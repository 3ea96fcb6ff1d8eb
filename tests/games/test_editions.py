"""Games that started under an earlier edition of the rules continue under it.

The files hold games that an older release played: what was legal at every decision, as a digest, and how each
ended.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from spyring import game as game_by_name
from spyring import shelf
from spyring.engine.errors import BadOption, BadPosition, SpyringError
from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.games import SMALL, with_box

HERE = Path(__file__).parent
PLAYED = sorted(HERE.glob("*/first_edition/*.txt"))
NAMES = sorted({path.parts[-3] for path in PLAYED})


def first_edition(name: str) -> Game:
    found = game_by_name(name).edition(1)
    assert found is not None
    return found


def digest(state: State) -> str:
    """What each seat may do, in words."""
    name = state.game.moves.name
    asked = sorted((*state.deciders, *state.interrupters))
    rows = [[seat, sorted(name(move) for move in state.legal(seat))] for seat in asked]
    return hashlib.blake2b(json.dumps(rows).encode(), digest_size=4).hexdigest()


def differences(path: Path, game: Game) -> list[str]:
    """The first line at which a game of a file has other deciders or legal moves than before."""
    head, *moves, end = path.read_text(encoding="utf-8").splitlines()
    began = json.loads(head)
    state = game.start(seats=began["seats"], seed=began["seed"], **began["options"])
    for line in moves:
        legal, seat, text = line.split(" ", 2)
        if not state.deciders or digest(state) != legal:
            return [line]
        state.play(int(seat), game.moves.parse(text))
    return [] if outcome_of(state) == json.loads(end) else [end]


def outcome_of(state: State) -> Any:
    found = state.outcome
    if found is None:
        return None
    parts = [dict(part) for part in found.breakdown]
    return json.loads(json.dumps([found.winners, found.ranks, found.scores, parts]))


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_game_of_the_first_edition_is_the_same_move_by_move(path: Path) -> None:
    assert differences(path, first_edition(path.parts[-3])) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_newest_edition_plays_otherwise(name: str) -> None:
    assert any(differences(path, game_by_name(name)) for path in PLAYED if path.parts[-3] == name)


@pytest.mark.parametrize("name", NAMES)
def test_an_edition_is_kept_with_positions_and_records(name: str) -> None:
    """Another edition refuses everything saved by a game of the first edition."""
    game = first_edition(name)
    state = game.start(seed=3)
    moves: list[tuple[int, int]] = []
    for _move in range(30):
        seat = state.deciders[0]
        moves.append((seat, state.legal(seat)[0]))
        state.play(*moves[-1])
    again = game.from_json(state.to_json())
    assert again.fingerprint() == state.fingerprint()
    with pytest.raises(BadPosition, match="version 1"):
        game_by_name(name).from_json(state.to_json())
    record = Record.of(state, 3, moves)
    assert record.rules == 1
    assert Record.parse(record.text()).replay(game).fingerprint() == state.fingerprint()


@pytest.mark.parametrize("name", NAMES)
def test_an_edition_is_made_once(name: str) -> None:
    game = game_by_name(name)
    assert game.edition(1) is game.edition(1)
    assert game.edition(game.rules_version) is game
    assert game.edition(0) is None


def test_every_refusal_of_the_first_edition_has_a_reason() -> None:
    """Talks that only the second edition knows are refused like anything that is not asked for."""
    game = first_edition("spies")
    state = game.start(seats=5, seed=2)
    for _move in range(60):
        seat = state.deciders[0]
        legal = state.legal(seat)
        for move in range(len(game.moves)):
            reason = state.why_not(seat, move)
            assert (reason is None) == (move in legal)
            assert reason is None or reason.text
        state.play(seat, legal[-1])


def editions() -> list[Game]:
    """Every game as it can be played: by the newest rules, by earlier ones, with the small box."""
    found: list[Game] = []
    for game in shelf():
        earlier = [game.edition(version) for version in game.earlier]
        found += [game, with_box(game, Path(SMALL)), *(edition for edition in earlier if edition is not None)]
    return found


@pytest.mark.parametrize(
    "game", editions(), ids=lambda game: f"{game.name}-{game.rules_version}-{game.box_name}"
)
def test_every_value_that_is_offered_can_be_started(game: Game) -> None:
    """Forms, terminal and API list the options of the game; some values need a certain number of seats."""
    for option in game.options:
        for value in option.values:
            refusals = [refusal(game, seats, {option.name: value}) for seats in game.seats]
            assert None in refusals, refusals


def refusal(game: Game, seats: int, options: dict[str, Any]) -> str | None:
    """Why a game cannot be started; None if it can."""
    try:
        game.start(seats=seats, seed=1, **options)
    except SpyringError as error:
        return f"{options}: {error}"
    return None


def test_months_of_a_campaign_are_not_carried() -> None:
    game = first_edition("season0")
    with pytest.raises(BadOption, match="campaign cannot be medusa"):
        game.start(seats=2, seed=1, campaign="medusa")
    with pytest.raises(BadPosition, match="first edition"):
        game.start(seats=2, seed=1, legacy={"month": "january"})
    assert game.can_continue(game.resolve_options(2, {}), None)
    assert not game.can_continue(game.resolve_options(2, {}), {"month": "january"})
