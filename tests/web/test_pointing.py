"""Two people who play together: one points at a city and proposes, the other one sees it."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import Visitor, table_for_two, whose_turn

Come = Callable[..., Visitor]


def test_pointing_and_proposing(visit: Come) -> None:
    ada, bea = visit(phone=True), visit(phone=True)
    table_for_two(ada, bea, "season0")
    for _choice in range(20):  # characters and papers first
        one, other = whose_turn(ada, bea)
        if re.search("Take an action", one.sentence()):
            break
        one.decide()
    name = "Ada" if other is ada else "Bea"
    pointing, advice = (one.page.locator(part).bounding_box() for part in ("#point", ".hint-form button"))
    assert pointing is not None
    assert advice is not None
    assert pointing["x"] + pointing["width"] <= advice["x"], "one lies on the other"

    with other.page.expect_response("**/proposals") as proposed:
        other.page.click("#point")
    drives = [move for move in proposed.value.json()["moves"] if move["fields"]["verb"] == "drive"]
    city, drive = f"#city-{drives[0]['fields']['city']}", drives[0]["sentence"]
    expect(other.page.locator("#point")).to_have_attribute("aria-pressed", "true")
    other.page.locator(city).focus()
    other.page.keyboard.press("ArrowRight")
    other.page.locator(city).focus()
    other.page.keyboard.press("Enter")
    other.page.locator("#verbs").get_by_role("button", name="Point at it").click()
    where = drive.removeprefix("Drive/Ferry to ")
    expect(one.page.locator("#told")).to_have_text(f"{name} points at {where}")
    expect(one.page.locator(city)).to_have_class(re.compile("pointed"))

    other.page.click("#point")
    other.page.locator(city).focus()
    other.page.keyboard.press("Enter")  # proposals may still be on their way
    other.page.locator("#verbs").get_by_role("button", name=f"Propose: {drive}").click()
    expect(one.page.locator("#told")).to_have_text(f"{name} proposes: {drive}")
    expect(one.page.locator(city)).to_have_class(re.compile("hinted"))
    expect(other.page.locator("#point")).to_have_attribute("aria-pressed", "false")
