"""Files are written whole, and look like any other file."""

from pathlib import Path

import pytest

from spyring.files import put


def test_who_may_read_a_file_is_as_for_any_other_file(tmp_path: Path) -> None:
    plain, made = tmp_path / "plain", tmp_path / "made"
    plain.write_text("a")
    put(made, "a")
    assert made.stat().st_mode == plain.stat().st_mode
    made.chmod(0o640)
    put(made, "b")
    assert made.stat().st_mode & 0o777 == 0o640


def test_what_cannot_be_written_leaves_the_old_text_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    put(path, "old\n")
    with pytest.raises(UnicodeEncodeError):
        put(path, "new \udc00\n")
    assert path.read_bytes() == b"old\n"
    assert list(tmp_path.iterdir()) == [path]
