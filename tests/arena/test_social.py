"""The social suite: what is asked, how it is scored, and which promises count as broken."""

import pytest

import spyring
from spyring.arena.benchmark import task
from spyring.arena.social import TASKS, Table, brier, pieces, score, scores
from spyring.bots import Turns, make
from spyring.bots.catalogue import UnknownBot
from spyring.engine.errors import SpyringError
from spyring.engine.state import State
from spyring.text.talkers import Bluffer, Honest, Promise, counted, kept, questions, truth

KRAKOW = ("krakow-v0", "talk:bluff", "talk:honest", 1, 0)


@pytest.fixture
def state() -> State:
    return spyring.game("krakow").start(seed=7, years=1, events=True)


# -- beliefs -------------------------------------------------------------------------------------------------


def test_only_what_a_seat_does_not_know_is_asked(state: State) -> None:
    seat = state.deciders[0]
    asked = questions(state, seat)
    assert set(asked) == {f"players.{other}.identity" for other in range(4) if other != seat}
    assert all(set(values) == {"red", "green", "blue", "yellow"} for values in asked.values())


@pytest.mark.parametrize("name", TASKS)
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_questions(name: str) -> None:
    played = task(name)
    state = played.game.start(seats=played.seats, seed=3, events=True, **played.options)
    turns, bots = Turns(state), [make("heuristic", seat) for seat in range(played.seats)]
    truths = set()
    for made in range(40):
        if made % 8 == 2:
            for seat in range(played.seats):
                asked = questions(state, seat)
                worlds = [state.resample(seat, seed) for seed in range(6)]
                truths |= {tuple(truth(world)[thing] for thing in asked) for world in worlds}
                assert [list(questions(world, seat).items()) for world in worlds] == 6 * [list(asked.items())]
        turns.act(bots[turns.seat])
    assert len(truths) > 3  # although their answers differ


@pytest.mark.parametrize("name", TASKS)
def test_the_truth_is_among_the_answers(name: str) -> None:
    played = task(name)
    for seed in range(20):
        state = played.game.start(seats=played.seats, seed=seed, **played.options)
        true, asked = truth(state), questions(state, state.deciders[0])
        assert asked
        assert all(true[thing] in values for thing, values in asked.items())


def test_counted_chances_are_of_the_values_asked_for(state: State) -> None:
    seat = state.deciders[0]
    asked = questions(state, seat)
    found = counted(state, seat, asked, 2)
    assert {thing: tuple(chances) for thing, chances in found.items()} == asked
    for chances in found.values():
        assert sum(chances.values()) == pytest.approx(1.0)
        assert min(chances.values()) > 0.0


def test_stated_chances_are_scored() -> None:
    sure = {"a": 0.9, "b": 0.1}
    assert brier(sure, "a") == pytest.approx(0.02)
    assert brier(sure, "c") == pytest.approx(0.81 + 0.01 + 1.0)
    found = score([{**SILENT, "beliefs": [{"chances": sure, "true": true} for true in ("a", "b", "b")]}])
    assert (found["sure"], found["right"]) == (0.9, 0.3333)
    assert found["Brier"] == pytest.approx((0.02 + 2 * 1.62) / 3, abs=1e-4)


# -- promises ------------------------------------------------------------------------------------------------


def event(kind: str, **fields: str) -> dict[str, str]:
    return {"kind": kind, **fields}


def turn(nation: str) -> dict[str, str]:
    return event("turn-begins", nation=nation)


SEARCH = event("searches", nation="italy", spy="france-2", city="rome")
SILENT = {
    **{"task": "krakow-v0", "bot": "a", "with": "b", "reward": 0.0},
    **{"promises": [], "beliefs": [], "tally": {"illegal": 2, "tokens": 9}},
}
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
    table = Table(("spies-v0", "talk:honest", "talk:honest", 1, 0))
    italy = table.names.index("italy")
    table.hear(italy, "Hello! PROMISE: france no-search. PROMISE: russia moon PROMISE: mars no-search", 1)
    assert table.said == [Promise("italy", "france", "no-search", 1), Promise("italy", "russia", "moon", 1)]
    game = spyring.game("spies")
    judged = kept(game, [turn("italy"), SEARCH], table.said)
    assert judged == [(table.said[0], False)]  # nobody can check the moon
    killed = event("sanctions", spy="italy-1", victim="france-2", city="rome")
    word = Promise("italy", "france", "no-sanction", 1)
    assert kept(game, [turn("italy"), killed], [word]) == [(word, False)]


def test_an_honest_talker_avoids_what_it_promised_not_to_do() -> None:
    game = spyring.game("spies")
    state = game.start(seats=5, seed=1)
    search, sanction = game.moves.parse("search france-2"), game.moves.parse("sanction 1 france-2")
    honest, bluffer = Honest(1), Bluffer(1)
    assert not honest.breaks(state, search)  # before it has promised anything
    for bot in (honest, bluffer):
        bot.friend = "france"
    assert (honest.breaks(state, search), honest.breaks(state, sanction)) == (True, True)
    assert not bluffer.breaks(state, search)
    assert not honest.breaks(state, game.moves.parse("search russia-2"))


def test_talkers_promise_once_where_promises_exist(state: State) -> None:
    bot = Honest(1)
    bot.choose(state, state.deciders[0])
    assert bot.remark == ""  # nobody listens
    bot.talks = True
    bot.choose(state, state.deciders[0])
    assert bot.remark == ""  # Kraków has no promises
    spies = spyring.game("spies").start(seats=5, seed=1)
    seat = spies.deciders[0]
    bot = Honest(1)
    bot.talks = True
    bot.choose(spies, seat)
    to = spies.game.seat_names(5)[(seat + 1) % 5]
    assert bot.remark == f"PROMISE: {to} no-search PROMISE: {to} no-sanction"
    bot.remark = ""
    bot.choose(spies, seat)
    assert bot.remark == ""


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
    (found,) = scores([row])
    assert (found["task"], found["bot"], found["with"]) == KRAKOW[:3]
    assert (found["games"], found["stated"], found["promises"]) == (1, len(row["beliefs"]), 0)


def test_everyone_hears_a_remark() -> None:
    table = Table(KRAKOW)
    table.hear(1, "PROMISE: white-dagger no-search", 0)
    heard = [bot.heard for bot in table.bots if isinstance(bot, Honest)]
    assert heard == [
        [] if at == 1 else [f"{table.names[1]}: PROMISE: white-dagger no-search"] for at in range(4)
    ]
    assert [promise.to for promise in table.said] == ["white-dagger"]


def test_pairs_share_a_team() -> None:
    played = pieces(["season0-v0"], ["random", "heuristic"], 1)
    assert {(bot, other) for _name, bot, other, *_rest in played} == {
        ("random", "random"),
        ("random", "heuristic"),
        ("heuristic", "random"),
        ("heuristic", "heuristic"),
    }
    table = Table(("season0-v0", "random", "heuristic", 1, 1))
    assert table.fixture.players == ("heuristic", "random", "heuristic", "random")
    assert table.own == 3  # seats rotate


def test_rivals_talk_and_promise() -> None:
    assert {other for _name, _bot, other, *_rest in pieces(["krakow-v0"], ["random"], 2)} == {"talk:honest"}
    with pytest.raises(UnknownBot):
        pieces(["krakow-v0"], ["nobody"], 1)


def test_a_model_without_an_answer_is_not_scored() -> None:
    found = score([{**SILENT, "beliefs": [{"chances": {}, "true": "a"}]}])
    assert (found["asked"], found["stated"], found["Brier"], found["sure"]) == (1, 0, None, None)
    assert (found["illegal"], found["tokens"]) == (2, 9)
