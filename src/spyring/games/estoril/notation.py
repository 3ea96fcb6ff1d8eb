"""The words of Estoril: its moves and its events, declared once."""

from typing import Any, Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook
from spyring.engine.words import _
from spyring.games.estoril.box import ABILITY_IDS, BOARDS, COLOUR_IDS, NUMERALS, SPACES, Box
from spyring.games.estoril.grid import BOARD_OF, SPACES_OF

# Seat 0 has the first colour, seat 1 the second and so on, clockwise (EST-2.1).
SEAT: Final = Domain("seat", COLOUR_IDS, (_("Red"), _("Green"), _("Blue"), _("Yellow")))
BOARD: Final = Domain(
    "board",
    tuple(str(number) for number in range(1, BOARDS + 1)),
    (
        _("the Church"),
        _("the Hotel Palácio"),
        _("Tamariz beach"),
        _("the Hotel Atlântico"),
        _("Muchaxo"),
        _("the Casino"),
        _("Hell's Mouth"),
        _("the Museum"),
    ),
)
ABILITY: Final = Domain(
    "ability",
    ("none", *ABILITY_IDS[1:]),
    (_("no ability"), _("Assassin"), _("Conspiracy"), _("Nationalism"), _("Seduction"), _("Diplomacy")),
)
SPACE_LABELS: Final = tuple(
    f"{BOARD_OF[space] + 1}.{NUMERALS[space - SPACES_OF[BOARD_OF[space]][0]]}" for space in range(SPACES)
)
SPACE_TITLES: Final = (
    *(_("Church I"), _("Church II"), _("Church III")),
    *(_("Palácio I"), _("Palácio II"), _("Palácio III")),
    *(_("Tamariz I"), _("Tamariz II"), _("Tamariz III")),
    *(_("Atlântico I"), _("Atlântico II"), _("Atlântico III")),
    *(_("Muchaxo I"), _("Muchaxo II"), _("Muchaxo III")),
    *(_("Casino I"), _("Casino II"), _("Casino III")),
    *(_("Hell's Mouth I"), _("Hell's Mouth II"), _("Hell's Mouth III")),
    *(_("Museum I"), _("Museum II"), _("Museum III"), _("Museum IV")),
)
SPACE: Final = Domain("space", SPACE_LABELS, SPACE_TITLES)
PLACE_LABELS: Final = (*SPACE_LABELS, *(f"{number}.reward" for number in range(1, BOARDS + 1)))
PLACE_TITLES: Final = (
    *SPACE_TITLES,
    _("the reward of the Church"),
    _("the reward of the Hotel Palácio"),
    _("the reward of Tamariz beach"),
    _("the reward of the Hotel Atlântico"),
    _("the reward of Muchaxo"),
    _("the reward of the Casino"),
    _("the reward of Hell's Mouth"),
    _("the reward of the Museum"),
)
PLACE_NAME: Final = Domain("place", PLACE_LABELS, PLACE_TITLES)

# The first move of each verb; literal numbers, because the rules add to them at every decision. How many ways
# to place and to discard there are depends on the tiles in the box: these come last, see first_discard.
PEEK: Final = 0  # + place
DECLINE: Final = 33
ASSASSINATE: Final = 34  # + space
SEDUCE: Final = 59  # + space * 25 + free space
MARK: Final = 684  # + space
CONSPIRE: Final = 709
KEEP: Final = 710
EXCHANGE: Final = 711
STOP: Final = 712
SACRIFICE: Final = 713  # + space
RECONSIDER: Final = 738
SAY_READY: Final = 739
PLACE: Final = 740  # + tile * 25 + space


def first_discard(box: Box) -> int:
    """The number of the first discarding move."""
    return PLACE + len(box.ids) * SPACES


class ReadyMoves:
    """The moves that are listed most, as ready objects: ``place[tile][space]`` and ``discard[tile]``."""

    def __init__(self, box: Box) -> None:
        tiles = range(len(box.ids))
        self.first_discard = first_discard(box)
        self.place: list[list[Any]] = [
            [PLACE + tile * SPACES + space for space in range(SPACES)] for tile in tiles
        ]
        self.discard: list[Any] = [self.first_discard + tile for tile in tiles]


def tile_domain(box: Box) -> Domain:
    """The tiles; those of different colours share their names, the cube on them tells them apart."""
    return Domain("tile", tuple(box.ids), tuple(str(tile["name"]) for tile in box.tiles))


def moves(box: Box) -> MoveBook:
    """Every move of the game."""
    tile, space = ("tile", tile_domain(box)), ("space", SPACE)
    book = MoveBook()
    book.verb("peek", _("Peek at {place}"), ("place", PLACE_NAME), at=PEEK)
    book.verb("decline", _("Do not peek"), at=DECLINE, passes=True)
    book.verb("assassinate", _("Assassin: send {space} home"), space, at=ASSASSINATE, final=True)
    book.verb("seduce", _("Seduction: lure {space} to {to}"), space, ("to", SPACE), at=SEDUCE)
    book.verb("mark", _("Diplomacy: protect {space}"), space, at=MARK)
    book.verb("conspire", _("Conspiracy: look at the top of the pile"), at=CONSPIRE)
    book.verb("keep", _("Keep the reward as it is"), at=KEEP)
    book.verb("exchange", _("Make the other tile the reward"), at=EXCHANGE)
    book.verb("stop", _("Use no more abilities of this tile"), at=STOP)
    book.verb("sacrifice", _("Give up {space}"), space, at=SACRIFICE, final=True)
    book.verb("reconsider", _("Take your discards back and choose anew"), at=RECONSIDER)
    book.verb("ready", _("Ready: leave it at that"), at=SAY_READY, final=True)
    book.verb("place", _("Place {tile} on {space}"), tile, space, at=PLACE)
    book.verb("discard", _("Discard {tile}"), tile, at=first_discard(box))
    return book


ROUND_BEGINS: Final = 0
FIRST_PLAYER: Final = 1
MISSION_OPEN: Final = 2
MISSION_BESIDE: Final = 3
AGENDA: Final = 4
BOARD_LAID: Final = 5
REWARD_OPEN: Final = 6
REWARD_SECRET: Final = 7
PLACED: Final = 8
PLACED_SECRETLY: Final = 9
PLACED_UNSEEN: Final = 10
PEEKED: Final = 11
SAW: Final = 12
DID_NOT_PEEK: Final = 13
BOARD_RESOLVES: Final = 14
REVEALED: Final = 15
ASSASSINATED: Final = 16
SEDUCED: Final = 17
MARKED: Final = 18
CONSPIRED: Final = 19
SAW_TOP: Final = 20
KEPT: Final = 21
EXCHANGED: Final = 22
STOPPED: Final = 23
NATIONALISTS: Final = 24
DICE: Final = 25
LOST_AT_HELLS_MOUTH: Final = 26
STRENGTH_SHOWN: Final = 27
REWARD_WON: Final = 28
REWARD_UNCLAIMED: Final = 29
TILES_RETURN: Final = 30
CHOSE_DISCARD: Final = 31
READY: Final = 32
RECONSIDERED: Final = 33
DISCARDED: Final = 34
SKIPPED: Final = 35
MISSION_SHOWN: Final = 36
AGENDA_SHOWN: Final = 37
FINAL_SCORE: Final = 38


def events(box: Box) -> EventBook:
    """Every event of the game, in the order of the numbers above."""
    mission_titles = tuple(str(mission["name"]) for mission in box.missions)
    mission = ("mission", Domain("mission", tuple(box.mission_ids), mission_titles))
    seat, tile, space, board = ("seat", SEAT), ("tile", tile_domain(box)), ("space", SPACE), ("board", BOARD)
    place, count = ("place", PLACE_NAME), ("count", NUMBER)
    book = EventBook()
    book.kind(
        "round-begins",
        _("Round {count} begins."),
        count,
        at=ROUND_BEGINS,
        chapter=True,
        past=_("Round {count} began."),
    )
    book.kind(
        "first-player",
        _("{seat} is the first player."),
        seat,
        at=FIRST_PLAYER,
        weight=0,
        past=_("{seat} was the first player."),
    )
    book.kind(
        "mission-open", _("Mission for all: {mission}."), mission, reveals=True, at=MISSION_OPEN, weight=0
    )
    book.kind(
        "mission-beside",
        _("Between {seat} and {other} lies the mission {mission}."),
        *(seat, ("other", SEAT), mission),
        reveals=True,
        at=MISSION_BESIDE,
        weight=0,
        icon="s-eye-half",
        past=_("Between {seat} and {other} lay the mission {mission}."),
    )
    book.kind(
        "agenda",
        _("Your secret agenda is {mission}."),
        seat,
        mission,
        reveals=True,
        at=AGENDA,
        weight=0,
        icon="s-eye-shut",
        past=_("The secret agenda of {seat} was {mission}."),
    )
    book.kind(
        "board-laid",
        _("{board} is laid, turned {count} times."),
        board,
        ("spot", NUMBER),
        count,
        reveals=True,
        at=BOARD_LAID,
        weight=0,
        past=_("{board} was laid, turned {count} times."),
    )
    book.kind(
        "reward-open",
        _("{tile} may be won at {board}."),
        board,
        tile,
        reveals=True,
        at=REWARD_OPEN,
        weight=0,
        past=_("{tile} could be won at {board}."),
    )
    book.kind(
        "reward-secret",
        _("Somebody unknown may be won at {board}."),
        board,
        at=REWARD_SECRET,
        weight=0,
        past=_("Somebody unknown could be won at {board}."),
    )
    book.kind(
        "placed",
        _("{seat} places {tile} on {space}."),
        seat,
        tile,
        space,
        at=PLACED,
        icon="e-cube",
        past=_("{seat} placed {tile} on {space}."),
    )
    book.kind(
        "placed-secretly",
        _("{seat} places {tile} face down on {space}."),
        seat,
        tile,
        space,
        at=PLACED_SECRETLY,
        icon="s-eye-shut",
        past=_("{seat} placed {tile} face down on {space}."),
    )
    book.kind(
        "placed-unseen",
        _("{seat} places a tile face down on {space}."),
        seat,
        space,
        at=PLACED_UNSEEN,
        icon="e-cube",
        past=_("{seat} placed a tile face down on {space}."),
    )
    book.kind(
        "peeked",
        _("{seat} peeks at {place}."),
        seat,
        place,
        at=PEEKED,
        icon="s-eye-half",
        past=_("{seat} peeked at {place}."),
    )
    book.kind(
        "saw",
        _("{seat} sees {tile}: {place}."),
        seat,
        tile,
        place,
        reveals=True,
        at=SAW,
        icon="s-eye-half",
        past=_("{seat} saw {tile}: {place}."),
    )
    book.kind(
        "did-not-peek",
        _("{seat} does not peek."),
        seat,
        at=DID_NOT_PEEK,
        weight=0,
        past=_("{seat} did not peek."),
    )
    book.kind(
        "board-resolves", _("{board} is resolved."), board, at=BOARD_RESOLVES, past=_("{board} was resolved.")
    )
    book.kind(
        "revealed",
        _("{place} is turned up: {tile}."),
        place,
        tile,
        reveals=True,
        at=REVEALED,
        icon="s-eye",
        past=_("{place} was turned up: {tile}."),
    )
    book.kind(
        "assassinated",
        _("{seat} sends {tile} on {space} home to {other}."),
        seat,
        tile,
        space,
        ("other", SEAT),
        at=ASSASSINATED,
        icon="e-assassin",
        past=_("{seat} sent {tile} on {space} home to {other}."),
    )
    book.kind(
        "seduced",
        _("{seat} lures {tile} from {space} to {to}."),
        seat,
        tile,
        space,
        ("to", SPACE),
        reveals=True,
        at=SEDUCED,
        icon="e-seduction",
        past=_("{seat} lured {tile} from {space} to {to}."),
    )
    book.kind(
        "marked",
        _("{seat} protects {space}."),
        seat,
        space,
        at=MARKED,
        icon="e-diplomacy",
        past=_("{seat} protected {space}."),
    )
    book.kind(
        "conspired",
        _("{seat} looks at the top of the pile."),
        seat,
        at=CONSPIRED,
        icon="e-conspiracy",
        past=_("{seat} looked at the top of the pile."),
    )
    book.kind(
        "saw-top",
        _("{seat} sees {tile} on top of the pile."),
        seat,
        tile,
        reveals=True,
        at=SAW_TOP,
        icon="s-eye-half",
        past=_("{seat} saw {tile} on top of the pile."),
    )
    book.kind(
        "kept",
        _("{seat} keeps the reward; the other tile goes under the pile."),
        seat,
        at=KEPT,
        icon="e-conspiracy",
        past=_("{seat} kept the reward; the other tile went under the pile."),
    )
    book.kind(
        "exchanged",
        _("{seat} makes {tile} the reward; {old} goes under the pile."),
        seat,
        tile,
        ("old", tile[1]),
        reveals=True,
        at=EXCHANGED,
        icon="e-conspiracy",
        past=_("{seat} made {tile} the reward; {old} went under the pile."),
    )
    book.kind(
        "stopped",
        _("{seat} uses no more abilities of {space}."),
        seat,
        space,
        at=STOPPED,
        weight=0,
        past=_("{seat} used no more abilities of {space}."),
    )
    book.kind(
        "nationalists",
        _("{space} gains {count} from compatriots."),
        space,
        count,
        at=NATIONALISTS,
        icon="e-nationalism",
        past=_("{space} gained {count} from compatriots."),
    )
    book.kind(
        "dice",
        _("Dice for {space}: {first} and {second}."),
        space,
        ("first", NUMBER),
        ("second", NUMBER),
        reveals=True,
        at=DICE,
        icon="e-dice",
    )
    book.kind(
        "lost-at-hells-mouth",
        _("{seat} loses {tile} at Hell's Mouth, for good."),
        seat,
        tile,
        at=LOST_AT_HELLS_MOUTH,
        weight=2,
        past=_("{seat} lost {tile} at Hell's Mouth, for good."),
    )
    book.kind(
        "strength-shown",
        _("{seat} has strength {count} at {board}."),
        seat,
        board,
        count,
        at=STRENGTH_SHOWN,
        weight=0,
        icon="e-strength",
        past=_("{seat} had strength {count} at {board}."),
    )
    book.kind(
        "reward-won",
        _("{seat} wins {tile} at {board}."),
        seat,
        tile,
        board,
        at=REWARD_WON,
        weight=2,
        icon="s-laurel",
        past=_("{seat} won {tile} at {board}."),
    )
    book.kind(
        "reward-unclaimed",
        _("Nobody claims {tile} at {board}; it goes under the pile."),
        tile,
        board,
        at=REWARD_UNCLAIMED,
        past=_("Nobody claimed {tile} at {board}; it went under the pile."),
    )
    book.kind(
        "tiles-return",
        _("All tiles return to their hands."),
        at=TILES_RETURN,
        past=_("All tiles returned to their hands."),
    )
    book.kind(
        "chose-discard",
        _("{seat} chooses {tile} for its discards."),
        seat,
        tile,
        at=CHOSE_DISCARD,
        weight=0,
        icon="s-eye-shut",
        past=_("{seat} chose {tile} for its discards."),
    )
    book.kind(
        "ready",
        _("{seat} has chosen its discards."),
        seat,
        at=READY,
        weight=0,
        past=_("{seat} had chosen its discards."),
    )
    book.kind(
        "reconsidered",
        _("{seat} chooses its discards anew."),
        seat,
        at=RECONSIDERED,
        weight=0,
        past=_("{seat} chose its discards anew."),
    )
    book.kind(
        "discarded",
        _("{seat} discards {tile}."),
        seat,
        tile,
        reveals=True,
        at=DISCARDED,
        past=_("{seat} discarded {tile}."),
    )
    book.kind(
        "skipped",
        _("{seat} cannot place a tile now."),
        seat,
        at=SKIPPED,
        weight=0,
        past=_("{seat} could not place a tile."),
    )
    book.kind(
        "mission-shown",
        _("{mission}: {seat} scores {count}."),
        mission,
        seat,
        count,
        reveals=True,
        at=MISSION_SHOWN,
        icon="s-laurel",
        past=_("{mission}: {seat} scored {count}."),
    )
    book.kind(
        "agenda-shown",
        _("The agenda of {seat} was {mission}: {count}."),
        seat,
        mission,
        count,
        reveals=True,
        at=AGENDA_SHOWN,
    )
    book.kind(
        "final-score", _("{seat}: {count} points."), seat, count, at=FINAL_SCORE, weight=2, icon="s-laurel"
    )
    return book
