"""Every page can be reached and no link is broken; the pictures show the code as it is."""

import re
from pathlib import Path
from typing import Any, Final

import click
import pytest
import yaml

from tools import commands_page, personal_data, picture

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
PAGES: Final = sorted(DOCS.rglob("*.md"))
TEXTS: Final = [*PAGES, *sorted(ROOT.glob("*.md")), *sorted((ROOT / "benchmarks").rglob("*.md"))]
CODE: Final = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")


def links(page: Path) -> list[str]:
    """Where a page leads to, within this project."""
    found = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_is_broken(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if page.is_relative_to(DOCS):
            assert target.is_relative_to(DOCS), f"{link}: the site holds docs/ only"
        if (
            anchor and target.suffix == ".md" and not anchor.startswith("spyring.")
        ):  # those mkdocstrings makes
            assert anchor in anchors(target), link


def test_the_first_page_leads_everywhere() -> None:
    index = DOCS / "index.md"
    reached = {(DOCS / link.partition("#")[0]).resolve() for link in links(index)}
    assert [page.name for page in PAGES if page not in {index, *reached}] == []


def test_the_menu_of_the_site_has_every_page_once() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert sorted(DOCS / name for name in named(yaml.safe_load(text)["nav"])) == PAGES


def test_the_menu_sorts_pages_by_what_a_reader_wants() -> None:
    menu = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    groups = [title for entry in menu for title in entry]
    assert groups == ["Spyring", "Tutorials", "How-to guides", "Reference", "Explanation"]
    index = re.findall(r"^## (.+)$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert index[:4] == groups[1:]


def named(menu: Any) -> list[str]:
    """The pages of a menu within menus."""
    if isinstance(menu, str):
        return [menu]
    return [page for entry in (menu.values() if isinstance(menu, dict) else menu) for page in named(entry)]


def test_every_picture_is_shown_somewhere() -> None:
    shown = {(page.parent / link).resolve() for page in TEXTS for link in links(page)}
    assert [path.name for path in sorted((DOCS / "pictures").iterdir()) if path not in shown] == []


def test_the_architecture_is_drawn_from_the_current_imports() -> None:
    for name, drawn in picture.pictures().items():
        kept = (picture.PICTURES / name).read_text(encoding="utf-8")
        assert kept == drawn, f"{name} shows imports of an earlier time: run `make picture`"


def test_personal_data_is_listed_as_the_schema_declares_it() -> None:
    kept = personal_data.PAGE.read_text(encoding="utf-8")
    assert kept == personal_data.page(), "the list is out of date: run `make generated`"


def test_commands_are_listed_as_click_knows_them() -> None:
    kept = commands_page.PAGE.read_text(encoding="utf-8")
    assert kept == commands_page.render(), "the page is out of date: run `make generated`"


def test_every_command_and_option_says_what_it_does() -> None:
    page = commands_page.PAGE.read_text(encoding="utf-8")
    for words, command in commands_page.commands():
        assert f"# {words}\n" in page
        assert command.help, words
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, (words, option.name)
