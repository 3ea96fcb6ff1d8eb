"""Ledgers: clauses from lists and tables, by id and by section."""

import pytest

from spyring.engine.errors import UnknownClause
from spyring.engine.ledger import Ledger
from spyring.games import SHELF
from spyring.games.ledgers import ledger, look_up

TEXT = """# Hide and Seek — rules ledger (HS)

Words before, with a mention of HS-1.1.

### HS-1 Hiding
- **HS-1.1** One seat counts to ten (see HS-R1). (p.1)
- **HS-1.10** The others hide.

## 5. Rulings

| Id | Question | Ruling adopted | Option (values) |
|---|---|---|---|
| HS-R1 | How fast? | Slowly | — |
| **HS-2.4** | A bold one | Too | `speed` (slow / fast) |

## 7. Data constraints
- **HS-D1** There is a tree.
"""


def test_clauses_in_order_with_their_sections() -> None:
    book = Ledger(TEXT)
    assert book.title == "Hide and Seek — rules ledger (HS)"
    assert list(book.clauses) == ["HS-1.1", "HS-1.10", "HS-R1", "HS-2.4", "HS-D1"]
    assert book.sections == {"HS-1": "Hiding"}
    assert book.clause("HS-D1").section == "Data constraints"


def test_a_clause_out_of_a_table_keeps_its_headings() -> None:
    book = Ledger(TEXT)
    assert book.clause("hs-r1").text == "Question: How fast? Ruling adopted: Slowly"
    assert book.clause("HS-2.4").parts[-1] == ("Option (values)", "`speed` (slow / fast)")


def test_a_section_has_its_own_clauses_only() -> None:
    assert [clause.id for clause in Ledger(TEXT).chapter("hs-1")] == ["HS-1.1", "HS-1.10"]


@pytest.mark.parametrize("id", ["HS-9.9", "", "tree"])
def test_an_unknown_clause_is_refused(id: str) -> None:
    with pytest.raises(UnknownClause, match="There is no clause"):
        Ledger(TEXT).clause(id)
    with pytest.raises(UnknownClause, match="There is no section"):
        Ledger(TEXT).chapter(id)


@pytest.mark.parametrize("name", SHELF)
def test_every_game_has_its_ledger(name: str) -> None:
    assert len(ledger(name).clauses) > 100
    assert len(ledger(name).sections) > 5


def test_an_id_is_found_in_any_ledger() -> None:
    assert [clause.id for clause in look_up("krk-r3")] == ["KRK-R3"]
    assert len(look_up("KRK-6")) == 7
    with pytest.raises(UnknownClause, match=r"Unknown clause KRK-99\. Clauses look like "):
        look_up("KRK-99")


def test_a_game_without_a_ledger() -> None:
    with pytest.raises(UnknownClause, match="There is no rules ledger for chess"):
        ledger("chess")
