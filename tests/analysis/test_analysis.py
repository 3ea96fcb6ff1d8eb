"""The look back: its shape, that it follows from its seed, that it finds a mistake, and what it refuses."""

import random
import re
from typing import Any

import pytest

import spyring
from spyring.analysis import VERSION, CannotAnalyse, analyse
from spyring.analysis.beliefs import hidden_rows, title_of
from spyring.analysis.effort import Calibration, Effort, calibration_of, data_of, effort_of
from spyring.analysis.report import html
from spyring.analysis.smoothing import CERTAIN, smooth, steps
from spyring.analysis.telling import Teller
from spyring.bots import Turns, make
from spyring.bots.comparing import compare, imagined
from spyring.engine.errors import BadRecord
from spyring.engine.game import Game
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.games import names
from tests.toys.duel import GAME as DUEL

SMALL = Effort(
    playouts=300,
    known_playouts=150,
    least=4,
    search=40,
    worlds=60,
    more_worlds=120,
    final_worlds=240,
    moments=3,
    believed_worlds=24,
)
TINY = SMALL.scaled(0.15)


def played(game: Game, bot: str, seed: int, **options: Any) -> Record:
    state = game.start(seed=seed, events=True, **options)
    bots = [make(bot, seed + seat) for seat in range(int(state.seats))]
    turns = Turns(state)
    moves: list[tuple[int, int]] = []
    while turns.seat >= 0:
        seat = turns.seat
        move = turns.act(bots[seat])
        if move != turns.wait:
            moves.append((seat, move))
    return Record.of(state, seed, moves)


@pytest.fixture(scope="module")
def krakow() -> Record:
    return played(spyring.game("krakow"), "heuristic", 4, years=1)


def check_shape(found: dict[str, Any], record: Record, seats: list[str]) -> None:
    """What every analysis has, whatever the game."""
    assert found["version"] == VERSION
    assert [point["number"] for point in found["curve"]] == list(range(len(record.entries) + 1))
    for point in found["curve"]:
        assert list(point["true"]) == found["seats"]
        assert list(point["known"]) == seats
        assert all(0.0 <= chance <= 1.0 for kind in ("true", "known") for chance in point[kind].values())
    assert set(found["curve"][-1]["true"].values()) <= {0.0, 1.0}
    assert len(found["turning_points"]) == min(3, len(record.entries))
    for turn in found["turning_points"]:
        entry = record.entries[turn["move"] - 1]
        assert (turn["seat"], turn["played"]) == (entry.seat, entry.move)
        assert turn["line"]
    for decision in found["decisions"]:
        entry = record.entries[decision["move"] - 1]
        assert (decision["seat"], decision["played"]) == (entry.seat, entry.move)
        assert decision["best"] != decision["played"]
        assert decision["error"] < decision["loss"] <= 1.0


@pytest.mark.parametrize("name", names())
def test_every_game_on_the_shelf_can_be_looked_back_at(name: str) -> None:
    game = spyring.game(name)
    record = played(game, "heuristic", 2, seats=game.seats[0])
    found = analyse(record, [0], effort=TINY.scaled(0.3), decisions=False)
    seats = game.seat_names(record.seats)
    check_shape(found, record, [seats[0]])
    assert set(found["luck"]) == set(seats)
    assert found["cooperative"] == (game.kind == "cooperative")


@pytest.mark.parametrize("name", names())
def test_what_was_believed_is_said_with_fields_that_its_row_has(name: str) -> None:
    game = spyring.game(name)
    options: dict[str, Any] = {"recruiting_agenda": "on"} if name == "estoril" else {}
    table = game.start(seed=1, **options).opened().view(None)["table"]
    for kind in data_of(game)["beliefs"]:
        rows = [row for _where, row, _value in hidden_rows(table, kind["path"].split("."))]
        assert rows
        assert all(set(re.findall(r"{(\w+)}", kind["text"])) <= set(row) for row in rows)


def test_a_game_without_a_judgement_is_played_on_at_random() -> None:
    record = played(DUEL, "random", 3, seats=2)
    found = analyse(record, game=DUEL, effort=TINY.scaled(0.3))
    check_shape(found, record, ["red", "green"])
    assert found["playouts"] == "random"


def test_the_same_seed_gives_the_same_analysis(krakow: Record) -> None:
    effort = TINY.scaled(0.3)
    first, second, other = (analyse(krakow, [1], seed=seed, effort=effort) for seed in (5, 5, 6))
    assert first == second
    assert first["curve"] != other["curve"]


def test_luck_and_choices_add_up_to_the_whole_change() -> None:
    record = played(DUEL, "random", 5, seats=3)
    found = analyse(record, [], game=DUEL, effort=SMALL)
    first, last = found["curve"][0]["true"], found["curve"][-1]["true"]
    fair = sum(first.values()) / 3
    for seat, parts in found["luck"].items():
        assert sum(parts.values()) == pytest.approx(last[seat] - fair, abs=0.01)


def worse_move(state: State, seat: int, seed: int) -> int | None:
    """A move that loses at least 30 points against the best, in two sets of worlds."""
    moves = list(state.legal(seat))
    if len(moves) < 2:
        return None
    losses: list[dict[int, float]] = []
    for again in (seed, seed + 1):
        results = compare(state, seat, moves, imagined(state, seat, 150, again), again)
        best = max(result.chance() for result in results)
        losses.append({result.move: best - result.chance() for result in results})
    bad = [move for move in moves if min(one[move] for one in losses) > 0.3]
    return bad[0] if bad else None


def test_a_planted_mistake_is_among_the_three_worst() -> None:
    chance = random.Random(1)
    for seed in range(1, 30):
        state = DUEL.start(seats=2, seed=seed, events=True, lives=1)
        moves: list[tuple[int, int]] = []
        planted = 0
        while state.deciders:
            seat = state.deciders[0]
            worse = None if planted or len(moves) < 4 else worse_move(state, seat, seed)
            if worse is not None:
                planted = len(moves) + 1
            moves.append((seat, chance.choice(state.legal(seat)) if worse is None else worse))
            state.play(*moves[-1])
        if planted:
            break
    record = Record.of(state, seed, moves)
    found = analyse(record, [moves[planted - 1][0]], game=DUEL, effort=SMALL)["decisions"]
    worst = sorted(found, key=lambda one: -one["loss"])[:3]
    assert planted in [one["move"] for one in worst]


def test_progress_grows_to_the_end(krakow: Record) -> None:
    told: list[float] = []
    analyse(krakow, [0], effort=TINY.scaled(0.2), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_an_unfinished_game_is_refused() -> None:
    state = DUEL.start(seats=2, seed=1, events=True)
    move = state.legal(state.deciders[0])[0]
    moves = [(state.deciders[0], move)]
    state.play(*moves[0])
    with pytest.raises(CannotAnalyse, match="not over"):
        analyse(Record.of(state, 1, moves), game=DUEL, effort=TINY)


def test_a_record_that_does_not_verify_is_refused(krakow: Record) -> None:
    damaged = Record.parse(krakow.text())
    damaged.fingerprint ^= 1
    with pytest.raises(BadRecord, match="fingerprint"):
        analyse(damaged, effort=TINY)


def test_a_step_is_kept_and_noise_is_smoothed() -> None:
    shares = [0.48, 0.53, 0.5, 0.47, 0.9, 0.91, 0.88, 1.0]
    tries = [100] * 7 + [CERTAIN]
    jumps = steps([shares], tries)
    line = smooth(shares, tries, jumps)
    assert 4 in jumps
    assert max(line[:4]) - min(line[:4]) < 0.03
    assert line[4] - line[3] > 0.35
    assert line[-1] == 1.0


def test_chances_are_corrected_but_never_what_is_certain() -> None:
    corrected = Calibration(slope=1.5, offset=0.1).corrected
    assert corrected(0.0) == 0.0
    assert corrected(1.0) == 1.0
    assert 0.7 < corrected(0.7) < 0.9


def test_a_game_says_what_its_analysis_may_cost() -> None:
    assert effort_of(DUEL) == Effort()
    assert calibration_of(DUEL) == (Calibration(), Calibration())
    assert title_of(spyring.game("krakow"), "green") != "green"


def test_the_page_tells_everything(krakow: Record) -> None:
    found = analyse(krakow, effort=TINY, decisions=False)
    game = spyring.game("krakow")
    found["decisions"] = [
        {
            "move": 1,
            "seat": "white-dagger",
            "played": krakow.entries[0].move,
            "best": krakow.entries[0].move,
            "loss": 0.12,
            "error": 0.04,
            "because": [{"part": "Gold", "points": 2.5, "worlds": 0.9}],
        }
    ]
    page = html(Teller(game, found))
    assert "was better by about 12 percentage points (±4)." in page
    assert "Gold: +2.5 at the end" in page
    assert page.count("<path class=true") == 4


def test_a_turning_point_of_less_than_a_point_is_not_told(krakow: Record) -> None:
    found = analyse(krakow, [0], effort=TINY.scaled(0.2), decisions=False)
    for swing, told in ((0.02, True), (0.004, False)):
        for turn in found["turning_points"]:
            turn["swing"] = dict.fromkeys(found["seats"], swing)
        assert ("Turning points" in html(Teller(spyring.game("krakow"), found))) == told
