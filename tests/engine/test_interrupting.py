"""Ctrl-C at any moment raises KeyboardInterrupt; it never ends the process in the middle of a number."""

import os
import subprocess
import sys

import pytest

# The signals come from a timer, each after another while, so that they hit every part of the work.
INTERRUPTED = """
import signal, sys
import spyring
from spyring.bots import make
from spyring.bots.playout import playout

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGALRM, lambda number, frame: signal.raise_signal(signal.SIGINT))
games = [spyring.game(name) for name in ("krakow", "estoril")]


def starting(turn):
    for seed in range(10**6):
        games[turn % 2].start(seed=seed << turn)


def playing(turn):
    for seed in range(10**6):
        playout(games[turn % 2].start(seed=-seed), seed)


def searching(turn):
    state = games[turn % 2].start(seed=turn)
    for seed in range(10**6):
        make("search:200", seed).choose(state, state.deciders[0])


caught = 0
for turn in range({turns}):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001 + turn % 10 * 0.0011)
        {work}(turn)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        caught += 1
print("caught", caught)
"""


@pytest.mark.skipif(os.name != "posix", reason="timers of this kind are Unix")
@pytest.mark.parametrize("work", ["starting", "playing", "searching"])
def test_a_signal_in_the_middle_is_an_exception(work: str) -> None:
    code = INTERRUPTED.replace("{turns}", "60").replace("{work}", work)
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout.split()[1]) >= 50
