"""Figures that can be read on a terminal of 80 columns."""

import io

import pytest
from rich.console import Console

import spyring
from spyring.arena import speed
from spyring.cli.bench import _figures, _ratios

ROW = {
    "game": "estoril",
    "seats": 4,
    "outside": 1234567.0,
    "inside": 23456789.0,
    "games": 45678.0,
    "clone_ns": 123456.0,
    "resample_ns": 1234567.0,
    "outside_ratio": 12.34,
    "inside_ratio": 89.01,
    "clone_ratio": 6.78,
    "resample_ratio": 90.12,
}


def test_every_figure_is_whole_at_80_columns() -> None:
    paper = io.StringIO()
    screen = Console(file=paper, width=80)
    screen.print(_figures([ROW]))
    screen.print(_ratios([ROW]))
    shown = paper.getvalue()
    figures = ["1,234,567", "23,456,789", "45,678", "123.46", "1234.57"]
    figures += ["12.34", "89.01", "6.78", "90.12"]
    assert [figure for figure in figures if figure not in shown] == []
    assert "…" not in shown


def test_time_is_that_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    game = spyring.shelf()[0]
    monkeypatch.setattr(speed, "process_time", iter([0.0, 2.0, 10.0, 14.0]).__next__)
    rates = [speed.outside(game, game.seats[0], 1, {}) for _run in range(2)]
    assert rates[0] == 2 * rates[1]
