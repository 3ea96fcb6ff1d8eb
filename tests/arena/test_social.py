"""The social suite: what is asked, how it is scored, and which promises count as broken."""

from math import log

import pytest

import spyring
from spyring.arena import social
from spyring.arena.social import Table, brier, calibration, cells, cross_play, log_score, pieces, score
from spyring.bots import make
from spyring.bots.catalogue import UnknownBot
from spyring.engine.errors import SpyringError
from spyring.engine.state import State
from spyring.text.talkers import (
    OTHER,
    Bluffer,
    Honest,
    Promise,
    Question,
    counted,
    kept,
    questions,
    spoken,
    values,
)

KRAKOW = ("krakow-v0", ("talk:bluff", *["talk:honest"] * 3), 1, 0)


@pytest.fixture
def state() -> State:
    return spyring.game("krakow").start(seed=7, years=1, events=True)


# -- beliefs -------------------------------------------------------------------------------------------------


def test_only_what_a_seat_does_not_know_is_asked(state: State) -> None:
    seat = state.deciders[0]
    asked = questions(state, seat, 1)
    assert {each.name for each in asked} == {
        f"players.{other}.identity" for other in range(4) if other != seat
    }
    assert all(each.values[-1] == OTHER for each in asked)


@pytest.mark.parametrize("game", ["krakow", "spies"])
def test_questions_tell_no_secret(game: str) -> None:
    state = spyring.game(game).start(seats=max(spyring.game(game).seats), seed=3, events=True)
    seat = state.deciders[0]
    known = {each.place for each in questions(state, seat, 1)}
    assert known
    assert all(values(state, seat)[place] is None for place in known)
    world = state.resample(seat, 5)
    assert {each.place for each in questions(world, seat, 1)} <= set(values(world))
    assert all(values(world, seat).get(place) is None for place in known)


def test_counted_chances_are_of_the_values_asked_for(state: State) -> None:
    seat = state.deciders[0]
    asked = questions(state, seat, 1)
    for question, chances in zip(asked, counted(state, seat, asked, 2), strict=True):
        assert tuple(chances) == question.values
        assert sum(chances.values()) == pytest.approx(1.0)
        assert min(chances.values()) > 0.0


def test_stated_chances_are_scored() -> None:
    sure = {"a": 0.9, "b": 0.1}
    assert brier(sure, "a") == pytest.approx(0.02)
    assert brier(sure, "c") == pytest.approx(0.81 + 0.01 + 1.0)
    assert log_score(sure, "b") == pytest.approx(-log(0.1))
    assert log_score(sure, "c") == pytest.approx(-log(social.LEAST))
    rows = [{"beliefs": [{"chances": sure, "true": "a"}, {"chances": sure, "true": "b"}]}]
    assert [(round(chance, 3), true, count) for chance, true, count in calibration(rows)] == [
        (0.1, 0.5, 2),
        (0.9, 0.5, 2),
    ]


# -- promises ------------------------------------------------------------------------------------------------


def event(kind: str, **fields: str) -> dict[str, str]:
    return {"kind": kind, **fields}


def turn(nation: str) -> dict[str, str]:
    return event("turn-begins", nation=nation)


SEARCH = event("searches", nation="italy", spy="france-2", city="rome")
PROMISED = event("promised", nation="italy", other="france", promise="no-search")


@pytest.mark.parametrize(
    ("after", "kept_it"),
    [
        ([], True),
        ([SEARCH], False),
        ([event("searches", nation="italy", spy="russia-2", city="rome")], True),
        ([event("searches", nation="russia", spy="france-2", city="rome")], True),
        ([turn("france"), turn("italy"), SEARCH], False),  # within a year
        ([turn("france"), turn("italy"), turn("france"), SEARCH], True),  # a year later
    ],
)
def test_a_promise_holds_for_a_year(after: list[dict[str, str]], kept_it: bool) -> None:
    told = [turn("italy"), PROMISED, *after]
    assert [true for _promise, true in kept(spyring.game("spies"), told, [])] == [kept_it]


def test_a_promise_in_talk_counts_like_one_in_a_deal() -> None:
    said = list(spoken("italy", "Hello! PROMISE: france no-search. PROMISE: russia moon", 1))
    assert said[0] == Promise("italy", "france", "no-search", 1)
    game = spyring.game("spies")
    judged = kept(game, [turn("italy"), SEARCH], said)
    assert judged == [(said[0], False)]  # nobody can check the moon
    killed = event("sanctions", spy="italy-1", victim="france-2", city="rome")
    word = Promise("italy", "france", "no-sanction", 1)
    assert kept(game, [turn("italy"), killed], [word]) == [(word, False)]


def test_an_honest_talker_avoids_what_it_promised_not_to_do() -> None:
    game = spyring.game("spies")
    state = game.start(seats=5, seed=1)
    move = game.moves.parse("search france-2")
    honest, bluffer = Honest(1), Bluffer(1)
    for bot in (honest, bluffer):
        bot.given.add(("france", "no-search"))
    assert (honest.breaks(state, move), bluffer.breaks(state, move)) == (True, False)
    assert not honest.breaks(state, game.moves.parse("search russia-2"))
    assert honest.breaks(state, game.moves.parse("sanction 1 france-2")) is False  # another promise


def test_talkers_promise_where_promises_exist(state: State) -> None:
    bot = Honest(1)
    bot.talks = True
    bot.choose(state, state.deciders[0])
    assert bot.remark == ""
    spies = spyring.game("spies").start(seats=5, seed=1)
    seat = spies.deciders[0]
    bot.choose(spies, seat)
    (promise,) = spoken("germany", bot.remark, 0)
    assert (promise.to, promise.word) == (spies.game.seat_names(5)[(seat + 1) % 5], "no-search")


def test_talkers_have_names() -> None:
    assert make("talk:honest").name == "talk:honest"
    with pytest.raises(SpyringError, match="Choose honest or bluff"):
        make("talk:loud")
    with pytest.raises(UnknownBot):
        make("talk")


# -- games ---------------------------------------------------------------------------------------------------


def test_a_game_can_be_repeated() -> None:
    row = Table(KRAKOW).play()
    assert row == Table(KRAKOW).play()
    assert {max(each["chances"].values()) for each in row["beliefs"]} == {1.0}  # it claims to be certain
    found = score([row])
    assert (found["games"], found["stated"], found["promises"]) == (1, len(row["beliefs"]), 0)
    line = cells({"task": "krakow-v0", "bot": row["bot"], **found})
    assert len(line) == len(social.HEADS)
    assert line[-1] == "–"


def test_everyone_hears_a_remark() -> None:
    table = Table(KRAKOW)
    table.hear(1, "PROMISE: white-dagger no-search", 0)
    names = table.turns.state.game.seat_names(4)
    heard = [bot.heard for bot in table.bots if isinstance(bot, Honest)]
    assert heard == [[] if at == 1 else [f"{names[1]}: PROMISE: white-dagger no-search"] for at in range(4)]
    assert [promise.to for promise in table.said] == ["white-dagger"]


def test_pairs_share_a_team() -> None:
    played = pieces(["season0-v0"], ["a", "b"], 1)
    assert {line_up for _name, line_up, *_rest in played} == {
        ("a", "a", "a", "a"),
        ("a", "b", "a", "b"),
        ("b", "a", "b", "a"),
        ("b", "b", "b", "b"),
    }
    rows = [
        {"bot": "a", "players": ["a", "b"], "reward": 1.0},
        {"bot": "a", "players": ["b", "a"], "reward": 0.0},
        {"bot": "b", "players": ["b", "b"], "reward": 0.25},
    ]
    assert cross_play(rows) == {"a": {"b": 0.5}, "b": {"b": 0.25}}


def test_a_model_without_an_answer_is_not_scored() -> None:
    silent = {"reward": 0.0, "won": False, "promises": [], "tally": {"illegal": 2, "tokens": 9}}
    found = score([{**silent, "beliefs": [{"chances": {}, "true": "a"}]}])
    assert (found["asked"], found["stated"], found["brier"]) == (1, 0, None)
    assert (found["illegal"], found["tokens"]) == (2, 9)
    assert Question((), "x", ("a",)).values == ("a",)
