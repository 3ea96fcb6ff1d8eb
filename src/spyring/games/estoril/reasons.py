"""What a move of Estoril is for, in one sentence for its seat, from the terms of the strategy."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.knowledge import NOTHING
from spyring.engine.reason import Check, Reason, by_its_values, checked, judged_best
from spyring.games.estoril import words as w
from spyring.games.estoril.estimates import Plan, leader, merit
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, REWARD
from spyring.games.estoril.rules.deployment import reach
from spyring.games.estoril.scoring import beside
from spyring.games.estoril.tiles import is_down, sees

MIN_CHANCE_NAMED: Final = 0.12  # a chance that is worth a word

FIGHTS: Final = _("Raises the chance of winning {reward} at {board} from {a}% to {b}%.")
FIGHTS_UNSEEN: Final = _("Raises the chance of winning the face-down reward at {board} from {a}% to {b}%.")
LOOKS: Final = _("This space allows a peek at a face-down tile.")
WEAKEST: Final = _("It is the weakest tile in the hand.")
ADDS: Final = _("It brings strength {n} to {board}.")
AHEAD: Final = _("As it stands, {winner} wins {board}.")
TAKES: Final = _("Takes {board} from {other}.")
DENIES: Final = _("Stops {other} from winning {board}.")
WINS: Final = _("Wins {board}.")
WEAKENS: Final = _("Weakens the others at {board}.")
KEEPS_BETTER: Final = _("{winner} is about to win {board}, so the more useful tile is the reward.")
GIVES_WORSE: Final = _("{winner} is about to win {board}, so the less useful tile is the reward.")
NO_MISSION: Final = _("{tile} counts for no mission.")
FEWEST: Final = _("It is worth the fewest points in the hand.")

FORMER: Final = (  # in stored games
    _("A weak tile will do here; better boards need the stronger ones."),
    _("The least costly placement left."),
    _("The next placements depend on the tile there."),
    _("More abilities would gain nothing here."),
)

SIMPLE: Final = {
    w.PEEK: _("It shows you a tile that you have not seen."),
    w.CONSPIRE: _("Looks at the top of the pile and may change the reward."),
    w.SACRIFICE: _("The tile that hurts least to lose."),
    w.MARK: _("Protects the tile there from Assassin and Seduction."),
}


def reason(t: Table, seat: int, move: int) -> Reason | None:
    """What a move is for."""
    return checked(found(t, seat, move), CHECKS, t, seat, move)


def found(t: Table, seat: int, move: int) -> Reason | None:
    if move >= t.config.ready.first_discard:
        return discard(t, seat, move - t.config.ready.first_discard)
    family = w.family(move)
    if family in SIMPLE:
        return Reason(SIMPLE[family])
    if family == w.STOP:
        return ahead(t, seat)
    if family == w.PLACE_TILE:
        return placing(t, seat, w.tile_of_place_tile(move), w.space_of_place_tile(move))
    if family in (w.KEEP, w.EXCHANGE):
        return reward(t, seat, family == w.EXCHANGE)
    if family == w.ASSASSINATE:
        return change(t, seat, move - w.ASSASSINATE, NOTHING, NOTHING)
    if family == w.SEDUCE:
        return change(t, seat, NOTHING, w.space_of_seduce(move), w.to_of_seduce(move))
    return None


def name(t: Table, tile: int) -> str:
    return str(t.config.box.tiles[tile]["name"])


def percent(chance: float) -> str:
    return str(round(100.0 * chance))


def placing(t: Table, seat: int, tile: int, space: int) -> Reason:
    """What a tile does on a space."""
    plan = Plan(t, seat)
    board = BOARD_OF[space]
    before = plan.chance(board, 0.0, plan.here[board])
    after = plan.chance(board, plan.force(tile, space, board), True)
    if after - before >= MIN_CHANCE_NAMED:
        values = {"board": w.BOARD.titles[board], "a": percent(before), "b": percent(after)}
        if not sees(t, REWARD + board, seat):
            return Reason(FIGHTS_UNSEEN, values)
        return Reason(FIGHTS, {**values, "reward": name(t, t.tiles[REWARD + board])})
    if t.config.box.peek[space]:
        return Reason(LOOKS)
    if is_weakest(t, seat, tile):
        return Reason(WEAKEST)
    return Reason(ADDS, {"board": w.BOARD.titles[board], "n": str(t.config.box.strength[tile])})


def ahead(t: Table, seat: int) -> Reason | None:
    """Who wins the board if nothing more is done."""
    board = int(t.board)
    winner = leader(t, seat, board)
    if winner < 0:
        return None
    return Reason(AHEAD, {"board": w.BOARD.titles[board], "winner": w.SEAT.titles[winner]})


def change(t: Table, seat: int, gone: int, source: int, free: int) -> Reason:
    """What an ability changes about who wins the board."""
    board = int(t.board)
    before = leader(t, seat, board)
    after = leader(t, seat, board, gone, source, free)
    values = {"board": w.BOARD.titles[board]}
    if before >= 0:
        values["other"] = w.SEAT.titles[before]
    if after == seat != before:
        return Reason(TAKES if before >= 0 else WINS, values)
    if before >= 0 and before not in (seat, after):
        return Reason(DENIES, values)
    return Reason(WEAKENS, values)


def reward(t: Table, seat: int, exchanged: bool) -> Reason | None:
    """Who gets the better of two tiles."""
    board = int(t.board)
    winner = leader(t, seat, board)
    if winner < 0:
        return None
    gain = merit(t, winner, t.pile[-1]) - merit(t, winner, t.tiles[REWARD + board])
    if not exchanged:
        gain = -gain
    values = {"board": w.BOARD.titles[board], "winner": w.SEAT.titles[winner]}
    if winner == seat:
        return Reason(KEEPS_BETTER, values) if gain >= 0.0 else None
    return Reason(GIVES_WORSE, values) if gain <= 0.0 else None


def discard(t: Table, seat: int, tile: int) -> Reason | None:
    """Why a tile goes rather than another."""
    missions = [*t.missions]
    for at in range(len(t.between)):
        if beside(t, at, seat):
            missions.append(t.between[at])
    counts = False
    for mission in missions:
        if t.config.box.worth[mission][tile]:
            counts = True
    if not counts:
        return Reason(NO_MISSION, {"tile": name(t, tile)})
    for other in t.hands[seat]:
        if merit(t, seat, other) < merit(t, seat, tile):
            return None
    return Reason(FEWEST)


# -- facts ---------------------------------------------------------------------------------------------------


def is_weakest(t: Table, seat: int, tile: int) -> bool:
    """Whether a tile is the weakest of a hand, and another one is stronger."""
    strength = t.config.box.strength
    stronger = False
    for other in t.hands[seat]:
        if strength[other] < strength[tile]:
            return False
        stronger = stronger or strength[other] > strength[tile]
    return stronger


def places_weakest(t: Table, seat: int, move: int) -> bool:
    return is_weakest(t, seat, w.tile_of_place_tile(move))


def peeks(t: Table, seat: int, move: int) -> bool:
    """Whether something that the seat has not seen lies where a peek from the space may be aimed."""
    for place in reach(t, w.space_of_place_tile(move)):
        if is_down(t, place) and not sees(t, place, seat):
            return True
    return False


def sees_more(t: Table, seat: int, move: int) -> bool:
    return not sees(t, move - w.PEEK, seat)


def hurts_others(t: Table, seat: int, move: int) -> bool:
    """Whether a tile of another seat goes."""
    space = move - w.ASSASSINATE if w.family(move) == w.ASSASSINATE else w.space_of_seduce(move)
    return t.cubes[space] not in (seat, NOTHING)


def has_pile(t: Table, seat: int, move: int) -> bool:
    return len(t.pile) > 0


READ: Final = (  # from the table, where the sentence is chosen
    *(FIGHTS, FIGHTS_UNSEEN, ADDS, AHEAD, TAKES, DENIES, WINS, KEEPS_BETTER, GIVES_WORSE, NO_MISSION, FEWEST),
    SIMPLE[w.MARK],
)
CHECKS: Final[dict[str, Check]] = {
    **dict.fromkeys(READ, by_its_values),
    LOOKS: peeks,
    WEAKEST: places_weakest,
    WEAKENS: hurts_others,
    SIMPLE[w.PEEK]: sees_more,
    SIMPLE[w.CONSPIRE]: has_pile,
    SIMPLE[w.SACRIFICE]: judged_best,
}
