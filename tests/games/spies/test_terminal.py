"""Spies! on a terminal: what matters is drawn, and nothing that a seat may not see."""

from rich.console import Console

from spyring.cli import drawing
from spyring.engine.i18n import english
from tests.games.spies.fixed_box import FIXED
from tests.games.spies.scene import play, scene


def drawn(t: object, seat: int | None) -> str:
    console = Console(record=True, width=100, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(drawing.table(FIXED, t.view(seat), english))  # type: ignore[attr-defined]
    return console.export_text()


def test_own_strengths_and_neighbours_of_the_moving_spy() -> None:
    t = scene(
        spies={"germany-1": "prague 5", "france-1": "prague 4"}, secrets={"secret-1": "prague 3 by germany-1"}
    )
    play(t, "germany: step 1 vienna")
    mine, others = drawn(t, 0), drawn(t, 1)
    assert "?1=3<G G1(5)" in mine
    assert "Budapest" in mine, "one step on"
    assert "?1<G G1 " in others
    assert "1933 · Germany: spies" in others
    assert "Your spies" in mine
    assert "Your spies" not in others
