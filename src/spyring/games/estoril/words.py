"""The words of the game, written from ``words.toml`` by ``python -m spyring.codegen``; not to be edited."""

from typing import Final

from spyring.engine.notation import NUMBER, Domain, EventBook, MoveBook, RefusalBook, families
from spyring.engine.options import Option, Value
from spyring.engine.i18n import _

ROUND_IDS: Final[tuple[str, ...]] = ("1", "2", "3", "4")
ROUND: Final = Domain("round", ROUND_IDS)
SEAT_IDS: Final[tuple[str, ...]] = ("red", "green", "blue", "yellow")
SEAT: Final = Domain("seat", SEAT_IDS, (_("Red"), _("Green"), _("Blue"), _("Yellow")))
BOARD_IDS: Final[tuple[str, ...]] = ("1", "2", "3", "4", "5", "6", "7", "8")
BOARD: Final = Domain("board", BOARD_IDS, (_("the Church"), _("the Hotel Palácio"), _("Tamariz beach"), _("the Hotel Atlântico"), _("Muchaxo"), _("the Casino"), _("Hell's Mouth"), _("the Museum")))
SPACE_IDS: Final[tuple[str, ...]] = ("1.I", "1.II", "1.III", "2.I", "2.II", "2.III", "3.I", "3.II", "3.III", "4.I", "4.II", "4.III", "5.I", "5.II", "5.III", "6.I", "6.II", "6.III", "7.I", "7.II", "7.III", "8.I", "8.II", "8.III", "8.IV")
SPACE: Final = Domain("space", SPACE_IDS, (_("Church I"), _("Church II"), _("Church III"), _("Palácio I"), _("Palácio II"), _("Palácio III"), _("Tamariz I"), _("Tamariz II"), _("Tamariz III"), _("Atlântico I"), _("Atlântico II"), _("Atlântico III"), _("Muchaxo I"), _("Muchaxo II"), _("Muchaxo III"), _("Casino I"), _("Casino II"), _("Casino III"), _("Hell's Mouth I"), _("Hell's Mouth II"), _("Hell's Mouth III"), _("Museum I"), _("Museum II"), _("Museum III"), _("Museum IV")))
PLACE_IDS: Final[tuple[str, ...]] = ("1.I", "1.II", "1.III", "2.I", "2.II", "2.III", "3.I", "3.II", "3.III", "4.I", "4.II", "4.III", "5.I", "5.II", "5.III", "6.I", "6.II", "6.III", "7.I", "7.II", "7.III", "8.I", "8.II", "8.III", "8.IV", "1.reward", "2.reward", "3.reward", "4.reward", "5.reward", "6.reward", "7.reward", "8.reward")
PLACE: Final = Domain("place", PLACE_IDS, (_("Church I"), _("Church II"), _("Church III"), _("Palácio I"), _("Palácio II"), _("Palácio III"), _("Tamariz I"), _("Tamariz II"), _("Tamariz III"), _("Atlântico I"), _("Atlântico II"), _("Atlântico III"), _("Muchaxo I"), _("Muchaxo II"), _("Muchaxo III"), _("Casino I"), _("Casino II"), _("Casino III"), _("Hell's Mouth I"), _("Hell's Mouth II"), _("Hell's Mouth III"), _("Museum I"), _("Museum II"), _("Museum III"), _("Museum IV"), _("the reward at the Church"), _("the reward at the Hotel Palácio"), _("the reward at Tamariz beach"), _("the reward at the Hotel Atlântico"), _("the reward at Muchaxo"), _("the reward at the Casino"), _("the reward at Hell's Mouth"), _("the reward at the Museum")))
ABILITY_IDS: Final[tuple[str, ...]] = ("none", "assassin", "conspiracy", "nationalism", "seduction", "diplomacy")
ABILITY: Final = Domain("ability", ABILITY_IDS, (_("no ability"), _("Assassin"), _("Conspiracy"), _("Nationalism"), _("Seduction"), _("Diplomacy")))
SEATS: Final = 4
BOARDS: Final = 8
SPACES: Final = 25
PLACES: Final = 33
NONE: Final = 0
ASSASSIN: Final = 1
CONSPIRACY: Final = 2
NATIONALISM: Final = 3
SEDUCTION: Final = 4
DIPLOMACY: Final = 5

# The first move of each verb.
PEEK: Final = 0  # + place
DECLINE: Final = 33
ASSASSINATE: Final = 34  # + space
SEDUCE: Final = 59  # + space, to
MARK: Final = 684  # + space
CONSPIRE: Final = 709
KEEP: Final = 710
EXCHANGE: Final = 711
STOP: Final = 712
SACRIFICE: Final = 713  # + space
RECONSIDER: Final = 738
SAY_READY: Final = 739
PLACE_TILE: Final = 740  # + tile, space

FAMILIES: Final[list[int]] = families([(PEEK, 33), (DECLINE, 1), (ASSASSINATE, 25), (SEDUCE, 625), (MARK, 25), (CONSPIRE, 1), (KEEP, 1), (EXCHANGE, 1), (STOP, 1), (SACRIFICE, 25), (RECONSIDER, 1), (SAY_READY, 1)])


def family(move: int) -> int:
    """The first move of the verb that ``move`` belongs to. From PLACE_TILE on it depends on the box: the answer is PLACE_TILE."""
    return FAMILIES[move] if move < 740 else PLACE_TILE


def seduce(space: int, to: int) -> int:
    return SEDUCE + space * 25 + to


def to_of_seduce(move: int) -> int:
    return (move - SEDUCE) % 25


def space_of_seduce(move: int) -> int:
    return (move - SEDUCE) // 25


def place_tile(tile: int, space: int) -> int:
    return PLACE_TILE + tile * 25 + space


def space_of_place_tile(move: int) -> int:
    return (move - PLACE_TILE) % 25


def tile_of_place_tile(move: int) -> int:
    return (move - PLACE_TILE) // 25


def move_book(*, tile: Domain) -> MoveBook:
    """Every move of the game; domains that are made from its box are given."""
    book = MoveBook()
    book.verb("peek", _("Peek at {place}"), ("place", PLACE), at=PEEK, final=True)
    book.verb("decline", _("Do not peek"), at=DECLINE, passes=True)
    book.verb("assassinate", _("Assassin: send the tile on {space} home"), ("space", SPACE), at=ASSASSINATE, final=True)
    book.verb("seduce", _("Seduction: lure the tile on {space} to {to}"), ("space", SPACE), ("to", SPACE), at=SEDUCE)
    book.verb("mark", _("Diplomacy: protect the tile on {space}"), ("space", SPACE), at=MARK)
    book.verb("conspire", _("Conspiracy: look at the top of the pile"), at=CONSPIRE)
    book.verb("keep", _("Keep the reward"), at=KEEP)
    book.verb("exchange", _("Swap the reward"), at=EXCHANGE)
    book.verb("stop", _("Done with this tile"), at=STOP)
    book.verb("sacrifice", _("Give up the tile on {space}"), ("space", SPACE), at=SACRIFICE, final=True)
    book.verb("reconsider", _("Start over"), at=RECONSIDER)
    book.verb("ready", _("Done"), at=SAY_READY, final=True)
    book.verb("place", _("Place {tile} on {space}"), ("tile", tile), ("space", SPACE), at=PLACE_TILE)
    book.verb("discard", _("Discard {tile}"), ("tile", tile))
    return book


def aside(tile: int, seat: int) -> int:
    return tile * 4 + seat


def seat_of_aside(number: int) -> int:
    return number & 3


def tile_of_aside(number: int) -> int:
    return number >> 2


def glimpse(place: int, seat: int) -> int:
    return place * 4 + seat


def seat_of_glimpse(number: int) -> int:
    return number & 3


def place_of_glimpse(number: int) -> int:
    return number >> 2


def symbols(rest: int, first: int) -> int:
    return rest * 8 + first


def first_of_symbols(number: int) -> int:
    return number & 7


def rest_of_symbols(number: int) -> int:
    return number >> 3


# The kinds of events.
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
STRENGTH_TIED: Final = 39
WEAKEST_TIED: Final = 40
MISSION_TIED: Final = 41
FIRST_PLACE_TIED: Final = 42
SECOND_PLACE_TIED: Final = 43


def event_book(*, mission: Domain, tile: Domain) -> EventBook:
    """Every kind of event of the game; domains that are made from its box are given."""
    book = EventBook()
    book.kind("round-begins", _("Round {count} begins."), ("count", NUMBER), at=ROUND_BEGINS, chapter=True, past=_("Round {count} began."))
    book.kind("first-player", _("{seat} is the first player."), ("seat", SEAT), at=FIRST_PLAYER, weight=0, past=_("{seat} was the first player."))
    book.kind("mission-open", _("Mission for all: {mission}."), ("mission", mission), at=MISSION_OPEN, reveals=True, weight=0)
    book.kind("mission-beside", _("Secret mission between {seat} and {other}: {mission}."), ("seat", SEAT), ("other", SEAT), ("mission", mission), at=MISSION_BESIDE, reveals=True, weight=0, icon="s-eye-half")
    book.kind("agenda", _("Your secret agenda: {mission}."), ("seat", SEAT), ("mission", mission), at=AGENDA, reveals=True, weight=0, icon="s-eye-shut", past=_("{seat}'s secret agenda was {mission}."))
    book.kind("board-laid", _("{board} is placed, rotated {count} × 90°."), ("board", BOARD), ("spot", NUMBER), ("count", NUMBER), at=BOARD_LAID, reveals=True, weight=0, past=_("{board} was placed, rotated {count} × 90°."))
    book.kind("reward-open", _("{tile} is the reward at {board}."), ("board", BOARD), ("tile", tile), at=REWARD_OPEN, reveals=True, weight=0, past=_("{tile} was the reward at {board}."))
    book.kind("reward-secret", _("The reward at {board} is face down."), ("board", BOARD), at=REWARD_SECRET, weight=0, past=_("The reward at {board} was face down."))
    book.kind("placed", _("{seat} places {tile} on {space}."), ("seat", SEAT), ("tile", tile), ("space", SPACE), at=PLACED, icon="e-cube", past=_("{seat} placed {tile} on {space}."))
    book.kind("placed-secretly", _("{seat} places {tile} face down on {space}."), ("seat", SEAT), ("tile", tile), ("space", SPACE), at=PLACED_SECRETLY, icon="s-eye-shut", past=_("{seat} placed {tile} face down on {space}."))
    book.kind("placed-unseen", _("{seat} places a tile face down on {space}."), ("seat", SEAT), ("space", SPACE), at=PLACED_UNSEEN, icon="e-cube", past=_("{seat} placed a tile face down on {space}."))
    book.kind("peeked", _("{seat} peeks at {place}."), ("seat", SEAT), ("place", PLACE), at=PEEKED, icon="s-eye-half", past=_("{seat} peeked at {place}."))
    book.kind("saw", _("{seat} sees {tile} ({place})."), ("seat", SEAT), ("tile", tile), ("place", PLACE), at=SAW, reveals=True, icon="s-eye-half", past=_("{seat} saw {tile} ({place})."))
    book.kind("did-not-peek", _("{seat} does not peek."), ("seat", SEAT), at=DID_NOT_PEEK, weight=0, past=_("{seat} did not peek."))
    book.kind("board-resolves", _("Now resolving {board}."), ("board", BOARD), at=BOARD_RESOLVES, past=_("{board} was resolved."))
    book.kind("revealed", _("{place}: {tile} is revealed."), ("place", PLACE), ("tile", tile), at=REVEALED, reveals=True, icon="s-eye", past=_("{place}: {tile} was revealed."))
    book.kind("assassinated", _("{seat} sends {other}'s {tile} home from {space}."), ("seat", SEAT), ("tile", tile), ("space", SPACE), ("other", SEAT), at=ASSASSINATED, icon="e-assassin", past=_("{seat} sent {other}'s {tile} home from {space}."))
    book.kind("seduced", _("{seat} lures {tile} from {space} to {to}."), ("seat", SEAT), ("tile", tile), ("space", SPACE), ("to", SPACE), at=SEDUCED, reveals=True, icon="e-seduction", past=_("{seat} lured {tile} from {space} to {to}."))
    book.kind("marked", _("{seat} protects the tile on {space}."), ("seat", SEAT), ("space", SPACE), at=MARKED, icon="e-diplomacy", past=_("{seat} protected the tile on {space}."))
    book.kind("conspired", _("{seat} looks at the top of the pile."), ("seat", SEAT), at=CONSPIRED, icon="e-conspiracy", past=_("{seat} looked at the top of the pile."))
    book.kind("saw-top", _("{seat} sees {tile} on top of the pile."), ("seat", SEAT), ("tile", tile), at=SAW_TOP, reveals=True, icon="s-eye-half", past=_("{seat} saw {tile} on top of the pile."))
    book.kind("kept", _("{seat} keeps the reward; the other tile goes to the bottom of the pile."), ("seat", SEAT), at=KEPT, icon="e-conspiracy", past=_("{seat} kept the reward; the other tile went to the bottom of the pile."))
    book.kind("exchanged", _("{seat} makes {tile} the reward; {old} goes to the bottom of the pile."), ("seat", SEAT), ("tile", tile), ("old", tile), at=EXCHANGED, reveals=True, icon="e-conspiracy", past=_("{seat} made {tile} the reward; {old} went to the bottom of the pile."))
    book.kind("stopped", _("{seat} is done with {space}."), ("seat", SEAT), ("space", SPACE), at=STOPPED, weight=0, past=_("{seat} was done with {space}."))
    book.kind("nationalists", _("{space}: +{count} from compatriots."), ("space", SPACE), ("count", NUMBER), at=NATIONALISTS, icon="e-nationalism")
    book.kind("dice", _("Dice for {space}: {first} and {second}."), ("space", SPACE), ("first", NUMBER), ("second", NUMBER), at=DICE, reveals=True, icon="e-dice")
    book.kind("lost-at-hells-mouth", _("Hell's Mouth: {seat} loses {tile} for good."), ("seat", SEAT), ("tile", tile), at=LOST_AT_HELLS_MOUTH, weight=2, past=_("Hell's Mouth: {seat} lost {tile} for good."))
    book.kind("strength-shown", _("{seat} has strength {count} at {board}."), ("seat", SEAT), ("board", BOARD), ("count", NUMBER), at=STRENGTH_SHOWN, weight=0, icon="e-strength", past=_("{seat} had strength {count} at {board}."))
    book.kind("reward-won", _("{seat} wins {tile} at {board}."), ("seat", SEAT), ("tile", tile), ("board", BOARD), at=REWARD_WON, weight=2, icon="s-laurel", past=_("{seat} won {tile} at {board}."))
    book.kind("reward-unclaimed", _("Nobody wins {tile} at {board}; it goes to the bottom of the pile."), ("tile", tile), ("board", BOARD), at=REWARD_UNCLAIMED, past=_("Nobody won {tile} at {board}; it went to the bottom of the pile."))
    book.kind("tiles-return", _("All tiles return to hand."), at=TILES_RETURN, past=_("All tiles returned to hand."))
    book.kind("chose-discard", _("{seat} sets {tile} aside."), ("seat", SEAT), ("tile", tile), at=CHOSE_DISCARD, weight=0, icon="s-eye-shut", past=_("{seat} set {tile} aside."))
    book.kind("ready", _("{seat} has chosen discards."), ("seat", SEAT), at=READY, weight=0, past=_("{seat} had chosen discards."))
    book.kind("reconsidered", _("{seat} takes the discards back."), ("seat", SEAT), at=RECONSIDERED, weight=0, past=_("{seat} took the discards back."))
    book.kind("discarded", _("{seat} discards {tile}."), ("seat", SEAT), ("tile", tile), at=DISCARDED, reveals=True, past=_("{seat} discarded {tile}."))
    book.kind("skipped", _("{seat} cannot place a tile."), ("seat", SEAT), at=SKIPPED, weight=0, past=_("{seat} could not place a tile."))
    book.kind("mission-shown", _("{mission}: {seat} scores {count}."), ("mission", mission), ("seat", SEAT), ("count", NUMBER), at=MISSION_SHOWN, reveals=True, icon="s-laurel", past=_("{mission}: {seat} scored {count}."))
    book.kind("agenda-shown", _("{seat}'s agenda was {mission}: +{count}."), ("seat", SEAT), ("mission", mission), ("count", NUMBER), at=AGENDA_SHOWN, reveals=True)
    book.kind("final-score", _("{seat} scores {count} in total."), ("seat", SEAT), ("count", NUMBER), at=FINAL_SCORE, weight=2, icon="s-laurel", past=_("{seat} scored {count} in total."))
    book.kind("strength-tied", _("Tied at strength {count}: {seat} wins with the lowest numeral, {space} (EST-6.9)."), ("seat", SEAT), ("space", SPACE), ("count", NUMBER), at=STRENGTH_TIED, weight=0, past=_("Tied at strength {count}: {seat} won with the lowest numeral, {space} (EST-6.9)."), since=2)
    book.kind("weakest-tied", _("Tied at strength {count}: the lower numeral is spared, so {seat} loses a tile (EST-9.8)."), ("seat", SEAT), ("count", NUMBER), at=WEAKEST_TIED, weight=0, past=_("Tied at strength {count}: the lower numeral was spared, so {seat} lost a tile (EST-9.8)."), since=2)
    book.kind("mission-tied", _("{mission}: {count} players tie and split the points (EST-10.6)."), ("mission", mission), ("count", NUMBER), at=MISSION_TIED, weight=0, past=_("{mission}: {count} players tied and split the points (EST-10.6)."), since=2)
    book.kind("first-place-tied", _("{mission}: {count} players tie for first, so there is no second place (EST-11.10)."), ("mission", mission), ("count", NUMBER), at=FIRST_PLACE_TIED, weight=0, past=_("{mission}: {count} players tied for first, so there was no second place (EST-11.10)."), since=2)
    book.kind("second-place-tied", _("{mission}: {count} players tie for second (EST-11.11)."), ("mission", mission), ("count", NUMBER), at=SECOND_PLACE_TIED, weight=0, past=_("{mission}: {count} players tied for second (EST-11.11)."), since=2)
    return book


# Reasons to refuse a move.
NOT_IN_HAND: Final = 1
BOARD_OUT: Final = 2
TAKEN: Final = 3
INNER_SPACE: Final = 4
NOT_FACE_DOWN: Final = 5
OUT_OF_REACH: Final = 6
NO_SYMBOL: Final = 7
CHURCH_PEACE: Final = 8
OTHER_BOARD: Final = 9
NOBODY_TO_KILL: Final = 10
ITSELF: Final = 11
PROTECTED: Final = 12
NOT_ADJACENT: Final = 13
NOBODY_TO_LURE: Final = 14
WRONG_WAY: Final = 15
NO_ROOM: Final = 16
TOO_FAR_TO_MARK: Final = 17
NOBODY_TO_MARK: Final = 18
MARKED_ALREADY: Final = 19
NO_CUBES: Final = 20
EMPTY_PILE: Final = 21
MUST_CHOOSE: Final = 22
CHOSEN_ALREADY: Final = 23
SIX_TILES: Final = 24
NOT_YOURS: Final = 25
NOT_AT_HELLS_MOUTH: Final = 26


def refusal_book() -> RefusalBook:
    """Every reason to refuse a move of the game."""
    book = RefusalBook()
    book.refusal("EST-5.1", _("This tile is not in your hand."), at=NOT_IN_HAND)
    book.refusal("EST-4.2", _("{space} is not in play this round."), at=BOARD_OUT)
    book.refusal("EST-1.6", _("{space} is taken."), at=TAKEN)
    book.refusal("EST-5.3", _("{space} is an inner space. You need a tile beside it."), at=INNER_SPACE)
    book.refusal("EST-5.6", _("{place}: there is no face-down tile."), at=NOT_FACE_DOWN)
    book.refusal("EST-5.7", _("{place} is too far away to peek at."), at=OUT_OF_REACH)
    book.refusal("EST-6.5", _("This tile has no symbol left for this ability."), at=NO_SYMBOL)
    book.refusal("EST-9.1", _("Assassins cannot act in the Church."), at=CHURCH_PEACE)
    book.refusal("EST-8.1", _("An Assassin can only strike on its own board."), at=OTHER_BOARD)
    book.refusal("EST-8.1", _("There is nobody on {space}."), at=NOBODY_TO_KILL)
    book.refusal("EST-R13", _("An Assassin cannot target itself."), at=ITSELF)
    book.refusal("EST-8.9", _("{space} is protected by Diplomacy."), at=PROTECTED)
    book.refusal("EST-8.5", _("{space} is not on an adjacent board."), at=NOT_ADJACENT)
    book.refusal("EST-8.5", _("There is nobody on {space}."), at=NOBODY_TO_LURE)
    book.refusal("EST-8.5", _("The seduced tile must move to this board."), at=WRONG_WAY)
    book.refusal("EST-1.6", _("{to} is taken."), at=NO_ROOM)
    book.refusal("EST-8.8", _("{space} is too far away. Choose this board or an adjacent one."), at=TOO_FAR_TO_MARK)
    book.refusal("EST-8.8", _("There is nobody on {space}."), at=NOBODY_TO_MARK)
    book.refusal("EST-R24", _("{space} is protected by Diplomacy."), at=MARKED_ALREADY)
    book.refusal("EST-R25", _("All white cubes are in use."), at=NO_CUBES)
    book.refusal("EST-R16", _("The draw pile is empty."), at=EMPTY_PILE)
    book.refusal("EST-R15", _("You have looked. Now choose one of the two tiles."), at=MUST_CHOOSE)
    book.refusal("EST-7.2", _("You have already chosen this tile."), at=CHOSEN_ALREADY)
    book.refusal("EST-7.2", _("You must keep six tiles."), at=SIX_TILES)
    book.refusal("EST-7.2", _("This tile is not in your hand."), at=NOT_YOURS)
    book.refusal("EST-9.7", _("Choose one of your own tiles at Hell's Mouth."), at=NOT_AT_HELLS_MOUTH)
    return book


OPTIONS: Final = (
    Option("edition", ("english", "polish"), "english", _("Settles every point where the two rulebooks differ."), "EST-11.12", title=_("Rulebook"), titles=(_("English"), _("Polish"))),
    Option("secret_missions", ("off", "on"), "off", _("Missions between neighbours, for three or four players."), "EST-11.1", title=_("Secret missions"), titles=(_("off"), _("on"))),
    Option("recruiting_agenda", ("off", "on"), "off", _("Each player gets a secret agenda."), "EST-11.5", title=_("Secret agendas"), titles=(_("off"), _("on"))),
    Option("second_place", ("off", "on"), "off", _("Second place also scores in missions."), "EST-11.9", title=_("Second place"), titles=(_("off"), _("on"))),
    Option("second_place_rounding", ("edition", "up", "down"), "edition", _("Rounding of split points when second place scores."), "EST-R4", title=_("Rounding of split points"), titles=(_("per the rulebook"), _("up"), _("down"))),
    Option("agenda_starters", ("edition", "no", "yes"), "edition", _("Starting tiles can score for an agenda."), "EST-R5", title=_("Starting tiles in agendas"), titles=(_("per the rulebook"), _("do not score"), _("score"))),
    Option("agenda_many_flags", ("edition", "per_kind", "per_tile"), "edition", _("The many-flags agenda counts each flag once, or every tile."), "EST-R6", title=_("Many-flags agenda"), titles=(_("per the rulebook"), _("once for each flag"), _("every tile"))),
    Option("no_legal_space", ("any_free", "skip"), "any_free", _("For a player with no outer space and none beside their tiles."), "EST-R1", title=_("No legal space"), titles=(_("any free space"), _("skip the turn"))),
    Option("cubes", ("6-4-3", "6-5-4"), "6-4-3", _("Cubes per player with two, three and four players."), "EST-R2", title=_("Cubes")),
    Option("strength_mission_vp", (6, 8), 6, _("Points for the strength mission."), "EST-R3", title=_("Strength mission")),
    Option("nationalism_timing", ("snapshot", "at_comparison"), "snapshot", _("When compatriots are counted."), "EST-R10", title=_("Nationalism"), titles=(_("on the tile’s turn"), _("when strengths are compared"))),
    Option("assassin_self", ("no", "yes"), "no", _("An Assassin may target itself."), "EST-R13", title=_("Assassin targets itself"), titles=(_("no"), _("yes"))),
    Option("diplomacy_markers", ("unlimited", "5"), "unlimited", _("Number of white cubes."), "EST-R25", title=_("White cubes"), titles=(_("unlimited"), _("five"))),
    Option("mission_zero", ("none", "shared"), "none", _("Scoring of a mission for which everybody has zero."), "EST-R33", title=_("Unfulfilled missions"), titles=(_("nobody"), _("shared by all"))),
    Option("peek_memory", ("keep", "once"), "keep", _("The table keeps showing you what you peeked at."), "EST-R37", title=_("Peek memory"), titles=(_("kept"), _("only once"))),
    Option("hand_aid", ("off", "on"), "off", _("The table lists the tiles each player owns."), "EST-R44", title=_("Tile list"), titles=(_("off"), _("on"))),
)


class Options:
    """What was chosen before the game, typed: a number or a word by the name of its option, and whether it is
    this or that value by both names. Options of yes and no are simply true or false.
    """

    def __init__(self, chosen: dict[str, Value]) -> None:
        self.edition = str(chosen["edition"])
        self.edition_english = chosen["edition"] == "english"
        self.edition_polish = chosen["edition"] == "polish"
        self.secret_missions = chosen["secret_missions"] == "on"
        self.recruiting_agenda = chosen["recruiting_agenda"] == "on"
        self.second_place = chosen["second_place"] == "on"
        self.second_place_rounding = str(chosen["second_place_rounding"])
        self.second_place_rounding_edition = chosen["second_place_rounding"] == "edition"
        self.second_place_rounding_up = chosen["second_place_rounding"] == "up"
        self.second_place_rounding_down = chosen["second_place_rounding"] == "down"
        self.agenda_starters = str(chosen["agenda_starters"])
        self.agenda_starters_edition = chosen["agenda_starters"] == "edition"
        self.agenda_starters_no = chosen["agenda_starters"] == "no"
        self.agenda_starters_yes = chosen["agenda_starters"] == "yes"
        self.agenda_many_flags = str(chosen["agenda_many_flags"])
        self.agenda_many_flags_edition = chosen["agenda_many_flags"] == "edition"
        self.agenda_many_flags_per_kind = chosen["agenda_many_flags"] == "per_kind"
        self.agenda_many_flags_per_tile = chosen["agenda_many_flags"] == "per_tile"
        self.no_legal_space = str(chosen["no_legal_space"])
        self.no_legal_space_any_free = chosen["no_legal_space"] == "any_free"
        self.no_legal_space_skip = chosen["no_legal_space"] == "skip"
        self.cubes = str(chosen["cubes"])
        self.cubes_6_4_3 = chosen["cubes"] == "6-4-3"
        self.cubes_6_5_4 = chosen["cubes"] == "6-5-4"
        self.strength_mission_vp = int(chosen["strength_mission_vp"])
        self.nationalism_timing = str(chosen["nationalism_timing"])
        self.nationalism_timing_snapshot = chosen["nationalism_timing"] == "snapshot"
        self.nationalism_timing_at_comparison = chosen["nationalism_timing"] == "at_comparison"
        self.assassin_self = chosen["assassin_self"] == "yes"
        self.diplomacy_markers = str(chosen["diplomacy_markers"])
        self.diplomacy_markers_unlimited = chosen["diplomacy_markers"] == "unlimited"
        self.diplomacy_markers_5 = chosen["diplomacy_markers"] == "5"
        self.mission_zero = str(chosen["mission_zero"])
        self.mission_zero_none = chosen["mission_zero"] == "none"
        self.mission_zero_shared = chosen["mission_zero"] == "shared"
        self.peek_memory = str(chosen["peek_memory"])
        self.peek_memory_keep = chosen["peek_memory"] == "keep"
        self.peek_memory_once = chosen["peek_memory"] == "once"
        self.hand_aid = chosen["hand_aid"] == "on"
