"""A box for tests, in which a card's name says what it does.

The numbers of the standard box are tuned now and then; the rules must hold with any. Here `sword-3` and
`axe-3` count three against every colour, and `gift-4` counts four for every colour. `castle-power-3` is an
intrigue of strength 4 that yields three power markers on the Castle. The known cards have the numbers that
the rulebook prints. All other numbers are 0.
"""

from typing import Final

from spyring.engine.game import Game
from spyring.games.krakow import GAME

COLOURS: Final = ("green", "blue", "yellow", "red")

KNOWN: Final = {  # group, strength, support and opposition where the rulebook has any, district, yield
    "black-death": ("green", 3, {}, {}, "slums", {"fame": 1}),
    "peasant-revolt": ("green", 3, {}, {"blue": 2}, "province", {"gold": 1}),
    "the-night-watch": ("green", 1, {}, {"red": 5}, "barracks", {"support": 1}),
    "saving-souls": ("blue", 3, {}, {}, "churches", {"fame": 1}),
    "prophecy-of-war": ("blue", 3, {}, {"red": 3}, "barracks", {"support": 1}),
    "true-blue-magic": ("blue", 4, {}, {}, "churches", {"fame": 1}),
    "fast-foods": ("blue", 3, {}, {}, "shops", {"fame": 1}),
    "witch-hunting": ("blue", 1, {"red": 4}, {}, "province", {"support": 1}),
    "advertising": ("yellow", 3, {}, {}, "shops", {"gold": 1}),
    "a-depression": ("yellow", 3, {}, {}, "shops", {"fame": 1}),
    "grave-robbery": ("red", 3, {}, {}, "churches", {"gold": 1}),
    "street-thugs-rule": ("red", 3, {}, {}, "slums", {"support": 1}),
    "an-arms-deal": ("red", 4, {}, {}, "barracks", {"power": 2, "gold": 2}),
    "campaign-finance": ("red", 3, {}, {"blue": 6}, "barracks", {"power": 1}),
}
SPECIALS: Final = (
    "black-death",
    "peasant-revolt",
    "saving-souls",
    "prophecy-of-war",
    "advertising",
    "a-depression",
    "grave-robbery",
    "street-thugs-rule",
)
INTRIGUES: Final = {  # strength 4; the name is the yield
    "green": ("harbour-fame-2", "harbour-support-2"),
    "blue": (
        "shops-fame-2",
        "barracks-support-2",
        "barracks-power-2",
        "province-support-2",
        "castle-fame-2",
        "harbour-gold-2",
        "province-gold-2",
        "churches-gold-2",
        "shops-gold-2",
    ),
    "red": (
        "slums-fame-3",
        "slums-support-3",
        "churches-fame-3",
        "churches-support-3",
        "castle-power-3",
        "province-power-3",
        "castle-gold-3",
        "slums-gold-3",
    ),
}
FIELDS: Final = {
    "slums": ("fame", "support"),
    "barracks": ("support", "power"),
    "shops": ("fame", "gold"),
    "churches": ("fame", "support", "gold"),
    "harbour": ("fame", "support", "gold"),
    "castle": ("fame", "power", "gold"),
    "province": ("support", "power", "gold"),
}

Points = dict[str, int]


def table(values: Points) -> str:
    return "{ " + ", ".join(f"{name} = {value}" for name, value in values.items()) + " }"


def card(
    name: str,
    group: str,
    strength: int,
    support: Points,
    opposition: Points,
    district: str,
    yields: Points,
    blocked_by: str = "",
) -> str:
    nought = dict.fromkeys(COLOURS, 0)
    special = name in SPECIALS
    lines = [
        "[[card]]",
        f'id = "{name}"',
        f'name = "{name}"',
        f'group = "{group}"',
        f"support = {table(nought | support | {group: strength})}",
        f"opposition = {table(nought | opposition)}",
        f'district = "{district}"',
        f"yields = {table(yields)}",
        f"circles = {2 if special or blocked_by else 1}",
    ]
    if special:
        lines.append(f'special = "{name}"')
    if blocked_by:
        lines.append(f'blocked_by = "{blocked_by}"')
    return "\n".join(lines)


def cards() -> list[str]:
    rows = [card(name, *numbers) for name, numbers in KNOWN.items()]
    for points in range(6):
        equal = dict.fromkeys(COLOURS, points)
        rows.append(card(f"gift-{points}", "yellow", max(1, points), equal, {}, "harbour", {"gold": 1}))
        rows.append(card(f"sword-{points}", "yellow", 1, {}, equal, "province", {"gold": 1}))
        rows.append(card(f"axe-{points}", "green", 1, {}, equal, "castle", {"gold": 1}))
    for group, names in INTRIGUES.items():
        for name in names:
            district, kind, count = name.split("-")
            rows.append(card(name, group, 4, {}, {}, district, {kind: int(count)}))
    plenty = {"fame": 2, "support": 2, "gold": 2}
    rows.append(card("harbour-plenty", "green", 5, {}, {}, "harbour", plenty))
    rows.append(card("strong-6", "green", 6, {}, {}, "castle", {"fame": 3}, "block-of-6"))
    rows.append(card("block-of-6", "red", 2, {"green": 1}, {"green": 1}, "slums", {"support": 1, "gold": 1}))
    rows.append(card("strong-7", "red", 7, {}, {}, "castle", {"power": 3}, "block-of-7"))
    rows.append(card("block-of-7", "green", 2, {"red": 1}, {"red": 1}, "harbour", {"fame": 2, "gold": 1}))
    return rows


def text() -> str:
    """The whole box as a file."""
    rows = ['[box]\ngame = "krakow"\nname = "numbered"']
    rows += [f'[[group]]\nid = "{colour}"' for colour in COLOURS]
    for district, kinds in FIELDS.items():
        points = 3 if district == "castle" else 2
        rows.append(f'[[district]]\nid = "{district}"\npoints = {points}\nfields = {list(kinds)}')
    return "\n\n".join([*rows, *cards()])


NUMBERED: Final[Game] = GAME.with_box(text())
