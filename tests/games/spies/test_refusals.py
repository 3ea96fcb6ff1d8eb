"""Every sentence with which Spies! refuses a move states a fact, and cites its clause."""

from collections.abc import Callable
from typing import Any

import pytest

from spyring.games.spies.generated import Table, table
from spyring.testkit import rule
from tests.games.refusals import Case, Refusals, on
from tests.games.spies.fixed_box import FIXED
from tests.games.spies.scene import NATION_WORDS, random_game, scene
from tests.night import BRIEF, NIGHT

NAMES = ("germany", "italy", "russia", "france", "britain")


def started(**options: Any) -> Table:
    """The nations place their pieces."""
    return table(FIXED.start(seats=5, seed=1, **options))


def all_arrange(times: int) -> tuple[str, ...]:
    """So many kinds of pieces are placed by all nations."""
    return tuple(f"{name}: arrange" for _kind in range(times) for name in NAMES)


def chits(german: str, french: str = "") -> dict[str, Any]:
    return {"chits": {"germany": german, "france": french}}


def secret(number: int, what: str, **others: str) -> dict[str, Any]:
    return {"secrets": {f"secret-{number}": what, **{f"secret-{key[1:]}": others[key] for key in others}}}


def spies(germany: str = "", **others: str) -> dict[str, Any]:
    """The first spies of these nations; two cities are for the first two German ones."""
    own = {f"germany-{number}": city for number, city in enumerate(germany.split(), 1)}
    return {"spies": own | {f"{nation}-1": city for nation, city in others.items()}}


BERLIN: dict[str, Any] = spies("berlin")
PRAGUE: dict[str, Any] = spies("prague", france="prague")
MUNICH: dict[str, Any] = {**spies("munich"), **secret(9, "munich 3")}
TWO_IN_MUNICH: dict[str, Any] = {**MUNICH, **spies("munich munich")}
ALLIES: dict[str, Any] = {"seats": 4}  # one seat runs Germany and Italy
FULL: dict[str, Any] = {"game": "advanced"}
HUNT: dict[str, Any] = {
    "step": "searches",
    "spies": {"france-1": "berlin 3", "france-2": "berlin 2"},
    "police": {"germany-1": "berlin 5"},
}
POLICE: dict[str, Any] = {"step": "police", "police": {"germany-1": "berlin 5", "germany-2": "munich 4"}}
GUARD: dict[str, Any] = {"step": "police", "police": {"germany-1": "munich 5", "germany-2": "munich 4"}}
TALK: dict[str, Any] = {**BERLIN, **chits("cover", "papers")}
OFFER = ("talk france", "give cover", "propose")
HAMBURG: dict[str, Any] = spies("hamburg")
RELAY: dict[str, Any] = {
    **spies("leipzig berlin prague"),
    **secret(1, "leipzig 3 by germany-1", _2="prague 2"),
}
SENT = (
    *["germany: hide munich"] * 7,
    *all_arrange(1)[1:],
    *["germany: post munich"] * 2,
    *all_arrange(1),
    "germany: send munich",
    "germany: send prague",
    "germany: hold",
    *all_arrange(1),
)

CHITS = [
    on("end", **POLICE).says("SPY-5.1", "does not answer the current question").but("done"),
    on("sanction 1 france-1", **PRAGUE).says("SPY-11.1", "do not have this chit").but(**chits("sanction")),
    on("talk france", "give papers", **TALK).says("SPY-11.1", "do not have this chit").but("give cover"),
    on(
        *("talk france", "ask papers", "propose", "accept", "return cover"),
        **BERLIN,
        **chits("papers " * 7, "papers"),
    )
    .says("SPY-4.10", "do not have this chit")
    .but("return papers"),
    *(
        on(*moves, **PRAGUE).says("SPY-1.4", "part of the advanced game").but(**FULL, **chits(german))
        for german, *moves in (
            ("drop", "drop 1"),
            ("source", "source france"),
            ("drop", "talk france", "ask drop"),
            ("drop", "talk france", "give drop"),
        )
    ),
    on("search france-1", "answer cover", **HUNT, **chits("", "cover papers"))
    .says("SPY-14.3", "cannot answer that")
    .but("answer papers"),
    on("sanction 1 france-1", **PRAGUE, **chits("sanction"), money=19)
    .says("SPY-R60", "You cannot afford this")
    .but(money=20),
    *(
        on(move, **given, **FULL, points=0).says("SPY-3.3", "Not enough action points").but(points=12)
        for move, given in (
            ("step 1 leipzig", BERLIN),
            ("talk france", BERLIN),
            ("sanction 1 france-1", {**PRAGUE, **chits("sanction")}),
            ("play ge4", {"step": "tile", "year": 1934}),
        )
    ),
    on("sanction 1 france-1", **spies("geneva", france="geneva"), **FULL, **chits("sanction"))
    .says("SPY-15.1", "in a spy haven")
    .but(**PRAGUE),
    on("recruit", **BERLIN, **chits("recruit"))
    .says("SPY-R58", "None of your spies is in the Sanctioned Spies box")
    .but(**spies("berlin sanctioned")),
    on("drop 1", **BERLIN, **FULL, **chits("drop"))
    .says("SPY-12.19", "Your capital needs no Drop")
    .but(**PRAGUE),
    on("drop 1", **PRAGUE, **FULL, **chits("drop"), drops=[("germany", "prague")])
    .says("SPY-12.19", "You already have a Drop there")
    .but(drops=[]),
    on("source germany", **PRAGUE, **FULL, **chits("source"))
    .says("SPY-12.32", "This is your own nation")
    .but("source france"),
    on("source italy", **PRAGUE, **ALLIES, **FULL, **chits("source"))
    .says("SPY-12.32", "already see its pieces")
    .but(seats=5),
    on("sanction 1 germany-1", **PRAGUE, **chits("sanction"))
    .says("SPY-12.31", "your own spy")
    .but("sanction 1 france-1"),
    on("sanction 1 france-1", **spies("prague", france="paris"), **chits("sanction"))
    .says("SPY-12.31", "Your spy and this spy are in different cities")
    .but(**PRAGUE),
    on("sanction 1 italy-1", **ALLIES, **spies("prague", italy="prague"), **chits("sanction"))
    .says("SPY-R43", "This spy belongs to an ally")
    .but(seats=5),
    on("free 1", step="escapes", **spies("sanctioned neutral-box"), **chits("escape"))
    .says("SPY-12.24", "has not been captured")
    .but("free 2"),
]

SECRETS = [
    on("discover 1 secret-1", **BERLIN, **secret(1, "prague 3"), **chits("discovery"))
    .says("SPY-12.14", "Your spy and this secret are in different cities")
    .but(**spies("prague")),
    on("take 1 secret-9", **MUNICH | BERLIN)
    .says("SPY-8.6", "Your spy and this secret are in different cities")
    .but(**MUNICH),
    on(
        "discover 1 secret-1",
        **spies("prague prague"),
        **secret(1, "prague 3 by germany-2"),
        **chits("discovery"),
    )
    .says("SPY-8.4", "You already control this secret")
    .but(**secret(1, "prague 3")),
    on("take 1 secret-9", **TWO_IN_MUNICH | secret(9, "munich 3 by germany-2"))
    .says("SPY-8.4", "Your spy already controls this secret")
    .but(**MUNICH),
    on("discover 1 secret-9", **MUNICH, **chits("discovery"))
    .says("SPY-8.6", "needs no Discovery")
    .but("discover 1 secret-1", **secret(1, "munich 3")),
    on("take 1 secret-1", **MUNICH | secret(1, "munich 3", _9="munich 2"))
    .says("SPY-8.5", "not your National secret")
    .but("take 1 secret-9"),
    on("take 1 secret-9", **PRAGUE, **secret(9, "prague 3"))
    .says("SPY-8.7", "not in your territory")
    .but(owners={"prague": "germany"}),
    on("take 1 secret-9", **spies("munich", france="munich"), **secret(9, "munich 3 by france-1"))
    .says("SPY-8.7", "An enemy controls this secret")
    .but(**secret(9, "munich 3")),
    *(
        on(
            move,
            **spies("munich", italy="munich"),
            **ALLIES,
            **secret(number, "munich 3 by italy-1"),
            **chits("discovery"),
        )
        .says("SPY-R43", "An ally controls this secret")
        .but(**secret(number, "munich 3"))
        for move, number in (("discover 1 secret-1", 1), ("take 1 secret-9", 9))
    ),
    on("discover 1 secret-16", **ALLIES, **PRAGUE, **secret(16, "prague 3"), **chits("discovery"))
    .says("SPY-R43", "This secret is National to an ally")
    .but(seats=5),
    on("take 1 secret-9", **ALLIES, **spies("munich"), **secret(9, "munich 3 national germany italy"))
    .says("SPY-R43", "This secret is National to an ally")
    .but(seats=5),
    on(
        "step 1 berlin",
        "cash secret-16",
        **ALLIES,
        **spies("leipzig"),
        **secret(16, "leipzig 3 by germany-1"),
    )
    .says("SPY-R43", "This secret is National to an ally")
    .but(seats=5),
    on("take 1 secret-9", **spies("munich"), **secret(9, "munich 3", _10="munich 2 by germany-1"))
    .says("SPY-R21", "This spy already controls a secret")
    .but(**secret(9, "munich 3", _10="munich 2")),
    on("take 1 secret-9", "leave secret-9", **MUNICH)
    .says("SPY-R67", "This spy has already taken, left or handed over this secret since the last step")
    .but(after=(), **secret(9, "munich 3 by germany-1")),
    on("leave secret-9", "take 1 secret-9", **MUNICH | secret(9, "munich 3 by germany-1"))
    .says("SPY-R67", "This spy has already taken, left or handed over this secret since the last step")
    .but(after=(), **secret(9, "munich 3")),
    on("step 1 berlin", "take 1 secret-9", "hand secret-9 2", **RELAY | secret(9, "berlin 3"))
    .says("SPY-R67", "This spy has already taken, left or handed over this secret since the last step")
    .but(after=("step 1 berlin",), **secret(9, "leipzig 3 by germany-1")),
    on(
        "leave secret-9",
        **MUNICH | secret(9, "munich 3 by police:germany-1"),
        police={"germany-1": "munich 5"},
    )
    .says("SPY-8.3", "None of your spies controls this secret")
    .but(**secret(9, "munich 3 by germany-1")),
    on(
        *("step 1 berlin", "cash secret-1"),
        **spies("leipzig"),
        **secret(1, "berlin 3 by police:germany-1"),
        police={"germany-1": "berlin 5"},
    )
    .says("SPY-8.3", "None of your spies controls this secret")
    .but(**secret(1, "leipzig 3 by germany-1")),
    on(
        "step 1 prague",
        "cash secret-1",
        **spies("leipzig prague"),
        **secret(1, "leipzig 3 by germany-1"),
        **FULL,
    )
    .says("SPY-10.3", "not in your capital or at your Drop")
    .but(drops=[("germany", "prague")]),
    on("step 1 berlin", "cash secret-9", **spies("leipzig"), **secret(9, "leipzig 3 by germany-1"))
    .says("SPY-10.5", "National secrets cannot be cashed")
    .but("cash secret-1", **secret(1, "leipzig 3 by germany-1")),
    on("cash secret-1", **BERLIN, **secret(1, "berlin 3 by germany-1"))
    .says("SPY-R26", "a secret that a spy has just brought in")
    .but(cash_where_taken="yes"),
    on(
        *("step 2 leipzig", "cash secret-1"),
        **spies("berlin berlin"),
        **secret(1, "berlin 3 by germany-1"),
        cash_where_taken="yes",
    )
    .says("SPY-7.2", "Finish the other spy's move first")
    .but(after=("step 2 leipzig", "rest")),
]

SPIES = [
    on("step 1 leipzig", **spies("sanctioned berlin"))
    .says("SPY-7.1", "not on the map")
    .but("step 2 leipzig"),
    on("search france-1", **HUNT | {"spies": {"france-1": "sanctioned", "france-2": "berlin"}})
    .says("SPY-5.2", "not on the map")
    .but("search france-2"),
    on("rest", **BERLIN).says("SPY-7.2", "No spy is moving").but(after=("step 1 leipzig",)),
    on("hand secret-1 2", **RELAY).says("SPY-R71", "No spy is moving").but(after=("step 1 berlin",)),
    on("step 1 berlin", "hand secret-1 2", **RELAY | secret(1, "berlin 3"))
    .says("SPY-R71", "does not control this secret")
    .but(**secret(1, "leipzig 3 by germany-1")),
    on("step 1 berlin", "hand secret-1 1", **RELAY)
    .says("SPY-R71", "This is the moving spy")
    .but("hand secret-1 2"),
    on("step 1 berlin", "hand secret-1 3", **RELAY)
    .says("SPY-R71", "The two spies are in different cities")
    .but("hand secret-1 2"),
    on(
        "step 1 prague",
        "hand secret-1 3",
        **RELAY | secret(1, "leipzig 3 by germany-1", _2="prague 2 by germany-3"),
    )
    .says("SPY-R21", "This spy already controls a secret")
    .but(**RELAY),
    on("step 1 berlin", "step 2 leipzig", **RELAY)
    .says("SPY-7.2", "Finish the other spy's move first")
    .but(after=("step 1 berlin", "rest")),
    on("step 1 leipzig", "rest", "step 1 berlin", **BERLIN)
    .says("SPY-7.1", "has already moved this turn")
    .but(after=("step 1 leipzig",)),
    on("step 1 vienna", **BERLIN).says("SPY-7.4", "No route leads there").but("step 1 leipzig"),
    on(*["step 1 leipzig", "step 1 berlin"] * 3, **BERLIN)
    .says("SPY-7.1", "cannot move any further")
    .but(after=("step 1 leipzig",)),
    on("step 1 north-sea", **HAMBURG, **FULL, points=1)
    .says("SPY-R28", "No port is within reach")
    .but(points=12),
    on("step 1 north-sea", "end", **HAMBURG).says("SPY-7.6", "at sea. Move it on first").but(after=()),
    on("step 1 north-sea", "talk france", **HAMBURG, edition=1)
    .says("SPY-7.6", "at sea. Move it on first")
    .but(edition=0),
]

TALKS = [
    on("talk germany", **BERLIN).says("SPY-13.1", "This is your own nation").but("talk france"),
    on("talk italy", **BERLIN, **ALLIES).says("SPY-R51", "Your own nations cannot trade").but(seats=5),
    on(*["talk france", "withdraw"] * 3, "talk france", **BERLIN)
    .says("SPY-R67", "talked with this nation three times")
    .but(after=("talk france", "withdraw") * 2),
    on("step 1 north-sea", "talk france", **HAMBURG, **FULL, points=2)
    .says("SPY-R28", "needs the remaining action points")
    .but(points=12),
    on("talk france", *["charge 1"] * 5, **TALK)
    .says("SPY-R67", "already has four parts")
    .but(after=("talk france", *["charge 1"] * 3)),
    on("talk france", "promise favour", "promise favour", **TALK)
    .says("SPY-R67", "already in the offer")
    .but(after=("talk france",)),
    on("talk france", "give cover", "give cover", **TALK)
    .says("SPY-R49", "all your chits of this kind")
    .but(**chits("cover cover")),
    on("talk france", *["ask drop"] * 4, **TALK, **FULL)
    .says("SPY-R49", "every chit of this kind")
    .but("ask cover"),
    on("talk france", "pay 10", "pay 10", **TALK, money=19)
    .says("SPY-R60", "on top of your offer")
    .but(money=20),
    on("talk france", "propose", **TALK)
    .says("SPY-13.1", "The offer is empty")
    .but(after=("talk france", "give cover")),
    on("talk france", "ask papers", "propose", "accept", **BERLIN)
    .says("SPY-R49", "You do not have what the offer asks for")
    .but(**chits("", "papers")),
    on("talk france", "charge 20", "propose", "accept", **TALK, money=19)
    .says("SPY-R49", "You do not have what the offer asks for")
    .but(money=20),
    on(*OFFER, "counter", "charge 1", "propose", "counter", **TALK)
    .says("SPY-R67", "already a counter-offer")
    .but(after=OFFER),
    *(
        on(*OFFER, *more, "germany: pay 1", **TALK)
        .says("SPY-13.4", "You can only break off the talks")
        .but(after=("talk france",))
        for more in ((), ("counter",))
    ),
]

TILES = [
    on("discard it8", step="tile").says("SPY-4.1", "You do not have this tile").but("discard ge4"),
    on("play ge4", step="tile", year=1934, tiles={"italy": "ge4"})
    .says("SPY-4.1", "You do not have this tile")
    .but(tiles={}),
    on("play ge4", step="tile", year=1936).says("SPY-4.2", "cannot be played this year").but(year=1934),
    *(
        on(f"play {tile}", step="tile", year=1938, turn=turn, **FULL, played=before)
        .says(clause, "rules this one out")
        .but(played="")
        for tile, turn, before, clause in (
            ("ge5", "germany", "ge2", "SPY-16.4"),
            ("rs19", "russia", "ge1", "SPY-16.7"),
            ("br29", "britain", "ge7", "SPY-16.8"),
            ("br30", "britain", "ge1", "SPY-16.9"),
        )
    ),
    on("play fr24", step="tile", year=1938, turn="france", **FULL)
    .says("SPY-16.10", "A tile that allows this one")
    .but(played="fr25"),
]

PATROLS = [
    on("shift 3 hamburg", **POLICE).says("SPY-5.1", "no police with this number").but("shift 2 hamburg"),
    on("shift 1 prague", **POLICE).says("SPY-5.1", "not in your territory").but(owners={"prague": "germany"}),
    on("shift 1 hamburg", "shift 1 berlin", **POLICE)
    .says("SPY-5.1", "have already moved this turn")
    .but(after=(), move="shift 1 hamburg"),
    on("shift 1 berlin", **POLICE).says("SPY-5.1", "are already there").but("shift 1 hamburg"),
    on(
        *("shift 2 hamburg", "shift 3 hamburg", "shift 1 hamburg"),
        step="police",
        police={"germany-1": "berlin 5", "germany-2": "munich 4", "germany-3": "munich 3"},
    )
    .says("SPY-5.1", "This city cannot hold any more police")
    .but(after=()),
    on(
        *("shift 3 munich", "done"),
        step="police",
        police={"germany-1": "munich 5", "germany-2": "munich 4", "germany-3": "berlin 3"},
    )
    .says("SPY-5.1", "Munich has 3 police; only 2 may stay")
    .but(after=()),
    on("guard 1 secret-9", **POLICE, **secret(9, "munich 3"))
    .says("SPY-8.6", "These police and this secret are in different cities")
    .but("guard 2 secret-9"),
    on("guard 1 secret-1", **GUARD, **secret(1, "munich 3", _9="munich 2"))
    .says("SPY-8.5", "not your National secret")
    .but("guard 1 secret-9"),
    on("guard 1 secret-9", **GUARD, **secret(9, "munich 3 by police:germany-2"))
    .says("SPY-8.4", "You already control this secret")
    .but(**secret(9, "munich 3")),
    on("guard 1 secret-9", **GUARD, **spies(france="munich"), **secret(9, "munich 3 by france-1"))
    .says("SPY-8.7", "An enemy controls this secret")
    .but(**secret(9, "munich 3")),
    on("guard 1 secret-9", **GUARD, **secret(9, "munich 3 national germany italy"), **ALLIES)
    .says("SPY-R43", "This secret is National to an ally")
    .but(seats=5),
    on("guard 1 secret-9", **GUARD, **secret(9, "munich 3", _10="munich 2 by police:germany-1"))
    .says("SPY-8.4", "These police already guard a secret")
    .but("guard 2 secret-9"),
    on("leave secret-9", **GUARD, **spies("munich"), **secret(9, "munich 3 by germany-1"))
    .says("SPY-8.3", "None of your police guard this secret")
    .but(**secret(9, "munich 3 by police:germany-1")),
    on(
        *("leave secret-9", "guard 2 secret-9", "leave secret-9"),
        **GUARD,
        **secret(9, "munich 3 by police:germany-1"),
    )
    .says("SPY-R67", "have already left this secret once")
    .but(after=()),
]

SEARCHES = [
    on("search france-1", **HUNT | {"spies": {"france-1": "munich", "france-2": "berlin"}})
    .says("SPY-5.2", "You have no police there")
    .but("search france-2"),
    on("search france-1", "answer papers", "search france-1", **HUNT, **chits("", "papers"))
    .says("SPY-5.5", "has already been searched this turn")
    .but("search france-2"),
    on("search germany-1", **HUNT | spies("berlin", france="berlin"))
    .says("SPY-5.2", "your own spy")
    .but("search france-1"),
    on("search italy-1", **HUNT | spies(france="berlin", italy="berlin"), **ALLIES)
    .says("SPY-R43", "This spy belongs to an ally")
    .but(seats=5),
    on(
        *("search france-1", "pass", "search france-2"),
        step="searches",
        spies={"france-1": "berlin 6", "france-2": "munich 2", "france-3": "berlin 4"},
        police={"germany-1": "berlin 5", "germany-2": "munich 5"},
        **FULL,
        points=1,
    )
    .says("SPY-3.3", "Not enough action points")
    .but(points=12),
    on("step 1 paris", "search germany-2", **spies("brussels paris"), police={"france-1": "paris 4"})
    .says("SPY-14.2", "Another spy has just entered")
    .but("search germany-1"),
    on(
        *("search france-1", "pass", "guard 1 secret-10"),
        **HUNT,
        **secret(9, "berlin 3 by france-1", _10="berlin 2"),
    )
    .says("SPY-R12", "about another secret")
    .but("guard 1 secret-9"),
    *(
        on(
            *("search france-1", "pass", "guard 1 secret-9"),
            **HUNT | ALLIES | {"police": {"germany-1": "berlin 5", "germany-2": "berlin 4"}},
            edition=edition,
            **secret(9, f"berlin 3 by france-1 national {nations}", _10="berlin 2 by police:germany-1"),
        )
        .says("SPY-8.4", "These police already guard a secret")
        .but(**secret(9, f"berlin 3 by france-1 national {nations}", _10="berlin 2"))
        for edition, nations in ((0, "germany"), (1, "germany italy"))
    ),
]

SET_UP = [
    *(
        on(*all_arrange(kind), "end", at=started).says(clause, "You are placing").but("arrange")
        for kind, clause in enumerate(("SPY-2.6", "SPY-2.7", "SPY-2.8"))
    ),
    on("hide paris", at=started).says("SPY-2.6", "not in your territory").but("hide munich"),
    on("germany: hide paris", at=started, setup_placement="simultaneous")
    .says("SPY-2.6", "not in your territory")
    .but("germany: hide munich"),
    on(*all_arrange(1), "post paris", at=started).says("SPY-2.7", "not in your territory").but("post munich"),
    on(*all_arrange(1), "arrange", "post tripoli", at=started)
    .says("SPY-2.7", "no police symbol")
    .but("post rome"),
    on(*all_arrange(1), *["post berlin"] * 3, at=started)
    .says("SPY-2.7", "This city cannot hold any more police")
    .but("post munich"),
    on(*all_arrange(2), "hold", "hold", at=started)
    .says("SPY-2.8", "You cannot leave out any more spies")
    .but(after=all_arrange(2)),
    on(*all_arrange(2), "hold", at=started, **FULL)
    .says("SPY-2.9", "You cannot leave out any more spies")
    .but(game="standard"),
    *(
        on(*SENT, *moves, at=started).says("SPY-R25", phrase).but(fine)
        for phrase, fine, *moves in (
            ("not your National secret", "take 1 secret-9", "take 2 secret-2"),
            ("Your spy and this secret are in different cities", "take 1 secret-9", "take 2 secret-9"),
            ("You already control this secret", "take 1 secret-10", "guard 1 secret-9", "take 1 secret-9"),
            (
                "This spy already controls a secret",
                "guard 1 secret-9",
                "take 1 secret-10",
                "take 1 secret-9",
            ),
            ("These police and this secret are in different cities", "guard 1 secret-9", "guard 3 secret-9"),
            (
                "These police already guard a secret",
                "guard 2 secret-9",
                "guard 1 secret-10",
                "guard 1 secret-9",
            ),
            ("You have no police with this number", "guard 1 secret-9", "guard 10 secret-9"),
            ("This spy is not on the map", "take 1 secret-9", "take 3 secret-9"),
        )
    ),
]

REFUSALS = Refusals(
    scene, *CHITS, *SECRETS, *SPIES, *TALKS, *TILES, *PATROLS, *SEARCHES, *SET_UP, words=NATION_WORDS
)


@rule("SPY-3.1")
@pytest.mark.parametrize("one", REFUSALS.cases, ids=str)
def test_a_refusal_states_a_fact(one: Case) -> None:
    REFUSALS.check(one)


def test_no_refusal_is_left_out() -> None:
    assert REFUSALS.without_a_case("spies") == []


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
    "You do not have this chit.": lambda s: (
        not s.purse["hand"].get(
            s.words.get(
                "chit", {"discover": "discovery", "free": "escape"}.get(s.words["verb"], s.words["verb"])
            )
        )
    ),
    "This is only part of the advanced game.": lambda s: s.table["variant"] == "standard",
    "Not enough action points left.": lambda s: s.table["action_points"] < 2,
    "This spy is not on the map.": lambda s: s.spy["at"] is None,
    "Your spy and this secret are in different cities.": lambda s: s.spy["at"] != s.secret["at"],
    "You already control this secret.": lambda s: s.secret["control"] == s.nation,
    "Your spy already controls this secret.": lambda s: s.stands_on(s.nation, "spy"),
    "None of your spies controls this secret.": lambda s: not s.stands_on(s.nation, "spy"),
    "None of your police guard this secret.": lambda s: not s.stands_on(s.nation, "police"),
    "This is not your National secret.": lambda s: s.nation not in s.secret["national"],
    "National secrets cannot be cashed.": lambda s: s.nation in s.secret["national"],
    "A National secret at home needs no Discovery.": lambda s: (
        s.nation in s.secret["national"] and s.owner(s.secret["at"]) == s.nation
    ),
    "This secret is not in your territory.": lambda s: s.owner(s.secret["at"]) != s.nation,
    "An enemy controls this secret.": lambda s: (
        s.secret["control"] not in (None, s.nation) and not s.ally(s.secret["control"])
    ),
    "An ally controls this secret.": lambda s: s.ally(s.secret["control"]),
    "This secret is National to an ally.": lambda s: any(s.ally(one) for one in s.secret["national"]),
    "This spy belongs to an ally.": lambda s: s.ally((s.victim if "victim" in s.words else s.spy)["nation"]),
    "This spy already controls a secret.": lambda s: any(
        one["by"] == s.spy["id"] for one in s.table["secrets"]
    ),
    "You can only cash a secret that a spy has just brought in.": lambda s: not s.secret["brought"],
    "No spy is moving.": lambda s: s.table["mover"] is None,
    "The moving spy does not control this secret.": lambda s: s.secret["by"] != s.table["mover"],
    "This is the moving spy. Choose another one.": lambda s: s.spy["id"] == s.table["mover"],
    "The two spies are in different cities.": lambda s: s.spy["at"] != s.mover["at"],
    "Finish the other spy's move first.": lambda s: s.table["mover"] not in (None, s.spy["id"]),
    "This spy has already moved this turn.": lambda s: bool(s.spy["moved"]),
    "This spy has already been searched this turn.": lambda s: bool(s.spy["searched"]),
    "Your spy is at sea. Move it on first.": lambda s: s.owner(s.mover["at"]) is None,
    "This is your own spy.": lambda s: (s.victim if "victim" in s.words else s.spy)["nation"] == s.nation,
    "Your spy and this spy are in different cities.": lambda s: s.spy["at"] != s.victim["at"],
    "This spy has not been captured.": lambda s: (s.spy["off"] or {}).get("box") not in ("record", "neutral"),
    "None of your spies is in the Sanctioned Spies box.": lambda s: (
        not any(one["nation"] == s.nation and one["off"] == {"box": "sanctioned"} for one in s.table["spies"])
    ),
    "This is your own nation.": lambda s: s.words["nation"] == s.nation,
    "You run this nation too. Your own nations cannot trade.": lambda s: s.ally(s.words["nation"]),
    "You run this nation too and already see its pieces.": lambda s: s.ally(s.words["nation"]),
    "You do not have this tile.": lambda s: s.words["tile"] not in s.purse["held"],
    "You have no police with this number.": lambda s: s.police["at"] is None,
    "This city is not in your territory.": lambda s: s.owner(s.words["city"]) != s.nation,
    "These police are already there.": lambda s: s.police["at"] == s.words["city"],
    "These police and this secret are in different cities.": lambda s: s.police["at"] != s.secret["at"],
    "These police already guard a secret.": lambda s: s.police["guards"] is not None,
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
