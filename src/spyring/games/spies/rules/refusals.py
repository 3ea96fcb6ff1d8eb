"""Why something is not allowed: each fault is a number, with the clause and the sentence behind it.

Every sentence states a fact that whoever is refused can check on the table, and nothing that it cannot see.
"""

from typing import Final

from spyring.engine.frame import Refusal
from spyring.engine.i18n import _

FINE: Final = 0
NOT_ASKED: Final = 1
NO_CHIT: Final = 2
STANDARD: Final = 3
NOT_THIS_CHIT: Final = 4
NO_MONEY: Final = 5
NO_POINTS: Final = 6
HAVEN: Final = 7
NOT_ON_MAP: Final = 8
SECRET_ELSEWHERE: Final = 9
OWN_CONTROL: Final = 10
OWN_SPY_ON_IT: Final = 11
NEEDS_NO_DISCOVERY: Final = 12
NOT_NATIONAL: Final = 13
NOT_AT_HOME: Final = 14
ENEMY_CONTROL: Final = 15
ALLY_CONTROL: Final = 16
OF_ALLY: Final = 17
ALLY: Final = 18
CARRIES: Final = 19
ONCE: Final = 20
NOT_STANDING: Final = 21
NOT_CAPITAL: Final = 22
IS_NATIONAL: Final = 23
NOT_BROUGHT: Final = 24
NONE_MOVES: Final = 25
MOVER_WITHOUT: Final = 26
MOVER_ITSELF: Final = 27
RECEIVER_ELSEWHERE: Final = 28
ANOTHER_MOVES: Final = 29
HAS_MOVED: Final = 30
NO_ROUTE: Final = 31
TOO_FAR: Final = 32
NO_PORT: Final = 33
AT_SEA: Final = 34
OWN_SPY: Final = 35
VICTIM_ELSEWHERE: Final = 36
NO_RECRUIT: Final = 37
OWN_CAPITAL: Final = 38
DROP_STANDS: Final = 39
OWN_NATION: Final = 40
SEEN_ANYWAY: Final = 41
SAME_SEAT: Final = 42
TALKED_OUT: Final = 43
POINTS_FOR_PORT: Final = 44
TOO_MANY_PARTS: Final = 45
SAID_ALREADY: Final = 46
ALL_OFFERED: Final = 47
ALL_ASKED: Final = 48
TOO_DEAR: Final = 49
EMPTY_OFFER: Final = 50
CANNOT_DELIVER: Final = 51
ONE_COUNTER: Final = 52
ONLY_BREAK_OFF: Final = 53
NOT_HELD: Final = 54
WRONG_YEAR: Final = 55
FORBIDDEN_TILE: Final = 56
TOO_EARLY: Final = 57
NOT_CAPTURED: Final = 58
NO_SUCH_POLICE: Final = 59
NOT_HOME: Final = 60
SHIFTED: Final = 61
STANDS_THERE: Final = 62
FULL: Final = 63
OVERFULL: Final = 64
POLICE_ELSEWHERE: Final = 65
STANDS_GUARD: Final = 66
NOT_GUARDING: Final = 67
RELIEVED_ONCE: Final = 68
OTHER_SECRET: Final = 69
NO_POLICE: Final = 70
SEARCHED: Final = 71
NOT_ENTERED: Final = 72
NO_SYMBOL: Final = 73
ALL_NEEDED: Final = 74

TABLE: Final = (
    ("SPY-3.1", ""),
    ("SPY-3.1", _("This is not what is asked now.")),
    ("SPY-11.1", _("You do not hold this chit.")),
    ("SPY-1.4", _("This belongs to the advanced game.")),
    ("SPY-14.3", _("This chit is no answer here.")),
    ("SPY-R60", _("You cannot pay for it.")),
    ("SPY-3.3", _("You have too few action points left.")),
    ("SPY-15.1", _("This cannot be done in a spy haven.")),
    ("SPY-7.1", _("This spy is not on the map.")),
    ("SPY-12.14", _("Your spy and that secret are not in one city.")),
    ("SPY-8.4", _("You control it already.")),
    ("SPY-8.4", _("A spy of yours stands on this secret already.")),
    ("SPY-8.6", _("A National secret at home needs no Discovery.")),
    ("SPY-8.5", _("This is no National secret of yours.")),
    ("SPY-8.7", _("This secret does not lie in your territory.")),
    ("SPY-8.7", _("An enemy controls this secret.")),
    ("SPY-R43", _("An ally controls this secret.")),
    ("SPY-R43", _("This secret is National to an ally.")),
    ("SPY-R43", _("This spy belongs to an ally.")),
    ("SPY-R21", _("This spy stands on a secret already.")),
    ("SPY-R67", _("Since the last step this spy has taken, left or handed over that secret.")),
    ("SPY-8.3", _("No spy of yours stands on this secret.")),
    ("SPY-10.3", _("The spy is neither in your capital nor at a Drop of yours.")),
    ("SPY-10.5", _("National secrets cannot be cashed.")),
    ("SPY-R26", _("Only a secret that was just brought in can be cashed.")),
    ("SPY-7.2", _("No spy is on the move.")),
    ("SPY-R71", _("The spy on the move does not stand on this secret.")),
    ("SPY-R71", _("This is the spy on the move itself.")),
    ("SPY-R71", _("The two spies are not in one city.")),
    ("SPY-7.2", _("Another spy has not finished its move.")),
    ("SPY-7.1", _("This spy has moved in this turn.")),
    ("SPY-7.4", _("No route leads there.")),
    ("SPY-7.1", _("This spy has gone as many spaces as it may.")),
    ("SPY-R28", _("From there no port is within reach.")),
    ("SPY-7.6", _("Your spy is at sea and must go on first.")),
    ("SPY-12.31", _("This is a spy of your own.")),
    ("SPY-12.31", _("Your spy and that spy are not in one city.")),
    ("SPY-R58", _("None of your spies lies in the Sanctioned Spies box.")),
    ("SPY-12.19", _("Your capital needs no Drop.")),
    ("SPY-12.19", _("You have a Drop there already.")),
    ("SPY-13.1", _("This is your own nation.")),
    ("SPY-12.32", _("You run this nation too, so you see its pieces anyway.")),
    ("SPY-R51", _("You run this nation too, and nations of one seat do not trade.")),
    ("SPY-R67", _("You have talked with this nation three times in this turn.")),
    ("SPY-R28", _("Your spy at sea needs the action points that are left.")),
    ("SPY-R67", _("The offer has four parts already.")),
    ("SPY-R67", _("That stands in the offer already.")),
    ("SPY-R49", _("All the chits of this kind that you hold are in the offer.")),
    ("SPY-R49", _("All the chits of this kind that there are, are in the offer.")),
    ("SPY-R60", _("With what the offer gives already, you do not have so much money.")),
    ("SPY-13.1", _("The offer is still empty.")),
    ("SPY-R49", _("You do not have what is asked for.")),
    ("SPY-R67", _("This is a counter-offer already.")),
    ("SPY-13.4", _("It is for the other nation to speak: you can only break off the talks.")),
    ("SPY-4.1", _("You do not hold this tile.")),
    ("SPY-4.2", _("This tile is not valid in this year.")),
    ("SPY-16.4", _("A tile that has been played forbids this one.")),
    ("SPY-16.10", _("No tile that allows this one has been played yet.")),
    ("SPY-12.24", _("This spy is not captured.")),
    ("SPY-5.1", _("You have no police of this number.")),
    ("SPY-5.1", _("This city is not in your territory.")),
    ("SPY-5.1", _("These police have been moved in this turn.")),
    ("SPY-5.1", _("These police stand there already.")),
    ("SPY-5.1", _("No more police can stand in this city.")),
    ("SPY-5.1", _("{city} has {count} police, and {room} may stay.")),
    ("SPY-8.6", _("These police and that secret are not in one city.")),
    ("SPY-8.4", _("These police guard a secret already.")),
    ("SPY-8.3", _("None of your police stand on this secret.")),
    ("SPY-R67", _("Your police have left this secret once in this turn.")),
    ("SPY-R12", _("You are asked about another secret.")),
    ("SPY-5.2", _("You have no police there.")),
    ("SPY-5.5", _("This spy has been searched in this turn.")),
    ("SPY-14.2", _("This is not the spy that has just entered.")),
    ("SPY-2.7", _("This city has no police symbol.")),
    ("SPY-2.8", _("No more spies may be kept out of the game.")),
)
assert len(TABLE) == ALL_NEEDED + 1


def refusal(fault: int, clause: str = "", values: dict[str, str] | None = None) -> Refusal:
    """The fault in words; ``clause`` where another one fits better, ``values`` for its {places}."""
    return Refusal(clause or TABLE[fault][0], TABLE[fault][1], values)
