"""Where games are found: folders of this package, packages of others, any module by name."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import spyring
from spyring.engine.errors import UnknownClause, UnknownGame
from spyring.engine.kinds import COOPERATIVE, FREE_FOR_ALL, KINDS, TEAMS
from spyring.engine.outcome import Outcome
from spyring.games import SHELF
from spyring.games.krakow import GAME as KRAKOW
from spyring.games.ledgers import ledger
from tests.toys import DUEL, RELAY

OTHERS = """
from tests.toys.duel import Duel


class Chicago(Duel):
    def __init__(self):
        super().__init__()
        self.name = "chicago"
        self.title = "Chicago 1930"

    def __reduce__(self):
        return "GAME"


GAME = Chicago()
"""


def install(folder: Path, name: str, code: str, points: str) -> None:
    """As ``pip install`` would leave a package: its folder, and beside it what it says about itself."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(code)
    facts = folder / f"{name}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[spyring.games]\n{points}\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    install(tmp_path, "chicago_1930", OTHERS, "chicago = chicago_1930:GAME")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "chicago_1930", raising=False)
    return tmp_path


def test_the_package_of_the_games_can_be_imported_by_name() -> None:
    code = "import spyring.games.krakow; print(spyring.games.krakow.GAME.name, spyring.games.__name__)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "krakow spyring.games\n"


def test_a_game_of_another_package_is_on_the_shelf(installed: Path) -> None:
    assert [game.name for game in spyring.shelf()] == [*SHELF, "chicago"]
    game = spyring.game("chicago")
    assert game.title == "Chicago 1930"
    assert pickle.loads(pickle.dumps(game.start(seed=7))).game is game


def test_its_home_is_its_package_and_its_ledger_lies_there(installed: Path) -> None:
    game = spyring.game("chicago")
    assert game.home == "chicago_1930"
    with pytest.raises(UnknownClause):
        ledger("chicago")
    (installed / "chicago_1930" / "ledger.md").write_text("# Chicago\n\n- **DUE-1.1** Two seats.\n")
    assert ledger("chicago").clause("DUE-1.1").text == "Two seats."


def test_a_broken_package_does_not_empty_the_shelf(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(installed, "boston_1773", "raise RuntimeError('the tea is cold')", "boston = boston_1773:GAME")
    assert [game.name for game in spyring.shelf()] == [*SHELF, "chicago"]
    assert "boston (boston_1773:GAME) is left off the shelf: the tea is cold" in capsys.readouterr().err


def test_a_name_of_the_house_is_not_given_away(installed: Path) -> None:
    install(installed, "impostor", OTHERS, "krakow = impostor:GAME")
    assert spyring.game("krakow") is KRAKOW


def test_any_module_can_make_a_game() -> None:
    assert spyring.game("tests.toys.duel:GAME") is DUEL
    assert spyring.game("tests.toys.duel") is DUEL
    assert spyring.game("tests.toys.relay:RELAY") is RELAY


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("chess", "Unknown game chess. Known games: estoril, krakow"),
        ("no.such:GAME", "there is no module no.such"),
        ("tests.toys.duel:CHESS", "tests.toys.duel has no game called CHESS"),
        ("tests.toys.duel:MOVES", "tests.toys.duel has no game called MOVES"),
    ],
)
def test_an_object_that_is_not_a_game_is_refused_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(UnknownGame, match=sentence):
        spyring.game(name)


# -- what kind of game it is ---------------------------------------------------------------------------------


def test_every_game_says_what_kind_it_is_and_where_it_is_at_home() -> None:
    kinds = {game.name: game.kind for game in (*spyring.shelf(), DUEL, RELAY)}
    assert kinds == {
        "estoril": FREE_FOR_ALL,
        "krakow": TEAMS,
        "season0": COOPERATIVE,
        "spies": FREE_FOR_ALL,
        "duel": FREE_FOR_ALL,
        "relay": COOPERATIVE,
    }
    assert set(kinds.values()) == set(KINDS)
    assert [game.home for game in spyring.shelf()] == [f"spyring.games.{name}" for name in SHELF]


def ended(winners: int, ranks: tuple[int, ...], achieved: float | None = None) -> Outcome:
    return Outcome(winners, ranks, (0,) * len(ranks), ({},) * len(ranks), "So it ended.", "", achieved)


def test_rivals_share_one_win() -> None:
    alone = DUEL.rewards(ended(0b001, (1, 2, 3)))
    shared = DUEL.rewards(ended(0b011, (1, 1, 3)))
    assert sum(alone) == pytest.approx(1.0)
    assert alone[0] > alone[1] > alone[2] == 0.0
    assert shared[0] == shared[1] < alone[0]


def test_teammates_get_the_same_reward_for_their_achievement() -> None:
    assert RELAY.rewards(ended(0b111, (1, 1, 1))) == [1.0, 1.0, 1.0]
    assert RELAY.rewards(ended(0, (1, 1, 1), achieved=0.25)) == [0.25, 0.25, 0.25]
