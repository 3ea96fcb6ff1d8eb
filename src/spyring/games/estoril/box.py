"""The box of Estoril as typed constants; the error for an invalid box names the broken constraint."""

from typing import Any, Final

from spyring.engine.box import exactly, named, one_of, opened, require, some, whole
from spyring.games.estoril import words as w

ROUNDS: Final = 4
HAND: Final = 6
STARTERS: Final = 6  # of each colour
STARTING_TILES: Final = 24
CUBES: Final = 6  # of each colour, in the box
IN_GRID: Final = 6  # boards in play
MISSIONS: Final = 12
OPEN_MISSIONS: Final = 4


FLAG_IDS: Final = ("PT", "DE", "GB", "US", "SU", "ES", "FR", "IT", "HU", "YU")
GERMAN: Final = 1
BRITISH: Final = 2

CHURCH: Final = 0
PALACIO: Final = 1
TAMARIZ: Final = 2
ATLANTICO: Final = 3
MUCHAXO: Final = 4
CASINO: Final = 5
HELLS_MOUTH: Final = 6
MUSEUM: Final = 7
SPECIAL_IDS: Final = (
    "no-assassin",
    "british",
    "open",
    "german",
    "outer",
    "dice",
    "sacrifice",
    "four-spaces",
)  # by board

# Clockwise, so that turning adds to the number.
CELL_IDS: Final = ("top-left", "top-right", "bottom-right", "bottom-left")
NUMERALS: Final = ("I", "II", "III", "IV")

NO_PEEK: Final = 0
PEEK_HERE: Final = 1
PEEK_NEAR: Final = 2
PEEK_ANYWHERE: Final = 3
PEEK_IDS: Final = ("none", "this-board", "adjacent-boards", "any-board")

ABILITY_IDS: Final = w.ABILITY_IDS[1:]
MISSION_KINDS: Final = ("ability", "flag", "women", "strength", "many-flags")

# EST-D15, for the box that calls itself standard.
STANDARD_TOTALS: Final = {
    "PT": 6, "DE": 4, "GB": 4, "US": 4, "SU": 2, "ES": 2, "FR": 2, "IT": 1, "HU": 1, "YU": 1,
    "assassin": 7, "conspiracy": 7, "seduction": 7, "diplomacy": 6, "nationalism": 6,
    "women": 7, "vp": 65, "strength": 59,
}  # fmt: skip


class Box:
    """Every number of the box in flat lists, by tile, by space, by place or by mission.

    Tiles are numbered colour * 6 + starter, then the other characters. ``symbols[tile]`` packs the abilities
    that a player chooses to use; nationalism works automatically and is counted separately.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["box"]["name"]
        starters: list[dict[str, Any]] = data["starter"]
        self.characters: list[dict[str, Any]] = data["character"]
        self.tiles: list[dict[str, Any]] = starters * len(w.SEAT_IDS) + self.characters
        self.boards: list[dict[str, Any]] = data["board"]
        self.missions: list[dict[str, Any]] = data["mission"]
        self.ids: list[str] = [f"{tile['id']}-{colour}" for colour in w.SEAT_IDS for tile in starters]
        self.ids += [tile["id"] for tile in self.characters]
        self.flag: list[int] = [FLAG_IDS.index(tile["flag"]) for tile in self.tiles]
        self.strength: list[int] = [tile["strength"] for tile in self.tiles]
        self.vp: list[int] = [tile["vp"] for tile in self.tiles]
        self.woman: list[bool] = [tile["woman"] for tile in self.tiles]
        self.nationalism: list[int] = [tile["abilities"].count("nationalism") for tile in self.tiles]
        self.symbols: list[int] = [_symbols(tile["abilities"]) for tile in self.tiles]
        spaces = [space for board in self.boards for space in board["spaces"]]
        self.cell: list[int] = [CELL_IDS.index(space["cell"]) for space in spaces]
        self.peek: list[int] = [PEEK_IDS.index(space["peek"]) for space in spaces]
        self.top_secret: list[bool] = [place["top_secret"] for place in spaces]
        self.top_secret += [board["reward"]["top_secret"] for board in self.boards]
        self.mission_ids: list[str] = [mission["id"] for mission in self.missions]
        self.mission_vp: list[int] = [mission["vp"] for mission in self.missions]
        kinds = [mission["kind"] for mission in self.missions]
        self.strength_mission: int = kinds.index("strength")
        small: dict[str, Any] = data.get("small", {})
        names = [tile["id"] for tile in starters]
        number = {name: at for at, name in enumerate(self.ids)}
        self.name = small.get("name", self.name)
        self.begin_with: list[int] = [names.index(name) for name in small.get("starters", names)]
        self.pile: list[int] = [number[name] for name in small.get("characters", self.ids[STARTING_TILES:])]
        self.hand: int = small.get("hand", HAND)
        self.cubes: int = small.get("cubes", 0)  # 0: the option decides
        self.in_play: list[int] = [board - 1 for board in small.get("boards", range(1, w.BOARDS + 1))]
        self.in_grid: int = min(len(self.in_play), IN_GRID)
        self.first_round: int = ROUNDS - small.get("rounds", ROUNDS)
        self.flags_mission: int = kinds.index("many-flags")
        self.worth: list[list[int]] = [
            [_worth(mission, tile) for tile in self.tiles] for mission in self.missions
        ]

    def starters(self, seat: int) -> list[int]:
        """The tiles that a seat starts with (EST-2.1)."""
        return [seat * STARTERS + tile for tile in self.begin_with]

    def facts(self) -> list[object]:
        """Everything that the rules use, without titles, flavour text and provenance."""
        tiles = [self.ids, self.flag, self.strength, self.vp, self.woman, self.nationalism, self.symbols]
        rewards = [board["reward"]["cell"] for board in self.boards]
        boards = [self.cell, self.peek, self.top_secret, rewards]
        missions = [self.mission_ids, self.mission_vp, self.worth]
        small = [self.begin_with, self.pile, self.hand, self.cubes, self.in_play, self.first_round]
        return [*tiles, *boards, *missions, *(small if self.cubes else [])]


def _symbols(abilities: list[str]) -> int:
    """The abilities that a player chooses to use, packed."""
    used = [w.ABILITY_IDS.index(name) for name in abilities if name != "nationalism"]
    packed = 0
    for number in reversed(used):
        packed = w.symbols(packed, number)
    return packed


def _worth(mission: dict[str, Any], tile: dict[str, Any]) -> int:
    """How much a tile counts for a mission (EST-10.7 to EST-10.11); 1 for a flag among many."""
    if mission["kind"] == "ability":
        return int(tile["abilities"].count(mission["symbol"]))
    if mission["kind"] == "women":
        return int(tile["woman"])
    if mission["kind"] == "strength":
        return int(tile["strength"])
    return int(tile["flag"] in mission["flags"])


def read(text: str) -> Box:
    """The box in ``text``; raises :class:`BadBox`, which names the broken constraint."""
    data = opened(text, "estoril", ("starter", "character", "mission", "board"))
    _check_names(data["starter"], data["character"])
    for tile in data["starter"] + data["character"]:
        _check_tile(tile)
    _check_tiles(data["starter"] + data["character"])
    _check_missions(data["mission"])
    _check_boards(data["board"])
    if data["box"]["name"] == "standard":
        _check_standard(data["character"])
    if "small" in data:
        _check_small(data["small"], data["starter"], data["character"])
    return Box(data)


def _check_names(starters: list[dict[str, Any]], characters: list[dict[str, Any]]) -> None:
    exactly(starters, STARTERS, "EST-D1", "starting tiles")
    count, least = len(characters), ROUNDS * IN_GRID + 1
    require(count >= least, "EST-D2", f"the box has {count} other characters; it needs at least {least}.")
    named(starters + characters, "tile", "EST-1.3", "EST-D1")
    for tile in characters:
        starter, _dash, colour = tile["id"].rpartition("-")
        clash = colour in w.SEAT_IDS and any(start["id"] == starter for start in starters)
        require(not clash, "EST-D1", f"{tile['id']} is called like a starting tile.")
    for tile in starters + characters:
        coloured = f"{tile['id']} has a colour; only starting tiles have one, in four sets alike."
        require("colour" not in tile, "EST-D1", coloured)


def _check_tile(tile: dict[str, Any]) -> None:
    name = tile["id"]
    one_of(tile.get("flag"), FLAG_IDS, "EST-1.3", f"the flag of {name}")
    require(isinstance(tile.get("woman"), bool), "EST-1.3", f"{name} must say woman = true or false.")
    abilities = tile.get("abilities")
    fine = _all_of(abilities, ABILITY_IDS) and len(tile["abilities"]) <= 2
    require(fine, "EST-D3", f"{name} has at most two abilities out of {', '.join(ABILITY_IDS)}.")
    require(whole(tile.get("strength"), 0, 5), "EST-D5", f"the strength of {name} lies in 0..5.")
    require(whole(tile.get("vp"), 1, 4), "EST-D5", f"the VP of {name} lie in 1..4.")


def _all_of(names: object, known: tuple[str, ...]) -> bool:
    """Whether this is a list of known names."""
    return isinstance(names, list) and all(name in known for name in names)


def _check_tiles(tiles: list[dict[str, Any]]) -> None:
    able = sum(bool(tile["abilities"]) for tile in tiles)
    require(2 * able > len(tiles), "EST-D3", f"only {able} of {len(tiles)} tiles have an ability; most must.")
    for ability in ("assassin", "seduction"):
        twice = any(tile["abilities"].count(ability) == 2 for tile in tiles)
        require(twice, "EST-D4", f"no tile has {ability} twice.")
    strengths = {tile["strength"] for tile in tiles}
    require({0, 5} <= strengths, "EST-D5", "some tile has strength 0 and some tile has strength 5.")
    for vp in (3, 4):
        weak = any(tile["strength"] == 1 and tile["vp"] == vp for tile in tiles)
        require(weak, "EST-D5", f"no tile of strength 1 has {vp} VP.")
    names = [tile["name"] for tile in tiles]
    require("C. Lucky Luciano" in names, "EST-D6", "C. Lucky Luciano is missing.")
    british = [tile for tile in tiles if tile["flag"] == "GB"]
    nationalists = [tile for tile in british if "nationalism" in tile["abilities"] and tile["strength"] == 2]
    require(bool(nationalists), "EST-D7", "there is no British nationalist of strength 2.")
    require(len(british) >= 3, "EST-D7", "there are two more British tiles besides the nationalist.")
    require(any(tile["flag"] == "DE" for tile in tiles), "EST-D7", "there is no German tile.")
    require(sum(tile["flag"] == "FR" for tile in tiles) >= 2, "EST-D7", "France has at least two tiles.")


def _check_missions(missions: list[dict[str, Any]]) -> None:
    exactly(missions, MISSIONS, "EST-D8", "missions")
    ids = [mission.get("id") for mission in missions]
    for mission in missions:
        name = mission.get("id")
        fine = isinstance(name, str) and bool(name) and " " not in name and ids.count(name) == 1
        require(fine, "EST-D8", "every mission has an id of its own, without spaces.")
        require(mission.get("vp") == 6, "EST-D8", f"the mission {name} is worth 6 VP.")
        kind = mission.get("kind")
        one_of(kind, MISSION_KINDS, "EST-D8", f"the kind of the mission {name}")
        if kind == "ability":
            known = mission.get("symbol") in ABILITY_IDS
            require(known, "EST-D8", f"the symbol of the mission {name} is an ability.")
        if kind in ("flag", "many-flags"):
            flags = mission.get("flags")
            fine = _all_of(flags, FLAG_IDS) and bool(flags)
            require(fine, "EST-D8", f"the flags of the mission {name} are out of {', '.join(FLAG_IDS)}.")
    for kind in ("women", "strength", "many-flags"):
        found = [mission for mission in missions if mission["kind"] == kind]
        require(len(found) == 1, "EST-D8", f"there is exactly one mission of the kind {kind}.")
    flags = next(mission["flags"] for mission in missions if mission["kind"] == "many-flags")
    many = len(set(flags)) >= 4 and "FR" in flags
    require(many, "EST-D8", "the many-flags mission shows at least 4 flags, France among them.")


def _check_boards(boards: list[dict[str, Any]]) -> None:
    numbers = [board.get("number") for board in boards]
    row = list(range(1, w.BOARDS + 1))
    require(numbers == row, "EST-D9", "the boards are numbered 1 to 8, in this order.")
    for board in boards:
        _check_board(board)
    third = [*boards[TAMARIZ]["spaces"], boards[TAMARIZ]["reward"]]
    secret = any(space["top_secret"] for space in third)
    require(not secret, "EST-D10", "board 3 has no Top Secret space.")
    peeks: dict[tuple[int, str], str] = {}
    for board in boards:
        peeks |= {(board["number"], space["numeral"]): space["peek"] for space in board["spaces"]}
    anywhere = [where for where, peek in peeks.items() if peek == "any-board"]
    require(anywhere == [(8, "IV")], "EST-D10", "board 8 space IV, and no other, peeks at any board.")
    for reach in PEEK_IDS[1:]:
        require(reach in peeks.values(), "EST-D10", f"no space has the peek {reach}.")


def _check_board(board: dict[str, Any]) -> None:
    number = board["number"]
    museum = number == MUSEUM + 1
    spaces, reward = board.get("spaces"), board.get("reward")
    fine = isinstance(spaces, list) and all(isinstance(part, dict) for part in (reward, *spaces))
    require(fine, "EST-D9", f"board {number} has one reward and a list of spaces.")
    assert isinstance(spaces, list)
    assert isinstance(reward, dict)
    for key in ("id", "name"):
        require(isinstance(board.get(key), str), "EST-D9", f"board {number} has no {key}.")
    special = SPECIAL_IDS[number - 1]
    require(board.get("special") == special, "EST-D9", f"the special rule of board {number} is {special}.")
    numerals = tuple(space.get("numeral") for space in spaces)
    wanted = NUMERALS if museum else NUMERALS[:3]
    order = f"the spaces of board {number} are {', '.join(wanted)}, in this order."
    require(numerals == wanted, "EST-D9", order)
    for part in (*spaces, reward):
        said = isinstance(part.get("top_secret"), bool)
        require(said, "EST-1.8", f"board {number}: each space says top_secret = true or false.")
    for space in spaces:
        one_of(space.get("peek"), PEEK_IDS, "EST-5.7", f"board {number}: a peek")
    cells = [str(space.get("cell")) for space in spaces]
    if museum:
        require(reward.get("cell") == "centre", "EST-D11", "the reward of the Museum lies in its centre.")
    else:
        cells.append(str(reward.get("cell")))
    full = sorted(cells) == sorted(CELL_IDS)
    require(full, "EST-D11", f"board {number} does not fill its four cells, each once.")


def _check_standard(characters: list[dict[str, Any]]) -> None:
    """The published totals (EST-D15)."""
    found = dict.fromkeys(STANDARD_TOTALS, 0)
    for tile in characters:
        found[tile["flag"]] += 1
        for ability in tile["abilities"]:
            found[ability] += 1
        found["women"] += tile["woman"]
        found["vp"] += tile["vp"]
        found["strength"] += tile["strength"]
    for key, total in STANDARD_TOTALS.items():
        wrong = f"the {key} of the standard characters add up to {total}, not {found[key]}."
        require(found[key] == total, "EST-D15", wrong)


def _check_small(small: Any, starters: list[dict[str, Any]], characters: list[dict[str, Any]]) -> None:
    """Part of the tiles and boards, and fewer rounds of the same rules (EST-D17)."""
    parts = {"name", "starters", "characters", "hand", "cubes", "boards", "rounds"}
    fine = isinstance(small, dict) and set(small) == parts and isinstance(small["name"], str)
    require(fine, "EST-D17", f"a small box has {', '.join(sorted(parts))}.")
    for part, tiles in (("starters", starters), ("characters", characters)):
        ids, names = [tile["id"] for tile in tiles], small[part]
        fine = some(names, ids) and bool(names)
        require(fine, "EST-D17", f"its {part} are tiles of the box, each once.")
    for what, most in (("hand", HAND), ("cubes", CUBES), ("rounds", ROUNDS)):
        require(whole(small[what], 1, most), "EST-D17", f"{what} lies in 1..{most}.")
    boards = small["boards"]
    fine = isinstance(boards, list) and all(whole(board, 1, w.BOARDS) for board in boards)
    row = fine and len(set(boards)) == len(boards) and 2 <= len(boards) <= 3
    require(row, "EST-D17", "it has two or three boards, which lie in a row.")
    begins = small["hand"] >= len(small["starters"]) >= small["cubes"]
    require(begins, "EST-D17", "a seat begins with a tile for every cube, and with a full hand at the most.")
    count, least = len(small["characters"]), small["rounds"] * len(boards) + 1
    require(count >= least, "EST-D17", f"it has {count} other characters; it needs at least {least}.")
