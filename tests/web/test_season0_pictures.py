"""The contact sheets of Season 0 show the pictures as they are now, and no two of them are alike."""

import re

from tools import season0_pictures


def test_the_contact_sheets_are_fresh() -> None:
    for path, text in season0_pictures.drawn().items():
        assert path.read_text("utf-8") == text, f"{path.name}: run tools/season0_pictures.py"


def test_every_portrait_and_every_skyline_is_one_of_a_kind() -> None:
    sheet = next(iter(season0_pictures.drawn().values()))
    for kind, count in (('viewBox="0 0 100 100" aria-hidden', 16), ('viewBox="0 0 96 34"', 48)):
        drawn = re.findall(rf"<svg[^>]*{re.escape(kind)}.*?</svg>", sheet, re.DOTALL)
        assert len(drawn) == count
        assert len({re.sub(r'^<svg x="[^"]*" y="[^"]*"', "", one) for one in drawn}) == count
