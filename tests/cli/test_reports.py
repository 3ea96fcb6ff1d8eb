"""``spyring admin reports`` shows the operator what people reported, and obeys no control codes in it."""

from pathlib import Path

from sqlalchemy import create_engine, insert

from spyring.server.community.schema import reports
from spyring.server.core.settings import Settings
from spyring.server.core.storage.migrate import upgrade
from spyring.server.core.storage.schema import people
from tests.cli.conftest import Spyring


def database(folder: Path) -> str:
    """A database with one report; its text would clear a terminal that obeyed it."""
    url = f"sqlite:///{folder}/table.db"
    upgrade(Settings(database_url=url).database_url)
    engine = create_engine(url)
    with engine.begin() as connection:
        for name in ("Ann", "Bob"):
            connection.execute(insert(people).values(id=name.lower(), name=name, made_at=1.0))
        told = {"id": "r1", "by": "ann", "about": "bob", "text": "Rude [bold]\x1b[2J.", "made_at": 1.0}
        connection.execute(insert(reports).values(told))
    engine.dispose()
    return url


def test_the_operator_reads_and_closes_reports(spyring: Spyring, tmp_path: Path) -> None:
    url = database(tmp_path)
    shown = spyring("admin", "--database-url", url, "reports")
    assert shown.code == 0
    assert "Ann about Bob (bob)" in shown.out
    assert "Rude [bold]" in shown.out
    assert "\x1b[2J" not in shown.out
    assert spyring("admin", "--database-url", url, "reports", "--close", "r1").code == 0
    assert "No reports." in spyring("admin", "--database-url", url, "reports").out
    assert "(closed)" in spyring("admin", "--database-url", url, "reports", "--all").out
    unknown = spyring("admin", "--database-url", url, "reports", "--close", "r9")
    assert (unknown.code, "no report r9" in unknown.err) == (2, True)
