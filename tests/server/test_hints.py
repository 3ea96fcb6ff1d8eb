"""What a hint says: what a move is for, and what it brings more than another one."""

import spyring
from spyring.engine.i18n import english
from spyring.engine.reason import Reason
from spyring.server.conversation.hints import reason
from spyring.server.core.bots.thoughts import Thought, from_text


def test_a_hint_says_by_how_much_its_move_is_better_and_than_which() -> None:
    game = spyring.game("spies")
    claims = (("", 0.12, 20, 64), ("Secrets at home", 3.14, 58, 64), ("Captured spies", -1.0, 3, 64))
    why = Thought("It was found.", {}, Reason("It keeps {city}.", {"city": "Berlin"}), None, "end", claims)
    assert from_text(why.to_text()).claims == claims
    said = reason(why.to_text(), english, game)
    assert said.startswith("It keeps Berlin. Chance to win: +12 percentage points. ")
    assert "Secrets at home: +3.1 points at the end, better in 9 of 10 simulated games." in said
    assert "Captured spies: -1.0 points at the end." in said
    assert said.endswith(f"Compared with: {game.moves.say(game.moves.parse('end'))}.")


def test_a_hint_admits_that_its_move_is_not_clearly_better() -> None:
    game = spyring.game("spies")
    why = Thought("It was found.", {}, Reason("It keeps {city}.", {"city": "Berlin"}), None, "end")
    said = reason(why.to_text(), english, game)
    end = game.moves.say(game.moves.parse("end"), english)
    assert said == f"It keeps Berlin. Simulated games show no clear advantage over: {end}."


def test_a_thought_that_was_stored_before_there_were_claims_still_opens() -> None:
    for text in ('["How.", {}]', '["How.", {}, ["What for.", {}, 1], null]'):
        assert from_text(text).claims == ()
