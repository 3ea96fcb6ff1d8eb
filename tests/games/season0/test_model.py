"""Season 0 beside its plain model: the same game twice, compared decision by decision."""

import random
import tomllib
from importlib.resources import files
from typing import Any

import pytest

import spyring
from spyring.engine.state import State
from tests.games.season0.model import Model
from tests.models import games

GAMES = games("season0", by_day=9, at_night=150)
MONTHS = games("season0", by_day=16, at_night=80)
EVENTFUL = (55, 57)  # months in which two Escalations come between two decisions
BOX = tomllib.loads(files("spyring.games.season0").joinpath("box.toml").read_text(encoding="utf-8"))

CHARACTERS = ("black", "blue", "pink", "white")
AFFILIATIONS = ("allied", "neutral", "soviet")
DRAWS = ("threat-turned", "bottom-drawn", "incident-card")  # of Threat cards: from the top, from the bottom

Json = dict[str, Any]


class Read:
    """What chance brought, read off the position of the program after the same move."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.piles = 0  # that were shuffled onto the Threat deck

    @property
    def table(self) -> Json:
        found: Json = self.state.to_json()["table"]
        return found

    def target(self, objective: int) -> str:
        found: str = self.table["targets"][objective]
        return found

    def _threats_from_top(self) -> list[str]:
        return list(reversed(self.table["threat"]))

    def threats(self) -> list[str]:
        return [*self.table["threat_discard"], *self._threats_from_top()]

    def hands(self) -> list[list[str]]:
        found: list[list[str]] = self.table["hands"]
        return found

    def deck(self) -> list[str]:
        return list(reversed(self.table["deck"]))

    def first(self) -> int:
        return int(self.table["first"])

    def box(self, character: str, affiliation: str, place: int) -> str:
        """What a box of a cover track shows."""
        at = 3 * CHARACTERS.index(character) + AFFILIATIONS.index(affiliation)
        found: str = self.table["uncovered"][at][place]
        return found

    def shuffled(self, cards: list[str]) -> list[str]:
        """How the next pile lay that was shuffled onto the deck. Between two decisions whole turns may pass,
        so cards of it may have been drawn since, and even shuffled again.
        """
        names, fields = [kind.name for kind in self.state.game.events.kinds], self.state.game.events.fields
        told = [(names[event.kind], fields(event)) for event in self.state.events]
        shuffles = [
            number
            for number, (name, facts) in enumerate(told)
            if name == "reshuffled" or (name == "intensified" and facts["count"] != "0")
        ]
        first = shuffles[self.piles]
        self.piles += 1
        left = set(cards)  # where the shuffle laid them
        top: list[str] = []
        bottom: list[str] = []
        for name, facts in told[first + 1 :]:
            if name in DRAWS and facts["city"] in left:
                left.remove(facts["city"])
                (top if name == "threat-turned" else bottom).append(facts["city"])
        return [*top, *(city for city in self._threats_from_top() if city in left), *reversed(bottom)]


def asked(state: State) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
    names = state.game.moves.name
    must = {seat: {names(move) for move in state.legal(seat)} for seat in state.deciders}
    may = {seat: {names(move) for move in state.legal(seat)} for seat in state.interrupters}
    return must, {seat: moves for seat, moves in may.items() if moves}


def seen(view: Json) -> Json:
    """The program's view in the words of the model."""
    table = view["table"]
    threat, deck = table["threat"], table["deck"]
    return {
        "space": threat["space"],
        "threat_deck": threat["deck"],
        "threat_discard": sorted(threat["discard"]),
        "game_end": sorted(threat["game_end"]),
        "deck": deck["cards"],
        "discard": sorted(table["discard"]),
        "cities": {
            row["city"]: (row["agents"], row["tokens"], bool(row["safehouse"]), row["surveillance"])
            for row in table["cities"]
        },
        "teams": {row["team"]: (row["city"], bool(row["active"])) for row in table["teams"]},
        "players": [
            (
                p["character"] or "",
                p["alias"]["kind"].replace("open", "none"),
                p["city"],
                sorted(p["hand"]),
                p["limit"],
            )
            for p in table["players"]
        ],
        "objectives": [
            (
                o["status"],
                sorted(o["possible"]) if o["possible"] and not o["target"] else None,
                o["target"],
            )
            for o in table["objectives"]
        ],
        "supply": tuple(table["supply"][name] for name in ("agents", "tokens", "safehouses")),
        "in_the_shadows": table["in_the_shadows"],
    }


def picked(dice: random.Random, moves: set[str]) -> str:
    """Rare verbs as often as common ones, but the turn makes progress."""
    verbs = sorted({move.split()[0] for move in moves} - {"concede"})
    rare = [verb for verb in verbs if verb in ("acquire", "assemble", "identify", "build")]
    verb = dice.choice(rare if rare and dice.random() < 0.6 else verbs or ["concede"])
    return dice.choice(sorted(move for move in moves if move.split()[0] == verb))


def together(seats: int, seed: int, options: Json, legacy: Json | None = None) -> None:
    """Play one game with random moves on both sides; every difference is a failure."""
    dice = random.Random(seed)
    game = spyring.game("spyring.games.season0")
    state = game.start(seats=seats, seed=seed, events=True, legacy=legacy, **options)
    chosen = {option.name: option.default for option in game.options} | options
    model = Model(seats, chosen, BOX, Read(state), legacy)
    for number in range(10_000):
        must, may = asked(state)
        where = f"seed {seed}, move {number}"
        told = {seat: moves for seat, moves in model.asked[1].items() if moves}
        assert (must, may) == (model.asked[0], told), where
        for seat in (0, None):
            shown, expected = seen(state.view(seat)), model.seen_table()
            if not model.piles:  # the cards are counted out while the group still chooses Events
                shown["deck"] = expected["deck"]
            assert shown == expected, where
        if not must:
            break
        actor = dice.choice([*must, *must, *may])
        move = picked(dice, must.get(actor) or may[actor])
        state.play(actor, game.moves.parse(move))
        model.answer(actor, move)
    outcome = state.outcome
    assert outcome is not None
    assert model.over
    complete = sum(one["status"] == "complete" for one in model.objectives)
    assert outcome.scores == (complete,) * seats
    assert set(outcome.winners) == (set(range(seats)) if complete == len(model.objectives) else set())


VARIANTS: list[Json] = [
    {},
    {"auto_continue": "no"},
    {"escalation_surplus": "each", "event_in_answer": "yes", "acquire_anywhere": "pawn_in_city"},
    {"events_between_escalation_steps": "yes", "auto_continue": "no", "event_moves_safehouse": "no"},
    {"recognized_shelter": "no", "teams_compromised": "none", "moscow_recognized": "eu_as"},
    {"concede": "yes", "look_visible": "player"},
]


def month(dice: random.Random) -> Json:
    """A month of a campaign with aliases that are nearly lost, stickers, and less funding than Events."""
    aliases = []
    for character in CHARACTERS:
        for side in dice.sample(AFFILIATIONS, dice.randrange(3)):
            uncovered = dice.choice([0, 2, 4, 5, 6, 7, 8])
            slots: list[str | None] = [dice.choice(ASSETS) if dice.random() < 0.5 else None for _ in range(4)]
            aliases.append(
                {
                    "character": character,
                    "affiliation": side,
                    "name": "Somebody",
                    "occupation": dice.choice([row["id"] for row in BOX["occupation"]]),
                    "uncovered": dice.choice(BOX["track"])["boxes"][:uncovered],
                    "slots": [slot for slot in slots if slot],
                    "burned": uncovered == 8,
                }
            )
    watched = {row["id"]: dice.randrange(4) for row in BOX["city"] if dice.random() < 0.5}
    return {
        "month": "may",
        "funding": dice.randrange(1, 11),
        "events": [*(row["id"] for row in BOX["event"] if row["starting"]), *dice.sample(LATER, 7)],
        "objectives": [
            {"id": "a", "known": [["paris", 1], ["moscow", 1]], "complete": 110, "failed": 111},
            {"id": "b", "unknown": ["cairo", "lagos", "algiers", "khartoum"], "complete": 112, "failed": 113},
            {
                "id": "c",
                "unknown": ["lima", "bogota", "santiago", "sao-paulo"],
                "complete": 114,
                "failed": 115,
            },
        ],
        "surveillance": watched,
        "affiliation": {"cairo": "neutral", "lima": "allied"},
        "safehouses": ["washington", "paris", "tokyo"],
        "destroyed": {"cities": ["osaka"], "threats": ["sydney", "toronto"], "events": []},
        "aliases": aliases,
    }


ASSETS = [row["id"] for row in BOX["asset"]]
LATER = [  # the Events that a campaign brings
    "night-porter",
    "dead-drop",
    "night-train",
    "burn-bag",
    "false-alarm",
    "old-friends",
    "open-line",
    "expense-account",
    "going-twice",
    "three-candles",
    "stage-door",
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("decided", ["agree", "majority", "host"])
def test_the_plain_model_agrees_on_a_month(seats: int, decided: str) -> None:
    for seed in {*range(MONTHS), *EVENTFUL}:
        together(seats, seed, {"group_decision": decided}, month(random.Random(seed)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_the_plain_model_agrees(seats: int, variant: int) -> None:
    for seed in range(GAMES if variant == 0 else max(1, GAMES // 3)):
        together(seats, 1000 * variant + seed, VARIANTS[variant])
