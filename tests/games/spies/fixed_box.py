"""The box of these tests: the standard map, tiles and secrets, with fixed strengths, money and factors that
do not follow the balance of the standard box.
"""

import re
from importlib.resources import files
from typing import Final

from spyring.games.spies import GAME

STANDARD: Final = files("spyring.games.spies").joinpath("box.toml").read_text(encoding="utf-8")

# name: money, secrets, chits, standard spies, strengths of spies (the Cousin first), police
NATIONS: Final = {
    "germany": (25, 7, 4, 5, (8, 6, 5, 4, 3, 2), (5, 5, 4, 4, 3, 3, 2, 2)),
    "italy": (20, 5, 4, 4, (7, 5, 4, 3, 2), (4, 4, 3, 3, 2, 2)),
    "russia": (20, 7, 4, 5, (8, 6, 5, 4, 4, 2), (5, 4, 4, 4, 3, 3, 3, 2)),
    "france": (30, 6, 3, 4, (7, 6, 4, 3, 2), (4, 4, 3, 3, 3, 2, 2)),
    "britain": (40, 7, 3, 5, (8, 6, 5, 4, 3, 3), (5, 4, 4, 3, 3, 2, 2)),
}
COUNTS: Final = {
    "cover": 10,
    "discovery": 20,
    "double-cross": 6,
    "drop": 3,
    "escape": 8,
    "intercept": 3,
    "papers": 11,
    "recruit": 6,
    "sanction": 8,
    "source": 3,
}
FACTORS: Final = (1, 1, 2, 2, 3, 3, 4)
VALUES: Final = (*(1,) * 6, *(2,) * 8, *(3,) * 8, *(4,) * 5, *(5,) * 3)
COUNTERSPIES: Final = (3, 3, 4, 4, 5, 5, 6, 6, 7, 7)


def fixed() -> str:
    """The text of the box."""
    text = re.sub(r"\[\[nation\]\]\n(?:.+\n)+\n?", "", STANDARD)
    text = re.sub(r"^factors = .*$", f"factors = {list(FACTORS)}", text, flags=re.MULTILINE)
    text = re.sub(r"^marker = .*$", "marker = 3", text, flags=re.MULTILINE)
    for chit, count in COUNTS.items():
        text, found = re.subn(rf'(id = "{chit}", .*?count = )\d+', rf"\g<1>{count}", text)
        assert found == 1
    for number in range(40):
        counterspy = number >= len(VALUES)
        key, worth = (
            ("counterspy", COUNTERSPIES[number - len(VALUES)]) if counterspy else ("value", VALUES[number])
        )
        text, found = re.subn(rf'(id = "s{number + 1:02}", .*?){key} = \d+', rf"\g<1>{key} = {worth}", text)
        assert found == 1
    return text + "".join(_nation(name) for name in NATIONS)


def _nation(name: str) -> str:
    money, secrets, chits, standard, spies, police = NATIONS[name]
    rows = "".join(
        f'  {{ name = "{name} {strength}", strength = {strength}{", cousin = true" if not at else ""} }},\n'
        for at, strength in enumerate(spies)
    )
    return (
        f'\n[[nation]]\nid = "{name}"\nname = "{name.title()}"\nmoney = {money}\nsecrets = {secrets}\n'
        f"chits = {chits}\nspies_standard = {standard}\nspies = [\n{rows}]\npolice = {list(police)}\n"
    )


FIXED: Final = GAME.with_box(fixed())
