"""The vocabulary of the tests of campaigns: start one, play to a decision, complete objectives, end a game.

state = month("march")
complete(state, 1)
fail(state)
file = close(state)
"""

import json
from typing import Any, Final

from spyring.games.season0 import GAME
from spyring.games.season0 import words as w
from spyring.games.season0.campaign.content import Content, campaign
from spyring.games.season0.campaign.file import mark, new_campaign
from spyring.games.season0.generated import Table, table
from spyring.games.season0.pieces import end_game
from spyring.testkit.scene import frame, play

MOVES: Final = GAME.moves
ACTION: Final = "TakeAction"


def begin(name: str = "evening", seats: int = 2, seed: int = 3, **options: Any) -> Table:
    """A campaign before its first story card."""
    return table(GAME.start(seats=seats, seed=seed, events=True, campaign=name, **options))


def go_on(file: dict[str, Any], seats: int = 2, seed: int = 5, **options: Any) -> Table:
    """The next game."""
    saved = json.loads(json.dumps(file))
    return table(GAME.start(seats=seats, seed=seed, events=True, legacy=saved, **options))


def to(state: Table, *frames: str, **answers: str) -> Table:
    """Play to one of these decisions, or to the end: always the first choice, and all seats agree.

    ``answers`` override that: ``Choose="choose 2"``.
    """
    while state.stack and frame(state) not in frames:
        seat = state.deciders[0]
        legal = [MOVES.name(move) for move in state.legal(seat)]
        move = legal[0]
        if "agree" in legal:
            move = "agree"
        elif "spend-no-more" in legal and "Upgrade" not in answers:
            move = "spend-no-more"
        elif answers.get(frame(state)) in legal:
            move = answers[frame(state)]
        state.play(seat, MOVES.parse(move))
    return state


def month(name: str = "january", of: str = "evening", seats: int = 2, **changes: Any) -> Table:
    """A month of a campaign in the first seat's actions; ``changes`` are made to the file before."""
    return to(go_on(file_of(name, of, **changes), seats), ACTION)


def file_of(name: str = "january", of: str = "evening", **changes: Any) -> dict[str, Any]:
    """The file with which a month begins, every earlier month a SUCCESS; ``changes`` pass as genuine."""
    content: Content = campaign(of, GAME.box)
    data = new_campaign(of, GAME.box).data
    log = data["campaign"]
    months = [GAME_MONTHS[number] for number in content.months]
    for earlier in months[: months.index(name)]:
        rows = {card["id"]: True for card in content.objectives.values() if card["month"] == earlier}
        row = {"month": earlier, "attempt": 1, "evaluation": "success", "seats": 2, "funding": 5}
        log["calendar"].append({**row, "objectives": rows})
    number = GAME_MONTHS.index(name)
    drawn = [card for card in content.story if int(card["number"][:2]) < number]
    log["story"] = len(drawn)
    log["opened"] = [f"story {card['number']}" for card in drawn]
    data["month"] = name
    for key, value in changes.items():
        where = data if key in data else log
        where[key] = value
    log["digest"] = mark(data)
    return data


GAME_MONTHS: Final = (
    "prologue",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)


def complete(state: Table, number: int) -> None:
    """The active seat completes an objective, with all the teams it needs."""
    card = state.config.objectives[number - 1]
    needs = card.known or ((state.target[number - 1], 1),)
    for city, count in needs:
        side = state.side[city]
        for team in range(side * 3, side * 3 + count):
            state.teams[team] = city
    state.actions = 4
    state.settle()
    play(state, f"acquire {number}")
    for team in range(len(state.teams)):
        state.teams[team] = -1
    state.settle()


def fail(state: Table) -> None:
    """The deck runs out: what is open has failed."""
    end_game(state, w.BY_DECK)
    state.settle()


def close(state: Table, **answers: str) -> dict[str, Any]:
    """Through the six steps after the game; the file for the next one."""
    to(state, **answers)
    file = state.legacy()
    assert file is not None
    return file


def evaluated(state: Table, done: int) -> dict[str, Any]:
    """The game ends with so many objectives complete; the file for the next one."""
    for number in range(1, done + 1):
        to(state, ACTION)
        complete(state, number)
    if state.cause < 0:
        to(state, ACTION)
        fail(state)
    return close(state)


def seen(state: Table) -> dict[str, Any]:
    """The campaign as everyone sees it."""
    found: dict[str, Any] = state.view(None)["table"]["campaign"]
    return found


def opened(state: Table) -> list[str]:
    """What has been opened, in order."""
    return [item["key"] for item in seen(state)["opened"]]
