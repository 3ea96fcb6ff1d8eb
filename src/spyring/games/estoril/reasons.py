"""What a move of Estoril is for, in one sentence for its seat, from the terms of the strategy."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.knowledge import NOTHING
from spyring.engine.reason import Reason
from spyring.games.estoril import words as w
from spyring.games.estoril.estimates import Plan, leader, merit
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import BOARD_OF, REWARD
from spyring.games.estoril.scoring import beside
from spyring.games.estoril.tiles import sees

MIN_CHANCE_NAMED: Final = 0.12  # a chance that is worth a word

FIGHTS: Final = _("It fights for {reward} at {board}: the chance to win there rises from {a} to {b} %.")
FIGHTS_UNSEEN: Final = _(
    "It fights for what lies at {board}: the chance to win there rises from {a} to {b} %."
)
LOOKS: Final = _("From this space a hidden tile can be looked at.")
SPARES: Final = _("A weak tile goes here, so that stronger ones are left for boards that bring more.")
COSTS_LEAST: Final = _("Of all placings left it costs least.")
TAKES: Final = _("Then {board} goes to this seat, and not to {other}.")
DENIES: Final = _("Then {board} does not go to {other}.")
WINS: Final = _("Then {board} goes to this seat.")
WEAKENS: Final = _("It weakens the others at {board}.")
KEEPS_BETTER: Final = _("This seat is about to win {board}: the better tile of the two for it is the reward.")
GIVES_WORSE: Final = _("{other} is about to win {board}: the tile that helps {other} less is the reward.")
NO_MISSION: Final = _("{tile} counts for none of the missions.")
FEWEST: Final = _("Of the hand it brings the fewest points.")

SIMPLE: Final = {
    w.PEEK: _("What lies there decides where the next tiles go."),
    w.STOP: _("The abilities would gain nothing more here."),
    w.CONSPIRE: _("It shows the top of the pile, and may change the reward."),
    w.SACRIFICE: _("It is the tile that is missed least."),
    w.MARK: _("No ability can touch the tile there any more."),
}


def reason(t: Table, seat: int, move: int) -> Reason | None:
    """What a move is for."""
    if move >= t.config.ready.first_discard:
        return discard(t, seat, move - t.config.ready.first_discard)
    family = w.family(move)
    if family in SIMPLE:
        return Reason(SIMPLE[family])
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
    strength = t.config.box.strength
    weakest = strength[tile]
    strongest = strength[tile]
    for other in t.hands[seat]:
        weakest = min(weakest, strength[other])
        strongest = max(strongest, strength[other])
    return Reason(SPARES if strength[tile] == weakest < strongest else COSTS_LEAST)


def change(t: Table, seat: int, gone: int, source: int, free: int) -> Reason:
    """What an ability changes about who wins the board."""
    board = int(t.board)
    before = leader(t, seat, board, NOTHING, NOTHING, NOTHING)
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
    winner = leader(t, seat, board, NOTHING, NOTHING, NOTHING)
    if winner < 0:
        return None
    gain = merit(t, winner, t.pile[-1]) - merit(t, winner, t.tiles[REWARD + board])
    if not exchanged:
        gain = -gain
    values = {"board": w.BOARD.titles[board], "other": w.SEAT.titles[winner]}
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
