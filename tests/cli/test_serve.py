"""``spyring serve`` refuses what it cannot do, in one sentence."""

import socket

import pytest

from spyring.cli import main


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_a_taken_port_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"127.0.0.1:{port}" in refusal(["serve", "--port", str(port)], capsys)


def test_several_workers_need_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    assert "PostgreSQL".lower() in refusal(["serve", "--workers", "2"], capsys).lower()
