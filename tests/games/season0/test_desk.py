"""What the pages of a campaign draw: stickers that wait to be confirmed, proposals, the calendar."""

import re
from html import unescape

from spyring.engine.rows import replaced
from spyring.engine.state import State
from spyring.games.season0 import GAME
from spyring.games.season0.generated import Table
from spyring.server.core.payloads import EventText, Move, SeatCard
from spyring.testkit import rule
from spyring.testkit.scene import play
from spyring.web.look import look_of
from spyring.web.screen import Line, Screen
from spyring.web.words import Words
from tests.games.season0.scene import scene
from tests.games.season0.year import begin, complete, fail, month, to

WORDS = Words("en")
LOOK = look_of(GAME, WORDS)


def seen(state: State, seat: int) -> Screen:
    """The screen of a seat."""
    book = GAME.moves
    legal = state.legal(seat) if seat in state.deciders else []
    moves = [Move(text=book.name(move), fields=book.fields(move), sentence=book.say(move)) for move in legal]
    cards = [
        SeatCard(seat=at, label=name, title=name, kind="bot", name=None, level="random", held="no", you=False)
        for at, name in enumerate(GAME.seat_names(int(state.seats)))
    ]
    return Screen(GAME, WORDS, state.view(seat), moves, [], cards)


def upgrades() -> Table:
    """Step 5 after a failed January."""
    state = month("january")
    fail(state)
    to(state, "Upgrade")
    return state


@rule("SZ-17.2", "SZ-P16")
def test_stickers_go_from_the_sheet_onto_a_passport_and_need_confirmation() -> None:
    screen = seen(upgrades(), 0)
    sheet, bench = LOOK.hand(screen), LOOK.board(screen)
    bought = {choice.fields["asset"] for choice in screen.choices if choice.fields["verb"] == "buy"}
    assert bought
    assert set(re.findall(r'data-verb="buy" data-asset="([\w-]+)"', sheet)) == bought
    assert 'data-tool data-verb="cover"' in sheet
    aliases = {
        (choice.fields["character"], choice.fields["affiliation"])
        for choice in screen.choices
        if choice.fields["verb"] == "buy"
    }
    passports = re.findall(r'data-verb="buy lay" data-character="(\w+)" data-affiliation="(\w+)"', bench)
    assert aliases <= set(passports)
    for verb in ("buy", "lay", "mark", "cover"):
        assert GAME.moves.verbs[[one.name for one in GAME.moves.verbs].index(verb)].final


@rule("SZ-R38")
def test_what_is_proposed_lies_there_lightly_until_all_agree() -> None:
    state = upgrades()
    move = next(GAME.moves.name(move) for move in state.legal(0) if GAME.moves.fields(move)["verb"] == "buy")
    play(state, move)
    for seat in (0, 1):
        board = LOOK.board(seen(state, seat))
        assert board.count("tag--ghost") == 1
        assert f"Alpha proposes: {GAME.moves.say(GAME.moves.parse(move), WORDS.translate)}" in unescape(board)
    play(state, "agree")
    board = LOOK.board(seen(state, 0))
    assert "tag--ghost" not in board
    assert "proposes:" not in board


@rule("SZ-P1")
def test_the_dossier_marks_the_answer_that_was_chosen() -> None:
    state = month("january")
    complete(state, 2)
    fail(state)
    to(state, "Choose")
    asked = state.view(0)["asked"]
    play(state, "choose 2", "agree")
    dossier = LOOK.dossier(seen(state, 0))
    [chosen] = re.findall(r'<li class="leaf-chosen">([^<]*?) <b', dossier)
    assert chosen == WORDS.translate(asked["answers"][1])


@rule("SZ-4.1")
def test_the_calendar_says_who_played_which_month() -> None:
    state = upgrades()
    [row] = [row for row in state.view(0)["table"]["campaign"]["calendar"] if row["month"] == "january"]
    screen = seen(state, 0)
    games = state.view(0)["table"]["campaign"]["games"]
    assert row["game"] == games
    screen.crews = [["Ann", None, None], ["Ann", "Bob", "Ann"]]
    calendar = LOOK.dossier(screen)
    assert "</svg> Ann, Bob</span>" in calendar
    screen.crews = [["Ann", None, None]]
    assert "</svg> Ann, 2 bots</span>" in LOOK.dossier(screen)


@rule("SZ-16.1")
def test_the_dossier_is_true_the_moment_after_the_prologue() -> None:
    state = begin()
    assert state.view(0)["table"]["campaign"]["played"] == 0
    to(state, "TakeAction")
    complete(state, 1)
    complete(state, 2)
    to(state, "NextGame")
    dossier = LOOK.dossier(seen(state, 0))
    assert "1 game played" in dossier
    assert re.search(
        r"<h3>Prologue</h3>\s*<p class=\"month-game\"><b class=\"stamp stamp--complete\">SUCCESS", dossier
    )
    play(state, "go-on", "agree")
    assert "1 game played" in LOOK.dossier(seen(state, 0))


@rule("SZ-16.5", "SZ-16.10")
def test_the_end_of_a_month_shows_verdict_funding_and_every_sticker() -> None:
    state = month("january")
    then = state.config.funding
    state.tokens = replaced(state.tokens, state.config.box.index["paris"], 1)
    fail(state)
    to(state, "Upgrade")
    bought = next(
        GAME.moves.name(move) for move in state.legal(0) if GAME.moves.fields(move)["verb"] == "buy"
    )
    play(state, bought, "agree")
    to(state)
    assert not state.stack
    ending = LOOK.decided(seen(state, 0))
    parts = ["stamp--failed", f"<s>{then}</s> <b>{then + 2}</b>", "Paris +2", "z-passport"]
    assert [ending.find(part) for part in parts] == sorted(ending.find(part) for part in parts)
    assert min(ending.find(part) for part in parts) >= 0
    assert ending.count('class="sticker"') == 3  # one in Lagos by an entry


def test_what_is_to_be_read_waits_for_its_reader() -> None:
    state = begin()
    play(state, "read")
    screen = seen(state, 0)
    [first] = [one for one in screen.table["campaign"]["opened"] if one["kind"] == "story"][:1]
    prop = LOOK.prop(screen, "story-drawn", {"story": first["label"]})
    assert "data-waits" in prop
    assert WORDS.translate(first["front"]) in prop
    assert "data-waits" in LOOK.prop(screen, "evaluated", {"evaluation": "success"})
    assert "data-waits" not in LOOK.prop(screen, "drew", {"card": "paris"})


def reread(state: State, kind: str, **fields: str) -> str:
    """What a line of the log lets the first seat read again."""
    line = Line(GAME, 1, 0, EventText(fields={"kind": kind, **fields}, sentence="…"))
    return unescape(str(LOOK.again(seen(state, 0), line)))


@rule("SZ-3.8")
def test_a_line_of_the_log_opens_what_it_is_about_and_nothing_else() -> None:
    state = begin()
    play(state, "read")
    [first] = [one for one in seen(state, 0).table["campaign"]["opened"] if one["kind"] == "story"][:1]
    assert WORDS.translate(first["front"]) in reread(state, "story-drawn", story=first["label"])
    assert reread(state, "entry-read", seat="alpha", entry="130") == ""  # still sealed
    assert reread(state, "drew", seat="alpha", card="paris") == ""


@rule("SZ-11.6")
def test_the_log_of_the_prologue_says_no_number_but_opens_its_entry() -> None:
    state = scene(teams={"soviet-1": "novosibirsk"}, top="lima bogota", threats="osaka manila")
    fields = {"seat": "bravo", "objective": "2", "entry": "214"}
    opened = reread(state, "objective-complete", **fields)
    assert "214" in opened
    assert GAME.box.entries[214] in opened
    kinds = [GAME.events[kind] for kind in ("objective-complete", "objective-failed")]
    assert not [kind for kind in kinds if "{entry}" in kind.sentence + kind.past]


def test_a_set_that_is_nearly_whole_shows_what_it_is_for() -> None:
    near = scene(hands={"alpha": "lima", "bravo": "paris rome san-francisco toronto"})
    assert 'href="#z-team"' in str(LOOK.player(seen(near, 0), "bravo"))
    far = scene(hands={"alpha": "lima", "bravo": "paris rome"})
    assert 'href="#z-team"' not in str(LOOK.player(seen(far, 0), "bravo"))
