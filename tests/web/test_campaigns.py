"""Campaigns on the front door: begun there, continued there, and offered at the end of the prologue."""

import random
import re
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import expect

import spyring
from spyring.engine.campaign import Campaign
from spyring.server.core.payloads import Move
from spyring.web.lessons import seat_cards
from spyring.web.look import look_of
from spyring.web.screen import Screen
from spyring.web.words import Words
from tests.web.visitor import Visitor, table_for_two, whose_turn

Come = Callable[..., Visitor]
GAME = spyring.game("season0")


def test_a_campaign_begins_and_continues_on_the_front_door(visit: Come) -> None:
    ada = visit()
    ada.go("/")
    shelf = ada.page.locator(".game--season0")
    expect(shelf.get_by_role("link", name="Continue")).to_have_count(0)
    shelf.get_by_role("button", name=re.compile("One evening")).click()
    ada.page.wait_for_selector("html.js #table.frame")
    table = ada.page.url
    ada.go("/")
    ada.picture("campaigns")
    shelf.get_by_role("link", name=re.compile(r"^Continue: .")).click()
    ada.page.wait_for_selector("html.js #table.frame")
    assert ada.page.url == table


@pytest.mark.parametrize("phone", [False, True])
def test_all_games_are_in_sight_at_once(visit: Come, phone: bool) -> None:
    ada = visit(phone=phone)
    ada.go("/")
    for game in ("estoril", "krakow", "season0", "spies"):
        ada.in_sight(f".game--{game}")
        ada.in_sight(f".game--{game} button.primary")
    ada.in_sight(".game--season0 .game-campaigns")
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ada.serious_faults() == []


def test_the_end_of_the_prologue_offers_a_campaign(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("season0", 2)
    ada.play_out()
    offer = ada.page.locator("#ending .ending-offer")
    expect(offer).to_contain_text("That was the prologue")
    offer.get_by_role("button", name=re.compile("One evening")).click()
    ada.page.wait_for_selector("#table[data-status=playing]")
    expect(ada.page.locator(".ribbon-dossier")).to_be_visible()


def test_people_who_play_together_are_shown_the_form(visit: Come) -> None:
    ada = visit()
    ada.go("/tables/new/season0?campaign=medusa")
    expect(ada.page.locator("#option-campaign")).to_have_value("medusa")


@cache
def after_the_prologue() -> str:
    """The file of a campaign whose prologue was given up."""
    campaign = Campaign(GAME, "evening", concede="yes")
    state = campaign.begin(seats=2, seed=3)
    while state.deciders:
        seat = state.deciders[0]
        moves = {GAME.moves.name(move): move for move in state.legal(seat)}
        hurried = [moves[name] for name in ("concede", "agree", "read", "go-on") if name in moves]
        campaign.play(seat, [*hurried, state.legal(seat)[0]][0])
    return campaign.text()


def test_the_debrief_is_counted_on_the_board(visit: Come) -> None:
    """Entry by entry, then the objectives and the grade, then what stays on the map."""
    ada = visit(speed="brisk")
    seats = {"seats": "2", "seat-0": "me", "seat-1": "me"}
    table = ada.send("/tables/new/season0", chronicle=after_the_prologue(), **seats)
    ada.sit_at(table)
    ada.play_ahead(0, until=".debrief-strip")
    strip, prop = ada.page.locator(".debrief-strip"), ada.page.locator("#prop [data-waits]")
    expect(strip.locator(".stamp")).to_have_count(2)
    ada.page.locator("#hand .lit, #actions .choice, #choices [data-choice]").first.evaluate(
        "one => one.click()"
    )
    while not ada.page.locator("#prop .verdict-count").count():
        expect(prop).to_be_visible()
        read = prop.inner_text()
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator("#prop")).not_to_have_text(read)
        expect(prop).to_be_visible()
    ada.picture("debrief")
    expect(prop.locator("li")).to_have_count(2)
    ada.page.keyboard.press("Enter")
    expect(strip).to_contain_text("Funding")
    ada.wait_to_be_asked()
    assert ada.complaints == []


# Cards to choose from that cover one another, or whose words do not fit on them.
CROWDED = """() => {
    const cards = [...document.querySelectorAll("#hand .tray > .slip-card")];
    const low = (at) => cards[at].getBoundingClientRect();
    return cards.filter((card, at) => {
        const words = [...card.querySelectorAll(".slip-name, .slip-text")];
        const cut = [card, ...words].some((one) => one.scrollWidth > one.clientWidth + 1);
        const inRow = (other) => low(other).bottom > low(at).top + 1 && low(other).top < low(at).bottom - 1;
        const reaches = (other) => low(other).right > low(at).left + 1;
        const covered = cards.slice(0, at).some((_, other) => inRow(other) && reaches(other));
        return cut || covered || card.scrollHeight > card.clientHeight + 1;
    }).map((card) => card.textContent.trim());
}"""


@pytest.mark.parametrize("phone", [False, True])
def test_characters_aliases_and_their_names_can_be_read_whole(visit: Come, phone: bool) -> None:
    ada = visit(phone=phone)
    if not phone:
        ada.resize(1280, 720)
    ada.table_against_bots("season0", 2, until="#hand [data-character]")
    for _choice in range(2):
        ada.wait_to_be_asked()
        assert ada.page.locator("#hand .tray.of-4 .slip-card").count() == 4
        assert ada.page.evaluate(CROWDED) == []
        ada.decide()
    seats = {"seats": "2", "seat-0": "me", "seat-1": "me"}
    ada.sit_at(ada.send("/tables/new/season0", chronicle=after_the_prologue(), **seats))
    ada.play_ahead(0, until="#hand .tray.of-8 [data-name]")
    ada.wait_to_be_asked()
    assert ada.page.evaluate(CROWDED) == []
    ada.in_sight("#board .reading .hint")


def test_officers_get_names_of_their_players(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("season0", 2, campaign="evening", until="#hand [data-character]")
    table = ada.page.url
    ada.page.locator(".ribbon-dossier").click()
    ada.page.get_by_label("Name of your own for Marlowe").fill("Zofia <i>Zet</i>")
    ada.page.get_by_role("button", name="Save names").first.click()
    expect(ada.page.locator(".papers--officer h3").first).to_have_text("Zofia <i>Zet</i>")
    ada.picture("names")
    ada.go(table)
    expect(ada.page.locator("#hand .slip-name").first).to_have_text("Zofia <i>Zet</i>")
    ada.page.locator("#hand [data-character=black]").click()
    ada.page.locator("#confirm:visible, #hand .passport-name").first.click()
    expect(ada.page.locator("#log")).to_contain_text("Zofia <i>Zet</i>")


def test_an_invalid_name_is_refused_in_words(visit: Come) -> None:
    ada = visit()
    ada.table_against_bots("season0", 2, campaign="evening")
    ada.page.locator(".ribbon-dossier").click()
    ada.page.get_by_label("Name of your own for Marlowe").fill("Whitby")
    ada.page.get_by_role("button", name="Save names").first.click()
    expect(ada.page.locator("main")).to_contain_text("Another officer or alias already has this name.")


def test_several_people_who_play_together_can_ask_for_a_hint(visit: Come) -> None:
    ada, bea = visit(), visit()
    table_for_two(ada, bea, "season0")
    one, _other = whose_turn(ada, bea)
    one.page.locator(".hint-form button").click()
    expect(one.page.locator("#advice")).to_contain_text("Advice: ")


def test_people_who_play_against_each_other_cannot(visit: Come) -> None:
    ada, bea = visit(), visit()
    table_for_two(ada, bea, "estoril")
    one, _other = whose_turn(ada, bea)
    assert one.page.locator(".hint-form").count() == 0


def test_a_name_for_an_alias_is_a_name_with_a_face() -> None:
    campaign, dice = Campaign(GAME, "evening"), random.Random(3)
    state = campaign.begin(seats=2, seed=3)
    while (asked := state.view(0)["asked"]) is None or asked["frame"] != "CreateAlias" or asked["name"]:
        seat = state.deciders[0]
        campaign.play(seat, dice.choice(state.legal(seat)))
        state = campaign.state or campaign.begin(seats=2, seed=4)
    book, words = GAME.moves, Words("en")
    seat = state.deciders[0]
    legal = [
        Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move, words.translate))
        for move in state.legal(seat)
    ]
    people = seat_cards(GAME, words, 2, seat)
    hand = look_of(GAME, words).hand(Screen(GAME, words, state.view(seat), legal, [], people))
    assert "the alias" not in hand
    names = re.findall(r'<span class="slip-name[^"]*">([^<]+)</span>', hand)
    assert len(names) == len(legal) > 1
    assert hand.count('<svg class="face') >= len(names)
