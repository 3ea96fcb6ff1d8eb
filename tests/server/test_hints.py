"""What a hint says: what a move is for, and what it brings more than another one."""

import spyring
from spyring.engine.i18n import english
from spyring.engine.reason import Reason
from spyring.server.conversation.hints import detail, reason
from spyring.server.core.bots.thoughts import Thought, from_text


def test_a_hint_says_by_how_much_its_move_is_better_and_than_which() -> None:
    game = spyring.game("spies")
    claims = (("", 0.12, 20, 64), ("Secrets at home", 3.14, 58, 64), ("Captured spies", -1.0, 3, 64))
    why = Thought("It was found.", {}, Reason("It keeps {city}.", {"city": "Berlin"}), None, "end", claims)
    assert from_text(why.to_text()).claims == claims
    said = reason(why.to_text(), english, game)
    assert said.startswith("It keeps Berlin. Chance to win: +12 percentage points. ")
    assert "Secrets at home: +3.1 points at the end, better in 9 of 10 simulated games." in said
    assert "Captured spies: −1.0 points at the end." in said
    assert said.endswith(f"Compared with: {game.moves.say(game.moves.parse('end'))}.")


def test_a_part_of_the_score_begins_its_sentence() -> None:
    book = spyring.game("krakow").moves
    why = Thought("It was found.", {}, None, None, book.name(1), (("own", 2.0, 50, 64),))
    said = reason(why.to_text(), english, spyring.game("krakow"))
    assert said.startswith("Own points: +2.0 points at the end, better in 8 of 10 simulated games.")


def test_a_hint_admits_that_its_move_is_not_clearly_better() -> None:
    game = spyring.game("spies")
    why = Thought("It was found.", {}, Reason("It keeps {city}.", {"city": "Berlin"}), None, "end")
    said = reason(why.to_text(), english, game)
    end = game.moves.say(game.moves.parse("end"), english)
    assert said == f"It keeps Berlin. Simulated games show no clear advantage over: {end}."


def test_a_move_that_is_only_behind_in_a_part_is_not_said_to_be_ahead() -> None:
    game = spyring.game("spies")
    why = Thought("It was found.", {}, None, None, "end", (("Captured spies", -1.0, 3, 64),))
    end = game.moves.say(game.moves.parse("end"), english)
    said = "Captured spies: −1.0 points at the end. Simulated games show no clear advantage over: {move}."
    assert reason(why.to_text(), english, game) == said.format(move=end)


def test_a_hint_names_the_moves_of_which_none_is_better() -> None:
    game = spyring.game("krakow")
    moves = tuple(game.moves.name(move) for move in range(3))
    why = Thought("It was found.", {}, Reason("It saves gold."), None, moves[1], (), moves)
    assert from_text(why.to_text()).equals == moves
    names = "; ".join(game.moves.say(move) for move in range(3))
    said = f"Simulated games show none of these moves to be better: {names}. Choose the one you like."
    assert reason(why.to_text(), english, game) == f"It saves gold. {said}"


def test_a_comparison_is_not_contradicted_by_how_often_the_search_tried_the_move() -> None:
    values = {"tries": "200", "share": "90", "prospect": "50"}
    for purpose in (None, Reason("It keeps Berlin.")):
        why = Thought("It was found.", values, purpose, None, "end").to_text()
        said = f"{reason(why, english, spyring.game('spies'))} {detail(why, english)}"
        assert "nearly as good" not in said
        assert said.endswith("A bot tried 200 continuations.")
    alone = Thought("It was found.", values, None, None).to_text()
    assert reason(alone, english, spyring.game("spies")) == "No other choice is nearly as good."


def test_a_thought_that_was_stored_before_there_were_claims_still_opens() -> None:
    for text in ('["How.", {}]', '["How.", {}, ["What for.", {}, 1], null]'):
        assert from_text(text).claims == ()
