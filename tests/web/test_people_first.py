"""Nobody's game is taken: people decide for the group, bots say why, endings say what decided them."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.visitor import ALL, Visitor

Come = Callable[..., Visitor]

HEARD = """([about, answer]) => document.dispatchEvent(new CustomEvent("spyring:chat", { detail: {
    table: document.getElementById("table").dataset.table, id: "1", by: "Ada", text: "proposes: this",
    about, move: null, answer } }))"""


def test_the_group_waits_for_a_person_and_then_agrees(visit: Come) -> None:
    """The story of a campaign: the people at the table turn every card and make every choice."""
    ada = visit()
    ada.table_against_bots("season0", 3, "heuristic", campaign="evening")
    for _decision in range(12):
        ada.wait_to_be_asked()
        expect(ada.page.locator("#ribbon.ribbon--mine")).to_be_visible()
        expect(ada.page.locator("#log")).not_to_contain_text("proposes")
        if "Take an action" in ada.sentence():
            break
        ada.decide()


def test_a_bot_says_why_when_it_is_asked(visit: Come) -> None:
    """In the log, beside what it did: folded, one line, and read aloud like the rest."""
    ada = visit()
    ada.table_against_bots("season0", 2, "heuristic", until="#log .log-why")
    why = ada.page.locator("#log .log-why").last
    expect(why.locator("summary")).to_have_text("Why?")
    why.locator("summary").click()
    expect(why).to_have_attribute("open", "")
    assert len(why.inner_text()) > len("Why?") + 10
    assert ada.serious_faults("#log") == []
    ada.picture("why")


def test_a_bots_answer_appears_in_the_talk_and_is_announced(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("season0", 2)
    ada.wait_to_be_asked()
    expect(ada.page.locator("#point")).to_be_visible()  # also where only bots listen
    ada.page.evaluate(HEARD, [{"city": "paris"}, "Bravo: agreed. Paris is full."])
    expect(ada.page.locator("#told")).to_contain_text("Bravo: agreed. Paris is full.")
    ada.page.get_by_role("tab", name="Talk").click()
    expect(ada.page.locator("#talk-lines .talk-answer")).to_have_text("Bravo: agreed. Paris is full.")


def test_the_ending_explains_the_players_result_in_two_lines(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("krakow", 4, ahead=ALL, years="1")
    expect(ada.page.locator("#ending .ending-verdict p")).to_have_count(2)
    for line in ada.page.locator("#ending .ending-verdict p").all():
        expect(line).to_be_visible()
    others = ada.page.locator("#ending .ending-others")
    others.locator("summary").click()
    expect(others.locator("div")).to_have_count(3)
    ada.picture("verdict")
