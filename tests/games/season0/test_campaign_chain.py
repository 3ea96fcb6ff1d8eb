"""A campaign is a chain of games: saved after every step, resumed anywhere, verified link by link."""

import json
from typing import Any, Final

import pytest

from spyring.bots import make
from spyring.engine.campaign import Campaign
from spyring.engine.errors import BadPosition, BadRecord, BadSeats
from spyring.engine.record import Record
from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.games.season0.campaign.content import CAMPAIGN_IDS, Content, campaign
from spyring.games.season0.generated import table
from spyring.games.season0.rules.cover import next_box
from spyring.testkit import rule
from spyring.testkit.contract import play_trial
from spyring.testkit.trials import Dice, Trial
from tests.night import NIGHT

CAMPAIGNS: Final = 100 if NIGHT else 3


def by_lot(dice: Dice) -> Any:
    return lambda state, seat: dice.pick(state.legal(seat))


def played(name: str, seats: int, seed: int) -> Campaign:
    found = Campaign(GAME, name)
    found.run(by_lot(Dice(seed)), seats, seed)
    return found


def texts(content: Content, key: str) -> list[str]:
    """The words of a sealed thing, the answers of its choice included."""
    item = content.items[key]
    words = [item[part] for part in ("title", "front", "back", "text") if part in item]
    return words + [answer["text"] for answer in item.get("choice", ())]


# -- whole campaigns -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(CAMPAIGNS))
@rule("SZ-1.2", "SZ-D25", "SZ-1.3")
def test_random_campaigns_break_no_invariant(seed: int) -> None:
    name = CAMPAIGN_IDS[seed % 4 != 0]
    dice = Dice(seed)
    found = Campaign(GAME, name)
    opened: list[str] = []
    while not found.over:
        state = table(found.begin(2 + dice.roll(3), seed + len(found.records)))
        while state.deciders:
            assert state.campaign is not None
            assert 1 <= state.campaign.data["funding"] <= 10
            assert state.campaign.log["opened"][: len(opened)] == opened
            opened = list(state.campaign.log["opened"])
            seat = dice.pick(state.deciders)
            found.play(seat, dice.pick(state.legal(seat)))
            if dice.roll(20) == 0:
                GAME.validate(state)
        GAME.validate(state)
    assert len(opened) == len(set(opened))
    assert len(found.records) <= 2 * len(campaign(name, GAME.box).months) + 20


@rule("SZ-D25")
def test_a_campaign_keeps_the_contract() -> None:
    options: dict[str, int | str] = {option.name: option.default for option in GAME.options}
    trial = Trial(GAME, 2, options | {"campaign": "evening", "funding_override": "host"}, 4, interrupted=True)
    kinds: set[str] = set()
    for _game in range(4):
        file = play_trial(trial, 12, kinds).legacy()
        assert file is not None
        trial = trial.following(json.loads(json.dumps(file)))
    assert {"DrawStory", "CreateAlias", "Choose", "Upgrade", "NextGame", "AdjustFunding"} <= kinds


@rule("SZ-P16", "SZ-P1")
def test_bots_play_whole_campaigns() -> None:
    bot = make("heuristic", 7)
    found = Campaign(GAME, "evening")
    state = found.run(bot.choose, 2, 7)
    final = state.view(0)["table"]["campaign"]["final"]
    assert final["score"] >= 0
    games = [row["game"] for row in state.view(0)["table"]["campaign"]["calendar"]]
    assert games == list(range(len(found.records) - len(games), len(found.records)))
    assert found.over


# -- what is sealed stays sealed -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", CAMPAIGN_IDS)
@rule("SZ-1.7")
def test_nothing_is_seen_before_it_is_opened(name: str) -> None:
    content = campaign(name, GAME.box)
    dice = Dice(11)
    found = Campaign(GAME, name)
    looked = 0
    while not found.over and looked < 60:
        state = table(found.begin(2, len(found.records)))
        while state.deciders:
            if dice.roll(8) == 0 or type(state.stack[-1]).__name__ in ("DrawStory", "Choose"):
                see_only_what_is_open(state, content)
                looked += 1
            seat = dice.pick(state.deciders)
            found.play(seat, dice.pick(state.legal(seat)))
        see_only_what_is_open(state, content)


def see_only_what_is_open(state: Any, content: Content) -> None:
    seen = json.dumps(
        [state.view(None), state.view(0), state.events_for(None), state.events_for(0)], ensure_ascii=False
    )
    opened = state.campaign.log["opened"]
    for key in content.items:
        for words in texts(content, key):
            known = key in opened or any(words in texts(content, other) for other in opened)
            assert known or json.dumps(words, ensure_ascii=False) not in seen, key
    for event, words in content.events.items():
        if event not in state.campaign.data["events"]:
            assert words not in seen
            assert f'"{event}"' not in seen
    if not state.campaign.over:
        for ending in content.endings:
            assert ending["text"] not in seen


@rule("SZ-R71", "SZ-1.3")
def test_what_is_saved_does_not_decide_what_covered_boxes_show() -> None:
    bot = make("heuristic", 7)
    found = Campaign(GAME, "evening")
    while len(found.records) < 3:
        found.begin(2, 7 + len(found.records))
        while found.state is not None:
            found.play(found.state.deciders[0], bot.choose(found.state, found.state.deciders[0]))
    assert found.legacy is not None
    assert found.legacy["aliases"]
    assert all(key != "track" for row in found.legacy["aliases"] for key in row)
    shown: set[tuple[int, ...]] = set()
    for seed in range(20):  # the same file, under other chance
        state = table(GAME.start(seats=2, seed=seed, campaign="evening", legacy=found.legacy))
        shown.add(tuple(next_box(state, boxes) for boxes in state.uncovered if len(boxes) < 3))
    assert len(shown) > 1


# -- saved, resumed, exported, imported ----------------------------------------------------------------------


@rule("SZ-1.3")
def test_a_campaign_resumes_at_any_decision() -> None:
    dice = Dice(5)
    found = Campaign(GAME, "evening")
    for _game in range(3):
        state = found.begin(2, 40 + len(found.records))
        while state.deciders:
            saved = json.loads(json.dumps(state.to_json()))
            again: State = GAME.from_json(saved)
            assert again.fingerprint() == state.fingerprint()
            assert again.view(0) == state.view(0)
            seat = dice.pick(state.deciders)
            move = dice.pick(state.legal(seat))
            again.play(seat, move)
            found.play(seat, move)
            assert again.fingerprint() == state.fingerprint()
        assert GAME.from_json(json.loads(json.dumps(state.to_json()))).legacy() == state.legacy()


@rule("SZ-4.1")
def test_an_export_gives_the_campaign_back() -> None:
    whole = played("evening", 3, 2)
    text = whole.text()
    again = Campaign.load(GAME, text)
    assert again.over
    assert again.text() == text
    half = Campaign(GAME, "evening", auto_continue="no")
    state = half.begin(2, 9)
    half.play(1, GAME.moves.parse("read"))
    back = Campaign.load(GAME, half.text())
    assert back.state is not None
    assert back.state.fingerprint() == state.fingerprint()
    assert back.state.option_values()["auto_continue"] == "no"


@rule("SZ-4.1", "SZ-1.3")
def test_an_edited_export_is_refused_in_one_sentence() -> None:
    text = played("evening", 2, 3).text()
    games = text.split("spyring record ")
    assert len(games) > 4
    without_one = "spyring record ".join([*games[:2], *games[3:]])
    swapped = "spyring record ".join([games[0], games[1], games[3], games[2], *games[4:]])
    richer = text.replace('"funding": 5', '"funding": 9', 1)
    for edited in (without_one, swapped, richer, text.replace("campaign evening", "campaign medusa", 1)):
        assert edited != text
        with pytest.raises(BadRecord) as refusal:
            Campaign.load(GAME, edited)
        assert "\n" not in str(refusal.value)
    with pytest.raises(BadRecord, match="This is not a campaign"):
        Campaign.load(GAME, "hello")


@rule("SZ-4.1", "SZ-1.3")
def test_no_game_of_a_campaign_begins_in_its_middle() -> None:
    found = Campaign(GAME, "evening")
    position = found.begin(2, 5).to_json()
    position["table"]["campaign"]["funding"] = 9
    state = GAME.from_json(position)
    record = Record.of(state, 5, [], position=position)
    assert record.replay(GAME).fingerprint() == state.fingerprint()
    with pytest.raises(BadRecord, match="Game 1: it starts in the middle"):
        Campaign.load(GAME, f"spyring campaign 1\ncampaign evening\n\n{record.text()}")
    position["table"]["campaign"]["funding"] = 2**62
    with pytest.raises(BadPosition, match="funding is a number from 1 to 10"):
        GAME.from_json(position)


@rule("SZ-4.1")
def test_a_game_begins_with_our_own_file_and_not_with_one_that_is_equal() -> None:
    text = played("evening", 2, 3).text()
    again = Campaign.load(GAME, text.replace('"funding": 5,', '"funding": 5.0,'))
    assert again.text() == text


@rule("SZ-1.1", "SZ-R39")
def test_a_game_at_the_wrong_time_or_for_too_many_is_refused() -> None:
    found = Campaign(GAME, "evening")
    with pytest.raises(BadSeats):
        found.begin(5, 1)
    found.begin(2, 1)
    with pytest.raises(BadRecord, match="running game"):
        found.begin(2, 1)
    over = played("evening", 2, 4)
    with pytest.raises(BadRecord, match="over"):
        over.begin(2, 1)
    with pytest.raises(BadRecord, match="No game is running"):
        over.play(0, 0)
