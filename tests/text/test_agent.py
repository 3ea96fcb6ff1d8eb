"""``llm:MODEL`` against an endpoint on this machine that answers well, badly, slowly, or with garbage."""

import json
import logging
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import spyring
from spyring.arena.match import Match
from spyring.arena.social import Table
from spyring.bots import UnknownBot, make
from spyring.bots.fixtures import fixture
from spyring.engine.state import State
from spyring.text.agent import Endpoint, EndpointError, LanguageModel
from spyring.text.talkers import Asked, questions

KEY = "sk-very-secret"
Answer = tuple[int, dict[str, str], bytes]


def said(text: str, tokens: int | None = 100) -> Answer:
    body: dict[str, Any] = {"choices": [{"message": {"role": "assistant", "content": text}}]}
    if tokens is not None:
        body["usage"] = {"total_tokens": tokens}
    return 200, {}, json.dumps(body).encode()


class Model:
    """An endpoint: gives the next of its answers, the last one for ever."""

    def __init__(self) -> None:
        self.answers: list[Answer | Callable[[Any], Answer]] = []
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.released = threading.Event()
        model = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                asked["path"] = self.path
                model.asked.append(asked)
                model.keys.append(self.headers["authorization"])
                answer = model.answers.pop(0) if len(model.answers) > 1 else model.answers[0]
                status, headers, body = answer(asked) if callable(answer) else answer
                self.send_response(status)
                for name, value in {**headers, "content-length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def slow(self, asked: Any) -> Answer:
        """Answers only when the test is over."""
        self.released.wait(60)
        return said("too late")


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    found = Model()
    threading.Thread(target=found.server.serve_forever, daemon=True).start()
    yield found
    found.released.set()
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def state() -> State:
    return spyring.game("krakow").start(seed=7, years=1, events=True)


class Player(LanguageModel):
    """A bot whose waiting is only noted."""

    def __init__(self, model: Model, **terms: Any) -> None:
        self.waits: list[float] = []
        super().__init__("tiny", 7, Endpoint(url=model.url, key=KEY, **terms), self.waits.append)


def legal(state: State, at: int = 0) -> str:
    return state.game.moves.name(state.legal(state.deciders[0])[at])


def decide(bot: LanguageModel, state: State) -> str:
    seat = state.deciders[0]
    return state.game.moves.name(bot.choose(state, seat))


def test_a_good_answer_is_played(model: Model, state: State) -> None:
    model.answers = [said(f"I have an idea.\n\n**MOVE:** `{legal(state, 3).upper()}`.")]
    bot = Player(model)
    assert decide(bot, state) == legal(state, 3)
    assert bot.tally == {"calls": 1, "tokens": 100, "illegal": 0, "substituted": 0}
    asked = model.asked[0]
    assert (asked["path"], asked["model"], asked["seed"]) == ("/v1/chat/completions", "tiny", 7)
    assert "Four seats in two teams" in asked["messages"][0]["content"]
    assert "# Legal moves" in asked["messages"][1]["content"]
    assert model.keys == [f"Bearer {KEY}"]


def test_an_illegal_answer_is_corrected(model: Model, state: State) -> None:
    model.answers = [said("MOVE: play black-death"), said(f"MOVE: {legal(state)}")]
    bot = Player(model)
    assert decide(bot, state) == legal(state)
    assert bot.tally["illegal"] == 1
    assert "[KRK-5.5]" in model.asked[1]["messages"][-1]["content"]
    assert model.asked[1]["messages"][-2] == {"role": "assistant", "content": "MOVE: play black-death"}


def test_useless_answers_are_replaced_by_the_heuristic(model: Model, state: State) -> None:
    model.answers = [said("Let us all be friends.")]
    bot = Player(model)
    assert decide(bot, state) in [state.game.moves.name(move) for move in state.legal(state.deciders[0])]
    assert bot.tally == {"calls": 3, "tokens": 300, "illegal": 3, "substituted": 1}
    assert "heuristic" in bot.reason()


@pytest.mark.parametrize(
    "garbage",
    [
        (200, {}, b"<html>"),
        (200, {}, b"[]"),
        (200, {}, b'{"choices": []}'),
        (200, {}, b'{"choices": [{"message": {"content": null}}]}'),
        (200, {}, b"\xff\xfe"),
        (500, {}, b""),
        (429, {"retry-after": "3"}, b""),
    ],
)
def test_garbage_is_tried_again_later(model: Model, state: State, garbage: Answer) -> None:
    model.answers = [garbage, garbage, said(f"MOVE: {legal(state)}")]
    bot = Player(model)
    assert decide(bot, state) == legal(state)
    assert bot.waits == ([3.0, 3.0] if garbage[0] == 429 else [0.5, 1.0])
    assert bot.tally["substituted"] == 0


def test_a_slow_endpoint_is_given_up(model: Model, state: State) -> None:
    model.answers = [model.slow]
    bot = Player(model, timeout=0.01)
    for _decision in range(5):
        assert decide(bot, state)
    assert bot.tally["substituted"] == 5
    assert bot.tally["calls"] == 12  # four tries for each of three decisions, then no more


def test_an_endpoint_that_is_not_there_is_given_up(model: Model, state: State) -> None:
    bot = LanguageModel("tiny", endpoint=Endpoint(url="http://127.0.0.1:9/v1"), sleep=lambda seconds: None)
    assert decide(bot, state)
    assert bot.tally["substituted"] == 1


@pytest.mark.parametrize(("terms", "calls"), [({"calls": 2}, 2), ({"tokens": 250}, 3)])
def test_a_budget_is_kept(model: Model, state: State, terms: dict[str, int], calls: int) -> None:
    model.answers = [said(f"MOVE: {legal(state)}")]
    bot = Player(model, **terms)
    for _decision in range(5):
        decide(bot, state)
    assert len(model.asked) == bot.tally["calls"] == calls
    assert bot.tally["substituted"] == 5 - calls


def test_tokens_are_estimated_if_nobody_counts_them(model: Model, state: State) -> None:
    model.answers = [said(f"MOVE: {legal(state)}", tokens=None)]
    bot = Player(model)
    decide(bot, state)
    assert 3000 < bot.tally["tokens"] < 6000


@pytest.mark.parametrize("status", [400, 401, 404])
def test_a_refusal_is_an_error_without_the_key(model: Model, state: State, status: int) -> None:
    model.answers = [(status, {}, f"Wrong key: {KEY}".encode())]
    with pytest.raises(EndpointError, match=f"status {status}") as refused:
        decide(Player(model), state)
    assert KEY not in str(refused.value)


@pytest.mark.parametrize("key", [KEY, r'a "key" with a \ in it'])
def test_the_key_is_nowhere(
    model: Model, state: State, tmp_path: Path, caplog: pytest.LogCaptureFixture, key: str
) -> None:
    file = tmp_path / "transcript.jsonl"
    model.answers = [said(f"Your key is {key}. MOVE: nonsense"), said(f"MOVE: {legal(state)}")]
    bot = LanguageModel("tiny", 7, Endpoint(url=model.url, key=key, transcript=str(file)))
    with caplog.at_level(logging.DEBUG):
        decide(bot, state)
    assert model.keys[0] == f"Bearer {key}"
    assert caplog.text
    assert key not in caplog.text
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [line.get("move") for line in lines] == [None, legal(state)]
    assert "no move of this game" in lines[0]["problem"] or "nearest legal moves" in lines[0]["problem"]
    assert lines[1]["tally"]["calls"] == 2
    assert lines[0]["answer"] == "Your key is …. MOVE: nonsense"
    assert not any(key in str(value) for line in lines for value in line.values())
    assert key not in repr(bot.endpoint)


def test_the_last_word_of_an_answer_is_the_move(model: Model, state: State) -> None:
    model.answers = [said(f"MOVE: {legal(state, 1)}? No.\nMOVE: {legal(state, 2)}")]
    assert decide(Player(model), state) == legal(state, 2)


def test_a_match_in_the_arena(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPYRING_LLM_URL", model.url)
    monkeypatch.setenv("SPYRING_LLM_CALLS", "4")
    model.answers = [said("MOVE: pass")]
    game = spyring.game("krakow")
    players = fixture(("llm:tiny:1b", "heuristic", "heuristic", "heuristic"), 0, 1, 0)
    row = Match(game, {"years": 1}, players).play()
    (tally,) = row["tallies"].values()
    assert tally["calls"] == len(model.asked) == 4
    assert model.asked[0]["model"] == "tiny:1b"
    assert "# Since your last decision" in model.asked[0]["messages"][1]["content"]
    assert tally["substituted"] > 4


# -- talk and beliefs ----------------------------------------------------------------------------------------


def asked_of(state: State) -> Asked:
    return questions(state, state.deciders[0])


def test_a_model_hears_and_speaks(model: Model, state: State) -> None:
    model.answers = [said(f"SAY: We are  friends.\nMOVE: {legal(state)}"), said(f"MOVE: {legal(state)}")]
    bot = Player(model)
    bot.talks = True
    bot.heard = ["white-purse: Trust me."]
    decide(bot, state)
    assert bot.remark == "We are friends."
    assert "SAY:" in model.asked[0]["messages"][0]["content"]
    assert "# Conversation\nwhite-purse: Trust me." in model.asked[0]["messages"][1]["content"]
    decide(bot, state)
    assert bot.remark == ""
    quiet = Player(model)
    decide(quiet, state)
    assert "SAY:" not in model.asked[-1]["messages"][0]["content"]


def test_a_model_is_told_which_promises_there_are(model: Model) -> None:
    spies = spyring.game("spies").start(seats=5, seed=1, events=True)
    model.answers = [said(f"MOVE: {legal(spies)}")]
    bot = Player(model)
    bot.talks = True
    decide(bot, spies)
    assert "words: no-search no-sanction." in model.asked[0]["messages"][0]["content"]


def test_a_model_states_chances(model: Model, state: State) -> None:
    asked = asked_of(state)
    one, two, three = asked
    first, second = asked[one][:2]
    model.answers = [said(f"Hm.\n1: {first.upper()} 0.6, **{second}**: 0.2\n2: {second}=1\n3: no idea")]
    bot = Player(model)
    found = bot.estimate(state, state.deciders[0], asked)
    assert found == {
        one: {first: pytest.approx(0.75), second: pytest.approx(0.25)},
        two: {second: 1.0},
        three: {},
    }
    assert f"1: {one}, {first}|{second}" in model.asked[0]["messages"][1]["content"]
    assert bot.tally["calls"] == 1


@pytest.mark.parametrize("bad", [said("I do not know."), (200, {}, b"<html>"), (500, {}, b"")])
def test_a_model_that_states_nothing_is_not_judged(model: Model, state: State, bad: Answer) -> None:
    model.answers = [bad]
    assert not any(Player(model).estimate(state, state.deciders[0], asked_of(state)).values())


def test_a_slow_model_states_nothing(model: Model, state: State) -> None:
    model.answers = [model.slow]
    found = Player(model, timeout=0.01).estimate(state, state.deciders[0], asked_of(state))
    assert not any(found.values())


def test_a_social_game(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that moves illegally, says its key and states odd chances; the result counts it all."""
    monkeypatch.setenv("SPYRING_LLM_URL", model.url)
    monkeypatch.setenv("SPYRING_LLM_KEY", KEY)
    monkeypatch.setenv("SPYRING_LLM_CALLS", "6")
    model.answers = [said("SAY: hello\nMOVE: win")]
    row = Table(("krakow-v0", "llm:tiny", "talk:honest", 1, 0)).play()
    assert row["tally"]["calls"] == 6
    assert row["tally"]["illegal"] > 0
    assert row["tally"]["tokens"] == 600
    assert row["beliefs"]
    assert KEY not in json.dumps(row)


def test_bad_settings_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("URL", "nonsense"), ("CALLS", "many"), ("KEY", "schlüssel\n")):
        with monkeypatch.context() as patch:
            patch.setenv(f"SPYRING_LLM_{name}", value)
            with pytest.raises(EndpointError, match=f"SPYRING_LLM_{name}") as refused:
                make("llm:tiny")
            assert name != "KEY" or value not in str(refused.value)
    with pytest.raises(UnknownBot):
        make("llm")
