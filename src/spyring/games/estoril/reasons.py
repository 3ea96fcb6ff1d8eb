"""What a move of Estoril is for, in one sentence for its seat, from the terms of the strategy."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.knowledge import NOTHING
from spyring.engine.reason import Reason, judged_best
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

SHOWS: Final = _("It shows you a tile that you have not seen.")
LOOKS_AT_TOP: Final = _("Looks at the top of the pile and may change the reward.")
HURTS_LEAST: Final = _("The tile that hurts least to lose.")
PROTECTS: Final = _("Protects the tile there from Assassin and Seduction.")


def reason(t: Table, seat: int, move: int) -> Reason | None:
    """What a move is for."""
    if move >= t.config.ready.first_discard:
        return discard(t, seat, move - t.config.ready.first_discard)
    family = w.family(move)
    if family == w.PEEK:
        return None if sees(t, move - w.PEEK, seat) else Reason(SHOWS)
    if family == w.CONSPIRE:
        return Reason(LOOKS_AT_TOP)
    if family == w.SACRIFICE:
        return Reason(HURTS_LEAST) if judged_best(t, seat, move) else None
    if family == w.MARK:
        return Reason(PROTECTS)
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


def placing(t: Table, seat: int, tile: int, space: int) -> Reason | None:
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
        return Reason(LOOKS) if something_to_see(t, seat, space) else None
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


def change(t: Table, seat: int, gone: int, source: int, free: int) -> Reason | None:
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
    moved = gone if gone >= 0 else source
    return Reason(WEAKENS, values) if t.cubes[moved] not in (seat, NOTHING) else None


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
    if not any(t.config.box.worth[mission][tile] for mission in missions):
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


def something_to_see(t: Table, seat: int, space: int) -> bool:
    """Whether something that the seat has not seen lies where a peek from the space may be aimed."""
    for place in reach(t, space):
        if is_down(t, place) and not sees(t, place, seat):
            return True
    return False
