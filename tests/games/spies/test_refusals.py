"""Every sentence with which Spies! refuses a move states a fact, and cites its clause."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from spyring.engine.frame import Refusal
from spyring.games.spies.generated import table
from spyring.testkit import rule
from tests.games.spies.fixed_box import FIXED
from tests.games.spies.scene import play, random_game, scene
from tests.night import BRIEF, NIGHT

NAMES = ("germany", "italy", "russia", "france", "britain")


class Tried(NamedTuple):
    """A scene, or the beginning of a game; the moves made in it, and at last the one that is refused."""

    moves: tuple[str, ...]
    given: dict[str, Any]

    def answer(self) -> Refusal | None:
        given = dict(self.given)
        if given.pop("set_up", False):
            t = table(FIXED.start(seats=5, seed=1, **given))
        else:
            t = scene(**given)
        play(t, *self.moves[:-1])
        name, colon, move = self.moves[-1].rpartition(": ")
        seat = t.runner[NAMES.index(name)] if colon else t.deciders[0]
        return t.why_not(seat, FIXED.moves.parse(move))


class Case(NamedTuple):
    sentence: str
    clause: str
    tried: Tried


def on(*moves: str, **given: Any) -> Tried:
    return Tried(moves, given)


def all_arrange(times: int) -> tuple[str, ...]:
    """So many kinds of pieces are placed by all nations."""
    return tuple(f"{name}: arrange" for _kind in range(times) for name in NAMES)


BERLIN: dict[str, Any] = {"spies": {"germany-1": "berlin"}}
PRAGUE: dict[str, Any] = {"spies": {"germany-1": "prague 5", "france-1": "prague 4"}}
MUNICH: dict[str, Any] = {"spies": {"germany-1": "munich 5"}, "secrets": {"secret-9": "munich 3"}}
BOTH_IN_MUNICH = {"germany-1": "munich", "italy-1": "munich"}
HUNT: dict[str, Any] = {
    "step": "searches",
    "spies": {"france-1": "berlin 3", "france-2": "berlin 2"},
    "police": {"germany-1": "berlin 5"},
}
POLICE: dict[str, Any] = {"step": "police", "police": {"germany-1": "berlin 5", "germany-2": "munich 4"}}
GUARD: dict[str, Any] = {"step": "police", "police": {"germany-1": "munich 5", "germany-2": "munich 4"}}
TALK: dict[str, Any] = {**BERLIN, "chits": {"germany": "cover", "france": "papers"}}
OFFER = ("talk france", "give cover", "propose")
NORTH_SEA = ("step 1 north-sea",)
SENT = (
    *["germany: hide munich"] * 7,
    *all_arrange(1)[1:],
    *["germany: post munich"] * 2,
    *all_arrange(1),
    "germany: send munich",
    "germany: send prague",
    *all_arrange(1),
)

CHITS = [
    Case("This is not what is asked now.", "SPY-5.1", on("end", **POLICE)),
    Case("You do not hold this chit.", "SPY-11.1", on("sanction 1 france-1", **PRAGUE)),
    Case("You do not hold this chit.", "SPY-11.1", on("talk france", "give papers", **TALK)),
    Case(
        "You do not hold this chit.",
        "SPY-4.10",
        on(
            *("talk france", "ask papers", "propose", "accept", "return cover"),
            **BERLIN,
            chits={"germany": "papers " * 7, "france": "papers"},
        ),
    ),
    Case("This belongs to the advanced game.", "SPY-1.4", on("drop 1", **PRAGUE)),
    Case("This belongs to the advanced game.", "SPY-1.4", on("source france", **PRAGUE)),
    Case("This belongs to the advanced game.", "SPY-1.4", on("talk france", "ask drop", **TALK)),
    Case("This belongs to the advanced game.", "SPY-1.4", on("talk france", "give drop", **TALK)),
    Case(
        "This chit is no answer here.",
        "SPY-14.3",
        on("search france-1", "answer cover", **HUNT, chits={"france": "cover"}),
    ),
    Case(
        "You cannot pay for it.",
        "SPY-R60",
        on("sanction 1 france-1", **PRAGUE, chits={"germany": "sanction"}, money=19),
    ),
    *(
        Case("You have too few action points left.", "SPY-3.3", on(move, **given, game="advanced", points=0))
        for move, given in (
            ("step 1 leipzig", BERLIN),
            ("talk france", BERLIN),
            ("sanction 1 france-1", {**PRAGUE, "chits": {"germany": "sanction"}}),
            ("play ge4", {"step": "tile", "year": 1934}),
        )
    ),
    Case(
        "This cannot be done in a spy haven.",
        "SPY-15.1",
        on(
            "sanction 1 france-1",
            spies={"germany-1": "geneva", "france-1": "geneva"},
            game="advanced",
            chits={"germany": "sanction"},
        ),
    ),
    Case(
        "None of your spies lies in the Sanctioned Spies box.",
        "SPY-R58",
        on("recruit", **BERLIN, chits={"germany": "recruit"}),
    ),
    Case(
        "Your capital needs no Drop.",
        "SPY-12.19",
        on("drop 1", **BERLIN, game="advanced", chits={"germany": "drop"}),
    ),
    Case(
        "You have a Drop there already.",
        "SPY-12.19",
        on("drop 1", **PRAGUE, game="advanced", chits={"germany": "drop"}, drops=[("germany", "prague")]),
    ),
    Case(
        "This is your own nation.",
        "SPY-12.32",
        on("source germany", **PRAGUE, game="advanced", chits={"germany": "source"}),
    ),
    Case(
        "You run this nation too, so you see its pieces anyway.",
        "SPY-12.32",
        on("source italy", **PRAGUE, seats=4, game="advanced", chits={"germany": "source"}),
    ),
    Case(
        "This is a spy of your own.",
        "SPY-12.31",
        on("sanction 1 germany-1", **PRAGUE, chits={"germany": "sanction"}),
    ),
    Case(
        "Your spy and that spy are not in one city.",
        "SPY-12.31",
        on(
            "sanction 1 france-1",
            spies={"germany-1": "prague", "france-1": "paris"},
            chits={"germany": "sanction"},
        ),
    ),
    Case(
        "This spy belongs to an ally.",
        "SPY-R43",
        on(
            "sanction 1 italy-1",
            seats=4,
            spies={"germany-1": "prague", "italy-1": "prague"},
            chits={"germany": "sanction"},
        ),
    ),
    Case(
        "This spy is not captured.",
        "SPY-12.24",
        on(
            "free 1",
            step="escapes",
            spies={"germany-1": "sanctioned", "germany-2": "neutral-box"},
            chits={"germany": "escape"},
        ),
    ),
]

SECRETS = [
    Case(
        "Your spy and that secret are not in one city.",
        "SPY-12.14",
        on("discover 1 secret-1", **BERLIN, secrets={"secret-1": "prague 3"}, chits={"germany": "discovery"}),
    ),
    Case(
        "Your spy and that secret are not in one city.", "SPY-8.6", on("take 1 secret-9", **MUNICH | BERLIN)
    ),
    Case(
        "You control it already.",
        "SPY-8.4",
        on(
            "discover 1 secret-1",
            spies={"germany-1": "prague", "germany-2": "prague"},
            secrets={"secret-1": "prague 3 by germany-2"},
            chits={"germany": "discovery"},
        ),
    ),
    Case(
        "A spy of yours stands on this secret already.",
        "SPY-8.4",
        on(
            "take 1 secret-9",
            spies={"germany-1": "munich", "germany-2": "munich"},
            secrets={"secret-9": "munich 3 by germany-2"},
        ),
    ),
    Case(
        "A National secret at home needs no Discovery.",
        "SPY-8.6",
        on("discover 1 secret-9", **MUNICH, chits={"germany": "discovery"}),
    ),
    Case(
        "This is no National secret of yours.",
        "SPY-8.5",
        on("take 1 secret-1", **MUNICH | {"secrets": {"secret-1": "munich 3"}}),
    ),
    Case(
        "This secret does not lie in your territory.",
        "SPY-8.7",
        on("take 1 secret-9", **PRAGUE, secrets={"secret-9": "prague 3"}),
    ),
    Case(
        "An enemy controls this secret.",
        "SPY-8.7",
        on(
            "take 1 secret-9",
            spies={"germany-1": "munich", "france-1": "munich"},
            secrets={"secret-9": "munich 3 by france-1"},
        ),
    ),
    *(
        Case(
            "An ally controls this secret.",
            "SPY-R43",
            on(move, spies=BOTH_IN_MUNICH, seats=4, secrets={secret: "munich 3 by italy-1"}),
        )
        for move, secret in (("discover 1 secret-1", "secret-1"), ("take 1 secret-9", "secret-9"))
    ),
    Case(
        "This secret is National to an ally.",
        "SPY-R43",
        on(
            "discover 1 secret-16",
            seats=4,
            **PRAGUE,
            secrets={"secret-16": "prague 3"},
            chits={"germany": "discovery"},
        ),
    ),
    Case(
        "This secret is National to an ally.",
        "SPY-R43",
        on(
            "take 1 secret-9",
            **MUNICH | {"secrets": {"secret-9": "munich 3 national germany italy"}},
            seats=4,
        ),
    ),
    Case(
        "This secret is National to an ally.",
        "SPY-R43",
        on(
            "step 1 berlin",
            "cash secret-16",
            spies={"germany-1": "leipzig"},
            secrets={"secret-16": "leipzig 3 by germany-1"},
            seats=4,
        ),
    ),
    Case(
        "This spy stands on a secret already.",
        "SPY-R21",
        on(
            "take 1 secret-9",
            spies={"germany-1": "munich"},
            secrets={"secret-9": "munich 3", "secret-10": "munich 2 by germany-1"},
        ),
    ),
    Case(
        "Since the last step this spy has taken, left or handed over that secret.",
        "SPY-R67",
        on("take 1 secret-9", "leave secret-9", **MUNICH),
    ),
    Case(
        "No spy of yours stands on this secret.",
        "SPY-8.3",
        on(
            "leave secret-9",
            **MUNICH | {"secrets": {"secret-9": "munich 3 by police:germany-1"}},
            police={"germany-1": "munich 5"},
        ),
    ),
    Case(
        "No spy of yours stands on this secret.",
        "SPY-8.3",
        on(
            "step 1 berlin",
            "cash secret-1",
            spies={"germany-1": "leipzig"},
            police={"germany-1": "berlin 5"},
            secrets={"secret-1": "berlin 3 by police:germany-1"},
        ),
    ),
    Case(
        "The spy is neither in your capital nor at a Drop of yours.",
        "SPY-10.3",
        on(
            "step 1 prague",
            "cash secret-1",
            spies={"germany-1": "leipzig", "germany-2": "prague"},
            secrets={"secret-1": "leipzig 3 by germany-1"},
            game="advanced",
        ),
    ),
    Case(
        "National secrets cannot be cashed.",
        "SPY-10.5",
        on(
            "step 1 berlin",
            "cash secret-9",
            spies={"germany-1": "leipzig"},
            secrets={"secret-9": "leipzig 3 by germany-1"},
        ),
    ),
    Case(
        "Only a secret that was just brought in can be cashed.",
        "SPY-R26",
        on("cash secret-1", **BERLIN, secrets={"secret-1": "berlin 3 by germany-1"}),
    ),
    Case(
        "Another spy has not finished its move.",
        "SPY-7.2",
        on(
            "step 2 leipzig",
            "cash secret-1",
            spies={"germany-1": "berlin", "germany-2": "berlin"},
            secrets={"secret-1": "berlin 3 by germany-1"},
            cash_where_taken="yes",
        ),
    ),
]

RELAY: dict[str, Any] = {
    "spies": {"germany-1": "leipzig", "germany-2": "berlin", "germany-3": "prague"},
    "secrets": {"secret-1": "leipzig 3 by germany-1", "secret-2": "prague 2"},
}
SPIES = [
    Case(
        "This spy is not on the map.",
        "SPY-7.1",
        on("step 1 leipzig", spies={"germany-1": "sanctioned", "germany-2": "berlin"}),
    ),
    Case(
        "This spy is not on the map.",
        "SPY-5.2",
        on("search france-1", **HUNT | {"spies": {"france-1": "sanctioned", "france-2": "berlin"}}),
    ),
    Case("No spy is on the move.", "SPY-7.2", on("rest", **BERLIN)),
    Case("No spy is on the move.", "SPY-R71", on("hand secret-1 2", **RELAY)),
    Case(
        "The spy on the move does not stand on this secret.",
        "SPY-R71",
        on("step 1 berlin", "hand secret-1 2", **RELAY | {"secrets": {"secret-1": "berlin 3"}}),
    ),
    Case("This is the spy on the move itself.", "SPY-R71", on("step 1 berlin", "hand secret-1 1", **RELAY)),
    Case("The two spies are not in one city.", "SPY-R71", on("step 1 berlin", "hand secret-1 3", **RELAY)),
    Case(
        "This spy stands on a secret already.",
        "SPY-R21",
        on(
            "step 1 prague",
            "hand secret-1 3",
            **RELAY
            | {"secrets": {"secret-1": "leipzig 3 by germany-1", "secret-2": "prague 2 by germany-3"}},
        ),
    ),
    Case("Another spy has not finished its move.", "SPY-7.2", on("step 1 berlin", "step 2 leipzig", **RELAY)),
    Case(
        "This spy has moved in this turn.", "SPY-7.1", on("step 1 leipzig", "rest", "step 1 berlin", **BERLIN)
    ),
    Case("No route leads there.", "SPY-7.4", on("step 1 vienna", **BERLIN)),
    Case(
        "This spy has gone as many spaces as it may.",
        "SPY-7.1",
        on(*["step 1 leipzig", "step 1 berlin"] * 3, **BERLIN),
    ),
    Case(
        "From there no port is within reach.",
        "SPY-R28",
        on("step 1 north-sea", spies={"germany-1": "hamburg"}, game="advanced", points=1),
    ),
    Case(
        "Your spy is at sea and must go on first.",
        "SPY-7.6",
        on(*NORTH_SEA, "end", spies={"germany-1": "hamburg"}),
    ),
]

TALKS = [
    Case("This is your own nation.", "SPY-13.1", on("talk germany", **BERLIN)),
    Case(
        "You run this nation too, and nations of one seat do not trade.",
        "SPY-R51",
        on("talk italy", **BERLIN, seats=4),
    ),
    Case(
        "You have talked with this nation three times in this turn.",
        "SPY-R67",
        on(*["talk france", "withdraw"] * 3, "talk france", **BERLIN),
    ),
    Case(
        "Your spy at sea needs the action points that are left.",
        "SPY-R28",
        on(*NORTH_SEA, "talk france", spies={"germany-1": "hamburg"}, game="advanced", points=2),
    ),
    Case(
        "The offer has four parts already.",
        "SPY-R67",
        on("talk france", *["charge 1"] * 4, "charge 1", **TALK),
    ),
    Case(
        "That stands in the offer already.",
        "SPY-R67",
        on("talk france", "promise favour", "promise favour", **TALK),
    ),
    Case(
        "All the chits of this kind that you hold are in the offer.",
        "SPY-R49",
        on("talk france", "give cover", "give cover", **TALK),
    ),
    Case(
        "All the chits of this kind that there are, are in the offer.",
        "SPY-R49",
        on("talk france", *["ask drop"] * 3, "ask drop", **TALK, game="advanced"),
    ),
    Case(
        "With what the offer gives already, you do not have so much money.",
        "SPY-R60",
        on("talk france", "pay 10", "pay 10", **TALK, money=19),
    ),
    Case("The offer is still empty.", "SPY-13.1", on("talk france", "propose", **TALK)),
    Case(
        "You do not have what is asked for.",
        "SPY-R49",
        on("talk france", "ask papers", "propose", "accept", **TALK | {"chits": {}}),
    ),
    Case(
        "You do not have what is asked for.",
        "SPY-R49",
        on("talk france", "charge 20", "propose", "accept", **TALK, money=19),
    ),
    Case(
        "This is a counter-offer already.",
        "SPY-R67",
        on(*OFFER, "counter", "charge 1", "propose", "counter", **TALK),
    ),
    *(
        Case(
            "It is for the other nation to speak: you can only break off the talks.",
            "SPY-13.4",
            on(*OFFER, *more, "germany: pay 1", **TALK),
        )
        for more in ((), ("counter",))
    ),
]

TILES = [
    Case("You do not hold this tile.", "SPY-4.1", on("discard it8", step="tile")),
    Case(
        "You do not hold this tile.",
        "SPY-4.1",
        on("play ge4", step="tile", year=1934, tiles={"italy": "ge4"}),
    ),
    Case("This tile is not valid in this year.", "SPY-4.2", on("play ge4", step="tile", year=1936)),
    *(
        Case(
            "A tile that has been played forbids this one.",
            clause,
            on(f"play {tile}", step="tile", year=1938, turn=turn, game="advanced", played=before),
        )
        for tile, turn, before, clause in (
            ("ge5", "germany", "ge2", "SPY-16.4"),
            ("rs19", "russia", "ge1", "SPY-16.7"),
            ("br29", "britain", "ge7", "SPY-16.8"),
            ("br30", "britain", "ge1", "SPY-16.9"),
        )
    ),
    Case(
        "No tile that allows this one has been played yet.",
        "SPY-16.10",
        on("play fr24", step="tile", year=1938, turn="france", game="advanced"),
    ),
]

PATROLS = [
    Case("You have no police of this number.", "SPY-5.1", on("shift 3 hamburg", **POLICE)),
    Case("This city is not in your territory.", "SPY-5.1", on("shift 1 prague", **POLICE)),
    Case(
        "These police have been moved in this turn.",
        "SPY-5.1",
        on("shift 1 hamburg", "shift 1 berlin", **POLICE),
    ),
    Case("These police stand there already.", "SPY-5.1", on("shift 1 berlin", **POLICE)),
    Case(
        "No more police can stand in this city.",
        "SPY-5.1",
        on(
            "shift 2 hamburg",
            "shift 3 hamburg",
            "shift 1 hamburg",
            step="police",
            police={"germany-1": "berlin 5", "germany-2": "munich 4", "germany-3": "munich 3"},
        ),
    ),
    Case(
        "{city} has {count} police, and {room} may stay.",
        "SPY-5.1",
        on(
            "shift 3 munich",
            "done",
            step="police",
            police={"germany-1": "munich 5", "germany-2": "munich 4", "germany-3": "berlin 3"},
        ),
    ),
    Case(
        "These police and that secret are not in one city.",
        "SPY-8.6",
        on("guard 1 secret-9", **POLICE, secrets={"secret-9": "munich 3"}),
    ),
    Case(
        "This is no National secret of yours.",
        "SPY-8.5",
        on("guard 1 secret-1", **GUARD, secrets={"secret-1": "munich 3"}),
    ),
    Case(
        "You control it already.",
        "SPY-8.4",
        on("guard 1 secret-9", **GUARD, secrets={"secret-9": "munich 3 by police:germany-2"}),
    ),
    Case(
        "An enemy controls this secret.",
        "SPY-8.7",
        on(
            "guard 1 secret-9",
            **GUARD,
            spies={"france-1": "munich"},
            secrets={"secret-9": "munich 3 by france-1"},
        ),
    ),
    Case(
        "This secret is National to an ally.",
        "SPY-R43",
        on("guard 1 secret-9", **GUARD, secrets={"secret-9": "munich 3 national germany italy"}, seats=4),
    ),
    Case(
        "These police guard a secret already.",
        "SPY-8.4",
        on(
            "guard 1 secret-9",
            **GUARD,
            secrets={"secret-9": "munich 3", "secret-10": "munich 2 by police:germany-1"},
        ),
    ),
    Case(
        "None of your police stand on this secret.",
        "SPY-8.3",
        on(
            "leave secret-9",
            **GUARD,
            spies={"germany-1": "munich"},
            secrets={"secret-9": "munich 3 by germany-1"},
        ),
    ),
    Case(
        "Your police have left this secret once in this turn.",
        "SPY-R67",
        on(
            "leave secret-9",
            "guard 2 secret-9",
            "leave secret-9",
            **GUARD,
            secrets={"secret-9": "munich 3 by police:germany-1"},
        ),
    ),
]

SEARCHES = [
    Case(
        "You have no police there.",
        "SPY-5.2",
        on("search france-1", **HUNT | {"spies": {"france-1": "munich", "france-2": "berlin"}}),
    ),
    Case(
        "This spy has been searched in this turn.",
        "SPY-5.5",
        on("search france-1", "answer papers", "search france-1", **HUNT, chits={"france": "papers"}),
    ),
    Case(
        "This is a spy of your own.",
        "SPY-5.2",
        on("search germany-1", **HUNT | {"spies": {"france-1": "berlin", "germany-1": "berlin"}}),
    ),
    Case(
        "This spy belongs to an ally.",
        "SPY-R43",
        on("search italy-1", **HUNT | {"spies": {"france-1": "berlin", "italy-1": "berlin"}}, seats=4),
    ),
    Case(
        "You have too few action points left.",
        "SPY-3.3",
        on(
            "search france-1",
            "pass",
            "search france-2",
            step="searches",
            game="advanced",
            spies={"france-1": "berlin 6", "france-2": "munich 2", "france-3": "berlin 4"},
            police={"germany-1": "berlin 5", "germany-2": "munich 5"},
            points=1,
        ),
    ),
    Case(
        "This is not the spy that has just entered.",
        "SPY-14.2",
        on(
            "step 1 paris",
            "search germany-2",
            spies={"germany-1": "brussels", "germany-2": "paris"},
            police={"france-1": "paris 4"},
        ),
    ),
    Case(
        "You are asked about another secret.",
        "SPY-R12",
        on(
            "search france-1",
            "pass",
            "guard 1 secret-10",
            **HUNT,
            secrets={"secret-9": "berlin 3 by france-1", "secret-10": "berlin 2"},
        ),
    ),
]

SET_UP = [
    *(
        Case("This is not what is asked now.", clause, on(*all_arrange(kind), "end", set_up=True))
        for kind, clause in enumerate(("SPY-2.6", "SPY-2.7", "SPY-2.8"))
    ),
    Case("This city is not in your territory.", "SPY-2.6", on("hide paris", set_up=True)),
    Case(
        "This city is not in your territory.",
        "SPY-2.6",
        on("germany: hide paris", set_up=True, setup_placement="simultaneous"),
    ),
    Case("This city is not in your territory.", "SPY-2.7", on(*all_arrange(1), "post paris", set_up=True)),
    Case(
        "This city has no police symbol.",
        "SPY-2.7",
        on(*all_arrange(1), "arrange", "post tripoli", set_up=True),
    ),
    Case(
        "No more police can stand in this city.",
        "SPY-2.7",
        on(*all_arrange(1), *["post berlin"] * 3, set_up=True),
    ),
    Case(
        "No more spies may be kept out of the game.",
        "SPY-2.8",
        on(*all_arrange(2), "hold", "hold", set_up=True),
    ),
    Case(
        "No more spies may be kept out of the game.",
        "SPY-2.9",
        on(*all_arrange(2), "hold", set_up=True, game="advanced"),
    ),
    Case("This is no National secret of yours.", "SPY-R25", on(*SENT, "take 2 secret-2", set_up=True)),
    Case(
        "Your spy and that secret are not in one city.", "SPY-R25", on(*SENT, "take 2 secret-9", set_up=True)
    ),
    Case("You control it already.", "SPY-R25", on(*SENT, "guard 1 secret-9", "take 1 secret-9", set_up=True)),
    Case(
        "This spy stands on a secret already.",
        "SPY-R25",
        on(*SENT, "take 1 secret-10", "take 1 secret-9", set_up=True),
    ),
    Case(
        "These police and that secret are not in one city.",
        "SPY-R25",
        on(*SENT, "guard 3 secret-9", set_up=True),
    ),
]

CASES = [*CHITS, *SECRETS, *SPIES, *TALKS, *TILES, *PATROLS, *SEARCHES, *SET_UP]


@rule("SPY-3.1")
@pytest.mark.parametrize("one", CASES, ids=[f"{one.clause} {one.tried.moves[-1]}" for one in CASES])
def test_a_refusal_states_a_fact(one: Case) -> None:
    refusal = one.tried.answer()
    assert refusal is not None
    assert (refusal.text, refusal.clause) == (one.sentence, one.clause)
    assert "{" not in refusal.say()


def test_no_refusal_is_left_out() -> None:
    given = {(one.clause, one.sentence) for one in CASES} | {("", one.sentence) for one in CASES}
    assert [row for row in FIXED.refusals.rows[1:] if row not in given] == []


# -- in whole games ------------------------------------------------------------------------------------------


class Seen:
    """What a seat can check a sentence by: its view, and the words of the move it tried."""

    def __init__(self, view: dict[str, Any], words: dict[str, str], nation: str) -> None:
        self.table = view["table"]
        self.words = words
        self.nation = nation

    def row(self, kind: str, name: str) -> dict[str, Any]:
        """A piece, or for a number that a nation has no piece for one that is nowhere."""
        nowhere = {"id": name, "nation": name.rpartition("-")[0], "at": None, "off": None}
        return next((row for row in self.table[kind] if row["id"] == name), nowhere)

    @property
    def spy(self) -> dict[str, Any]:
        """The spy that is named, of one's own by its number, or that stands on the secret."""
        name = self.words["spy"] if "spy" in self.words else str(self.secret["by"])
        return self.row("spies", f"{self.nation}-{name}" if name.isdigit() else name)

    @property
    def victim(self) -> dict[str, Any]:
        return self.row("spies", self.words["victim"])

    @property
    def mover(self) -> dict[str, Any]:
        return self.row("spies", self.table["mover"] or "")

    @property
    def secret(self) -> dict[str, Any]:
        return self.row("secrets", self.words["secret"])

    @property
    def police(self) -> dict[str, Any]:
        """The police piece of one's own that is named."""
        pieces = [row for row in self.table["police"] if row["nation"] == self.nation]
        return next((row for row in pieces if str(row["number"]) == self.words["police"]), {"at": None})

    @property
    def purse(self) -> dict[str, Any]:
        found: dict[str, Any] = self.table["nations"][NAMES.index(self.nation)]
        return found

    def owner(self, city: str | None) -> str | None:
        printed = {row["id"]: row["country"] for row in FIXED.box.data["city"]}  # type: ignore[attr-defined]
        found: str | None = self.table["territory"].get(city, printed.get(city))
        return found

    def ally(self, nation: str | None) -> bool:
        runners = self.table["runners"]
        return nation not in (None, self.nation) and runners[nation] == runners[self.nation]

    def stands_on(self, nation: str, what: str) -> bool:
        """Whether a spy or police of a nation stands on the secret."""
        by = self.secret["by"] or ""
        return by.startswith(f"{nation}-") and ("police" in by) == (what == "police")


FACTS: dict[str, Callable[[Seen], bool]] = {
    "You do not hold this chit.": lambda s: (
        not s.purse["hand"].get(
            s.words.get(
                "chit", {"discover": "discovery", "free": "escape"}.get(s.words["verb"], s.words["verb"])
            )
        )
    ),
    "This belongs to the advanced game.": lambda s: s.table["variant"] == "standard",
    "You have too few action points left.": lambda s: s.table["action_points"] < 2,
    "This spy is not on the map.": lambda s: s.spy["at"] is None,
    "Your spy and that secret are not in one city.": lambda s: s.spy["at"] != s.secret["at"],
    "You control it already.": lambda s: s.secret["control"] == s.nation,
    "A spy of yours stands on this secret already.": lambda s: s.stands_on(s.nation, "spy"),
    "No spy of yours stands on this secret.": lambda s: not s.stands_on(s.nation, "spy"),
    "None of your police stand on this secret.": lambda s: not s.stands_on(s.nation, "police"),
    "This is no National secret of yours.": lambda s: s.nation not in s.secret["national"],
    "National secrets cannot be cashed.": lambda s: s.nation in s.secret["national"],
    "A National secret at home needs no Discovery.": lambda s: (
        s.nation in s.secret["national"] and s.owner(s.secret["at"]) == s.nation
    ),
    "This secret does not lie in your territory.": lambda s: s.owner(s.secret["at"]) != s.nation,
    "An enemy controls this secret.": lambda s: (
        s.secret["control"] not in (None, s.nation) and not s.ally(s.secret["control"])
    ),
    "An ally controls this secret.": lambda s: s.ally(s.secret["control"]),
    "This secret is National to an ally.": lambda s: any(s.ally(one) for one in s.secret["national"]),
    "This spy belongs to an ally.": lambda s: s.ally((s.victim if "victim" in s.words else s.spy)["nation"]),
    "This spy stands on a secret already.": lambda s: any(
        one["by"] == s.spy["id"] for one in s.table["secrets"]
    ),
    "Only a secret that was just brought in can be cashed.": lambda s: not s.secret["brought"],
    "No spy is on the move.": lambda s: s.table["mover"] is None,
    "The spy on the move does not stand on this secret.": lambda s: s.secret["by"] != s.table["mover"],
    "This is the spy on the move itself.": lambda s: s.spy["id"] == s.table["mover"],
    "The two spies are not in one city.": lambda s: s.spy["at"] != s.mover["at"],
    "Another spy has not finished its move.": lambda s: s.table["mover"] not in (None, s.spy["id"]),
    "This spy has moved in this turn.": lambda s: bool(s.spy["moved"]),
    "This spy has been searched in this turn.": lambda s: bool(s.spy["searched"]),
    "Your spy is at sea and must go on first.": lambda s: s.owner(s.mover["at"]) is None,
    "This is a spy of your own.": lambda s: (
        (s.victim if "victim" in s.words else s.spy)["nation"] == s.nation
    ),
    "Your spy and that spy are not in one city.": lambda s: s.spy["at"] != s.victim["at"],
    "This spy is not captured.": lambda s: (s.spy["off"] or {}).get("box") not in ("record", "neutral"),
    "None of your spies lies in the Sanctioned Spies box.": lambda s: (
        not any(one["nation"] == s.nation and one["off"] == {"box": "sanctioned"} for one in s.table["spies"])
    ),
    "This is your own nation.": lambda s: s.words["nation"] == s.nation,
    "You run this nation too, and nations of one seat do not trade.": lambda s: s.ally(s.words["nation"]),
    "You run this nation too, so you see its pieces anyway.": lambda s: s.ally(s.words["nation"]),
    "You do not hold this tile.": lambda s: s.words["tile"] not in s.purse["held"],
    "You have no police of this number.": lambda s: s.police["at"] is None,
    "This city is not in your territory.": lambda s: s.owner(s.words["city"]) != s.nation,
    "These police stand there already.": lambda s: s.police["at"] == s.words["city"],
    "These police and that secret are not in one city.": lambda s: s.police["at"] != s.secret["at"],
    "These police guard a secret already.": lambda s: s.police["guards"] is not None,
    "You have no police there.": lambda s: (
        not any(one["nation"] == s.nation and one["at"] == s.spy["at"] for one in s.table["police"])
    ),
}


@rule("SPY-3.1")
@pytest.mark.parametrize(
    ("seats", "game"), [(2, "advanced"), (3, "standard"), (4, "advanced"), (5, "advanced")]
)
def test_no_refusal_in_a_game_is_untrue(seats: int, game: str) -> None:
    """Every move of the book that is refused, at one in so many decisions of random games."""
    every = 30 if NIGHT else 240 if BRIEF else 90
    for number, t in enumerate(random_game(seed=seats, seats=seats, game=game)):
        if number % every or not t.deciders:
            continue
        seat = t.deciders[0]
        view = t.view(seat)
        nation = view["asked"].get("nation") or view["asked"].get("by")
        for move in range(len(t.game.moves)):
            refused = t.why_not(seat, move)
            if refused is not None and refused.text in FACTS:
                words = t.game.moves.fields(move)
                assert FACTS[refused.text](Seen(view, words, nation)), f"{words}: {refused}"
